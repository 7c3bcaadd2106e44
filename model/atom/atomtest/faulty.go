package atomtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// Class is a kind of fault.
type Class string

// Case is a composition with one fault.
type Case struct {
	Model      *atom.Model
	Class      Class
	Code, Path string // of the only fault that Check must find
}

// Wrong returns what is wrong with faults as the answer to c; nil if nothing is.
func (c Case) Wrong(faults diag.Faults) error {
	if len(faults) == 1 && faults[0].Code == c.Code && faults[0].Path == c.Path {
		return nil
	}
	return fmt.Errorf("%s at %s, instead of the one fault %s there:\n%v", c.Class, c.Path, c.Code, faults)
}

// Classes lists the kinds of faults: wrong frame, axis, type and constraint, double and missing links, empty period sets
// in three ways, and others.
func Classes() []Class {
	return []Class{"frame", "axis", "type", "constraint", "double link", "missing link", "empty period set", "no common period",
		"period of a need", "cycle", "parameter", "driver", "value", "time", "scope", "duplicate", "condition", "range"}
}

// Faulty makes the composition of Valid with one fault of a class. ok is false if the composition has no place for it.
func Faulty(seed uint64, size int, class Class) (c Case, ok bool) {
	d := newDraft(seed, size)
	c = Case{Class: class}
	spoil := map[Class]func(*draft, *Case) bool{
		"frame": (*draft).frame, "axis": (*draft).axis, "type": (*draft).mistype, "constraint": (*draft).mismatch,
		"double link": (*draft).double, "missing link": (*draft).unlink, "empty period set": (*draft).empty,
		"no common period": (*draft).disjoint, "period of a need": (*draft).unmet, "cycle": (*draft).cycle,
		"parameter": (*draft).unvalued, "driver": (*draft).driverless, "value": (*draft).valueless, "time": (*draft).negative,
		"scope": (*draft).escape, "duplicate": (*draft).twice, "condition": (*draft).unconditional, "range": (*draft).exceed,
	}[class]
	if spoil == nil || !spoil(d, &c) {
		return c, false
	}
	c.Model = d.build()
	return c, true
}

// pick chooses one of the interface elements that fit at random.
func (d *draft) pick(fits func(e end) bool) (end, bool) {
	var all []end
	for _, n := range d.nodes {
		for k := range n.elements {
			if fits(end{n, k}) {
				all = append(all, end{n, k})
			}
		}
	}
	if all == nil {
		return end{}, false
	}
	return all[d.r.IntN(len(all))], true
}

// pickNode chooses one of the nodes that fit at random.
func (d *draft) pickNode(fits func(n *node) bool) *node {
	var all []*node
	for _, n := range d.nodes {
		if fits(n) {
			all = append(all, n)
		}
	}
	if all == nil {
		return nil
	}
	return all[d.r.IntN(len(all))]
}

// leafNeed reports whether e is the need of an Atom or External.
func leafNeed(e end) bool {
	return e.element().Role == atom.NeedRole && (e.n.kind == atom.Simple || e.n.kind == atom.External)
}

func (n *node) law() bool { return n.parent != nil && n.parent.kind == atom.Alternative }

func (d *draft) frame(c *Case) bool {
	e, ok := d.pick(leafNeed)
	if ok {
		c.Code, c.Path, e.element().Frame = "frame", e.path(), "ELSEWHERE"
	}
	return ok
}

func (d *draft) axis(c *Case) bool {
	e, ok := d.pick(leafNeed)
	if ok {
		c.Code, c.Path = "axis", e.path()
		was := e.element().Axis
		if was == "$axis" {
			was = e.n.axis()
		}
		if e.element().Axis = "xz"; was == "xz" {
			e.element().Axis = "y"
		}
	}
	return ok
}

func (d *draft) mistype(c *Case) bool {
	e, ok := d.pick(leafNeed)
	if ok {
		c.Code, c.Path = "type", e.path()
		if t := &e.element().Type; *t == unit.TypeAngle {
			*t = unit.TypeSpeed
		} else {
			*t = unit.TypeAngle
		}
	}
	return ok
}

func (d *draft) mismatch(c *Case) bool {
	e, ok := d.pick(func(e end) bool {
		return leafNeed(e) && (e.n.constraint.Update != atom.Sporadic || e.n.constraint.Condition != "" || e.element().Update.Update != atom.Sporadic)
	})
	if ok {
		c.Code, c.Path = "constraint", e.path()
		wrong := map[atom.Update]atom.Update{atom.Constant: atom.Coupled, atom.Sporadic: atom.Coupled, atom.Coupled: atom.Sporadic, atom.Periodic: atom.Constant}
		e.element().Update = atom.Constraint{Update: wrong[e.element().Update.Update]}
	}
	return ok
}

func (d *draft) double(c *Case) bool {
	l := d.links[d.r.IntN(len(d.links))]
	c.Code, c.Path = "fan-in", l.to.path()
	for range 20 { // from another product of the same composition, if there is one
		o := d.links[d.r.IntN(len(d.links))].from
		if o.element().Role == atom.ProductRole && o.n.parent == l.from.n.parent && l.from.element().Role == atom.ProductRole && o.n != l.to.n {
			l.from = o
			break
		}
	}
	d.links = append(d.links, l)
	return true
}

