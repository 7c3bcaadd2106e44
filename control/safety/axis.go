package safety

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// AxisLimit bounds one joint, however it is commanded: positions in rad or m and their derivatives, efforts in N·m or N.
// Infinite means no bound; see [Unlimited].
type AxisLimit struct {
	Lower, Upper float64    // hard: positions beyond are never commanded
	Soft         [2]float64 // within Lower and Upper: motions stop here, but a joint may be beyond and come back
	V            float64    // speed
	A, D         float64    // speeding up, slowing down
	J            float64    // jerk
	Effort       float64
}

// Unlimited bounds nothing.
func Unlimited() AxisLimit {
	inf := math.Inf(1)
	return AxisLimit{Lower: -inf, Upper: inf, Soft: [2]float64{-inf, inf}, V: inf, A: inf, D: inf, J: inf, Effort: inf}
}

// And returns the tighter of both limits, bound by bound.
func (l AxisLimit) And(m AxisLimit) AxisLimit {
	return AxisLimit{
		Lower: max(l.Lower, m.Lower), Upper: min(l.Upper, m.Upper),
		Soft: [2]float64{max(l.Soft[0], m.Soft[0]), min(l.Soft[1], m.Soft[1])},
		V:    min(l.V, m.V), A: min(l.A, m.A), D: min(l.D, m.D), J: min(l.J, m.J), Effort: min(l.Effort, m.Effort),
	}
}

// Validate reports every fault of l.
func (l AxisLimit) Validate() error {
	var errs []error
	if !(l.Lower < l.Upper) {
		errs = append(errs, fmt.Errorf("safety: positions from %g to %g: give lower < upper", l.Lower, l.Upper))
	}
	if !(l.Soft[0] < l.Soft[1]) || l.Soft[0] >= l.Upper || l.Soft[1] <= l.Lower {
		errs = append(errs, fmt.Errorf("safety: soft limits from %g to %g, hard ones from %g to %g: give soft limits within the hard ones",
			l.Soft[0], l.Soft[1], l.Lower, l.Upper))
	}
	for _, x := range [...]struct {
		name string
		v    float64
	}{{"velocity", l.V}, {"acceleration", l.A}, {"deceleration", l.D}, {"jerk", l.J}, {"effort", l.Effort}} {
		if !(x.v > 0) {
			errs = append(errs, fmt.Errorf("safety: limit of %s is %g: give a positive number, or none", x.name, x.v))
		}
	}
	return errors.Join(errs...)
}

// Axis limits the commands to one joint, by the core of [Joints]: after every command the joint can still come to rest
// within its limits. The smaller of A and D is used for both. Without a limit of acceleration a joint is taken to stop
// within a cycle. The zero Axis is not usable.
type Axis struct {
	limit AxisLimit
	gate  gate
	jumps bool // no limit of acceleration
	low   float64
	high  float64
	goal  float64 // the last proposed position
}

// many stands for no limit where a law needs a number, in rad/s or m/s.
const many = 1e6

// NewAxis limits a joint that is commanded every t seconds. Call Begin before use.
func NewAxis(l AxisLimit, t float64) (*Axis, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	a := min(l.A, l.D)
	x := &Axis{limit: l, jumps: math.IsInf(a, 1)}
	if x.jumps {
		a = many
	}
	lim := motion.Limits{V: min(l.V, many), A: a, J: l.J, AngV: 1, AngA: 1}
	if err := lim.Validate(); err != nil {
		return nil, err
	}
	x.gate.law = motion.NewLaw(lim, t)
	return x, nil
}

// Limit returns the limits.
func (x *Axis) Limit() AxisLimit { return x.limit }

// Place moves the command to q, the joint's position, without changing its velocity.
func (x *Axis) Place(q float64) {
	x.gate.s.P.X, x.goal = q, q
	x.narrow()
}

// Period returns the time between commands, s.
func (x *Axis) Period() float64 { return x.gate.law.T }

// Begin puts the command to rest at q, the joint's position. It fails if q is outside the hard limits.
func (x *Axis) Begin(q float64) error {
	l := &x.limit
	if !(q >= l.Lower && q <= l.Upper) {
		return fmt.Errorf("safety: the joint stands at %g, outside %g to %g: move it back manually", q, l.Lower, l.Upper)
	}
	x.low, x.high = max(l.Lower, min(l.Soft[0], q)), min(l.Upper, max(l.Soft[1], q))
	x.gate.s, x.goal = motion.State{P: spatial.V(q, 0, 0)}, q
	x.border()
	return nil
}

// border sets the bounds on positions: the soft limits or, if the joint is beyond them, its position, which can only narrow
// them.
func (x *Axis) border() {
	p := x.gate.s.P.X
	x.low, x.high = max(x.low, min(x.limit.Soft[0], p)), min(x.high, max(x.limit.Soft[1], p))
	inf := math.Inf(1)
	x.gate.space = motion.Workspace{Low: spatial.V(x.low, -inf, -inf), High: spatial.V(x.high, inf, inf)}
}

// State returns what was last commanded: position, velocity, acceleration.
func (x *Axis) State() (q, dq, ddq float64) { return x.gate.s.P.X, x.gate.s.V.X, x.gate.s.A.X }

