package atom_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

type (
	promises struct {
		Out atom.Product[unit.Angle] `valid:"-90 deg .. 90 deg"`
	}
	takes struct {
		In atom.Need[unit.Angle] `valid:"-45 deg .. 45 deg"`
	}
	takesMore struct {
		In atom.Need[unit.Angle] `valid:"-180 deg .."`
	}
	hangs struct {
		In atom.Need[unit.Angle] `frozen:"1 s"`
	}
	passes struct {
		In  atom.Need[unit.Angle]    `valid:"-30 deg .. 30 deg"`
		Out atom.Product[unit.Angle] `valid:"-60 deg .. 60 deg"`
	}
	lawful struct {
		Select atom.Need[unit.Unsigned]
		In     atom.Need[unit.Angle]    `valid:"-30 deg .. 30 deg"`
		Out    atom.Product[unit.Angle] `valid:"-60 deg .. 60 deg"`
	}
	wideLaw struct {
		In  atom.Need[unit.Angle]    `valid:"-45 deg .. 45 deg"`
		Out atom.Product[unit.Angle] `valid:"-90 deg .. 90 deg"`
	}
	narrowLaw struct {
		In  atom.Need[unit.Angle] `valid:"-10 deg .. 10 deg"`
		Out atom.Product[unit.Angle]
	}
)

func (*takes) Physics(unit.Time)     {}
func (*takesMore) Physics(unit.Time) {}
func (*hangs) Physics(unit.Time)     {}
func (*wideLaw) Physics(unit.Time)   {}
func (*narrowLaw) Physics(unit.Time) {}

func rangeCases() map[string]faulty {
	given := func(b bench, to *atom.Need[unit.Angle], options ...atom.Option) {
		p := &promises{}
		atom.Add(b.Root, "p", p, append([]atom.Option{any0, atom.By("p")}, options...)...)
		atom.Connect(&p.Out, to)
	}
	return map[string]faulty{
		"promise wider than need": {func(b bench) {
			t := &takes{}
			atom.Add(b.Root, "t", t, any0)
			given(b, &t.In)
		}, "range t.in: widen the range of t.in"},
		"promise within need": {func(b bench) {
			t := &takesMore{}
			atom.Add(b.Root, "t", t, any0)
			given(b, &t.In)
		}, ""},
		"no promise": {func(b bench) {
			t := &takes{}
			atom.Add(b.Root, "t", t, any0)
			atom.Connect(&b.s.Out, &t.In)
		}, ""},
		"initial value": {func(b bench) {
			t := &takes{}
			atom.Add(b.Root, "t", t, any0)
			b.Instances[1].Values = map[string]float64{"out": 1}
			atom.Connect(&b.s.Out, &t.In)
		}, "range t.in: change the value"},
		"Molecule": {func(b bench) {
			mol, t, x := &passes{}, &takes{}, &step{}
			m := atom.AddMolecule(b.Root, "m", mol)
			atom.Add(m, "x", x, any0)
			atom.Feed(&mol.In, &x.In)
			atom.Expose(&x.Out, &mol.Out)
			atom.Add(b.Root, "t", t, any0)
			atom.Connect(&mol.Out, &t.In)
			given(b, &mol.In)
		}, "range m.in: widen the range of m.in | range t.in: widen the range of t.in"},
		"inside a Molecule": {func(b bench) {
			mol, t := &struct {
				In atom.Need[unit.Angle] `valid:"-90 deg .. 90 deg"`
			}{}, &takes{}
			m := atom.AddMolecule(b.Root, "m", mol)
			atom.Add(m, "t", t, any0)
			atom.Feed(&mol.In, &t.In)
			atom.Connect(&b.s.Out, &mol.In)
		}, "range m.t.in: widen the range of m.t.in"},
		"Alternative": {func(b bench) {
			c := &lawful{}
			alt := atom.AddAlternative(b.Root, "law", c, 0, any0)
			atom.Connect(&b.s.N, &c.Select)
			atom.Connect(&b.s.Out, &c.In)
			atom.Add(alt, "wide", &wideLaw{}, any0)
			atom.Add(alt, "narrow", &narrowLaw{}, any0)
		}, "range law.out: widen the range of law.out | range law.narrow.in: widen the range of law.narrow.in"},
	}
}

func constantCases() map[string]faulty {
	constant := func(b bench, deg float64, body any, to *atom.Need[unit.Angle]) {
		mol := &border{}
		i := atom.AddMolecule(b.Root, "k", mol)
		atom.Add(i, "known", &struct{ Out atom.Product[unit.Angle] }{}, atom.Once(), atom.Valued("out", deg*math.Pi/180))
		b.Join(i.Children[0].Ports[0], i.Port("out"), diag.Pos{})
		atom.Add(b.Root, "t", body, atom.Once())
		atom.Connect(&b.s.Out, &mol.In)
		atom.Connect(&mol.Out, to)
	}
	return map[string]faulty{
		"constant value": {func(b bench) {
			t := &takes{}
			constant(b, 60, t, &t.In)
		}, "range t.in: change the value"},
		"constant value within": {func(b bench) {
			t := &takes{}
			constant(b, 40, t, &t.In)
		}, ""},
		"frozen constant": {func(b bench) {
			t := &hangs{}
			constant(b, 40, t, &t.In)
		}, "range t.in: leave frozen out"},
	}
}

// TestNarrow: a wire tells what has to be looked at while the model runs.
func TestNarrow(t *testing.T) {
	b := newBench()
	mol, x, y, more := &passes{}, &step{}, &takesMore{}, &takesMore{}
	m := atom.AddMolecule(b.Root, "m", mol)
	atom.Add(m, "x", x, any0)
	atom.Feed(&mol.In, &x.In)
	atom.Expose(&x.Out, &mol.Out)
	atom.Add(b.Root, "y", y, any0)
	atom.Add(b.Root, "more", more, any0)
	atom.Connect(&b.s.Out, &mol.In)
	atom.Connect(&mol.Out, &y.In)
	atom.Connect(&b.s.Out, &more.In)
	p, faults := b.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	got := map[string][2]float64{}
	for _, w := range p.Wires {
		got[w.To.Path()] = [2]float64{math.Round(w.Narrow().Min * 180 / math.Pi), math.Round(w.Narrow().Max * 180 / math.Pi)}
	}
	want := map[string][2]float64{"m.x.in": {-30, 30}, "y.in": {-60, 60}, "more.in": {-180, math.Inf(1)}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestSettle: what a constant Atom computes is looked at before the start.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		rad  float64
		want []string
	}{{0.5, nil}, {1, []string{"range t.in"}}} {
		b := newBench()
		k, s, x := &struct{ Out atom.Product[unit.Angle] }{}, &step{}, &takes{}
		i := atom.Add(b.Root, "k", k, atom.Once(), atom.Valued("out", c.rad))
		atom.Add(b.Root, "sum", s, atom.Once())
		atom.Add(b.Root, "t", x, any0, atom.Renewed("in", atom.Constraint{Update: atom.Constant}))
		b.Join(i.Ports[0], b.Instances[3].Port("in"), diag.Pos{})
		atom.Connect(&s.Out, &x.In)
		p, faults := b.Check(atom.Target{})
		if faults != nil {
			t.Fatal(faults)
		}
		late, faults := p.Settle()
		if got := shown(faults); len(late) != 0 || !slices.Equal(got, c.want) {
			t.Errorf("%g rad: %v, late %v", c.rad, faults, late)
		}
		if got := float64(x.In.Get()); got != c.rad {
			t.Errorf("t reads %g, want %g", got, c.rad)
		}
	}
}
