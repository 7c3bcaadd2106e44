package lsp

import (
	"regexp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// The parts of a fault's advice from which an editor can mend the fault.
var (
	missingWith = regexp.MustCompile(`^write with ([\w:]+); in the (public|private|property)`)
	meant       = regexp.MustCompile(`^did you mean "([\w:.]+)"\?$`)
)

// actions answers how faults at a place can be mended: by adding a missing with, or by replacing a misspelt name.
func (s *server) actions(p *actionParams) (any, error) {
	d := s.docs[pathOf(p.Document.URI)]
	if d == nil {
		return nil, unknown(p.Document.URI)
	}
	list := []codeAction{}
	if d.tree == nil {
		return list, nil
	}
	s.link()
	for _, f := range d.names {
		at := d.faultSpan(f)
		if at.End.compare(p.Range.Start) < 0 || at.Start.compare(p.Range.End) > 0 {
			continue
		}
		var title string
		var edit textEdit
		if m := missingWith.FindStringSubmatch(f.Do); m != nil && f.Code == "aadl-with" {
			title, edit = "Add with "+m[1]+";", d.with(f, m[1], m[2] == "private")
		} else if m := meant.FindStringSubmatch(f.Do); m != nil {
			from := d.place(f.Pos)
			i, n := misspelt(qualified.FindString(d.s[from:]), m[1])
			title, edit = "Replace by "+m[1], textEdit{d.span(from+i, from+i+n), m[1]}
		}
		if title != "" {
			list = append(list, codeAction{title, "quickfix", told(d, f), workspaceEdit{map[string][]textEdit{d.uri: {edit}}}})
		}
	}
	return list, nil
}

// misspelt is the place and the length of the part of a qualified name or path that is most like the one that is meant.
func misspelt(name, meant string) (at, length int) {
	best := -1
	ends := append(bounds.FindAllStringIndex(name, -1), []int{len(name), len(name)})
	for from := 0; len(ends) > 0; from, ends = ends[0][1], ends[1:] {
		for _, end := range ends {
			part := name[from:end[0]]
			if d := spelling.Distance(syntax.Fold(part), syntax.Fold(meant)); best < 0 || d < best {
				best, at, length = d, from, len(part)
			}
		}
	}
	return at, length
}

// bounds matches the separators between the parts of a name.
var bounds = regexp.MustCompile(`::|\.`)

// told is what the editor was told about a fault.
func told(d *document, f diag.Fault) []diagnostic {
	only := document{text: d.text, tree: d.tree, names: diag.Faults{f}}
	return only.diagnostics()
}

// with adds a with clause for a name to the unit that contains a fault, below the existing ones.
func (d *document) with(f diag.Fault, name string, private bool) textEdit {
	token := int32(d.token(d.place(f.Pos)))
	in := func(s syntax.Span) bool { return s.From <= token && token < s.To }
	head, indent := syntax.Span{}, "    "
	var withs []*syntax.With
	for _, p := range d.tree.Packages {
		part := p.Public
		if private {
			part = p.Private
		}
		if in(p.Span) && part != nil {
			head, withs = syntax.Span{From: part.From, To: part.From + 1}, part.Withs
		}
	}
	for _, p := range d.tree.Sets {
		if in(p.Span) {
			head, withs = syntax.Span{From: p.From, To: p.Name.To + 1}, p.Withs
		}
	}
	if len(withs) > 0 {
		head = withs[len(withs)-1].Span
	}
	_, at := d.bytes(head)
	return textEdit{d.span(at, at), "\n" + indent + "with " + name + ";"}
}
