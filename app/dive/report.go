package dive

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// tables are the run folder's further files.
func (r *Result) tables() map[string]func(io.Writer) error {
	all := map[string]func(io.Writer) error{}
	if r.flight != nil {
		all["heading.csv"] = r.flight.writeCSV
	}
	for i := range r.tracks {
		l := &r.tracks[i]
		all["loop-"+l.Composition+"-"+l.Name+".csv"] = l.writeCSV
	}
	return all
}

// page makes the report.
func (r *Result) page() (report.Report, error) {
	page := report.Report{
		Title: r.Model + " on " + r.Vehicle,
		Subtitle: fmt.Sprintf("%.1f s on the %s clock, vehicle reached by %s, seed %d",
			r.Seconds, r.Clock, r.Link, r.Seed),
		Head: r.head(), Facts: r.facts(), Diagram: r.graph, Depth: 2,
	}
	page.Parts = append(page.Parts, r.headingPart())
	if r.Ground != nil {
		page.Parts = append(page.Parts, r.heightPart())
	}
	if len(r.tracks) > 0 {
		page.Parts = append(page.Parts, r.tablePart())
		page.Parts = append(page.Parts, r.loopParts()...)
	}
	page.Parts = append(page.Parts, r.thrustPart(), r.planPart())
	if len(r.Events) > 0 {
		page.Parts = append(page.Parts, r.eventPart())
	}
	return page, nil
}

// head returns the facts that summarise the run.
func (r *Result) head() (facts []report.Fact) {
	if s := r.Heading; s != nil {
		settling := report.Fact{Name: fmt.Sprintf("settles to %.1f° ± %.1f°", s.To, s.Band), Value: "not", Verdict: report.Bad}
		if s.Settling >= 0 {
			settling.Value, settling.Verdict = fmt.Sprintf("%.2f s", s.Settling), report.Good
		}
		over := report.Fact{Name: "overshoot", Value: fmt.Sprintf("%.1f %%", s.Overshoot), Verdict: report.Good}
		if s.Overshoot > 5 {
			over.Verdict = report.Bad
		}
		facts = append(facts, settling, over, report.Fact{Name: "steady error", Value: fmt.Sprintf("%.2f°", s.Steady)})
	}
	if g := r.Ground; g != nil {
		facts = append(facts, report.Fact{Name: "touches of the ground", Value: fmt.Sprint(g.Touches), Verdict: run.None(uint64(g.Touches))},
			report.Fact{Name: "least clearance", Value: fmt.Sprintf("%.2f m", g.Clearance)})
		if g.Mean != nil && g.RMS != nil {
			facts = append(facts, report.Fact{Name: "height above the bottom", Value: fmt.Sprintf("%.2f m, ±%.2f m rms", *g.Mean, *g.RMS)})
		}
	}
	if worst, ok := r.worstLoop(); ok {
		f := report.Fact{Name: "greatest average start delay", Value: fmt.Sprintf("%.3f %%", worst), Verdict: report.Good}
		if worst > 0.1 {
			f.Verdict = report.Bad
		}
		facts = append(facts, f)
	}
	if len(facts) == 0 {
		facts = append(facts, report.Fact{Name: "flags and alarms", Value: fmt.Sprint(len(r.Events)), Verdict: run.None(uint64(len(r.Events)))},
			report.Fact{Name: "greatest force", Value: fmt.Sprintf("%.1f N", r.Thrusters.Greatest)})
	}
	if r.Error != "" {
		facts = append(facts, report.Fact{Name: "ended by", Value: r.Error, Verdict: report.Bad})
	}
	return facts
}

// worstLoop returns the greatest error of Table I, in percent.
func (r *Result) worstLoop() (worst float64, ok bool) {
	for _, l := range r.Loops {
		worst, ok = max(worst, l.Error), true
	}
	return worst, ok
}

