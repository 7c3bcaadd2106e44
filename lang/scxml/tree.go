package scxml

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/xmltree"
)

// maxSize bounds a document, in bytes.
const maxSize = 4 << 20

// element is an element of a document. Namespaces are ignored: foreign elements have unknown names.
type element = xmltree.Element

// attr is the value of an attribute, "" if there is none.
func attr(e *element, name string) string {
	v, _ := e.Attr(name)
	return v
}

// parse reads the tree of a document.
func parse(name string, text []byte) (*element, diag.Faults) {
	r := xmltree.Reader{File: name, Code: "scxml-syntax"}
	if len(text) > maxSize {
		r.Fault(r.Begin(), "split it", "the document has %d bytes, more than %d", len(text), maxSize)
		return nil, r.Faults
	}
	return r.Tree(text, "scxml", "an SCXML document"), r.Faults
}

// words splits a list of names.
func words(s string) []string { return strings.Fields(s) }
