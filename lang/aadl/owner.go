package aadl

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// owner is a kind of thing that may have a property, or may be referred to.
type owner struct {
	annex      string // the annex that defines the kinds
	kind       string // as written; empty: a classifier
	classifier *Classifier
}

// subject is what may have a property: one of these.
type subject struct {
	member     named
	classifier *Classifier
	pack       *Package
}

// owners reads the kinds of things that may have a property.
func (l *linker) owners(s *scope, all []*syntax.Owner) (list []owner) {
	for _, y := range all {
		o := owner{annex: y.Annex.Text, kind: y.Kind}
		if y.Kind == "" && y.Annex.Text == "" {
			if o.classifier = l.classifier(s, y.Classifier); o.classifier == nil {
				continue
			}
		}
		if o.annex == "" && o.kind != "" && !slices.Contains(kinds, o.kind) && !s.file.Faulty() {
			l.fault(s, y, "aadl-type", "there is no kind of thing "+o.kind, l.suggest(o.kind, func() []string { return kinds }))
		}
		list = append(list, o)
	}
	return list
}

// annexed reports whether things in annexes may have a property; paths into annexes are not followed.
func (p *Property) annexed() bool {
	return slices.ContainsFunc(p.owners, func(o owner) bool { return o.annex != "" })
}

// said is how a fault names it.
func (o owner) said() string {
	switch {
	case o.annex != "":
		return "{" + o.annex + "}**" + o.kind
	case o.classifier != nil:
		return o.classifier.Qualified()
	}
	return o.kind
}

// said is how a fault names the target of something.
func said(all []owner) string {
	if len(all) == 0 {
		return "something"
	}
	texts := make([]string, len(all))
	for i, o := range all {
		texts[i] = o.said()
	}
	return strings.Join(texts, ", ")
}

// fit reports whether something is allowed as the target of a classifier or reference; if nothing is stated, anything
// is.
func fit(all []owner, x subject) bool {
	return len(all) == 0 || slices.ContainsFunc(all, func(o owner) bool { return o.fits(x) })
}

// said is how a fault names it, with an article.
func (x subject) said() string {
	switch m := x.member.(type) {
	case *Subcomponent:
		return component(m.Category)
	case *Feature:
		return an(m.Kind.String())
	case *Flow:
		if m.Kind == syntax.EndToEndFlow {
			return "an end to end flow"
		}
		return "a flow"
	case *Transition:
		return "a mode transition"
	case nil:
	default:
		return an(m.kind())
	}
	if x.classifier == nil {
		return "a package"
	}
	form := " type"
	if x.classifier.Syntax.Form == syntax.ComponentImplementation {
		form = " implementation"
	}
	return an(x.classifier.Syntax.Category.String() + form)
}

// fits reports whether something is of the owner's kind. Anything abstract fits, because it may become anything.
func (o owner) fits(x subject) bool {
	if o.annex != "" {
		return false
	}
	switch o.kind {
	case "all", "element", "named element":
		return true
	case "":
		return o.ancestor(x)
	}
	switch m := x.member.(type) {
	case *Subcomponent:
		c := m.Category
		return c == syntax.AbstractCategory || o.component(c) || o.kind == "subcomponent" || o.kind == c.String()+" subcomponent"
	case *Feature:
		return o.feature(m.Kind)
	case *Connection:
		switch text := m.Kind.String(); {
		case o.kind == "connection", o.kind == text+" connection", m.Kind == syntax.AbstractFeature:
			return true
		default:
			return o.kind == "access connection" && has(accessKinds, m.Kind)
		}
	case *Flow:
		return o.kind == "flow" || m.Kind == syntax.EndToEndFlow == (o.kind == "end to end flow") &&
			slices.Contains([]string{"end to end flow", "flow specification", "flow implementation", "flow " + m.Kind.String()}, o.kind)
	case *Mode:
		return o.kind == "mode"
	case *Transition:
		return o.kind == "mode transition"
	case *Prototype:
		return o.kind == "prototype" || m.Syntax.Category >= syntax.FeatureGroupCategory || o.component(m.Syntax.Category)
	case *CallSequence:
		return o.kind == "subprogram call sequence"
	case *Call:
		return o.kind == "subprogram call" || o.kind == "subprogram"
	}
	if x.pack != nil {
		return o.kind == "package" || o.kind == "aadl package"
	}
	return o.classified(x.classifier.Syntax)
}

// accessKinds are the accesses.
var accessKinds = of(syntax.DataAccess, syntax.BusAccess, syntax.VirtualBusAccess, syntax.SubprogramAccess, syntax.SubprogramGroupAccess)

// component reports whether components of a category are of the kind.
func (o owner) component(c syntax.Category) bool {
	return o.kind == c.String() || o.kind == "component" && c != syntax.FeatureGroupCategory
}

// classified reports whether a classifier is of the kind.
func (o owner) classified(y *syntax.Classifier) bool {
	name := y.Category.String()
	if o.component(y.Category) || y.Category == syntax.AbstractCategory || o.kind == "classifier" || o.kind == name+" classifier" {
		return true
	}
	switch y.Form {
	case syntax.ComponentType:
		return o.kind == "component type" || o.kind == "component classifier" || o.kind == name+" type"
	case syntax.ComponentImplementation:
		return o.kind == "component implementation" || o.kind == "component classifier" || o.kind == name+" implementation"
	}
	return o.kind == "feature group type"
}

// feature reports whether features of a syntactic kind are of the owner's kind.
func (o owner) feature(k syntax.FeatureKind) bool {
	if k == syntax.AbstractFeature || k == syntax.PrototypeFeature {
		return true
	}
	switch o.kind {
	case "feature", k.String():
		return true
	case "port":
		return has(portKinds, k) || k == syntax.AnyPort
	case "access":
		return has(accessKinds, k)
	case "bus access":
		return k == syntax.VirtualBusAccess
	}
	return false
}

// ancestor reports whether something has the classifier or a descendant of it.
func (o owner) ancestor(x subject) bool {
	c := x.classifier
	switch m := x.member.(type) {
	case *Subcomponent:
		c = m.Use.Classifier
	case *Feature:
		c = m.Use.Classifier
	}
	return o.classifier == nil || c != nil && c.descends(o.classifier)
}

// kinds are the kinds of things that may have properties.
var kinds = func() []string {
	all := []string{"all", "element", "named element", "package", "aadl package", "classifier", "component", "component classifier", "component type",
		"component implementation", "subcomponent", "feature", "port", "access", "connection", "port connection", "access connection",
		"feature group connection", "feature connection", "parameter connection", "flow", "flow specification", "flow implementation",
		"flow source", "flow sink", "flow path", "end to end flow", "mode", "mode transition", "prototype", "subprogram call sequence",
		"subprogram call", "feature group type", "feature group classifier", "abstract feature"}
	for c := syntax.AbstractCategory; c <= syntax.FeatureGroupCategory; c++ {
		all = append(all, c.String())
		if c != syntax.FeatureGroupCategory {
			all = append(all, c.String()+" type", c.String()+" implementation", c.String()+" classifier", c.String()+" subcomponent")
		}
	}
	for k := syntax.DataPort; k <= syntax.EventDataSource; k++ {
		if k != syntax.FeatureGroup {
			all = append(all, k.String())
		}
	}
	for k := syntax.DataAccess; k <= syntax.SubprogramGroupAccess; k++ {
		all = append(all, k.String()+" connection")
	}
	return all
}()
