package expr

import (
	"math"
	"sync"

	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// function is a function that expressions can call.
type function struct {
	name string
	args int // number of arguments; -1 for two or more
	rule rule
	operation
	gof string // its name in Go
}

// rule determines the types of the arguments and of the result.
type rule uint8

const (
	plainRule      rule = iota // numbers without a unit; the result has none
	sameRule                   // all of one type, which the result has too
	sameNumberRule             // the same without Unsigned, because the result is not whole
	rootRule                   // the result has half the dimension
	ratioRule                  // all of one type; the result is a number without a unit
	chooseRule                 // a Boolean and two of one type, which the result has too
	numberRule                 // an Unsigned or a Boolean; the result is a number
	wholeRule                  // a number without a unit; the result is an Unsigned
	booleanRule                // a quantity; the result is a Boolean
	quantityRule               // one quantity, whose type the result has too
)

// byName finds functions by name.
var byName = sync.OnceValue(func() map[string]function {
	all := map[string]function{}
	for _, f := range functions() {
		all[f.name] = f
	}
	return all
})

// functions lists all functions.
func functions() []function {
	return []function{
		{"sin", 1, plainRule, one(math.Sin), "math.Sin"},
		{"cos", 1, plainRule, one(math.Cos), "math.Cos"},
		{"tan", 1, plainRule, one(math.Tan), "math.Tan"},
		{"asin", 1, plainRule, one(math.Asin), "math.Asin"},
		{"acos", 1, plainRule, one(math.Acos), "math.Acos"},
		{"atan", 1, plainRule, one(math.Atan), "math.Atan"},
		{"atan2", 2, ratioRule, two(math.Atan2), "math.Atan2"},
		{"exp", 1, plainRule, one(math.Exp), "math.Exp"},
		{"log", 1, plainRule, one(math.Log), "math.Log"},
		{"sqrt", 1, rootRule, one(math.Sqrt), "math.Sqrt"},
		{"hypot", 2, sameNumberRule, two(math.Hypot), "math.Hypot"},
		{"abs", 1, quantityRule, one(math.Abs), "math.Abs"},
		{"min", -1, sameRule, operation{code: opMin}, "min"},
		{"max", -1, sameRule, operation{code: opMax}, "max"},
		{"clamp", 3, sameRule, operation{code: opClamp}, "expr.Clamp"},
		{"sign", 1, ratioRule, one(Sign), "expr.Sign"},
		{"wrap", 1, plainRule, one(lib.Wrap), "lib.Wrap"},
		{"floor", 1, plainRule, one(math.Floor), "math.Floor"},
		{"ceil", 1, plainRule, one(math.Ceil), "math.Ceil"},
		{"round", 1, plainRule, one(math.Round), "math.Round"},
		{"mod", 2, sameRule, two(Mod), "expr.Mod"},
		{"if", 3, chooseRule, operation{code: opIf}, "expr.If"},
		{"number", 1, numberRule, operation{code: opMove}, ""},
		{"whole", 1, wholeRule, one(Whole), "expr.Whole"},
		{"finite", 1, booleanRule, one(func(x float64) float64 { return Number(Finite(x)) }), "expr.Finite"},
	}
}

// Sign returns -1, 0 or 1, and NaN for NaN.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // ±0, NaN
}

// Clamp returns the number between lo and hi that is nearest to x, or lo if lo > hi.
func Clamp(x, lo, hi float64) float64 { return max(lo, min(x, hi)) }

// Mod returns the remainder of x after the greatest whole multiple of y that is not above it; it
// has y's sign.
func Mod(x, y float64) float64 {
	r := math.Mod(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// Whole returns the greatest whole number that is not above x, at least 0.
func Whole(x float64) float64 { return math.Floor(max(0, x)) }

// Finite reports whether x is a number and not infinite.
func Finite(x float64) bool { return x-x == 0 }

// Power returns x to the n-th power, or for negative n, 1 over x to the |n|-th.
func Power(x float64, n int) float64 {
	if n < 0 {
		return 1 / Power(x, -n)
	}
	r := 1.0
	for range n {
		r *= x
	}
	return r
}

// If returns a if c is true, otherwise b. Both are computed.
func If[T float64 | bool](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// Number returns 1 for true and 0 for false.
func Number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
