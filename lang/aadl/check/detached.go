package check

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// site is where a connection is missing: at a feature, in the component that would declare it.
type site struct {
	feature *instance.Feature
	context *instance.Component
	gives   bool // values arrive here, and nothing takes them; otherwise they are needed here, and nothing sends them
	inner   bool // the connection is missing inside the feature's component
	told    bool
}

// detached reports ports without a connection, and chains of connections that lead nowhere. A missing connection leaves
// a port open at both of its ends; that is reported once, as is a component without any connected port.
func (s *system) detached() {
	sites := s.sites()
	s.pairs(sites, true)
	s.alone(sites)
	s.pairs(sites, false)
	for _, t := range sites {
		if t.told {
			continue
		}
		f := t.feature
		switch {
		case len(f.Members) > 0:
			s.loose([]*site{t}, f, fmt.Sprintf("nothing is connected to the group %s", f.Path()), "connect it, leave it out, or say Required_Connection => false of it")
		case t.inner && t.gives:
			s.useless(t)
		case t.inner:
			s.loose([]*site{t}, f, fmt.Sprintf("nothing in %s writes its port %s", f.Component.Path(), f.Name), "connect it with an out port of a component in it")
		case t.gives:
			s.loose([]*site{t}, f, fmt.Sprintf("nothing reads %s", f.Path()), "connect it, leave it out, or say Required_Connection => false of it")
		default:
			s.loose([]*site{t}, f, fmt.Sprintf("nothing writes %s", f.Path()), "connect it, leave it out, or say Required_Connection => false of it")
		}
	}
}

// loose reports sites. A mistake in a classifier is reported once for all its instances. For hardware, which is often only
// partly used, it is a warning.
func (s *system) loose(of []*site, o instance.Object, what, do string) {
	type key struct {
		in    *aadl.Classifier
		part  *aadl.Subcomponent
		at    *aadl.Feature
		inner bool
	}
	t := of[0]
	k := key{t.context.Classifier, t.feature.Component.Declaration, t.feature.Decl, t.inner}
	if t.inner {
		k.part = nil
	}
	if s.told[k] {
		return
	}
	s.told[k] = true
	f := diag.Fault{Code: "aadl-detached", Severity: diag.Warning, What: what, Do: do, Pos: place(o), Path: o.Path()}
	for _, t := range of {
		if s.soft[t.feature.Component] {
			f.Severity = diag.Error
		}
	}
	s.faults = append(s.faults, f)
}

// useless reports a connection that ends at a component in which nothing takes the values.
func (s *system) useless(t *site) {
	over := t.feature.Incoming[0].Segments
	pos := written(over[len(over)-1])
	s.faultAt("aadl-useless", pos, t.feature, fmt.Sprintf("nothing in %s reads its port %s", t.feature.Component.Path(), t.feature.Name),
		"connect the port with what reads it, or leave out the connection to it")
}

// ignored reports connections to an input that is in no flow of its component, although other inputs are, if nothing else says
// that the input is used: calls, an annex, a dispatch or a change of mode.
func (s *system) ignored() {
	for _, c := range s.Components {
		if len(c.Specs) == 0 || len(c.Children) > 0 || len(c.Calls) > 0 || c.Category == syntax.DeviceCategory || len(c.Classifier.Syntax.Annexes) > 0 {
			continue
		}
		for _, f := range inputs(c) {
			named := slices.ContainsFunc(c.Specs, func(p *instance.FlowSpec) bool { return groups(p.In, f) })
			if named || len(f.Incoming) == 0 || f.Direction != syntax.DirectionIn || s.dispatches(f) || s.triggers(f, false) {
				continue
			}
			over := f.Incoming[0].Segments
			s.warnAt("aadl-useless", written(over[len(over)-1]), f, fmt.Sprintf("%s declares by flows what becomes of its inputs, but nothing becomes of %s", c.Path(), f.Name),
				"name it in a flow, a flow sink for example, or leave out the connection")
		}
	}
}

// dispatches reports whether input at a port may dispatch its thread.
func (s *system) dispatches(f *instance.Feature) bool {
	if v, ok := s.Stated(f.Component, "Thread_Properties::Dispatch_Trigger", nil); ok && len(v.Elements) > 0 {
		return slices.Contains(s.References(f.Component, "Thread_Properties::Dispatch_Trigger", nil), instance.Object(f))
	}
	return f.Component.Category == syntax.ThreadCategory && f.Kind != syntax.DataPort && !s.isPeriodic(f.Component)
}

