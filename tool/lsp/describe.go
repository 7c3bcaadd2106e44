package lsp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// nameOf is the name that a part of the tree declares; empty if it declares none.
func nameOf(n syntax.Node) syntax.Name {
	switch n := n.(type) {
	case *syntax.Package:
		return n.Name
	case *syntax.PropertySet:
		return n.Name
	case *syntax.Rename:
		return n.Name
	case *syntax.Classifier:
		if n.Form == syntax.ComponentImplementation {
			return n.Impl
		}
		return n.Name
	case *syntax.Prototype:
		return n.Name
	case *syntax.Feature:
		return n.Name
	case *syntax.Subcomponent:
		return n.Name
	case *syntax.CallSequence:
		return n.Name
	case *syntax.Call:
		return n.Name
	case *syntax.Connection:
		return n.Name
	case *syntax.Flow:
		return n.Name
	case *syntax.Mode:
		return n.Name
	case *syntax.Transition:
		return n.Name
	case *syntax.Property:
		return n.Name
	case *syntax.Literal:
		return n.Name
	case *syntax.Field:
		return n.Name
	}
	return syntax.Name{}
}

// hover answers what the name at a position is: its declaration and comment, and for a property's value the same value
// in other units.
func (s *server) hover(p *positionParams) (any, error) {
	if d := s.docs[pathOf(p.Document.URI)]; d != nil && d.law != nil {
		return s.lawHover(d, d.offset(p.Position)), nil
	}
	d, r, err := s.at(p)
	if err != nil {
		return nil, err
	}
	var parts []string
	at := r.Name.Span
	if r.To.Node != nil {
		parts = append(parts, s.code("aadl", declaration(r.To)), comment(r.To))
	}
	if value, span, ok := s.valueAt(d, d.offset(p.Position)); ok {
		parts = append(parts, value)
		if r.To.Node == nil {
			at = span
		}
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return nil, nil
	}
	return hover{s.said(strings.Join(parts, "\n\n")), d.spanOf(at)}, nil
}

// said is a text in the markup that the editor shows.
func (s *server) said(text string) markup {
	kind := "plaintext"
	if slices.Contains(s.client.TextDocument.Hover.Formats, "markdown") {
		kind = "markdown"
	}
	return markup{kind, text}
}

// code is a piece of source text in a language.
func (s *server) code(language, text string) string {
	if text == "" || !slices.Contains(s.client.TextDocument.Hover.Formats, "markdown") {
		return text
	}
	return "```" + language + "\n" + text + "\n```"
}

// most is the greatest number of lines of a declaration that are shown.
const most = 24

// declaration is the text of a declaration: the head of a package or property set, the head and the features of a
// classifier, the type of a literal or unit.
func declaration(to aadl.Declared) string {
	span := to.Node.Tokens()
	switch n := to.Node.(type) {
	case *syntax.Package:
		return "package " + n.Name.Text
	case *syntax.PropertySet:
		return "property set " + n.Name.Text
	case *syntax.Literal: // show the type that it belongs to
		for _, set := range to.File.Sets {
			for _, p := range set.Declarations {
				if p.From <= span.From && span.To <= p.To {
					return firstLines(dedented(to.File, p.Span))
				}
			}
		}
	case *syntax.Classifier:
		text := dedented(to.File, head(to.File, n.Span))
		for _, f := range n.Features {
			text += "\n    " + dedented(to.File, f.Span)
		}
		return firstLines(text)
	}
	return firstLines(dedented(to.File, span))
}

// head is a classifier up to its first section.
func head(f *syntax.File, s syntax.Span) syntax.Span {
	for i := s.From + 1; i < s.To; i++ {
		switch f.Tokens[i].Kind.String() {
		case "prototypes", "features", "subcomponents", "internal", "calls", "connections", "flows", "modes", "requires", "properties", "annex", "end":
			return syntax.Span{From: s.From, To: i}
		case "processor":
			if i+1 < s.To && f.Tokens[i+1].Kind.String() == "features" {
				return syntax.Span{From: s.From, To: i}
			}
		}
	}
	return s
}

