package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Direction is what went one way over the link.
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

// Summary is what a run comes to: the contents of run.json.
type Summary struct {
	Motion     string    `json:"motion"`
	Clock      string    `json:"clock"`
	Link       string    `json:"link"`
	Seconds    float64   `json:"seconds"`
	Ended      string    `json:"ended"` // "finished", or why not
	States     Direction `json:"states"`
	Commands   Direction `json:"commands"`
	Lost       uint64    `json:"lost_commands"`
	LostStates uint64    `json:"lost_states"`
	Damaged    uint64    `json:"damaged"`
	Coasted    uint64    `json:"coasted_cycles"`
	Replans    uint64    `json:"replans"`
	Stops      uint64    `json:"stops"`
	Velocity   float64   `json:"velocity_share"` // the greatest of any joint, of its limit
	Accel      float64   `json:"acceleration_share"`
	Jerk       float64   `json:"jerk_share"`
	OutputHash string    `json:"output_hash"`
	Warnings   []string  `json:"warnings,omitempty"`
}

// finished is Ended of a motion that came to its end.
const finished = "finished"

// moment is the traffic of a tenth of a second.
type moment struct{ t, raw, sent, depth, lost float64 }

// write leaves report.html and run.json in a folder.
func (s *Summary) write(to *folder.Folder, f *flight, traffic []moment) error {
	var b bytes.Buffer
	err := report.Write(&b, s.page(f, traffic))
	if err == nil {
		err = to.Write(folder.ReportFile, b.Bytes())
	}
	return errors.Join(err, to.WriteRun(s))
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

// path shows where the end effector went.
func (f *flight) path() report.Part {
	at := func(i int) []float64 { return f.column(func(c *cycle) float64 { return c.pose[i] }) }
	return report.Part{Title: "Path", Text: "The end effector's set-point, in the robot's base frame.",
		Spaces: []plot.Space{{Title: "end effector", Unit: "m", Paths: []plot.Path{{Name: "set-point", X: at(0), Y: at(1), Z: at(2)}}}}}
}

// over is a plot over time.
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
