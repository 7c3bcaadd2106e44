package panda

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// Direction is the traffic in one direction of the link.
type Direction struct {
	Packets  uint64  `json:"packets"`
	Bytes    uint64  `json:"bytes"`
	Raw      uint64  `json:"raw_bytes"` // the same packets as FCI's own datagrams
	PerPack  float64 `json:"bytes_per_packet"`
	SavedPct float64 `json:"saved_percent"`
}

// direction computes the shares.
func direction(packets, sent, raw uint64) Direction {
	d := Direction{Packets: packets, Bytes: sent, Raw: raw}
	if packets > 0 && raw > 0 {
		d.PerPack = math.Round(float64(sent)/float64(packets)*10) / 10
		d.SavedPct = math.Round(1000*(1-float64(sent)/float64(raw))) / 10
	}
	return d
}

// Summary is the outcome of a run: the contents of run.json.
type Summary struct {
	Motion     string    `json:"motion"`
	Clock      string    `json:"clock"`
	Link       string    `json:"link"`
	Seconds    float64   `json:"seconds"`
	Ended      string    `json:"ended"` // "finished", or the reason
	States     Direction `json:"states"`
	Commands   Direction `json:"commands"`
	Lost       uint64    `json:"lost_commands"`
	LostStates uint64    `json:"lost_states"`
	Damaged    uint64    `json:"damaged"`
	Coasted    uint64    `json:"coasted_cycles"`
	Replans    uint64    `json:"replans"`
	Stops      uint64    `json:"stops"`
	Velocity   float64   `json:"velocity_share"` // the greatest velocity of any joint, as a share of its limit
	Accel      float64   `json:"acceleration_share"`
	Jerk       float64   `json:"jerk_share"`
	OutputHash string    `json:"output_hash"`
	Warnings   []string  `json:"warnings,omitempty"`
}

// finished is Ended for a completed motion.
const finished = "finished"

// moment is the traffic of a tenth of a second.
type moment struct{ t, raw, sent, depth, lost float64 }

// line describes the link in words.
func (s *session) line() string {
	if s.Link != "" {
		return "link of another process at " + s.Link
	}
	return "link " + s.up.String()
}

// result summarises a run.
func (s *session) result(e *run.Ended) *run.Result {
	t := &s.last
	sum := &Summary{Motion: s.p.Motion, Clock: e.Clock, Link: s.line(), Seconds: e.Seconds, Ended: finished,
		States: direction(t.StatesIn, t.StateBytes, t.StateRaw), Commands: direction(t.CommandsOut, t.CommandBytes, t.CommandRaw),
		Lost: t.commandsLost(), LostStates: t.statesLost(), Damaged: t.Damaged + t.Beside.Damaged, Coasted: t.Beside.Coasted,
		Replans: t.Beside.Replans, Stops: t.Beside.Stops, OutputHash: e.OutputHash, Warnings: e.Warnings}
	err := s.link.err
	if text := s.link.ending.Text; text != "" {
		sum.Ended = text
		err = errors.Join(err, fmt.Errorf("the motion did not come to its end: %s", text))
	} else if !s.link.over && !s.link.app.Done() {
		sum.Ended = "interrupted"
	}
	f := s.flight
	sum.Velocity, sum.Accel = f.most(func(c *cycle) float64 { return c.shares[0] }), f.most(func(c *cycle) float64 { return c.shares[1] })
	sum.Jerk = f.most(func(c *cycle) float64 { return c.shares[2] })
	return &run.Result{Summary: &e.Summary, Value: sum, Err: err, Print: func(w io.Writer) { sum.print(w, s.Link != "") },
		Report: func() (report.Report, error) { return sum.page(f, s.traffic), nil }}
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	t := &s.last
	all := map[string]float64{"lost_commands": float64(t.commandsLost()), "lost_states": float64(t.statesLost()),
		"damaged": float64(t.Damaged + t.Beside.Damaged), "coasted_cycles": float64(t.Beside.Coasted), "replans": float64(t.Beside.Replans),
		"stops": float64(t.Beside.Stops)}
	for k, name := range [...]string{"velocity_share", "acceleration_share", "jerk_share"} {
		all[name] = math.NaN()
		if s.flight != nil {
			all[name] = s.flight.most(func(c *cycle) float64 { return c.shares[k] })
		}
	}
	return all
}

