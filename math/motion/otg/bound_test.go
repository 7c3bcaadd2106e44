package otg

import (
	"fmt"
	"math"
	"testing"
)

// boxed draws a joint with position limits that start and target are within.
func (c *chance) boxed(i int) task {
	k := c.task(1, i%2 == 0)
	if !k.stays(k.v0, k.a0, 0, 0) {
		k.v0, k.a0 = 0, 0
	}
	k.pMax = max(k.p0, k.pf) + c.r.ExpFloat64()
	k.pMin = min(k.p0, k.pf) - c.r.ExpFloat64()
	return k
}

// unavoidable reports whether the position limits are passed by the hardest braking from v, a at p: full opposite jerk
// and acceleration until the joint turns round.
func (k *task) unavoidable(p, v, a float64) bool {
	const dt = 5e-4
	passes := func(k *task, p, v, a float64) bool {
		most := p
		for v > 0 || a > 0 {
			a1 := max(a-k.jMax*dt, k.aMin, -math.Sqrt(-2*k.jMax*k.vMin)) // which must be taken back again
			p, v, a = p+v*dt+a*dt*dt/2, v+(a+a1)/2*dt, a1
			most = max(most, p)
		}
		return most > k.pMax-5e-3
	}
	m := *k
	m.pMax, m.pMin, m.aMax, m.aMin, m.vMax, m.vMin = -k.pMin, -k.pMax, -k.aMin, -k.aMax, -k.vMin, -k.vMax
	return passes(k, p, v, a) || passes(&m, -p, -v, -a)
}

func TestPositionLimits(t *testing.T) {
	p := NewPlanner(1)
	var tr Trajectory
	inside, beyond, evaded := 0, 0, 0
	seeded(t, 3_000, func(c *chance, i int) error {
		k := c.boxed(i)
		in := input(k)
		in.MinDuration = float64(i%3) * c.between(0, 10)
		s := p.Plan(in, &tr)
		if s > Beyond {
			return fmt.Errorf("%v: %+v", s, k)
		}
		if err := verify(in, &tr); err != nil {
			return err
		}
		low, high := tr.Peak(0)
		over := max(high-k.pMax, k.pMin-low)
		if s == Beyond {
			beyond++
			if !k.unavoidable(k.p0, k.v0, k.a0) && !mirrorTime(k).unavoidable(-k.pf, k.vf, -k.af) && !k.tight() {
				return fmt.Errorf("passes the limits by %g, which it need not: %+v", over, k)
			}
			return nil
		}
		if over > 1e-9 {
			return fmt.Errorf("%v, but it passes the limits by %g: %+v", s, over, k)
		}
		inside++
		k.pMax, k.pMin = math.Inf(1), math.Inf(-1)
		free := input(k)
		free.MinDuration = in.MinDuration
		d := tr.Duration()
		p.Plan(free, &tr)
		if d < tr.Duration()-1e-9 {
			return fmt.Errorf("quicker with limits: %g, %g: %+v", d, tr.Duration(), k)
		}
		if d > tr.Duration()+1e-9 {
			evaded++
		}
		return nil
	})
	t.Logf("%d inside, of them %d by another way; %d beyond", inside, evaded, beyond)
	if inside < 1_500 {
		t.Errorf("only %d inside: the planner gives up", inside)
	}
}

// tight reports whether there may not be room enough to turn round in.
func (k *task) tight() bool {
	room := k.pMax - k.pMin
	need := func(v, a float64) float64 {
		return (math.Abs(v) + a*a/(2*k.jMax)) * (math.Abs(v)/min(k.aMax, -k.aMin) + math.Abs(a)/k.jMax + math.Sqrt((math.Abs(v)+a*a/k.jMax)/k.jMax))
	}
	return room < 2*(need(k.v0, k.a0)+need(k.vf, k.af))
}

// mirrorTime is the task backwards: its start is the target.
func mirrorTime(k task) *task {
	r := k
	r.aMax, r.aMin, r.pMax, r.pMin = -k.aMin, -k.aMax, -k.pMin, -k.pMax
	return &r
}

