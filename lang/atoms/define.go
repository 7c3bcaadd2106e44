package atoms

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/expr"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// definition is an Atom, an External, a Molecule or an Alternative, of this text or of the library.
type definition struct {
	def     *atom.Definition
	kind    atom.Kind
	body    func() any // makes its Go struct, if it has one
	entry   lib.Entry  // of the library, with banks whose lengths (open) each use states; def has banks of one element
	open    []string
	physics *expr.Program
	track   *expr.Program
	fade    time.Duration
	valued  []string     // elements with their own value
	uses    []*use       // inside a Molecule; the laws of an Alternative
	links   []connection // inside a Molecule
	doubt   bool         // there is a fault in its keys: what it lacks may be meant
	broken  bool         // there is a fault in its interface: links to it are not judged
	spread  bool         // it has been used: its inside has been checked
	used    bool         // an instance names it
	active  bool         // its inside is being used right now
	when    text         // the condition, as written
}

// writing is a definition as read, before it is put together.
type writing struct {
	name           text
	doc            string
	parameters     []atom.Parameter
	elements       []element
	physics, track text
	limits         limits
	uses, laws     []*use
	links          []connection
	fade           time.Duration
	inner, choice  bool // it has instances or laws
}

// limits is the written part of the constraint on a Physics.
type limits struct {
	update  atom.Update
	worst   time.Duration
	periods period.Set
	every   bool // periods are stated
	when    text
}

// over returns the constraint c with what l states instead.
func (l limits) over(c atom.Constraint) atom.Constraint {
	if l.update != atom.Unstated && l.update != c.Update {
		c = atom.Constraint{Update: l.update, Worst: c.Worst}
	}
	if l.worst != 0 {
		c.Worst = l.worst
	}
	if l.every {
		c.Periods = l.periods
	}
	return c
}

// limitKeys are the keys of a constraint on a Physics.
func (r *reader) limitKeys(f *source, l *limits) []key {
	state := func(at ast.Node, u atom.Update) bool {
		if l.update != atom.Unstated && l.update != u {
			r.fault("constraint", f.place(at), fmt.Sprintf("the Physics is %v already", l.update), `use one of "every", "when" and "update"`)
			return false
		}
		l.update = u
		return true
	}
	return []key{
		{"every", func(n ast.Node) {
			if state(n, atom.Periodic) {
				l.periods, l.every = r.periods(r.texts(f, n)), true
			}
		}},
		{"when", func(n ast.Node) {
			if state(n, atom.Sporadic) {
				l.when = r.scalar(f, n)
			}
		}},
		{"update", func(n ast.Node) {
			if u := r.update(r.scalar(f, n), false); u != atom.Unstated {
				state(n, u)
			}
		}},
		{"worst", func(n ast.Node) { l.worst = r.duration(r.scalar(f, n)) }},
	}
}

// interfaceKeys are the keys of a definition.
func (r *reader) interfaceKeys(f *source, w *writing) []key {
	add := func(role atom.Role) func(ast.Node) {
		return func(n ast.Node) { w.elements = append(w.elements, r.elements(f, n, role)...) }
	}
	return append(r.limitKeys(f, &w.limits),
		key{"doc", func(n ast.Node) { w.doc = strings.TrimSpace(r.scalar(f, n).s) }},
		key{"needs", add(atom.NeedRole)}, key{"products", add(atom.ProductRole)}, key{"storages", add(atom.StorageRole)},
		key{"parameters", func(n ast.Node) { w.parameters = r.parameters(f, n) }},
		key{"physics", func(n ast.Node) { w.physics = r.scalar(f, n) }},
		key{"track", func(n ast.Node) { w.track = r.scalar(f, n) }},
		key{"instances", func(n ast.Node) { w.uses, w.inner = r.uses(f, n, "instances"), true }},
		key{"links", func(n ast.Node) { w.links = r.connections(f, n) }},
		key{"laws", func(n ast.Node) { w.laws, w.choice = r.uses(f, n, "laws"), true }},
		key{"fade", func(n ast.Node) { w.fade = r.duration(r.scalar(f, n)) }})
}

// define reads an entry of "define".
func (r *reader) define(f *source, e field) {
	w := &writing{name: e.name}
	was := r.wrong
	r.wrong = false
	r.mapping(f, e.value, "a definition", r.interfaceKeys(f, w))
	wrong := r.wrong
	r.wrong = was || wrong
	if !isName(e.name.s) {
		r.fault("name", e.name.at, fmt.Sprintf("%q cannot be the name of a definition", e.name.s), "use letters, digits and _")
		return
	}
	if d, ok := r.defs[e.name.s]; ok {
		r.fault("duplicate", e.name.at, fmt.Sprintf("%s is defined already, at %v", e.name.s, d.def.Place), "give each definition its own name")
		return
	}
	d := r.finish(w)
	d.doubt = wrong
	r.defs[e.name.s] = d
	r.order = append(r.order, d)
}

