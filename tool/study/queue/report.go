package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Debug is the command that opens a run in the debugger.
func Debug(dir string, n int) string {
	return "sinew debug " + filepath.Join(runFolder(filepath.Join(dir, runsFolder), n), runFile)
}

// Leave writes a study's report.html, and for every run that did not pass a run.yaml that repeats it. It removes the
// folders of runs that have passed and have no recording.
func (c *Catalogue) Leave() (*Summary, error) {
	rows, err := c.Rows()
	if err != nil {
		return nil, err
	}
	sum := &Summary{Runs: len(rows)}
	var errs []error
	for i := range rows {
		r := &rows[i]
		dir := runFolder(filepath.Join(c.dir, runsFolder), r.Run.N)
		switch r.Outcome.Status {
		case scenario.Open:
			sum.Open++
			continue
		case scenario.Passed:
			sum.Passed++
			_ = os.Remove(filepath.Join(dir, runFile))
			_ = os.Remove(dir) // it stays if it contains a recording
			continue
		case scenario.Failed:
			sum.Failed++
		case scenario.Broken:
			sum.Errors++
		}
		errs = append(errs, alone(&r.Run, dir))
	}
	errs = append(errs, c.Report())
	return sum, errors.Join(errs...)
}

// alone writes the run's own scenario.
func alone(r *scenario.Run, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return whole.WriteFile(filepath.Join(dir, runFile), r.Alone(dir).YAML())
}

// Report writes report.html from the catalogue.
func (c *Catalogue) Report() error {
	s, version, err := c.Scenario()
	if err != nil {
		return err
	}
	rows, err := c.Rows()
	if err != nil {
		return err
	}
	p := &pages{dir: c.dir, s: s, rows: rows, varied: s.Varied()}
	name := s.Name
	if name == "" {
		name = filepath.Base(s.File)
	}
	r := report.Report{Title: name, Subtitle: fmt.Sprintf("a study of %s: %d runs of %s, %s, build %s", s.Program.Text, len(rows), s.For.Text, p.space(), version),
		Head: p.head(), Facts: p.facts(), Parts: p.parts()}
	return whole.Write(filepath.Join(c.dir, folder.ReportFile), func(w io.Writer) error { return report.Write(w, r) })
}

// pages makes the parts of a report.
type pages struct {
	dir    string
	s      *scenario.Scenario
	rows   []Row
	varied []string
}

// space describes the study's parameters and seeds.
func (p *pages) space() string {
	text := fmt.Sprintf("%d seeds", len(p.s.Seeds))
	if len(p.s.Seeds) == 1 {
		text = fmt.Sprintf("seed %d", p.s.Seeds[0])
	}
	if len(p.varied) > 0 {
		text = strings.Join(p.varied, ", ") + " varied, " + text
	}
	return text
}

func (p *pages) head() []report.Fact {
	count := map[scenario.Status]int{}
	for _, r := range p.rows {
		count[r.Outcome.Status]++
	}
	verdict := func(n int, v report.Verdict) report.Verdict {
		if n == 0 {
			return report.Neutral
		}
		return v
	}
	all, passed := len(p.rows), report.Neutral
	if all > 0 && count[scenario.Passed] == all {
		passed = report.Good
	}
	facts := []report.Fact{
		{Name: "passed", Value: fmt.Sprintf("%d of %d runs", count[scenario.Passed], all), Verdict: passed},
		{Name: "failed", Value: fmt.Sprint(count[scenario.Failed]), Verdict: verdict(count[scenario.Failed], report.Bad)},
	}
	if n := count[scenario.Broken]; n > 0 {
		facts = append(facts, report.Fact{Name: "ended in an error", Value: fmt.Sprint(n), Verdict: report.Bad})
	}
	if n := count[scenario.Open]; n > 0 {
		facts = append(facts, report.Fact{Name: "not run yet", Value: fmt.Sprintf("%d of %d runs", n, all)})
	}
	return facts
}

// mostRows is the greatest number of failing runs that a report lists.
const mostRows = 200

// facts lists the assertions, then the runs that did not pass, each with the command that opens it.
func (p *pages) facts() (facts []report.Fact) {
	for _, a := range p.s.Asserts {
		held, all := 0, 0
		for _, r := range p.rows {
			if st := r.Outcome.Status; st == scenario.Passed || st == scenario.Failed {
				all++
				if !slices.Contains(r.Outcome.Unheld, a.String()) {
					held++
				}
			}
		}
		text, v := fmt.Sprintf("holds in %d of %d runs", held, all), report.Good
		switch missing := len(p.rows) - all; {
		case held < all:
			v = report.Bad
		case missing > 0:
			v, text = report.Neutral, text+fmt.Sprintf(" so far; %d have no figures", missing)
		}
		facts = append(facts, report.Fact{Name: p.spelled(a.String()), Value: text, Verdict: v})
	}
	bad := 0
	for _, r := range p.rows {
		o := &r.Outcome
		if o.Status != scenario.Failed && o.Status != scenario.Broken {
			continue
		}
		if bad++; bad > mostRows {
			continue
		}
		why := o.Error
		if o.Status == scenario.Failed {
			why = "not so: " + p.spelled(strings.Join(o.Unheld, "; "))
			if o.Error != "" {
				why += "; " + o.Error
			}
		}
		facts = append(facts, report.Fact{Name: fmt.Sprintf("run %d: %s", r.Run.N, study.Describe(&r.Run, p.varied)),
			Value: why + " — " + Debug(p.dir, r.Run.N), Verdict: report.Bad,
			Link: filepath.ToSlash(filepath.Join(runFolder(runsFolder, r.Run.N), runFile))})
	}
	if bad > mostRows {
		facts = append(facts, report.Fact{Name: fmt.Sprintf("and %d more runs", bad-mostRows),
			Value: "sinew scenario list " + p.dir + " --failed", Verdict: report.Bad})
	}
	return facts
}

