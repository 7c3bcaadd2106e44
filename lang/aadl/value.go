package aadl

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

var saidTypes = [...]string{syntax.BooleanType: "true or false", syntax.StringType: "a string", syntax.EnumerationType: "a literal",
	syntax.UnitsType: "a unit", syntax.IntegerType: "an integer", syntax.RealType: "a number", syntax.RangeType: "a range LOW .. HIGH",
	syntax.ClassifierType: "classifier (NAME)", syntax.ReferenceType: "reference (PATH)", syntax.RecordType: "a record [FIELD => VALUE; …]",
	syntax.ListType: "a list (VALUE, …)"}

// said is how a fault describes the type's values.
func (t *Type) said() string {
	what := saidTypes[t.Kind]
	switch {
	case t.Kind == syntax.EnumerationType && len(t.Words) <= 12:
		return "one of " + strings.Join(t.Words, ", ")
	case t.Kind == syntax.EnumerationType && t.Name != "":
		return "a literal of " + t.Name
	case t.Kind == syntax.RangeType && t.Element != nil && t.Element.Units != nil, t.Units != nil && t.Kind != syntax.UnitsType:
		return what + " with a unit"
	}
	return what
}

// value returns a value according to its type: without a kind after a fault, or if the type is not known.
func (l *linker) value(s *scope, t *Type, x syntax.Expr) Value {
	v := Value{File: s.file, Syntax: x}
	if t == nil || x == nil {
		return v
	}
	list, isList := x.(*syntax.ListValue)
	switch x := x.(type) {
	case *syntax.NamedValue:
		return l.namedValue(s, t, x)
	case *syntax.ComputedValue:
		v.Kind, v.Text = Computed, x.Function.Text
		return v
	}
	if t.Kind == syntax.ListType {
		v.Kind = List
		if !isList {
			v.Elements = []Value{l.value(s, t.Element, x)}
			return v
		}
		v.Elements = make([]Value, len(list.Elements))
		for i, e := range list.Elements {
			v.Elements[i] = l.value(s, t.Element, e)
		}
		return v
	}
	switch x := x.(type) {
	case *syntax.Operation:
		return l.operation(s, t, x)
	case *syntax.NumberValue:
		if t.Kind == syntax.IntegerType || t.Kind == syntax.RealType {
			return l.number(s, t, x)
		}
	case *syntax.BooleanValue:
		if t.Kind == syntax.BooleanType {
			v.Kind, v.Bool = Boolean, x.Value
			return v
		}
	case *syntax.StringValue:
		if t.Kind == syntax.StringType {
			v.Kind, v.Text = String, x.Value()
			return v
		}
	case *syntax.RangeValue:
		if t.Kind == syntax.RangeType {
			return l.rangeValue(s, t, x)
		}
	case *syntax.ClassifierValue:
		if t.Kind == syntax.ClassifierType {
			return l.classifierValue(s, t, x)
		}
	case *syntax.ReferenceValue:
		if t.Kind == syntax.ReferenceType {
			return l.referenceValue(s, t, x)
		}
	case *syntax.RecordValue:
		if t.Kind == syntax.RecordType {
			return l.recordValue(s, t, x)
		}
	}
	l.unsuited(s, t, x, shape(x))
	return v
}

// shape names the kind of a written value.
func shape(x syntax.Expr) string {
	switch x.(type) {
	case *syntax.BooleanValue:
		return "true or false"
	case *syntax.StringValue:
		return "a string"
	case *syntax.NumberValue:
		return "a number"
	case *syntax.RangeValue:
		return "a range"
	case *syntax.ListValue:
		return "a list"
	case *syntax.RecordValue:
		return "a record"
	case *syntax.ReferenceValue:
		return "a reference"
	case *syntax.ClassifierValue:
		return "a classifier"
	}
	return "an expression"
}

// unsuited reports a value that does not have its type.
func (l *linker) unsuited(s *scope, t *Type, at syntax.Node, what string) {
	l.fault(s, at, "aadl-value", t.said()+" is expected, not "+what, "write "+t.said())
}

