//go:build debian

package rbd

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
	for _, name := range []string{"agreement", "fk", "jacobian", "rnea", "aba", "fk_panda", "jacobian_panda", "rnea_panda"} {
		if r, ok := seen[name]; !ok || !(r.Value > 0) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := seen["jacobian"]; r.Ratio > 1 {
		t.Errorf("%+v", r)
	}
}
