package asn1

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/asn1/scan"
	"github.com/sinew-robotics/sinew/lang/param"
)

// left has the types that this subset leaves out, and what to write instead.
var left = map[string]string{
	"SET": "write SEQUENCE", "NULL": "write BOOLEAN or a SEQUENCE without members", "BIT": "write BOOLEANs, or an INTEGER",
	"OCTET": "write a SEQUENCE OF INTEGER (0..255)", "OBJECT": "", "RELATIVE-OID": "", "OID-IRI": "", "RELATIVE-OID-IRI": "", "EXTERNAL": "",
	"EMBEDDED": "", "CHARACTER": "write UTF8String", "CLASS": "", "INSTANCE": "", "ANY": "write a CHOICE", "TYPE-IDENTIFIER": "",
	"GeneralizedTime": "write an INTEGER with a unit", "UTCTime": "write an INTEGER with a unit", "TIME": "write an INTEGER with a unit",
	"DATE": "", "TIME-OF-DAY": "", "DATE-TIME": "", "DURATION": "write a REAL with the unit s", "ObjectDescriptor": "write UTF8String",
	"BMPString": "write UTF8String", "UniversalString": "write UTF8String", "TeletexString": "write UTF8String", "T61String": "write UTF8String",
	"VideotexString": "write UTF8String", "GraphicString": "write UTF8String", "GeneralString": "write UTF8String", "ISO646String": "write VisibleString",
	"COMPONENTS": "write the members out", "MACRO": "",
}

// texts are the types of strings.
var texts = []param.Alphabet{param.UTF8, param.IA5, param.Printable, param.Visible, param.Numeric}

// typeText reads a type; nil after a fault.
func (p *parser) typeText() *typeText {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		p.fault(Syntax, p.now().Pos, fmt.Sprintf("types within types more than %d deep", maxDepth), "give them names")
		return nil
	}
	defer func() { p.depth-- }()
	t := p.now()
	x := &typeText{Pos: t.Pos, name: t}
	if t.Is("[") {
		p.unsupported(t.Pos, "a tag in [ ]", "leave it out, and write AUTOMATIC TAGS")
		return nil
	}
	if t.Kind != scan.Word {
		p.missing("a type", "")
		return nil
	}
	if do, ok := left[t.Text]; ok {
		what := t.Text
		if n := p.ahead(1); n.Is("STRING") || n.Is("OF") || n.Is("IDENTIFIER") {
			what += " " + n.Text
		}
		p.unsupported(t.Pos, what, do)
		return nil
	}
	p.next()
	ok := true
	switch t.Text {
	case "BOOLEAN":
		x.kind = param.Boolean
	case "INTEGER":
		if x.kind = param.Integer; p.now().Is("{") {
			p.unsupported(p.now().Pos, "a named number of an INTEGER", "write ENUMERATED, or values such as low INTEGER ::= 1")
			return nil
		}
	case "REAL":
		x.kind = param.Real
	case "ENUMERATED":
		x.kind = param.Enumeration
		ok = p.items(x)
	case "CHOICE":
		x.kind = param.Choice
		ok = p.members(x)
	case "SEQUENCE":
		return p.sequence(x)
	default:
		ok = p.named(x)
	}
	if !ok || !p.constraints(x) {
		return nil
	}
	return x
}

// named reads the rest of a string type or of the name of another type.
func (p *parser) named(x *typeText) bool {
	if k := slices.IndexFunc(texts, func(a param.Alphabet) bool { return a.String() == x.name.Text }); k >= 0 {
		x.kind, x.alphabet = param.String, texts[k]
		return true
	}
	if !scan.Reference(x.name.Text) {
		p.fault(Syntax, x.Pos, x.name.Text+" is no type", "a type's name begins with a capital letter")
		return false
	}
	if p.now().Is(".") {
		p.next()
		if x.in = x.name; !scan.Reference(p.now().Text) {
			p.missing("the name of a type", "")
			return false
		}
		x.name = p.next()
	}
	if p.now().Is("{") {
		p.unsupported(p.now().Pos, "a parameterised type", "write the type out")
		return false
	}
	return true
}

