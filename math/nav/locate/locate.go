// Package locate finds the pose of a vehicle on a map from its scans and odometry. Particles follow its motion as in adaptive
// Monte-Carlo localisation (Fox, KLD-Sampling, 2001; Thrun, Burgard and Fox, Probabilistic Robotics, 2005, chapter 8), and each
// scan is then fitted to the map's walls, which gives a more precise pose than particles. Without any knowledge the whole map is
// searched; places that explain the scans alike are followed in parallel until motion distinguishes them, and until then the
// estimate is Ambiguous. A Locator is deterministic for a given seed, does not allocate once it has seen a scan of each scanner,
// and does a bounded amount of work for each scan.
package locate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Params tune a Locator. Zero means the value in brackets.
type Params struct {
	Least, Most int         // particles [100, 1000]
	Beams       int         // beams that weight particles, of all scans together [60]
	Points      int         // points to fit to the map, of all scans together [400]
	Sigma       float64     // deviation of measured points from walls, in m [0.1]
	Hit, Rand   float64     // probabilities that a beam ends at a wall of the map, or anywhere [0.9, 0.1]
	Drift       match.Drift // how odometry errs [0.05, 0.05, 0.1, 0.05]
	Step        float64     // way in m, or turn in rad, after which particles are weighted again [0.05]
	Slow, Fast  float64     // weights of the averages whose ratio triggers new particles; below 0 for none [0.001, 0.1]
	Work        int         // map look-ups of a search with each scan [1000000], about 2 ms
}

// Check reports every fault of the parameters.
func (p *Params) Check() error {
	var errs []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("locate: "+format, args...))
		}
	}
	wrong(p.Least < 20 || p.Most < p.Least || p.Most > 100_000, "%d to %d particles: give at least 20 and at most 100000", p.Least, p.Most)
	wrong(p.Beams < 10 || p.Beams > p.Points || p.Points > 10_000, "%d beams and %d points: give at least 10 beams, and 10000 points at most, no fewer than beams", p.Beams, p.Points)
	wrong(!(p.Sigma >= 0.01 && p.Sigma <= 1), "Sigma is %g m: give 0.01 to 1", p.Sigma)
	wrong(!(p.Hit > 0 && p.Rand > 0 && p.Hit+p.Rand <= 1.000001), "Hit is %g and Rand %g: give more than 0, together 1 at most", p.Hit, p.Rand)
	for i, d := range p.Drift {
		wrong(!(d > 0 && d <= 10), "Drift[%d] is %g: give more than 0 and at most 10", i, d)
	}
	wrong(!(p.Step > 0 && p.Step <= 1), "Step is %g: give more than 0 and at most 1", p.Step)
	wrong(p.Slow-p.Slow != 0 || p.Fast-p.Fast != 0 || p.Slow >= p.Fast && p.Fast > 0 || p.Fast > 1, "Slow is %g and Fast %g: give Slow the smaller, both below 1", p.Slow, p.Fast)
	wrong(p.Work < 10_000, "Work is %d: give at least 10000", p.Work)
	return errors.Join(errs...)
}

func (p Params) filled() Params {
	p.Least, p.Beams, p.Work = cmp.Or(p.Least, 100), cmp.Or(p.Beams, 60), cmp.Or(p.Work, 1_000_000)
	p.Most, p.Points = cmp.Or(p.Most, max(1000, p.Least)), cmp.Or(p.Points, max(400, p.Beams))
	p.Sigma, p.Hit, p.Rand = cmp.Or(p.Sigma, 0.1), cmp.Or(p.Hit, 0.9), cmp.Or(p.Rand, 0.1)
	p.Step, p.Slow, p.Fast = cmp.Or(p.Step, 0.05), cmp.Or(p.Slow, 0.001), cmp.Or(p.Fast, 0.1)
	p.Drift = cmp.Or(p.Drift, match.Drift{0.05, 0.05, 0.1, 0.05})
	return p
}

// State says how well the pose is known.
type State uint8

