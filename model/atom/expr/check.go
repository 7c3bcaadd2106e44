package expr

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// name is the meaning of a word in a block.
type name struct {
	element  *atom.Element // nil for a temporary value
	index    int           // of the element
	t        typ
	assigned int // offset of its assignment, -1 before
	used     bool
	early    bool // it is used before it is assigned, which is a fault
	reg      uint16
	loaded   bool // its register has a value
}

// checker determines the meaning of every name and the type of every part of a block.
type checker struct {
	parser
	names map[string]*name
	order []string // of the names, for hints and for programs
	track bool
	funcs map[string]function
}

// reserved are the words that are values of their own.
const reserved = " dt pi true false "

func newChecker(def *atom.Definition, source string, track bool) *checker {
	c := &checker{parser: parser{src: source}, names: make(map[string]*name, len(def.Elements)), funcs: byName(), track: track}
	for i := range def.Elements {
		e := &def.Elements[i]
		if strings.Contains(reserved, " "+e.Name+" ") {
			c.fault(0, fmt.Sprintf("%q means something else in expressions", e.Name), "call the interface element something else")
		}
		c.names[e.Name] = &name{element: e, index: i, t: typeOf(e.Type), assigned: -1}
		c.order = append(c.order, e.Name)
	}
	return c
}

// statements checks a block.
func (c *checker) statements(list []statement) {
	for _, s := range list {
		c.check(s.expr)
		if strings.Contains(reserved, " "+s.name+" ") {
			c.fault(s.at, fmt.Sprintf("%s cannot be assigned", s.name), "")
			continue
		}
		n, ok := c.names[s.name]
		if !ok {
			n = &name{index: -1, t: s.expr.t, assigned: s.at, used: s.expr.op == "bad"}
			n.t.zero, n.t.whole = false, false
			c.names[s.name] = n
			c.order = append(c.order, s.name)
			continue
		}
		c.assign(s, n)
	}
	c.left()
}

// assign checks the first assignment to an element, or a second one to anything.
func (c *checker) assign(s statement, n *name) {
	switch {
	case n.assigned >= 0:
		c.fault(s.at, fmt.Sprintf("%s is assigned a second time", s.name), "give each value a name of its own")
		return
	case n.element.Role == atom.NeedRole:
		c.fault(s.at, fmt.Sprintf("%s is a need: it cannot be assigned", s.name), "a need gets its value from the product it is linked to")
		return
	case c.track && n.element.Role == atom.ProductRole:
		c.fault(s.at, fmt.Sprintf("%s is a product: while another law is in command, only storages are assigned", s.name), "")
		return
	}
	n.assigned = s.at
	if _, ok := join(n.t, s.expr.t); !ok {
		c.fault(s.expr.at, fmt.Sprintf("%s is %v, and what it is assigned is %v", s.name, n.element.Type, s.expr.t),
			c.converts(n.t, s.expr.t, "it takes "+n.t.String()))
	}
}

// left finds products without an assignment and values without a use.
func (c *checker) left() {
	var lost []string
	for _, s := range c.order {
		n := c.names[s]
		if n.element == nil && !n.used {
			lost = append(lost, s)
		}
	}
	for _, s := range c.order {
		n := c.names[s]
		if n.element != nil && n.element.Role == atom.ProductRole && n.assigned < 0 && !c.track {
			c.fault(0, fmt.Sprintf("the product %s is never assigned", s), near(s, lost))
		}
	}
	for _, s := range lost {
		c.fault(c.names[s].assigned, fmt.Sprintf("%s is assigned and never used", s), near(s, c.targets()))
	}
}

// targets lists what a block can assign.
func (c *checker) targets() (all []string) {
	for _, s := range c.order {
		if e := c.names[s].element; e != nil && e.Role != atom.NeedRole {
			all = append(all, s)
		}
	}
	return all
}

// near suggests the name that was meant.
func near(s string, among []string) string {
	at := spelling.Nearest(s, among)
	if at == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", at)
}

// check determines the type of a node and of all nodes below it.
func (c *checker) check(n *node) {
	for _, a := range n.args {
		c.check(a)
	}
	switch n.op {
	case "bad":
	case "number":
		n.t = typ{class: quantity, dim: n.dim, zero: n.value == 0 && n.unit == "", whole: n.whole}
	case "name":
		c.named(n)
	case "call":
		c.called(n)
	case "if":
		n.t = c.choose(n)
	case "neg", "pos":
		n.t = c.quantity(n.args[0], "a sign")
		n.t.whole = false
	case "!":
		c.boolean(n.args[0], "!")
		n.t = typ{class: boolean}
	case "&&", "||":
		c.boolean(n.args[0], n.op)
		c.boolean(n.args[1], n.op)
		n.t = typ{class: boolean}
	case "+", "-", "==", "!=", "<", "<=", ">", ">=":
		c.alike(n)
	case "*", "/":
		c.multiplied(n)
	case "^":
		c.raised(n)
	}
	if n.t.class == quantity && huge(n.t.dim) {
		c.fault(n.at, fmt.Sprintf("%s is beyond any quantity", symbolOf(n.t.dim)), "")
		n.t = typ{}
	}
	n.fold(c.funcs)
}