// sequence reads SEQUENCE { … } or SEQUENCE … OF.
func (p *parser) sequence(x *typeText) *typeText {
	if p.now().Is("{") {
		x.kind = param.Record
		if !p.members(x) || !p.constraints(x) {
			return nil
		}
		return x
	}
	x.kind = param.List
	if p.now().Is("SIZE") {
		b, ok := p.size()
		if !ok {
			return nil
		}
		x.bounds = append(x.bounds, b)
	} else if !p.constraints(x) {
		return nil
	}
	if !p.want("OF") {
		return nil
	}
	if x.elem = p.typeText(); x.elem == nil {
		return nil
	}
	return x
}

// each reads the entries between { and }, each with read, up to the comma or brace after it. Wrong entries are left out.
func (p *parser) each(what string, read func() bool) bool {
	if !p.want("{") {
		return false
	}
	if p.take("}") {
		return true
	}
	for {
		if p.now().Is("...") {
			p.unsupported(p.now().Pos, "an extension (...)", "leave it out")
			p.skip(",", "}")
		} else if !read() {
			p.skip(",", "}")
		}
		switch {
		case p.take("}"):
			return true
		case p.take(","):
		default:
			p.missing("a comma or } after "+what, "")
			return false
		}
	}
}

// members reads the members of a SEQUENCE, or the alternatives of a CHOICE.
func (p *parser) members(x *typeText) bool {
	before := len(p.faults)
	ok := p.each("a member", func() bool {
		first := p.at
		m := memberText{name: p.now()}
		switch {
		case m.name.Is("COMPONENTS"):
			p.unsupported(m.name.Pos, "COMPONENTS OF", left["COMPONENTS"])
			return false
		case m.name.Is("[["):
			p.unsupported(m.name.Pos, "an extension [[ ]]", "leave it out")
			return false
		case m.name.Kind == scan.Word && !scan.Identifier(m.name.Text):
			p.fault(Syntax, m.name.Pos, m.name.Text+" is no name of a member", "begin it with a small letter, and then write letters, digits and hyphens")
			return false
		case m.name.Kind != scan.Word:
			p.missing("the name of a member", "")
			return false
		}
		p.next()
		if m.of = p.typeText(); m.of == nil || !p.presence(x, &m) {
			return false
		}
		m.notes = p.said(first, p.at-1)
		if k := slices.IndexFunc(x.members, func(o memberText) bool { return o.name.Text == m.name.Text }); k >= 0 {
			p.fault(Twice, m.name.Pos, m.name.Text+" is here a second time", "give it another name")
			return true
		}
		x.members = append(x.members, m)
		return true
	})
	if ok && x.kind == param.Choice && len(x.members) == 0 && len(p.faults) == before {
		p.fault(Syntax, x.Pos, "a CHOICE has no alternatives", "give at least one")
	}
	return ok
}

// presence reads OPTIONAL or DEFAULT.
func (p *parser) presence(x *typeText, m *memberText) bool {
	at := p.now()
	if !at.Is("OPTIONAL") && !at.Is("DEFAULT") {
		return true
	}
	if x.kind == param.Choice {
		p.fault(Syntax, at.Pos, "an alternative of a CHOICE is neither OPTIONAL nor has it a DEFAULT", "leave the word out")
		return false
	}
	if p.next(); at.Is("OPTIONAL") {
		m.optional = true
		return true
	}
	value, rest, faults := param.ReadASN1(p.all[p.at:])
	p.at = len(p.all) - len(rest)
	p.faults = append(p.faults, faults...)
	m.value = value
	return value != nil
}

