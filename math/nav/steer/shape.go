package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// shape is an outline prepared for distance queries.
type shape struct {
	corners nav.Outline
	sides   []side
	centre  nav.Point   // centre of a circle around it, in BASE
	radius  float64     // radius of that circle
	border  []nav.Point // places along it, at most two cells of the floor apart
}

// side is a half plane: outside of it n·p > c.
type side struct {
	n nav.Point
	c float64
}

func newShape(o nav.Outline) shape {
	s := shape{corners: o}
	low, high := o[0], o[0]
	for _, p := range o {
		low, high = nav.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, nav.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	s.centre = nav.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	for i, a := range o {
		e := o[(i+1)%len(o)].Sub(a)
		length := e.Norm()
		n := nav.Point{X: e.Y / length, Y: -e.X / length}
		s.sides = append(s.sides, side{n, n.Dot(a)})
		s.radius = max(s.radius, a.Sub(s.centre).Norm())
		parts := math.Ceil(length / (2 * square))
		for k := range int(parts) {
			u := float64(k) / parts
			s.border = append(s.border, nav.Point{X: a.X + u*e.X, Y: a.Y + u*e.Y})
		}
	}
	return s
}

// distance returns the distance of a point in BASE from the outline, negative within it, and limited to
// most.
func (s *shape) distance(p nav.Point, most float64) float64 {
	d := math.Inf(-1)
	for i := range s.sides {
		if d = max(d, float64(s.sides[i].n.X*p.X)+float64(s.sides[i].n.Y*p.Y)-s.sides[i].c); d >= most {
			return most
		}
	}
	if d > 0 {
		d = s.corners.Distance(p)
	}
	return min(d, most)
}
