package steer

import (
	"math"
	"math/bits"

	"github.com/sinew-robotics/sinew/math/nav"
)

// floor is what was seen of the floor around a vehicle, in the frame of odometry: a grid that goes along with it, each cell of
// which stands for the places that are a multiple of its width apart, the newest of them. What every beam touches is kept apart
// from what few do, since a scan passes tens of thousands of cells.
type floor struct {
	cells  []cell
	stands []uint64 // a bit for each cell: something stands there
	things []thing  // what stands in each cell that has its bit
	// Most beams pass, near the vehicle, cells that others of the same scan have passed: the number of the scan tells, for a
	// sixth of the memory. A scan reaches less than half of the grid, so that a cell stands for one place in it.
	passed []uint32
	scan   uint32  // counts scans
	at0    float64 // s, of that scan
	// Points of obstacles in buckets, filled anew after each scan: those of bucket i are points[first[i]:first[i+1]].
	points           []nav.Point
	walks            []nav.Point // of those who walk, which are not among points
	first            []int32
	originX, originY int32 // of the first bucket, in buckets
}

// cell is a square of the floor.
type cell struct {
	x, y int32   // which one
	free float64 // s, when a beam last passed
	hit  float64 // s, when a beam last ended
}

// seen is when a beam last passed or ended, s.
func (c *cell) seen() float64 { return max(c.free, c.hit) }

// thing is what stands in a cell.
type thing struct {
	ends  [4]ends // of beams, in each of the cell's quarters
	since float64 // s, when the first of the ends came
	fresh bool    // it came to where nothing stood a moment before
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
		at0:   never,
		cells: make([]cell, across*across), passed: make([]uint32, across*across), stands: make([]uint64, across*across/64), things: make([]thing, across*across),
		points: make([]nav.Point, 0, 4*bucket*bucket*buckets*buckets),
		first:  make([]int32, buckets*buckets+1),
		walks:  make([]nav.Point, 0, 4*bucket*bucket*Walkers),
	}
	for i := range f.cells {
		f.cells[i] = cell{x: math.MaxInt32, free: never, hit: never}
	}
	return f
}

// index is where the cell with some coordinates is kept.
func index(x, y int32) uint32 { return uint32(y)%across*across + uint32(x)%across }

// has tells whether something stands in cell i, and put whether it does from now on.
func (f *floor) has(i uint32) bool { return f.stands[i/64]>>(i%64)&1 != 0 }

func (f *floor) put(i uint32, there bool) {
	if f.stands[i/64] &^= 1 << (i % 64); there {
		f.stands[i/64] |= 1 << (i % 64)
	}
}

// at returns the cell with some coordinates, cleared where it stood for another place.
func (f *floor) at(x, y int32, i uint32) *cell {
	c := &f.cells[i]
	if c.x != x || c.y != y {
		*c = cell{x: x, y: y, free: never, hit: never}
		f.put(i, false)
	}
	return c
}

// look returns the cell at a place, nil where nothing is known of it.
func (f *floor) look(p nav.Point) *cell {
	x, y := coordinate(p.X), coordinate(p.Y)
	c := &f.cells[index(x, y)]
	if c.x != x || c.y != y {
		return nil
	}
	return c
}

// thing returns what stands in the cell with some coordinates, nil where nothing does.
func (f *floor) thing(x, y int32) *thing {
	i := index(x, y)
	if c := &f.cells[i]; c.x != x || c.y != y || !f.has(i) {
		return nil
	}
	return &f.things[i]
}

func coordinate(x float64) int32 { return int32(math.Floor(x / square)) }

// end notes the end of a beam, and tells whether something fresh is there.
func (f *floor) end(p nav.Point, t float64) bool {
	x, y := coordinate(p.X), coordinate(p.Y)
	i := index(x, y)
	c, o := f.at(x, y, i), &f.things[i]
	if !f.has(i) {
		*o = thing{since: t, fresh: t-c.free < before && !f.old(p, t)}
		f.put(i, true)
	}
	quarter := 0
	if p.X > (float64(x)+0.5)*square {
		quarter = 1
	}
	if p.Y > (float64(y)+0.5)*square {
		quarter += 2
	}
	e := &o.ends[quarter]
	if t-e.hit > lately {
		e.n = 0 // noise of scans from farther away
	}
	e.hit = t
	e.n = min(e.n+1, steady)
	k := 1 / float64(e.n)
	e.mid.X += float64(k * (p.X - e.mid.X))
	e.mid.Y += float64(k * (p.Y - e.mid.Y))
	c.hit = t
	return o.fresh && t-o.since < before
}

