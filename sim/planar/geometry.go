package planar

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// walls are the occupied cells of a map.
type walls struct {
	grid   *nav.Grid
	field  *nav.Field
	caster *nav.Caster
}

func newWalls(g *nav.Grid) walls {
	own := *g
	own.Cells = append([]int8(nil), g.Cells...)
	return walls{grid: &own, field: nav.NewField(&own, fieldReach, false), caster: nav.NewCaster(&own, false)}
}

// fieldReach is the distance from walls up to which the distance field is known, m.
const fieldReach = 5

// cast returns the distance from p in the direction of the unit vector (dx, dy) to the border of the first wall's cell, or
// most if there is none before that. There are no walls outside the grid. Within a wall it is 0.
func (w *walls) cast(p nav.Point, dx, dy, most float64) float64 {
	return min(w.caster.Along(p, nav.Point{X: dx, Y: dy}, most), most)
}

// castCircle returns the distance along a ray to a circle, or most if the ray does not meet it before that.
func castCircle(p nav.Point, dx, dy float64, c nav.Point, r, most float64) float64 {
	d := c.Sub(p)
	along := float64(d.X*dx) + float64(d.Y*dy)
	if along < -r || along > most+r {
		return most
	}
	off := float64(d.X*dy) - float64(d.Y*dx)
	h := float64(r*r) - float64(off*off)
	if h < 0 {
		return most
	}
	if t := along - math.Sqrt(h); t >= 0 {
		return min(t, most)
	} else if along+math.Sqrt(h) > 0 {
		return 0
	}
	return most
}

// castPolygon returns the distance along a ray to the border of a polygon, or most if the ray does not meet it before that.
func castPolygon(p nav.Point, dx, dy float64, corners []nav.Point, most float64) float64 {
	for i, a := range corners {
		e := corners[(i+1)%len(corners)].Sub(a)
		det := float64(dx*e.Y) - float64(dy*e.X)
		if det == 0 {
			continue
		}
		d := a.Sub(p)
		t := (float64(d.X*e.Y) - float64(d.Y*e.X)) / det
		s := (float64(d.X*dy) - float64(d.Y*dx)) / det
		if t >= 0 && t < most && s >= 0 && s <= 1 {
			most = t
		}
	}
	return most
}

// gap returns the distance between two convex polygons, 0 if they overlap.
func gap(a, b []nav.Point) float64 {
	if !apart(a, b) && !apart(b, a) {
		return 0
	}
	return math.Sqrt(min(corners(a, b), corners(b, a)))
}

// apart reports whether one of a's sides separates a, which runs counterclockwise, from b.
func apart(a, b []nav.Point) bool {
	for i, p := range a {
		e := a[(i+1)%len(a)].Sub(p)
		outside := true
		for _, q := range b {
			d := q.Sub(p)
			if float64(e.X*d.Y)-float64(e.Y*d.X) >= 0 {
				outside = false
				break
			}
		}
		if outside {
			return true
		}
	}
	return false
}

// corners returns the least distance from a's corners to b's sides, squared.
func corners(a, b []nav.Point) float64 {
	least := math.Inf(1)
	for i, p := range b {
		e := b[(i+1)%len(b)].Sub(p)
		ee := e.Dot(e)
		for _, q := range a {
			d := q.Sub(p)
			t := min(max(d.Dot(e)/ee, 0), 1)
			r := nav.Point{X: d.X - float64(t*e.X), Y: d.Y - float64(t*e.Y)}
			least = min(least, r.Dot(r))
		}
	}
	return least
}

// clearance returns the distance from a body's outline to the nearest wall, box, person or other body, and that obstacle;
// most and Nothing if all are farther.
func (w *World) clearance(b *Body, most float64) (float64, Touch) {
	least, what := w.toWalls(b, most), Touch{}
	if least < most {
		what = Touch{Kind: Wall}
	}
	near := func(middle nav.Point, radius float64) bool {
		return middle.Sub(b.middle).Norm() < radius+b.around+least
	}
	for i := range w.boxes {
		if s := &w.boxes[i]; !s.gone && near(s.middle, s.radius) {
			if d := gap(b.shape, s.corners); d < least {
				least, what = d, Touch{Furniture, i}
			}
		}
	}
	for i := range w.people {
		if p := &w.people[i]; near(p.at, p.Radius) {
			d := max(nav.Outline(b.shape).Distance(p.at)-p.Radius, 0)
			if d < least {
				least, what = d, Touch{Person, i}
			}
		}
	}
	for i, o := range w.bodies {
		if o != b && near(o.middle, o.around) {
			if d := gap(b.shape, o.shape); d < least {
				least, what = d, Touch{Vehicles, i}
			}
		}
	}
	return least, what
}

// toWalls returns the distance from a body's outline to the nearest wall, at most most.
func (w *World) toWalls(b *Body, most float64) float64 {
	g := w.walls.grid
	// First the discs that cover the outline: the error of interpolation in the field is less than one and a half cells.
	bound := math.Inf(1)
	for _, d := range b.discs {
		bound = min(bound, w.walls.field.At(b.pose.Apply(d)))
	}
	if bound-b.disc-1.5*g.Cell > most {
		return most
	}
	low, high := b.shape[0], b.shape[0]
	for _, p := range b.shape[1:] {
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	x0, y0 := g.CellOf(nav.Point{X: low.X - most, Y: low.Y - most})
	x1, y1 := g.CellOf(nav.Point{X: high.X + most, Y: high.Y + most})
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, g.Width-1), min(y1, g.Height-1)
	half := g.Cell / 2
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if clear := w.walls.caster.Clear(x, y); clear > 0 {
				x += clear - 1 // if no cell of this row is occupied
				continue
			}
			c := g.Centre(x, y)
			if nav.Outline(b.shape).Distance(c) >= half*math.Sqrt2+most {
				continue
			}
			square := [4]nav.Point{{X: c.X - half, Y: c.Y - half}, {X: c.X + half, Y: c.Y - half}, {X: c.X + half, Y: c.Y + half}, {X: c.X - half, Y: c.Y + half}}
			if most = min(most, gap(b.shape, square[:])); most == 0 {
				return 0
			}
		}
	}
	return most
}