// parameters reads the interface parameters: a list, or a mapping with "frame" or "axis" and a default.
func (r *reader) parameters(f *source, n ast.Node) (list []atom.Parameter) {
	if _, ok := n.(*ast.SequenceNode); ok || n != nil && n.Type() == ast.StringType {
		for _, t := range r.words(f, n) {
			list = append(list, atom.Parameter{Name: strings.TrimPrefix(t.s, "$"), Axis: strings.Contains(t.s, "axis"), Place: t.at})
		}
		return list
	}
	for _, e := range r.fields(f, n, "parameters") {
		t := r.scalar(f, e.value)
		kind, value, ok := strings.Cut(t.s, "=")
		kind, value = strings.TrimSpace(kind), strings.TrimSpace(value)
		p := atom.Parameter{Name: strings.TrimPrefix(e.name.s, "$"), Axis: kind == "axis", Default: value, Place: e.name.at}
		switch {
		case t.s == "":
		case kind != "frame" && kind != "axis":
			r.fault("parameter", t.at, fmt.Sprintf("%q is neither a frame nor an axis", kind), "interface parameters are over frames and axes, not over types: write frame, axis, or axis = z")
		case ok && value == "":
			r.fault("parameter", t.at, "there is no default behind =", "write axis = z, or axis alone")
		case p.Axis && ok:
			r.axis(&p.Default, text{value, t.at, f, e.value})
		case ok:
			r.frame(&p.Default, text{value, t.at, f, e.value})
		}
		list = append(list, p)
	}
	return list
}

var libraryName = regexp.MustCompile(`^(?:lib\.)?[A-Z][A-Za-z0-9_]*$`)

// finish puts a definition together.
func (r *reader) finish(w *writing) *definition {
	d := &definition{def: &atom.Definition{Name: w.name.s, Doc: w.doc, Place: w.name.at}, uses: w.uses, links: w.links, fade: w.fade, when: w.limits.when}
	goPhysics := libraryName.MatchString(strings.TrimSpace(w.physics.s))
	switch {
	case w.inner && w.choice:
		r.fault("definition", w.name.at, w.name.s+" has instances and laws", "a Molecule has instances, an Alternative has laws")
	case w.choice:
		d.kind, d.uses = atom.Alternative, w.laws
	case w.inner:
		d.kind = atom.Molecule
	case w.physics.s != "":
		d.kind = atom.Simple
	default:
		d.kind = atom.External
	}
	if (d.kind == atom.Molecule || d.kind == atom.Alternative) && w.physics.s != "" {
		r.fault("definition", w.physics.at, w.name.s+" has a physics and something inside", "the Physics of a Molecule is what is inside it: remove the one or the other")
	}
	if len(w.links) > 0 && d.kind != atom.Molecule {
		r.fault("definition", w.links[0].at, "there is nothing to link in "+w.name.s, "links belong to instances")
	}
	if w.fade != 0 && d.kind != atom.Alternative {
		r.fault("definition", w.name.at, "only an Alternative fades", "it has laws")
	}
	r.gather(d, w)
	if goPhysics && d.kind == atom.Simple {
		r.fromGo(d, w)
	}
	r.infer(d.def, w.parameters)
	d.def.Constraint = w.limits.over(d.def.Constraint)
	if d.kind == atom.Simple && !goPhysics {
		d.def.Physics = strings.TrimSpace(w.physics.s)
		r.within("physics", func() { d.physics = r.compile(d, w.physics, expr.Compile) })
	}
	if w.track.s != "" {
		if d.kind != atom.Simple || goPhysics {
			r.fault("definition", w.track.at, "only what has an expression as its physics can track by one", "a library Atom tracks by itself")
		} else if t := r.compile(d, w.track, expr.CompileTrack); d.physics != nil {
			d.track = t
		}
	}
	return d
}

// gather lists a definition's elements, those of several one by one.
func (r *reader) gather(d *definition, w *writing) {
	seen := map[string]diag.Pos{}
	for _, e := range w.elements {
		if p, ok := seen[e.Name]; ok {
			r.fault("duplicate", e.Place, fmt.Sprintf("%s has an interface element %s already, at line %d", w.name.s, e.Name, p.Line), "give each its own name")
			continue
		}
		seen[e.Name] = e.Place
		if e.Type == unit.NoType {
			d.broken = true
		}
		for k := range max(e.count, 1) {
			one := e.Element
			if e.count > 0 {
				one.Name = fmt.Sprintf("%s[%d]", e.Name, k)
			}
			if e.valued {
				d.valued = append(d.valued, one.Name)
			}
			d.def.Elements = append(d.def.Elements, one)
		}
	}
	if len(d.def.Elements) > maxElements {
		r.fault("limit", w.name.at, fmt.Sprintf("%s has more than %d interface elements", w.name.s, maxElements), "make several Atoms of it")
		d.def.Elements, d.broken = d.def.Elements[:maxElements], true
	}
}

