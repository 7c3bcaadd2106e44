package lua

import (
	"math"
	"math/bits"
)

// floatFunctions are the functions of one float.
func floatFunctions() []Func {
	f1 := func(name string, f func(float64) float64) Func {
		return Func{Name: name, Call: func(vm *VM, n int) int {
			vm.Push(Float(f(vm.floatArg(0, n))))
			return 1
		}}
	}
	return []Func{
		f1("sin", math.Sin), f1("cos", math.Cos), f1("tan", math.Tan), f1("asin", math.Asin), f1("acos", math.Acos),
		f1("sqrt", math.Sqrt), f1("exp", math.Exp), f1("log10", math.Log10), f1("sinh", math.Sinh), f1("cosh", math.Cosh),
		f1("tanh", math.Tanh),
		f1("deg", func(x float64) float64 { return x * (180 / math.Pi) }),
		f1("rad", func(x float64) float64 { return x * (math.Pi / 180) }),
	}
}

func libMath() Lib {
	return Lib{Name: "math", Funcs: append(floatFunctions(), []Func{
		{Name: "abs", Call: mathAbs},
		{Name: "ceil", Call: func(vm *VM, n int) int { return vm.whole(n, math.Ceil) }},
		{Name: "floor", Call: func(vm *VM, n int) int { return vm.whole(n, math.Floor) }},
		{Name: "atan", Call: func(vm *VM, n int) int {
			vm.Push(Float(math.Atan2(vm.floatArg(0, n), vm.floatArg(1, n, 1))))
			return 1
		}},
		{Name: "atan2", Call: func(vm *VM, n int) int {
			vm.Push(Float(math.Atan2(vm.floatArg(0, n), vm.floatArg(1, n))))
			return 1
		}},
		{Name: "fmod", Call: mathFmod},
		{Name: "log", Call: mathLog},
		{Name: "max", Call: func(vm *VM, n int) int { return vm.extreme(n, false) }},
		{Name: "min", Call: func(vm *VM, n int) int { return vm.extreme(n, true) }},
		{Name: "modf", Call: mathModf},
		{Name: "pow", Call: func(vm *VM, n int) int {
			vm.Push(Float(power(vm.floatArg(0, n), vm.floatArg(1, n))))
			return 1
		}},
		{Name: "ldexp", Call: func(vm *VM, n int) int {
			vm.Push(Float(math.Ldexp(vm.floatArg(0, n), int(vm.intArg(1, n)))))
			return 1
		}},
		{Name: "frexp", Call: func(vm *VM, n int) int {
			f, e := math.Frexp(vm.floatArg(0, n))
			vm.Push(Float(f))
			vm.Push(Int(int64(e)))
			return 2
		}},
		{Name: "tointeger", Call: func(vm *VM, n int) int {
			v := vm.need(0, n)
			if x, ok := vm.number(v); ok {
				if i, ok := x.AsInt(); ok {
					vm.Push(Int(i))
					return 1
				}
			}
			vm.Push(Nil)
			return 1
		}},
		{Name: "type", Call: func(vm *VM, n int) int {
			switch vm.need(0, n).t {
			case tInt:
				vm.Push(vm.String("integer"))
			case tFloat:
				vm.Push(vm.String("float"))
			default:
				vm.Push(Nil)
			}
			return 1
		}},
		{Name: "ult", Call: func(vm *VM, n int) int {
			vm.Push(Bool(uint64(vm.intArg(0, n)) < uint64(vm.intArg(1, n))))
			return 1
		}},
		{Name: "random", Call: mathRandom},
		{Name: "randomseed", Call: mathSeed},
	}...), Setup: func(vm *VM, t Value) {
		set := func(name string, v Value) { vm.set(uint32(t.v), vm.String(name), v) }
		set("pi", Float(math.Pi))
		set("huge", Float(math.Inf(1)))
		set("maxinteger", Int(math.MaxInt64))
		set("mininteger", Int(math.MinInt64))
	}}
}

func mathAbs(vm *VM, n int) int {
	v := vm.Arg(0)
	switch {
	case v.t != tInt || n < 1:
		v = Float(math.Abs(vm.floatArg(0, n)))
	case int64(v.v) < 0:
		v = Int(-int64(v.v))
	}
	vm.Push(v)
	return 1
}

