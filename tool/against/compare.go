package against

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl/analysis"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// Rules lists the codes of this package's faults, besides those of graph.Diff.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "run-late", Text: "a flow that took longer than the model allows"},
		{Code: "run-slower", Text: "a thread that ran less often than the model says"},
		{Code: "run-unknown", Text: "what a run does not show, so that it cannot be compared (a warning)"},
	}
}

// Report is what a comparison has found, apart from faults.
type Report struct {
	Run         string    `json:"run"`
	Reactors    int       `json:"reactors"` // of the model; compared with the system, as are those below
	Ports       int       `json:"ports"`
	Connections int       `json:"connections"`
	Latencies   []Latency `json:"latencies"`
}

// Latency is how long a flow took in a run, in milliseconds, from when its first component began until its last one began;
// the time that the last one takes is not included. The computed latencies come from the latency analysis, which includes
// it.
type Latency struct {
	Flow        string  `json:"flow"`
	Samples     int     `json:"samples"`
	Min         float64 `json:"min_ms"`
	Mean        float64 `json:"mean_ms"`
	Max         float64 `json:"max_ms"`
	ComputedMin float64 `json:"computed_min_ms"`
	ComputedMax float64 `json:"computed_max_ms"`
	ExpectedMax float64 `json:"expected_max_ms"` // 0: none
	Logical     bool    `json:"logical"`         // from tags only: the first or last component has no clock
}

// Compare compares a system of a model with a run. computed holds the latencies that the analysis of the system gives; it
// may be nil.
func Compare(i *instance.Instance, r *Run, computed *analysis.Report) (*Report, diag.Faults) {
	d := newDesign(i)
	c := &comparing{design: d, run: r, report: &Report{Run: r.Name, Reactors: len(d.graph.Reactors) - 1, Ports: len(d.graph.Ports),
		Connections: len(d.graph.Connections), Latencies: []Latency{}}}
	if r.Report != "" {
		c.unknown(i.Root, "the recording is damaged: "+r.Report, "record again")
	}
	if r.Graph == nil {
		c.unknown(i.Root, "the recording has no graph of its program: nothing of it can be compared", "record again, with this version")
		return c.report, c.faults
	}
	c.match = graph.Diff(d.graph, r.Graph, d.names)
	c.differences()
	if r.topics != nil {
		c.trail = newTrail(r)
		c.rates()
		for _, f := range i.Flows {
			c.flow(f, computed)
		}
	}
	return c.report, c.faults
}

// comparing is a comparison in progress.
type comparing struct {
	*design
	run    *Run
	report *Report
	match  graph.Comparison
	trail  *trail
	faults diag.Faults
}

// differences reports how the graphs differ. If exactly one thing of a kind is missing in a reactor and exactly one is
// extra, they are taken to be the same thing under two names.
func (c *comparing) differences() {
	type place struct{ of, in string }
	missing, extra := map[place]int{}, map[place]int{}
	var ins []place
	for _, x := range c.match.Differences {
		in := place{of: x.Of}
		switch parent, _, nested := cutLast(x.Path); {
		case x.Of == "connection" || x.Of == "timer":
		case x.Change == graph.Extra:
			in.in = parent
			extra[in]++
		case x.Change == graph.Missing:
			if nested {
				in.in = c.inProgram(parent)
			}
			missing[in]++
		}
		ins = append(ins, in)
	}
	for i, x := range c.match.Differences {
		f := x.Fault()
		f.Pos = c.place(x)
		if n := ins[i]; missing[n] == 1 && extra[n] == 1 && (x.Change == graph.Missing || x.Change == graph.Extra) {
			if x.Change == graph.Extra {
				continue
			}
			other := slices.IndexFunc(c.match.Differences, func(y graph.Difference) bool {
				in, _, _ := cutLast(y.Path)
				return y.Change == graph.Extra && y.Of == x.Of && in == n.in
			})
			_, name, _ := cutLast(c.match.Differences[other].Path)
			f.What = fmt.Sprintf("the %s is in the design, but not in the system, which has %q there", x.Of, name)
			f.Do = fmt.Sprintf("if they are the same, say %s => %q of it", programName, name)
		}
		c.faults = append(c.faults, f)
	}
}

// cutLast splits the last name off a path.
func cutLast(path string) (parent, name string, nested bool) {
	i := strings.LastIndex(path, ".")
	return path[:max(i, 0)], path[i+1:], i >= 0
}

// inProgram is the path that a reactor of the model has in the program.
func (c *comparing) inProgram(model string) string {
	id := slices.IndexFunc(c.graph.Reactors, func(r graph.Reactor) bool { return r.Path == model })
	if id < 0 || c.match.Reactors[id] == graph.None {
		return model
	}
	return path(c.run.Graph, c.match.Reactors[id])
}

func (c *comparing) unknown(o instance.Object, what, do string) {
	c.faults = append(c.faults, diag.Fault{Code: "run-unknown", What: what, Do: do, Severity: diag.Warning, Path: o.Path(), Pos: position(o)})
}

// position is where something is declared.
func position(o instance.Object) diag.Pos {
	d := o.Declared()
	if d.Node == nil {
		return diag.Pos{}
	}
	return d.File.Position(d.File.Tokens[d.Node.Tokens().From].Start)
}

// place is where the model declares what differs, or, for something extra, where it declares its container.
func (c *comparing) place(x graph.Difference) diag.Pos {
	if o, ok := c.at[connection(x.Path, x.To)]; ok && x.Of == "connection" {
		return position(o)
	}
	for path := x.Path; path != ""; path, _, _ = cutLast(path) {
		if o, ok := c.at[path]; ok {
			return position(o)
		}
	}
	return position(c.Root)
}

