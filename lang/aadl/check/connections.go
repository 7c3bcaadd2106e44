package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// connections checks the connections declared in an implementation, not those that it inherits.
func (c *declared) connections(k *aadl.Classifier) {
	for _, n := range k.Connections {
		if n.Owner != k {
			continue
		}
		from, to := c.end(k, n.Source), c.end(k, n.Destination)
		if !from.known || !to.known {
			continue
		}
		if what, do := misfit(n, from, to); what != "" {
			c.fault("aadl-connection-kind", k, n.Syntax, n.Name, what, do)
			continue
		}
		if what, do := against(n, from, to); what != "" {
			c.fault("aadl-connection-direction", k, n.Syntax, n.Name, what, do)
			continue
		}
		c.match(k, n, from, to)
	}
}

// said names an end: its kind, or its category.
func (e end) said() string {
	switch {
	case e.feature != nil && e.direction != syntax.NoDirection && !e.internal:
		return e.direction.String() + " " + e.kind.String()
	case e.feature != nil:
		return e.kind.String()
	}
	return e.part.Category.String() + " subcomponent"
}

// isData reports whether an end is data itself, or access to some.
func (e end) isData() bool {
	if e.feature == nil {
		return e.part.Category == syntax.DataCategory || e.part.Category == syntax.AbstractCategory
	}
	return e.kind == syntax.DataAccess
}

// accessed returns the categories that connections of a kind may access.
func accessed(k syntax.FeatureKind) []syntax.Category {
	switch k {
	case syntax.DataAccess:
		return []syntax.Category{syntax.DataCategory, syntax.AbstractCategory}
	case syntax.BusAccess:
		return []syntax.Category{syntax.BusCategory, syntax.AbstractCategory}
	case syntax.VirtualBusAccess:
		return []syntax.Category{syntax.VirtualBusCategory, syntax.AbstractCategory}
	case syntax.SubprogramAccess:
		return []syntax.Category{syntax.SubprogramCategory, syntax.AbstractCategory}
	case syntax.SubprogramGroupAccess:
		return []syntax.Category{syntax.SubprogramGroupCategory, syntax.AbstractCategory}
	}
	return nil
}

// misfit says what is wrong with the kinds of a connection and its ends.
func misfit(n *aadl.Connection, from, to end) (what, do string) {
	for _, e := range []end{from, to} {
		if !fits(n.Kind, e) && !(n.Syntax.Refined && e.feature != nil && e.kind == syntax.AbstractFeature) { // still to be refined
			return fmt.Sprintf("a connection of kind %s cannot have %s as an end", n.Kind, article(e.said())), "connect it with " + connector(e)
		}
	}
	if n.Kind == syntax.AnyPort && !together(from, to) {
		return fmt.Sprintf("%s cannot be connected to %s", article(from.said()), article(to.said())),
			"an event has no data to be read, and data needs a port with data: change the kind of one of the ports"
	}
	if n.Kind.IsAccess() && from.feature == nil && to.feature == nil {
		return "both ends are subcomponents", "connect one of them with an access feature of what uses it"
	}
	return "", ""
}

// connector names the kind of connection for an end.
func connector(e end) string {
	if e.feature == nil {
		for k := syntax.DataAccess; k <= syntax.SubprogramGroupAccess; k++ {
			if accessed(k)[0] == e.part.Category {
				return "one of kind " + k.String()
			}
		}
		return "one of its features"
	}
	switch {
	case e.kind.IsPort() || e.kind == syntax.EventSource || e.kind == syntax.EventDataSource || e.kind == syntax.AnyPort:
		return "one of kind port"
	case e.kind == syntax.SubprogramProxy:
		return "one of kind subprogram access"
	}
	return "one of kind " + e.kind.String()
}

