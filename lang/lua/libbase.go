package lua

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// Standard returns the libraries that a script may have without touching anything outside.
func Standard() []Lib {
	return []Lib{libBase(), libCoroutine(), libMath(), libString(), libTable(), libUTF8(), libIO(), libOS(), libDebug(), libPackage()}
}

func libBase() Lib {
	return Lib{Name: "_G", Funcs: []Func{
		{Name: "next", Call: baseNext}, // goNext: the first of all
		{Name: "assert", Call: baseAssert},
		{Name: "error", Call: baseError},
		{Name: "getmetatable", Call: baseGetMetatable},
		{Name: "setmetatable", Call: baseSetMetatable},
		{Name: "ipairs", Call: baseIpairs},
		{Name: " ipairs", Call: baseIpairsNext},
		{Name: "pairs", over: basePairs},
		{Name: "pcall", over: basePcall},
		{Name: "xpcall", over: baseXpcall},
		{Name: "warn", Call: baseWarn},
		{Name: " uncallable", Call: baseUncallable},
		{Name: "print", Call: basePrint},
		{Name: "rawequal", Call: func(vm *VM, n int) int {
			vm.Push(Bool(rawEqual(vm.need(0, n), vm.need(1, n))))
			return 1
		}},
		{Name: "rawget", Call: func(vm *VM, n int) int {
			vm.Push(vm.get(vm.tableArg(0, n), vm.need(1, n)))
			return 1
		}},
		{Name: "rawset", Call: func(vm *VM, n int) int {
			t := vm.tableArg(0, n)
			vm.checkKey(vm.need(1, n))
			vm.set(t, vm.Arg(1), vm.need(2, n))
			vm.Push(vm.Arg(0))
			return 1
		}},
		{Name: "rawlen", Call: baseRawlen},
		{Name: "select", Call: baseSelect},
		{Name: "tonumber", Call: baseToNumber},
		{Name: "tostring", Call: func(vm *VM, n int) int {
			vm.Push(vm.show(vm.need(0, n)))
			return 1
		}},
		{Name: "type", Call: func(vm *VM, n int) int {
			vm.Push(vm.String(vm.need(0, n).Type()))
			return 1
		}},
		{Name: "load", Call: baseLoad},
		{Name: "loadstring", Call: baseLoad},
		{Name: "unpack", Call: tableUnpack},
		{Name: "collectgarbage", Call: baseCollect},
		{Name: "getfenv", Call: baseGetfenv},
		{Name: "setfenv", Call: baseSetfenv},
	}, Setup: func(vm *VM, t Value) {
		vm.set(vm.globals, vm.String("_G"), t)
		vm.set(vm.globals, vm.String("_VERSION"), vm.String("Lua 5.4"))
	}}
}

func baseNext(vm *VM, n int) int {
	t := vm.tableArg(0, n)
	k := Nil
	if n > 1 {
		k = vm.Arg(1)
	}
	key, v, _, ok := vm.next(t, k, k.x)
	if !ok {
		vm.fail("invalid key to 'next'")
	}
	vm.Push(key)
	if key.t == tNil {
		return 1
	}
	vm.Push(v)
	return 2
}

func baseAssert(vm *VM, n int) int {
	if vm.need(0, n).Truth() {
		return n
	}
	if n > 1 {
		vm.failValue(vm.Arg(1))
	}
	vm.fail("assertion failed!")
	return 0
}

func baseError(vm *VM, n int) int {
	v, level := vm.Arg(0), vm.intArg(1, n, 1)
	if n == 0 {
		v = Nil
	}
	if v.t == tString && level > 0 {
		v = vm.String(vm.where(int(level)) + string(vm.text(uint32(v.v))))
	}
	vm.failValue(v)
	return 0
}

