package route

import (
	"math"
	"sync"

	"github.com/sinew-robotics/sinew/math/nav"
)

// part is a piece of a way in the search, with enough data to lay it again. Each begins and ends with curvature zero, so
// consecutive parts of one kind are one leg.
type part struct {
	kind  Kind
	shape shape
	prim  uint8    // swerve only: which one
	to    nav.Pose // where it ends; of a spin only the yaw matters
	reach float64  // bend only: the length of its tangents, as a share of the distance
	gate  bool     // it leads straight through a narrow place
}

type shape uint8

const (
	swerve shape = iota // a short curve, one of swerves
	line
	bend // a curve from anywhere to anywhere
	spin // a turn on the spot
)

// swerves are the short curves of the search: length in m, negative backward, and change of yaw in rad. Their curvature is
// (1 - cos 2πu)·yaw/length over u from 0 to 1: continuous, and zero at both ends.
var swerves = [...]struct{ length, yaw float64 }{
	{0.4, 0}, {0.4, 0.09}, {0.4, -0.09}, {0.4, 0.2}, {0.4, -0.2}, {0.4, 0.42}, {0.4, -0.42},
	{-0.3, 0}, {-0.3, 0.2}, {-0.3, -0.2},
	{0.15, 0}, {0.15, 0.1}, {0.15, -0.1}, {-0.1, 0}, {-0.15, 0.08}, {-0.15, -0.08}, // these are for narrow places
}

// wide is the number of swerves for use everywhere.
const wide = 10

// spins are the turns on the spot of the search, in rad; the last ones are for narrow places.
var spins = [...]float64{0.35, -0.35, 0.08, -0.08}

// table holds the ways of all swerves, in BASE at their beginning.
type table [len(swerves)][]Way

// curves is shared by all planners.
var curves = sync.OnceValue(func() *table {
	var t table
	for i, s := range swerves {
		n := int(math.Ceil(math.Abs(s.length)/Spacing - 1e-9))
		ways := make([]Way, 1, n+1)
		const fine = 32 // integration steps from way to way
		var at nav.Pose
		yaw := func(u float64) float64 { return s.yaw * (u - math.Sin(2*math.Pi*u)/(2*math.Pi)) }
		for k := range n {
			for j := range fine {
				u := (float64(k*fine+j) + 0.5) / float64(n*fine)
				sin, cos := math.Sincos(yaw(u))
				at.X += float64(cos*s.length) / float64(n*fine)
				at.Y += float64(sin*s.length) / float64(n*fine)
			}
			u := float64(k+1) / float64(n)
			at.Yaw = yaw(u)
			ways = append(ways, Way{Pose: at, S: math.Abs(s.length) * u, Curvature: s.yaw / s.length * (1 - math.Cos(2*math.Pi*u))})
		}
		ways[n].Curvature = 0
		t[i] = ways
	}
	return &t
})

// lay appends the ways of a part that begins at a pose, including that pose. It returns nil for a bend that curves too much.
func (p *Planner) lay(to []Way, from nav.Pose, q *part) []Way {
	switch q.shape {
	case swerve:
		sin, cos := math.Sincos(from.Yaw)
		for _, w := range p.swerves[q.prim] {
			x, y := w.X, w.Y
			w.X = from.X + float64(cos*x) - float64(sin*y)
			w.Y = from.Y + float64(sin*x) + float64(cos*y)
			w.Yaw = nav.Angle(from.Yaw + w.Yaw)
			to = append(to, w)
		}
	case line:
		d := from.Dist(q.to)
		n := max(int(math.Ceil(d/Spacing-1e-9)), 1)
		for i := range n + 1 {
			u := float64(i) / float64(n)
			to = append(to, Way{Pose: nav.Pose{X: from.X + float64(u*(q.to.X-from.X)), Y: from.Y + float64(u*(q.to.Y-from.Y)), Yaw: from.Yaw}, S: u * d})
		}
	case spin:
		d := nav.Angle(q.to.Yaw - from.Yaw)
		n := max(int(math.Ceil(math.Abs(d)*p.space.outer/Spacing-1e-9)), 1)
		for i := range n + 1 {
			u := float64(i) / float64(n)
			to = append(to, Way{Pose: nav.Pose{X: from.X, Y: from.Y, Yaw: nav.Angle(from.Yaw + float64(u*d))}, S: u * math.Abs(d)})
		}
	case bend:
		return p.bend(to, from, q)
	}
	return to
}

