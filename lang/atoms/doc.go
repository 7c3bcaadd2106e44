// Package atoms reads control laws from .atoms.yaml files, for people who do not write Go. It makes the same models as
// package atom, with places in the text for everything. docs/format/atoms.md describes the format.
package atoms

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// Library lists the Atoms that texts can name: "PID", or "lib.PID".
type Library []lib.Entry

// Standard returns the library of Atoms in Sinew: package model/atom/lib.
func Standard() Library { return lib.All() }

// Options are options for reading a text.
type Options struct {
	Library Library
	Open    func(name string) ([]byte, error) // reads a file that the text includes; nil: nothing can be included
}

// Document is the content of a text: the model, and other information.
type Document struct {
	Model    *atom.Model
	Meta     Meta
	Warnings diag.Faults // suspicious but allowed parts of the text
	Texts    []Text      // all files that were read, in that order: enough to read it again without the files

	// Paths that already have a fault in the text: of parts that may seem to be missing, of datatypes (and of needs linked
	// to them), and of instances with faults in their keys.
	quiet, vague, doubt map[string]bool
}

// Meta is what a text says apart from the model.
type Meta struct {
	Name    string
	Doc     string
	Vehicle string    // the vehicle that the law is for, under the name that its runner uses; may be empty
	Cores   int       // number that it is meant for; 0: not stated
	Frames  []Setting // that it declares, with descriptions; none: any can be used
	Drivers []Driver
}

// Driver has the options of a driver, in the order of the text.
type Driver struct {
	Name    string
	Options []Setting
	Place   diag.Pos
}

// Setting is an option of a driver, or a frame, as written: "75 deg", "true".
type Setting struct {
	Key, Value string
	Place      diag.Pos
}

// Rules describes the codes of faults, both of texts and of the models that they make.
func Rules() []diag.Rule {
	return append([]diag.Rule{
		{Code: "file", Text: "a file cannot be read"},
		{Code: "syntax", Text: "the text is no YAML, or not written as the format wants it"},
		{Code: "key", Text: "a key that is not known here"},
		{Code: "include", Text: "a file that cannot be included"},
		{Code: "expression", Text: "a Physics that cannot be computed"},
		{Code: "limit", Text: "more than is read or reported"},
		{Code: "unused", Text: "what is defined and used nowhere"},
	}, atom.Rules()...)
}

// Text is a file that was read.
type Text struct {
	Name string
	Text []byte
}
