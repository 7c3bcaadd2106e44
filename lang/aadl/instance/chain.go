package instance

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// ending reports whether connections end at a component, whatever it contains: as in OSATE, at threads, devices and
// processors. Accesses continue into them.
func ending(c syntax.Category) bool {
	return c == syntax.ThreadCategory || c == syntax.DeviceCategory || c == syntax.ProcessorCategory || c == syntax.VirtualProcessorCategory
}

// sends reports whether data, events or access to something can come from an end into connections declared in a component.
func sends(e End, in *Component) bool {
	f := e.Feature
	if f == nil || isInner(f.Kind) {
		return true
	}
	return crosses(f, f.Component == in)
}

// receives reports whether these can reach an end from connections declared in a component.
func receives(e End, in *Component) bool {
	f := e.Feature
	if f == nil || isInner(f.Kind) {
		return true
	}
	return crosses(f, f.Component != in)
}

// crosses reports whether a feature passes what goes into its component, or what comes out of it.
func crosses(f *Feature, into bool) bool {
	switch f.Direction {
	case syntax.DirectionIn, syntax.DirectionRequires:
		return into
	case syntax.DirectionOut, syntax.DirectionProvides:
		return !into
	}
	return true
}

// leads reports whether an edge leads from one of its ends to the other; both are leaves of what it connects. An edge that is written the
// wrong way leads as written; its fault is reported elsewhere. Accesses lead from what is accessed, however they are written. Members of
// groups have their own directions; with -> between the groups only that direction remains, as in OSATE.
func (e *edge) leads(turned bool, from, to End) bool {
	there := sends(from, e.in) && receives(to, e.in)
	if turned {
		return there && (e.declaration.Bidirectional || from.Feature != nil && isAccess(from.Feature.Kind) || isAccess(e.declaration.Kind))
	}
	back := sends(to, e.in) && receives(from, e.in)
	return there || e.ends[0] == from && !(back && isAccess(e.declaration.Kind))
}

// position is where a chain has arrived: an end and, below it, the members of groups that the end lists no members for,
// outermost first.
type position struct {
	End
	rest []*Feature
}

// step is one edge from a position.
type step struct {
	half
	to position
}

// meeting yields the edges at a position and at the groups that contain it, with the corresponding positions at their other ends.
func (b *builder) meeting(p position, outer bool) func(yield func(*edge, step) bool) {
	return func(yield func(*edge, step) bool) {
		rest := p.rest
		for at := p.End; ; at.Feature = at.Feature.Group {
			for _, h := range b.edgesAt(at, outer) {
				e := &b.edges[h.edge]
				if to, ok := e.far(h, rest); ok && !yield(e, step{h, to}) {
					return
				}
			}
			if at.Feature == nil || at.Feature.Group == nil {
				return
			}
			rest = append([]*Feature{at.Feature}, rest...)
		}
	}
}

// far is the other end of an edge, at the corresponding member of each group on the way.
func (e *edge) far(h half, rest []*Feature) (position, bool) {
	side := 1
	if h.turned {
		side = 0
	}
	to := position{End: e.ends[side]}
	for i, r := range rest {
		if to.Feature == nil || len(to.Feature.Members) == 0 {
			to.rest = rest[i:]
			return to, true
		}
		m := corresponding(to.Feature, r)
		if m == nil {
			return to, false
		}
		to.Feature = m
	}
	return to, true
}

// corresponding is the member of a group that a member of another is connected to: the one of the same name or, if one
// group's type lists its own members and is the inverse of the other's, the one in the same position.
func corresponding(g, member *Feature) *Feature {
	a, c := member.Group.Classifier, g.Classifier
	if a != c && (inverse(a) == c && len(a.Features) > 0 || inverse(c) == a && len(c.Features) > 0) {
		if member.place < len(g.Members) {
			return g.Members[member.place]
		}
		return nil
	}
	if member.place < len(g.Members) && syntax.Same(g.Members[member.place].Name, member.Name) {
		return g.Members[member.place]
	}
	for _, m := range g.Members {
		if syntax.Same(m.Name, member.Name) {
			return m
		}
	}
	return nil
}

// merged is an element of an array that a chain comes from.
type merged struct{ element, of int32 }

// skips reports whether an edge leads to an element of an array within a component that differs from the element from which
// the chain comes. As in OSATE, arrays of equal size are connected one to one unless the connection between them says
// otherwise.
func (e *edge) skips(h half, arrays []merged) bool {
	near, far := 0, 1
	if h.turned {
		near, far = 1, 0
	}
	if len(arrays) == 0 || e.array[near] != 0 || e.array[far] == 0 {
		return false
	}
	from := arrays[len(arrays)-1]
	return from.of == e.array[far] && from.element != e.element[far]
}

// follower follows chains from one source.
type follower struct {
	*builder
	from   End
	broken bool // it is not a true source: something should lead to it
	path   []step
}

