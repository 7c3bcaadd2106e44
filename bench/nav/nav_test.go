package nav

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// A trip is driven once; figures are those of the trips that stand in the folder, a line that was cut off not among them, and
// what went wrong is in the report.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "runs.jsonl")
	if err := os.WriteFile(name, []byte(`{"map":"clutter","trip":2,"reached":false,"collisions":1,"seconds":3,"best_s":2,"fault":"a test's"}`+"\n"+`{"map":"clu`), 0o600); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	o := Options{Options: bench.Options{Quick: true, Seed: 1, Log: &log}, Runs: 2, Maps: []string{"clutter"}, Out: dir}
	got := map[string]float64{}
	measure := func() {
		log.Reset()
		if err := Run(o, func(r bench.Result) { got[r.Name] = r.Value }); err != nil {
			t.Fatal(err)
		}
	}
	measure()
	if !strings.Contains(log.String(), "clutter 1: ") || strings.Contains(log.String(), "clutter 2: ") {
		t.Errorf("driven: %s", log.String())
	}
	for _, want := range []string{"2 trips, 1 reached their goals, 1 collisions", "at least 99: NOT met", "at most 2: met"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the summary has nothing of %q:\n%s", want, log.String())
		}
	}
	if got["nav_clutter_reached"] != 50 || got["nav_clutter_collisions"] != 1 || !(got["nav_clutter_time_ratio"] > 0.8) || !(got["nav_clutter_cycle_p99"] > 0) {
		t.Errorf("%v", got)
	}
	for file, want := range map[string]string{"report.html": "clutter-2", "runs.jsonl": `"trip":1`, "clutter-2/run.json": "wheelchair", "clutter-2/trip.png": "PNG"} {
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: nothing of %q, %v", file, want, err)
		}
	}
	if measure(); strings.Contains(log.String(), "clutter 1: ") {
		t.Errorf("driven again: %s", log.String())
	}
	if err := Run(Options{Maps: []string{"cellar"}}, nil); err == nil || !strings.Contains(err.Error(), `there is no room "cellar"`) {
		t.Error(err)
	}
	if err := os.WriteFile(name, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(o, nil); err == nil || !strings.Contains(err.Error(), "runs.jsonl, line 1") {
		t.Error(err)
	}
}
