package otg

import "math"

// edge is one joint between two states, with the profile that reaches the highest position for its duration. The scale
// is that jerk is 1: acceleration, velocity and position are divided by the jerk and measured in s, s² and s³. The
// lowest profile is the edge of the mirrored joint.
//
// The profile goes from a0 up to A, down to B and up to af, x = A − B, and holds A, zero (at top speed) or B for a while
// where it reaches a limit. It takes one of the shapes below, from first to last with growing duration.
type edge struct {
	v0, a0, vf, af float64
	hi, lo         float64 // acceleration from −lo to hi
	top            float64 // velocity up to top

	prepared       bool    // what follows is known
	ad, c          float64 // af − a0; A² − B² without holds
	m1, m2, full   float64 // free from x = m1 to m2; one limit held below m1 and from m2 to full = hi + lo; then both
	before, behind shape   // which one
	k1, k2         float64 // position of the free shape, see free
	highK, lowK    quartic // positions of the shapes that hold a limit
	heldBoth       bool    // what follows is known
	ends, slow     float64 // of the shape that holds both limits: trapezoids together, sum of the limits' inverses

	both             bool    // both limits are held before the top speed is
	up, down         ramp    // ramps to and from the top speed
	xTop, tTop, pTop float64 // duration at which the cruise begins
}

// shape tells which limits a profile holds.
type shape uint8

const (
	free   shape = iota // none
	high                // A = hi
	low                 // B = −lo
	double              // both
)

// quartic is the position of a shape that holds one limit: (x⁴ − 2h·x³ + b·x² + d)/2h for the held acceleration h.
type quartic struct{ h, b, d float64 }

// holdHigh returns the position of the shape that holds h = hi. The one that holds −lo is the same in reversed time,
// where the states are exchanged and accelerations change sign.
func holdHigh(v0, a0, vf, af, h float64) quartic {
	a2, f2 := a0*a0, af*af
	d := 3*(f2*f2-a2*a2) + 8*h*(a2*a0-f2*af) + 24*h*(af*vf-a0*v0) - 6*a2*(h*h-2*v0) + 6*f2*(h*h-2*vf) +
		12*(vf*vf-v0*v0-h*h*(vf-v0))
	return quartic{h: h, b: h*h - f2 + 2*vf, d: d / 12}
}

// ramp is the quickest motion between a state and a higher velocity, with acceleration 0 there.
type ramp struct {
	peak, hold float64 // greatest acceleration, and for how long it is held
	t, d       float64 // duration and distance
}

// climb plans a ramp from v0, a0 to velocity v, which is not below the velocity to which a0 leads.
func climb(v0, a0, v, limit float64) ramp {
	r := ramp{peak: math.Sqrt(max(v-v0+a0*a0/2, 0))}
	r.peak = max(r.peak, a0)
	if r.peak > limit {
		r.peak = limit
		r.hold = max((v-v0+a0*a0/2)/limit-limit, 0)
	}
	u := r.peak - a0
	v1 := v0 + u*(a0+u/2)
	v2 := v - r.peak*r.peak/2
	r.t = u + r.hold + r.peak
	r.d = u*(v0+u*(a0/2+u/6)) + r.hold*(v1+v2)/2 + r.peak*(v-r.peak*r.peak/6)
	return r
}

// set takes the states and the limits.
func (e *edge) set(v0, a0, vf, af, top, hi, lo float64) {
	e.v0, e.a0, e.vf, e.af, e.top, e.hi, e.lo, e.prepared = v0, a0, vf, af, top, hi, lo, false
}

// prepare finds the shapes, unless that has been done.
func (e *edge) prepare() {
	if e.prepared {
		return
	}
	e.prepared = true
	v0, a0, vf, af, top, hi, lo := e.v0, e.a0, e.vf, e.af, e.top, e.hi, e.lo
	a2, f2 := a0*a0, af*af
	e.ad, e.full = af-a0, hi+lo
	e.c = vf - v0 + (a2-f2)/2
	e.k1 = 2 * (2*(v0+vf) - a2 - f2)
	e.k2 = 4*(a2*a0-f2*af)/3 + 4*(af*vf-a0*v0)
	e.shapes()
	e.up = climb(v0, a0, top, hi)
	e.down = climb(vf, -af, top, lo)
	e.both = e.up.peak == hi && e.down.peak == lo
	e.xTop = e.up.peak + e.down.peak
	e.tTop, e.pTop = e.up.t+e.down.t, e.up.d+e.down.d
}

