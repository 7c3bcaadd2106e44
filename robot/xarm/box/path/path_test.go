package path

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// chain is a Source that is filled as it goes.
type chain []Move

func (c *chain) Move(i int) *Move {
	if i < 0 || i >= len(*c) {
		return nil
	}
	return &(*c)[i]
}

const dt = 0.001

// down is a pose with the tool pointing down.
func down(x, y, z float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x, y, z), R: spatial.RotX(math.Pi)}
}

func to(p spatial.Pose, blend float64) Move {
	return Move{Kind: Line, Pose: p, Speed: 0.3, Acc: 2, Jerk: 50, Blend: blend}
}

// run goes to the end of a chain; see is called at every step.
func run(t testing.TB, r *Runner, from Place, c *chain, see func(i int, at Place)) Place {
	t.Helper()
	at := from
	for i := 0; i < 200_000; i++ {
		if !r.Active() {
			if len(*c) == 0 {
				return at
			}
			if !r.Start(&at, c) {
				t.Fatal("it does not start")
			}
		}
		var ended int
		at, ended = r.Step(dt, c)
		if ended > len(*c) {
			t.Fatalf("%d of %d moves end", ended, len(*c))
		}
		*c = (*c)[ended:]
		see(i, at)
	}
	t.Fatal("it does not end")
	return at
}

func TestBlendedCornersAreArcsThatTouchBothSides(t *testing.T) {
	const radius = 0.05
	square := []spatial.Pose{down(0.3, 0.2, 0.2), down(0.5, 0.2, 0.2), down(0.5, -0.2, 0.2), down(0.3, -0.2, 0.2)}
	var c chain
	for i, p := range square {
		blend := radius
		if i == len(square)-1 {
			blend = -1
		}
		c = append(c, to(p, blend))
	}
	start := Place{Cartesian: true, Pose: down(0.3, 0, 0.2)}
	last, slow, nearest := start.Pose.P, math.Inf(1), math.Inf(1)
	steps := 0
	r := New()
	end := run(t, r, start, &c, func(i int, at Place) {
		if v := at.Pose.P.Dist(last) / dt; v > 0.3*1.001 {
			t.Fatalf("%g m/s", v)
		} else if i > 400 && at.Pose.P.Dist(square[3].P) > 0.1 {
			slow = math.Min(slow, v)
		}
		nearest = math.Min(nearest, at.Pose.P.Dist(square[1].P))
		last, steps = at.Pose.P, i
	})
	if d := end.Pose.P.Dist(square[3].P); d > 1e-9 {
		t.Errorf("it ends %g m off", d)
	}
	if want := radius * (math.Sqrt2 - 1); math.Abs(nearest-want) > 1e-4 {
		t.Errorf("%.5f m from the corner, want %.5f", nearest, want)
	}
	if slow < 0.29 {
		t.Errorf("%g m/s at a corner: it need not slow down", slow)
	}
	t.Logf("%d ms", steps)
}

func TestCirclesGoThroughTheirPoints(t *testing.T) {
	start := Place{Cartesian: true, Pose: down(0.3, 0, 0.1)}
	via, third := down(0.3, 0.1, 0.1), down(0.4, 0.1, 0.1)
	c := chain{{Kind: Circle, Via: via, Pose: third, Turn: 4 * math.Pi, Speed: 0.2, Acc: 1, Jerk: 50, Blend: -1}}
	center := spatial.V(0.35, 0.05, 0.1)
	dv, dp, off := 1.0, 1.0, 0.0
	end := run(t, New(), start, &c, func(_ int, at Place) {
		dv, dp = math.Min(dv, at.Pose.P.Dist(via.P)), math.Min(dp, at.Pose.P.Dist(third.P))
		off = math.Max(off, math.Abs(at.Pose.P.Dist(center)-0.05*math.Sqrt2))
	})
	if dv > 2e-4 || dp > 2e-4 || off > 1e-12 || end.Pose.P.Dist(start.Pose.P) > 1e-9 {
		t.Errorf("passes %g and %g m off, %g m from the circle, ends %g m off", dv, dp, off, end.Pose.P.Dist(start.Pose.P))
	}
	if New().Start(&start, &chain{{Kind: Circle, Via: down(0.3, 0.1, 0.1), Pose: down(0.3, 0.2, 0.1), Turn: 1, Speed: 1, Acc: 1, Jerk: 1}}) {
		t.Error("a circle through a line")
	}
}

