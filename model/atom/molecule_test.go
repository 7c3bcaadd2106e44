package atom_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// shown is a fault as tests compare it.
func shown(faults diag.Faults) (out []string) {
	for _, f := range faults {
		out = append(out, f.Code+" "+f.Path)
	}
	return out
}

type framed struct {
	In  atom.Need[unit.Length]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[unit.Length] `frame:"$frame" axis:"$axis"`
}

type scale struct {
	In  atom.Need[unit.Length]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[unit.Length] `frame:"$frame" axis:"$axis"`
}

func (s *scale) Physics(unit.Time) { s.Out.Set(2 * s.In.Get()) }

// Molecules within Molecules, with interface parameters and constraints passed down.
func nested() (*atom.Model, *atom.Instance) {
	m := atom.New("nested")
	s := &sonar{}
	atom.Add(m.Root, "sonar", s, atom.By("sonar"), atom.Every(0, nil))
	outer, inner, x := &framed{}, &framed{}, &scale{}
	o := atom.AddMolecule(m.Root, "outer", outer, atom.With("frame", "PROXIMETER", "axis", "x"), atom.Every(0, period.Between(10*ms, 40*ms)))
	i := atom.AddMolecule(o, "inner", inner, atom.With("frame", "$frame", "axis", "$axis"))
	atom.Add(i, "scale", x, atom.With("frame", "$frame", "axis", "$axis"))
	y := &scale{}
	atom.Add(m.Root, "after", y, atom.With("frame", "PROXIMETER", "axis", "x"), atom.Every(0, period.Between(5*ms, 20*ms)))
	atom.Connect(&s.Range, &outer.In)
	atom.Feed(&outer.In, &inner.In)
	atom.Feed(&inner.In, &x.In)
	atom.Expose(&x.Out, &inner.Out)
	atom.Expose(&inner.Out, &outer.Out)
	atom.Connect(&outer.Out, &y.In)
	return m, o
}

func TestMolecules(t *testing.T) {
	m, _ := nested()
	p, faults := m.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	var wires []string
	for _, w := range p.Wires {
		wires = append(wires, w.From.Path()+" → "+w.To.Path())
	}
	if diff := cmp.Diff([]string{"sonar.range → outer.inner.scale.in", "outer.inner.scale.out → after.in"}, wires); diff != "" {
		t.Errorf("wires (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 1, 2}, p.Wires[0].Links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if g := p.Groups[0]; g.Allowed.String() != "[10 ms, 20 ms]" || len(g.Stages[0].Members) != 3 {
		t.Errorf("%+v", g)
	}
	x := m.Instances[4]
	if x.Path != "outer.inner.scale" || x.Port("in").Datatype.Frame != "PROXIMETER" || x.Constraint.Update != atom.Periodic {
		t.Errorf("%s: %v, %v", x.Path, x.Port("in").Datatype, x.Constraint)
	}
}

func TestMoleculeFaults(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(m *atom.Model, outer *atom.Instance)
		want  []string
	}{
		"past the interface": {func(m *atom.Model, outer *atom.Instance) {
			m.Links[0].To = m.Instances[4].Port("in")
			m.Links = slices.Delete(m.Links, 2, 3)
		}, []string{"missing outer.in", "scope outer.inner.scale.in"}},
		"not exposed":     {func(m *atom.Model, outer *atom.Instance) { m.Links = slices.Delete(m.Links, 3, 4) }, []string{"missing outer.inner.out"}},
		"not fed":         {func(m *atom.Model, outer *atom.Instance) { m.Links = m.Links[1:] }, []string{"missing outer.in"}},
		"no parameter":    {func(m *atom.Model, outer *atom.Instance) { outer.Children[0].Parameters["axis"] = "$axes" }, []string{"parameter outer.inner.$axis"}},
		"other parameter": {func(m *atom.Model, outer *atom.Instance) { outer.Children[0].Parameters["axis"] = "y" }, []string{"axis outer.out", "axis outer.inner.in"}},
		"says otherwise": {func(m *atom.Model, outer *atom.Instance) {
			outer.Port("in").Update.Update = atom.Periodic
		}, []string{"constraint outer.inner.scale.in"}},
		"no period in both": {func(m *atom.Model, outer *atom.Instance) {
			m.Instances[4].Constraint = atom.Constraint{Update: atom.Periodic, Periods: period.Between(time.Second, time.Minute)}
		}, []string{"period outer.inner.scale"}},
	} {
		t.Run(name, func(t *testing.T) {
			m, outer := nested()
			c.spoil(m, outer)
			_, faults := m.Check(atom.Target{})
			got := shown(faults)
			slices.Sort(got)
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s\n%v", diff, faults)
			}
		})
	}
}

