package project_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
)

// What takes less than it may be given.
type (
	plainAngle struct {
		A atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	buffer struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	narrow struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" valid:"-2 rad .. 2 rad"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	border struct { // of a Molecule
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" valid:"-4 rad .. 4 rad"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z" valid:"-1 rad .. 1 rad"`
	}
)

func (a *buffer) Physics(unit.Time) { a.Out.Set(a.In.Get()) }
func (a *narrow) Physics(unit.Time) { a.Out.Set(a.In.Get()) }

// TestRangedNeeds: what a need or a Molecule does not take is not passed on there, and everywhere else it is; actuators
// that depend on it come to rest in time.
func TestRangedNeeds(t *testing.T) {
	m := atom.New("ranged")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, mol, y, x, out, all := &plainAngle{}, &border{}, &buffer{}, &narrow{}, &rudder{}, &rudder{}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	i := atom.AddMolecule(m.Root, "mol", mol)
	atom.Add(i, "y", y, every)
	atom.Add(i, "x", x, every)
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Add(m.Root, "all", all, every, atom.By("all"))
	atom.Connect(&in.A, &mol.In)
	atom.Feed(&mol.In, &y.In)
	atom.Connect(&y.Out, &x.In)
	atom.Expose(&x.Out, &mol.Out)
	atom.Connect(&mol.Out, &out.A)
	atom.Connect(&in.A, &all.A)
	m.Timed("C1", 10*ms)
	hear, hearAll := &listener{}, &listener{}
	o := project.Options{Hold: 20 * ms, Drivers: map[string]project.Driver{"in": played(1, 3, 5, 5, 5, 3, -1, 2), "out": hear, "all": hearAll}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(75 * ms)})
	if d := cmp.Diff([]float64{1, 3, 5, 5, 5, 3, -1, 2}, hearAll.first()); d != "" {
		t.Error("the other rudder:", d)
	}
	nan := math.NaN()
	if d := cmp.Diff([]float64{1, 1, 1, nan, nan, nan, -1, -1}, hear.first(), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
	want := strings.Split(strings.TrimSpace(`
10ms mol.x.in range begins since 10ms
20ms mol.y.in range begins since 20ms
30ms out stopped begins since 30ms
50ms mol.y.in range over since 20ms
60ms mol.x.in range over since 10ms
60ms out stopped over since 30ms
70ms out.a range begins since 70ms`), "\n")
	if d := cmp.Diff(want, story(r.p.Events())); d != "" {
		t.Error(d)
	}
}

// TestRangedOperator: what comes from outside and is not taken changes nothing and stops nothing.
func TestRangedOperator(t *testing.T) {
	m := atom.New("operated")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, x, out := &plainAngle{}, &narrow{}, &rudder{}
	atom.Add(m.Root, "operator", in, atom.When(nil))
	atom.Add(m.Root, "x", x, every, atom.Renewed("in", atom.Constraint{Update: atom.Sporadic}))
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.A, &x.In)
	atom.Connect(&x.Out, &out.A)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	r := build(t, check(t, m, atom.Target{}), project.Options{Drivers: map[string]project.Driver{"out": hear}}, reactor.Options{})
	r.run(t, 45*ms, offer{5 * ms, 1}, offer{15 * ms, 3}, offer{25 * ms, 3}, offer{35 * ms, 2})
	if d := cmp.Diff([]float64{0, 1, 1, 1, 2}, hear.first()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"20ms x.in range begins since 20ms", "40ms x.in range over since 20ms"}, story(r.p.Events())); d != "" {
		t.Error(d)
	}
}

// TestRangedConstant: a constant that a need does not take hinders the start.
func TestRangedConstant(t *testing.T) {
	m := atom.New("constant")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, y, x, out := &plainAngle{}, &buffer{}, &narrow{}, &rudder{}
	atom.Add(m.Root, "in", in, atom.Once(), atom.Valued("a", 2.5))
	atom.Add(m.Root, "y", y, atom.Once())
	atom.Add(m.Root, "x", x, every, atom.Renewed("in", atom.Constraint{Update: atom.Constant}))
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.A, &y.In)
	atom.Connect(&y.Out, &x.In)
	atom.Connect(&x.Out, &out.A)
	_, err := project.Project(reactor.NewMain("test"), check(t, m, atom.Target{}), project.Options{})
	if err == nil || !strings.Contains(err.Error(), "x.in: the constant y.out is 2.5, which is not within") {
		t.Errorf("%v", err)
	}
}
