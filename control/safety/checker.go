package safety

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Verdict is what a limiter did with a proposal.
type Verdict uint8

// Verdicts, from the best to the worst.
const (
	Pass     Verdict = iota // passed unchanged, bit for bit
	Limited                 // replaced by the nearest motion within the limits
	Coasting                // no proposal came: the motion continues, within the limits
	Rejected                // not finite or absurd: a cycle of braking instead
	EStop                   // braking to rest, latched until Reset
)

func (v Verdict) String() string {
	names := [...]string{"pass", "limited", "coasting", "rejected", "emergency stop"}
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}

// Limits are all bounds on Cartesian commands.
type Limits struct {
	motion.Limits
	motion.Workspace
	Floor float64 // m: z of commands stays above it, in addition to the box's own bound; -Inf for none
	AngJ  float64 // angular jerk, rad/s³; 0: no limit
}

// Validate reports every fault.
func (l *Limits) Validate() error {
	errs := []error{l.Limits.Validate(), l.Workspace.Validate()}
	if !(l.AngJ >= 0) || math.IsInf(l.AngJ, 1) {
		errs = append(errs, fmt.Errorf("safety: limit AngJ is %g: give a positive number, or 0 for no limit", l.AngJ))
	}
	if math.IsNaN(l.Floor) || l.Floor >= l.High.Z {
		errs = append(errs, fmt.Errorf("safety: floor at z = %g leaves nothing of the box below z = %g: lower it", l.Floor, l.High.Z))
	}
	return errors.Join(errs...)
}

// Space returns the workspace, including the floor; given to a planner, it keeps the planner from proposing anything
// the checker must change.
func (l *Limits) Space() motion.Workspace {
	w := l.Workspace
	w.Low.Z = max(w.Low.Z, l.Floor)
	return w
}

// Config describes a [Checker].
type Config struct {
	Limits
	T      float64 // period, s. 0: motion.Period
	Absurd float64 // m: a proposal this far from the last command is rejected as a fault. 0: 0.1
	Bad    int     // consecutive rejected proposals that cause an emergency stop. 0: 5
	Lost   int     // consecutive cycles without a proposal for which the motion continues before it stops. 0: 20
	Arm    Arm     // must be able to follow what passes; nil: not checked
}

// Arm is a robot that takes poses and computes their joint positions itself. A Checker with an Arm passes only poses
// from which the joints can follow the stopping path: it checks that whole path, in strides of a few cycles.
type Arm interface {
	// Try begins a path at the arm's position.
	Try()
	// Reach extends the path to p, dt seconds later, and reports whether the joints can follow.
	Reach(p spatial.Pose, dt float64) bool
	// Take reports the pose that was passed, dt seconds after the last: the arm is there now.
	Take(p spatial.Pose, dt float64)
}

// Checker is the Sanity Checker of the thesis: the last step before the robot, which verifies the next pose. It keeps
// the last commanded state and never reads a sensor or a clock.
type Checker struct {
	c    Config
	gate gate
	turning
	stopped bool
	bad     int // rejected in a row
	lost    int // missing in a row

	Count [EStop + 1]int // cycles by verdict
}

// turning is the rotational part of the last commanded state.
type turning struct {
	r  spatial.Rot  // orientation …
	w  spatial.Vec3 // … its angular velocity, rad/s …
	dw spatial.Vec3 // … and acceleration, rad/s²
}

