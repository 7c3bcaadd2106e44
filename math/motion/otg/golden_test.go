package otg

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
)

// TestRuckigsDurations compares with the durations of the public implementation of the method.
func TestRuckigsDurations(t *testing.T) {
	f, err := os.Open("testdata/ruckig.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := NewPlanner(1)
	var tr Trajectory
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		k := task{pMax: math.Inf(1), pMin: math.Inf(-1)}
		var want float64
		if _, err := fmt.Sscan(line, &k.p0, &k.v0, &k.a0, &k.pf, &k.vf, &k.af, &k.vMax, &k.vMin, &k.aMax, &k.aMin, &k.jMax, &want); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		in := input(k)
		if s := p.Plan(in, &tr); s > Braked || math.Abs(tr.Duration()-want) > 1e-9 {
			t.Errorf("%v, %.12g s, Ruckig %.12g: %+v", s, tr.Duration(), want, k)
		}
		if err := verify(in, &tr); err != nil {
			t.Error(err)
		}
		n++
	}
	if n < 300 {
		t.Errorf("only %d cases", n)
	}
}

// TestPlans has whole plans of tasks that can be verified by hand.
func TestPlans(t *testing.T) {
	one := func(p0, v0, a0, pf, vf, af float64) *Input {
		return &Input{P0: []float64{p0}, V0: []float64{v0}, A0: []float64{a0}, PF: []float64{pf}, VF: []float64{vf}, AF: []float64{af},
			VMax: []float64{2}, AMax: []float64{4}, JMax: []float64{8}}
	}
	with := func(in *Input, f func(in *Input)) *Input { f(in); return in }
	two := func(sync Sync) *Input {
		return &Input{P0: []float64{0, 0}, V0: []float64{1, 0.5}, A0: []float64{0, 0}, PF: []float64{4, 2}, VMax: []float64{2, 3},
			AMax: []float64{4, 4}, JMax: []float64{8, 16}, Sync: sync}
	}
	var b strings.Builder
	for _, c := range []struct {
		name string
		in   *Input
	}{
		{"rest to rest, all limits reached", one(0, 0, 0, 6, 0, 0)},
		{"rest to rest, jerk only", one(0, 0, 0, 0.25, 0, 0)},
		{"already there", one(1, 0, 0, 1, 0, 0)},
		{"in flight to in flight", one(0, 1, 1, 3, -1, -1)},
		{"ends at full speed", one(0, 0, 0, 1./6*8, 4./8*8./2, 0)},
		{"acceleration and velocity outside the limits", one(0, 3, 5, 0, 0, 0)},
		{"stretched", with(one(0, 1, 0, 3, 0, 0), func(in *Input) { in.MinDuration = 5 })},
		{"in whole tenths", with(one(0, 1, 0, 3, 0, 0), func(in *Input) { in.Discrete = 0.1 })},
		{"longer because of a blocked duration", with(one(0, 1, 0, 1, 1.5, 0), func(in *Input) { in.MinDuration = 1 })},
		{"slow side and quick side", with(one(0, 0, 0, -6, 0, 0), func(in *Input) { in.VMin, in.AMin = []float64{-1}, []float64{-8} })},
		{"a wall that only hard braking and a tight approach keep", with(one(0, 1.5, 0, 0.5, -1, 0), func(in *Input) { in.PMax, in.MinDuration = []float64{0.84}, 4 })},
		{"a wall that cannot be kept", with(one(0, 2, 0, 0, 0, 0), func(in *Input) { in.PMax = []float64{0.1} })},
		{"velocity only", with(one(0, 1, 2, 0, -1, 0), func(in *Input) { in.Interface = Velocity })},
		{"both at the same time", two(Time)},
		{"on a line", two(Phase)},
		{"each for itself", two(None)},
	} {
		var tr Trajectory
		s := NewPlanner(len(c.in.P0)).Plan(c.in, &tr)
		fmt.Fprintf(&b, "%s: %v, %.9g s\n", c.name, s, tr.Duration())
		for i := range tr.Joints() {
			for _, g := range tr.Phases(i) {
				if g.Duration > 1e-12 {
					fmt.Fprintf(&b, "  %d  from %8.5f for %8.5f  p %8.5f  v %8.5f  a %8.5f  j %8.5f\n", i, g.Start, g.Duration, g.P+0, clean(g.V), clean(g.A), clean(g.J))
				}
			}
		}
	}
	golden.Check(t, "testdata/plans.txt", []byte(b.String()))
}

// clean takes rounding off a zero.
func clean(x float64) float64 {
	if math.Abs(x) < 5e-6 {
		return 0
	}
	return x
}
