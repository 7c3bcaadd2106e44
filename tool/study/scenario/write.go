package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/sinew-robotics/sinew/tool/run"
)

// yamlWriter writes a scenario. It leaves out keys with their default values.
type yamlWriter struct{ b bytes.Buffer }

// YAML writes the scenario as YAML that is read as the same scenario.
func (s *Scenario) YAML() []byte {
	w := &yamlWriter{}
	if s.Program.Text != "" {
		w.line("program: %s", word(s.Program.Text))
	}
	if s.Name != "" {
		w.line("name: %s", word(s.Name))
	}
	w.line("for: %s", word(s.For.Text))
	w.line("seeds: %s", seedText(s.Seeds))
	w.axes("params", s.Params)
	w.axes("vars", s.Vars)
	if len(s.Zip) > 0 {
		var groups []string
		for _, g := range s.Zip {
			groups = append(groups, list(g))
		}
		w.line("zip: [%s]", strings.Join(groups, ", "))
	}
	w.assertions("where", s.Where)
	if len(s.Mocks) > 0 {
		w.line("mocks:")
		for _, m := range s.Mocks {
			w.line("  %s: %s", word(m.Path.Text), word(m.Source.Text))
		}
	}
	w.events(s)
	w.assertions("assert", s.Asserts)
	if len(s.Plots) > 0 {
		w.line("plots:")
		for _, p := range s.Plots {
			by := ""
			if p.By.Text != "" {
				by = ", by: " + word(p.By.Text)
			}
			w.line("  - {x: %s, y: %s%s}", word(p.X.Text), word(p.Y.Text), by)
		}
	}
	if s.Record != RecordFailed {
		w.line("record: %s", s.Record)
	}
	if len(s.Trace) > 0 {
		w.line("trace: %s", list(s.Trace))
	}
	if len(s.Without) > 0 {
		w.line("without: %s", list(s.Without))
	}
	return w.b.Bytes()
}

func (w *yamlWriter) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *yamlWriter) axes(key string, axes []Axis) {
	if len(axes) == 0 {
		return
	}
	w.line("%s:", key)
	for _, a := range axes {
		var values []string
		for _, v := range a.Values {
			values = append(values, v.yaml())
		}
		text := strings.Join(values, ", ")
		if len(values) != 1 || strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
			text = "[" + text + "]"
		}
		w.line("  %s: %s", word(a.Name.Text), text)
	}
}

func (w *yamlWriter) events(s *Scenario) {
	if len(s.Faults) > 0 {
		w.line("faults:")
		for _, f := range s.Faults {
			end := ""
			if f.For.Text != "" {
				end = ", for: " + word(f.For.Text)
			}
			w.line("  - {at: %s, do: %s%s}", word(f.At.Text), word(f.Do.Text), end)
		}
	}
	if len(s.Sets) > 0 {
		w.line("set:")
		for _, e := range s.Sets {
			b, err := json.Marshal(e.Value)
			if err != nil {
				b = []byte("null") // it was JSON before
			}
			w.line("  - {at: %s, door: %s, value: %s}", word(e.At.Text), word(e.Door.Text), b)
		}
	}
}

func (w *yamlWriter) assertions(key string, all []Assertion) {
	if len(all) == 0 {
		return
	}
	w.line("%s:", key)
	for _, a := range all {
		w.line("  - %s", quote(a.String()))
	}
}

func (v Value) yaml() string {
	if v.Word {
		return word(v.Text)
	}
	return v.Text
}

var (
	bare     = regexp.MustCompile(`^[A-Za-z_][\w./+-]*(:[\w./+-]+)*$|^\d+(\.\d+)?(ns|us|ms|s|m|h)$`)
	reserved = regexp.MustCompile(`^(?i:true|false|null|yes|no|on|off|y|n)$`)
)

// word writes a word so that it is read as a word.
func word(s string) string {
	if bare.MatchString(s) && !reserved.MatchString(s) && !run.IsNumber(s) {
		return s
	}
	return quote(s)
}

// quote writes a word in quotes. YAML understands JSON's escapes.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func list(words []Text) string {
	var out []string
	for _, t := range words {
		out = append(out, word(t.Text))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// seedText writes consecutive seeds as a range.
func seedText(seeds []uint64) string {
	n := len(seeds)
	if n == 1 {
		return fmt.Sprint(seeds[0])
	}
	var parts []string
	for i := 0; i < n; {
		j := i
		for j+1 < n && seeds[j+1] == seeds[j]+1 {
			j++
		}
		switch {
		case j-i >= 2:
			parts = append(parts, fmt.Sprintf("%d..%d", seeds[i], seeds[j]))
		default:
			for k := i; k <= j; k++ {
				parts = append(parts, fmt.Sprint(seeds[k]))
			}
		}
		i = j + 1
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Alone returns the scenario of this one run. dir is the folder for which it is meant: paths of the run's files are
// relative to it.
func (r *Run) Alone(dir string) *Scenario {
	s := &Scenario{Program: Text{Text: r.Program}, Name: fmt.Sprintf("run %d", r.N), For: Text{Text: r.For.String()},
		Seeds: []uint64{r.Seed}, Record: r.Record, Params: axesOf(r.Params), Vars: axesOf(r.Vars)}
	for _, m := range r.Mocks {
		path, source, _ := strings.Cut(m, "=")
		s.Mocks = append(s.Mocks, MockLine{Text{Text: path}, Text{Text: relative(dir, source)}})
	}
	for _, f := range r.Faults {
		l := FaultLine{At: Text{Text: f.At.String()}, Do: Text{Text: f.Do}}
		if f.For > 0 {
			l.For.Text = f.For.String()
		}
		s.Faults = append(s.Faults, l)
	}
	for _, e := range r.Sets {
		s.Sets = append(s.Sets, SetLine{At: Text{Text: e.At.String()}, Door: Text{Text: e.Door}, Value: e.Value})
	}
	for _, a := range r.Asserts {
		if e, err := ParseExpr(a); err == nil {
			s.Asserts = append(s.Asserts, Assertion{Expr: e})
		}
	}
	for _, l := range []struct {
		from []string
		to   *[]Text
	}{{r.Trace, &s.Trace}, {r.Without, &s.Without}} {
		for _, t := range l.from {
			*l.to = append(*l.to, Text{Text: t})
		}
	}
	return s
}

func axesOf(settings []Setting) (axes []Axis) {
	for _, s := range settings {
		axes = append(axes, Axis{Text{Text: s.Name}, []Value{s.Value}})
	}
	return axes
}
