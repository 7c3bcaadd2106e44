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
		if r.Name == "possible switches: took place" && r.Value < 0.9*200 { // but for those of ticks that were skipped, what a set was changed from is another
			t.Errorf("%g %s took place of 200: %s", r.Value, r.Unit, r.Note)
		}
		if (strings.Contains(r.Name, "allocations") || strings.Contains(r.Name, "outside")) && r.Value != 0 {
			t.Errorf("%s: %g %s", r.Name, r.Value, r.Unit)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if got < 24 || got > 26 { // without a C compiler there are two loops less
		t.Errorf("%d figures", got)
	}
}
