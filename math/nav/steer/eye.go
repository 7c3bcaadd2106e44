package steer

import (
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Eye sees the surroundings of a vehicle: its Near is what its scans show.
type Eye struct {
	Near
	p        Params
	track    *match.Track
	cloud    *match.Cloud
	scans    []nav.Scan // with smoothed ranges
	floor    floor
	movers   []mover
	good     []float64 // s, by scanner: end of its last usable scan
	offsets  []offset
	shift    float64 // m, mean of the active scanners, as far as they agree
	compared float64 // s, time of the last comparison
}

// offset is the distance, in m, of the ends of a scanner's beams from earlier ends.
type offset struct {
	sum   float64 // of the last scan
	count int
	mean  float64 // smoothed over scans
	when  float64 // s, time of the last scan with enough of them
}

// NewEye makes an Eye that has seen nothing yet.
func NewEye(p Params) (*Eye, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	n := &Eye{
		Near: Near{shape: newShape(p.Outline)}, p: p, track: match.NewTrack(256), cloud: match.NewCloud(beams), floor: newFloor(),
		movers: make([]mover, 0, Walkers), scans: make([]nav.Scan, 0, p.Scanners),
		good: make([]float64, p.Scanners), offsets: make([]offset, p.Scanners),
	}
	n.Heard = never
	for i := range n.good {
		n.good[i], n.offsets[i].when = never, never
	}
	return n, nil
}

// beams is the greatest number of beams in a cloud.
const beams = 8192

// Move takes odometry at a time in s. The error reports odometry that was rejected or interpreted differently.
func (n *Eye) Move(t float64, odometry nav.Pose) error {
	err := n.track.Add(t, odometry)
	n.Frame = n.track.Frame(nav.Pose{})
	return err
}

// See takes scans, one of each scanner, always in the same order; a scanner without news has a scan without ranges. It returns a
// verdict on each; the list is valid until the next call.
func (n *Eye) See(scans []nav.Scan) []match.Verdict {
	scans = scans[:min(len(scans), n.p.Scanners)]
	n.smooth(scans)
	n.cloud.Take(n.track, n.scans[:len(scans)])
	t, pose := n.track.Last()
	for i, v := range n.cloud.Verdicts {
		if len(scans[i].Ranges) == 0 {
			continue // nothing new
		}
		if v == match.Used {
			n.good[i] = scans[i].Time
		}
	}
	n.Heard = slices.Max(n.good)
	sin, cos := math.Sincos(pose.Yaw)
	n.floor.begin(pose.Point(), t)
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
	n.gather(&n.floor, pose.Point(), t, n.movers)
	return n.cloud.Verdicts
}

// Excess distances of the ends of beams from earlier ends, in m, as means of a scan. From usual on, odometry is doubted: that is
// the excess if everything that stands seems to have moved by 10 mm and beams averaged with their neighbours err by 6 mm, as on
// walls within a metre. From wrong on, odometry is certainly wrong: the same for 20 mm and 10 mm.
const (
	usual = 0.004
	wrong = 0.0103
)

// compare measures the distances of the ends of beams from earlier ends. If odometry is right these are the scanners' errors; if
// wheels slip, everything seems to move, for every scanner. A motion that only one scanner sees has another cause, such as new
// parts of a wall that come into its view.
func (n *Eye) compare(pose nav.Pose, sin, cos, t float64) {
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
	// A vehicle that stands does not slip, but slips again when it drives on: doubt fades slowly.
	n.Doubt = min(max((n.shift-usual)/(wrong-usual), n.Doubt-max(t-n.compared, 0)/fades, 0), 1)
	n.compared = t
}

// expected returns the mean distance from the end of a beam of a length to the nearest earlier end on the same surface: along the
// surface these are 25 mm apart, and across it the error of a mean falls with the number of neighbours.
func expected(r, step float64) float64 {
	const along, across = 0.0072, 0.85 * 0.02 // m, for beams that err by 20 mm (one standard deviation), SICK's figure for a TiM561
	return math.Hypot(along, across/math.Sqrt(float64(2*neighbours(r, step)+1)))
}

// neighbours returns the greatest number of beams on each side of a beam of a length to average: those that end within 2 cm of it.
func neighbours(r, step float64) int { return min(int(0.02/(r*math.Abs(step)+1e-9)), 8) }

func turned(at nav.Pose, sin, cos float64, p nav.Point) nav.Point {
	return nav.Point{X: at.X + float64(cos*p.X) - float64(sin*p.Y), Y: at.Y + float64(sin*p.X) + float64(cos*p.Y)}
}

// smooth copies scans, replacing each beam by the mean with its neighbours on both sides, as far as they end on one surface within
// 2 cm of it: the gap of a door has no room for the noise of single beams.
func (n *Eye) smooth(scans []nav.Scan) {
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
				s.Ranges[k] = 2 * sight // its whole way is free
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

// sees reports whether some beams of a scan end anywhere.
func sees(s *nav.Scan) bool {
	valid := 0
	for _, r := range s.Ranges {
		if r > s.Min && r <= s.Max {
			valid++
		}
	}
	return valid >= 12
}