// shapes finds where along x the shapes change.
func (e *edge) shapes() {
	h, l, c := e.hi, e.lo, e.c
	e.before, e.m1 = high, 0
	switch {
	case c >= h*h:
		e.m1, e.m2, e.behind = e.full, e.full, high
	case c <= -l*l:
		e.before, e.m1, e.m2, e.behind = low, e.full, e.full, low
	default:
		rh, rl := math.Sqrt(h*h-c), math.Sqrt(l*l+c)
		if c > 0 {
			e.m1 = c / (h + rh)
		} else if c < 0 {
			e.before, e.m1 = low, -c/(l+rl)
		}
		if rh < l {
			e.m2, e.behind = min(h+rh, e.full), high
		} else {
			e.m2, e.behind = min(l+rl, e.full), low
		}
		e.m1 = min(e.m1, e.m2)
	}
	e.highK.h, e.lowK.h, e.heldBoth = 0, 0, false
}

// hold returns the position's polynomial of a shape that holds one limit.
func (e *edge) hold(s shape) *quartic {
	if s == high {
		if e.highK.h == 0 {
			e.highK = holdHigh(e.v0, e.a0, e.vf, e.af, e.hi)
		}
		return &e.highK
	}
	if e.lowK.h == 0 {
		e.lowK = holdHigh(e.vf, -e.af, e.v0, -e.a0, e.lo)
	}
	return &e.lowK
}

// duration returns the duration of a shape at x; for double, x is the velocity between the ramps.
func (e *edge) duration(s shape, x float64) float64 {
	switch s {
	case free:
		return 2*x + e.ad
	case high:
		return e.ad + (x*x+e.c)/e.hi
	case low:
		return e.ad + (x*x-e.c)/e.lo
	}
	return e.full + e.ad + (x-e.v0+e.a0*e.a0/2)/e.hi + (x-e.vf+e.af*e.af/2)/e.lo
}

// position returns the distance of a shape at x, and its slope over x.
func (e *edge) position(s shape, x float64) (p, slope float64) {
	switch s {
	case free:
		q := 0.0
		if x > 0 {
			q = e.c / x
		}
		return (x*(x*x+e.k1-q*q) + e.k2) / 4, (3*x*x + e.k1 + q*q) / 4
	case high, low:
		k := e.hold(s)
		r := 1 / (2 * k.h)
		return (x*x*(x*(x-2*k.h)+k.b) + k.d) * r, x * (x*(4*x-6*k.h) + 2*k.b) * r
	}
	if !e.heldBoth {
		u, d := e.trapezoids()
		e.heldBoth, e.ends, e.slow = true, u+d, 1/e.hi+1/e.lo
	}
	s1 := x * e.slow
	return e.ends + x*(e.full+s1)/2, e.full/2 + s1
}

// trapezoids are the distances of both ramps of the double shape at velocity 0 between them.
func (e *edge) trapezoids() (up, down float64) {
	one := func(v0, a0, h float64) float64 {
		u := h - a0
		v1 := v0 + u*(a0+u/2)
		return u*(v0+u*(a0/2+u/6)) - v1*v1/(2*h) - h*h*h/24
	}
	return one(e.v0, e.a0, e.hi), one(e.vf, -e.af, e.lo)
}

// turns are the x at which the position of a shape has an extremum.
func (e *edge) turns(s shape) (x1, x2 float64) {
	switch s {
	case free: // 3x⁴ + k1·x² + c²
		d := e.k1*e.k1 - 12*e.c*e.c
		if !(e.k1 < 0 && d > 0) {
			return 0, 0
		}
		q := -e.k1 + math.Sqrt(d)
		return math.Sqrt(2 * e.c * e.c / q), math.Sqrt(q / 6)
	case high, low: // 4x² − 6h·x + 2b
		k := e.hold(s)
		d := 9*k.h*k.h - 8*k.b
		if !(d > 0) {
			return 0, 0
		}
		q := 3*k.h + math.Sqrt(d)
		return 2 * k.b / q, q / 4
	}
	return -e.hi * e.lo / 2, -e.hi * e.lo / 2
}

