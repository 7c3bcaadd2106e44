package syntax

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// PropertySet declares properties, types of properties and constants.
type PropertySet struct {
	Span
	Name         Name
	Withs        []*With
	Declarations []*Property
	Annexes      []*Annex
	End          Name
}

// PropertyForm is the form of a declaration in a property set.
type PropertyForm uint8

// The forms.
const (
	PropertyDefinition PropertyForm = iota
	PropertyTypeDeclaration
	PropertyConstant
)

var propertyTexts = [...]string{"definition", "type", "constant"}

// String names the form.
func (f PropertyForm) String() string { return propertyTexts[f] }

// Property is a declaration in a property set.
type Property struct {
	Span
	Name      Name
	Form      PropertyForm
	Inherit   bool // of a definition
	Type      *PropertyType
	Value     Expr     // of a constant; of a definition its default, nil if there is none
	AppliesTo []*Owner // of a definition
}

// TypeKind is the kind of a property's type.
type TypeKind uint8

// The kinds of types.
const (
	NamedType TypeKind = iota
	BooleanType
	StringType
	EnumerationType
	UnitsType
	IntegerType
	RealType
	RangeType
	ClassifierType
	ReferenceType
	RecordType
	ListType
)

var typeTexts = []string{"named type", "aadlboolean", "aadlstring", "enumeration", "units", "aadlinteger", "aadlreal", "range", "classifier",
	"reference", "record", "list"}

// String returns the kind by its keyword.
func (k TypeKind) String() string { return typeTexts[k] }

// PropertyType is a type of properties. Fields that its kind does not have are empty.
type PropertyType struct {
	Span
	Kind      TypeKind
	Name      Ref           // of a type declared elsewhere
	Low, High Expr          // of a number
	Units     *PropertyType // of a number: NamedType or UnitsType
	Literals  []*Literal    // of an enumeration, or units
	Element   *PropertyType // of a list, or the numbers of a range
	Fields    []*Field      // of a record
	Owners    []*Owner      // allowed targets of a classifier or reference
}

// Literal is a value of an enumeration, or a unit: Factor times Base, except for the first.
type Literal struct {
	Span
	Name   Name
	Base   Name
	Factor Expr // nil, or a NumberValue
}

// Field is a field of a record type.
type Field struct {
	Span
	Name Name
	Type *PropertyType
}

// Owner is something that may have a property or be referred to: a kind of thing or a classifier.
type Owner struct {
	Span
	Annex      Name   // {emv2}**: the kind is one of that annex
	Kind       string // in lower case, a space between its words: event data port; all; empty: a classifier
	Classifier Ref
}

// Association gives values to a property.
type Association struct {
	Span
	Property  Ref
	Append    bool // +=>
	Constant  bool
	Values    []*ModalValue
	AppliesTo []Path
	InBinding []Ref
}

// ModalValue is a value and the modes in which it applies.
type ModalValue struct {
	Span
	Value Expr
	Modes []*InMode
}

// Expr is a value: one of the types below.
type Expr interface {
	Node
	value()
}

// The values.
type (
	// BooleanValue is true or false.
	BooleanValue struct {
		Span
		Value bool
	}
	// StringValue is a string; Text has its quotes.
	StringValue struct {
		Span
		Text string
	}
	// NumberValue is a number; Text has no sign.
	NumberValue struct {
		Span
		Text     string
		Negative bool
		Real     bool
		Unit     Name
	}
	// NamedValue is a literal of an enumeration, a constant or a property.
	NamedValue struct {
		Span
		Ref Ref
	}
	// Operation is -x or +x for a constant, not x, x and y and …, or x or y or ….
	Operation struct {
		Span
		Operator string
		Operands []Expr
	}
	// RangeValue is Low .. High; Delta may be nil.
	RangeValue struct {
		Span
		Low, High, Delta Expr
	}
	// ListValue is (x, y, …); a single value in parentheses may also be an operand.
	ListValue struct {
		Span
		Elements []Expr
	}
	// RecordValue is [f => x; …].
	RecordValue struct {
		Span
		Fields []*FieldValue
	}
	// ReferenceValue is reference (a.b).
	ReferenceValue struct {
		Span
		Path Path
	}
	// ClassifierValue is classifier (P::T.i).
	ClassifierValue struct {
		Span
		Ref Ref
	}
	// ComputedValue is compute (f).
	ComputedValue struct {
		Span
		Function Name
	}
)

