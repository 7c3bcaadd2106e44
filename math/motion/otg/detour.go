package otg

import "math"

// pieces are phases of jerk 1, 0 or −1.
type pieces struct {
	n    int
	d, j [8]float64
}

func (l *pieces) append(f *profile) {
	for i := range f.n {
		if l.n < len(l.d) {
			l.d[l.n], l.j[l.n] = f.d[i], f.j[i]
			l.n++
		}
	}
}

// detour is a motion that stops twice: it brakes to rest, goes from there to where the approach begins, and
// approaches. It goes beyond its resting points only as far as braking and approaching require.
type detour struct {
	known     bool
	keeps     bool // it stays within the position limits
	over      float64
	t         float64 // its shortest duration, all included
	fixed     float64 // the part of it that cannot be stretched
	from, to  float64 // the resting points
	pre, post pieces
}

// plan lays the detour for an axis, with rest as scratch.
func (d *detour) plan(x, rest *axis) {
	d.known = true
	j := 1 / x.jMax
	var over0, over1 float64
	d.pre, d.from, over0 = halt(x.p1, x.v1*j, x.a1*j, &x.task, x.face)
	// in reversed time, mirrored, the approach is a halt too
	r := x.task
	r.aMax, r.aMin, r.pMax, r.pMin = -x.aMin, -x.aMax, -x.pMin, -x.pMax
	d.post, d.to, over1 = halt(-x.pf, x.vf*j, -x.af*j, &r, x.face)
	d.to = -d.to
	for i, k := 0, d.post.n-1; i < k; i, k = i+1, k-1 {
		d.post.d[i], d.post.d[k] = d.post.d[k], d.post.d[i]
		d.post.j[i], d.post.j[k] = d.post.j[k], d.post.j[i]
	}
	d.fixed = x.lead
	for i := range d.pre.n {
		d.fixed += d.pre.d[i]
	}
	for i := range d.post.n {
		d.fixed += d.post.d[i]
	}
	rest.task = d.between(x)
	rest.prepare(Position)
	d.t = d.fixed + rest.next(0)
	low, high := brakingReach(x)
	d.over = max(over0, over1, x.pMin-low, high-x.pMax)
	d.keeps = !(d.over > x.tolerance())
}

// brakingReach is the reach of the phases before the plan proper.
func brakingReach(x *axis) (low, high float64) {
	s := Segment{P: x.p0, V: x.v0, A: x.a0}
	low, high = s.P, s.P
	for i, d := range x.brake.d {
		s.Duration, s.J = d, x.brake.j[i]*x.jMax
		l, h := s.reach()
		low, high = min(low, l), max(high, h)
		s.P, s.V, s.A = travel(s.P, s.V, s.A, s.J, d)
	}
	return low, high
}

// between is the motion from rest to rest.
func (d *detour) between(x *axis) task {
	k := x.task
	k.p0, k.v0, k.a0, k.pf, k.vf, k.af = d.from, 0, 0, d.to, 0, 0
	return k
}

// halt comes to rest from position p and v, a in the scale of edge. If that would pass a position limit, it turns
// round first, because passing a point with full deceleration takes less distance than stopping there. It returns the
// phases, where they end, and by how much they exceed the limits, in real scale.
func halt(p, v, a float64, k *task, face Interface) (best pieces, end, over float64) {
	j := 1 / k.jMax
	hi, lo, top, bottom := k.aMax*j, -k.aMin*j, k.vMax*j, k.vMin*j
	up := v+a*math.Abs(a)/2 > 0 // velocity after releasing the acceleration
	most := 0.0                 // velocity on the far side from which the acceleration at the turning point is the greatest
	if up {
		s := min(lo, math.Sqrt(a*a+2*v))
		most = -min(s*s/2, -bottom)
	} else {
		s := min(hi, math.Sqrt(a*a-2*v))
		most = min(s*s/2, top)
	}
	over = math.Inf(1)
	for _, share := range [...]float64{0, 0.25, 0.5, 0.75, 1} {
		l, e, o := haltBy(p, v, a, share*most, k, face)
		if o < over {
			best, end, over = l, e, o
		}
		if o <= 0 || most == 0 {
			break
		}
	}
	return best, end, over
}

// haltBy comes to rest through velocity w.
func haltBy(p, v, a, w float64, k *task, face Interface) (l pieces, end, over float64) {
	j := 1 / k.jMax
	hi, lo := k.aMax*j, -k.aMin*j
	var f profile
	var b bends
	b.find(v, a, w, 0, hi, lo, j)
	f.bump(v, a, b.first.a, b.first.hold, 0)
	l.append(&f)
	if w != 0 {
		b.find(w, 0, 0, 0, hi, lo, j)
		f.bump(w, 0, b.first.a, b.first.hold, 0)
		l.append(&f)
	}
	s := Segment{P: p, V: v * k.jMax, A: a * k.jMax}
	over = max(p-k.pMax, k.pMin-p)
	for i := range l.n {
		s.Duration, s.J = l.d[i], l.j[i]*k.jMax
		low, high := s.reach()
		over = max(over, high-k.pMax, k.pMin-low)
		s.P, s.V, s.A = travel(s.P, s.V, s.A, s.J, s.Duration)
	}
	return l, s.P, over
}