func (r *Result) facts() []report.Fact {
	facts := []report.Fact{
		{Name: "output hash", Value: r.OutputHash},
		{Name: "model", Value: r.Model},
		{Name: "vehicle", Value: r.Vehicle},
		{Name: "link", Value: r.Link},
		{Name: "seed", Value: fmt.Sprint(r.Seed)},
		{Name: "duration", Value: fmt.Sprintf("%.2f s of robot time in %.2f s", r.Seconds, r.WallSeconds)},
		{Name: "thruster commands", Value: fmt.Sprintf("%d; %d limited, %d with a force that is no number and so zero, %d stops, greatest force %.1f N",
			r.Thrusters.Commands, r.Thrusters.Limited, r.Thrusters.Rejected, r.Thrusters.Stops, r.Thrusters.Greatest)},
		{Name: "flags and alarms", Value: fmt.Sprint(len(r.Events))},
		{Name: "tags, reactions", Value: fmt.Sprintf("%d, %d", r.Tags, r.Reactions)},
	}
	if l := r.LinkStats; l != nil {
		facts = append(facts, report.Fact{Name: "link, in figures", Value: fmt.Sprintf(
			"%d datagrams sent, %d taken, %d lost, %d old, %d malformed, %d asked again; there and back %.2f ms on average, %.2f to %.2f ms",
			l.Sent, l.Received, l.Lost, l.Old, l.Malformed, l.Retries, ms(l.RoundTrip.Mean), ms(l.RoundTrip.Min), ms(l.RoundTrip.Max))})
	}
	for _, name := range []string{"go", "arch"} {
		facts = append(facts, report.Fact{Name: name, Value: r.Versions[name]})
	}
	for _, n := range r.Notes {
		facts = append(facts, report.Fact{Name: "note", Value: n})
	}
	return append(facts, r.WarningFacts()...)
}

// headingPart returns Figure 11.
func (r *Result) headingPart() report.Part {
	f := r.flight
	part, title := report.Part{Title: "Heading", Text: "The heading, and what the sensor measures about its own axis, as it is mounted and with its noise."}, "heading"
	if r.Heading != nil {
		part.Text, title = "Figure 11 of the paper: the heading against its set-point, with the sensor's noise.", "Figure 11: heading"
	}
	if f == nil || len(f.points) == 0 {
		part.Text = "No cycle was run."
		return part
	}
	t := f.times()
	y, basis := course(f.points)
	measured := make([]float64, len(y))
	for i := range y {
		measured[i] = f.points[i].Measured
	}
	p := plot.Plot{Title: title, XLabel: "time in s", YLabel: "degrees", FromZero: true, Series: []plot.Series{
		{Name: "measured", X: t, Y: degrees(beside(measured, y)), Faint: true}}}
	wanted := degrees(orders(f.points, y))
	own := plot.Series{Name: basis, X: t, Y: degrees(y)}
	p.Series = append(p.Series, own)
	if r.other != nil {
		another, most := compare(own, *r.other)
		p.Series = append(p.Series, another)
		part.Text += fmt.Sprintf(" %s differs by at most %.2f°.", another.Name, most)
	}
	if slices.ContainsFunc(wanted, func(x float64) bool { return !math.IsNaN(x) }) {
		p.Series = append(p.Series, plot.Series{Name: "set-point", X: t, Y: wanted, Style: plot.Steps})
	}
	if s := r.Heading; s != nil {
		if s.k1 > 0 && s.k2 > 0 {
			p.Series = append(p.Series, s.idealSeries(t))
		}
		part.Text += fmt.Sprintf(" From %.1f° to %.1f°, ordered at %.2f s. The figures are taken from the %s.", s.From, s.To, s.At, s.Basis)
		part.Tables = append(part.Tables, s.table())
	}
	part.Plots = append(part.Plots, p)
	return part
}

// heightPart shows how high above the bottom the vehicle was.
func (r *Result) heightPart() report.Part {
	part := report.Part{Title: "Height", Text: "How high above the bottom the simulated vehicle is; the law sees only what its sensors tell."}
	if r.flight == nil {
		return part
	}
	p := plot.Plot{Title: "height above the bottom", XLabel: "time in s", YLabel: "m", FromZero: true, Series: []plot.Series{{Name: "height", X: r.flight.times()}}}
	for i := range r.flight.points {
		p.Series[0].Y = append(p.Series[0].Y, r.flight.points[i].Altitude)
	}
	part.Plots = []plot.Plot{p}
	return part
}

// degrees turns radians into degrees, in place.
func degrees(v []float64) []float64 {
	for i := range v {
		v[i] *= 180 / math.Pi
	}
	return v
}

// idealSeries returns what the gains would give without delay, lag and noise.
func (s *Step) idealSeries(t []float64) plot.Series {
	l := plot.Series{Name: "the gains' own equation", Faint: true}
	for _, at := range t {
		if at >= s.At {
			l.X, l.Y = append(l.X, at), append(l.Y, s.To-(s.To-s.From)*ideal(at-s.At, s.k1, s.k2))
		}
	}
	return l
}

