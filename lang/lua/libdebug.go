package lua

import "strings"

func libDebug() Lib {
	return Lib{Name: "debug", Funcs: []Func{
		{Name: "traceback", Call: debugTraceback},
		{Name: "getinfo", Call: debugGetinfo},
		{Name: "getmetatable", Call: func(vm *VM, n int) int {
			m := vm.metatable(vm.need(0, n))
			if m == 0 {
				vm.Push(Nil)
			} else {
				vm.Push(ref(m, tTable))
			}
			return 1
		}},
		{Name: "sethook", Call: debugSethook},
		{Name: "gethook", Call: func(vm *VM, _ int) int {
			f := vm.get(vm.registry, vm.known(hookKey))
			vm.Push(f)
			if f.t == tNil {
				return 1
			}
			vm.Push(vm.String(""))
			vm.Push(Int(vm.every))
			return 3
		}},
		{Name: "getlocal", Call: func(vm *VM, n int) int { return debugLocal(vm, n, false) }},
		{Name: "setlocal", Call: func(vm *VM, n int) int { return debugLocal(vm, n, true) }},
		{Name: "getupvalue", Call: func(vm *VM, n int) int { return debugUpvalue(vm, n, false) }},
		{Name: "setupvalue", Call: func(vm *VM, n int) int { return debugUpvalue(vm, n, true) }},
		unsupported("upvalueid", "compare what getupvalue gives"),
		unsupported("upvaluejoin", "give both functions one table"),
		unsupported("getuservalue", "userdata hold fields of Go's types only"),
		unsupported("setuservalue", "userdata hold fields of Go's types only"),
		unsupported("setmetatable", "use setmetatable, for tables"),
		unsupported("getregistry", "the registry belongs to the host"),
		unsupported("debug", "use sinew script run and print"),
	}}
}

// unsupported is a function of Lua 5.4 that only fails with the reason why it is not supported.
func unsupported(name, do string) Func {
	return Func{Name: name, Call: func(vm *VM, _ int) int {
		vm.fail("debug.%s is not supported: %s", name, do)
		return 0
	}}
}

// debugSethook sets the hook for counts, which all coroutines share.
func debugSethook(vm *VM, n int) int {
	if vm.Arg(0).t == tThread && n > 0 {
		vm.fail("debug.sethook for one coroutine is not supported: a hook counts in all")
	}
	if n == 0 || vm.Arg(0).t == tNil {
		vm.setHook(Nil, 0)
		return 0
	}
	if !vm.callable(vm.Arg(0)) {
		vm.argTypeFault(0, n, "function")
	}
	if mask := string(vm.stringArg(1, n)); mask != "" {
		vm.fail("debug.sethook: hooks for calls, returns and lines ('%s') are not supported: use '' and a count", mask)
	}
	every := vm.intArg(2, n, 0)
	if every <= 0 {
		vm.setHook(Nil, 0)
		return 0
	}
	vm.setHook(vm.Arg(0), every)
	return 0
}

// threadFirst takes an optional thread before the other arguments.
func (vm *VM) threadFirst(n int) (th uint32, shift int) {
	if v := vm.Arg(0); n > 0 && v.t == tThread {
		return uint32(v.v), 1
	}
	return vm.thread, 0
}

func debugTraceback(vm *VM, n int) int {
	th, at := vm.threadFirst(n)
	v := vm.Arg(at)
	if n > at && v.t != tNil && v.t != tString && !isNumeric(v) {
		vm.Push(v)
		return 1
	}
	from := int64(1)
	if th != vm.thread {
		from = 0
	}
	level := vm.intArg(at+1, n, from)
	text := ""
	if n > at && v.t != tNil {
		text = string(vm.appendString(nil, v)) + "\n"
	}
	vm.Push(vm.String(text + vm.traceback(th, int(level))))
	return 1
}

// debugGetinfo returns what its options ask for, by default all but the lines with code and the values transferred.
func debugGetinfo(vm *VM, n int) int {
	th, at := vm.threadFirst(n)
	what := string(vm.stringArg(at+1, n, "flnSrtu"))
	if strings.HasPrefix(what, ">") {
		vm.argFault(at+1, "invalid option '>'")
	}
	for _, c := range what {
		if !strings.ContainsRune("SlnrutLf", c) {
			vm.argFault(at+1, "invalid option")
		}
	}
	f, l := vm.Arg(at), level{}
	if !vm.callable(f) || n <= at {
		i := vm.intArg(at, n)
		found := false
		if i >= 0 && i < 1<<30 {
			l, found = vm.levelAt(th, int(i))
		}
		if !found {
			vm.Push(Nil)
			return 1
		}
		f = vm.cells[l.base-2]
	}
	t := vm.newTable(0, 12)
	vm.Push(ref(t, tTable))
	vm.aboutFunction(t, f, what)
	set := func(option byte, name string, v Value) {
		if strings.IndexByte(what, option) >= 0 {
			vm.set(t, vm.String(name), v)
		}
	}
	current, kind, name := -1, "", ""
	if l.base != 0 {
		if p, pc := vm.protoOf(l); p != 0 {
			current = vm.lineAt(p, pc)
		}
		kind, name = vm.callName(l)
	}
	set('l', "currentline", Int(int64(current)))
	set('n', "namewhat", vm.String(kind))
	if kind != "" {
		set('n', "name", vm.String(name))
	}
	set('t', "istailcall", Bool(false))
	set('r', "ftransfer", Int(0))
	set('r', "ntransfer", Int(0))
	set('f', "func", f)
	return 1
}

