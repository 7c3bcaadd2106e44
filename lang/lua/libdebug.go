package lua

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
		unsupported("getlocal", "variables are reached by their names in the text only"),
		unsupported("setlocal", "variables are reached by their names in the text only"),
		unsupported("getupvalue", "variables are reached by their names in the text only"),
		unsupported("setupvalue", "variables are reached by their names in the text only"),
		unsupported("setmetatable", "use setmetatable, for tables"),
		unsupported("getregistry", "the registry belongs to the host"),
		unsupported("debug", "use sinew script run and print"),
	}}
}

// unsupported is a function of Lua 5.4 that says that it is none here.
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

func debugGetinfo(vm *VM, n int) int {
	th, at := vm.threadFirst(n)
	var f Value
	current, l := -1, level{}
	if v := vm.Arg(at); vm.callable(v) && n > at {
		f = v
	} else {
		var ok bool
		if l, ok = vm.levelAt(th, int(vm.intArg(at, n))); !ok || vm.intArg(at, n) < 0 {
			vm.Push(Nil)
			return 1
		}
		f = vm.cells[l.base-2]
		if p, pc := vm.protoOf(l); p != 0 {
			current = vm.lineAt(p, pc)
		}
	}
	t := vm.newTable(0, 12)
	vm.Push(ref(t, tTable))
	set := func(name string, v Value) { vm.set(t, vm.String(name), v) }
	set("func", f)
	set("currentline", Int(int64(current)))
	if l.base != 0 {
		if kind, name := vm.callName(l); kind != "" {
			set("name", vm.String(name))
			set("namewhat", vm.String(kind))
		} else {
			set("namewhat", vm.String(""))
		}
	}
	if f.t != tClosure {
		set("what", vm.String("C"))
		set("source", vm.String("=[Go]"))
		set("short_src", vm.String("[Go]"))
		set("linedefined", Int(-1))
		set("lastlinedefined", Int(-1))
		return 1
	}
	p := uint32(vm.cells[uint32(f.v)+1].v)
	names := vm.cells[p+3]
	set("source", ref(uint32(names.v), tString))
	set("short_src", vm.String(vm.sourceName(p)))
	set("linedefined", Int(int64(names.t)))
	set("lastlinedefined", Int(int64(names.x)))
	set("nups", Int(int64(vm.cells[p+2].x>>24)))
	set("nparams", Int(int64(vm.cells[p+2].x&0xff)))
	set("isvararg", Bool(vm.cells[p+2].x&varargFlag != 0))
	what := "Lua"
	if names.t == 0 {
		what = "main"
	}
	set("what", vm.String(what))
	return 1
}
