package aadl

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// entry is a declaration in a property set, and its meaning once it has been read.
type entry struct {
	syntax   *syntax.Property
	set      *PropertySet
	property *Property // of a definition
	constant *Constant
	typ      *Type // of a declared type; of a constant its type
	state    state
}

// name is the declaration's name with its set.
func (e *entry) name() string { return e.set.Name + "::" + e.syntax.Name.Text }

// declared is its place.
func (e *entry) declared() Declared { return Declared{e.set.File, e.syntax} }

// standardSets are the property sets whose properties are named without the set: those of the standard itself (AS5506, appendix A).
var standardSets = [...]string{"AADL_Project", "Thread_Properties", "Timing_Properties", "Communication_Properties", "Memory_Properties",
	"Programming_Properties", "Modeling_Properties", "Deployment_Properties"}

// standardSet reports whether a set may be used without with.
func standardSet(name string) bool {
	for _, s := range standardSets {
		if syntax.Same(s, name) {
			return true
		}
	}
	return false
}

// declareProperties notes the declarations in a property set.
func (l *linker) declareProperties(s *PropertySet) {
	for _, y := range s.Syntax.Declarations {
		if y.Name.Text == "" {
			continue
		}
		key := syntax.Fold(y.Name.Text)
		if first := s.declared[key]; first != nil {
			l.fault(s.scope, y.Name, "aadl-twice", y.Name.Text+" is declared a second time, first at "+position(s.File, first.syntax.Name).String(),
				"give one of them another name")
			continue
		}
		e := &entry{syntax: y, set: s}
		s.declared[key] = e
		l.refer(s.scope, y.Name, e.declared())
		switch y.Form {
		case syntax.PropertyDefinition:
			e.property = &Property{Name: e.name(), Set: s, Syntax: y, Inherit: y.Inherit}
			s.Properties = append(s.Properties, e.property)
		case syntax.PropertyConstant:
			e.constant = &Constant{Name: e.name(), Set: s, Syntax: y}
			s.Constants = append(s.Constants, e.constant)
		}
	}
}

// propertySets reads the property sets: the types and constants in any order, each when it is needed.
func (l *linker) propertySets() {
	sets := slices.Clone(l.sets)
	for _, name := range standardSets {
		if s := l.replaced[syntax.Fold(name)]; s != nil {
			sets = append(sets, s)
		}
	}
	if l.m.unspaced == nil {
		l.m.unspaced = l.unspaced()
	}
	for _, s := range sets {
		s.with = map[string]bool{}
		for _, w := range s.Syntax.Withs {
			l.with(s.scope, w, s.with)
		}
	}
	for _, s := range l.sets {
		for _, y := range s.Syntax.Declarations {
			if e := s.declared[syntax.Fold(y.Name.Text)]; e != nil && e.syntax == y {
				l.read(s.scope, e, y.Name)
				if e.typ != nil && y.Form == syntax.PropertyTypeDeclaration {
					s.Types = append(s.Types, e.typ)
				}
			}
		}
	}
	l.settled = true
	for _, b := range l.bounds {
		l.bound(b.scope, b.of)
	}
	for _, s := range l.sets {
		for _, k := range s.Constants {
			if e := s.declared[syntax.Fold(k.Syntax.Name.Text)]; e.typ != nil {
				l.within(s.scope, e.typ, k.Value)
			}
		}
		for _, p := range s.Properties {
			if p.Syntax.Value != nil && p.Type != nil {
				v := l.value(s.scope, p.Type, p.Syntax.Value)
				p.Default = &v
			}
		}
	}
}

// unspaced finds what is named without a set.
func (l *linker) unspaced() map[string]*entry {
	all := map[string]*entry{}
	for _, name := range standardSets {
		if s := l.m.Set(name); s != nil {
			for _, y := range s.Syntax.Declarations {
				if key := syntax.Fold(y.Name.Text); all[key] == nil {
					all[key] = s.declared[key]
				}
			}
		}
	}
	return all
}

