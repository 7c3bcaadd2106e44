package managed

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// curves keeps the data for the plots of a run's report: the joints' measured positions, their distance from the commands of
// the previous cycle, and how much of their limits the commands use. Each sample has the greatest values of its cycles.
type curves struct {
	r        *robot
	joints   []joint
	unit     string        // of all joints, rad or m; "" if they differ
	every    time.Duration // between samples
	last     time.Duration // the newest tag
	due      time.Duration
	begun    bool
	shown    uint64
	values   []float64
	t        []float64
	shares   [3][]float64 // of velocity, acceleration and jerk
	now      [3]float64   // the greatest since the last sample
	switches []plot.Line
}

// joint is a measured joint.
type joint struct {
	name            string
	state, command  int        // indices of its position among the values, −1: none
	sent            [4]float64 // last command, and its derivatives by differences
	known           int        // of sent
	error           float64    // the greatest since the last sample
	measured, apart []float64
}

// mostSamples bounds a curve: when it is full, every second sample is dropped.
const mostSamples = 4000

func newCurves(r *robot) *curves {
	c := &curves{r: r, every: r.f.Period, shown: math.MaxUint64}
	for i := range r.model.Joints {
		j := &r.model.Joints[i]
		unit := "rad"
		switch j.Type {
		case kinematics.Revolute, kinematics.Continuous:
		case kinematics.Prismatic:
			unit = "m"
		default:
			continue
		}
		if len(c.joints) > 0 && unit != c.unit {
			unit = ""
		}
		c.unit = unit
		c.joints = append(c.joints, joint{name: j.Name, error: math.NaN()})
	}
	return c
}

// list finds the indices of the joints' positions. A command is used while a controller claims it.
func (c *curves) list(l *manager.Listing) {
	c.shown = l.Revision
	for i := range c.joints {
		c.joints[i].state, c.joints[i].command = -1, -1
	}
	at := 0
	for i, e := range slices.Concat(l.States, l.Commands) {
		name, is := strings.CutSuffix(e.Name, "/position")
		k := slices.IndexFunc(c.joints, func(j joint) bool { return j.name == name })
		switch {
		case !is || k < 0:
		case i < len(l.States):
			c.joints[k].state = at
		case e.Claimed != "":
			c.joints[k].command = at
		}
		at += manager.KindOf(e.Name, e.Unit).Width()
	}
}

// AtTag implements reactor.Observer.
func (c *curves) AtTag(e *reactor.Enclave, rec reactor.Record) {
	if e.Name != c.r.prog.Name {
		return
	}
	t := rec.Tag.Time.Duration()
	dt := t - c.last
	if c.begun && dt <= 0 {
		return
	}
	c.last = t
	if c.r.r.Revision() != c.shown {
		c.list(c.r.r.List())
	}
	c.values = c.r.r.Values(c.values[:0])
	for i := range c.joints {
		c.joints[i].take(c, dt)
	}
	if c.begun && t < c.due {
		return
	}
	c.begun, c.due = true, t+c.every
	c.sample(t.Seconds())
}

// value returns a number of the listing's values, NaN if there is none.
func (c *curves) value(at int) float64 {
	if at < 0 || at >= len(c.values) {
		return math.NaN()
	}
	return c.values[at]
}

// take compares a joint with its last command, and the command with the limits.
func (j *joint) take(c *curves, dt time.Duration) {
	if d := math.Abs(c.value(j.state) - j.sent[0]); j.known > 0 && !(d <= j.error) {
		j.error = d
	}
	q := c.value(j.command)
	if math.IsNaN(q) {
		j.known = 0
		return
	}
	if dt > c.r.f.Period*3/2 {
		j.known = min(j.known, 1) // cycles were missed, so differences would mean nothing
		j.sent[0] = q
		return
	}
	next, s := [4]float64{q}, dt.Seconds()
	for k := 1; k < len(next); k++ {
		next[k] = (next[k-1] - j.sent[k-1]) / s
	}
	l := c.r.r.Limit(j.name)
	for k, most := range [...]float64{l.V, min(l.A, l.D), l.J} {
		if share := 100 * math.Abs(next[k+1]) / most; j.known > k && share > c.now[k] {
			c.now[k] = share
		}
	}
	j.sent, j.known = next, min(j.known+1, 3)
}

