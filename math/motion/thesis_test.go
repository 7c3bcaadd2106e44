package motion

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

// ThesisRun drives the thesis' planner over 0.3 m on an ideal plant. It returns the overshoot and the
// swing, peak to peak, between 10 s and 30 s, in mm.
func thesisRun(t *testing.T, p Thesis, proportional bool) (over, swing float64) {
	last, cur, goal := at(0, 0, 0), at(0, 0, 0), at(0.3, 0, 0)
	low, high := math.Inf(1), math.Inf(-1)
	for n := range 7500 {
		speed := p.V
		if proportional {
			speed = p.Proportional(cur, goal)
		}
		next, st := p.Next(last, cur, goal, speed)
		if !next.Finite() || st == BadPose {
			t.Fatalf("cycle %d: %v %v", n, next, st)
		}
		if a := next.P.Sub(cur.P).Sub(cur.P.Sub(last.P)).Norm() / (p.T * p.T); a > p.A*(1+1e-9) {
			t.Fatalf("cycle %d: equation 11 broken, acceleration %g", n, a)
		}
		last, cur = cur, next
		over = max(over, 1000*(cur.P.X-goal.P.X))
		if n >= 2500 {
			low, high = min(low, cur.P.X), max(high, cur.P.X)
		}
	}
	return over, 1000 * (high - low)
}

// The faults of the literal planner, as they come out of the text: it passes the target by what it takes to
// brake. With d_t from p_lo the swinging dies down over some 12 s; with d_t from p_c it never does.
func TestThesisFaults(t *testing.T) {
	p := DefaultThesis()
	over, swing := thesisRun(t, p, false)
	t.Logf("literal, d_t from p_lo: %.3f mm overshoot, %.3f mm peak to peak later", over, swing)
	if math.Abs(over-60) > 3 || swing > 30 {
		t.Errorf("literal, d_t from p_lo: %g mm, %g mm", over, swing)
	}
	p.Heading = FromCurrent
	over, swing = thesisRun(t, p, false)
	t.Logf("literal, d_t from p_c: %.3f mm overshoot, %.3f mm peak to peak later", over, swing)
	if math.Abs(over-62) > 3 || swing < 60 {
		t.Errorf("literal, d_t from p_c: %g mm, %g mm", over, swing)
	}
	p = DefaultThesis()
	for gain, worst := range map[float64]float64{3: 0.01, 8: 0.1, 10: 13} {
		p.Gain = gain
		over, swing = thesisRun(t, p, true)
		t.Logf("proportional, gain %g/s: %.3f mm overshoot, %.4f mm peak to peak later", gain, over, swing)
		if over > worst || swing > 0.2 {
			t.Errorf("proportional, gain %g/s: %g mm, %g mm", gain, over, swing)
		}
	}
}

// The bug of section 4.1: a repeated reading makes the planner start again from standstill.
func TestThesisTakesARepeatForAStandstill(t *testing.T) {
	p, goal := DefaultThesis(), at(0.6, 0, 0)
	a, b := at(0.098, 0, 0), at(0.1, 0, 0) // 0.5 m/s
	good, _ := p.Next(a, b, goal, p.V)
	bad, _ := p.Next(b, b, goal, p.V)
	if v := good.P.Dist(b.P) / p.T; math.Abs(v-0.5) > 1e-9 {
		t.Errorf("moving on at %g m/s", v)
	}
	if v := bad.P.Dist(b.P) / p.T; math.Abs(v-0.008) > 1e-9 {
		t.Errorf("after a repeat the speed is %g m/s, want one cycle of acceleration", v)
	}
}

// Algorithm 1 against its meaning: the shortest step along c + o that lies in the sphere of radius |o| about c.
func TestShortestStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, o := drawVec(t, "c", 0.002), drawVec(t, "o", 0.0005)
		s := c.Add(o)
		got := ShortestStep(c, o)
		if c.Norm() < o.Norm() {
			if got != 0 {
				t.Fatalf("|c| < |o|: %g", got)
			}
			return
		}
		u, ok := s.Unit()
		if !ok || math.IsNaN(got) {
			if math.IsNaN(got) {
				t.Fatal("NaN")
			}
			return
		}
		want := c.Dot(u) - math.Sqrt(max(0, c.Dot(u)*c.Dot(u)-c.Dot(c)+o.Dot(o)))
		if math.Abs(got-want) > 1e-9+1e-6*c.Norm() {
			t.Fatalf("c %v o %v: %g, geometry says %g", c, o, got, want)
		}
	})
}

func FuzzThesis(f *testing.F) {
	f.Add(0.0, 0.0, 0.0, 0.0)
	f.Add(math.NaN(), math.Inf(1), 1e308, -1.0)
	f.Add(0.002, 0.001, 5e-324, 0.5)
	fuzz.Run(f, func(t *testing.T, x, y, z, v float64) {
		for _, h := range []Heading{FromLookout, FromCurrent} {
			p := DefaultThesis()
			p.Heading = h
			poses := []spatial.Pose{at(0, 0, 0), at(x, y, z), at(y, z, x), at(z, 0, 0), {P: spatial.V(x, x, x), R: spatial.RotY(y)}}
			for _, a := range poses {
				for _, b := range poses {
					for _, c := range poses {
						if next, st := p.Next(a, b, c, v); !next.Finite() {
							t.Fatalf("Next(%v, %v, %v, %g) = %v %v", a, b, c, v, next, st)
						}
						if s := p.Proportional(b, c); s > p.V {
							t.Fatal("too fast")
						}
					}
				}
			}
		}
	})
}
