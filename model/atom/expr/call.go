package expr

import (
	"fmt"
	"slices"
	"strings"
)

// called checks a call of a function.
func (c *checker) called(n *node) {
	f, ok := c.funcs[n.name]
	if !ok {
		var all []string
		for _, f := range functions() {
			all = append(all, f.name)
		}
		hint := near(n.name, all)
		if _, is := c.names[n.name]; is {
			hint = "write * to multiply"
		} else if hint == "" {
			hint = "there are " + strings.Join(all, ", ")
		}
		c.fault(n.at, fmt.Sprintf("there is no function %s", n.name), hint)
		return
	}
	if f.args >= 0 && len(n.args) != f.args || f.args < 0 && (len(n.args) < 2 || len(n.args) > 64) {
		want := fmt.Sprint(f.args)
		if f.args < 0 {
			want = "2 to 64"
		}
		c.fault(n.at, fmt.Sprintf("%s takes %s arguments, not %d", n.name, want, len(n.args)), "")
		return
	}
	n.t = c.result(f, n)
}

// result returns the type of a call with the right number of arguments.
func (c *checker) result(f function, n *node) typ {
	switch f.rule {
	case plainRule, wholeRule:
		c.plain(n.args[0], f.name)
		if f.rule == wholeRule {
			return typ{class: unsigned}
		}
		return typ{class: quantity}
	case ratioRule:
		if t := c.same(f, n.args); t.class == unsigned || t.class == boolean {
			c.quantity(n.args[0], f.name)
		}
		return typ{class: quantity}
	case sameRule, sameNumberRule:
		t := c.same(f, n.args)
		t.whole = t.whole && f.rule == sameRule
		if t.class == boolean || t.class == unsigned && f.rule == sameNumberRule {
			return c.quantity(n.args[0], f.name)
		}
		return t
	case rootRule:
		t := c.quantity(n.args[0], f.name)
		d, ok := half(t.dim)
		if t.class == quantity && !ok {
			c.fault(n.args[0].at, fmt.Sprintf("%v has no square root among quantities", t), "")
			return typ{}
		}
		t.dim, t.whole = d, false
		return t
	case chooseRule:
		return c.choose(n)
	case numberRule:
		if a := n.args[0].t; a.class == quantity {
			c.fault(n.args[0].at, "number takes an Unsigned or a Boolean; this is a number already", "leave number( ) out")
		}
		return typ{class: quantity}
	case booleanRule:
		c.quantity(n.args[0], f.name)
		return typ{class: boolean}
	}
	t := c.quantity(n.args[0], f.name)
	t.whole = false
	return t
}

// same checks arguments that must have one type.
func (c *checker) same(f function, args []*node) typ {
	t := args[0].t
	for _, a := range args[1:] {
		u, ok := join(t, a.t)
		if !ok {
			c.fault(a.at, fmt.Sprintf("%s takes values of one kind: %v and %v are two", f.name, t, a.t), c.converts(t, a.t, ""))
			return typ{}
		}
		t = u
	}
	t.zero = false
	return t
}

// choose checks a ? b : c and if(a, b, c).
func (c *checker) choose(n *node) typ {
	c.boolean(n.args[0], "a condition")
	t, ok := join(n.args[1].t, n.args[2].t)
	if !ok {
		c.fault(n.at, fmt.Sprintf("the two values are of two kinds: %v and %v", n.args[1].t, n.args[2].t), c.converts(n.args[1].t, n.args[2].t, ""))
		return typ{}
	}
	t.zero = false
	return t
}

// fold turns a part that contains only numbers into a number, so that nothing is computed more precisely than in float64, as a
// Go compiler would do with constants.
func (n *node) fold(funcs map[string]function) {
	if n.t.class == bad || len(n.args) == 0 || slices.ContainsFunc(n.args, func(a *node) bool { return a.op != "number" }) {
		return
	}
	v := n.args[0].value
	switch {
	case n.op == "call" && funcs[n.name].args < 0:
		for _, a := range n.args[1:] {
			v = apply(funcs[n.name].operation, v, a.value, 0)
		}
	case n.op == "^":
		v = apply(raise(n), v, n.args[1].value, 0)
	default:
		xs := [3]float64{}
		for i, a := range n.args {
			xs[i] = a.value
		}
		if n.op == ">" || n.op == ">=" {
			xs[0], xs[1] = xs[1], xs[0]
		}
		v = apply(operationOf(n, funcs), xs[0], xs[1], xs[2])
	}
	n.op, n.value, n.args, n.unit, n.name = "number", v, nil, "", ""
}
