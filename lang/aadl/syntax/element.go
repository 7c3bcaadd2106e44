package syntax

// direction reads in, out, in out, requires or provides, if present.
func (p *parser) direction() Direction {
	switch {
	case p.got(kwIn):
		if p.got(kwOut) {
			return DirectionInOut
		}
		return DirectionIn
	case p.got(kwOut):
		return DirectionOut
	case p.got(kwRequires):
		return DirectionRequires
	case p.got(kwProvides):
		return DirectionProvides
	}
	return NoDirection
}

// feature reads a feature.
func (p *parser) feature() *Feature {
	f := &Feature{Span: Span{From: p.at}}
	f.Name, f.Refined = p.head()
	f.Direction = p.direction()
	f.Kind = p.featureKind(f.Direction)
	if f.Kind == FeatureGroup && p.got(kwInverse) {
		p.want(kwOf)
		f.Inverse = true
	}
	if f.Kind == PrototypeFeature || f.Inverse {
		f.Classifier = p.ref()
	} else if f.Kind != EventPort {
		f.Classifier = p.optionalRef()
	}
	if f.Array = p.array(); len(f.Array) > 1 {
		p.report(f.Array[1].From, "aadl-syntax", "a feature has one dimension at most", "leave out the others")
	}
	f.Properties = p.braced()
	p.ends()
	f.Span = p.since(f.From)
	return f
}

// featureKind reads the kind of a feature, and checks its direction against it.
func (p *parser) featureKind(d Direction) FeatureKind {
	at, kind := p.at, AbstractFeature
	switch {
	case p.got(kwPrototype):
		kind = PrototypeFeature
	case p.got(kwParameter):
		kind = ParameterFeature
	case p.got(kwFeature):
		if p.got(kwGroup) {
			kind = FeatureGroup
		}
	case p.got(kwEvent):
		if kind = EventPort; p.got(kwData) {
			kind = EventDataPort
		}
		p.want(kwPort)
	case p.kind == kwData && p.after() == kwPort:
		p.advance()
		p.advance()
		kind = DataPort
	default:
		if kind = p.access(); kind == AbstractFeature {
			p.expect("the kind of a feature", "data", "event", "feature", "parameter", "prototype", "bus", "subprogram", "virtual", "in", "out", "requires", "provides")
		}
	}
	access := DataAccess <= kind && kind <= SubprogramGroupAccess
	switch {
	case p.kind == bad:
	case access && d != DirectionRequires && d != DirectionProvides:
		p.report(at, "aadl-direction", kind.String()+" is not said to be required or provided", "write requires or provides before it")
	case !access && (d == DirectionRequires || d == DirectionProvides):
		p.report(at, "aadl-direction", "requires and provides stand before access only, not before "+kind.String(), "write in, out or in out")
	case d == NoDirection && (DataPort <= kind && kind <= EventDataPort || kind == ParameterFeature):
		p.report(at, "aadl-direction", "this "+kind.String()+" has no direction", "write in, out or in out before it")
	case d == DirectionInOut && (kind == FeatureGroup || kind == AbstractFeature || kind == PrototypeFeature):
		p.report(at, "aadl-direction", "a "+kind.String()+" is both in and out unless it says in or out", "drop in out")
	}
	return kind
}

// access reads a kind of access, such as data access; AbstractFeature stands for none.
func (p *parser) access() FeatureKind {
	kind := AbstractFeature
	switch p.componentCategory() {
	case DataCategory:
		kind = DataAccess
	case BusCategory:
		kind = BusAccess
	case VirtualBusCategory:
		kind = VirtualBusAccess
	case SubprogramCategory:
		kind = SubprogramAccess
	case SubprogramGroupCategory:
		kind = SubprogramGroupAccess
	default:
		return kind
	}
	p.want(kwAccess)
	return kind
}

// innerFeature reads an internal feature or a processor feature.
func (p *parser) innerFeature(s section) *Feature {
	f := &Feature{Span: Span{From: p.at}}
	f.Name = p.name()
	p.want(colon)
	if s == internalFeatures {
		p.want(kwEvent)
		if f.Kind = EventSource; p.got(kwData) {
			f.Kind = EventDataSource
		}
	} else if f.Kind = AnyPort; p.oneOf(kwPort, kwSubprogram) == kwSubprogram {
		f.Kind = SubprogramProxy
	}
	if f.Kind != EventSource {
		f.Classifier = p.optionalRef()
	}
	f.Properties = p.braced()
	p.ends()
	f.Span = p.since(f.From)
	return f
}

// callSequence reads a sequence of calls.
func (p *parser) callSequence() *CallSequence {
	s := &CallSequence{Span: Span{From: p.at}}
	if p.kind != leftBrace {
		s.Name = p.name()
		p.want(colon)
	} else {
		p.report(p.at, "aadl-syntax", "this sequence of calls has no name", "write NAME: before it")
	}
	p.block(leftBrace, rightBrace, p.named, func() {
		c := &Call{Span: Span{From: p.at}}
		c.Name = p.name()
		p.want(colon)
		p.want(kwSubprogram)
		if p.got(kwProcessor) {
			c.Processor = true
			p.want(dot)
			c.Subprogram.Name = p.name()
		} else {
			c.Subprogram = p.ref()
		}
		c.Properties = p.braced()
		p.ends()
		c.Span = p.since(c.From)
		s.Calls = append(s.Calls, c)
	})
	s.Properties = p.braced()
	s.Modes = p.inModes()
	p.ends()
	s.Span = p.since(s.From)
	return s
}

// connects reports whether the kind of a connection begins here: AS5506A has connections without a name.
func (p *parser) connects() bool {
	switch p.kind {
	case kwPort, kwParameter, kwFeature, kwData, kwBus, kwVirtual, kwSubprogram:
		return !p.classifies() || p.accesses()
	}
	return false
}