func (vm *VM) whole(n int, round func(float64) float64) int {
	v := vm.numberArg(0, n)
	if v.t == tFloat {
		f := round(v.num())
		v = Float(f)
		if i, ok := floatToInt(f); ok {
			v = Int(i)
		}
	}
	vm.Push(v)
	return 1
}

func mathFmod(vm *VM, n int) int {
	a, b := vm.Arg(0), vm.Arg(1)
	if a.t == tInt && b.t == tInt && n > 1 {
		switch int64(b.v) {
		case 0:
			vm.argFault(1, "zero")
		case -1:
			vm.Push(Int(0))
		default:
			vm.Push(Int(int64(a.v) % int64(b.v)))
		}
		return 1
	}
	x, y := vm.floatArg(0, n), vm.floatArg(1, n)
	vm.Push(Float(invalid(math.Mod(x, y), x, y)))
	return 1
}

func mathLog(vm *VM, n int) int {
	x := vm.floatArg(0, n)
	if n < 2 || vm.Arg(1).t == tNil {
		vm.Push(Float(math.Log(x)))
		return 1
	}
	switch b := vm.floatArg(1, n); b {
	case 2:
		vm.Push(Float(math.Log2(x)))
	case 10:
		vm.Push(Float(math.Log10(x)))
	default:
		vm.Push(Float(math.Log(x) / math.Log(b)))
	}
	return 1
}

func (vm *VM) extreme(n int, smallest bool) int {
	best := vm.need(0, n)
	for i := 1; i < n; i++ {
		v := vm.Arg(i)
		if smallest && vm.lessThan(v, best) || !smallest && vm.lessThan(best, v) {
			best = v
		}
	}
	vm.Push(best)
	return 1
}

func mathModf(vm *VM, n int) int {
	if v := vm.Arg(0); v.t == tInt && n > 0 {
		vm.Push(v)
		vm.Push(Float(0))
		return 2
	}
	x := vm.floatArg(0, n)
	if math.IsInf(x, 0) {
		vm.Push(Float(x))
		vm.Push(Float(0))
		return 2
	}
	whole := math.Trunc(x)
	if i, ok := floatToInt(whole); ok {
		vm.Push(Int(i))
	} else {
		vm.Push(Float(whole))
	}
	vm.Push(Float(x - whole))
	return 2
}

// The random numbers are those of xoshiro256**, as in the reference implementation, so that a seed gives the same
// sequence. Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2018.

func (vm *VM) seed(a, b uint64) {
	vm.random = [4]uint64{a, 0xff, b, 0}
	for range 16 {
		vm.draw()
	}
}

func (vm *VM) draw() uint64 {
	s := &vm.random
	r := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return r
}

func mathRandom(vm *VM, n int) int {
	r := vm.draw()
	low, high := int64(1), int64(0)
	switch n {
	case 0:
		vm.Push(Float(float64(r>>11) * 0x1p-53))
		return 1
	case 1:
		high = vm.intArg(0, n)
		if high == 0 {
			vm.Push(Int(int64(r)))
			return 1
		}
	case 2:
		low, high = vm.intArg(0, n), vm.intArg(1, n)
	default:
		vm.fail("wrong number of arguments")
	}
	if low > high {
		vm.argFault(0, "interval is empty")
	}
	span := uint64(high) - uint64(low)
	if span&(span+1) == 0 {
		r &= span
	} else {
		mask := uint64(1)<<uint(bits.Len64(span)) - 1
		for r &= mask; r > span; r = vm.draw() & mask {
		}
	}
	vm.Push(Int(low + int64(r)))
	return 1
}

func mathSeed(vm *VM, n int) int {
	if n == 0 {
		vm.seed(vm.draw(), vm.draw())
		return 0
	}
	v := vm.numberArg(0, n)
	a := v.v
	if v.t == tFloat {
		if i, ok := floatToInt(v.num()); ok {
			a = uint64(i)
		}
	}
	vm.seed(a, uint64(vm.intArg(1, n, 0)))
	return 0
}