// slack is the factor by which a mean period may exceed the model's. One further period is allowed over the whole run.
const slack = 1.05

// rates reports periodic threads that, by their clocks, ran less often than they should.
func (c *comparing) rates() {
	for id, r := range c.graph.Reactors {
		have := c.match.Reactors[id]
		if have == graph.None || len(r.Triggers) == 0 {
			continue
		}
		timer := c.graph.Triggers[r.Triggers[0]]
		if slices.ContainsFunc(c.match.Differences, func(x graph.Difference) bool { return x.Of == "timer" && x.Path == timer.Path }) {
			continue // reported already
		}
		readings := c.run.clocks[path(c.run.Graph, have)]
		n := len(readings) - 1
		if n < 1 {
			continue
		}
		span := readings[n].at - readings[0].at
		if float64(span) > slack*float64(n)*float64(timer.Period)+float64(timer.Period) {
			c.faults = append(c.faults, diag.Fault{Code: "run-slower", Path: r.Path, Pos: position(c.at[r.Path]),
				What: fmt.Sprintf("it ran every %v on average, not every %v", (span / time.Duration(n)).Round(time.Microsecond), timer.Period),
				Do:   "find what held it up, or give it a longer Period"})
		}
	}
}

// path is a reactor's path below main.
func path(g *graph.Graph, id int) string {
	r := g.Reactors[id]
	if r.Parent == graph.None {
		return ""
	}
	return join(path(g, r.Parent), r.Name)
}

// flow measures an end-to-end flow and compares it with what is expected.
func (c *comparing) flow(f *instance.Flow, computed *analysis.Report) {
	var hops []hop
	first, last := "", ""
	for _, e := range f.Elements {
		switch {
		case e.Connection != nil:
			h, ok, why := c.hop(e.Connection)
			if !ok {
				if why != "" {
					c.unknown(f, fmt.Sprintf("its latency is not known: %s", why), `record everything with --trace "*", or end the flow before it`)
				}
				return
			}
			hops = append(hops, h)
		case e.Component != nil:
			id, ok := c.id[e.Component]
			if !ok || c.match.Reactors[id] == graph.None {
				return // not part of the program, or missing, which has been reported
			}
			if last = path(c.run.Graph, c.match.Reactors[id]); first == "" {
				first = last
			}
		}
	}
	l := Latency{Flow: f.Path(), Min: math.Inf(1), Logical: true}
	if len(hops) > 0 {
		c.measure(&l, hops, first, last)
	}
	if l.Samples == 0 {
		c.unknown(f, "its latency is not known: nothing went along it", "run for longer")
		return
	}
	c.judge(f, &l, computed)
	c.report.Latencies = append(c.report.Latencies, l)
}

// measure follows each value that reached the last component back to the one that the first component sent.
func (c *comparing) measure(l *Latency, hops []hop, first, last string) {
	total := 0.0
	for _, at := range hops[len(hops)-1].arrivals {
		from, ok := at, true
		for k := len(hops) - 1; k >= 0 && ok; k-- {
			from, ok = hops[k].sent(from)
		}
		if !ok {
			continue
		}
		latency := at.Time.Duration() - from.Time.Duration()
		begun, is := c.run.lag(first, from)
		ended, too := c.run.lag(last, at)
		if is && too {
			latency += ended - begun
			l.Logical = false
		}
		ms := float64(latency) / 1e6
		l.Samples++
		l.Min, l.Max, total = min(l.Min, ms), max(l.Max, ms), total+ms
	}
	l.Mean = total / float64(l.Samples)
}

// judge compares a measured latency with the computed and the expected one.
func (c *comparing) judge(f *instance.Flow, l *Latency, computed *analysis.Report) {
	if computed != nil {
		for _, x := range computed.Latencies {
			if x.Flow == f.Path() {
				l.ComputedMin, l.ComputedMax = x.Min, x.Max
			}
		}
	}
	_, high, ok := c.Durations(f, "Communication_Properties::Latency", nil)
	if !ok || high <= 0 {
		return
	}
	if l.ExpectedMax = float64(high) / 1e6; l.Max > l.ExpectedMax {
		c.faults = append(c.faults, diag.Fault{Code: "run-late", Path: f.Path(), Pos: position(f),
			What: fmt.Sprintf("it took up to %.3g ms, and %.3g ms in the mean of %d; it may take %.3g ms", l.Max, l.Mean, l.Samples, l.ExpectedMax),
			Do:   "find which step took longer than the model says, correct its time, or allow more"})
	}
}

// Write writes what was compared, and the latencies.
func (r *Report) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "\nagainst %s: %d reactors, %d ports, %d connections of the model\n", r.Run, r.Reactors, r.Ports, r.Connections); err != nil {
		return err
	}
	if len(r.Latencies) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "flow\tsamples\tmin ms\tmean ms\tmax ms\tcomputed ms\texpected ms\tby")
	for _, l := range r.Latencies {
		by := "clocks"
		if l.Logical {
			by = "tags"
		}
		computed, expected := "-", "-"
		if l.ComputedMax > 0 {
			computed = fmt.Sprintf("%.3g to %.3g", l.ComputedMin, l.ComputedMax)
		}
		if l.ExpectedMax > 0 {
			expected = fmt.Sprintf("%.3g", l.ExpectedMax)
		}
		fmt.Fprintf(t, "%s\t%d\t%.3g\t%.3g\t%.3g\t%s\t%s\t%s\n", l.Flow, l.Samples, l.Min, l.Mean, l.Max, computed, expected, by)
	}
	return t.Flush()
}