// accesses reports whether the words here end with access or, for a feature group, whether a connection follows.
func (p *parser) accesses() bool {
	at := p.pass(p.at + 1)
	for range 2 {
		switch p.tokens[at].Kind {
		case kwAccess:
			return true
		case kwGroup, kwBus:
			at = p.pass(at + 1)
		}
	}
	next := p.tokens[p.pass(at+1)].Kind
	return p.kind == kwFeature && (next == dot || next == arrow || next == both)
}

// connection reads a connection.
func (p *parser) connection() *Connection {
	c := &Connection{Span: Span{From: p.at}}
	if !p.connects() || p.after() == colon {
		c.Name, c.Refined = p.head()
	}
	switch {
	case p.got(kwPort):
		c.Kind = AnyPort
	case p.got(kwParameter):
		c.Kind = ParameterFeature
	case p.got(kwFeature):
		if p.got(kwGroup) {
			c.Kind = FeatureGroup
		}
	default:
		if c.Kind = p.access(); c.Kind == AbstractFeature {
			p.expect("the kind of a connection", "port", "feature", "parameter", "data", "bus", "virtual", "subprogram")
		}
	}
	if !c.Refined {
		c.Source = p.connected()
		c.Bidirectional = p.oneOf(arrow, both) == both
		c.Destination = p.connected()
	}
	c.Properties = p.braced()
	c.Modes = p.inModes()
	p.ends()
	c.Span = p.since(c.From)
	return c
}

// connected reads the end of a connection or flow: a path, which may begin with self or processor.
func (p *parser) connected() Path {
	if p.kind == kwSelf || p.kind == kwProcessor {
		first := Step{Name: Name{Span{p.at, p.at + 1}, p.kind.String()}}
		p.advance()
		p.want(dot)
		return append(Path{first}, p.route()...)
	}
	return p.route()
}

// route reads a path of names.
func (p *parser) route() Path {
	path := make(Path, 1, 2)
	path[0].Name = p.name()
	for p.got(dot) {
		path = append(path, Step{Name: p.name()})
	}
	return path
}

// flow reads a flow of a type or of an implementation.
func (p *parser) flow(form Form) *Flow {
	f := &Flow{Span: Span{From: p.at}}
	f.Name, f.Refined = p.head()
	switch at := p.at; {
	case p.got(kwEnd):
		f.Kind = EndToEndFlow
		p.want(kwTo)
		p.want(kwEnd)
		p.want(kwFlow)
		if form != ComponentImplementation {
			p.report(at, "aadl-order", "an end to end flow stands in a type", "put it into an implementation")
			form = ComponentImplementation
		}
	default:
		p.want(kwFlow)
		switch p.oneOf(kwSource, kwSink, kwPath) {
		case kwSink:
			f.Kind = FlowSink
		case kwPath:
			f.Kind = FlowPath
		}
	}
	if !f.Refined {
		for {
			f.Elements = append(f.Elements, p.connected())
			if !p.got(arrow) {
				break
			}
		}
		p.elements(f, form)
	}
	f.Properties = p.braced()
	f.Modes = p.inModes()
	p.ends()
	f.Span = p.since(f.From)
	return f
}

// elements checks the number of a flow's elements against its kind.
func (p *parser) elements(f *Flow, form Form) {
	n, what := len(f.Elements), ""
	switch {
	case p.kind == bad:
	case f.Kind == FlowPath && n < 2:
		what = "a flow path has two ends"
	case form == ComponentType && f.Kind == FlowPath && n > 2:
		what = "the specification of a flow path has two ends, and nothing between"
	case form == ComponentType && f.Kind != FlowPath && n > 1:
		what = "the specification of a flow " + f.Kind.String() + " has one end"
	case f.Kind == EndToEndFlow && (n < 3 || n%2 == 0):
		what = "an end to end flow leads from component to connection to component"
	case form != ComponentType && (f.Kind == FlowSource || f.Kind == FlowSink) && n%2 == 0,
		form != ComponentType && f.Kind == FlowPath && n > 2 && n%2 == 0:
		what = "connections and subcomponents take turns in a flow"
	}
	if what != "" {
		p.report(f.Elements[n-1].Tokens().From, "aadl-syntax", what, "add or leave out an element")
	}
}

// mode reads a mode or a transition.
func (p *parser) mode(c *Classifier) {
	from := p.at
	n := p.name()
	if p.got(colon) {
		initial := p.got(kwInitial)
		if initial || p.kind == kwMode {
			p.want(kwMode)
			m := &Mode{Name: n, Initial: initial, Properties: p.braced()}
			p.ends()
			m.Span = p.since(from)
			c.Modes = append(c.Modes, m)
			return
		}
		t := p.transition(p.transitionSource())
		t.Name, t.Span = n, p.since(from)
		c.Transitions = append(c.Transitions, t)
		return
	}
	t := p.transition(n)
	t.Span = p.since(from)
	c.Transitions = append(c.Transitions, t)
}

// transitionSource reads the mode that a transition leaves; after a colon there could also be a mode.
func (p *parser) transitionSource() Name {
	if p.kind != Identifier || p.after() != leftStep {
		p.expect("mode, initial mode or the mode that a transition leaves", "mode", "initial")
	}
	return p.name()
}

// transition reads the rest of a transition, after the mode that it leaves.
func (p *parser) transition(source Name) *Transition {
	t := &Transition{Source: source}
	p.want(leftStep)
	for {
		t.Triggers = append(t.Triggers, p.connected())
		if !p.got(comma) {
			break
		}
	}
	p.want(rightStep)
	t.Destination = p.name()
	t.Properties = p.braced()
	p.ends()
	return t
}
