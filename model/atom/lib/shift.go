package lib

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// FrameShift expresses a vector in another frame: v_to = R(roll, pitch, yaw)·v_from, where the angles are the attitude of
// frame from in frame to. They are Coupled, or Constant if an instance says so (atom.Renewed), as for a sensor that is
// mounted at fixed angles. It rotates directions; if the origins differ, see FrameShiftLoch and FrameShiftDepth.
type FrameShift[T unit.Value] struct {
	vectorIn[T]  `frame:"$from"`
	attitude     `frame:"$to"`
	vectorOut[T] `frame:"$to"`

	turn turn
}

// Physics computes v_to = R·v_from.
func (a *FrameShift[T]) Physics(unit.Time) {
	r := a.turn.to(a.get())
	a.set(r.Apply(float64(a.X.Get()), float64(a.Y.Get()), float64(a.Z.Get())))
}

// vectorIn is a vector as needs.
type vectorIn[T unit.Value] struct {
	X atom.Need[T] `axis:"x"`
	Y atom.Need[T] `axis:"y"`
	Z atom.Need[T] `axis:"z"`
}

// vectorOut is a vector as products.
type vectorOut[T unit.Value] struct {
	XOut atom.Product[T] `axis:"x"`
	YOut atom.Product[T] `axis:"y"`
	ZOut atom.Product[T] `axis:"z"`
}

func (v *vectorOut[T]) set(x, y, z float64) {
	v.XOut.Set(T(x))
	v.YOut.Set(T(y))
	v.ZOut.Set(T(z))
}

// attitude is the attitude of one frame in another.
type attitude struct {
	Roll  atom.Need[unit.Angle] `axis:"x"`
	Pitch atom.Need[unit.Angle] `axis:"y"`
	Yaw   atom.Need[unit.Angle] `axis:"z"`
}

// get returns roll, pitch and yaw in rad.
func (a *attitude) get() (roll, pitch, yaw float64) {
	return float64(a.Roll.Get()), float64(a.Pitch.Get()), float64(a.Yaw.Get())
}

// FrameShiftBack is the inverse: v_to = R(roll, pitch, yaw)ᵀ·v_from, where the angles are the attitude of frame to in
// frame from. It takes vectors in WORLD to ROBOT by the attitude of the robot.
type FrameShiftBack[T unit.Value] struct {
	vectorIn[T]  `frame:"$from"`
	attitude     `frame:"$from"`
	vectorOut[T] `frame:"$to"`

	turn turn
}

// Physics computes v_to = Rᵀ·v_from. A vector along z is the same whatever the yaw.
func (a *FrameShiftBack[T]) Physics(unit.Time) {
	x, y, z := float64(a.X.Get()), float64(a.Y.Get()), float64(a.Z.Get())
	if x == 0 && y == 0 {
		x, y, z = alongZ(float64(a.Roll.Get()), float64(a.Pitch.Get()), z)
	} else {
		x, y, z = a.turn.to(a.get()).Back(x, y, z)
	}
	a.set(x, y, z)
}

// FrameShiftSpeeds expresses linear and angular speeds in another frame, by one rotation: the angles are the attitude of
// frame from in frame to.
type FrameShiftSpeeds struct {
	speeds[atom.Need[unit.Speed], atom.Need[unit.AngularSpeed]] `frame:"$from"`
	attitude                                                    `frame:"$to"`

	UOut atom.Product[unit.Speed]        `frame:"$to" axis:"x"`
	VOut atom.Product[unit.Speed]        `frame:"$to" axis:"y"`
	WOut atom.Product[unit.Speed]        `frame:"$to" axis:"z"`
	POut atom.Product[unit.AngularSpeed] `frame:"$to" axis:"x"`
	QOut atom.Product[unit.AngularSpeed] `frame:"$to" axis:"y"`
	ROut atom.Product[unit.AngularSpeed] `frame:"$to" axis:"z"`
}

// Physics computes R·v and R·ω.
func (a *FrameShiftSpeeds) Physics(unit.Time) {
	var r Rotation
	r.Turn(a.get())
	x, y, z := r.Apply(float64(a.U.Get()), float64(a.V.Get()), float64(a.W.Get()))
	a.UOut.Set(unit.Speed(x))
	a.VOut.Set(unit.Speed(y))
	a.WOut.Set(unit.Speed(z))
	x, y, z = r.Apply(float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get()))
	a.POut.Set(unit.AngularSpeed(x))
	a.QOut.Set(unit.AngularSpeed(y))
	a.ROut.Set(unit.AngularSpeed(z))
}

