package param

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Notation is a notation for values in a text.
type Notation uint8

// The notations.
const (
	ASN1 Notation = iota // ASN.1's value notation (X.680)
	JSON                 // RFC 8259
	YAML                 // 1.2, without anchors, aliases and tags
)

// String is the notation's name, as on the command line.
func (n Notation) String() string { return [...]string{"asn1", "json", "yaml"}[n] }

// ParseNotation finds a notation by its name.
func ParseNotation(name string) (Notation, bool) {
	for _, n := range []Notation{ASN1, JSON, YAML} {
		if n.String() == name {
			return n, true
		}
	}
	return 0, false
}

// NotationOf returns the notation of a file, by the extension of its name.
func NotationOf(file string) (Notation, bool) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".asn1", ".asn":
		return ASN1, true
	case ".json":
		return JSON, true
	case ".yaml", ".yml":
		return YAML, true
	}
	return 0, false
}

// Shape is the form of a node in a text of values.
type Shape uint8

// The shapes.
const (
	Plain  Shape = iota // a number, a word
	Quoted              // a text in quotation marks
	Object              // members by name
	Array               // elements
	Chosen              // ASN.1's name : value
	Braces              // ASN.1's { }: no members, or no elements
)

// Node is a piece of a text of values before its type is known. Its places are those in the text.
type Node struct {
	Shape    Shape
	Notation Notation
	Text     string // for Plain and Quoted
	Parts    []NodePart
	diag.Pos
}

// NodePart is a member with its name, or an element without one.
type NodePart struct {
	Name string
	At   diag.Pos // of the name
	Node *Node
}

// Part finds a member by its name, nil if there is none.
func (n *Node) Part(name string) *Node {
	for i := range n.Parts {
		if n.Parts[i].Name == name {
			return n.Parts[i].Node
		}
	}
	return nil
}

// String is the node as faults quote it.
func (n *Node) String() string {
	switch n.Shape {
	case Plain:
		return n.Text
	case Quoted:
		return fmt.Sprintf("%q", n.Text)
	case Object:
		return fmt.Sprintf("a record of %s", spelling.Count(len(n.Parts), "member"))
	case Array:
		return fmt.Sprintf("a list of %s", spelling.Count(len(n.Parts), "element"))
	case Chosen:
		return fmt.Sprintf("the choice of %s", n.Parts[0].Name)
	}
	return "{}"
}

// Bounds of a text of values.
const (
	maxDepth  = 64
	maxFaults = 100
	maxText   = 4 << 20
)

// Parse reads a text of values to the extent possible without their type; nil if there is no value in it.
func Parse(notation Notation, file string, text []byte) (*Node, diag.Faults) {
	var n *Node
	var faults diag.Faults
	if len(text) > maxText {
		faults = diag.Faults{{Code: Syntax, Pos: diag.Pos{File: file}, What: fmt.Sprintf("the text has %d bytes", len(text)), Do: fmt.Sprintf("give at most %d", maxText)}}
		return nil, faults
	}
	switch notation {
	case JSON:
		n, faults = parseJSON(file, text)
	case YAML:
		n, faults = parseYAML(file, text)
	default:
		n, faults = parseASN1(file, text)
	}
	if n != nil {
		faults = append(faults, n.twice(nil)...)
	}
	return n, faults.First(maxFaults, file, 0)
}

// twice finds names that an object has more than once.
func (n *Node) twice(faults diag.Faults) diag.Faults {
	seen := map[string]bool{}
	for _, p := range n.Parts {
		if n.Shape == Object && seen[p.Name] {
			faults = append(faults, diag.Fault{Code: Names, Pos: p.At, What: fmt.Sprintf("%s is given twice", spelling.Clip(p.Name)), Do: "leave one out"})
		}
		seen[p.Name] = true
		faults = p.Node.twice(faults)
	}
	return faults
}

// Read reads a value of a type.
func Read(t *Type, notation Notation, file string, text []byte) (Value, diag.Faults) {
	n, faults := Parse(notation, file, text)
	if faults.Err() != nil {
		return Value{}, faults
	}
	return Check(t, n, nil)
}