// doubleFrom is the velocity between the ramps where the double shape begins.
func (e *edge) doubleFrom() float64 {
	return max(e.v0+e.hi*e.hi-e.a0*e.a0/2, e.vf+e.lo*e.lo-e.af*e.af/2)
}

// aim is the profile of a given duration.
type aim struct {
	t      float64
	shape  shape
	cruise bool
	x      float64 // of the shape
	a, b   float64 // accelerations at both bends, and for how long they are held
	h0, h1 float64
	p      float64 // distance

	level bool    // acceleration goes through 0 between the bends
	v     float64 // velocity there
}

// aim finds the profile of duration t, which must be possible.
func (e *edge) aim(t float64, m *aim) {
	m.t, m.cruise, m.h0, m.h1 = t, t >= e.tTop, 0, 0
	if m.cruise {
		m.level, m.v = true, e.top
		m.p = e.pTop + e.top*(t-e.tTop)
		return
	}
	m.shape, m.x = e.find(t)
	m.p, _ = e.position(m.shape, m.x)
	m.a, m.b = e.hi, -e.lo
	if m.shape == double {
		m.h0 = max((m.x-e.v0+e.a0*e.a0/2)/e.hi-e.hi, 0)
		m.h1 = max(t-2*e.full-e.ad-m.h0, 0)
		m.level, m.v = true, m.x
		return
	}
	// x of a profile that ends or begins at a limit is a small difference of large numbers: a limit held for long must
	// not lose what rounding took
	switch m.shape {
	case free:
		if m.x > 0 {
			m.a = min((e.c/m.x+m.x)/2, e.hi)
		}
	case high:
		m.x = atLeast(m.x, e.hi-e.af, e.c)
		m.h0 = max(t-2*m.x-e.ad, 0)
	case low:
		m.x = atLeast(m.x, e.lo+e.a0, e.c)
		m.a, m.h1 = m.x-e.lo, max(t-2*m.x-e.ad, 0)
	}
	// rounding must not take phases below nothing; −lo stays exact, because it may be held for long
	if a := min(max(m.a, e.a0), e.af+m.x); m.shape != low || a != m.a {
		m.a, m.b = a, a-m.x
	}
	m.level = m.a >= 0 && m.b <= 0
	m.v = e.v0 + m.a*m.a - e.a0*e.a0/2 + m.a*m.h0
}

// atLeast returns x, or least if that is within the rounding of x², a difference from c.
func atLeast(x, least, c float64) float64 {
	if x < least && (least-x)*(least+x) <= 1e-14*math.Abs(c) {
		return least
	}
	return x
}

// draw makes the profile.
func (e *edge) draw(m *aim, f *profile) {
	if m.cruise {
		f.cruise(e.v0, e.a0, e.up.peak, e.up.hold, e.top, m.t-e.tTop, -e.down.peak, e.down.hold, e.af)
		return
	}
	f.through(e.v0, e.a0, m.a, m.h0, m.b, m.h1, e.af)
}

// find returns the shape of duration t before the top speed is reached, and its x.
func (e *edge) find(t float64) (shape, float64) {
	t -= e.ad
	if t >= 2*e.m1 && t <= 2*e.m2 && e.m1 < e.m2 {
		return free, t / 2
	}
	s := e.before
	if t > 2*e.m2 {
		s = e.behind
	}
	var x float64
	if s == high {
		x = math.Sqrt(max(e.hi*t-e.c, 0))
	} else {
		x = math.Sqrt(max(e.lo*t+e.c, 0))
	}
	if x > e.full && e.both {
		// t = full + (v − v0 + a0²/2)/hi + (v − vf + af²/2)/lo
		r := e.hi * e.lo / e.full
		return double, r * (t - e.full + (e.v0-e.a0*e.a0/2)/e.hi + (e.vf-e.af*e.af/2)/e.lo)
	}
	return s, min(x, e.full)
}

// reach returns the distance of the profile of duration t.
func (e *edge) reach(t float64) float64 {
	if t >= e.tTop {
		return e.pTop + e.top*(t-e.tTop)
	}
	s, x := e.find(t)
	p, _ := e.position(s, x)
	return p
}