// The states.
const (
	Searching State = iota // the pose is unknown; the map is being searched
	Lost                   // no place on the map explains the scans; it is searched again
	Ambiguous              // several places explain the scans alike: drive or turn
	Doubtful               // there is one place, but the scans fit badly, or no scan was usable for a long time
	Converged              // there is one place, and the scans fit it
)

// String returns the state's name.
func (s State) String() string {
	names := [...]string{"searching", "lost", "ambiguous", "doubtful", "converged"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("state %d", uint8(s))
}

// Estimate is the estimated pose and its quality.
type Estimate struct {
	State
	Pose    nav.Pose     // BASE in MAP at the last odometry; the likeliest of several places. Meaningless while Searching or Lost
	Cov     match.Matrix // of the pose, if there is one place
	Fit     float64      // part of the beams that end at walls of the map, smoothed over scans
	Through float64      // part of the beams that pass through walls of the map, smoothed over scans
	Places  int          // number of places that explain the scans alike
	Held    int          // particles
}

// Place is a place where the vehicle may be.
type Place struct {
	Pose nav.Pose // BASE in MAP at the last odometry
	Fit  float64  // part of the beams that the map explains there, minus the part that contradicts it
}

// Locator finds a pose on a map.
type Locator struct {
	p      Params
	field  *nav.Field
	caster *nav.Caster
	track  *match.Track
	cloud  *match.Cloud
	random *rand.Rand
	filter filter
	search search

	state  State
	begun  bool     // odometry has arrived
	odom   nav.Pose // of the last scan, to which all poses below belong
	pose   nav.Pose
	cov    match.Matrix
	places []place
	// Averages over scans of the parts that the map explains and contradicts.
	fit, through float64
	wait         int // scans until the map may be searched for a better place

	heard, alone float64 // s, time of the last odometry, and how long since then the covariance has been widened
}

// New makes a Locator without knowledge of the pose.
func New(g *nav.Grid, p Params, seed uint64) (*Locator, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	l := &Locator{p: p, random: rand.New(rand.NewPCG(seed, 0x6c6f63617465)), track: match.NewTrack(256), cloud: match.NewCloud(p.Points)}
	const far = 2 // m, beyond which a wall attracts no points
	l.field = nav.NewField(g, far, false)
	if painted(g) {
		l.field = l.field.Flat()
	}
	l.caster = nav.NewCaster(g, false)
	l.filter.init(g, l.field, &l.p)
	if len(l.filter.free) == 0 {
		return nil, errors.New("locate: the map has no free cell: there is nowhere to be")
	}
	l.search.init(g, l.field, l.filter.free)
	l.places = make([]place, 0, maxPlaces)
	l.Search()
	return l, nil
}

// painted reports whether a map was made from scans by marking the cells in which beams end. Its walls are ragged, and their
// faces are somewhere within those cells; in a drawn map walls are straight, and their faces are the borders of their cells.
func painted(g *nav.Grid) bool {
	return straight(g) < 0.85
}

// straight returns the part of the faces of walls' cells that continue straight on both sides.
func straight(g *nav.Grid) float64 {
	wall := func(x, y int) bool { return g.At(x, y) >= nav.Wall }
	open := func(x, y int) bool { c := g.At(x, y); return c >= 0 && c < nav.Wall }
	faces, on := 0, 0
	for y := range g.Height {
		for x := range g.Width {
			if !wall(x, y) {
				continue
			}
			for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				u, v := d[0], d[1]
				if !open(x+u, y+v) {
					continue
				}
				faces++
				if wall(x+v, y+u) && wall(x-v, y-u) && open(x+u+v, y+v+u) && open(x+u-v, y+v-u) {
					on++
				}
			}
		}
	}
	return float64(on) / float64(max(faces, 1))
}

// Start sets the pose in MAP, with standard deviations in m and rad.
func (l *Locator) Start(at nav.Pose, sd, yaw float64) error {
	if !at.Finite() || !(sd > 0 && yaw > 0 && sd < 1e3 && yaw < 10) {
		return fmt.Errorf("locate: a start at %v with deviations of %g m and %g rad: give finite ones, deviations above 0", at, sd, yaw)
	}
	_, l.odom = l.track.Last()
	l.begin(at, match.Diagonal(sd, yaw))
	return nil
}