// triggers notes the features that make components change their modes; they count as connected.
func (b *builder) triggers() {
	b.trigger = map[*Feature]bool{}
	for _, c := range b.Components {
		if c.Classifier == nil {
			continue
		}
		for _, t := range c.Classifier.Transitions {
			for _, path := range t.Syntax.Triggers {
				some, n, _ := c.components(path)
				for _, s := range some {
					features, _ := s.featuresAt(path[n:])
					for _, f := range features {
						b.trigger[f] = true
					}
				}
			}
		}
	}
}

// follow builds the connections from every source.
func (b *builder) follow() {
	b.triggers()
	f := &follower{builder: b}
	for _, c := range b.Components {
		if len(b.edgesAt(End{Component: c}, true)) > 0 {
			f.start(End{Component: c}, false, true)
		}
		for _, o := range c.Features {
			f.leaf(o)
		}
		if b.full {
			return
		}
	}
	b.Instance.over = collect(len(b.during), func(yield func(int, *Connection)) {
		for _, c := range b.Connections {
			for _, s := range c.Segments {
				yield(int(s.id), c)
			}
		}
	})
}

// along are the connections over a declared one in a component.
func (i *Instance) along(d declared) []*Connection {
	id, ok := i.declared[d]
	if !ok {
		return nil
	}
	return i.over.at(int(id))
}

// leaf follows what begins at a feature, or at its members. The members of a group that nothing is connected to are reported as one.
func (f *follower) leaf(o *Feature) {
	if len(o.Members) > 0 {
		if f.touched(o) {
			for _, m := range o.Members {
				f.leaf(m)
			}
		} else if o.Component.Parent != nil {
			f.Partial = append(f.Partial, lone(o))
		}
		return
	}
	outer, inner := f.joined(o, true), f.joined(o, false)
	c := o.Component
	stops := ending(c.Category) && !(isAccess(o.Kind) && inner)
	switch {
	case c.Parent == nil || outer && (inner || stops) || f.trigger[o]:
	case !outer && !inner && !isInner(o.Kind), outer && !inner && c.wired() && o.Kind != syntax.BusAccess && o.Kind != syntax.VirtualBusAccess:
		f.Partial = append(f.Partial, lone(o))
	}
	if outer && (stops || !f.fed(o, false)) {
		f.start(End{o, c}, false, true)
	}
	if inner {
		broken := !(c.Parent == nil || stops || isInner(o.Kind))
		if !broken || !f.fed(o, true) {
			f.start(End{o, c}, broken, false)
		}
	}
}

// wired reports whether connections are declared between the parts of a component.
func (c *Component) wired() bool {
	return len(c.Children) > 0 && len(c.Classifier.Connections) > 0 && !ending(c.Category)
}

func lone(f *Feature) *Partial {
	return &Partial{From: End{f, f.Component}, To: End{f, f.Component}}
}

// touched reports whether anything is connected to a feature, a member of it or a group that it is in.
func (b *builder) touched(f *Feature) bool {
	return b.any(f, true) || b.any(f, false) || slices.ContainsFunc(f.Members, b.touched)
}

// any reports whether anything is connected to a feature or a group that it is in, on one side.
func (b *builder) any(f *Feature, outer bool) bool {
	for ; f != nil; f = f.Group {
		if len(b.edgesAt(End{f, f.Component}, outer)) > 0 {
			return true
		}
	}
	return false
}

// fed reports whether any edge leads to a feature, on one side.
func (b *builder) fed(f *Feature, outer bool) bool {
	for e, from := range b.meeting(position{End: End{f, f.Component}}, outer) {
		if e.leads(!from.turned, from.to.End, End{f, f.Component}) {
			return true
		}
	}
	return false
}

// joined reports whether any edge leads to or from a feature, on one side; between groups not every member needs one.
func (b *builder) joined(f *Feature, outer bool) bool {
	for e, far := range b.meeting(position{End: End{f, f.Component}}, outer) {
		if e.leads(!far.turned, far.to.End, End{f, f.Component}) || e.leads(far.turned, End{f, f.Component}, far.to.End) {
			return true
		}
	}
	return false
}

// start follows the edges from a source, possibly an incomplete one.
func (f *follower) start(from End, broken, outer bool) {
	f.from, f.broken = from, broken
	f.walk(position{End: from}, outer, nil)
}

// walk follows the edges that lead on from a position, and reports whether there are any. arrays are the arrays from whose elements the
// chain comes and that were merged on its way.
func (f *follower) walk(p position, outer bool, arrays []merged) bool {
	some := false
	for e, s := range f.meeting(p, outer) {
		if e.skips(s.half, arrays) || !e.leads(s.turned, p.End, s.to.End) {
			continue
		}
		if f.full {
			return true
		}
		some = true
		f.path = append(f.path, s)
		f.arrive(s, f.merge(s.half, arrays))
		f.path = f.path[:len(f.path)-1]
	}
	return some
}

