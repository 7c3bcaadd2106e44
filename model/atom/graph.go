package atom

import (
	"slices"
	"strconv"
)

// Graph is the Knowledge Association Graph of a composition (section V-A, Definition 1): a directed multigraph whose
// nodes are instances and whose edges are links, with those of Molecules resolved.
type Graph struct {
	Model *Model
	Nodes []Node // in declaration order
	Edges []Edge
	Parts []string // names of the compositions after Separate: those of their loops, or C1, C2, …
}

// Node is an Atom, an External Knowledge Atom or an Alternative.
type Node struct {
	Instance *Instance
	Update   Update // of its Physics
	Part     int    // number of its composition in Parts after Separate; -1 before, and if it is not Periodic
}

// Edge is a link, or after Simplify all links between two nodes that have equal constraints.
type Edge struct {
	From, To   int        // in Nodes
	Constraint Constraint // of the need
	Wires      []Wire
}

// Graph returns the Knowledge Association Graph of m, as far as its links are sound. Like Check, it fills in what the
// model leaves to be derived.
func (m *Model) Graph() *Graph {
	c := newChecker(m)
	c.names()
	c.links()
	c.constraints()
	c.conditions()
	c.resolve()
	net := c.graph()
	g := &Graph{Model: m, Nodes: make([]Node, len(net.who)), Edges: make([]Edge, len(net.edges))}
	for n := range g.Nodes {
		g.Nodes[n] = Node{Instance: net.node(int32(n)), Update: net.update[n], Part: -1}
	}
	for n, e := range net.edges {
		u := c.wires[n].To.Update
		if c.wires[n].To.role == ProductRole {
			u = Constraint{Update: Coupled}
		}
		g.Edges[n] = Edge{From: int(e.from), To: int(e.to), Constraint: u, Wires: c.wires[n : n+1 : n+1]}
	}
	return g
}

// Simplify returns the graph with edges of equal constraints between the same nodes merged, and without the nodes that
// are not Periodic and their edges (section V-B).
func (g *Graph) Simplify() *Graph {
	out := &Graph{Model: g.Model, Parts: slices.Clone(g.Parts)}
	to := make([]int, len(g.Nodes))
	for n, node := range g.Nodes {
		to[n] = -1
		if node.Update == Periodic {
			to[n] = len(out.Nodes)
			out.Nodes = append(out.Nodes, node)
		}
	}
	type key struct {
		from, to int
		u        Update
		periods  string
	}
	merged := map[key]int{}
	for _, e := range g.Edges {
		if to[e.From] < 0 || to[e.To] < 0 {
			continue
		}
		k := key{to[e.From], to[e.To], e.Constraint.Update, e.Constraint.Periods.String()}
		n, ok := merged[k]
		if !ok {
			n = len(out.Edges)
			merged[k] = n
			out.Edges = append(out.Edges, Edge{From: k.from, To: k.to, Constraint: e.Constraint})
		}
		out.Edges[n].Wires = append(out.Edges[n].Wires, e.Wires...)
	}
	return out
}

// Separate returns the graph with its nodes divided into compositions at the periodic links (Figure 10): Node.Part.
// Coupled nodes stay together, and so do an Alternative and its laws, and loops of one composition.
func (g *Graph) Separate() *Graph {
	out := &Graph{Model: g.Model, Nodes: slices.Clone(g.Nodes), Edges: slices.Clone(g.Edges)}
	n := &net{homes: newHomes(g.Model), who: make([]int32, len(g.Nodes)), update: make([]Update, len(g.Nodes)), edges: make([]edge, len(g.Edges))}
	for k, e := range g.Edges {
		n.edges[k] = edge{from: int32(e.From), to: int32(e.To), update: e.Constraint.Update}
	}
	for k, node := range g.Nodes {
		n.who[k], n.update[k] = int32(node.Instance.ID), node.Update
	}
	parts, part := n.separate()
	for _, p := range parts {
		out.Parts = append(out.Parts, p.name)
	}
	for k := range part {
		out.Nodes[k].Part = int(part[k])
	}
	return out
}

// net is a graph in the form that Check goes through.
type net struct {
	homes
	who    []int32 // the instances of nodes
	update []Update
	edges  []edge // of Check as its wires
}

// node returns a node's instance.
func (g *net) node(n int32) *Instance { return g.m.Instances[g.who[n]] }

type edge struct {
	from, to int32
	update   Update
	fits     bool // of Check: Ctr(n) ≡ Ctr(p), also for the Needs that it passes through
	timed    bool // of Check: the Need says how often it is updated, without a fault
	judged   bool // of Check: it ends at a Product, or at a Need whose update has a reported fault
}

