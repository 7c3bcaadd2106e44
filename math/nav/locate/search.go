package locate

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Bounds of a search.
const (
	maxPlaces  = 12    // places that are followed in parallel
	maxPeaks   = 96    // peaks that are examined closely
	coarseWay  = 0.2   // m from one position to the next
	angles     = 90    // directions at each position
	coarseSD   = 0.2   // m by which points may miss walls
	spacing    = 0.15  // m between points that are used
	coarse     = 60    // points
	first      = 15    // number of points after which a pose may be given up
	hopeless   = 0.25  // score per point of the first points, below which it is
	alike      = 0.15  // greatest difference of scores with which two places explain the scans alike
	goodEnough = 0.3   // least score with which a place explains the scans
	pause      = 45    // scans between searches without a result
	full       = 255.0 // score of a point on a wall
)

// peak is a pose that a search has found.
type peak struct {
	pose  nav.Pose
	score int
}

// place is where the vehicle may be.
type place struct {
	pose        nav.Pose
	cov         match.Matrix
	on, through float64
	score       float64 // on minus through, smoothed over scans
	behind      float64 // how much worse it has been than the best, summed over motion
}

// search examines the whole map, a part with each scan: at positions coarseWay apart and in angles directions at each, it
// looks up the points of one cloud in a blurred map (correlative scan matching; Olson, Real-Time Correlative Scan Matching,
// 2009).
type search struct {
	running bool
	grid    *nav.Grid
	blurred []uint8
	starts  []int32 // cells where a vehicle may be, coarseWay apart
	next    int     // index of the next one in starts
	odom    nav.Pose
	points  []nav.Point
	turned  [][2]int32 // the points in cells, turned by each angle
	peaks   []peak
	floor   int // lower bound of the peaks, once their number is full
}

func (s *search) init(g *nav.Grid, field *nav.Field, free []int32) {
	s.grid = g
	s.blurred = make([]uint8, len(g.Cells))
	for i := range s.blurred {
		d := field.At(g.Centre(i%g.Width, i/g.Width))
		s.blurred[i] = uint8(full * math.Exp(-d*d/(2*coarseSD*coarseSD)))
	}
	each := max(int(math.Round(coarseWay/g.Cell)), 1)
	for _, c := range free {
		if x, y := int(c)%g.Width, int(c)/g.Width; x%each == 0 && y%each == 0 {
			s.starts = append(s.starts, c)
		}
	}
	if len(s.starts) == 0 { // a map with few cells
		s.starts = append(s.starts, free...)
	}
	s.points = make([]nav.Point, 0, coarse)
	s.turned = make([][2]int32, 0, coarse*angles)
	s.peaks = make([]peak, 0, maxPeaks)
}

// begin takes the points of a cloud to find on the map.
func (s *search) begin(beams []match.Beam, odom nav.Pose) {
	s.running, s.next, s.odom, s.peaks = true, 0, odom, s.peaks[:0]
	// Repeated steps of the golden section take points from all over the cloud. Because points of near walls lie close
	// together and would outvote the others, neighbours are left out.
	s.points = s.points[:0]
	for i, at := 0, 0.0; i < 2*len(beams) && len(s.points) < coarse; i++ {
		p := beams[int(at*float64(len(beams)))].End
		if at += math.Phi - 1; at >= 1 {
			at--
		}
		apart := true
		for _, q := range s.points {
			if q.Sub(p).Norm() < spacing {
				apart = false
				break
			}
		}
		if apart {
			s.points = append(s.points, p)
		}
	}
	s.turned = s.turned[:0]
	for k := range angles {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / angles)
		for _, p := range s.points {
			x, y := (cos*p.X-sin*p.Y)/s.grid.Cell, (sin*p.X+cos*p.Y)/s.grid.Cell
			s.turned = append(s.turned, [2]int32{int32(math.Round(x)), int32(math.Round(y))})
		}
	}
}

// step continues with a number of look-ups, and reports whether the search is complete.
func (s *search) step(work int) (done bool) {
	g := s.grid
	n := len(s.points)
	for work > 0 && s.next < len(s.starts) {
		c := s.starts[s.next]
		s.next++
		x, y := c%int32(g.Width), c/int32(g.Width)
		for k := range angles {
			score := s.sum(x, y, s.turned[k*n:][:min(first, n)])
			work -= first
			if float64(score) < hopeless*full*float64(min(first, n)) {
				continue
			}
			score = s.sum(x, y, s.turned[k*n:][:n])
			work -= n
			at := g.Centre(int(x), int(y))
			s.keep(peak{nav.Pose{X: at.X, Y: at.Y, Yaw: nav.Angle(2 * math.Pi * float64(k) / angles)}, score})
		}
	}
	return s.next == len(s.starts)
}

// sum looks points up around a cell.
func (s *search) sum(x, y int32, points [][2]int32) (score int) {
	w, h := uint32(s.grid.Width), uint32(s.grid.Height)
	for _, p := range points {
		if u, v := uint32(x+p[0]), uint32(y+p[1]); u < w && v < h {
			score += int(s.blurred[v*w+u])
		}
	}
	return score
}