// items reads the names of an ENUMERATED.
func (p *parser) items(x *typeText) bool {
	before := len(p.faults)
	ok := p.each("a name", func() bool {
		t, first := p.now(), p.at
		if !scan.Identifier(t.Text) || t.Kind != scan.Word {
			p.missing("a name that begins with a small letter", "")
			return false
		}
		if p.next(); p.take("(") {
			p.take("-")
			if p.next(); !p.want(")") {
				return false
			}
		}
		if slices.ContainsFunc(x.items, func(i param.Item) bool { return i.Name == t.Text }) {
			p.fault(Twice, t.Pos, t.Text+" is here a second time", "give it another name")
			return true
		}
		x.items = append(x.items, param.Item{Name: t.Text, Doc: p.said(first, p.at-1).doc})
		return true
	})
	if ok && len(x.items) == 0 && len(p.faults) == before {
		p.fault(Syntax, x.Pos, "an ENUMERATED has no names", "give at least one")
	}
	return ok
}

// constraints reads what is in ( ) after a type.
func (p *parser) constraints(x *typeText) bool {
	for p.now().Is("(") {
		p.next()
		var b bounds
		ok := true
		switch t := p.now(); {
		case t.Is("SIZE"):
			b, ok = p.size()
		case t.Is("FROM"), t.Is("PATTERN"), t.Is("WITH"), t.Is("CONTAINING"), t.Is("CONSTRAINED"), t.Is("ALL"), t.Is("INCLUDES"), t.Is("SETTINGS"):
			p.unsupported(t.Pos, "a constraint with "+t.Text, "give a range or a SIZE")
			return false
		default:
			b, ok = p.bounds()
		}
		if !ok || !p.single() || !p.want(")") {
			return false
		}
		x.bounds = append(x.bounds, b)
	}
	return true
}

// single refuses combined constraints.
func (p *parser) single() bool {
	switch t := p.now(); {
	case t.Is("|"), t.Is("^"), t.Is("UNION"), t.Is("INTERSECTION"), t.Is("EXCEPT"):
		p.unsupported(t.Pos, "a constraint put together with "+t.Text, "give one range")
	case t.Is(","):
		p.unsupported(t.Pos, "an extension (...)", "leave it out")
	case t.Is("!"):
		p.unsupported(t.Pos, "an exception (!)", "leave it out")
	default:
		return true
	}
	return false
}

// size reads SIZE (…).
func (p *parser) size() (b bounds, ok bool) {
	p.next()
	if !p.want("(") {
		return b, false
	}
	if b, ok = p.bounds(); !ok || !p.single() || !p.want(")") {
		return b, false
	}
	b.size = true
	return b, true
}

// bounds reads one value or a range of them.
func (p *parser) bounds() (b bounds, ok bool) {
	b.Pos = p.now().Pos
	if b.low, ok = p.bound("MIN"); !ok {
		return b, false
	}
	b.lowOpen = p.take("<")
	if !p.now().Is("..") {
		if b.high = b.low; b.low == nil || b.lowOpen {
			p.missing("..", "a range is written low..high")
			return b, false
		}
		return b, true
	}
	p.next()
	b.highOpen = p.take("<")
	b.high, ok = p.bound("MAX")
	return b, ok
}

// bound reads an end of a range; nil for the given word.
func (p *parser) bound(word string) (*param.Node, bool) {
	if p.take(word) {
		return nil, true
	}
	if t := p.now(); t.Is("MIN") || t.Is("MAX") || t.Kind != scan.Word && t.Kind != scan.Number && !t.Is("-") {
		p.missing(word+", a number or the name of a value", "")
		return nil, false
	}
	n, rest, faults := param.ReadASN1(p.all[p.at:])
	p.at = len(p.all) - len(rest)
	p.faults = append(p.faults, faults...)
	return n, n != nil
}

// unknown is a fault with a hint at the name that may have been meant.
func unknown(at diag.Pos, what, name string, among []string) diag.Fault {
	f := diag.Fault{Code: Name, Pos: at, What: spelling.Clip(fmt.Sprintf("there is no %s %s", what, name))}
	if len(among) > 0 {
		f.Do = spelling.Clip(spelling.Suggest(name, among))
	}
	return f
}
