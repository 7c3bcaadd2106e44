package route

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// wish describes the desired smooth leg.
type wish struct {
	tension, bend, jerk, clear float64 // weights of length, curvature, change of curvature, and missing room
}

// smoother makes a leg smoother by moving its spline's points until they fit the wish best (damped Gauss–Newton).
type smoother struct {
	p          *Planner
	s          spline
	from, to   nav.Pose
	free       [2]bool // the heading at the start, and at the end, may change
	straights  []straight
	each       float64 // m, between points at first
	body       []nav.Point
	seen       []nav.Point
	line       []int // by point: which of straights constrains it, or -1
	m          band
	next, held []nav.Point
}

// spacing is the distance between a spline's points, m.
const knots = 0.16

// smooth returns a leg between the same places that is as smooth as desired, or nil.
func (p *Planner) smooth(l *Leg, straights []straight, free [2]bool, w wish) *Leg {
	length := l.Length()
	n := max(int(math.Round(length/knots)), 4)
	last := len(l.Ways) - 1
	m := &smoother{p: p, s: spline{back: l.Kind == Backward}, from: l.Ways[0].Pose, to: l.Ways[last].Pose, free: free, straights: straights, each: length / float64(n), body: p.body}
	if m.each < 0.03 {
		return nil
	}
	m.s.points = make([]nav.Point, n+3)
	k := 0
	for i := range n + 1 {
		s := length * float64(i) / float64(n)
		for k < last-1 && l.Ways[k+1].S < s {
			k++
		}
		a, b := &l.Ways[k], &l.Ways[k+1]
		u := (s - a.S) / max(b.S-a.S, 1e-9)
		m.s.points[i+1] = nav.Point{X: a.X + u*(b.X-a.X), Y: a.Y + u*(b.Y-a.Y)}
	}
	m.pin()
	m.ends()
	m.gather()
	if !m.improve(w) {
		return nil
	}
	from, to := m.settle()
	ways := m.s.lay(from, to)
	if ways == nil {
		return nil
	}
	return &Leg{Kind: l.Kind, Ways: ways}
}

// pin finds the points that must be on lines: all that affect the straight parts of the curve.
func (m *smoother) pin() {
	m.line = make([]int, len(m.s.points))
	for j := range m.line {
		m.line[j] = -1
		for i, q := range m.straights {
			if a := float64(j-1) * m.each; a > q.from-1.5*m.each && a < q.to+1.5*m.each {
				m.line[j] = i
			}
		}
	}
}

// heads returns the direction of travel at a pose.
func (m *smoother) heads(at nav.Pose) nav.Point {
	sin, cos := math.Sincos(at.Yaw)
	if m.s.back {
		return nav.Point{X: -cos, Y: -sin}
	}
	return nav.Point{X: cos, Y: sin}
}

// ends puts the three points at each end in a row, so that the curve begins and ends at the given places, without
// curvature.
func (m *smoother) ends() {
	p := m.s.points
	n := len(p) - 1
	end := func(at nav.Pose, free bool, sign float64, outer, middle, inner *nav.Point) {
		*middle = at.Point()
		if !free {
			d := m.heads(at)
			t := max(sign*inner.Sub(*middle).Dot(d), m.each/4) * sign
			*inner = nav.Point{X: middle.X + t*d.X, Y: middle.Y + t*d.Y}
		}
		*outer = nav.Point{X: 2*middle.X - inner.X, Y: 2*middle.Y - inner.Y}
	}
	end(m.from, m.free[0], 1, &p[0], &p[1], &p[2])
	end(m.to, m.free[1], -1, &p[n], &p[n-1], &p[n-2])
}

// settle makes exact what improve only approximates, and returns the poses at the ends.
func (m *smoother) settle() (from, to nav.Pose) {
	for j, i := range m.line {
		if i >= 0 {
			q := m.straights[i].mid
			b := q.Inv().Apply(m.s.points[j])
			m.s.points[j] = q.Apply(nav.Point{X: b.X})
		}
	}
	m.ends()
	p := m.s.points
	n := len(p) - 1
	from, to = m.from, m.to
	yaw := func(d nav.Point) float64 {
		if m.s.back {
			return math.Atan2(-d.Y, -d.X)
		}
		return math.Atan2(d.Y, d.X)
	}
	if m.free[0] {
		from.Yaw = yaw(p[2].Sub(p[1]))
	}
	if m.free[1] {
		to.Yaw = yaw(p[n-1].Sub(p[n-2]))
	}
	return from, to
}

// gather takes the seen points near the leg.
func (m *smoother) gather() {
	reach := m.p.space.outer + m.p.p.Room + 0.5
	for _, q := range m.p.space.seen {
		for _, c := range m.s.points {
			if q.Sub(c).Norm() < reach {
				m.seen = append(m.seen, q)
				break
			}
		}
	}
}

const rounds = 30

// improve moves the points. It is false if it failed.
func (m *smoother) improve(w wish) bool {
	n := len(m.s.points)
	m.m.a, m.m.b = make([][width + 1]float64, 2*n), make([]float64, 2*n)
	m.next, m.held = make([]nav.Point, n), make([]nav.Point, n)
	damp, cost := 1e-3, m.build(m.s.points, w)
	for range rounds {
		if !m.m.solve(damp) {
			return false
		}
		copy(m.held, m.s.points)
		most := 0.0
		for j := range m.s.points {
			d := nav.Point{X: m.m.b[2*j], Y: m.m.b[2*j+1]}
			most = max(most, d.Norm())
			m.next[j] = d
		}
		scale := min(1, 0.15/max(most, 1e-9)) // no point moves far at a time: the field is only known nearby
		for j := range m.s.points {
			m.s.points[j] = nav.Point{X: m.held[j].X - scale*m.next[j].X, Y: m.held[j].Y - scale*m.next[j].Y}
		}
		c := m.build(m.s.points, w)
		switch {
		case c < cost:
			done := most < 0.002 || cost-c < 1e-5*cost
			cost, damp = c, max(damp/4, 1e-6)
			if done {
				return true
			}
		case damp > 10:
			copy(m.s.points, m.held)
			return true
		default:
			copy(m.s.points, m.held)
			damp *= 10
			m.build(m.s.points, w)
		}
	}
	return true
}

