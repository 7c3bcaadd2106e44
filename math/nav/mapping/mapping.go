// Package mapping makes a map from scans and odometry. Each scan is fitted to those shortly before it, point to line (Censi,
// An ICP variant using a point-to-line metric, 2008). When the vehicle comes back to a place seen long before, its scan is
// fitted to the scans of that time, which closes a loop. A graph of the poses, tied to each other by these fits, spreads the
// error of a loop over the whole way (Grisetti, Kümmerle, Stachniss and Burgard, A Tutorial on Graph-Based SLAM, 2010). A
// Mapper is deterministic.
package mapping

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Params tune a Mapper. Zero means the value in brackets.
type Params struct {
	Cell   float64     // of the map, in m [0.05]
	Points int         // points to fit and draw, of all scans together [800]
	Step   float64     // way in m, or turn in rad, from one stored scan to the next [0.25]
	Drift  match.Drift // how odometry errs [0.05, 0.05, 0.1, 0.05]
	Most   int         // greatest number of stored scans [20000]
}

// Check reports every fault of the parameters.
func (p *Params) Check() error {
	var errs []error
	if !(p.Cell >= 0.01 && p.Cell <= 1) {
		errs = append(errs, fmt.Errorf("mapping: cells of %g m: give 0.01 to 1", p.Cell))
	}
	if p.Points < 100 || p.Points > 10_000 {
		errs = append(errs, fmt.Errorf("mapping: %d points: give 100 to 10000", p.Points))
	}
	if !(p.Step >= 0.05 && p.Step <= 2) {
		errs = append(errs, fmt.Errorf("mapping: a step of %g: give 0.05 to 2", p.Step))
	}
	for i, d := range p.Drift {
		if !(d > 0 && d <= 10) {
			errs = append(errs, fmt.Errorf("mapping: Drift[%d] is %g: give more than 0 and at most 10", i, d))
		}
	}
	if p.Most < 10 || p.Most > 1_000_000 {
		errs = append(errs, fmt.Errorf("mapping: at most %d scans kept: give 10 to 1000000", p.Most))
	}
	return errors.Join(errs...)
}

func (p Params) filled() Params {
	p.Cell, p.Step = cmp.Or(p.Cell, 0.05), cmp.Or(p.Step, 0.25)
	p.Points, p.Most = cmp.Or(p.Points, 800), cmp.Or(p.Most, 20_000)
	p.Drift = cmp.Or(p.Drift, match.Drift{0.05, 0.05, 0.1, 0.05})
	return p
}

// kept is a stored scan of the map.
type kept struct {
	pose   nav.Pose     // BASE in MAP
	beams  []match.Beam // in BASE
	points []point      // thinned, in BASE
}

// Report sums up the use of the input.
type Report struct {
	Scans    int     // sets of scans that were used
	Kept     int     // scans in the map
	Unfitted int     // scans that fitted nothing, so that the pose came from odometry alone
	Loops    int     // loops that were closed
	Worst    float64 // greatest error of a loop before it was closed, in m
}

// Mapper makes a map. MAP is the frame of BASE at the first scan.
type Mapper struct {
	p      Params
	track  *match.Track
	cloud  *match.Cloud
	all    []kept
	graph  graph
	near   reference // new scans are fitted to it
	odom   nav.Pose  // of the last scan
	pose   nav.Pose  // of the last scan, in MAP
	cov    match.Matrix
	report Report
	closed int // the last stored scan that closed a loop
}

// New makes a Mapper.
func New(p Params) (*Mapper, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	return &Mapper{p: p, track: match.NewTrack(256), cloud: match.NewCloud(p.Points)}, nil
}

// Move takes odometry at a time in seconds. The error reports odometry that was rejected or interpreted differently.
func (m *Mapper) Move(time float64, odometry nav.Pose) error { return m.track.Add(time, odometry) }

// Bounds of the fit of a scan to earlier ones.
const (
	recent  = 12   // stored scans in the reference
	fitting = 0.35 // part of the points that must fit
	few     = 40   // least number of points for a fit
)

