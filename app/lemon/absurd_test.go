package lemon

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

var (
	seed    = flag.Uint64("seed", 1, "seed of the random targets")
	targets = flag.Int("targets", 120, "random targets")
)

// wild draws a target: far off, out of reach, near a singular pose, anywhere in the work area; turned or not.
func wild(r *rand.Rand, home spatial.Pose) spatial.Pose {
	in := func(low, high float64) float64 { return low + (high-low)*r.Float64() }
	p := home
	switch r.IntN(5) {
	case 0: // absurd
		p.P = spatial.V(in(-10, 10), in(-10, 10), in(-10, 10))
	case 1: // about at the end of the reach
		u, _ := spatial.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
		p.P = spatial.V(0, 0, 0.267).Add(u.Scale(in(0.5, 0.8)))
	case 2: // above and beside the base, where the arm folds
		p.P = spatial.V(in(-0.15, 0.25), in(-0.2, 0.2), in(0, 0.9))
	case 3: // far down
		p.P = spatial.V(in(0.2, 0.75), in(-0.6, 0.6), in(-0.3, 0.1))
	default:
		p.P = spatial.V(in(0.15, 0.65), in(-0.5, 0.5), in(0, 0.7))
	}
	if turn := spatial.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()); r.IntN(2) == 0 {
		u, _ := turn.Unit()
		p.R = spatial.Exp(u.Scale(in(0, math.Pi))).Mul(p.R)
	}
	return p
}

// wildParams are parameters of a run after such targets: a work area as the demo's, or all that the arm can reach, and slow
// or fast.
func wildParams(r *rand.Rand) Params {
	p := DefaultParams()
	if r.IntN(2) == 0 {
		p.Low, p.High = [3]float64{-0.7, -0.7, 0.02}, [3]float64{0.7, 0.7, 0.95}
	}
	switch r.IntN(3) {
	case 0:
		p.Speed, p.Acc, p.AngSpeed, p.AngAcc = 1, 10, math.Pi, 20
	case 1:
		p.Speed, p.AngSpeed = 0.1, 0.3
	}
	p.Jerk = []float64{20, 100, 2000}[r.IntN(3)]
	return p
}

// Whatever is aimed at, the control box is not made to halt: the tool stays as near as the joints let it.
func TestAbsurdTargetsDoNotStopTheBox(t *testing.T) {
	const each, hold = 4, 700 * time.Millisecond
	t.Logf("-seed=%d -targets=%d", *seed, *targets)
	stops, codes := 0, map[string]int{}
	for i := range (*targets + each - 1) / each {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		p := wildParams(r)
		var at [each]spatial.Pose
		b := newBare(t, p, nil, func(b *bare, now time.Duration) spatial.Pose {
			if at[0].R == (spatial.Rot{}) {
				for k := range at {
					at[k] = wild(r, b.home)
				}
			}
			return at[min(int(now/hold), each-1)]
		})
		alarms := 0
		tap(t, b, "planning.safety.verdict", func(_ time.Duration, s *SafetyState) {
			if s.Stopped {
				alarms++
			}
		})
		b.run(t, each*hold)
		if b.error() != 0 || alarms > 0 {
			stops++
			name := fmt.Sprintf("%d, %s", b.error(), b.error().Name())
			if codes[name]++; stops <= 5 {
				t.Errorf("run %d: the box ends with error %s; stopped for %d cycles; speed %g, jerk %g, low %v; targets %v",
					i, name, alarms, p.Speed, p.Jerk, p.Low, at)
			}
		}
	}
	if stops > 0 {
		t.Errorf("%d runs of %d targets each stopped: %v", stops, each, codes)
	}
}