// keep retains the best peaks, one of each group of neighbours.
func (s *search) keep(p peak) {
	const way, turn = 0.45, 0.25 // m and rad
	if len(s.peaks) == maxPeaks && p.score <= s.floor {
		return
	}
	least := -1
	for i := range s.peaks {
		q := &s.peaks[i]
		if math.Abs(q.pose.X-p.pose.X) < way && math.Abs(q.pose.Y-p.pose.Y) < way && math.Abs(nav.Angle(q.pose.Yaw-p.pose.Yaw)) < turn {
			if p.score > q.score {
				*q = p
			}
			return
		}
		if least < 0 || q.score < s.peaks[least].score {
			least = i
		}
	}
	if len(s.peaks) < maxPeaks {
		s.peaks = append(s.peaks, p)
	} else {
		s.floor = s.peaks[least].score
		if p.score > s.floor {
			s.peaks[least] = p
		}
	}
}

// wanted reports whether a place that is followed fits so badly that the map should be searched for a better one.
func (l *Locator) wanted() bool {
	if l.state < Doubtful || l.fit == 0 && l.through == 0 {
		return false
	}
	if l.wait--; l.wait > 0 {
		return false
	}
	return l.fit < 0.5 || l.through > 0.25*(l.fit+l.through)
}

// seek continues a search, or begins one.
func (l *Locator) seek(beams []match.Beam, now nav.Pose) {
	s := &l.search
	if !s.running {
		s.begin(beams, now)
	}
	if !s.step(l.p.Work) || len(beams) < minBeams {
		return
	}
	s.running = false
	since := s.odom.Inv().Mul(now)
	found := l.places[:0]
	for _, p := range s.peaks {
		fit := match.Align(l.field, beams, p.pose.Mul(since), nil, 0.5)
		h := place{pose: fit.Pose, cov: fit.Cov}
		h.on, h.through = l.explain(beams, h.pose)
		h.score = h.on - h.through
		found = insert(found, h)
	}
	for len(found) > 0 && (found[len(found)-1].score < goodEnough || found[len(found)-1].score < found[0].score-alike) {
		found = found[:len(found)-1]
	}
	l.decide(found)
}

// insert adds a place in the order of scores, the best first, without duplicates.
func insert(all []place, h place) []place {
	for i := range all {
		if all[i].pose.Dist(h.pose) < 0.3 && math.Abs(nav.Angle(all[i].pose.Yaw-h.pose.Yaw)) < 0.2 {
			if all[i].score >= h.score {
				return all
			}
			all = append(all[:i], all[i+1:]...)
			break
		}
	}
	if len(all) < maxPlaces {
		all = append(all, h)
	} else if all[len(all)-1].score < h.score {
		all[len(all)-1] = h
	}
	for i := len(all) - 1; i > 0 && all[i].score > all[i-1].score; i-- {
		all[i], all[i-1] = all[i-1], all[i]
	}
	return all
}

// decide draws the conclusion from the places that a search has found.
func (l *Locator) decide(found []place) {
	l.places, l.wait = found, pause
	if l.state >= Doubtful { // the present place is left only for a known one that is clearly better
		const better = 0.25
		if len(found) == 0 || found[0].score < l.fit-l.through+better || found[0].pose.Dist(l.pose) < 0.3 && math.Abs(nav.Angle(found[0].pose.Yaw-l.pose.Yaw)) < 0.2 {
			l.places = found[:0]
			return
		}
	}
	switch len(found) {
	case 0:
		l.state = Lost
	case 1:
		l.settle()
	default:
		l.state = Ambiguous
		l.filter.n = 0
	}
}

// settle makes the first place the only one.
func (l *Locator) settle() {
	h := l.places[0]
	cov := h.cov
	for i := range cov {
		cov[i][i] += 1e-4
	}
	l.begin(h.pose, cov)
	l.fit, l.through = h.on, h.through
	l.judge()
}

// tell follows all places, and drops those that scans contradict.
func (l *Locator) tell(beams []match.Beam, step nav.Pose, enough bool) {
	moved := min(math.Hypot(step.X, step.Y)+math.Abs(step.Yaw), 0.2)
	all := l.places
	for i := range all {
		h := &all[i]
		was := h.pose
		h.pose = was.Mul(step)
		h.cov = l.p.Drift.Moved(h.cov, was, h.pose)
		if !enough {
			continue
		}
		fit := match.Align(l.field, beams, h.pose, &match.Prior{Pose: h.pose, Cov: h.cov}, 0.2)
		h.pose, h.cov = fit.Pose, fit.Cov
		h.on, h.through = l.explain(beams, h.pose)
		h.score += 0.1 * (h.on - h.through - h.score)
	}
	if !enough {
		return
	}
	kept := all[:0]
	best := 0.0
	for i := range all {
		best = max(best, all[i].score)
	}
	for _, h := range all {
		// Over a way of a metre a difference of a tenth is decisive.
		h.behind = max(h.behind+moved*(best-h.score-0.02), 0)
		if h.score >= best-alike && h.behind < 0.1 && h.score > goodEnough/2 {
			kept = insert(kept, h)
		}
	}
	l.places = kept
	switch len(kept) {
	case 0:
		l.Search()
	case 1:
		l.settle()
	}
}