func TestACircleTurnsTheToolThroughItsPoints(t *testing.T) {
	start := Place{Cartesian: true, Pose: down(0.3, 0, 0.1)}
	via, third := down(0.3, 0.1, 0.1), down(0.4, 0.1, 0.1)
	via.R = spatial.RotZ(0.3).Mul(via.R)
	third.R = spatial.RotZ(-0.2).Mul(third.R)
	g, ok := lay(&start, &Move{Kind: Circle, Via: via, Pose: third, Turn: 2 * math.Pi, Speed: 1, Acc: 1, Jerk: 1})
	if !ok {
		t.Fatal("no circle")
	}
	for _, p := range []spatial.Pose{start.Pose, via, third} {
		at := g.at(g.radius * g.along(p.P)).Pose
		if at.P.Dist(p.P) > 1e-12 || spatial.Delta(at, p).Ang.Norm() > 1e-9 {
			t.Errorf("%v is passed as %v", p, at)
		}
	}
}

// drawChain draws up to eight moves.
func drawChain(rt *rapid.T, joints bool) (all chain) {
	coordinate := rapid.Float64Range(-0.15, 0.15)
	for range rapid.IntRange(1, 8).Draw(rt, "moves") {
		m := Move{
			Speed: rapid.Float64Range(0.05, 0.5).Draw(rt, "speed"), Acc: rapid.Float64Range(0.5, 10).Draw(rt, "acc"), Jerk: 100,
			Blend: rapid.SampledFrom([]float64{-1, 0, 0.01, 0.1, 1}).Draw(rt, "blend"),
		}
		x, y, z := coordinate.Draw(rt, "x"), coordinate.Draw(rt, "y"), coordinate.Draw(rt, "z")
		if m.Kind, m.Pose = Line, down(x, y, z); joints {
			m.Kind, m.Q = Joint, [Joints]float64{x, y, z, 2 * x}
		} else if rapid.Bool().Draw(rt, "turned") {
			m.Pose.R = spatial.Exp(spatial.V(z, x, y)).Mul(m.Pose.R)
		}
		all = append(all, m)
	}
	return all
}

// TestChainsKeepTheirLimits: any chain, filled at any time and paused at any time, keeps its measure's speed, acceleration
// and jerk, ends where it should, and never jumps.
func TestChainsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		joints := rapid.Bool().Draw(rt, "joints")
		all := drawChain(rt, joints)
		from := Place{Cartesian: true, Pose: down(0, 0, 0)}
		if joints {
			from = Place{}
		}
		known := rapid.IntRange(1, len(all)).Draw(rt, "known at first")
		late := rapid.IntRange(1, 2000).Draw(rt, "the rest after ms")
		pause, resume := rapid.IntRange(1, 2000).Draw(rt, "pause"), rapid.IntRange(1, 400).Draw(rt, "for")
		left := all[:known]
		r := New()
		last, rate := from, 0.0
		top := 0.0
		for _, m := range all {
			top = math.Max(top, m.Speed)
		}
		at := from
		for i := 0; len(left) > 0 || i <= late; i++ {
			switch {
			case i == late:
				left = all[len(all)-len(left)-(len(all)-known):]
				r.Reconsider(&left)
			case i == pause:
				r.Pause()
			case i >= pause+resume:
				r.Resume(&left)
			}
			if i > 100_000 {
				rt.Fatalf("%d moves do not end", len(left))
			}
			if !r.Active() && len(left) > 0 && (i < pause || i >= pause+resume) && !r.Start(&at, &left) {
				rt.Fatal("it does not start")
			}
			if !r.Active() {
				continue
			}
			var ended int
			at, ended = r.Step(dt, &left)
			left = left[ended:]
			step := at.Pose.P.Dist(last.Pose.P)
			for k := range at.Q {
				step = math.Max(step, math.Abs(at.Q[k]-last.Q[k]))
			}
			if step/dt > top*1.001+1e-9 {
				rt.Fatalf("%g in a second at %d ms, at most %g", step/dt, i, top)
			}
			if a := math.Abs(r.Speed()-rate) / dt; a > 10.1 {
				rt.Fatalf("speed jumps from %g to %g at %d ms", rate, r.Speed(), i)
			}
			last, rate = at, r.Speed()
		}
		end := all[len(all)-1]
		if d := spatial.Delta(at.Pose, end.Pose); !joints && (d.Lin.Norm() > 1e-9 || d.Ang.Norm() > 1e-9) || joints && at.Q != end.Q && math.Abs(at.Q[0]-end.Q[0]) > 1e-9 {
			rt.Fatalf("it ends at %v, not at %v", at, end)
		}
		if rate != 0 {
			rt.Fatalf("it ends at %g m/s", rate)
		}
	})
}

func TestStepsAllocateNothing(t *testing.T) {
	var c chain
	for i := range 400 {
		c = append(c, to(down(0.3, 0.1*float64(i%3), 0.01*float64(i%7)), 0.02))
	}
	r, at := New(), Place{Cartesian: true, Pose: down(0.3, 0, 0.2)}
	left := c
	r.Start(&at, &left)
	if n := testing.AllocsPerRun(3000, func() {
		_, ended := r.Step(dt, &left)
		left = left[ended:]
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
