package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// DynamicModel turns desired accelerations into the forces and torques that give them, with the vehicle's damping,
// coupling and restoring terms compensated:
//
//	τ = M·acc + C(ν)ν + D(ν)ν + g(φ, θ)
//
// (T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, eq. 8.5; C in Kirchhoff's form with a
// diagonal added mass, D = linear + quadratic·|ν|). The origin of frame ROBOT is the centre of gravity. All is in ROBOT,
// along and about x, y, z: speeds u v w p q r, desired accelerations acc_u … acc_r, forces x y z and torques k m n.
//
// Only the degrees of freedom whose control_… is 1 get a force: where nothing controls a speed, its damping must not be
// cancelled. Desired accelerations are Periodic: they need not be renewed at every run; where nothing gives one, an
// instance lets it be Constant (atom.Renewed). Damping is given as the force at 1 m/s and the torque at 1 rad/s; weight
// and buoyancy are forces, buoyant_… is where the centre of buoyancy is.
type DynamicModel struct {
	U     atom.Need[unit.Speed]        `frame:"ROBOT" axis:"x"`
	V     atom.Need[unit.Speed]        `frame:"ROBOT" axis:"y"`
	W     atom.Need[unit.Speed]        `frame:"ROBOT" axis:"z"`
	P     atom.Need[unit.AngularSpeed] `frame:"ROBOT" axis:"x"`
	Q     atom.Need[unit.AngularSpeed] `frame:"ROBOT" axis:"y"`
	R     atom.Need[unit.AngularSpeed] `frame:"ROBOT" axis:"z"`
	Phi   atom.Need[unit.Angle]        `frame:"WORLD" axis:"x"`
	Theta atom.Need[unit.Angle]        `frame:"WORLD" axis:"y"`

	AccU atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"x" update:"periodic"`
	AccV atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"y" update:"periodic"`
	AccW atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"z" update:"periodic"`
	AccP atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"x" update:"periodic"`
	AccQ atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"y" update:"periodic"`
	AccR atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"z" update:"periodic"`

	ControlU atom.Need[unit.Boolean] `frame:"ROBOT" axis:"x" update:"constant"`
	ControlV atom.Need[unit.Boolean] `frame:"ROBOT" axis:"y" update:"constant"`
	ControlW atom.Need[unit.Boolean] `frame:"ROBOT" axis:"z" update:"constant"`
	ControlP atom.Need[unit.Boolean] `frame:"ROBOT" axis:"x" update:"constant"`
	ControlQ atom.Need[unit.Boolean] `frame:"ROBOT" axis:"y" update:"constant"`
	ControlR atom.Need[unit.Boolean] `frame:"ROBOT" axis:"z" update:"constant"`

	Mass     atom.Need[unit.Mass]    `frame:"ROBOT" update:"constant"`
	InertiaP atom.Need[unit.Inertia] `frame:"ROBOT" axis:"x" update:"constant"`
	InertiaQ atom.Need[unit.Inertia] `frame:"ROBOT" axis:"y" update:"constant"`
	InertiaR atom.Need[unit.Inertia] `frame:"ROBOT" axis:"z" update:"constant"`
	AddedU   atom.Need[unit.Mass]    `frame:"ROBOT" axis:"x" update:"constant"`
	AddedV   atom.Need[unit.Mass]    `frame:"ROBOT" axis:"y" update:"constant"`
	AddedW   atom.Need[unit.Mass]    `frame:"ROBOT" axis:"z" update:"constant"`
	AddedP   atom.Need[unit.Inertia] `frame:"ROBOT" axis:"x" update:"constant"`
	AddedQ   atom.Need[unit.Inertia] `frame:"ROBOT" axis:"y" update:"constant"`
	AddedR   atom.Need[unit.Inertia] `frame:"ROBOT" axis:"z" update:"constant"`

	LinearU    atom.Need[unit.Force]  `frame:"ROBOT" axis:"x" update:"constant"`
	LinearV    atom.Need[unit.Force]  `frame:"ROBOT" axis:"y" update:"constant"`
	LinearW    atom.Need[unit.Force]  `frame:"ROBOT" axis:"z" update:"constant"`
	LinearP    atom.Need[unit.Torque] `frame:"ROBOT" axis:"x" update:"constant"`
	LinearQ    atom.Need[unit.Torque] `frame:"ROBOT" axis:"y" update:"constant"`
	LinearR    atom.Need[unit.Torque] `frame:"ROBOT" axis:"z" update:"constant"`
	QuadraticU atom.Need[unit.Force]  `frame:"ROBOT" axis:"x" update:"constant"`
	QuadraticV atom.Need[unit.Force]  `frame:"ROBOT" axis:"y" update:"constant"`
	QuadraticW atom.Need[unit.Force]  `frame:"ROBOT" axis:"z" update:"constant"`
	QuadraticP atom.Need[unit.Torque] `frame:"ROBOT" axis:"x" update:"constant"`
	QuadraticQ atom.Need[unit.Torque] `frame:"ROBOT" axis:"y" update:"constant"`
	QuadraticR atom.Need[unit.Torque] `frame:"ROBOT" axis:"z" update:"constant"`

	Weight   atom.Need[unit.Force]  `frame:"WORLD" axis:"z" update:"constant"`
	Buoyancy atom.Need[unit.Force]  `frame:"WORLD" axis:"z" update:"constant"`
	BuoyantX atom.Need[unit.Length] `frame:"ROBOT" axis:"x" update:"constant"`
	BuoyantY atom.Need[unit.Length] `frame:"ROBOT" axis:"y" update:"constant"`
	BuoyantZ atom.Need[unit.Length] `frame:"ROBOT" axis:"z" update:"constant"`

	X atom.Product[unit.Force]  `frame:"ROBOT" axis:"x"`
	Y atom.Product[unit.Force]  `frame:"ROBOT" axis:"y"`
	Z atom.Product[unit.Force]  `frame:"ROBOT" axis:"z"`
	K atom.Product[unit.Torque] `frame:"ROBOT" axis:"x"`
	M atom.Product[unit.Torque] `frame:"ROBOT" axis:"y"`
	N atom.Product[unit.Torque] `frame:"ROBOT" axis:"z"`
}

