package safety

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func axisLimit() AxisLimit {
	l := Unlimited()
	l.Lower, l.Upper, l.Soft = -2, 2.5, [2]float64{-1.8, 2.2}
	l.V, l.A, l.D, l.J, l.Effort = 3, 20, 15, 500, 40
	return l
}

// A joint that is commanded by anything in any way, and changes the way at any time, keeps its limits. Its hardware does
// what it is told.
func TestNoCommandTakesAnAxisOutsideItsLimits(t *testing.T) {
	const dt = 1e-3
	for _, jerk := range []float64{500, math.Inf(1)} {
		l := axisLimit()
		l.J = jerk
		x, err := NewAxis(l, dt)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Begin(0.3); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(*seed, 7))
		q, v, a := 0.3, 0.0, 0.0
		way, wish := 0, 0.0
		for c := range 200_000 {
			if r.IntN(200) == 0 {
				way, wish = r.IntN(4), []float64{r.NormFloat64() * 5, math.NaN(), math.Inf(-1), 0, 1e300, q}[r.IntN(6)]
			}
			next := q
			switch way {
			case 0:
				next, _ = x.Position(wish)
			case 1:
				var u float64
				u, _ = x.Velocity(wish, q)
				next = q + u*dt
			case 2:
				var u float64
				u, _ = x.Acceleration(wish, q, v)
				next = q + (v+u*dt)*dt
			default:
				next = x.Brake()
			}
			nv := (next - q) / dt
			na := (nv - v) / dt
			nj := (na - a) / dt
			if next < -1.8-1e-7 || next > 2.2+1e-7 || math.Abs(nv) > 3*(1+1e-5) || math.Abs(na) > 15*(1+1e-5)+1e-6 || math.Abs(nj) > jerk*(1+1e-4)+1e-2 {
				t.Fatalf("seed %d cycle %d way %d wish %g: q %g v %g a %g j %g", *seed, c, way, wish, next, nv, na, nj)
			}
			q, v, a = next, nv, na
		}
	}
}

func TestAxisBeyondItsSoftLimitsComesBack(t *testing.T) {
	x, err := NewAxis(axisLimit(), 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Begin(2.6); err == nil || !strings.Contains(err.Error(), "move it back manually") {
		t.Fatalf("a joint beyond its hard limit: %v", err)
	}
	if err := x.Begin(2.4); err != nil {
		t.Fatal(err)
	}
	q := 0.0
	for range 3000 {
		if q, _ = x.Position(3); q > 2.4+1e-9 {
			t.Fatalf("it goes on to %g", q)
		}
	}
	for range 3000 {
		q, _ = x.Position(2)
	}
	if q != 2 {
		t.Fatalf("it is at %g, not back at 2", q)
	}
	for range 3000 {
		if q, _ = x.Position(3); q > 2.2+1e-7 {
			t.Fatalf("it leaves the soft limits again: %g", q)
		}
	}
}

// A goal that jumps is approached without swinging around it.
func TestAxisComesToRestAtAGoalThatJumps(t *testing.T) {
	for _, jerk := range []float64{200, 2000, math.Inf(1)} {
		l := axisLimit()
		l.J = jerk
		x, err := NewAxis(l, 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		_ = x.Begin(0)
		most := 0.0
		q, last := 0.0, 0
		for c := range 5000 {
			if q, _ = x.Position(1.5); q != 1.5 {
				last = c
			}
			most = max(most, q)
		}
		if _, v, _ := x.State(); q != 1.5 || most > 1.5+1e-3 || v != 0 {
			t.Errorf("jerk %g: at %g with %g, %g too far on the way", jerk, q, v, most-1.5)
		}
		t.Logf("jerk %g: there after %d cycles, %g too far", jerk, last, most-1.5)
	}
}

func TestAxisEfforts(t *testing.T) {
	x, err := NewAxis(axisLimit(), 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	_ = x.Begin(0)
	for _, c := range []struct{ u, q, dq, want float64 }{
		{10, 0, 0, 10}, {100, 0, 0, 40}, {-100, 0, 0, -40}, {math.NaN(), 0, 0, 0},
		{10, 0, 3.5, 0}, {-10, 0, 3.5, -10}, // too fast: it may only be braked
		{10, 2.1, 2, 0}, {-10, 2.1, 2, -10}, // it could not stop before the end of its range
		{-10, -1.9, 0, 0}, {10, -1.9, 0, 10},
	} {
		if got, _ := x.Torque(c.u, c.q, c.dq); got != c.want {
			t.Errorf("%g at %g with %g: %g, want %g", c.u, c.q, c.dq, got, c.want)
		}
	}
}

func TestLimitsOfAnAxisAreChecked(t *testing.T) {
	bad := AxisLimit{Lower: 1, Upper: -1, Soft: [2]float64{3, 2}, V: 0, A: -1, D: math.NaN(), J: 0, Effort: 0}
	err := bad.Validate()
	for _, want := range []string{"lower < upper", "soft limits", "velocity is 0", "acceleration is -1", "deceleration is NaN", "jerk is 0", "effort is 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nothing says %q: %v", want, err)
		}
	}
	if _, err := NewAxis(bad, 1e-3); err == nil {
		t.Error("they are taken")
	}
}

func TestAxesDoNotAllocate(t *testing.T) {
	x, _ := NewAxis(axisLimit(), 1e-3)
	_ = x.Begin(0)
	i := 0.0
	if n := testing.AllocsPerRun(1000, func() { i += 0.01; x.Position(i); x.Velocity(i, 0); x.Acceleration(i, 0, 0); x.Torque(i, 0, 0) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
