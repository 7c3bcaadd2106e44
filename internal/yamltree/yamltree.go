// Package yamltree has common functions of readers that walk a YAML tree: the place of a node, the errors of the library,
// and limits on nesting.
package yamltree

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/sinew-robotics/sinew/diag"
)

// Place returns where a node begins; the caller sets the file.
func Place(n ast.Node) diag.Pos {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return diag.Pos{Line: 1, Column: 1}
	}
	t := n.GetToken()
	switch n := n.(type) {
	case *ast.MappingNode: // its token is a colon unless it is a flow mapping
		if t.Type != token.MappingStartType && len(n.Values) > 0 {
			return Place(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return Place(n.Key)
	}
	return at(t)
}

func at(t *token.Token) diag.Pos {
	return diag.Pos{Line: t.Position.Line, Column: t.Position.Column}
}

// Quoted reports whether a node is a text in quotes.
func Quoted(n ast.Node) bool {
	t := n.GetToken().Type
	return t == token.SingleQuoteType || t == token.DoubleQuoteType
}

// Wrong returns the library's error about a text, without the quoted lines, and its place; the line is 0 if unknown.
func Wrong(err error) (at diag.Pos, what string) {
	what = yaml.FormatError(err, false, false)
	if n, _ := fmt.Sscanf(what, "[%d:%d]", &at.Line, &at.Column); n == 2 {
		_, what, _ = strings.Cut(what, "] ")
	}
	return at, what
}

// Bounds of nesting, far beyond what people write. The library recurses as deeply as a text is nested, and for some
// kinds of nesting its time is quadratic.
const (
	MaxIndent = 200 // columns before a key or an item
	maxFlow   = 32  // [ and { within each other
	maxDashes = 16  // items that begin on one line
)

// Nesting follows the tokens of a text. Its zero value stands before the first.
type Nesting struct {
	Flow         int // number of open [ and {
	line, dashes int
}

// Deep takes the next token, and reports whether it is nested too deeply.
func (x *Nesting) Deep(t *token.Token) bool {
	if t.Position.Line != x.line {
		x.line, x.dashes = t.Position.Line, 0
	}
	deep := false
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		x.Flow++
	case token.SequenceEndType, token.MappingEndType:
		x.Flow--
	case token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType, token.AliasType:
		x.dashes++
		deep = t.Position.Column > MaxIndent
	case token.MappingValueType:
		deep = t.Prev != nil && t.Prev.Position.Column > MaxIndent && x.Flow == 0
	}
	return deep || x.Flow > maxFlow || x.dashes > maxDashes
}
