package lsp

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// tints are the kinds of tokens that editors colour; their indices are the protocol's numbers.
var tints = [...]string{"keyword", "comment", "string", "number", "namespace", "class", "property", "variable", "function", "enumMember", "decorator",
	"typeParameter"}

const (
	tintKeyword = iota
	tintComment
	tintString
	tintNumber
	tintNamespace
	tintClass
	tintProperty
	tintVariable
	tintFunction
	tintEnumMember
	tintDecorator
	tintTypeParameter
	noTint
)

// tint is the kind of a name, by what it refers to.
func tint(n syntax.Node) int {
	switch n.(type) {
	case *syntax.Package, *syntax.PropertySet:
		return tintNamespace
	case *syntax.Classifier, *syntax.Rename:
		return tintClass
	case *syntax.Feature:
		return tintProperty
	case *syntax.Subcomponent, *syntax.Field:
		return tintVariable
	case *syntax.Connection, *syntax.Flow, *syntax.CallSequence, *syntax.Call:
		return tintFunction
	case *syntax.Mode, *syntax.Transition, *syntax.Literal:
		return tintEnumMember
	case *syntax.Property:
		return tintDecorator
	case *syntax.Prototype:
		return tintTypeParameter
	}
	return noTint
}

// tinted answers with the kind of every token, for editors that have no grammar of AADL: in the protocol's encoding,
// five numbers for each token.
func (s *server) tinted(p *documentParams) (any, error) {
	d, err := s.aadl(p.Document.URI)
	if err != nil {
		return nil, err
	}
	data := []int{}
	last := position{}
	put := func(from, to, kind int) {
		at, end := d.position(from), d.position(to)
		if at.Line > last.Line {
			last.Character = 0
		}
		data = append(data, at.Line-last.Line, at.Character-last.Character, end.Character-at.Character, kind, 0)
		last = at
	}
	refs := s.refs(d)
	for i, t := range d.tree.Tokens {
		for len(refs) > 0 && int(refs[0].Name.To) <= i {
			refs = refs[1:]
		}
		from, kind := int(t.Start), noTint
		switch {
		case t.Kind.Keyword():
			kind = tintKeyword
		case t.Kind == syntax.Comment:
			kind = tintComment
		case t.Kind == syntax.StringLiteral, t.Kind == syntax.AnnexText:
			kind = tintString
		case t.Kind == syntax.IntegerLiteral, t.Kind == syntax.RealLiteral:
			kind = tintNumber
		case t.Kind == syntax.Identifier && len(refs) > 0 && int(refs[0].Name.From) <= i:
			kind = tint(refs[0].To.Node)
		}
		if kind == noTint {
			continue
		}
		for _, line := range strings.SplitAfter(d.s[from:t.End], "\n") { // a token of the protocol must not span lines
			if text := strings.TrimRight(line, "\r\n"); text != "" && !strings.Contains(text, "\r") {
				put(from, from+len(text), kind)
			}
			from += len(line)
		}
	}
	return object{"data": data}, nil
}
