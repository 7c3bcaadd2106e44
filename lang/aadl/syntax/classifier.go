package syntax

import "slices"

// section is a part of a classifier.
type section uint8

// The sections, in their order.
const (
	noSection section = iota
	prototypes
	features
	inverse
	subcomponents
	internalFeatures
	processorFeatures
	calls
	connections
	flows
	modes
	properties
	annexes
)

// sectionWords are the keywords that begin a section; requires, as in requires modes, has no separate section.
var sectionWords = []Kind{prototypes: kwPrototypes, features: kwFeatures, inverse: kwInverse, subcomponents: kwSubcomponents,
	internalFeatures: kwInternal, processorFeatures: kwProcessor, calls: kwCalls, connections: kwConnections, flows: kwFlows,
	modes: kwModes, properties: kwProperties, annexes: kwAnnex}

// allowed are the sections that a form of classifier has.
var allowed = [...][]section{
	ComponentType:           {prototypes, features, flows, modes, properties, annexes},
	ComponentImplementation: {prototypes, subcomponents, internalFeatures, processorFeatures, calls, connections, flows, modes, properties, annexes},
	FeatureGroupType:        {prototypes, features, inverse, properties, annexes},
}

var formTexts = [...]string{"a component type", "a component implementation", "a feature group type"}

// String names the form.
func (f Form) String() string { return formTexts[f] }

// here is the section that begins with the current token.
func (p *parser) here() section {
	switch p.kind {
	case kwInternal, kwProcessor:
		if p.after() != kwFeatures {
			return noSection
		}
	case kwRequires:
		if p.after() == kwModes {
			return modes
		}
		return noSection
	case bad, EOF:
		return noSection
	}
	return section(max(0, slices.Index(sectionWords, p.kind)))
}

// classifier reads a component type, a component implementation or a feature group type.
func (p *parser) classifier() *Classifier {
	c := &Classifier{Span: Span{From: p.at}}
	c.Category = p.classifierCategory()
	if c.Category == FeatureGroupCategory {
		c.Form = FeatureGroupType
	}
	if p.kind == Identifier && p.after() == Identifier {
		p.meant("implementation or a name", kwImplementation)
	}
	if p.got(kwImplementation) {
		c.Form = ComponentImplementation
		if c.Category == FeatureGroupCategory {
			p.report(p.last, "aadl-syntax", "a feature group has no implementations", "write feature group NAME")
		}
		c.Name = p.name()
		p.want(dot)
		c.Impl = p.name()
	} else if c.Name = p.name(); p.kind == dot && c.Category != FeatureGroupCategory {
		p.report(c.Name.From, "aadl-syntax", "implementation is expected before "+p.source(c.Name.From)+".", "put it here")
		p.advance()
		c.Form, c.Impl = ComponentImplementation, p.name()
	}
	outside, name := p.path, ""
	if p.kind != bad {
		name = Ref{Name: c.Name, Impl: c.Impl}.String()
		p.path += "::" + name
	}
	if p.kind == leftParen && c.Form == ComponentImplementation {
		c.Bindings = p.bindings()
	}
	if p.kind == Identifier && p.after() == Identifier {
		p.meant("extends, a section of "+c.Form.String()+" or end", slices.Concat(sectionWords[prototypes:], []Kind{kwEnd, kwExtends})...)
	}
	if p.got(kwExtends) {
		c.Extends = p.ref()
		if p.kind == leftParen {
			c.Bindings = append(c.Bindings, p.bindings()...)
		}
	}
	if p.kind == semicolon {
		p.report(p.at, "aadl-end", "the end of "+name+" is missing before "+p.found(), "write end "+name+" before it")
		p.advance()
		c.Span = p.since(c.From)
		return c
	}
	p.level++
	p.sections(c)
	p.level--
	p.end(c.Category.String()+" "+name, name, outside, func() string { c.End = p.ref(); return c.End.String() })
	c.Span = p.since(c.From)
	return c
}

// sections reads the sections of a classifier.
func (p *parser) sections(c *Classifier) {
	last, foreign := noSection, false
	if p.kind == bad {
		p.sync()
	}
	for {
		s := p.here()
		switch {
		case s != noSection:
			if known := slices.Contains(allowed[c.Form], s); known || !foreign { // one is enough: the form may be wrong
				p.order(c, s, last)
				foreign = foreign || !known
			}
			last = max(last, s)
			p.line()
			p.section(c, s)
		case p.kind == kwEnd, p.kind == EOF, p.kind == kwPublic, p.kind == kwPrivate, p.kind == kwPackage, p.kind == kwProperty, p.classifies():
			return
		case p.associates():
			p.report(p.at, "aadl-syntax", "properties is expected before "+p.found(), "put it here")
			p.level++
			p.each(p.associates, func() { c.Properties = append(c.Properties, p.association()) })
			p.level--
		case p.suits(c.Form) != noSection:
			s := p.suits(c.Form)
			p.report(p.at, "aadl-syntax", sectionWords[s].String()+" is expected before "+p.found(), "put it here")
			p.declarations(c, s)
		case p.after() == Identifier && Same(p.source(p.pass(p.at+1)), c.Name.Text) && p.meant("end", kwEnd):
		case p.after() != colon && p.meant("a section of "+c.Form.String()+" or end", sectionWords[prototypes:]...):
		default:
			p.unknown("a section of " + c.Form.String() + " or end")
			at := p.at
			p.skip(func() bool { return p.boundary() || p.begins() })
			if p.at == at {
				p.advance()
			}
		}
	}
}

