package project_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
)

// node is an Atom with two needs, a product and a memory.
type node struct {
	A   atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
	B   atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
	Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	X   atom.Storage[unit.Angle] `frame:"WORLD" axis:"z"`
	k   float64
}

func (n *node) Physics(dt unit.Time) {
	x := float64(0.7*float64(n.X.Get())) + float64(n.k*float64(n.A.Get())) + float64(float64(n.B.Get())*float64(dt))
	if math.Abs(x) > 3 {
		x = math.Inf(1) // is flagged
	}
	n.X.Set(unit.Angle(x))
	n.Out.Set(unit.Angle(x + 0.01))
}

// web is a random composition: the needs of every Atom are linked to what comes before it.
type web struct {
	from [][2]int
	k    []float64
}

// output runs a web whose Atoms are cut into loops at the given places, and tells what the rudder was given.
func (w *web) output(t rapid.TB, cuts []int, workers int, inner bool) (string, []project.Event) {
	m := atom.New("web")
	every := atom.Every(time.Microsecond, anyPeriod)
	loop := 0
	in := func() atom.Option { return atom.In(fmt.Sprint("L", loop)) }
	m.Loop("L0", "C1")
	m.Timed("C1", 10*ms)
	src := &angle{}
	atom.Add(m.Root, "src", src, every, atom.By("src"), in())
	outs := []*atom.Product[unit.Angle]{&src.Psi}
	for i, f := range w.from {
		if slices.Contains(cuts, i) {
			loop++
			m.Loop(fmt.Sprint("L", loop), "C1")
		}
		n := &node{k: w.k[i]}
		atom.Add(m.Root, fmt.Sprint("n", i), n, every, in())
		atom.Connect(outs[f[0]], &n.A)
		atom.Connect(outs[f[1]], &n.B)
		outs = append(outs, &n.Out)
	}
	r := &rudder{}
	atom.Add(m.Root, "rudder", r, every, atom.By("rudder"), in())
	atom.Connect(outs[len(outs)-1], &r.A)
	plan, faults := m.Check(atom.Target{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var values [][]float64
	for k := range 60 {
		values = append(values, []float64{3 * math.Sin(float64(k)/5)})
	}
	main := reactor.NewMain("web")
	hear := &listener{}
	p, err := project.Project(main, plan, project.Options{Hold: 30 * ms, Inner: inner,
		Drivers: map[string]project.Driver{"src": &script{values}, "rudder": hear}})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := reactor.Build(main, reactor.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	prog.Run(reactor.Tag{Time: reactor.Time(600 * ms)})
	return fmt.Sprint(hear.heard), p.Events()
}

// TestLoops checks that what a composition computes does not depend on how it is divided into loops.
func TestLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "atoms")
		w := &web{}
		for i := range n {
			w.from = append(w.from, [2]int{rapid.IntRange(0, i).Draw(t, "a"), rapid.IntRange(0, i).Draw(t, "b")})
			w.k = append(w.k, rapid.Float64Range(-1, 1).Draw(t, "k"))
		}
		want, events := w.output(t, nil, 1, false)
		for range 3 {
			cuts := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, min(n, 4), rapid.ID).Draw(t, "cuts")
			got, others := w.output(t, cuts, rapid.IntRange(1, 2).Draw(t, "workers"), rapid.Bool().Draw(t, "inner"))
			if got != want {
				t.Fatalf("cut at %v the rudder is given\n%s\nin one loop\n%s", cuts, got, want)
			}
			if fmt.Sprint(story(events)) != fmt.Sprint(story(others)) {
				t.Fatalf("cut at %v: events %v, in one loop %v", cuts, story(others), story(events))
			}
		}
	})
}
