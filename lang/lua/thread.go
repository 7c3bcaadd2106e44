package lua

// A thread is a header and four cells: its stack and its open upvalues (v), the stack's size (t) and the status (x); base
// and top as offsets from the stack (v), the next instruction (t), the last variable to be closed (x); the thread that
// resumed it (v), how many calls of Go are on its stack (t), whether it was resumed by a wrapper (x); its place in the
// list of threads (t, x). The running thread has base, top and pc in the VM instead.

// Status of threads.
const (
	thSuspended = iota
	thRunning
	thNormal
	thDead
)

// firstStack is the initial size of a coroutine's stack: enough for a function with few variables.
const firstStack = 48

func (vm *VM) newThread(size uint32) uint32 {
	r := vm.alloc(4, tThread)
	for i := range uint32(4) {
		vm.cells[r+1+i] = Value{}
	}
	vm.cells[r+1].x = thDead // until it has a stack
	vm.cells[r+4].t = vm.threads
	if vm.threads != 0 {
		vm.cells[vm.threads+4].x = r
	}
	vm.threads = r
	stack := vm.alloc(size, tPart)
	vm.cells[stack].x = r
	clear(vm.cells[stack+1 : stack+1+size])
	vm.cells[r+1] = Value{v: uint64(stack), t: size}
	vm.cells[stack+2] = Value{t: tFrame, x: frThread}
	vm.cells[r+2] = Value{v: 3 | 3<<32}
	return r
}

// forget takes a dead thread out of the list of threads.
func (vm *VM) forget(r uint32) {
	next, prev := vm.cells[r+4].t, vm.cells[r+4].x
	if next != 0 {
		vm.cells[next+4].x = prev
	}
	if prev != 0 {
		vm.cells[prev+4].t = next
	} else {
		vm.threads = next
	}
}

// park writes the running thread's registers into it.
func (vm *VM) park() {
	c := vm.cells[vm.thread+1 : vm.thread+3]
	stack := uint32(c[0].v)
	c[1].v = uint64(vm.base-stack) | uint64(vm.top-stack)<<32
	c[1].t = vm.pc
}

// wake makes a thread the running one.
func (vm *VM) wake(r uint32) {
	c := vm.cells[r+1 : r+3]
	stack := uint32(c[0].v)
	vm.thread = r
	vm.base, vm.top, vm.pc = stack+uint32(c[1].v), stack+uint32(c[1].v>>32), c[1].t
	vm.stackEnd = stack + 1 + c[0].t - stackSlack
}

// growStack makes the running stack larger by at least n cells.
func (vm *VM) growStack(n uint32) {
	th := vm.thread
	old, size := uint32(vm.cells[th+1].v), vm.cells[th+1].t
	want := max(2*size, size+n+stackSlack)
	if most := vm.maxStack; want > most {
		if vm.handling {
			most += most / 8
		}
		if want = min(want, most); want < size+n {
			vm.fail("stack overflow")
		}
	}
	fresh := vm.alloc(want, tPart)
	vm.cells[fresh].x = th
	copy(vm.cells[fresh+1:], vm.cells[old+1:old+1+size])
	clear(vm.cells[fresh+1+size : fresh+1+want])
	move := fresh - old
	vm.moveStack(th, fresh)
	vm.cells[th+1].t = want
	vm.base, vm.top = vm.base+move, vm.top+move
	vm.stackEnd = fresh + 1 + want - stackSlack
	vm.release(old)
}

// moveStack notes that a thread's stack has moved, and updates the upvalues that point into it.
func (vm *VM) moveStack(th, to uint32) {
	c := &vm.cells[th+1]
	move := to - uint32(c.v)
	for u := uint32(c.v >> 32); u != 0; u = vm.cells[u+1].t {
		p := &vm.cells[u+1]
		p.v = p.v&^0xffffffff | uint64(uint32(p.v)+move)
	}
	c.v = c.v&^0xffffffff | uint64(to)
}

