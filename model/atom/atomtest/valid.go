package atomtest

import (
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Valid makes a faultless composition of size Atoms or a few more that can be scheduled on one core: several compositions
// coupled by periodic links, Molecules, Alternatives, constants, sporadic Atoms with and without a condition, and loops.
// Equal seeds give equal compositions.
func Valid(seed uint64, size int) *atom.Model { return newDraft(seed, size).build() }

// cluster is a composition in a draft.
type cluster struct {
	period  time.Duration
	share   time.Duration // of the period, per Atom
	first   *node
	outputs []end           // of periodic nodes
	truths  []end           // the Boolean ones
	counts  []end           // the Unsigned ones
	place   []*node         // the root and Molecules
	near    map[*node][]end // outputs by their Molecule
	made    int
}

// gives notes an output.
func (c *cluster) gives(e end) {
	c.outputs = append(c.outputs, e)
	c.near[e.n.parent] = append(c.near[e.n.parent], e)
}

// grower makes a draft.
type grower struct {
	*draft
	clusters  []*cluster
	constants []end
	sporadic  []end
}

func newDraft(seed uint64, size int) *draft {
	g := &grower{draft: &draft{r: rand.New(rand.NewPCG(seed, uint64(size)))}}
	many := 1 + g.r.IntN(min(1+size/8, 6))
	looped := g.r.IntN(2) == 0
	for range 1 + g.r.IntN(3) {
		g.constant()
	}
	for range g.r.IntN(3) {
		n := g.add(atom.External, "operator", nil, -1)
		n.constraint = atom.Constraint{Update: atom.Sporadic}
		g.sporadic = append(g.sporadic, n.product(g.quantity()))
	}
	for k := range many {
		p := []time.Duration{5, 10, 20, 25, 40, 50, 100}[g.r.IntN(7)] * time.Millisecond
		c := &cluster{period: p, share: p / time.Duration(8*(size+8)), place: []*node{nil}, near: map[*node][]end{}}
		if looped {
			for _, l := range []string{"a", "b"} {
				g.loops = append(g.loops, atom.Loop{Name: "L" + strconv.Itoa(k) + l, Composition: "C" + strconv.Itoa(k+1)})
			}
		}
		g.clusters = append(g.clusters, c)
		g.start(k)
	}
	for g.leafs < size {
		k := g.r.IntN(many)
		switch g.r.IntN(20) {
		case 0:
			g.constant()
		case 1:
			g.event(k)
		case 2:
			g.alternative(k)
		case 3, 4:
			g.molecule(k)
		default:
			g.atom(k)
		}
	}
	for k, c := range g.clusters {
		n := g.add(atom.External, "actuator", nil, k)
		g.periodic(n, k)
		n.driver = "actuator"
		g.need(n, c.outputs[g.r.IntN(len(c.outputs))], atom.Constraint{Update: atom.Coupled})
	}
	return g.draft
}

// periodic puts a node into a cluster.
func (g *grower) periodic(n *node, k int) {
	c := g.clusters[k]
	n.constraint = atom.Constraint{Update: atom.Periodic, Worst: time.Duration(g.r.Int64N(int64(c.share)))}
	if g.r.IntN(3) > 0 {
		n.constraint.Periods = g.periods(c.period)
	}
	if g.loops != nil && n.loop == "" && g.r.IntN(2) == 0 {
		half := "a"
		if c.made > 4 {
			half = "b"
		}
		n.loop = "L" + strconv.Itoa(k) + half
	}
	c.made++
}

// start gives a cluster its sensor and a first Atom coupled to it, both with stated periods.
func (g *grower) start(k int) {
	c := g.clusters[k]
	c.first = g.add(atom.External, "sensor", nil, k)
	g.periodic(c.first, k)
	c.first.driver = "sensor"
	for range 1 + g.r.IntN(3) {
		c.gives(c.first.product(g.quantity()))
	}
	c.truths = append(c.truths, c.first.product(atom.Element{Type: unit.TypeBoolean}))
	c.counts = append(c.counts, c.first.product(atom.Element{Type: unit.TypeUnsigned}))
	n := g.add(atom.Simple, "atom", nil, k)
	g.periodic(n, k)
	g.need(n, c.outputs[0], atom.Constraint{Update: atom.Coupled})
	c.gives(n.product(g.quantity()))
	c.first.constraint.Periods, n.constraint.Periods = g.periods(c.period), g.periods(c.period)
}

// constant adds an External with values, or an Atom that runs once.
func (g *grower) constant() {
	if len(g.constants) > 0 && g.r.IntN(3) == 0 {
		n := g.add(atom.Simple, "constant", nil, -1)
		n.constraint = atom.Constraint{Update: atom.Constant}
		g.need(n, g.constants[g.r.IntN(len(g.constants))], atom.Constraint{Update: atom.Constant})
		g.constants = append(g.constants, n.product(g.quantity()))
		return
	}
	n := g.add(atom.External, "expertise", nil, -1)
	n.constraint = atom.Constraint{Update: atom.Constant}
	n.values = map[string]float64{}
	for range 1 + g.r.IntN(3) {
		p := n.product(g.quantity())
		n.values[p.element().Name] = g.r.Float64()
		g.constants = append(g.constants, p)
	}
}

// where returns a place for a node of a cluster: the root or a Molecule.
func (g *grower) where(k int) *node {
	c := g.clusters[k]
	return c.place[g.r.IntN(len(c.place))]
}

// molecule adds a Molecule, perhaps inside another.
func (g *grower) molecule(k int) {
	around := g.where(k)
	for around != nil && around.parent != nil && g.r.IntN(4) > 0 {
		around = around.parent
	}
	m := g.add(atom.Molecule, "molecule", around, k)
	if g.r.IntN(2) == 0 {
		m.parameters = map[string]string{"axis": []string{"x", "y", "z"}[g.r.IntN(3)]}
	}
	g.clusters[k].place = append(g.clusters[k].place, m)
	g.fill(k, m)
}

// atom adds a periodic Atom with needs of all kinds.
func (g *grower) atom(k int) { g.fill(k, g.where(k)) }

func (g *grower) fill(k int, parent *node) {
	c := g.clusters[k]
	n := g.add(atom.Simple, "atom", parent, k)
	g.periodic(n, k)
	switch {
	case parent != nil && parent.parameters != nil:
		n.parameters = map[string]string{"axis": "$axis"}
	case g.r.IntN(3) == 0:
		n.parameters = map[string]string{"axis": []string{"x", "y", "z"}[g.r.IntN(3)]}
	}
	if g.r.IntN(20) > 0 {
		g.coupled(n, c)
	}
	for range 1 + g.r.IntN(2) {
		g.anyNeed(n, k)
	}
	for range 1 + g.r.IntN(2) {
		e := g.quantity()
		if n.parameters != nil && g.r.IntN(2) == 0 {
			e.Axis = "$axis"
		}
		c.gives(n.product(e))
	}
	if g.r.IntN(8) == 0 {
		c.truths = append(c.truths, n.product(atom.Element{Type: unit.TypeBoolean}))
	}
}

// anyNeed links a node of cluster k to something that exists.
func (g *grower) anyNeed(n *node, k int) {
	c := g.clusters[k]
	kind := g.r.IntN(10)
	if n.parent != nil && g.r.IntN(2) == 0 { // nodes in Molecules prefer products in the same one
		kind = 9
	}
	switch {
	case kind == 0:
		g.need(n, g.constants[g.r.IntN(len(g.constants))], atom.Constraint{Update: atom.Constant})
	case kind == 1 && len(g.sporadic) > 0:
		g.need(n, g.sporadic[g.r.IntN(len(g.sporadic))], atom.Constraint{Update: atom.Sporadic})
	case kind <= 3:
		other := g.clusters[g.r.IntN(len(g.clusters))]
		u := atom.Constraint{Update: atom.Periodic}
		if g.r.IntN(2) == 0 {
			u.Periods = g.periods(other.period)
		}
		g.need(n, other.outputs[g.r.IntN(len(other.outputs))], u)
	default:
		g.coupled(n, c)
	}
}

// coupled couples n to a product of its cluster, mostly in the same Molecule.
func (g *grower) coupled(n *node, c *cluster) {
	from := c.outputs[g.r.IntN(len(c.outputs))]
	if near := c.near[n.parent]; near != nil && g.r.IntN(8) > 0 {
		from = near[g.r.IntN(len(near))]
	}
	g.need(n, from, atom.Constraint{Update: atom.Coupled})
}

// event adds an Atom that runs when a condition is true, or when something sporadic arrives.
func (g *grower) event(k int) {
	c := g.clusters[k]
	n := g.add(atom.Simple, "event", nil, k)
	n.constraint = atom.Constraint{Update: atom.Sporadic}
	if len(g.sporadic) > 0 && g.r.IntN(2) == 0 {
		g.need(n, g.sporadic[g.r.IntN(len(g.sporadic))], atom.Constraint{Update: atom.Sporadic})
	} else {
		n.constraint.Condition = c.truths[g.r.IntN(len(c.truths))].path()
		g.need(n, c.outputs[g.r.IntN(len(c.outputs))], atom.Constraint{Update: atom.Coupled})
	}
	g.sporadic = append(g.sporadic, n.product(g.quantity()))
}

// alternative adds two or three laws behind one interface.
func (g *grower) alternative(k int) {
	c := g.clusters[k]
	alt := g.add(atom.Alternative, "alternative", nil, k)
	alt.constraint = atom.Constraint{Update: atom.Periodic}
	g.need(alt, c.counts[g.r.IntN(len(c.counts))], atom.Constraint{Update: atom.Coupled})
	alt.elements[0].Name = "select"
	for range 1 + g.r.IntN(3) {
		g.anyNeed(alt, k)
	}
	p := alt.product(g.quantity())
	for range 2 + g.r.IntN(2) {
		law := g.add(atom.Simple, "law", alt, k)
		law.loop = "-"
		g.periodic(law, k)
		law.loop = ""
		law.elements = append([]atom.Element(nil), alt.elements[1:]...)
	}
	c.gives(p)
}