// begin follows one place.
func (l *Locator) begin(at nav.Pose, cov match.Matrix) {
	l.pose, l.cov, l.state = at, cov, Doubtful
	l.fit, l.through = 0, 0
	l.places, l.search.running, l.wait = l.places[:0], false, 0
	l.filter.spread(l.random, at, math.Sqrt(max(cov[0][0], cov[1][1])), math.Sqrt(cov[2][2]))
}

// Search forgets the pose, and searches the whole map with future scans.
func (l *Locator) Search() {
	l.state, l.places, l.search.running = Searching, l.places[:0], false
	l.filter.n = 0
}

// Move takes odometry at a time in seconds. The error reports odometry that was rejected or interpreted differently.
func (l *Locator) Move(time float64, odometry nav.Pose) error {
	err := l.track.Add(time, odometry)
	if !l.begun {
		_, l.odom = l.track.Last()
		l.begun = err == nil
	}
	return err
}

// See takes scans, one of each scanner, always in the same order, and returns a verdict on each; the list is valid until the next
// call.
func (l *Locator) See(scans []nav.Scan) []match.Verdict {
	l.cloud.Take(l.track, scans)
	_, now := l.track.Last()
	step := l.odom.Inv().Mul(now)
	l.odom = now
	beams := l.cloud.Beams
	enough := len(beams) >= minBeams
	if l.search.running || enough && (l.state <= Lost || l.wanted()) {
		l.seek(beams, now)
	}
	l.stray(scans)
	switch l.state {
	case Ambiguous:
		l.tell(beams, step, enough)
	case Doubtful, Converged:
		l.follow(beams, step, enough)
	}
	return l.cloud.Verdicts
}

// Without odometry for longer than patience in s, a vehicle may have continued at its speed, or been pushed at a speed in m/s and
// rad/s, for a limited time in s.
const patience, pushed, longest = 0.25, 0.1, 10

// stray widens the covariance by the distance that the vehicle may have gone since odometry fell silent. The scans' times show
// how long that is; the least is taken, because a scanner's clock may be wrong.
func (l *Locator) stray(scans []nav.Scan) {
	time, _ := l.track.Last()
	if time != l.heard {
		l.heard, l.alone = time, 0
	}
	since := float64(longest)
	seen := false
	for i := range scans {
		if len(scans[i].Ranges) > 0 {
			since, seen = min(since, scans[i].Time-time), true
		}
	}
	if !seen || l.state != Doubtful && l.state != Converged || !(since > max(patience, l.alone)) {
		return
	}
	way, turn := l.track.Rate()
	more := math.Sqrt(float64(since*since) - float64(l.alone*l.alone))
	way, turn = max(way, pushed)*more, max(turn, pushed)*more
	l.cov[0][0] += float64(way * way)
	l.cov[1][1] += float64(way * way)
	l.cov[2][2] += float64(turn * turn)
	l.filter.stray(l.random, way, turn)
	l.alone = since
}

// minBeams is the least number of beams for a fit.
const minBeams = 30

// follow tracks a single place.
func (l *Locator) follow(beams []match.Beam, step nav.Pose, enough bool) {
	was := l.pose
	l.pose = was.Mul(step)
	l.cov = l.p.Drift.Moved(l.cov, was, l.pose)
	l.filter.move(l.random, step, l.p.Drift)
	if !enough {
		l.judge()
		return
	}
	mean, spread, weighed := l.filter.weigh(l.random, beams, l.pose, &l.p)
	wide := min(max(3*math.Sqrt(max(l.cov[0][0], l.cov[1][1])), match.Near), 0.6)
	best := match.Align(l.field, beams, l.pose, &match.Prior{Pose: l.pose, Cov: l.cov}, wide)
	if weighed && (mean.Dist(best.Pose) > 0.08 || math.Abs(nav.Angle(mean.Yaw-best.Pose.Yaw)) > 0.05) {
		// The particles disagree, for instance when wheels slip.
		other := match.Align(l.field, beams, mean, &match.Prior{Pose: mean, Cov: spread}, 0.4)
		if other.On > best.On+0.08 {
			best = other
		}
	}
	l.pose, l.cov = best.Pose, best.Cov
	on, through := l.explain(beams, l.pose)
	k := 0.2
	if l.fit == 0 && l.through == 0 {
		k = 1
	}
	l.fit += k * (on - l.fit)
	l.through += k * (through - l.through)
	l.judge()
}

