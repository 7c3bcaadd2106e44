package otg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// chance makes random tasks as Ruckig's tests do.
type chance struct{ r *rand.Rand }

func newChance(seed uint64) *chance { return &chance{rand.New(rand.NewPCG(seed, 4))} }

func (c *chance) between(a, b float64) float64 { return a + (b-a)*c.r.Float64() }

// small is 0 or normal with deviation s.
func (c *chance) small(s float64) float64 {
	if c.r.Float64() < 0.15 {
		return 0
	}
	return s * c.r.NormFloat64()
}

// task draws a joint. Its limits are as wide apart as spread says: 1 for 0.1 to 12, more for orders of magnitude.
func (c *chance) task(spread float64, symmetric bool) task {
	limit := func() float64 {
		if spread <= 1 {
			return c.between(0.1, 12)
		}
		return math.Exp(c.between(-1.5, 1.5) * spread)
	}
	k := task{vMax: limit(), aMax: limit(), jMax: limit(), pMax: math.Inf(1), pMin: math.Inf(-1)}
	k.vMin, k.aMin = -k.vMax, -k.aMax
	if !symmetric {
		k.vMin, k.aMin = -limit(), -limit()
	}
	k.p0, k.pf = c.small(4), c.small(4)
	v, a := 0.8, 0.8
	if spread > 1 {
		v = 0.3 * k.vMax
		a = 0.3 * min(k.aMax, -k.aMin, math.Sqrt(k.vMax*k.jMax))
	}
	k.v0, k.a0 = c.small(v), c.small(a)
	for {
		k.vf, k.af = c.small(v), c.small(a)
		if k.targetFine(Position) {
			return k
		}
	}
}

// input puts tasks together.
func input(tasks ...task) *Input {
	in := &Input{}
	for _, k := range tasks {
		in.P0, in.V0, in.A0 = append(in.P0, k.p0), append(in.V0, k.v0), append(in.A0, k.a0)
		in.PF, in.VF, in.AF = append(in.PF, k.pf), append(in.VF, k.vf), append(in.AF, k.af)
		in.VMax, in.VMin = append(in.VMax, k.vMax), append(in.VMin, k.vMin)
		in.AMax, in.AMin = append(in.AMax, k.aMax), append(in.AMin, k.aMin)
		in.JMax = append(in.JMax, k.jMax)
		in.PMax, in.PMin = append(in.PMax, k.pMax), append(in.PMin, k.pMin)
	}
	return in
}

