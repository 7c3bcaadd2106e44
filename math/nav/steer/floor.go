package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// floor is what was seen of the floor around a vehicle, in the frame of odometry: a grid that goes along with it, each cell of
// which stands for the places that are a multiple of its width apart, the newest of them.
type floor struct {
	cells []cell
	// Points of obstacles in buckets, filled anew after each scan: those of bucket i are points[first[i]:first[i+1]].
	points           []nav.Point
	first            []int32
	originX, originY int32 // of the first bucket, in buckets
}

// cell is a square of the floor.
type cell struct {
	x, y   int32   // which one
	ends   [4]ends // of beams, in each of its quarters
	stands bool    // something does
	fresh  bool    // what stands there came to where nothing stood a moment before
	seen   float64 // s, when a beam last passed or ended
	free   float64 // s, when a beam last passed
	hit    float64 // s, when a beam last ended
	since  float64 // s, when the first of the ends came
}

// ends are those of beams that lie close together.
type ends struct {
	n   int32 // that the middle comes of, at most steady
	mid nav.Point
	hit float64 // s, when the last came
}

const (
	square  = 0.05 // m, a cell
	across  = 256  // cells of the grid each way: a power of two
	steady  = 24
	bucket  = 5    // cells of a bucket each way
	buckets = 31   // each way: points are kept to 3.5 m and a little more
	sight   = 6.0  // m, as far as beams are followed; below half of the grid
	passing = 0.1  // s without an end after which a beam that passes clears a cell
	memory  = 8.0  // s, for how long points are kept that nothing confirms
	before  = 1.0  // s, how lately a cell must have been seen free for what comes to be fresh
	lately  = 0.25 // s, in which a quarter of a cell has ends again if something stands in it and the cell is seen
	seldom  = 6    // of so many ends that fall into one quarter, one in another is noise
	settled = 0.7  // s, after which what came counts as standing
	never   = -1e9
)

func newFloor() floor {
	f := floor{
		cells:  make([]cell, across*across),
		points: make([]nav.Point, 0, 4*bucket*bucket*buckets*buckets),
		first:  make([]int32, buckets*buckets+1),
	}
	for i := range f.cells {
		f.cells[i] = cell{x: math.MaxInt32, seen: never, free: never, hit: never, since: never}
	}
	return f
}

// at returns the cell with some coordinates, cleared where it stood for another place.
func (f *floor) at(x, y int32) *cell {
	c := &f.cells[int(y&(across-1))*across+int(x&(across-1))]
	if c.x != x || c.y != y {
		*c = cell{x: x, y: y, seen: never, free: never, hit: never, since: never}
	}
	return c
}

// look returns the cell at a place, nil where nothing is known of it.
func (f *floor) look(p nav.Point) *cell {
	x, y := coordinate(p.X), coordinate(p.Y)
	c := &f.cells[int(y&(across-1))*across+int(x&(across-1))]
	if c.x != x || c.y != y {
		return nil
	}
	return c
}

func coordinate(x float64) int32 { return int32(math.Floor(x / square)) }

// end notes the end of a beam, and tells whether something fresh is there.
func (f *floor) end(p nav.Point, t float64) bool {
	x, y := coordinate(p.X), coordinate(p.Y)
	c := f.at(x, y)
	if !c.stands {
		c.since, c.ends, c.stands, c.fresh = t, [4]ends{}, true, t-c.free < before && !f.old(p, t)
	}
	quarter := 0
	if p.X > (float64(x)+0.5)*square {
		quarter = 1
	}
	if p.Y > (float64(y)+0.5)*square {
		quarter += 2
	}
	e := &c.ends[quarter]
	if t-e.hit > lately {
		e.n = 0 // noise of scans from farther away
	}
	e.hit = t
	e.n = min(e.n+1, steady)
	k := 1 / float64(e.n)
	e.mid.X += float64(k * (p.X - e.mid.X))
	e.mid.Y += float64(k * (p.Y - e.mid.Y))
	c.hit, c.seen = t, t
	return c.fresh && t-c.since < before
}

// old tells whether something has stood at a place, or beside it, for long.
func (f *floor) old(p nav.Point, t float64) bool {
	x, y := coordinate(p.X), coordinate(p.Y)
	for v := y - 1; v <= y+1; v++ {
		for u := x - 1; u <= x+1; u++ {
			c := &f.cells[int(v&(across-1))*across+int(u&(across-1))]
			if c.x == u && c.y == v && c.stands && t-c.since > settled {
				return true
			}
		}
	}
	return false
}

