package check

import (
	"fmt"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// specs checks the flow specifications that a type declares.
func (c *declared) specs(k *aadl.Classifier) {
	if k.Syntax.Form == syntax.ComponentImplementation {
		return
	}
	for _, f := range k.Specs {
		if f.Owner != k || len(f.Elements) == 0 {
			continue
		}
		in, out := f.Elements[0], f.Elements[len(f.Elements)-1]
		enters := f.Kind == syntax.FlowSource || c.passes(k, in, syntax.DirectionIn)
		leaves := f.Kind == syntax.FlowSink || c.passes(k, out, syntax.DirectionOut)
		wrong := func(p syntax.Path, way, do string) {
			c.fault("aadl-flow-direction", k, p, f.Name, fmt.Sprintf("the flow %s goes %s over %s, %s", f.Kind, way, spelled(p), article(c.end(k, p).said())), do)
		}
		switch {
		case !enters && !leaves && len(f.Elements) == 2:
			wrong(in, "in", fmt.Sprintf("write %s -> %s", spelled(out), spelled(in)))
		case !enters:
			wrong(in, "in", "name an in or in out feature")
		case !leaves:
			wrong(out, "out", "name an out or in out feature")
		}
	}
}

// passes reports whether a flow can go over a feature in a direction; if that is unknown, it can.
func (c *declared) passes(k *aadl.Classifier, p syntax.Path, way syntax.Direction) bool {
	e := c.end(k, p)
	return !e.known || e.feature == nil || e.kind.IsAccess() || e.direction == way || e.direction == syntax.NoDirection || e.direction == syntax.DirectionInOut
}

// element is an element of a flow: a connection, or where the flow enters and leaves a component.
type element struct {
	connection *aadl.Connection
	part       string // the subcomponent's name, folded; empty: the component itself
	in, out    string // paths of the features, folded; empty: any
	known      bool
}

// flows checks the flow implementations and end to end flows that an implementation declares.
func (c *declared) flows(k *aadl.Classifier) {
	for _, f := range k.Flows {
		if f.Owner != k || len(f.Elements) == 0 {
			continue
		}
		if f.Kind != syntax.EndToEndFlow && !c.implements(k, f) {
			continue
		}
		var last element
		for n, p := range f.Elements {
			e := c.element(k, f, n)
			if n > 0 && last.known && e.known {
				if what, do := follows(last, e, spelled(f.Elements[n-1]), spelled(p)); what != "" {
					c.fault("aadl-flow-elements", k, p, f.Name, what, do)
					break
				}
			}
			last = e
		}
	}
}

// implements checks the ends of a flow's implementation against its specification.
func (c *declared) implements(k *aadl.Classifier, f *aadl.Flow) bool {
	spec := c.of(k).specs[syntax.Fold(f.Name)]
	if spec == nil || len(spec.Elements) == 0 || spec.Kind != f.Kind {
		return true // which is reported when names are resolved
	}
	wrong := func(n syntax.Node, what, do string) bool {
		c.fault("aadl-flow-elements", k, n, f.Name, what, do)
		return false
	}
	first, last := f.Elements[0], f.Elements[len(f.Elements)-1]
	if enters := spec.Elements[0]; f.Kind != syntax.FlowSource && !samePath(first, enters) {
		return wrong(first, fmt.Sprintf("the flow begins at %s, but is specified to begin at %s", spelled(first), spelled(enters)), "begin with "+spelled(enters))
	}
	if leaves := spec.Elements[len(spec.Elements)-1]; f.Kind != syntax.FlowSink && !samePath(last, leaves) {
		return wrong(last, fmt.Sprintf("the flow ends at %s, but is specified to end at %s", spelled(last), spelled(leaves)), "end with "+spelled(leaves))
	}
	return true
}

// samePath reports whether two paths name one feature, or one names a member of the other.
func samePath(a, b syntax.Path) bool {
	x, y := syntax.Fold(spelled(a)), syntax.Fold(spelled(b))
	return within(x, y) || within(y, x)
}

// element resolves element n of a flow.
func (c *declared) element(k *aadl.Classifier, f *aadl.Flow, n int) element {
	p, m := f.Elements[n], c.of(k)
	first := syntax.Fold(p[0].Text)
	if s := m.parts[first]; s != nil {
		e := element{part: first, known: true}
		if len(p) == 1 || s.Use.Classifier == nil {
			return e
		}
		spec := c.of(s.Use.Classifier).specs[syntax.Fold(spelled(p[1:]))]
		if spec == nil || len(spec.Elements) == 0 {
			return e // an end to end flow of it, or a feature
		}
		if spec.Kind != syntax.FlowSource {
			e.in = syntax.Fold(spelled(spec.Elements[0]))
		}
		if spec.Kind != syntax.FlowSink {
			e.out = syntax.Fold(spelled(spec.Elements[len(spec.Elements)-1]))
		}
		if n > 0 && spec.Kind == syntax.FlowSource || n < len(f.Elements)-1 && spec.Kind == syntax.FlowSink {
			c.fault("aadl-flow-elements", k, p, f.Name, fmt.Sprintf("%s is a flow %s, and stands in the midst of a flow", spelled(p), spec.Kind),
				"name a flow path")
			return element{}
		}
		return e
	}
	if e := m.connections[first]; e != nil && len(p) == 1 {
		known := len(e.Source) > 0 && len(e.Destination) > 0 // and no call: the flow may name its subprogram
		return element{connection: e, known: known && m.calls[syntax.Fold(e.Source[0].Text)] == nil && m.calls[syntax.Fold(e.Destination[0].Text)] == nil}
	}
	if m.features[first] != nil {
		path := syntax.Fold(spelled(p))
		return element{in: path, out: path, known: true}
	}
	return element{} // another end to end flow, or nothing
}

// follows says what is wrong with an element after another one.
func follows(a, b element, said, next string) (what, do string) {
	switch {
	case (a.connection == nil) == (b.connection == nil):
		return "", "" // that they do not take turns is reported when names are resolved
	case b.connection != nil:
		if leads(b.connection.Source, a.part, a.out) || turns(b.connection) && leads(b.connection.Destination, a.part, a.out) {
			return "", ""
		}
		return fmt.Sprintf("the connection %s begins at %s, and not where %s ends", next, spelled(b.connection.Source), said), "name the connection that does"
	}
	if leads(a.connection.Destination, b.part, b.in) || turns(a.connection) && leads(a.connection.Source, b.part, b.in) {
		return "", ""
	}
	return fmt.Sprintf("the connection %s ends at %s, and not where %s begins", said, spelled(a.connection.Destination), next), "name the connection that does"
}

// turns reports whether a flow may go over a connection from its destination to its source.
func turns(n *aadl.Connection) bool { return n.Bidirectional || n.Kind.IsAccess() }

// leads reports whether an end of a connection is the feature of a subcomponent, or of the component itself, or a group
// or member of it.
func leads(p syntax.Path, part, feature string) bool {
	path := syntax.Fold(spelled(p))
	if part != "" {
		if path == part {
			return true
		}
		if len(path) <= len(part) || path[:len(part)] != part || path[len(part)] != '.' {
			return false
		}
		path = path[len(part)+1:]
	}
	return feature == "" || within(path, feature) || within(feature, path)
}

// within reports whether a path is another one, or begins with it.
func within(path, of string) bool {
	return len(path) >= len(of) && path[:len(of)] == of && (len(path) == len(of) || path[len(of)] == '.')
}
