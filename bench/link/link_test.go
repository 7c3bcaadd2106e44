package link

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/robot/franka"
)

var rewrite = flag.Bool("rewrite", false, "write the golden file anew")

// found is link.json.
type found struct {
	Figures []bench.Result `json:"figures"`
	Tables  []book.Table   `json:"tables"`
}

func (f found) table(t *testing.T, name string) book.Table {
	t.Helper()
	i := slices.IndexFunc(f.Tables, func(x book.Table) bool { return x.Name == name })
	if i < 0 {
		t.Fatalf("no table %q", name)
	}
	return f.Tables[i]
}

// TestRun runs a little of everything, the robot in a thread of this process, and looks at what is left behind.
func TestRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	var emitted []bench.Result
	o := Options{Options: bench.Options{Quick: true, Seed: 1, N: 1500, Log: t.Output()}, Out: dir, tiny: true}
	if err := Run(o, func(r bench.Result) { emitted = append(emitted, r) }); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "link.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f found
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Figures) != len(emitted) || len(emitted) < 40 {
		t.Errorf("%d figures in link.json, %d emitted", len(f.Figures), len(emitted))
	}
	for _, c := range []struct {
		name string
		rows int
	}{
		{"compressors", 13}, {"lost_command", 3}, {"missed_commands", 6}, {"constant_delay", 2}, {"fits", 9}, {"schemes", 8}, {"constant_period", 4},
		{"traffic", 2}, {"times", 12}, {"round_trips", 3}, {"loop", 11}, {"losses", 2}, {"bursts", 2},
	} {
		if n := len(f.table(t, c.name).Rows); n != c.rows && (c.name != "loop" || n < c.rows) {
			t.Errorf("table %s has %d rows, want %d", c.name, n, c.rows)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range f.Tables {
		if !strings.Contains(string(page), "<caption>"+strings.NewReplacer("'", "&#39;").Replace(x.Caption)) {
			t.Errorf("the report has no table %q", x.Caption)
		}
	}
	for _, file := range []string{"lost-command.csv", "scheme-smooth.csv", "scheme-async3_8s.csv", "times-async1.csv", "times-simple.csv", "times-smooth.csv"} {
		if s, err := os.Stat(filepath.Join(dir, file)); err != nil || s.Size() < 100 {
			t.Errorf("%s: %v, %v", file, s, err)
		}
	}
	golden(t, f)
}

// golden compares what must come out alike everywhere: the tables without times, and how each scheme ends.
func golden(t *testing.T, f found) {
	t.Helper()
	var w strings.Builder
	for _, x := range []struct {
		name    string
		columns []int // nil: all
	}{
		{"lost_command", nil}, {"missed_commands", nil}, {"fits", nil}, {"constant_period", nil}, {"schemes", []int{0, 1, 2, 3, 4, 5, 6, 9}},
		{"losses", []int{0, 1, 3, 4}}, {"bursts", []int{0, 1, 4, 5}},
	} {
		tab := f.table(t, x.name)
		fmt.Fprintf(&w, "%s\n", tab.Name)
		for _, row := range append([][]string{tab.Columns}, tab.Rows...) {
			var cells []string
			for i, c := range row {
				if x.columns == nil || slices.Contains(x.columns, i) {
					cells = append(cells, c)
				}
			}
			fmt.Fprintf(&w, "  %s\n", strings.Join(cells, " | "))
		}
	}
	const file = "testdata/tables.golden"
	if *rewrite {
		if err := os.WriteFile(file, []byte(w.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), w.String()); diff != "" {
		t.Errorf("tables differ; run with -rewrite if they should: %s", diff)
	}
}

func TestMissedFormula(t *testing.T) {
	for _, m := range missedRows() {
		if got := missedFormula(m.n); math.Abs(got-m.peak) > 0.5 {
			t.Errorf("%d missed: %v, want %v", m.n, got, m.peak)
		}
	}
}

func TestFitsHaveTheirMean(t *testing.T) {
	d := seedDelays()
	for _, f := range []fit{d.receive, d.send, d.async1T1, d.async1T2, d.boost, d.c, d.async2, d.async3T1, d.async3T2} {
		q := f.table()
		x := make([]float64, len(q))
		for i := range q {
			x[i] = q[i].Seconds() * 1e6
			if i > 0 && x[i] < x[i-1] {
				t.Errorf("%s: quantile %d falls", f.name, i)
			}
		}
		if m := tableMean(x); math.Abs(m-f.mean) > 0.01*f.mean || x[0] != f.min || x[f.n] != f.max {
			t.Errorf("%s: %v to %v with mean %v, want %v to %v with %v", f.name, x[0], x[f.n], m, f.min, f.max, f.mean)
		}
	}
}

// TestJudgeFindsViolations: an opinion that never says no is worth nothing.
func TestJudgeFindsViolations(t *testing.T) {
	for _, c := range []struct {
		name string
		by   int
		step func(s *franka.State, k int)
	}{
		{"position", 0, func(s *franka.State, k int) { s.Qd[1] = 1.75 + 1e-5*float64(k) }},
		{"velocity", 1, func(s *franka.State, k int) { s.Qd[0] = 1e-6 * float64(k*k) }},
		{"acceleration", 2, func(s *franka.State, k int) { s.Qd[3] = -1 + 2e-9*float64(k*k*k) }},
		{"jerk", 3, func(s *franka.State, k int) { s.Qd[6] = 1e-3 * float64(k/1000) }},
		{"tool", 2, func(s *franka.State, k int) { s.OTEEc[13] = 2e-9 * float64(k*k*k) }},
	} {
		j := newJudge(franka.PandaLimits(), true)
		for k := range 2000 {
			s := franka.State{ID: uint64(k), Qd: [7]float64{3: -1, 5: 1}, OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1}}
			c.step(&s, k)
			j.look(&s)
		}
		if j.Broken == 0 || j.By[c.by] == 0 {
			t.Errorf("%s: %d cycles broken, by %v", c.name, j.Broken, j.By)
		}
	}
	j := newJudge(franka.PandaLimits(), true)
	for k := range 2000 {
		s := franka.State{ID: uint64(k), OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1}, Qd: [7]float64{0.5 * (1 - math.Cos(0.002*float64(k))), 0, 0, -1, 0, 1}}
		j.look(&s)
	}
	if j.Broken != 0 || j.Cycles != 1999 {
		t.Errorf("a good motion: %d of %d cycles broken, by %v", j.Broken, j.Cycles, j.By)
	}
}

