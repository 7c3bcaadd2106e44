package param

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Reference finds the value that a name stands for, nil if there is none, and a Reference for the names in it.
type Reference func(name string) (*Node, Reference)

// checker checks nodes against types.
type checker struct {
	names  Reference
	depth  int
	inside int // values of names
	count  int // number of values in them
	faults diag.Faults
}

// maxValues bounds the values that the names in a value stand for: a few names of names can stand for very many.
const maxValues = 1 << 16

// Check makes a value from a node of a text. It finds all faults at once, each at its place with its path; a value with
// faults must not be used. names, which may be nil, looks up names that stand for values.
func Check(t *Type, n *Node, names Reference) (Value, diag.Faults) {
	c := &checker{names: names}
	v := c.value(t, n, "")
	c.faults.Sort()
	return v, c.faults.First(maxFaults, n.File, 0)
}

func (c *checker) fault(code string, at diag.Pos, path, what, do string) {
	c.faults = append(c.faults, diag.Fault{Code: code, Pos: at, Path: spelling.Clip(path), What: spelling.Clip(what), Do: spelling.Clip(do)})
}

// wrong notes that a node is not of its type.
func (c *checker) wrong(t *Type, n *Node, path string) {
	what := n.String()
	if path != "" {
		what = path + " is " + what
	}
	c.fault(Kinds, n.Pos, path, what, "give "+t.String())
}

// value checks one value.
func (c *checker) value(t *Type, n *Node, path string) Value {
	if c.count += min(c.inside, 1); c.count > maxValues {
		if len(c.faults) == 0 {
			c.fault(Syntax, n.Pos, path, fmt.Sprintf("the names in this value stand for more than %d values", maxValues), "write fewer")
		}
		return Value{}
	}
	if c.depth++; c.depth > 2*maxDepth {
		c.fault(Syntax, n.Pos, path, "values within values, or names for names, more than 128 deep", "")
		c.depth--
		return Value{}
	}
	defer func() { c.depth-- }()
	if n.Notation == ASN1 && n.Shape == Plain && c.names != nil && !t.hasWord(n.Text) {
		if named, names := c.names(n.Text); named != nil {
			at := *named
			at.Pos = n.Pos // a fault is where the name is used
			here := c.names
			c.names = names
			c.inside++
			v := c.value(t, &at, path)
			c.names = here
			c.inside--
			return v
		}
	}
	v := Value{Kind: t.Kind, Pos: n.Pos}
	switch t.Kind {
	case Record:
		c.record(t, n, path, &v)
	case Choice:
		c.choice(t, n, path, &v)
	case List:
		c.list(t, n, path, &v)
	case Enumeration:
		v.Text = n.Text
		switch {
		case n.Shape != Plain && !(n.Shape == Quoted && n.Notation != ASN1), n.Shape == Plain && n.Notation == JSON:
			c.wrong(t, n, path)
		case !t.hasWord(n.Text):
			c.fault(Kinds, n.Pos, path, strings.TrimSpace(path+" cannot be "+n.String()), spelling.Suggest(n.Text, t.names()))
		}
	case Integer:
		c.integer(t, n, path, &v)
	case Real:
		c.real(t, n, path, &v)
	case Boolean:
		c.boolean(t, n, path, &v)
	case String:
		c.text(t, n, path, &v)
	default:
		c.fault(Kinds, n.Pos, path, "its type is not known", "mend the type first")
	}
	return v
}

// hasWord reports whether a word is a value of an Enumeration.
func (t *Type) hasWord(name string) bool {
	return t.Kind == Enumeration && slices.ContainsFunc(t.Items, func(i Item) bool { return i.Name == name })
}

// record checks members: each must be known and given once, and none may be missing.
func (c *checker) record(t *Type, n *Node, path string, v *Value) {
	if n.Shape != Object && n.Shape != Braces {
		c.wrong(t, n, path)
		return
	}
	given := map[string]*Node{}
	for _, p := range n.Parts {
		if t.Member(p.Name) == nil {
			c.fault(Names, p.At, below(path, p.Name, 0), fmt.Sprintf("there is no %q here", p.Name), spelling.Suggest(p.Name, t.names()))
			continue
		}
		given[p.Name] = p.Node
	}
	for i := range t.Members {
		m := &t.Members[i]
		at := below(path, m.Name, 0)
		switch x := given[m.Name]; {
		case x != nil:
			v.Parts = append(v.Parts, Part{m.Name, c.value(m.Type, x, at)})
		case m.Default != nil:
			v.Parts = append(v.Parts, Part{m.Name, *m.Default})
		case !m.Optional:
			c.fault(Missing, n.Pos, at, m.Name+" is missing", "give "+m.Type.String())
		}
	}
}

// choice checks that one known alternative is given.
func (c *checker) choice(t *Type, n *Node, path string, v *Value) {
	if n.Shape != Chosen && !(n.Shape == Object && n.Notation != ASN1) {
		c.wrong(t, n, path)
		return
	}
	if len(n.Parts) != 1 {
		c.fault(Kinds, n.Pos, path, n.String()+", and one is chosen", "give one of "+strings.Join(t.names(), ", "))
		return
	}
	p := n.Parts[0]
	at := below(path, p.Name, 0)
	m := t.Member(p.Name)
	if m == nil {
		c.fault(Names, p.At, at, fmt.Sprintf("there is no %q to choose", p.Name), spelling.Suggest(p.Name, t.names()))
		return
	}
	v.Parts = []Part{{m.Name, c.value(m.Type, p.Node, at)}}
}