// Add takes scans, one of each scanner, always in the same order, and returns a verdict on each; the list is valid until the
// next call.
func (m *Mapper) Add(scans []nav.Scan) ([]match.Verdict, error) {
	m.cloud.Take(m.track, scans)
	verdicts := m.cloud.Verdicts
	if len(m.cloud.Beams) < few {
		return verdicts, nil // the next scan will have the whole motion
	}
	_, now := m.track.Last()
	m.report.Scans++
	points := thin(m.cloud.Beams)
	if len(m.all) == 0 {
		m.odom = now
		return verdicts, m.keep(points)
	}
	step := m.odom.Inv().Mul(now)
	m.odom = now
	from := m.pose
	to := from.Mul(step)
	m.cov = m.p.Drift.Moved(m.cov, from, to)
	m.pose = to
	fit := m.near.fit(points, to, &match.Prior{Pose: to, Cov: m.cov}, 0.4)
	fits := fit.part > fitting && len(points) >= few
	if fits {
		m.pose, m.cov = fit.pose, fit.cov
	}
	last := m.all[len(m.all)-1].pose
	if m.pose.Dist(last) < m.p.Step && math.Abs(nav.Angle(m.pose.Yaw-last.Yaw)) < m.p.Step {
		return verdicts, nil
	}
	if !fits {
		m.report.Unfitted++
	}
	return verdicts, m.keep(points)
}

// keep makes the present scan part of the map.
func (m *Mapper) keep(points []point) error {
	if len(m.all) == m.p.Most {
		return fmt.Errorf("mapping: the map has %d scans already: give a larger step, or map a part at a time", m.p.Most)
	}
	k := len(m.all)
	m.all = append(m.all, kept{pose: m.pose, beams: append([]match.Beam(nil), m.cloud.Beams...), points: points})
	m.graph.add(m.pose)
	// Tied to several earlier scans, because it was fitted to all of them.
	for _, back := range [...]int{1, 3, 8} {
		if j := k - back; j >= 0 {
			cov := m.cov
			for i := range cov {
				cov[i][i] += 1e-6
			}
			m.graph.tie(j, k, m.all[j].pose.Inv().Mul(m.pose), cov, false)
		}
	}
	m.close(k)
	m.refer()
	// Its own pose is that on the reference; later poses are known as well as the scan fits.
	m.cov = match.Diagonal(0.005, 0.002)
	return nil
}

// refer makes the reference from the last stored scans.
func (m *Mapper) refer() {
	from := max(len(m.all)-recent, 0)
	m.near.make(m.all[from:])
}

// Bounds of loops.
const (
	longAgo   = 25   // stored scans between two that may close a loop
	reach     = 3.0  // m from one to the other
	window    = 1.6  // m, greatest error of a loop
	turned    = 0.36 // rad
	pause     = 4    // stored scans from one loop to the next
	closing   = 0.6  // part of the points that must fit
	better    = 0.15 // part of the points by which a fit elsewhere must exceed that at the present pose
	vague     = 0.05 // m, deviation beyond which a fit is too uncertain, as along a corridor
	around    = 6    // stored scans before and after the old one
	tolerance = 0.02 // m, error of a loop below which the graph need not be settled
)

// close looks for a loop that scan k closes.
func (m *Mapper) close(k int) {
	if k-m.closed < pause {
		return
	}
	then, least := -1, reach
	for j := range m.all[:max(k-longAgo, 0)] {
		if d := m.all[j].pose.Dist(m.all[k].pose); d < least {
			then, least = j, d
		}
	}
	if then < 0 {
		return
	}
	var old reference
	old.make(m.all[max(then-around, 0):min(then+around+1, k-longAgo+1)])
	points := m.all[k].points
	// If it fits where it is, it stays: elsewhere along a corridor may fit as well.
	fit := old.fit(points, m.all[k].pose, nil, 0.3)
	if start, ok := old.search(points, m.all[k].pose); ok && fit.part < closing {
		if other := old.fit(points, start, nil, 0.3); other.part > fit.part+better {
			fit = other
		}
	}
	if fit.part < closing || fit.pose.Dist(m.all[k].pose) > m.open(then, k) || max(fit.cov[0][0], fit.cov[1][1]) > vague*vague {
		return
	}
	m.closed = k
	m.report.Loops++
	open := fit.pose.Dist(m.all[k].pose)
	m.report.Worst = max(m.report.Worst, open)
	cov := fit.cov
	for i := range cov {
		cov[i][i] += 1e-5
	}
	m.graph.tie(then, k, m.all[then].pose.Inv().Mul(fit.pose), cov, true)
	if open > tolerance || math.Abs(nav.Angle(fit.pose.Yaw-m.all[k].pose.Yaw)) > tolerance/4 {
		m.settle()
	}
}

