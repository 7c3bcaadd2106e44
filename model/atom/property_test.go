package atom_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// weighed is a sonar, a frame shift and what keeps a distance, in two loops.
func weighed(change func(m *atom.Model, sonar, shift, keep *atom.Instance)) (*atom.Plan, diag.Faults) {
	m := atom.New("weighed")
	from, s, k := &sonar{}, &shift{}, &shift{}
	every := atom.Every(time.Millisecond, period.Between(50*time.Millisecond, 50*time.Millisecond))
	a := atom.Add(m.Root, "sonar", from, atom.By("x"), every, atom.In("One"))
	b := atom.Add(m.Root, "shift", s, every, atom.In("One"), atom.With("from", "PROXIMETER", "to", "PROXIMETER", "axis", "x"))
	c := atom.Add(m.Root, "keep", k, every, atom.In("Two"), atom.With("from", "PROXIMETER", "to", "PROXIMETER", "axis", "x"))
	atom.Connect(&from.Range, &s.In)
	atom.Connect(&s.Out, &k.In)
	m.Loop("One", "C1")
	m.Loop("Two", "C1")
	change(m, a, b, c)
	return m.Check(atom.Target{})
}

func TestTotals(t *testing.T) {
	p, faults := weighed(func(m *atom.Model, sonar, shift, keep *atom.Instance) {
		atom.Draws(2, 0.05)(sonar) // 20 runs a second
		atom.Critical(3)(keep)
		m.Budget = atom.Budget{Power: 3, Data: 320}
	})
	if faults != nil {
		t.Fatal(faults)
	}
	all := p.Totals()
	if math.Abs(all.Power-3) > 1e-12 || all.Data != 2*8*20 || all.Groups[0].Power != all.Power || all.Groups[0].Data != all.Data || all.Groups[0].Critical != 3 {
		t.Errorf("%+v", all)
	}
	for _, i := range p.Model.Instances[1:] {
		if all.Critical[i.ID] != 3 {
			t.Errorf("the criticality of %s is %d", i.Path, all.Critical[i.ID])
		}
	}
}

func TestTotalsAreHeldAgainst(t *testing.T) {
	for _, c := range []struct {
		change     func(m *atom.Model, sonar, shift, keep *atom.Instance)
		code, says string
	}{
		{func(m *atom.Model, sonar, _, keep *atom.Instance) {
			atom.Draws(2, 0.05)(sonar)
			atom.Draws(1, 0)(keep)
			m.Budget.Power = 3.9
		}, "budget", "all together draw 4 W, and the budget is 3.9 W: sonar 3 W, keep 1 W"},
		{func(m *atom.Model, _, _, _ *atom.Instance) { m.Budget.Data = 300 }, "budget", "320 bytes a second cross the borders of loops, and the budget is 300: C1 320 B/s"},
		{func(_ *atom.Model, sonar, _, keep *atom.Instance) {
			atom.Critical(1)(sonar)
			atom.Critical(4)(keep)
		}, "criticality", "its criticality is 1, and keep of criticality 4 depends on it"},
		{func(_ *atom.Model, sonar, _, _ *atom.Instance) { atom.Critical(10)(sonar) }, "criticality", "a criticality of 10"},
		{func(_ *atom.Model, sonar, _, _ *atom.Instance) { atom.Draws(-1, 0)(sonar) }, "budget", "less than no power"},
		{func(_ *atom.Model, sonar, _, _ *atom.Instance) { atom.Draws(0, math.NaN())(sonar) }, "budget", "less than no power"},
		{func(m *atom.Model, _, _, _ *atom.Instance) { m.Budget.Data = -1 }, "budget", "a budget below 0"},
	} {
		if _, faults := weighed(c.change); len(faults) != 1 || faults[0].Code != c.code || !strings.Contains(faults[0].What, c.says) {
			t.Errorf("%s, %s: %v", c.code, c.says, faults)
		}
	}
	if _, faults := weighed(func(_ *atom.Model, sonar, _, keep *atom.Instance) { // what is more critical than what it serves is no fault
		atom.Critical(4)(sonar)
		atom.Critical(1)(keep)
	}); faults != nil {
		t.Error(faults)
	}
}

// A Molecule states what holds of all that is in it: how critical it is, and what it draws beside them.
func TestPropertiesOfMolecules(t *testing.T) {
	for _, c := range []struct {
		outer, inner, after int // how critical they are
		energy              float64
		want                string // "" for no fault
	}{
		{2, 0, 2, 0, ""},
		{1, 2, 0, 0, ""}, // what is in it is no outsider
		{1, 0, 2, 0, "criticality outer: its criticality is 1, and after of criticality 2 depends on it"},
		{0, 1, 2, 0, "criticality outer.inner: its criticality is 1, and after of criticality 2 depends on it"},
		{0, 0, 0, 0.1, "budget outer: it says what a run takes, and only what is in it runs"},
	} {
		m, outer := nested()
		atom.Critical(c.outer)(outer)
		atom.Draws(0, c.energy)(outer)
		atom.Critical(c.inner)(outer.Children[0])
		atom.Critical(c.after)(m.Instances[len(m.Instances)-1])
		_, faults := m.Check(atom.Target{})
		got := ""
		for _, f := range faults {
			got += f.Code + " " + f.Path + ": " + f.What
		}
		if got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}
