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
	whole      bool // spans has all of them, not only where the first begins
	rising     bool // if not whole: the first is where the upper edge meets the target
	f, g       profile
	above      aim // of both edges, at the duration that is asked for
	below      aim
	blend      mixed
	detour     detour
	useDetour  bool
	least      float64 // duration found by evading, all included
	beyond     bool    // the position limits cannot be kept
	slower     bool    // the quickest motion did not pass the check
	loose      bool    // planned without limits of velocity
}

// prepare finds the possible durations of the axis's task.
func (x *axis) prepare(face Interface) Status {
	if x.loose = x.doomed(face); x.loose {
		k := x.task
		if s := x.ready(face); s == OK {
			return s
		}
		x.task, x.loose = k, false
	}
	return x.ready(face)
}

// doomed reports whether the start and the target are within the limits of velocity, but both lead out of them when
// their acceleration is taken back. Such a target lies on the way out and may be reached without braking.
func (k *task) doomed(face Interface) bool {
	start, end := k.v0+k.a0*math.Abs(k.a0)/(2*k.jMax), k.vf+k.af*math.Abs(k.af)/(2*k.jMax)
	return face == Position && k.v0 <= k.vMax && k.v0 >= k.vMin && k.a0 <= k.aMax && k.a0 >= k.aMin &&
		(start > k.vMax && end > k.vMax || start < k.vMin && end < k.vMin)
}

// ready is prepare; if loose, it ignores the limits of velocity, and the check decides.
func (x *axis) ready(face Interface) Status {
	k := &x.task
	x.face, x.n, x.whole = face, 0, true
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
	x.bends.find(v0, a0, vf, af, x.hi, x.lo, j)
	if face == Velocity {
		x.open(x.bends.first.t, x.bends.gap.t)
		return OK
	}
	x.dist = (k.pf - x.p1) * j
	x.near = (1e-11 + 4e-15*(math.Abs(k.pf)+math.Abs(x.p1))) * j
	x.up.set(v0, a0, vf, af, top, x.hi, x.lo)
	x.down.set(-v0, -a0, -vf, -af, -bottom, x.lo, x.hi)
	if !x.quickest() {
		x.search()
	}
	if x.n == 0 {
		return Unreachable
	}
	return OK
}

// bound replaces infinite limits by numbers that cannot be reached.
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

// quickest finds where the first possible duration begins, for interface Position. A joint that waits for no other
// needs nothing more. Where the edges part, the target is above both or below both until the upper edge rises to it or
// the lower one falls to it, so the other edge need not be examined. It reports false if both begin at the target
// except for rounding, or if there is no such duration.
func (x *axis) quickest() bool {
	b := &x.bends
	start, hit := x.end(&b.later)
	if !b.split {
		return !hit && x.meet(start, &b.later, nil)
	}
	first, hit1 := x.end(&b.first)
	_, hit2 := x.end(&b.gap)
	return !hit && !hit1 && !hit2 && (x.meet(first, &b.first, &b.gap) || x.meet(start, &b.later, nil))
}

// meet finds the first duration with the target on an edge, from one turn, which ends at start, to another, nil for
// none.
func (x *axis) meet(start float64, from, to *turn) bool {
	u, d := &x.up, &x.down
	x.cuts.n, x.cuts.most = 0, 1
	x2 := math.Inf(1)
	if x.rising = start < x.dist; x.rising {
		if to != nil {
			x2 = to.x(u.a0, u.af)
		}
		u.prepare()
		u.roots(start, x.dist, x.near, from.x(u.a0, u.af), x2, &x.cuts)
	} else {
		if to != nil {
			x2 = to.mirroredX(u.a0, u.af)
		}
		d.prepare()
		d.roots(-start, -x.dist, x.near, from.mirroredX(u.a0, u.af), x2, &x.cuts)
	}
	if x.cuts.n == 0 {
		return false
	}
	x.spans[0], x.n, x.whole = span{x.cuts.t[0], x.cuts.t[0]}, 1, false
	return true
}

