package scenario

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// Expr is an assertion: arithmetic, comparisons and logic over named numbers, such as "tracking_rms_mm < 3 && x != 0".
// A comparison with an unknown number (NaN) is false, whatever the operator.
type Expr struct {
	text  string
	root  *term
	names []Name
}

// Name is a name in an expression, and its column, from 1.
type Name struct {
	Text   string
	Column int
}

// term is a node of an expression. Its operator is written as in the text, "" for a number and "name" for a name.
type term struct {
	op      string
	a, b    *term // b is nil for one operand
	number  float64
	name    string
	logical bool // it is a truth value, not a number
	column  int
}

// ParseExpr reads an assertion. It must be true or false, not a number. The error is a diag.Fault with
// the place in it.
func ParseExpr(text string) (e *Expr, err error) {
	p := &exprParser{text: text, e: &Expr{text: text}}
	defer func() {
		if v := recover(); v != nil {
			fault, ok := v.(diag.Fault)
			if !ok {
				panic(v)
			}
			e, err = nil, fault
		}
	}()
	p.next()
	p.e.root = p.or()
	if p.tok != "" {
		p.fail(p.at, "%q does not belong here: join two assertions by && or ||", p.tok)
	}
	p.want(p.e.root, true)
	return p.e, nil
}

// String returns the expression as it was written.
func (e *Expr) String() string { return e.text }

// Names returns the names in the expression in their order, with repetitions.
func (e *Expr) Names() []Name { return e.names }

// Holds evaluates the expression with the values that value returns for names.
func (e *Expr) Holds(value func(name string) float64) bool { return e.root.eval(value) != 0 }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (t *term) eval(value func(string) float64) float64 {
	switch t.op {
	case "":
		return t.number
	case "name":
		return value(t.name)
	case "!":
		return truth(t.a.eval(value) == 0)
	case "&&":
		return truth(t.a.eval(value) != 0 && t.b.eval(value) != 0)
	case "||":
		return truth(t.a.eval(value) != 0 || t.b.eval(value) != 0)
	}
	a := t.a.eval(value)
	if t.b == nil {
		return -a
	}
	return apply(t.op, a, t.b.eval(value))
}

func apply(op string, a, b float64) float64 {
	known := !math.IsNaN(a) && !math.IsNaN(b)
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	case "==":
		return truth(known && a == b)
	case "!=":
		return truth(known && a != b)
	case "<":
		return truth(known && a < b)
	case "<=":
		return truth(known && a <= b)
	case ">":
		return truth(known && a > b)
	default: // >=
		return truth(known && a >= b)
	}
}

// exprParser reads an expression by descent, one token ahead. Faults are panics with a diag.Fault.
type exprParser struct {
	text  string
	e     *Expr
	pos   int    // after the token
	at    int    // where the token begins
	tok   string // "" at the end
	depth int
}

// deepest is how deep parentheses and signs may be nested, longest how long an expression may be, in bytes.
const (
	deepest = 100
	longest = 10000
)

// column counts the characters before a byte of the text, from 1.
func (p *exprParser) column(at int) int { return 1 + utf8.RuneCountInString(p.text[:at]) }

func (p *exprParser) fail(at int, format string, args ...any) {
	panic(diag.Fault{Pos: diag.Pos{Line: 1, Column: p.column(at)}, What: fmt.Sprintf(format, args...)})
}

var exprOperators = [...]string{"&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", "!"}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// next reads a token.
func (p *exprParser) next() {
	if len(p.text) > longest {
		p.fail(longest, "the expression is too long: split it into several assertions")
	}
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	p.at = p.pos
	rest := p.text[p.pos:]
	n := 0
	switch {
	case rest == "":
	case isLetter(rest[0]):
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '.') {
			n++
		}
	case isDigit(rest[0]) || rest[0] == '.':
		for n < len(rest) && (isDigit(rest[n]) || rest[n] == '.' || isLetter(rest[n]) ||
			(rest[n] == '-' || rest[n] == '+') && rest[n-1]|0x20 == 'e') {
			n++
		}
	default:
		for _, o := range exprOperators {
			if strings.HasPrefix(rest, o) {
				n = len(o)
				break
			}
		}
		if n == 0 {
			p.unknown(rest)
		}
	}
	p.tok, p.pos = rest[:n], p.pos+n
}

func (p *exprParser) unknown(rest string) {
	hint := "write + - * / == != < <= > >= && || ! ( ), numbers and names"
	switch rest[0] {
	case '=':
		hint = "write == to compare"
	case '&', '|':
		hint = "write " + strings.Repeat(rest[:1], 2)
	}
	r, _, _ := strings.Cut(strconv.QuoteRune([]rune(rest)[0]), "\n")
	p.fail(p.at, "%s has no meaning here: %s", r, hint)
}

// want checks what kind of value t is.
func (p *exprParser) want(t *term, logical bool) *term {
	switch {
	case logical && !t.logical:
		p.fail(t.column, "this is a number: compare it with something, as in x < 3")
	case !logical && t.logical:
		p.fail(t.column, "this is true or false, and a number is needed here")
	}
	return t
}

// binary reads operands joined by some of the operators.
func (p *exprParser) binary(operand func() *term, logical bool, ops ...string) *term {
	t := operand()
	for {
		op := p.tok
		if !slices.Contains(ops, op) {
			return t
		}
		p.want(t, logical)
		p.next()
		t = &term{op: op, a: t, b: p.want(operand(), logical), logical: logical, column: t.column}
	}
}

func (p *exprParser) or() *term  { return p.binary(p.and, true, "||") }
func (p *exprParser) and() *term { return p.binary(p.compare, true, "&&") }
func (p *exprParser) sum() *term { return p.binary(p.product, false, "+", "-") }

func (p *exprParser) product() *term { return p.binary(p.unary, false, "*", "/") }

func (p *exprParser) compare() *term {
	t := p.sum()
	op := p.tok
	if !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, op) {
		return t
	}
	p.want(t, false)
	p.next()
	return &term{op: op, a: t, b: p.want(p.sum(), false), logical: true, column: t.column}
}

func (p *exprParser) unary() *term {
	if p.depth++; p.depth > deepest {
		p.fail(p.at, "nested too deep: split the assertion")
	}
	defer func() { p.depth-- }()
	at, tok := p.at, p.tok
	switch {
	case tok == "!":
		p.next()
		return &term{op: "!", a: p.want(p.unary(), true), logical: true, column: at}
	case tok == "-":
		p.next()
		return &term{op: "-", a: p.want(p.unary(), false), column: at}
	case tok == "(":
		p.next()
		t := p.or()
		if p.tok != ")" {
			p.fail(p.at, "a ) is missing")
		}
		p.next()
		return t
	case tok == "":
		p.fail(at, "something is missing here: a number, a name or a (")
	case isLetter(tok[0]):
		p.next()
		p.e.names = append(p.e.names, Name{tok, p.column(at)})
		return &term{op: "name", name: tok, column: at}
	case isDigit(tok[0]) || tok[0] == '.':
		x, err := strconv.ParseFloat(tok, 64)
		if err != nil || strings.ContainsAny(tok, "xX_") {
			p.fail(at, "%q is no number", tok)
		}
		p.next()
		return &term{number: x, column: at}
	default:
		p.fail(at, "%q does not belong here: a number, a name or a ( is needed", tok)
	}
	return nil
}
