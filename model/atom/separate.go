package atom

import (
	"slices"
	"strings"
	"time"
)

// part is a composition after separation.
type part struct {
	name    string
	home    int32   // its composition by the loops that name it; -1: none does
	nodes   []int32 // that run in it, in declaration order: periodic ones, and sporadic ones that it hosts
	stages  []Stage
	members []*Instance     // all that run in it
	stated  []time.Duration // their worst times, as the model states them
	between time.Duration   // Δ_com, as the model states it
	sets    []setOf         // T_phy of those that are periodic
	wanted  []setOf         // T_Need of what reads from it
	after   []int           // parts that it reads from
	broken  bool            // a fault about it has been reported
}

// separator parts a graph into compositions and loops.
type separator struct {
	*checker
	*net
	parts []*part
	over  []int32         // per node: the node of the Alternative that it is in a law of, or itself
	part  []int32         // per node; -1: none
	next  []int32         // per node: the next one in a law of the same Alternative; of the Alternative the first; 0: no more
	local []int32         // scratch, per node
	laws  []int32         // scratch
	inner map[int32][]arc // per node of an Alternative: how what is in its laws is coupled
}

// separate divides the graph into compositions, finds a place for sporadic nodes, and puts everything in order.
func (c *checker) separate(g *net) []*part {
	nodes := len(g.nodes)
	memory := make([]int32, 4*nodes)
	s := &separator{checker: c, net: g, parts: g.separate(), over: memory[:nodes], part: memory[nodes : 2*nodes],
		next: memory[2*nodes : 3*nodes], local: memory[3*nodes:]}
	for n := range g.nodes {
		s.over[n], s.part[n] = int32(n), int32(g.nodes[n].Part)
	}
	for n := nodes - 1; n >= 0; n-- {
		if alt := g.under[g.nodes[n].Instance.ID]; alt != 0 {
			o := s.at[alt]
			s.over[n], s.next[n], s.next[o] = o, s.next[o], int32(n)
		}
	}
	s.undeclared()
	s.hosts()
	s.members()
	arcs := s.arcs()
	s.loopless()
	for k, p := range s.parts {
		s.oneComposition(p)
		s.order(p, arcs[k])
	}
	s.idle()
	return s.parts
}

// members lists what runs in each part.
func (s *separator) members() {
	counts := make([]int, len(s.parts))
	for _, k := range s.part {
		if k >= 0 {
			counts[k]++
		}
	}
	for k, p := range s.parts {
		p.nodes, p.members = make([]int32, 0, counts[k]), make([]*Instance, 0, counts[k])
		p.stated, p.sets = make([]time.Duration, 0, counts[k]), make([]setOf, 0, counts[k])
	}
	for n, k := range s.part {
		if k < 0 {
			continue
		}
		p, i := s.parts[k], s.nodes[n].Instance
		u := &s.update[i.ID]
		p.nodes, p.members, p.stated = append(p.nodes, int32(n)), append(p.members, i), append(p.stated, u.Worst)
		if u.Update == Periodic && u.Periods != nil {
			p.sets = append(p.sets, setOf{of: i, set: u.Periods})
		}
	}
}

// arcs finds what orders the nodes of each part.
func (s *separator) arcs() [][]arc {
	counts, arcs := make([]int, len(s.parts)), make([][]arc, len(s.parts))
	for _, e := range s.edges {
		if k := s.part[e.from]; k >= 0 && k == s.part[e.to] {
			counts[k]++
		}
	}
	for k := range arcs {
		arcs[k] = make([]arc, 0, counts[k])
	}
	for n := range s.edges {
		s.edge(int32(n), arcs)
	}
	for n := range s.nodes {
		if p := s.nodes[n].Instance.Condition; p != nil && s.part[n] >= 0 {
			from := s.at[p.Owner.ID]
			if p.Owner.leaf() && s.part[from] == s.part[n] && s.over[from] != s.over[n] {
				arcs[s.part[n]] = append(arcs[s.part[n]], arc{from: s.over[from], to: s.over[n], edge: -1})
			}
		}
	}
	return arcs
}

