package otg

import (
	"fmt"
	"math"
	"testing"
)

// extreme draws a joint at the corners of what can be asked: no distance, or next to none, velocities and accelerations
// at their limits, limits that differ by orders of magnitude between each other and by direction. Its start is within the limits, and can have been reached within them.
func (c *chance) extreme() task {
	for {
		k := c.task(3*c.r.Float64(), false)
		s := math.Sqrt(k.aMax) // so that the numbers hang together
		switch c.r.IntN(6) {
		case 0:
			k.vMin /= 1000
		case 1:
			k.aMin /= 100
		case 2:
			k.jMax *= 1e4
		case 3:
			k.vMax *= 1e3
		}
		k.v0, k.vf, k.a0, k.af = k.v0*s, k.vf*s, k.a0*s, k.af*s
		pick := func(x, most, least float64) float64 {
			return [...]float64{x, x, 0, most, least, most / 2}[c.r.IntN(6)]
		}
		k.v0, k.vf = pick(k.v0, k.vMax, k.vMin), pick(k.vf, k.vMax, k.vMin)
		k.a0, k.af = pick(k.a0, k.aMax, k.aMin), pick(k.af, k.aMax, k.aMin)
		switch c.r.IntN(5) {
		case 0:
			k.pf = k.p0
		case 1:
			k.pf = k.p0 + c.r.NormFloat64()*math.Pow(10, -9*c.r.Float64())
		case 2:
			k.v0, k.a0 = k.vf, k.af
		case 3:
			k.vf, k.af = -k.v0, k.a0
		}
		m := k.backwards()
		back := k.task0(k.v0, k.a0)
		if k.vMax < 1e3 && k.vMin > -1e3 && k.targetFine(Position) && m.targetFine(Position) && back.targetFine(Position) && k.stays(k.v0, k.a0, 0, 0) && m.stays(m.v0, m.a0, 0, 0) {
			return k
		}
	}
}

// backwards is k in reversed time and mirrored, so that velocities stay as they are.
func (k task) backwards() task {
	r := *mirrorTime(k)
	r.p0, r.v0, r.a0, r.pf, r.vf, r.af = -k.pf, k.vf, -k.af, -k.p0, k.v0, -k.a0
	return r
}

// TestSymmetries compares durations of tasks that are one task in other words.
func TestSymmetries(t *testing.T) {
	p := NewPlanner(1)
	var tr Trajectory
	seeded(t, 20_000, func(c *chance, i int) error {
		k := c.extreme()
		plan := func(k task) (float64, error) {
			in := input(k)
			if s := p.Plan(in, &tr); s > Braked {
				return 0, fmt.Errorf("%v: %+v", s, k)
			}
			return tr.Duration(), verify(in, &tr)
		}
		if s := p.Plan(input(k), &tr); s == TooLong || s.Usable() && tr.Duration()*max(k.vMax, -k.vMin) > 500 {
			return nil // digits run out
		}
		d, err := plan(k)
		if err != nil {
			return err
		}
		mirrored := task{-k.p0, -k.v0, -k.a0, -k.pf, -k.vf, -k.af, -k.vMin, -k.vMax, -k.aMin, -k.aMax, k.jMax, -k.pMin, -k.pMax}
		if e, err := plan(mirrored); err != nil || math.Abs(e-d) > 1e-9*(1+d) {
			return fmt.Errorf("%v s, mirrored %v s, %v: %+v", d, e, err, k)
		}
		if e, err := plan(k.backwards()); err != nil || math.Abs(e-d) > 1e-7*(1+d) {
			return fmt.Errorf("%v s, backwards %v s, %v: %+v", d, e, err, k)
		}
		wide := k
		wide.vMax, wide.aMax, wide.vMin, wide.aMin, wide.jMax = k.vMax*1.01, k.aMax*1.01, k.vMin*1.01, k.aMin*1.01, k.jMax*1.01
		if e, err := plan(wide); err != nil || e > d+1e-8*(1+d) && d > 1e-3 { // in less, 1e-11 m of tolerance are much time
			return fmt.Errorf("%v s, with wider limits %v s, %v: %+v", d, e, err, k)
		}
		return nil
	})
}

// TestLongHold: a limit that is held for minutes is held exactly. Rounding of where the profile turns used to change it by
// 1e-13, which was 1e-8 at the end: the quickest motion did not pass the check.
func TestLongHold(t *testing.T) {
	inf := math.Inf(1)
	var tr Trajectory
	for _, k := range []task{
		{v0: 0.739301616484036, vf: -0.739301616484036, vMax: 0.739301616484036, vMin: -1.12, aMax: 8.375509805908681, aMin: -0.00537549209873162, jMax: 10.821090794394483, pMax: inf, pMin: -inf},
		{v0: 1.1597694325504317, vf: -1.1597694325504317, vMax: 2.342734253751872, vMin: -5.17, aMax: 0.97, aMin: -0.0046018605214092284, jMax: 2.8308995022772314, pMax: inf, pMin: -inf},
		{v0: 0.09037982265313785, vf: -0.09037982265313785, a0: -0.13128323898834857, af: -0.13128323898834857, vMax: 0.18, vMin: -13.2, aMax: 4.7, aMin: -0.13259607137823207, jMax: 239682.05507613928, pMax: inf, pMin: -inf},
	} {
		ramp := (k.a0 - k.aMin) / k.jMax
		least := 2*ramp + (2*k.v0+ramp*(k.a0+k.aMin))/-k.aMin // from one velocity to the other
		if s := NewPlanner(1).Plan(input(k), &tr); s != OK || math.Abs(tr.Duration()-least) > 1e-9 {
			t.Errorf("%v: %.12g s, expected %.12g: %+v", s, tr.Duration(), least, k)
		}
		if err := verify(input(k), &tr); err != nil {
			t.Error(err)
		}
	}
}

// TestOneTolerance: a target that is just outside of what counts as reached is not passed for reached.
func TestOneTolerance(t *testing.T) {
	inf := math.Inf(1)
	k := task{p0: 2.9874449886245165, v0: -5.697187366546299, vf: -5.697187366546299, vMax: 194.77811828791647, vMin: -5.697187366546299,
		aMax: 10.885200118139617, aMin: -2.948602390860934, jMax: 0.5049026526948612, pMax: inf, pMin: -inf}
	var tr Trajectory
	for d := 8e-10; d < 1.2e-9; d += 1e-12 {
		k.pf = k.p0 + d
		if s := NewPlanner(1).Plan(input(k), &tr); s != OK {
			t.Errorf("%g m away: %v", d, s)
		} else if err := verify(input(k), &tr); err != nil {
			t.Errorf("%g m away: %v", d, err)
		}
	}
}
