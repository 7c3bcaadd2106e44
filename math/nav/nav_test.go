package nav

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A pose and its inverse cancel, and what a twist does in two halves it does at once.
func TestPoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Float64Range(-20, 20)
		a := Pose{draw.Draw(t, "x"), draw.Draw(t, "y"), draw.Draw(t, "yaw")}
		p := Point{draw.Draw(t, "px"), draw.Draw(t, "py")}
		if q := a.Inv().Apply(a.Apply(p)); q.Sub(p).Norm() > 1e-9 {
			t.Errorf("%v there and back is %v", p, q)
		}
		if e := a.Mul(a.Inv()); e.Point().Norm() > 1e-9 || math.Abs(e.Yaw) > 1e-9 {
			t.Errorf("%v and its inverse give %v", a, e)
		}
		v := Twist{draw.Draw(t, "v"), draw.Draw(t, "w")}
		half, whole := v.Over(0.05), v.Over(0.1)
		if twice := half.Mul(half); twice.Dist(whole) > 1e-5 || math.Abs(Angle(twice.Yaw-whole.Yaw)) > 1e-9 {
			t.Errorf("two halves of %v are %v, the whole is %v", v, twice, whole)
		}
	})
}

// In the middle of each cell the field is the distance that a search through all cells finds.
func TestFieldIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 14).Draw(t, "width"), rapid.IntRange(1, 14).Draw(t, "height")
		g, err := NewGrid(w, h, 0.05, Point{-1, 2})
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Cells {
			g.Cells[i] = rapid.SampledFrom([]int8{Free, Free, Free, Unknown, Occupied}).Draw(t, "cell")
		}
		unknown := rapid.Bool().Draw(t, "unknown")
		const most = 0.4
		f := NewField(g, most, unknown)
		for y := range h {
			for x := range w {
				want := most
				for v := range h {
					for u := range w {
						if c := g.At(u, v); c >= Wall || unknown && c == Unknown {
							want = min(want, g.Centre(x, y).Sub(g.Centre(u, v)).Norm()-g.Cell/2)
						}
					}
				}
				if got := f.At(g.Centre(x, y)); math.Abs(got-want) > 1e-6 {
					t.Fatalf("at %d, %d it is %g, not %g", x, y, got, want)
				}
			}
		}
	})
}

// Slope is how At changes, and its distance is At's.
func TestSlope(t *testing.T) {
	g := box(t, 40, 30, func(x, y int) bool { return x == 7 && y < 20 || (x+2*y)%37 == 0 })
	f := NewField(g, 1, false)
	rapid.Check(t, func(t *rapid.T) {
		p := Point{rapid.Float64Range(-3.5, -0.5).Draw(t, "x"), rapid.Float64Range(0.5, 3).Draw(t, "y")}
		d, dx, dy := f.Slope(p)
		if math.Abs(d-f.At(p)) > 1e-12 {
			t.Fatalf("%g, and At gives %g", d, f.At(p))
		}
		x, y := g.CellOf(p.Add(Point{-0.025, -0.025}))
		const eps = 1e-7
		if u, v := g.CellOf(p.Add(Point{-0.025 + eps, -0.025 + eps})); u != x || v != y || !g.Has(x, y) || !g.Has(x+1, y+1) {
			return // across a seam
		}
		if ax, ay := (f.At(p.Add(Point{eps, 0}))-d)/eps, (f.At(p.Add(Point{0, eps}))-d)/eps; math.Abs(ax-dx) > 1e-5 || math.Abs(ay-dy) > 1e-5 {
			t.Fatalf("slope %g, %g, by differences %g, %g", dx, dy, ax, ay)
		}
	})
}

// Within an outline distances are negative, outside positive, and on its border zero.
func TestOutline(t *testing.T) {
	o := Outline{{-0.3, -0.32}, {0.8, -0.32}, {0.8, 0.32}, {-0.3, 0.32}}
	for _, c := range []struct {
		p    Point
		want float64
	}{{Point{0, 0}, -0.3}, {Point{0.9, 0}, 0.1}, {Point{0.8, 0.1}, 0}, {Point{1.1, 0.72}, 0.5}, {Point{0.5, 0.3}, -0.02}} {
		if got := o.Distance(c.p); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v is %g from the outline, want %g", c.p, got, c.want)
		}
	}
	if in, out := o.Radii(); math.Abs(in-0.3) > 1e-12 || math.Abs(out-math.Hypot(0.8, 0.32)) > 1e-12 {
		t.Errorf("radii %g and %g", in, out)
	}
}

// A shaped velocity keeps its limits, gets where it is to go, does not overshoot, and takes little longer than it must.
func TestShaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dt := rapid.SampledFrom([]float64{0.005, 0.02, 0.05}).Draw(t, "dt")
		a, j := rapid.Float64Range(0.2, 5).Draw(t, "a"), rapid.Float64Range(0.5, 40).Draw(t, "j")
		s := Shaper{V: rapid.Float64Range(-2, 2).Draw(t, "from")}
		goal := rapid.Float64Range(-2, 2).Draw(t, "to")
		e := math.Abs(goal - s.V)
		sign := math.Copysign(1, goal-s.V)
		need := e/a + a/j
		if e < a*a/j {
			need = 2 * math.Sqrt(e/j)
		}
		took := 0
		for ; (s.V != goal || s.A != 0) && took < 100000; took++ {
			before := s
			s.Toward(goal, a, j, dt)
			if change := math.Abs(s.V-before.V) / dt; change > a*(1+1e-9)+j*dt {
				t.Fatalf("acceleration %g", change)
			}
			if s.V != goal && (math.Abs(s.A) > a*(1+1e-9) || math.Abs(s.A-before.A) > j*dt*(1+1e-9)) {
				t.Fatalf("acceleration %g after %g", s.A, before.A)
			}
			if over := (s.V - goal) * sign; over > j*dt*dt {
				t.Fatalf("%g beyond the goal", over)
			}
		}
		if limit := need*1.1 + 8*dt; float64(took)*dt > limit {
			t.Fatalf("it took %g s, %g would do", float64(took)*dt, need)
		}
	})
}

// Comfort keeps its promise at the seat for everything that it allows at the same time: the acceleration there is
// (A-w²x, Vw+αx), and the jerk (J-2wαx, Aw+Vα+α'x).
func TestComfort(t *testing.T) {
	l := Comfort()
	x := l.Seat.X
	if l.Seat.Y != 0 {
		t.Fatal("the formulas are for a seat in the middle")
	}
	accel, jerk := 0.0, 0.0
	for i := range 1001 {
		w := l.W * float64(i) / 1000
		v := min(l.V, l.Lateral/max(w, 1e-9))
		accel = max(accel, math.Hypot(l.Accel+w*w*x, v*w+l.Alpha*x))
		jerk = max(jerk, math.Hypot(l.Jerk+2*w*l.Alpha*x, l.Accel*w+v*l.Alpha+l.Angular*x))
	}
	t.Logf("at most %.4f m/s² and %.4f m/s³", accel, jerk)
	if accel > 1 || jerk > 2 {
		t.Errorf("up to %g m/s² and %g m/s³", accel, jerk)
	}
}
