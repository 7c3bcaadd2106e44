package trajectory

import (
	"math"

	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// check is the result of integrating each phase of a trajectory anew.
type check struct {
	final   float64   // largest error of position, velocity or acceleration: of a joint's end and of all steps between its phases
	excess  float64   // largest relative excess over a limit
	broken  bool      // a duration is negative, or the phases are not contiguous up to the end
	p, v, a []float64 // where the last phases end
}

// state is the state of one joint.
type state struct{ p, v, a float64 }

func (s *state) run(j, t float64) {
	s.p += t * (s.v + t*(s.a/2+t*(j/6)))
	s.v += t * (s.a + t*(j/2))
	s.a += t * j
}

// run checks the trajectory of case c. A joint that starts outside its limits has to keep them as soon as it is
// inside for good; before that it may be as far outside as it was, or must become.
func (k *check) run(c *Case, t *otg.Trajectory) {
	k.final, k.excess, k.broken = 0, 0, false
	k.p, k.v, k.a = resize(k.p, c.DOFs), resize(k.v, c.DOFs), resize(k.a, c.DOFs)
	for i := range c.DOFs {
		s, at, off := state{c.P0[i], c.V0[i], c.A0[i]}, 0.0, state{}
		b := newBounds(c, i, s)
		for _, f := range t.Phases(i) {
			if !(f.Duration >= 0) || math.Abs(f.Start-at) > 1e-9*(1+at) {
				k.broken = true
			}
			off.add(s, state{f.P, f.V, f.A})
			s = state{f.P, f.V, f.A}
			k.excess = max(k.excess, (math.Abs(f.J)-c.JMax[i])/c.JMax[i], b.see(s, f))
			s.run(f.J, f.Duration)
			at += f.Duration
		}
		k.excess = max(k.excess, b.passed(s))
		if math.Abs(at-t.Duration()) > 1e-9*(1+at) {
			k.broken = true
		}
		off.add(s, state{c.PF[i], c.VF[i], c.AF[i]})
		k.final = max(k.final, off.p, off.v, off.a)
		k.p[i], k.v[i], k.a[i] = s.p, s.v, s.a
	}
}

// add notes the distance between a and b.
func (s *state) add(a, b state) {
	s.p += math.Abs(a.p - b.p)
	s.v += math.Abs(a.v - b.v)
	s.a += math.Abs(a.a - b.a)
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// bounds are the limits that apply to a joint now.
type bounds struct {
	v, a, j            float64 // the limits
	vLow, vHigh, aHigh float64 // with what a start outside of them allows
	inside             bool
}

func newBounds(c *Case, i int, s state) bounds {
	b := bounds{v: c.VMax[i], a: c.AMax[i], j: c.JMax[i]}
	end := s.v + s.a*math.Abs(s.a)/(2*b.j)
	b.vLow, b.vHigh, b.aHigh = min(-b.v, s.v, end), max(b.v, s.v, end), max(b.a, math.Abs(s.a))
	return b
}

// passed returns the relative excess of s over the bounds.
func (b *bounds) passed(s state) float64 {
	end := s.v + s.a*math.Abs(s.a)/(2*b.j)
	if !b.inside && math.Abs(s.v) <= b.v && math.Abs(end) <= b.v && math.Abs(s.a) <= b.a {
		b.inside = true
		b.vLow, b.vHigh, b.aHigh = -b.v, b.v, b.a
	}
	return max((s.v-b.vHigh)/b.v, (b.vLow-s.v)/b.v, (math.Abs(s.a)-b.aHigh)/b.a)
}

// see checks the beginning of a phase from s and the velocity's turn within it.
func (b *bounds) see(s state, f otg.Segment) float64 {
	worst := b.passed(s)
	if turn := -s.a / f.J; turn > 0 && turn < f.Duration {
		s.run(f.J, turn)
		s.a = 0
		worst = max(worst, b.passed(s))
	}
	return worst
}