func (c *checker) list(t *Type, n *Node, path string, v *Value) {
	if n.Shape != Array && n.Shape != Braces {
		c.wrong(t, n, path)
		return
	}
	if !t.Size.Has(len(n.Parts)) {
		c.fault(Sizes, n.Pos, path, strings.TrimSpace(path+" has "+spelling.Count(len(n.Parts), "element")), "give "+t.Size.of("element"))
	}
	for i, p := range n.Parts {
		v.Parts = append(v.Parts, Part{"", c.value(t.Elem, p.Node, below(path, "", i))})
	}
}

// integer takes whole numbers, including 1.0 or 1e3 in JSON and YAML, where they are the same.
func (c *checker) integer(t *Type, n *Node, path string, v *Value) {
	x, err := strconv.ParseInt(n.Text, 10, 64)
	if f, ferr := parseReal(n); err != nil && ferr == nil && n.Notation != ASN1 && f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
		x, err = int64(f), nil
	}
	_, isNumber := parseReal(n)
	switch {
	case n.Shape != Plain || isNumber != nil:
		c.wrong(t, n, path)
	case err != nil && strings.ContainsAny(n.Text, ".eE"):
		c.wrong(t, n, path)
	case err != nil:
		c.outside(t, n, path, "give a number of 64 bits")
	case !t.Ints.Has(x):
		c.outside(t, n, path, "give a whole number "+t.Bounds())
	default:
		v.Int = x
	}
}

// outside notes a number that is out of range.
func (c *checker) outside(t *Type, n *Node, path, do string) {
	what := strings.TrimSpace(n.Text + " " + t.Unit)
	if path != "" {
		what = path + " is " + what
	}
	c.fault(Ranges, n.Pos, path, what, do)
}

func (c *checker) real(t *Type, n *Node, path string, v *Value) {
	x, err := parseReal(n)
	switch {
	case n.Shape == Object && n.Notation == ASN1 && n.Part("mantissa") != nil:
		c.fault(Kinds, n.Pos, path, "a number written as mantissa, base and exponent is not supported", "write it as 1.5E-3")
	case n.Shape != Plain:
		c.wrong(t, n, path)
	case infinite(n.Text):
		c.outside(t, n, path, "give a finite number")
	case err != nil && !math.IsInf(x, 0):
		c.wrong(t, n, path)
	case math.IsInf(x, 0):
		c.outside(t, n, path, "give a number of 64 bits")
	case !t.Reals.Has(x):
		c.outside(t, n, path, "give "+t.String())
	default:
		v.Real = x
	}
}

// infinite reports whether a word stands for a number that is not finite.
func infinite(word string) bool {
	switch strings.TrimLeft(word, "+-") {
	case "PLUS-INFINITY", "MINUS-INFINITY", "NOT-A-NUMBER", ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN", "Infinity", "NaN":
		return true
	}
	return false
}

// parseReal reads a decimal number; its error is about the text, and a number that is too large becomes infinite.
func parseReal(n *Node) (float64, error) {
	if n.Shape != Plain || n.Text == "" || strings.Trim(n.Text, "0123456789.eE+-") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(n.Text, 64)
}

func (c *checker) boolean(t *Type, n *Node, path string, v *Value) {
	yes, no := "true", "false"
	if n.Notation == ASN1 {
		yes, no = "TRUE", "FALSE"
	}
	if n.Shape != Plain || n.Text != yes && n.Text != no {
		do := "give " + yes + " or " + no
		c.fault(Kinds, n.Pos, path, strings.TrimSpace(path+" is "+n.String()), do)
		return
	}
	v.Bool = n.Text == yes
}

func (c *checker) text(t *Type, n *Node, path string, v *Value) {
	if n.Shape == Plain && n.Notation == YAML && !yamlScalar(n.Text) {
		n = &Node{Shape: Quoted, Text: n.Text, Pos: n.Pos}
	}
	if n.Shape != Quoted {
		c.wrong(t, n, path)
		return
	}
	v.Text = n.Text
	for _, r := range n.Text {
		if !t.Alphabet.Has(r) {
			c.fault(Letters, n.Pos, path, strings.TrimSpace(fmt.Sprintf("%s has the character %q", path, r)), "it is none of "+t.Alphabet.String())
			break
		}
	}
	if count := utf8.RuneCountInString(n.Text); !t.Size.Has(count) {
		c.fault(Sizes, n.Pos, path, strings.TrimSpace(path+" has "+spelling.Count(count, "character")), "give "+t.Size.of("character"))
	}
}

// yamlScalar reports whether a plain scalar is not a text but a number, true, false or null.
func yamlScalar(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "null", "~", "":
		return true
	}
	_, err := parseReal(&Node{Text: s})
	return err == nil || infinite(s)
}
