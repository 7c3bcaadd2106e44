package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// node is a part of an expression.
type node struct {
	op    string // an operator, "neg", "number", "name", "call", "if"; "bad" after a fault
	args  []*node
	name  string // of a name or a function
	value float64
	dim   unit.Dimension // of a number, as its unit says
	unit  string
	whole bool // a number that can be Unsigned
	at    int
	t     typ
	reg   uint16 // the register of its value, set during compilation
}

// statement assigns an expression to a name.
type statement struct {
	name string
	at   int
	expr *node
}

// parser builds the tree of a block.
type parser struct {
	src    string
	tokens []token
	pos    int
	nodes  int
	depth  int
	faults diag.Faults
	stuck  bool // the statement has a grammar fault
}

// fault notes a fault at an offset of the source.
func (p *parser) fault(at int, message, hint string) {
	line := 1 + strings.Count(p.src[:at], "\n")
	column := 1 + utf8.RuneCountInString(p.src[1+strings.LastIndexByte(p.src[:at], '\n'):at])
	p.faults = append(p.faults, diag.Fault{Pos: diag.Pos{Line: line, Column: column}, What: message, Do: hint})
}

// grammar notes what cannot be parsed; the rest of the statement is skipped.
func (p *parser) grammar(at int, message, hint string) *node {
	if !p.stuck {
		p.fault(at, message, hint)
	}
	p.stuck = true
	return &node{op: "bad", at: at}
}

func (p *parser) peek() token { return p.tokens[p.pos] }

// is reports whether the next token is one of the marks.
func (p *parser) is(marks ...string) bool {
	t := p.peek()
	if t.kind != markToken {
		return false
	}
	for _, m := range marks {
		if t.text == m {
			return true
		}
	}
	return false
}

// take consumes the next token if it is one of the marks.
func (p *parser) take(marks ...string) (token, bool) {
	t := p.peek()
	if !p.is(marks...) {
		return t, false
	}
	p.pos++
	return t, true
}

// assigns reports whether a statement begins here.
func (p *parser) assigns() bool {
	return p.peek().kind == nameToken && p.pos+1 < len(p.tokens) && p.tokens[p.pos+1].kind == markToken && p.tokens[p.pos+1].text == "="
}

// block reads all statements.
func (p *parser) block() (list []statement) {
	for {
		for _, ok := p.take(";"); ok; _, ok = p.take(";") {
		}
		t := p.peek()
		if t.kind == endToken {
			return list
		}
		p.stuck = false
		if !p.assigns() {
			p.grammar(t.at, "a statement begins with a name and =, not with "+quoted(t), `write "acc = acc_des + K1*de"`)
			p.recover()
			continue
		}
		p.pos += 2
		s := statement{name: t.text, at: t.at, expr: p.expression()}
		if next := p.peek(); !p.stuck && next.kind != endToken && !p.is(";") && !p.assigns() {
			p.grammar(next.at, quoted(next)+" does not belong here", after(next))
		}
		if p.stuck {
			s.expr = &node{op: "bad", at: s.at}
			p.recover()
		}
		list = append(list, s)
	}
}

// recover skips to the beginning of the next statement.
func (p *parser) recover() {
	for p.peek().kind != endToken && !p.is(";") {
		p.pos++
		if p.assigns() {
			return
		}
	}
}

// after suggests what may have been meant at the end of an expression.
func after(t token) string {
	switch {
	case t.kind == nameToken || t.kind == numberToken || t.text == "(":
		return "write an operator between two values, such as *"
	case t.text == "=":
		return "compare with ==; an assignment is a statement of its own"
	case t.text == ")":
		return "there is no ( for it"
	case strings.Contains(" == != < <= > >= ", " "+t.text+" "):
		return "join comparisons with &&"
	}
	return ""
}

func quoted(t token) string {
	if t.kind == endToken {
		return "the end"
	}
	return strconv.Quote(t.text)
}

// make makes a node, unless there are too many.
func (p *parser) make(n node) *node {
	if p.nodes++; p.nodes > maxNodes {
		return p.grammar(n.at, "the block is too long", "put parts of it into Atoms of their own")
	}
	return &n
}

