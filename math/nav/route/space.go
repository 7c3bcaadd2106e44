package route

import (
	"math"
	"math/bits"

	"github.com/sinew-robotics/sinew/math/nav"
)

// space measures the distance of a vehicle's outline from walls and seen points. Distances are exact: walls are squares, and
// the ground beyond the map is a wall.
type space struct {
	g       *nav.Grid
	unknown bool // unknown cells are free
	edges   []edge
	corners []nav.Point
	turned  []nav.Point // the corners in MAP, at the pose under examination
	inner   float64     // m, radius of the largest circle around BASE in the outline
	outer   float64     // m, radius of the smallest circle around BASE that contains the outline
	mid     nav.Point   // the middle and radius of a circle that contains the outline
	radius  float64

	// Bits of cells, with a ring around the map: blocked cells, and those of them next to a free cell, or with seen points.
	// Rows are whole words.
	stride     int
	solid, rim []uint64
	field      *nav.Field // up to coarse m

	lines []edge // the edges in MAP at the pose under examination, moved outward by half of a cell's square
	cells []cell // the cells under examination

	first []int32 // by cell of the map: one of its seen points, or -1
	next  []int32 // by point: another in its cell, or -1
	seen  []nav.Point
	about []bool  // by cell of the map: whether a seen point is within reach of a place in it
	reach float64 // m
}

type cell struct{ x, y int }

// edge is a straight line of the outline: points p with n·p = d, n of length 1 and outward.
type edge struct {
	n nav.Point
	d float64
}

const coarse = 3.0 // m

// newSpace makes a space without seen points. It is quick up to a clearance of room.
func newSpace(g *nav.Grid, o nav.Outline, unknown bool, room float64) *space {
	s := &space{g: g, unknown: unknown, corners: o, turned: make([]nav.Point, len(o)), lines: make([]edge, len(o)), field: nav.NewField(g, coarse, !unknown)}
	s.inner, s.outer = o.Radii()
	low, high := o[0], o[0]
	for i, a := range o {
		e := o[(i+1)%len(o)].Sub(a)
		n := nav.Point{X: e.Y / e.Norm(), Y: -e.X / e.Norm()}
		s.edges = append(s.edges, edge{n, n.Dot(a)})
		low, high = nav.Point{X: min(low.X, a.X), Y: min(low.Y, a.Y)}, nav.Point{X: max(high.X, a.X), Y: max(high.Y, a.Y)}
	}
	s.mid = nav.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
	for _, a := range o {
		s.radius = max(s.radius, a.Sub(s.mid).Norm())
	}
	s.stride = (g.Width + 2 + 63) / 64
	s.solid = make([]uint64, s.stride*(g.Height+2))
	s.rim = make([]uint64, len(s.solid))
	for y := -1; y <= g.Height; y++ {
		for x := -1; x <= g.Width; x++ {
			if s.blocked(x, y) {
				word, bit := s.bit(x, y)
				s.solid[word] |= bit
				if !s.blocked(x-1, y) || !s.blocked(x+1, y) || !s.blocked(x, y-1) || !s.blocked(x, y+1) {
					s.rim[word] |= bit
				}
			}
		}
	}
	s.about, s.reach = make([]bool, len(g.Cells)), s.radius+room
	s.first = make([]int32, len(g.Cells))
	for i := range s.first {
		s.first[i] = -1
	}
	return s
}

// blocked reports whether the map forbids a cell.
func (s *space) blocked(x, y int) bool {
	if !s.g.Has(x, y) {
		return true
	}
	v := s.g.At(x, y)
	return v >= nav.Wall || v == nav.Unknown && !s.unknown
}

// bit returns the place of a cell in solid and rim.
func (s *space) bit(x, y int) (word int, bit uint64) {
	return (y+1)*s.stride + (x+1)>>6, 1 << ((x + 1) & 63)
}