// build sets up the equations at the present points and returns the cost.
func (m *smoother) build(p []nav.Point, w wish) float64 {
	clear(m.m.a)
	clear(m.m.b)
	cost, h := 0.0, m.each
	// rows of differences of neighbours, each for x and y
	row := func(j int, c []float64, weight float64, target nav.Point) {
		var v [8]float64
		r := nav.Point{X: -target.X, Y: -target.Y}
		for k, x := range c {
			v[2*k] = x
			r = nav.Point{X: r.X + x*p[j+k].X, Y: r.Y + x*p[j+k].Y}
		}
		m.m.add(2*j, v[:2*len(c)-1], weight, r.X)
		m.m.add(2*j+1, v[:2*len(c)-1], weight, r.Y)
		cost += weight * r.Dot(r)
	}
	n := len(p)
	for j := range n - 1 {
		row(j, []float64{-1, 1}, w.tension/h, nav.Point{})
	}
	for j := range n - 2 {
		row(j, []float64{1, -2, 1}, w.bend/(h*h*h), nav.Point{})
	}
	for j := range n - 3 {
		row(j, []float64{-1, 3, -3, 1}, w.jerk/(h*h*h*h*h), nav.Point{})
	}
	const firm = 1e5
	across := func(j int, at nav.Point, d nav.Point) { // the distance from a line
		e := nav.Point{X: -d.Y, Y: d.X}
		r := p[j].Sub(at).Dot(e)
		m.m.add(2*j, []float64{e.X, e.Y}, firm, r)
		cost += firm * r * r
	}
	row(1, []float64{1}, firm, m.from.Point())
	row(n-2, []float64{1}, firm, m.to.Point())
	row(0, []float64{1, -2, 1}, firm, nav.Point{})
	row(n-3, []float64{1, -2, 1}, firm, nav.Point{})
	if !m.free[0] {
		across(2, m.from.Point(), m.heads(m.from))
	}
	if !m.free[1] {
		across(n-3, m.to.Point(), m.heads(m.to))
	}
	for j, i := range m.line {
		if i >= 0 {
			across(j, m.straights[i].mid.Point(), m.heads(m.straights[i].mid))
		}
	}
	for i := range m.s.segments() {
		for _, u := range [2]float64{0, 0.5} {
			cost += m.around(i, u, w.clear*h/2)
		}
	}
	return cost
}

// around adds the missing room at a place of the curve to the equations.
func (m *smoother) around(i int, u, weight float64) float64 {
	p := m.s.points[i : i+4]
	b, d, _ := weights(u)
	at, t := mix(p, &b), mix(p, &d)
	room := m.p.p.Room
	if reach := m.p.space.outer + room; m.p.space.above(at) > reach && !m.sees(at, reach+1e-6) {
		return 0
	}
	v := max(t.Norm(), 1e-3)
	cos, sin := t.X/v, t.Y/v
	if m.s.back {
		cos, sin = -cos, -sin
	}
	cost := 0.0
	for _, r := range m.body {
		arm := nav.Point{X: cos*r.X - sin*r.Y, Y: sin*r.X + cos*r.Y}
		dist, gx, gy := m.far(at.Add(arm))
		miss := room - dist
		if miss <= 0 {
			continue
		}
		turn := (gy*arm.X - gx*arm.Y) / (v * v) // by the heading's change
		var row [8]float64
		for k := range 4 {
			row[2*k] = -(b[k]*gx - turn*d[k]*t.Y) / room
			row[2*k+1] = -(b[k]*gy + turn*d[k]*t.X) / room
		}
		r := miss / room
		m.m.add(2*i, row[:], weight, r)
		cost += weight * r * r
	}
	return cost
}

// sees reports whether a seen point is within a distance of a place.
func (m *smoother) sees(at nav.Point, within float64) bool {
	for _, s := range m.seen {
		if e := at.Sub(s); !(e.Dot(e) > within*within) {
			return true
		}
	}
	return false
}

// far returns the distance from a point to walls and seen points, and its gradient.
func (m *smoother) far(q nav.Point) (dist, dx, dy float64) {
	dist, dx, dy = m.p.space.field.Slope(q)
	for _, s := range m.seen {
		e := q.Sub(s)
		if e.Dot(e) > dist*dist*(1+1e-9) { // without a root
			continue
		}
		if d := e.Norm(); d < dist && d > 1e-6 {
			dist, dx, dy = d, e.X/d, e.Y/d
		}
	}
	return dist, dx, dy
}

// border returns points of an outline's border, no more than 0.12 m apart.
func border(o nav.Outline) []nav.Point {
	var points []nav.Point
	for i, a := range o {
		e := o[(i+1)%len(o)].Sub(a)
		n := max(int(math.Ceil(e.Norm()/0.12)), 1)
		for k := range n {
			u := float64(k) / float64(n)
			points = append(points, nav.Point{X: a.X + u*e.X, Y: a.Y + u*e.Y})
		}
	}
	return points
}