// print prints how the run went. far says that the other end is in another process.
func (s *Summary) print(w io.Writer, far bool) {
	fmt.Fprintf(w, "%s motion over a %s: %s after %.2f s\n", s.Motion, s.Link, s.Ended, s.Seconds)
	for _, d := range []struct {
		name string
		way  Direction
	}{{"states", s.States}, {"commands", s.Commands}} {
		fmt.Fprintf(w, "%-9s %6d packets of %5.1f B, %.1f %% of the traffic saved\n", d.name, d.way.Packets, d.way.PerPack, d.way.SavedPct)
	}
	if far { // the other end reports what it missed, not this one
		fmt.Fprintf(w, "lost      %d states, or out of order, %d damaged\n", s.LostStates, s.Damaged)
	} else {
		fmt.Fprintf(w, "lost      %d commands and %d states, %d damaged; %d cycles bridged, %d plans back, %d stops\n",
			s.Lost, s.LostStates, s.Damaged, s.Coasted, s.Replans, s.Stops)
	}
	if s.Jerk > 0 {
		fmt.Fprintf(w, "at most   %.0f %% of the velocity, %.0f %% of the acceleration, %.0f %% of the jerk that a joint may have\n",
			100*s.Velocity, 100*s.Accel, 100*s.Jerk)
	}
	fmt.Fprintln(w, "hash     ", s.OutputHash)
}

func (s *Summary) page(f *flight, traffic []moment) report.Report {
	good := func(is bool) report.Verdict {
		if is {
			return report.Good
		}
		return report.Bad
	}
	percent := func(x float64) string { return fmt.Sprintf("%.1f %% of its limit", 100*x) }
	r := report.Report{Title: "A Panda over a bad link", Subtitle: fmt.Sprintf("%s motion, %s clock, %s", s.Motion, s.Clock, s.Link),
		Head: []report.Fact{
			{Name: "motion", Value: s.Ended, Verdict: good(s.Ended == finished)},
			{Name: "states", Value: fmt.Sprintf("%.1f B, %.1f %% saved", s.States.PerPack, s.States.SavedPct)},
			{Name: "commands", Value: fmt.Sprintf("%.1f B, %.1f %% saved", s.Commands.PerPack, s.Commands.SavedPct)},
			{Name: "greatest jerk", Value: percent(s.Jerk), Verdict: good(s.Jerk <= 1)},
		},
		Facts: []report.Fact{
			{Name: "time", Value: fmt.Sprintf("%.3f s", s.Seconds)},
			{Name: "states sent", Value: fmt.Sprintf("%d packets, %d B; as FCI's own %d B", s.States.Packets, s.States.Bytes, s.States.Raw)},
			{Name: "commands sent", Value: fmt.Sprintf("%d packets, %d B; as FCI's own %d B", s.Commands.Packets, s.Commands.Bytes, s.Commands.Raw)},
			{Name: "commands lost", Value: fmt.Sprintf("%d packets; %d came damaged", s.Lost, s.Damaged)},
			{Name: "cycles without a command of their own", Value: fmt.Sprint(s.Coasted)},
			{Name: "plans back onto the commanded path", Value: fmt.Sprint(s.Replans)},
			{Name: "stops because the stream broke off", Value: fmt.Sprint(s.Stops)},
			{Name: "greatest velocity of a joint", Value: percent(s.Velocity)},
			{Name: "greatest acceleration of a joint", Value: percent(s.Accel)},
			{Name: "output hash", Value: s.OutputHash},
		}}
	for _, w := range s.Warnings {
		r.Facts = append(r.Facts, report.Fact{Name: "warning", Value: w})
	}
	if len(f.cycles) > 1 {
		r.Parts = append(r.Parts, f.path(), f.joints(), f.tool())
	}
	if len(traffic) > 1 {
		r.Parts = append(r.Parts, overLink(traffic))
	}
	return r
}

// path shows the path of the end effector.
func (f *flight) path() report.Part {
	at := func(i int) []float64 { return f.column(func(c *cycle) float64 { return c.pose[i] }) }
	return report.Part{Title: "Path", Text: "The end effector's set-point, in the robot's base frame.",
		Spaces: []plot.Space{{Title: "end effector", Unit: "m", Paths: []plot.Path{{Name: "set-point", X: at(0), Y: at(1), Z: at(2)}}}}}
}

// over makes a plot over time.
func (f *flight) over(title, unit string, limit float64, series ...plot.Series) plot.Plot {
	t := f.column(func(c *cycle) float64 { return c.t })
	for i := range series {
		series[i].X = t
	}
	p := plot.Plot{Title: title, XLabel: "time in s", YLabel: unit, Series: series}
	if limit > 0 {
		p.FromZero, p.Lines = true, []plot.Line{{Name: fmt.Sprintf("limit %g %s", limit, unit), Value: limit}}
	}
	return p
}

// joints shows the joints' set-points and their derivatives against the limits.
func (f *flight) joints() report.Part {
	var q []plot.Series
	for i := range f.limits.Joints {
		q = append(q, plot.Series{Name: fmt.Sprintf("joint %d", i+1), Y: f.column(func(c *cycle) float64 { return c.joint[i] })})
	}
	p := report.Part{Title: "Joints", Text: "The robot's own set-points, and of their derivatives the greatest of any joint as a share of its limit.",
		Plots: []plot.Plot{f.over("set-points", "rad", 0, q...)}}
	for k, name := range [...]string{"velocity", "acceleration", "jerk"} {
		p.Plots = append(p.Plots, f.over(name, "% of limit", 100,
			plot.Series{Name: name, Y: f.column(func(c *cycle) float64 { return 100 * c.shares[k] })}))
	}
	return p
}