// see replaces the seen points; points outside of the map or within walls are ignored.
func (s *space) see(points []nav.Point) {
	if len(s.seen) > 0 {
		clear(s.about)
	}
	for _, p := range s.seen {
		x, y := s.g.CellOf(p)
		s.first[y*s.g.Width+x] = -1
		word, bit := s.bit(x, y)
		s.rim[word] &^= bit
	}
	s.seen, s.next = s.seen[:0], s.next[:0]
	for _, p := range points {
		x, y := s.g.CellOf(p)
		if p.X-p.X != 0 || p.Y-p.Y != 0 || s.blocked(x, y) {
			continue
		}
		word, bit := s.bit(x, y)
		s.rim[word] |= bit
		at := &s.first[y*s.g.Width+x]
		s.next = append(s.next, *at)
		*at = int32(len(s.seen))
		s.seen = append(s.seen, p)
		n := int(s.reach/s.g.Cell) + 2
		for j := max(y-n, 0); j <= min(y+n, s.g.Height-1); j++ {
			for i := max(x-n, 0); i <= min(x+n, s.g.Width-1); i++ {
				s.about[j*s.g.Width+i] = true
			}
		}
	}
}

// above returns the radius of a circle around a point in MAP that is surely free of walls, without seen points. The field
// errs by less than a cell, because it measures between centres and interpolates, and it does not include the ground beyond
// the map.
func (s *space) above(p nav.Point) float64 {
	g := s.g
	x, y := p.X-g.Origin.X, p.Y-g.Origin.Y
	border := min(x, y, float64(g.Width)*g.Cell-x, float64(g.Height)*g.Cell-y)
	return min(s.field.At(p)-g.Cell, border)
}

// look is one examination of the surroundings of a pose.
type look struct {
	at       nav.Pose
	sin, cos float64
	x0, y0   float64 // the box around the outline, in MAP
	x1, y1   float64
	best     float64
	near     nav.Point
}

// turn puts the outline at a pose.
func (s *space) turn(at nav.Pose, sin, cos float64) look {
	l := look{at: at, sin: sin, cos: cos, x0: math.Inf(1), y0: math.Inf(1), x1: math.Inf(-1), y1: math.Inf(-1)}
	for i, c := range s.corners {
		p := nav.Point{X: at.X + float64(l.cos*c.X) - float64(l.sin*c.Y), Y: at.Y + float64(l.sin*c.X) + float64(l.cos*c.Y)}
		s.turned[i] = p
		l.x0, l.y0, l.x1, l.y1 = min(l.x0, p.X), min(l.y0, p.Y), max(l.x1, p.X), max(l.y1, p.Y)
	}
	h := s.g.Cell / 2
	for i, e := range s.edges {
		n := nav.Point{X: float64(l.cos*e.n.X) - float64(l.sin*e.n.Y), Y: float64(l.sin*e.n.X) + float64(l.cos*e.n.Y)}
		s.lines[i] = edge{n, e.d + float64(n.X*at.X) + float64(n.Y*at.Y) + float64(h*(math.Abs(n.X)+math.Abs(n.Y)))}
	}
	return l
}

// base returns a point of MAP in BASE.
func (l *look) base(p nav.Point) nav.Point {
	dx, dy := p.X-l.at.X, p.Y-l.at.Y
	return nav.Point{X: float64(l.cos*dx) + float64(l.sin*dy), Y: float64(l.cos*dy) - float64(l.sin*dx)}
}

// clear returns the distance of the outline at a pose from the nearest wall or seen point, and that point, near. From most
// on, the distance may be too small. It is 0 if they overlap. clear does not notice an outline wholly within a wall; overlap
// does.
func (s *space) clear(at nav.Pose, most float64) (d float64, near nav.Point) {
	sin, cos := math.Sincos(at.Yaw)
	mid := nav.Point{X: at.X + float64(cos*s.mid.X) - float64(sin*s.mid.Y), Y: at.Y + float64(sin*s.mid.X) + float64(cos*s.mid.Y)}
	if len(s.seen) == 0 {
		if d := s.above(mid) - s.radius; d >= most {
			return d, nav.Point{}
		}
	} else if x, y := s.g.CellOf(mid); s.radius+most <= s.reach && s.g.Has(x, y) && !s.about[y*s.g.Width+x] && s.above(mid) >= s.radius+most {
		return most, nav.Point{}
	}
	l := s.turn(at, sin, cos)
	l.best = most
	for _, c := range s.near(s.rim, &l, most) {
		s.measure(&l, c.x, c.y)
	}
	return l.best, l.near
}

