package asn1

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/asn1/scan"
	"github.com/sinew-robotics/sinew/lang/param"
)

// module is the content of a module's text.
type module struct {
	name    scan.Token
	doc     string
	exports []scan.Token // nil: all
	imports []imports
	all     []*assignment
	names   map[string]*assignment
	from    map[string]*module // of imported names
}

// imports are names of one module.
type imports struct {
	names []scan.Token
	from  scan.Token
}

// assignment gives a name to a type or value.
type assignment struct {
	name   scan.Token
	in     *module
	notes  notes
	of     *typeText
	value  *param.Node // nil: of has the name
	begun  bool        // to be resolved
	done   bool
	result *param.Type // nil after a fault
}

// notes are what comments say about something.
type notes struct {
	doc, unit string
	unitAt    diag.Pos
}

// typeText is how a type is written.
type typeText struct {
	diag.Pos
	kind     param.Kind // NoKind: name is another type's
	in, name scan.Token // in: the module, where it is given
	alphabet param.Alphabet
	members  []memberText
	items    []param.Item
	elem     *typeText
	bounds   []bounds
}

type memberText struct {
	name     scan.Token
	notes    notes
	of       *typeText
	optional bool
	value    *param.Node
}

// bounds restrict numbers, or sizes.
type bounds struct {
	diag.Pos
	size              bool
	low, high         *param.Node // nil: MIN, MAX
	lowOpen, highOpen bool
}

// maxDepth bounds types within types.
const maxDepth = 64

// parser reads the modules of one text.
type parser struct {
	all    []scan.Token
	at     int
	notes  map[int][]scan.Comment // on the line of a token, after it, by its index
	alone  map[int]scan.Comment   // on separate lines, by line
	faults diag.Faults
	depth  int
}

// parse reads the modules of a text.
func parse(file string, text []byte) ([]*module, diag.Faults) {
	tokens, comments, faults := scan.Tokens(file, text, Syntax)
	p := &parser{all: tokens, notes: map[int][]scan.Comment{}, alone: map[int]scan.Comment{}, faults: faults}
	k := 0
	for _, c := range comments {
		for tokens[k].Kind != scan.End && tokens[k].Pos.Compare(c.Pos) < 0 {
			k++
		}
		if k > 0 && tokens[k-1].Line == c.Line {
			p.notes[k-1] = append(p.notes[k-1], c)
		} else {
			p.alone[c.Line] = c
		}
	}
	var all []*module
	for p.now().Kind != scan.End {
		m := p.module()
		if m == nil {
			break
		}
		all = append(all, m)
	}
	if len(all) == 0 && len(p.faults) == 0 {
		p.fault(Syntax, p.now().Pos, "there is no module in the text", "write Name DEFINITIONS ::= BEGIN … END")
	}
	return all, p.faults
}

func (p *parser) now() scan.Token { return p.all[p.at] }

func (p *parser) ahead(n int) scan.Token { return p.all[min(p.at+n, len(p.all)-1)] }

func (p *parser) next() scan.Token {
	t := p.all[p.at]
	if t.Kind != scan.End {
		p.at++
	}
	return t
}

func (p *parser) fault(code string, at diag.Pos, what, do string) {
	p.faults = append(p.faults, diag.Fault{Code: code, Pos: at, What: spelling.Clip(what), Do: do})
}

// missing notes that something is missing before the current token.
func (p *parser) missing(what, do string) {
	p.fault(Syntax, p.now().Pos, what+" is missing before "+p.now().String(), do)
}

// unsupported notes what this subset leaves out.
func (p *parser) unsupported(at diag.Pos, what, do string) {
	p.fault(Unsupported, at, what+" of ASN.1 is not supported", do)
}

// take takes a word or sign if it is next.
func (p *parser) take(text string) bool {
	if !p.now().Is(text) {
		return false
	}
	p.next()
	return true
}

