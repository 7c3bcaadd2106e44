package lua

func libCoroutine() Lib {
	return Lib{Name: "coroutine", Funcs: []Func{
		{Name: "create", Call: func(vm *VM, n int) int {
			vm.Push(vm.coroutine(n))
			return 1
		}},
		{Name: "wrap", Call: func(vm *VM, n int) int {
			co := vm.coroutine(n)
			vm.Push(vm.goClosure(vm.function("coroutine. wrapped"), co))
			return 1
		}},
		{Name: " wrapped", over: func(vm *VM, n int) bool {
			co := vm.own(1)[0]
			if co.t != tThread {
				vm.fail("there is no coroutine to resume")
			}
			return vm.resume(uint32(co.v), vm.base, uint32(n), true)
		}},
		{Name: "resume", over: func(vm *VM, n int) bool {
			co := vm.threadArg(0, n)
			return vm.resume(co, vm.base+1, uint32(n-1), false)
		}},
		{Name: "yield", over: func(vm *VM, n int) bool { return vm.yield(uint32(n)) }},
		{Name: "status", Call: func(vm *VM, n int) int {
			vm.Push(vm.String([...]string{"suspended", "running", "normal", "dead"}[vm.cells[vm.threadArg(0, n)+1].x]))
			return 1
		}},
		{Name: "isyieldable", Call: func(vm *VM, n int) int {
			th := vm.thread
			if n > 0 {
				th = vm.threadArg(0, n)
			}
			vm.Push(Bool(th != vm.main && vm.cells[th+3].t == 0))
			return 1
		}},
		{Name: "running", Call: func(vm *VM, n int) int {
			vm.Push(ref(vm.thread, tThread))
			vm.Push(Bool(vm.thread == vm.main))
			return 2
		}},
		{Name: "close", Call: coroutineClose},
	}}
}

func (vm *VM) threadArg(i, n int) uint32 {
	v := vm.Arg(i)
	if v.t != tThread || i >= n {
		vm.argTypeFault(i, n, "thread")
	}
	return uint32(v.v)
}

// coroutine makes a suspended thread for the function in the first argument.
func (vm *VM) coroutine(n int) Value {
	f := vm.Arg(0)
	if n < 1 || !vm.callable(f) {
		vm.argTypeFault(0, n, "function")
	}
	co := vm.newThread(firstStack)
	stack := uint32(vm.cells[co+1].v)
	vm.cells[stack+3] = f
	vm.cells[co+2].v = 3 | 4<<32
	return ref(co, tThread)
}

// goClosure is a Go function with its own values.
func (vm *VM) goClosure(f Value, up ...Value) Value {
	r := vm.alloc(1+uint32(len(up)), tGoClosure)
	vm.cells[r+1] = Value{v: f.v, t: uint32(len(up))}
	copy(vm.cells[r+2:], up)
	return ref(r, tGoClosure)
}

// own returns the n values of the running Go function.
func (vm *VM) own(n uint32) []Value {
	f := vm.cells[vm.base-2]
	if f.t != tGoClosure || vm.cells[uint32(f.v)+1].t != n {
		vm.fail("the function lacks the values that it needs")
	}
	return vm.cells[uint32(f.v)+2:][:n]
}

func coroutineClose(vm *VM, n int) int {
	co := vm.threadArg(0, n)
	switch vm.cells[co+1].x {
	case thRunning:
		vm.fail("cannot close a running coroutine")
	case thNormal:
		vm.fail("cannot close a normal coroutine")
	}
	fault := Nil
	switch stack := uint32(vm.cells[co+1].v); {
	case stack == 0:
	case vm.cells[co+1].x == thDead: // it ended with an error, which is on its stack
		fault = vm.cells[stack+uint32(vm.cells[co+2].v>>32)-1]
		vm.dropStack(co)
	default:
		fault = vm.closeThread(co)
	}
	if fault.t != tNil {
		vm.Push(Bool(false))
		vm.Push(fault)
		return 2
	}
	vm.Push(Bool(true))
	return 1
}

// closeThread closes, on its own stack, what a suspended coroutine has open, and returns the error of that, if any.
func (vm *VM) closeThread(co uint32) (fault Value) {
	parent := vm.thread
	vm.park()
	vm.touch(parent)
	vm.cells[parent+1].x = thNormal
	vm.wake(co)
	vm.cells[co+1].x = thRunning
	for again := true; again; {
		again = false
		func() {
			defer func() {
				if r := recover(); r != nil {
					if r != any(errRaise) {
						panic(r)
					}
					fault, again = vm.errv, true
				}
			}()
			e := fault
			vm.closeFrom(uint32(vm.cells[co+1].v)+1, &e)
		}()
	}
	vm.wake(parent)
	vm.cells[parent+1].x = thRunning
	vm.dropStack(co)
	return fault
}
