package atom_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

type (
	source struct {
		Out atom.Product[unit.Angle]
		Yes atom.Product[unit.Boolean]
		N   atom.Product[unit.Unsigned]
	}
	step struct {
		In   atom.Need[unit.Angle]
		Out  atom.Product[unit.Angle]
		Kept atom.Storage[unit.Angle] `initial:"3 deg" valid:"-90 deg .. 90 deg"`
	}
	two struct {
		A, B atom.Need[unit.Angle]
		Out  atom.Product[unit.Angle]
	}
	rate   struct{ In atom.Need[unit.AngularSpeed] }
	border struct {
		In  atom.Need[unit.Angle]
		Out atom.Product[unit.Angle]
	}
	choice struct {
		Select atom.Need[unit.Unsigned]
		In     atom.Need[unit.Angle]
		Out    atom.Product[unit.Angle]
	}
)

func (s *step) Physics(unit.Time) { s.Out.Set(s.In.Get()) }
func (s *two) Physics(unit.Time)  { s.Out.Set(s.A.Get() + s.B.Get()) }

// bench is a model with a periodic source, for cases to add to.
type bench struct {
	*atom.Model
	s *source
}

const ms = time.Millisecond

var any0 = atom.Every(0, nil)

func every(text string) atom.Option {
	s, err := period.Parse(text)
	if err != nil {
		panic(err)
	}
	return atom.Every(0, s)
}

func newBench() bench {
	b := bench{atom.New("bench"), &source{}}
	atom.Add(b.Root, "s", b.s, atom.By("s"), any0)
	return b
}

// step adds an Atom that needs from.
func (b bench) step(name string, from *atom.Product[unit.Angle], o ...atom.Option) *step {
	x := &step{}
	atom.Add(b.Root, name, x, append([]atom.Option{any0}, o...)...)
	if from != nil {
		atom.Connect(from, &x.In)
	}
	return x
}

// faulty is a case: what is built, and the faults that it has: code, path and what the hint says.
type faulty struct {
	build func(b bench)
	want  string
}

func linkCases() map[string]faulty {
	return map[string]faulty{
		"sound": {func(b bench) { b.step("a", &b.s.Out) }, ""},
		"type": {func(b bench) {
			r := &rate{}
			i := atom.Add(b.Root, "r", r, atom.By("r"), any0)
			b.Join(b.Instances[1].Port("out"), i.Port("in"), diag.Pos{})
		}, "type r.in: add a derivative"},
		"missing": {func(b bench) { b.step("a", nil) }, "missing a.in: there is s.out"},
		"fan-in": {func(b bench) {
			a := b.step("a", &b.s.Out)
			atom.Connect(&b.s.Out, &a.In)
		}, "fan-in a.in: leave one"},
		"backwards": {func(b bench) {
			a := b.step("a", nil)
			i := a.In
			_ = i
			b.Join(b.Instances[2].Port("in"), b.Instances[1].Port("out"), diag.Pos{})
		}, "direction s.out: turn it round"},
		"storage": {func(b bench) {
			b.step("a", &b.s.Out)
			b.Join(b.Instances[2].Port("kept"), b.Instances[2].Port("in"), diag.Pos{})
		}, "direction a.kept: as a Product"},
		"nowhere": {func(b bench) { b.Join(b.Instances[1].Port("nothing"), nil, diag.Pos{}) }, "link : of this model"},
		"needs both": {func(b bench) {
			a := &two{}
			atom.Add(b.Root, "a", a, any0)
		}, "missing a.a: s.out | missing a.b: s.out"},
		"unstated": {func(b bench) { b.step("a", &b.s.Out, func(i *atom.Instance) { i.Constraint = atom.Constraint{} }) },
			"constraint a: say constant"},
		"sporadic to coupled": {func(b bench) {
			o := &source{}
			atom.Add(b.Root, "o", o, atom.When(nil))
			b.step("a", &o.Out)
		}, "constraint a.in: make the Need sporadic"},
		"constant to periodic": {func(b bench) {
			o := &source{}
			atom.Add(b.Root, "o", o, atom.Once(), atom.Valued("out", 1), atom.Valued("yes", 1), atom.Valued("n", 1))
			b.step("a", &o.Out, atom.Renewed("in", atom.Constraint{Update: atom.Periodic}))
		}, "constraint a.in: make the Need constant"},
		"constant runs once": {func(b bench) {
			b.step("a", &b.s.Out, atom.Once(), atom.Renewed("in", atom.Constraint{Update: atom.Sporadic}))
		}, "constraint a.in: make the Need constant"},
		"no such need": {func(b bench) { b.step("a", &b.s.Out, atom.Renewed("on", atom.Constraint{Update: atom.Sporadic})) },
			"constraint a.on: did you mean in?"},
		"properties": {func(b bench) {
			b.step("a", &b.s.Out, func(i *atom.Instance) { i.Constraint.Condition = "s.yes" })
			b.step("b", &b.s.Out, atom.Renewed("in", atom.Constraint{Update: atom.Coupled, Periods: period.Between(1, 2)}))
			b.step("c", &b.s.Out, atom.Renewed("in", atom.Constraint{Update: atom.Coupled, Worst: ms}))
		}, "constraint a: leave the condition out | constraint b.in: leave the periods out | constraint c.in: of the Physics"},
	}
}