// Physics computes τ, a row for each degree of freedom that is controlled.
func (a *DynamicModel) Physics(unit.Time) {
	u, v, w := float64(a.U.Get()), float64(a.V.Get()), float64(a.W.Get())
	p, q, r := float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get())
	mx := float64(a.Mass.Get() + a.AddedU.Get())
	my := float64(a.Mass.Get() + a.AddedV.Get())
	mz := float64(a.Mass.Get() + a.AddedW.Get())
	jx := float64(a.InertiaP.Get() + a.AddedP.Get())
	jy := float64(a.InertiaQ.Get() + a.AddedQ.Get())
	jz := float64(a.InertiaR.Get() + a.AddedR.Get())
	pu, pv, pw := float64(mx*u), float64(my*v), float64(mz*w) // momentum
	hp, hq, hr := float64(jx*p), float64(jy*q), float64(jz*r) // angular momentum
	var x, y, z, k, m, n float64
	restored := a.BuoyantX.Get() != 0 || a.BuoyantY.Get() != 0 // about z, weight and buoyancy act only then
	if a.ControlU.Get() != 0 {
		x = float64(mx*float64(a.AccU.Get())) + (float64(q*pw) - float64(r*pv)) + damping(a.LinearU.Get(), a.QuadraticU.Get(), u)
		restored = true
	}
	if a.ControlV.Get() != 0 {
		y = float64(my*float64(a.AccV.Get())) + (float64(r*pu) - float64(p*pw)) + damping(a.LinearV.Get(), a.QuadraticV.Get(), v)
		restored = true
	}
	if a.ControlW.Get() != 0 {
		z = float64(mz*float64(a.AccW.Get())) + (float64(p*pv) - float64(q*pu)) + damping(a.LinearW.Get(), a.QuadraticW.Get(), w)
		restored = true
	}
	if a.ControlP.Get() != 0 {
		k = float64(jx*float64(a.AccP.Get())) + (float64(q*hr) - float64(r*hq)) + (float64(v*pw) - float64(w*pv)) +
			damping(a.LinearP.Get(), a.QuadraticP.Get(), p)
		restored = true
	}
	if a.ControlQ.Get() != 0 {
		m = float64(jy*float64(a.AccQ.Get())) + (float64(r*hp) - float64(p*hr)) + (float64(w*pu) - float64(u*pw)) +
			damping(a.LinearQ.Get(), a.QuadraticQ.Get(), q)
		restored = true
	}
	if a.ControlR.Get() != 0 {
		n = float64(jz*float64(a.AccR.Get())) + (float64(p*hq) - float64(q*hp)) + (float64(u*pv) - float64(v*pu)) +
			damping(a.LinearR.Get(), a.QuadraticR.Get(), r)
	}
	a.X.Set(unit.Force(x))
	a.Y.Set(unit.Force(y))
	a.Z.Set(unit.Force(z))
	a.K.Set(unit.Torque(k))
	a.M.Set(unit.Torque(m))
	a.N.Set(unit.Torque(n))
	if restored {
		a.restore()
	}
}

