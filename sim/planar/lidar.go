package planar

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Scanner describes a laser scanner with a continuously rotating mirror: the vehicle moves from one beam to the next.
type Scanner struct {
	Mount    nav.Pose      // in BASE
	Beams    int           // of one turn
	First    float64       // rad, direction of the first beam; the others follow counterclockwise
	Step     float64       // rad
	Turn     time.Duration // of a full turn of the mirror
	Min, Max float64       // m, measuring range
	Sigma    float64       // m, standard deviation of a distance
	Grain    float64       // m, unit of the distances
	Phase    time.Duration // when the first beam of the first turn is sent
}

// TiM561 returns a SICK TiM561-2050101 (SICK 8015883/YZK8): 811 beams over 270° at 15 Hz, 0.05 to 10 m, with a standard deviation of 20 mm.
func TiM561(mount nav.Pose) Scanner {
	return Scanner{
		Mount: mount, Beams: 811, First: -135 * math.Pi / 180, Step: math.Pi / 180 / 3,
		Turn: time.Second / 15, Min: 0.05, Max: 10, Sigma: 0.02, Grain: 0.001,
	}
}

// WheelchairScanners returns a wheelchair's two scanners, at its front left and rear right corners. Together they see all round.
func WheelchairScanners() [2]nav.Pose {
	return [2]nav.Pose{{X: 0.75, Y: 0.28, Yaw: math.Pi / 4}, {X: -0.25, Y: -0.28, Yaw: -3 * math.Pi / 4}}
}

// Check reports everything that is wrong with a scanner.
func (s *Scanner) Check() error {
	var faults []error
	between := func(what string, x, low, high float64) {
		if !(x >= low && x <= high) {
			faults = append(faults, fmt.Errorf("planar: %s of the scanner is %g: give %g to %g", what, x, low, high))
		}
	}
	between("Beams", float64(s.Beams), 1, 1e5)
	between("First", s.First, -2*math.Pi, 2*math.Pi)
	between("Step", s.Step, 1e-5, math.Pi)
	between("all beams' angle", float64(s.Beams-1)*s.Step, 0, 2*math.Pi)
	between("Turn in s", s.Turn.Seconds(), 1e-3, 10)
	between("Min", s.Min, 0, 100)
	between("Max", s.Max, s.Min, 1000)
	between("Sigma", s.Sigma, 0, 10)
	between("Grain", s.Grain, 0, 1)
	between("Phase in s", s.Phase.Seconds(), 0, 10)
	if !s.Mount.Finite() {
		faults = append(faults, errors.New("planar: the scanner's mount is not finite"))
	}
	return errors.Join(faults...)
}

// Lidar is a scanner on a body.
type Lidar struct {
	s    Scanner
	body *Body
	from source

	turn   uint64 // present turn
	beam   int    // next beam
	ranges []float64
	done   []float64
	scans  uint64 // finished turns
	began  time.Duration
	spread time.Duration // between two beams
}

// AddLidar puts a scanner on a body.
func (w *World) AddLidar(b *Body, s Scanner) (*Lidar, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	l := &Lidar{s: s, body: b, from: w.chance(), ranges: make([]float64, s.Beams), done: make([]float64, s.Beams)}
	l.spread = time.Duration(float64(s.Turn) * s.Step / (2 * math.Pi))
	w.lidars = append(w.lidars, l)
	return l, nil
}

// Scanner returns the lidar's description.
func (l *Lidar) Scanner() *Scanner { return &l.s }

// Latest sets s to the newest complete scan, in the world's time; its ranges belong to the lidar until the next turn ends. It returns the
// number of scans so far and when the first beam was sent. If the number is 0, there is no scan, and s is unchanged.
func (l *Lidar) Latest(s *nav.Scan) (n uint64, began time.Duration) {
	if l.scans > 0 {
		turn := time.Duration(l.s.Beams-1) * l.spread
		*s = nav.Scan{Mount: l.s.Mount, First: l.s.First, Step: l.s.Step, Min: l.s.Min, Max: l.s.Max, Ranges: l.done,
			Turn: turn.Seconds(), Time: (l.began + turn).Seconds()}
	}
	return l.scans, l.began
}

// start returns when a turn's first beam is sent.
func (l *Lidar) start(turn uint64) time.Duration { return l.s.Phase + time.Duration(turn)*l.s.Turn }

// sweep measures the beams that are sent before end, from the body's place at each moment.
func (l *Lidar) sweep(w *World, end time.Duration) {
	for {
		at := l.start(l.turn) + time.Duration(l.beam)*l.spread
		if at >= end {
			return
		}
		share := 1 - float64(end-at)/float64(w.step)
		l.ranges[l.beam] = l.measure(w, max(share, 0))
		if l.beam++; l.beam == l.s.Beams {
			l.ranges, l.done = l.done, l.ranges
			l.began = l.start(l.turn)
			l.beam = 0
			l.turn++
			l.scans++
		}
	}
}

// measure returns the next beam's distance at a share of the present step: +Inf if nothing is within reach, or if something is nearer than
// the scanner can measure.
func (l *Lidar) measure(w *World, share float64) float64 {
	a, b := l.body.before, l.body.pose
	base := nav.Pose{X: a.X + float64(share*(b.X-a.X)), Y: a.Y + float64(share*(b.Y-a.Y)), Yaw: a.Yaw + float64(share*nav.Angle(b.Yaw-a.Yaw))}
	eye := base.Apply(l.s.Mount.Point())
	dy, dx := math.Sincos(base.Yaw + l.s.Mount.Yaw + l.s.First + float64(float64(l.beam)*l.s.Step))
	r := w.look(l.body, eye, dx, dy, l.s.Max+0.5)
	noise := l.s.Sigma * l.from.NormFloat64() // drawn for each beam, so that one beam's result changes no other's noise
	if r > l.s.Max || r < l.s.Min {
		return math.Inf(1)
	}
	if r += noise; l.s.Grain > 0 {
		r = math.Round(r/l.s.Grain) * l.s.Grain
	}
	return min(max(r, l.s.Min), l.s.Max)
}

// look returns the distance from a point in a direction to anything but the body itself, at most most. People are round, as wide as their
// shoulders, at every height.
func (w *World) look(self *Body, eye nav.Point, dx, dy, most float64) float64 {
	r := w.walls.cast(eye, dx, dy, most)
	for i := range w.people {
		r = castCircle(eye, dx, dy, w.people[i].at, w.people[i].Radius, r)
	}
	for i := range w.boxes {
		if s := &w.boxes[i]; !s.gone && castCircle(eye, dx, dy, s.middle, s.radius, r) < r {
			r = castPolygon(eye, dx, dy, s.corners, r)
		}
	}
	for _, o := range w.bodies {
		if o != self && castCircle(eye, dx, dy, o.middle, o.around, r) < r {
			r = castPolygon(eye, dx, dy, o.shape, r)
		}
	}
	return r
}

// Look returns the true distance from a point in MAP in a direction to the nearest wall, box, person or vehicle, at most most; it ignores
// self, which may be nil.
func (w *World) Look(self *Body, from nav.Point, direction, most float64) float64 {
	dy, dx := math.Sincos(direction)
	return w.look(self, from, dx, dy, most)
}

func (l *Lidar) hash(h *hasher) {
	h.add(l.turn)
	h.add(uint64(l.beam))
	h.floats(l.ranges...)
	h.source(&l.from)
}
