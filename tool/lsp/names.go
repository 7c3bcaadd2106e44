package lsp

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/lsp/wire"
)

// unknown is the error for a text that the editor has not opened.
func unknown(uri string) error {
	return wire.Errorf(wire.InvalidParams, "%s is not known: open it first", uri)
}

// aadl returns a text in AADL, with all names linked.
func (s *server) aadl(uri string) (*document, error) {
	d := s.docs[pathOf(uri)]
	switch {
	case d == nil:
		return nil, unknown(uri)
	case d.tree == nil:
		return nil, wire.Errorf(wire.RequestFailed, "this is not supported for texts of Atoms")
	}
	s.link()
	return d, nil
}

// at finds the name at a position; it is empty if no name there refers to anything.
func (s *server) at(p *positionParams) (*document, aadl.Reference, error) {
	d, err := s.aadl(p.Document.URI)
	if err != nil {
		return nil, aadl.Reference{}, err
	}
	return d, d.reference(s.refs(d), d.offset(p.Position)), nil
}

// home is the text of the workspace that contains a declaration; nil if it is predeclared.
func (s *server) home(to aadl.Declared) *document {
	if to.File == nil {
		return nil
	}
	if d := s.docs[to.File.Name]; d != nil && d.tree == to.File && !d.given {
		return d
	}
	return nil
}

// definition answers where the name at a position is declared.
func (s *server) definition(p *positionParams) (any, error) {
	if d := s.docs[pathOf(p.Document.URI)]; d != nil && d.law != nil {
		return s.lawDefinition(d, d.offset(p.Position)), nil
	}
	_, r, err := s.at(p)
	if err != nil {
		return nil, err
	}
	if nameOf(r.To.Node).Span == r.Name.Span { // go from a refinement to what it refines
		r.To = s.model.Origin(r.To)
	}
	d := s.home(r.To)
	switch {
	case r.To.File == nil:
		return nil, nil
	case d == nil:
		if d, err = s.shelved(r.To.File); err != nil {
			return nil, err
		}
	}
	return location{d.uri, d.spanOf(nameOf(r.To.Node).Span)}, nil
}

// place is a name in a text of the workspace.
type place struct {
	d        *document
	name     syntax.Name
	declares bool // the name is that of the declaration
}

// places are all names that refer to a declaration or to its refinements, including those in the declarations.
func (s *server) places(to aadl.Declared) (all []place) {
	origin := s.model.Origin(to)
	for _, d := range s.sorted() {
		if d.tree == nil {
			continue
		}
		for _, r := range s.refs(d) {
			if s.model.Origin(r.To) == origin {
				all = append(all, place{d, r.Name, r.To.File == d.tree && nameOf(r.To.Node).Span == r.Name.Span})
			}
		}
	}
	return all
}

// references answers where the declaration with the name at a position is used.
func (s *server) references(p *referenceParams) (any, error) {
	_, r, err := s.at(&p.positionParams)
	if err != nil || r.To.Node == nil {
		return nil, err
	}
	list := []location{}
	for _, x := range s.places(r.To) {
		if p.Context.Declaration || !x.declares {
			list = append(list, location{x.d.uri, x.d.spanOf(x.name.Span)})
		}
	}
	return list, nil
}

// renamed is the name at a position, if it can be renamed.
func (s *server) renamed(p *positionParams) (*document, aadl.Reference, error) {
	d, r, err := s.at(p)
	switch {
	case err != nil:
		return nil, r, err
	case r.To.Node == nil:
		return nil, r, wire.Errorf(wire.RequestFailed, "there is no name here that refers to anything")
	case s.home(r.To) == nil:
		return nil, r, wire.Errorf(wire.RequestFailed, "%s is predeclared: it cannot be renamed", r.Name.Text)
	case !syntax.Same(r.Name.Text, nameOf(r.To.Node).Text):
		return nil, r, wire.Errorf(wire.RequestFailed, "%s is another name of %s: rename that where it is declared", r.Name.Text, nameOf(r.To.Node).Text)
	}
	return d, r, nil
}

// prepareRename answers which name would be renamed.
func (s *server) prepareRename(p *positionParams) (any, error) {
	d, r, err := s.renamed(p)
	if err != nil {
		return nil, err
	}
	return object{"range": d.spanOf(r.Name.Span), "placeholder": d.source(r.Name.Span)}, nil
}

