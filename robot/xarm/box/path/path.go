// Package path moves along chains of planned moves: lines, circles and joint moves, with blended corners, at a
// jerk-limited speed.
//
// A move has a measure, its length: metres for lines and circles, the greatest angle of a joint (rad) for joint moves.
// Speed, acceleration and jerk are those of the measure. The corner between two lines becomes an arc that touches both,
// and the corner between two joint moves a parabola; two lines without an angle between them are joined at speed. All
// other moves are joined at rest.
//
// The package has no clock: Runner.Step takes the time step.
package path

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Joints is the number of joints.
const Joints = 7

// Turned converts the angle by which a line turns the tool into its measure, m/rad.
const Turned = 0.2

// Kind is the kind of a move.
type Kind uint8

// The kinds of moves.
const (
	Joint  Kind = iota // to Q, all joints in the same time
	Line               // the tool centre point straight to Pose
	Circle             // from its beginning through Via and Pose, Turn rad of it
)

// Move is one planned move; it begins where the previous one ends.
type Move struct {
	Kind             Kind
	Q                [Joints]float64 // rad, where a joint move ends
	Pose             spatial.Pose    // of the tool centre point: where a line ends, the third point of a circle
	Via              spatial.Pose    // the second point of a circle
	Turn             float64         // rad, the part of a circle to move along
	Speed, Acc, Jerk float64         // of the measure
	// Blend is the radius of the arc to the next line, m, or how far before its end a joint move leaves it, rad; 0 for an
	// end that is reached exactly, negative for rest there.
	Blend float64
}

// Place is where a chain is: joint angles, or a pose of the tool centre point.
type Place struct {
	Cartesian bool
	Q         [Joints]float64
	Pose      spatial.Pose
}

// shape is the shape of a leg.
type shape uint8

const (
	jointLine shape = iota
	jointBend
	line
	arc
	circle
)

// leg is a piece of a chain: the part of a move between two corners, or a corner.
type leg struct {
	shape            shape
	length           float64 // of the measure
	speed, acc, jerk float64

	q0, dq, dq2 [Joints]float64 // beginning, direction per measure, and for a bend the direction after it
	p0          spatial.Pose    // beginning of a line or circle, corner of an arc
	way, way2   spatial.Twist   // per measure: of the line; of those before and after an arc
	from        float64         // of a move's measure, where a line begins
	normal      spatial.Vec3    // of an arc: into the corner
	radius      float64         // m
	angle       float64         // rad, of an arc
	center      spatial.Vec3    // of a circle
	axis        spatial.Vec3    // of a circle
	marks       [3]float64      // rad, where a circle passes its points, and 2π
	turns       [3]spatial.Vec3 // rotation vectors between its points
}

// at returns the place at s of the leg's measure.
func (g *leg) at(s float64) (p Place) {
	switch g.shape {
	case jointLine:
		for i := range p.Q {
			p.Q[i] = g.q0[i] + g.dq[i]*(g.from+s)
		}
		return p
	case jointBend:
		// A parabola from h before the corner q0 to h after it, with length 2h.
		h := g.length / 2
		u := s / g.length
		for i := range p.Q {
			p.Q[i] = g.q0[i] - g.dq[i]*h*(1-u)*(1-u) + g.dq2[i]*h*u*u
		}
		return p
	case line:
		w := g.way.Scale(g.from + s)
		return Place{Cartesian: true, Pose: spatial.Pose{P: g.p0.P.Add(w.Lin), R: spatial.Exp(w.Ang).Mul(g.p0.R)}}
	case arc:
		h := g.radius * math.Tan(g.angle/2)
		u := s / g.length
		a := u * g.angle
		begin := g.p0.P.Sub(g.way.Lin.Scale(h))
		at := begin.Add(g.way.Lin.Scale(g.radius * math.Sin(a))).Add(g.normal.Scale(g.radius * (1 - math.Cos(a))))
		turn := spatial.Exp(g.way2.Ang.Scale(h * u * u)).Mul(spatial.Exp(g.way.Ang.Scale(-h * (1 - u) * (1 - u))))
		return Place{Cartesian: true, Pose: spatial.Pose{P: at, R: turn.Mul(g.p0.R)}}
	}
	a := s / g.radius
	arm := g.p0.P.Sub(g.center)
	return Place{Cartesian: true, Pose: spatial.Pose{P: g.center.Add(spatial.Exp(g.axis.Scale(a)).Apply(arm)), R: g.turned(a)}}
}

// turned returns the orientation at angle a of a circle, which turns evenly from each of the three points to the next.
func (g *leg) turned(a float64) spatial.Rot {
	a = math.Mod(a, 2*math.Pi)
	r := g.p0.R
	last := 0.0
	for i, mark := range g.marks {
		if a >= mark {
			r = spatial.Exp(g.turns[i]).Mul(r)
			last = mark
			continue
		}
		if mark > last {
			r = spatial.Exp(g.turns[i].Scale((a - last) / (mark - last))).Mul(r)
		}
		break
	}
	return r
}