// off returns how far the end of a beam is from the nearest of those that were near before, where something has stood for a
// while, at most a cell's width; ok is false where nothing has.
func (f *floor) off(p nav.Point, t float64) (d float64, ok bool) {
	x, y := coordinate(p.X), coordinate(p.Y)
	least := float64(square * square)
	for v := y - 1; v <= y+1; v++ {
		for u := x - 1; u <= x+1; u++ {
			c := &f.cells[int(v&(across-1))*across+int(u&(across-1))]
			if c.x != u || c.y != v || !c.stands || c.fresh || t-c.since < settled {
				continue
			}
			ok = true
			for i := range c.ends {
				if e := &c.ends[i]; e.n >= 2 {
					q := p.Sub(e.mid)
					least = min(least, q.Dot(q))
				}
			}
		}
	}
	return math.Sqrt(least), ok
}

// pass notes that a beam from a to b passed all cells before the one in which it ended, as far as sight.
func (f *floor) pass(a, b nav.Point, t float64) {
	d := b.Sub(a)
	length := d.Norm()
	if length > sight {
		d = nav.Point{X: d.X * sight / length, Y: d.Y * sight / length}
		length = sight
	}
	if length < 1e-6 {
		return
	}
	x, y := coordinate(a.X), coordinate(a.Y)
	endX, endY := coordinate(a.X+d.X), coordinate(a.Y+d.Y)
	stepX, nextX, everyX := crossing(a.X, d.X/length, x)
	stepY, nextY, everyY := crossing(a.Y, d.Y/length, y)
	for range 2 * across {
		if x == endX && y == endY || min(nextX, nextY) > length {
			return
		}
		c := f.at(x, y)
		if c.stands && t-c.hit > passing {
			c.stands = false
		}
		c.free, c.seen = t, t
		if nextX < nextY {
			x += stepX
			nextX += everyX
		} else {
			y += stepY
			nextY += everyY
		}
	}
}

// crossing returns, for one axis, which way a ray's cells go, how far along it the next border is, and how far apart borders
// are (Amanatides and Woo, A Fast Voxel Traversal Algorithm, 1987).
func crossing(from, slope float64, i int32) (step int32, next, every float64) {
	switch {
	case slope > 1e-9:
		return 1, (float64(i+1)*square - from) / slope, square / slope
	case slope < -1e-9:
		return -1, (float64(i)*square - from) / slope, -square / slope
	}
	return 0, math.Inf(1), math.Inf(1)
}

// gather fills the buckets around a place with the points that stand there at t, but for those that belong to movers.
func (f *floor) gather(around nav.Point, t float64, movers []mover) {
	f.points = f.points[:0]
	f.originX = int32(math.Floor(around.X/(square*bucket))) - buckets/2
	f.originY = int32(math.Floor(around.Y/(square*bucket))) - buckets/2
	for by := range int32(buckets) {
		for bx := range int32(buckets) {
			f.first[by*buckets+bx] = int32(len(f.points))
			x0, y0 := (f.originX+bx)*bucket, (f.originY+by)*bucket
			for y := y0; y < y0+bucket; y++ {
				for x := x0; x < x0+bucket; x++ {
					c := &f.cells[int(y&(across-1))*across+int(x&(across-1))]
					if !c.stands || c.x != x || c.y != y || t-c.hit > memory {
						continue
					}
					young := c.fresh && t-c.since < before
					most := max(c.ends[0].n, c.ends[1].n, c.ends[2].n, c.ends[3].n)
					for i := range c.ends {
						if e := &c.ends[i]; e.n >= 2 && e.n*seldom >= most && c.hit-e.hit < lately && !(young && owned(movers, e.mid)) {
							f.points = append(f.points, e.mid)
						}
					}
				}
			}
		}
	}
	f.first[buckets*buckets] = int32(len(f.points))
}

// within returns the range of buckets, in one axis, that lie within r of x.
func within(x, r float64, origin int32) (from, to int32) {
	from = int32(math.Floor((x-r)/(square*bucket))) - origin
	to = int32(math.Floor((x+r)/(square*bucket))) - origin
	return max(from, 0), min(to, buckets-1)
}