// restore adds g: −(W−B)·d in force and r_B×(B·d) in torque, where d = Rᵀe_z is the way down, in ROBOT.
func (a *DynamicModel) restore() {
	sf, cf := math.Sincos(float64(a.Phi.Get()))
	st, ct := math.Sincos(float64(a.Theta.Get()))
	dx, dy, dz := -st, float64(ct*sf), float64(ct*cf)
	net, b := float64(a.Weight.Get()-a.Buoyancy.Get()), float64(a.Buoyancy.Get())
	bx, by, bz := float64(a.BuoyantX.Get()), float64(a.BuoyantY.Get()), float64(a.BuoyantZ.Get())
	if a.ControlU.Get() != 0 {
		a.X.Set(a.X.Get() - unit.Force(net*dx))
	}
	if a.ControlV.Get() != 0 {
		a.Y.Set(a.Y.Get() - unit.Force(net*dy))
	}
	if a.ControlW.Get() != 0 {
		a.Z.Set(a.Z.Get() - unit.Force(net*dz))
	}
	if a.ControlP.Get() != 0 {
		a.K.Set(a.K.Get() + unit.Torque(b*(float64(by*dz)-float64(bz*dy))))
	}
	if a.ControlQ.Get() != 0 {
		a.M.Set(a.M.Get() + unit.Torque(b*(float64(bz*dx)-float64(bx*dz))))
	}
	if a.ControlR.Get() != 0 {
		a.N.Set(a.N.Get() + unit.Torque(b*(float64(bx*dy)-float64(by*dx))))
	}
}

func damping[T unit.Value](linear, quadratic T, v float64) float64 {
	return float64((float64(linear) + float64(float64(quadratic)*math.Abs(v))) * v)
}

// Dynamics is an External Knowledge Atom with the parameters of a vehicle for a DynamicModel: what its maker, or a tank,
// says, and which degrees of freedom are controlled.
type Dynamics struct {
	ControlU atom.Product[unit.Boolean] `frame:"ROBOT" axis:"x"`
	ControlV atom.Product[unit.Boolean] `frame:"ROBOT" axis:"y"`
	ControlW atom.Product[unit.Boolean] `frame:"ROBOT" axis:"z"`
	ControlP atom.Product[unit.Boolean] `frame:"ROBOT" axis:"x"`
	ControlQ atom.Product[unit.Boolean] `frame:"ROBOT" axis:"y"`
	ControlR atom.Product[unit.Boolean] `frame:"ROBOT" axis:"z"`

	Mass     atom.Product[unit.Mass]    `frame:"ROBOT"`
	InertiaP atom.Product[unit.Inertia] `frame:"ROBOT" axis:"x"`
	InertiaQ atom.Product[unit.Inertia] `frame:"ROBOT" axis:"y"`
	InertiaR atom.Product[unit.Inertia] `frame:"ROBOT" axis:"z"`
	AddedU   atom.Product[unit.Mass]    `frame:"ROBOT" axis:"x"`
	AddedV   atom.Product[unit.Mass]    `frame:"ROBOT" axis:"y"`
	AddedW   atom.Product[unit.Mass]    `frame:"ROBOT" axis:"z"`
	AddedP   atom.Product[unit.Inertia] `frame:"ROBOT" axis:"x"`
	AddedQ   atom.Product[unit.Inertia] `frame:"ROBOT" axis:"y"`
	AddedR   atom.Product[unit.Inertia] `frame:"ROBOT" axis:"z"`

	LinearU    atom.Product[unit.Force]  `frame:"ROBOT" axis:"x"`
	LinearV    atom.Product[unit.Force]  `frame:"ROBOT" axis:"y"`
	LinearW    atom.Product[unit.Force]  `frame:"ROBOT" axis:"z"`
	LinearP    atom.Product[unit.Torque] `frame:"ROBOT" axis:"x"`
	LinearQ    atom.Product[unit.Torque] `frame:"ROBOT" axis:"y"`
	LinearR    atom.Product[unit.Torque] `frame:"ROBOT" axis:"z"`
	QuadraticU atom.Product[unit.Force]  `frame:"ROBOT" axis:"x"`
	QuadraticV atom.Product[unit.Force]  `frame:"ROBOT" axis:"y"`
	QuadraticW atom.Product[unit.Force]  `frame:"ROBOT" axis:"z"`
	QuadraticP atom.Product[unit.Torque] `frame:"ROBOT" axis:"x"`
	QuadraticQ atom.Product[unit.Torque] `frame:"ROBOT" axis:"y"`
	QuadraticR atom.Product[unit.Torque] `frame:"ROBOT" axis:"z"`

	Weight   atom.Product[unit.Force]  `frame:"WORLD" axis:"z"`
	Buoyancy atom.Product[unit.Force]  `frame:"WORLD" axis:"z"`
	BuoyantX atom.Product[unit.Length] `frame:"ROBOT" axis:"x"`
	BuoyantY atom.Product[unit.Length] `frame:"ROBOT" axis:"y"`
	BuoyantZ atom.Product[unit.Length] `frame:"ROBOT" axis:"z"`
}
