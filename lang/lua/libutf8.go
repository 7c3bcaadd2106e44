package lua

import "github.com/sinew-robotics/sinew/lang/lua/syntax"

func libUTF8() Lib {
	return Lib{Name: "utf8", Funcs: []Func{
		{Name: "char", Call: utf8Char},
		{Name: "codepoint", Call: utf8Codepoint},
		{Name: "len", Call: utf8Len},
		{Name: "offset", Call: utf8Offset},
		{Name: "codes", Call: utf8Codes},
		{Name: " codes", Call: func(vm *VM, n int) int { return vm.nextCode(true) }},
		{Name: " codeslax", Call: func(vm *VM, n int) int { return vm.nextCode(false) }},
	}, Setup: func(vm *VM, t Value) {
		vm.set(uint32(t.v), vm.String("charpattern"), vm.String("[\x00-\x7F\xC2-\xFD][\x80-\xBF]*"))
	}}
}

// decode reads the code point at the start of s, and how many bytes it has; 0 bytes mean that there is none.
func decode(s []byte, strict bool) (code uint32, n int) {
	if len(s) == 0 {
		return 0, 0
	}
	c := uint32(s[0])
	if c < 0x80 {
		return c, 1
	}
	if c&0x40 == 0 {
		return 0, 0
	}
	count := 0
	var r uint32
	for ; c&0x40 != 0; c <<= 1 {
		count++
		if count >= len(s) || s[count]&0xc0 != 0x80 {
			return 0, 0
		}
		r = r<<6 | uint32(s[count]&0x3f)
	}
	r |= c & 0x7f << (uint(count) * 5)
	least := [...]uint32{1<<32 - 1, 0x80, 0x800, 0x10000, 0x200000, 0x4000000}
	if count > 5 || r > 0x7fffffff || r < least[count] {
		return 0, 0
	}
	if strict && (r > 0x10ffff || r >= 0xd800 && r <= 0xdfff) {
		return 0, 0
	}
	return r, count + 1
}

func utf8Char(vm *VM, n int) int {
	b := vm.scratch[:0]
	for i := range n {
		c := vm.intArg(i, n)
		if uint64(c) > 0x7fffffff {
			vm.argFault(i, "value out of range")
		}
		b = syntax.AppendUTF8(b, uint32(c))
	}
	vm.scratch = b
	vm.Push(vm.intern(b))
	return 1
}

func utf8Codepoint(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	i := position(vm.intArg(1, n, 1), len(s))
	j := position(vm.intArg(2, n, i), len(s))
	if i < 1 {
		vm.argFault(1, "out of bounds")
	}
	if j > int64(len(s)) {
		vm.argFault(2, "out of bounds")
	}
	count := 0
	for at := int(i) - 1; at < int(j); {
		c, k := decode(s[at:], !vm.Arg(3).Truth())
		if k == 0 {
			vm.fail("invalid UTF-8 code")
		}
		vm.Push(Int(int64(c)))
		at += k
		count++
	}
	return count
}

func utf8Len(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	i := position(vm.intArg(1, n, 1), len(s))
	j := position(vm.intArg(2, n, -1), len(s))
	if i < 1 || i-1 > int64(len(s)) {
		vm.argFault(1, "initial position out of bounds")
	}
	if j > int64(len(s)) {
		vm.argFault(2, "final position out of bounds")
	}
	count := int64(0)
	for at := int(i) - 1; at < int(j); count++ {
		_, k := decode(s[at:], !vm.Arg(3).Truth())
		if k == 0 {
			vm.Push(Nil)
			vm.Push(Int(int64(at) + 1))
			return 2
		}
		at += k
	}
	vm.Push(Int(count))
	return 1
}

func continues(s []byte, at int64) bool {
	return at >= 0 && at < int64(len(s)) && s[at]&0xc0 == 0x80
}

func utf8Offset(vm *VM, n int) int {
	s, k := vm.stringArg(0, n), vm.intArg(1, n)
	first := int64(1)
	if k < 0 {
		first = int64(len(s)) + 1
	}
	at := position(vm.intArg(2, n, first), len(s)) - 1
	if at < 0 || at > int64(len(s)) {
		vm.argFault(2, "position out of bounds")
	}
	if k == 0 {
		for at > 0 && continues(s, at) {
			at--
		}
		vm.Push(Int(at + 1))
		return 1
	}
	if continues(s, at) {
		vm.fail("initial position is a continuation byte")
	}
	for ; k < 0 && at > 0; k++ {
		at--
		for at > 0 && continues(s, at) {
			at--
		}
	}
	if k > 0 {
		for k--; k > 0 && at < int64(len(s)); k-- {
			at++
			for continues(s, at) {
				at++
			}
		}
	}
	if k != 0 {
		vm.Push(Nil)
	} else {
		vm.Push(Int(at + 1))
	}
	return 1
}

func utf8Codes(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	if continues(s, 0) {
		vm.argFault(0, "invalid UTF-8 code")
	}
	name := "utf8. codes"
	if vm.Arg(1).Truth() && n > 1 {
		name = "utf8. codeslax"
	}
	vm.Push(vm.function(name))
	vm.Push(vm.Arg(0))
	vm.Push(Int(0))
	return 3
}

func (vm *VM) nextCode(strict bool) int {
	s, at := vm.stringArg(0, 2), vm.intArg(1, 2)
	if at > 0 {
		for continues(s, at) {
			at++
		}
	}
	if at >= int64(len(s)) {
		return 0
	}
	c, k := decode(s[at:], strict)
	if k == 0 || continues(s, at+int64(k)) {
		vm.fail("invalid UTF-8 code")
	}
	vm.Push(Int(at + 1))
	vm.Push(Int(int64(c)))
	return 2
}
