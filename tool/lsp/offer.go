package lsp

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// sections are the sections that a classifier may have, in their order.
var sections = [2]string{"prototypes|features|flows|modes|requires modes|properties|annex|end",
	"prototypes|subcomponents|internal features|processor features|calls|connections|flows|modes|properties|annex|end"}

// inClassifier offers what may stand in a classifier.
func (o *offer) inClassifier(statement []lexeme, last string) {
	implementation := len(o.header) > 1 && slices.ContainsFunc(o.header, func(l lexeme) bool { return l.text == "implementation" })
	colon := slices.IndexFunc(statement, func(l lexeme) bool { return l.text == ":" })
	switch {
	case o.section == "" && o.header[len(o.header)-1].text == "extends":
		o.classifiers(o.category())
	case o.section == "" && o.header[len(o.header)-1].text == ".":
		o.implementations(qualifier(o.header[:len(o.header)-1]))
	case o.section == "" && (len(o.header) < 2 || o.header[len(o.header)-1].text == "implementation"):
		o.words("implementation|group|bus|processor")
		o.classifiers(o.category()) // an implementation of a type in scope
	case len(statement) == 0 || o.section == "":
		o.words(sections[number(implementation)])
		if o.section == "" {
			o.words("extends")
		}
		if len(statement) == 0 && o.section == "connections" || o.section == "flows" {
			o.members(func(m member) bool { return refinable(m.node) })
		}
	case o.section == "modes":
		o.words("mode|initial mode")
		o.members(func(m member) bool { return isMode(m.node) || connects(m.node) })
	case colon < 0:
	case last == ".":
		o.path(statement[:len(statement)-1])
	case o.section == "connections" || o.section == "flows":
		o.connected(statement[colon+1:], last)
	default:
		o.declared(statement[colon+1:], last)
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// refinable reports whether a member can be refined, or implemented, in its section.
func refinable(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.Connection, *syntax.Flow:
		return true
	}
	return false
}

// connects reports whether a member can be an end of a connection.
func connects(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.Feature, *syntax.Subcomponent, *syntax.Call:
		return true
	}
	return false
}

// category is the category of the open classifier.
func (o *offer) category() string {
	var words []string
	for _, l := range o.header {
		if !l.kind.Keyword() || l.text == "implementation" {
			break
		}
		words = append(words, l.text)
	}
	return strings.Join(words, " ")
}

// declared offers what may follow the colon of a prototype, feature, subcomponent or call.
func (o *offer) declared(after []lexeme, last string) {
	var words []string
	for _, l := range after {
		if l.kind.Keyword() {
			words = append(words, l.text)
		}
	}
	kind := strings.Join(words, " ")
	kind = strings.TrimPrefix(strings.TrimPrefix(kind, "refined to"), " ")
	switch last {
	case ":", "to", "in", "out", "requires", "provides", "virtual", "event":
		switch {
		case o.section == "subcomponents" || o.section == "prototypes":
			o.words(categories + "|feature group|feature|refined to")
		case o.section == "calls":
			o.words("subprogram")
		default:
			o.featureWords(kind)
		}
		return
	}
	switch {
	case after[len(after)-1].kind == syntax.Identifier:
		o.words("in modes|applies to")
	case strings.HasSuffix(kind, "data port"), strings.HasSuffix(kind, "parameter"):
		o.classifiers("data")
	case strings.HasSuffix(kind, " access"):
		_, of, _ := strings.Cut(strings.TrimSuffix(kind, " access"), " ")
		o.classifiers(of)
	case kind == "data" && o.section == "features", strings.HasSuffix(kind, "event data"):
		o.words("port|access")
	case kind == "feature" && o.section == "features", kind == "in feature", kind == "out feature":
		o.words("group")
		o.classifiers("")
	case strings.HasSuffix(kind, "inverse of"):
		o.classifiers("feature group")
	default:
		o.words("implementation|group")
		o.classifiers(kind)
	}
}

