//go:build debian

package ik

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// The bench runs in its quick form and keeps the bars that do not hang on the machine's load.
func TestRun(t *testing.T) {
	seen := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true, Seed: 1}, func(r bench.Result) { seen[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ik_xarm7_solved", "ik_panda_solved"} {
		if r := seen[name]; r.Value < 99.9 || r.PeerValue > r.Value {
			t.Errorf("%+v", r)
		}
	}
	for _, name := range []string{"ik_xarm7_mean", "ik_panda_mean"} {
		if r := seen[name]; !(r.Value > 0) || r.Ratio > 0.5 {
			t.Errorf("%+v", r)
		}
	}
}