func (c *checker) named(n *node) {
	switch n.name {
	case "dt":
		n.t = typeOf(unit.TypeTime)
		return
	case "pi":
		n.op, n.value, n.t = "number", 3.141592653589793, number(unit.Dimension{})
		return
	case "true", "false":
		n.op, n.t = "number", typ{class: boolean}
		n.value = Number(n.name == "true")
		return
	}
	s, ok := c.names[n.name]
	if !ok {
		hint := near(n.name, append(append([]string{}, c.order...), "dt", "pi"))
		if _, is := c.funcs[n.name]; is {
			hint = n.name + " is a function: it needs ( )"
		}
		c.fault(n.at, fmt.Sprintf("%s is not known here", n.name), hint)
		return
	}
	if s.element != nil && s.element.Role == atom.ProductRole && s.assigned < 0 && !s.early && !c.track {
		c.fault(n.at, fmt.Sprintf("the product %s is used before it is assigned", n.name), "keep what is needed from the last run in a storage")
		s.early = true
		return
	}
	s.used = true
	n.t = s.t
}

// quantity requires a number.
func (c *checker) quantity(n *node, what string) typ {
	if n.t.class == boolean || n.t.class == unsigned {
		c.fault(n.at, fmt.Sprintf("%s takes a number, not a value of type %v", what, n.t), "number(…) makes one")
		return typ{}
	}
	return n.t
}

// boolean requires a truth value.
func (c *checker) boolean(n *node, what string) {
	if n.t.class != boolean && n.t.class != bad {
		c.fault(n.at, fmt.Sprintf("%s takes a Boolean, not %v", what, n.t), "compare it: x != 0")
	}
}

// plain requires a number without a unit.
func (c *checker) plain(n *node, what string) {
	if c.quantity(n, what).class == quantity && !n.t.plain() {
		c.fault(n.at, fmt.Sprintf("%s takes a number without a unit, or an angle, not %v", what, n.t), "divide it by a quantity of the same kind")
	}
}

// alike checks that both sides have one type.
func (c *checker) alike(n *node) {
	a, b := n.args[0], n.args[1]
	t, ok := join(a.t, b.t)
	sum := n.op == "+" || n.op == "-"
	if !ok {
		c.unlike(n)
		t = typ{}
	}
	switch {
	case !sum:
		if t.class == boolean && n.op != "==" && n.op != "!=" {
			c.fault(n.at, "Booleans have no order: "+n.op+" cannot compare them", "use == or !=")
		}
		n.t = typ{class: boolean}
		return
	case t.class == boolean:
		c.fault(n.at, "Booleans cannot be added or subtracted", "use && and ||, or number(…)")
		t = typ{}
	case t.class == unsigned && n.op == "-":
		c.fault(n.at, "a difference of Unsigned could be negative", "number(a) - number(b) is a number")
		t = typ{}
	}
	t.whole = t.whole && n.op == "+"
	t.zero = false
	n.t = t
}

// unlike reports two values that cannot be added, subtracted or compared.
func (c *checker) unlike(n *node) {
	a, b := n.args[0].t, n.args[1].t
	what, hint := fmt.Sprintf("%v cannot be compared with %v", b, a), c.converts(a, b, "")
	switch n.op {
	case "+":
		what = fmt.Sprintf("%v cannot be added to %v", b, a)
	case "-":
		what = fmt.Sprintf("%v cannot be subtracted from %v", b, a)
	}
	if (n.op == "+" || n.op == "-") && (a.class != quantity || b.class != quantity) {
		hint = "number(…) makes a number of a Boolean or an Unsigned"
	}
	c.fault(n.at, what, hint)
}

// converts suggests how b could be converted to the type of a.
func (c *checker) converts(a, b typ, otherwise string) string {
	switch {
	case a.class == quantity && (b.class == boolean || b.class == unsigned):
		return "number(…) makes a number of it"
	case a.class == unsigned && b.class == quantity:
		return "whole(…) makes an Unsigned of a number"
	case a.class == boolean:
		return "compare it: x != 0"
	case a.class == quantity && b.class == quantity:
		if d := a.dim.Over(b.dim); !huge(d) {
			return "a factor of " + number(d).String() + " is missing"
		}
	}
	return otherwise
}

func (c *checker) multiplied(n *node) {
	a, b := n.args[0].t, n.args[1].t
	if t, ok := join(a, b); ok && t.class == unsigned && n.op == "*" && a.class != bad && b.class != bad {
		n.t = typ{class: unsigned}
		return
	}
	a, b = c.quantity(n.args[0], n.op), c.quantity(n.args[1], n.op)
	if a.class == bad || b.class == bad {
		return
	}
	if n.op == "*" {
		n.t = number(a.dim.Times(b.dim))
		n.t.whole = a.whole && b.whole
		return
	}
	n.t = number(a.dim.Over(b.dim))
}

// raised checks a power: if the base has a unit, the exponent must be known.
func (c *checker) raised(n *node) {
	x, e := n.args[0], n.args[1]
	base := c.quantity(x, "^")
	c.plain(e, "an exponent")
	if base.class == bad || e.t.class != quantity {
		return
	}
	known := e.op == "number" && e.value == float64(int(e.value)) && e.value >= -16 && e.value <= 16
	if !known && !base.plain() {
		c.fault(e.at, fmt.Sprintf("the exponent of %v must be a whole number from -16 to 16 that is written out", base), "sqrt(…) gives a root")
		return
	}
	if !known {
		n.t = number(unit.Dimension{})
		return
	}
	d, ok := power(base.dim, int(e.value))
	if !ok {
		c.fault(n.at, "the power is beyond any quantity", "")
		return
	}
	n.t = number(d)
}