func baseGetMetatable(vm *VM, n int) int {
	m := vm.metatable(vm.need(0, n))
	if m == 0 {
		vm.Push(Nil)
		return 1
	}
	if v := vm.metaField(m, evMetatable); v.t != tNil {
		vm.Push(v)
		return 1
	}
	vm.Push(ref(m, tTable))
	return 1
}

func baseSetMetatable(vm *VM, n int) int {
	t := vm.tableArg(0, n)
	m := vm.Arg(1)
	if n < 2 || m.t != tNil && m.t != tTable {
		vm.argTypeFault(1, n, "nil or table")
	}
	if vm.metamethod(vm.Arg(0), evMetatable).t != tNil {
		vm.fail("cannot change a protected metatable")
	}
	vm.setMeta(t, m)
	vm.Push(vm.Arg(0))
	return 1
}

// setMeta gives a table or a userdata a metatable, or removes it.
func (vm *VM) setMeta(o uint32, m Value) {
	if m.t == tNil {
		vm.cells[o+1].x = 0
		return
	}
	vm.cells[o+1].x = uint32(m.v)
	vm.guard(o, m)
	if vm.metaField(uint32(m.v), evGC).t != tNil {
		vm.enlist(o)
	}
}

func baseIpairs(vm *VM, n int) int {
	vm.need(0, n)
	vm.Push(vm.function(" ipairs"))
	vm.Push(vm.Arg(0))
	vm.Push(Int(0))
	return 3
}

func baseIpairsNext(vm *VM, n int) int {
	i := int64(vm.Arg(1).v) + 1
	v := Nil
	if o := vm.Arg(0); o.t == tTable && vm.meta(uint32(o.v)) == 0 {
		v = vm.getInt(uint32(o.v), i)
	} else {
		v = vm.indexed(o, Int(i))
	}
	if v.t == tNil {
		vm.Push(Nil)
		return 1
	}
	vm.Push(Int(i))
	vm.Push(v)
	return 2
}

// basePairs calls __pairs; the frame of the call returns three of its results.
func basePairs(vm *VM, n int) bool {
	o := vm.need(0, n)
	if f := vm.metamethod(o, evPairs); f.t != tNil {
		base := vm.base
		vm.cells[base], vm.cells[base+2] = f, o
		vm.top = base + 3
		return vm.call(base, 1, frPairs)
	}
	vm.Push(Value{v: goNext, t: tGo})
	vm.Push(o)
	vm.Push(Nil)
	return vm.ret(vm.top-3, 3)
}

// basePcall calls its first argument; the frame of the call says what becomes of errors.
func basePcall(vm *VM, n int) bool {
	if n == 0 {
		vm.argFault(0, "value expected")
	}
	base := vm.base
	copy(vm.cells[base+2:base+1+uint32(n)], vm.cells[base+1:base+uint32(n)])
	vm.top = base + 1 + uint32(n)
	return vm.call(base, uint32(n-1), frPcall)
}

// baseUncallable is what pcall and xpcall call instead of a value that cannot be called, so that they catch the error.
func baseUncallable(vm *VM, _ int) int {
	vm.fail("attempt to call a %s value", vm.typeName(vm.Arg(0)))
	return 0
}

func baseXpcall(vm *VM, n int) bool {
	if n < 2 || !vm.callable(vm.Arg(1)) {
		vm.argTypeFault(1, n, "function")
	}
	base := vm.base
	vm.cells[base], vm.cells[base+1] = vm.cells[base+1], vm.cells[base]
	copy(vm.cells[base+3:base+1+uint32(n)], vm.cells[base+2:base+uint32(n)])
	vm.top = base + 1 + uint32(n)
	return vm.call(base+1, uint32(n-2), frXpcall)
}

func basePrint(vm *VM, n int) int {
	var line []byte
	for i := range n {
		if i > 0 {
			line = append(line, '\t')
		}
		v := vm.Arg(i)
		if v.t == tString || isNumeric(v) && vm.stringMeta != 0 {
			line = vm.appendString(line, v)
			continue
		}
		line = append(line, vm.text(uint32(vm.show(v).v))...)
	}
	if vm.config.Stdout != nil {
		vm.config.Stdout(append(line, '\n'))
	}
	return 0
}

