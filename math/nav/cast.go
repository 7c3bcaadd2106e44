package nav

import "math"

// Caster finds where beams over a grid meet walls. It walks from border to border of the cells that a beam crosses (Amanatides
// and Woo, A Fast Voxel Traversal Algorithm, 1987), and leaps over squares without walls, which affects only the time. A Caster
// is a copy of the grid at the time it was made; any number of goroutines may use it.
type Caster struct {
	width, height int
	cell          float64
	origin        Point
	// clear is, for each cell, the distance in cells to the nearest wall, the larger of those along x and y; 0 for a wall. A
	// ring of free cells around the grid is never entered.
	clear []uint8
}

// NewCaster makes a Caster; with unknown true, unknown cells stop beams as walls do.
func NewCaster(g *Grid, unknown bool) *Caster {
	c := &Caster{width: g.Width, height: g.Height, cell: g.Cell, origin: g.Origin, clear: make([]uint8, len(g.Cells))}
	const far = math.MaxUint8
	for i, v := range g.Cells {
		if v < Wall && !(unknown && v == Unknown) {
			c.clear[i] = far
		}
	}
	near := func(x, y int) uint8 { // one more than a neighbour's
		if x < 0 || y < 0 || x >= c.width || y >= c.height {
			return far
		}
		return min(c.clear[y*c.width+x], far-1) + 1
	}
	for y := range c.height {
		for x := range c.width {
			at := &c.clear[y*c.width+x]
			*at = min(*at, near(x-1, y), near(x-1, y-1), near(x, y-1), near(x+1, y-1))
		}
	}
	for y := c.height - 1; y >= 0; y-- {
		for x := c.width - 1; x >= 0; x-- {
			at := &c.clear[y*c.width+x]
			*at = min(*at, near(x+1, y), near(x+1, y+1), near(x, y+1), near(x-1, y+1))
		}
	}
	return c
}

// Cast returns the distance in m from a point in MAP, in the direction yaw, to the border of the first wall: 0 from within a
// wall, and +Inf if there is none within most metres. Outside of the grid there are no walls.
func (c *Caster) Cast(from Point, yaw, most float64) float64 {
	dy, dx := math.Sincos(yaw)
	return c.Along(from, Point{dx, dy}, most)
}

// Clear returns a lower bound of the distance in cells from a cell of the grid to the nearest wall, the larger of those along x
// and y; 0 for a wall.
func (c *Caster) Clear(x, y int) int { return int(c.clear[y*c.width+x]) }

// Along is Cast in the direction d, of length 1.
func (c *Caster) Along(from, d Point, most float64) float64 {
	// In cells from here on.
	px, py, limit := (from.X-c.origin.X)/c.cell, (from.Y-c.origin.Y)/c.cell, most/c.cell
	t, end := 0.0, limit
	t, end = clip(px, d.X, float64(c.width), t, end)
	t, end = clip(py, d.Y, float64(c.height), t, end)
	if !(t <= end) { // it misses the grid, or something is NaN
		return math.Inf(1)
	}
	speed := max(math.Abs(d.X), math.Abs(d.Y))
	for t <= end {
		x := min(max(int(px+float64(t*d.X)), 0), c.width-1)
		y := min(max(int(py+float64(t*d.Y)), 0), c.height-1)
		clear := c.clear[y*c.width+x]
		if clear <= room {
			var done bool
			if t, clear, done = c.walk(x, y, px, py, d, t, end); done {
				break
			}
		}
		if clear == 0 {
			return t * c.cell
		}
		t += float64(clear-1) / speed // all cells up to there are free
	}
	return math.Inf(1)
}

// room is the distance in cells to the nearest wall that is necessary for a leap.
const room = 2

// walk goes from cell to cell, from x, y on, until it enters a wall or a cell with room around it for a leap, or leaves the grid
// or reaches the end of the beam. It returns the length at which it entered its last cell, and that cell's clear.
func (c *Caster) walk(x, y int, px, py float64, d Point, t, end float64) (at float64, clear uint8, done bool) {
	stepX, nextX, eachX := border(x, px, d.X)
	stepY, nextY, eachY := border(y, py, d.Y)
	for t <= end {
		clear = c.clear[y*c.width+x]
		if clear == 0 || clear > room {
			return t, clear, false
		}
		if nextX < nextY {
			x, t = x+stepX, max(t, nextX)
			nextX += eachX
			if x < 0 || x >= c.width {
				break
			}
		} else {
			y, t = y+stepY, max(t, nextY)
			nextY += eachY
			if y < 0 || y >= c.height {
				break
			}
		}
	}
	return t, 0, true
}

// border returns, for one axis, the direction in which a beam leaves cell i, the length at which it does, and the length from
// one border to the next.
func border(i int, p, d float64) (step int, next, each float64) {
	switch {
	case d > 0:
		return 1, (float64(i+1) - p) / d, 1 / d
	case d < 0:
		return -1, (float64(i) - p) / d, -1 / d
	}
	return 0, math.Inf(1), math.Inf(1)
}

// clip shortens the part [t, end] of a beam to where it is within [0, size] along one axis.
func clip(p, d, size, t, end float64) (float64, float64) {
	switch {
	case d > 0:
		return max(t, -p/d), min(end, (size-p)/d)
	case d < 0:
		return max(t, (size-p)/d), min(end, -p/d)
	case p >= 0 && p < size:
		return t, end
	}
	return t, math.Inf(-1)
}

// Scan sets the ranges of a scan to those of a scanner without noise with BASE at a pose in MAP: +Inf beyond Max, and Min for
// walls nearer than Min.
func (c *Caster) Scan(base Pose, s *Scan) {
	at := base.Mul(s.Mount)
	for i := range s.Ranges {
		s.Ranges[i] = max(c.Cast(at.Point(), at.Yaw+s.First+float64(i)*s.Step, s.Max), s.Min)
	}
}
