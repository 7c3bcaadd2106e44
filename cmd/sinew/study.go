package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

type scenarioListCmd struct {
	Dir     string   `arg:"" help:"Folder of the study."`
	Failed  bool     `help:"Only runs that did not pass."`
	Figures []string `help:"Figures to show. Default: those that are asserted." placeholder:"NAME"`
	JSON    bool     `name:"json" help:"One JSON object a line: the run and its outcome."`
}

// Help shows an example.
func (c *scenarioListCmd) Help() string {
	return "Examples:\n  sinew scenario list studies/planners --failed\n  sinew scenario list studies/planners --figures tracking_max_mm,frames --json"
}

// Run prints the table.
func (c *scenarioListCmd) Run() error {
	cat, err := study.Open(c.Dir)
	if err != nil {
		return err
	}
	defer cat.Close()
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	s, _, err := cat.Scenario()
	if err != nil {
		return err
	}
	if c.Failed {
		rows = slices.DeleteFunc(rows, func(r study.Row) bool {
			return r.Outcome.Status != scenario.Failed && r.Outcome.Status != scenario.Broken
		})
	}
	if c.JSON {
		e := json.NewEncoder(os.Stdout)
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
	table(rows, s.Varied(), c.figures(s))
	return nil
}

// figures are the columns with figures.
func (c *scenarioListCmd) figures(s *scenario.Scenario) []string {
	if len(c.Figures) > 0 {
		return c.Figures
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

// table prints runs, a line each.
func table(rows []study.Row, varied, figures []string) {
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
		fmt.Println(strings.TrimRight(strings.Join(l, "  "), " "))
	}
}

type scenarioShowCmd struct {
	Dir string `arg:"" help:"Folder of the study."`
	N   int    `arg:"" optional:"" help:"Number of a run; without it the study is shown." range:"0..1000000000"`
}

// Help shows an example.
func (c *scenarioShowCmd) Help() string {
	return "Examples:\n  sinew scenario show studies/planners\n  sinew scenario show studies/planners 7"
}

// Run prints the study's scenario and its outcomes in short, or one run.
func (c *scenarioShowCmd) Run() error {
	cat, err := study.Open(c.Dir)
	if err != nil {
		return err
	}
	defer cat.Close()
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	s, version, err := cat.Scenario()
	if err != nil {
		return err
	}
	if c.N != 0 {
		i := slices.IndexFunc(rows, func(r study.Row) bool { return r.Run.N == c.N })
		if i < 0 {
			return fmt.Errorf("%s has no run %d: it has 1 to %d", c.Dir, c.N, len(rows))
		}
		c.one(&rows[i])
		return nil
	}
	count := map[scenario.Status]int{}
	for _, r := range rows {
		count[r.Outcome.Status]++
	}
	fmt.Printf("# %s, build %s: %d runs, %d passed, %d failed, %d ended in an error, %d not run\n", s.File, version, len(rows),
		count[scenario.Passed], count[scenario.Failed], count[scenario.Broken], count[scenario.Open])
	_, err = os.Stdout.Write(s.YAML())
	return err
}

func (c *scenarioShowCmd) one(r *study.Row) {
	o := &r.Outcome
	fmt.Printf("run       %04d\nid        %s\nstatus    %s\n", r.Run.N, o.ID, o.Status)
	for _, s := range slices.Concat(r.Run.Params, r.Run.Vars) {
		fmt.Printf("          %s = %s\n", s.Name, s.Value.Text)
	}
	fmt.Printf("          seed = %d\n", r.Run.Seed)
	if o.Status == scenario.Open {
		return
	}
	fmt.Printf("hash      %s\nlength    %g s in %.2f s by %s\n", o.Hash, o.Seconds, o.Wall, o.Worker)
	for _, name := range slices.Sorted(maps.Keys(o.Figures)) {
		fmt.Printf("          %s = %s\n", name, figure(o.Figures[name]))
	}
	if o.Status != scenario.Passed {
		fmt.Printf("%s\n%s\n", why(r), study.Debug(c.Dir, r.Run.N))
	}
	if o.Status == scenario.Broken || o.Status == scenario.Passed && o.Error != "" {
		fmt.Println(o.Error)
	}
}

type scenarioReportCmd struct {
	Dir string `arg:"" help:"Folder of the study."`
}

// Help shows an example.
func (c *scenarioReportCmd) Help() string {
	return "Examples:\n  sinew scenario report studies/planners"
}

// Run writes the report.
func (c *scenarioReportCmd) Run() error {
	cat, err := study.Open(c.Dir)
	if err != nil {
		return err
	}
	defer cat.Close()
	if err := cat.Report(); err != nil {
		return err
	}
	fmt.Println(c.Dir + "/report.html")
	return nil
}
