package expr

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Names says how Go source reads and assigns interface elements.
type Names struct {
	Read   func(e *atom.Element) string               // an expression of type float64, or bool for a Boolean
	Assign func(e *atom.Element, value string) string // a statement; value has the same types
}

// Fields returns the Names for a struct as atom describes it: Needs, Products and Storages of variable receiver, named by
// Field.
func Fields(receiver string) Names {
	at := func(e *atom.Element) string { return receiver + "." + Field(e.Name) }
	return Names{
		Read: func(e *atom.Element) string {
			if e.Type == unit.TypeBoolean {
				return at(e) + ".Get().True()"
			}
			return "float64(" + at(e) + ".Get())"
		},
		Assign: func(e *atom.Element, v string) string {
			if e.Type == unit.TypeBoolean {
				return at(e) + ".Set(unit.Bool(" + v + "))"
			}
			return at(e) + ".Set(unit." + e.Type.String() + "(" + v + "))"
		},
	}
}

// Field returns the name of an element's field: AccDes for acc_des, Force[2] for force[2].
func Field(element string) string {
	var b strings.Builder
	up := true
	for _, c := range element {
		switch {
		case c == '_':
			up = true
			continue
		case up:
			c = unicode.ToUpper(c)
		}
		up = false
		b.WriteRune(c)
	}
	return b.String()
}

// Go returns the block as statements of a Go method with a parameter dt of type unit.Time, one per line. They compute the
// same bits. Imports returns the packages that they need.
func (p *Program) Go(n Names) string {
	g := &source{p: p, names: n, funcs: byName()}
	var b strings.Builder
	for _, s := range p.block {
		v := g.expr(s.expr)
		if e := p.names[s.name].element; e != nil {
			b.WriteString(n.Assign(e, v))
		} else {
			b.WriteString(g.temporary(s.name) + " := " + v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Imports lists the packages that the source of Go and of Fields uses, sorted: math, unit, model/atom/lib and this package.
func (p *Program) Imports() []string {
	const root = "github.com/sinew-robotics/sinew/"
	text := p.Go(Fields("a"))
	var all []string
	for name, path := range map[string]string{"math.": "math", "expr.": root + "model/atom/expr", "lib.": root + "model/atom/lib", "unit.": root + "math/unit"} { // order: sorted below
		if strings.Contains(text, name) {
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}

// source writes the Go source.
type source struct {
	p     *Program
	names Names
	funcs map[string]function
}

// taken are words that cannot name a temporary value in Go.
const taken = " break case chan const continue default defer else fallthrough for func go goto if import interface map package " +
	"range return select struct switch type var a dt float64 min max lib math expr unit true false "

// temporary returns the name of a temporary value in Go.
func (g *source) temporary(name string) string {
	name = strings.NewReplacer("[", "_", "]", "").Replace(name)
	if strings.Contains(taken, " "+name+" ") || name == "_" {
		name += "Value"
	}
	return name
}

// literal writes a number so that Go reads the same bits.
func literal(v float64) string {
	switch {
	case math.IsNaN(v):
		return "math.NaN()"
	case math.IsInf(v, 1):
		return "math.Inf(1)"
	case math.IsInf(v, -1):
		return "math.Inf(-1)"
	case v == 0 && math.Signbit(v):
		return "math.Copysign(0, -1)"
	}
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if v < 0 {
		return "(" + s + ")"
	}
	return s
}

func (g *source) expr(n *node) string {
	switch n.op {
	case "number":
		if n.t.class == boolean {
			return strconv.FormatBool(n.value != 0)
		}
		return literal(n.value)
	case "name":
		if n.name == "dt" {
			return "float64(dt)"
		}
		if e := g.p.names[n.name].element; e != nil {
			return g.names.Read(e)
		}
		return g.temporary(n.name)
	case "call":
		return g.call(n)
	case "if":
		return "expr.If(" + g.list(n.args) + ")"
	case "neg":
		return "-(" + g.expr(n.args[0]) + ")"
	case "pos":
		return g.expr(n.args[0])
	case "!":
		return "!" + g.expr(n.args[0])
	case "*":
		return "float64(" + g.expr(n.args[0]) + "*" + g.expr(n.args[1]) + ")"
	case "^":
		if raise(n).code == opPower {
			return "expr.Power(" + g.expr(n.args[0]) + ", " + strconv.Itoa(int(n.args[1].value)) + ")"
		}
		return "math.Pow(" + g.list(n.args) + ")"
	}
	return "(" + g.expr(n.args[0]) + " " + n.op + " " + g.expr(n.args[1]) + ")"
}

func (g *source) list(args []*node) string {
	all := make([]string, len(args))
	for i, a := range args {
		all[i] = g.expr(a)
	}
	return strings.Join(all, ", ")
}

func (g *source) call(n *node) string {
	f := g.funcs[n.name]
	if n.name == "number" {
		if n.args[0].t.class == boolean {
			return "expr.Number(" + g.list(n.args) + ")"
		}
		return g.expr(n.args[0])
	}
	return f.gof + "(" + g.list(n.args) + ")"
}

// String prints the block in its own language, one statement per line, with every parenthesis and with numbers in SI units.
func (p *Program) String() string {
	var b strings.Builder
	for _, s := range p.block {
		b.WriteString(s.name + " = " + printed(s.expr) + "\n")
	}
	return b.String()
}

// printedNumber writes a number with its dimension.
func printedNumber(n *node) string {
	if n.t.class == boolean {
		return strconv.FormatBool(n.value != 0)
	}
	v := strconv.FormatFloat(math.Abs(n.value), 'g', -1, 64)
	switch {
	case math.IsNaN(n.value):
		v = "(0/0)"
	case math.IsInf(n.value, 0):
		v = "(1/0)"
	}
	if n.t.class == unsigned { // the result of whole, which may exceed the range of an Unsigned
		v = "whole(" + v + ")"
	}
	if n.t.class == quantity && (n.t.dim != unit.Dimension{}) {
		d := n.t.dim
		for _, b := range []struct {
			symbol string
			n      int8
		}{{"kg", d.Mass}, {"m", d.Length}, {"s", d.Time}, {"A", d.Current}, {"K", d.Temperature}} {
			if b.n != 0 {
				v += " * (1 " + b.symbol + ") ^ (" + strconv.Itoa(int(b.n)) + ")"
			}
		}
	}
	if math.Signbit(n.value) && !math.IsNaN(n.value) { // the sign of a NaN depends on the processor
		v = "-" + v
	}
	return "(" + v + ")"
}

func printed(n *node) string {
	all := make([]string, len(n.args))
	for i, a := range n.args {
		all[i] = printed(a)
	}
	switch n.op {
	case "number":
		return printedNumber(n)
	case "name":
		return n.name
	case "call":
		return n.name + "(" + strings.Join(all, ", ") + ")"
	case "if":
		return "(" + all[0] + " ? " + all[1] + " : " + all[2] + ")"
	case "neg":
		return "(-" + all[0] + ")"
	case "pos":
		return "(+" + all[0] + ")"
	case "!":
		return "(!" + all[0] + ")"
	}
	return "(" + all[0] + " " + n.op + " " + all[1] + ")"
}
