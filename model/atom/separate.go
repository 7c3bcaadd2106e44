package atom

import (
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/period"
)

// part is a composition after separation.
type part struct {
	name    string
	home    int32   // its composition as named by its loops; -1: unnamed
	nodes   []int32 // nodes that run in it, in declaration order: periodic ones, and the sporadic ones it hosts
	stages  []Stage
	members []*Instance   // all instances that run in it
	physics []*Constraint // their Physics' constraints, with T_phy and the worst time, as the model states them
	laws    []bool        // whether they are in a law of an Alternative
	between time.Duration // Δ_com as the model states it
	limited bool          // one of them states T_phy
	wanted  []setOf       // T_Need of its readers
	after   []int         // parts that it reads from
	broken  bool          // a fault about it has been reported
}

// add adds i to the part.
func (p *part) add(i *Instance, u *Constraint, law bool) {
	p.members, p.physics, p.laws = append(p.members, i), append(p.physics, u), append(p.laws, law)
	p.limited = p.limited || u.limits()
}

// limits reports whether the constraint states T_phy.
func (u *Constraint) limits() bool { return u.Update == Periodic && u.Periods != nil }

// sets returns T_phy of all that state it.
func (p *part) sets() (sets []setOf) {
	for n, u := range p.physics {
		if u.limits() {
			sets = append(sets, setOf{of: p.members[n], set: u.Periods})
		}
	}
	return sets
}

// allowed intersects a set with T_phy of all.
func (p *part) allowed(s period.Set) period.Set {
	return period.Common(func(yield func(period.Set) bool) {
		more := yield(s)
		for n := 0; more && n < len(p.physics); n++ {
			if u := p.physics[n]; u.limits() {
				more = yield(u.Periods)
			}
		}
	})
}

// separator divides a graph into compositions and loops.
type separator struct {
	*checker
	*net
	parts []*part
	over  []int32         // per node: the node of the Alternative that has it in a law, or itself
	part  []int32         // per node; -1: none
	next  []int32         // per node: the next one in a law of the same Alternative; for the Alternative the first; 0: no more
	local []int32         // scratch, per node
	laws  []int32         // scratch
	out   sorter          // of the part being ordered
	in    rows            // its arcs by their ends
	loops loops           // its loops
	inner map[int32][]arc // per node of an Alternative: the coupling within its laws
}

