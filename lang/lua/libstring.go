package lua

import (
	"bytes"
	"strings"
)

func libString() Lib {
	return Lib{Name: "string", Funcs: []Func{
		{Name: "len", Call: func(vm *VM, n int) int {
			vm.Push(Int(int64(len(vm.stringArg(0, n)))))
			return 1
		}},
		{Name: "sub", Call: stringSub},
		{Name: "upper", Call: func(vm *VM, n int) int { return vm.mapped(n, 'a', 'z') }},
		{Name: "lower", Call: func(vm *VM, n int) int { return vm.mapped(n, 'A', 'Z') }},
		{Name: "rep", Call: stringRep},
		{Name: "reverse", Call: stringReverse},
		{Name: "byte", Call: stringByte},
		{Name: "char", Call: stringChar},
		{Name: "find", Call: func(vm *VM, n int) int { return vm.find(n, true) }},
		{Name: "match", Call: func(vm *VM, n int) int { return vm.find(n, false) }},
		{Name: "gmatch", Call: stringGmatch},
		{Name: " gmatch", Call: stringGmatchNext},
		{Name: "gsub", Call: stringGsub},
		{Name: "format", Call: stringFormat},
		{Name: "pack", Call: stringPack},
		{Name: "unpack", Call: stringUnpack},
		{Name: "packsize", Call: stringPackSize},
		{Name: "dump", Call: func(vm *VM, _ int) int {
			vm.fail("unable to dump given function: compiled code is neither written nor read")
			return 0
		}},
	}, Setup: func(vm *VM, t Value) {
		m := vm.newTable(0, 1)
		vm.set(m, vm.events[evIndex], t)
		vm.stringMeta = m
	}}
}

// position turns an index that may count from the end into one from 1.
func position(i int64, n int) int64 {
	switch {
	case i > 0:
		return i
	case i == 0 || i < -int64(n):
		return 0 // before the first
	}
	return int64(n) + i + 1
}

// span reads the arguments i and j of a part of a string of n bytes.
func (vm *VM) span(args, at, n int, first, last int64) (int, int) {
	i, j := position(vm.intArg(at, args, first), n), vm.intArg(at+1, args, last)
	if j > int64(n) {
		j = int64(n)
	} else if j < 0 {
		j = max(0, int64(n)+j+1)
	}
	i = max(i, 1)
	if i > j {
		return 0, 0
	}
	return int(i - 1), int(j)
}

func stringSub(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	vm.intArg(1, n)
	i, j := vm.span(n, 1, len(s), 1, -1)
	vm.Push(vm.intern(s[i:j]))
	return 1
}

func (vm *VM) mapped(n int, from, to byte) int {
	b := append(vm.scratch[:0], vm.stringArg(0, n)...)
	for i, c := range b {
		if c >= from && c <= to {
			b[i] = c ^ 32
		}
	}
	vm.scratch = b
	vm.Push(vm.intern(b))
	return 1
}

func stringRep(vm *VM, n int) int {
	s, count, sep := vm.stringArg(0, n), vm.intArg(1, n), vm.stringArg(2, n, "")
	each := int64(len(s) + len(sep))
	if count <= 0 || each == 0 {
		vm.Push(vm.String(""))
		return 1
	}
	if count > maxString/each {
		vm.fail("resulting string too large")
	}
	vm.checkText(len(s)*int(count) + len(sep)*int(count-1))
	b := vm.scratch[:0]
	for i := range count {
		if i > 0 {
			b = append(b, sep...)
		}
		b = append(b, s...)
	}
	vm.scratch = b
	vm.Push(vm.intern(b))
	return 1
}

func stringReverse(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	b := vm.scratch[:0]
	for i := len(s) - 1; i >= 0; i-- {
		b = append(b, s[i])
	}
	vm.scratch = b
	vm.Push(vm.intern(b))
	return 1
}

func stringByte(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	first := vm.intArg(1, n, 1)
	i, j := vm.span(n, 1, len(s), 1, first)
	if n < 3 || vm.Arg(2).t == tNil {
		p := position(first, len(s))
		if p < 1 || p > int64(len(s)) {
			return 0
		}
		i, j = int(p-1), int(p)
	}
	if uint32(j-i) >= vm.maxStack-stackSlack {
		vm.fail("string slice too long")
	}
	for _, c := range s[i:j] {
		vm.Push(Int(int64(c)))
	}
	return j - i
}

func stringChar(vm *VM, n int) int {
	b := vm.scratch[:0]
	for i := range n {
		c := vm.intArg(i, n)
		if c < 0 || c > 255 {
			vm.argFault(i, "value out of range")
		}
		b = append(b, byte(c))
	}
	vm.scratch = b
	vm.Push(vm.intern(b))
	return 1
}

// find is string.find and string.match.
func (vm *VM) find(n int, find bool) int {
	s, p := vm.stringArg(0, n), vm.stringArg(1, n)
	start := max(position(vm.intArg(2, n, 1), len(s)), 1) - 1
	if start > int64(len(s)) {
		vm.Push(Nil)
		return 1
	}
	if find && (vm.Arg(3).Truth() && n > 3 || !bytes.ContainsAny(p, "^$*+?.([%-")) {
		i := bytes.Index(s[start:], p)
		if i < 0 {
			vm.Push(Nil)
			return 1
		}
		vm.Push(Int(start + int64(i) + 1))
		vm.Push(Int(start + int64(i+len(p))))
		return 2
	}
	m := matcher{vm: vm, src: s, pat: p}
	anchored := len(p) > 0 && p[0] == '^'
	if anchored {
		m.pat = p[1:]
	}
	for at := int(start); at <= len(s); at++ {
		m.reset()
		if e := m.match(at, 0); e >= 0 {
			if find {
				vm.Push(Int(int64(at) + 1))
				vm.Push(Int(int64(e)))
				return m.pushCaptures(at, e, false) + 2
			}
			return m.pushCaptures(at, e, true)
		}
		if anchored {
			break
		}
	}
	vm.Push(Nil)
	return 1
}

