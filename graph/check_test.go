package graph

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

func codes(fs diag.Faults) (out []string) {
	for _, f := range fs {
		out = append(out, f.Severity.String()+" "+f.Code+" "+f.Path)
	}
	return out
}

func TestSoundPrograms(t *testing.T) {
	for _, g := range []*Graph{thesis(), modal()} {
		if err := g.Check().Err(); err != nil {
			t.Errorf("%s:\n%v", g.Name, err)
		}
	}
}

// TestEveryFault breaks a sound program in one way at a time and expects exactly that fault.
func TestEveryFault(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(g *Graph)
		want  []string
	}{
		"dangling port":      {func(g *Graph) { g.Connections[0].To = 99 }, []string{"error dangling gate connection 0"}},
		"dangling reference": {func(g *Graph) { g.Reactions[0].Triggers = []Ref{{RefTrigger, -1}} }, []string{"error dangling gate.door.unlock"}},
		"listed twice":       {func(g *Graph) { g.Reactors[1].Ports = append(g.Reactors[1].Ports, 0) }, []string{"error tree gate.door.open"}},
		"own parent":         {func(g *Graph) { g.Reactors[1].Parent = 1 }, []string{"error tree gate.door", "error tree gate.door"}},
		"two reactions":      {func(g *Graph) { g.Reactions[1].Path = g.Reactions[0].Path }, []string{"error duplicate gate.door.unlock"}},
		"like its action":    {func(g *Graph) { g.Reactions[0].Path = g.Triggers[0].Path }, nil},
		"two paths":          {func(g *Graph) { g.Triggers[3].Path = "gate.keypad.code" }, []string{"error duplicate gate.keypad.code"}},
		"two writers":        {func(g *Graph) { g.Connections[1].To = 0 }, []string{"error writers gate.door.open", "warning detached gate.door.shut"}},
		"detached":           {func(g *Graph) { g.Connections = g.Connections[:2] }, []string{"warning detached gate.keypad.lamp"}},
		"types":              {func(g *Graph) { g.Ports[0].Type = "Key" }, []string{"error type gate.door.open"}},
		"out of reach":       {func(g *Graph) { g.Reactions[5].Effects = []Ref{{RefPort, 2}} }, []string{"error scope gate.keypad.show", "error writers gate.door.state"}},
		"backwards":          {func(g *Graph) { c := &g.Connections[0]; c.From, c.To = c.To, c.From }, []string{"error scope gate.keypad.code", "warning detached gate.door.open", "error writers gate.keypad.code"}},
		"negative time":      {func(g *Graph) { g.Connections[2].Delay = -time.Second }, []string{"error time gate.keypad.lamp"}},
		"two initial modes":  {func(g *Graph) { g.Modes[1].Initial = true }, []string{"error mode gate.door"}},
		"another's mode":     {func(g *Graph) { g.Reactions[4].Effects = []Ref{{RefMode, 0}} }, []string{"error scope gate.keypad.press"}},
		"sets a timer":       {func(g *Graph) { g.Reactions[2].Effects = []Ref{{RefTrigger, 0}} }, []string{"error scope gate.door.drive"}},
	} {
		g := modal()
		c.spoil(g)
		if diff := cmp.Diff(c.want, codes(g.Check())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestCycleIsPrintedWhole(t *testing.T) {
	b := newBuild("loop")
	b.simple(0, "a", "", []string{"in"}, []string{"out"})
	b.simple(0, "b", "", []string{"in"}, []string{"out"})
	b.wire("a.out", "b.in")
	b.wire("b.out", "a.in")
	fs := b.Check()
	if len(fs) != 1 || !strings.Contains(fs[0].What, "loop.a.1 → loop.a.out → loop.b.in → loop.b.1 → loop.b.out → loop.a.in → loop.a.1") {
		t.Fatalf("faults: %v", fs)
	}
	b.Connections[1].Delayed = true
	if fs := b.Check(); len(fs) != 0 {
		t.Fatalf("a delay does not break the cycle: %v", fs)
	}
}

// TestOrderWithinReactorClosesCycles: the later reaction of a reactor feeds the earlier one.
func TestOrderWithinReactorClosesCycles(t *testing.T) {
	b := newBuild("order")
	r := b.reactor(0, "r")
	in, out := b.port(r, Input, "in"), b.port(r, Output, "out")
	b.reaction(r, "first", ports(in), nil, nil)
	b.reaction(r, "second", []Ref{b.trigger(r, Startup, "startup")}, nil, ports(out))
	b.simple(0, "echo", "", []string{"in"}, []string{"out"})
	b.wire("r.out", "echo.in")
	b.wire("echo.out", "r.in")
	fs := b.Check()
	if len(fs) != 1 || fs[0].Code != "cycle" || !strings.Contains(fs[0].What, "order.r.first → order.r.second") {
		t.Fatalf("faults: %v", fs)
	}
}

// random draws a program: a tree of reactors, connections between neighbours, and reactions.
func random(t *rapid.T) *Graph {
	b := newBuild("m")
	n := rapid.IntRange(1, 14).Draw(t, "reactors")
	for i := range n {
		r := b.reactor(rapid.IntRange(max(0, i-4), i).Draw(t, "parent"), string(rune('a'+i)))
		if rapid.IntRange(0, 5).Draw(t, "enclave") == 0 {
			b.Reactors[r].Enclave = r
		}
		for k := range rapid.IntRange(0, 3).Draw(t, "in") {
			b.port(r, Input, "in"+string(rune('0'+k)))
		}
		for k := range rapid.IntRange(0, 3).Draw(t, "out") {
			b.port(r, Output, "out"+string(rune('0'+k)))
		}
		if rapid.Bool().Draw(t, "timer") {
			b.trigger(r, Timer, "t", 0, time.Second)
		}
		if rapid.IntRange(0, 3).Draw(t, "modal") == 0 {
			b.mode(r, "A")
			b.mode(r, "B")
		}
	}
	written := make([]bool, len(b.Ports))
	for r := range b.Reactors {
		var from, to []Ref
		for p := range b.Ports {
			if b.source(r, p) {
				from = append(from, Ref{RefPort, p})
			}
			if b.sink(r, p) && !written[p] {
				to = append(to, Ref{RefPort, p})
			}
		}
		for _, d := range to {
			if len(from) > 0 && rapid.Bool().Draw(t, "connect") {
				k := b.connect(rapid.SampledFrom(from).Draw(t, "from").ID, d.ID)
				k.Delayed, k.Physical = rapid.Bool().Draw(t, "delayed"), rapid.IntRange(0, 4).Draw(t, "physical") == 0
				written[d.ID] = true
			}
		}
		for _, tr := range b.Reactors[r].Triggers {
			from = append(from, Ref{RefTrigger, tr})
		}
		for _, m := range b.Reactors[r].Modes {
			to = append(to, Ref{RefMode, m})
		}
		for range rapid.IntRange(0, 3).Draw(t, "reactions") {
			pick := func(refs []Ref, what string) []Ref {
				if len(refs) == 0 {
					return nil
				}
				return rapid.SliceOfNDistinct(rapid.SampledFrom(refs), 0, min(2, len(refs)), func(r Ref) Ref { return r }).Draw(t, what)
			}
			x := b.reaction(r, "", pick(from, "on"), pick(from, "uses"), pick(to, "sets"))
			if ms := b.Reactors[r].Modes; len(ms) > 0 && rapid.Bool().Draw(t, "in mode") {
				x.Mode = rapid.SampledFrom(ms).Draw(t, "mode")
			}
		}
	}
	return &b.Graph
}

// TestCyclesAgainstReference compares with the plain definition: a cycle is reported exactly when repeatedly removing
// everything that waits for nothing leaves a rest.
func TestCyclesAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		next := g.dependencies()
		waits := make([]int, len(next))
		for _, l := range next {
			for _, v := range l {
				waits[v]++
			}
		}
		left, again := len(next), true
		gone := make([]bool, len(next))
		for again {
			again = false
			for v := range next {
				if !gone[v] && waits[v] == 0 {
					gone[v], again = true, true
					left--
					for _, u := range next[v] {
						waits[u]--
					}
				}
			}
		}
		c := checker{g: g}
		c.cycles()
		if (len(c.faults) > 0) != (left > 0) {
			t.Fatalf("%d elements on or behind cycles, faults %v", left, c.faults)
		}
	})
}

