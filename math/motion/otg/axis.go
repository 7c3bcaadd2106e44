package otg

import "math"

// span is a range of possible durations, from the end of the braking on.
type span struct{ from, to float64 }

// axis is the planning state of one joint.
type axis struct {
	task
	face  Interface
	brake braking
	lead  float64 // how long it brakes

	p1, v1, a1 float64 // after braking
	dist, near float64 // distance to go, in the scale of edge; the tolerance for having arrived
	hi, lo     float64 // acceleration limits in that scale
	up, down   edge    // down: of the mirrored joint
	bends      bends
	cuts       durations
	spans      [8]span
	n          int
	f, g       profile
	blend      mixed
	detour     detour
	useDetour  bool
	least      float64 // duration found by evading, all included
	beyond     bool    // the position limits cannot be kept
	slower     bool    // the quickest motion did not pass the check
	loose      bool    // planned without limits of velocity
}

// prepare takes over a task and finds the possible durations.
func (x *axis) prepare(k task, face Interface) Status {
	if x.loose = k.doomed(face); x.loose {
		if s := x.ready(k, face); s == OK {
			return s
		}
		x.loose = false
	}
	return x.ready(k, face)
}

// doomed reports whether the start and the target are within the limits of velocity, but both lead out of them when
// their acceleration is taken back. Such a target lies on the way out, and may be reached without braking.
func (k *task) doomed(face Interface) bool {
	start, end := k.v0+k.a0*math.Abs(k.a0)/(2*k.jMax), k.vf+k.af*math.Abs(k.af)/(2*k.jMax)
	return face == Position && k.v0 <= k.vMax && k.v0 >= k.vMin && k.a0 <= k.aMax && k.a0 >= k.aMin &&
		(start > k.vMax && end > k.vMax || start < k.vMin && end < k.vMin)
}

// ready is prepare; if loose, it ignores the limits of velocity, and the check decides.
func (x *axis) ready(k task, face Interface) Status {
	x.task, x.face, x.n = k, face, 0
	x.useDetour, x.detour.known, x.least, x.beyond, x.slower = false, false, 0, false, false
	if !k.numbersFine() || !k.limitsFine() {
		return Invalid
	}
	if !k.targetFine(face) {
		return Unreachable
	}
	x.bound()
	j := 1 / k.jMax
	v0, a0, vf, af := k.v0*j, k.a0*j, k.vf*j, k.af*j
	x.hi, x.lo = k.aMax*j, -k.aMin*j
	top, bottom := x.vMax*j, x.vMin*j
	if x.loose {
		far := 4*(top-bottom) + a0*a0 + af*af
		top, bottom = top+far, bottom-far
	}
	if face == Velocity {
		x.brake = brake(0, a0, math.Inf(1), math.Inf(-1), x.hi, x.lo)
	} else {
		x.brake = brake(v0, a0, top, bottom, x.hi, x.lo)
	}
	x.lead = x.brake.duration()
	x.p1, x.v1, x.a1 = k.p0, k.v0, k.a0
	if x.lead > 0 {
		for i, d := range x.brake.d {
			x.p1, x.v1, x.a1 = travel(x.p1, x.v1, x.a1, x.brake.j[i]*k.jMax, d)
		}
		x.a1 = min(max(x.a1, k.aMin), k.aMax)
		v0, a0 = x.v1*j, x.a1*j
	}
	x.bends = bend(v0, a0, vf, af, x.hi, x.lo, j)
	if face == Velocity {
		x.open(x.bends.first.t, x.bends.gap.t)
		return OK
	}
	x.dist = (k.pf - x.p1) * j
	x.near = (1e-11 + 4e-15*(math.Abs(k.pf)+math.Abs(x.p1))) * j
	x.up.set(v0, a0, vf, af, top, x.hi, x.lo)
	x.down.set(-v0, -a0, -vf, -af, -bottom, x.lo, x.hi)
	x.search()
	if x.n == 0 {
		return Unreachable
	}
	return OK
}

// bound puts numbers that cannot be reached in place of infinite limits.
func (x *task) bound() {
	if !(math.IsInf(x.vMax, 1) || math.IsInf(x.vMin, -1) || math.IsInf(x.aMax, 1) || math.IsInf(x.aMin, -1)) {
		return
	}
	j := 1 / x.jMax
	scale := (math.Abs(x.a0)+math.Abs(x.af))*j + math.Sqrt((math.Abs(x.v0)+math.Abs(x.vf))*j) + math.Cbrt(math.Abs(x.pf-x.p0)*j) + 1e-3
	scale *= 64
	x.aMax, x.aMin = min(x.aMax, scale*x.jMax), max(x.aMin, -scale*x.jMax)
	x.vMax, x.vMin = min(x.vMax, scale*scale*x.jMax), max(x.vMin, -scale*scale*x.jMax)
}

// open sets the possible durations of interface Velocity.
func (x *axis) open(first, gap float64) {
	if !x.bends.split {
		x.spans[0], x.n = span{first, math.Inf(1)}, 1
		return
	}
	x.spans[0], x.spans[1], x.n = span{first, gap}, span{x.bends.later.t, math.Inf(1)}, 2
}

