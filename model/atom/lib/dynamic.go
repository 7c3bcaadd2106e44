package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// DynamicModel computes the forces and torques that produce desired accelerations, with the vehicle's damping, coupling and
// restoring terms compensated:
//
//	τ = M·acc + C(ν)ν + D(ν)ν + g(φ, θ)
//
// (T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, eq. 8.5; C in Kirchhoff's form with a
// diagonal added mass, D = linear + quadratic·|ν|). The origin of frame ROBOT is the centre of gravity. Everything is in
// ROBOT, along and about x, y, z: speeds u v w p q r, desired accelerations acc_u … acc_r, forces x y z and torques k m n.
//
// Only degrees of freedom whose control_… is 1 get a force: the damping of a speed that nothing controls must not be
// cancelled. Desired accelerations are Periodic: they need not be renewed at every run; if nothing provides one, an
// instance makes it Constant (atom.Renewed). Damping is given as the force at 1 m/s and the torque at 1 rad/s; weight and
// buoyancy are forces; buoyant_… is the position of the centre of buoyancy.
type DynamicModel struct {
	speeds[atom.Need[unit.Speed], atom.Need[unit.AngularSpeed]] `frame:"ROBOT"`

	Phi   atom.Need[unit.Angle] `frame:"WORLD" axis:"x"`
	Theta atom.Need[unit.Angle] `frame:"WORLD" axis:"y"`

	AccU atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"x" update:"periodic"`
	AccV atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"y" update:"periodic"`
	AccW atom.Need[unit.Acceleration]        `frame:"ROBOT" axis:"z" update:"periodic"`
	AccP atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"x" update:"periodic"`
	AccQ atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"y" update:"periodic"`
	AccR atom.Need[unit.AngularAcceleration] `frame:"ROBOT" axis:"z" update:"periodic"`

	dynamics[atom.Need[unit.Boolean], atom.Need[unit.Mass], atom.Need[unit.Inertia], atom.Need[unit.Force],
		atom.Need[unit.Torque], atom.Need[unit.Length]] `update:"constant"`
	wrench[atom.Product[unit.Force], atom.Product[unit.Torque]] `frame:"ROBOT"`
}

// wrench is forces and torques along and about the axes of a frame.
type wrench[Force, Torque any] struct {
	X Force  `axis:"x"`
	Y Force  `axis:"y"`
	Z Force  `axis:"z"`
	K Torque `axis:"x"`
	M Torque `axis:"y"`
	N Torque `axis:"z"`
}

// dynamics are the parameters of a vehicle, as needs of a DynamicModel and products of a Dynamics.
type dynamics[Boolean, Mass, Inertia, Force, Torque, Length any] struct {
	ControlU Boolean `frame:"ROBOT" axis:"x"`
	ControlV Boolean `frame:"ROBOT" axis:"y"`
	ControlW Boolean `frame:"ROBOT" axis:"z"`
	ControlP Boolean `frame:"ROBOT" axis:"x"`
	ControlQ Boolean `frame:"ROBOT" axis:"y"`
	ControlR Boolean `frame:"ROBOT" axis:"z"`

	Mass     Mass    `frame:"ROBOT"`
	InertiaP Inertia `frame:"ROBOT" axis:"x"`
	InertiaQ Inertia `frame:"ROBOT" axis:"y"`
	InertiaR Inertia `frame:"ROBOT" axis:"z"`
	AddedU   Mass    `frame:"ROBOT" axis:"x"`
	AddedV   Mass    `frame:"ROBOT" axis:"y"`
	AddedW   Mass    `frame:"ROBOT" axis:"z"`
	AddedP   Inertia `frame:"ROBOT" axis:"x"`
	AddedQ   Inertia `frame:"ROBOT" axis:"y"`
	AddedR   Inertia `frame:"ROBOT" axis:"z"`

	LinearU    Force  `frame:"ROBOT" axis:"x"`
	LinearV    Force  `frame:"ROBOT" axis:"y"`
	LinearW    Force  `frame:"ROBOT" axis:"z"`
	LinearP    Torque `frame:"ROBOT" axis:"x"`
	LinearQ    Torque `frame:"ROBOT" axis:"y"`
	LinearR    Torque `frame:"ROBOT" axis:"z"`
	QuadraticU Force  `frame:"ROBOT" axis:"x"`
	QuadraticV Force  `frame:"ROBOT" axis:"y"`
	QuadraticW Force  `frame:"ROBOT" axis:"z"`
	QuadraticP Torque `frame:"ROBOT" axis:"x"`
	QuadraticQ Torque `frame:"ROBOT" axis:"y"`
	QuadraticR Torque `frame:"ROBOT" axis:"z"`

	Weight   Force  `frame:"WORLD" axis:"z"`
	Buoyancy Force  `frame:"WORLD" axis:"z"`
	BuoyantX Length `frame:"ROBOT" axis:"x"`
	BuoyantY Length `frame:"ROBOT" axis:"y"`
	BuoyantZ Length `frame:"ROBOT" axis:"z"`
}

// Physics computes τ, one row for each degree of freedom that is controlled.
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

// restore adds g: −(W−B)·d in force and r_B×(B·d) in torque, where d = Rᵀe_z points down, in ROBOT.
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

// Dynamics is an External Knowledge Atom with the parameters of a vehicle for a DynamicModel, from its maker or a test
// tank, and with the degrees of freedom that are controlled.
type Dynamics struct {
	dynamics[atom.Product[unit.Boolean], atom.Product[unit.Mass], atom.Product[unit.Inertia], atom.Product[unit.Force],
		atom.Product[unit.Torque], atom.Product[unit.Length]]
}