// aboutFunction stores what is known about a function itself.
func (vm *VM) aboutFunction(t uint32, f Value, what string) {
	set := func(option byte, name string, v Value) {
		if strings.IndexByte(what, option) >= 0 {
			vm.set(t, vm.String(name), v)
		}
	}
	if f.t != tClosure {
		ups := int64(0)
		if f.t == tGoClosure {
			ups = int64(vm.cells[uint32(f.v)+1].t)
		}
		set('S', "what", vm.String("C"))
		set('S', "source", vm.String("=[Go]"))
		set('S', "short_src", vm.String("[Go]"))
		set('S', "linedefined", Int(-1))
		set('S', "lastlinedefined", Int(-1))
		set('u', "nups", Int(ups))
		set('u', "nparams", Int(0))
		set('u', "isvararg", Bool(true))
		return
	}
	p := uint32(vm.cells[uint32(f.v)+1].v)
	names, info := vm.cells[p+3], vm.cells[p+2].x
	kind := "Lua"
	if names.t == 0 {
		kind = "main"
	}
	set('S', "what", vm.String(kind))
	set('S', "source", ref(uint32(names.v), tString))
	set('S', "short_src", vm.String(vm.sourceName(p)))
	set('S', "linedefined", Int(int64(names.t)))
	set('S', "lastlinedefined", Int(int64(names.x)))
	set('u', "nups", Int(int64(info>>24)))
	set('u', "nparams", Int(int64(info&0xff)))
	set('u', "isvararg", Bool(info&varargFlag != 0))
	if strings.IndexByte(what, 'L') >= 0 {
		lines := vm.newTable(0, 0)
		vm.set(t, vm.String("activelines"), ref(lines, tTable))
		for i := range vm.cells[p+1].t {
			vm.set(lines, Int(int64(vm.lineAt(p, int(i)))), Bool(true))
		}
	}
}

// localAt finds variable i of a level, from 1 on in the order of declaration; extra arguments are -1, -2, …
func (vm *VM) localAt(l level, i int64) (name string, at uint32) {
	p, pc := vm.protoOf(l)
	if p == 0 {
		return "", 0
	}
	if i < 0 {
		if extra := int64(vm.cells[l.base-1].x >> extraShift); -i <= extra {
			return "(vararg)", l.base - 2 - uint32(extra) + uint32(-i) - 1
		}
		return "", 0
	}
	locals := uint32(vm.cells[p+4].v>>32) + 1
	for k := range vm.cells[p+4].x {
		if c := vm.cells[locals+k]; int(c.t) <= pc && pc < int(c.x) {
			if i--; i == 0 {
				return string(vm.text(uint32(c.v))), l.base + uint32(c.v>>32)
			}
		}
	}
	return "", 0
}

// debugLocal is getlocal and setlocal.
func debugLocal(vm *VM, n int, set bool) int {
	th, at := vm.threadFirst(n)
	if f := vm.Arg(at); !set && n > at && vm.callable(f) { // the names of its parameters
		i := vm.intArg(at+1, n)
		if f.t == tClosure {
			p := uint32(vm.cells[uint32(f.v)+1].v)
			if i >= 1 && i <= int64(vm.cells[p+2].x&0xff) && i <= int64(vm.cells[p+4].x) {
				vm.Push(ref(uint32(vm.cells[uint32(vm.cells[p+4].v>>32)+uint32(i)].v), tString))
				return 1
			}
		}
		vm.Push(Nil)
		return 1
	}
	k, i := vm.intArg(at, n), vm.intArg(at+1, n)
	l, ok := level{}, false
	if k >= 0 && k < 1<<30 {
		l, ok = vm.levelAt(th, int(k))
	}
	if !ok {
		vm.argFault(at, "level out of range")
	}
	if set {
		vm.need(at+2, n)
	}
	name, cell := vm.localAt(l, i)
	if name == "" {
		vm.Push(Nil)
		return 1
	}
	vm.Push(vm.String(name))
	if set {
		v := vm.Arg(at + 2)
		v.x = vm.cells[cell].x // it may be a variable to be closed
		vm.cells[cell] = v
		vm.touch(th)
		return 1
	}
	v := vm.cells[cell]
	v.x = 0
	vm.Push(v)
	return 2
}

// debugUpvalue is getupvalue and setupvalue.
func debugUpvalue(vm *VM, n int, set bool) int {
	f, i := vm.Arg(0), vm.intArg(1, n)
	if !vm.callable(f) {
		vm.argTypeFault(0, n, "function")
	}
	if set {
		vm.need(2, n)
	}
	if f.t != tClosure || i < 1 || i > int64(vm.cells[uint32(f.v)+1].x>>24) {
		return 0
	}
	u := vm.words[(uint32(f.v)+2)*4+uint32(i)-1]
	vm.Push(vm.String(vm.upvalueName(uint32(vm.cells[uint32(f.v)+1].v), uint32(i)-1)))
	at := uint32(vm.cells[u+1].v)
	if !set {
		v := vm.cells[at]
		v.x = 0
		vm.Push(v)
		return 2
	}
	v := vm.Arg(2)
	v.x = vm.cells[at].x
	vm.cells[at] = v
	vm.guard(u, v)
	return 1
}