// spelled writes an assertion as people read it.
func (p *pages) spelled(assertion string) string {
	var figures []string
	for _, a := range p.s.Asserts {
		for _, n := range a.Names() {
			if _, setting := p.rows[0].Run.Setting(n.Text); !setting {
				figures = append(figures, n.Text)
			}
		}
	}
	return spelled(assertion, figures)
}

func (p *pages) parts() []report.Part {
	var plots []plot.Plot
	for _, l := range p.lines() {
		plots = append(plots, p.plot(l))
	}
	if len(plots) == 0 {
		return nil
	}
	return []report.Part{{Title: "Over the parameters", Plots: plots,
		Text: "Lines are means over the runs, pale lines the least and the greatest value, dots single runs."}}
}

// lines are the requested plots, or by default each asserted figure over each number that varies.
func (p *pages) lines() []scenario.PlotLine {
	if len(p.s.Plots) > 0 || len(p.rows) == 0 {
		return p.s.Plots
	}
	var lines []scenario.PlotLine
	var done []string
	for _, a := range p.s.Asserts {
		for _, n := range a.Names() {
			if _, setting := p.rows[0].Run.Setting(n.Text); setting || slices.Contains(done, n.Text) {
				continue
			}
			done = append(done, n.Text)
			for _, x := range p.varied {
				l := scenario.PlotLine{X: scenario.Text{Text: x}, Y: scenario.Text{Text: n.Text}}
				if lines = append(lines, l); len(lines) == 12 {
					return lines
				}
			}
		}
	}
	return lines
}

// plot plots one figure over one parameter, with a curve for each value of another.
func (p *pages) plot(l scenario.PlotLine) plot.Plot {
	place, label, names := p.axis(l.X.Text)
	words, unit := readable(l.Y.Text)
	q := plot.Plot{Title: words, XLabel: label, YLabel: cmp.Or(unit, words), Categories: names}
	curves := map[string]map[float64][]float64{}
	var order []string
	for _, r := range p.rows {
		x, ok1 := r.Run.Setting(l.X.Text)
		y, ok2 := r.Outcome.Figures[l.Y.Text]
		if !ok1 || !ok2 || math.IsNaN(float64(y)) {
			continue
		}
		by := words
		if v, ok := r.Run.Setting(l.By.Text); ok {
			by = strings.ReplaceAll(l.By.Text, "_", " ") + " " + v.Text
		}
		if curves[by] == nil {
			curves[by] = map[float64][]float64{}
			order = append(order, by)
		}
		at := place(x.Text)
		curves[by][at] = append(curves[by][at], float64(y))
	}
	for i, by := range order {
		for _, s := range band(by, curves[by]) {
			s.Colour = i + 1
			q.Series = append(q.Series, s)
		}
	}
	return q
}

// axis returns the positions of a parameter's values: numbers, times in seconds, or for names their order from 1.
func (p *pages) axis(name string) (place func(string) float64, label string, values []string) {
	numeric := true
	for _, r := range p.rows {
		v, _ := r.Run.Setting(name)
		if _, ok := v.Number(); !ok {
			numeric = false
		}
		if !slices.Contains(values, v.Text) {
			values = append(values, v.Text)
		}
	}
	if numeric {
		label = labelled(name)
		if len(values) > 0 && strings.ContainsAny(values[0], "smh") {
			label += " [s]"
		}
		return func(s string) float64 { x, _ := (scenario.Value{Text: s}).Number(); return x }, label, nil
	}
	return func(s string) float64 { return float64(slices.Index(values, s) + 1) }, strings.ReplaceAll(name, "_", " "), values
}

// band draws the means as a line, the extremes as pale lines and every run as a dot.
func band(name string, at map[float64][]float64) []plot.Series {
	var xs []float64
	for x := range at {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	mean := plot.Series{Name: name, X: xs}
	low, high := plot.Series{X: xs, Faint: true}, plot.Series{X: xs, Faint: true}
	dots := plot.Series{Style: plot.Points, Faint: true}
	for _, x := range xs {
		sum := 0.0
		for _, y := range at[x] {
			sum += y
			dots.X, dots.Y = append(dots.X, x), append(dots.Y, y)
		}
		mean.Y = append(mean.Y, sum/float64(len(at[x])))
		low.Y, high.Y = append(low.Y, slices.Min(at[x])), append(high.Y, slices.Max(at[x]))
	}
	if len(xs) == 1 {
		mean.Style = plot.Points
		return []plot.Series{mean, dots}
	}
	return []plot.Series{mean, low, high, dots}
}
