package steer

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"pgregory.net/rapid"
)

// What one part has seen another reads as that does, and its copy stays when the first sees on.
func TestTake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		eye, err := NewEye(params())
		if err != nil {
			t.Fatal(err)
		}
		near, err := NewNear(params())
		if err != nil {
			t.Fatal(err)
		}
		at := nav.Pose{X: rapid.Float64Range(-1e4, 1e4).Draw(t, "x"), Y: rapid.Float64Range(-1e4, 1e4).Draw(t, "y"), Yaw: rapid.Float64Range(-3, 3).Draw(t, "yaw")}
		look := func(from, r float64) {
			for i := range 4 {
				now := from + 0.05*float64(i)
				if err := eye.Move(now, at); err != nil {
					t.Fatal(err)
				}
				s := nav.Scan{First: -math.Pi, Step: 2 * math.Pi / 720, Min: 0.05, Max: 10, Time: now, Ranges: make([]float64, 720)}
				for k := range s.Ranges {
					s.Ranges[k] = r
				}
				eye.See([]nav.Scan{s})
			}
		}
		r := rapid.Float64Range(1.2, 3).Draw(t, "r")
		look(1, r)
		near.Take(&eye.Around)
		next := at.Mul(nav.Pose{X: rapid.Float64Range(-0.2, 0.2).Draw(t, "ahead"), Yaw: rapid.Float64Range(-1, 1).Draw(t, "turned")})
		c := near.clearance(next, 4)
		if got := eye.clearance(next, 4); got != c {
			t.Fatalf("who sees has %g m of clearance, who reads %g", got, c)
		}
		least := 4.0
		for _, p := range near.Obstacles(nil) {
			sin, cos := math.Sincos(next.Yaw)
			least = min(least, near.shape.distance(into(next, sin, cos, p), 4))
		}
		if math.Abs(c-least) > 1e-6 {
			t.Fatalf("%g m of clearance, but the nearest obstacle is %g m away", c, least)
		}
		if age := near.unseen(next, at, 1.15); age > 0.02 {
			t.Fatalf("floor that was seen just now was not seen for %g s", age)
		}
		look(9.5, r+0.3)
		if near.clearance(next, 4) != c || eye.clearance(next, 4) == c {
			t.Fatal("what was read changed, or nothing else is seen")
		}
	})
}

// Of more obstacles than there is room for, the nearest are told, all of them to some distance.
func TestCrowded(t *testing.T) {
	f := newFloor()
	var a Around
	for i := range 2 {
		f.begin(nav.Point{}, 1+0.05*float64(i))
		for y := -4.0; y < 4; y += square / 2 {
			for x := -4.0; x < 4; x += square / 2 {
				f.end(nav.Point{X: x + 0.01, Y: y + 0.01}, 1+0.05*float64(i))
			}
		}
	}
	if a.gather(&f, nav.Point{}, 1.05, nil); a.First[buckets*buckets] > Spots || a.First[buckets*buckets] < Spots/2 {
		t.Fatalf("%d points", a.First[buckets*buckets])
	}
	n := Near{Around: a, shape: newShape(params().Outline)}
	for x := -0.45; x < 0.45; x += 0.1 {
		for y := -0.45; y < 0.45; y += 0.1 {
			near := 9.0
			for _, p := range n.Obstacles(nil) {
				near = min(near, p.Sub(nav.Point{X: x, Y: y}).Norm())
			}
			if near > square {
				t.Fatalf("nothing stands at %.2f, %.2f", x, y)
			}
		}
	}
	if c := testing.AllocsPerRun(5, func() { a.gather(&f, nav.Point{}, 1.05, nil) }); c != 0 {
		t.Errorf("%g allocations", c)
	}
}

// The floor is known as long as the window holds it: what leaves is forgotten, and does not come back elsewhere.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor()
		at := nav.Point{}
		known := map[[2]int32]bool{}
		for i := range rapid.IntRange(1, 30).Draw(t, "steps") {
			at = at.Add(nav.Point{X: rapid.Float64Range(-8, 8).Draw(t, "dx"), Y: rapid.Float64Range(-8, 8).Draw(t, "dy")})
			now := 1 + 0.05*float64(i)
			f.begin(at, now)
			for c := range known {
				if !f.holds(c[0], c[1]) {
					delete(known, c)
				}
			}
			p := at.Add(nav.Point{X: rapid.Float64Range(-7, 7).Draw(t, "x"), Y: rapid.Float64Range(-7, 7).Draw(t, "y")})
			f.end(p, now)
			if x, y := coordinate(p.X), coordinate(p.Y); f.holds(x, y) {
				known[[2]int32{x, y}] = true
			}
			count := 0
			for y := f.y - across/2; y < f.y+across/2; y++ {
				for x := f.x - across/2; x < f.x+across/2; x++ {
					if f.thing(x, y) == nil {
						continue
					}
					if count++; !known[[2]int32{x, y}] {
						t.Fatalf("something stands at %d, %d that was never there", x, y)
					}
				}
			}
			if count != len(known) {
				t.Fatalf("%d things of %d", count, len(known))
			}
		}
	})
}
