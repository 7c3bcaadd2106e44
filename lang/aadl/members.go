package aadl

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// prototypes reads the prototypes of a classifier.
func (l *linker) prototypes(c *Classifier) {
	l.ancestry(c)
	l.holds(c)
	r := inherit(c, func(c *Classifier) []*Prototype { return c.Prototypes })
	for _, y := range c.Syntax.Prototypes {
		if y.Name.Text == "" {
			continue
		}
		p := &Prototype{Syntax: y}
		p.Member = Member{Owner: c}
		old, ok := l.enter(c, y.Name, y.Refined, p)
		if !ok {
			continue
		}
		p.Member = l.join(c, y.Name, y.Properties, old)
		if o, ok := old.(*Prototype); ok {
			if from := o.Syntax.Category; from != y.Category && from != syntax.AbstractCategory {
				l.refined(c, y.Name, component(from), component(y.Category))
			}
			p.Constraint = o.Constraint
		}
		if y.Constraint.Name.Text != "" {
			use := l.use(c, y.Constraint, y.Category, y.Category != syntax.FeatureCategory)
			p.Constraint = use.Classifier
		}
		if old == nil {
			r.add(p)
		} else {
			r.put(p)
		}
	}
	c.Prototypes = r.all
}

// refined reports a refinement into something else.
func (l *linker) refined(c *Classifier, at syntax.Node, from, to string) {
	l.fault(c.scope, at, "aadl-refine", "this was "+from+", and is refined to "+to, "leave it what it was, or declare something else")
}

// use finds the classifier or the prototype that a name refers to; if strict, it must be of a category, or abstract.
func (l *linker) use(c *Classifier, r syntax.Ref, category syntax.Category, strict bool) (u Use) {
	if r.Name.Text == "" {
		return u
	}
	is, at := syntax.NoCategory, ""
	if p, ok := c.prototype(r); ok {
		l.refer(c.scope, r.Name, declared(p))
		u.Prototype, is, at = p, p.Syntax.Category, "prototype "+p.Name
	} else if u.Classifier = l.classifier(c.scope, r); u.Classifier == nil {
		return u
	} else {
		is, at = u.Classifier.Syntax.Category, u.Classifier.Qualified()
	}
	if strict && is != category && category != syntax.NoCategory && is != syntax.AbstractCategory {
		l.fault(c.scope, r, "aadl-category", at+" is "+component(is)+", where "+component(category)+" is named", "name "+component(category))
	}
	return u
}

// prototype returns the prototype that a name refers to.
func (c *Classifier) prototype(r syntax.Ref) (*Prototype, bool) {
	if r.Space.Text != "" || r.Impl.Text != "" {
		return nil, false
	}
	p, ok := c.find(r.Name.Text).(*Prototype)
	return p, ok
}

// members reads the members of a classifier, and their classifiers.
func (l *linker) members(c *Classifier) {
	c.Features = l.features(c)
	c.Subcomponents = l.subcomponents(c)
	c.Calls = l.calls(c)
	c.Connections = l.connections(c)
	l.flows(c)
	l.modes(c)
	c.Associations = l.associations(c, c.Syntax.Properties)
	var outer *names
	if b := c.Base.Classifier; b != nil {
		outer = b.names
	}
	c.names, c.own = over(c.own, outer), nil
	l.extension(c)
}

// turned is the direction of the other side of a connection.
var turned = [...]syntax.Direction{syntax.NoDirection, syntax.DirectionOut, syntax.DirectionIn, syntax.DirectionInOut, syntax.DirectionProvides, syntax.DirectionRequires}

// features reads the features.
func (l *linker) features(c *Classifier) []*Feature {
	r := inherit(c, func(c *Classifier) []*Feature { return c.Features })
	for _, y := range c.Syntax.Features {
		if y.Name.Text == "" {
			continue
		}
		f := &Feature{Syntax: y, Kind: y.Kind, Direction: y.Direction, Inverse: y.Inverse, Array: y.Array}
		f.Owner = c
		old, ok := l.enter(c, y.Name, y.Refined, f)
		if !ok {
			continue
		}
		f.Member = l.join(c, y.Name, y.Properties, old)
		category, strict := wants(f.Kind)
		f.Use = l.use(c, y.Classifier, category, strict)
		l.dimensions(c, y.Array)
		if o, _ := old.(*Feature); o != nil {
			l.refineFeature(c, f, o)
			r.put(f)
		} else {
			r.add(f)
		}
	}
	if other := c.mirrored(); other != nil {
		return inverted(c, other)
	}
	return r.all
}

