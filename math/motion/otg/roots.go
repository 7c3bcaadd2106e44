package otg

import "math"

// durations collects, in order, the durations at which a target is on the edge of the reachable positions.
type durations struct {
	n    int
	most int // how many are wanted
	t    [24]float64
}

// put inserts t, in order.
func (d *durations) put(t float64) {
	if d.full() || math.IsNaN(t) {
		return
	}
	i := d.n
	for i > 0 && d.t[i-1] > t {
		d.t[i] = d.t[i-1]
		i--
	}
	d.t[i] = t
	d.n++
}

// search is one walk along an edge for the durations at which its distance is dist.
type search struct {
	e     *edge
	dist  float64
	close float64 // an extremum this near to dist is a root
	f     float64 // distance − dist at the present end of the walk
	out   *durations
}

// roots finds the durations from x1, where the distance is start, to x2 at which it is dist; x2 is +Inf for no end.
func (e *edge) roots(start, dist, near, x1, x2 float64, out *durations) {
	s := search{e: e, dist: dist, close: near, out: out, f: start - dist}
	end := min(x2, e.xTop)
	s.walk(e.before, x1, min(end, e.m1))
	s.walk(free, max(x1, e.m1), min(end, e.m2))
	s.walk(e.behind, max(x1, e.m2), min(end, e.full))
	if !math.IsInf(x2, 1) || out.full() {
		return
	}
	if e.both {
		if v := e.doubleFrom(); v < e.top {
			s.walk(double, v, e.top)
		}
		if out.full() {
			return
		}
	}
	switch {
	case math.Abs(e.pTop-dist) <= near:
		out.put(e.tTop)
	case s.f < 0 && e.top > 0:
		out.put(e.tTop + max(0, dist-e.pTop)/e.top)
	}
}

// full reports whether there are as many durations as wanted.
func (d *durations) full() bool { return d.n == d.most }

// walk looks for roots from x1 to x2 within one shape; an empty range is skipped.
func (s *search) walk(k shape, x1, x2 float64) {
	if !(x1 < x2) || s.out.full() {
		return
	}
	if t1, t2 := s.e.turns(k); t2 > x1 {
		if t1 > x1 && t1 < x2 {
			s.step(k, x1, t1)
			s.touch(k, t1)
			x1 = t1
		}
		if t2 > x1 && t2 < x2 {
			s.step(k, x1, t2)
			s.touch(k, t2)
			x1 = t2
		}
	}
	s.step(k, x1, x2)
	if x2 == s.e.m1 || x2 == s.e.m2 {
		s.touch(k, x2)
	}
}

func (s *search) at(k shape, x float64) float64 {
	p, _ := s.e.position(k, x)
	return p - s.dist
}

// touch takes x as a root if the distance is near enough.
func (s *search) touch(k shape, x float64) {
	if math.Abs(s.f) <= s.close {
		s.out.put(s.e.duration(k, x))
	}
}

// step continues to x2, up to which the distance is monotone, and records the root in between.
func (s *search) step(k shape, x1, x2 float64) {
	f1, f2 := s.f, s.at(k, x2)
	s.f = f2
	if (f1 < 0) == (f2 < 0) || f1 == 0 {
		return
	}
	x := x1 + (x2-x1)*f1/(f1-f2)
	last := math.Inf(1)
	for range 64 {
		p, slope := s.e.position(k, x)
		f := p - s.dist
		if (f < 0) == (f1 < 0) {
			x1 = x
		} else {
			x2 = x
		}
		n := x - f/slope
		if !(n >= x1 && n <= x2) {
			n = (x1 + x2) / 2
		}
		d := math.Abs(n - x)
		x = n
		if settled(d, last, 4e-16*math.Abs(x)) {
			break
		}
		last = d
	}
	s.out.put(s.e.duration(k, x))
}

// settled reports whether an iteration with a step of d after one of last is finished: the step is below the number's
// resolution, or near it and no longer shrinks. Without the second condition, some iterations would alternate for ever
// between two neighbouring numbers.
func settled(d, last, resolution float64) bool {
	return d <= resolution || d >= last && d <= 100*resolution
}
