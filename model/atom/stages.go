package atom

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// order puts the nodes of a part into its loops, and loops and Atoms in the order of data. arcs connect nodes that are
// in no law.
func (s *separator) order(p *part, arcs []arc) {
	nodes := make([]int32, 0, len(p.nodes)) // nodes that are in no law
	for _, n := range p.nodes {
		if s.over[n] == n {
			s.local[n] = int32(len(nodes))
			nodes = append(nodes, n)
		}
	}
	for k := range arcs {
		a := &arcs[k]
		a.from, a.to = s.local[a.from], s.local[a.to]
	}
	order, stuck := s.out.sort(len(nodes), arcs)
	if stuck != nil {
		p.broken = true
		for k, a := range arcs {
			arcs[k].from, arcs[k].to = nodes[a.from], nodes[a.to]
		}
		for k, n := range stuck {
			stuck[k] = nodes[n]
		}
		s.coupledCircles(arcs, stuck)
	}
	if p.broken {
		return
	}
	l := &s.loops
	*l = loops{separator: s, p: p, nodes: nodes, stage: l.stage, before: l.before}
	if l.assign(); l.names != nil {
		l.place(order, arcs)
		return
	}
	members := make([]*Instance, 0, len(p.nodes))
	for _, n := range order {
		members = s.expand(members, p, nodes[n])
	}
	p.stages = []Stage{{Name: p.name, Members: members}}
}

func (s *separator) coupledCircles(arcs []arc, stuck []int32) {
	s.circles(arcs, stuck, "coupled in a circle, where each needs what the one before makes in the same run",
		"make one of these needs periodic: it then has the value of the run before")
}

// expand appends what runs for a node: itself or, for an Alternative, the Atoms of its laws, law by law, and then the
// Alternative.
func (s *separator) expand(out []*Instance, p *part, n int32) []*Instance {
	i := s.node(n)
	if i.Kind != Alternative {
		return append(out, i)
	}
	laws := s.laws[:0]
	for m := s.next[n]; m != 0; m = s.next[m] {
		if s.part[m] >= 0 {
			s.local[m] = int32(len(laws))
			laws = append(laws, m)
		}
	}
	if s.laws = laws; s.inner[n] != nil {
		laws = s.orderLaws(p, laws, s.inner[n])
	}
	for _, law := range i.Children {
		for _, m := range laws {
			atom := s.node(m)
			for top := atom; top != i; top = top.Parent {
				if top == law {
					out = append(out, atom)
				}
			}
		}
	}
	return append(out, i)
}

// orderLaws puts the contents of an Alternative's laws in the order of the arcs between them.
func (s *separator) orderLaws(p *part, laws []int32, arcs []arc) []int32 {
	near := make([]arc, len(arcs))
	for k, a := range arcs {
		near[k] = arc{s.local[a.from], s.local[a.to], a.edge, true}
	}
	order, stuck := sorted(len(laws), near)
	if stuck != nil {
		p.broken = true
		for k, m := range stuck {
			stuck[k] = laws[m]
		}
		s.coupledCircles(arcs, stuck)
	}
	for k, m := range order {
		order[k] = laws[m]
	}
	return order
}

// loops is the order of the real-time loops of a part in progress.
type loops struct {
	*separator
	p      *part
	nodes  []int32
	names  []int32   // the loops, as numbers in Model.Loops
	stage  []int32   // per node: its loop in names; -1 if not stated
	before [][]int32 // per node without a loop: the loops that it follows
	single []int32   // 0, 1, …: every loop alone
}

// assign gives nodes their stated loops; names stays nil if there are none.
func (l *loops) assign() {
	if l.p.home < 0 {
		return
	}
	at := make([]int32, len(l.m.Loops)) // index in names, counted from 1
	for _, n := range l.nodes {
		if k := l.loop[l.who[n]]; k >= 0 && l.of[k] == l.p.home {
			at[k] = 1
		}
	}
	for k := range at {
		if at[k] != 0 {
			l.single = append(l.single, int32(len(l.names)))
			l.names = append(l.names, int32(k))
			at[k] = int32(len(l.names))
		}
	}
	if l.names == nil {
		return
	}
	l.stage, l.before = cleared(l.stage, len(l.nodes)), cleared(l.before, len(l.nodes))
	for k, n := range l.nodes {
		l.stage[k] = -1
		if of := l.loop[l.who[n]]; of >= 0 {
			l.stage[k] = at[of] - 1
		}
	}
}