// number returns a number, within its type's bounds.
func (l *linker) number(s *scope, t *Type, x *syntax.NumberValue) Value {
	v := Value{Kind: Integer, Number: x.Float(), File: s.file, Syntax: x}
	if t.Kind == syntax.RealType {
		v.Kind = Real
	} else if x.Real {
		l.unsuited(s, t, x, "the real number "+x.Text)
		return Value{File: s.file, Syntax: x}
	}
	switch {
	case t.loose:
	case t.Units == nil && x.Unit.Text != "":
		l.fault(s, x.Unit, "aadl-value", "this number has no units, and is given "+x.Unit.Text, "leave out "+x.Unit.Text)
	case t.Units != nil && x.Unit.Text == "":
		l.fault(s, x, "aadl-value", "the number has no unit", "write one of "+strings.Join(t.Units.names(), ", ")+" after it")
		return Value{File: s.file, Syntax: x}
	case t.Units != nil:
		u := t.Units.unit(x.Unit.Text)
		if u == nil {
			what := x.Unit.Text + " is no unit"
			if t.Units.Name != "" {
				what += " of " + t.Units.Name
			}
			l.fault(s, x.Unit, "aadl-value", what, l.suggest(x.Unit.Text, t.Units.names))
			return Value{File: s.file, Syntax: x}
		}
		v.Unit = *u
		l.refer(s, x.Unit, Declared{t.measures.Set.File, literal(t.measures.Syntax, u.Name)})
	}
	return l.bounded(s, t, v)
}

// bounded checks a number against its type's bounds.
func (l *linker) bounded(s *scope, t *Type, v Value) Value {
	if b := t.Bounds; l.settled && b != nil && (v.base() < b[0].base() || v.base() > b[1].base()) {
		l.fault(s, v.Syntax, "aadl-value", v.number()+" is not within "+b[0].number()+" .. "+b[1].number(), "write a number within")
	}
	return v
}

// number prints a number with its unit.
func (v Value) number() string { return strings.TrimSpace(fmt.Sprintf("%g %s", v.Number, v.Unit.Name)) }

// rangeValue returns a range.
func (l *linker) rangeValue(s *scope, t *Type, x *syntax.RangeValue) Value {
	v := Value{Kind: Range, File: s.file, Syntax: x}
	if t.Element == nil {
		return Value{File: s.file, Syntax: x}
	}
	for _, e := range [...]syntax.Expr{x.Low, x.High} {
		v.Elements = append(v.Elements, l.value(s, t.Element, e))
	}
	low, high := v.Elements[0], v.Elements[1]
	if x.Delta != nil {
		step := *t.Element
		step.Bounds = nil
		v.Elements = append(v.Elements, l.value(s, &step, x.Delta))
	}
	if low.numeric() && high.numeric() && low.base() > high.base() {
		l.fault(s, x, "aadl-value", "the range begins at "+low.number()+", above its end at "+high.number(), "put the smaller one first")
	}
	return v
}

// recordValue returns a record.
func (l *linker) recordValue(s *scope, t *Type, x *syntax.RecordValue) Value {
	v := Value{Kind: Record, File: s.file, Syntax: x}
	seen := map[string]bool{}
	for _, f := range x.Fields {
		if f.Name.Text == "" {
			continue
		}
		var field *FieldType
		for i := range t.Fields {
			if syntax.Same(t.Fields[i].Name, f.Name.Text) {
				field = &t.Fields[i]
				l.refer(s, f.Name, Declared{t.Set.File, fieldOf(t.Syntax, field.Name)})
			}
		}
		if field == nil {
			l.fault(s, f.Name, "aadl-unresolved", "the record has no field "+f.Name.Text, l.suggest(f.Name.Text, func() (all []string) {
				for _, f := range t.Fields {
					all = append(all, f.Name)
				}
				return all
			}))
			continue
		}
		if l.once(s, seen, f.Name) {
			v.Names = append(v.Names, field.Name)
			v.Elements = append(v.Elements, l.value(s, field.Type, f.Value))
		}
	}
	return v
}

// fieldOf returns the field of a record with a name.
func fieldOf(y *syntax.PropertyType, name string) syntax.Node {
	for _, f := range y.Fields {
		if syntax.Same(f.Name.Text, name) {
			return f
		}
	}
	return nil
}

// namedValue returns what a name stands for: a literal of the type, a constant, or another property.
func (l *linker) namedValue(s *scope, t *Type, x *syntax.NamedValue) Value {
	v := Value{File: s.file, Syntax: x}
	r := x.Ref
	if r.Name.Text == "" {
		return v
	}
	element := t
	for element != nil && element.Kind == syntax.ListType {
		element = element.Element
	}
	if element != nil && element.Kind == syntax.EnumerationType && r.Space.Text == "" {
		for _, w := range element.Words {
			if syntax.Same(w, r.Name.Text) {
				v.Kind, v.Text = Word, w
				l.refer(s, r.Name, Declared{element.Set.File, literal(element.Syntax, w)})
				return wrapped(t, v)
			}
		}
	}
	e, ok := l.entry(s, r)
	switch {
	case !ok:
		return v
	case e == nil || e.property == nil && e.constant == nil:
		l.nameless(s, t, element, x)
		return v
	case !l.read(s, e, x) || e.typ == nil:
		return v
	}
	if e.property != nil {
		v.Kind, v.Property = PropertyName, e.property
		if !alike(t, e.typ) {
			l.unsuited(s, t, x, "the property "+e.name()+", which is "+e.typ.said())
			return Value{File: s.file, Syntax: x}
		}
		return v
	}
	v = e.constant.Value
	v.File, v.Syntax = s.file, x
	if v.Kind == NoValue {
		return v
	}
	if !alike(t, e.typ) {
		l.unsuited(s, t, x, "the constant "+e.name()+", which is "+e.typ.said())
		return Value{File: s.file, Syntax: x}
	}
	if t.Kind == syntax.IntegerType || t.Kind == syntax.RealType {
		return l.bounded(s, t, v)
	}
	if v.Kind != List {
		v = wrapped(t, v)
	}
	return v
}

