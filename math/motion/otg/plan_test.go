package otg

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

var seedFlag = flag.Uint64("seed", 0, "seed of random cases; 0: a new one")

func TestRandomJoints(t *testing.T) {
	p := NewPlanner(1)
	var tr Trajectory
	seeded(t, 20_000, func(c *chance, i int) error {
		in := input(c.task(float64(1+i%3), i%2 == 0))
		if s := p.Plan(in, &tr); s == TooLong || s == Slower && tr.Duration() > 1e4 { // hours: digits run out
			return nil
		} else if s > Braked {
			return fmt.Errorf("%v: %+v", s, in)
		}
		return verify(in, &tr)
	})
}

func TestRandomArms(t *testing.T) {
	const n = 7
	p := NewPlanner(n)
	var tr Trajectory
	seeded(t, 6_000, func(c *chance, i int) error {
		tasks := make([]task, n)
		for k := range tasks {
			tasks[k] = c.task(float64(1+i%3), i%2 == 0)
		}
		in := input(tasks...)
		switch i % 5 {
		case 1:
			in.Sync = None
		case 2:
			in.MinDuration = c.between(0, 30)
		case 3:
			in.Discrete = c.between(1e-3, 1)
		case 4:
			in.Interface = Velocity
		}
		if s := p.Plan(in, &tr); s == TooLong || s == Slower && tr.Duration() > 1e4 { // hours: digits run out
			return nil
		} else if s > Braked {
			return fmt.Errorf("%v: %+v", s, in)
		}
		if err := verify(in, &tr); err != nil {
			return err
		}
		for k := range tasks {
			d := tr.JointDuration(k)
			if in.Sync != None && d != tr.Duration() || d > tr.Duration() || d < in.MinDuration {
				return fmt.Errorf("joint %d takes %v of %v, at least %v", k, d, tr.Duration(), in.MinDuration)
			}
			if in.Discrete > 0 && math.Abs(math.Remainder(d, in.Discrete)) > 1e-12*d {
				return fmt.Errorf("joint %d takes %v, not a multiple of %v", k, d, in.Discrete)
			}
		}
		return nil
	})
}

// TestNeverSlower compares with motions that were made up first, alone and together: whatever can be done in a time, the
// planner does in that time or less, and in exactly that time if requested.
func TestNeverSlower(t *testing.T) {
	const n = 3
	p, one := NewPlanner(n), NewPlanner(1)
	var tr Trajectory
	seeded(t, 6_000, func(c *chance, i int) error {
		tasks := make([]task, n)
		longest := 0.0
		var times [n]float64
		for k := range tasks {
			x := c.task(1, i%2 == 0)
			if !x.stays(x.v0, x.a0, 0, 0) {
				x.v0, x.a0 = 0, 0
			}
			times[k] = c.walk(&x, 1+c.r.IntN(9))
			tasks[k] = x
			in := input(x)
			if s := one.Plan(in, &tr); s != OK || tr.Duration() > times[k]+1e-9 {
				return fmt.Errorf("%v: takes %.12g, known way %.12g: %+v", s, tr.Duration(), times[k], x)
			}
			in.MinDuration = max(0, times[k]-1e-7) // at the edge of the possible, a rounding of 1e-16 can cost its root
			if s := one.Plan(in, &tr); s != OK || tr.Duration() > times[k]+1e-9 {
				return fmt.Errorf("%v: %.12g s are possible but it takes %.12g: %+v", s, times[k], tr.Duration(), x)
			}
			longest = max(longest, times[k])
		}
		// the same task at rest at both ends can always be stretched
		for k := range tasks {
			if times[k] != longest {
				tasks[k].v0, tasks[k].a0, tasks[k].vf, tasks[k].af = 0, 0, 0, 0
				tasks[k].pf = tasks[k].p0 + 1e-3
			}
		}
		in := input(tasks...)
		if s := p.Plan(in, &tr); s != OK || verify(in, &tr) != nil {
			return fmt.Errorf("%v %v: %+v", s, verify(in, &tr), in)
		}
		return nil
	})
}