// order reports a section in a wrong place.
func (p *parser) order(c *Classifier, s, last section) {
	word := sectionWords[s].String()
	switch {
	case !slices.Contains(allowed[c.Form], s):
		p.report(p.at, "aadl-order", c.Form.String()+" has no "+word, "put it where it belongs")
	case s == annexes && last == annexes:
	case s == last:
		p.report(p.at, "aadl-order", "there is a second section "+word, "put everything into the first")
	case s < last:
		p.report(p.at, "aadl-order", word+" stands after "+sectionWords[last].String(), "put it before that")
	}
}

// section reads a section.
func (p *parser) section(c *Classifier, s section) {
	if s == annexes {
		c.Annexes = append(c.Annexes, p.annex())
		p.sync()
		return
	}
	if p.kind == kwRequires {
		c.RequiresModes = true
		p.advance()
	}
	if s == properties {
		c.Properties = append(c.Properties, p.properties()...)
		return
	}
	p.advance()
	if s == inverse {
		p.want(kwOf)
		c.Inverse = p.ref()
		return
	}
	if s == internalFeatures || s == processorFeatures {
		p.advance()
	}
	if p.got(kwNone) {
		p.ends()
		p.sync()
		return
	}
	p.declarations(c, s)
}

// declarations reads the declarations of a section, up to one that clearly belongs to another section with a missing
// keyword.
func (p *parser) declarations(c *Classifier, s section) {
	p.level++
	p.each(func() bool {
		switch s {
		case prototypes, internalFeatures, processorFeatures:
			return p.named()
		case calls:
			if p.kind == leftBrace {
				return true
			}
		case connections:
			if p.connects() {
				return true
			}
		}
		other := p.suits(c.Form)
		return p.named() && (other == noSection || other == s)
	}, func() { p.declaration(c, s) })
	p.level--
}

// suits infers the section of the declaration that begins here from what follows its name; noSection if that does not
// tell.
func (p *parser) suits(form Form) section {
	if p.kind != Identifier || p.after() != colon {
		return noSection
	}
	after := func(at int32) int32 { return p.pass(at + 1) }
	at := after(after(p.at))
	if p.tokens[at].Kind == kwRefined {
		at = after(after(at))
	}
	k := p.tokens[at].Kind
	switch k {
	case kwFlow, kwEnd:
		return flows
	case kwMode, kwInitial:
		return modes
	}
	if form != ComponentImplementation {
		switch k {
		case kwIn, kwOut, kwRequires, kwProvides:
			return features
		}
		return noSection
	}
	switch k {
	case kwPort, kwParameter, kwFeature:
		return connections
	case kwData, kwBus, kwVirtual, kwSubprogram:
		for range 2 {
			if at = after(at); p.tokens[at].Kind == kwAccess {
				return connections
			}
		}
		return subcomponents
	case kwAbstract, kwSystem, kwProcess, kwThread, kwDevice, kwMemory, kwProcessor:
		return subcomponents
	}
	return noSection
}

// declaration reads a declaration of a section.
func (p *parser) declaration(c *Classifier, s section) {
	switch s {
	case prototypes:
		c.Prototypes = append(c.Prototypes, p.prototype())
	case features:
		c.Features = append(c.Features, p.feature())
	case internalFeatures, processorFeatures:
		c.Features = append(c.Features, p.innerFeature(s))
	case subcomponents:
		c.Subcomponents = append(c.Subcomponents, p.subcomponent())
	case calls:
		c.Calls = append(c.Calls, p.callSequence())
	case connections:
		c.Connections = append(c.Connections, p.connection())
	case flows:
		c.Flows = append(c.Flows, p.flow(c.Form))
	case modes:
		p.mode(c)
	}
}

// head reads the beginning of a declaration: its name, a colon, and whether it is refined.
func (p *parser) head() (n Name, refined bool) {
	n = p.name()
	p.want(colon)
	if p.got(kwRefined) {
		p.want(kwTo)
		refined = true
	}
	return n, refined
}

