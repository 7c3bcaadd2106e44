package check

import (
	"fmt"
	"sort"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// pair has the classifiers of a source and a destination.
type pair [2]*aadl.Classifier

// matches are the pairs that AADL_Project lists.
type matches struct{ equivalent, subset, complement, conversion map[pair]bool }

func matchesOf(m *aadl.Model) matches {
	var all matches
	set := m.Set("AADL_Project")
	if set == nil {
		return all
	}
	for _, k := range set.Constants {
		_, name, _ := cutLast(k.Name)
		var pairs *map[pair]bool
		switch syntax.Fold(name) {
		case "supported_classifier_equivalence_matches":
			pairs = &all.equivalent
		case "supported_classifier_subset_matches":
			pairs = &all.subset
		case "supported_classifier_complement_matches":
			pairs = &all.complement
		case "supported_type_conversions":
			pairs = &all.conversion
		default:
			continue
		}
		*pairs = map[pair]bool{}
		for _, l := range k.Value.Elements {
			if len(l.Elements) == 2 {
				(*pairs)[pair{l.Elements[0].Classifier, l.Elements[1].Classifier}] = true
			}
		}
	}
	return all
}

// mismatch is a connection whose ends have classifiers that do not match.
type mismatch struct {
	in         *aadl.Classifier
	connection *aadl.Connection
	ends       [2]end
	what       string
}

// match compares the classifiers of a connection's ends, by the rule of Classifier_Matching_Rule.
func (c *declared) match(k *aadl.Classifier, n *aadl.Connection, from, to end) {
	a, b := from.class, to.class
	if a == b && n.Kind != syntax.FeatureGroup || from.open || to.open || from.internal || to.internal || n.Kind == syntax.AbstractFeature ||
		from.kind == syntax.EventPort && from.feature != nil {
		return
	}
	if a == nil || b == nil {
		return // an unstated classifier is not a fault
	}
	rule := c.rule(k, n)
	ok := false
	if n.Kind == syntax.FeatureGroup {
		ok = c.groups(rule, from, to)
	} else {
		access := n.Kind.IsAccess() // either direction
		ok = c.matches.fit(rule, a, b, n.Bidirectional && !access) || access && c.matches.fit(rule, b, a, false)
	}
	if !ok {
		what := fmt.Sprintf("%s is of %s, but %s of %s", spelled(n.Source), a.Qualified(), spelled(n.Destination), b.Qualified())
		if n.Kind == syntax.FeatureGroup && from.inside && to.inside {
			what += ", which is not its inverse"
		}
		c.wrong = append(c.wrong, mismatch{k, n, [2]end{from, to}, what})
	}
}

// mistyped reports a connection whose ends have classifiers that do not match, if prototypes stand for them, because
// their meaning is known only in an instance.
func (s *system) mistyped(n *instance.Connection, a, b *aadl.Classifier) {
	open := false
	for _, g := range n.Segments {
		for _, p := range []syntax.Path{g.Declaration.Source, g.Declaration.Destination} {
			e := s.declared.end(g.Context.Classifier, p)
			open = open || !e.known || e.open
		}
	}
	rule, _ := s.Word(n, "Modeling_Properties::Classifier_Matching_Rule", nil)
	if !open || s.matches.fit(rule, a, b, n.Bidirectional) {
		return // a mismatch of the declared connection has been reported
	}
	d := n.Declared()
	s.faultAt("aadl-connection-type", at(d.File, d.Node), n, fmt.Sprintf("%s is of %s, but %s of %s", n.Source.Path(), a.Qualified(), n.Destination.Path(), b.Qualified()),
		"let the prototypes stand for one classifier, or say with Classifier_Matching_Rule why they fit")
}

// fit reports whether a source's classifier fits a destination's.
func (m *matches) fit(rule string, a, b *aadl.Classifier, both bool) bool {
	if a == b || !both && a.Type == b {
		return true
	}
	switch rule {
	case "equivalence":
		return m.equivalent[pair{a, b}] || m.equivalent[pair{b, a}]
	case "subset":
		return m.subset[pair{a, b}] || contains(a, b)
	case "conversion":
		return m.conversion[pair{a, b}]
	}
	return false
}

// contains reports whether data has all elements of other data, with the same names and classifiers.
func contains(a, b *aadl.Classifier) bool {
	if len(b.Subcomponents) == 0 {
		return false
	}
	have := named(a.Subcomponents, func(s *aadl.Subcomponent) string { return s.Name })
	for _, s := range b.Subcomponents {
		if t := have[syntax.Fold(s.Name)]; t == nil || t.Use.Classifier != s.Use.Classifier {
			return false
		}
	}
	return true
}

// groups reports whether the types of connected feature groups fit: between a component and its inside they must be the
// same, between two subcomponents each other's inverses. As in OSATE, types with the same features by name fit.
func (c *declared) groups(rule string, from, to end) bool {
	a, b := from.class, to.class
	inverse := from.feature.Inverse != to.feature.Inverse != (from.turned != to.turned)
	across := from.inside && to.inside
	switch {
	case len(c.of(a).features)+len(c.of(b).features) == 0, a == b && across == inverse, (a.Inverse == b || b.Inverse == a) && across != inverse:
		return true
	case c.matches.complement[pair{a, b}] || c.matches.complement[pair{b, a}]:
		return true
	case rule == "equivalence" && (c.matches.equivalent[pair{a, b}] || c.matches.equivalent[pair{b, a}]):
		return true
	}
	return c.sameMembers(a, b, across != inverse, rule == "subset")
}

// sameMembers reports whether two types of feature groups have features of the same names, kinds and classifiers,
// reversed or not; for a subset, whether one has all those of the other.
func (c *declared) sameMembers(a, b *aadl.Classifier, turned, subset bool) bool {
	ma, mb := c.of(a), c.of(b)
	if len(mb.features) > len(ma.features) {
		ma, mb = mb, ma
	}
	if !subset && len(ma.features) != len(mb.features) {
		return false
	}
	turned = turned != (ma.turned != mb.turned)
	for name, f := range mb.features { // order: one that does not fit is enough, whichever it is
		g := ma.features[name]
		if g == nil || g.Kind != f.Kind || g.Use.Classifier != f.Use.Classifier {
			return false
		}
		d := f.Direction
		if turned {
			d = d.Opposite()
		}
		if d != g.Direction || f.Kind == syntax.FeatureGroup && turned != (f.Inverse != g.Inverse) {
			return false
		}
	}
	return true
}

// rule is the value of Classifier_Matching_Rule for a connection, in lower case.
func (c *declared) rule(k *aadl.Classifier, n *aadl.Connection) string {
	for up := k; up != nil; up = up.Base.Classifier {
		for _, a := range up.Associations {
			if len(a.AppliesTo) == 0 {
				continue
			}
			for _, p := range a.AppliesTo {
				if len(p) == 1 && syntax.Same(p[0].Text, n.Name) && isRule(a) {
					return syntax.Fold(a.Values[0].Value.Text)
				}
			}
		}
	}
	for _, a := range n.Associations {
		if isRule(a) {
			return syntax.Fold(a.Values[0].Value.Text)
		}
	}
	for up := k; up != nil; up = up.Base.Classifier {
		for _, a := range up.Associations {
			if len(a.AppliesTo) == 0 && isRule(a) {
				return syntax.Fold(a.Values[0].Value.Text)
			}
		}
	}
	return ""
}

func isRule(a *aadl.Association) bool {
	return a.Property != nil && len(a.Values) > 0 && a.Property.Name == "Modeling_Properties::Classifier_Matching_Rule"
}

// mismatches reports the connections whose ends do not match. Several of one feature with ends of one classifier are
// reported once, for the feature, which is the likely mistake.
func (c *declared) mismatches() {
	type key struct {
		feature *syntax.Feature // its declaration: extensions have it too
		other   *aadl.Classifier
	}
	keys := func(w *mismatch) (all [2]key) {
		for i, e := range w.ends {
			if e.feature != nil {
				all[i] = key{e.feature.Syntax, w.ends[1-i].class}
			}
		}
		return all
	}
	count, told := map[key]int{}, map[key]bool{}
	for i := range c.wrong {
		for _, k := range keys(&c.wrong[i]) {
			if k.feature != nil {
				count[k]++
			}
		}
	}
	sort.SliceStable(c.wrong, func(i, j int) bool { // which one is reported does not depend on the order of the texts
		v, w := &c.wrong[i], &c.wrong[j]
		return at(v.in.File, v.connection.Syntax).Compare(at(w.in.File, w.connection.Syntax)) < 0
	})
	for i := range c.wrong {
		w := &c.wrong[i]
		worst := 0
		k := keys(w)
		if count[k[1]] > count[k[0]] {
			worst = 1
		}
		if n := count[k[worst]]; n > 1 {
			if told[k[worst]] {
				continue
			}
			told[k[worst]] = true
			f := w.ends[worst].feature
			w.what += fmt.Sprintf("; %d connections of the feature %s of %s do not match", n, f.Name, f.Owner.Qualified())
		}
		c.fault("aadl-connection-type", w.in, w.connection.Syntax, w.connection.Name, w.what, "give both the same classifier, or say with Classifier_Matching_Rule why they fit")
	}
}

// cutLast splits a qualified name before its last part.
func cutLast(name string) (space, last string, found bool) {
	for i := len(name) - 2; i >= 0; i-- {
		if name[i:i+2] == "::" {
			return name[:i], name[i+2:], true
		}
	}
	return "", name, false
}