// tool shows the derivatives of the end effector's set-point against the limits.
func (f *flight) tool() report.Part {
	p := report.Part{Title: "End effector", Text: "What the robot was commanded in Cartesian space; in joint motions it stays at zero."}
	l := f.limits.Cartesian
	for k, limit := range [...]float64{l.Translation.V, l.Translation.A, l.Translation.J} {
		title, unit := [...]string{"speed", "acceleration", "jerk"}[k], [...]string{"m/s", "m/s²", "m/s³"}[k]
		p.Plots = append(p.Plots, f.over(title, unit, limit,
			plot.Series{Name: title, Y: f.column(func(c *cycle) float64 { return c.speed[k] })}))
	}
	return p
}

// overLink shows the traffic.
func overLink(ms []moment) report.Part {
	column := func(of func(m *moment) float64) []float64 {
		v := make([]float64, len(ms))
		for i := range ms {
			v[i] = of(&ms[i])
		}
		return v
	}
	t := column(func(m *moment) float64 { return m.t })
	series := func(name string, of func(m *moment) float64) plot.Series {
		return plot.Series{Name: name, X: t, Y: column(of), Style: plot.Steps}
	}
	return report.Part{Title: "Link", Text: "Both directions together. Raw is what the same packets would have been as FCI's own datagrams.", Plots: []plot.Plot{
		{Title: "traffic", XLabel: "time in s", YLabel: "kB/s", LogY: true, Series: []plot.Series{
			series("raw", func(m *moment) float64 { return m.raw }), series("sent", func(m *moment) float64 { return m.sent })}},
		{Title: "commands waiting", XLabel: "time in s", YLabel: "commands", FromZero: true,
			Series: []plot.Series{series("jitter buffer", func(m *moment) float64 { return m.depth })}},
		{Title: "lost in 0.1 s", XLabel: "time in s", YLabel: "packets", FromZero: true,
			Series: []plot.Series{series("packets", func(m *moment) float64 { return m.lost })}},
	}}
}

// cycle is the robot's set-point in one cycle, and its share of the limits.
type cycle struct {
	t      float64                // s since the first
	pose   [3]float64             // m
	joint  [franka.Joints]float64 // rad
	shares [3]float64             // greatest velocity, acceleration, jerk of a joint as a share of its limit
	speed  [3]float64             // of translation: m/s, m/s², m/s³
}

// flight keeps a motion cycle by cycle. It allocates nothing while the robot moves.
type flight struct {
	limits franka.Limits
	cycles []cycle
	first  uint64
	last   franka.State
}

// newFlight makes room for n cycles.
func newFlight(limits franka.Limits, n int) *flight {
	return &flight{limits: limits, cycles: make([]cycle, 0, n)}
}

// add keeps a state. The jerk is the difference of the accelerations of two cycles, as the robot computes
// it.
func (f *flight) add(s *franka.State) {
	if len(f.cycles) == 0 {
		f.first, f.last = s.ID, *s
	}
	if len(f.cycles) == cap(f.cycles) {
		return
	}
	dt := float64(s.ID-f.last.ID) * franka.Period
	if dt == 0 {
		dt = franka.Period
	}
	c := cycle{t: float64(s.ID-f.first) * franka.Period, pose: [3]float64{s.OTEEc[12], s.OTEEc[13], s.OTEEc[14]}, joint: s.Qd}
	for i := range s.Qd {
		l := &f.limits.Joints[i]
		c.shares[0] = max(c.shares[0], math.Abs(s.DQd[i])/l.V)
		c.shares[1] = max(c.shares[1], math.Abs(s.DDQd[i])/l.A)
		c.shares[2] = max(c.shares[2], math.Abs(s.DDQd[i]-f.last.DDQd[i])/dt/l.J)
	}
	c.speed = [3]float64{norm(s.ODPEEc[:3], nil), norm(s.ODDPEEc[:3], nil), norm(s.ODDPEEc[:3], f.last.ODDPEEc[:3]) / dt}
	f.cycles, f.last = append(f.cycles, c), *s
}

// norm returns the length of v, or of v − w.
func norm(v, w []float64) float64 {
	sum := 0.0
	for i, x := range v {
		if w != nil {
			x -= w[i]
		}
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}

// column returns one number of every cycle.
func (f *flight) column(of func(*cycle) float64) []float64 {
	v := make([]float64, len(f.cycles))
	for i := range f.cycles {
		v[i] = of(&f.cycles[i])
	}
	return v
}

// most returns the greatest number of a column.
func (f *flight) most(of func(*cycle) float64) float64 {
	m := 0.0
	for i := range f.cycles {
		m = max(m, of(&f.cycles[i]))
	}
	return m
}
