package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// The rest of this file is about texts of Atoms. Package atoms says where instances, definitions, elements, loops and
// drivers are declared, but not where they are used; so a name is looked up by its spelling in the scope that contains it.
// While a text is not valid YAML, its previous law is used.

// check checks a text of Atoms together with the texts that it includes, as the editor has them.
func (w *workspace) check(d *document) {
	open := func(name string) ([]byte, error) {
		if other := w.docs[filepath.Clean(name)]; other != nil {
			return []byte(other.s), nil
		}
		return os.ReadFile(name)
	}
	law, _ := atoms.ReadDocument(d.path, []byte(d.s), atoms.Options{Library: w.library, Open: open})
	_, all := law.Check(atom.Target{})
	if d.law == nil || len(law.Model.Instances) > 1 {
		d.law = law
	}
	d.faults = nil
	for _, f := range slices.Concat(all, law.Warnings) {
		if f.File == d.path || f.File == "" {
			d.faults = append(d.faults, f)
		}
	}
}

// checkUsers checks the texts of Atoms again that include a given text.
func (w *workspace) checkUsers(path string) {
	for _, d := range w.sorted() {
		if d.law != nil && d.path != path && slices.ContainsFunc(d.law.Texts, func(t atoms.Text) bool { return filepath.Clean(t.Name) == path }) {
			w.check(d)
		}
	}
}

// dotted matches a name in a text of Atoms, with its qualifiers: robot_pose.psi.
var dotted = regexp.MustCompile(`[\pL_][\pL\pN_]*(\.[\pL_][\pL\pN_]*)*`)

// nameAt is the qualified name at a byte, up to the end of the part that contains the byte, and the place of that part.
func (d *document) nameAt(offset int) (name string, from, to int) {
	line := d.position(offset).Line
	start := d.starts[line]
	for _, m := range dotted.FindAllStringIndex(d.line(line), -1) {
		if m[0] += start; m[0] > offset || m[1]+start < offset {
			continue
		}
		to = m[1] + start
		if n := strings.IndexByte(d.s[offset:to], '.'); n >= 0 {
			to = offset + n
		}
		from = max(m[0], strings.LastIndexByte(d.s[:to], '.')+1)
		return d.s[m[0]:to], min(from, to), to
	}
	return "", offset, offset
}

// topKey is the top-level key that a byte is below.
func (d *document) topKey(offset int) string {
	for line := d.position(offset).Line; line >= 0; line-- {
		if key, _, ok := strings.Cut(d.line(line), ":"); ok && key != "" && !strings.ContainsAny(key[:1], " \t#-") {
			return key
		}
	}
	return ""
}

// scope is the instance in whose scope names at a byte are: the root, or an instance of the Molecule that is being defined.
func (d *document) scope(offset int) *atom.Instance {
	if d.topKey(offset) != "define" {
		return d.law.Model.Root
	}
	var best *atom.Instance
	for _, i := range d.law.Model.Instances[1:] {
		if p := i.Def.Place; p.File == d.path && d.place(p) <= offset && (best == nil || best.Def.Place.Line < p.Line) {
			best = i
		}
	}
	return best
}

// lawName is what a name in a text of Atoms means: one of these is set.
type lawName struct {
	instance   *atom.Instance
	element    *atom.Element
	definition *atom.Definition
	entry      *lib.Entry
}

// lookup finds what a name at a byte means.
func (d *document) lookup(library atoms.Library, name string, offset int) (l lawName, ok bool) {
	before := strings.TrimRight(d.s[d.starts[d.position(offset).Line]:offset], " ")
	if isKey := strings.HasSuffix(before, "is:"); !isKey {
		if l, ok := inScope(d.scope(offset), name); ok {
			return l, true
		}
	}
	for _, def := range d.definitions() {
		if def.Name == name {
			return lawName{definition: def}, true
		}
	}
	if e, ok := lib.Find(library, strings.TrimPrefix(name, "lib.")); ok {
		return lawName{entry: &e}, true
	}
	return lawName{}, false
}

// definitions are those in this text and its includes that have instances.
func (d *document) definitions() (list []*atom.Definition) {
	seen := map[*atom.Definition]bool{}
	for _, i := range d.law.Model.Instances[1:] {
		if p := i.Def.Place; !seen[i.Def] && languageOf(p.File) == inAtoms && p != i.Place {
			seen[i.Def], list = true, append(list, i.Def)
		}
	}
	return list
}

// inScope follows a name from an instance to a nested instance, and to an element.
func inScope(i *atom.Instance, name string) (l lawName, ok bool) {
	for _, part := range strings.Split(name, ".") {
		if i == nil {
			return l, false
		}
		next := slices.IndexFunc(i.Children, func(c *atom.Instance) bool { return c.Name == part })
		if next >= 0 {
			i = i.Children[next]
			l = lawName{instance: i}
			continue
		}
		for k := range i.Def.Elements {
			if e := &i.Def.Elements[k]; e.Name == part {
				return lawName{instance: i, element: e}, true
			}
		}
		return l, false
	}
	return l, true
}

