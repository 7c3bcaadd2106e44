package otg

import "math"

// track writes the segments of one joint.
type track struct {
	s       []Segment
	n       int
	start   float64 // of its first segment, s
	t       float64 // where it ends
	p, v, a float64
}

// add appends a phase that starts with v and a, where the last one ended except for rounding.
func (k *track) add(d, v, a, j float64) {
	if !(d > 0) || k.n == len(k.s) {
		return
	}
	k.v, k.a = v, a
	k.s[k.n] = Segment{Start: k.t, Duration: d, P: k.p, V: k.v, A: k.a, J: j}
	k.n++
	k.t += d
	k.p, k.v, k.a = travel(k.p, k.v, k.a, j, d)
}

// write appends the motion of duration t, braking included.
func (x *axis) write(t float64, k *track, rest *axis) {
	k.p, k.v, k.a = x.p0, x.v0, x.a0
	for i, d := range x.brake.d {
		k.add(d, k.v, k.a, x.brake.j[i]*x.jMax)
	}
	if !x.useDetour {
		x.shape(t-x.lead, k)
		return
	}
	d := &x.detour
	for i := range d.pre.n {
		k.add(d.pre.d[i], k.v, k.a, d.pre.j[i]*x.jMax)
	}
	rest.task = d.between(x)
	rest.prepare(Position)
	rest.shape(max(t-d.fixed, rest.next(0)), k)
	for i := range d.post.n {
		k.add(d.post.d[i], k.v, k.a, d.post.j[i]*x.jMax)
	}
}

// profile appends a profile, mirrored if sign is −1.
func (k *track) profile(f *profile, sign, jerk float64) {
	for i := range f.n {
		k.add(f.d[i], sign*f.v[i]*jerk, sign*f.a[i]*jerk, sign*f.j[i]*jerk)
	}
}

// blend appends the mean of two profiles.
func (k *track) blend(m *mixed, jerk float64) {
	for i := range m.n {
		k.add(m.d[i], m.v[i]*jerk, m.a[i]*jerk, m.j[i]*jerk)
	}
}

// check reports whether a track ends in the target and keeps the limits of velocity
// and acceleration from the end of the braking on, judged at the extrema.
func (x *axis) check(k *track) bool {
	if !(math.Abs(k.a-x.af) <= 1e-9*(1+math.Abs(x.af)) && math.Abs(k.v-x.vf) <= 1e-9*(1+math.Abs(x.vf))) {
		return false
	}
	top, bottom := math.Inf(1), math.Inf(-1)
	if x.face == Position {
		t := k.t - k.start
		long := 1e-14 * t * min(x.vMax-x.vMin, (x.aMax-x.aMin)*t) // rounding over that distance
		if !(math.Abs(k.p-x.pf) <= 2e-9*(1+math.Abs(x.pf))+long) {
			return false
		}
		e := 1e-11 * (1 + x.vMax - x.vMin)
		top, bottom = max(x.vMax, x.v1)+e, min(x.vMin, x.v1)-e
	}
	e := 1e-11 * (1 + x.aMax - x.aMin)
	hi, lo := x.aMax+e, x.aMin-e
	leading := 0
	for _, d := range x.brake.d {
		if d > 0 {
			leading++
		}
	}
	for i := leading; i < k.n; i++ {
		s := &k.s[i]
		v, a := s.V, s.A
		if !(a <= hi && a >= lo && v <= top && v >= bottom) {
			return false
		}
		if z := a + s.J*s.Duration; a*z < 0 {
			if m := v - a*a/(2*s.J); !(m <= top && m >= bottom) {
				return false
			}
		}
	}
	return true
}

// breach returns by how much a track exceeds the position limits.
func (x *axis) breach(k *track) float64 {
	if math.IsInf(x.pMax, 1) && math.IsInf(x.pMin, -1) {
		return math.Inf(-1)
	}
	over := max(k.p-x.pMax, x.pMin-k.p)
	for i := 0; i < k.n; i++ {
		low, high := k.s[i].reach()
		over = max(over, high-x.pMax, x.pMin-low)
	}
	return over
}

// tolerance is the amount by which rounding may exceed a position limit.
func (k *task) tolerance() float64 { return 1e-12 + 1e-14*(math.Abs(k.p0)+math.Abs(k.pf)) }

// fine reports whether a track is usable.
func (x *axis) fine(k *track) bool {
	return x.check(k) && (x.beyond || x.breach(k) <= x.tolerance())
}
