package check

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// declared checks declarations.
type declared struct {
	model   *aadl.Model
	members map[*aadl.Classifier]*members
	matches matches
	wrong   []mismatch
	faults  diag.Faults
}

// members are the members of a classifier by their folded names.
type members struct {
	features    map[string]*aadl.Feature
	turned      bool // they belong to the group type that this, or what it extends, is the inverse of
	parts       map[string]*aadl.Subcomponent
	calls       map[string]*aadl.Call
	connections map[string]*aadl.Connection
	specs       map[string]*aadl.Flow
	flows       map[string]*aadl.Flow // end to end ones
}

func (c *declared) of(k *aadl.Classifier) *members {
	if m := c.members[k]; m != nil {
		return m
	}
	m := &members{}
	c.members[k] = m
	features := k.Features
	for up := k; len(features) == 0 && up != nil; up = up.Base.Classifier {
		if up.Inverse != nil {
			features, m.turned = up.Inverse.Features, true
		}
	}
	m.features = named(features, func(f *aadl.Feature) string { return f.Name })
	m.parts = named(k.Subcomponents, func(s *aadl.Subcomponent) string { return s.Name })
	m.connections = named(k.Connections, func(s *aadl.Connection) string { return s.Name })
	m.specs = named(k.Specs, func(f *aadl.Flow) string { return f.Name })
	m.calls = map[string]*aadl.Call{}
	for _, s := range k.Calls {
		for _, call := range s.Calls {
			m.calls[syntax.Fold(call.Name)] = call
		}
	}
	m.flows = map[string]*aadl.Flow{}
	for _, f := range k.Flows {
		if f.Kind == syntax.EndToEndFlow {
			m.flows[syntax.Fold(f.Name)] = f
		}
	}
	return m
}

func named[T any](all []T, name func(T) string) map[string]T {
	m := make(map[string]T, len(all))
	for _, x := range all {
		m[syntax.Fold(name(x))] = x
	}
	return m
}

// end is an end of a declared connection. The zero end is unknown: a name leads nowhere, or a prototype stands for
// something that is known only in an instance.
type end struct {
	part      *aadl.Subcomponent // the one that has it, or that it is; nil: the component's own, or of a call
	inside    bool               // in a subcomponent or call, or one itself: not the component's own
	internal  bool               // self.x or processor.x
	feature   *aadl.Feature      // nil: the subcomponent itself
	kind      syntax.FeatureKind // of the feature
	direction syntax.Direction   // reversed in inverse groups
	turned    bool               // a feature group, seen through an odd number of inverse groups
	class     *aadl.Classifier   // nil: none, or a prototype, is named
	open      bool               // a prototype stands for its classifier
	known     bool
}

// end finds what a path in a component leads to.
func (c *declared) end(k *aadl.Classifier, p syntax.Path) end {
	if len(p) == 0 {
		return end{}
	}
	first := syntax.Fold(p[0].Text)
	m := c.of(k)
	if len(p) > 1 && (first == "self" || first == "processor") {
		e := c.feature(m, p[1:], false)
		e.internal = true
		return e
	}
	if s := m.parts[first]; s != nil {
		if len(p) == 1 {
			return end{part: s, inside: true, class: s.Use.Classifier, open: s.Use.Prototype != nil, known: true}
		}
		if s.Use.Classifier == nil || !simple(s) {
			return end{}
		}
		e := c.feature(c.of(s.Use.Classifier), p[1:], false)
		e.part, e.inside = s, true
		return e
	}
	if call := m.calls[first]; call != nil && m.features[first] == nil {
		if call.Subprogram == nil || len(p) == 1 {
			return end{}
		}
		e := c.feature(c.of(call.Subprogram), p[1:], false)
		e.inside = true
		return e
	}
	return c.feature(m, p, false)
}

// simple reports whether a path continues into features of the subcomponent's classifier, not into data within data.
func simple(s *aadl.Subcomponent) bool { return s.Category != syntax.DataCategory }

// feature follows a path through feature groups.
func (c *declared) feature(m *members, p syntax.Path, turned bool) end {
	f := m.features[syntax.Fold(p[0].Text)]
	if f == nil {
		return end{}
	}
	turned = turned != m.turned
	if len(p) > 1 {
		if f.Kind != syntax.FeatureGroup || f.Use.Classifier == nil {
			return end{}
		}
		return c.feature(c.of(f.Use.Classifier), p[1:], turned != f.Inverse)
	}
	e := end{feature: f, kind: f.Kind, direction: f.Direction, class: f.Use.Classifier, open: f.Use.Prototype != nil, known: true}
	if turned {
		e.direction = e.direction.Opposite()
	}
	e.turned = turned
	if f.Kind == syntax.PrototypeFeature {
		return end{}
	}
	return e
}

// at is the place of a part of a text.
func at(f *syntax.File, n syntax.Node) diag.Pos {
	if f == nil || n == nil {
		return diag.Pos{}
	}
	if i := int(n.Tokens().From); i < len(f.Tokens) {
		return f.Position(f.Tokens[i].Start)
	}
	return diag.Pos{File: f.Name}
}

// fault notes a fault of a classifier.
func (c *declared) fault(code string, k *aadl.Classifier, n syntax.Node, member, what, do string) {
	path := k.Qualified()
	if member != "" {
		path += "." + member
	}
	c.faults = append(c.faults, diag.Fault{Code: code, What: what, Do: do, Pos: at(k.File, n), Path: path})
}
