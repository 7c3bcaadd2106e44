package trajectory

import (
	"math"
	"slices"
)

// The reference searches by brute force: it solves no polynomial and chooses no profile family. A motion is two
// pulses that meet in some state (v, a), with a cruise between them if a = 0. A pulse changes velocity and
// acceleration with one jerk, a plateau at an acceleration limit or none, and the opposite jerk. The meeting state is
// sought on a grid, refined by bisection of the missing position and by a golden section over a. Every motion it
// finds is possible, so its durations are upper bounds of the best: a planner must not be longer. It covers position
// targets with full states, from starts within the limits that can also be left within them.

// joint is a problem of one joint, from position 0.
type joint struct{ d, v0, a0, vf, af, vmin, vmax, amin, amax, j float64 }

func (c *Case) joint(i int) joint {
	return joint{c.PF[i] - c.P0[i], c.V0[i], c.A0[i], c.VF[i], c.AF[i], -c.VMax[i], c.VMax[i], -c.AMax[i], c.AMax[i], c.JMax[i]}
}

// startsInside reports whether the start keeps the limits and can be left within them.
func (q *joint) startsInside() bool {
	end := q.v0 + q.a0*math.Abs(q.a0)/(2*q.j) // velocity once the acceleration has been brought to zero
	return q.a0 >= q.amin && q.a0 <= q.amax && q.v0 >= q.vmin && q.v0 <= q.vmax && end >= q.vmin && end <= q.vmax
}

// part is a part of a motion: duration s and distance.
type part struct {
	t, d float64
	ok   bool
}

// kinds of pulses: the first jerk's sign, and whether the acceleration turns at the positive root, at the negative
// root, or stays at its limit.
const kinds = 6

// pulse goes from (v, a) to (v1, a1).
func (q *joint) pulse(kind int, v, a, v1, a1 float64) part {
	s, limit := 1.0, q.amax
	if kind >= 3 {
		s, limit = -1, q.amin
	}
	top, hold := limit, 0.0
	if kind%3 == 2 {
		hold = (v1 - v - s*(2*top*top-a*a-a1*a1)/(2*q.j)) / top
	} else {
		sq := (a*a+a1*a1)/2 + s*q.j*(v1-v)
		if sq < 0 {
			return part{}
		}
		top = math.Sqrt(sq)
		if kind%3 == 1 {
			top = -top
		}
	}
	t1, t2 := s*(top-a)/q.j, s*(top-a1)/q.j
	if !(hold >= 0) || t1 < 0 || t2 < 0 || s*top > s*limit {
		return part{}
	}
	x, vx, ok := q.ramp(v, a, s*q.j, t1)
	x2 := vx*hold + top*hold*hold/2
	y, _, ok2 := q.ramp(vx+top*hold, top, -s*q.j, t2)
	return part{t1 + hold + t2, x + x2 + y, ok && ok2}
}

// ramp runs for t with jerk j and reports whether the velocity keeps its limits, also at its extremum.
func (q *joint) ramp(v, a, j, t float64) (d, vEnd float64, ok bool) {
	d = t * (v + t*(a/2+t*j/6))
	vEnd = v + t*(a+t*j/2)
	low, high := min(v, vEnd), max(v, vEnd)
	if turn := -a / j; turn > 0 && turn < t {
		vt := v + a*turn/2
		low, high = min(low, vt), max(high, vt)
	}
	return d, vEnd, low >= q.vmin-1e-12 && high <= q.vmax+1e-12
}

// half contains the pulses of all kinds before or after a meeting state.
type half [kinds]part

func (q *joint) halves(v, a float64) (first, second half) {
	for k := range kinds {
		first[k] = q.pulse(k, q.v0, q.a0, v, a)
		second[k] = q.pulse(k, v, a, q.vf, q.af)
	}
	return first, second
}

// speeds is the grid of meeting velocities for acceleration a: even, and dense around where pulses change their kind.
func (q *joint) speeds(a float64, n int, out []float64) []float64 {
	out = out[:0]
	for i := range n {
		out = append(out, q.vmin+(q.vmax-q.vmin)*float64(i)/float64(n-1))
	}
	for _, end := range [2]struct{ v, a, sign float64 }{{q.v0, q.a0, 1}, {q.vf, q.af, -1}} {
		sum := end.a*end.a + a*a
		for _, s := range [2]float64{1, -1} {
			for _, top := range [4]float64{end.a, a, q.amax, q.amin} {
				out = append(out, end.v+end.sign*s*(2*top*top-sum)/(2*q.j))
			}
			out = append(out, end.v-end.sign*s*sum/(2*q.j))
		}
	}
	for _, v := range out[n:] {
		out = append(out, v-1e-9, v+1e-9)
	}
	out = slices.DeleteFunc(out, func(v float64) bool { return v < q.vmin || v > q.vmax })
	slices.Sort(out)
	return out
}

