package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Near is what scans show around a vehicle, in the frame of odometry: points of obstacles, when each part of the floor was last
// seen, and those who move, foreseen. It is bounded: points to 3.5 m, movers to 6 m, 16 of them.
type Near struct {
	p        Params
	shape    shape
	track    *match.Track
	cloud    *match.Cloud
	scans    []nav.Scan // with smoothed ranges
	floor    floor
	movers   []mover
	good     []float64 // s, of each scanner, when its last scan that could be used ended
	told     []match.Verdict
	began    float64 // s, of the first odometry
	ever     bool
	offsets  []offset
	shift    float64 // m, in the mean of the scanners that are heard of, as far as they agree
	compared float64 // s, when that was looked at last
	slips    float64 // how much odometry was doubted at the most, 0 to 1, until that fades
}

// offset is how far, in m, beams of one scanner end from where others ended before.
type offset struct {
	sum   float64 // of the last scan
	count int
	mean  float64 // smoothed over scans
	when  float64 // s, of the last scan that had enough of them
}

// NewNear makes a Near that has seen nothing.
func NewNear(p Params) (*Near, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	n := &Near{
		p: p, shape: newShape(p.Outline), track: match.NewTrack(256), cloud: match.NewCloud(beams), floor: newFloor(),
		movers: make([]mover, 0, Walkers), scans: make([]nav.Scan, 0, p.Scanners),
		good: make([]float64, p.Scanners), told: make([]match.Verdict, p.Scanners), offsets: make([]offset, p.Scanners),
	}
	for i := range n.good {
		n.good[i], n.offsets[i].when = never, never
	}
	return n, nil
}

// beams are the most that are looked at together.
const beams = 8192

// Move takes odometry at a time in s. What is refused, or taken otherwise than it says, is told.
func (n *Near) Move(t float64, odometry nav.Pose) error {
	err := n.track.Add(t, odometry)
	if !n.ever && err == nil {
		n.began, n.ever = t, true
	}
	return err
}

// See takes scans, one of each scanner, the same scanner always in the same place of the list; one that has nothing new has no
// ranges. It returns what became of each; the list is valid until the next call.
func (n *Near) See(scans []nav.Scan) []match.Verdict {
	scans = scans[:min(len(scans), n.p.Scanners)]
	n.smooth(scans)
	n.cloud.Take(n.track, n.scans[:len(scans)])
	t, pose := n.track.Last()
	for i, v := range n.cloud.Verdicts {
		if len(scans[i].Ranges) == 0 {
			continue // nothing new
		}
		if n.told[i] = v; v == match.Used {
			n.good[i] = scans[i].Time
		}
	}
	sin, cos := math.Sincos(pose.Yaw)
	n.compare(pose, sin, cos, t)
	var c cluster
	for i := range n.cloud.Beams {
		b := &n.cloud.Beams[i]
		far := b.End.Sub(b.From).Norm() > sight
		b.From, b.End = turned(pose, sin, cos, b.From), turned(pose, sin, cos, b.End)
		fresh := !far && n.floor.end(b.End, t)
		if !c.grow(b.From, b.End, fresh) {
			next := c.next(b.From, b.End, fresh)
			n.movers = follow(n.movers, &c, t)
			c = next
		}
	}
	n.movers = forget(follow(n.movers, &c, t), t)
	for i := range n.cloud.Beams {
		n.floor.pass(n.cloud.Beams[i].From, n.cloud.Beams[i].End, t)
	}
	n.floor.gather(pose.Point(), t, n.movers)
	return n.cloud.Verdicts
}

// How much farther than expected the ends of beams are from those that ended before, in m, in the mean of a scan: from where on
// odometry is doubted, which is what it comes to where all that stands seems to have moved by 10 mm and beams err by 6 mm in the
// mean with their neighbours, as on walls within a metre; and where no doubt is left, by 20 mm and 10 mm.
const (
	usual = 0.004
	wrong = 0.0103
)

