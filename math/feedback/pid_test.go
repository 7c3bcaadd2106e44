package feedback_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/feedback"
)

// A mass of 1 kg is brought from 0 to 1 m by a force of 5 N at most.
func Example() {
	g := feedback.Gains{P: 20, I: 5, D: 9, Min: -5, Max: 5, Windup: feedback.BackCalculation}
	var loop feedback.PID
	x, v, most := 0.0, 0.0, 0.0
	for range 30000 {
		f, _ := loop.Step(&g, 1, 0, x, 1e-3)
		v += f * 1e-3
		x += v * 1e-3
		most = max(most, x)
	}
	fmt.Printf("at %.3f m, %.0f %% beyond on the way\n", x, 100*(most-1))
	// Output: at 1.000 m, 5 % beyond on the way
}

func TestReferenceThatJumpsDoesNotKick(t *testing.T) {
	g := feedback.Gains{P: 2, D: 100}
	var p feedback.PID
	p.Step(&g, 0, 0, 0, 1e-3)
	if u, _ := p.Step(&g, 1, 0, 0, 1e-3); u != 2 {
		t.Errorf("a step of 1 gives %g, the proportional share is 2", u)
	}
	if u, _ := p.Step(&g, 1, 0.5, 0, 1e-3); u != 52 {
		t.Errorf("with its rate told %g, want 52", u)
	}
}

func TestFirstStepHasNoDerivative(t *testing.T) {
	g := feedback.Gains{P: 1, D: 10}
	var p feedback.PID
	if u, _ := p.Step(&g, 3, 0, 1, 1e-3); u != 2 {
		t.Errorf("%g, want 2", u)
	}
}

// TestWindup drives the output into its bound for a while: the kinds differ in how far the integral has gone.
func TestWindup(t *testing.T) {
	end := func(w feedback.Windup) float64 {
		g := feedback.Gains{P: 1, I: 10, Min: -1, Max: 1, Windup: w}
		var p feedback.PID
		for range 1000 {
			p.Rate(&g, 5, 0, 1e-3)
		}
		return p.Integral()
	}
	if x := end(feedback.None); math.Abs(x-50) > 1e-9 {
		t.Errorf("none: %g, want 50", x)
	}
	if x := end(feedback.Conditional); x != 0 {
		t.Errorf("conditional: %g, want 0", x)
	}
	// At rest I·e + (u' − u)/T = 0 with T = P/I: 50 + (1 − 5 − i)·10 = 0.
	if x := end(feedback.BackCalculation); math.Abs(x-1) > 0.01 {
		t.Errorf("back calculation: %g, want 1", x)
	}
}

func TestOutputIsBoundedAndFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := feedback.Gains{P: rapid.Float64Range(0, 1e3).Draw(t, "P"), I: rapid.Float64Range(0, 1e3).Draw(t, "I"),
			D: rapid.Float64Range(0, 1e3).Draw(t, "D"), Min: -2, Max: 3, IMin: -1, IMax: 1, Tracking: 0.1,
			Windup: feedback.Windup(rapid.IntRange(0, 2).Draw(t, "windup"))}
		var p feedback.PID
		p.Begin(&g, 0, 0.5)
		last := 0.5
		for range 20 {
			x := rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(math.Inf(1))).Draw(t, "x")
			u, ok := p.Step(&g, 0.1, 0, x, 1e-3)
			if !(u >= -2 && u <= 3) || !(math.Abs(p.Integral()) <= 1) || !ok && u != last {
				t.Fatalf("%g after %g, integral %g, ok %v", u, last, p.Integral(), ok)
			}
			last = u
		}
	})
}

func TestBeginIsBumpless(t *testing.T) {
	g := feedback.Gains{P: 3, I: 1}
	var p feedback.PID
	p.Begin(&g, 0.2, 1.7)
	if u, _ := p.Rate(&g, 0.2, 0, 1e-3); math.Abs(u-1.7) > 1e-15 {
		t.Errorf("%g, want 1.7", u)
	}
}

func TestChecks(t *testing.T) {
	g := feedback.Gains{P: -1, I: math.NaN(), D: 1, Min: 1, Max: 2, IMin: 0, IMax: -1, Windup: 9}
	err := g.Check()
	for _, want := range []string{"gain P is -1", "gain I is NaN", "the output are 1 to 2", "the integral are 0 to -1", "windup 9"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		var p feedback.PID
		p.Step(&g, 1, 0, 2, 1e-3)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