// faults checks a joint's segments against its task: they follow on each other, begin and end in the right states, and
// keep every limit at its extrema once the start is braked into them. Nothing in it comes from the planner.
func faults(k *task, face Interface, s []Segment, duration float64) error {
	t, p, v, a := 0.0, k.p0, k.v0, k.a0
	size := 1 + math.Abs(k.p0) + math.Abs(k.pf) + duration
	in, settled := false, false
	for i, g := range s {
		near := func(what string, x, y, e float64) error {
			if !(math.Abs(x-y) <= e) {
				return fmt.Errorf("segment %d of %d: %s is %v, expected %v (off %.3g)", i, len(s), what, x, y, x-y)
			}
			return nil
		}
		step := 1e-13 * k.jMax * (1e-2 + duration)
		for _, err := range []error{near("start", g.Start, t, 1e-14*size), near("position", g.P, p, 1e-11*size),
			near("velocity", g.V, v, 1e-12*size+step), near("acceleration", g.A, a, 1e-12*size+step)} {
			if err != nil {
				return err
			}
		}
		if math.Abs(g.J) > k.jMax*(1+1e-12) || !(g.Duration >= 0) {
			return fmt.Errorf("segment %d of %d: jerk %g for %g s, at most %g", i, len(s), g.J, g.Duration, k.jMax)
		}
		p, v, a = travel(g.P, g.V, g.A, g.J, g.Duration)
		t += g.Duration
		out := func(x, most, least float64) float64 { return max(x-most, least-x) }
		ea, ev := 1e-12*(1+k.aMax-k.aMin)+step, 1e-12*(1+k.vMax-k.vMin)+step
		in = in || out(g.A, k.aMax, k.aMin) <= ea
		if o := out(a, k.aMax, k.aMin); in && o > ea {
			return fmt.Errorf("segment %d of %d: acceleration %v, over by %.3g", i, len(s), a, o)
		}
		settled = settled || in && out(g.V, k.vMax, k.vMin) <= ev && out(g.V+g.A*math.Abs(g.A)/(2*k.jMax), k.vMax, k.vMin) <= ev
		o := out(v, k.vMax, k.vMin)
		if g.A*a < 0 {
			o = max(o, out(g.V-g.A*g.A/(2*g.J), k.vMax, k.vMin))
		}
		if settled && face == Position && o > ev {
			return fmt.Errorf("segment %d of %d: velocity over by %.3g", i, len(s), o)
		}
	}
	if math.Abs(v-k.vf) > 1e-9 || math.Abs(a-k.af) > 1e-9 || face == Position && math.Abs(p-k.pf) > 1e-9+1e-14*duration*min(k.vMax-k.vMin, (k.aMax-k.aMin)*duration) {
		return fmt.Errorf("ends off target by %.3g, %.3g, %.3g", p-k.pf, v-k.vf, a-k.af)
	}
	if math.Abs(t-duration) > 1e-13*(1+duration) {
		return fmt.Errorf("segments last %v, the joint %v", t, duration)
	}
	return nil
}

// verify checks all joints of a plan.
func verify(in *Input, tr *Trajectory) error {
	for i := range in.P0 {
		k := in.task(i)
		if err := faults(&k, in.Interface, tr.Phases(i), tr.JointDuration(i)); err != nil {
			return fmt.Errorf("joint %d, %+v: %w", i, k, err)
		}
	}
	return nil
}

// walk is a random motion within the limits of k, from its start: the reference that no plan may be slower than. It
// changes the target to where it ends and returns how long it took.
func (c *chance) walk(k *task, phases int) float64 {
	p, v, a, t := k.p0, k.v0, k.a0, 0.0
	for range phases {
		// the longest time that a random jerk can last, by halving
		j := k.jMax * [...]float64{1, 1, 0, -1, -1, c.between(-1, 1)}[c.r.IntN(6)]
		d := c.r.ExpFloat64() * math.Sqrt(k.aMax/k.jMax)
		for range 30 {
			if k.stays(v, a, j, d) {
				p, v, a = travel(p, v, a, j, d)
				t += d
				break
			}
			d /= 2
		}
	}
	k.pf, k.vf, k.af = p, v, a
	return t
}

// stays reports whether jerk j for d keeps the limits and lets them be kept after.
func (k *task) stays(v, a, j, d float64) bool {
	inside := func(v, a float64) bool {
		r := v + a*math.Abs(a)/(2*k.jMax)
		return a <= k.aMax && a >= k.aMin && v <= k.vMax && v >= k.vMin && r <= k.vMax && r >= k.vMin
	}
	_, v1, a1 := travel(0, v, a, j, d)
	ok := inside(v, a) && inside(v1, a1)
	if a*a1 < 0 {
		ok = ok && inside(v-a*a/(2*j), 0)
	}
	e := k.task0(v1, a1)
	return ok && e.targetFine(Position)
}

// task0 is k with target v, a.
func (k task) task0(v, a float64) task {
	k.vf, k.af = v, a
	return k
}

func seeded(t *testing.T, n int, f func(c *chance, i int) error) {
	t.Helper()
	seed := fuzz.Seed()
	if *seedFlag != 0 {
		seed = *seedFlag
	}
	c := newChance(seed)
	for i := range n {
		if err := f(c, i); err != nil {
			t.Fatalf("seed %d, case %d: %v", seed, i, err)
		}
	}
}
