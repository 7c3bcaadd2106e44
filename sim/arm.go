package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// ArmConfig describes motors, friction and servos. A nil slice selects the default named with it; other slices have one
// number per joint.
type ArmConfig struct {
	Bandwidth float64   // rad/s, of the position servos if Kp or Kd is nil; 0 means 150
	Kp        []float64 // N·m/rad; nil: Bandwidth²·m, m the joint's greatest inertia over its range
	Kd        []float64 // N·m·s/rad; nil: 2·Bandwidth·m
	Effort    []float64 // N·m, of the motors; nil: the chain's limits
	Armature  []float64 // kg·m², rotor inertia seen at the joint; nil: 0.1
	Damping   []float64 // N·m·s/rad; nil: the chain's
	Friction  []float64 // N·m, Coulomb; nil: the chain's
	Creep     float64   // rad/s, below which friction fades to zero; 0 means 0.02
	MaxStep   float64   // s, longest step of the integrator; 0 means 1 ms
}

const (
	defaultBandwidth = 150
	defaultArmature  = 0.1
	defaultCreep     = 0.02
	defaultMaxStep   = 1e-3
)

// Filled returns the configuration with all defaults filled in for the chain, or everything that is wrong with it.
func (c ArmConfig) Filled(chain *kinematics.Chain) (ArmConfig, error) {
	n := chain.N()
	scalar := func(x *float64, d float64) {
		if *x == 0 {
			*x = d
		}
	}
	scalar(&c.Bandwidth, defaultBandwidth)
	scalar(&c.Creep, defaultCreep)
	scalar(&c.MaxStep, defaultMaxStep)
	fill := func(xs *[]float64, of func(i int) float64) {
		if *xs != nil {
			*xs = append([]float64(nil), *xs...)
			return
		}
		for i := range n {
			*xs = append(*xs, of(i))
		}
	}
	fill(&c.Effort, func(i int) float64 { return chain.Limit(i).Effort })
	fill(&c.Armature, func(int) float64 { return defaultArmature })
	fill(&c.Damping, chain.Damping)
	fill(&c.Friction, chain.Friction)
	if err := c.check(n); err != nil {
		return c, err
	}
	m := greatestInertia(chain)
	fill(&c.Kp, func(i int) float64 { return c.Bandwidth * c.Bandwidth * (m[i] + c.Armature[i]) })
	fill(&c.Kd, func(i int) float64 { return 2 * c.Bandwidth * (m[i] + c.Armature[i]) })
	return c, c.check(n)
}

func (c *ArmConfig) check(n int) error {
	var errs []error
	rows := []struct {
		name string
		xs   []float64
	}{
		{"Kp", c.Kp}, {"Kd", c.Kd}, {"Effort", c.Effort}, {"Armature", c.Armature}, {"Damping", c.Damping}, {"Friction", c.Friction},
	}
	for _, r := range rows {
		if r.xs != nil && len(r.xs) != n {
			errs = append(errs, fmt.Errorf("sim: ArmConfig.%s has %d numbers: the arm has %d joints", r.name, len(r.xs), n))
		}
		for i, x := range r.xs {
			if !(x >= 0) || (math.IsInf(x, 0) && r.name != "Effort") {
				errs = append(errs, fmt.Errorf("sim: ArmConfig.%s[%d] is %g: it must be finite and not negative", r.name, i, x))
			}
		}
	}
	for _, s := range []struct {
		name string
		x    float64
	}{{"Bandwidth", c.Bandwidth}, {"Creep", c.Creep}, {"MaxStep", c.MaxStep}} {
		if !(s.x > 0) || math.IsInf(s.x, 0) {
			errs = append(errs, fmt.Errorf("sim: ArmConfig.%s is %g: it must be positive and finite, or 0 for the default", s.name, s.x))
		}
	}
	return errors.Join(errs...)
}

// greatestInertia returns, per joint, the greatest diagonal element of the mass matrix over 200 hashed
// postures: the torque for a unit acceleration of that joint alone, minus gravity's.
func greatestInertia(chain *kinematics.Chain) []float64 {
	n := chain.N()
	d := kinematics.NewData(chain)
	zero, unit := make([]float64, n), make([]float64, n)
	q, g, tau, m := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for k := range 200 {
		for i := range q {
			l := chain.Limit(i)
			lo, hi := math.Max(l.Lower, -math.Pi), math.Min(l.Upper, math.Pi)
			q[i] = lo + (hi-lo)*unitFloat(mix(uint64(k), uint64(i)))
		}
		chain.RNEA(d, q, zero, zero, g)
		for i := range q {
			unit[i] = 1
			chain.RNEA(d, q, zero, unit, tau)
			unit[i] = 0
			m[i] = math.Max(m[i], tau[i]-g[i])
		}
	}
	return m
}

