// Package asn1 reads modules in ASN.1 (ITU-T X.680) as types and values of parameters. It supports the part of the
// language that describes data without its encoding: modules with imports, SEQUENCE, SEQUENCE OF, CHOICE, ENUMERATED,
// INTEGER, REAL, BOOLEAN and the common strings, with ranges and sizes, DEFAULT, OPTIONAL, and values. Other parts of
// the language are refused by name. A comment "unit: m/s" after a number gives it a unit; docs/format/params.md
// describes the whole subset.
package asn1

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/asn1/scan"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Codes of faults in modules. Faults of values in them have the codes of package param.
const (
	Syntax      = "asn1-syntax"
	Unsupported = "asn1-unsupported"
	Name        = "asn1-name"
	Twice       = "asn1-twice"
	Cycle       = "asn1-cycle"
	Recursion   = "asn1-recursion"
	Large       = "asn1-large"
	Bound       = "asn1-bound"
	UnitFault   = "asn1-unit"
)

// Rules describes the codes of faults in modules.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: Syntax, Text: "a text that is no module of ASN.1"},
		{Code: Unsupported, Text: "a part of ASN.1 that is not supported, by its name"},
		{Code: Name, Text: "a type, value or module that there is not, or that is not exported"},
		{Code: Twice, Text: "a name that is given twice"},
		{Code: Cycle, Text: "modules that import each other"},
		{Code: Recursion, Text: "a type that contains itself"},
		{Code: Large, Text: "a type that consists of too many types, each counted wherever it is named"},
		{Code: Bound, Text: "bounds that hold nothing, lie outside those of the type they restrict, or do not fit it"},
		{Code: UnitFault, Text: "a unit that is not known, is another than the type has, or is given to what is no number"},
	}
}

// maxFaults bounds the faults reported for one set of modules.
const maxFaults = 100

// Source is a text with its name.
type Source struct {
	Name string
	Text []byte
}

// Set is a set of modules that may import each other.
type Set struct{ Modules []*Module }

// Module is a module with its types and values, in the order of the text.
type Module struct {
	Name, Doc string
	Pos       diag.Pos
	Types     []*param.Type
	Values    []Value
}

// Value is a value that a module names.
type Value struct {
	Name, Doc string
	Type      *param.Type
	Value     param.Value
}

