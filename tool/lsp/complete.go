package lsp

import (
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// maxItems is the greatest length of a list of completions.
const maxItems = 2000

// completion answers what may stand at a position: keywords that fit what precedes it, names in scope, properties,
// their values and units.
func (s *server) completion(p *positionParams) (any, error) {
	if d := s.docs[pathOf(p.Document.URI)]; d != nil && d.law != nil {
		return s.lawCompletion(d, d.offset(p.Position)), nil
	}
	d, err := s.aadl(p.Document.URI)
	if err != nil {
		return nil, err
	}
	offset := d.offset(p.Position)
	w, ok := d.whereabouts(offset)
	if !ok {
		return nil, nil
	}
	o := offer{s: s, d: d, where: w}
	o.all()
	return o.list(w.from, offset), nil
}

// offer collects what may stand at a place.
type offer struct {
	s *server
	d *document
	*where
	items []completionItem
}

// list is every item that contains the word being typed, without repetitions.
func (o *offer) list(from, offset int) any {
	typed := syntax.Fold(o.d.s[from:offset])
	at := o.d.span(from, offset)
	seen := map[string]bool{}
	list := []completionItem{}
	for _, i := range o.items {
		key := syntax.Fold(i.Label)
		if seen[key] || !strings.Contains(key, typed) {
			continue
		}
		seen[key] = true
		i.TextEdit = textEdit{at, i.Label}
		list = append(list, i)
	}
	sort.SliceStable(list, func(i, j int) bool { return syntax.Fold(list[i].Label) < syntax.Fold(list[j].Label) })
	return object{"isIncomplete": len(list) > maxItems, "items": list[:min(len(list), maxItems)]}
}

func (o *offer) add(label string, kind int, detail string) {
	if label != "" {
		o.items = append(o.items, completionItem{Label: label, Kind: kind, Detail: detail})
	}
}

// words offers keywords, given with a | between them.
func (o *offer) words(list string) {
	for _, w := range strings.Split(list, "|") {
		o.add(w, itemKeyword, "")
	}
}

const (
	categories  = "abstract|data|subprogram|subprogram group|thread|thread group|process|processor|virtual processor|memory|bus|virtual bus|device|system"
	featureWord = "in data port|out data port|in out data port|in event port|out event port|in out event port|in event data port|out event data port|" +
		"in out event data port|feature group|in feature|out feature|feature|requires data access|provides data access|requires bus access|" +
		"provides bus access|requires virtual bus access|provides virtual bus access|requires subprogram access|provides subprogram access|" +
		"requires subprogram group access|provides subprogram group access|in parameter|out parameter|in out parameter|refined to"
	connectionWord = "port|feature group|feature|data access|bus access|virtual bus access|subprogram access|subprogram group access|parameter|refined to"
	typeWord       = "aadlboolean|aadlstring|aadlinteger|aadlreal|enumeration|units|range of|list of|record|classifier|reference|inherit|type|constant"
	valueWord      = "true|false|reference|classifier|compute"
)

// all offers what may follow the statement so far.
func (o *offer) all() {
	statement := o.statement()
	last := ""
	if len(statement) > 0 {
		last = statement[len(statement)-1].text
	}
	frame := o.frames[len(o.frames)-1].open
	switch {
	case last == "::":
		o.within(qualifier(statement[:len(statement)-1]))
	case o.unit == "":
		o.words("package|property set|with|end")
		o.ends()
	case frame == "(" && statementBefore(o.frames, "modes"), last == "modes":
		o.members(func(m member) bool { return isMode(m.node) })
	case o.association():
	case len(statement) > 0 && statement[0].text == "with":
		o.spaces()
	case len(statement) == 1 && last == "end":
		o.ends()
	case o.unit == "set":
		o.inSet(statement)
	case o.header == nil:
		o.inPackage(statement, last)
	default:
		o.inClassifier(statement, last)
	}
}

// statementBefore reports whether the innermost bracket follows a word.
func statementBefore(frames []frame, word string) bool {
	if len(frames) < 2 {
		return false
	}
	s := frames[len(frames)-2].statement
	return len(s) > 1 && s[len(s)-2].text == word
}

func isMode(n syntax.Node) bool {
	_, ok := n.(*syntax.Mode)
	return ok
}

// qualifier is the qualified name at the end of a statement.
func qualifier(statement []lexeme) string {
	name := ""
	for i := len(statement) - 1; i >= 0; i-- {
		l := statement[i]
		if l.text != "::" && l.kind != syntax.Identifier {
			break
		}
		if l.kind == syntax.Identifier && name != "" && !strings.HasPrefix(name, "::") {
			break
		}
		name = l.text + name
	}
	return name
}

// within offers what a package or property set declares, and the packages whose names continue its name.
func (o *offer) within(space string) {
	if p := o.s.model.Package(space); p != nil {
		for _, c := range p.Classifiers {
			if !c.Private || syntax.Same(o.name, space) {
				o.classifier(c, "")
			}
		}
	}
	if p := o.s.model.Set(space); p != nil {
		for _, x := range p.Properties {
			o.add(unqualified(x.Name), itemProperty, "property")
		}
		for _, x := range p.Types {
			o.add(unqualified(x.Name), itemClass, "property type")
		}
		for _, x := range p.Constants {
			o.add(unqualified(x.Name), itemConstant, "property constant")
		}
	}
	for _, p := range o.s.model.Packages {
		if n := len(space) + 2; len(p.Name) > n && syntax.Same(p.Name[:n], space+"::") {
			o.add(p.Name[n:], itemModule, "package")
		}
	}
}

// unqualified is a name without the part before ::.
func unqualified(name string) string { return name[strings.LastIndex(name, ":")+1:] }

// spaces offers packages and property sets.
func (o *offer) spaces() {
	for _, p := range o.s.model.Packages {
		o.add(p.Name, itemModule, "package")
	}
	for _, p := range o.s.model.Sets {
		o.add(p.Name, itemModule, "property set")
	}
}

// ends offers the names that may follow end.
func (o *offer) ends() {
	if o.header != nil {
		o.add(o.className(), itemClass, "")
	} else {
		o.add(o.name, itemModule, "")
	}
}

// className is the name of the open classifier: T or T.i.
func (o *offer) className() string {
	name := ""
	for _, l := range o.header {
		switch {
		case l.kind == syntax.Identifier || l.text == ".":
			name += l.text
		case name != "":
			return name
		}
	}
	return name
}

// open is the open classifier, or nil.
func (o *offer) open() *aadl.Classifier {
	if o.header == nil {
		return nil
	}
	return o.s.model.Classifier(o.name + "::" + o.className())
}

// inPackage offers what may stand in a part of a package.
func (o *offer) inPackage(statement []lexeme, last string) {
	switch {
	case o.part == "":
		o.words("public|private|properties|end")
	case len(statement) == 0:
		o.words("with|renames|annex|private|properties|end|feature group|" + categories)
		for _, c := range strings.Split(categories, "|") {
			o.add(c+" implementation", itemKeyword, "")
		}
	case last == "renames":
		o.words("package|feature group|" + categories)
	default:
		o.classifiers("")
	}
}

// inSet offers what may stand in a property set.
func (o *offer) inSet(statement []lexeme) {
	switch {
	case len(statement) == 0:
		o.words("with|end")
	case slices.ContainsFunc(statement, func(l lexeme) bool { return l.text == "applies" }):
		o.words("to|all|connection|port|feature|mode|flow|" + categories)
	default:
		o.words(typeWord + "|applies to|=>")
		for _, p := range o.s.model.Sets {
			for _, t := range p.Types {
				o.add(t.Name, itemClass, "property type")
			}
		}
	}
}

// members offers members of the open classifier.
func (o *offer) members(wanted func(member) bool) {
	if c := o.open(); c != nil {
		for m := range members(c) {
			if wanted(m) {
				o.member(m)
			}
		}
	}
}

func (o *offer) member(m member) {
	detail := ""
	switch n := m.node.(type) {
	case *syntax.Feature:
		detail = strings.TrimSpace(n.Direction.String() + " " + n.Kind.String())
	case *syntax.Subcomponent:
		detail = n.Category.String()
	}
	if m.in != nil {
		detail += " " + m.in.Name
	}
	o.add(m.name, m.kind, detail)
}