// NewChecker returns a checker that must be Reset to a pose before use. It reports all faults of c.
func NewChecker(c Config) (*Checker, error) {
	if c.T == 0 {
		c.T = motion.Period
	}
	if c.Absurd == 0 {
		c.Absurd = 0.1
	}
	if c.Bad == 0 {
		c.Bad = 5
	}
	if c.Lost == 0 {
		c.Lost = 20
	}
	errs := []error{c.Limits.Validate()}
	if !(c.T > 0) || c.T > 1 {
		errs = append(errs, fmt.Errorf("safety: period is %g s: give 0 < T ≤ 1", c.T))
	}
	if !(c.Absurd > 0) || c.Bad < 1 || c.Lost < 1 {
		errs = append(errs, fmt.Errorf("safety: absurd %g m, bad %d, lost %d: give positive numbers", c.Absurd, c.Bad, c.Lost))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	k := &Checker{c: c, gate: gate{law: motion.NewLaw(c.Limits.Limits, c.T), space: c.Limits.Space()}, stopped: true}
	k.r = spatial.IdentityRot()
	return k, nil
}

// Reset puts the command to rest at p, where the robot must be standing, and releases an emergency stop.
// A pose outside the workspace is refused and changes nothing.
func (k *Checker) Reset(p spatial.Pose) error { return k.Start(motion.At(p)) }

// Start is Reset to a state in motion, for example in a test or to take over a running motion. A state
// that cannot come to rest within the limits is refused and changes nothing.
func (k *Checker) Start(c motion.Command) error {
	if p := c.Pose(); !p.Finite() || !upright(p.R) || !c.V.Finite() || !c.A.Finite() || !c.W.Finite() {
		return fmt.Errorf("safety: cannot start from a state that is not finite, or not a rotation: %+v", c)
	}
	if !k.gate.space.Contains(c.P) {
		return fmt.Errorf("safety: cannot start at %.4v: %.4g m outside the workspace: move the robot back manually or widen the workspace",
			c.P, -k.gate.space.Clearance(c.P))
	}
	if c.A.Norm() > k.c.A*(1+slack) || c.W.Norm() > k.c.AngV*(1+slack) || !k.gate.law.Viable(c.State, &k.gate.space) {
		return fmt.Errorf("safety: cannot start from %+v: it cannot stop within the limits: start at rest", c)
	}
	k.gate.s = c.State
	k.r, k.w, k.dw = c.R.Quat().Rot(), c.W, spatial.Vec3{}
	k.stopped, k.bad, k.lost = false, 0, 0
	if k.c.Arm != nil {
		k.c.Arm.Take(spatial.Pose{P: c.P.Sub(c.V.Scale(k.c.T)), R: spatial.Exp(c.W.Scale(-k.c.T)).Mul(k.r)}, k.c.T)
		k.c.Arm.Take(k.pose(), k.c.T)
	}
	return nil
}

// Command returns the last commanded state.
func (k *Checker) Command() motion.Command { return motion.Command{State: k.gate.s, R: k.r, W: k.w} }

// Stopped reports whether an emergency stop is latched. Before the first Reset it is.
func (k *Checker) Stopped() bool { return k.stopped }

// Stop latches an emergency stop: from the next cycle on, the motion brakes along its present direction.
func (k *Checker) Stop() { k.stopped = true }

// Check takes the pose proposed for the next cycle and returns the pose to command.
func (k *Checker) Check(next spatial.Pose) (spatial.Pose, Verdict) {
	k.lost = 0
	if k.stopped {
		return k.brake(EStop)
	}
	if !next.Finite() || !upright(next.R) || next.P.Dist(k.gate.s.P) > k.c.Absurd {
		if k.bad++; k.bad >= k.c.Bad {
			k.stopped = true
			return k.brake(EStop)
		}
		return k.brake(Rejected)
	}
	k.bad = 0
	verdict, s, t := Pass, k.gate.s, k.turning
	if !k.gate.admit(next.P) {
		verdict = Limited
	}
	w := next.R.Mul(k.r.T()).Log().Scale(1 / k.c.T)
	if k.turns(w) {
		k.turned(next.R, w)
	} else {
		verdict = Limited
		k.turn(w)
	}
	if k.c.Arm != nil && !k.stops() {
		verdict = Limited
		k.yield(s, t)
	}
	return k.out(verdict)
}

// Missing replaces Check in a cycle without a proposal. For Lost cycles the motion continues with its velocity, as far
// as the limits and the workspace allow; then it stops and stays latched.
func (k *Checker) Missing() (spatial.Pose, Verdict) {
	if k.stopped {
		return k.brake(EStop)
	}
	if k.lost++; k.lost > k.c.Lost {
		k.stopped = true
		return k.brake(EStop)
	}
	s, t := k.gate.s, k.turning
	k.gate.coast()
	k.turn(k.w)
	if k.c.Arm != nil && !k.stops() {
		k.yield(s, t)
	}
	return k.out(Coasting)
}

func (k *Checker) brake(v Verdict) (spatial.Pose, Verdict) {
	k.slow()
	return k.out(v)
}

// slow advances one cycle along the stopping path.
func (k *Checker) slow() {
	k.gate.brake()
	k.turn(spatial.Vec3{})
}

// out returns the checker's present pose as the command.
func (k *Checker) out(v Verdict) (spatial.Pose, Verdict) {
	k.Count[v]++
	p := k.pose()
	if k.c.Arm != nil {
		k.c.Arm.Take(p, k.c.T)
	}
	return p, v
}

// The greatest length of a stride in which a stopping path is checked with the arm.
const (
	strideWay    = 0.008 // m
	strideTurn   = 0.03  // rad
	strideCycles = 12
	longestStop  = 10000 // cycles
)

// stops reports whether the arm can follow the present state and then the stopping path.
func (k *Checker) stops() bool {
	s, t := k.gate.s, k.turning
	defer func() { k.gate.s, k.turning = s, t }()
	k.c.Arm.Try()
	if !k.c.Arm.Reach(k.pose(), k.c.T) {
		return false
	}
	for cycles := 0; k.gate.s.Moving() || k.w != (spatial.Vec3{}); {
		n, way, turn := 0, 0.0, 0.0
		for n < strideCycles && way < strideWay && turn < strideTurn && (n == 0 || k.gate.s.Moving() || k.w != (spatial.Vec3{})) {
			k.slow()
			n, way, turn = n+1, way+k.gate.s.V.Norm()*k.c.T, turn+k.w.Norm()*k.c.T
		}
		if cycles += n; cycles > longestStop || !k.c.Arm.Reach(k.pose(), float64(n)*k.c.T) {
			return false
		}
	}
	return true
}

// yield goes from the previous state toward the present one as far as the arm can still stop, and otherwise brakes; the
// cycle before has shown that the arm can follow the braking path.
func (k *Checker) yield(s motion.State, t turning) {
	a, w := k.gate.s.A, k.w
	k.gate.s, k.turning = s, t
	k.slow()
	rest, still := k.gate.s, k.turning
	for _, x := range [...][2]float64{{0.5, 0.5}, {1, 0}, {0, 1}, {0.2, 0.2}, {0.2, 0}, {0, 0.2}, {0.04, 0.04}} { // shares of the translation and of the rotation
		k.gate.s, k.turning = k.gate.law.Mix(s, rest.A.Add(a.Sub(rest.A).Scale(x[0])), &k.gate.space), t
		k.spin(still.w.Add(w.Sub(still.w).Scale(x[1])))
		if k.stops() {
			return
		}
	}
	k.gate.s, k.turning = rest, still
}

// turns reports whether angular velocity w may follow.
func (k *Checker) turns(w spatial.Vec3) bool {
	if k.c.AngJ == 0 {
		return w.Norm() <= k.c.AngV*(1+slack) && w.Sub(k.w).Norm() <= k.c.AngA*k.c.T*(1+slack)
	}
	_, verdict := k.rate(1+slack).VelocityVec(k.c.T, w, k.w, k.dw)
	return verdict == Pass
}

// turn goes one cycle toward angular velocity w.
func (k *Checker) turn(w spatial.Vec3) {
	if k.c.AngJ == 0 {
		k.turned(k.Command().Turn(w, k.c.Limits.Limits, k.c.T))
		return
	}
	k.spin(k.rate(1).toward(k.c.T, w, k.w, k.dw))
}

// spin turns for a cycle at angular velocity w.
func (k *Checker) spin(w spatial.Vec3) {
	r := k.r
	if w != (spatial.Vec3{}) {
		r = spatial.Exp(w.Scale(k.c.T)).Mul(r).Quat().Rot()
	}
	k.turned(r, w)
}

func (k *Checker) turned(r spatial.Rot, w spatial.Vec3) {
	k.dw = w.Sub(k.w).Scale(1 / k.c.T)
	k.r, k.w = r, w
}

func (k *Checker) rate(by float64) Rate { return Rate{k.c.AngV * by, k.c.AngA * by, k.c.AngJ * by} }

func (k *Checker) pose() spatial.Pose { return spatial.Pose{P: k.gate.s.P, R: k.r} }

// upright reports whether r is a rotation, to 1e-3, and thus a valid target.
func upright(r spatial.Rot) bool {
	x, y, z := r.Col(0), r.Col(1), r.Col(2)
	return x.Cross(y).Sub(z).Norm() < 1e-3 && y.Cross(z).Sub(x).Norm() < 1e-3 && x.Dot(x) > 0.9
}
