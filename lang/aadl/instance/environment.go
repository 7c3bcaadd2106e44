package instance

import (
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// environment says what the prototypes of a classifier stand for where it is used; it is nil if there are no prototypes.
type environment struct {
	of       *aadl.Classifier
	bindings []*aadl.Binding
	outer    *environment // in which the bindings are interpreted
}

// longestSubstitution bounds the length of a chain of prototypes that stand for prototypes.
const longestSubstitution = 100

// meaning is what a use refers to: a classifier with what its prototypes stand for.
type meaning struct {
	classifier *aadl.Classifier
	within     *environment
	bindings   *aadl.Binding  // the first one, which distinguishes uses of one classifier
	actual     *syntax.Actual // nil: the classifier is named
	endless    bool           // a prototype stands for itself
}

// resolve returns what a use means. A prototype without a binding stands for its constraint, as in OSATE.
func (e *environment) resolve(u aadl.Use, element int) meaning {
	var m meaning
	for range longestSubstitution {
		if u.Prototype == nil {
			m.classifier = u.Classifier
			if u.Classifier != nil && len(u.Classifier.Prototypes) > 0 {
				m.within = &environment{u.Classifier, u.Bindings, e}
			}
			if len(u.Bindings) > 0 {
				m.bindings = u.Bindings[0]
			}
			return m
		}
		b, where := e.binding(u.Prototype.Name)
		if b == nil || len(b.Actuals) == 0 {
			m.classifier = u.Prototype.Constraint
			if m.classifier != nil && len(m.classifier.Prototypes) > 0 {
				m.within = &environment{of: m.classifier}
			}
			return m
		}
		a := b.Actuals[min(element, len(b.Actuals)-1)]
		if m.actual == nil || m.actual.Category == syntax.FeatureCategory && m.actual.Kind == syntax.AbstractFeature {
			// Otherwise it is a port, and a prototype stands for its data.
			m.actual = a.Syntax
		}
		u, e = a.Use, where
	}
	return meaning{endless: true}
}

// binding returns what a prototype is bound to, and the environment in which to interpret that: where the classifier is
// used, or where it is extended.
func (e *environment) binding(name string) (*aadl.Binding, *environment) {
	if e == nil {
		return nil, nil
	}
	if b := bound(e.bindings, name); b != nil {
		return b, e.outer
	}
	for c := range chain(e.of) {
		if b := bound(c.Base.Bindings, name); b != nil {
			return b, e
		}
	}
	return nil, nil
}

func bound(bindings []*aadl.Binding, name string) *aadl.Binding {
	for _, b := range bindings {
		if b.Formal != nil && syntax.Same(b.Formal.Name, name) {
			return b
		}
	}
	return nil
}

// longestChain bounds how many classifiers one extends; circles have been refused before.
const longestChain = 100_000

// chain yields a classifier and those that it extends; for an implementation, then its type and those that the type extends.
func chain(c *aadl.Classifier) func(yield func(*aadl.Classifier) bool) {
	return func(yield func(*aadl.Classifier) bool) {
		var realised *aadl.Classifier
		if c != nil && c.Syntax.Form == syntax.ComponentImplementation {
			realised = c.Type
		}
		for range longestChain {
			if c == nil {
				if c, realised = realised, nil; c == nil {
					return
				}
			}
			if !yield(c) {
				return
			}
			c = c.Base.Classifier
		}
	}
}