// Arm is a rigid-body arm whose joints are held by position servos, like those of a control box: the torque of joint i
// is Kp·(r−q) + Kd·(ṙ−dq) + gravity's, limited to Effort, where r is the interpolated reference. Rotor inertia, viscous
// damping and smoothed Coulomb friction resist.
//
// With the default servos an xArm 7 follows references at 250 Hz with a delay of about one command period, 4 ms, and
// apart from that to within a third of a millimetre at a tip speed of 0.5 m/s. Effort limits the servos' torque: the
// arm follows references that jump as fast as the motors allow.
//
// Forward dynamics use kinematics.Chain's ABA. Integration is semi-implicit Euler; damping, friction's slope and Kd are
// implicit, as h times their sum added to the armature. Joints have hard stops at their limits. No method allocates. An
// Arm is not safe for concurrent use.
type Arm struct {
	chain *kinematics.Chain
	data  *kinematics.Data
	cfg   ArmConfig
	ref   *Interpolator

	q, dq, ddq  []float64
	tau         []float64 // link side, as State returns it
	motor       []float64 // torque of the motors
	implicit    []float64 // implicit damping in addition to the joint's own
	load        []float64
	inertia     []float64
	gravity     []float64
	external    []float64 // set by SetExternal
	outside     []float64 // sum of the external torques in the step
	zero        []float64
	jac         []float64
	wrench      spatial.Wrench
	wrenchIsSet bool
}

// NewArm returns an arm at rest with all joints at zero, or at the nearest limit if zero is outside the range.
func NewArm(chain *kinematics.Chain, cfg ArmConfig) (*Arm, error) {
	cfg, err := cfg.Filled(chain)
	if err != nil {
		return nil, err
	}
	n := chain.N()
	a := &Arm{chain: chain, data: kinematics.NewData(chain), cfg: cfg, ref: NewInterpolator(n), jac: make([]float64, 6*n)}
	for _, s := range []*[]float64{&a.q, &a.dq, &a.ddq, &a.tau, &a.motor, &a.implicit, &a.load, &a.inertia,
		&a.gravity, &a.external, &a.outside, &a.zero} {
		*s = make([]float64, n)
	}
	a.Reset(a.zero)
	return a, nil
}

// N returns the number of joints.
func (a *Arm) N() int { return len(a.q) }

// Chain returns the arm's kinematic chain.
func (a *Arm) Chain() *kinematics.Chain { return a.chain }

// Config returns the configuration with its defaults filled in.
func (a *Arm) Config() ArmConfig { return a.cfg }

// Reset puts the arm at rest at q (rad), clamped to the joint limits, with the servos holding it there and no external
// torque. The torque it reports is gravity's.
func (a *Arm) Reset(q []float64) {
	for i, x := range q[:len(a.q)] {
		l := a.chain.Limit(i)
		if x-x != 0 {
			x = 0
		}
		a.q[i] = math.Max(l.Lower, math.Min(x, l.Upper))
	}
	clear(a.dq)
	clear(a.ddq)
	clear(a.external)
	a.wrench, a.wrenchIsSet = spatial.Wrench{}, false
	a.ref.Reset(a.q)
	a.chain.RNEA(a.data, a.q, a.zero, a.zero, a.tau)
}

// State copies positions (rad), velocities (rad/s) and torques (N·m) into slices of N numbers. The torque is the one
// that the joint transmits to the link: the motor's minus friction, damping and the rotor's share. It therefore equals
// RNEA(q, dq, ddq) of the last step minus the external torque, which is how a control box detects a collision.
func (a *Arm) State(q, dq, tau []float64) {
	copy(q, a.q)
	copy(dq, a.dq)
	copy(tau, a.tau)
}

// Accelerations copies the joint accelerations of the last step, rad/s².
func (a *Arm) Accelerations(ddq []float64) { copy(ddq, a.ddq) }

// SetExternal sets the torque (N·m) that the surroundings exert on the joints from now on.
func (a *Arm) SetExternal(tau []float64) { copy(a.external, tau) }

