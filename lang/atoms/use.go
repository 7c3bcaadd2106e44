package atoms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// use is an instance as a text declares it.
type use struct {
	name   text
	is     text
	own    *definition // written in place
	with   []setting
	values []setting
	needs  []setting // constraints on needs that are given here
	limits limits
	loop   text
	driver text

	properties atom.Properties

	wrong bool // there is a fault in its keys
	lists []several

	lengths map[string]int // of banks, those found so far; below 0 after a fault
}

// several are values of an array.
type several struct {
	name text
	n    int
}

// setting is a key with its text.
type setting struct{ key, value text }

func (r *reader) settings(f *source, n ast.Node, what string) (list []setting) {
	for _, e := range r.fields(f, n, what) {
		list = append(list, setting{e.name, r.scalar(f, e.value)})
	}
	return list
}

// values reads values of elements; a list is for an array.
func (r *reader) values(f *source, n ast.Node, u *use) (list []setting) {
	for _, e := range r.fields(f, n, "values") {
		if _, ok := e.value.(*ast.SequenceNode); !ok {
			list = append(list, setting{e.name, r.scalar(f, e.value)})
			continue
		}
		all := r.texts(f, e.value)
		u.lists = append(u.lists, several{e.name, len(all)})
		for k, t := range all {
			name := e.name
			name.s = fmt.Sprintf("%s[%d]", name.s, k)
			list = append(list, setting{name, t})
		}
	}
	return list
}

// uses reads instances, or the laws of an Alternative.
func (r *reader) uses(f *source, n ast.Node, what string) (list []*use) {
	for _, e := range r.fields(f, n, what) {
		if !isName(e.name.s) || e.name.s == "needs" || e.name.s == "products" {
			r.fault("name", e.name.at, fmt.Sprintf("%q cannot be the name of an instance", e.name.s), "use letters, digits and _")
			continue
		}
		r.within(e.name.s, func() { list = append(list, r.use(f, e)) })
	}
	return list
}

func (r *reader) use(f *source, e field) *use {
	u := &use{name: e.name}
	if e.value != nil && e.value.Type() == ast.StringType { // yaw: YawControl
		u.is = r.scalar(f, e.value)
		return u
	}
	w := &writing{name: e.name}
	var needs ast.Node
	inline := false
	keys := []key{
		{"is", func(n ast.Node) { u.is = r.scalar(f, n) }},
		{"with", func(n ast.Node) { u.with = r.settings(f, n, "with") }},
		{"values", func(n ast.Node) { u.values = r.values(f, n, u) }},
		{"loop", func(n ast.Node) { u.loop = r.scalar(f, n) }},
		{"driver", func(n ast.Node) { u.driver = r.scalar(f, n) }},
		{"power", func(n ast.Node) { u.properties.Power = r.quantity(unit.TypePower, r.scalar(f, n)) }},
		{"energy", func(n ast.Node) { u.properties.Energy = r.quantity(unit.TypeEnergy, r.scalar(f, n)) }},
		{"critical", func(n ast.Node) { u.properties.Critical = r.count(f, n, "criticality", atom.MostCritical) }},
	}
	for _, k := range r.interfaceKeys(f, w) {
		switch read := k.read; k.name {
		case "needs":
			k.read = func(n ast.Node) { needs = n }
		case "every", "when", "update", "worst", "doc":
		default:
			k.read = func(n ast.Node) {
				inline = true
				read(n)
			}
		}
		keys = append(keys, k)
	}
	was := r.wrong
	r.wrong = false
	r.mapping(f, e.value, "an instance", keys)
	u.wrong = r.wrong
	r.wrong = was || u.wrong
	u.limits = w.limits
	switch {
	case u.is.s != "" && inline:
		r.fault("definition", u.is.at, fmt.Sprintf("%s is %s, and has an interface of its own", u.name.s, u.is.s), "leave out the one or the other")
	case u.is.s != "":
		u.needs = r.settings(f, needs, "needs")
	case !inline && needs == nil:
		r.fault("definition", u.name.at, fmt.Sprintf("it is not said what %s is", u.name.s), `add "is: NAME" of a definition or a library Atom, or needs and products`)
		return u
	default:
		if needs != nil {
			w.elements = append(r.elements(f, needs, atom.NeedRole), w.elements...)
		}
		w.limits = limits{when: text{}}
		u.own = r.finish(w)
	}
	return u
}

// lookup finds the definition of an instance; nil if there is none.
func (r *reader) lookup(u *use) *definition {
	if u.own != nil || u.is.s == "" {
		return u.own
	}
	if d, ok := r.defs[u.is.s]; ok {
		d.used = true
		return d
	}
	return r.library(u.is.s)
}

