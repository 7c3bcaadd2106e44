package lsp

import (
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/lsp/wire"
)

// formatting answers with the edits that lay a text out as 'sinew fmt' does.
func (s *server) formatting(p *documentParams) (any, error) {
	d, err := s.aadl(p.Document.URI)
	if err != nil {
		return nil, err
	}
	laid, err := syntax.Format(d.tree)
	if err != nil {
		return nil, wire.Errorf(wire.RequestFailed, "%v", err)
	}
	return d.gaps(string(laid)), nil
}

// gaps are the edits between two texts with the same tokens. They replace what is between tokens, and tokens that are
// spelled differently, such as keywords in upper case.
func (d *document) gaps(laid string) []textEdit {
	edits := []textEdit{}
	to, _ := syntax.Parse(d.path, laid)
	if len(to.Tokens) != len(d.tree.Tokens) {
		return append(edits, textEdit{d.span(0, len(d.s)), laid})
	}
	change := func(from, end int32, with string) {
		if d.s[from:end] != with {
			edits = append(edits, textEdit{d.span(int(from), int(end)), with})
		}
	}
	var was, is int32
	for i, t := range d.tree.Tokens {
		u := to.Tokens[i]
		change(was, t.Start, laid[is:u.Start])
		change(t.Start, t.End, laid[u.Start:u.End])
		was, is = t.End, u.End
	}
	return edits
}