// compare notes how far beams end from where others ended before. Where odometry is right that is what scanners err; where
// wheels slip everything seems to move, for whichever scanner. What one of them sees alone is something else, such as a wall
// whose other parts come into its view.
func (n *Near) compare(pose nav.Pose, sin, cos, t float64) {
	const some, enough, farthest, lately, fades, alike = 6, 25, 4.0, 0.3, 4.0, 1.5
	for i := range n.offsets {
		o := &n.offsets[i]
		o.sum, o.count = 0, 0
	}
	for i := 0; i < len(n.cloud.Beams); i += some {
		b := &n.cloud.Beams[i]
		r := b.End.Sub(b.From).Norm()
		if r > farthest {
			continue
		}
		end := turned(pose, sin, cos, b.End)
		if d, ok := n.floor.off(end, t); ok && !owned(n.movers, end) {
			o := &n.offsets[b.Scan]
			o.sum += d - expected(r, n.scans[b.Scan].Step)
			o.count++
		}
	}
	sum, heard, least := 0.0, 0.0, 1.0
	for i := range n.offsets {
		o := &n.offsets[i]
		if o.count >= enough {
			o.mean += 0.4 * (o.sum/float64(o.count) - o.mean)
			o.when = t
		}
		if t-o.when < lately {
			sum += o.mean
			least = min(least, o.mean)
			heard++
		}
	}
	n.shift = min(sum/max(heard, 1), alike*least)
	// A vehicle that stands does not slip, and slips on when it drives on: doubts stay for a while.
	n.slips = min(max((n.shift-usual)/(wrong-usual), n.slips-max(t-n.compared, 0)/fades, 0), 1)
	n.compared = t
}

// expected is the mean distance from the end of a beam of a length to the nearest of those that ended on the same surface before:
// along it they are 25 mm apart, and across it a mean of neighbours errs by the less the more they are.
func expected(r, step float64) float64 {
	const along, across = 0.0072, 0.85 * 0.02 // m, of beams that err by 20 mm (one deviation), as SICK says of a TiM561
	return math.Hypot(along, across/math.Sqrt(float64(2*neighbours(r, step)+1)))
}

// doubt is how much odometry is doubted, 0 to 1.
func (n *Near) doubt() float64 { return n.slips }

// neighbours is of how many beams on each side of one of a length the mean is taken at most: those that end within 2 cm beside it.
func neighbours(r, step float64) int { return min(int(0.02/(r*math.Abs(step)+1e-9)), 8) }

func turned(at nav.Pose, sin, cos float64, p nav.Point) nav.Point {
	return nav.Point{X: at.X + float64(cos*p.X) - float64(sin*p.Y), Y: at.Y + float64(sin*p.X) + float64(cos*p.Y)}
}

// smooth copies scans, and takes for each beam the mean of its neighbours on both sides, as far as they end on one surface and
// within 2 cm beside it: of the noise of single beams the gap of a door has no room for.
func (n *Near) smooth(scans []nav.Scan) {
	for len(n.scans) < len(scans) {
		n.scans = append(n.scans, nav.Scan{})
	}
	const apart = 0.1
	for i := range scans {
		s, from := &n.scans[i], scans[i].Ranges
		room := s.Ranges
		*s = scans[i]
		s.Ranges = append(room[:0], from...)
		if !sees(s) {
			continue
		}
		s.Max = max(s.Max, 2*sight)
		for k, r := range from {
			if math.IsInf(r, 1) {
				s.Ranges[k] = 2 * sight // all of its way is free
			}
			if !(r > s.Min && r <= scans[i].Max) {
				continue
			}
			side := neighbours(r, s.Step)
			sum, count := r, 1.0
			for d := 1; d <= side && k-d >= 0 && k+d < len(from); d++ {
				a, b := from[k-d], from[k+d]
				if !(math.Abs(a-from[k-d+1]) < apart && math.Abs(b-from[k+d-1]) < apart) {
					break
				}
				sum, count = sum+a+b, count+2
			}
			s.Ranges[k] = sum / count
		}
	}
}

// sees tells whether some beams of a scan end anywhere.
func sees(s *nav.Scan) bool {
	valid := 0
	for _, r := range s.Ranges {
		if r > s.Min && r <= s.Max {
			valid++
		}
	}
	return valid >= 12
}

