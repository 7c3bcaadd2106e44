package rov

import (
	"testing"

	"github.com/sinew-robotics/sinew/robot/rov"
)

// The example settles to what is ordered; without noise it does so within the bar on its overshoot.
func TestHeadingSettles(t *testing.T) {
	for _, noise := range []string{"none", "paper"} {
		v, err := vehicle(noise)
		if err != nil {
			t.Fatal(err)
		}
		f := caseOf(v, 1, rov.Spread{}, length)
		tr, err := f.fly()
		if err != nil {
			t.Fatal(err)
		}
		got := judge(tr, 1)
		t.Logf("%s: %+v", noise, got)
		if len(tr.psi) != int(length/grid)+1 {
			t.Errorf("%d samples", len(tr.psi))
		}
		if got.Settling < 0 || got.Overshoot > 5 || got.RMS > 2 {
			t.Errorf("%s: %+v", noise, got)
		}
	}
}
