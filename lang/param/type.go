// Package param describes parameters and other data: types with bounds, units and defaults, and values that are checked
// against them. Types come from other texts (packages asn1 and schema); values are read and written in three notations:
// ASN.1's value notation, JSON and YAML. All faults of a value are found at once, each at its place.
package param

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// Codes of faults in values.
const (
	Syntax  = "value-syntax"
	Kinds   = "value-type"
	Names   = "value-name"
	Missing = "value-missing"
	Ranges  = "value-range"
	Sizes   = "value-size"
	Letters = "value-text"
)

// Rules describes the codes of faults in values.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: Syntax, Text: "a text of values that is not written as its notation wants it"},
		{Code: Kinds, Text: "a value that is not of its type"},
		{Code: Names, Text: "a member or alternative that its type does not have, or one that is given twice"},
		{Code: Missing, Text: "a member that is needed and not given"},
		{Code: Ranges, Text: "a number outside its bounds, or not finite"},
		{Code: Sizes, Text: "a text or list that is too short or too long"},
		{Code: Letters, Text: "a character that the text's type does not have"},
	}
}

// Kind is the kind of a type's values.
type Kind uint8

// The kinds of types.
const (
	NoKind      Kind = iota
	Record           // members by name
	Choice           // one of several alternatives
	List             // elements of one type
	Enumeration      // one of several names
	Integer          // a whole number of 64 bits
	Real             // a finite floating-point number of 64 bits
	Boolean
	String // characters, none of them a control character
)

// String is the kind in words.
func (k Kind) String() string {
	return [...]string{"nothing", "a record", "a choice", "a list", "a name", "a whole number", "a number", "true or false", "a text"}[k]
}

// Type describes what a value may be. Zero bounds mean no bounds. Types are finite: none contains itself.
type Type struct {
	Kind     Kind
	Name     string // of its declaration; "" if it has none
	Doc      string
	Pos      diag.Pos
	Unit     string // of an Integer or Real: a symbol known to package unit; "" for none
	Members  []Member
	Items    []Item     // of an Enumeration
	Elem     *Type      // of a List
	Size     *Size      // of a List: elements; of a String: characters
	Ints     *IntRange  // of an Integer
	Reals    *RealRange // of a Real
	Alphabet Alphabet   // of a String
}

// MaxParts bounds the number of types that a type consists of, each counted wherever it is named: a chain of a few types
// that each contain the next one twice expands to very many.
const MaxParts = 1 << 14

// Member is a member of a Record, or an alternative of a Choice.
type Member struct {
	Name, Doc string
	Pos       diag.Pos
	Type      *Type
	Optional  bool   // it may be left out, and is then absent
	Default   *Value // its value if it is left out; nil for none
}

// Item is a name of an Enumeration.
type Item struct{ Name, Doc string }

// Size bounds a number of elements or characters; both bounds are allowed.
type Size struct{ Min, Max int }

// IntRange bounds whole numbers; both bounds are allowed.
type IntRange struct{ Min, Max int64 }

// RealRange bounds numbers, with ±Inf for no bound.
type RealRange struct {
	Min, Max         float64
	MinOpen, MaxOpen bool // the bound itself is not allowed
}

