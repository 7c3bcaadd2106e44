package aadl

import (
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// typed reads the type of a property; e is the declaration of a declared type, otherwise the declaration that contains it.
func (l *linker) typed(s *scope, y *syntax.PropertyType, e *entry) *Type {
	if y == nil {
		return nil
	}
	if y.Kind == syntax.NamedType {
		return l.typeNamed(s, y.Name)
	}
	t := &Type{Set: s.set, Kind: y.Kind, Syntax: y}
	if e != nil && e.syntax.Form == syntax.PropertyTypeDeclaration {
		t.Name = e.name()
	}
	switch y.Kind {
	case syntax.EnumerationType:
		seen := map[string]bool{}
		for _, w := range y.Literals {
			if l.once(s, seen, w.Name) {
				t.Words = append(t.Words, w.Name.Text)
			}
			l.refer(s, w.Name, Declared{s.file, w})
		}
	case syntax.UnitsType:
		t.Units = l.units(s, t, y)
	case syntax.IntegerType, syntax.RealType:
		l.numeric(s, t, y)
	case syntax.RangeType:
		if t.Element = l.typed(s, y.Element, nil); t.Element != nil && t.Element.Kind != syntax.IntegerType && t.Element.Kind != syntax.RealType {
			l.fault(s, y.Element, "aadl-type", "a range is of numbers, not of "+t.Element.said(), "name a type of numbers")
			return nil
		}
	case syntax.ListType:
		t.Element = l.typed(s, y.Element, nil)
	case syntax.RecordType:
		seen := map[string]bool{}
		for _, f := range y.Fields {
			if l.once(s, seen, f.Name) {
				t.Fields = append(t.Fields, FieldType{f.Name.Text, l.typed(s, f.Type, nil)})
				l.refer(s, f.Name, Declared{s.file, f})
			}
		}
	case syntax.ClassifierType, syntax.ReferenceType:
		t.owners = l.owners(s, y.Owners)
	}
	return t
}

// typeNamed returns a declared type, or nil after a fault.
func (l *linker) typeNamed(s *scope, r syntax.Ref) *Type {
	if r.Name.Text == "" {
		return nil
	}
	e, ok := l.entry(s, r)
	switch {
	case !ok:
		return nil
	case e == nil:
		if !s.file.Faulty() {
			do := l.suggest(r.Name.Text, l.entryNames(s, r.Space.Text, syntax.PropertyTypeDeclaration))
			if other := l.elsewhere(r, syntax.PropertyTypeDeclaration); other != "" {
				do = "write " + other + ", if that is meant"
			}
			l.fault(s, r, "aadl-unresolved", "there is no type "+r.String(), do)
		}
		return nil
	case e.syntax.Form != syntax.PropertyTypeDeclaration:
		l.fault(s, r, "aadl-type", r.String()+" is a property "+e.syntax.Form.String()+", where a type is named", "name a type")
		return nil
	case !l.read(s, e, r):
		return nil
	}
	return e.typ
}

// once notes a name and reports whether it is new; a repeated name is a fault.
func (l *linker) once(s *scope, seen map[string]bool, n syntax.Name) bool {
	key := syntax.Fold(n.Text)
	if seen[key] {
		l.fault(s, n, "aadl-twice", n.Text+" stands here twice", "leave out one")
	}
	was := seen[key] || key == ""
	seen[key] = key != ""
	return !was
}

// units reads the units of a type.
func (l *linker) units(s *scope, t *Type, y *syntax.PropertyType) *Units {
	u := &Units{Name: t.Name}
	seen, before := map[string]bool{}, map[string]*syntax.Literal{}
	factors := map[*syntax.Literal]float64{}
	for i, w := range y.Literals {
		l.refer(s, w.Name, Declared{s.file, w})
		if !l.once(s, seen, w.Name) {
			continue
		}
		factor := 1.0
		if w.Base.Text != "" {
			base := before[syntax.Fold(w.Base.Text)]
			if base == nil {
				l.fault(s, w.Base, "aadl-unresolved", "no unit "+w.Base.Text+" stands before", l.suggest(w.Base.Text, u.names))
				continue
			}
			l.refer(s, w.Base, Declared{s.file, base})
			n, _ := w.Factor.(*syntax.NumberValue)
			if n == nil {
				continue
			}
			if factor = factors[base] * n.Float(); factor <= 0 || factor > largestFactor {
				l.fault(s, w.Factor, "aadl-type", "a unit is a multiple of another, not "+n.Text+" times it", "give a number above 0")
				continue
			}
		} else if i > 0 {
			l.fault(s, w.Name, "aadl-type", "this unit is no multiple of the first one", "write "+w.Name.Text+" => "+y.Literals[0].Name.Text+" * FACTOR")
			continue
		}
		before[syntax.Fold(w.Name.Text)], factors[w] = w, factor
		u.Units = append(u.Units, Unit{w.Name.Text, factor})
	}
	sort.SliceStable(u.Units, func(i, j int) bool { return u.Units[i].Factor < u.Units[j].Factor })
	return u
}

// literal returns the literal with a name among a type's literals.
func literal(y *syntax.PropertyType, name string) *syntax.Literal {
	return y.Literals[slices.IndexFunc(y.Literals, func(w *syntax.Literal) bool { return syntax.Same(w.Name.Text, name) })]
}

// largestFactor bounds the factor of a unit to the first one.
const largestFactor = 1e300

// unit returns the unit with a name, or nil.
func (u *Units) unit(name string) *Unit {
	for i := range u.Units {
		if syntax.Same(u.Units[i].Name, name) {
			return &u.Units[i]
		}
	}
	return nil
}

// names are the names of the units.
func (u *Units) names() (all []string) {
	for _, x := range u.Units {
		all = append(all, x.Name)
	}
	return all
}

// numeric reads the bounds and the units of a number.
func (l *linker) numeric(s *scope, t *Type, y *syntax.PropertyType) {
	if y.Units != nil {
		if u := l.typed(s, y.Units, nil); u != nil && u.Kind == syntax.UnitsType {
			t.Units = u.Units
			t.measures = u
		} else if u != nil {
			l.fault(s, y.Units, "aadl-type", "units are expected, not "+u.said(), "name a type of units")
		} else {
			t.loose = true
		}
	}
	if y.Low != nil && y.High != nil {
		l.bounds = append(l.bounds, bounds{s, t})
	}
}

// bounds are the bounds of a type that are still to be read: after the constants, because a constant may bound its own type.
type bounds struct {
	scope *scope
	of    *Type
}

// bound reads the bounds of a type.
func (l *linker) bound(s *scope, t *Type) {
	low, high := l.value(s, t, t.Syntax.Low), l.value(s, t, t.Syntax.High)
	if !low.numeric() || !high.numeric() {
		return
	}
	if low.base() > high.base() {
		l.fault(s, t.Syntax.Low, "aadl-type", "the lower bound is above the upper one", "put the smaller one first")
		return
	}
	t.Bounds = &[2]Value{low, high}
}

// within checks the numbers of a value that was read before the bounds of its type against these bounds.
func (l *linker) within(s *scope, t *Type, v Value) {
	switch {
	case t == nil:
	case v.numeric():
		l.bounded(s, t, v)
	case v.Kind == List || v.Kind == Range:
		for i, e := range v.Elements {
			if v.Kind == List || i < 2 {
				l.within(s, t.Element, e)
			}
		}
	case v.Kind == Record:
		for i, e := range v.Elements {
			for _, f := range t.Fields {
				if f.Name == v.Names[i] {
					l.within(s, f.Type, e)
				}
			}
		}
	}
}

// numeric reports whether the value is a number.
func (v Value) numeric() bool { return v.Kind == Integer || v.Kind == Real }

// base returns a number in the first unit of its type.
func (v Value) base() float64 { return v.In(1) }