// find finds the definition of an instance; nil after a fault.
func (r *reader) find(u *use) *definition {
	if d := r.lookup(u); d != nil || u.is.s == "" {
		return d
	}
	var names []string
	for _, d := range r.order {
		names = append(names, d.def.Name)
	}
	r.fault("name", u.is.at, fmt.Sprintf("there is no definition or library Atom %s", u.is.s),
		r.near(strings.TrimPrefix(u.is.s, "lib."), append(names, r.libraryNames()...), "definitions"))
	return nil
}

// place puts an instance into parent, with all that is inside.
func (r *reader) place(parent *atom.Instance, u *use, depth int) *atom.Instance {
	if r.full {
		return nil
	}
	r.path = append(r.path, u.name.s)
	defer func() { r.path = r.path[:len(r.path)-1] }()
	d := r.find(u)
	if d != nil {
		d = r.sized(u, d)
	}
	if d == nil {
		return nil
	}
	r.instances++
	if r.ports += len(d.def.Elements); r.instances > maxInstances || r.ports > maxPorts {
		r.fault("limit", u.name.at, fmt.Sprintf("more than %d instances or %d interface elements", maxInstances, maxPorts), "")
		r.full = true
		return nil
	}
	if d.active || depth > maxNesting {
		r.fault("limit", u.name.at, fmt.Sprintf("%s is inside itself, or nested more than %d deep", d.def.Name, maxNesting), "a Molecule cannot contain itself")
		return nil
	}
	var body any
	if d.body != nil {
		body = d.body()
	}
	i := parent.Enter(d.kind, u.name.s, d.def, body, u.name.at, func(i *atom.Instance) { r.value(i, parent, u, d) })
	switch {
	case d.physics != nil && d.track != nil:
		i.Body = d.physics.Tracking(i.Ports, d.track)
	case d.physics != nil:
		i.Body = d.physics.Bind(i.Ports)
	}
	d.spread = true
	if d.kind == atom.Molecule || d.kind == atom.Alternative {
		d.active = true
		r.inside(i, d.uses, d.links, depth+1)
		d.active = false
	}
	if d.kind == atom.Alternative {
		i.Choice = &atom.Choice{Select: i.Port("select"), Fade: d.fade}
	}
	return i
}

// value sets an instance's parameters, constraints and values.
func (r *reader) value(i, parent *atom.Instance, u *use, d *definition) {
	r.d.doubt[i.Path] = u.wrong || d.doubt
	for _, s := range u.with {
		if r.parameter(i, u, d, s) && s.value.s != "" {
			i.Parameters[s.key.s] = s.value.s
		}
	}
	for _, p := range d.def.Parameters {
		if u.wrong {
			r.d.quiet[i.Path+".$"+p.Name] = true
		}
	}
	i.Constraint = u.limits.over(i.Constraint)
	when := u.limits.when
	if when.s == "" && i.Constraint.Update == atom.Sporadic {
		when = d.when
	}
	if when.s != "" {
		i.Constraint.Condition = when.s
		if parent.Path != "" {
			i.Constraint.Condition = parent.Path + "." + when.s
		}
	}
	i.Loop, i.Driver, i.Properties = u.loop.s, u.driver.s, u.properties
	for _, name := range d.valued {
		for k := range d.def.Elements {
			if e := &d.def.Elements[k]; e.Name == name && e.Role == atom.ProductRole {
				atom.Valued(name, e.Initial)(i)
			}
		}
	}
	known := map[string]int{} // lengths of arrays given as lists
	for _, l := range u.lists {
		if n := r.length(i, d, l); n > 0 {
			known[l.name.s] = n
		}
	}
	for _, s := range u.values {
		base, index, _ := strings.Cut(s.key.s, "[")
		if k, err := strconv.Atoi(strings.TrimSuffix(index, "]")); err == nil && known[base] > 0 && k >= known[base] {
			continue // the length has been reported
		}
		if r.many() {
			return
		}
		if e := r.element(d, s.key, "products", atom.ProductRole, atom.StorageRole); e != nil {
			atom.Valued(e.Name, r.quantity(e.Type, s.value))(i)
		}
	}
	for _, s := range u.needs {
		e := r.element(d, s.key, "needs", atom.NeedRole)
		if e == nil || s.value.s == "" {
			continue
		}
		c := e.Update
		word, rest, _ := strings.Cut(s.value.s, " every ")
		if c.Update = r.update(text{strings.TrimSpace(word), s.value.at, s.value.file, s.value.node}, true); rest != "" {
			c.Periods = r.periods([]text{{rest, s.value.at, s.value.file, s.value.node}})
		}
		atom.Renewed(e.Name, c)(i)
	}
}

// length compares a list of values with its array.
func (r *reader) length(i *atom.Instance, d *definition, l several) (n int) {
	for k := range d.def.Elements {
		if d.def.Elements[k].Name == l.name.s+"[0]" {
			_, n = atom.Array(d.def.Elements[k:])
		}
	}
	if n == 0 || n == l.n {
		return n
	}
	r.fault("value", l.name.at, fmt.Sprintf("there are %d values for %s, which has %d elements", l.n, l.name.s, n), "give one for each")
	for k := l.n; k < n; k++ {
		r.d.quiet[fmt.Sprintf("%s.%s[%d]", i.Path, l.name.s, k)] = true
	}
	return n
}