// source is the text of a part of the tree.
func (d *document) source(s syntax.Span) string {
	from, to := d.bytes(s)
	return d.s[from:to]
}

// rename answers with the edits that rename something. It first tries them out: if a name would then mean something
// else, or there would be a new fault, nothing is renamed.
func (s *server) rename(p *renameParams) (any, error) {
	_, r, err := s.renamed(&p.positionParams)
	if err != nil {
		return nil, err
	}
	_, isPackage := r.To.Node.(*syntax.Package)
	if err := goodName(p.NewName, isPackage); err != nil {
		return nil, err
	}
	was := nameOf(r.To.Node).Text
	places := slices.DeleteFunc(s.places(r.To), func(x place) bool { return !syntax.Same(x.name.Text, was) }) // without uses under an alias
	after := map[*document]string{}
	changes := map[string][]textEdit{}
	for _, x := range slices.Backward(places) { // from the end, so that earlier offsets stay valid
		text, ok := after[x.d]
		if !ok {
			text = x.d.s
		}
		from, to := x.d.bytes(x.name.Span)
		after[x.d] = text[:from] + p.NewName + text[to:]
		changes[x.d.uri] = append(changes[x.d.uri], textEdit{x.d.span(from, to), p.NewName})
	}
	if err := s.try(after, p.NewName, len(places)); err != nil {
		return nil, err
	}
	for _, edits := range changes { // order: each is changed separately
		slices.Reverse(edits)
	}
	return workspaceEdit{changes}, nil
}

// goodName returns an error for an invalid name.
func goodName(name string, qualified bool) error {
	f, _ := syntax.Parse("", name)
	for i, t := range f.Tokens {
		last := i+1 == len(f.Tokens)
		switch {
		case t.Kind.Keyword():
			return wire.Errorf(wire.RequestFailed, "%s is a reserved word: give another name", name)
		case last && i > 0 && i%2 == 1, !last && i%2 == 0 && t.Kind == syntax.Identifier, !last && i%2 == 1 && qualified && t.Kind.String() == "::":
		default:
			return wire.Errorf(wire.RequestFailed, "%q is no name: give letters and digits, single _ between them, and a letter first", name)
		}
	}
	if f.Tokens[0].Start != 0 || int(f.Tokens[len(f.Tokens)-1].Start) != len(name) {
		return wire.Errorf(wire.RequestFailed, "%q has spaces around it: give the name alone", name)
	}
	return nil
}

// try links the workspace with the texts after renaming, and checks that the new name is used in the given number of
// places.
func (s *server) try(after map[*document]string, name string, places int) error {
	var files []*syntax.File
	for _, d := range s.sorted() {
		switch text, ok := after[d]; {
		case ok:
			f, faults := syntax.Parse(d.path, text)
			if len(faults) > len(d.faults) {
				return wire.Errorf(wire.RequestFailed, "this cannot be called %s: %v", name, faults[0])
			}
			files = append(files, f)
		case d.tree != nil && !d.given:
			files = append(files, d.tree)
		}
	}
	spare := map[string]int{}
	_, before := aadl.Link(s.trees())
	for _, f := range before {
		spare[f.Code]++
	}
	model, faults := aadl.Link(files)
	for _, f := range faults {
		if spare[f.Code]--; spare[f.Code] < 0 {
			return wire.Errorf(wire.RequestFailed, "this cannot be called %s: %v", name, f)
		}
	}
	all, of := 0, map[aadl.Declared]int{}
	for _, f := range files {
		for _, r := range model.References(f) {
			if all++; syntax.Same(r.Name.Text, name) {
				of[model.Origin(r.To)]++
			}
		}
	}
	for _, d := range s.docs { // order: a sum
		if d.tree != nil && !d.given {
			all -= len(s.refs(d))
		}
	}
	for to, n := range of { // order: any match will do
		if all == 0 && n == places && syntax.Same(nameOf(to.Node).Text, name) {
			return nil
		}
	}
	return wire.Errorf(wire.RequestFailed, "%s would mean something else in some places: give another name", name)
}
