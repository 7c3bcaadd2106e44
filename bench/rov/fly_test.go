package rov

import (
	"math"
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

// A vehicle that has gone round once is where it was told to be: its error is that of the short way, its overshoot a turn.
func TestVerdictAfterATurn(t *testing.T) {
	var tr track
	for range int(length/grid) + 1 {
		tr.psi = append(tr.psi, 0)
	}
	for k := int(ordered / grid); k < len(tr.psi); k++ {
		tr.psi[k] = target + 2*math.Pi + 0.01
	}
	v := judge(tr, 1)
	if math.Abs(v.Steady-0.01*180/math.Pi) > 1e-9 || math.Abs(v.RMS-0.01*180/math.Pi) > 1e-9 || v.Settling != 0 || v.Overshoot < 480 {
		t.Errorf("%+v", v)
	}
}