// search finds the possible durations of interface Position.
func (x *axis) search() {
	b := &x.bends
	u, d := &x.up, &x.down
	inf := math.Inf(1)
	if b.split {
		x.cuts.n = 0
		start := x.begin(&b.first)
		u.roots(start, x.dist, x.near, b.first.x(u.a0, u.af), b.gap.x(u.a0, u.af), &x.cuts)
		d.roots(-start, -x.dist, x.near, b.first.mirroredX(u.a0, u.af), b.gap.mirroredX(u.a0, u.af), &x.cuts)
		x.begin(&b.gap)
		x.collect(b.gap.t)
	}
	x.cuts.n = 0
	start := x.begin(&b.later)
	u.roots(start, x.dist, x.near, b.later.x(u.a0, u.af), inf, &x.cuts)
	d.roots(-start, -x.dist, x.near, b.later.mirroredX(u.a0, u.af), inf, &x.cuts)
	if x.n == 0 && x.cuts.n == 1 {
		x.spans[0], x.n = span{x.cuts.t[0], inf}, 1
		return
	}
	x.collect(inf)
}

// begin records the duration of a turn if that ends at the target. It returns the turn's distance. The smaller the
// acceleration at its bend, the more a rounding of the velocity changes its duration, and with that its end.
func (x *axis) begin(b *turn) float64 {
	p := b.distance(x.up.v0, x.up.a0, x.up.af)
	v := math.Abs(x.up.v0) + math.Abs(x.up.vf)
	if math.Abs(p-x.dist) <= x.near+min(1e-15*v*v/max(math.Abs(b.a), 1e-12), 1e-9/x.jMax) {
		x.cuts.put(b.t)
	}
	return p
}

// collect joins the cuts to spans: each is a possible duration, and so is what lies between two if its middle is.
func (x *axis) collect(end float64) {
	for i := range x.cuts.n {
		t := x.cuts.t[i]
		next := end
		if i+1 < x.cuts.n {
			next = x.cuts.t[i+1]
		}
		if !(x.n > 0 && x.spans[x.n-1].to == t) {
			if x.n == len(x.spans) {
				return
			}
			x.spans[x.n] = span{t, t}
			x.n++
		}
		middle := (t + next) / 2
		if math.IsInf(next, 1) {
			middle = 2*t + 1
		}
		if next > t && x.possible(middle) {
			x.spans[x.n-1].to = next
		}
	}
}

// possible reports whether the target can be reached in t.
func (x *axis) possible(t float64) bool {
	return x.up.reach(t) >= x.dist && x.down.reach(t) >= -x.dist
}

// next is the shortest possible duration of at least t, braking included; +Inf if there is none.
func (x *axis) next(t float64) float64 {
	if x.useDetour {
		return max(t, x.detour.t)
	}
	t = max(t, x.least) - x.lead
	// Joints that are already moving may each have only one duration, equal except for rounding. This extra time
	// changes the end of a motion by 1e-10 at most.
	e := 1e-10/(1+math.Abs(x.v1)+math.Abs(x.vf)) + 4e-15*math.Abs(t)
	for _, s := range x.spans[:x.n] {
		if t <= s.from+e {
			return s.from + x.lead
		}
		if t <= s.to+e {
			return t + x.lead
		}
	}
	return math.Inf(1)
}

// shape puts the profile of duration t, after braking, into blend.
func (x *axis) shape(t float64) {
	if x.face == Velocity {
		x.shapeVelocity(t)
		return
	}
	up, down := x.up.aim(t), x.down.aim(t)
	w := (x.dist + down.p) / (up.p + down.p)
	switch {
	case !(w < 1-1e-12): // also if both are the same
		x.up.draw(&up, &x.f)
		x.blend.only(&x.f, 1)
	case w < 1e-12:
		x.down.draw(&down, &x.g)
		x.blend.only(&x.g, -1)
	default:
		x.between(&up, &down)
	}
}

// shapeVelocity is shape for interface Velocity.
func (x *axis) shapeVelocity(t float64) {
	j := 1 / x.jMax
	a0, af := x.a1*j, x.af*j
	v0 := x.v1 * j
	up := widest(v0, a0, af, t, x.hi, &x.f)
	down := -widest(-v0, -a0, -af, t, x.lo, &x.g)
	dv := (x.vf - x.v1) * j
	w := (dv - down) / (up - down)
	switch {
	case !(w < 1-1e-12):
		x.blend.only(&x.f, 1)
	case w < 1e-12:
		x.blend.only(&x.g, -1)
	default:
		x.blend.mix(&x.f, &x.g, w, -1, t)
	}
}

// widest is the profile with the greatest change of velocity in t; it returns that change.
func widest(v0, a0, af, t, limit float64, f *profile) float64 {
	a, hold := max((t+a0+af)/2, a0, af), 0.0
	if limit = max(limit, a0, af); a > limit {
		a, hold = limit, max(t-(2*limit-a0-af), 0)
	}
	f.bump(v0, a0, a, hold, af)
	return a*a - (a0*a0+af*af)/2 + a*hold
}