// Bounds between a known and a doubtful pose: parts of the beams, m, rad. Because people may hide most of the map, beams that
// contradict the map have more weight than unexplained ones.
const (
	minFit, maxThrough = 0.2, 0.4 // through, as part of the beams that are on or through walls
	maxSD, maxYaw      = 0.15, 0.1
)

func (l *Locator) judge() {
	l.state = Doubtful
	bad := l.fit < minFit || l.through > maxThrough*(l.fit+l.through)
	if !bad && max(l.cov[0][0], l.cov[1][1]) < maxSD*maxSD && l.cov[2][2] < maxYaw*maxYaw {
		l.state = Converged
	}
}

// explain returns the part of some beams that ends at walls of the map, seen from a pose, and the part that passes through walls.
func (l *Locator) explain(beams []match.Beam, at nav.Pose) (on, through float64) {
	const past = 0.3 // m that a beam must go on behind a wall to pass through it
	sin, cos := math.Sincos(at.Yaw)
	stride := max(len(beams)/l.p.Beams, 1)
	n := 0
	for i := stride / 2; i < len(beams); i += stride {
		n++
		b := &beams[i]
		from := nav.Point{X: at.X + cos*b.From.X - sin*b.From.Y, Y: at.Y + sin*b.From.X + cos*b.From.Y}
		end := nav.Point{X: at.X + cos*b.End.X - sin*b.End.Y, Y: at.Y + sin*b.End.X + cos*b.End.Y}
		d := end.Sub(from)
		way := d.Norm() - past
		switch {
		case way > 0 && l.caster.Cast(from, math.Atan2(d.Y, d.X), way) < way:
			through++
		case math.Abs(l.field.At(end)) < match.Near:
			on++
		}
	}
	return on / float64(max(n, 1)), through / float64(max(n, 1))
}

// Estimate returns the present estimate.
func (l *Locator) Estimate() Estimate {
	_, now := l.track.Last()
	e := Estimate{State: l.state, Fit: l.fit, Through: l.through, Places: len(l.places), Held: l.filter.n}
	switch l.state {
	case Ambiguous:
		e.Pose, e.Fit, e.Through = l.places[0].pose, l.places[0].on, l.places[0].through
	case Doubtful, Converged:
		e.Pose, e.Cov, e.Places = l.pose, l.cov, 1
	default:
		return Estimate{State: l.state}
	}
	to := e.Pose.Mul(l.odom.Inv().Mul(now))
	e.Cov = l.p.Drift.Moved(e.Cov, e.Pose, to)
	e.Pose = to
	return e
}

// At returns the pose in MAP for odometry that is newer, or a little older, than the last Move.
func (l *Locator) At(odometry nav.Pose) nav.Pose {
	pose := l.pose
	if l.state == Ambiguous {
		pose = l.places[0].pose
	}
	return pose.Mul(l.odom.Inv().Mul(l.track.Frame(odometry)))
}

// Places appends the places that explain the scans alike, the best first.
func (l *Locator) Places(to []Place) []Place {
	_, now := l.track.Last()
	step := l.odom.Inv().Mul(now)
	for i := range l.places {
		h := &l.places[i]
		to = append(to, Place{h.pose.Mul(step), h.score})
	}
	return to
}

// Particles appends the particles' poses at the last scan.
func (l *Locator) Particles(to []nav.Pose) []nav.Pose {
	for i := range l.filter.now[:l.filter.n] {
		to = append(to, l.filter.now[i].pose)
	}
	return to
}