// resume switches to a coroutine and passes it the n values at first; the running Go function gets what comes back.
func (vm *VM) resume(co, first, n uint32, wrapped bool) (exit bool) {
	if s := vm.cells[co+1].x; s != thSuspended {
		what := [...]string{thRunning: "non-suspended", thNormal: "non-suspended", thDead: "dead"}[s]
		return vm.resumeFault("cannot resume "+what+" coroutine", wrapped)
	}
	if vm.depth(vm.thread) > maxResumes {
		return vm.resumeFault("C stack overflow", wrapped)
	}
	from := first - vm.base
	vm.park()
	vm.cells[vm.thread+1].x = thNormal
	parent := vm.thread
	vm.touch(parent)
	vm.cells[co+3].v = uint64(parent)
	vm.cells[co+3].x = 0
	if wrapped {
		vm.cells[co+3].x = 1
	}
	vm.wake(co)
	vm.cells[co+1].x = thRunning
	slot := vm.room(vm.base-2, n+stackSlack) + 2
	p := vm.cells[parent+1 : parent+3]
	src := uint32(p[0].v) + uint32(p[1].v) + from
	started := vm.cells[vm.base-2].t == tGo
	if !started {
		slot = vm.top + 1 // the function is on the stack, the cell of its frame is next
	}
	vm.top = slot + n
	copy(vm.cells[slot:slot+n], vm.cells[src:src+n])
	if started {
		return vm.ret(vm.top-n, n) // of yield
	}
	return vm.call(slot-2, n, frThread)
}

// maxResumes bounds the chain of coroutines that resume each other, because each step of an error walks over it.
const maxResumes = 190

func (vm *VM) depth(th uint32) int {
	n := 0
	for ; th != 0; th = uint32(vm.cells[th+3].v) {
		n++
	}
	return n
}

func (vm *VM) resumeFault(what string, wrapped bool) bool {
	v := vm.String(what)
	if wrapped {
		vm.failValue(v)
	}
	base := vm.base
	vm.cells[base], vm.cells[base+1] = Bool(false), v
	return vm.ret(base, 2)
}

// yield switches back to the thread that resumed the running one, with the n values of the running Go function.
func (vm *VM) yield(n uint32) (exit bool) {
	th := vm.thread
	if th == vm.main {
		vm.failValue(vm.String("attempt to yield from outside a coroutine"))
	}
	if vm.cells[th+3].t > 0 {
		vm.failValue(vm.String("attempt to yield across a Go-call boundary"))
	}
	vm.park()
	vm.cells[th+1].x = thSuspended
	first, n := vm.handBack(th, vm.top-n, n, true)
	return vm.ret(first, n)
}

// handBack makes the thread that resumed th the running one and puts n values of th after resume's own results.
func (vm *VM) handBack(th, first, n uint32, ok bool) (uint32, uint32) {
	parent, wrapped := uint32(vm.cells[th+3].v), vm.cells[th+3].x != 0
	vm.touch(th)
	vm.cells[th+3].v = 0
	vm.wake(parent)
	vm.cells[parent+1].x = thRunning
	from := first - uint32(vm.cells[th+1].v)
	vm.room(vm.base-2, n+stackSlack)
	first = uint32(vm.cells[th+1].v) + from // a collection may have moved that stack
	dst := vm.base
	if !wrapped {
		vm.cells[dst] = Bool(ok)
		dst++
	}
	copy(vm.cells[dst:dst+n], vm.cells[first:first+n])
	vm.top = dst + n
	return vm.base, vm.top - vm.base
}

// finishThread ends a coroutine whose first function has returned.
func (vm *VM) finishThread(first, n uint32) (uint32, uint32) {
	th := vm.thread
	vm.park()
	vm.cells[th+1].x = thDead
	first, n = vm.handBack(th, first, n, true)
	vm.dropStack(th)
	return first, n
}

// dropStack gives back the stack of a dead thread.
func (vm *VM) dropStack(th uint32) {
	stack := uint32(vm.cells[th+1].v)
	vm.cells[th+1] = Value{x: thDead}
	vm.cells[th+2] = Value{}
	vm.release(stack)
}