// refineFeature gives a feature what it takes from the one that it refines.
func (l *linker) refineFeature(c *Classifier, f, o *Feature) {
	if f.Kind != o.Kind && o.Kind != syntax.AbstractFeature && o.Kind != syntax.PrototypeFeature {
		l.refined(c, f.Syntax.Name, an(o.Kind.String()), an(f.Kind.String()))
	} else if f.Direction != o.Direction && f.Direction != syntax.NoDirection && o.Direction != syntax.NoDirection &&
		(f.Kind < syntax.DataAccess || f.Kind == o.Kind) {
		l.refined(c, f.Syntax.Name, o.Direction.String(), f.Direction.String())
	}
	if f.Direction == syntax.NoDirection {
		f.Direction = o.Direction
	}
	if f.Use.Classifier == nil && f.Use.Prototype == nil {
		f.Use, f.Inverse = o.Use, f.Inverse || o.Inverse
	} else {
		l.substitute(c, f.Syntax.Properties, f.Syntax.Classifier, f.Use, o.Use)
	}
	if len(f.Array) == 0 {
		f.Array = o.Array
	}
}

// inverted gives another group the features of a group, with directions reversed.
func inverted(c, other *Classifier) (all []*Feature) {
	for _, o := range other.Features {
		f := *o
		f.Direction = turned[o.Direction]
		f.Inverse = o.Kind == syntax.FeatureGroup && !o.Inverse
		all = append(all, &f)
		if c.own == nil {
			c.own = map[string]named{}
		}
		c.own[syntax.Fold(f.Name)] = &f
	}
	return all
}

// subcomponents reads the subcomponents.
func (l *linker) subcomponents(c *Classifier) []*Subcomponent {
	r := inherit(c, func(c *Classifier) []*Subcomponent { return c.Subcomponents })
	for _, y := range c.Syntax.Subcomponents {
		if y.Name.Text == "" {
			continue
		}
		p := &Subcomponent{Syntax: y, Category: y.Category, Array: y.Array, Modes: y.Modes}
		p.Owner = c
		old, ok := l.enter(c, y.Name, y.Refined, p)
		if !ok {
			continue
		}
		p.Member = l.join(c, y.Name, y.Properties, old)
		p.Use = l.use(c, y.Classifier, y.Category, true)
		p.Use.Bindings = l.bindings(c, y.Bindings, p.Use.Classifier, nil)
		for _, i := range y.Implementations {
			u := l.use(c, i.Ref, y.Category, true)
			u.Bindings = l.bindings(c, i.Bindings, u.Classifier, nil)
			p.Implementations = append(p.Implementations, u)
		}
		l.dimensions(c, y.Array)
		if o, _ := old.(*Subcomponent); o != nil {
			l.refineSubcomponent(c, p, o)
			r.put(p)
		} else {
			r.add(p)
		}
	}
	return r.all
}

// refineSubcomponent gives a subcomponent what it takes from the one that it refines.
func (l *linker) refineSubcomponent(c *Classifier, p, o *Subcomponent) {
	if p.Category != o.Category && o.Category != syntax.AbstractCategory {
		l.refined(c, p.Syntax.Name, component(o.Category), component(p.Category))
	}
	if p.Syntax.Classifier.Name.Text == "" {
		p.Use = o.Use
	} else {
		l.substitute(c, p.Syntax.Properties, p.Syntax.Classifier, p.Use, o.Use)
	}
	if len(p.Array) == 0 {
		p.Array = o.Array
	}
	if len(p.Implementations) == 0 {
		p.Implementations = o.Implementations
	}
	if len(p.Modes) == 0 {
		p.Modes = o.Modes
	}
}

// calls reads the sequences of calls.
func (l *linker) calls(c *Classifier) []*CallSequence {
	r := inherit(c, func(c *Classifier) []*CallSequence { return c.Calls })
	for _, y := range c.Syntax.Calls {
		s := &CallSequence{Syntax: y}
		s.Owner = c
		if y.Name.Text != "" {
			if _, ok := l.enter(c, y.Name, false, s); !ok {
				continue
			}
		}
		s.Member = l.join(c, y.Name, y.Properties, nil)
		for _, k := range y.Calls {
			if k.Name.Text == "" {
				continue
			}
			call := &Call{Syntax: k}
			call.Owner = c
			if _, ok := l.enter(c, k.Name, false, call); ok {
				call.Member = l.join(c, k.Name, k.Properties, nil)
				s.Calls = append(s.Calls, call)
			}
		}
		r.add(s)
	}
	return r.all
}