// open returns the greatest error of a loop, in m: a share of the way around it.
func (m *Mapper) open(then, k int) float64 {
	const always, share = 0.1, 0.05
	way := 0.0
	for i := then; i < k; i++ {
		way += m.all[i].pose.Dist(m.all[i+1].pose)
	}
	return min(always+share*way, 1.5*window)
}

// settle spreads the errors of loops.
func (m *Mapper) settle() {
	last := len(m.all) - 1
	since := m.all[last].pose.Inv().Mul(m.pose)
	m.graph.settle()
	for i := range m.all {
		m.all[i].pose = m.graph.poses[i]
	}
	m.pose = m.all[last].pose.Mul(since)
}

// Pose returns the present pose of BASE in MAP.
func (m *Mapper) Pose() nav.Pose {
	_, now := m.track.Last()
	return m.pose.Mul(m.odom.Inv().Mul(now))
}

// Path appends the poses of BASE in MAP at which scans were stored.
func (m *Mapper) Path(to []nav.Pose) []nav.Pose {
	for i := range m.all {
		to = append(to, m.all[i].pose)
	}
	return to
}

// Report sums up the use of the input so far.
func (m *Mapper) Report() Report {
	r := m.report
	r.Kept = len(m.all)
	return r
}

// Log odds that a beam adds to the cell in which it ends, and to the cells that it crosses, and the maximum of a cell.
const (
	hitOdds, missOdds = 0.85, -0.4
	mostOdds          = 4.0
)

// Grid draws the map, after spreading the errors of loops.
func (m *Mapper) Grid() (*nav.Grid, error) {
	if len(m.all) == 0 {
		return nil, errors.New("mapping: there is nothing to draw: no scan was used")
	}
	if m.report.Loops > 0 {
		m.settle()
		m.refer()
	}
	low, high := nav.Point{X: math.Inf(1), Y: math.Inf(1)}, nav.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i := range m.all {
		k := &m.all[i]
		for _, b := range k.beams {
			for _, p := range [...]nav.Point{k.pose.Apply(b.From), k.pose.Apply(b.End)} {
				low = nav.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
				high = nav.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
			}
		}
	}
	const margin = 0.5 // m
	cell := m.p.Cell
	origin := nav.Point{X: math.Floor((low.X-margin)/cell) * cell, Y: math.Floor((low.Y-margin)/cell) * cell}
	const mostSide = 20_000 // cells
	width, height := (high.X+margin-origin.X)/cell+1, (high.Y+margin-origin.Y)/cell+1
	if !(width < mostSide && height < mostSide) {
		return nil, fmt.Errorf("mapping: the map would have %.0f by %.0f cells: give larger cells", width, height)
	}
	g, err := nav.NewGrid(int(width), int(height), cell, origin)
	if err != nil {
		return nil, err
	}
	odds := make([]float32, len(g.Cells))
	for i := range m.all {
		k := &m.all[i]
		for _, b := range k.beams {
			trace(g, odds, k.pose.Apply(b.From), k.pose.Apply(b.End))
		}
	}
	for i, o := range odds {
		if o != 0 {
			g.Cells[i] = int8(math.Round(100 / (1 + math.Exp(-float64(o)))))
		}
	}
	return g, nil
}

// trace adds one beam to the odds. The obstacle begins where the beam ends, so that the border of the wall's cells is the
// wall's face, as everywhere in nav; the half cell in front of it is left to other beams, because this one has errors too.
func trace(g *nav.Grid, odds []float32, from, end nav.Point) {
	add := func(x, y int, by float32) {
		if g.Has(x, y) {
			o := &odds[y*g.Width+x]
			*o = min(max(*o+by, -mostOdds), mostOdds)
		}
	}
	d := end.Sub(from)
	way := d.Norm()
	if way < g.Cell {
		return
	}
	d = nav.Point{X: d.X / way, Y: d.Y / way}
	endX, endY := g.CellOf(nav.Point{X: end.X + d.X*g.Cell/2, Y: end.Y + d.Y*g.Cell/2})
	lastX, lastY := endX, endY
	for t := 0.0; t < way-g.Cell/2; t += g.Cell * 0.7 { // so that hardly any cell is left out
		x, y := g.CellOf(nav.Point{X: from.X + t*d.X, Y: from.Y + t*d.Y})
		if x == lastX && y == lastY || x == endX && y == endY {
			continue
		}
		add(x, y, missOdds)
		lastX, lastY = x, y
	}
	add(endX, endY, hitOdds)
}