// want takes a word or sign, or notes that it is missing.
func (p *parser) want(text string) bool {
	if p.take(text) {
		return true
	}
	p.missing(text, "")
	return false
}

// said collects the comments about the tokens from first to last: those on the lines directly above, and those after it
// on its line, including after the comma that follows.
func (p *parser) said(first, last int) (n notes) {
	var all []scan.Comment
	begins := first == 0 || p.all[first-1].Line < p.all[first].Line
	for line := p.all[first].Line - 1; begins; line-- {
		c, ok := p.alone[line]
		if !ok {
			break
		}
		all = append(all, c)
	}
	slices.Reverse(all)
	all = append(all, p.notes[last]...)
	if next := last + 1; next < len(p.all) && p.all[next].Is(",") && p.all[next].Line == p.all[last].Line {
		all = append(all, p.notes[next]...)
	}
	var doc []string
	for _, c := range all {
		if unit, ok := strings.CutPrefix(c.Text, "unit:"); ok {
			n.unit, n.unitAt = strings.TrimSpace(unit), c.Pos
		} else {
			doc = append(doc, c.Text)
		}
	}
	n.doc = strings.TrimSpace(strings.Join(doc, "\n"))
	return n
}

// module reads a module; nil if none begins here.
func (p *parser) module() *module {
	first := p.at
	if !scan.Reference(p.now().Text) {
		p.missing("the name of a module", "write Name DEFINITIONS ::= BEGIN … END")
		return nil
	}
	m := &module{name: p.next(), names: map[string]*assignment{}, from: map[string]*module{}}
	m.doc = p.said(first, first).doc
	if p.now().Is("{") { // an object identifier, which is not needed here
		p.skip("}")
		p.take("}")
	}
	if !p.want("DEFINITIONS") {
		return nil
	}
	if p.now().Is("AUTOMATIC") || p.now().Is("EXPLICIT") || p.now().Is("IMPLICIT") {
		p.next() // nothing is encoded here
		if !p.want("TAGS") {
			return nil
		}
	}
	if p.now().Is("EXTENSIBILITY") {
		p.unsupported(p.now().Pos, "EXTENSIBILITY IMPLIED", "leave it out")
		p.next()
		p.take("IMPLIED")
	}
	if !p.want("::=") || !p.want("BEGIN") {
		return nil
	}
	p.header(m)
	for !p.take("END") {
		if p.now().Kind == scan.End {
			p.missing("END", "")
			return m
		}
		was, faults := p.at, len(p.faults)
		a := p.assignment(m)
		if len(p.faults) > faults && !p.begins(0) {
			p.at = max(p.at, was+1)
			p.recover()
		}
		if a != nil {
			m.add(a, p)
		}
	}
	return m
}

// add notes an assignment under its name.
func (m *module) add(a *assignment, p *parser) {
	if was := m.names[a.name.Text]; was != nil {
		p.fault(Twice, a.name.Pos, fmt.Sprintf("%s is defined in line %d already", a.name.Text, was.name.Line), "give one of them another name")
		return
	}
	m.names[a.name.Text] = a
	m.all = append(m.all, a)
}

// skip goes on to a sign outside brackets, or to what closes them.
func (p *parser) skip(to ...string) {
	depth := 0
	for ; p.now().Kind != scan.End; p.at++ {
		t := p.now()
		if depth <= 0 && slices.ContainsFunc(to, t.Is) {
			return
		}
		switch {
		case t.Is("{"), t.Is("("), t.Is("["):
			depth++
		case t.Is("}"), t.Is(")"), t.Is("]"):
			if depth--; depth == 0 && slices.ContainsFunc(to, t.Is) {
				return
			}
		case p.begins(0) || t.Is("END"):
			return
		}
	}
}

