package lemon

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// leaps stands, and from a time on somewhere else.
type leaps struct {
	at       time.Duration
	from, to spatial.Vec3
}

func (l leaps) At(t time.Duration) (pos, vel spatial.Vec3) {
	if t < l.at {
		return l.from, vel
	}
	return l.to, vel
}

// reached is how long after a time the tool is within 3 mm of where it should be, for good.
func reached(rep *Report, from float64) float64 {
	last := from
	for _, s := range rep.Metrics.Samples {
		if s.T > from && s.Error > 0.003 {
			last = s.T
		}
	}
	return last - from
}

// A lemon that is somewhere else from one moment to the next is followed as quickly as the limits allow: a straight way with
// 0.5 m/s, 2 m/s² and 100 m/s³, behind a camera that is 50 ms late.
func TestStepsAreQuick(t *testing.T) {
	from := spatial.V(0.45, 0, 0.08)
	for _, far := range []float64{0.02, 0.05, 0.1, 0.15} {
		sum, rep := demo(t, DefaultParams(), leaps{4 * time.Second, from, from.Add(spatial.V(0, far, 0))}, 7*time.Second, nil)
		took := reached(rep, 4)
		t.Logf("%.0f mm: %.0f ms", far*1000, took*1000)
		if sum.Violations != 0 {
			t.Errorf("%d limit violations", sum.Violations)
		}
		if most := 0.25 + 2.2*quickest(far); took > most {
			t.Errorf("%g m: followed after %.3f s, want %.3f", far, took, most)
		}
	}
}

// A lemon that is out of sight for a second, while it goes on, is followed again as quickly.
func TestLossesOfSight(t *testing.T) {
	p := DefaultParams()
	p.Lemon = "eight"
	_, rep, err := ran(t.Context(), options{Params: p, Fast: true, For: 8 * time.Second, Seed: 1,
		hooks: hooks{rig: func(r *Rig) { r.World.Lemon().Hidden = []sim.Interval{{From: 4 * time.Second, To: 5 * time.Second}} }}})
	if err != nil {
		t.Fatal(err)
	}
	took := reached(rep, 5)
	t.Logf("%.0f ms", took*1000)
	if took > 0.8 {
		t.Errorf("followed again after %.3f s", took)
	}
}

// quickest is the least time for a way from rest to rest with 2 m/s² and 100 m/s³ below 0.5 m/s, in s.
func quickest(far float64) float64 {
	low, high := 0.0, 2.0
	for range 50 {
		if t := (low + high) / 2; 2*t*t/4-2*0.02*t/2 < far {
			low = t
		} else {
			high = t
		}
	}
	return high
}