// measure takes the walls and points of a cell into account.
func (s *space) measure(l *look, x, y int) {
	c, h := s.g.Centre(x, y), s.g.Cell/2
	apart := l.x0 - c.X - h // from the box around the outline, and then from the lines of its edges
	if d := c.X - l.x1 - h; d > apart {
		apart = d
	}
	if d := l.y0 - c.Y - h; d > apart {
		apart = d
	}
	if d := c.Y - l.y1 - h; d > apart {
		apart = d
	}
	if apart >= l.best {
		return
	}
	for i := range s.lines {
		e := &s.lines[i]
		if d := float64(e.n.X*c.X) + float64(e.n.Y*c.Y) - e.d; d >= l.best {
			return
		} else if d > apart {
			apart = d
		}
	}
	if s.blocked(x, y) {
		d := 0.0
		if apart > 0 {
			d = s.square(l, c)
		}
		if d < l.best {
			l.best, l.near = d, c
		}
		return
	}
	for i := s.first[y*s.g.Width+x]; i >= 0; i = s.next[i] {
		if d := max(nav.Outline(s.corners).Distance(l.base(s.seen[i])), 0); d < l.best {
			l.best, l.near = d, s.seen[i]
		}
	}
}

// near returns the set cells within a distance of the box around the outline; the list is valid until the next call.
func (s *space) near(set []uint64, l *look, within float64) []cell {
	s.cells = s.cells[:0]
	x0, y0 := s.g.CellOf(nav.Point{X: l.x0 - within, Y: l.y0 - within})
	x1, y1 := s.g.CellOf(nav.Point{X: l.x1 + within, Y: l.y1 + within})
	x0, y0, x1, y1 = max(x0, -1), max(y0, -1), min(x1, s.g.Width), min(y1, s.g.Height)
	if x1 < x0 {
		return nil
	}
	first, last := (x0+1)>>6, (x1+1)>>6
	low, high := ^uint64(0)<<((x0+1)&63), ^uint64(0)>>(63-(x1+1)&63)
	for y := y0; y <= y1; y++ {
		for w := first; w <= last; w++ {
			word := set[(y+1)*s.stride+w]
			if w == first {
				word &= low
			}
			if w == last {
				word &= high
			}
			for ; word != 0; word &= word - 1 {
				s.cells = append(s.cells, cell{w<<6 + bits.TrailingZeros64(word) - 1, y})
			}
		}
	}
	return s.cells
}

// signed returns a lower bound of the distance of a point in BASE to the outline, which is exact within it.
func (s *space) signed(p nav.Point) float64 {
	d := math.Inf(-1)
	for i := range s.edges {
		e := &s.edges[i]
		if q := float64(e.n.X*p.X) + float64(e.n.Y*p.Y) - e.d; q > d {
			d = q
		}
	}
	return d
}

// square returns the distance from the outline to a cell's square, with a centre in MAP, that does not overlap it: between
// two convex shapes it is at a corner of one of them.
func (s *space) square(l *look, c nav.Point) float64 {
	h, best := s.g.Cell/2, l.best
	for _, d := range [4]nav.Point{{X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: h}, {X: -h, Y: -h}} {
		if p := l.base(c.Add(d)); s.signed(p) < best {
			best = min(best, nav.Outline(s.corners).Distance(p))
		}
	}
	nearest := math.Inf(1)
	for _, p := range s.turned {
		dx, dy := max(math.Abs(p.X-c.X)-h, 0), max(math.Abs(p.Y-c.Y)-h, 0)
		nearest = min(nearest, float64(dx*dx)+float64(dy*dy))
	}
	return min(best, math.Sqrt(nearest))
}

// overlap returns the greatest depth of walls and seen points in the outline, 0 if none is in it.
func (s *space) overlap(at nav.Pose) float64 {
	sin, cos := math.Sincos(at.Yaw)
	l := s.turn(at, sin, cos)
	deepest, h := 0.0, s.g.Cell/2
	for _, k := range s.near(s.solid, &l, 0) {
		c := s.g.Centre(k.x, k.y)
		apart := max(l.x0-c.X, c.X-l.x1, l.y0-c.Y, c.Y-l.y1) - h
		for i := range s.lines {
			e := &s.lines[i]
			apart = max(apart, float64(e.n.X*c.X)+float64(e.n.Y*c.Y)-e.d)
		}
		if apart >= 0 {
			continue
		}
		deepest = max(deepest, 1e-6)
		for _, d := range [5]nav.Point{{}, {X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: h}, {X: -h, Y: -h}} {
			deepest = max(deepest, -s.signed(l.base(c.Add(d))))
		}
	}
	for _, p := range s.seen {
		deepest = max(deepest, -s.signed(l.base(p)))
	}
	return deepest
}