// Position takes the position proposed for the next cycle and returns the one to command.
func (x *Axis) Position(q float64) (float64, Verdict) {
	if !finite(q) {
		return x.Brake(), Rejected
	}
	was := x.goal
	x.goal = q
	switch {
	case x.jumps:
		if x.move(q) {
			return q, Pass
		}
	case x.gate.take(spatial.V(q, 0, 0)):
		x.narrow()
		return q, Pass
	default:
		g := &x.gate
		g.s = g.law.Mix(g.s, g.law.Toward(g.s, spatial.V(x.toward(q, was), 0, 0)), &g.space)
		x.narrow()
	}
	return x.gate.s.P.X, Limited
}

// toward returns the velocity at which to go to a position that is out of reach in this cycle, so as to come to rest there
// rather than swing around it: the goal's own velocity, if it moves as joints may, and the speed from which half the
// acceleration is enough to stop where the goal was. With a limit of jerk it falls at least in proportion to the distance.
func (x *Axis) toward(q, was float64) float64 {
	l, s := &x.gate.law, &x.gate.s
	own := (q - was) / l.T
	if !(math.Abs(own) <= l.V) {
		own, was = 0, q
	}
	d := was - s.P.X
	v := min(math.Abs(d)/l.T, motion.SpeedFor(math.Abs(d), l.A*l.T/2, l.T))
	if !math.IsInf(l.Step(), 1) {
		v = min(v, math.Abs(d)*l.Step()/(l.T*l.A)/2)
	}
	return own + math.Copysign(v, d)
}

// Velocity takes the velocity proposed for the next cycle, for a joint at q, and returns the one to command.
func (x *Axis) Velocity(v, q float64) (float64, Verdict) {
	x.gate.s.P.X = q
	if v == 0 && x.gate.s.V.X == 0 && x.gate.s.A.X == 0 { // at rest, so it stays where it is
		return 0, Pass
	}
	verdict := Pass
	if !finite(v) {
		v, verdict = 0, Rejected
	}
	if x.move(q + float64(v*x.gate.law.T)) {
		x.gate.s.V.X = v // avoids rounding on the way there and back
		return v, verdict
	}
	return x.gate.s.V.X, max(verdict, Limited)
}

// Acceleration takes the acceleration proposed for the next cycle, for a joint at q with velocity dq.
func (x *Axis) Acceleration(a, q, dq float64) (float64, Verdict) {
	s := &x.gate.s
	s.P.X, s.V.X = q, dq
	verdict := Pass
	if !finite(a) {
		a, verdict = -dq/x.gate.law.T, Rejected
	}
	t := x.gate.law.T
	if x.move(q + float64((dq+float64(a*t))*t)) {
		return a, verdict
	}
	return s.A.X, max(verdict, Limited)
}

// Torque takes the effort proposed for the next cycle, for a joint at q with velocity dq. Without a model no effort can be
// proved to stop a joint in time. In addition to the bound, an effort that drives the joint on is replaced by zero if the
// joint is faster than its limit, or could not stop before the end of its range with its acceleration.
func (x *Axis) Torque(u, q, dq float64) (float64, Verdict) {
	if !finite(u) {
		return 0, Rejected
	}
	l := &x.limit
	out := max(min(u, l.Effort), -l.Effort)
	way := 0.0
	if a := min(l.A, l.D); !x.jumps {
		way = dq * math.Abs(dq) / (2 * a)
	}
	end, low, high := q+way, max(l.Lower, l.Soft[0]), min(l.Upper, l.Soft[1])
	if out > 0 && (dq > l.V || max(q, end) >= high) || out < 0 && (dq < -l.V || min(q, end) <= low) {
		out = 0
	}
	x.gate.s = motion.State{P: spatial.V(q, 0, 0), V: spatial.V(dq, 0, 0)}
	if out != u {
		return out, Limited
	}
	return out, Pass
}

// Brake goes one cycle toward rest and returns the position to command.
func (x *Axis) Brake() float64 {
	if x.gate.s.V.X == 0 && x.gate.s.A.X == 0 {
		return x.gate.s.P.X
	}
	if x.jumps {
		x.gate.s = motion.State{P: x.gate.s.P}
	} else {
		x.gate.brake()
	}
	return x.gate.s.P.X
}

// move takes q, or goes as near to it as the limits allow, and reports whether it took q.
func (x *Axis) move(q float64) bool {
	ok := false
	if x.jumps {
		g := &x.gate
		step := g.law.V * g.law.T
		to := max(min(q, g.s.P.X+step), g.s.P.X-step)
		to = max(min(to, x.high), x.low)
		ok = to == q
		v := (to - g.s.P.X) / g.law.T
		g.s = motion.State{P: spatial.V(to, 0, 0), V: spatial.V(v, 0, 0)}
	} else {
		ok = x.gate.admit(spatial.V(q, 0, 0))
	}
	x.narrow()
	return ok
}

// narrow brings the border nearer to the soft limits if the joint is beyond them.
func (x *Axis) narrow() {
	if x.low < x.limit.Soft[0] || x.high > x.limit.Soft[1] {
		x.border()
	}
}
