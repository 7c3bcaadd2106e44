package lua

import (
	"fmt"
	"math"
	"strconv"
)

// How Go functions of libraries read their arguments. Errors name the function and the argument as Lua does.

func (vm *VM) argFault(i int, what string) {
	name, method := "?", false
	if l, ok := vm.levelAt(vm.thread, 0); ok {
		kind, called := vm.callName(l)
		method, name = kind == "method", called
		if f := vm.cells[l.base-2]; name == "" && f.t == tGo {
			name = vm.functions[f.v].name
		}
	}
	if name == "" {
		name = "?"
	}
	if method {
		if i == 0 {
			vm.fail("calling '%s' on bad self (%s)", name, what)
		}
		i--
	}
	vm.fail("bad argument #%d to '%s' (%s)", i+1, name, what)
}

func (vm *VM) argTypeFault(i, n int, want string) {
	got := "no value"
	if i < n {
		got = vm.typeName(vm.Arg(i))
	}
	vm.argFault(i, want+" expected, got "+got)
}

func (vm *VM) need(i, n int) Value {
	if i >= n {
		vm.argFault(i, "value expected")
	}
	return vm.Arg(i)
}

func (vm *VM) tableArg(i, n int) uint32 {
	v := vm.Arg(i)
	if v.t != tTable || i >= n {
		vm.argTypeFault(i, n, "table")
	}
	return uint32(v.v)
}

// intArg returns an integer argument, or the default in otherwise if it is absent and a default is given.
func (vm *VM) intArg(i, n int, otherwise ...int64) int64 {
	v := vm.Arg(i)
	if (i >= n || v.t == tNil) && len(otherwise) > 0 {
		return otherwise[0]
	}
	if v.t == tInt && i < n {
		return int64(v.v)
	}
	x, ok := vm.number(v)
	if !ok || i >= n {
		vm.argTypeFault(i, n, "number")
	}
	k, ok := x.AsInt()
	if !ok {
		vm.argFault(i, "number has no integer representation")
	}
	return k
}

func (vm *VM) floatArg(i, n int, otherwise ...float64) float64 {
	v := vm.Arg(i)
	if (i >= n || v.t == tNil) && len(otherwise) > 0 {
		return otherwise[0]
	}
	x, ok := vm.number(v)
	if !ok || i >= n {
		vm.argTypeFault(i, n, "number")
	}
	f, _ := x.AsFloat()
	return f
}

// numberArg returns a number of either kind.
func (vm *VM) numberArg(i, n int) Value {
	x, ok := vm.number(vm.Arg(i))
	if !ok || i >= n {
		vm.argTypeFault(i, n, "number")
	}
	return x
}

// stringArg returns the bytes of a string argument; a number becomes one.
func (vm *VM) stringArg(i, n int, otherwise ...string) []byte {
	v := vm.Arg(i)
	if (i >= n || v.t == tNil) && len(otherwise) > 0 {
		return []byte(otherwise[0])
	}
	if isNumeric(v) && i < n {
		v = vm.toText(v)
		vm.cells[vm.base+uint32(i)] = v
	}
	if v.t != tString || i >= n {
		vm.argTypeFault(i, n, "string")
	}
	return vm.text(uint32(v.v))
}

// toText makes a string of a number or a string.
func (vm *VM) toText(v Value) Value {
	if v.t == tString {
		return v
	}
	vm.scratch = vm.appendString(vm.scratch[:0], v)
	return vm.intern(vm.scratch)
}

// appendString appends a string or a number as Lua writes it.
func (vm *VM) appendString(b []byte, v Value) []byte {
	switch v.t {
	case tString:
		return append(b, vm.text(uint32(v.v))...)
	case tInt:
		return strconv.AppendInt(b, int64(v.v), 10)
	}
	return appendFloat(b, v.num())
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case f != f:
		if math.Signbit(f) {
			return append(b, "-nan"...)
		}
		return append(b, "nan"...)
	}
	at := len(b)
	b = formatG(b, f, 14, false)
	for _, c := range b[at:] {
		if c == '.' || c == 'e' {
			return b
		}
	}
	return append(b, ".0"...)
}

// formatG is C's %.{prec}g; alternate keeps trailing zeros.
func formatG(b []byte, f float64, prec int, alternate bool) []byte {
	if prec == 0 {
		prec = 1
	}
	if math.IsInf(f, 0) || f != f {
		return appendFloat(b, f)
	}
	var tmp [400]byte
	e := strconv.AppendFloat(tmp[:0], f, 'e', prec-1, 64)
	x := 0
	for i := len(e) - 1; i >= 0; i-- {
		if e[i] == 'e' {
			x, _ = strconv.Atoi(string(e[i+1:]))
			break
		}
	}
	var out []byte
	if x < -4 || x >= prec {
		out = e
	} else {
		out = strconv.AppendFloat(tmp[:0], f, 'f', prec-1-x, 64)
	}
	if !alternate {
		out = trimZeros(out)
	}
	return append(b, out...)
}

// trimZeros drops the mantissa's trailing zeros after the point.
func trimZeros(s []byte) []byte {
	end := len(s)
	for i, c := range s {
		if c == 'e' {
			end = i
		}
	}
	point := -1
	for i, c := range s[:end] {
		if c == '.' {
			point = i
		}
	}
	if point < 0 {
		return s
	}
	last := end
	for last > point && (s[last-1] == '0' || s[last-1] == '.') {
		last--
		if s[last] == '.' {
			break
		}
	}
	return append(s[:last], s[end:]...)
}

// show is tostring.
func (vm *VM) show(v Value) Value {
	if f := vm.metamethod(v, evToString); f.t != tNil {
		r := vm.invoke(f, v)
		if r.t != tString {
			if !isNumeric(r) {
				vm.fail("'__tostring' must return a string")
			}
			return vm.toText(r)
		}
		return r
	}
	switch v.t {
	case tString:
		return v
	case tInt, tFloat:
		return vm.toText(v)
	case tNil:
		return vm.String("nil")
	case tFalse, tTrue:
		return vm.String(strconv.FormatBool(v.t == tTrue))
	case tGo:
		if !vm.config.NoOffsets {
			return vm.String(fmt.Sprintf("function: builtin: %08x", v.v))
		}
	}
	if vm.config.NoOffsets {
		return vm.String(vm.typeName(v))
	}
	return vm.String(fmt.Sprintf("%s: 0x%08x", vm.typeName(v), v.v))
}