// fits reports whether something can be an end of a connection of a kind.
func fits(k syntax.FeatureKind, e end) bool {
	if e.feature == nil {
		switch {
		case k.IsAccess():
			return slices.Contains(accessed(k), e.part.Category)
		case k == syntax.AnyPort || k == syntax.ParameterFeature:
			return e.isData()
		}
		return k == syntax.AbstractFeature
	}
	switch k {
	case syntax.AnyPort:
		return e.kind.IsPort() || e.kind == syntax.DataAccess || e.kind == syntax.EventSource || e.kind == syntax.EventDataSource ||
			e.kind == syntax.AnyPort
	case syntax.ParameterFeature:
		return e.kind == syntax.ParameterFeature || e.kind == syntax.DataPort || e.kind == syntax.EventDataPort || e.kind == syntax.DataAccess
	case syntax.AbstractFeature:
		return true
	case syntax.SubprogramAccess:
		return e.kind == k || e.kind == syntax.SubprogramProxy
	}
	return e.kind == k
}

// together reports whether two ends of a connection of ports fit together.
func together(from, to end) bool {
	if from.isData() || from.kind == syntax.AnyPort || to.feature != nil && to.kind == syntax.AnyPort {
		return true
	}
	switch from.kind {
	case syntax.EventPort, syntax.EventSource:
		return to.feature != nil && (to.kind == syntax.EventPort || to.kind == syntax.EventSource)
	case syntax.EventDataSource:
		return to.isData() || to.kind == syntax.DataPort || to.kind == syntax.EventDataPort
	}
	return to.isData() || to.kind != syntax.EventSource
}

// against says what is wrong with the directions of a connection's ends.
func against(n *aadl.Connection, from, to end) (what, do string) {
	if n.Kind.IsAccess() {
		return againstAccess(n, from, to)
	}
	if n.Bidirectional { // as in OSATE, if values go at least one way
		turned := *n
		turned.Bidirectional, turned.Source, turned.Destination = false, n.Destination, n.Source
		one := turned
		one.Source, one.Destination = n.Source, n.Destination
		if what, do = against(&one, from, to); what != "" {
			if back, _ := against(&turned, to, from); back == "" {
				return "", ""
			}
		}
		return what, do
	}
	for i, e := range []end{from, to} {
		if e.feature == nil || e.internal || e.kind.IsAccess() || e.direction == syntax.NoDirection || e.direction == syntax.DirectionInOut {
			continue
		}
		p := n.Source
		if i == 1 {
			p = n.Destination
		}
		// A subcomponent sends at the source and receives at the destination; the component's own features do the opposite.
		want := syntax.DirectionOut
		if (i == 0) != e.inside {
			want = syntax.DirectionIn
		}
		if e.direction != want {
			verb := [2]string{"gives nothing to", "takes nothing from"}[i]
			return fmt.Sprintf("%s is %s: it %s a connection here", spelled(p), article(e.said()), verb), "turn the connection round, or connect another feature"
		}
	}
	return "", ""
}

// againstAccess says what is wrong with which end requires and which provides.
func againstAccess(n *aadl.Connection, from, to end) (what, do string) {
	a, b := from.direction, to.direction
	pa, pb := n.Source, n.Destination
	if from.feature == nil {
		from, to, a, b, pa, pb = to, from, b, a, pb, pa
	}
	switch {
	case from.internal || to.internal:
	case to.feature == nil: // the accessed component
		want := syntax.DirectionProvides
		if from.inside {
			want = syntax.DirectionRequires
		}
		if a != want {
			return fmt.Sprintf("%s %s what %s is", spelled(pa), a, spelled(pb)), fmt.Sprintf("connect %s with a feature that %s it", spelled(pb), want)
		}
	case from.inside && to.inside && a == b:
		return fmt.Sprintf("%s and %s both %s access", spelled(pa), spelled(pb), strings.TrimSuffix(a.String(), "s")), "one of two subcomponents provides what the other requires"
	case from.inside != to.inside && a != b:
		return fmt.Sprintf("%s %s access, but %s %s it", spelled(pa), a, spelled(pb), b), "a component requires, or provides, what the one inside it does"
	}
	return "", ""
}

// spelled returns a path as written.
func spelled(p syntax.Path) string {
	s := ""
	for i, step := range p {
		if i > 0 {
			s += "."
		}
		s += step.Text
	}
	return s
}

// article puts a or an before a word.
func article(word string) string {
	if strings.HasPrefix(word, "in") || strings.HasPrefix(word, "out") || strings.HasPrefix(word, "event") || strings.HasPrefix(word, "abstract") {
		return "an " + word
	}
	return "a " + word
}
