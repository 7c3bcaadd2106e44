package motion

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

func drawVec(t *rapid.T, name string, r float64) spatial.Vec3 {
	f := rapid.Float64Range(-1, 1)
	return spatial.V(f.Draw(t, name+".x"), f.Draw(t, name+".y"), f.Draw(t, name+".z")).Scale(r / math.Sqrt(3))
}

func drawLimits(t *rapid.T) Limits {
	return Limits{
		V:    rapid.Float64Range(0.05, 2).Draw(t, "V"),
		A:    rapid.Float64Range(0.2, 20).Draw(t, "A"),
		J:    rapid.SampledFrom([]float64{0, math.Inf(1), 5, 20, 100, 1000, 6500}).Draw(t, "J"),
		AngV: 1, AngA: 5,
	}
}

// slowHalt steps the vector law to rest, without any shortcut.
func slowHalt(t *rapid.T, l Law, s State, check func(before, after State)) (State, int) {
	for n := range maxHalt {
		if !s.Moving() {
			return s, n
		}
		next := l.Stop(s)
		check(s, next)
		s = next
	}
	t.Fatalf("no rest after %d cycles, from %+v", maxHalt, s)
	return s, 0
}

func TestStopKeepsLimitsAndHaltForetellsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lim := drawLimits(t)
		l := NewLaw(lim, rapid.SampledFrom([]float64{0.001, 0.004, 0.01}).Draw(t, "T"))
		s := State{P: drawVec(t, "p", 1), V: drawVec(t, "v", lim.V), A: drawVec(t, "a", lim.A)}
		h, ok := l.Halt(s, spatial.Vec3{}, nil)
		end, n := slowHalt(t, l, s, func(b, a State) {
			if x := a.A.Norm(); x > lim.A*(1+1e-12) {
				t.Fatalf("|a| = %g exceeds %g", x, lim.A)
			}
			if x := a.A.Sub(b.A).Norm(); x > l.Step()*(1+1e-12) {
				t.Fatalf("|Δa| = %g exceeds %g", x, l.Step())
			}
		})
		if !ok || h.P.Dist(end.P) > 1e-11 || h.Cycles-n > 1 || n-h.Cycles > 1 {
			t.Fatalf("Halt foretold %+v, stepping ended at %v after %d", h, end.P, n)
		}
	})
}

// A stop from steady motion goes along the present direction and ends within v²/2a (and the ramps of the
// jerk limit) plus one cycle of travel.
func TestStopDistance(t *testing.T) {
	for _, c := range []struct{ j, mm float64 }{{0, 62.5}, {20, 87.5}, {100, 67.5}} {
		l := NewLaw(Limits{V: 0.5, A: 2, J: c.j}, 0.004)
		v := spatial.V(0.3, 0, 0.4)
		h, ok := l.Halt(State{V: v}, spatial.Vec3{}, nil)
		if d := h.P.Norm() * 1000; !ok || d > c.mm+2 || d < c.mm-2.1 {
			t.Errorf("jerk %g: stops after %.4f mm, bound %g + 2", c.j, d, c.mm)
		}
		if x := h.P.Cross(v).Norm(); x > 1e-15 {
			t.Errorf("jerk %g: leaves its line by %g", c.j, x)
		}
	}
}

func TestStairsAndSumAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.Float64Range(1e-9, 1e4).Draw(t, "y")
		if got := stairs(sum(y)); math.Abs(got-y) > 1e-9*y {
			t.Fatalf("stairs(sum(%g)) = %g", y, got)
		}
	})
	if stairs(0) != 0 || sum(0) != 0 {
		t.Fatal("zero")
	}
}

func TestSpeedForBrakesExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Float64Range(1e-6, 2).Draw(t, "d")
		dv, T := 0.008, 0.004
		left := d
		for v := SpeedFor(d, dv, T); v > 0; v -= dv {
			left -= v * T
		}
		if math.Abs(left) > 1e-12 {
			t.Fatalf("braking from SpeedFor(%g) ends %g m off", d, left)
		}
	})
	if SpeedFor(-1, 1, 1) != 0 || SpeedFor(math.NaN(), 1, 1) != 0 {
		t.Fatal("no distance, no speed")
	}
}

func TestLimitsValidateReportsAll(t *testing.T) {
	err := Limits{V: -1, A: math.NaN(), J: -1, AngV: math.Inf(1)}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	n := 1
	for _, c := range err.Error() {
		if c == '\n' {
			n++
		}
	}
	if n != 5 {
		t.Fatalf("5 faults, %d reported: %v", n, err)
	}
	if err := DefaultLimits().Validate(); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkHalt(b *testing.B) {
	l := NewLaw(Limits{V: 0.5, A: 2, J: 100}, 0.004)
	for b.Loop() {
		l.Halt(State{V: spatial.V(0.3, 0.4, 0), A: spatial.V(0, 0, 1)}, spatial.Vec3{}, nil)
	}
}