// parameter checks a parameter that an instance sets, and reports whether it exists.
func (r *reader) parameter(i *atom.Instance, u *use, d *definition, s setting) bool {
	var names []string
	for _, p := range d.def.Parameters {
		if names = append(names, p.Name); p.Name != s.key.s {
			continue
		}
		v := s.value.s
		switch {
		case p.Length:
			if v != "" && v != p.Default {
				r.fault("length", s.value.at, fmt.Sprintf("%s = %s, and the banks of %s have %s elements", p.Name, v, u.is.s, p.Default), "say it once")
			}
			return false // it already has the value
		case p.Axis:
			r.axis(&v, s.value)
		default:
			r.frame(&v, s.value)
		}
		if v == "" {
			r.d.quiet[i.Path+".$"+p.Name] = true
		}
		return true
	}
	if !d.broken {
		r.fault("parameter", s.key.at, fmt.Sprintf("%s has no interface parameter %s", d.def.Name, s.key.s), r.near(s.key.s, names, "interface parameters"))
	}
	r.d.quiet[i.Path+".$"+spelling.Nearest(s.key.s, names)] = true
	return false
}

// element finds an interface element that an instance mentions.
func (r *reader) element(d *definition, name text, what string, roles ...atom.Role) *atom.Element {
	var names []string
	for k := range d.def.Elements {
		e := &d.def.Elements[k]
		for _, role := range roles {
			if e.Role == role && e.Name == name.s {
				return e
			}
			if e.Role == role {
				names = append(names, e.Name)
			}
		}
	}
	r.d.quiet[strings.Join(r.path, ".")+"."+spelling.Nearest(name.s, names)] = true
	if !d.broken {
		r.fault("name", name.at, fmt.Sprintf("%s has no %s among its %s", d.def.Name, name.s, what), r.near(name.s, names, what))
	}
	return nil
}

// inside places the contents of a scope, and links them.
func (r *reader) inside(scope *atom.Instance, uses []*use, links []connection, depth int) {
	r.measure(scope, uses, links)
	lost := map[string]bool{} // instances that exist but have a fault
	for _, u := range uses {
		i := r.place(scope, u, depth)
		if i == nil {
			lost[u.name.s] = true
		} else if d := r.find(u); d != nil && d.broken {
			lost[u.name.s] = true
			for _, p := range i.Ports {
				r.d.quiet[p.Path()] = true
			}
		}
	}
	if scope == r.m.Root {
		r.lost = lost
	}
	r.within("links", func() { r.connect(scope, links, lost) })
}

// build makes the model from what has been read.
func (r *reader) build(t *top) {
	if t.whole || len(r.faults) == 0 && len(r.order) == 0 {
		r.inside(r.m.Root, t.instances, t.links, 0)
	} else if len(t.links) > 0 && len(r.faults) == 0 {
		r.fault("name", t.links[0].at, "there are links, and no instances", "add instances:")
	}
	r.compositions(t.groups)
	r.kinds()
	r.unused(t)
	model := r.m
	r.m = atom.New("unused")
	for _, d := range r.order { // unused definitions are checked as well
		if !d.spread && (d.kind == atom.Molecule || d.kind == atom.Alternative) {
			at := text{s: d.def.Name, at: d.def.Place}
			r.place(r.m.Root, &use{name: at, own: d}, 0)
		}
	}
	for _, f := range r.m.Faults {
		if f.Code == "length" { // of banks that are linked
			model.Faults = append(model.Faults, f)
		}
	}
	r.m = model
	r.knownFrames()
}

// unused warns of definitions that a sound model does not use: a use may have another name by mistake.
func (r *reader) unused(t *top) {
	if !t.whole || len(r.faults) > 0 {
		return
	}
	warn := func(at diag.Pos, path, what string) {
		r.d.Warnings = append(r.d.Warnings, diag.Fault{Code: "unused", Severity: diag.Warning, Pos: at, Path: path, What: what, Do: "use it, or leave it out"})
	}
	for _, d := range r.order {
		if !d.used && d.def.Place.File == r.d.Texts[0].Name { // what is included may serve others
			warn(d.def.Place, "define."+d.def.Name, "no instance is a "+d.def.Name)
		}
	}
	for _, d := range r.d.Meta.Drivers {
		if !slices.ContainsFunc(r.m.Instances, func(i *atom.Instance) bool { return i.Driver == d.Name || i.Path == d.Name }) {
			warn(d.Place, "drivers."+d.Name, "no instance is driven by "+d.Name)
		}
	}
	r.d.Warnings.Sort()
}

// noType reports whether an element's type is unknown, which has already been reported.
func noType(p *atom.Port) bool { return p.Element.Type == unit.NoType }
