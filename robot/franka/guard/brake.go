package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

const (
	n  = franka.Joints
	dt = franka.Period

	slack   = 1e-3 // margin to every limit for rounding, as in libfranka
	hard    = 0.5  // share of the accelerations that a brake uses: more, for all joints at once, overloads a stretched arm's motors
	sudden  = 0.85 // share of the jerks
	release = 150  // 1/s: at low speed a brake eases off in proportion to the remaining velocity; at most J/A

	rest  = 1e-10 // rad/s …
	quiet = 1e-6  // … and rad/s² below which a joint is at rest
)

type vec [n]float64

// plus returns q + t·v.
func (q *vec) plus(v *vec, t float64) (to vec) {
	for i := range q {
		to[i] = q[i] + t*v[i]
	}
	return to
}

// bounds are one joint's, for one cycle of a command.
type bounds struct {
	lower, upper float64 // rad
	v            float64 // with margin for lost commands, rad/s
	most         float64 // without it
	a, j         float64 // rad/s², and its change in a cycle
}

func boundsOf(l *franka.Limits, margin int) (b [n]bounds) {
	for i := range b {
		j := &l.Joints[i]
		r := l.Rate(i).Tolerant(slack, margin, dt)
		b[i] = bounds{lower: j.Lower + slack, upper: j.Upper - slack, v: r.V, most: j.V - slack, a: r.A, j: r.J * dt}
	}
	return b
}

// rate returns the share of velocity v, 1/s, that a brake removes.
func (b *bounds) rate(v float64) float64 {
	if v = math.Abs(v); v*release > hard*b.a {
		return hard * b.a / v
	}
	return release
}

// allows reports whether joint i may have velocity v at q: near the ends of its range an FR3's joint must be slow.
func (b *bounds) allows(l *franka.Limits, i int, q, v float64) bool {
	if math.Abs(v) > b.most {
		return false
	}
	if l.Brake[i].Deceleration == 0 || math.Abs(v) < 1e-3 {
		return true
	}
	const room = 0.03 // rad/s
	low, high := l.Velocity(i, q)
	return v >= min(-1e-3, low+room) && v <= max(1e-3, high-room)
}

// slower is allows while braking at rate r for h seconds.
func (b *bounds) slower(l *franka.Limits, i int, q, v, r, h float64) bool {
	if l.Brake[i].Deceleration == 0 || math.Abs(v) < 1e-3 {
		return true
	}
	for _, s := range [3]float64{0.25, 0.5, 0.75} {
		if t := s * h; !b.allows(l, i, q+v*t*(1-r*t/2), v*(1-r*t)) {
			return false
		}
	}
	return true
}

// line returns the largest s in 0 … 1 for which p + s·d is within ±most. If p itself is outside, motion back is allowed.
func line(p, d, low, high float64) float64 {
	switch x := p + d; {
	case x > high && d > 0:
		return max(0, min(1, (high-p)/d))
	case x < low && d < 0:
		return max(0, min(1, (low-p)/d))
	}
	return 1
}