// search contains the working memory of the reference.
type search struct {
	v             []float64
	first, second []half
}

// best returns the shortest duration found with meeting acceleration a, +Inf if there is none.
func (s *search) best(q *joint, a float64, n int) float64 {
	s.grid(q, a, n)
	shortest := math.Inf(1)
	for i := range kinds {
		for k := range kinds {
			shortest = min(shortest, s.roots(q, a, i, k))
		}
	}
	if a != 0 {
		return shortest
	}
	for _, v := range [2]float64{q.vmin, q.vmax} { // with a cruise at the limit
		first, second := q.halves(v, 0)
		for _, f := range first {
			for _, g := range second {
				if cruise := (q.d - f.d - g.d) / v; f.ok && g.ok && cruise >= 0 {
					shortest = min(shortest, f.t+cruise+g.t)
				}
			}
		}
	}
	return shortest
}

func (s *search) grid(q *joint, a float64, n int) {
	s.v = q.speeds(a, n, s.v)
	s.first, s.second = s.first[:0], s.second[:0]
	for _, v := range s.v {
		f, g := q.halves(v, a)
		s.first, s.second = append(s.first, f), append(s.second, g)
	}
}

// roots returns the shortest of the motions of kinds i and k that end at the target.
func (s *search) roots(q *joint, a float64, i, k int) float64 {
	shortest, was, ok := math.Inf(1), 0.0, false
	for n := range s.v {
		f, g := s.first[n][i], s.second[n][k]
		if !f.ok || !g.ok {
			ok = false
			continue
		}
		miss := f.d + g.d - q.d
		if miss == 0 {
			shortest = min(shortest, f.t+g.t)
		}
		if ok && miss*was < 0 {
			shortest = min(shortest, q.bisect(a, i, k, s.v[n-1], s.v[n], was))
		}
		was, ok = miss, true
	}
	return shortest
}

// bisect narrows the meeting velocity between lo and hi, where the missing position changes its sign.
func (q *joint) bisect(a float64, i, k int, lo, hi, atLo float64) float64 {
	t := math.Inf(1)
	for range 100 {
		mid := lo + (hi-lo)/2
		f, g := q.pulse(i, q.v0, q.a0, mid, a), q.pulse(k, mid, a, q.vf, q.af)
		if mid == lo || mid == hi || !f.ok || !g.ok {
			break
		}
		miss := f.d + g.d - q.d
		if math.Abs(miss) < 1e-10 {
			t = f.t + g.t
		}
		if (miss < 0) == (atLo < 0) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return t
}

// shortest returns the shortest duration that the search finds, +Inf for none: grid² meeting states, refined.
func (s *search) shortest(q *joint, grid int) float64 {
	as := []float64{0, q.a0, q.af}
	for i := range grid {
		as = append(as, q.amin+(q.amax-q.amin)*float64(i)/float64(grid-1))
	}
	slices.Sort(as)
	as = slices.Compact(as)
	t := make([]float64, len(as))
	shortest := math.Inf(1)
	for i, a := range as {
		t[i] = s.best(q, a, grid)
		shortest = min(shortest, t[i])
	}
	for i := 1; i+1 < len(as); i++ { // refine valleys that could still become the lowest
		if t[i] <= t[i-1] && t[i] <= t[i+1] && t[i] < 1.1*shortest+1e-6 && !math.IsInf(t[i], 1) {
			shortest = min(shortest, s.golden(q, as[i-1], as[i+1], grid))
		}
	}
	return shortest
}

// golden is a golden-section search over the meeting acceleration.
func (s *search) golden(q *joint, lo, hi float64, grid int) float64 {
	r := (math.Sqrt(5) - 1) / 2
	x, y := hi-r*(hi-lo), lo+r*(hi-lo)
	fx, fy := s.best(q, x, grid), s.best(q, y, grid)
	for range 45 {
		if fx < fy {
			hi, y, fy = y, x, fx
			x = hi - r*(hi-lo)
			fx = s.best(q, x, grid)
		} else {
			lo, x, fx = x, y, fy
			y = lo + r*(hi-lo)
			fy = s.best(q, y, grid)
		}
	}
	return min(fx, fy)
}