// edge files an edge of the graph: under the part where it orders something, or as reading from another part.
func (s *separator) edge(n int32, arcs [][]arc) {
	e := s.edges[n]
	from, to := s.part[e.from], s.part[e.to]
	if from < 0 || to < 0 {
		return
	}
	if e.update == Periodic {
		if p := s.wires[n].To; p.Update.Periods != nil && !s.port[p.number].said {
			s.parts[from].wanted = append(s.parts[from].wanted, setOf{need: p, set: p.Update.Periods})
		}
	}
	if from != to {
		if p := s.parts[to]; !slices.Contains(p.after, int(from)) {
			p.after = append(p.after, int(from))
		}
		return
	}
	a := arc{from: s.over[e.from], to: s.over[e.to], hard: e.update == Coupled, edge: n}
	if a.from == a.to && e.from != a.from && e.to != a.to && a.hard {
		if s.inner == nil {
			s.inner = map[int32][]arc{}
		}
		s.inner[a.from] = append(s.inner[a.from], arc{e.from, e.to, n, true})
	}
	if e.update != Coupled && e.update != Sporadic || a.from == a.to && (e.from != a.from || !a.hard) {
		return
	}
	arcs[from] = append(arcs[from], a)
}

// undeclared looks for loops that are not declared.
func (s *separator) undeclared() {
	var names []string
	for _, i := range s.m.Instances[1:] {
		if i.Loop == "" || s.loop[i.ID] >= 0 {
			continue
		}
		if names == nil {
			for _, l := range s.m.Loops {
				names = append(names, l.Name)
			}
		}
		s.fault("loop", i.Path, i.Place, "there is no loop "+i.Loop, orElse(meant(i.Loop, names), "declare it, with the composition it is a loop of"))
	}
}

// idle looks for loops in which nothing runs.
func (s *separator) idle() {
	if len(s.m.Loops) == 0 || len(s.faults) > 0 { // another fault may be the reason
		return
	}
	busy := make([]bool, len(s.m.Loops))
	for n, k := range s.part {
		if l := s.loop[s.nodes[n].Instance.ID]; k >= 0 && l >= 0 {
			busy[l] = true
		}
	}
	for n, l := range s.m.Loops {
		if !busy[n] {
			s.fault("loop", l.Name, l.Place, "nothing runs in it", "put an Atom that is periodic or sporadic into it, or leave it out")
		}
	}
}

// hosts finds the part in which sporadic nodes run when they are due: that of their loop, of what they are coupled to,
// of what needs them, of what they need, or of their condition; otherwise the first. Externals that only produce need
// none.
func (s *separator) hosts() {
	var waiting []int32
	for n, node := range s.nodes {
		if node.Update == Sporadic && s.over[n] == int32(n) && (node.Instance.Kind != External || node.Instance.Has(NeedRole)) {
			waiting = append(waiting, int32(n))
			if c := s.composition(node.Instance); c >= 0 {
				s.part[n] = int32(slices.IndexFunc(s.parts, func(p *part) bool { return p.home == c }))
			}
		}
	}
	s.settle(waiting)
	for _, n := range waiting {
		i := s.nodes[n].Instance
		if s.part[n] < 0 && i.Condition != nil && i.Condition.Owner.leaf() {
			s.part[n] = s.part[s.at[i.Condition.Owner.ID]]
		}
		if s.part[n] >= 0 {
			continue
		} else if s.part[n] = 0; len(s.parts) == 0 {
			s.part[n] = -1
			s.fault("schedule", i.Path, i.Place, "it is sporadic, and there is no periodic composition that could run it when it is due",
				"make periodic what looks at its condition")
		}
	}
	for n, o := range s.over {
		if u := s.nodes[n].Update; o != int32(n) && u == Sporadic {
			s.part[n] = s.part[o]
		}
	}
}

// settle gives waiting nodes the part of a neighbour until no more can be given: first of a node they are coupled to, then
// of one that reads them, then of one that they read.
func (s *separator) settle(waiting []int32) {
	if waiting == nil {
		return
	}
	var touching []arc // a sporadic node, and what it is linked with
	for k, e := range s.edges {
		from, to := s.over[e.from], s.over[e.to]
		if s.nodes[from].Update == Sporadic {
			touching = append(touching, arc{from: from, to: to, edge: int32(k)})
		}
		if s.nodes[to].Update == Sporadic {
			touching = append(touching, arc{from: to, to: from, edge: int32(k)})
		}
	}
	first, out := spread(len(s.nodes), touching, false)
	for changed := true; changed; {
		changed = false
		for _, n := range waiting {
			for rule := 0; rule < 3 && s.part[n] < 0; rule++ {
				for _, a := range out[first[n]:first[n+1]] {
					e := s.edges[a.edge]
					fits := rule == 0 && e.update == Coupled && s.over[e.from] == a.to || rule == 1 && s.over[e.to] == a.to ||
						rule == 2 && s.over[e.from] == a.to
					if fits && s.part[n] < 0 && s.part[a.to] >= 0 {
						s.part[n], changed = s.part[a.to], true
					}
				}
			}
		}
	}
}