// separate divides the graph into compositions, places sporadic nodes, and puts everything in order.
func (c *checker) separate(g *net) []*part {
	nodes := len(g.who)
	memory := make([]int32, 3*nodes)
	s := &separator{checker: c, net: g, over: memory[:nodes], next: memory[nodes : 2*nodes], local: memory[2*nodes:]}
	s.parts, s.part = g.separate()
	for n := range s.over {
		s.over[n] = int32(n)
	}
	for n := nodes - 1; n >= 0; n-- {
		if alt := g.under[g.who[n]]; alt != 0 {
			o := s.about[alt].node
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
	all := len(s.part)
	nodes, members, physics, laws, used := make([]int32, all), make([]*Instance, all), make([]*Constraint, all), make([]bool, all), 0
	for k, p := range s.parts {
		end := used + counts[k]
		p.nodes, p.members = nodes[used:used:end], members[used:used:end]
		p.physics, p.laws, used = physics[used:used:end], laws[used:used:end], end
	}
	for n, k := range s.part {
		if k < 0 {
			continue
		}
		p := s.parts[k]
		p.nodes = append(p.nodes, int32(n))
		p.add(s.node(int32(n)), s.physics[s.who[n]], s.over[n] != int32(n))
	}
}

// arcs finds the arcs that order the nodes of each part.
func (s *separator) arcs() [][]arc {
	counts, arcs := make([]int, len(s.parts)), make([][]arc, len(s.parts))
	for _, e := range s.edges {
		if k := s.part[e.from]; k >= 0 && k == s.part[e.to] {
			counts[k]++
		}
	}
	most := 0
	for k := range arcs {
		arcs[k], most = make([]arc, 0, counts[k]), max(most, counts[k])
	}
	s.out.arcs = make([]arc, 0, most)
	for n := range s.edges {
		s.edge(int32(n), arcs)
	}
	for n := range s.update {
		if s.update[n] != Sporadic || s.part[n] < 0 {
			continue
		}
		if p := s.node(int32(n)).Condition; p != nil {
			of := &s.about[p.Owner.ID]
			from := of.node
			if of.leaf() && s.part[from] == s.part[n] && s.over[from] != s.over[n] {
				arcs[s.part[n]] = append(arcs[s.part[n]], arc{from: s.over[from], to: s.over[n], edge: -1})
			}
		}
	}
	return arcs
}

// edge records an edge of the graph: with the part in which it orders nodes, or as reading from another part.
func (s *separator) edge(n int32, arcs [][]arc) {
	e := s.edges[n]
	from, to := s.part[e.from], s.part[e.to]
	if from < 0 || to < 0 {
		return
	}
	if e.update == Periodic {
		if p := s.wires[n].To; e.timed && p.Update.Periods != nil {
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

// undeclared finds loops that are not declared.
func (s *separator) undeclared() {
	var names []string
	for n, i := range s.m.Instances {
		if n == 0 || s.loop[n] >= 0 || i.Loop == "" {
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

// idle finds loops in which nothing runs.
func (s *separator) idle() {
	if len(s.m.Loops) == 0 || len(s.faults) > 0 { // another fault may be the reason
		return
	}
	busy := make([]bool, len(s.m.Loops))
	for n, k := range s.part {
		if l := s.loop[s.who[n]]; k >= 0 && l >= 0 {
			busy[l] = true
		}
	}
	for n, l := range s.m.Loops {
		if !busy[n] {
			s.fault("loop", l.Name, l.Place, "nothing runs in it", "put an Atom that is periodic or sporadic into it, or leave it out")
		}
	}
}

// hosts finds the part in which sporadic nodes run when they are due: that of their loop, of what they are coupled to, of
// what needs them, of what they need, or of their condition; otherwise the first part. Externals that only produce need
// none.
func (s *separator) hosts() {
	var waiting []int32
	for n := range s.update {
		if s.update[n] != Sporadic || s.over[n] != int32(n) {
			continue
		}
		if i := s.node(int32(n)); i.Kind != External || i.Has(NeedRole) {
			waiting = append(waiting, int32(n))
			if c := s.composition(s.who[n]); c >= 0 {
				s.part[n] = int32(slices.IndexFunc(s.parts, func(p *part) bool { return p.home == c }))
			}
		}
	}
	s.settle(waiting)
	for _, n := range waiting {
		i := s.node(n)
		if s.part[n] < 0 && i.Condition != nil {
			if of := &s.about[i.Condition.Owner.ID]; of.leaf() {
				s.part[n] = s.part[of.node]
			}
		}
		if s.part[n] >= 0 {
			continue
		} else if s.part[n] = 0; len(s.parts) == 0 {
			s.part[n] = -1
			s.fault("schedule", i.Path, i.Place, "it is sporadic, and there is no periodic composition that could run it when it is due",
				"make periodic what looks at its condition")
		}
	}
	told := len(s.faults) > 0 // another fault may be the reason
	for n, o := range s.over {
		if o == int32(n) {
			continue
		}
		u := s.update[n]
		if u == Sporadic {
			s.part[n] = s.part[o]
		}
		if u <= s.update[o] {
			continue
		}
		s.over[n] = int32(n) // there will be no plan; the node is treated as if it were outside the Alternative
		if i := s.node(int32(n)); !told {
			s.fault("alternative", i.Path, i.Place, "it is "+u.String()+", and the Alternative "+s.node(o).Path+" around it "+s.update[o].String(),
				"what is in a law runs when the Alternative does: give both the same constraint, or put it outside")
		}
	}
}

// settle gives waiting nodes the part of a neighbour until no more can be given: first that of a node they are coupled to,
// then of one that reads them, then of one that they read.
func (s *separator) settle(waiting []int32) {
	if waiting == nil {
		return
	}
	var touching []arc // a sporadic node and its linked nodes
	for k, e := range s.edges {
		from, to := s.over[e.from], s.over[e.to]
		if s.update[from] == Sporadic {
			touching = append(touching, arc{from: from, to: to, edge: int32(k)})
		}
		if s.update[to] == Sporadic {
			touching = append(touching, arc{from: to, to: from, edge: int32(k)})
		}
	}
	s.in.spread(len(s.who), touching, false)
	for changed := true; changed; {
		changed = false
		for _, n := range waiting {
			for rule := 0; rule < 3 && s.part[n] < 0; rule++ {
				for _, a := range s.in.of(n) {
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

// loopless finds circles of constants, and of sporadic Atoms that would trigger each other forever.
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
	for n := range s.update {
		if s.update[n] == u {
			s.local[n] = int32(len(nodes))
			nodes = append(nodes, int32(n))
		}
	}
	if nodes == nil {
		return nil, nil, nil
	}
	for n, e := range s.edges {
		if e.update == u && s.update[e.from] == u && s.update[e.to] == u && s.node(e.to).Kind != External {
			arcs = append(arcs, arc{e.from, e.to, int32(n), true})
		}
	}
	for _, n := range nodes {
		i := s.node(n)
		if p := i.Condition; p != nil && i.Kind == Simple && p.Owner.Kind == Simple && s.about[p.Owner.ID].update == u {
			arcs = append(arcs, arc{s.about[p.Owner.ID].node, n, -1, true})
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
		order[k] = s.node(nodes[n])
	}
	return order, arcs, stuck
}

// circles reports each cycle as a whole.
func (s *separator) circles(arcs []arc, stuck []int32, what, hint string) {
	for _, way := range cycles(len(s.who), arcs, stuck) {
		start := s.node(way[0].from)
		names := []string{start.Path}
		for _, a := range way {
			names = append(names, s.node(a.to).Path)
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

// oneComposition checks whether loops of several compositions are coupled.
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
	first := s.node(p.nodes[0])
	s.fault("loop", first.Path, first.Place, message, hint)
}

// says returns the composition of a periodic node's stated loop; "" if none is stated.
func (s *separator) says(n int32) string {
	if c := s.composition(s.who[n]); c >= 0 && s.update[n] == Periodic {
		return s.compositions[c]
	}
	return ""
}