// sites finds missing connections, each once, in the order of the partial chains.
func (s *system) sites() []*site {
	var all []*site
	seen := map[*instance.Feature]bool{}
	note := func(f *instance.Feature, gives, inner bool) {
		if f == nil || seen[f] || f.Component.Parent == nil || s.same[f.Component] || !f.Kind.IsPort() && !hasPorts(f.Members) || s.excused(f) || s.triggers(f, inner) {
			return
		}
		t := &site{feature: f, context: f.Component.Parent, gives: gives, inner: inner}
		if inner {
			t.context = f.Component
		}
		seen[f], all = true, append(all, t)
	}
	for _, p := range s.Partial {
		from, to := p.From.Feature, p.To.Feature
		switch n := len(p.Segments); {
		case n == 0 && from != nil && len(from.Incoming) > 0:
			note(from, true, true)
		case n == 0 && from != nil && len(from.Outgoing) > 0:
			note(from, false, true)
		case n == 0 && from != nil:
			note(from, from.Direction == syntax.DirectionOut, false)
		default:
			if n > 0 && p.Segments[0].Context == p.From.Component && !s.excusedEnd(p.To) {
				note(from, false, false)
			}
			if n > 0 && p.Segments[n-1].Context == p.To.Component && !s.excusedEnd(p.From) {
				note(to, true, false)
			}
		}
	}
	return all
}

// excused reports whether a feature says that it needs no connection.
func (s *system) excused(f *instance.Feature) bool {
	v, ok := s.Stated(f, "Communication_Properties::Required_Connection", nil)
	return ok && !v.Bool
}

func (s *system) excusedEnd(e instance.End) bool { return e.Feature != nil && s.excused(e.Feature) }

// triggers reports whether a port triggers a transition of its component or of the containing one.
func (s *system) triggers(f *instance.Feature, inner bool) bool {
	in, want := f.Component.Parent, f.Component.Name+"."+f.Name
	if inner || f.Direction == syntax.DirectionIn {
		in, want = f.Component, f.Name
	}
	if in == nil || in.Classifier == nil {
		return false
	}
	for _, t := range in.Classifier.Transitions {
		for _, p := range t.Syntax.Triggers {
			if syntax.Same(spelled(p), want) {
				return true
			}
		}
	}
	return false
}

// pairs reports sites that one connection would mend, of ports of the same kind and classifier and, with named, of the same
// name.
func (s *system) pairs(sites []*site, named bool) {
	type key struct {
		context *instance.Component
		kind    syntax.FeatureKind
		class   *aadl.Classifier
		name    string
	}
	keyOf := func(t *site) key {
		if len(t.feature.Members) > 0 {
			return key{context: t.context, kind: syntax.FeatureGroup} // group types may be inverses of each other
		}
		k := key{context: t.context, kind: t.feature.Kind, class: t.feature.Classifier}
		if named {
			k.name = syntax.Fold(t.feature.Name)
		}
		return k
	}
	wanting := map[key][]*site{}
	for _, t := range sites {
		if !t.gives && !t.told {
			wanting[keyOf(t)] = append(wanting[keyOf(t)], t)
		}
	}
	for _, t := range sites {
		if t.told || !t.gives && len(t.feature.Members) == 0 {
			continue
		}
		k := keyOf(t)
		for len(wanting[k]) > 0 && wanting[k][0].told {
			wanting[k] = wanting[k][1:]
		}
		i := slices.IndexFunc(wanting[k], func(w *site) bool {
			return !w.told && w != t && (w.feature.Component != t.feature.Component || w.inner != t.inner)
		})
		if i < 0 {
			continue
		}
		w := wanting[k][i]
		t.told, w.told = true, true
		s.loose([]*site{w, t}, w.feature, fmt.Sprintf("nothing writes %s, and nothing reads %s", w.feature.Path(), t.feature.Path()),
			fmt.Sprintf("connect them, if they belong together: %s -> %s in %s", local(t.feature, t.context), local(w.feature, t.context), classified(t.context)))
	}
}

// classified names a component by its classifier.
func classified(c *instance.Component) string {
	if c.Classifier != nil {
		return c.Classifier.Qualified()
	}
	return c.Path()
}

// alone reports components without any connected port.
func (s *system) alone(sites []*site) {
	open := map[*instance.Component][]*site{}
	for _, t := range sites {
		if !t.inner {
			open[t.feature.Component] = append(open[t.feature.Component], t)
		}
	}
	for _, c := range s.Components {
		of := open[c]
		n, whole := 0, true
		for _, t := range of {
			n += max(1, len(ports(nil, t.feature.Members, s.unexcused)))
			whole = whole && !t.told
		}
		if n < 2 || !whole || n != len(ports(nil, c.Features, s.unexcused)) {
			continue
		}
		for _, t := range of {
			t.told = true
		}
		s.loose(of, c, fmt.Sprintf("none of its %d ports is connected", n), "connect them, or leave out the component")
	}
}

func (s *system) unexcused(f *instance.Feature) bool { return !s.excused(f) }
