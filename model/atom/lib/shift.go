package lib

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// FrameShift expresses a vector in another frame: v_to = R(roll, pitch, yaw)·v_from, where the angles are the attitude of
// frame from in frame to. They are Coupled, or Constant where an instance says so (atom.Renewed), as for a sensor that is
// mounted at angles. It turns directions; where the origins differ, see FrameShiftLoch and FrameShiftDepth.
type FrameShift[T unit.Value] struct {
	X     atom.Need[T]          `frame:"$from" axis:"x"`
	Y     atom.Need[T]          `frame:"$from" axis:"y"`
	Z     atom.Need[T]          `frame:"$from" axis:"z"`
	Roll  atom.Need[unit.Angle] `frame:"$to" axis:"x"`
	Pitch atom.Need[unit.Angle] `frame:"$to" axis:"y"`
	Yaw   atom.Need[unit.Angle] `frame:"$to" axis:"z"`
	XOut  atom.Product[T]       `frame:"$to" axis:"x"`
	YOut  atom.Product[T]       `frame:"$to" axis:"y"`
	ZOut  atom.Product[T]       `frame:"$to" axis:"z"`
	turn  turn
}

// Physics computes v_to = R·v_from.
func (a *FrameShift[T]) Physics(unit.Time) {
	r := a.turn.to(float64(a.Roll.Get()), float64(a.Pitch.Get()), float64(a.Yaw.Get()))
	x, y, z := r.Apply(float64(a.X.Get()), float64(a.Y.Get()), float64(a.Z.Get()))
	a.XOut.Set(T(x))
	a.YOut.Set(T(y))
	a.ZOut.Set(T(z))
}

// FrameShiftBack is the other way: v_to = R(roll, pitch, yaw)ᵀ·v_from, where the angles are the attitude of frame to in
// frame from. It takes what is in WORLD to ROBOT by the attitude of the robot.
type FrameShiftBack[T unit.Value] struct {
	X     atom.Need[T]          `frame:"$from" axis:"x"`
	Y     atom.Need[T]          `frame:"$from" axis:"y"`
	Z     atom.Need[T]          `frame:"$from" axis:"z"`
	Roll  atom.Need[unit.Angle] `frame:"$from" axis:"x"`
	Pitch atom.Need[unit.Angle] `frame:"$from" axis:"y"`
	Yaw   atom.Need[unit.Angle] `frame:"$from" axis:"z"`
	XOut  atom.Product[T]       `frame:"$to" axis:"x"`
	YOut  atom.Product[T]       `frame:"$to" axis:"y"`
	ZOut  atom.Product[T]       `frame:"$to" axis:"z"`
	turn  turn
}

// Physics computes v_to = Rᵀ·v_from. A vector along z is the same whatever the yaw.
func (a *FrameShiftBack[T]) Physics(unit.Time) {
	x, y, z := float64(a.X.Get()), float64(a.Y.Get()), float64(a.Z.Get())
	if x == 0 && y == 0 {
		x, y, z = alongZ(float64(a.Roll.Get()), float64(a.Pitch.Get()), z)
	} else {
		x, y, z = a.turn.to(float64(a.Roll.Get()), float64(a.Pitch.Get()), float64(a.Yaw.Get())).Back(x, y, z)
	}
	a.XOut.Set(T(x))
	a.YOut.Set(T(y))
	a.ZOut.Set(T(z))
}