// FrameShiftIMU converts an inertial measurement unit's own motion to the robot's: the attitude R_robot = R_sensor·Mᵀ in
// frame world and the angular speeds ω_robot = M·ω_sensor, where M is the sensor's mounting: its attitude in frame to.
type FrameShiftIMU struct {
	attitude `frame:"$from"`

	WX atom.Need[unit.AngularSpeed] `frame:"$from" axis:"x"`
	WY atom.Need[unit.AngularSpeed] `frame:"$from" axis:"y"`
	WZ atom.Need[unit.AngularSpeed] `frame:"$from" axis:"z"`

	mountAngles[atom.Need[unit.Angle]] `frame:"$to" update:"constant"`

	Phi   atom.Product[unit.Angle]        `frame:"$world" axis:"x"`
	Theta atom.Product[unit.Angle]        `frame:"$world" axis:"y"`
	Psi   atom.Product[unit.Angle]        `frame:"$world" axis:"z"`
	P     atom.Product[unit.AngularSpeed] `frame:"$to" axis:"x"`
	Q     atom.Product[unit.AngularSpeed] `frame:"$to" axis:"y"`
	R     atom.Product[unit.AngularSpeed] `frame:"$to" axis:"z"`
	mount mount
}

// Physics composes the attitudes and rotates the rates.
func (a *FrameShiftIMU) Physics(unit.Time) {
	m := a.mount.rotation(&a.mountAngles)
	var r Rotation
	r.Turn(a.get())
	phi, theta, psi := r.Relative(m)
	a.Phi.Set(unit.Angle(phi))
	a.Theta.Set(unit.Angle(theta))
	a.Psi.Set(unit.Angle(psi))
	p, q, s := m.Apply(float64(a.WX.Get()), float64(a.WY.Get()), float64(a.WZ.Get()))
	a.P.Set(unit.AngularSpeed(p))
	a.Q.Set(unit.AngularSpeed(q))
	a.R.Set(unit.AngularSpeed(s))
}

// FrameShiftLoch converts the speed of a Doppler log, at its own place and in its own frame, to the speed of the robot's
// origin: v = M·v_sensor − ω×r, where M and r are the sensor's mounting angles and position in frame to.
type FrameShiftLoch struct {
	VX atom.Need[unit.Speed]        `frame:"$from" axis:"x"`
	VY atom.Need[unit.Speed]        `frame:"$from" axis:"y"`
	VZ atom.Need[unit.Speed]        `frame:"$from" axis:"z"`
	P  atom.Need[unit.AngularSpeed] `frame:"$to" axis:"x"`
	Q  atom.Need[unit.AngularSpeed] `frame:"$to" axis:"y"`
	R  atom.Need[unit.AngularSpeed] `frame:"$to" axis:"z"`

	mountAngles[atom.Need[unit.Angle]] `frame:"$to" update:"constant"`
	mountPlace[atom.Need[unit.Length]] `frame:"$to" update:"constant"`

	U     atom.Product[unit.Speed] `frame:"$to" axis:"x"`
	V     atom.Product[unit.Speed] `frame:"$to" axis:"y"`
	W     atom.Product[unit.Speed] `frame:"$to" axis:"z"`
	mount mount
}

// Physics computes v = M·v_sensor − ω×r.
func (a *FrameShiftLoch) Physics(unit.Time) {
	m := a.mount.rotation(&a.mountAngles)
	u, v, w := m.Apply(float64(a.VX.Get()), float64(a.VY.Get()), float64(a.VZ.Get()))
	p, q, r := float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get())
	x, y, z := float64(a.MountX.Get()), float64(a.MountY.Get()), float64(a.MountZ.Get())
	a.U.Set(unit.Speed(u - (float64(q*z) - float64(r*y))))
	a.V.Set(unit.Speed(v - (float64(r*x) - float64(p*z))))
	a.W.Set(unit.Speed(w - (float64(p*y) - float64(q*x))))
}

// FrameShiftDepth converts the depth of a sensor to that of the robot's origin: z = depth − (R·r)_z, where r is the
// position of the sensor in the robot and R the robot's attitude in frame to.
type FrameShiftDepth struct {
	Depth atom.Need[unit.Length] `frame:"$from" axis:"z"`
	Phi   atom.Need[unit.Angle]  `frame:"$to" axis:"x"`
	Theta atom.Need[unit.Angle]  `frame:"$to" axis:"y"`

	mountPlace[atom.Need[unit.Length]] `frame:"$robot" update:"constant"`

	Z atom.Product[unit.Length] `frame:"$to" axis:"z"`
}

// Physics computes z = depth − (R·r)_z.
func (a *FrameShiftDepth) Physics(unit.Time) {
	r := Turned(float64(a.Phi.Get()), float64(a.Theta.Get()), 0)
	_, _, down := r.Apply(float64(a.MountX.Get()), float64(a.MountY.Get()), float64(a.MountZ.Get()))
	a.Z.Set(unit.Length(float64(a.Depth.Get()) - down))
}

// Mounting is an External Knowledge Atom with a sensor's mounting: its frame seen from frame robot.
type Mounting struct {
	mountAngles[atom.Product[unit.Angle]] `frame:"$robot"`
	mountPlace[atom.Product[unit.Length]] `frame:"$robot"`
}

// mountAngles are a sensor's mounting angles.
type mountAngles[Angle any] struct {
	MountRoll  Angle `axis:"x"`
	MountPitch Angle `axis:"y"`
	MountYaw   Angle `axis:"z"`
}

// mountPlace is a sensor's mounting position.
type mountPlace[Length any] struct {
	MountX Length `axis:"x"`
	MountY Length `axis:"y"`
	MountZ Length `axis:"z"`
}
