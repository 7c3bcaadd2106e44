package aadl

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// extension reads the bindings of prototypes in what a classifier extends, and in the type that it realises.
func (l *linker) extension(c *Classifier) {
	c.Base.Bindings = l.bindings(c, c.Syntax.Bindings, c.Base.Classifier, c.Type)
}

// bindings reads what the prototypes of a classifier, or of another one, stand for.
func (l *linker) bindings(c *Classifier, all []*syntax.Binding, of, or *Classifier) (list []*Binding) {
	for _, y := range all {
		if y.Formal.Text == "" {
			continue
		}
		b := &Binding{Syntax: y}
		for _, x := range [...]*Classifier{of, or} {
			if p, ok := x.formal(y.Formal.Text); ok && b.Formal == nil {
				b.Formal = p
			}
		}
		switch {
		case b.Formal != nil:
			l.refer(c.scope, y.Formal, declared(b.Formal))
		case of == nil && or == nil, of != nil && of.hollow(), or != nil && or.hollow():
		default:
			owner := of
			if owner == nil {
				owner = or
			}
			l.fault(c.scope, y.Formal, "aadl-unresolved", owner.Qualified()+" has no prototype "+y.Formal.Text, l.suggest(y.Formal.Text, func() (all []string) {
				for _, p := range owner.Prototypes {
					all = append(all, p.Name)
				}
				return all
			}))
		}
		for _, a := range y.Actuals {
			b.Actuals = append(b.Actuals, l.actual(c, b.Formal, a))
		}
		if b.Formal != nil && len(b.Actuals) > 1 && !b.Formal.Syntax.Array {
			l.fault(c.scope, y, "aadl-prototype", "prototype "+b.Formal.Name+" is no array, and stands for several", "name one, or declare it as an array: []")
		}
		list = append(list, b)
	}
	return list
}

// formal returns the prototype of a name.
func (c *Classifier) formal(name string) (*Prototype, bool) {
	if c == nil {
		return nil, false
	}
	p, ok := c.find(name).(*Prototype)
	return p, ok
}

// actual reads what a prototype stands for.
func (l *linker) actual(c *Classifier, formal *Prototype, y *syntax.Actual) Actual {
	category, strict := y.Category, true
	if y.Category == syntax.FeatureCategory {
		category, strict = wants(y.Kind)
		if y.Kind == syntax.AbstractFeature {
			category, strict = syntax.NoCategory, false
		}
	}
	a := Actual{Use: l.use(c, y.Ref, category, strict), Syntax: y}
	a.Use.Bindings = l.bindings(c, y.Bindings, a.Use.Classifier, nil)
	if formal == nil {
		return a
	}
	if want := formal.Syntax.Category; want != y.Category && want != syntax.AbstractCategory && y.Category != syntax.NoCategory ||
		want == syntax.AbstractCategory && y.Category >= syntax.FeatureGroupCategory {
		l.fault(c.scope, y, "aadl-prototype", "prototype "+formal.Name+" stands for "+component(want)+", not for "+component(y.Category), "name "+component(want))
		return a
	}
	if k, x := formal.Constraint, a.Use.Classifier; k != nil && x != nil && (x.Syntax.Category == y.Category || x.Syntax.Category == syntax.AbstractCategory) && !x.suits(k) {
		l.unlike(c, nil, y.Ref, "aadl-prototype", "prototype "+formal.Name+" stands for "+k.Qualified()+" or what extends it, not for "+x.Qualified(), "Prototype_Substitution_Rule")
	}
	return a
}

// substitute checks the classifier of a refinement against that of what it refines.
func (l *linker) substitute(c *Classifier, own []*syntax.Association, at syntax.Ref, now, before Use) {
	if now.Classifier == nil || before.Classifier == nil || now.Classifier.suits(before.Classifier) {
		return
	}
	l.unlike(c, own, at, "aadl-refine", now.Classifier.Qualified()+" takes the place of "+before.Classifier.Qualified()+", whose type it does not extend", "Classifier_Substitution_Rule")
}

// suits reports whether a classifier may replace another: its type is that of the other, or extends it. Any
// implementation of such a type will do.
func (c *Classifier) suits(other *Classifier) bool {
	if other.Type != nil {
		other = other.Type
	}
	return c.descends(other)
}

// unlike reports a classifier that replaces one whose type it does not extend, unless a property of the standard says that
// only the names of its members must match; those are not compared.
func (l *linker) unlike(c *Classifier, own []*syntax.Association, at syntax.Ref, code, what, rule string) {
	loose := func(all []*syntax.Association) bool {
		return slices.ContainsFunc(all, func(y *syntax.Association) bool {
			if !syntax.Same(y.Property.Name.Text, rule) || len(y.Values) == 0 {
				return false
			}
			v, ok := y.Values[0].Value.(*syntax.NamedValue)
			return ok && syntax.Same(v.Ref.Name.Text, "Signature_Match")
		})
	}
	if loose(own) {
		return
	}
	for x := c; x != nil; x = x.Base.Classifier {
		if loose(x.Syntax.Properties) || x.Type != nil && loose(x.Type.Syntax.Properties) {
			return
		}
	}
	l.fault(c.scope, at, code, what, "name one that does, or say "+rule+" => Signature_Match")
}
