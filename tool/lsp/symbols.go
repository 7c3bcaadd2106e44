package lsp

import (
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// symbols answers what a text declares.
func (s *server) symbols(p *documentParams) (any, error) {
	d := s.docs[pathOf(p.Document.URI)]
	switch {
	case d == nil:
		return nil, unknown(p.Document.URI)
	case d.law != nil:
		return s.arranged(d, d.lawSymbols()), nil
	}
	return s.arranged(d, d.treeSymbols()), nil
}

// arranged converts symbols to the form that the editor understands.
func (s *server) arranged(d *document, all []documentSymbol) any {
	if s.client.TextDocument.Symbols.Hierarchical {
		return append([]documentSymbol{}, all...)
	}
	flat := []flatSymbol{}
	var walk func(list []documentSymbol, in string)
	walk = func(list []documentSymbol, in string) {
		for _, x := range list {
			flat = append(flat, flatSymbol{x.Name, x.Kind, location{d.uri, x.Range}, in})
			walk(x.Children, x.Name)
		}
	}
	walk(all, "")
	return flat
}

// symbol is the symbol of a part of the tree; false if it has no name.
func (d *document) symbol(list []documentSymbol, n syntax.Node, name syntax.Name, kind int, detail string, children ...documentSymbol) []documentSymbol {
	if name.Text == "" {
		return list
	}
	x := documentSymbol{Name: name.Text, Detail: detail, Kind: kind, Range: d.spanOf(n.Tokens()), Selection: d.spanOf(name.Span), Children: children}
	if x.Selection.Start.compare(x.Range.Start) < 0 || x.Selection.End.compare(x.Range.End) > 0 {
		x.Selection = x.Range
	}
	return append(list, x)
}

func (d *document) treeSymbols() (list []documentSymbol) {
	for _, p := range d.tree.Packages {
		var inner []documentSymbol
		for _, s := range []*syntax.Section{p.Public, p.Private} {
			if s == nil {
				continue
			}
			for _, c := range s.Classifiers {
				inner = d.classifierSymbol(inner, c)
			}
			for _, a := range s.Annexes {
				inner = d.symbol(inner, a, a.Name, symbolModule, "annex")
			}
		}
		list = d.symbol(list, p, p.Name, symbolPackage, "package", inner...)
	}
	for _, s := range d.tree.Sets {
		var inner []documentSymbol
		for _, p := range s.Declarations {
			kind, detail := symbolProperty, "property"
			switch p.Form {
			case syntax.PropertyTypeDeclaration:
				kind, detail = symbolStruct, "property type"
			case syntax.PropertyConstant:
				kind, detail = symbolConstant, "property constant"
			}
			inner = d.symbol(inner, p, p.Name, kind, detail)
		}
		list = d.symbol(list, s, s.Name, symbolPackage, "property set", inner...)
	}
	return list
}

func (d *document) classifierSymbol(list []documentSymbol, c *syntax.Classifier) []documentSymbol {
	kind, detail, name := symbolInterface, c.Category.String(), c.Name
	switch c.Form {
	case syntax.ComponentImplementation:
		kind, detail = symbolClass, detail+" implementation"
		if c.Impl.Text != "" {
			name = syntax.Name{Span: syntax.Span{From: c.Name.From, To: c.Impl.To}, Text: c.Name.Text + "." + c.Impl.Text}
		}
	case syntax.FeatureGroupType:
		detail = "feature group"
	}
	return d.symbol(list, c, name, kind, detail, d.members(c)...)
}

// members are the symbols within a classifier.
func (d *document) members(c *syntax.Classifier) (in []documentSymbol) {
	for _, x := range c.Prototypes {
		in = d.symbol(in, x, x.Name, symbolTypeParameter, "prototype")
	}
	for _, x := range c.Features {
		detail := x.Kind.String()
		if x.Direction != syntax.NoDirection {
			detail = x.Direction.String() + " " + detail
		}
		in = d.symbol(in, x, x.Name, symbolProperty, detail)
	}
	for _, x := range c.Subcomponents {
		in = d.symbol(in, x, x.Name, symbolField, x.Category.String())
	}
	for _, x := range c.Calls {
		var calls []documentSymbol
		for _, call := range x.Calls {
			calls = d.symbol(calls, call, call.Name, symbolMethod, "call")
		}
		in = d.symbol(in, x, x.Name, symbolMethod, "calls", calls...)
	}
	for _, x := range c.Connections {
		in = d.symbol(in, x, x.Name, symbolVariable, "connection")
	}
	for _, x := range c.Flows {
		in = d.symbol(in, x, x.Name, symbolFunction, x.Kind.String()+" flow")
	}
	for _, x := range c.Modes {
		in = d.symbol(in, x, x.Name, symbolEnumMember, "mode")
	}
	for _, x := range c.Transitions {
		in = d.symbol(in, x, x.Name, symbolEvent, "mode transition")
	}
	return in
}