// Upvalues and variables to be closed.

// findUpvalue returns the upvalue of a cell of the running stack, open upvalues being linked from the top down.
func (vm *VM) findUpvalue(at uint32) uint32 {
	th, prev := vm.thread, uint32(0)
	u := uint32(vm.cells[th+1].v >> 32)
	for u != 0 && uint32(vm.cells[u+1].v) > at {
		prev, u = u, vm.cells[u+1].t
	}
	if u != 0 && uint32(vm.cells[u+1].v) == at {
		return u
	}
	n := vm.alloc(2, tUpval)
	vm.cells[n+1] = Value{v: uint64(at) | uint64(th)<<32, t: u}
	vm.cells[n+2] = Value{}
	if prev == 0 {
		vm.cells[th+1].v = vm.cells[th+1].v&0xffffffff | uint64(n)<<32
	} else {
		vm.cells[prev+1].t = n
	}
	return n
}

// closeUpvalues closes the open upvalues from a cell on: each gets its own value.
func (vm *VM) closeUpvalues(from uint32) {
	th := vm.thread
	u := uint32(vm.cells[th+1].v >> 32)
	for u != 0 && uint32(vm.cells[u+1].v) >= from {
		c := &vm.cells[u+1]
		next := c.t
		vm.cells[u+2] = vm.cells[uint32(c.v)]
		*c = Value{v: uint64(u + 2)}
		vm.guard(u, vm.cells[u+2])
		u = next
	}
	vm.cells[th+1].v = vm.cells[th+1].v&0xffffffff | uint64(u)<<32
}

// toBeClosed notes that the variable at a cell is to be closed. Such variables are linked by their cells' x.
func (vm *VM) toBeClosed(at uint32) {
	v := vm.cells[at]
	if v.t <= tFalse {
		return
	}
	if vm.metamethod(v, evClose).t == tNil {
		vm.fail("variable '%s' got a non-closable value", vm.localName(at))
	}
	stack := uint32(vm.cells[vm.thread+1].v)
	if at-stack <= vm.cells[vm.thread+2].x {
		vm.fail("variable '%s' is to be closed twice", vm.localName(at))
	}
	vm.cells[at].x = vm.cells[vm.thread+2].x
	vm.cells[vm.thread+2].x = at - stack
}

// closeFrom closes upvalues and variables from a cell on, the last first. err is the error that unwinds, or nil.
func (vm *VM) closeFrom(from uint32, err *Value) {
	offset := from - uint32(vm.cells[vm.thread+1].v)
	for vm.cells[vm.thread+2].x >= offset && vm.cells[vm.thread+2].x != 0 {
		at := uint32(vm.cells[vm.thread+1].v) + vm.cells[vm.thread+2].x
		v := vm.cells[at]
		vm.cells[vm.thread+2].x = v.x
		vm.closeUpvalues(at)
		e := Nil
		if err != nil {
			e = *err
		}
		f := vm.metamethod(v, evClose)
		if f.t == tNil {
			f = Nil
		}
		v.x = 0
		vm.callClose(f, v, e)
	}
	vm.closeUpvalues(uint32(vm.cells[vm.thread+1].v) + offset)
}

// callClose calls a closing method above everything live.
func (vm *VM) callClose(f, v, e Value) {
	slot := vm.room(max(vm.top, vm.liveFloor()), 8)
	vm.cells[slot], vm.cells[slot+2], vm.cells[slot+3] = f, v, e
	top := vm.top - vm.base
	vm.top = slot + 4
	vm.callGo(slot, 2)
	vm.top = vm.base + top
}

// closeReturn closes everything of a function that returns the n values at first, and returns where they are then.
func (vm *VM) closeReturn(first, n uint32) uint32 {
	at := first - vm.base
	vm.top = first + n
	vm.closeFrom(vm.base, nil)
	return vm.base + at
}

// closeAbove closes what stands above a base when an error unwinds.
func (vm *VM) closeAbove(base uint32) {
	e := vm.errv
	vm.closeFrom(base, &e)
	vm.errv = e
}
