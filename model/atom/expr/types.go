package expr

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
)

// class separates values that must not be mixed.
type class uint8

const (
	bad class = iota // after a fault: fits everything, so that one fault does not cause others
	quantity
	boolean
	unsigned
)

// typ is what is known of a value before it is computed.
type typ struct {
	class class
	dim   unit.Dimension
	zero  bool // the number 0, which fits every dimension
	whole bool // a whole number without a unit, which can also be Unsigned
}

func number(d unit.Dimension) typ { return typ{class: quantity, dim: d} }

// typeOf returns an element's type in expressions.
func typeOf(t unit.Type) typ {
	switch t {
	case unit.TypeBoolean:
		return typ{class: boolean}
	case unit.TypeUnsigned:
		return typ{class: unsigned}
	}
	return number(t.Dimension())
}

// plain reports whether t is a number without a dimension.
func (t typ) plain() bool { return t.class == quantity && (t.dim == unit.Dimension{} || t.zero) }

// join returns the type of two values that must be of one kind, and whether they are.
func join(a, b typ) (typ, bool) {
	switch {
	case a.class == bad:
		return b, true
	case b.class == bad:
		return a, true
	case a.class == unsigned && b.class == quantity && b.whole:
		return a, true
	case b.class == unsigned && a.class == quantity && a.whole:
		return b, true
	case a.class != b.class:
		return typ{}, false
	case a.class != quantity:
		return a, true
	case a.zero && !b.zero:
		return typ{class: quantity, dim: b.dim, whole: b.whole}, true
	case b.zero && !a.zero:
		return typ{class: quantity, dim: a.dim, whole: a.whole}, true
	}
	return typ{class: quantity, dim: a.dim, zero: a.zero && b.zero, whole: a.whole && b.whole}, a.dim == b.dim
}

// String describes the type for people: "rad/s² (AngularAcceleration, FrequencySquared)".
func (t typ) String() string {
	switch t.class {
	case boolean:
		return "Boolean"
	case unsigned:
		return "Unsigned"
	}
	if (t.dim == unit.Dimension{}) {
		return "a number without a unit (Ratio, Angle)"
	}
	var names []string
	for _, u := range unit.Types() {
		if u.Dimension() == t.dim {
			names = append(names, u.String())
		}
	}
	if len(names) == 0 {
		return symbolOf(t.dim)
	}
	return fmt.Sprintf("%s (%s)", symbolOf(t.dim), strings.Join(names, ", "))
}

// symbolOf writes a dimension in base units: "kg·m/s²".
func symbolOf(d unit.Dimension) string {
	var above, below []string
	for _, b := range []struct {
		name string
		n    int8
	}{{"kg", d.Mass}, {"m", d.Length}, {"A", d.Current}, {"K", d.Temperature}, {"s", d.Time}} {
		switch {
		case b.n > 0:
			above = append(above, b.name+raised(int(b.n)))
		case b.n < 0:
			below = append(below, b.name+raised(-int(b.n)))
		}
	}
	s := strings.Join(above, "·")
	if s == "" {
		s = "1"
	}
	if len(below) == 0 {
		return s
	}
	if len(below) == 1 {
		return s + "/" + below[0]
	}
	return s + "/(" + strings.Join(below, "·") + ")"
}

func raised(n int) string {
	switch n {
	case 1:
		return ""
	case 2:
		return "²"
	case 3:
		return "³"
	}
	return fmt.Sprintf("^%d", n)
}

// huge reports whether a dimension is beyond any meaningful one, so that no sum of exponents overflows.
func huge(d unit.Dimension) bool {
	for _, n := range []int8{d.Length, d.Mass, d.Time, d.Current, d.Temperature} {
		if n > 30 || n < -30 {
			return true
		}
	}
	return false
}

// power multiplies the exponents.
func power(d unit.Dimension, n int) (unit.Dimension, bool) {
	if n > 30 || n < -30 {
		return d, d == unit.Dimension{}
	}
	var to unit.Dimension
	for _, x := range []struct {
		from int8
		to   *int8
	}{{d.Length, &to.Length}, {d.Mass, &to.Mass}, {d.Time, &to.Time}, {d.Current, &to.Current}, {d.Temperature, &to.Temperature}} {
		v := int(x.from) * n
		if v > 30 || v < -30 {
			return d, false
		}
		*x.to = int8(v)
	}
	return to, true
}

// half divides the exponents by two; not every dimension has a root.
func half(d unit.Dimension) (unit.Dimension, bool) {
	for _, n := range []int8{d.Length, d.Mass, d.Time, d.Current, d.Temperature} {
		if n%2 != 0 {
			return d, false
		}
	}
	return unit.Dimension{Length: d.Length / 2, Mass: d.Mass / 2, Time: d.Time / 2, Current: d.Current / 2, Temperature: d.Temperature / 2}, true
}