// baseWarn passes a warning to the host, or turns warnings on or off. They are off at first.
func baseWarn(vm *VM, n int) int {
	vm.stringArg(0, n)
	line := vm.scratch[:0]
	for i := range n {
		line = append(line, vm.stringArg(i, n)...)
	}
	vm.scratch = line
	switch {
	case n > 1 || len(line) == 0 || line[0] != '@':
		vm.warn(line)
	case string(line) == "@on":
		vm.warning = true
	case string(line) == "@off":
		vm.warning = false
	}
	return 0
}

func (vm *VM) warn(line []byte) {
	if vm.warning && vm.config.Warn != nil {
		vm.config.Warn(line)
	}
}

func baseRawlen(vm *VM, n int) int {
	v := vm.Arg(0)
	if v.t != tTable && v.t != tString {
		vm.argTypeFault(0, n, "table or string")
	}
	var r Value
	if v.t == tTable {
		r = Int(vm.length(uint32(v.v)))
	} else {
		vm.lengthOf(v, &r)
	}
	vm.Push(r)
	return 1
}

func baseSelect(vm *VM, n int) int {
	if v := vm.Arg(0); v.t == tString && string(vm.text(uint32(v.v))) == "#" {
		vm.Push(Int(int64(n - 1)))
		return 1
	}
	i := vm.intArg(0, n)
	if i < 0 {
		i = int64(n) + i
	} else if i > int64(n) {
		i = int64(n)
	}
	if i < 1 {
		vm.argFault(0, "index out of range")
	}
	return n - int(i)
}

func baseToNumber(vm *VM, n int) int {
	if vm.Arg(1).t == tNil || n < 2 {
		v, ok := vm.number(vm.need(0, n))
		if !ok {
			v = Nil
		}
		vm.Push(v)
		return 1
	}
	radix := vm.intArg(1, n)
	if vm.Arg(0).t != tString {
		vm.argTypeFault(0, n, "string")
	}
	s := strings.ToLower(strings.Trim(string(vm.stringArg(0, n)), " \t\n\v\f\r"))
	if radix < 2 || radix > 36 {
		vm.argFault(1, "base out of range")
	}
	digits := s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits = s[1:]
	}
	v := int64(0)
	for _, c := range []byte(digits) {
		d := int64(99)
		if c >= '0' && c <= '9' {
			d = int64(c - '0')
		} else if c >= 'a' && c <= 'z' {
			d = int64(c-'a') + 10
		}
		if d >= radix {
			digits = ""
			break
		}
		v = v*radix + d
	}
	switch {
	case digits == "":
		vm.Push(Nil)
	case s[0] == '-':
		vm.Push(Int(-v))
	default:
		vm.Push(Int(v))
	}
	return 1
}

func baseLoad(vm *VM, n int) int {
	text, name := "", ""
	if v := vm.Arg(0); n > 0 && (v.t == tString || isNumeric(v)) {
		v = vm.toText(v)
		text = string(vm.text(uint32(v.v)))
		name = text
	} else {
		if n < 1 || !vm.callable(v) {
			vm.argTypeFault(0, n, "function")
		}
		name = "=(load)"
		if err := vm.nest(func() { text = vm.readPieces(v) }); err != nil {
			vm.Push(Nil)
			vm.Push(err.(*Error).Value)
			return 2
		}
	}
	if v := vm.Arg(1); n > 1 && v.t == tString {
		name = string(vm.text(uint32(v.v)))
	}
	mode := string(vm.stringArg(2, n, "bt"))
	env := ref(vm.globals, tTable)
	if n > 3 {
		env = vm.Arg(3)
	}
	return vm.pushLoaded(name, text, mode, env)
}