// deeper bounds the depth of recursion.
func (p *parser) deeper(at int, f func() *node) *node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.grammar(at, "too many parentheses and operators within each other", "assign parts of it to names")
	}
	n := f()
	p.depth--
	return n
}

func (p *parser) expression() *node {
	return p.deeper(p.peek().at, func() *node {
		c := p.or()
		t, ok := p.take("?")
		if !ok || p.stuck {
			return c
		}
		a := p.expression()
		if _, ok := p.take(":"); !ok {
			return p.grammar(p.peek().at, "the ? has no :", "write condition ? one : other")
		}
		return p.make(node{op: "if", args: []*node{c, a, p.expression()}, at: t.at})
	})
}

// binary reads operands of next with operators between them, from left to right.
func (p *parser) binary(next func() *node, marks ...string) *node {
	a := next()
	for !p.stuck {
		t, ok := p.take(marks...)
		if !ok {
			break
		}
		a = p.make(node{op: t.text, args: []*node{a, next()}, at: t.at})
	}
	return a
}

func (p *parser) or() *node  { return p.binary(p.and, "||") }
func (p *parser) and() *node { return p.binary(p.compare, "&&") }

func (p *parser) compare() *node {
	a := p.sum()
	if t, ok := p.take("==", "!=", "<", "<=", ">", ">="); ok && !p.stuck {
		return p.make(node{op: t.text, args: []*node{a, p.sum()}, at: t.at})
	}
	return a
}

func (p *parser) sum() *node     { return p.binary(p.product, "+", "-") }
func (p *parser) product() *node { return p.binary(p.unary, "*", "/") }

func (p *parser) unary() *node {
	t, ok := p.take("-", "!", "+")
	if !ok {
		return p.power()
	}
	if n := p.peek(); t.text == "-" && n.kind == numberToken && n.below != 0 && !(p.tokens[p.pos+1].kind == markToken && p.tokens[p.pos+1].text == "^") {
		p.pos++ // -20 °C is below zero, not the negative of 20 °C
		return p.make(node{op: "number", value: n.below, dim: n.dim, unit: n.unit, at: t.at})
	}
	return p.deeper(t.at, func() *node {
		a := p.unary()
		switch t.text {
		case "-":
			return p.make(node{op: "neg", args: []*node{a}, at: t.at})
		case "!":
			return p.make(node{op: "!", args: []*node{a}, at: t.at})
		}
		return p.make(node{op: "pos", args: []*node{a}, at: t.at})
	})
}

func (p *parser) power() *node {
	a := p.primary()
	t, ok := p.take("^")
	if !ok || p.stuck {
		return a
	}
	return p.deeper(t.at, func() *node { return p.make(node{op: "^", args: []*node{a, p.unary()}, at: t.at}) })
}

func (p *parser) primary() *node {
	t := p.peek()
	switch {
	case p.stuck:
		return &node{op: "bad", at: t.at}
	case t.kind == numberToken:
		p.pos++
		return p.make(node{op: "number", value: t.value, dim: t.dim, unit: t.unit, whole: t.whole, at: t.at})
	case t.kind == nameToken:
		p.pos++
		if p.is("(") {
			return p.call(t)
		}
		return p.make(node{op: "name", name: t.text, at: t.at})
	case p.is("("):
		p.pos++
		n := p.expression()
		if _, ok := p.take(")"); !ok {
			return p.unclosed(t)
		}
		return n
	}
	return p.grammar(t.at, "a value is missing before "+quoted(t), "give a number, a name or something in parentheses")
}

// unclosed reports what stands where a parenthesis should be closed.
func (p *parser) unclosed(open token) *node {
	t := p.peek()
	if t.kind == endToken || p.is(";") || p.assigns() {
		return p.grammar(open.at, "this ( is never closed", "")
	}
	return p.grammar(t.at, quoted(t)+" does not belong here", after(t))
}

// call reads the arguments of a function.
func (p *parser) call(name token) *node {
	open := p.peek()
	p.pos++
	n := node{op: "call", name: name.text, at: name.at}
	if _, ok := p.take(")"); ok {
		return p.make(n)
	}
	for {
		n.args = append(n.args, p.expression())
		if _, ok := p.take(","); ok && !p.stuck {
			continue
		}
		if _, ok := p.take(")"); !ok {
			return p.unclosed(open)
		}
		return p.make(n)
	}
}
