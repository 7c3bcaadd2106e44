// Package atoms reads control laws from .atoms.yaml files, for people who do not write Go: the same models as with
// package atom, with the place in the text of everything. The format is described in docs/format/atoms.md.
package atoms

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// Library lists the Atoms that texts can name: "PID", or "lib.PID".
type Library []lib.Entry

// Standard is the library of Atoms that Sinew has: package model/atom/lib.
func Standard() Library { return lib.All() }

// Options say how a text is read.
type Options struct {
	Library Library
	Open    func(name string) ([]byte, error) // reads what the text includes; nil: there is nothing to include
}

// Document is what a text says: the model, and what is beside it.
type Document struct {
	Model    *atom.Model
	Meta     Meta
	Warnings diag.Faults // what is suspicious about the text, but allowed
	Texts    []Text      // all files that were read, the first one first: enough to read it again without them

	// Where there is a fault in the text already, by path: of what may seem to be missing, of datatypes (and of needs that
	// are linked to such), and of instances whose keys have faults.
	quiet, vague, doubt map[string]bool
}

// Meta is what a text says beside the model.
type Meta struct {
	Name    string
	Doc     string
	Vehicle string    // the vehicle that the law is for, by the name that its runner uses; may be empty
	Cores   int       // that it is meant for; 0: not stated
	Frames  []Setting // that it declares, with what they are; none: any can be used
	Drivers []Driver
}

// Driver are the options of a driver, in the order of the text.
type Driver struct {
	Name    string
	Options []Setting
	Place   diag.Pos
}

// Setting is an option of a driver, or a frame, as it is written: "75 deg", "true".
type Setting struct {
	Key, Value string
	Place      diag.Pos
}

// Rules says what the codes of faults stand for: those of texts, and those of the models that they make.
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