func TestPositionLimitsTogether(t *testing.T) {
	const n = 4
	p := NewPlanner(n)
	var tr Trajectory
	beyond := 0
	seeded(t, 2_000, func(c *chance, i int) error {
		in := input(c.boxed(i), c.boxed(i), c.boxed(i), c.boxed(i))
		in.Sync = Sync(i % 3)
		s := p.Plan(in, &tr)
		if s == Beyond {
			beyond++
			return verify(in, &tr)
		}
		if s > Beyond {
			return fmt.Errorf("%v: %+v", s, in)
		}
		for k := range n {
			if low, high := tr.Peak(k); high > in.PMax[k]+1e-9 || low < in.PMin[k]-1e-9 {
				return fmt.Errorf("joint %d from %g to %g: %+v", k, low, high, in)
			}
		}
		return verify(in, &tr)
	})
	t.Logf("%d of 2000 beyond", beyond)
}

// TestPhaseKeepsPositionLimits holds a straight line against one joint's wall.
func TestPhaseKeepsPositionLimits(t *testing.T) {
	in := &Input{P0: []float64{0, 0}, V0: []float64{1, 0.5}, A0: []float64{0, 0}, PF: []float64{0.5, 0.25},
		VMax: []float64{2, 2}, AMax: []float64{2, 2}, JMax: []float64{8, 8}, VF: []float64{-1, -0.5},
		PMin: []float64{-1, -1}, PMax: []float64{1, 0.45}, Sync: Phase}
	var tr Trajectory
	if s := NewPlanner(2).Plan(in, &tr); s != OK {
		t.Fatal(s)
	}
	if _, high := tr.Peak(1); high > 0.45+1e-12 {
		t.Errorf("joint 1 gets to %g", high)
	}
	q := make([]float64, 2)
	for s := 0.0; s <= 1; s += 0.01 {
		if tr.At(s*tr.Duration(), q, nil, nil); math.Abs(q[0]-2*q[1]) > 1e-12 {
			t.Fatalf("off the line at %v", q)
		}
	}
}

// TestHardBraking puts the wall just behind where the hardest braking turns round, before where a stop would end: only
// turning back keeps it.
func TestHardBraking(t *testing.T) {
	p := NewPlanner(1)
	var tr Trajectory
	detours := 0
	seeded(t, 2_000, func(c *chance, i int) error {
		k := c.task(1, i%2 == 0)
		k.p0, k.v0, k.a0 = 0, c.between(0.2, 0.9)*k.vMax, 0
		k.pf, k.vf, k.af = -c.between(0, 3), 0, 0
		lo := min(-k.aMin, math.Sqrt(2*k.jMax*k.v0))
		if lo*lo/2/k.jMax > -k.vMin {
			return nil // it would have to pass the limit of velocity on its way back
		}
		_, high := (&Segment{V: k.v0, J: -k.jMax, Duration: lo / k.jMax}).reach()
		if v := k.v0 - lo*lo/2/k.jMax; v > 0 {
			high = lo/k.jMax*(k.v0-lo*lo/6/k.jMax) + v*v/2/lo
		}
		k.pMax = high * 1.001
		k.pMin = -1e6
		in := input(k)
		if s := p.Plan(in, &tr); s != OK {
			return fmt.Errorf("%v: %+v", s, k)
		}
		if _, h := tr.Peak(0); h > k.pMax+1e-9 {
			return fmt.Errorf("gets to %g: %+v", h, k)
		}
		if p.axes[0].useDetour {
			detours++
		}
		in.MinDuration = 3 * tr.Duration()
		if s := p.Plan(in, &tr); s != OK {
			return fmt.Errorf("%v: %+v", s, k)
		}
		if _, h := tr.Peak(0); h > k.pMax+1e-9 {
			return fmt.Errorf("stretched, gets to %g: %+v", h, k)
		}
		if p.axes[0].useDetour {
			detours++
		}
		return verify(in, &tr)
	})
	if t.Logf("%d detours", detours); detours < 500 {
		t.Errorf("only %d detours", detours)
	}
}
