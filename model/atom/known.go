package atom

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
)

// fact is what a port's definition says, in numbers, for Check. The facts of all ports are contiguous, because a check spends
// most of its time waiting for memory.
type fact struct {
	owner   int32 // Instance.ID
	span    int32 // what is valid, in Model.ranges; 0: any value
	is      quantity
	role    Role
	frameOf int8 // the frame's interface parameter, counted from 1 in Definition.Parameters; 0: none
	axisOf  int8 // the axis's interface parameter, likewise
	open    bool // the datatype does not depend on the element alone; without frameOf and axisOf there is more to report
	stated  bool // the element says how it is updated
	begins  bool // the element has an initial value
	unequal bool // its bank is linked to one of another length, which has been reported
}

// known is what a check determines about a port.
type known struct {
	update Update // of a Need
	timed  bool   // the Need's constraint has more than its update
	told   told   // what has been reported
}

// told is the set of reported faults of a port.
type told uint8

const (
	ofLinks    told = 1 << iota
	ofDatatype      // the datatype, which is not known
	ofUpdate
	ofRange
)

// quantity is a Datatype in numbers.
type quantity struct {
	frame int32 // in Model.frames
	typ   unit.Type
	axis  unit.Axis
}

// block is how many ports are contiguous. Slices that grow to thousands by blocks are never copied.
const block = 256

// number gives a port its number.
func (m *Model) number(p *Port) {
	if m.count%block == 0 {
		m.ports, m.facts = append(m.ports, new([block]*Port)), append(m.facts, new([block]fact))
	}
	p.number = m.count
	m.count++
	m.ports[p.number/block][p.number%block] = p
	if *m.fact(p.number) = p.fact(); p.role == NeedRole {
		m.needs = append(room(m.needs, 1), p.number)
	}
}

func (m *Model) port(n int32) *Port { return m.ports[uint32(n)/block][uint32(n)%block] }
func (m *Model) fact(n int32) *fact { return &m.facts[uint32(n)/block][uint32(n)%block] }

// fact records what the definition says of p, and sets what follows for p's datatype.
func (p *Port) fact() fact {
	e, m := p.Element, p.Owner.model
	k := fact{owner: int32(p.Owner.ID), role: p.role, stated: e.Update.Update != Unstated, begins: e.Initial != 0}
	d, fixed := datatypeOf(e.Type, e.Frame, e.Axis)
	if p.Datatype = d; !fixed {
		k.open, p.Owner.open = true, true
		k.frameOf, k.axisOf = p.Owner.Def.parameter(e.Frame), p.Owner.Def.parameter(e.Axis)
		if _, axis := unit.ParseAxis(e.Axis); e.Type == unit.NoType || k.frameOf < 0 || k.axisOf < 0 || k.axisOf == 0 && !axis {
			k.frameOf, k.axisOf = 0, 0
		}
	}
	k.is = m.quantity(d)
	k.span = m.span(e.Validity)
	return k
}

// span gives a range its number.
func (m *Model) span(v Validity) int32 {
	if v == (Validity{}) {
		return 0
	}
	n, ok := m.valid[v]
	if !ok {
		n = int32(len(m.ranges))
		m.valid[v], m.ranges = n, append(m.ranges, v)
	}
	return n
}

// parameter finds the interface parameter that a frame or an axis refers to, counted from 1: 0 if it refers to none, -1 if
// the parameter is not declared.
func (d *Definition) parameter(s string) int8 {
	name, is := strings.CutPrefix(s, "$")
	if !is {
		return 0
	}
	n := slices.IndexFunc(d.Parameters, func(p Parameter) bool { return p.Name == name })
	if n < 0 || n > 100 { // later ones are found by name
		return -1
	}
	return int8(n) + 1
}

// quantity returns d in numbers.
func (m *Model) quantity(d Datatype) quantity {
	return quantity{frame: m.frame(d.Frame), typ: d.Type, axis: d.Axis}
}

// frame gives a frame its number.
func (m *Model) frame(f unit.Frame) int32 {
	n, ok := m.frames[f]
	if !ok {
		n = int32(len(m.frames))
		m.frames[f] = n
	}
	return n
}

// about is what Check knows of an instance, in numbers, so that it need not fetch the struct.
type about struct {
	parent  int32 // Instance.ID
	first   int32 // its first port; the next instance's follow its last
	twins   int32 // Instance.twins
	node    int32 // in the graph: its own node or, if it has none, the next one
	kind    Kind
	update  Update // of its Physics, in effect
	valued  bool   // it has Values
	renewed bool   // it has Renewed constraints
	timed   bool   // one of its Needs is timed
	weighed bool   // it states Properties
	decided bool   // an earlier check found its Condition
	shaped  bool   // it has interface parameters
	open    bool   // the datatypes of some of its ports depend on them, or cannot be known
}

// leaf reports whether the instance is a node of the graph.
func (a *about) leaf() bool { return a.kind == Simple || a.kind == External || a.kind == Alternative }

// survey visits all instances and ports once, in memory order.
func (c *checker) survey() {
	instances := c.m.Instances
	for n, i := range instances {
		a := &c.about[n]
		*a = about{first: i.first, twins: i.twins, kind: i.Kind, valued: len(i.Values) > 0, renewed: len(i.Renewed) > 0,
			weighed: i.Properties != Properties{}, decided: i.Condition != nil, open: i.open}
		if i.Parent != nil {
			a.parent, a.shaped = int32(i.Parent.ID), len(i.declared) > 0 || len(i.Parameters) > 0
		}
	}
	c.about[len(instances)].first = int32(len(c.port))
	for _, n := range c.m.needs {
		k, u := &c.port[n], &c.m.port(n).Update
		k.update = u.Update
		if u.Periods != nil || u.Worst != 0 || u.Condition != "" || u.Update > Coupled {
			k.timed, c.about[c.fact(n).owner].timed = true, true
		}
	}
}

// fact returns what the definition says of a port.
func (c *checker) fact(n int32) *fact { return &c.facts[uint32(n)/block][uint32(n)%block] }

// ports returns the numbers of an instance's ports: from first up to, but not including, end.
func (c *checker) ports(i int) (first, end int32) { return c.about[i].first, c.about[i+1].first }

// number finds a port of the model, -1 if it is not in it. hint is its number unless the link has been changed.
func (c *checker) number(p *Port, hint int32) int32 {
	if uint32(hint) < uint32(c.m.count) && c.m.port(hint) == p {
		return hint
	}
	if p == nil || p.Owner.model != c.m {
		return -1
	}
	return p.number
}
