package syntax

import "strings"

// set reads a property set.
func (p *parser) set() {
	s := &PropertySet{Span: Span{From: p.at}}
	p.advance()
	p.want(kwSet)
	s.Name = p.name()
	p.path = s.Name.Text
	p.want(kwIs)
	p.f.Sets = append(p.f.Sets, s)
	p.sync()
	p.level++
	for p.kind == kwWith {
		p.line()
		s.Withs = append(s.Withs, p.with())
		p.sync()
	}
	for p.kind != EOF && p.kind != kwEnd && (p.kind != kwPackage || !p.boundary()) {
		at := p.at
		p.line()
		switch {
		case p.kind == kwAnnex && p.after() != colon:
			s.Annexes = append(s.Annexes, p.annex())
		case p.named():
			s.Declarations = append(s.Declarations, p.property())
		case p.boundary():
			p.report(p.at, "aadl-order", p.found()+" stands in a property set", "put it into a package")
			p.advance()
		default:
			p.unknown("the name of a property, a type or a constant")
		}
		if p.sync(); p.at == at {
			p.advance()
		}
	}
	p.level--
	p.end("property set "+s.Name.Text, s.Name.Text, "", func() string { s.End = p.name(); return s.End.Text })
	s.Span = p.since(s.From)
}

// property reads a declaration of a property set.
func (p *parser) property() *Property {
	d := &Property{Span: Span{From: p.at}}
	d.Name = p.name()
	p.want(colon)
	switch {
	case p.got(kwType):
		d.Form = PropertyTypeDeclaration
		d.Type = p.propertyType()
	case p.got(kwConstant):
		d.Form = PropertyConstant
		d.Type = p.propertyType()
		p.want(gives)
		d.Value = p.value()
	default:
		d.Inherit = p.got(kwInherit)
		d.Type = p.propertyType()
		if p.got(gives) {
			d.Value = p.value()
		}
		p.want(kwApplies)
		p.want(kwTo)
		d.AppliesTo = p.owners()
	}
	p.ends()
	d.Span = p.since(d.From)
	return d
}

// propertyType reads the type of a property.
func (p *parser) propertyType() *PropertyType {
	t := &PropertyType{Span: Span{From: p.at}}
	p.nest(func() {
		switch {
		case p.got(kwAadlboolean):
			t.Kind = BooleanType
		case p.got(kwAadlstring):
			t.Kind = StringType
		case p.got(kwAadlinteger):
			t.Kind = IntegerType
			p.numbers(t)
		case p.got(kwAadlreal):
			t.Kind = RealType
			p.numbers(t)
		case p.got(kwEnumeration):
			t.Kind = EnumerationType
			p.list(leftParen, rightParen, func() {
				n := p.name()
				t.Literals = append(t.Literals, &Literal{Span: n.Span, Name: n})
			})
		case p.got(kwUnits):
			t.Kind = UnitsType
			p.list(leftParen, rightParen, func() { t.Literals = append(t.Literals, p.unit()) })
		case p.got(kwRange):
			p.want(kwOf)
			t.Kind, t.Element = RangeType, p.propertyType()
		case p.got(kwList):
			p.want(kwOf)
			t.Kind, t.Element = ListType, p.propertyType()
		case p.got(kwRecord):
			t.Kind = RecordType
			p.block(leftParen, rightParen, p.named, func() {
				f := &Field{Span: Span{From: p.at}}
				f.Name = p.name()
				p.want(colon)
				f.Type = p.propertyType()
				p.ends()
				f.Span = p.since(f.From)
				t.Fields = append(t.Fields, f)
			})
		case p.kind == kwClassifier || p.kind == kwReference:
			if t.Kind = ClassifierType; p.kind == kwReference {
				t.Kind = ReferenceType
			}
			p.advance()
			if p.kind == leftParen {
				t.Owners = p.owners()
			}
		case p.kind == Identifier && !p.mistyped():
			t.Name = p.propertyRef()
		default:
			p.expect("a type", typeTexts[BooleanType:]...)
		}
	})
	t.Span = p.since(t.From)
	return t
}

// mistyped reports whether a word cannot be the name of a type, judging by what follows it.
func (p *parser) mistyped() bool { return p.after() == leftParen || p.after() == kwOf }