// sharpest is the greatest curvature of a bend, 1/m.
const sharpest = 1.8

// steepest is the greatest change of curvature from way to way in bends and smooth legs, 1/m.
const steepest = 0.45

// loosest is the greatest difference, in rad, between the change of yaw from way to way in a bend and what the curvature at the two
// says. It is greater in bends of a few centimetres, whose curvature swings between two ways.
const loosest = 1e-3

// bend lays a curve of fifth order whose second derivatives are zero at both ends, and with them the curvature.
func (p *Planner) bend(to []Way, from nav.Pose, q *part) []Way {
	d := from.Dist(q.to)
	sign := 1.0
	if q.kind == Backward {
		sign = -1
	}
	s0, c0 := math.Sincos(from.Yaw)
	s1, c1 := math.Sincos(q.to.Yaw)
	m := sign * q.reach * d
	x := quintic(from.X, q.to.X, m*c0, m*c1)
	y := quintic(from.Y, q.to.Y, m*s0, m*s1)
	const coarsely = 24
	fastest := 0.0
	for i := range coarsely + 1 {
		dx, dy, k := curve(&x, &y, float64(i)/coarsely)
		v := math.Sqrt(dx*dx + dy*dy)
		fastest = max(fastest, v)
		if !(v > 0.2*d) || math.Abs(k) > sharpest {
			return nil
		}
	}
	if math.Abs(nav.Angle(q.to.Yaw-from.Yaw)) > sharpest*fastest+1e-6 { // too short: its curvature would be lost in rounding
		return nil
	}
	n := int(math.Ceil(fastest * 1.05 / Spacing))
	start := len(to)
	for i := range n + 1 {
		u := float64(i) / float64(n)
		dx, dy, k := curve(&x, &y, u)
		w := Way{Pose: nav.Pose{X: poly(&x, u), Y: poly(&y, u), Yaw: math.Atan2(sign*dy, sign*dx)}, Curvature: sign * k}
		switch i {
		case 0:
			w.Pose, w.Curvature = from, 0
		case n:
			w.Pose, w.Curvature = q.to, 0
		}
		if i > 0 {
			last := to[start+i-1]
			mean := (last.Curvature + w.Curvature) / 2
			w.S = last.S + arc(last.Pose.Dist(w.Pose), mean)
			turn := nav.Angle(w.Yaw - last.Yaw)
			if math.Abs(w.Curvature-last.Curvature) > steepest || math.Abs(turn-sign*mean*(w.S-last.S)) > loosest {
				return nil
			}
		}
		to = append(to, w)
	}
	return to
}

// arc returns the length of an arc with a chord and a curvature.
func arc(chord, curvature float64) float64 {
	a := chord * curvature
	return chord * (1 + a*a/24)
}

// quintic returns the coefficients of a polynomial over 0 to 1 with values a and b, slopes m and n, and second derivatives zero
// at its ends.
func quintic(a, b, m, n float64) [6]float64 {
	d := b - a
	return [6]float64{a, m, 0, 10*d - 6*m - 4*n, -15*d + 8*m + 7*n, 6*d - 3*m - 3*n}
}

func poly(c *[6]float64, u float64) float64 {
	return c[0] + u*(c[1]+u*(c[2]+u*(c[3]+u*(c[4]+u*c[5]))))
}

