package otg

import "math"

// plateau is a motion that goes to a velocity as fast as it can, stays there, and leaves it in time for the target. It
// is the simplest motion of a given duration: it turns round only as often as necessary. At fixed duration its distance
// grows with the velocity, with the slope rest + (sum of both peaks)/2.
type plateau struct {
	first, last ramp
	up, over    bool // first rises to the velocity; leaves it downwards for the target
	v, rest     float64
	p, slope    float64
}

// plateau plans the motion of duration t through v; it is valid if rest is not negative.
func (e *edge) plateau(v, t float64) (m plateau) {
	m.v = v
	m.up, m.over = v >= e.v0+e.a0*math.Abs(e.a0)/2, v >= e.vf-e.af*math.Abs(e.af)/2
	if m.up {
		m.first = climb(e.v0, e.a0, v, e.hi)
		m.p = m.first.d
	} else {
		m.first = climb(-e.v0, -e.a0, -v, e.lo)
		m.p = -m.first.d
	}
	if m.over {
		m.last = climb(e.vf, -e.af, v, e.lo)
		m.p += m.last.d
	} else {
		m.last = climb(-e.vf, e.af, -v, e.hi)
		m.p -= m.last.d
	}
	m.rest = t - m.first.t - m.last.t
	m.p += v * m.rest
	m.slope = m.rest + (m.first.peak+m.last.peak)/2
	return m
}

// draw makes the profile.
func (m *plateau) draw(e *edge, f *profile) {
	a, b := m.first.peak, m.last.peak
	if !m.up {
		a = -a
	}
	if m.over {
		b = -b
	}
	f.cruise(e.v0, e.a0, a, m.first.hold, m.v, m.rest, b, m.last.hold, e.af)
}

// between appends to k a motion between both edges: a plateau if there is one; if the target lies between the last
// plateau and an edge, the mean of those; otherwise the mean of the edges.
func (x *axis) between(up, down *aim, k *track) {
	top, ok1 := x.limit(up, up.v, 1)
	bottom, ok0 := x.limit(down, -down.v, -1)
	if !ok0 || !ok1 {
		x.mixEdges(up, down, k)
		return
	}
	switch {
	case x.dist >= top.p && up.p > top.p:
		x.up.draw(up, &x.f)
		top.draw(&x.up, &x.g)
		x.blend.mix(&x.f, &x.g, (x.dist-top.p)/(up.p-top.p), 1, up.t)
		k.blend(&x.blend, x.jMax)
	case x.dist <= bottom.p && bottom.p > -down.p:
		bottom.draw(&x.up, &x.f)
		x.down.draw(down, &x.g)
		x.blend.mix(&x.f, &x.g, (x.dist+down.p)/(bottom.p+down.p), -1, up.t)
		k.blend(&x.blend, x.jMax)
	default:
		m := x.solve(&bottom, &top, up.t)
		if m.rest < 0 || !(math.Abs(m.p-x.dist) <= 1e-12*(1+math.Abs(x.dist))+x.near) {
			x.mixEdges(up, down, k)
			return
		}
		m.draw(&x.up, &x.f)
		k.profile(&x.f, 1, x.jMax)
	}
}

// mixEdges makes the mean of both edges that ends at the target.
func (x *axis) mixEdges(up, down *aim, k *track) {
	x.up.draw(up, &x.f)
	x.down.draw(down, &x.g)
	x.blend.mix(&x.f, &x.g, (x.dist+down.p)/(up.p+down.p), -1, up.t)
	k.blend(&x.blend, x.jMax)
}

// limit is the plateau next to an edge: at the velocity at which the edge itself is level, or else at the outermost
// velocity to which start or target lead when their acceleration is released.
func (x *axis) limit(m *aim, v, sign float64) (p plateau, ok bool) {
	e := &x.up
	if m.level {
		return plateau{v: v, p: sign * m.p}, true
	}
	for _, v := range [2]float64{e.v0 + e.a0*math.Abs(e.a0)/2, e.vf - e.af*math.Abs(e.af)/2} {
		if q := e.plateau(v, m.t); q.rest >= 0 && (!ok || sign*(q.v-p.v) > 0) {
			p, ok = q, true
		}
	}
	return p, ok
}

// solve finds the plateau that ends at the target, between two that end on either side of it.
func (x *axis) solve(below, above *plateau, t float64) plateau {
	lo, hi := below.v, above.v
	v := lo + (hi-lo)*(x.dist-below.p)/(above.p-below.p)
	size := 2e-16 * (math.Abs(lo) + math.Abs(hi))
	last := math.Inf(1)
	var m plateau
	for range 50 {
		m = x.up.plateau(v, t)
		f := m.p - x.dist
		if f < 0 {
			lo = v
		} else {
			hi = v
		}
		n := v - f/m.slope
		if !(n >= lo && n <= hi) {
			n = (lo + hi) / 2
		}
		d := math.Abs(n - v)
		if settled(d, last, size) {
			break
		}
		v, last = n, d
	}
	return m
}