// TestNoGraphPanics spoils random ids of random programs: Check reports, Layout and DOT refuse or draw, nothing
// panics.
func TestNoGraphPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		id := rapid.IntRange(-3, len(g.Ports)+len(g.Reactors)+2)
		for range rapid.IntRange(1, 3).Draw(t, "times") {
			switch k := rapid.IntRange(0, 6).Draw(t, "what"); {
			case k == 0 && len(g.Connections) > 0:
				rapid.Just(&g.Connections[0]).Draw(t, "c").To = id.Draw(t, "to")
			case k == 1:
				g.Reactors[len(g.Reactors)-1].Parent = id.Draw(t, "parent")
			case k == 2 && len(g.Ports) > 0:
				g.Ports[0].Reactor = id.Draw(t, "owner")
			case k == 3 && len(g.Reactions) > 0:
				g.Reactions[0].Effects = []Ref{{RefKind(id.Draw(t, "kind") & 3), id.Draw(t, "effect")}}
			case k == 4 && len(g.Reactions) > 0:
				g.Reactions[0].Triggers = []Ref{{RefPort, id.Draw(t, "trigger")}}
			case k == 5 && len(g.Reactions) > 0:
				g.Reactions[0].Mode = id.Draw(t, "mode")
			case k == 6 && len(g.Ports) > 1:
				g.Ports[0].Dir = Output - g.Ports[0].Dir
			}
		}
		faults := g.Check()
		if err := g.SVG(io.Discard, Options{}); err != nil && faults.Err() == nil {
			t.Fatalf("it was not drawn (%v), but Check found nothing", err)
		}
		if err := g.DOT(io.Discard); err != nil && faults.Err() == nil {
			t.Fatal(err)
		}
	})
}
