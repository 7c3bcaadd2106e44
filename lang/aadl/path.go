package aadl

import (
	"strconv"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// body reads the insides of a classifier's declarations: paths, modes, calls and properties.
func (l *linker) body(c *Classifier) {
	for _, m := range c.news {
		var modes []*syntax.InMode
		var inner *Classifier
		y := m.member()
		switch m := m.(type) {
		case *Subcomponent:
			modes, inner = m.Syntax.Modes, m.Use.Classifier
		case *CallSequence:
			modes = m.Syntax.Modes
		case *Call:
			l.called(c, m)
		case *Connection:
			l.connected(c, m.Syntax.Source)
			l.connected(c, m.Syntax.Destination)
			modes = m.Syntax.Modes
		case *Flow:
			l.flow(c, m)
			modes = m.Syntax.Modes
		case *Transition:
			for _, t := range m.Syntax.Triggers {
				l.connected(c, t)
			}
		}
		l.inModes(c, modes, inner)
		l.holder(c, m, y.Associations[:y.fresh])
	}
	c.news = nil
	l.holder(c, nil, c.Associations)
	for _, a := range c.Syntax.Annexes {
		l.inModes(c, a.Modes, nil)
	}
}

// inModes finds the modes in which something exists, and the modes that a subcomponent has in them.
func (l *linker) inModes(c *Classifier, all []*syntax.InMode, inner *Classifier) {
	for _, y := range all {
		if y.Name.Text != "all" && y.Name.Text != "none" && y.Name.Text != "" && !l.modal(c.scope, y.Name, c) && !c.hollow() {
			l.fault(c.scope, y.Name, "aadl-unresolved", c.Name+" has no mode "+y.Name.Text, l.suggest(y.Name.Text, c.modeNames))
		}
		if inner != nil && y.Inner.Text != "" && !l.modal(c.scope, y.Inner, inner) && !inner.hollow() {
			l.fault(c.scope, y.Inner, "aadl-unresolved", inner.Qualified()+" has no mode "+y.Inner.Text, l.suggest(y.Inner.Text, inner.modeNames))
		}
	}
}

// modal reports whether a name is that of a mode or a transition of a classifier.
func (l *linker) modal(s *scope, n syntax.Name, c *Classifier) bool {
	m := c.find(n.Text)
	switch m.(type) {
	case *Mode, *Transition:
		l.refer(s, n, declared(m))
		return true
	}
	return false
}

// called finds the target of a call: a subprogram, or an access to one.
func (l *linker) called(c *Classifier, k *Call) {
	r := k.Syntax.Subprogram
	if r.Name.Text == "" {
		return
	}
	if k.Syntax.Processor {
		l.follow(c.scope, c, syntax.Path{{Name: r.Name}})
		return
	}
	if r.Space.Text == "" {
		m := c.find(r.Name.Text)
		if _, access := m.(*Feature); access || m != nil && m.kind() == "subcomponent" {
			if s, ok := m.(*Subcomponent); ok && r.Impl.Text == "" {
				l.refer(c.scope, r.Name, declared(s))
				k.Subprogram = s.Use.Classifier
				return
			}
			if l.quiet(c.scope, r) == nil {
				p := syntax.Path{{Name: r.Name}}
				if r.Impl.Text != "" {
					p = append(p, syntax.Step{Name: r.Impl})
				}
				l.follow(c.scope, c, p)
				return
			}
		}
	}
	whole := l.quiet(c.scope, r)
	if whole == nil && r.Impl.Text != "" { // a subprogram that a data type provides
		if t := l.quiet(c.scope, syntax.Ref{Space: r.Space, Name: r.Name}); t != nil {
			l.refer(c.scope, r.Name, Declared{t.File, t.Syntax})
			l.follow(c.scope, t, syntax.Path{{Name: r.Impl}})
			return
		}
	}
	if whole = l.classifier(c.scope, r); whole == nil {
		return
	}
	if whole.Syntax.Category != syntax.SubprogramCategory {
		l.fault(c.scope, r, "aadl-category", whole.Qualified()+" is "+component(whole.Syntax.Category)+", where a subprogram is called", "name a subprogram")
	}
	k.Subprogram = whole
}

// quiet returns the classifier with a name, or nil without a fault.
func (l *linker) quiet(s *scope, r syntax.Ref) *Classifier {
	p := s.pack
	if r.Space.Text != "" {
		p = l.m.Package(r.Space.Text)
		if k := s.pack.part(s.private).packs[syntax.Fold(r.Space.Text)]; k != nil {
			p = k
		}
	}
	if p == nil {
		return nil
	}
	_, c := lookup(s, p, r)
	return c
}

// connected finds the end of a connection, or the trigger of a transition: a feature of the component or of a subcomponent,
// a member of such a feature group, a data component, or a parameter of a call.
func (l *linker) connected(c *Classifier, p syntax.Path) {
	s := c.scope
	if len(p) > 1 && (p[0].Text == "self" || p[0].Text == "processor") {
		l.follow(s, c, p[1:])
		return
	}
	m, at := l.follow(s, c, p)
	if m == nil {
		return
	}
	switch m := m.(type) {
	case *Feature:
	case *Subcomponent:
		if at > 0 {
			if within := l.step(c, p[0].Text); within != nil && !has(of(syntax.DataCategory, syntax.SubprogramGroupCategory), within.Category) {
				l.fault(s, p[at], "aadl-path", p[at].Text+" is a subcomponent within "+p[at-1].Text+", where a connection does not reach",
					"connect a feature of "+p[at-1].Text)
			}
		}
	default:
		l.fault(s, p[at], "aadl-path", p[at].Text+" is "+an(m.kind())+", where a feature or a subcomponent is named", "name one of those")
	}
}

// step returns the subcomponent of a step on a path.
func (l *linker) step(c *Classifier, name string) *Subcomponent {
	s, _ := c.find(name).(*Subcomponent)
	return s
}

// flow finds the elements of a flow.
func (l *linker) flow(c *Classifier, f *Flow) {
	y, s := f.Syntax, c.scope
	for i, p := range y.Elements {
		if len(p) == 0 || p[0].Text == "" {
			continue
		}
		if c.Syntax.Form == syntax.ComponentType {
			if m, at := l.follow(s, c, p); m != nil && m.kind() != "feature" {
				l.fault(s, p[at], "aadl-path", p[at].Text+" is "+an(m.kind())+", where a feature is named", "name a feature")
			}
			continue
		}
		m, at := l.follow(s, c, p)
		if m == nil {
			continue
		}
		connection := i%2 == 1
		_, is := m.(*Connection)
		feature, port := m.(*Feature)
		switch {
		case len(y.Elements) == 2: // a path straight through
		case port && y.Kind == syntax.EndToEndFlow && !connection && !has(accessKinds, feature.Kind):
			l.fault(s, p[at], "aadl-path", p[at].Text+" is "+an(feature.Kind.String())+", where a flow leads through a component", "name a component or a flow of one")
		case is && !connection:
			l.fault(s, p[at], "aadl-path", p[at].Text+" is a connection, where a component's flow stands", "connections and flows take turns")
		case !is && connection:
			l.fault(s, p[at], "aadl-path", p[at].Text+" is "+an(m.kind())+", where a connection stands", "connections and flows take turns")
		}
	}
}

// follow finds what a path leads to from a classifier, and its last step. It returns nil after a fault, and if the path goes through
// something unknown: a subcomponent without a classifier, or with a prototype for one.
func (l *linker) follow(s *scope, c *Classifier, p syntax.Path) (m named, at int) {
	open := false
	for i, step := range p {
		if step.Text == "" || c == nil {
			return nil, i
		}
		m = c.find(step.Text)
		if m == nil {
			if !open && !c.hollow() {
				where := c.Name
				if i > 0 {
					where = p[i-1].Text + ", " + c.Qualified() + ","
				}
				l.fault(s, step, "aadl-unresolved", where+" has no "+step.Text, l.suggest(step.Text, c.members))
			}
			return nil, i
		}
		l.refer(s, step.Name, declared(m))
		l.indexed(s, step, m)
		if i == len(p)-1 {
			break
		}
		var u Use
		switch m := m.(type) {
		case *Subcomponent:
			u = m.Use
		case *Feature:
			if u = m.Use; m.Kind == syntax.EventPort || m.Kind == syntax.EventSource {
				l.fault(s, p[i+1], "aadl-path", step.Text+" is "+an(m.Kind.String())+", which has nothing within", "end the path with "+step.Text)
				return nil, i
			}
		case *Call:
			u.Classifier = m.Subprogram
			if k := m.Syntax.Subprogram; u.Classifier == nil && !m.Syntax.Processor && k.Name.Text != "" {
				u.Classifier = l.quiet(m.Owner.scope, k)
			}
		case *CallSequence:
			u.Classifier = m.Owner
		default:
			l.fault(s, p[i+1], "aadl-path", step.Text+" is "+an(m.kind())+", which has nothing within", "end the path with "+step.Text)
			return nil, i
		}
		c = u.Classifier
		if u.Prototype != nil {
			c, open = u.Prototype.Constraint, true
		}
	}
	return m, len(p) - 1
}

// indexed checks the indices of a step on a path against the array that it leads to, except for its size, which a prototype
// or an extension may change.
func (l *linker) indexed(s *scope, step syntax.Step, m named) {
	var array []*syntax.Dimension
	switch m := m.(type) {
	case *Subcomponent:
		array = m.Array
	case *Feature:
		array = m.Array
	case *Connection: // of arrays: its pattern says how many there are
		return
	}
	if n := len(step.Indices); n > 0 && n < len(array) {
		l.fault(s, step.Indices[n-1], "aadl-path", "the array "+step.Text+" has "+strconv.Itoa(len(array))+" dimensions", "write an index for each, or none")
		return
	}
	for i, x := range step.Indices {
		if i >= len(array) {
			what := " is no array"
			if i > 0 {
				what = " has fewer dimensions"
			}
			l.fault(s, x, "aadl-path", step.Text+what, "leave out the index")
			return
		}
		low, err := strconv.Atoi(x.Low)
		high := low
		if x.High != "" && err == nil {
			high, err = strconv.Atoi(x.High)
		}
		if err != nil || low < 1 || high < low {
			l.fault(s, x, "aadl-path", "no array has such elements", "count them from 1, the smaller one first")
			return
		}
	}
}