// wrapped is a value in as many nested lists of one element as its type has.
func wrapped(t *Type, v Value) Value {
	for t != nil && t.Kind == syntax.ListType {
		v = Value{Kind: List, Elements: []Value{v}, File: v.File, Syntax: v.Syntax}
		t = t.Element
	}
	return v
}

// nameless reports a name that stands for no value of a type.
func (l *linker) nameless(s *scope, t, element *Type, x *syntax.NamedValue) {
	r := x.Ref
	if s.file.Faulty() && s.set != nil {
		return
	}
	if element != nil && element.Kind == syntax.EnumerationType {
		if element.Set.File.Faulty() {
			return
		}
		what := r.String() + " is no literal"
		if element.Name != "" {
			what += " of " + element.Name
		}
		l.fault(s, x, "aadl-value", what, l.suggest(r.String(), func() []string { return element.Words }))
		return
	}
	if other := l.elsewhere(r, syntax.PropertyConstant); other != "" {
		l.fault(s, x, "aadl-unresolved", "there is no constant "+r.String()+" here", "write "+other+", if that is meant")
		return
	}
	l.fault(s, x, "aadl-value", t.said()+" is expected, and "+r.String()+" is no constant or property",
		l.suggest(r.Name.Text, l.entryNames(s, r.Space.Text, syntax.PropertyConstant, syntax.PropertyDefinition)))
}

// alike reports whether a value declared with one type may be used as a value of another.
func alike(t, other *Type) bool {
	for t.Kind == syntax.ListType && other.Kind != syntax.ListType && t.Element != nil {
		t = t.Element
	}
	switch {
	case t == other:
		return true
	case t.Kind == syntax.RealType && other.Kind == syntax.IntegerType:
	case t.Kind != other.Kind:
		return false
	}
	switch t.Kind {
	case syntax.IntegerType, syntax.RealType:
		return t.Units == other.Units || t.loose || other.loose
	case syntax.RangeType, syntax.ListType:
		return t.Element == nil || other.Element == nil || alike(t.Element, other.Element)
	case syntax.EnumerationType, syntax.RecordType:
		return t == other
	}
	return true
}

// operation returns a constant with a sign, or the result of truth values.
func (l *linker) operation(s *scope, t *Type, x *syntax.Operation) Value {
	v := Value{File: s.file, Syntax: x}
	if x.Operator == "-" || x.Operator == "+" {
		if t.Kind != syntax.IntegerType && t.Kind != syntax.RealType {
			l.unsuited(s, t, x, "a number")
			return v
		}
		free := *t
		free.Bounds = nil
		n := l.value(s, &free, x.Operands[0])
		if !n.numeric() {
			if n.Kind == PropertyName {
				l.fault(s, x, "aadl-value", "the sign of a property's value is not changed", "write a constant or a number")
			}
			return v
		}
		if n.Syntax = x; x.Operator == "-" {
			n.Number = -n.Number
		}
		return l.bounded(s, t, n)
	}
	if t.Kind != syntax.BooleanType {
		l.unsuited(s, t, x, "true or false")
		return v
	}
	return l.truth(s, t, x)
}

// truth returns the result of not, and, or for known truth values.
func (l *linker) truth(s *scope, t *Type, x *syntax.Operation) Value {
	v := Value{Kind: Boolean, Bool: x.Operator == "and", File: s.file, Syntax: x}
	for _, o := range x.Operands {
		for { // parentheses
			in, ok := o.(*syntax.ListValue)
			if !ok || len(in.Elements) != 1 {
				break
			}
			o = in.Elements[0]
		}
		n := l.value(s, t, o)
		switch {
		case n.Kind == PropertyName:
			l.fault(s, o, "aadl-value", "the value of a property is not taken into "+x.Operator, "write true, false or a constant")
			fallthrough
		case n.Kind != Boolean:
			return Value{File: s.file, Syntax: x}
		case x.Operator == "not":
			v.Bool = !n.Bool
		case x.Operator == "and":
			v.Bool = v.Bool && n.Bool
		default:
			v.Bool = v.Bool || n.Bool
		}
	}
	return v
}