// lawDefinition answers where a name is declared. Library definitions are declared in Go: hover shows them.
func (s *server) lawDefinition(d *document, offset int) any {
	name, from, _ := d.nameAt(offset)
	l, ok := d.lookup(s.library, name, from)
	if !ok {
		return nil
	}
	var at diag.Pos
	switch {
	case l.element != nil:
		at = l.element.Place
	case l.instance != nil:
		at = l.instance.Place
	case l.definition != nil:
		at = l.definition.Place
	}
	home := s.docs[filepath.Clean(at.File)]
	if home == nil && languageOf(at.File) == inAtoms {
		if src, err := os.ReadFile(at.File); err == nil {
			home = &document{uri: uriOf(at.File), text: newText(string(src), s.bytes)}
		}
	}
	if home == nil {
		return nil
	}
	return location{home.uri, home.faultSpan(diag.Fault{Pos: at})}
}

// lawHover answers what a name means.
func (s *server) lawHover(d *document, offset int) any {
	name, from, to := d.nameAt(offset)
	l, ok := d.lookup(s.library, name, from)
	if !ok {
		return nil
	}
	text := ""
	switch {
	case l.element != nil:
		text = s.code("yaml", fmt.Sprintf("%s of %s: %s", element(l.element), l.instance.Path, l.instance.Def.Name))
	case l.instance != nil:
		text = s.code("yaml", l.instance.Path+": "+described(l.instance.Def)) + "\n\n" + l.instance.Def.Doc
	case l.definition != nil:
		text = s.code("yaml", described(l.definition)) + "\n\n" + l.definition.Doc
	case l.entry != nil:
		text = l.entry.Name
		if def, err := atom.Describe(l.entry.Shape()); err == nil {
			def.Name = l.entry.Name
			text = described(def)
		}
		text = s.code("yaml", text) + "\n\n" + l.entry.Doc
	}
	return hover{s.said(strings.TrimSpace(text)), d.span(from, to)}
}

// described is a definition with its interface.
func described(def *atom.Definition) string {
	text := def.Name
	for i := range def.Elements {
		text += "\n  " + element(&def.Elements[i])
	}
	if strings.Contains(def.Physics, "=") { // it is written in place, without a name
		text += "\n  physics " + strings.TrimSpace(def.Physics)
	}
	return firstLines(text)
}

func element(e *atom.Element) string {
	text := e.Role.String() + " " + e.Name + ": " + e.Type.String()
	for _, more := range []string{e.Frame, e.Axis} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

// The keys of a text of Atoms: top-level keys, and those below them.
const (
	topKeys   = "model|doc|vehicle|cores|include|frames|define|instances|links|compositions|budget|drivers"
	innerKeys = "is|with|values|loop|driver|power|energy|critical|doc|needs|products|storages|parameters|physics|track|instances|links|laws|fade|every|when|update|worst"
)

// inWord reports whether a byte is part of a word.
func inWord(b byte) bool {
	return b == '_' || b == '$' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' || b >= utf8.RuneSelf
}

// lawCompletion answers what may stand at a byte.
func (s *server) lawCompletion(d *document, offset int) any {
	start := d.starts[d.position(offset).Line]
	from := offset
	for from > start && inWord(d.s[from-1]) {
		from--
	}
	before := d.s[start:from]
	o := offer{s: s, d: d}
	in := d.scope(offset)
	switch trimmed := strings.TrimSpace(before); {
	case strings.Contains(before, "#"):
	case strings.HasSuffix(before, "."):
		name, _, _ := d.nameAt(from - 1)
		if l, ok := inScope(in, name); ok && l.instance != nil && l.element == nil {
			for i := range l.instance.Def.Elements {
				o.add(l.instance.Def.Elements[i].Name, itemField, element(&l.instance.Def.Elements[i]))
			}
			o.instances(l.instance)
		}
	case trimmed == "" && before == "":
		o.words(topKeys)
	case strings.HasSuffix(trimmed, "is:"):
		o.definitions()
	case strings.HasPrefix(trimmed, "-"), strings.Contains(before, "->"):
		o.words("needs|products")
		o.instances(in)
	case trimmed == "", strings.HasSuffix(trimmed, "{"), strings.HasSuffix(trimmed, ",") && strings.Contains(before, "{"):
		o.words(innerKeys)
	default:
		o.definitions()
		for _, t := range unit.Types() {
			o.add(t.String(), itemClass, "quantity")
		}
		for _, f := range d.law.Meta.Frames {
			o.add(f.Key, itemConstant, "frame: "+f.Value)
		}
		o.words("constant|periodic|sporadic|x|y|z")
	}
	return o.list(from, offset)
}

// instances offers the instances within an instance.
func (o *offer) instances(in *atom.Instance) {
	if in != nil {
		for _, i := range in.Children {
			o.add(i.Name, itemField, i.Def.Name)
		}
	}
}

// definitions offers the definitions of the text and of the library.
func (o *offer) definitions() {
	for _, def := range o.d.definitions() {
		o.add(def.Name, itemClass, def.Doc)
	}
	for _, e := range o.s.library {
		o.add(e.Name, itemClass, e.Doc)
	}
}

// lawSymbols are the definitions that are used, and the instances with those within them.
func (d *document) lawSymbols() (list []documentSymbol) {
	for _, def := range d.definitions() {
		if def.Place.File == d.path {
			at := d.faultSpan(diag.Fault{Pos: def.Place})
			list = append(list, documentSymbol{Name: def.Name, Detail: "definition", Kind: symbolClass, Range: at, Selection: at})
		}
	}
	for _, i := range d.law.Model.Root.Children {
		if i.Place.File == d.path {
			at := d.faultSpan(diag.Fault{Pos: i.Place})
			list = append(list, documentSymbol{Name: i.Name, Detail: i.Def.Name, Kind: symbolField, Range: at, Selection: at})
		}
	}
	return list
}
