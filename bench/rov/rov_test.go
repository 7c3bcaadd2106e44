package rov

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// A quick run has every figure and file.
func TestQuickRun(t *testing.T) {
	one, dir := map[string]float64{}, t.TempDir()
	err := Run(Options{Options: bench.Options{Quick: true, Seed: 5}, Out: dir}, func(r bench.Result) { one[r.Name] = r.Value })
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rov_step_ns", "rov_runs", "rov_settled", "rov_overshoot_p95", "rov_worst_seed", "rov_limit_t2", "rov_lost_t2",
		"rov_claim_t2", "rov_limit_t1", "rov_gain_margin", "rov_delay_MDynamic_quiet", "rov_delay_MDynamic_recorded", "rov_logging_p99_Control"} {
		if _, ok := one[name]; !ok {
			t.Errorf("no %s in %v", name, one)
		}
	}
	for _, name := range []string{"report.html", "rov.json", "envelope.csv", "sweep_t2.csv", "sweep_t1.csv"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(b) < 50 {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
	var page struct{ Runs []verdict }
	b, err := os.ReadFile(filepath.Join(dir, "rov.json"))
	if err == nil {
		err = json.Unmarshal(b, &page)
	}
	if err != nil || len(page.Runs) != 2 || page.Runs[0].Seed != 5 {
		t.Errorf("%v, %v", page, err)
	}
}

// A case of a study is its seed: run by itself, or by any number of workers, it is the same to the bit.
func TestOneCaseAgain(t *testing.T) {
	v, err := vehicle("paper")
	if err != nil {
		t.Fatal(err)
	}
	run := func(n, workers int, first uint64) []outcome {
		return runAll(n, workers, func(i int) flight { return caseOf(v, first+uint64(i), rov.StudySpread(), brief) }, func(int) {})
	}
	three := run(3, 3, 40)
	for i, o := range three {
		if o.Fault != "" || o.Seed != 40+uint64(i) {
			t.Errorf("%d: seed %d, %s", i, o.Seed, o.Fault)
		}
	}
	for _, again := range [][]outcome{run(2, 1, 41), run(2, 2, 41)} {
		if d := cmp.Diff(three[1:], again, cmp.AllowUnexported(outcome{})); d != "" {
			t.Error(d)
		}
	}
}

// Progress is told by one worker at a time, in order: what it writes to need not bear more.
func TestProgressIsInOrder(t *testing.T) {
	var told []int
	// Ends at once, with a fault: all workers are at the same place.
	nothing := func(int) flight { return flight{belief: rov.Vehicle{Name: "nobody"}} }
	for range 20 {
		told = told[:0]
		runAll(100, 8, nothing, func(done int) {
			runtime.Gosched()
			told = append(told, done)
		})
		for i, n := range told {
			if n != i+1 {
				t.Fatalf("progress %v", told)
			}
		}
		if len(told) != 100 {
			t.Fatalf("progress %v", told)
		}
	}
}

// A case is the run that `sinew run --fast --vary --seed` makes of it.
func TestCaseIsARun(t *testing.T) {
	v, err := vehicle("paper")
	if err != nil {
		t.Fatal(err)
	}
	f := caseOf(v, 42, rov.StudySpread(), brief)
	ours, err := f.fly()
	if err != nil {
		t.Fatal(err)
	}
	p := dive.DefaultParams()
	p.Vary = true
	_, points, err := dive.Virtual(t.Context(), dive.Case{Params: p, Seed: 42, For: brief})
	if err != nil {
		t.Fatal(err)
	}
	for k, psi := range ours.psi {
		if x := points[2*k]; math.Abs(math.Remainder(x.Truth-psi, 2*math.Pi)) > 1e-12 {
			t.Fatalf("at %v s the run is at %v, the case at %v", x.T, x.Truth, psi)
		}
	}
}