// begins reports whether an assignment begins n tokens ahead.
func (p *parser) begins(n int) bool {
	name := p.ahead(n)
	second := p.ahead(n + 1)
	switch {
	case name.Kind != scan.Word:
		return false
	case second.Is("{") && scan.Reference(name.Text): // parameters, which are not supported
		return p.ahead(n+2).Kind == scan.Word && p.ahead(n+3).Is("}") && p.ahead(n+4).Is("::=")
	case second.Kind == scan.Word && (scan.Identifier(name.Text) || builtin(second.Text) && !builtin(name.Text)):
		return p.ahead(n + 2).Is("::=")
	}
	return second.Is("::=")
}

// builtin reports whether a word is a built-in type of values or value sets.
func builtin(word string) bool {
	return slices.Contains([]string{"INTEGER", "REAL", "BOOLEAN", "IA5String", "UTF8String", "PrintableString", "VisibleString", "NumericString"}, word)
}

// recover goes on to the next assignment.
func (p *parser) recover() {
	for p.now().Kind != scan.End && !p.now().Is("END") && !p.begins(0) {
		p.at++
	}
}

// header reads EXPORTS and IMPORTS.
func (p *parser) header(m *module) {
	if p.take("EXPORTS") {
		m.exports = []scan.Token{}
		if p.take("ALL") {
			m.exports = nil
		} else {
			m.exports = append(m.exports, p.list(";")...)
		}
		p.want(";")
	}
	if !p.take("IMPORTS") {
		return
	}
	for p.now().Kind == scan.Word && !p.begins(0) {
		i := imports{names: p.list("FROM")}
		if !p.want("FROM") {
			break
		}
		if i.from = p.now(); !scan.Reference(i.from.Text) {
			p.missing("the name of a module", "")
			break
		}
		p.next()
		if p.now().Is("{") {
			p.skip("}")
			p.take("}")
		}
		m.imports = append(m.imports, i)
	}
	if !p.take(";") {
		p.missing("a semicolon", "IMPORTS ends with one")
		p.recover()
	}
}

// list reads names separated by commas.
func (p *parser) list(end string) (names []scan.Token) {
	for p.now().Kind == scan.Word && !p.now().Is(end) {
		names = append(names, p.next())
		if p.now().Is("{") && p.ahead(1).Is("}") {
			p.unsupported(p.now().Pos, "a parameterised type", "write the type out")
			p.at += 2
		}
		if !p.take(",") {
			break
		}
	}
	return names
}

// assignment reads an assignment; nil if it cannot be used.
func (p *parser) assignment(m *module) *assignment {
	first := p.at
	a := &assignment{name: p.next(), in: m}
	switch {
	case a.name.Kind != scan.Word:
		p.at--
		p.missing("the name of a type or value", "")
		p.next()
		return nil
	case strings.Contains(a.name.Text, "_"):
		p.fault(Syntax, a.name.Pos, a.name.Text+" has an underscore", "write a hyphen")
		return nil
	case p.now().Is("{"):
		p.unsupported(p.now().Pos, "a parameterised type", "write the type out")
		return nil
	case scan.Reference(a.name.Text) && p.now().Kind == scan.Word && p.ahead(1).Is("::="):
		p.at += 2
		p.unsupported(a.name.Pos, "a value set", "give the type a range")
		return nil
	}
	if scan.Identifier(a.name.Text) && !p.now().Is("::=") {
		if a.of = p.typeText(); a.of == nil || !p.want("::=") {
			return nil
		}
		value, rest, faults := param.ReadASN1(p.all[p.at:])
		p.at = len(p.all) - len(rest)
		p.faults = append(p.faults, faults...)
		if a.value = value; value == nil {
			return nil
		}
	} else {
		if !scan.Reference(a.name.Text) {
			p.next()
			p.fault(Syntax, a.name.Pos, fmt.Sprintf("%s is given no type", a.name.Text), "a type's name begins with a capital letter; a value is written name Type ::= value")
			return nil
		}
		if !p.want("::=") {
			return nil
		}
		if a.of = p.typeText(); a.of == nil {
			return nil
		}
	}
	a.notes = p.said(first, p.at-1)
	return a
}