// place orders the loops, finds one for nodes without one, and writes the stages.
func (l *loops) place(order []int32, arcs []arc) {
	l.in.spread(len(l.nodes), arcs, true)
	between := l.between(order)
	sequence, stuck := sorted(len(l.names), between)
	if stuck != nil {
		l.p.broken = true
		l.knot(between, stuck)
		return
	}
	position := make([]int32, len(l.names))
	for k, s := range sequence {
		position[s] = int32(k)
	}
	at, free := make([]int32, len(l.nodes)), make([]bool, len(l.nodes)) // position of every node's loop; nothing needs it
	for k := range at {
		at[k] = -1
		if l.stage[k] >= 0 {
			at[k] = position[l.stage[k]]
		}
		for _, s := range l.before[k] {
			at[k] = max(at[k], position[s])
		}
	}
	for _, k := range slices.Backward(order) { // before the loop that needs it
		if l.stage[k] >= 0 || l.before[k] != nil {
			continue
		}
		for _, a := range l.out.of(k) {
			if a.hard && at[a.to] >= 0 && (at[k] < 0 || at[a.to] < at[k]) {
				at[k] = at[a.to]
			}
		}
	}
	for _, k := range order { // otherwise after the loop that it reads
		if l.stage[k] >= 0 || l.before[k] != nil {
			continue
		}
		for _, a := range l.in.of(k) {
			if at[k] < 0 || free[k] {
				at[k], free[k] = max(at[k], at[a.from]), true
			}
		}
	}
	l.p.stages = make([]Stage, len(l.names))
	for k, s := range sequence {
		l.p.stages[k].Name = l.m.Loops[l.names[s]].Name
	}
	for _, k := range order {
		s := &l.p.stages[max(at[k], 0)]
		s.Members = l.expand(s.Members, l.p, l.nodes[k])
	}
}

// between finds which loops come after which, including by way of nodes without one.
func (l *loops) between(order []int32) (arcs []arc) {
	known := map[arc]bool{}
	for _, k := range order {
		for _, a := range l.in.of(k) {
			from := l.before[a.from]
			if s := l.stage[a.from]; s >= 0 {
				if s == l.stage[k] {
					continue
				}
				from = l.single[s : s+1]
			}
			if l.stage[k] < 0 && l.before[k] == nil && a.hard {
				l.before[k] = from[:len(from):len(from)]
				continue
			}
			for _, s := range from {
				switch key := (arc{from: s, to: l.stage[k], hard: a.hard}); {
				case s == l.stage[k]:
				case l.stage[k] >= 0 && !known[key]:
					known[key] = true
					key.edge = a.edge
					arcs = append(arcs, key)
				case l.stage[k] < 0 && a.hard && !slices.Contains(l.before[k], s):
					l.before[k] = append(l.before[k], s)
				}
			}
		}
	}
	return arcs
}

// knot reports loops that need each other.
func (l *loops) knot(between []arc, stuck []int32) {
	for _, way := range cycles(len(l.names), between, stuck) {
		var names, links []string
		var place diag.Pos
		for _, a := range way {
			w := l.wires[a.edge]
			place = l.m.place(&w)
			before, after := l.m.Loops[l.names[a.from]].Name, l.m.Loops[l.names[a.to]].Name
			names = append(names, before)
			links = append(links, w.From.Path()+" → "+w.To.Path()+" ("+before+" before "+after+")")
		}
		l.fault("loop", names[0], place, "loops "+strings.Join(names, " and ")+" need each other in the same run: "+strings.Join(links, ", "),
			"move an Atom to the other loop, or make one of these needs periodic")
	}
}