// clearance returns how far the outline, with BASE at a pose in the frame of odometry, is from what stands there, below zero
// where something is within it, and most where all is farther.
func (n *Near) clearance(at nav.Pose, most float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	return n.stands(at, sin, cos, turned(at, sin, cos, n.shape.centre), most)
}

// people returns how far the outline is at t from where people are foreseen, most where all are farther. Only those count whom
// the vehicle nears by its own motion, from the pose at which it was a moment before.
func (n *Near) people(at, was nav.Pose, t, most float64) float64 {
	if len(n.movers) == 0 {
		return most
	}
	sin, cos := math.Sincos(at.Yaw)
	mid := turned(at, sin, cos, n.shape.centre)
	d := most
	for i := range n.movers {
		m := &n.movers[i]
		if !m.person {
			continue
		}
		wide := m.wide(t)
		p := m.ahead(min(t, m.seen+foresight))
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

// walkers returns how far the outline is from where those who walk were seen last, most where all of it is farther, or not
// nearer than to the outline at another pose.
func (n *Near) walkers(at, was nav.Pose, most float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	s, c := math.Sincos(was.Yaw)
	for _, p := range n.floor.walks {
		if d := n.shape.distance(into(at, sin, cos, p), most); d < most && n.shape.distance(into(was, s, c, p), d+1) > d+1e-3 {
			most = d
		}
	}
	return most
}

// foresight is for how long, in s, somebody is taken to walk on.
const foresight = 2.5

func into(at nav.Pose, sin, cos float64, p nav.Point) nav.Point {
	dx, dy := p.X-at.X, p.Y-at.Y
	return nav.Point{X: float64(cos*dx) + float64(sin*dy), Y: float64(cos*dy) - float64(sin*dx)}
}

// stands returns how far the outline is from what does not move.
func (n *Near) stands(at nav.Pose, sin, cos float64, mid nav.Point, most float64) float64 {
	f := &n.floor
	d := most
	r := n.shape.radius + most
	x0, x1 := within(mid.X, r, f.originX)
	y0, y1 := within(mid.Y, r, f.originY)
	if x0 > x1 {
		return d
	}
	for y := y0; y <= y1; y++ {
		row := y * buckets
		for _, p := range f.points[f.first[row+x0]:f.first[row+x1+1]] {
			d = min(d, n.shape.distance(into(at, sin, cos, p), d))
		}
	}
	return d
}

// unseen returns for how long, at t, a part of the outline's border at a pose was not seen that lies outside of the outline at
// another pose: there the vehicle stands and has seen the floor before.
func (n *Near) unseen(at, outside nav.Pose, t float64) float64 {
	sin, cos := math.Sincos(at.Yaw)
	s, c := math.Sincos(outside.Yaw)
	age := 0.0
	for _, b := range n.shape.border {
		p := turned(at, sin, cos, b)
		if n.shape.distance(into(outside, s, c, p), square) < square {
			continue
		}
		k := n.floor.look(p)
		if k == nil {
			return math.Inf(1)
		}
		age = max(age, t-k.seen())
	}
	return age
}

// Points appends the points at which something stands, in the frame of odometry, people who do not walk any more included.
func (n *Near) Points(to []nav.Point) []nav.Point { return append(to, n.floor.points...) }

// Person is somebody, or something, that walks.
type Person struct {
	At, Velocity nav.Point // in the frame of odometry, m and m/s
	Radius       float64   // m
}

// People appends those who walk, where they are foreseen at a time in s.
func (n *Near) People(t float64, to []Person) []Person {
	for i := range n.movers {
		if m := &n.movers[i]; m.person {
			to = append(to, Person{At: m.ahead(t), Velocity: m.vel, Radius: m.radius})
		}
	}
	return to
}

// silence returns for how long, at t, no scan could be used of the scanner that is heard of most lately.
func (n *Near) silence(t float64) float64 {
	last := never
	for _, g := range n.good {
		last = max(last, g)
	}
	return t - last
}
