package unit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Parse reads a value with its unit, "75 deg" or "10 Hz^2", and returns it in t's SI unit. A number needs a unit if t
// has one, except a 0 that is the same in every unit; a Boolean is true or false, an Unsigned a whole number.
func Parse(t Type, s string) (float64, error) {
	s = strings.TrimSpace(s)
	switch t {
	case TypeBoolean:
		switch s {
		case "true", "1":
			return 1, nil
		case "false", "0":
			return 0, nil
		}
		return 0, fmt.Errorf("%q is no Boolean: give true or false", s)
	case TypeUnsigned:
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || n > 1<<53 {
			return 0, fmt.Errorf("%q is no Unsigned: give a whole number from 0 to 2⁵³", s)
		}
		return float64(n), nil
	}
	number, symbol := split(s)
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is no number with a unit of %v: give something like %s", s, t, t.example("1"))
	}
	units, zero := t.Units(), symbol == "" && x == 0
	for _, u := range units {
		zero = zero && u.Offset == 0
	}
	if zero {
		return x, nil
	}
	for _, u := range units {
		if u.Symbol != symbol {
			continue
		}
		if x = u.SI(x); math.IsInf(x, 0) {
			return 0, fmt.Errorf("%q is more than %v can hold: give a smaller number", s, t)
		}
		return x, nil
	}
	if symbol == "" {
		return 0, fmt.Errorf("%s of what? Give it a unit: %s", number, t.example(number))
	}
	return 0, fmt.Errorf("%q is no unit of %v: give %s", symbol, t, t.example(number))
}

// Find finds a unit by its symbol, written as for Parse, and its quantity. "" is the unit of a Ratio.
func Find(symbol string) (Type, Unit, bool) {
	if symbol != "" {
		_, symbol = split("0 " + strings.TrimSpace(symbol))
		if symbol == "" {
			return NoType, Unit{}, false
		}
	}
	for _, t := range Types() {
		for _, u := range types[t].units {
			if u.Symbol == symbol {
				return t, u, true
			}
		}
	}
	return NoType, Unit{}, false
}

// example lists x in every unit of t.
func (t Type) example(x string) string {
	var all []string
	for _, u := range t.Units() {
		all = append(all, strings.TrimSpace(x+" "+u.Symbol))
	}
	if len(all) == 0 {
		return x
	}
	if n := len(all) - 1; n > 0 {
		return strings.Join(all[:n], ", ") + " or " + all[n]
	}
	return all[0]
}

// split cuts a value into its number and its unit's symbol, written as in the table.
func split(s string) (number, symbol string) {
	end := len(s)
	for i, c := range s {
		exponent := (c == 'e' || c == 'E') && i > 0 && i+1 < len(s) && strings.ContainsRune("0123456789+-", rune(s[i+1]))
		if !exponent && !strings.ContainsRune("0123456789+-._", c) {
			end = i
			break
		}
	}
	symbol = strings.NewReplacer("^2", "²", "^3", "³", "*", "·", " ", "·", "us", "µs", "μ", "µ").Replace(strings.TrimSpace(s[end:]))
	switch symbol {
	case "°":
		symbol = "deg"
	case "degC":
		symbol = "°C"
	}
	return s[:end], symbol
}

// Format writes a value given in t's SI unit with that unit; angles and angular speeds in degrees.
func Format(t Type, v float64) string {
	switch {
	case t == TypeBoolean && (v == 0 || v == 1):
		return strconv.FormatBool(v == 1)
	case t == TypeUnsigned:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case t == TypeAngle || t == TypeAngularSpeed || t == TypeAngularAcceleration || t == TypeAngularJerk:
		return strconv.FormatFloat(v/degree, 'g', 6, 64) + " " + types[t].units[1].Symbol
	}
	return strings.TrimSpace(strconv.FormatFloat(v, 'g', 6, 64) + " " + t.Symbol())
}

// Bool returns b as a value.
func Bool(b bool) Boolean {
	if b {
		return 1
	}
	return 0
}

// True reports whether b is true, that is, not 0.
func (b Boolean) True() bool { return b != 0 }

// Count returns n as a value; above 2⁵³ it is rounded.
func Count(n uint64) Unsigned { return Unsigned(n) }

// Uint returns the whole number, or 0 if the value is not one.
func (u Unsigned) Uint() uint64 {
	if !(u >= 0 && u <= 1<<53) {
		return 0
	}
	return uint64(u)
}

// String returns the axis's letters in lower case, "NOAXIS" for none.
func (a Axis) String() string {
	switch a {
	case X:
		return "x"
	case Y:
		return "y"
	case Z:
		return "z"
	case XY:
		return "xy"
	case YZ:
		return "yz"
	case XZ:
		return "xz"
	}
	return "NOAXIS"
}

// ParseAxis finds an axis or plane by its letters; "" and "NOAXIS" are NoAxis.
func ParseAxis(s string) (Axis, bool) {
	switch s {
	case "", "NOAXIS":
		return NoAxis, true
	case "x":
		return X, true
	case "y":
		return Y, true
	case "z":
		return Z, true
	case "xy":
		return XY, true
	case "yz":
		return YZ, true
	case "xz":
		return XZ, true
	}
	return NoAxis, false
}