// merge notes that an edge leads from an element of an array to something that is not one, or undoes that.
func (f *follower) merge(h half, arrays []merged) []merged {
	e := &f.edges[h.edge]
	near, far := 0, 1
	if h.turned {
		near, far = 1, 0
	}
	switch up := e.ends[far].Feature != nil && e.ends[far].Component == e.in; {
	case e.array[near] > 0 && e.array[far] == 0 && up:
		return append(arrays[:len(arrays):len(arrays)], merged{e.element[near], e.array[near]})
	case e.array[near] == 0 && e.array[far] > 0 && len(arrays) > 0:
		return arrays[:len(arrays)-1]
	case len(arrays) > 0 && e.inner != "":
		return f.paired(e, arrays)
	}
	return arrays
}

// paired applies the pattern of an edge to the element from which a chain comes.
func (f *follower) paired(e *edge, arrays []merged) []merged {
	from := arrays[len(arrays)-1]
	for j := range partners(syntax.Fold(e.inner), int(from.element), int(from.of)) {
		if syntax.Fold(e.inner) == "all_to_all" {
			break
		}
		return append(slices.Clone(arrays[:len(arrays)-1]), merged{int32(j), from.of})
	}
	return arrays[:len(arrays)-1]
}

// arrive goes on from where an edge has led, or ends the chain there.
func (f *follower) arrive(s step, arrays []merged) {
	e := &f.edges[s.edge]
	to := s.to
	switch c := to.Component; {
	case to.Feature == nil, isInner(to.Feature.Kind):
		f.emit(to.End, true)
	case c == e.in: // up
		if c.Parent == nil {
			f.emit(to.End, true)
		} else if !f.again(to, true, arrays) {
			f.emit(to.End, false)
		}
	case ending(c.Category) && !isAccess(to.Feature.Kind), !f.again(to, false, arrays):
		f.emit(to.End, true)
	}
}

// again goes on from a feature, unless the chain has already been there, which would never end.
func (f *follower) again(p position, outer bool, arrays []merged) bool {
	if p.Feature.on {
		return true
	}
	p.Feature.on = true
	some := f.walk(p, outer, arrays)
	p.Feature.on = false
	return some
}

// emit ends a chain; a complete one is a connection.
func (f *follower) emit(to End, whole bool) {
	segments := make([]Segment, len(f.path))
	both, key, from := true, 0, f.from
	for i, s := range f.path {
		e := &f.edges[s.edge]
		segments[i] = Segment{e.declaration, e.in, s.turned, e.id, from, s.to.End}
		from = s.to.End
		both = both && e.declaration.Bidirectional
		if e.in.depth < segments[key].Context.depth {
			key = i
		}
	}
	if !whole || f.broken {
		f.Partial = append(f.Partial, &Partial{f.from, to, segments})
		return
	}
	both = both && f.reversible(to)
	if both && segments[key].Turned {
		return // it is built from its other end
	}
	if len(f.Connections)+len(f.Partial) >= f.most.connections {
		d := segments[key]
		f.limit(d.Declaration.Owner.File, d.Declaration.Syntax, join(d.Context.prefix(), d.Declaration.Name), f.most.connections, "connections")
		return
	}
	c := &Connection{Name: f.from.Path() + " -> " + to.Path(), Source: f.from, Destination: to, Segments: segments, Bidirectional: both}
	c.Kind = kindOf(c, segments[key].Declaration.Kind)
	c.Active = inBoth(c.Source.Component.Active, c.Destination.Component.Active)
	for _, s := range segments {
		c.Active = inBoth(c.Active, f.during[s.id])
	}
	f.Connections = append(f.Connections, c)
	if c.Source.Feature != nil {
		c.Source.Feature.Outgoing = append(c.Source.Feature.Outgoing, c)
	}
	if c.Destination.Feature != nil {
		c.Destination.Feature.Incoming = append(c.Destination.Feature.Incoming, c)
	}
}

// reversible reports whether the chain also leads back, as a chain that begins where this one ends.
func (f *follower) reversible(to End) bool {
	if o := to.Feature; o != nil && o.Component.Parent != nil && !ending(o.Component.Category) && f.fed(o, false) {
		return false
	}
	from := f.from
	for _, s := range f.path {
		if e := &f.edges[s.edge]; !e.leads(!s.turned, s.to.End, from) {
			return false
		}
		from = s.to.End
	}
	return true
}

// kindOf is the kind of a connection; if it connects members of groups, the kind of these.
func kindOf(c *Connection, declared syntax.FeatureKind) syntax.FeatureKind {
	if declared != syntax.FeatureGroup {
		return declared
	}
	for _, e := range [...]End{c.Source, c.Destination} {
		switch f := e.Feature; {
		case f == nil || f.Kind == syntax.FeatureGroup || f.Kind == syntax.AbstractFeature:
		case syntax.DataPort <= f.Kind && f.Kind <= syntax.EventDataPort:
			return syntax.AnyPort
		default:
			return f.Kind
		}
	}
	return declared
}
