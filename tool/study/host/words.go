package host

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/queue"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// sum prints the result of the study, and how to inspect the first runs that failed.
func (a *asked) sum(s *queue.Summary) error {
	fmt.Fprintf(a.out, "%d runs in %.1f s: %d passed, %d failed, %d ended in an error", s.Runs, s.Seconds, s.Passed, s.Failed, s.Errors)
	if s.Open > 0 {
		fmt.Fprintf(a.out, ", %d not run", s.Open)
	}
	if s.Known > 0 {
		fmt.Fprintf(a.out, "; %d were known already", s.Known)
	}
	fmt.Fprintf(a.out, "\nreport    %s\n", filepath.Join(a.o.Folder, "report.html"))
	if s.Failed+s.Errors == 0 {
		return nil
	}
	return a.with(func(c *queue.Catalogue) error { return a.bad(c, 5) })
}

// bad prints the first runs that did not pass, and why.
func (a *asked) bad(cat *queue.Catalogue, most int) error {
	dir := a.o.Folder
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	sc, _, err := cat.Scenario()
	if err != nil {
		return err
	}
	bad := 0
	for _, r := range rows {
		if r.Outcome.Status != scenario.Failed && r.Outcome.Status != scenario.Broken {
			continue
		}
		if bad++; bad <= most {
			fmt.Fprintf(a.out, "run %04d  %s\n          %s\n          %s\n", r.Run.N, study.Describe(&r.Run, sc.Varied()), why(&r), queue.Debug(dir, r.Run.N))
		}
	}
	if bad > most {
		fmt.Fprintf(a.out, "and %d more: sinew scenario list %s --failed\n", bad-most, dir)
	}
	return nil
}

// why explains in one line why a run did not pass.
func why(r *queue.Row) string {
	o := &r.Outcome
	if o.Status == scenario.Broken {
		first, _, _ := strings.Cut(o.Error, "\n")
		return "error: " + first
	}
	var parts []string
	for _, u := range o.Unheld {
		parts = append(parts, "not so: "+u+values(u, r))
	}
	if o.Error != "" {
		parts = append(parts, o.Error)
	}
	return strings.Join(parts, "; ")
}

// values lists the values of the names in an assertion.
func values(text string, r *queue.Row) string {
	e, err := scenario.ParseExpr(text)
	if err != nil {
		return ""
	}
	var parts []string
	for _, n := range e.Names() {
		if f, ok := r.Outcome.Figures[n.Text]; ok {
			parts = append(parts, fmt.Sprintf("%s is %s", n.Text, figure(f)))
		}
	}
	if parts == nil {
		return ""
	}
	slices.Sort(parts)
	return " (" + strings.Join(slices.Compact(parts), ", ") + ")"
}

func figure(f scenario.Figure) string {
	if math.IsNaN(float64(f)) {
		return "unknown"
	}
	return fmt.Sprintf("%.6g", float64(f))
}

// list prints the runs with their outcomes.
func (a *asked) list(cat *queue.Catalogue) error {
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	s, _, err := cat.Scenario()
	if err != nil {
		return err
	}
	if a.o.Failed {
		rows = slices.DeleteFunc(rows, func(r queue.Row) bool {
			return r.Outcome.Status != scenario.Failed && r.Outcome.Status != scenario.Broken
		})
	}
	if a.o.JSON {
		e := json.NewEncoder(a.out)
		for i := range rows {
			if err := e.Encode(struct {
				Run     *scenario.Run     `json:"run"`
				Outcome *scenario.Outcome `json:"outcome"`
			}{&rows[i].Run, &rows[i].Outcome}); err != nil {
				return err
			}
		}
		return nil
	}
	a.table(rows, s.Varied(), a.figures(s))
	return nil
}

// figures are the columns with figures.
func (a *asked) figures(s *scenario.Scenario) []string {
	if len(a.o.Figures) > 0 {
		return a.o.Figures
	}
	var names []string
	for _, a := range s.Asserts {
		for _, n := range a.Names() {
			if !slices.Contains(names, n.Text) && !slices.Contains(s.Varied(), n.Text) {
				names = append(names, n.Text)
			}
		}
	}
	return names
}

// table prints runs, one on each line.
func (a *asked) table(rows []queue.Row, varied, figures []string) {
	lines := [][]string{slices.Concat([]string{"run", "status"}, varied, []string{"seed"}, figures)}
	for i := range rows {
		r := &rows[i]
		line := []string{fmt.Sprintf("%04d", r.Run.N), string(r.Outcome.Status)}
		for _, name := range varied {
			v, _ := r.Run.Setting(name)
			line = append(line, v.Text)
		}
		line = append(line, fmt.Sprint(r.Run.Seed))
		for _, name := range figures {
			f, ok := r.Outcome.Figures[name]
			switch {
			case ok:
				line = append(line, figure(f))
			default:
				line = append(line, "-")
			}
		}
		lines = append(lines, line)
	}
	width := make([]int, len(lines[0]))
	for _, l := range lines {
		for i, w := range l {
			width[i] = max(width[i], len(w))
		}
	}
	for _, l := range lines {
		for i := range l {
			l[i] += strings.Repeat(" ", width[i]-len(l[i]))
		}
		fmt.Fprintln(a.out, strings.TrimRight(strings.Join(l, "  "), " "))
	}
}

// show prints the study's scenario and a summary of its outcomes, or one run.
func (a *asked) show(cat *queue.Catalogue) error {
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	s, version, err := cat.Scenario()
	if err != nil {
		return err
	}
	if a.o.N != 0 {
		i := slices.IndexFunc(rows, func(r queue.Row) bool { return r.Run.N == a.o.N })
		if i < 0 {
			return fmt.Errorf("%s has no run %d: it has 1 to %d", a.o.Folder, a.o.N, len(rows))
		}
		a.one(&rows[i])
		return nil
	}
	count := map[scenario.Status]int{}
	for _, r := range rows {
		count[r.Outcome.Status]++
	}
	fmt.Fprintf(a.out, "# %s, build %s: %d runs, %d passed, %d failed, %d ended in an error, %d not run\n", s.File, version, len(rows),
		count[scenario.Passed], count[scenario.Failed], count[scenario.Broken], count[scenario.Open])
	_, err = a.out.Write(s.YAML())
	return err
}

func (a *asked) one(r *queue.Row) {
	o := &r.Outcome
	fmt.Fprintf(a.out, "run       %04d\nid        %s\nstatus    %s\n", r.Run.N, o.ID, o.Status)
	for _, s := range slices.Concat(r.Run.Params, r.Run.Vars) {
		fmt.Fprintf(a.out, "          %s = %s\n", s.Name, s.Value.Text)
	}
	fmt.Fprintf(a.out, "          seed = %d\n", r.Run.Seed)
	if o.Status == scenario.Open {
		return
	}
	fmt.Fprintf(a.out, "hash      %s\nlength    %g s in %.2f s by %s\n", o.Hash, o.Seconds, o.Wall, o.Worker)
	for _, name := range slices.Sorted(maps.Keys(o.Figures)) {
		fmt.Fprintf(a.out, "          %s = %s\n", name, figure(o.Figures[name]))
	}
	if o.Status != scenario.Passed {
		fmt.Fprintf(a.out, "%s\n%s\n", why(r), queue.Debug(a.o.Folder, r.Run.N))
	}
	if o.Status == scenario.Broken || o.Status == scenario.Passed && o.Error != "" {
		fmt.Fprintln(a.out, o.Error)
	}
}
