package motion

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

const frame = 1.0 / 30 // s between sightings

// A target with constant acceleration is known after a while, however old its sightings are.
func TestEstimateOfConstantAcceleration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, v, a := drawVec(t, "p", 0.5), drawVec(t, "v", 0.3), drawVec(t, "a", 0.5)
		at := func(s float64) spatial.Vec3 { return p.Add(v.Scale(s)).Add(a.Scale(s * s / 2)) }
		late := rapid.Float64Range(0, 0.09).Draw(t, "late")
		var e Estimator
		for i := range 150 {
			taken := float64(i) * frame
			e.See(taken, at(taken))
			if c := e.At(taken + late); i > 120 && (c.P.Dist(at(taken+late)) > 2e-4 || c.V.Dist(v.Add(a.Scale(taken+late))) > 5e-3) {
				t.Fatalf("sighting %d: %+v expected, %v true", i, c, at(taken+late))
			}
		}
	})
}

func TestEstimateStartsAnew(t *testing.T) {
	var e Estimator
	see := func(s, x float64) spatial.Vec3 {
		e.See(s, spatial.V(x, 0, 0))
		return e.At(s).V
	}
	see(0, 0)
	if v := see(0.033, 0.005); v.X <= 0 {
		t.Errorf("a target that moves has velocity %v", v)
	}
	if v := see(0.066, 0.3); v != (spatial.Vec3{}) {
		t.Errorf("after a jump to another target: %v", v)
	}
	see(0.099, 0.305)
	if v := see(0.9, 0.31); v != (spatial.Vec3{}) {
		t.Errorf("after a long gap: %v", v)
	}
	before := e
	see(0.9, 0.4)
	see(0, 0.4)
	see(-0.02, 0.4)
	e.See(1, spatial.V(math.NaN(), 0, 0))
	e.See(math.NaN(), spatial.Vec3{})
	if e != before {
		t.Error("a sighting that was there already, from before all, or no number, changed the estimate")
	}
	if e.Forget(); e.Seen() {
		t.Error("what was forgotten is known")
	}
}

// Sightings that come in another order are as good as in theirs, as long as the young ones are remembered.
func TestEstimateOutOfOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type sighting struct {
			at float64
			p  spatial.Vec3
		}
		var all []sighting
		for i := range 40 {
			all = append(all, sighting{float64(i) * frame, drawVec(t, "p", 0.002)})
		}
		var want, got Estimator
		for _, f := range all {
			want.See(f.at, f.p)
		}
		for i := 1; i+4 < len(all); i += 4 { // the first one is where it begins
			n := rapid.IntRange(0, 3).Draw(t, "rotated by")
			turned := append(append([]sighting{}, all[i+n:i+4]...), all[i:i+n]...)
			copy(all[i:], turned)
		}
		for _, f := range all {
			got.See(f.at, f.p)
		}
		if want.bank != got.bank {
			t.Fatalf("in order %+v, otherwise %+v", want.bank, got.bank)
		}
	})
}

// What nobody told it: how well the target is seen, and how it moves.
func TestEstimateKnowsNoise(t *testing.T) {
	for _, sigma := range []float64{1e-4, 5e-4, 2e-3} {
		for _, moves := range []bool{false, true} {
			random := rand.New(rand.NewPCG(1, 2))
			at := func(s float64) spatial.Vec3 {
				if !moves {
					return spatial.V(0.4, 0, 0.1)
				}
				return spatial.V(0.4+0.1*math.Sin(1.5*s), 0.1*math.Cos(s), 0.1)
			}
			var e Estimator
			sum, n, low, high := 0.0, 0, math.Inf(1), math.Inf(-1)
			for i := range 900 {
				s := float64(i) * frame
				e.See(s, at(s).Add(spatial.V(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Scale(sigma)))
				if i < 150 {
					continue
				}
				c := e.At(s + 0.03)
				d := c.P.Dist(at(s + 0.03))
				sum, n = sum+d*d, n+1
				low, high = min(low, c.P.Z), max(high, c.P.Z)
			}
			rms := math.Sqrt(sum / float64(n))
			raw := sigma * math.Sqrt(3)
			r := math.Sqrt(e.bank[0].r)
			t.Logf("noise %.1f mm, moves %v: %.3f mm rms, taken for %.3f mm; z within %.3f mm", sigma*1e3, moves, rms*1e3, r*1e3, (high-low)*1e3)
			if rms > raw || !moves && rms > 0.3*raw || r < 0.6*sigma || r > 1.5*sigma {
				t.Errorf("noise %g, moves %v: %g m rms, taken for %g m", sigma, moves, rms, r)
			}
			if high-low > 2*sigma {
				t.Errorf("noise %g, moves %v: z, which stands, moves by %g m", sigma, moves, high-low)
			}
		}
	}
}

func TestAnswer(t *testing.T) {
	var a Answer
	const dt = Period
	at := func(s float64) State {
		return State{P: spatial.V(0.1*math.Sin(2*s), 0, 0), V: spatial.V(0.2*math.Cos(2*s), 0, 0)}
	}
	if a.Late() != 0 {
		t.Error("a delay before anything was seen")
	}
	for i := range 2000 {
		s := float64(i) * dt
		a.See(at(s-dt), at(s-0.03).P, dt)
		a.See(at(s-dt), spatial.V(math.NaN(), 0, 0), dt)
		a.See(at(s-dt), spatial.V(1, 1, 1), dt) // another robot's
	}
	if got := a.Late(); math.Abs(got-0.03) > 1e-3 {
		t.Errorf("30 ms are taken for %g s", got)
	}
}

func TestEstimateAllocatesNothing(t *testing.T) {
	var e Estimator
	s := 0.0
	if n := testing.AllocsPerRun(100, func() {
		s += frame
		e.See(s, spatial.V(s, 0, 0))
		e.See(s-3*frame/2, spatial.V(s-3*frame/2, 0, 0))
		e.At(s)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
