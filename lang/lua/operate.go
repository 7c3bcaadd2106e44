package lua

import (
	"math"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// arith computes an operation on two numbers. It fails if they are not numbers that the operation takes, or if an
// integer would be divided by zero.
func arith(op int, a, b Value) (Value, bool) {
	if a.t == tInt && b.t == tInt {
		if v, ok := arithInt(op, a.v, b.v); ok {
			return Int(v), true
		}
	}
	switch op {
	case opBAnd, opBOr, opBXor, opShl, opShr, opBNot:
		x, ok := a.AsInt()
		y, ok2 := b.AsInt()
		if !ok || !ok2 {
			return Nil, false
		}
		v, ok := arithInt(op, uint64(x), uint64(y))
		return Int(v), ok
	}
	x, ok := a.AsFloat()
	y, ok2 := b.AsFloat()
	if !ok || !ok2 || a.t == tInt && b.t == tInt && (op == opMod || op == opIDiv) {
		return Nil, false
	}
	switch op {
	case opAdd:
		x += y
	case opSub:
		x -= y
	case opMul:
		x *= y
	case opDiv:
		x /= y
	case opPow:
		x = power(x, y)
	case opIDiv:
		x = math.Floor(x / y)
	case opMod:
		x = modFloat(x, y)
	case opUnm:
		x = -x
	}
	return Float(x), true
}

// power is x^y; a square is multiplied out, which rounds correctly where the general way need not.
func power(x, y float64) float64 {
	switch {
	case y == 2:
		return x * x
	case y == 0 || x == 1:
		return 1
	case x != x && math.Signbit(x) && math.Abs(math.Mod(y, 2)) == 1: // as C's pow: the sign is that of a square, turned for odd powers
		return -x
	case x != x:
		return x
	case y != y:
		return y
	}
	return invalid(math.Pow(x, y), x, y)
}

// invalid gives a result that is NaN though the operands are numbers the sign that processors give it.
func invalid(r, x, y float64) float64 {
	if r != r && x == x && y == y {
		return math.Float64frombits(0xfff8 << 48)
	}
	return r
}

func modFloat(x, y float64) float64 {
	r := invalid(math.Mod(x, y), x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

func arithInt(op int, a, b uint64) (int64, bool) {
	x, y := int64(a), int64(b)
	switch op {
	case opAdd:
		return x + y, true
	case opSub:
		return x - y, true
	case opMul:
		return x * y, true
	case opMod:
		if y == 0 {
			return 0, false
		}
		if y == -1 {
			return 0, true
		}
		r := x % y
		if r != 0 && r^y < 0 {
			r += y
		}
		return r, true
	case opIDiv:
		if y == 0 {
			return 0, false
		}
		if y == -1 {
			return -x, true
		}
		q := x / y
		if x%y != 0 && x^y < 0 {
			q--
		}
		return q, true
	case opBAnd:
		return x & y, true
	case opBOr:
		return x | y, true
	case opBXor:
		return x ^ y, true
	case opShl:
		return shift(a, y), true
	case opShr:
		if y == math.MinInt64 {
			return 0, true
		}
		return shift(a, -y), true
	case opUnm:
		return -x, true
	case opBNot:
		return ^x, true
	}
	return 0, false
}

func shift(a uint64, n int64) int64 {
	switch {
	case n <= -64 || n >= 64:
		return 0
	case n >= 0:
		return int64(a << uint(n))
	}
	return int64(a >> uint(-n))
}

// number converts a string that spells a number.
func (vm *VM) number(v Value) (Value, bool) {
	if v.t == tInt || v.t == tFloat {
		return v, true
	}
	if v.t == tString {
		switch i, f, kind := syntax.Number(string(vm.text(uint32(v.v)))); kind {
		case syntax.Int:
			return Int(i), true
		case syntax.Float:
			return Float(f), true
		}
	}
	return Nil, false
}

// arithmetic handles what the fast paths do not: mixed numbers, strings that spell numbers, metamethods. pushed says
// that a metamethod's frame was begun.
func (vm *VM) arithmetic(op int, a, b Value, dst *Value) (pushed bool) {
	if v, ok := arith(op, a, b); ok {
		*dst = v
		return false
	}
	if a.t == tInt && b.t == tInt {
		if op == opMod {
			vm.fail("attempt to perform 'n%%0'")
		}
		vm.fail("attempt to divide by zero")
	}
	if f := vm.binaryMeta(a, b, evAdd+op-opAdd); f.t != tNil {
		return vm.callMeta(f, a, b)
	}
	x, ok := vm.number(a)
	y, ok2 := vm.number(b)
	if ok && ok2 && (a.t == tString || b.t == tString) && (op < opBAnd || op > opShr) {
		if v, ok := arith(op, x, y); ok {
			*dst = v
			return false
		}
		if x.t == tInt && y.t == tInt {
			return vm.arithmetic(op, x, y, dst)
		}
	}
	vm.arithmeticFault(op, a, b, ok)
	return false
}

// arithmeticFault names the operand that is at fault; ok says that the first is a number or spells one.
func (vm *VM) arithmeticFault(op int, a, b Value, ok bool) {
	if bitwise := op >= opBAnd && op <= opShr || op == opBNot; bitwise {
		if isNumeric(a) && isNumeric(b) {
			if _, whole := a.AsInt(); whole {
				a = b
			}
			vm.fail("number%s has no integer representation", vm.describe(a))
		}
		if isNumeric(a) {
			a = b
		}
		vm.typeFault(a, "perform bitwise operation on")
	}
	if a.t == tString || b.t == tString {
		vm.fail("attempt to %s a '%s' with a '%s'", arithNames[op], vm.typeName(a), vm.typeName(b))
	}
	if ok {
		a = b
	}
	vm.typeFault(a, "perform arithmetic on")
}

var arithNames = map[int]string{opAdd: "add", opSub: "sub", opMul: "mul", opMod: "mod", opPow: "pow", opDiv: "div",
	opIDiv: "idiv", opUnm: "unm"}

// addImmediate handles operands that are not numbers. Only x-n is compiled with a negative n, and a metamethod must see
// what was written.
func (vm *VM) addImmediate(a Value, n int64, dst *Value) bool {
	if n < 0 {
		return vm.arithmetic(opSub, a, Int(-n), dst)
	}
	return vm.arithmetic(opAdd, a, Int(n), dst)
}

func (vm *VM) unary(op int, a Value, dst *Value) (pushed bool) {
	if op == opLen {
		return vm.lengthOf(a, dst)
	}
	if a.t == tInt {
		v, _ := arithInt(op, a.v, 0)
		*dst = Int(v)
		return false
	}
	ev := evUnm
	if op == opBNot {
		ev = evBNot
	} else if a.t == tFloat {
		*dst = Float(-a.num())
		return false
	}
	if v, ok := arith(op, a, a); ok {
		*dst = v
		return false
	}
	if f := vm.metamethod(a, ev); f.t != tNil {
		return vm.callMeta(f, a, a)
	}
	x, ok := vm.number(a)
	if ok && a.t == tString && op == opUnm {
		if v, ok := arith(op, x, x); ok {
			*dst = v
			return false
		}
	}
	vm.arithmeticFault(op, a, a, ok)
	return false
}

func (vm *VM) lengthOf(a Value, dst *Value) (pushed bool) {
	if a.t == tString {
		*dst = Int(int64(vm.cells[uint32(a.v)+1].v))
		return false
	}
	if f := vm.metamethod(a, evLen); f.t != tNil {
		return vm.callMeta(f, a, a)
	}
	if a.t != tTable {
		vm.typeFault(a, "get length of")
	}
	*dst = Int(vm.length(uint32(a.v)))
	return false
}

// rawEqual is equality without metamethods.
func rawEqual(a, b Value) bool {
	if a.t == b.t {
		return a.v == b.v && a.t != tFloat || a.t < tInt || a.t == tFloat && a.num() == b.num()
	}
	if a.t == tInt && b.t == tFloat {
		i, ok := floatToInt(b.num())
		return ok && i == int64(a.v)
	}
	return a.t == tFloat && b.t == tInt && rawEqual(b, a)
}

func (vm *VM) equals(a, b Value) (yes, pushed bool) {
	if a.t != b.t || a.t != tTable && a.t != tUser || a.v == b.v {
		return rawEqual(a, b), false
	}
	f := vm.binaryMeta(a, b, evEq)
	if f.t == tNil {
		return false, false
	}
	return false, vm.callMeta(f, a, b)
}

// lessNumbers compares numbers of any kinds exactly.
func lessNumbers(orEqual bool, a, b Value) bool {
	switch {
	case a.t == tInt && b.t == tInt:
		return int64(a.v) < int64(b.v) || orEqual && a.v == b.v
	case a.t == tFloat && b.t == tFloat:
		return a.num() < b.num() || orEqual && a.num() == b.num()
	case a.t == tInt:
		return compareIntFloat(int64(a.v), b.num(), orEqual)
	}
	f := a.num()
	return f == f && !compareIntFloat(int64(b.v), f, !orEqual)
}

// compareIntFloat is i < f, or i <= f.
func compareIntFloat(i int64, f float64, orEqual bool) bool {
	switch {
	case f != f:
		return false
	case f >= 0x1p63:
		return true
	case f < -0x1p63:
		return false
	}
	whole := math.Floor(f)
	n := int64(whole)
	if i != n {
		return i < n
	}
	return f > whole || orEqual
}

func isNumeric(v Value) bool { return v.t == tInt || v.t == tFloat }

func (vm *VM) less(orEqual bool, a, b Value) (yes, pushed bool) {
	if isNumeric(a) && isNumeric(b) {
		return lessNumbers(orEqual, a, b), false
	}
	if a.t == tString && b.t == tString {
		x, y := string(vm.text(uint32(a.v))), string(vm.text(uint32(b.v)))
		return x < y || orEqual && x == y, false
	}
	ev := evLt
	if orEqual {
		ev = evLe
	}
	f := vm.binaryMeta(a, b, ev)
	if f.t == tNil {
		x, y := vm.typeName(a), vm.typeName(b)
		if x == y {
			vm.fail("attempt to compare two %s values", x)
		}
		vm.fail("attempt to compare %s with %s", x, y)
	}
	return false, vm.callMeta(f, a, b)
}

func (vm *VM) lessImmediate(op int, a Value, n int64) (yes, pushed bool) {
	switch op {
	case opLtI:
		return vm.less(false, a, Int(n))
	case opLeI:
		return vm.less(true, a, Int(n))
	case opGtI:
		return vm.less(false, Int(n), a)
	}
	return vm.less(true, Int(n), a)
}

// forPrepare prepares a numeric loop and reports whether it is to be skipped. The cells from A on are start, limit, step
// and the variable; for integers the limit becomes the number of rounds after the first.
func (vm *VM) forPrepare(R *[256]Value, a uint8) (skip bool) {
	start, limit, step := R[a], R[a+1], R[a+2]
	if start.t == tInt && step.t == tInt {
		return vm.forInts(R, a, int64(start.v), limit, int64(step.v))
	}
	var nums [3]float64
	for i, what := range []string{"limit", "step", "initial value"} {
		v := []Value{limit, step, start}[i]
		x, ok := vm.number(v)
		if !ok {
			vm.forFault(what, v)
		}
		nums[i], _ = x.AsFloat()
	}
	if nums[1] == 0 {
		vm.fail("'for' step is zero")
	}
	if nums[1] > 0 && nums[0] < nums[2] || !(nums[1] > 0) && nums[2] < nums[0] { // a NaN keeps no first round from being run
		return true
	}
	R[a], R[a+1], R[a+2], R[a+3] = Float(nums[2]), Float(nums[0]), Float(nums[1]), Float(nums[2])
	return false
}

func (vm *VM) forFault(what string, v Value) {
	vm.fail("bad 'for' %s (number expected, got %s)", what, vm.typeName(v))
}

func (vm *VM) forInts(R *[256]Value, a uint8, start int64, limit Value, step int64) (skip bool) {
	if step == 0 {
		vm.fail("'for' step is zero")
	}
	stop := int64(limit.v)
	if limit.t != tInt {
		x, ok := vm.number(limit)
		if !ok {
			vm.forFault("limit", limit)
		}
		f, _ := x.AsFloat()
		switch {
		case f != f:
			return true
		case f >= 0x1p63:
			if step < 0 {
				return true
			}
			stop = math.MaxInt64
		case f < -0x1p63:
			if step > 0 {
				return true
			}
			stop = math.MinInt64
		case step > 0:
			stop = int64(math.Floor(f))
		default:
			stop = int64(math.Ceil(f))
		}
	}
	if step > 0 && start > stop || step < 0 && start < stop {
		return true
	}
	var rounds uint64
	if step > 0 {
		rounds = (uint64(stop) - uint64(start)) / uint64(step)
	} else {
		rounds = (uint64(start) - uint64(stop)) / (uint64(-(step + 1)) + 1)
	}
	R[a+1] = Value{v: rounds, t: tInt}
	R[a+3] = Int(start)
	return false
}

func (vm *VM) floatLoop(R *[256]Value, a uint8) bool {
	x, limit, step := R[a].num()+R[a+2].num(), R[a+1].num(), R[a+2].num()
	if step > 0 && !(x <= limit) || step < 0 && !(x >= limit) { // a NaN ends it
		return false
	}
	R[a], R[a+3] = Float(x), Float(x)
	return true
}