// infer adds the undeclared interface parameters that elements name, and finds declared ones that nothing names.
func (r *reader) infer(def *atom.Definition, declared []atom.Parameter) {
	for _, p := range declared {
		if i := slices.IndexFunc(def.Parameters, func(q atom.Parameter) bool { return q.Name == p.Name }); i >= 0 {
			def.Parameters[i] = p // from Go, with a default
		} else {
			def.Parameters = append(def.Parameters, p)
		}
	}
	for _, e := range def.Elements {
		for k, s := range []string{e.Frame, e.Axis} {
			name, ok := strings.CutPrefix(s, "$")
			if !ok {
				continue
			}
			i := slices.IndexFunc(def.Parameters, func(p atom.Parameter) bool { return p.Name == name })
			if i < 0 {
				def.Parameters = append(def.Parameters, atom.Parameter{Name: name, Axis: k == 1, Place: e.Place})
			} else if def.Parameters[i].Axis != (k == 1) {
				r.fault("parameter", e.Place, fmt.Sprintf("$%s stands for a frame and for an axis", name), "use two parameters")
			}
		}
	}
}

// compile compiles a block; faults have their places in the text.
func (r *reader) compile(d *definition, t text, how func(*atom.Definition, string) (*expr.Program, error)) *expr.Program {
	if d.broken {
		return nil
	}
	p, err := how(d.def, t.s)
	var faults diag.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			r.fault("expression", t.place(f.Line, f.Column), f.What, f.Do)
		}
		return nil
	}
	return p
}

// library finds an Atom of the library; nil if there is none.
func (r *reader) library(name string) *definition {
	name = strings.TrimPrefix(name, "lib.")
	if d, ok := r.lib[name]; ok {
		return d
	}
	e, ok := lib.Find(r.o.Library, name)
	if !ok {
		return nil
	}
	d := r.described(e, name, func() any { return e.New() })
	for _, p := range d.def.Parameters {
		if p.Length && p.Default == "" {
			d.open = append(d.open, p.Name)
		}
	}
	if len(d.open) > 0 {
		shape := *r.described(e, name+"[]", e.Shape)
		shape.entry, shape.open = e, d.open
		d = &shape
		r.lib[name] = d
	}
	return d
}

// described makes the definition for a struct of the library, once for each key.
func (r *reader) described(e lib.Entry, key string, body func() any) *definition {
	if d, ok := r.lib[key]; ok {
		return d
	}
	it := body()
	def, err := atom.Describe(it)
	d := &definition{def: def, kind: atom.External, body: body}
	if err != nil {
		r.fault("definition", diag.Pos{File: r.d.Texts[0].Name}, fmt.Sprintf("the library's %s is not sound: %v", e.Name, err), "")
		d.broken = true
	}
	def.Name = e.Name
	if _, ok := it.(atom.Physics); ok {
		d.kind = atom.Simple
	}
	r.lib[key] = d
	return d
}

// fromGo takes the interface from Go. An element that the text declares too must have the same role and type, and
// replaces Go's.
func (r *reader) fromGo(d *definition, w *writing) {
	name := strings.TrimSpace(w.physics.s)
	l := r.library(name)
	if l == nil {
		r.fault("name", w.physics.at, fmt.Sprintf("the library has no Atom %s", strings.TrimPrefix(name, "lib.")), r.near(strings.TrimPrefix(name, "lib."), r.libraryNames(), "library's Atoms"))
		d.broken = true
		return
	}
	if len(l.open) > 0 {
		r.fault("length", w.physics.at, fmt.Sprintf("%s has banks, and in a definition it must be said how long they are", name), fmt.Sprintf("put their length behind the name: %s6", name))
		d.broken = true
	}
	own := d.def.Elements
	d.body, d.kind, d.broken = l.body, l.kind, d.broken || l.broken
	d.def.Physics, d.def.Identity, d.def.Constraint = l.def.Physics, l.def.Identity, l.def.Constraint
	d.def.Elements, d.def.Parameters = slices.Clone(l.def.Elements), slices.Clone(l.def.Parameters)
	if d.def.Doc == "" {
		d.def.Doc = l.def.Doc
	}
	for _, e := range own {
		i := slices.IndexFunc(d.def.Elements, func(g atom.Element) bool { return g.Name == e.Name })
		if i < 0 {
			var names []string
			for _, g := range l.def.Elements {
				names = append(names, g.Name)
			}
			r.fault("name", e.Place, fmt.Sprintf("%s has no interface element %s", name, e.Name), r.near(e.Name, names, "elements"))
			continue
		}
		if g := d.def.Elements[i]; g.Role != e.Role || g.Type != e.Type {
			r.fault("type", e.Place, fmt.Sprintf("%s of %s is a %s of type %v", e.Name, name, g.Role, g.Type), "leave it out: the interface is Go's")
			continue
		}
		e.Field, e.Length = d.def.Elements[i].Field, d.def.Elements[i].Length
		d.def.Elements[i] = e
	}
	used := map[string]bool{}
	for _, e := range d.def.Elements {
		used[e.Frame], used[e.Axis] = true, true
	}
	d.def.Parameters = slices.DeleteFunc(d.def.Parameters, func(p atom.Parameter) bool { return !p.Length && !used["$"+p.Name] })
}

func (r *reader) libraryNames() (names []string) {
	for _, e := range r.o.Library {
		names = append(names, e.Name)
	}
	return names
}