// connections reads the connections.
func (l *linker) connections(c *Classifier) []*Connection {
	r := inherit(c, func(c *Classifier) []*Connection { return c.Connections })
	for _, y := range c.Syntax.Connections {
		n := &Connection{Syntax: y, Kind: y.Kind, Source: y.Source, Destination: y.Destination, Bidirectional: y.Bidirectional, Modes: y.Modes}
		n.Owner = c
		var old named
		if y.Name.Text != "" {
			var ok bool
			if old, ok = l.enter(c, y.Name, y.Refined, n); !ok {
				continue
			}
		} else {
			c.news = append(c.news, n)
		}
		n.Member = l.join(c, y.Name, y.Properties, old)
		o, _ := old.(*Connection)
		if o == nil {
			if !y.Refined {
				r.add(n)
			}
			continue
		}
		if n.Kind != o.Kind && o.Kind != syntax.AbstractFeature {
			l.refined(c, y.Name, an(o.Kind.String())+" connection", an(n.Kind.String())+" connection")
		}
		n.Source, n.Destination, n.Bidirectional = o.Source, o.Destination, o.Bidirectional
		if len(n.Modes) == 0 {
			n.Modes = o.Modes
		}
		r.put(n)
	}
	return r.all
}

// modes reads the modes and the transitions between them.
func (l *linker) modes(c *Classifier) {
	r := inherit(c, func(c *Classifier) []*Mode { return c.Modes })
	for _, y := range c.Syntax.Modes {
		if y.Name.Text == "" {
			continue
		}
		m := &Mode{Syntax: y, Initial: y.Initial}
		m.Owner = c
		if _, ok := l.enter(c, y.Name, false, m); ok {
			m.Member = l.join(c, y.Name, y.Properties, nil)
			r.add(m)
		}
	}
	c.Modes = r.all
	l.initial(c)
	t := inherit(c, func(c *Classifier) []*Transition { return c.Transitions })
	for _, y := range c.Syntax.Transitions {
		x := &Transition{Syntax: y}
		x.Owner = c
		if y.Name.Text == "" {
			c.news = append(c.news, x)
		} else if _, ok := l.enter(c, y.Name, false, x); !ok {
			continue
		}
		x.Member = l.join(c, y.Name, y.Properties, nil)
		x.Source, x.Destination = l.mode(c, y.Source), l.mode(c, y.Destination)
		t.add(x)
	}
	c.Transitions = t.all
}

// required reports whether a classifier's modes are those of its container.
func (c *Classifier) required() bool {
	for x := c; x != nil; x = x.Base.Classifier {
		if x.Syntax.RequiresModes || x.Type != nil && x.Type.required() {
			return true
		}
	}
	return false
}

// initial checks that the modes that a classifier declares have exactly one initial mode, if they are its own.
func (l *linker) initial(c *Classifier) {
	y := c.Syntax
	if len(y.Modes) == 0 || c.File.Faulty() {
		return
	}
	i := slices.IndexFunc(c.Modes, func(m *Mode) bool { return m.Initial })
	switch {
	case c.required() && len(y.Transitions) > 0:
		l.fault(c.scope, y.Transitions[0], "aadl-mode", "there is a transition between modes that are required", "declare it in the containing component")
	case c.required(): // the containing component says which mode is initial, but it may be stated here too
	case i < 0:
		l.fault(c.scope, y.Modes[0].Name, "aadl-mode", "no mode of "+c.Name+" is initial", "write initial mode for one of them")
	default:
		for _, m := range c.Modes[i+1:] {
			if m.Initial {
				l.fault(c.scope, m.Syntax.Name, "aadl-mode", m.Name+" is initial, as "+c.Modes[i].Name+" is", "write initial mode for one of them only")
			}
		}
	}
}

// mode returns the mode with a name, or nil after a fault.
func (l *linker) mode(c *Classifier, n syntax.Name) *Mode {
	if n.Text == "" {
		return nil
	}
	if m, ok := c.find(n.Text).(*Mode); ok {
		l.refer(c.scope, n, declared(m))
		return m
	}
	if !c.hollow() {
		l.fault(c.scope, n, "aadl-unresolved", c.Name+" has no mode "+n.Text, l.suggest(n.Text, c.modeNames))
	}
	return nil
}

// modeNames are the names of the modes.
func (c *Classifier) modeNames() (all []string) {
	for _, m := range c.Modes {
		all = append(all, m.Name)
	}
	return all
}
