package planner

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// The bars of the planners, measured as `sinew bench planner` does.
func TestBars(t *testing.T) {
	got := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true}, func(r bench.Result) { got[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for name, r := range got {
		switch {
		case strings.HasSuffix(name, ": arrival") && strings.HasPrefix(name, "servo"):
			if r.Value == 0 || r.Ratio > 1.01 {
				t.Errorf("%s: %g s, %.4f of the optimum", name, r.Value, r.Ratio)
			}
		case strings.HasSuffix(name, ": overshoot") && strings.HasPrefix(name, "servo"):
			if r.Value > 1e-9 {
				t.Errorf("%s: %g mm", name, r.Value)
			}
		case strings.HasSuffix(name, "sine rms"):
			if r.Value > 3 || r.Ratio > 0.5 {
				t.Errorf("%s: %g mm, %.3f of the thesis'", name, r.Value, r.Ratio)
			}
		case strings.Contains(name, "allocations"), strings.Contains(name, "changed by"):
			if r.Value != 0 {
				t.Errorf("%s: %g", name, r.Value)
			}
		}
	}
	if len(got) < 20 {
		t.Errorf("only %d figures", len(got))
	}
}
