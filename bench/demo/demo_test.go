package demo

import (
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestQuickRun(t *testing.T) {
	var names []string
	err := Run(bench.Options{Quick: true, Seed: 1}, func(r bench.Result) {
		names = append(names, r.Name)
		if (r.Name == "soak_limit_violations" || r.Name == "soak_deadline_misses") && r.Value != 0 {
			t.Errorf("%s is %g", r.Name, r.Value)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tracing_all_ports", "replay_speed", "soak_heap_slope"} {
		if !slices.Contains(names, want) {
			t.Errorf("no figure %s", want)
		}
	}
}