// TestWander: the random motion is inside its share of the limits, begins where the robot stands and ends at rest.
func TestWander(t *testing.T) {
	for _, g := range spaces() {
		l := franka.PandaLimits()
		w := newWander(g, l, 0.49, 3e9, 7)
		j := newJudge(l, g == franka.GenerateCartesianPose)
		s := franka.State{Qd: [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}, OTEEc: franka.Pose{0: 1, 5: -1, 10: -1, 12: 0.3, 14: 0.5, 15: 1}}
		c := franka.Command{QC: s.Qd, OTEEc: s.OTEEc}
		done := false
		for k := 0; k < 10000 && !done; k++ {
			done = w.Next(time.Duration(k)*time.Millisecond, &s, &c)
			j.look(&franka.State{ID: uint64(k), Qd: c.QC, OTEEc: c.OTEEc})
		}
		if !done || j.Broken > 0 || j.Peak[1] > 0.5 || j.Peak[2] > 0.5 || j.Peak[3] > 0.5 {
			t.Errorf("%v: ended %v, %d broken, peaks %v", g, done, j.Broken, j.Peak)
		}
		if j.Peak[2] < 0.05 || w.Unplanned > 0 {
			t.Errorf("%v: it hardly moves: peaks %v, %d plans failed", g, j.Peak, w.Unplanned)
		}
		for i, d := range j.joints {
			if math.Abs(d.v) > 1e-9 || math.Abs(d.a) > 1e-6 {
				t.Errorf("%v: joint %d ends with %v rad/s, %v rad/s²", g, i+1, d.v, d.a)
			}
		}
	}
}

func TestMissedOf(t *testing.T) {
	n := missedOf([]string{"motion 1: Cartesian pose started", "motion 1: Cartesian pose stopped by the client after 5.000 s (16 of 5000 commands lost, 0 of them late)",
		"motion 2: Cartesian pose aborted after 0.481 s: communication_constraints_violation (32 of 481 commands lost, 1 of them late)", "motion 3: x finished (no command came)"})
	if n != 48 {
		t.Errorf("%d, want 48", n)
	}
}