// Has reports whether a number is finite and within the bounds; NaN is not.
func (r *RealRange) Has(x float64) bool {
	if r == nil {
		return !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	return x >= r.Min && x <= r.Max && !math.IsInf(x, 0) && !(r.MinOpen && x == r.Min) && !(r.MaxOpen && x == r.Max)
}

// Has reports whether a number is within the bounds.
func (r *IntRange) Has(n int64) bool { return r == nil || n >= r.Min && n <= r.Max }

// Has reports whether a number of elements or characters is allowed.
func (s *Size) Has(n int) bool { return s == nil || n >= s.Min && n <= s.Max }

// Alphabet is the set of characters that a String may have.
type Alphabet uint8

// The alphabets, named as ASN.1 names their types. No String has control characters.
const (
	UTF8      Alphabet = iota // all of Unicode
	IA5                       // ASCII
	Printable                 // letters, digits, space and '()+,-./:=?
	Visible                   // ASCII
	Numeric                   // digits and space
)

// String is the alphabet's type in ASN.1.
func (a Alphabet) String() string {
	return [...]string{"UTF8String", "IA5String", "PrintableString", "VisibleString", "NumericString"}[a]
}

// Has reports whether the alphabet contains a character.
func (a Alphabet) Has(r rune) bool {
	if r < ' ' || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
		return false
	}
	switch a {
	case IA5, Visible:
		return r < 0x7F
	case Printable:
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r < 0x7F && strings.ContainsRune(" '()+,-./:=?", r)
	case Numeric:
		return r >= '0' && r <= '9' || r == ' '
	}
	return true
}

// Member finds a member by its name, nil if there is none.
func (t *Type) Member(name string) *Member {
	for i := range t.Members {
		if t.Members[i].Name == name {
			return &t.Members[i]
		}
	}
	return nil
}

// names lists the names that a Record, Choice or Enumeration has.
func (t *Type) names() (all []string) {
	for _, m := range t.Members {
		all = append(all, m.Name)
	}
	for _, i := range t.Items {
		all = append(all, i.Name)
	}
	return all
}

// String is the type in a few words: "a number from 0 to 3 m/s".
func (t *Type) String() string {
	s := t.Kind.String()
	switch t.Kind {
	case Enumeration:
		return "one of " + strings.Join(t.names(), ", ")
	case Record:
		if len(t.Members) > 0 {
			s += " of " + strings.Join(t.names(), ", ")
		}
	case Choice:
		return "a choice of " + strings.Join(t.names(), ", ")
	case List:
		return fmt.Sprintf("a list of %s, each %v", t.Size.of("element"), t.Elem)
	case String:
		if s = "a text of " + t.Size.of("character"); t.Alphabet != UTF8 {
			s += " of " + t.Alphabet.String()
		}
		return s
	case Integer, Real:
		if b := t.Bounds(); b != "" {
			return s + " " + b
		}
		if t.Unit != "" {
			return s + " in " + t.Unit
		}
	}
	return s
}

// Bounds returns the bounds of a number in words, "from 0 to 3 m/s"; "" if it has none.
func (t *Type) Bounds() string {
	low, high := "", ""
	switch {
	case t.Kind == Integer && t.Ints != nil:
		if t.Ints.Min != math.MinInt64 {
			low = "from " + strconv.FormatInt(t.Ints.Min, 10)
		}
		if t.Ints.Max != math.MaxInt64 {
			high = "to " + strconv.FormatInt(t.Ints.Max, 10)
		}
	case t.Kind == Real && t.Reals != nil:
		if !math.IsInf(t.Reals.Min, 0) {
			low = [...]string{"from ", "above "}[is(t.Reals.MinOpen)] + number(t.Reals.Min)
		}
		if !math.IsInf(t.Reals.Max, 0) {
			high = [...]string{"to ", "below "}[is(t.Reals.MaxOpen)] + number(t.Reals.Max)
		}
	}
	b := strings.TrimSpace(low + " " + high)
	if b != "" && t.Unit != "" {
		b += " " + t.Unit
	}
	return b
}

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// of returns a size in words: "3 elements", "1 to 5 elements", "at least 2 elements", "elements".
func (s *Size) of(what string) string {
	switch {
	case s == nil:
		return what + "s"
	case s.Min == s.Max && s.Min == 1:
		return "1 " + what
	case s.Min == s.Max:
		return fmt.Sprintf("%d %ss", s.Min, what)
	case s.Max == math.MaxInt:
		return fmt.Sprintf("at least %d %ss", s.Min, what)
	}
	return fmt.Sprintf("%d to %d %ss", s.Min, s.Max, what)
}
