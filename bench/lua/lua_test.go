package lua

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// TestQuick runs the whole bench once, roughly.
func TestQuick(t *testing.T) {
	got := map[string]bool{}
	err := Run(bench.Options{Quick: true}, func(r bench.Result) {
		got[r.Name] = true
		if r.Value < 0 {
			t.Errorf("%+v", r)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"lua/go-lua-go", "lua/gc-step-p50", "lua/gc-step-max", "lua/patterns-half-fragmentation-worst"} {
		if !got[n] {
			t.Errorf("no figure %s", n)
		}
	}
}