// read reads a declaration, if that has not been done. It returns false, after a fault, if the declaration is being read, because then
// it needs itself.
func (l *linker) read(s *scope, e *entry, at syntax.Node) bool {
	switch e.state {
	case ready:
		return true
	case busy:
		names := []string{e.name()}
		for i := len(l.open) - 1; i >= 0; i-- {
			names = append(names, l.open[i].name())
			if l.open[i] == e {
				break
			}
		}
		slices.Reverse(names)
		l.fault(s, at, "aadl-cycle", strings.Join(names, " needs "), "declare one of them without the next")
		return false
	}
	if len(l.open) >= mostNeeded {
		l.fault(s, at, "aadl-type", "too many declarations need each other, one by one", "declare this one without another")
		e.state = ready
		return false
	}
	e.state = busy
	l.open = append(l.open, e)
	y, own := e.syntax, e.set.scope
	e.typ = l.typed(own, y.Type, e)
	switch {
	case e.property != nil:
		e.property.Type = e.typ
		e.property.owners = l.owners(own, y.AppliesTo)
	case e.constant != nil && e.typ != nil:
		e.constant.Value = l.value(own, e.typ, y.Value)
	}
	l.open = l.open[:len(l.open)-1]
	e.state = ready
	return true
}

// mostNeeded bounds the length of a chain of declarations that need each other.
const mostNeeded = 10_000

// entry returns the declaration that a name refers to, or nil. It returns false if the reason has been reported: that the set
// does not exist, or has faults.
func (l *linker) entry(s *scope, r syntax.Ref) (e *entry, ok bool) {
	key := syntax.Fold(r.Name.Text)
	if r.Space.Text != "" {
		set := l.m.Set(r.Space.Text)
		if set == nil {
			if !l.absent(s, r.Space) {
				l.fault(s, r.Space, "aadl-unresolved", "there is no property set "+r.Space.Text, l.suggest(r.Space.Text, l.setNames))
			}
			return nil, false
		}
		l.refer(s, r.Space, Declared{set.File, set.Syntax})
		if set != s.set && !standardSet(set.Name) {
			l.used(s, r.Space, "property set", set.Name)
		}
		if e = set.declared[key]; e == nil && set.File.Faulty() {
			return nil, false
		}
		if old := l.replaced[syntax.Fold(set.Name)]; e == nil && old != nil && l.standard(s) {
			e = old.declared[key]
		}
	} else {
		if s.set != nil {
			if e = l.m.Set(s.set.Name).declared[key]; e == nil {
				e = s.set.declared[key]
			}
		}
		if e == nil {
			e = l.m.unspaced[key]
		}
		for i := 0; e == nil && l.standard(s) && i < len(standardSets); i++ {
			if old := l.replaced[syntax.Fold(standardSets[i])]; old != nil {
				e = old.declared[key]
			}
		}
	}
	if e != nil {
		l.refer(s, r.Name, e.declared())
	}
	return e, true
}

// setNames are the names of all property sets.
func (l *linker) setNames() (all []string) {
	for _, s := range l.m.Sets {
		all = append(all, s.Name)
	}
	return all
}

// entryNames are the names of a form that a name without a set, or one with the given set, could mean.
func (l *linker) entryNames(s *scope, space string, forms ...syntax.PropertyForm) func() []string {
	return func() (all []string) {
		sets := make([]*PropertySet, 0, len(standardSets)+1)
		if space != "" {
			sets = append(sets, l.m.Set(space))
		} else {
			if s.set != nil {
				sets = append(sets, s.set)
			}
			for _, name := range standardSets {
				sets = append(sets, l.m.Set(name))
			}
		}
		for _, set := range sets {
			if set == nil {
				continue
			}
			for _, y := range set.Syntax.Declarations {
				if slices.Contains(forms, y.Form) {
					all = append(all, y.Name.Text)
				}
			}
		}
		return all
	}
}

// elsewhere returns the declaration in some set, "Set::Name", of a name that was written without a set.
func (l *linker) elsewhere(r syntax.Ref, form syntax.PropertyForm) string {
	key := syntax.Fold(r.Name.Text)
	if l.suggested > mostSuggested {
		return ""
	}
	for _, s := range l.m.Sets {
		if e := s.declared[key]; e != nil && e.syntax.Form == form && r.Space.Text == "" {
			return e.name()
		}
	}
	return ""
}

// Property returns the property with a qualified name, or nil.
func (m *Model) Property(name string) *Property {
	if p := m.spelled[name]; p != nil { // the spelling that analyses use, for each of thousands of components
		return p
	}
	at := strings.LastIndex(name, "::")
	if at < 0 {
		return nil
	}
	if s := m.Set(name[:at]); s != nil {
		if e := s.declared[syntax.Fold(name[at+2:])]; e != nil {
			return e.property
		}
	}
	return nil
}