// dedented is the text of a part of a tree, with its lines shifted left as far as the first one is.
func dedented(f *syntax.File, s syntax.Span) string {
	if s.From >= s.To || int(s.To) > len(f.Tokens) {
		return ""
	}
	for s.To > s.From+1 && f.Tokens[s.To-1].Kind == syntax.Comment {
		s.To--
	}
	from, to := f.Tokens[s.From].Start, f.Tokens[s.To-1].End
	start := from
	for start > 0 && (f.Text[start-1] == ' ' || f.Text[start-1] == '\t') {
		start--
	}
	lines := strings.Split(strings.ReplaceAll(f.Text[from:to], "\r\n", "\n"), "\n")
	for i, l := range lines[1:] {
		lines[i+1] = strings.TrimPrefix(l, f.Text[start:from])
	}
	return strings.Join(lines, "\n")
}

func firstLines(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("-- … and %d lines more", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}

// comment is the comment on a declaration: on the lines before it, or else after it on its last line.
func comment(to aadl.Declared) string {
	f, s := to.File, to.Node.Tokens()
	say := func(i int32) string {
		return strings.TrimSpace(strings.TrimLeft(f.Text[f.Tokens[i].Start:f.Tokens[i].End], "-"))
	}
	alone := func(i int32) bool { // on a line of its own, and directly above what follows
		before := int32(0)
		if i > 0 {
			before = f.Tokens[i-1].End
		}
		return (i == 0 || strings.Contains(f.Text[before:f.Tokens[i].Start], "\n")) &&
			strings.Count(f.Text[f.Tokens[i].End:f.Tokens[i+1].Start], "\n") <= 1
	}
	var lines []string
	for i := s.From - 1; i >= 0 && f.Tokens[i].Kind == syntax.Comment && alone(i); i-- {
		lines = append([]string{say(i)}, lines...)
	}
	if len(lines) == 0 && int(s.To) < len(f.Tokens) && s.To > 0 && f.Tokens[s.To].Kind == syntax.Comment &&
		!strings.Contains(f.Text[f.Tokens[s.To-1].End:f.Tokens[s.To].Start], "\n") {
		lines = append(lines, say(s.To))
	}
	return strings.Join(lines, "\n")
}

// valueAt returns the property value at a byte in other units.
func (s *server) valueAt(d *document, offset int) (string, syntax.Span, bool) {
	token := int32(d.token(offset))
	for a := range s.associations(d) {
		if span := a.Syntax.Tokens(); span.From > token || token >= span.To {
			continue
		}
		for _, v := range a.Values {
			if text, span, ok := units(a, v.Value, token); ok {
				return text, span, true
			}
		}
	}
	return "", syntax.Span{}, false
}

// units returns the number at a token in other units.
func units(a *aadl.Association, v aadl.Value, token int32) (string, syntax.Span, bool) {
	if v.Syntax == nil {
		return "", syntax.Span{}, false
	}
	span := v.Syntax.Tokens()
	if token < span.From || token >= span.To {
		return "", span, false
	}
	for _, e := range v.Elements {
		if text, span, ok := units(a, e, token); ok {
			return text, span, true
		}
	}
	if (v.Kind != aadl.Integer && v.Kind != aadl.Real) || v.Unit.Name == "" || a.Property == nil {
		return "", span, false
	}
	t := a.Property.Type
	for t != nil && t.Units == nil && t.Element != nil {
		t = t.Element
	}
	if t == nil || t.Units == nil {
		return "", span, false
	}
	all := []string{strconv.FormatFloat(v.Number, 'g', -1, 64) + " " + v.Unit.Name}
	for _, u := range t.Units.Units {
		x := v.In(u.Factor)
		if u.Name != v.Unit.Name && (x == 0 || math.Abs(x) >= 1e-3 && math.Abs(x) < 1e9) {
			all = append(all, strconv.FormatFloat(x, 'g', 9, 64)+" "+u.Name)
		}
	}
	return strings.Join(all, " = "), span, true
}