// featureWords offers the remaining words of the keywords of a feature.
func (o *offer) featureWords(typed string) {
	for _, w := range strings.Split(featureWord, "|") {
		if rest, ok := strings.CutPrefix(w, typed); ok {
			o.words(strings.TrimSpace(rest))
		}
	}
}

// connected offers what may stand in a connection or flow.
func (o *offer) connected(after []lexeme, last string) {
	switch {
	case len(after) == 0 && o.section == "connections":
		o.words(connectionWord)
	case len(after) == 0:
		o.words("flow source|flow sink|flow path|end to end flow|refined to")
	case last == "feature":
		o.words("group")
	case last == "data" || last == "bus":
		o.words("access")
	case last == "virtual":
		o.words("bus access")
	case last == "subprogram":
		o.words("access|group access")
	case last == "flow":
		o.words("source|sink|path")
		o.members(o.ofFlows)
	case o.section == "flows":
		o.words("->|in modes")
		o.members(o.ofFlows)
	default:
		o.words("->|<->|in modes|self|processor")
		o.members(func(m member) bool { return connects(m.node) })
	}
}

func (o *offer) ofFlows(m member) bool { return connects(m.node) || refinable(m.node) }

// path offers what may follow a dot: members of what the path refers to, or the implementations of a type.
func (o *offer) path(before []lexeme) {
	if c := o.follow(before); c != nil {
		for m := range members(c) {
			o.member(m)
		}
		return
	}
	o.implementations(qualifier(before))
}

// follow is the classifier that the path at the end of some words leads to, starting from the open classifier.
func (o *offer) follow(before []lexeme) *aadl.Classifier {
	var names []string
	for i := len(before) - 1; i >= 0 && before[i].kind == syntax.Identifier; i -= 2 {
		names = append(names, before[i].text)
		if i == 0 || before[i-1].text != "." {
			break
		}
	}
	c := o.open()
	for _, name := range slices.Backward(names) {
		if c == nil {
			return nil
		}
		var next *aadl.Classifier
		for m := range members(c) {
			if syntax.Same(m.name, name) && next == nil {
				next = m.in
			}
		}
		c = next
	}
	if len(names) == 0 {
		return nil
	}
	return c
}

// implementations offers the implementations of a type.
func (o *offer) implementations(of string) {
	space, name := o.name, of
	if i := strings.LastIndex(of, "::"); i >= 0 {
		space, name = of[:i], of[i+2:]
	}
	if p := o.s.model.Package(space); p != nil {
		for _, c := range p.Classifiers {
			if t, impl, ok := strings.Cut(c.Name, "."); ok && syntax.Same(t, name) {
				o.add(impl, itemClass, c.Syntax.Category.String()+" implementation")
			}
		}
	}
}

// classifiers offers classifiers of a category and abstract ones, or all for "": those of the package, and with
// qualified names those of the packages that it uses.
func (o *offer) classifiers(category string) {
	own := o.s.model.Package(o.name)
	if own == nil {
		return
	}
	fits := func(c *aadl.Classifier) bool {
		k := c.Syntax.Category.String()
		return category == "" || k == category || k == "abstract"
	}
	for _, c := range own.Classifiers {
		if fits(c) {
			o.classifier(c, "")
		}
	}
	used := []string{"Base_Types"}
	for _, s := range []*syntax.Section{own.Syntax.Public, own.Syntax.Private} {
		if s == nil {
			continue
		}
		for _, r := range s.Renames {
			o.add(r.Name.Text, itemClass, "another name of "+r.Target.String())
		}
		for _, w := range s.Withs {
			for _, n := range w.Names {
				used = append(used, n.Text)
			}
		}
	}
	for _, name := range used {
		p := o.s.model.Package(name)
		if p == nil {
			continue
		}
		o.add(p.Name, itemModule, "package")
		for _, c := range p.Classifiers {
			if fits(c) && !c.Private {
				o.classifier(c, p.Name+"::")
			}
		}
	}
}

func (o *offer) classifier(c *aadl.Classifier, space string) {
	o.add(space+c.Name, itemClass, c.Syntax.Category.String())
}