// numbers reads the bounds and the units of a number.
func (p *parser) numbers(t *PropertyType) {
	if p.kind != kwUnits && (p.kind == Identifier || p.number()) {
		t.Low = p.term()
		p.want(dotDot)
		t.High = p.term()
	}
	if p.kind == kwUnits && p.after() == leftParen {
		t.Units = p.propertyType()
	} else if p.got(kwUnits) {
		r := p.propertyRef()
		t.Units = &PropertyType{Span: r.Tokens(), Name: r}
	}
}

// unit reads a unit.
func (p *parser) unit() *Literal {
	l := &Literal{Span: Span{From: p.at}}
	l.Name = p.name()
	if p.got(gives) {
		l.Base = p.name()
		p.want(star)
		if !p.number() {
			p.expect("a number")
		} else {
			l.Factor = p.term()
		}
	}
	l.Span = p.since(l.From)
	return l
}

// owners reads, in parentheses, what a property applies to or what may be referred to.
func (p *parser) owners() (all []*Owner) {
	p.list(leftParen, rightParen, func() {
		o := &Owner{Span: Span{From: p.at}}
		if p.got(leftBrace) {
			o.Annex = p.name()
			p.want(rightBrace)
			p.tight()
			p.want(star)
			p.tight()
			p.want(star)
			p.tight()
		}
		if p.kind == Identifier && (p.after() == doubleColon || p.after() == dot) {
			o.Classifier = p.ref()
		} else {
			o.Kind = p.kindWords()
		}
		o.Span = p.since(o.From)
		all = append(all, o)
	})
	return all
}

// kindWords reads a run of keywords and names: the kind of a thing.
func (p *parser) kindWords() string {
	from := p.at
	for p.kind == Identifier || p.kind.Keyword() {
		p.advance()
	}
	switch {
	case p.at == from:
		p.expect("a kind of thing or a classifier")
		return ""
	case p.at == from+1:
		return Fold(p.source(from))
	}
	var words []string
	for i := from; i < p.since(from).To; i++ {
		if p.tokens[i].Kind != Comment {
			words = append(words, Fold(p.source(i)))
		}
	}
	return strings.Join(words, " ")
}

// association reads a property's values.
func (p *parser) association() *Association {
	a := &Association{Span: Span{From: p.at}}
	a.Property = p.propertyRef()
	a.Append = p.oneOf(gives, appends) == appends
	a.Constant = p.got(kwConstant)
	for {
		v := &ModalValue{Span: Span{From: p.at}}
		v.Value = p.value()
		v.Modes = p.inModes()
		v.Span = p.since(v.From)
		a.Values = append(a.Values, v)
		if !p.got(comma) {
			break
		}
	}
	if p.got(kwApplies) {
		p.want(kwTo)
		for {
			a.AppliesTo = append(a.AppliesTo, p.contained())
			if !p.got(comma) {
				break
			}
		}
	}
	if p.got(kwIn) {
		p.want(kwBinding)
		p.list(leftParen, rightParen, func() { a.InBinding = append(a.InBinding, p.ref()) })
	}
	p.ends()
	a.Span = p.since(a.From)
	return a
}

// contained reads a path with the indices of elements of arrays.
func (p *parser) contained() Path {
	var path Path
	for {
		s := Step{Name: p.name()}
		for p.kind == leftSquare {
			i := Index{Span: Span{From: p.at}}
			p.advance()
			i.Low = p.index()
			if p.got(dotDot) {
				i.High = p.index()
			}
			p.want(rightSquare)
			i.Span = p.since(i.From)
			s.Indices = append(s.Indices, i)
		}
		path = append(path, s)
		if !p.got(dot) {
			return path
		}
	}
}

// index reads an integer.
func (p *parser) index() string {
	if p.kind != IntegerLiteral {
		p.expect("an integer")
		return ""
	}
	p.advance()
	return p.source(p.last)
}

// value reads a value of a property.
func (p *parser) value() (v Expr) {
	v = &NamedValue{Span: Span{p.at, p.at}}
	p.nest(func() { v = p.chain(kwOr, func() Expr { return p.chain(kwAnd, p.operand) }) })
	return v
}