// readPieces calls a function for the pieces of a text until it returns none.
func (vm *VM) readPieces(f Value) string {
	var b strings.Builder
	for {
		piece := vm.invoke(f)
		if piece.t != tNil && piece.t != tString {
			vm.errv = vm.String("reader function must return a string")
			panic(errRaise)
		}
		if piece.t == tNil || vm.cells[uint32(piece.v)+1].v == 0 {
			return b.String()
		}
		b.Write(vm.text(uint32(piece.v)))
		vm.checkRoom(b.Len())
	}
}

// pushLoaded compiles a text and pushes the function, or nil and the error.
func (vm *VM) pushLoaded(name, text, mode string, env Value) int {
	fault := ""
	switch {
	case strings.HasPrefix(text, "\x1b") && !strings.Contains(mode, "b"):
		fault = "attempt to load a binary chunk (mode is '" + mode + "')"
	case strings.HasPrefix(text, "\x1b"):
		fault = syntax.Quote(name) + ": attempt to load a binary chunk: only texts are loaded"
	case !strings.Contains(mode, "t"):
		fault = "attempt to load a text chunk (mode is '" + mode + "')"
	default:
		f, err := vm.load(name, text, env)
		if err == nil {
			vm.Push(f)
			return 1
		}
		fault = err.Error()
	}
	vm.Push(Nil)
	vm.Push(vm.String(fault))
	return 2
}

// environment finds the upvalue _ENV of a function, or 0.
func (vm *VM) environment(f Value) uint32 {
	if f.t != tClosure {
		return 0
	}
	p := uint32(vm.cells[uint32(f.v)+1].v)
	for i := range vm.cells[p+4].t {
		if vm.upvalueName(p, i) == "_ENV" {
			return (uint32(f.v)+2)*4 + i
		}
	}
	return 0
}

// fenvTarget is the function that the first argument of getfenv or setfenv denotes.
func (vm *VM) fenvTarget(n int) Value {
	if v := vm.Arg(0); n > 0 && vm.callable(v) {
		return v
	}
	l, ok := vm.levelAt(vm.thread, int(vm.intArg(0, n, 1)))
	if !ok {
		vm.argFault(0, "invalid level")
	}
	return vm.cells[l.base-2]
}

func baseGetfenv(vm *VM, n int) int {
	v := ref(vm.globals, tTable)
	if at := vm.environment(vm.fenvTarget(n)); at != 0 {
		v = vm.cells[uint32(vm.cells[vm.words[at]+1].v)]
	}
	vm.Push(v)
	return 1
}

// baseSetfenv gives a function its own environment, not shared with the enclosing functions.
func baseSetfenv(vm *VM, n int) int {
	f := vm.fenvTarget(n)
	vm.tableArg(1, n)
	at := vm.environment(f)
	if at == 0 {
		vm.fail("'setfenv' cannot change environment of given object")
	}
	u := vm.alloc(2, tUpval)
	vm.cells[u+1], vm.cells[u+2] = Value{v: uint64(u + 2)}, vm.Arg(1)
	vm.words[at] = u
	vm.guard(uint32(f.v), ref(u, tUpval))
	vm.Push(f)
	return 1
}

func tableUnpack(vm *VM, n int) int {
	first, last := vm.intArg(1, n, 1), int64(0)
	if n > 2 && vm.Arg(2).t != tNil {
		last = vm.intArg(2, n)
	} else {
		last = vm.lenOf(vm.Arg(0))
	}
	if first > last {
		return 0
	}
	count := uint64(last) - uint64(first)
	if count >= uint64(vm.maxStack)-stackSlack {
		vm.fail("too many results to unpack")
	}
	vm.room(vm.top, uint32(count)+stackSlack)
	o := vm.Arg(0)
	for i := range int64(count + 1) {
		vm.Push(vm.indexed(o, Int(first+i)))
	}
	return int(count + 1)
}