// curve returns the derivatives of a curve, and its curvature.
func curve(x, y *[6]float64, u float64) (dx, dy, k float64) {
	first := func(c *[6]float64) float64 { return c[1] + u*(2*c[2]+u*(3*c[3]+u*(4*c[4]+u*5*c[5]))) }
	second := func(c *[6]float64) float64 { return 2*c[2] + u*(6*c[3]+u*(12*c[4]+u*20*c[5])) }
	dx, dy = first(x), first(y)
	v := dx*dx + dy*dy
	return dx, dy, (dx*second(y) - dy*second(x)) / max(v*math.Sqrt(v), 1e-12)
}

// ends returns the end of a part that begins at a pose.
func (p *Planner) ends(from nav.Pose, q *part) nav.Pose {
	switch q.shape {
	case swerve:
		ways := p.swerves[q.prim]
		return from.Mul(ways[len(ways)-1].Pose)
	case spin:
		return nav.Pose{X: from.X, Y: from.Y, Yaw: nav.Angle(q.to.Yaw)}
	case line:
		return nav.Pose{X: q.to.X, Y: q.to.Y, Yaw: from.Yaw}
	}
	return q.to
}

// begin returns the time to begin and end a leg of a kind, in addition to the time at full speed.
func (p *Planner) begin(k Kind) float64 {
	l := &p.p.Limits
	switch k {
	case Forward:
		return l.V/l.Accel + l.Accel/l.Jerk
	case Backward:
		return l.Back/l.Accel + l.Accel/l.Jerk
	}
	return l.W/l.Alpha + l.Alpha/l.Angular
}

// pace returns the time for a metre, or rad, at full speed.
func (p *Planner) pace(k Kind, curvature float64) float64 {
	l := &p.p.Limits
	switch k {
	case Forward:
		return 1 / l.Speed(curvature)
	case Backward:
		return 1 / min(l.Back, l.Speed(curvature))
	}
	return 1 / l.W
}

// price returns the additional cost of a second at a clearance.
func (p *Planner) price(clear float64) float64 {
	if clear >= p.p.Room {
		return 0
	}
	u, v := 1-clear/p.p.Room, max(1-2.5*clear/p.p.Room, 0)
	return 5*u*u + 30*v*v
}

// check follows ways that begin where the clearance is at least floor, and returns the time and its price, without those of
// beginning the leg. It is false if the clearance falls below floor, or below the wanted clearance after having exceeded that.
// A way is skipped only if no point of the outline moves farther to it than the clearance allows.
func (p *Planner) check(kind Kind, ways []Way, floor float64) (time, price float64, ok bool) {
	last := len(ways) - 1
	end := p.end.clear
	if ways[last].Pose != p.end.at {
		end, _ = p.space.clear(ways[last].Pose, p.p.Room)
	}
	if end < floor { // often, and then nothing else matters
		return 0, 0, false
	}
	for i := 0; ; {
		clear := end
		if i == 0 && ways[0].Pose == p.here.at {
			clear = p.here.clear
		} else if i < last {
			clear, _ = p.space.clear(ways[i].Pose, p.p.Room)
		}
		if clear < floor {
			return 0, 0, false
		}
		if clear >= p.floor() {
			floor = p.floor()
		}
		if i == last {
			return time, price, true
		}
		dear := p.price(clear)
		for moved, first := 0.0, true; i < last; first = false {
			a, b := &ways[i], &ways[i+1]
			ds := b.S - a.S
			moved += p.space.outer * math.Abs(nav.Angle(b.Yaw-a.Yaw)) // not from the curvature, which may be greater between the two
			if kind != Turn {
				moved += ds
			}
			if !first && moved > clear-p.floor() {
				break
			}
			dt := ds * p.pace(kind, (a.Curvature+b.Curvature)/2)
			time, price = time+dt, price+float64(dt*dear)
			i++
		}
	}
}
