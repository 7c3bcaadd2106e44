package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

func anyTime(t *rapid.T) time.Duration {
	return time.Duration(rapid.Int64Range(int64(time.Second), int64(time.Hour)).Draw(t, "t"))
}

// The velocity of every path is the derivative of its position.
func TestPathVelocityIsItsDerivative(t *testing.T) {
	for _, name := range PathNames() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p, err := NamedPath(name, rapid.Uint64().Draw(t, "seed"))
				if err != nil {
					t.Fatal(err)
				}
				const h = 100 * time.Microsecond
				at := anyTime(t)
				a, _ := p.At(at - h)
				b, _ := p.At(at + h)
				_, v := p.At(at)
				if got := b.Sub(a).Scale(1 / (2 * h.Seconds())); got.Dist(v) > 1e-4 {
					t.Fatalf("at %v the velocity is %v, the position changes by %v", at, v, got)
				}
			})
		})
	}
}

func TestNamedPathsStayInReach(t *testing.T) {
	for _, name := range PathNames() {
		for seed := range uint64(20) {
			p, err := NamedPath(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			for at := time.Duration(0); at < time.Minute; at += 20 * time.Millisecond {
				x, v := p.At(at)
				const e = 1e-9
				if x.X < 0.33-e || x.X > 0.57+e || math.Abs(x.Y) > 0.20+e || x.Z < 0.05 || x.Z > 0.15 || v.Norm() > 0.30 {
					t.Fatalf("%s, seed %d, %v: at %v with %.3f m/s", name, seed, at, x, v.Norm())
				}
			}
		}
	}
	if _, err := NamedPath("zigzag", 0); err == nil || !strings.Contains(err.Error(), "wander") {
		t.Errorf("an unknown path: %v", err)
	}
}

// Wander keeps its box, speed and acceleration for every seed and time, and really moves.
func TestWanderKeepsItsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := spatial.V(rapid.Float64Range(-1, 1).Draw(t, "x"), 0, 0.1)
		hi := lo.Add(spatial.V(rapid.Float64Range(0.01, 0.5).Draw(t, "dx"), rapid.Float64Range(0, 0.5).Draw(t, "dy"), 0.1))
		vmax, amax := rapid.Float64Range(0.05, 2).Draw(t, "v"), rapid.Float64Range(0.1, 5).Draw(t, "a")
		w, err := NewWander(lo, hi, vmax, amax, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		at := anyTime(t)
		_, last := w.At(at)
		moved := 0.0
		const h = 5 * time.Millisecond
		for range 400 {
			at += h
			p, v := w.At(at)
			if d := p.Sub(lo); d.X < -1e-12 || d.Y < -1e-12 || d.Z < -1e-12 {
				t.Fatalf("%v at %v is before the box from %v", p, at, lo)
			}
			if d := hi.Sub(p); d.X < -1e-12 || d.Y < -1e-12 || d.Z < -1e-12 {
				t.Fatalf("%v at %v is behind the box to %v", p, at, hi)
			}
			if v.Norm() > vmax*(1+1e-9) {
				t.Fatalf("%g m/s at %v, at most %g allowed", v.Norm(), at, vmax)
			}
			if a := v.Dist(last) / h.Seconds(); a > amax*(1+1e-6) {
				t.Fatalf("%g m/s² at %v, at most %g allowed", a, at, amax)
			}
			moved += v.Norm() * h.Seconds()
			last = v
		}
		if moved == 0 {
			t.Fatal("it does not move")
		}
	})
	for _, bad := range []struct{ v, a, side float64 }{{0, 1, 1}, {1, math.NaN(), 1}, {1, 1, -1}, {1, 1, math.Inf(1)}} {
		if _, err := NewWander(spatial.Vec3{}, spatial.V(bad.side, 1, 1), bad.v, bad.a, 0); err == nil {
			t.Errorf("accepted %+v", bad)
		}
	}
}

func TestLemonHidesAndTurns(t *testing.T) {
	l := Lemon{Path: Still{spatial.V(1, 2, 3)}, Hidden: []Interval{{time.Second, 2 * time.Second}}, Turn: 4 * time.Second}
	for at, want := range map[time.Duration]bool{0: true, time.Second - 1: true, time.Second: false, 2*time.Second - 1: false, 2 * time.Second: true} {
		if l.Visible(at) != want {
			t.Errorf("visible at %v: %v", at, !want)
		}
	}
	if x := l.Pose(time.Second).R.Col(0); x.Dist(spatial.V(0, 1, 0)) > 1e-12 {
		t.Errorf("after a quarter turn the long axis points to %v", x)
	}
	if p, v := (&Lemon{}).At(time.Hour); p != (spatial.Vec3{}) || v != (spatial.Vec3{}) {
		t.Error("a lemon without a path is not at the origin")
	}
	if p, _ := (Waypoints{}).At(time.Second); p != (spatial.Vec3{}) {
		t.Error("no waypoints is not the origin")
	}
}
