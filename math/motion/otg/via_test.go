package otg

import (
	"fmt"
	"math"
	"testing"
)

func TestVia(t *testing.T) {
	const n = 3
	p := NewPlanner(n)
	var tr, leg Trajectory
	gain, whole := 0.0, 0.0
	seeded(t, 40, func(c *chance, i int) error {
		in := input(c.task(1, false), c.task(1, true), c.task(1, false))
		for k := range n {
			x := in.task(k)
			if !x.stays(x.v0, x.a0, 0, 0) {
				in.V0[k], in.A0[k] = 0, 0
			}
		}
		via := make([][]float64, c.r.IntN(4))
		for k := range via {
			via[k] = []float64{c.small(4), c.small(4), c.small(4)}
		}
		if i%4 == 1 {
			in.MinDuration = 40
		}
		if s := p.PlanVia(in, via, &tr); s != OK {
			return fmt.Errorf("%v: %+v", s, in)
		}
		if err := verify(in, &tr); err != nil {
			return err
		}
		if tr.Duration() < in.MinDuration*(1-1e-12) {
			return fmt.Errorf("takes %g, not %g", tr.Duration(), in.MinDuration)
		}
		// never slower than stopping at each
		stops := 0.0
		one := *in
		one.MinDuration = 0
		for k := range len(via) + 1 {
			if k < len(via) {
				one.PF, one.VF, one.AF = via[k], make([]float64, n), make([]float64, n)
			} else {
				one.PF, one.VF, one.AF = in.PF, in.VF, in.AF
			}
			p.Plan(&one, &leg)
			stops += leg.Duration()
			one.P0, one.V0, one.A0 = one.PF, one.VF, one.AF
		}
		if in.MinDuration == 0 && tr.Duration() > stops+1e-9 {
			return fmt.Errorf("takes %g, with stops %g", tr.Duration(), stops)
		}
		if in.MinDuration == 0 && len(via) > 0 {
			gain += stops - tr.Duration()
			whole += stops
		}
		return passes(&tr, via)
	})
	t.Logf("saves %.0f %% of the time that stops take", 100*gain/whole)
	if gain < 0.03*whole {
		t.Error("hardly quicker than stopping")
	}
}

// passes checks that each waypoint is where a phase of every joint begins, at one time, in order.
func passes(tr *Trajectory, via [][]float64) error {
	from := 0.0
	for k, w := range via {
		found := false
		for _, s := range tr.Phases(0) {
			if s.Start < from || math.Abs(s.P-w[0]) > 1e-8 {
				continue
			}
			q := make([]float64, len(w))
			tr.At(s.Start, q, nil, nil)
			found = true
			for i := range w {
				found = found && math.Abs(q[i]-w[i]) < 1e-8
			}
			if found {
				from = s.Start
				break
			}
		}
		if !found {
			return fmt.Errorf("does not pass waypoint %d", k)
		}
	}
	return nil
}

func TestViaWithinLimits(t *testing.T) {
	in := &Input{P0: []float64{0, 0}, V0: []float64{0, 0}, A0: []float64{0, 0}, PF: []float64{2, 0},
		VMax: []float64{1, 1}, AMax: []float64{2, 2}, JMax: []float64{10, 10}, PMin: []float64{-0.1, -0.1}, PMax: []float64{2.1, 1}}
	var tr Trajectory
	if s := NewPlanner(2).PlanVia(in, [][]float64{{1, 1}}, &tr); s != OK {
		t.Fatal(s)
	}
	if _, high := tr.Peak(1); high > 1+1e-9 {
		t.Errorf("joint 1 gets to %g", high)
	}
	if err := passes(&tr, [][]float64{{1, 1}}); err != nil {
		t.Error(err)
	}
	if s := NewPlanner(2).PlanVia(in, [][]float64{{1}}, &tr); s != Invalid || tr.Duration() != 0 {
		t.Errorf("waypoint of one joint: %v, %g s", s, tr.Duration())
	}
	in.Sync = Phase
	if s := NewPlanner(2).PlanVia(in, [][]float64{{1, 1}}, &tr); s != OK {
		t.Fatal(s)
	}
	for at := 0.0; at < tr.Duration(); at += 0.01 {
		q := make([]float64, 2)
		if tr.At(at, q, nil, nil); math.Abs(q[1]-min(q[0], 2-q[0])) > 1e-9 {
			t.Fatalf("off the lines at %v", q)
		}
	}
}