// follower is a law that tracks.
type follower struct{ step }

func (*follower) Track(unit.Time) {}

// switched is an Alternative of laws that take 2 and 5 ms, and a Molecule of 3 + 3 ms.
func switched(b bench, third any) *atom.Instance {
	c := &choice{}
	alt := atom.AddAlternative(b.Root, "law", c, 100*ms, any0)
	atom.Connect(&b.s.N, &c.Select)
	atom.Connect(&b.s.Out, &c.In)
	atom.Add(alt, "quick", &step{}, atom.Every(2*ms, period.Between(10*ms, 50*ms)))
	atom.Add(alt, "slow", &step{}, atom.Every(5*ms, period.Between(20*ms, 60*ms)))
	if third == nil {
		in := &border{}
		mol := atom.AddMolecule(alt, "both", in)
		x, y := &step{}, &step{}
		atom.Add(mol, "y", y, atom.Every(3*ms, nil))
		atom.Add(mol, "x", x, atom.Every(3*ms, nil))
		atom.Feed(&in.In, &x.In)
		atom.Connect(&x.Out, &y.In)
		atom.Expose(&y.Out, &in.Out)
	} else {
		atom.Add(alt, "third", third, atom.Every(4*ms, nil))
	}
	b.step("after", &c.Out, atom.Every(ms, nil))
	return alt
}

func TestAlternative(t *testing.T) {
	b := newBench()
	switched(b, nil)
	p, faults := b.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	g := p.Groups[0]
	var order, wires []string
	for _, i := range g.Stages[0].Members {
		_, n := atom.Law(i)
		order = append(order, i.Path+" "+string(rune('0'+n+1)))
	}
	for _, w := range p.Wires {
		wires = append(wires, w.From.Path()+" → "+w.To.Path())
	}
	if diff := cmp.Diff([]string{"s 0", "law.quick 1", "law.slow 2", "law.both.x 3", "law.both.y 3", "law 0", "after 0"}, order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"s.n → law.select", "law.quick.out → law.out", "law.slow.out → law.out", "law.both.y.out → law.out",
		"s.out → law.quick.in", "s.out → law.slow.in", "law.both.x.out → law.both.y.in", "s.out → law.both.x.in", "law.out → after.in"}, wires); diff != "" {
		t.Errorf("wires (-want +got):\n%s", diff)
	}
	if g.Worst != 7*ms || g.Allowed.String() != "[20 ms, 50 ms]" { // the condition and the worst law; the sets of all laws
		t.Errorf("takes %v, allows %v", g.Worst, g.Allowed)
	}
	b = newBench()
	switched(b, &follower{}) // it follows along, whoever is in command
	if p, faults = b.Check(atom.Target{}); faults != nil || p.Groups[0].Worst != 10*ms {
		t.Errorf("%v %v", faults, p.Groups[0].Worst)
	}
}

func TestAlternativeFaults(t *testing.T) {
	type wide struct {
		In   atom.Need[unit.Angle]
		Gain atom.Need[unit.Ratio]
		Out  atom.Product[unit.Angle] `frame:"WORLD"`
	}
	b := newBench()
	alt := switched(b, nil)
	atom.Add(alt, "e", &wide{}, atom.Every(0, nil))
	atom.Add(alt, "once", &step{}, atom.Once())
	atom.Add(alt, "loop", &step{}, any0, atom.In("L"))
	b.Loop("L", "C1")
	_, faults := b.Check(atom.Target{})
	got := shown(faults)
	slices.Sort(got)
	if diff := cmp.Diff([]string{"alternative law.e", "alternative law.once.out", "constraint law.once.in", "driver law.e", "loop law.loop"}, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s\n%v", diff, faults)
	}
}

// given is an angle from outside, and once one that an Atom makes.
type (
	given struct {
		Out atom.Product[unit.Angle]
	}
	once struct{ given }
)

func (*once) Physics(unit.Time) {}

