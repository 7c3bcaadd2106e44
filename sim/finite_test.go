package sim

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestFiniteSaysWhatAndWhen(t *testing.T) {
	Finite("q", 0, []float64{0, -1e308, 5e-324})
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		err := Broken(func() { Finite("velocity, rad/s,", 3*time.Second, []float64{0, x, 1}) })
		var n NotFinite
		if !errors.As(err, &n) || n.Index != 1 || n.At != 3*time.Second || !strings.Contains(err.Error(), "velocity, rad/s, [1] is") || !strings.Contains(err.Error(), "after 3s") {
			t.Errorf("%g: %v", x, err)
		}
	}
	if n := testing.AllocsPerRun(100, func() { Finite("q", 0, make([]float64, 7)) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	defer func() {
		if recover() != "other" {
			t.Error("another panic is swallowed")
		}
	}()
	_ = Broken(func() { panic("other") })
}

// TestABrokenArmSaysSo: what the surroundings do to it is not checked, the state is.
func TestABrokenArmSaysSo(t *testing.T) {
	a := newArm(t, ArmConfig{})
	push := make([]float64, a.N())
	push[2] = math.Inf(1)
	a.SetExternal(push)
	q := make([]float64, a.N())
	for name, step := range map[string]func(){
		"servos":  func() { a.Step(1e-3, q) },
		"torques": func() { a.StepTorque(1e-3, q) },
	} {
		if err := Broken(step); err == nil || !strings.Contains(err.Error(), "joint") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