// lay makes the leg of the whole move m from the chain's present place. ok is false for a circle whose points lie on a
// line.
func lay(from *Place, m *Move) (g leg, ok bool) {
	g = leg{speed: m.Speed, acc: m.Acc, jerk: m.Jerk, p0: from.Pose, q0: from.Q}
	switch m.Kind {
	case Joint:
		for i := range g.dq {
			g.dq[i] = m.Q[i] - from.Q[i]
			g.length = math.Max(g.length, math.Abs(g.dq[i]))
		}
		for i := range g.dq {
			if g.length > 0 {
				g.dq[i] /= g.length
			}
		}
		return g, true
	case Line:
		g.shape = line
		g.way = spatial.Delta(from.Pose, m.Pose)
		g.length = math.Max(g.way.Lin.Norm(), Turned*g.way.Ang.Norm())
		if g.length > 0 {
			g.way = g.way.Scale(1 / g.length)
		}
		return g, true
	}
	g.shape = circle
	return g, g.round(from, m)
}

// round computes a circle through three points (the centre of a circumcircle in space).
func (g *leg) round(from *Place, m *Move) bool {
	a, b := m.Via.P.Sub(from.Pose.P), m.Pose.P.Sub(from.Pose.P)
	n := a.Cross(b)
	axis, ok := n.Unit()
	if !ok || n.Norm() < 1e-6*a.Norm()*b.Norm() || a.Norm() < 1e-6 || b.Norm() < 1e-6 {
		return false
	}
	arm := n.Cross(a).Scale(b.Dot(b)).Add(b.Cross(n).Scale(a.Dot(a))).Scale(1 / (2 * n.Dot(n)))
	g.center, g.axis, g.radius = from.Pose.P.Add(arm), axis, arm.Norm()
	g.length = g.radius * m.Turn
	g.speed = math.Min(g.speed, math.Sqrt(g.acc*g.radius)) // no more than acc towards the centre
	g.marks = [3]float64{g.along(m.Via.P), g.along(m.Pose.P), 2 * math.Pi}
	g.turns = [3]spatial.Vec3{
		spatial.Delta(from.Pose, m.Via).Ang, spatial.Delta(m.Via, m.Pose).Ang, spatial.Delta(m.Pose, from.Pose).Ang,
	}
	return g.radius < 1e3
}

// along returns the angle, 0 to 2π, at which a circle passes p.
func (g *leg) along(p spatial.Vec3) float64 {
	x := g.p0.P.Sub(g.center)
	y := g.axis.Cross(x)
	d := p.Sub(g.center)
	a := math.Atan2(d.Dot(y), d.Dot(x))
	if a < 0 {
		a += 2 * math.Pi
	}
	return a
}

// End returns the end of move m that begins at from.
func End(from *Place, m *Move) Place {
	switch m.Kind {
	case Joint:
		return Place{Q: m.Q}
	case Line:
		return Place{Cartesian: true, Pose: m.Pose}
	}
	g, ok := lay(from, m)
	if !ok {
		return *from
	}
	return g.at(g.length)
}

// Round reports whether the three points of a circle that begins at from define a circle.
func Round(from spatial.Pose, m *Move) bool {
	_, ok := lay(&Place{Cartesian: true, Pose: from}, m)
	return ok
}

// straight is the greatest angle between two lines that is not a corner.
const straight = 0.01 // rad

// corner makes the leg between the whole legs a and b. It cuts blend off a's end and b's beginning. A corner of length 0
// is passed at its speed; ok is false for a corner that needs rest.
func corner(a, b *leg, blend float64) (g leg, cut float64, ok bool) {
	if blend < 0 || a.shape != b.shape || a.length <= 0 || b.length <= 0 {
		return g, 0, false
	}
	g = leg{speed: math.Min(a.speed, b.speed), acc: math.Min(a.acc, b.acc), jerk: math.Min(a.jerk, b.jerk)}
	most := math.Min(a.length, b.length) / 2
	switch a.shape {
	case jointLine:
		bent := 0.0
		for i := range a.dq {
			bent = math.Max(bent, math.Abs(a.dq[i]-b.dq[i]))
		}
		cut = math.Min(blend, most)
		g.shape, g.length, g.dq, g.dq2 = jointBend, 2*cut, a.dq, b.dq
		if bent < straight {
			g.length, cut = 0, 0
			return g, 0, true
		}
		for i := range g.q0 {
			g.q0[i] = a.q0[i] + a.dq[i]*a.length
		}
		// The parabola's second derivative is (dq2 − dq)/length.
		g.speed = math.Min(g.speed, math.Sqrt(g.acc*g.length/bent))
		return g, cut, cut > 1e-6
	case line:
		return bend(a, b, g, blend, most)
	}
	return g, 0, false
}

// bend implements corner for two lines that move the tool more than they turn it.
func bend(a, b *leg, g leg, blend, most float64) (leg, float64, bool) {
	u, v := a.way.Lin, b.way.Lin
	if u.Norm() < 1-1e-9 || v.Norm() < 1-1e-9 { // the measure is that of the turn
		return g, 0, false
	}
	angle := math.Acos(math.Min(math.Max(u.Dot(v), -1), 1))
	if angle < straight {
		return g, 0, true
	}
	n, ok := v.Sub(u.Scale(u.Dot(v))).Unit()
	if !ok || angle > math.Pi-0.05 {
		return g, 0, false
	}
	cut := math.Min(blend*math.Tan(angle/2), most)
	g.shape, g.angle, g.normal, g.way, g.way2 = arc, angle, n, a.way, b.way
	g.radius = cut / math.Tan(angle/2)
	g.length = g.radius * angle
	g.p0 = a.at(a.length).Pose
	g.speed = math.Min(g.speed, math.Sqrt(g.acc*g.radius))
	return g, cut, cut > 1e-6
}