// What is in a law cannot run more often than its Alternative. Constants before it make the numbers of nodes large.
func TestLawsThatOutrunTheirAlternative(t *testing.T) {
	for _, c := range []struct {
		run  atom.Option
		deep bool
		want []string
	}{
		{atom.Once(), false, []string{"alternative law.quick.out", "constraint after.in"}},
		{atom.When(nil), false, []string{"alternative law.quick.out", "constraint after.in"}},
		{atom.When(nil), true, []string{"alternative law.a.watch", "alternative law.b.watch"}},
	} {
		for _, constants := range []int{0, 1, 50} {
			b := newBench()
			for n := range constants {
				atom.Add(b.Root, "k"+strconv.Itoa(n), &once{}, atom.Once())
			}
			door, pick := &given{}, &choice{}
			atom.Add(b.Root, "door", door, atom.By("door"), atom.When(nil))
			alt := atom.AddAlternative(b.Root, "law", pick, 0, c.run)
			atom.Connect(&b.s.N, &pick.Select)
			sporadic := atom.Renewed("in", atom.Constraint{Update: atom.Sporadic})
			if c.deep {
				atom.Connect(&door.Out, &pick.In)
				for _, name := range []string{"a", "b"} { // what they give is sporadic, but one beside it is not
					in, x := &border{}, &step{}
					law := atom.AddMolecule(alt, name, in)
					atom.Add(law, "x", x, sporadic)
					atom.Feed(&in.In, &x.In)
					atom.Expose(&x.Out, &in.Out)
					watch := &step{}
					atom.Add(law, "watch", watch, any0, sporadic)
					atom.Connect(&x.Out, &watch.In)
				}
				b.step("after", &pick.Out, sporadic)
			} else {
				atom.Connect(&b.s.Out, &pick.In)
				atom.Add(alt, "quick", &step{}, any0)
				atom.Add(alt, "slow", &step{}, any0)
				b.step("after", &pick.Out)
			}
			_, faults := b.Check(atom.Target{})
			got := shown(faults)
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%d constants (-want +got):\n%s\n%v", constants, diff, faults)
			}
		}
	}
}

func TestLoopsInOrder(t *testing.T) {
	b := newBench()
	b.Loop("Control", "C2")
	b.Loop("Actuators", "C1")
	b.Loop("Sensors", "C1")
	b.Timed("C1", 25*ms)
	b.Timed("C2", 50*ms)
	b.Instances[1].Loop = "Sensors"
	nav := b.step("nav", &b.s.Out)
	act := b.step("act", nil, atom.In("Actuators"), atom.Every(ms, nil))
	atom.Connect(&nav.Out, &act.In)
	control := b.step("control", &nav.Out, atom.In("Control"), atom.Every(2*ms, nil), atom.Renewed("in", atom.Constraint{Update: atom.Periodic}))
	b.step("uses", &control.Out, atom.Renewed("in", atom.Constraint{Update: atom.Periodic}), atom.In("Actuators"))
	p, faults := b.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	var got []string
	for _, g := range p.Groups {
		for _, s := range g.Stages {
			for _, i := range s.Members {
				got = append(got, g.Name+" "+s.Name+" "+i.Path)
			}
		}
	}
	if diff := cmp.Diff([]string{"C2 Control control", "C1 Sensors s", "C1 Sensors nav", "C1 Actuators act", "C1 Actuators uses"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c2, c1 := p.Groups[0], p.Groups[1]
	if c1.Period != 25*ms || c2.Period != 50*ms || c2.Offset != ms || c1.Offset != 0 || c1.Priority != 2 || c2.Response != 3*ms {
		t.Errorf("%+v", p.Groups)
	}
	if why := strings.Join(p.Reasons, "\n"); !strings.Contains(why, "C1 runs every 25 ms: as asked") {
		t.Error(why)
	}
}

func TestRevise(t *testing.T) {
	b := newBench()
	a := b.step("a", &b.s.Out, atom.Every(ms, period.Between(10*ms, 50*ms)))
	b.step("b", &a.Out, atom.Every(ms, nil), atom.Renewed("in", atom.Constraint{Update: atom.Periodic}))
	p, faults := b.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	if p.Groups[0].Period != 10*ms {
		t.Fatalf("%+v", p.Groups)
	}
	same, faults := p.Revise(map[string]time.Duration{"a": 2 * ms})
	if faults != nil || same.Groups[0].Period != 10*ms || same.Groups[0].Worst != 2*ms || p.Groups[0].Worst != ms {
		t.Errorf("%v %+v", faults, same.Groups)
	}
	slower, faults := same.Revise(map[string]time.Duration{"a": 20 * ms})
	if faults != nil || slower.Groups[0].Period < 25*ms || slower.Groups[0].Period > 50*ms || !strings.Contains(slower.Reasons[0], "C1 no longer allows 10 ms") {
		t.Errorf("%v %+v", faults, slower)
	}
	again, _ := same.Revise(map[string]time.Duration{"a": 20 * ms})
	if diff := cmp.Diff(slower.Reasons, again.Reasons); diff != "" {
		t.Errorf("another plan:\n%s", diff)
	}
	if none, faults := same.Revise(map[string]time.Duration{"a": time.Second}); none != nil || len(faults) != 1 || faults[0].Code != "period" {
		t.Errorf("%v", faults)
	}
}
