package scxml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// Limits of documents.
const (
	maxSize  = 4 << 20
	maxDepth = 64
)

// element is an element of a document. Namespaces are not looked at: what is not SCXML's has an unknown name.
type element struct {
	name     string
	attrs    map[string]string
	children []*element
	text     strings.Builder
	at       diag.Pos
}

// parse reads the tree of a document.
func parse(name string, text []byte) (*element, diag.Faults) {
	fault := func(at diag.Pos, what, do string) (*element, diag.Faults) {
		return nil, diag.Faults{{Code: "scxml-syntax", What: what, Do: do, Pos: at}}
	}
	if len(text) > maxSize {
		return fault(diag.Pos{File: name}, fmt.Sprintf("the document has %d bytes, more than %d", len(text), maxSize), "split it")
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	var open []*element
	var root *element
	for {
		line, column := d.InputPos()
		at := diag.Pos{File: name, Line: line, Column: column}
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			var bad *xml.SyntaxError
			if errors.As(err, &bad) {
				return fault(diag.Pos{File: name, Line: bad.Line}, "this is no XML: "+bad.Msg, "mend the text")
			}
			return fault(at, "this is no XML: "+err.Error(), "mend the text, and write it in UTF-8")
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: map[string]string{}, at: at}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			if len(open) == maxDepth {
				return fault(at, fmt.Sprintf("elements are nested more than %d deep", maxDepth), "nest less")
			}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.children = append(parent.children, e)
			} else if root == nil {
				root = e
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(t)
			}
		}
	}
	if root == nil || root.name != "scxml" {
		return fault(diag.Pos{File: name, Line: 1}, "the document has no element scxml at its root", "give an SCXML document")
	}
	return root, nil
}

// words splits a list of names.
func words(s string) []string { return strings.Fields(s) }
