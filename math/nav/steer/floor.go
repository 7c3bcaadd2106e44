package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// floor is what was seen of the floor around a vehicle, in the frame of odometry: a grid whose window moves with the vehicle.
// Data that every beam touches are separate from data that few beams touch, because a scan passes tens of thousands of cells.
type floor struct {
	x, y   int32    // the cell in the middle of the window
	passed []uint32 // number of the last scan with a beam that passed each cell
	stands []uint64 // a bit for each cell: whether something stands there
	things []thing  // what stands in each cell whose bit is set
	scan   uint32   // the number of this scan
	times  [recent]float64
}

// thing is what stands in a cell.
type thing struct {
	ends  [4]ends // ends of beams, in each of the cell's quarters
	hit   float64 // s, time of the last of them
	since float64 // s, time of the first end
	fresh bool    // it appeared where nothing stood a moment before
}

// ends are ends of beams that lie close together.
type ends struct {
	n   int32 // number of ends in the middle, at most steady
	mid nav.Point
	hit float64 // s, time of the last end
}

const (
	square  = 0.05 // m, a cell
	across  = 256  // cells of the window each way: a power of two
	recent  = 256  // scans whose times are remembered: a power of two
	steady  = 24
	bucket  = 5    // cells of a bucket each way
	buckets = 31   // each way: points are stored up to a little more than 3.5 m
	sight   = 6.0  // m up to which beams are followed within the window
	passing = 0.1  // s without an end after which a beam that passes clears a cell
	memory  = 8.0  // s after which points without confirmation are forgotten
	before  = 1.0  // s within which a cell must have been seen free for a new end there to be fresh
	lately  = 0.25 // s within which a quarter of a cell gets new ends if something stands in it and the cell is seen
	seldom  = 6    // of this many ends in one quarter, one in another is noise
	settled = 0.7  // s after which a fresh thing is treated as standing
	never   = -1e9
)

func newFloor() floor {
	f := floor{
		scan:   recent, // so that cells that no beam has passed seem to be of a scan long ago
		passed: make([]uint32, across*across), stands: make([]uint64, across*across/64), things: make([]thing, across*across),
	}
	for i := range f.times {
		f.times[i] = never
	}
	return f
}

// index returns the index of the cell with some coordinates.
func index(x, y int32) uint32 { return uint32(y)%across*across + uint32(x)%across }

// has reports whether something stands in cell i; put sets that.
func (f *floor) has(i uint32) bool { return f.stands[i/64]>>(i%64)&1 != 0 }

func (f *floor) put(i uint32, there bool) {
	if f.stands[i/64] &^= 1 << (i % 64); there {
		f.stands[i/64] |= 1 << (i % 64)
	}
}

// begin begins a scan at t around a place. Cells that leave the window are forgotten.
func (f *floor) begin(around nav.Point, t float64) {
	f.scan++
	f.times[f.scan%recent] = t
	x, y := coordinate(around.X), coordinate(around.Y)
	for u, end := entering(f.x, x); u != end; u++ {
		for v := range int32(across) {
			f.wipe(index(u, v))
		}
	}
	for v, end := entering(f.y, y); v != end; v++ {
		for u := range int32(across) {
			f.wipe(index(u, v))
		}
	}
	f.x, f.y = x, y
}

// entering returns the range of cells of one axis that enter the window when its middle moves from one cell to another.
func entering(from, to int32) (first, end int32) {
	switch by := int64(to) - int64(from); {
	case by >= across || by <= -across:
		return 0, across
	case by >= 0:
		return from + across/2, to + across/2
	}
	return to - across/2, from - across/2
}

func (f *floor) wipe(i uint32) {
	f.passed[i] = 0
	f.put(i, false)
}

// holds reports whether a cell lies in the window.
func (f *floor) holds(x, y int32) bool {
	return uint32(x-f.x+across/2) < across && uint32(y-f.y+across/2) < across
}

// free returns when a beam last passed cell i, in s.
func (f *floor) free(i uint32) float64 {
	if n := f.passed[i]; f.scan-n < recent {
		return f.times[n%recent]
	}
	return never
}

// thing returns what stands in the cell with some coordinates, nil if nothing does.
func (f *floor) thing(x, y int32) *thing {
	if i := index(x, y); f.has(i) && f.holds(x, y) {
		return &f.things[i]
	}
	return nil
}

func coordinate(x float64) int32 { return int32(math.Floor(x / square)) }

// end records the end of a beam, and reports whether something fresh is there.
func (f *floor) end(p nav.Point, t float64) bool {
	x, y := coordinate(p.X), coordinate(p.Y)
	if !f.holds(x, y) {
		return false
	}
	i := index(x, y)
	o := &f.things[i]
	if !f.has(i) {
		*o = thing{since: t, fresh: t-f.free(i) < before && !f.old(p, t)}
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
	o.hit = t
	return o.fresh && t-o.since < before
}

// old reports whether something has stood at a place, or next to it, for long.
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

// off returns the distance from the end of a beam to the nearest earlier end of something that has stood there for a while,
// at most a cell's width; ok is false if there is none.
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

// pass records that a beam from a to b passed all cells before the one in which it ended, as far as sight or the window
// reaches.
func (f *floor) pass(a, b nav.Point, t float64) {
	x, y := coordinate(a.X), coordinate(a.Y)
	d := b.Sub(a)
	length := d.Norm()
	if most := min(sight, square*float64(across/2-2-max(x-f.x, f.x-x, y-f.y, f.y-y))); length > most {
		d = nav.Point{X: d.X * most / length, Y: d.Y * most / length}
		length = most
	}
	if length < 1e-6 {
		return
	}
	endX, endY := coordinate(a.X+d.X), coordinate(a.Y+d.Y)
	stepX, nextX, everyX := crossing(a.X, d.X/length, x)
	stepY, nextY, everyY := crossing(a.Y, d.Y/length, y)
	passed, scan := f.passed[:across*across], f.scan
	for range 2 * across {
		if x == endX && y == endY || min(nextX, nextY) > length {
			return
		}
		if i := index(x, y); passed[i] != scan { // otherwise another beam of this scan has passed it
			passed[i] = scan
			if f.has(i) && t-f.things[i].hit > passing {
				f.put(i, false)
			}
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

// crossing returns, for one axis, the direction of a ray's cells, the distance along it to the next border, and the distance
// between borders (Amanatides and Woo, A Fast Voxel Traversal Algorithm, 1987).
func crossing(from, slope float64, i int32) (step int32, next, every float64) {
	switch {
	case slope > 1e-9:
		return 1, (float64(i+1)*square - from) / slope, square / slope
	case slope < -1e-9:
		return -1, (float64(i)*square - from) / slope, -square / slope
	}
	return 0, math.Inf(1), math.Inf(1)
}