func (d *draft) unlink(c *Case) bool {
	k := d.r.IntN(len(d.links))
	c.Code, c.Path = "missing", d.links[k].to.path()
	d.links = append(d.links[:k], d.links[k+1:]...)
	return true
}

func (d *draft) empty(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.constraint.Update == atom.Periodic && n.kind != atom.Alternative })
	c.Code, c.Path, n.constraint.Periods = "period", n.path(), period.Set{}
	return true
}

// disjoint gives a cluster's sensor, which is declared first, periods that the Atom coupled to it does not allow.
func (d *draft) disjoint(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.kind == atom.External && n.driver == "sensor" })
	c.Code, c.Path, n.constraint.Periods = "period", n.path(), period.Between(100*time.Second, 200*time.Second)
	return true
}

// unmet makes a periodic need ask for periods that the composition it reads from does not allow.
func (d *draft) unmet(c *Case) bool {
	e, ok := d.pick(func(e end) bool {
		return leafNeed(e) && !e.n.law() && e.element().Update.Update == atom.Periodic && e.n.constraint.Update == atom.Periodic
	})
	if !ok {
		return false
	}
	source, _ := d.source(e)
	if source.n.kind != atom.External || source.n.driver != "sensor" {
		return false
	}
	for _, n := range d.nodes { // no other need asks for periods, so that it is clear which need is at fault
		for k := range n.elements {
			n.elements[k].Update.Periods = nil
		}
	}
	c.Code, c.Path, e.element().Update.Periods = "period", e.path(), period.Between(100*time.Second, 200*time.Second)
	return true
}

// source follows the links back to the product of a node.
func (d *draft) source(e end) (end, bool) {
	for k := range d.links {
		if l := &d.links[k]; l.to == e {
			if l.from.n.kind == atom.Molecule {
				return d.source(l.from)
			}
			return l.from, true
		}
	}
	return end{}, false
}

// cycle couples a cluster's sensor to the Atom that is coupled to it.
func (d *draft) cycle(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.kind == atom.External && n.driver == "sensor" })
	for k, o := range d.nodes {
		if o == n {
			d.need(n, end{d.nodes[k+1], 1}, atom.Constraint{Update: atom.Coupled})
		}
	}
	c.Code, c.Path = "cycle", n.path()
	return true
}

func (d *draft) unvalued(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.parameters != nil })
	if n == nil {
		return false
	}
	c.Code, c.Path, n.parameters = "parameter", n.path()+".$axis", map[string]string{}
	return true
}

func (d *draft) driverless(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.driver != "" })
	c.Code, c.Path, n.driver = "driver", n.path(), ""
	return true
}

func (d *draft) valueless(c *Case) bool {
	e, ok := d.pick(func(e end) bool { return e.n.values != nil })
	if ok {
		delete(e.n.values, e.element().Name)
		c.Code, c.Path = "value", e.path()
	}
	return ok
}

func (d *draft) negative(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.constraint.Update == atom.Periodic && n.kind != atom.Alternative })
	c.Code, c.Path, n.constraint.Worst = "time", n.path(), -time.Millisecond
	return true
}

// escape makes a link from the inside of a Molecule bypass its interface.
func (d *draft) escape(c *Case) bool {
	for k := range d.links {
		l := &d.links[k]
		if l.from.n.kind != atom.Molecule || l.from.element().Role != atom.ProductRole {
			continue
		}
		if inner, ok := d.source(l.from); ok {
			l.from = inner
			c.Code, c.Path = "scope", l.to.path()
			return true
		}
	}
	return false
}

func (d *draft) twice(c *Case) bool {
	asked := func(n *node) bool {
		return slices.ContainsFunc(d.nodes, func(o *node) bool { return strings.HasPrefix(o.constraint.Condition, n.path()+".") })
	}
	n := d.pickNode(func(n *node) bool { return n.parent == nil && n.kind == atom.Simple && n.cluster >= 0 && !asked(n) })
	if n == nil {
		return false
	}
	for _, o := range d.nodes {
		if o != n && o.parent == nil && o.cluster == n.cluster && (o.kind == atom.External || o.kind == atom.Simple) {
			n.name = o.name
			c.Code, c.Path = "duplicate", n.path()
			return true
		}
	}
	return false
}

func (d *draft) unconditional(c *Case) bool {
	n := d.pickNode(func(n *node) bool { return n.constraint.Condition != "" })
	if n == nil {
		return false
	}
	c.Code, c.Path, n.constraint.Condition = "condition", n.path(), "nowhere"
	return true
}

// exceed makes a need accept no value of its product's range.
func (d *draft) exceed(c *Case) bool {
	e, ok := d.pick(func(e end) bool { return leafNeed(e) && !e.n.law() })
	if !ok {
		return false
	}
	source, ok := d.source(e)
	if ok = ok && source.n.kind != atom.Alternative; ok { // an Alternative's laws promise the same
		source.element().Validity = atom.Validity{Min: -1, Max: 1}
		c.Code, c.Path, e.element().Validity = "range", e.path(), atom.Validity{Min: 2, Max: 3}
	}
	return ok
}
