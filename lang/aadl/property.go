package aadl

import "github.com/sinew-robotics/sinew/lang/aadl/syntax"

// PropertySet is a property set.
type PropertySet struct {
	Name       string
	File       *syntax.File
	Syntax     *syntax.PropertySet
	Properties []*Property // definitions of properties
	Types      []*Type     // declared ones
	Constants  []*Constant

	scope    *scope
	with     map[string]bool
	declared map[string]*entry // by syntax.Fold of their names
}

// Property is the definition of a property.
type Property struct {
	Name    string // with its set: Timing_Properties::Period
	Set     *PropertySet
	Syntax  *syntax.Property
	Inherit bool
	Type    *Type
	Default *Value // nil: none; a value of kind PropertyName stands for that property's value on the same element

	owners []owner
}

// Constant is a property constant.
type Constant struct {
	Name   string
	Set    *PropertySet
	Syntax *syntax.Property
	Value  Value
}

// Type is the type of a property, with names of declared types resolved.
type Type struct {
	Name    string // of a declared one, with its set; otherwise empty
	Set     *PropertySet
	Kind    syntax.TypeKind // never NamedType
	Syntax  *syntax.PropertyType
	Bounds  *[2]Value // of a number
	Units   *Units    // of a number; a units type itself has its own
	Words   []string  // of an enumeration
	Element *Type     // of a list or range
	Fields  []FieldType

	owners   []owner // allowed targets of a classifier or reference
	measures *Type   // of a number: the type of its units
	loose    bool    // its units are unknown, after a fault
}

// FieldType is a field of a record type.
type FieldType struct {
	Name string
	Type *Type
}

// Units are the units of a type, smallest first; each is a multiple of the first.
type Units struct {
	Name  string // of the declared type
	Units []Unit
}

// Unit is a unit: Factor times the first unit of its type.
type Unit struct {
	Name   string
	Factor float64
}

// Association gives values to a property.
type Association struct {
	Property  *Property // nil: it leads nowhere
	File      *syntax.File
	Syntax    *syntax.Association
	Values    []ModalValue
	AppliesTo []syntax.Path // if contained: what it is for, from the element that contains it
}

// ModalValue is a value and the modes in which it applies; none means all modes without another value.
type ModalValue struct {
	Value Value
	Modes []*syntax.InMode
}

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of values.
const (
	NoValue ValueKind = iota // faulty or missing
	Boolean
	String
	Word // a literal of an enumeration
	Integer
	Real
	Range
	ClassifierName
	ReferencePath
	Record
	List
	Computed
	PropertyName // the value of another property of the same element
)

// Value is a value of a property, according to its type.
type Value struct {
	Kind       ValueKind
	Bool       bool
	Text       string  // of a String, Word or Computed, as its type spells it
	Number     float64 // of an Integer or Real, in Unit
	Unit       Unit    // without a name if its type has no units
	Elements   []Value // of a List; of a Range: low, high and delta if written; of a Record: one for each of Names
	Names      []string
	Classifier *Classifier
	Path       syntax.Path
	Property   *Property
	File       *syntax.File // where it is written
	Syntax     syntax.Expr
}

// In returns a number in a unit of its type, given by its Factor; In(1) is in the type's first unit.
func (v Value) In(unit float64) float64 {
	if v.Unit.Factor == 0 {
		return v.Number
	}
	return v.Number * v.Unit.Factor / unit
}