// stringGmatch keeps the string, the pattern, the position and the end of the last match in its iterator.
func stringGmatch(vm *VM, n int) int {
	s := vm.stringArg(0, n)
	vm.stringArg(1, n)
	start := max(position(vm.intArg(2, n, 1), len(s)), 1) - 1
	vm.Push(vm.goClosure(vm.function("string. gmatch"), vm.Arg(0), vm.Arg(1), Int(start), Int(-1)))
	return 1
}

func stringGmatchNext(vm *VM, _ int) int {
	up := vm.own(4)
	if up[0].t != tString || up[1].t != tString || up[2].t != tInt {
		vm.fail("there is no string to search")
	}
	m := matcher{vm: vm, src: vm.text(uint32(up[0].v)), pat: vm.text(uint32(up[1].v))}
	for at := max(int(up[2].v), 0); at <= len(m.src); at++ {
		m.reset()
		if e := m.match(at, 0); e >= 0 && int64(e) != int64(up[3].v) {
			up[2], up[3] = Int(int64(e)), Int(int64(e))
			return m.pushCaptures(at, e, true)
		}
	}
	vm.Push(Nil)
	return 1
}

func stringGsub(vm *VM, n int) int {
	s, p := vm.stringArg(0, n), vm.stringArg(1, n)
	repl := vm.Arg(2)
	if isNumeric(repl) && n > 2 {
		repl = vm.toText(repl)
		vm.cells[vm.base+2] = repl
	}
	if n < 3 || repl.t != tString && repl.t != tTable && !vm.callable(repl) {
		vm.argTypeFault(2, n, "string/function/table")
	}
	most := vm.intArg(3, n, int64(len(s))+1)
	m := matcher{vm: vm, src: s, pat: p}
	anchored := len(p) > 0 && p[0] == '^'
	if anchored {
		m.pat = p[1:]
	}
	var out []byte
	count, last := int64(0), -1
	at := 0
	for count < most {
		m.reset()
		e := m.match(at, 0)
		switch {
		case e >= 0 && e != last:
			count++
			out = m.replace(out, repl, at, e)
			at, last = e, e
		case at < len(s):
			out = append(out, s[at])
			at++
		default:
			at++
		}
		vm.checkText(len(out))
		if at > len(s) || anchored {
			break
		}
	}
	if at < len(s) {
		out = append(out, s[at:]...)
	}
	vm.Push(vm.intern(out))
	vm.Push(Int(count))
	return 2
}

// replace appends the replacement of a match.
func (m *matcher) replace(out []byte, repl Value, s, e int) []byte {
	vm := m.vm
	var v Value
	switch repl.t {
	case tString:
		return m.expand(out, vm.text(uint32(repl.v)), s, e)
	case tTable:
		v = vm.indexed(repl, m.value(0, s, e))
	default:
		top := vm.top - vm.base
		slot := vm.room(vm.top, maxCaptures+8)
		vm.cells[slot], vm.cells[slot+1] = repl, Nil
		vm.top = slot + 2
		n := m.pushCaptures(s, e, true)
		vm.callGo(vm.top-uint32(n)-2, uint32(n))
		if vm.results > 0 {
			v = vm.cells[vm.top-vm.results]
		}
		vm.top = vm.base + top
	}
	switch {
	case !v.Truth():
		return append(out, m.src[s:e]...)
	case v.t == tString || isNumeric(v):
		return vm.appendString(out, v)
	}
	vm.fail("invalid replacement value (a %s)", v.Type())
	return nil
}

// expand appends a replacement text, in which %0 to %9 are captures.
func (m *matcher) expand(out, repl []byte, s, e int) []byte {
	for i := 0; i < len(repl); i++ {
		c := repl[i]
		if c != '%' {
			out = append(out, c)
			continue
		}
		i++
		switch {
		case i < len(repl) && repl[i] == '%':
			out = append(out, '%')
		case i < len(repl) && repl[i] == '0':
			out = append(out, m.src[s:e]...)
		case i < len(repl) && isDigitByte(repl[i]):
			k := int(repl[i] - '1')
			if k >= max(m.level, 1) {
				m.vm.fail("invalid capture index %%%d", k+1)
			}
			out = m.vm.appendString(out, m.value(k, s, e))
		default:
			m.vm.fail("invalid use of '%%' in replacement string")
		}
	}
	return out
}

func quoted(b []byte, s []byte) []byte {
	b = append(b, '"')
	for i, c := range s {
		switch {
		case c == '"' || c == '\\' || c == '\n':
			b = append(b, '\\', c)
		case c < ' ' || c == 0x7f:
			digits := "\\" + strings.TrimLeft(string([]byte{'0' + c/100, '0' + c/10%10, '0' + c%10}), "0")
			if c == 0 {
				digits = "\\0"
			}
			if i+1 < len(s) && isDigitByte(s[i+1]) {
				digits = "\\" + string([]byte{'0' + c/100, '0' + c/10%10, '0' + c%10})
			}
			b = append(b, digits...)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