// FrameShiftSpeeds expresses linear and angular speeds in another frame, by one rotation: the angles are the attitude of
// frame from in frame to.
type FrameShiftSpeeds struct {
	U     atom.Need[unit.Speed]           `frame:"$from" axis:"x"`
	V     atom.Need[unit.Speed]           `frame:"$from" axis:"y"`
	W     atom.Need[unit.Speed]           `frame:"$from" axis:"z"`
	P     atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"x"`
	Q     atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"y"`
	R     atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"z"`
	Roll  atom.Need[unit.Angle]           `frame:"$to" axis:"x"`
	Pitch atom.Need[unit.Angle]           `frame:"$to" axis:"y"`
	Yaw   atom.Need[unit.Angle]           `frame:"$to" axis:"z"`
	UOut  atom.Product[unit.Speed]        `frame:"$to" axis:"x"`
	VOut  atom.Product[unit.Speed]        `frame:"$to" axis:"y"`
	WOut  atom.Product[unit.Speed]        `frame:"$to" axis:"z"`
	POut  atom.Product[unit.AngularSpeed] `frame:"$to" axis:"x"`
	QOut  atom.Product[unit.AngularSpeed] `frame:"$to" axis:"y"`
	ROut  atom.Product[unit.AngularSpeed] `frame:"$to" axis:"z"`
}

// Physics computes R·v and R·ω.
func (a *FrameShiftSpeeds) Physics(unit.Time) {
	var r Rotation
	r.Turn(float64(a.Roll.Get()), float64(a.Pitch.Get()), float64(a.Yaw.Get()))
	x, y, z := r.Apply(float64(a.U.Get()), float64(a.V.Get()), float64(a.W.Get()))
	a.UOut.Set(unit.Speed(x))
	a.VOut.Set(unit.Speed(y))
	a.WOut.Set(unit.Speed(z))
	x, y, z = r.Apply(float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get()))
	a.POut.Set(unit.AngularSpeed(x))
	a.QOut.Set(unit.AngularSpeed(y))
	a.ROut.Set(unit.AngularSpeed(z))
}

// FrameShiftIMU turns what an inertial measurement unit says of itself into what is true of the robot: the attitude
// R_robot = R_sensor·Mᵀ in frame world and the angular speeds ω_robot = M·ω_sensor, where M is how the sensor is mounted:
// its attitude in frame to.
type FrameShiftIMU struct {
	Roll       atom.Need[unit.Angle]           `frame:"$from" axis:"x"`
	Pitch      atom.Need[unit.Angle]           `frame:"$from" axis:"y"`
	Yaw        atom.Need[unit.Angle]           `frame:"$from" axis:"z"`
	WX         atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"x"`
	WY         atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"y"`
	WZ         atom.Need[unit.AngularSpeed]    `frame:"$from" axis:"z"`
	MountRoll  atom.Need[unit.Angle]           `frame:"$to" axis:"x" update:"constant"`
	MountPitch atom.Need[unit.Angle]           `frame:"$to" axis:"y" update:"constant"`
	MountYaw   atom.Need[unit.Angle]           `frame:"$to" axis:"z" update:"constant"`
	Phi        atom.Product[unit.Angle]        `frame:"$world" axis:"x"`
	Theta      atom.Product[unit.Angle]        `frame:"$world" axis:"y"`
	Psi        atom.Product[unit.Angle]        `frame:"$world" axis:"z"`
	P          atom.Product[unit.AngularSpeed] `frame:"$to" axis:"x"`
	Q          atom.Product[unit.AngularSpeed] `frame:"$to" axis:"y"`
	R          atom.Product[unit.AngularSpeed] `frame:"$to" axis:"z"`
	mount      mount
}

// Physics composes the attitudes and turns the rates.
func (a *FrameShiftIMU) Physics(unit.Time) {
	m := a.mount.rotation(&a.MountRoll, &a.MountPitch, &a.MountYaw)
	var r Rotation
	r.Turn(float64(a.Roll.Get()), float64(a.Pitch.Get()), float64(a.Yaw.Get()))
	phi, theta, psi := r.Relative(m)
	a.Phi.Set(unit.Angle(phi))
	a.Theta.Set(unit.Angle(theta))
	a.Psi.Set(unit.Angle(psi))
	p, q, s := m.Apply(float64(a.WX.Get()), float64(a.WY.Get()), float64(a.WZ.Get()))
	a.P.Set(unit.AngularSpeed(p))
	a.Q.Set(unit.AngularSpeed(q))
	a.R.Set(unit.AngularSpeed(s))
}

// FrameShiftLoch turns the speed that a Doppler log has of its own place, in its own frame, into the speed of the robot's
// origin: v = M·v_sensor − ω×r, where M and r are how and where the sensor is mounted in frame to.
type FrameShiftLoch struct {
	VX         atom.Need[unit.Speed]        `frame:"$from" axis:"x"`
	VY         atom.Need[unit.Speed]        `frame:"$from" axis:"y"`
	VZ         atom.Need[unit.Speed]        `frame:"$from" axis:"z"`
	P          atom.Need[unit.AngularSpeed] `frame:"$to" axis:"x"`
	Q          atom.Need[unit.AngularSpeed] `frame:"$to" axis:"y"`
	R          atom.Need[unit.AngularSpeed] `frame:"$to" axis:"z"`
	MountRoll  atom.Need[unit.Angle]        `frame:"$to" axis:"x" update:"constant"`
	MountPitch atom.Need[unit.Angle]        `frame:"$to" axis:"y" update:"constant"`
	MountYaw   atom.Need[unit.Angle]        `frame:"$to" axis:"z" update:"constant"`
	MountX     atom.Need[unit.Length]       `frame:"$to" axis:"x" update:"constant"`
	MountY     atom.Need[unit.Length]       `frame:"$to" axis:"y" update:"constant"`
	MountZ     atom.Need[unit.Length]       `frame:"$to" axis:"z" update:"constant"`
	U          atom.Product[unit.Speed]     `frame:"$to" axis:"x"`
	V          atom.Product[unit.Speed]     `frame:"$to" axis:"y"`
	W          atom.Product[unit.Speed]     `frame:"$to" axis:"z"`
	mount      mount
}

// Physics computes v = M·v_sensor − ω×r.
func (a *FrameShiftLoch) Physics(unit.Time) {
	m := a.mount.rotation(&a.MountRoll, &a.MountPitch, &a.MountYaw)
	u, v, w := m.Apply(float64(a.VX.Get()), float64(a.VY.Get()), float64(a.VZ.Get()))
	p, q, r := float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get())
	x, y, z := float64(a.MountX.Get()), float64(a.MountY.Get()), float64(a.MountZ.Get())
	a.U.Set(unit.Speed(u - (float64(q*z) - float64(r*y))))
	a.V.Set(unit.Speed(v - (float64(r*x) - float64(p*z))))
	a.W.Set(unit.Speed(w - (float64(p*y) - float64(q*x))))
}

// FrameShiftDepth turns the depth of a sensor's place into that of the robot's origin: z = depth − (R·r)_z, where r is
// the place of the sensor in the robot and R the robot's attitude in frame to.
type FrameShiftDepth struct {
	Depth  atom.Need[unit.Length]    `frame:"$from" axis:"z"`
	Phi    atom.Need[unit.Angle]     `frame:"$to" axis:"x"`
	Theta  atom.Need[unit.Angle]     `frame:"$to" axis:"y"`
	MountX atom.Need[unit.Length]    `frame:"$robot" axis:"x" update:"constant"`
	MountY atom.Need[unit.Length]    `frame:"$robot" axis:"y" update:"constant"`
	MountZ atom.Need[unit.Length]    `frame:"$robot" axis:"z" update:"constant"`
	Z      atom.Product[unit.Length] `frame:"$to" axis:"z"`
}

// Physics computes z = depth − (R·r)_z.
func (a *FrameShiftDepth) Physics(unit.Time) {
	r := Turned(float64(a.Phi.Get()), float64(a.Theta.Get()), 0)
	_, _, down := r.Apply(float64(a.MountX.Get()), float64(a.MountY.Get()), float64(a.MountZ.Get()))
	a.Z.Set(unit.Length(float64(a.Depth.Get()) - down))
}

// Mounting is an External Knowledge Atom: how and where a sensor is mounted, its frame seen from frame robot.
type Mounting struct {
	MountRoll  atom.Product[unit.Angle]  `frame:"$robot" axis:"x"`
	MountPitch atom.Product[unit.Angle]  `frame:"$robot" axis:"y"`
	MountYaw   atom.Product[unit.Angle]  `frame:"$robot" axis:"z"`
	MountX     atom.Product[unit.Length] `frame:"$robot" axis:"x"`
	MountY     atom.Product[unit.Length] `frame:"$robot" axis:"y"`
	MountZ     atom.Product[unit.Length] `frame:"$robot" axis:"z"`
}
