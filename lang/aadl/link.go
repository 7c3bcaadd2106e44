package aadl

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/predeclared"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Link says what the names in texts mean, with the predeclared property sets and packages that the texts do not replace.
// Faults of the texts' syntax are not among its faults.
func Link(files []*syntax.File) (*Model, diag.Faults) {
	_, _ = predeclared.Files()
	return &Model{Files: files}, nil
}

// Classifier gives the classifier of a qualified name, P::T or P::T.i, public or private, or nil.
func (m *Model) Classifier(qualified string) *Classifier { return nil }

// Property gives the property of a name with its set, or nil.
func (m *Model) Property(name string) *Property { return nil }

// References gives every name in a text that leads somewhere, and the names of declarations themselves, in the order of the
// text: an editor bisects them.
func (m *Model) References(f *syntax.File) []Reference { return nil }