func (s *Step) table() report.Table {
	orNot := func(v float64) string {
		if v < 0 {
			return "not"
		}
		return fmt.Sprintf("%.2f s", v)
	}
	return report.Table{Caption: "The step of the set-point", Columns: []string{"figure", "value"}, Rows: []report.Row{
		{Cells: []string{fmt.Sprintf("settles within ±%.1f°", s.Band), orNot(s.Settling)}},
		{Cells: []string{"the gains' own equation does so in", orNot(s.Ideal)}},
		{Cells: []string{"rises from 10 to 90 % in", orNot(s.Rise)}},
		{Cells: []string{"overshoot", fmt.Sprintf("%.2f %%", s.Overshoot)}},
		{Cells: []string{"mean error at rest", fmt.Sprintf("%.3f°", s.Steady)}},
		{Cells: []string{"error at rest, rms", fmt.Sprintf("%.3f°", s.RMS)}},
		{Cells: []string{"greatest noise of the measured heading at rest", fmt.Sprintf("%.2f°", s.Noise)}},
	}}
}

// tablePart returns Table I.
func (r *Result) tablePart() report.Part {
	t := report.Table{Caption: "Table I: average delays of loops and desired periods", Columns: []string{"RT loop", "comp.", "av. delay, ms",
		"period, ms", "error, %", "paper: av. delay, ms", "paper: error, %", "|delay| p50, µs", "p99, µs", "max, µs", "phase, µs", "after the cycle, µs"}}
	for _, l := range r.Loops {
		row := report.Row{Verdict: report.Good, Cells: []string{l.Name, l.Composition, fmt.Sprintf("%.4f", l.Delay), fmt.Sprintf("%g", l.Period),
			fmt.Sprintf("%.4f", l.Error), "–", "–", fmt.Sprintf("%.1f", l.P50*1e3), fmt.Sprintf("%.1f", l.P99*1e3), fmt.Sprintf("%.1f", l.Max*1e3),
			fmt.Sprintf("%.1f", l.Phase*1e3), fmt.Sprintf("%.1f", l.AfterCycle*1e3)}}
		if p, ok := paperOf(l.Name, l.Composition); ok {
			row.Cells[5], row.Cells[6] = fmt.Sprintf("%.4f", p.Delay), fmt.Sprintf("%.3f", p.Percent)
		}
		if l.Error > 0.1 {
			row.Verdict = report.Bad
		}
		t.Rows = append(t.Rows, row)
	}
	text := "delay = theoretical − real start (equation 3): late is negative. The error is the size of the average delay as a share of the period. "
	if slices.ContainsFunc(r.Loops, func(l Row) bool { return l.Phase > 0 }) {
		text += "A loop's theoretical start is its place in the composition's cycle, the phase: when the loops before it should be done at the latest, by the computation times that their Atoms state. Loops wait for it, so that the way from sensor to actuator takes the same time in every cycle (--prompt: they do not). "
	} else {
		text += "A loop's theoretical start is that of its composition's cycle: loops begin as soon as those before them are done, and count as late by what those take. "
	}
	text += "The paper's values are those of a BeagleBone Black with Xenomai."
	return report.Part{Title: "Start delays", Text: text, Tables: []report.Table{t}}
}

// loopParts returns Figures 12 to 15: the delays of every loop and the execution durations of every
// composition.
func (r *Result) loopParts() (parts []report.Part) {
	for n, g := range r.Groups {
		figure := func(k int) string {
			if len(r.Groups) == 2 {
				return fmt.Sprintf("Figure %d: ", 12+2*n+k)
			}
			return ""
		}
		part := report.Part{Title: "Composition " + g.Name}
		delays := plot.Plot{Title: figure(0) + g.Name + ", delays to theoretical start times", XLabel: "time in s", YLabel: "ms"}
		each := plot.Plot{Title: g.Name + ", durations of its loops", XLabel: "time in s", YLabel: "ms", FromZero: true}
		for _, l := range r.tracks {
			if l.Composition != g.Name {
				continue
			}
			delays.Series = append(delays.Series, plot.Series{Name: l.Name, X: l.Start[:len(l.Delay)], Y: milli(l.Delay)})
			each.Series = append(each.Series, plot.Series{Name: l.Name, X: l.Start[:len(l.Duration)], Y: milli(l.Duration)})
		}
		part.Plots = append(part.Plots, delays)
		if whole, ok := r.groups[g.Name]; ok {
			part.Plots = append(part.Plots, plot.Plot{Title: figure(1) + g.Name + ", execution durations", XLabel: "time in s", YLabel: "ms",
				FromZero: true, Series: []plot.Series{{Name: g.Name, X: whole.Start, Y: milli(whole.Duration)}}})
		}
		part.Plots = append(part.Plots, each)
		parts = append(parts, part)
	}
	return parts
}