// old tells whether something has stood at a place, or beside it, for long.
func (f *floor) old(p nav.Point, t float64) bool {
	x, y := coordinate(p.X), coordinate(p.Y)
	for v := y - 1; v <= y+1; v++ {
		for u := x - 1; u <= x+1; u++ {
			if o := f.thing(u, v); o != nil && t-o.since > settled {
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
			o := f.thing(u, v)
			if o == nil || o.fresh || t-o.since < settled {
				continue
			}
			ok = true
			for i := range o.ends {
				if e := &o.ends[i]; e.n >= 2 {
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
	if t != f.at0 {
		f.at0 = t
		f.scan++
	}
	passed, scan := f.passed[:across*across], f.scan
	for range 2 * across {
		if x == endX && y == endY || min(nextX, nextY) > length {
			return
		}
		if i := index(x, y); passed[i] != scan { // else another beam of this scan has passed it
			passed[i] = scan
			f.clear(x, y, i, t)
		}
		if nextX < nextY {
			x += stepX
			nextX += everyX
		} else {
			y += stepY
			nextY += everyY
		}
	}
}

// clear notes that a beam has passed a cell.
func (f *floor) clear(x, y int32, i uint32, t float64) {
	c := f.at(x, y, i)
	if t-c.hit > passing {
		f.put(i, false)
	}
	c.free = t
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

// gather fills the buckets around a place with the points that stand there at t, and lists those of movers apart.
func (f *floor) gather(around nav.Point, t float64, movers []mover) {
	f.points, f.walks = f.points[:0], f.walks[:0]
	f.originX = int32(math.Floor(around.X/(square*bucket))) - buckets/2
	f.originY = int32(math.Floor(around.Y/(square*bucket))) - buckets/2
	for by := range int32(buckets) {
		for bx := range int32(buckets) {
			f.first[by*buckets+bx] = int32(len(f.points))
			x0, y0 := (f.originX+bx)*bucket, (f.originY+by)*bucket
			for y := y0; y < y0+bucket; y++ {
				for row := f.row(x0, y); row != 0; row &= row - 1 {
					f.keep(x0+int32(bits.TrailingZeros64(row)), y, t, movers)
				}
			}
		}
	}
	f.first[buckets*buckets] = int32(len(f.points))
}

// row returns the bits of the cells of a bucket in one row.
func (f *floor) row(x, y int32) uint64 {
	i, j := index(x, y), index(x+bucket-1, y)
	row := f.stands[i/64] >> (i % 64)
	if i/64 != j/64 {
		row |= f.stands[j/64] << (64 - i%64)
	}
	return row & (1<<bucket - 1)
}

// keep appends the points of a cell at t.
func (f *floor) keep(x, y int32, t float64, movers []mover) {
	i := index(x, y)
	c, o := &f.cells[i], &f.things[i]
	if c.x != x || c.y != y || t-c.hit > memory {
		return
	}
	young := o.fresh && t-o.since < before
	most := max(o.ends[0].n, o.ends[1].n, o.ends[2].n, o.ends[3].n)
	for k := range o.ends {
		e := &o.ends[k]
		switch {
		case e.n < 2 || e.n*seldom < most || c.hit-e.hit >= lately:
		case !young || !owned(movers, e.mid):
			f.points = append(f.points, e.mid)
		case len(f.walks) < cap(f.walks):
			f.walks = append(f.walks, e.mid)
		}
	}
}

// within returns the range of buckets, in one axis, that lie within r of x.
func within(x, r float64, origin int32) (from, to int32) {
	from = int32(math.Floor((x-r)/(square*bucket))) - origin
	to = int32(math.Floor((x+r)/(square*bucket))) - origin
	return max(from, 0), min(to, buckets-1)
}