// loopless looks for circles of constants, and of sporadic Atoms that would trigger each other for ever.
func (s *separator) loopless() {
	what := []string{Constant: "constants that need each other", Sporadic: "sporadic Atoms that set each other off"}
	for _, u := range []Update{Constant, Sporadic} {
		order, arcs, stuck := s.sortUpdated(u)
		if stuck != nil {
			s.circles(arcs, stuck, what[u], "take one of the links out")
		}
		if u == Constant {
			s.constants = order
		}
	}
}

// sortUpdated orders the nodes of an update by the links and conditions among them.
func (s *separator) sortUpdated(u Update) (order []*Instance, arcs []arc, stuck []int32) {
	var nodes []int32
	for n := range s.nodes {
		if s.nodes[n].Update == u {
			s.local[n] = int32(len(nodes))
			nodes = append(nodes, int32(n))
		}
	}
	if nodes == nil {
		return nil, nil, nil
	}
	for n, e := range s.edges {
		if e.update == u && s.nodes[e.from].Update == u && s.nodes[e.to].Update == u && s.nodes[e.to].Instance.Kind != External {
			arcs = append(arcs, arc{e.from, e.to, int32(n), true})
		}
	}
	for _, n := range nodes {
		i := s.nodes[n].Instance
		if p := i.Condition; p != nil && i.Kind == Simple && p.Owner.Kind == Simple && s.update[p.Owner.ID].Update == u {
			arcs = append(arcs, arc{s.at[p.Owner.ID], n, -1, true})
		}
	}
	near := make([]arc, len(arcs))
	for k, a := range arcs {
		near[k] = arc{s.local[a.from], s.local[a.to], a.edge, true}
	}
	sequence, stuck := sorted(len(nodes), near)
	for k, n := range stuck {
		stuck[k] = nodes[n]
	}
	order = make([]*Instance, len(sequence))
	for k, n := range sequence {
		order[k] = s.nodes[nodes[n]].Instance
	}
	return order, arcs, stuck
}

// circles reports cycles, each as a whole.
func (s *separator) circles(arcs []arc, stuck []int32, what, hint string) {
	for _, way := range cycles(len(s.nodes), arcs, stuck) {
		start := s.nodes[way[0].from].Instance
		names := []string{start.Path}
		for _, a := range way {
			names = append(names, s.nodes[a.to].Instance.Path)
		}
		place := start.Place
		for _, a := range way {
			if a.edge >= 0 {
				place = s.m.place(&s.wires[a.edge])
			}
		}
		s.fault("cycle", start.Path, place, what+": "+strings.Join(names, " → "), hint)
	}
}

// oneComposition looks whether loops of several compositions are coupled.
func (s *separator) oneComposition(p *part) {
	if len(s.compositions) < 2 {
		return
	}
	all := []string{}
	for _, n := range p.nodes {
		if name := s.says(n); name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if len(all) < 2 {
		return
	}
	p.broken = true
	message := "loops of " + strings.Join(all, " and ") + " are coupled: what is coupled is one composition"
	hint := "make the needs between them periodic, or move Atoms to a loop of the composition that they are coupled to"
	for k, e := range s.edges {
		if a, b := s.says(e.from), s.says(e.to); a != "" && b != "" && a != b && e.update == Coupled {
			w := s.wires[k]
			s.fault("loop", w.To.Path(), s.m.place(&w), message+"; "+w.From.Path()+" in "+a+" is coupled to it in "+b, hint)
			return
		}
	}
	first := s.nodes[p.nodes[0]].Instance
	s.fault("loop", first.Path, first.Place, message, hint)
}

// says is the composition of the loop that a periodic node is said to run in; "" where nothing is said.
func (s *separator) says(n int32) string {
	if c := s.composition(s.nodes[n].Instance); c >= 0 && s.nodes[n].Update == Periodic {
		return s.compositions[c]
	}
	return ""
}
