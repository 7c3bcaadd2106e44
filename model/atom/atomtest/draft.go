// Package atomtest makes random compositions of Atoms, valid ones and faulty ones with a known fault, for
// tests and benchmarks of the checks.
package atomtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// draft is a composition before it becomes a model, while its contents can still be changed.
type draft struct {
	r     *rand.Rand
	nodes []*node // parents before children
	links []join
	loops []atom.Loop
	leafs int
	names int
}

// node is an instance in a draft.
type node struct {
	name       string
	kind       atom.Kind
	parent     *node // nil: the root
	elements   []atom.Element
	parameters map[string]string
	constraint atom.Constraint
	loop       string
	driver     string
	values     map[string]float64
	passed     map[end]int // of a Molecule: its interface elements by the product that they pass on
	cluster    int         // the composition it is in; -1: none
}

// end is an interface element of a node.
type end struct {
	n *node
	e int
}

func (e end) element() *atom.Element { return &e.n.elements[e.e] }

func (n *node) path() string {
	if n.parent == nil {
		return n.name
	}
	return n.parent.path() + "." + n.name
}

func (e end) path() string { return e.n.path() + "." + e.element().Name }

// join is a link in a draft.
type join struct{ from, to end }

// add makes a node. Names are numbered.
func (d *draft) add(kind atom.Kind, prefix string, parent *node, cluster int) *node {
	d.names++
	n := &node{name: prefix + strconv.Itoa(d.names), kind: kind, parent: parent, cluster: cluster, passed: map[end]int{}}
	d.nodes = append(d.nodes, n)
	if kind != atom.Molecule {
		d.leafs++
	}
	return n
}

// quantity returns a random datatype.
func (d *draft) quantity() atom.Element {
	frames := []string{"WORLD", "ROBOT", "IMU", "LOCH", "PROXIMETER", ""}
	axes := []string{"x", "y", "z", "xy", ""}
	return atom.Element{Type: unit.TypeAngle + unit.Type(d.r.IntN(int(unit.TypeRatio-unit.TypeAngle))),
		Frame: frames[d.r.IntN(len(frames))], Axis: axes[d.r.IntN(len(axes))]}
}

// product gives n a product.
func (n *node) product(e atom.Element) end {
	e.Name, e.Role, e.Update = "p"+strconv.Itoa(len(n.elements)), atom.ProductRole, atom.Constraint{}
	if len(n.elements)%3 == 0 {
		e.Validity = atom.Validity{Min: -2, Max: 2}
	}
	n.elements = append(n.elements, e)
	return end{n, len(n.elements) - 1}
}

// need gives n a need that is linked to a product.
func (d *draft) need(n *node, from end, u atom.Constraint) end {
	to := n.wants(from, u)
	d.connect(from, to)
	return to
}

func (n *node) wants(from end, u atom.Constraint) end {
	e := atom.Element{Name: "n" + strconv.Itoa(len(n.elements)), Role: atom.NeedRole, Update: u}
	if len(n.elements)%2 == 0 {
		e.Validity = atom.Validity{Min: -4, Max: 5}
	}
	of := from.element()
	e.Type, e.Frame, e.Axis = of.Type, of.Frame, of.Axis
	if e.Axis == "$axis" {
		e.Axis = from.n.axis()
	}
	if n.parameters != nil && e.Axis == n.axis() {
		e.Axis = "$axis"
	}
	n.elements = append(n.elements, e)
	return end{n, len(n.elements) - 1}
}

// axis returns the value of the parameter axis.
func (n *node) axis() string {
	for ; n != nil; n = n.parent {
		if v := n.parameters["axis"]; v != "$axis" {
			return v
		}
	}
	return ""
}

// connect links two elements, through the interfaces of all Molecules in between.
func (d *draft) connect(from, to end) {
	around := map[*node]bool{nil: true}
	for s := to.n.parent; s != nil; s = s.parent {
		around[s] = true
	}
	at := from
	for s := from.n.parent; !around[s]; s = s.parent {
		at = d.through(s, at, from, atom.ProductRole)
	}
	var inwards []*node
	for s := to.n.parent; s != at.n.parent; s = s.parent {
		inwards = append(inwards, s)
	}
	for k := len(inwards) - 1; k >= 0; k-- {
		at = d.through(inwards[k], at, from, atom.NeedRole)
	}
	d.links = append(d.links, join{at, to})
}

// through passes a product through the border of a Molecule.
func (d *draft) through(m *node, at, source end, role atom.Role) end {
	if k, ok := m.passed[source]; ok {
		return end{m, k}
	}
	e := *at.element()
	e.Name, e.Role, e.Update, e.Validity = "i"+strconv.Itoa(len(m.elements)), role, atom.Constraint{}, atom.Validity{}
	if e.Axis == "$axis" {
		e.Axis = at.n.axis()
	}
	m.elements = append(m.elements, e)
	m.passed[source] = len(m.elements) - 1
	out := end{m, len(m.elements) - 1}
	d.links = append(d.links, join{at, out})
	return out
}

// build makes the model.
func (d *draft) build() *atom.Model {
	m := atom.New("random")
	made := make(map[*node]*atom.Instance, len(d.nodes))
	for k, n := range d.nodes {
		parent := m.Root
		if n.parent != nil {
			parent = made[n.parent]
		}
		def := &atom.Definition{Name: "Atom" + strconv.Itoa(k), Elements: n.elements, Constraint: n.constraint}
		if n.parameters != nil {
			def.Parameters = []atom.Parameter{{Name: "axis", Axis: true}}
		}
		place := diag.Pos{File: "random.atoms.yaml", Line: k + 1, Column: 1}
		i := parent.Enter(n.kind, n.name, def, nil, place, func(i *atom.Instance) {
			i.Loop, i.Driver, i.Values = n.loop, n.driver, n.values
			if v, ok := n.parameters["axis"]; ok {
				i.Parameters["axis"] = v
			}
		})
		if n.kind == atom.Alternative {
			i.Choice = &atom.Choice{Select: i.Port("select"), Fade: 100 * time.Millisecond}
		}
		made[n] = i
	}
	for k, l := range d.links {
		m.Join(made[l.from.n].Ports[l.from.e], made[l.to.n].Ports[l.to.e], diag.Pos{File: "random.atoms.yaml", Line: 100000 + k, Column: 1})
	}
	for _, l := range d.loops {
		if slices.ContainsFunc(d.nodes, func(n *node) bool { return n.loop == l.Name }) {
			m.Loops = append(m.Loops, l)
		}
	}
	return m
}

// periods returns a set that contains p and is bounded by ten seconds.
func (d *draft) periods(p time.Duration) period.Set {
	s := period.Between(p-time.Duration(d.r.Int64N(int64(p/2))), p+time.Duration(d.r.Int64N(int64(p))))
	switch d.r.IntN(4) {
	case 0:
		s = s.Union(period.Between(5*p, 6*p))
	case 1:
		s = s.Union(period.Between(p/8, p/4))
	}
	return s
}