func (*BooleanValue) value()    {}
func (*StringValue) value()     {}
func (*NumberValue) value()     {}
func (*NamedValue) value()      {}
func (*Operation) value()       {}
func (*RangeValue) value()      {}
func (*ListValue) value()       {}
func (*RecordValue) value()     {}
func (*ReferenceValue) value()  {}
func (*ClassifierValue) value() {}
func (*ComputedValue) value()   {}

// FieldValue is a field of a record.
type FieldValue struct {
	Span
	Name  Name
	Value Expr
}

// Value is the content of the string: without quotes, with a doubled quote as one, and with \ before b, t, n, f, r or
// the character itself.
func (v *StringValue) Value() string {
	if len(v.Text) < 2 {
		return ""
	}
	quote, s := v.Text[:1], v.Text[1:len(v.Text)-1]
	if !strings.ContainsAny(s, quote+`\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case i+1 == len(s):
			b.WriteByte(s[i])
		case s[i] == quote[0]:
			b.WriteByte(s[i])
			i++
		case s[i] == '\\':
			i++
			if k := strings.IndexByte("btnfr", s[i]); k >= 0 {
				b.WriteByte("\b\t\n\f\r"[k])
			} else {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Float returns the number without its unit; ±Inf if it is too large.
func (v *NumberValue) Float() float64 {
	x := math.Inf(1)
	if mantissa, base, exponent, based := v.parts(); based {
		if n, ok := whole(mantissa, base, exponent); ok {
			x, _ = new(big.Float).SetInt(n).Float64()
		}
	} else if f, err := strconv.ParseFloat(strings.ReplaceAll(v.Text, "_", ""), 64); err == nil {
		x = f
	}
	if v.Negative {
		return -x
	}
	return x
}

// Int returns the number if it is an integer of 64 bits.
func (v *NumberValue) Int() (n int64, ok bool) {
	if v.Real {
		return 0, false
	}
	mantissa, base, exponent, _ := v.parts()
	i, ok := whole(mantissa, base, exponent)
	if !ok {
		return 0, false
	}
	if v.Negative {
		i.Neg(i)
	}
	return i.Int64(), i.IsInt64()
}

// parts splits an integer: mantissa#…, or digits, and E exponent.
func (v *NumberValue) parts() (mantissa string, base int, exponent string, based bool) {
	text := strings.ReplaceAll(v.Text, "_", "")
	head, rest, based := strings.Cut(text, "#")
	if !based {
		mantissa, exponent, _ = strings.Cut(strings.ToLower(text), "e")
		return mantissa, 10, exponent, false
	}
	base, _ = strconv.Atoi(head)
	mantissa, exponent, _ = strings.Cut(rest, "#")
	return mantissa, base, strings.TrimLeft(exponent, "eE"), true
}

// largestExponent bounds the computation: numbers beyond it are too large for a float as well.
const largestExponent = 1100

// whole computes mantissa times base to the exponent; false if it is too large or not a number.
func whole(mantissa string, base int, exponent string) (*big.Int, bool) {
	if base < 2 || base > 16 || len(mantissa) > largestExponent {
		return nil, false
	}
	n, ok := new(big.Int).SetString(mantissa, base)
	if !ok || exponent == "" {
		return n, ok
	}
	e, err := strconv.Atoi(strings.TrimPrefix(exponent, "+"))
	if err != nil || e < 0 || e > largestExponent {
		return nil, false
	}
	return n.Mul(n, new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(e)), nil)), true
}
