package syntax

import "github.com/sinew-robotics/sinew/internal/spelling"

// units reads the packages and property sets of the text.
func (p *parser) units() {
	begins := func() bool {
		return p.kind == kwPackage || p.kind == kwProperty && p.tokens[p.pass(p.at+1)].Kind == kwSet
	}
	for p.kind != EOF {
		p.line()
		switch {
		case p.kind == kwPackage:
			p.pack()
		case begins():
			p.set()
		case p.category() != NoCategory || p.kind == kwPublic || p.kind == kwPrivate || p.kind == kwWith:
			p.report(p.at, "aadl-syntax", p.found()+" stands outside a package", "put it into one: package NAME public … end NAME;")
			p.skip(begins)
		case !p.meant("a package or a property set", kwPackage, kwProperty):
			p.unknown("a package or a property set")
			p.skip(begins)
		}
		p.path, p.level = "", 0
		if p.kind == bad {
			p.skip(begins)
		}
	}
	p.line()
}

// pack reads a package.
func (p *parser) pack() {
	k := &Package{Span: Span{From: p.at}}
	p.advance()
	k.Name = p.qualified()
	p.path = k.Name.Text
	p.f.Packages = append(p.f.Packages, k)
	headless := p.kind == bad
	switch {
	case headless:
		p.skip(p.closesPart)
	case p.kind == kwWith || p.classifies():
		p.report(p.at, "aadl-syntax", "public or private is expected before "+p.found(), "put it here")
		k.Public = p.part(k.Name.Text)
	case p.kind != kwPublic && p.kind != kwPrivate:
		p.expect("public or private")
		p.skip(p.closesPart)
	}
	for p.kind == kwPublic || p.kind == kwPrivate {
		public := p.kind == kwPublic
		what := ""
		switch {
		case public && (k.Public != nil || k.Private != nil):
			what = "the public part stands after another part"
		case !public && k.Private != nil:
			what = "there is a second private part"
		}
		if what != "" {
			p.report(p.at, "aadl-order", what, "write one public part, and one private part after it")
		}
		if s := p.part(k.Name.Text); public {
			k.Public = s
		} else {
			k.Private = s
		}
	}
	if p.kind == kwProperties {
		p.line()
		k.Properties = p.properties()
	}
	k.End = Name{Text: k.Name.Text}
	p.end("package "+k.Name.Text, k.Name.Text, "", func() string { k.End = p.qualified(); return k.End.Text })
	k.Span = p.since(k.From)
}

// part reads the public or private part of the package with a name.
func (p *parser) part(name string) *Section {
	s := &Section{Span: Span{From: p.at}}
	p.line()
	if p.kind == kwPublic || p.kind == kwPrivate {
		p.advance()
	}
	p.level++
	path, lost := p.path, false // the beginning of a classifier has been skipped
	for {
		p.line()
		at := p.at
		switch {
		case p.kind == kwEnd && p.astray(name):
			if !lost {
				p.report(p.at, "aadl-end", "nothing is open that ends here", "leave it out, or write what begins before it")
			}
			lost, p.kind = false, bad
			p.last, p.at = p.at, p.pass(p.at+1)
		case p.kind == kwWith:
			s.Withs = append(s.Withs, p.with())
		case p.kind == kwRenames, p.kind == Identifier && p.after() == kwRenames:
			s.Renames = append(s.Renames, p.rename())
		case p.kind == kwAnnex:
			s.Annexes = append(s.Annexes, p.annex())
		case p.classifies():
			s.Classifiers = append(s.Classifiers, p.classifier())
		case p.closesPart():
			p.level--
			s.Span = p.since(s.From)
			return s
		case p.meant("a classifier, with, renames, annex or end", kwSystem, kwProcess, kwThread, kwData, kwDevice, kwAbstract, kwProcessor,
			kwMemory, kwBus, kwVirtual, kwSubprogram, kwFeature, kwWith, kwRenames, kwAnnex, kwEnd, kwPrivate):
			continue
		default:
			p.unknown("a classifier, with, renames, annex or end")
			lost = true
			p.advance()
			p.skip(func() bool { return p.kind != kwProperties && p.closesPart() || p.begins() })
		}
		if p.path = path; p.kind == bad {
			p.sync()
		}
		if p.at == at {
			p.advance()
		}
	}
}

// astray reports whether an end is not that of the package with a name: it has another name, and the text goes on after
// it.
func (p *parser) astray(name string) bool {
	from := p.pass(p.at + 1)
	to := from
	for p.tokens[to].Kind != semicolon && p.tokens[to].Kind != EOF && to < from+maxEnd {
		to++
	}
	next := p.tokens[p.pass(to+1)].Kind
	return p.tokens[to].Kind == semicolon && to > from && name != "" && !Same(p.joined(Span{from, to}).Text, name) &&
		next != EOF && next != kwPackage && next != kwProperty
}

// maxEnd bounds how many tokens are examined for the name after an end.
const maxEnd = 32

// closesPart reports whether a part of a package is over.
func (p *parser) closesPart() bool {
	switch p.kind {
	case kwPublic, kwPrivate, kwProperties, EOF:
		return true
	case kwEnd, kwProperty, kwPackage:
		return p.boundary()
	}
	return false
}

// with reads the names after with.
func (p *parser) with() *With {
	w := &With{Span: Span{From: p.at}}
	p.advance()
	for {
		w.Names = append(w.Names, p.qualified())
		if !p.got(comma) {
			break
		}
	}
	p.ends()
	w.Span = p.since(w.From)
	return w
}