func constraintCases() map[string]faulty {
	return map[string]faulty{
		"times": {func(b bench) {
			b.step("a", &b.s.Out, atom.Every(-ms, nil))
			b.step("b", &b.s.Out, atom.Every(30*ms, period.Between(ms, 20*ms)))
			b.step("c", &b.s.Out, atom.Every(0, period.Set{{Min: 0, Max: 5}}))
			b.step("d", &b.s.Out, every("none"))
			b.Timed("C1", -ms)
		}, "time a: 0 for not known | time b: allow longer | time c: 10 ms | period d: give something | time C1: to have it chosen"},
		"molecule": {func(b bench) {
			in := &border{}
			mol := atom.AddMolecule(b.Root, "mol", in, atom.Every(5*ms, nil))
			x, y := &step{}, &step{}
			atom.Add(mol, "x", x, atom.Every(3*ms, nil))
			atom.Add(mol, "y", y, atom.Every(3*ms, nil))
			atom.Connect(&b.s.Out, &in.In)
			atom.Feed(&in.In, &x.In)
			atom.Connect(&x.Out, &y.In)
			atom.Expose(&y.Out, &in.Out)
		}, "time mol: no less"},
		"absurd times": {func(b bench) {
			b.step("a", &b.s.Out, atom.Every(period.Forever-1, nil))
			b.step("b", &b.s.Out, atom.Every(period.Forever-1, nil))
		}, "schedule bench: make Atoms faster"},
		"driver": {func(b bench) { atom.Add(b.Root, "x", &source{}, any0) }, "driver x: bind"},
		"values": {func(b bench) {
			o := &source{}
			atom.Add(b.Root, "o", o, atom.Once(), atom.Valued("out", 1), atom.Valued("no", 1), atom.Valued("n", 1))
			b.step("a", &b.s.Out, atom.Valued("kept", 2), atom.Valued("in", 0))
		}, "value a.in: constant External | value a.kept: change | value o.yes: give one | value o.no: did you mean n?"},
		"parameters": {func(b bench) {
			atom.Add(b.Root, "x", &angleControl{}, any0, atom.With("axis", "q", "frame", "WORLD"))
		}, "parameter x.$axis: give x, y, z | parameter x.$frame: there is axis | missing x.e: link a Product | missing x.de: link a | missing x.k1: link one of | missing x.k2: link one of | missing x.acc_des: link a"},
		"unvalued": {func(b bench) { atom.Add(b.Root, "x", &attitude{}, any0, atom.By("x")) }, "parameter x.$axis: value it"},
		"frame for axis": {func(b bench) { atom.Add(b.Root, "x", &attitude{}, any0, atom.By("x"), atom.With("axis", "$axis")) },
			"parameter x.$axis: value it"},
		"names": {func(b bench) {
			b.step("a", &b.s.Out)
			b.step("a", &b.s.Out)
			b.step("a b", &b.s.Out)
		}, "duplicate a: its own name | name a b: use letters"},
		"cycle": {func(b bench) {
			a := b.step("a", nil)
			c := b.step("b", &a.Out)
			d := b.step("c", &c.Out)
			b.step("behind", &d.Out)
			atom.Connect(&d.Out, &a.In)
		}, "cycle a: make one of these needs periodic"},
		"broken cycle": {func(b bench) {
			a := b.step("a", nil, atom.Renewed("in", atom.Constraint{Update: atom.Periodic}))
			c := b.step("b", &a.Out)
			atom.Connect(&c.Out, &a.In)
		}, ""},
		"itself": {func(b bench) {
			a := b.step("a", nil)
			atom.Connect(&a.Out, &a.In)
		}, "cycle a: make one"},
		"no common period": {func(b bench) {
			a := b.step("a", &b.s.Out, every("[10 ms, 20 ms]"))
			c := b.step("b", &a.Out, every("[15 ms, 30 ms]"))
			b.step("c", &c.Out, every("[40 ms, 50 ms]"))
		}, "period a: part them"},
		"too slow together": {func(b bench) {
			a := b.step("a", &b.s.Out, atom.Every(8*ms, period.Between(10*ms, 15*ms)))
			b.step("b", &a.Out, atom.Every(9*ms, period.Between(10*ms, 20*ms)))
		}, "period a: make the Atoms faster"},
	}
}

