package otg

import (
	"fmt"
	"math"
	"testing"
)

// TestReplanning plans again and again from its own state, as is done online: the motion must arrive when the
// first plan said, but for what an error of 1e-16 in the position costs at rest, the third root of that. A target in
// motion can be missed by such an error; then the way is long.
func TestReplanning(t *testing.T) {
	const n = 3
	p := NewPlanner(n)
	var tr Trajectory
	late, worst := 0, 0.0
	const cases = 600
	seeded(t, cases, func(c *chance, i int) error {
		in := input(c.task(1, i%2 == 0), c.task(1, i%2 == 0), c.task(1, i%2 == 0))
		atRest := i%4 != 0
		if atRest {
			clear(in.VF)
			clear(in.AF)
		}
		if s := p.Plan(in, &tr); !s.Usable() {
			return fmt.Errorf("%v: %+v", s, in)
		}
		first, now := tr.Duration(), 0.0
		dt := first / c.between(20, 60)
		for range 200 {
			if tr.Duration() <= dt {
				break
			}
			tr.At(dt, in.P0, in.V0, in.A0)
			now += dt
			if s := p.Plan(in, &tr); !s.Usable() || s == Slower {
				return fmt.Errorf("after %g of %g s: %v: %+v", now, first, s, in)
			}
		}
		off := now + tr.Duration() - first
		if off > 1e-3 {
			if late++; atRest {
				return fmt.Errorf("arrives %g s late: %+v", off, in)
			}
			worst = max(worst, off)
		}
		return nil
	})
	t.Logf("%d of %d late, at most %g s", late, cases/4, worst)
	if late > cases/4/10 {
		t.Errorf("%d of %d moving targets missed", late, cases/4)
	}
}

// TestNearlyThere: a joint that is at its target and at rest, but for rounding, waits for another one. On such a scale rounding
// gives more durations than an axis has room for, and the one that has no end must be among those that it keeps.
func TestNearlyThere(t *testing.T) {
	p := NewPlanner(2)
	var tr Trajectory
	seeded(t, 20_000, func(c *chance, _ int) error {
		v := c.between(-1, 1) * math.Pow(10, -c.between(10, 18))
		far := c.between(-1, 1) * math.Pow(math.Abs(v), 1.5) // as far as it takes to brake
		in := Input{P0: []float64{0, far}, V0: []float64{0, v}, A0: []float64{0, 0}, PF: []float64{1, 0}, VF: []float64{0, 0}, AF: []float64{0, 0},
			VMax: []float64{1, c.between(0.1, 5)}, AMax: []float64{1, c.between(0.1, 9)}, JMax: []float64{1, c.between(1, 12)}}
		if s := p.Plan(&in, &tr); s != OK {
			return fmt.Errorf("%v: %+v", s, in)
		}
		return nil
	})
}