// SetWrench sets the force (N) and torque (N·m) that the surroundings exert on the tip from now on, both along
// the base frame's axes with the tip's origin as reference point.
func (a *Arm) SetWrench(w spatial.Wrench) { a.wrench, a.wrenchIsSet = w, w != spatial.Wrench{} }

// Step advances the arm by dt seconds with the reference ref (rad), in equal steps of at most MaxStep. It does nothing
// if dt is not positive, and keeps the old reference of a joint if the new one is not finite. Step panics with
// NotFinite if the state is no longer finite.
func (a *Arm) Step(dt float64, ref []float64) {
	n, h := a.steps(dt)
	if n == 0 {
		return
	}
	a.ref.Set(ref)
	for range n {
		a.servo(h)
		a.integrate(h)
	}
	a.finite()
}

// StepTorque advances the arm by dt seconds with the given motor torques (N·m), limited to Effort, instead of the
// position servos, which take over again from where the arm then is.
func (a *Arm) StepTorque(dt float64, tau []float64) {
	n, h := a.steps(dt)
	for i, t := range tau[:len(a.q)] {
		if t-t == 0 {
			a.motor[i] = math.Max(-a.cfg.Effort[i], math.Min(t, a.cfg.Effort[i]))
		}
	}
	clear(a.implicit)
	for range n {
		a.integrate(h)
	}
	a.finite()
	a.ref.Reset(a.q)
}

// finite panics with NotFinite if the state is not finite.
func (a *Arm) finite() {
	Finite("position of a joint, rad", -1, a.q)
	Finite("velocity of a joint, rad/s", -1, a.dq)
	Finite("torque of a joint, N·m", -1, a.tau)
}

func (a *Arm) steps(dt float64) (n int, h float64) {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return 0, 0
	}
	n = int(math.Ceil(dt/a.cfg.MaxStep - 1e-9))
	return n, dt / float64(n)
}

// servo sets the motors' torques for a step of h seconds.
func (a *Arm) servo(h float64) {
	r, rate := a.ref.Next(h)
	a.chain.RNEA(a.data, a.q, a.zero, a.zero, a.gravity)
	for i := range a.q {
		t := a.cfg.Kp[i]*(r[i]-a.q[i]) + a.cfg.Kd[i]*(rate[i]-a.dq[i]) + a.gravity[i]
		e := a.cfg.Effort[i]
		a.implicit[i] = 0
		switch {
		case t > e:
			a.motor[i] = e
		case t < -e:
			a.motor[i] = -e
		default:
			a.motor[i] = t
			a.implicit[i] = a.cfg.Kd[i]
		}
	}
}

// integrate advances by h seconds under the motors' torques.
func (a *Arm) integrate(h float64) {
	copy(a.outside, a.external)
	if a.wrenchIsSet {
		a.addWrench()
	}
	for i, dq := range a.dq {
		x := dq / a.cfg.Creep
		s := 1 / math.Sqrt(1+x*x)
		friction, slope := a.cfg.Friction[i]*x*s, a.cfg.Friction[i]/a.cfg.Creep*s*s*s
		a.load[i] = a.motor[i] - a.cfg.Damping[i]*dq - friction + a.outside[i]
		a.inertia[i] = a.cfg.Armature[i] + h*(a.cfg.Damping[i]+slope+a.implicit[i])
	}
	a.chain.ABA(a.data, a.q, a.dq, a.load, a.inertia, a.ddq)
	for i, ddq := range a.ddq {
		a.tau[i] = a.load[i] - a.outside[i] - a.inertia[i]*ddq
		a.dq[i] += h * ddq
		a.q[i] += h * a.dq[i]
		switch l := a.chain.Limit(i); {
		case a.q[i] > l.Upper:
			a.q[i], a.dq[i] = l.Upper, math.Min(0, a.dq[i])
		case a.q[i] < l.Lower:
			a.q[i], a.dq[i] = l.Lower, math.Max(0, a.dq[i])
		}
	}
}

// addWrench adds Jᵀ·w.
func (a *Arm) addWrench() {
	a.chain.Jacobian(a.data, a.q, a.jac)
	n := len(a.q)
	w := [6]float64{a.wrench.Force.X, a.wrench.Force.Y, a.wrench.Force.Z, a.wrench.Torque.X, a.wrench.Torque.Y, a.wrench.Torque.Z}
	for r, f := range w {
		for i, j := range a.jac[r*n : (r+1)*n] {
			a.outside[i] += j * f
		}
	}
}