// association offers what may stand in property associations. It returns false outside of them.
func (o *offer) association() bool {
	depth := len(o.frames) - 1
	for depth > 0 && o.frames[depth].open != "{" {
		depth--
	}
	f := o.frames[depth]
	switch {
	case f.open == "{" && o.section == "calls" && depth == 1:
		return false
	case f.open == "{", o.section == "properties" && o.header != nil:
	default:
		return false
	}
	statement := f.statement
	gives := slices.IndexFunc(statement, func(l lexeme) bool { return l.text == "=>" || l.text == "+=>" })
	inner := o.statement()
	last := ""
	if len(inner) > 0 {
		last = inner[len(inner)-1].text
	}
	switch applies := slices.IndexFunc(statement, func(l lexeme) bool { return l.text == "applies" }); {
	case gives < 0 && len(statement) == 0:
		if f.open != "{" {
			o.words(sections[1] + "|" + sections[0])
		}
		o.properties()
	case gives < 0:
		o.words("=>|+=>")
	case last == "." && o.follow(inner[:len(inner)-1]) != nil:
		o.path(inner[:len(inner)-1])
	case last == ".":
		o.implementations(qualifier(inner[:len(inner)-1]))
	case last == "applies":
		o.words("to")
	case applies >= 0 && f.open != "{", applies >= 0 && last == "to", statementBefore(o.frames, "reference"):
		o.members(func(member) bool { return true })
	case statementBefore(o.frames, "classifier"):
		o.classifiers("")
	default:
		o.values(statement[:gives], inner)
	}
	return true
}

// properties offers the properties of all sets: predeclared ones without the name of their set.
func (o *offer) properties() {
	predeclared := map[*syntax.File]bool{}
	for _, f := range o.s.model.Files {
		predeclared[f] = o.s.docs[f.Name] == nil
	}
	for _, p := range o.s.model.Sets {
		for _, x := range p.Properties {
			if predeclared[p.File] {
				o.add(unqualified(x.Name), itemProperty, p.Name)
			} else {
				o.add(x.Name, itemProperty, p.Name)
			}
		}
	}
}

// values offers values of a property: words, units after a number, and what any value may begin with.
func (o *offer) values(property, inner []lexeme) {
	name := qualifier(property)
	x := o.s.model.Property(name)
	for _, p := range o.s.model.Sets {
		for _, other := range p.Properties {
			if x == nil && syntax.Same(unqualified(other.Name), name) {
				x = other
			}
		}
	}
	if x == nil || x.Type == nil {
		o.words(valueWord)
		return
	}
	t := x.Type
	for t.Element != nil {
		t = t.Element
	}
	if len(inner) > 0 && (inner[len(inner)-1].kind == syntax.IntegerLiteral || inner[len(inner)-1].kind == syntax.RealLiteral) {
		if t.Units != nil {
			for _, u := range t.Units.Units {
				o.add(u.Name, itemUnit, t.Units.Name)
			}
		}
		o.words("..|delta|applies to|in modes")
		return
	}
	for _, w := range t.Words {
		o.add(w, itemWord, t.Name)
	}
	switch t.Kind {
	case syntax.BooleanType:
		o.words("true|false")
	case syntax.ClassifierType:
		o.words("classifier (")
	case syntax.ReferenceType:
		o.words("reference (")
	}
	for _, f := range t.Fields {
		o.add(f.Name, itemField, "field")
	}
	for _, p := range o.s.model.Sets {
		for _, c := range p.Constants {
			if valueOf(c.Value.Kind) == t.Kind {
				o.add(c.Name, itemConstant, "property constant")
			}
		}
	}
	o.words("in modes|applies to")
}

// valueOf is the kind of type that a constant must have for a kind of value.
func valueOf(k aadl.ValueKind) syntax.TypeKind {
	switch k {
	case aadl.Boolean:
		return syntax.BooleanType
	case aadl.String:
		return syntax.StringType
	case aadl.Integer:
		return syntax.IntegerType
	case aadl.Real:
		return syntax.RealType
	}
	return syntax.NamedType
}