// sample adds a sample to every curve.
func (c *curves) sample(t float64) {
	c.t = append(c.t, t)
	for i := range c.joints {
		j := &c.joints[i]
		j.measured, j.apart = append(j.measured, c.value(j.state)), append(j.apart, j.error)
		j.error = math.NaN()
	}
	for k := range c.shares {
		c.shares[k] = append(c.shares[k], c.now[k])
	}
	c.now = [3]float64{}
	if len(c.t) < mostSamples {
		return
	}
	c.every *= 2
	c.t = halved(c.t, false)
	for i := range c.joints {
		j := &c.joints[i]
		j.measured, j.apart = halved(j.measured, false), halved(j.apart, true)
	}
	for k := range c.shares {
		c.shares[k] = halved(c.shares[k], true)
	}
}

// halved keeps one of every two values: the later one, or the greater.
func halved(x []float64, greater bool) []float64 {
	for i := range len(x) / 2 {
		a, b := x[2*i], x[2*i+1]
		if greater && !(b >= a) && !math.IsNaN(a) {
			b = a
		}
		x[i] = b
	}
	return x[:len(x)/2]
}

// event notes a switch.
func (c *curves) event(e manager.Event) {
	if e.Kind == manager.Switched {
		c.switches = append(c.switches, plot.Line{Value: e.Time.Seconds(), Vertical: true})
	}
}

// mostLines is how many switches are drawn.
const mostLines = 30

// part returns the plots of a run.
func (c *curves) part() report.Part {
	lines := c.switches
	text := "Dashed upright lines are switches of controllers. The error is the distance of what is measured from what was commanded a cycle before; each sample is the greatest since the last."
	if len(lines) > mostLines {
		lines, text = nil, strings.TrimPrefix(text, "Dashed upright lines are switches of controllers. ")
	}
	unit, scale, worst := c.unit, 1.0, 0.0
	for i := range c.joints {
		for _, e := range c.joints[i].apart {
			if e > worst { // false for NaN
				worst = e
			}
		}
	}
	switch {
	case unit == "" || worst == 0:
	case worst < 1e-3:
		unit, scale = "µ"+unit, 1e6
	case worst < 1:
		unit, scale = "m"+unit, 1e3
	}
	place := plot.Plot{Title: "joints, measured", XLabel: "time in s", YLabel: c.unit, Lines: lines}
	apart := plot.Plot{Title: "tracking error", XLabel: "time in s", YLabel: unit, Lines: lines, FromZero: true}
	for i := range c.joints {
		j := &c.joints[i]
		y := make([]float64, len(j.apart))
		for k, e := range j.apart {
			y[k] = scale * e
		}
		place.Series = append(place.Series, plot.Series{Name: j.name, X: c.t, Y: j.measured})
		apart.Series = append(apart.Series, plot.Series{Name: j.name, X: c.t, Y: y})
	}
	p := report.Part{Title: "Motion", Text: text, Plots: []plot.Plot{place, apart}}
	for k, what := range [...]string{"velocity", "acceleration", "jerk"} {
		if slices.ContainsFunc(c.shares[k], func(x float64) bool { return x > 0 }) { // an infinite limit is never used
			p.Plots = append(p.Plots, plot.Plot{Title: what + " of the commands, the joint nearest to its limit", XLabel: "time in s", YLabel: "% of the limit", FromZero: true,
				Series: []plot.Series{{Name: what, X: c.t, Y: c.shares[k]}}, Lines: append([]plot.Line{{Name: "limit", Value: 100}}, lines...)})
		}
	}
	return p
}

// eventTable lists what happened, with its time in seconds.
func eventTable(events []manager.Event) report.Table {
	t := report.Table{Caption: "Events", Columns: []string{"time, s", "what", "text"}}
	for _, e := range events {
		t.Rows = append(t.Rows, report.Row{Cells: []string{fmt.Sprintf("%.3f", e.Time.Seconds()), e.Kind.String(), e.Text}})
	}
	return t
}