// chain reads operands with an operator between them.
func (p *parser) chain(operator Kind, operand func() Expr) Expr {
	from := p.at
	v := operand()
	if p.kind != operator {
		return v
	}
	o := &Operation{Operator: operator.String(), Operands: []Expr{v}}
	for p.got(operator) {
		o.Operands = append(o.Operands, operand())
	}
	o.Span = p.since(from)
	return o
}

// operand reads a value without and/or outside parentheses.
func (p *parser) operand() (v Expr) {
	from := p.at
	switch p.kind {
	case kwNot:
		p.nest(func() {
			p.advance()
			o := &Operation{Operator: "not", Operands: []Expr{p.operand()}}
			o.Span, v = p.since(from), o
		})
		return v
	case kwTrue, kwFalse:
		v = &BooleanValue{Span{from, from + 1}, p.kind == kwTrue}
		p.advance()
		return v
	case StringLiteral:
		v = &StringValue{Span{from, from + 1}, p.source(from)}
		p.advance()
		return v
	case leftParen:
		l := &ListValue{}
		if p.after() == rightParen {
			p.advance()
			p.advance()
		} else {
			p.list(leftParen, rightParen, func() { l.Elements = append(l.Elements, p.value()) })
		}
		l.Span = p.since(from)
		return l
	case leftSquare:
		return p.record()
	case kwReference, kwClassifier, kwCompute:
		return p.called()
	}
	return p.rangeOrTerm()
}

// called reads reference (…), classifier (…) or compute (…).
func (p *parser) called() (v Expr) {
	from, k := p.at, p.kind
	p.advance()
	p.want(leftParen)
	var at *Span
	switch k {
	case kwReference:
		r := &ReferenceValue{Path: p.contained()}
		v, at = r, &r.Span
	case kwClassifier:
		c := &ClassifierValue{Ref: p.ref()}
		v, at = c, &c.Span
	default:
		c := &ComputedValue{Function: p.name()}
		v, at = c, &c.Span
	}
	p.want(rightParen)
	*at = p.since(from)
	return v
}

// record reads a record.
func (p *parser) record() Expr {
	r := &RecordValue{Span: Span{From: p.at}}
	p.block(leftSquare, rightSquare, p.fieldBegins, func() {
		f := &FieldValue{Span: Span{From: p.at}}
		f.Name = p.name()
		p.want(gives)
		f.Value = p.value()
		if p.kind != rightSquare { // the last one may lack it
			p.ends()
		}
		f.Span = p.since(f.From)
		r.Fields = append(r.Fields, f)
	})
	r.Span = p.since(r.From)
	return r
}

func (p *parser) fieldBegins() bool {
	return p.kind == Identifier || p.kind.Keyword() && p.after() == gives
}

// rangeOrTerm reads a number or a name, or a range of them.
func (p *parser) rangeOrTerm() Expr {
	from := p.at
	v := p.term()
	if !p.got(dotDot) {
		return v
	}
	r := &RangeValue{Low: v, High: p.term()}
	if p.got(kwDelta) {
		r.Delta = p.term()
	}
	r.Span = p.since(from)
	return r
}

// number reports whether a number begins here.
func (p *parser) number() bool {
	return p.kind == IntegerLiteral || p.kind == RealLiteral || p.kind == plus || p.kind == minus
}

// term reads a number or a name, with a sign if there is one.
func (p *parser) term() Expr {
	from, sign := p.at, p.kind
	if sign == plus || sign == minus {
		p.advance()
		p.tight()
	}
	switch p.kind {
	case IntegerLiteral, RealLiteral:
		n := &NumberValue{Text: p.source(p.at), Real: p.kind == RealLiteral, Negative: sign == minus}
		if p.advance(); p.kind == Identifier && !p.associates() { // otherwise it is the next property, after a missing semicolon
			n.Unit = p.name()
		}
		n.Span = p.since(from)
		return n
	case Identifier:
		r := p.propertyRef()
		if v := (&NamedValue{r.Tokens(), r}); from == v.From {
			return v
		} else {
			return &Operation{p.since(from), sign.String(), []Expr{v}}
		}
	}
	p.expect("a value", "true", "false", "reference", "classifier", "compute", "not")
	return &NamedValue{Span: p.since(from)}
}
