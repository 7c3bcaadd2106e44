package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

const (
	n  = franka.Joints
	dt = franka.Period

	slack   = 1e-3 // left of every limit for rounding, as libfranka leaves it
	hard    = 0.85 // of the accelerations that a brake uses
	sudden  = 0.85 // of the jerks
	release = 150  // 1/s: at low speed a brake lets go in proportion to what is left; at most J/A

	rest  = 1e-10 // rad/s …
	quiet = 1e-6  // … and rad/s² under which a joint stands
)

type vec [n]float64

// bounds are one joint's, for one cycle of a command.
type bounds struct {
	lower, upper float64 // rad
	v            float64 // with room for lost commands, rad/s
	most         float64 // without
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

// slows is the velocity by which a brake lowers v: a share of it in each second.
func (b *bounds) rate(v float64) float64 {
	if v = math.Abs(v); v*release > hard*b.a {
		return hard * b.a / v
	}
	return release
}

// line returns the largest s in 0 … 1 for which p + s·d is within ±most. Where p itself is outside, what leads back counts
// as inside.
func line(p, d, low, high float64) float64 {
	switch x := p + d; {
	case x > high && d > 0:
		return max(0, min(1, (high-p)/d))
	case x < low && d < 0:
		return max(0, min(1, (low-p)/d))
	}
	return 1
}
