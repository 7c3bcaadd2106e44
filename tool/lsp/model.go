package lsp

import (
	"iter"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// member is a part of a classifier that a path can go through.
type member struct {
	name string
	node syntax.Node
	kind int              // of completion
	in   *aadl.Classifier // the classifier in which a further name is looked up
	of   *aadl.Member
}

// leads is the classifier that a use refers to, or that its prototype is constrained to.
func leads(u aadl.Use) *aadl.Classifier {
	if u.Classifier == nil && u.Prototype != nil {
		return u.Prototype.Constraint
	}
	return u.Classifier
}

// members are the named members of a classifier.
func members(c *aadl.Classifier) iter.Seq[member] {
	return func(yield func(member) bool) {
		ok := true
		give := func(m *aadl.Member, n syntax.Node, kind int, in *aadl.Classifier) {
			ok = ok && (m.Name == "" || yield(member{m.Name, n, kind, in, m}))
		}
		for _, x := range c.Features {
			give(&x.Member, x.Syntax, itemProperty, leads(x.Use))
		}
		for _, x := range c.Subcomponents {
			give(&x.Member, x.Syntax, itemField, leads(x.Use))
		}
		for _, x := range c.Calls {
			give(&x.Member, x.Syntax, itemFunction, nil)
			for _, call := range x.Calls {
				give(&call.Member, call.Syntax, itemFunction, call.Subprogram)
			}
		}
		for _, x := range c.Connections {
			give(&x.Member, x.Syntax, itemWord, nil)
		}
		for _, x := range c.Specs {
			give(&x.Member, x.Syntax, itemFunction, nil)
		}
		for _, x := range c.Flows {
			give(&x.Member, x.Syntax, itemFunction, nil)
		}
		for _, x := range c.Modes {
			give(&x.Member, x.Syntax, itemWord, nil)
		}
		for _, x := range c.Transitions {
			give(&x.Member, x.Syntax, itemWord, nil)
		}
		for _, x := range c.Prototypes {
			give(&x.Member, x.Syntax, itemWord, x.Constraint)
		}
	}
}

// associations are the property associations in a text.
func (w *workspace) associations(d *document) iter.Seq[*aadl.Association] {
	return func(yield func(*aadl.Association) bool) {
		give := func(list []*aadl.Association) bool {
			for _, a := range list {
				if a.File == d.tree && a.Syntax != nil && !yield(a) {
					return false
				}
			}
			return true
		}
		for _, p := range w.model.Packages {
			if p.File != d.tree {
				continue
			}
			for _, c := range p.Classifiers {
				if !give(c.Associations) {
					return
				}
				for m := range members(c) {
					if m.of.Owner == c && !give(m.of.Associations) {
						return
					}
				}
			}
		}
	}
}