// TestMadeUpTogether is TestNeverSlower with all joints made up for one duration.
func TestMadeUpTogether(t *testing.T) {
	const n = 4
	p := NewPlanner(n)
	var tr Trajectory
	seeded(t, 3_000, func(c *chance, i int) error {
		tasks := make([]task, n)
		d := c.between(0.1, 3)
		for k := range tasks {
			x := c.task(1, i%2 == 0)
			if !x.stays(x.v0, x.a0, 0, 0) {
				x.v0, x.a0 = 0, 0
			}
			for t := c.walk(&x, 1); ; {
				y := x
				y.p0, y.v0, y.a0 = x.pf, x.vf, x.af
				if e := c.walk(&y, 1); t+e <= d {
					t += e
					x.pf, x.vf, x.af = y.pf, y.vf, y.af
					continue
				}
				// the rest with constant acceleration if possible, else another joint
				if !y.stays(x.vf, x.af, 0, d-t) || t > d {
					x.pf, x.vf, x.af, t = x.p0, x.v0, x.a0, 0
					if !x.stays(x.v0, x.a0, 0, d) {
						x.v0, x.a0, x.vf, x.af = 0, 0, 0, 0
						break
					}
				}
				x.pf, x.vf, x.af = travel(x.pf, x.vf, x.af, 0, d-t)
				break
			}
			tasks[k] = x
		}
		in := input(tasks...)
		if s := p.Plan(in, &tr); s != OK || tr.Duration() > d+1e-9 {
			return fmt.Errorf("%v: takes %.12g, known way %.12g: %+v", s, tr.Duration(), d, in)
		}
		return verify(in, &tr)
	})
}

func TestPhaseIsStraight(t *testing.T) {
	const n = 3
	p := NewPlanner(n)
	var tr Trajectory
	straight := 0
	seeded(t, 4_000, func(c *chance, i int) error {
		tasks := []task{c.task(1, false), c.task(1, false), c.task(1, false)}
		for k := range tasks { // all in proportion
			x, r := &tasks[k], c.small(1)
			lead := tasks[0]
			x.pf, x.v0, x.a0, x.vf, x.af = x.p0+r*(lead.pf-lead.p0), r*lead.v0, r*lead.a0, r*lead.vf, r*lead.af
			x.vMax, x.vMin, x.aMax, x.aMin = 20, -15, 20, -15
			if k == 0 {
				*x = lead
			}
		}
		in := input(tasks...)
		in.Sync = Phase
		if s := p.Plan(in, &tr); s == Unreachable && in.Validate() != nil {
			return nil
		} else if s > Braked {
			return fmt.Errorf("%v: %+v", s, in)
		}
		if err := verify(in, &tr); err != nil {
			return err
		}
		d := func(k int) float64 { return tasks[k].pf - tasks[k].p0 }
		if math.Abs(d(0)) < 1e-3 || !p.line(in) {
			return nil
		}
		straight++
		for share := 0.0; share < 1; share += 0.1 {
			var q [n]float64
			tr.At(share*tr.Duration(), q[:], nil, nil)
			for k := range tasks {
				if off := (q[k] - tasks[k].p0) - (q[0]-tasks[0].p0)*d(k)/d(0); math.Abs(off) > 1e-8*(1+math.Abs(d(k)/d(0))) {
					return fmt.Errorf("joint %d is off the line by %g: %+v", k, off, in)
				}
			}
		}
		return nil
	})
	if straight < 1000 {
		t.Errorf("only %d of 4000 cases were straight", straight)
	}
}

