package aadl

import (
	"maps"
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// member is anything with a name in a classifier.
type member interface {
	comparable
	named
}

// named is a member of any kind.
type named interface {
	member() *Member
	node() syntax.Node
	kind() string
}

func (m *Member) member() *Member { return m }

func (p *Prototype) node() syntax.Node    { return p.Syntax }
func (f *Feature) node() syntax.Node      { return f.Syntax }
func (s *Subcomponent) node() syntax.Node { return s.Syntax }
func (s *CallSequence) node() syntax.Node { return s.Syntax }
func (c *Call) node() syntax.Node         { return c.Syntax }
func (c *Connection) node() syntax.Node   { return c.Syntax }
func (f *Flow) node() syntax.Node         { return f.Syntax }
func (m *Mode) node() syntax.Node         { return m.Syntax }
func (t *Transition) node() syntax.Node   { return t.Syntax }

func (p *Prototype) kind() string    { return "prototype" }
func (f *Feature) kind() string      { return "feature" }
func (s *Subcomponent) kind() string { return "subcomponent" }
func (s *CallSequence) kind() string { return "sequence of calls" }
func (c *Call) kind() string         { return "call" }
func (c *Connection) kind() string   { return "connection" }
func (f *Flow) kind() string         { return "flow" }
func (m *Mode) kind() string         { return "mode" }
func (t *Transition) kind() string   { return "transition" }

// declared is the place of a member's last declaration.
func declared(m named) Declared { return Declared{m.member().Owner.File, m.node()} }

// names are the names that a classifier declares, with those of what it extends in outer layers. Layers of similar size are
// merged, so that there are few of them, however long the chain of extensions.
type names struct {
	own   map[string]named
	outer *names
}

// over puts names over others.
func over(own map[string]named, outer *names) *names {
	if len(own) == 0 {
		return outer
	}
	n := &names{own, outer}
	for n.outer != nil && len(n.outer.own) <= len(n.own) {
		all := make(map[string]named, len(n.own)+len(n.outer.own))
		maps.Copy(all, n.outer.own)
		maps.Copy(all, n.own)
		n = &names{all, n.outer.outer}
	}
	return n
}

// find returns the member of a folded name, or nil.
func (n *names) find(key string) named {
	for ; n != nil; n = n.outer {
		if m := n.own[key]; m != nil {
			return m
		}
	}
	return nil
}

// find returns the member of a name, or nil. It does not find implementations of flows, which have the names of their
// specifications.
func (c *Classifier) find(name string) named {
	key := syntax.Fold(name)
	if m := c.own[key]; m != nil {
		return m
	}
	if m := c.names.find(key); m != nil {
		return m
	}
	for b := c.Base.Classifier; b != nil && c.names == nil; b = b.Base.Classifier { // while the members are being read
		if m := b.own[key]; m != nil {
			return m
		}
		if b.names != nil {
			if m := b.names.find(key); m != nil {
				return m
			}
			break
		}
	}
	if c.Type != nil {
		return c.Type.find(name)
	}
	return nil
}

// roll is a list of members that begins with what is inherited.
type roll[T member] struct {
	all []T
	own bool           // the end of the list is not shared
	at  map[string]int // positions of members, once one has been refined
}

// add puts a member at the end. The first addition to an inherited list uses the same array, so a chain of extensions
// takes no more room than its last link.
func (r *roll[T]) add(m T) {
	var none T
	if !r.own && !(cap(r.all) > len(r.all) && r.all[:len(r.all)+1][len(r.all)] == none) {
		r.all = slices.Clip(r.all)
	}
	r.own = true
	if r.at != nil {
		r.at[syntax.Fold(m.member().Name)] = len(r.all)
	}
	r.all = append(r.all, m)
}

// put replaces the member of the same name, or adds the member at the end.
func (r *roll[T]) put(m T) {
	if r.at == nil {
		r.all, r.own = slices.Clone(r.all), true
		r.at = make(map[string]int, len(r.all))
		for i, m := range r.all {
			r.at[syntax.Fold(m.member().Name)] = i
		}
	}
	if i, ok := r.at[syntax.Fold(m.member().Name)]; ok {
		r.all[i] = m
	} else {
		r.add(m)
	}
}

// clip removes the spare capacity of shared lists, so that adding to one copies it.
func (l *linker) clip(c *Classifier) {
	c.Prototypes, c.Features, c.Subcomponents = slices.Clip(c.Prototypes), slices.Clip(c.Features), slices.Clip(c.Subcomponents)
	c.Calls, c.Connections, c.Specs, c.Flows = slices.Clip(c.Calls), slices.Clip(c.Connections), slices.Clip(c.Specs), slices.Clip(c.Flows)
	c.Modes, c.Transitions = slices.Clip(c.Modes), slices.Clip(c.Transitions)
}

// inherit begins a list; for an implementation, with its type's members, followed by what the implementation that it
// extends adds to its own type.
func inherit[T member](c *Classifier, of func(*Classifier) []T) (r roll[T]) {
	base := c.Base.Classifier
	if c.Type == nil {
		if base != nil {
			r.all = of(base)
		}
		return r
	}
	r.all = of(c.Type)
	if base == nil {
		return r
	}
	if base.Type == c.Type || base.Type != nil && len(r.all)+len(of(base.Type)) == 0 { // it has the same ones, perhaps refined
		r.all = of(base)
		return r
	}
	for _, m := range of(base) {
		if m.member().Owner.Syntax.Form == syntax.ComponentImplementation {
			if c.Type.find(m.member().Name) != nil {
				r.put(m)
			} else {
				r.add(m)
			}
		}
	}
	return r
}

// enter notes a member's name. It returns what the member refines, and false if the member is left out after a fault.
func (l *linker) enter(c *Classifier, n syntax.Name, refined bool, m named) (old named, ok bool) {
	s := c.scope
	key := syntax.Fold(n.Text)
	l.refer(s, n, declared(m))
	if own := c.own[key]; own != nil {
		l.fault(s, n, "aadl-twice", n.Text+" is declared a second time, first at "+position(own.member().Owner.File, own.node()).String(), "give one of them another name")
		return nil, false
	}
	old = c.find(n.Text)
	switch {
	case refined && old == nil:
		if !c.hollow() {
			l.fault(s, n, "aadl-refine", n.Text+" refines nothing: nothing of that name is inherited", l.suggest(n.Text, c.inherited)+"; or drop refined to")
		}
	case refined && old.kind() != m.kind():
		l.fault(s, n, "aadl-refine", n.Text+", "+an(m.kind())+", refines "+an(old.kind())+", declared at "+position(old.member().Owner.File, old.node()).String(),
			"declare what it is, or give it another name")
		old = nil
	case !refined && old != nil:
		if _, may := m.(*Feature); may && old.kind() == "feature" || old.kind() == "subcomponent" && old.kind() == m.kind() {
			l.fault(s, n, "aadl-twice", n.Text+" is inherited, from "+position(old.member().Owner.File, old.node()).String(), "write refined to, or give it another name")
		} else {
			l.fault(s, n, "aadl-twice", n.Text+" is inherited, "+an(old.kind())+" declared at "+position(old.member().Owner.File, old.node()).String(), "give it another name")
		}
		return nil, false
	}
	if c.own == nil {
		c.own = map[string]named{}
	}
	if old != nil {
		l.m.origins[m.node()] = l.m.Origin(declared(old))
	}
	c.own[key] = m
	c.news = append(c.news, m)
	return old, true
}

// hollow reports whether some members of a classifier may be unknown after a fault.
func (c *Classifier) hollow() bool {
	for x := c; x != nil; x = x.Base.Classifier {
		if x.open || x.Type != nil && x.Type != c.Type && x.Type.open {
			return true
		}
	}
	return c.Type != nil && c.Type.hollow()
}

// inherited are the names that a classifier inherits.
func (c *Classifier) inherited() []string {
	if b := c.Base.Classifier; b != nil {
		return b.members()
	}
	if c.Type != nil {
		return c.Type.members()
	}
	return nil
}

// members are the names of a classifier's members.
func (c *Classifier) members() (all []string) {
	all = slices.Concat(spelled(c.Features), spelled(c.Subcomponents), spelled(c.Connections), spelled(c.Specs))
	for _, m := range c.Flows {
		if m.Kind == syntax.EndToEndFlow {
			all = append(all, spelled([]*Flow{m})...)
		}
	}
	all = slices.Concat(all, spelled(c.Modes), spelled(c.Prototypes), spelled(c.Calls))
	for _, m := range c.Calls {
		all = append(all, spelled(m.Calls)...)
	}
	return all
}

// spelled are the names of those members that have one.
func spelled[T named](members []T) (all []string) {
	for _, m := range members {
		if n := m.member().Name; n != "" {
			all = append(all, n)
		}
	}
	return all
}

// associations reads the associations of a holder; their values are checked later.
func (l *linker) associations(c *Classifier, all []*syntax.Association) []*Association {
	if len(all) == 0 {
		return nil
	}
	list := make([]*Association, len(all))
	for i, y := range all {
		list[i] = &Association{File: c.File, Syntax: y}
	}
	return list
}

// join puts a member's own associations before those of the member it refines.
func (l *linker) join(c *Classifier, name syntax.Name, own []*syntax.Association, old named) Member {
	m := Member{Name: name.Text, Owner: c, Associations: l.associations(c, own)}
	m.fresh = len(m.Associations)
	if old != nil {
		m.Name = old.member().Name
		m.Associations = append(m.Associations, old.member().Associations...)
	}
	return m
}