// graph makes the graph of the wires.
func (c *checker) graph() *net {
	nodes := int(c.about[len(c.m.Instances)].node)
	g := &net{homes: c.home, who: make([]int32, 0, nodes), update: make([]Update, 0, nodes), edges: c.ends}
	for n := range c.m.Instances {
		if of := &c.about[n]; of.leaf() {
			g.who, g.update = append(g.who, int32(n)), append(g.update, of.update)
		}
	}
	return g
}

// homes says where instances run according to the model.
type homes struct {
	m            *Model
	loop         []int32  // per instance: its real-time loop, or that of what contains it, in Model.Loops; -1: none, or not declared
	under        []int32  // per instance: the Alternative whose law contains it; 0: none
	of           []int32  // per loop: its composition; -1: unnamed
	compositions []string // in the order of their loops
}

func newHomes(m *Model) homes {
	memory := make([]int32, 2*len(m.Instances)+len(m.Loops))
	h := homes{m: m, loop: memory[:len(m.Instances)], under: memory[len(m.Instances):][:len(m.Instances)], of: memory[2*len(m.Instances):]}
	number := make(map[string]int32, len(m.Loops))
	for n, l := range m.Loops {
		if _, ok := number[l.Name]; !ok {
			number[l.Name] = int32(n)
		}
		if h.of[n] = int32(slices.Index(h.compositions, l.Composition)); h.of[n] < 0 && l.Composition != "" {
			h.of[n] = int32(len(h.compositions))
			h.compositions = append(h.compositions, l.Composition)
		}
	}
	h.loop[0] = -1
	for n, i := range m.Instances[1:] {
		around := i.Parent
		h.loop[n+1], h.under[n+1] = h.loop[around.ID], h.under[around.ID]
		if around.Kind == Alternative {
			h.under[n+1] = int32(around.ID)
		}
		if i.Loop != "" {
			h.loop[n+1] = -1
			if k, ok := number[i.Loop]; ok {
				h.loop[n+1] = k
			}
		}
	}
	return h
}

// composition returns the number of the composition of an instance's loop; -1 if nothing is stated.
func (h *homes) composition(i int32) int32 {
	if l := h.loop[i]; l >= 0 {
		return h.of[l]
	}
	return -1
}

// separate returns the parts, those with loops first, in the order of the loops, then the others; and for each node the
// number of its part, or -1.
func (g *net) separate() (parts []*part, of []int32) {
	root := make([]int32, len(g.who))
	for n := range root {
		root[n] = int32(n)
	}
	find := func(n int32) int32 {
		for root[n] != n {
			root[n] = root[root[n]]
			n = root[n]
		}
		return n
	}
	join := func(a, b int32) { // the first declared represents all
		a, b = find(a), find(b)
		root[max(a, b)] = min(a, b)
	}
	for _, e := range g.edges {
		if e.update == Coupled && g.update[e.from] == Periodic && g.update[e.to] == Periodic {
			join(e.from, e.to)
		}
	}
	first := make([]int32, len(g.compositions)+len(g.m.Instances)) // per composition, then per Alternative: one of its nodes, from 1
	laws := first[len(g.compositions):]
	for n := range int32(len(g.who)) {
		if g.update[n] != Periodic {
			continue
		}
		if c := g.composition(g.who[n]); c >= 0 {
			if first[c] == 0 {
				first[c] = n + 1
			}
			join(first[c]-1, n)
		}
		alt := g.under[g.who[n]]
		if g.node(n).Kind == Alternative {
			alt = g.who[n]
		}
		if alt > 0 {
			if laws[alt] == 0 {
				laws[alt] = n + 1
			}
			join(laws[alt]-1, n)
		}
	}
	return g.name(find, first)
}

// name numbers and names the parts. first holds a node of every composition that loops name, counted from 1.
func (g *net) name(find func(int32) int32, first []int32) (parts []*part, of []int32) {
	memory := make([]int32, 2*len(g.who))
	number, of := memory[:len(g.who)], memory[len(g.who):] // number: per representative node, of its part, counted from 1
	for c, name := range g.compositions {
		if n := first[c]; n != 0 && number[find(n-1)] == 0 {
			parts = append(parts, &part{name: name, home: int32(c)})
			number[find(n-1)] = int32(len(parts))
		}
	}
	next := 0
	for n := range of {
		if of[n] = -1; g.update[n] != Periodic {
			continue
		}
		r := find(int32(n))
		if number[r] == 0 {
			name := ""
			for name == "" || slices.Contains(g.compositions, name) {
				next++
				name = "C" + strconv.Itoa(next)
			}
			parts = append(parts, &part{name: name, home: -1})
			number[r] = int32(len(parts))
		}
		of[n] = number[r] - 1
	}
	return parts, of
}

// loopOf returns the loop of i: its own, or that of what contains it.
func loopOf(i *Instance) string {
	for ; i != nil; i = i.Parent {
		if i.Loop != "" {
			return i.Loop
		}
	}
	return ""
}