func TestStop(t *testing.T) {
	p := NewPlanner(2)
	var tr Trajectory
	seeded(t, 4_000, func(c *chance, i int) error {
		in := input(c.task(1, false), c.task(1, false))
		if s := p.Stop(in, &tr); s > Braked {
			return fmt.Errorf("%v: %+v", s, in)
		}
		v, a := make([]float64, 2), make([]float64, 2)
		tr.At(tr.Duration(), nil, v, a)
		if v[0] != 0 || v[1] != 0 || a[0] != 0 || a[1] != 0 {
			return fmt.Errorf("not at rest: %v %v", v, a)
		}
		for k := range 2 {
			x := in.task(k)
			x.vf, x.af = 0, 0
			if err := faults(&x, Velocity, tr.Phases(k), tr.JointDuration(k)); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestClosedForm has the durations of motions from rest to rest that can be checked by hand.
func TestClosedForm(t *testing.T) {
	for _, c := range []struct {
		name          string
		d, v, a, j, t float64
	}{
		{"jerk only: 4·(d/2j)^⅓", 0.25, 10, 10, 1, 4 * math.Cbrt(0.125)},
		{"acceleration reached: a/j + √((a/j)² + 4d/a)", 3, 10, 1, 1, 1 + math.Sqrt(1+12)},
		{"velocity reached: d/v + v/a + a/j", 10, 1, 1, 2, 10 + 1 + 0.5},
		{"velocity, not acceleration: d/v + 2·√(v/j)", 10, 1, 10, 4, 10 + 1},
		{"nowhere to go", 0, 1, 1, 1, 0},
	} {
		for _, sign := range []float64{1, -1} {
			in := input(task{pf: sign * c.d, vMax: c.v, vMin: -c.v, aMax: c.a, aMin: -c.a, jMax: c.j, pMax: math.Inf(1), pMin: math.Inf(-1)})
			var tr Trajectory
			if s := NewPlanner(1).Plan(in, &tr); s != OK || math.Abs(tr.Duration()-c.t) > 1e-13 {
				t.Errorf("%s: %v, %.15g s, expected %.15g", c.name, s, tr.Duration(), c.t)
			}
			if err := verify(in, &tr); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

func TestAllocatesNothing(t *testing.T) {
	c := newChance(1)
	tasks := make([]task, 7)
	for k := range tasks {
		tasks[k] = c.task(1, true)
	}
	in := input(tasks...)
	p := NewPlanner(7)
	tr := NewTrajectory(7, 0)
	q := make([]float64, 7)
	for _, sync := range []Sync{Time, Phase, None} {
		in.Sync = sync
		if n := testing.AllocsPerRun(100, func() {
			p.Plan(in, tr)
			tr.At(0.1, q, q, q)
			p.Stop(in, tr)
			tr.Peak(0)
		}); n != 0 {
			t.Errorf("sync %d: %v allocations a plan", sync, n)
		}
	}
}

func TestValidate(t *testing.T) {
	good := task{pf: 1, vMax: 1, vMin: -1, aMax: 1, aMin: -1, jMax: 1, pMax: 2, pMin: -2}
	change := func(f func(k *task)) task { k := good; f(&k); return k }
	var p Planner
	for _, c := range []struct {
		name   string
		in     *Input
		status Status
		want   []string
	}{
		{"good", input(good), OK, nil},
		{"all at once", input(change(func(k *task) { k.p0 = math.NaN(); k.jMax = 0 }), change(func(k *task) { k.a0 = math.Inf(1) })), Invalid,
			[]string{"joint 0: P0 is NaN", "joint 0: limits", "joint 1: A0 is +Inf"}},
		{"limits", input(good, change(func(k *task) { k.vMin = 0.5 })), Invalid, []string{"joint 1: limits: velocity 0.5 to 1"}},
		{"positions", input(change(func(k *task) { k.pMin = 3 })), Invalid, []string{"position 3 to 2"}},
		{"target", input(change(func(k *task) { k.vf = 2 })), Unreachable, []string{"joint 0: target velocity 2"}},
		{"target from outside", input(change(func(k *task) { k.vf, k.af = 0.9, -1 })), Unreachable, []string{"reached only from outside"}},
		{"columns", &Input{P0: []float64{1}, V0: []float64{1, 2}}, Invalid, []string{"V0 has 2", "A0 has 0", "JMax has 0", "PF has 0"}},
		{"empty", &Input{}, Invalid, []string{"no joints"}},
		{"options", func() *Input { in := input(good); in.Sync, in.MinDuration = 9, -1; return in }(), Invalid,
			[]string{"sync 9", "minimum duration -1"}},
	} {
		p = *NewPlanner(len(c.in.P0))
		tr := &Trajectory{}
		if s := p.Plan(c.in, tr); s != c.status || s.Usable() != (tr.Duration() > 0) {
			t.Errorf("%s: %v, duration %g", c.name, s, tr.Duration())
		}
		err := c.in.Validate()
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q is missing in %v", c.name, w, err)
			}
		}
	}
	if s := NewPlanner(3).Plan(input(good), &Trajectory{}); s != Invalid {
		t.Errorf("one joint for a planner of three: %v", s)
	}
}

func TestInfiniteLimits(t *testing.T) {
	inf := math.Inf(1)
	p := NewPlanner(1)
	var tr Trajectory
	seeded(t, 3_000, func(c *chance, i int) error {
		k := c.task(1, true)
		k.vMax, k.vMin = inf, -inf
		if i%2 == 0 {
			k.aMax, k.aMin = inf, -inf
		} else if !k.targetFine(Position) {
			return nil
		}
		if s := p.Plan(input(k), &tr); s > Braked {
			return fmt.Errorf("%v: %+v", s, k)
		}
		wide := k
		wide.vMax, wide.vMin = 1e4, -1e4
		if i%2 == 0 {
			wide.aMax, wide.aMin = 1e4, -1e4
		}
		d := tr.Duration()
		if p.Plan(input(wide), &tr); math.Abs(d-tr.Duration()) > 1e-9 {
			return fmt.Errorf("takes %.12g, with limits of 10⁴ %.12g: %+v", d, tr.Duration(), k)
		}
		return verify(input(wide), &tr)
	})
}

func FuzzPlan(f *testing.F) {
	f.Add(0.0, 0.1, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, -3.0, 3.0, uint8(0))
	f.Add(0.0, math.NaN(), 1e300, 1.0, 5e-324, 0.0, math.Inf(1), 1.0, 1.0, 0.1, -1.0, 3.0, uint8(2))
	f.Add(1.0, 2.0, -1.0, 1.0, 0.5, 0.1, 1.0, 1.0, 1.0, 1e-3, 0.5, 1.5, uint8(4))
	p, tr := NewPlanner(2), NewTrajectory(2, 0)
	fuzz.Run(f, func(t *testing.T, p0, v0, a0, pf, vf, af, v, a, j, extra, low, high float64, how uint8) {
		k := task{p0, v0, a0, pf, vf, af, v, -v, a, -a, j, math.Inf(1), math.Inf(-1)}
		other := task{0, 0, 0, 1, 0, 0, 1, -1, 1, -1, 1, high, low}
		if how&8 != 0 {
			k.pMax, k.pMin = high, low
		}
		in := input(k, other)
		in.Sync = Sync(how % 4)
		in.MinDuration, in.Discrete = extra, extra
		if how&16 != 0 {
			in.Interface = Velocity
		}
		s := p.Plan(in, tr)
		if s.Usable() && (in.Validate() != nil || !(tr.Duration() >= 0 && tr.Duration() <= MaxDuration+1)) {
			t.Fatalf("%v, %g s: %v", s, tr.Duration(), in.Validate())
		}
		if !s.Usable() && tr.Duration() != 0 {
			t.Fatalf("%v, but %g s", s, tr.Duration())
		}
		for i := range 2 {
			x, y, z, _ := tr.Joint(i, tr.Duration()/2)
			if s.Usable() && errors.Join(finite(x), finite(y), finite(z)) != nil {
				t.Fatalf("%v: joint %d at %v %v %v", s, i, x, y, z)
			}
		}
	})
}

func finite(x float64) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%v", x)
	}
	return nil
}
