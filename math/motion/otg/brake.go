package otg

import "math"

// braking precedes the actual plan if the start is outside the limits: at most two phases, in the scale of edge.
type braking struct {
	d, j [2]float64
}

// duration is that of both phases.
func (b *braking) duration() float64 { return b.d[0] + b.d[1] }

// brake finds the quickest path from v, a to a state from which the limits can be kept: an acceleration between −lo and
// hi, and a velocity that stays between bottom and top when the acceleration is released immediately.
func brake(v, a, top, bottom, hi, lo float64) braking {
	rest := v + a*math.Abs(a)/2 // velocity after releasing the acceleration
	switch {
	case a > hi:
		return release(v, a, top, bottom, hi, lo)
	case a < -lo:
		return release(-v, -a, -bottom, -top, lo, hi).mirrored()
	case a > 0 && rest > top || v > top && v-a*a/2 > bottom:
		return slow(v, a, top, bottom, lo)
	case a < 0 && rest < bottom || v < bottom && v+a*a/2 < top:
		return slow(-v, -a, -bottom, -top, hi).mirrored()
	}
	return braking{}
}

// release lowers the acceleration to hi, and further if the velocity would pass top; where the velocity is below
// bottom, it then holds hi until that is reached.
func release(v, a, top, bottom, hi, lo float64) (b braking) {
	if v+a*a/2 > top {
		return slow(v, a, top, bottom, lo)
	}
	u := a - hi
	b.d[0], b.j[0] = u, -1
	if v1 := v + u*(a-u/2); v1 < bottom {
		b.d[1] = max(0, min((bottom-v1)/hi, (top-v1)/hi-hi/2))
	}
	return b
}

// slow lowers the acceleration, to −lo at most, until the velocity is at top, or must be caught above bottom.
func slow(v, a, top, bottom, lo float64) (b braking) {
	b.j[0] = -1
	u := a + min(math.Sqrt(max(a*a+2*(v-top), 0)), math.Sqrt(max(a*a/2+v-bottom, 0)))
	if u <= a+lo {
		b.d[0] = max(u, 0)
		return b
	}
	u = max(a+lo, 0)
	v1 := v + u*(a-u/2)
	b.d[0] = u
	b.d[1] = max(0, min((v1-top)/lo, (v1-bottom)/lo-lo/2))
	return b
}

func (b braking) mirrored() braking {
	b.j[0], b.j[1] = -b.j[0], -b.j[1]
	return b
}