// rename reads a renaming.
func (p *parser) rename() *Rename {
	r := &Rename{Span: Span{From: p.at}}
	if p.kind == Identifier {
		r.Name = p.name()
	}
	p.want(kwRenames)
	if p.got(kwPackage) || p.kind == Identifier {
		n := p.qualified()
		r.Target.Name = n
		if p.got(doubleColon) {
			p.want(kwAll)
			r.All = true
		}
	} else if r.Category = p.classifierCategory(); r.Category != NoCategory {
		r.Target = p.ref()
	} else {
		p.expect("package, a category of components or feature group", "package", "system", "process", "thread", "data", "device", "feature")
	}
	p.ends()
	r.Span = p.since(r.From)
	return r
}

// annex reads an annex library or subclause.
func (p *parser) annex() *Annex {
	a := &Annex{Span: Span{From: p.at}}
	p.advance()
	a.Name = p.name()
	switch p.kind {
	case AnnexText:
		a.Text = p.source(p.at)
		p.advance()
	case kwNone:
		p.advance()
	default:
		p.expect("{** or none", "none")
	}
	a.Modes = p.inModes()
	p.ends()
	a.Span = p.since(a.From)
	return a
}

// end reads the end of something named; read reads the name there. It leaves the end of an enclosing construct alone.
func (p *parser) end(what, name, outside string, read func() string) {
	if p.kind == bad {
		p.sync()
	}
	missing := func() {
		if name == "" { // that is fault enough
			return
		}
		p.report(p.at, "aadl-end", "the end of "+spelling.Clip(what)+" is missing before "+p.found(), "write end "+spelling.Clip(name)+";")
	}
	if p.kind != kwEnd {
		if !p.said() {
			missing()
		}
		return
	}
	p.line()
	at, last := p.at, p.last
	p.advance()
	if p.kind == kwEnd {
		p.report(p.at, "aadl-syntax", "there is a second end", "leave it out")
		p.advance()
	}
	if p.kind == semicolon || p.kind == EOF {
		p.report(at, "aadl-end", "this end does not say of what", "write end "+spelling.Clip(name)+";")
		p.got(semicolon)
		return
	}
	if n := read(); p.kind != bad && name != "" && !Same(n, name) {
		if outside != "" && Same(n, outside) {
			p.at, p.last, p.kind = at, last, kwEnd
			missing()
			return
		}
		p.report(p.pass(at+1), "aadl-end", "this ends "+spelling.Clip(n)+", but "+spelling.Clip(what)+" is open", "write end "+spelling.Clip(name)+";")
	}
	p.ends()
	p.sync()
}

// category reads the category of a component without skipping it; of two words, such as virtual bus, it skips only the
// first.
func (p *parser) category() Category {
	switch p.kind {
	case kwAbstract:
		return AbstractCategory
	case kwData:
		return DataCategory
	case kwSubprogram:
		if p.after() == kwGroup {
			return SubprogramGroupCategory
		}
		return SubprogramCategory
	case kwThread:
		if p.after() == kwGroup {
			return ThreadGroupCategory
		}
		return ThreadCategory
	case kwProcess:
		return ProcessCategory
	case kwProcessor:
		return ProcessorCategory
	case kwVirtual:
		switch p.after() {
		case kwBus:
			return VirtualBusCategory
		case kwProcessor:
			return VirtualProcessorCategory
		}
	case kwMemory:
		return MemoryCategory
	case kwBus:
		return BusCategory
	case kwDevice:
		return DeviceCategory
	case kwSystem:
		return SystemCategory
	}
	return NoCategory
}

// componentCategory reads the category of a component, NoCategory if there is none.
func (p *parser) componentCategory() Category {
	c := p.category()
	switch c {
	case NoCategory:
		return c
	case SubprogramGroupCategory, ThreadGroupCategory, VirtualBusCategory, VirtualProcessorCategory:
		p.advance()
	}
	p.advance()
	return c
}

// classifierCategory reads the category of a component, or a feature group.
func (p *parser) classifierCategory() Category {
	if p.kind == kwFeature && p.after() == kwGroup {
		p.advance()
		p.advance()
		return FeatureGroupCategory
	}
	return p.componentCategory()
}

// anyCategory reads the category of a component, feature group or feature. A fault says that one is expected.
func (p *parser) anyCategory(what string) Category {
	c := p.classifierCategory()
	if c == NoCategory {
		if what != "" && p.got(kwFeature) {
			return FeatureCategory
		}
		p.expect("a category of components"+what, "system", "process", "processor", "thread", "data", "device", "abstract", "memory", "bus",
			"virtual", "subprogram", "feature")
	}
	return c
}

// classifies reports whether a classifier begins here.
func (p *parser) classifies() bool {
	return p.category() != NoCategory && p.after() != kwFeatures || p.kind == kwFeature && p.after() == kwGroup
}

// begins reports whether, after a fault, a classifier begins here: after a semicolon, or because it says implementation.
func (p *parser) begins() bool {
	if !p.classifies() {
		return false
	}
	next := p.pass(p.at + 1)
	k := p.tokens[next].Kind
	if k == kwGroup || k == kwBus || k == kwProcessor {
		k = p.tokens[p.pass(next+1)].Kind
	}
	return k == kwImplementation || k == Identifier && p.last >= 0 && p.tokens[p.last].Kind == semicolon
}
