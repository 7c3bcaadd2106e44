package control

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// What does not depend on how busy the machine is.
func TestBars(t *testing.T) {
	got := 0
	if err := Run(bench.Options{Quick: true, Seed: 1}, func(r bench.Result) {
		got++
		if (strings.Contains(r.Name, "allocations") || strings.Contains(r.Name, "outside")) && r.Value != 0 {
			t.Errorf("%s: %g %s", r.Name, r.Value, r.Unit)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if got < 16 || got > 17 { // without a C compiler there is a loop less
		t.Errorf("%d figures", got)
	}
}