func milli(s []float64) []float64 {
	v := slices.Clone(s)
	for i := range v {
		v[i] *= 1e3
	}
	return v
}

func (r *Result) thrustPart() report.Part {
	part := report.Part{Title: "Thrusts", Text: "What the thrusters were commanded, behind the safety check: limits of force and of its rate of change, and zero for what is no number."}
	if r.flight == nil || len(r.flight.points) == 0 {
		return part
	}
	p := plot.Plot{Title: "forces", XLabel: "time in s", YLabel: "N", FromZero: true}
	for i := range r.flight.n {
		p.Series = append(p.Series, plot.Series{Name: fmt.Sprintf("thruster %d", i+1), X: r.flight.times(), Y: r.flight.force(i), Style: plot.Steps})
	}
	part.Plots = append(part.Plots, p)
	return part
}

// planPart shows how the model was planned, and why.
func (r *Result) planPart() report.Part {
	t := report.Table{Caption: "Compositions", Columns: []string{"composition", "period, ms", "T_exe", "t_comp_max, ms", "response, ms", "offset, ms",
		"core", "priority", "duration, ms", "p99, ms", "max, ms"}}
	for _, g := range r.Groups {
		t.Rows = append(t.Rows, report.Row{Cells: []string{g.Name, fmt.Sprintf("%g", g.Period), g.Allowed, fmt.Sprintf("%.4g", g.Worst),
			fmt.Sprintf("%.4g", g.Response), fmt.Sprintf("%.4g", g.Offset), fmt.Sprint(g.Core), fmt.Sprint(g.Priority),
			known(g.Duration), known(g.P99), known(g.Max)}})
	}
	reasons := report.Table{Caption: "Why these periods", Columns: []string{"reason"}}
	for _, s := range r.Reasons {
		reasons.Rows = append(reasons.Rows, report.Row{Cells: []string{s}})
	}
	part := report.Part{Title: "Plan", Tables: []report.Table{t}}
	if len(r.Atoms) > 0 {
		part.Tables = append(part.Tables, r.atomTable())
	}
	if len(reasons.Rows) > 0 {
		part.Tables = append(part.Tables, reasons)
	}
	return part
}

// known formats a measured time, or a dash if it was not measured, as in lock-step.
func known(ms float64) string {
	if ms == 0 {
		return "–"
	}
	return fmt.Sprintf("%.4f", ms)
}

// atomTable shows the durations of the Atoms.
func (r *Result) atomTable() report.Table {
	t := report.Table{Caption: "Computation times of the Atoms and drivers", Columns: []string{"Atom", "loop", "stated, µs", "mean, µs", "max, µs", "runs beyond"}}
	for _, a := range r.Atoms {
		stated := "–"
		if a.Stated > 0 {
			stated = fmt.Sprintf("%.4g", a.Stated)
		}
		t.Rows = append(t.Rows, report.Row{Cells: []string{a.Path, a.Loop, stated, fmt.Sprintf("%.2f", a.Mean), fmt.Sprintf("%.1f", a.Max), fmt.Sprint(a.Over)}})
	}
	return t
}

func (r *Result) eventPart() report.Part {
	t := report.Table{Columns: []string{"time, s", "what"}}
	for _, e := range r.Events {
		t.Rows = append(t.Rows, report.Row{Cells: []string{fmt.Sprintf("%.3f", e.T), e.Text}, Verdict: report.Bad})
	}
	text := "Values that left their valid range and were not passed on, computation times above those stated, and periods that were changed."
	if r.LostEvents > 0 {
		text += fmt.Sprintf(" %d more were too many to keep.", r.LostEvents)
	}
	return report.Part{Title: "Flags and alarms", Text: text, Tables: []report.Table{t}}
}
