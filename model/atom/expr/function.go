package expr

import (
	"math"
	"sync"

	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// function is one that expressions can call.
type function struct {
	name string
	args int // how many; -1 for two and more
	rule rule
	operation
	gof string // how Go calls it
}

// rule says of which types the arguments and the result are.
type rule uint8

const (
	plainRule      rule = iota // numbers without a unit, one of them comes out
	sameRule                   // all of one type, which comes out
	sameNumberRule             // the same, but no Unsigned, since the result is not whole
	rootRule                   // half the dimension comes out
	ratioRule                  // all of one type, a number without a unit comes out
	chooseRule                 // a Boolean and two of one type, which comes out
	numberRule                 // an Unsigned or a Boolean, a number comes out
	wholeRule                  // a number without a unit, an Unsigned comes out
	booleanRule                // a quantity, a Boolean comes out
	quantityRule               // one quantity, of which one comes out
)

// byName finds them.
var byName = sync.OnceValue(func() map[string]function {
	all := map[string]function{}
	for _, f := range functions() {
		all[f.name] = f
	}
	return all
})

// functions lists all of them.
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

// Sign gives -1, 0 or 1, and NaN for NaN.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // ±0, NaN
}

// Clamp gives the number between lo and hi that is nearest to x; lo where they cross.
func Clamp(x, lo, hi float64) float64 { return max(lo, min(x, hi)) }

// Mod gives the remainder of x after the greatest whole number of y; it has y's sign.
func Mod(x, y float64) float64 {
	r := math.Mod(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// Whole gives the whole number that is not above x, from 0 on.
func Whole(x float64) float64 { return math.Floor(max(0, x)) }

// Finite reports whether x is a number and not infinite.
func Finite(x float64) bool { return x-x == 0 }

// Power gives x multiplied n times, or 1 through that.
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

// If gives a where c holds, and b otherwise. Both are computed.
func If[T float64 | bool](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// Number gives 1 for true and 0 for false.
func Number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
