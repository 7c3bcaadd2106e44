package trajectory

import (
	"math"
	"slices"
)

// span is a range of durations that may be possible for a joint: a motion that depends on x takes from at one of x0
// and x1, and to at the other. Both ends are possible; those in between must be searched for.
type span struct {
	from, to float64
	x0, x1   float64
	at       func(x float64) float64 // duration, 0 for none; nil: all in the span are possible
}

// has searches for a motion that takes t. If the duration jumps there, it finds none.
func (p *span) has(t float64) bool {
	if t < p.from || t > p.to {
		return false
	}
	if p.at == nil || t == p.from || t == p.to {
		return true
	}
	x0, x1 := p.x0, p.x1
	rises := p.at(x0) < t
	for range 80 {
		mid := x0 + (x1-x0)/2
		now := p.at(mid)
		if now == 0 || mid == x0 || mid == x1 {
			return false
		}
		if math.Abs(now-t) < 1e-9 {
			return true
		}
		if (now < t) == rises {
			x0 = mid
		} else {
			x1 = mid
		}
	}
	return false
}

// slow lists durations that joint q can take: with two pulses of the same kinds, with or without a cruise in between.
func (s *search) slow(q *joint, grid int, shortest float64) []span {
	out := []span{{from: shortest, to: shortest}}
	s.grid(q, 0, grid)
	for e := -9.0; e < 0.5; e += 0.1 { // slow cruises take long
		for _, v := range [2]float64{q.vmin, q.vmax} {
			s.v = append(s.v, v*math.Pow(10, e))
		}
	}
	s.v = slices.DeleteFunc(s.v, func(v float64) bool { return v < q.vmin || v > q.vmax || v == 0 })
	slices.Sort(s.v)
	for i := range kinds {
		for k := range kinds {
			out = s.cruises(q, i, k, out)
		}
	}
	first, second := q.halves(0, 0)
	for _, f := range first { // those that can wait at rest
		for _, g := range second {
			if f.ok && g.ok && math.Abs(f.d+g.d-q.d) < 1e-10 {
				out = append(out, span{from: f.t + g.t, to: math.Inf(1)})
			}
		}
	}
	return s.meets(q, grid, out)
}

// cruises adds the durations of motions of kinds i and k with a cruise at some velocity in between.
func (s *search) cruises(q *joint, i, k int, out []span) []span {
	at := func(v float64) float64 {
		f, g := q.pulse(i, q.v0, q.a0, v, 0), q.pulse(k, v, 0, q.vf, q.af)
		cruise := (q.d - f.d - g.d) / v
		if !f.ok || !g.ok || !(cruise >= 0) {
			return 0
		}
		return f.t + g.t + cruise
	}
	was := 0.0
	for n, v := range s.v {
		t := at(v)
		if t > 0 && was > 0 && s.v[n-1]*v > 0 {
			out = append(out, span{min(was, t), max(was, t), s.v[n-1], v, at})
		} else if t > 0 {
			out = append(out, span{from: t, to: t})
		}
		was = t
	}
	return out
}

// meets adds the durations of motions without a cruise, for kinds with exactly one motion for each acceleration.
func (s *search) meets(q *joint, grid int, out []span) []span {
	as := make([]float64, grid)
	var t [kinds][kinds][]float64
	for m := range as {
		as[m] = q.amin + (q.amax-q.amin)*(float64(m)+0.5)/float64(grid)
		s.grid(q, as[m], grid)
		for i := range kinds {
			for k := range kinds {
				t[i][k] = append(t[i][k], s.single(q, as[m], i, k))
			}
		}
	}
	for i := range kinds {
		for k := range kinds {
			at := func(a float64) float64 {
				s.grid(q, a, grid)
				return s.single(q, a, i, k)
			}
			for m, now := range t[i][k] {
				if now == 0 {
					continue
				}
				out = append(out, span{from: now, to: now})
				if m > 0 && t[i][k][m-1] > 0 {
					was := t[i][k][m-1]
					out = append(out, span{min(was, now), max(was, now), as[m-1], as[m], at})
				}
			}
		}
	}
	return out
}

// single returns the duration of the motion of kinds i and k that ends at the target if there is exactly one among the
// grid's velocities; otherwise 0.
func (s *search) single(q *joint, a float64, i, k int) float64 {
	t, was, ok, changes := 0.0, 0.0, false, 0
	for n := range s.v {
		f, g := s.first[n][i], s.second[n][k]
		if !f.ok || !g.ok {
			ok = false
			continue
		}
		miss := f.d + g.d - q.d
		if ok && miss*was < 0 {
			changes++
			t = q.bisect(a, i, k, s.v[n-1], s.v[n], was)
		}
		was, ok = miss, true
	}
	if changes != 1 || math.IsInf(t, 1) {
		return 0
	}
	return t
}

// together returns the shortest duration that the search finds possible for all joints of c, +Inf for none.
func (s *search) together(c *Case, grid int) float64 {
	all, joints := make([][]span, c.DOFs), make([]joint, c.DOFs)
	least := 0.0
	var starts []float64
	for i := range joints {
		joints[i] = c.joint(i)
		shortest := s.shortest(&joints[i], grid)
		if math.IsInf(shortest, 1) {
			return shortest
		}
		least = max(least, shortest)
		all[i] = s.slow(&joints[i], grid, shortest)
		for _, x := range all[i] {
			starts = append(starts, x.from)
		}
	}
	slices.Sort(starts)
	for _, t := range slices.Compact(starts) {
		if t >= least && !slices.ContainsFunc(all, func(spans []span) bool { return !covers(spans, t) }) {
			return t
		}
	}
	return math.Inf(1)
}

func covers(spans []span, t float64) bool {
	return slices.ContainsFunc(spans, func(x span) bool { return x.has(t) })
}