// prototype reads a prototype.
func (p *parser) prototype() *Prototype {
	t := &Prototype{Span: Span{From: p.at}}
	t.Name, t.Refined = p.head()
	t.Direction = p.direction()
	t.Category = p.anyCategory(", feature group or feature")
	if t.Direction != NoDirection && t.Category != FeatureCategory && p.kind != bad {
		p.report(t.From, "aadl-direction", "only the prototype of a feature has a direction", "drop "+t.Direction.String())
	}
	t.Constraint = p.optionalRef()
	if p.got(leftSquare) {
		p.want(rightSquare)
		t.Array = true
	}
	t.Properties = p.braced()
	p.ends()
	t.Span = p.since(t.From)
	return t
}

// bindings reads bindings of prototypes, in parentheses.
func (p *parser) bindings() (all []*Binding) {
	p.nest(func() {
		p.list(leftParen, rightParen, func() {
			b := &Binding{Span: Span{From: p.at}}
			b.Formal = p.name()
			p.want(gives)
			if p.kind == leftParen {
				p.list(leftParen, rightParen, func() { b.Actuals = append(b.Actuals, p.actual()) })
			} else {
				b.Actuals = append(b.Actuals, p.actual())
			}
			b.Span = p.since(b.From)
			all = append(all, b)
		})
	})
	return all
}

// actual reads what a prototype stands for.
func (p *parser) actual() *Actual {
	a := &Actual{Span: Span{From: p.at}}
	a.Direction = p.direction()
	switch {
	case a.Direction == NoDirection:
		a.Category = p.anyCategory(", feature group or feature")
	default:
		a.Category = FeatureCategory
		a.Kind = p.featureKind(a.Direction)
	}
	a.Ref = p.optionalRef()
	if p.kind == leftParen {
		a.Bindings = p.bindings()
	}
	a.Span = p.since(a.From)
	return a
}

// subcomponent reads a subcomponent.
func (p *parser) subcomponent() *Subcomponent {
	s := &Subcomponent{Span: Span{From: p.at}}
	s.Name, s.Refined = p.head()
	s.Category = p.anyCategory("")
	if s.Classifier = p.optionalRef(); p.kind == leftParen {
		s.Bindings = p.bindings()
	}
	s.Array = p.array()
	if p.kind == leftParen && len(s.Array) > 0 {
		p.list(leftParen, rightParen, func() {
			r := &ImplementationRef{Span: Span{From: p.at}}
			r.Ref = p.ref()
			if p.kind == leftParen {
				r.Bindings = p.bindings()
			}
			r.Span = p.since(r.From)
			s.Implementations = append(s.Implementations, r)
		})
	}
	s.Properties = p.braced()
	s.Modes = p.inModes()
	p.ends()
	s.Span = p.since(s.From)
	return s
}

// array reads the dimensions of an array.
func (p *parser) array() (all []*Dimension) {
	for p.kind == leftSquare {
		d := &Dimension{Span: Span{From: p.at}}
		p.advance()
		switch p.kind {
		case IntegerLiteral:
			d.Size = &NumberValue{Span: Span{p.at, p.at + 1}, Text: p.source(p.at)}
			p.advance()
		case Identifier:
			r := p.propertyRef()
			d.Size = &NamedValue{r.Tokens(), r}
		}
		p.want(rightSquare)
		d.Span = p.since(d.From)
		all = append(all, d)
	}
	return all
}

// inModes reads in modes (…), if it is there.
func (p *parser) inModes() (all []*InMode) {
	if p.kind != kwIn || p.after() != kwModes {
		return nil
	}
	p.advance()
	p.advance()
	p.list(leftParen, rightParen, func() {
		m := &InMode{Span: Span{From: p.at}}
		if p.kind == kwAll || p.kind == kwNone {
			m.Name = Name{Span{p.at, p.at + 1}, p.kind.String()}
			p.advance()
		} else if m.Name = p.name(); p.got(gives) {
			m.Inner = p.name()
		}
		m.Span = p.since(m.From)
		all = append(all, m)
	})
	return all
}

// braced reads properties in braces, if present.
func (p *parser) braced() (all []*Association) {
	if p.kind != leftBrace {
		return nil
	}
	p.block(leftBrace, rightBrace, func() bool { return p.kind == Identifier && p.after() != colon }, func() { all = append(all, p.association()) })
	return all
}

// properties reads a section of properties.
func (p *parser) properties() (all []*Association) {
	p.advance()
	if p.got(kwNone) {
		p.ends()
		p.sync()
		return nil
	}
	p.level++
	p.each(func() bool { return p.kind == Identifier || p.associates() }, func() { all = append(all, p.association()) })
	p.level--
	return all
}

// associates reports whether a property is given a value here, even if its name is a keyword.
func (p *parser) associates() bool {
	switch p.after() {
	case gives, appends:
		return p.kind == Identifier || p.kind.Keyword()
	case doubleColon:
		return p.kind == Identifier
	}
	return false
}