// Type finds a type by its name, Type or Module.Type. If several modules have it, or none, the error lists the
// candidates.
func (s *Set) Type(name string) (*param.Type, error) {
	in, short, qualified := strings.Cut(name, ".")
	if !qualified {
		short = name
	}
	var found []*param.Type
	var all, where []string
	for _, m := range s.Modules {
		for _, t := range m.Types {
			all = append(all, t.Name)
			if t.Name == short && (!qualified || m.Name == in) {
				found, where = append(found, t), append(where, m.Name+"."+t.Name)
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		f := unknown(diag.Pos{}, "type", name, all)
		return nil, fmt.Errorf("%s; %s", f.What, f.Do)
	}
	return nil, fmt.Errorf("several modules have a type %s: name one of %s", name, strings.Join(where, ", "))
}

// Parse reads modules that may import each other. If it finds a fault of severity Error, the set has only the sound
// parts.
func Parse(sources ...Source) (*Set, diag.Faults) {
	l := &linker{modules: map[string]*module{}, parts: map[*param.Type]int{}}
	for _, s := range sources {
		all, faults := parse(s.Name, s.Text)
		l.faults = append(l.faults, faults...)
		for _, m := range all {
			if was := l.modules[m.name.Text]; was != nil {
				l.fault(Twice, m.name.Pos, fmt.Sprintf("there is a module %s in %v already", m.name.Text, was.name.Pos), "give one of them another name")
				continue
			}
			l.modules[m.name.Text] = m
			l.order = append(l.order, m)
		}
	}
	for _, m := range l.order {
		l.imports(m)
	}
	l.cycles()
	set := &Set{}
	for _, m := range l.order {
		set.Modules = append(set.Modules, l.module(m))
	}
	l.faults.Sort()
	file := ""
	if len(sources) > 0 {
		file = sources[0].Name
	}
	return set, l.faults.First(maxFaults, file, 0)
}

// linker finds what names stand for.
type linker struct {
	modules map[string]*module
	order   []*module
	parts   map[*param.Type]int // how many types a type consists of
	faults  diag.Faults
}

func (l *linker) fault(code string, at diag.Pos, what, do string) {
	l.faults = append(l.faults, diag.Fault{Code: code, Pos: at, What: what, Do: do})
}

// imports checks what a module imports and exports.
func (l *linker) imports(m *module) {
	for _, t := range m.exports {
		if m.names[t.Text] == nil {
			l.faults = append(l.faults, unknown(t.Pos, "type or value", t.Text, m.known()))
		}
	}
	for _, i := range m.imports {
		from := l.modules[i.from.Text]
		if from == nil {
			var all []string
			for _, o := range l.order {
				all = append(all, o.name.Text)
			}
			l.faults = append(l.faults, unknown(i.from.Pos, "module", i.from.Text, all))
		}
		for _, t := range i.names {
			switch {
			case m.names[t.Text] != nil || m.from[t.Text] != nil:
				l.fault(Twice, t.Pos, t.Text+" is defined here already", "give one of them another name")
				continue
			case from == nil:
				from = &module{} // already reported: the import is unknown
			case from.name.Text != "" && from.names[t.Text] == nil:
				l.faults = append(l.faults, unknown(t.Pos, "type or value in "+from.name.Text+" called", t.Text, from.known()))
			case from.name.Text != "" && !from.exported(t.Text):
				l.fault(Name, t.Pos, fmt.Sprintf("%s does not export %s", from.name.Text, t.Text), "add it to its EXPORTS")
			}
			m.from[t.Text] = from
		}
	}
}

// known lists the names of a module.
func (m *module) known() (all []string) {
	for _, a := range m.all {
		all = append(all, a.name.Text)
	}
	return all
}

func (m *module) exported(name string) bool {
	return m.exports == nil || slices.ContainsFunc(m.exports, func(t scan.Token) bool { return t.Text == name })
}

// find returns what a name stands for in a module, nil if nothing or if its definition is faulty; known is false if
// nothing defines or imports it.
func (m *module) find(name string) (a *assignment, known bool) {
	if a = m.names[name]; a != nil {
		return a, true
	}
	if from := m.from[name]; from != nil {
		return from.names[name], true
	}
	return nil, false
}

// cycles refuses modules that import each other.
func (l *linker) cycles() {
	const (
		unseen = iota
		open
		done
	)
	state := map[*module]int{}
	var path []string
	var visit func(m *module)
	visit = func(m *module) {
		state[m] = open
		path = append(path, m.name.Text)
		for _, i := range m.imports {
			switch from := l.modules[i.from.Text]; {
			case from == nil || state[from] == done:
			case state[from] == open:
				way := append(slices.Clone(path[slices.Index(path, from.name.Text):]), from.name.Text)
				l.fault(Cycle, i.from.Pos, strings.Join(way, " imports "), "move what they share to a module of its own")
			default:
				visit(from)
			}
		}
		path = path[:len(path)-1]
		state[m] = done
	}
	for _, m := range l.order {
		if state[m] == unseen {
			visit(m)
		}
	}
}

// module resolves all that a module defines.
func (l *linker) module(m *module) *Module {
	out := &Module{Name: m.name.Text, Doc: m.doc, Pos: m.name.Pos}
	for _, a := range m.all {
		t := l.assigned(a)
		switch {
		case t == nil:
		case a.value == nil:
			out.Types = append(out.Types, t)
		default:
			if v, ok := l.value(m, t, a.value); ok {
				out.Values = append(out.Values, Value{a.name.Text, a.notes.doc, t, v})
			}
		}
	}
	return out
}

// value checks a value in a module.
func (l *linker) value(m *module, t *param.Type, n *param.Node) (param.Value, bool) {
	v, faults := param.Check(t, n, m.reference())
	l.faults = append(l.faults, faults...)
	return v, len(faults) == 0
}

// reference looks up values by their names in a module.
func (m *module) reference() param.Reference {
	return func(name string) (*param.Node, param.Reference) {
		a, _ := m.find(name)
		if a == nil || a.value == nil {
			return nil, nil
		}
		return a.value, a.in.reference()
	}
}
