package otg

import (
	"fmt"
	"math"
	"testing"
)

// TestQuickestIsTheFirst compares the duration that is found alone with the first of all that are possible, and durations
// that are found possible one at a time with all spans.
func TestQuickestIsTheFirst(t *testing.T) {
	var quick, all axis
	alone, blocked := 0, 0
	seeded(t, 20_000, func(c *chance, i int) error {
		k := c.task(float64(1+i%3), i%2 == 0)
		if i%4 == 3 {
			k = c.extreme()
		}
		quick.task, all.task = k, k
		if s := quick.prepare(Position); s != all.prepare(Position) {
			return fmt.Errorf("%v: depends on what was planned before: %+v", s, k)
		} else if !s.Usable() || quick.whole {
			return nil
		}
		alone++
		all.search()
		// where both edges begin at the target except for rounding, either may be taken
		e := 1e-10 / (1 + math.Abs(k.v0) + math.Abs(k.vf))
		if got, want := quick.spans[0].from, all.spans[0].from; math.Abs(got-want) > e+4e-15*want {
			return fmt.Errorf("begins at %v, not at %v: %+v", got, want, k)
		}
		for range 4 {
			at := quick.next(0) + c.r.ExpFloat64()
			got, want := quick.next(at), all.next(at)
			if math.Abs(got-want) > 1e-9*(1+want) {
				return fmt.Errorf("of %v or more, %v instead of %v: %+v", at, got, want, k)
			}
			if got > at+1e-9 {
				blocked++
			}
		}
		return nil
	})
	t.Logf("%d found alone, %d blocked", alone, blocked)
	if alone < 15_000 || blocked < 50 {
		t.Errorf("only %d found alone, %d blocked", alone, blocked)
	}
}

// TestScratch plans with a planner that has planned anything before as with a new one, to the bit.
func TestScratch(t *testing.T) {
	used := NewPlanner(2)
	var a, b Trajectory
	seeded(t, 5_000, func(c *chance, i int) error {
		in := input(c.task(1, i%2 == 0), c.boxed(i))
		in.Sync, in.Interface = Sync(i%3), Interface(i%7/6)
		if i%5 == 4 {
			in.MinDuration = c.between(0, 10)
		}
		if s, n := used.Plan(in, &a), NewPlanner(2).Plan(in, &b); s != n {
			return fmt.Errorf("%v instead of %v: %+v", s, n, in)
		}
		for k := range 2 {
			p, q := a.Phases(k), b.Phases(k)
			if len(p) != len(q) {
				return fmt.Errorf("joint %d has %d phases instead of %d: %+v", k, len(p), len(q), in)
			}
			for m := range p {
				if p[m] != q[m] {
					return fmt.Errorf("joint %d: %+v instead of %+v: %+v", k, p[m], q[m], in)
				}
			}
		}
		return nil
	})
}
