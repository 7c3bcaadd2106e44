package steer

import (
	"math"
	"math/bits"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Around is what scans show around a vehicle, in the frame of odometry: points of obstacles, when each part of the floor was
// last seen, and walkers with their motion. It is a plain value for a port, so that one part of a program sees and others
// read. It is bounded: points to 3.5 m, or as far as there is room for them; floor to 3.2 m; walkers to 6 m.
type Around struct {
	Frame            nav.Pose                   // frame of restarted odometry in that of the first
	Time             float64                    // s, time of the odometry at which it was seen
	Heard            float64                    // s, end of the last usable scan
	Doubt            float64                    // doubt of odometry, 0 to 1
	Middle           nav.Point                  // approximate place of the vehicle
	Known            bool                       // whether something was seen; otherwise all is zero
	Who              int32                      // number of walkers
	Walkers          [Walkers]Walker            // the first Who are valid
	Body             int32                      // number of ends of beams on walkers
	Bodies           [bodies]Spot               // these ends; the first Body are valid
	First            [buckets*buckets + 1]int32 // those of bucket i are Points[First[i]:First[i+1]]
	Points           [Spots]Spot
	Ages             [wide * wide]uint8 // of cells of the floor, in 1/100 s before Time; 255 for longer
	OriginX, OriginY int32              // of the first bucket, in buckets
	CellX, CellY     int32              // of the first of Ages, in cells
}

// Spot is a place, in m from the Middle of an Around.
type Spot struct{ X, Y float32 }

// Walker is a person, or something else, that moves: a disc.
type Walker struct {
	At, Velocity nav.Point // in the frame of odometry, at Seen; m and m/s
	Radius       float64   // m
	Seen         float64   // s
}

// Spots is the greatest number of points of obstacles in an Around.
const Spots = 4096

const (
	bodies = 512  // ends of beams on walkers
	wide   = 128  // cells of the floor each way with an age
	ageing = 0.01 // s, a unit of age
)

// Near is a steering part's knowledge of the vehicle's surroundings.
type Near struct {
	Around
	shape shape
}

// NewNear makes an empty Near.
func NewNear(p Params) (*Near, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	n := &Near{shape: newShape(p.Outline)}
	n.Heard = never
	return n, nil
}

// Take takes the view of another part.
func (n *Near) Take(a *Around) { n.Around = *a }

// clearance returns the distance from the outline, with BASE at a pose in the frame of odometry, to standing obstacles:
// negative if something is within the outline, and limited to most.
func (n *Near) clearance(at nav.Pose, most float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	return n.stands(at, sin, cos, turned(at, sin, cos, n.shape.centre), most)
}

// people returns the distance at t from the outline to the predicted places of people, limited to most. It includes only
// people whom the vehicle approaches by its own motion, from its pose a moment before.
func (n *Near) people(at, was nav.Pose, t, most float64) float64 {
	if n.Who == 0 {
		return most
	}
	sin, cos := math.Sincos(at.Yaw)
	mid := turned(at, sin, cos, n.shape.centre)
	d := most
	for i := range n.Walkers[:n.Who] {
		m := &n.Walkers[i]
		wide := m.wide(t)
		p := m.ahead(min(t, m.Seen+foresight))
		if p.Sub(mid).Norm() > n.shape.radius+wide+d {
			continue
		}
		e := n.shape.distance(into(at, sin, cos, p), d+wide) - wide
		if e >= d {
			continue
		}
		s, c := math.Sincos(was.Yaw)
		if before := n.shape.distance(into(was, s, c, p), d+wide+1) - wide; before > e+1e-3 {
			d = e
		}
	}
	return d
}

// walkers returns the distance from the outline to the last seen places of walkers, limited to most. It leaves out places that
// are no nearer than to the outline at another pose.
func (n *Near) walkers(at, was nav.Pose, most float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	s, c := math.Sincos(was.Yaw)
	for _, b := range n.Bodies[:n.Body] {
		p := n.place(b)
		if d := n.shape.distance(into(at, sin, cos, p), most); d < most && n.shape.distance(into(was, s, c, p), d+1) > d+1e-3 {
			most = d
		}
	}
	return most
}

// foresight is how long, in s, walkers are assumed to walk on.
const foresight = 2.5

func into(at nav.Pose, sin, cos float64, p nav.Point) nav.Point {
	dx, dy := p.X-at.X, p.Y-at.Y
	return nav.Point{X: float64(cos*dx) + float64(sin*dy), Y: float64(cos*dy) - float64(sin*dx)}
}

// stands returns the distance from the outline to obstacles that do not move.
func (n *Near) stands(at nav.Pose, sin, cos float64, mid nav.Point, most float64) float64 {
	d := most
	r := n.shape.radius + most
	x0, x1 := within(mid.X, r, n.OriginX)
	y0, y1 := within(mid.Y, r, n.OriginY)
	if x0 > x1 {
		return d
	}
	at.X, at.Y = at.X-n.Middle.X, at.Y-n.Middle.Y
	for y := y0; y <= y1; y++ {
		row := y * buckets
		for _, p := range n.Points[n.First[row+x0]:n.First[row+x1+1]] {
			d = min(d, n.shape.distance(into(at, sin, cos, nav.Point{X: float64(p.X), Y: float64(p.Y)}), d))
		}
	}
	return d
}

// unseen returns how long, at t, a part of the outline's border at a pose has not been seen. It leaves out the part within the
// outline at another pose, where the vehicle stands and has seen the floor before.
func (n *Near) unseen(at, outside nav.Pose, t float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	s, c := math.Sincos(outside.Yaw)
	age := 0.0
	for _, b := range n.shape.border {
		p := turned(at, sin, cos, b)
		if n.shape.distance(into(outside, s, c, p), square) < square {
			continue
		}
		x, y := coordinate(p.X)-n.CellX, coordinate(p.Y)-n.CellY
		if uint32(x) >= wide || uint32(y) >= wide || !n.Known {
			return math.Inf(1)
		}
		a := n.Ages[y*wide+x]
		if a == math.MaxUint8 {
			return math.Inf(1)
		}
		age = max(age, t-n.Time+float64(ageing*float64(a)))
	}
	return age
}

// Obstacles appends the points at which something stands, in the frame of odometry, including people who no longer walk.
func (n *Near) Obstacles(to []nav.Point) []nav.Point {
	for _, p := range n.Points[:n.First[buckets*buckets]] {
		to = append(to, n.place(p))
	}
	return to
}

// place returns a spot's place in the frame of odometry.
func (n *Near) place(p Spot) nav.Point {
	return nav.Point{X: n.Middle.X + float64(p.X), Y: n.Middle.Y + float64(p.Y)}
}

// People appends the walkers at their predicted places at a time in s.
func (n *Near) People(t float64, to []Walker) []Walker {
	for _, w := range n.Walkers[:n.Who] {
		w.At, w.Seen = w.ahead(t), t
		to = append(to, w)
	}
	return to
}

// ahead returns the place of a walker at t if the velocity stays constant.
func (w *Walker) ahead(t float64) nav.Point {
	dt := t - w.Seen
	return nav.Point{X: w.At.X + float64(dt*w.Velocity.X), Y: w.At.Y + float64(dt*w.Velocity.Y)}
}

// wide returns the radius in m of the disc that contains a walker at t; it grows because the walker's way is uncertain.
func (w *Walker) wide(t float64) float64 {
	pace := min(w.Velocity.Norm()/walking, 1)
	return w.Radius + 0.02 + pace*(0.03+float64(0.1*max(t-w.Seen, 0)))
}

// silence returns the time, at t, since the last usable scan.
func (n *Near) silence(t float64) float64 { return t - n.Heard }

// gather fills it with the view of a floor at t around a place, and the walkers there.
func (a *Around) gather(f *floor, around nav.Point, t float64, movers []mover) {
	a.Known, a.Time, a.Middle, a.Who = true, t, around, 0
	for i := range movers {
		if m := &movers[i]; m.person {
			a.Walkers[a.Who] = Walker{At: m.at, Velocity: m.vel, Radius: m.radius, Seen: m.seen}
			a.Who++
		}
	}
	a.OriginX = int32(math.Floor(around.X/(square*bucket))) - buckets/2
	a.OriginY = int32(math.Floor(around.Y/(square*bucket))) - buckets/2
	for reach := int32(buckets / 2); !a.collect(f, reach, t, movers) && reach > 0; {
		reach-- // if there is not enough room, the nearest are kept
	}
	a.age(f, t)
}

// collect fills the buckets that are no farther than reach from the middle one, and lists the points on movers separately. It
// is false if there is no room for all.
func (a *Around) collect(f *floor, reach int32, t float64, movers []mover) bool {
	n := int32(0)
	a.Body = 0
	for by := range int32(buckets) {
		for bx := range int32(buckets) {
			a.First[by*buckets+bx] = n
			if max(bx, by) > buckets/2+reach || min(bx, by) < buckets/2-reach {
				continue
			}
			x0, y0 := (a.OriginX+bx)*bucket, (a.OriginY+by)*bucket
			for y := y0; y < y0+bucket; y++ {
				for row := f.row(x0, y); row != 0; row &= row - 1 {
					if n > Spots-4 {
						return false
					}
					n = a.keep(f, index(x0+int32(bits.TrailingZeros64(row)), y), n, t, movers)
				}
			}
		}
	}
	a.First[buckets*buckets] = n
	return true
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

// keep appends the points of cell i at t after n others, and returns the new number.
func (a *Around) keep(f *floor, i uint32, n int32, t float64, movers []mover) int32 {
	o := &f.things[i]
	if t-o.hit > memory {
		return n
	}
	young := o.fresh && t-o.since < before
	most := max(o.ends[0].n, o.ends[1].n, o.ends[2].n, o.ends[3].n)
	for k := range o.ends {
		e := &o.ends[k]
		if e.n < 2 || e.n*seldom < most || o.hit-e.hit >= lately {
			continue
		}
		spot := Spot{float32(e.mid.X - a.Middle.X), float32(e.mid.Y - a.Middle.Y)}
		if young && a.Body < bodies && owned(movers, e.mid) {
			a.Bodies[a.Body] = spot
			a.Body++
		} else {
			a.Points[n] = spot
			n++
		}
	}
	return n
}

// age sets the age of each cell.
func (a *Around) age(f *floor, t float64) {
	a.CellX, a.CellY = f.x-wide/2, f.y-wide/2
	aged := func(at float64) uint8 { return uint8(min(math.Ceil(max(t-at, 0)/ageing), math.MaxUint8)) }
	var old [recent]uint8 // age of cells passed by beams that many scans ago
	for i := range old {
		old[i] = aged(f.times[(f.scan-uint32(i))%recent])
	}
	for y := range int32(wide) {
		row := a.Ages[y*wide : (y+1)*wide]
		for x := range row {
			i := index(a.CellX+int32(x), a.CellY+y)
			row[x] = math.MaxUint8
			if n := f.scan - f.passed[i]; n < recent {
				row[x] = old[n]
			}
			if f.has(i) {
				row[x] = min(row[x], aged(f.things[i].hit))
			}
		}
	}
}

// within returns the range of buckets, in one axis, that lie within r of x.
func within(x, r float64, origin int32) (from, to int32) {
	from = int32(math.Floor((x-r)/(square*bucket))) - origin
	to = int32(math.Floor((x+r)/(square*bucket))) - origin
	return max(from, 0), min(to, buckets-1)
}
