package otg

import (
	"fmt"
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