func timeCases() map[string]faulty {
	return map[string]faulty{
		"T_Need": {func(b bench) {
			a := b.step("a", &b.s.Out, every("[10 ms, 20 ms]"))
			b.step("b", &a.Out, atom.Renewed("in", atom.Constraint{Update: atom.Periodic, Periods: period.Between(ms, 5*ms)}))
		}, "period b.in: widen"},
		"wish": {func(b bench) {
			b.step("a", &b.s.Out, every("[10 ms, 20 ms]"))
			b.Timed("C1", 25*ms)
			b.Timed("C3", 25*ms)
		}, "period C1: in T_exe | name C3: did you mean C1?"},
		"unschedulable": {func(b bench) {
			for _, n := range []string{"a", "b", "c"} {
				b.step(n, &b.s.Out, atom.Every(8*ms, period.Between(10*ms, 20*ms)), atom.Renewed("in", atom.Constraint{Update: atom.Periodic}))
			}
		}, "schedule bench: give more cores"},
		"loops": {func(b bench) {
			b.Loop("Sensors", "C1")
			b.Loop("Control", "C2")
			b.Loop("Control", "C1")
			a := b.step("a", &b.s.Out, atom.In("Sensors"))
			b.step("b", &a.Out, atom.In("Control"))
			b.step("c", &b.s.Out, atom.In("Contrl"))
		}, "loop c: did you mean Control? | loop b.in: make the needs between them periodic | duplicate Control: its own name"},
		"idle loop": {func(b bench) {
			b.Loop("Sensors", "C1")
			b.Loop("Control", "C1")
			b.step("a", &b.s.Out, atom.In("Sensors"))
		}, "loop Control: put an Atom"},
		"loops that need each other": {func(b bench) {
			b.Loop("A", "C1")
			b.Loop("B", "C1")
			x := b.step("x", &b.s.Out, atom.In("A"))
			y := b.step("y", &x.Out, atom.In("B"))
			between := b.step("between", &y.Out)
			b.step("z", &between.Out, atom.In("A"))
		}, "loop A: move an Atom"},
		"conditions": {func(b bench) {
			b.step("a", &b.s.Out, atom.When(nil))
			b.step("b", &b.s.Out, func(i *atom.Instance) { i.Constraint = atom.Constraint{Update: atom.Sporadic, Condition: "x"} })
			b.step("c", &b.s.Out, func(i *atom.Instance) { i.Constraint = atom.Constraint{Update: atom.Sporadic, Condition: "a"} })
			b.step("d", &b.s.Out, func(i *atom.Instance) { i.Constraint = atom.Constraint{Update: atom.Sporadic, Condition: "s"} })
		}, "condition a: name the Atom | condition b: give the path of an Atom | condition c: name an Atom that has one"},
		"sporadic circle": {func(b bench) {
			u := atom.Renewed("in", atom.Constraint{Update: atom.Sporadic})
			a := b.step("a", nil, atom.When(nil), u)
			c := b.step("b", &a.Out, atom.When(nil), u)
			atom.Connect(&c.Out, &a.In)
		}, "cycle a: take one of the links out"},
	}
}

// Every case has the faults that it says, and no other.
func TestFaults(t *testing.T) {
	cases := linkCases()
	maps.Copy(cases, constraintCases())
	maps.Copy(cases, timeCases())
	maps.Copy(cases, rangeCases())
	maps.Copy(cases, constantCases())
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			c.build(b)
			p, faults := b.Check(atom.Target{})
			var got, want []string
			if c.want != "" {
				want = strings.Split(c.want, " | ")
			}
			for k, f := range faults {
				s := f.Code + " " + f.Path + ": " + f.Do
				if head, hint, _ := strings.Cut(append(want, make([]string, len(faults))...)[k], ": "); head == f.Code+" "+f.Path && strings.Contains(f.Do, hint) {
					s = want[k]
				}
				got = append(got, s)
				if f.What == "" || f.Do == "" || !slices.ContainsFunc(atom.Rules(), func(r diag.Rule) bool { return r.Code == f.Code }) {
					t.Errorf("says too little: %v", f)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || (p == nil) != (want != nil) {
				t.Errorf("faults (-want +got):\n%s\n%v", diff, faults)
			}
			if _, again := b.Check(atom.Target{}); !cmp.Equal(faults, again) {
				t.Errorf("a second check says:\n%v", again)
			}
		})
	}
}

// The whole cycle is printed, and nothing that is only behind it.
func TestCycleIsPrinted(t *testing.T) {
	b := newBench()
	a := b.step("a", nil)
	c := b.step("b", &a.Out)
	b.step("behind", &c.Out)
	atom.Connect(&c.Out, &a.In)
	_, faults := b.Check(atom.Target{})
	if len(faults) != 1 || !strings.Contains(faults[0].What, "a → b → a") || strings.Contains(faults[0].What, "behind") {
		t.Errorf("%v", faults)
	}
}
