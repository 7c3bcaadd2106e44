package analysis

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Write prints the figures as tables: one for each flow, and one for each of the other analyses.
func (r *Report) Write(w io.Writer) error {
	var b bytes.Buffer
	for _, f := range r.Latencies {
		f.write(&b, r.Options)
	}
	t := table{out: &b}
	r.writeBuses(&t)
	r.writeProcessors(&t)
	for _, m := range r.Memories {
		t.title("Memory", "memory", "kind", "holds KB", "known KB", "of KB")
		t.row(named(m.Memory, m.Mode), m.Kind, figure(m.Used), "", figure(m.Capacity))
		for _, u := range m.Holds {
			t.row("  "+u.Component, "", figure(u.Used), orNone(u.Actual), "")
		}
	}
	t.end()
	for _, x := range r.Weights {
		t.title("Weight", "component", "kg", "limit", "gross", "net")
		t.row(x.Component, figure(x.Weight), orNone(x.Limit), orNone(x.Gross), orNone(x.Net))
	}
	t.end()
	for _, p := range r.Powers {
		t.title("Power", "source", "drawn W", "capacity W", "gets W")
		t.row(named(p.Source, p.Mode), figure(p.Budget), figure(p.Capacity), orNone(p.Supply))
		for _, f := range p.Draws {
			t.row("  to "+f.Feature, figure(f.Power), "", "")
		}
		for _, f := range p.Supplies {
			t.row("  from "+f.Feature, "", "", figure(f.Power))
		}
	}
	t.end()
	_, err := w.Write(bytes.TrimPrefix(b.Bytes(), []byte("\n")))
	return err
}

// write prints a flow's latency with its contributors, indented under what they are part of.
func (f *FlowLatency) write(b *bytes.Buffer, options string) {
	t := table{out: b}
	t.title(fmt.Sprintf("Latency of %s (%s)", named(f.Flow, f.Mode), options), "contributor", "kind", "min ms", "max ms", "by", "stated ms", "period ms", "offset ms", "")
	for _, c := range f.Contributors {
		c.write(&t, "")
	}
	t.row("total", "", figure(f.Min), figure(f.Max), "", between(f.SpecifiedMin, f.SpecifiedMax), "", "", "")
	t.row("expected", "", orNone(f.ExpectedMin), orNone(f.ExpectedMax), "", "", "", "", "")
	t.end()
}

func (c *Contributor) write(t *table, indent string) {
	by := c.MaxMethod
	switch {
	case c.MinMethod == c.MaxMethod && by == string(noMethod):
		by = "-"
	case c.MinMethod != c.MaxMethod && c.MinMethod != string(noMethod):
		by = c.MinMethod + " … " + by
	}
	name := c.Name
	if c.Flow != "" {
		name += " " + c.Flow
	}
	t.row(indent+name, c.Kind, figure(c.Min), figure(c.Max), by, between(c.SpecifiedMin, c.SpecifiedMax), orNone(c.Period), orNone(c.Offset),
		strings.Join(c.Notes, "; "))
	for _, m := range c.Contributors {
		m.write(t, indent+"  ")
	}
}

func (r *Report) writeBuses(t *table) {
	for _, l := range r.Buses {
		t.title("Buses", "bus", "KB/s", "capacity", "budget", "budgets on it", "overhead bytes")
		l.write(t, "")
	}
	t.end()
}

func (l *BusLoad) write(t *table, indent string) {
	t.row(indent+l.Kind+" "+named(l.Bus, l.Mode), figure(l.Actual), orNone(l.Capacity), orNone(l.Budget), orNone(l.Required), orNone(l.Overhead))
	for _, v := range l.Virtual {
		v.write(t, indent+"  ")
	}
	for _, c := range l.Connections {
		t.row(indent+"  "+c.Connection, figure(c.Actual), "", orNone(c.Budget), "", "")
	}
	for _, g := range l.Broadcasts {
		t.row(indent+"  "+g.Source+" to all", figure(g.Actual), "", orNone(g.Budget), "", "")
	}
}

func (r *Report) writeProcessors(t *table) {
	for _, l := range r.Processors {
		t.title("Processors", "processor", "MIPS", "of MIPS", "use %", "protocol", "deadlines by")
		t.row(l.Kind+" "+named(l.Processor, l.Mode), figure(l.Load), orNone(l.Capacity), orNone(100*l.Utilisation), l.Protocol, l.Method)
	}
	t.end()
	for _, l := range r.Processors {
		for _, x := range l.Threads {
			t.title("Threads", "thread", "on", "period ms", "deadline ms", "execution ms", "jitter ms", "offset ms", "priority", "response ms", "")
			note := x.Note
			if x.Misses {
				note = "misses"
			}
			t.row(named(x.Thread, l.Mode), l.Processor, orNone(x.Period), orNone(x.Deadline), orNone(x.Execution), orNone(x.Jitter), orNone(x.Offset),
				orNone(float64(x.Priority)), orNone(x.Response), note)
		}
	}
	t.end()
}

// table prints lines with columns, under a title that is printed with the first line.
type table struct {
	out   *bytes.Buffer
	w     *tabwriter.Writer
	lines bytes.Buffer
}

// title begins a table, unless it has begun.
func (t *table) title(title string, heads ...string) {
	if t.w != nil {
		return
	}
	fmt.Fprintf(t.out, "\n%s\n", title)
	t.w = tabwriter.NewWriter(&t.lines, 0, 0, 2, ' ', 0)
	t.row(heads...)
}

// row prints a line. All lines of a table have the same number of cells; columns are as wide as needed in adjacent lines.
func (t *table) row(cells ...string) { fmt.Fprintln(t.w, "  "+strings.Join(cells, "\t")) }

// end ends a table, if one has begun.
func (t *table) end() {
	if t.w == nil {
		return
	}
	t.w.Flush()
	for line := range strings.Lines(t.lines.String()) {
		t.out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	t.w = nil
	t.lines.Reset()
}

// named is a path with the mode of its figures.
func named(path, mode string) string {
	if mode == "" {
		return path
	}
	return path + " in " + mode
}

// orNone prints a figure, or nothing if it is zero.
func orNone(x float64) string {
	if x == 0 {
		return "-"
	}
	return figure(x)
}

func between(low, high float64) string {
	if low == 0 && high == 0 {
		return "-"
	}
	return figure(low) + " to " + figure(high)
}