// search finds all possible durations of interface Position.
func (x *axis) search() {
	b := &x.bends
	u, d := &x.up, &x.down
	inf := math.Inf(1)
	u.prepare()
	d.prepare()
	x.n, x.whole, x.cuts.most = 0, true, len(x.cuts.t)
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

// begin records the duration of a turn if the turn ends at the target. It returns the turn's distance.
func (x *axis) begin(b *turn) float64 {
	p, hit := x.end(b)
	if hit {
		x.cuts.put(b.t)
	}
	return p
}

// end returns the distance of a turn, and whether it ends at the target. The smaller the acceleration at its bend, the
// more a rounding of the velocity changes its duration, and with that its end.
func (x *axis) end(b *turn) (p float64, hit bool) {
	p = b.distance(x.up.v0, x.up.a0, x.up.af)
	v := math.Abs(x.up.v0) + math.Abs(x.up.vf)
	return p, math.Abs(p-x.dist) <= x.near+min(1e-15*v*v/max(math.Abs(b.a), 1e-12), 9e-10/x.jMax) // 1e-9 in all
}

// collect joins the cuts to spans: each cut is a possible duration, and so is the range between two if its middle is.
func (x *axis) collect(end float64) {
	for i := range x.cuts.n {
		t := x.cuts.t[i]
		next := end
		if i+1 < x.cuts.n {
			next = x.cuts.t[i+1]
		}
		if !(x.n > 0 && x.spans[x.n-1].to == t) {
			if x.n == len(x.spans) { // where that is nearly at rest, many are rounding; the last one has no end
				x.n--
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
	x.up.prepare()
	x.down.prepare()
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
	if !x.whole {
		if from := x.spans[0].from; t <= from+e {
			return from + x.lead
		}
		if x.possible(t) {
			return t + x.lead
		}
		x.search()
	}
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

// shape appends the profile of duration t, after braking, to k.
func (x *axis) shape(t float64, k *track) {
	if x.face == Velocity {
		x.shapeVelocity(t, k)
		return
	}
	if !x.whole && t == x.spans[0].from+x.lead-x.lead && x.along(t, k) {
		return
	}
	x.up.prepare()
	x.down.prepare()
	x.up.aim(t, &x.above)
	x.down.aim(t, &x.below)
	w := (x.dist + x.below.p) / (x.above.p + x.below.p)
	switch {
	case !(w < 1-1e-12): // also if both are the same
		x.up.draw(&x.above, &x.f)
		k.profile(&x.f, 1, x.jMax)
	case w < 1e-12:
		x.down.draw(&x.below, &x.g)
		k.profile(&x.g, -1, x.jMax)
	default:
		x.between(&x.above, &x.below, k)
	}
}

// along appends the profile of the edge that the target is on when the first possible duration begins. It reports false
// if the edge passes the target by more than rounding, because then a mean of profiles ends nearer to it.
func (x *axis) along(t float64, k *track) bool {
	e, m, sign := &x.up, &x.above, 1.0
	if !x.rising {
		e, m, sign = &x.down, &x.below, -1
	}
	e.aim(t, m)
	if m.p-sign*x.dist > 1e-14/x.jMax+1e-15*math.Abs(x.dist) {
		return false
	}
	e.draw(m, &x.f)
	k.profile(&x.f, sign, x.jMax)
	return true
}

// shapeVelocity is shape for interface Velocity.
func (x *axis) shapeVelocity(t float64, k *track) {
	j := 1 / x.jMax
	a0, af := x.a1*j, x.af*j
	v0 := x.v1 * j
	up := widest(v0, a0, af, t, x.hi, &x.f)
	down := -widest(-v0, -a0, -af, t, x.lo, &x.g)
	dv := (x.vf - x.v1) * j
	w := (dv - down) / (up - down)
	switch {
	case !(w < 1-1e-12):
		k.profile(&x.f, 1, x.jMax)
	case w < 1e-12:
		k.profile(&x.g, -1, x.jMax)
	default:
		x.blend.mix(&x.f, &x.g, w, -1, t)
		k.blend(&x.blend, x.jMax)
	}
}

// widest makes the profile with the greatest change of velocity in t, and returns that change.
func widest(v0, a0, af, t, limit float64, f *profile) float64 {
	a, hold := max((t+a0+af)/2, a0, af), 0.0
	if limit = max(limit, a0, af); a > limit {
		a, hold = limit, max(t-(2*limit-a0-af), 0)
	}
	f.bump(v0, a0, a, hold, af)
	return a*a - (a0*a0+af*af)/2 + a*hold
}
