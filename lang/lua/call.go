package lua

// A frame stands on its thread's stack: the function, a cell that says how it returns, then its registers; vm.base
// points at the first of them. That cell holds the instruction after the call (v, lower half), how far below the
// caller's base is (v, upper half), and in x the kind, with numbers above it. Frames hold no addresses, so a stack can
// move.

// Kinds of frames: what a function returns to.
const (
	frCall   = iota // a call instruction
	frEntry         // Go code that called
	frMeta          // the instruction that needed a metamethod
	frPcall         // the frame of pcall below
	frXpcall        // the frame of xpcall below, whose first cell is the handler
	frThread        // nobody: the first function of a coroutine
	frPairs         // the frame of pairs below, which returns three values
)

// Where the numbers in the word of a frame begin, above its kind: how many values a concatenation has left, and how many
// extra arguments, which lie below the function, it has.
const (
	kindMask4  = 15
	leftShift  = 4
	extraShift = 12
)

// Parts of a closure's word of sizes: parameters, registers, flags, upvalues, 8 bits each.
const (
	varargFlag = 1 << 16
	outerFlag  = 1 << 17 // in the main function of its text
)

// stackSlack is how many cells a frame may use above its registers, for metamethods' calls and Go functions.
const stackSlack = 40

// callFrom begins the call of an instruction, unless the budget is used up; then it reports that run must return.
func (vm *VM) callFrom(slot, n, kind uint32) (exit bool) {
	if vm.budget--; vm.budget < 0 {
		vm.pc--
		if vm.exhausted() {
			vm.repeat()
			return true
		}
		vm.pc++
	}
	return vm.call(slot, n, kind)
}

// call begins a call of the function at slot; its n arguments begin two cells above. A Go function runs at once. It
// reports whether run must return.
func (vm *VM) call(slot, n, kind uint32) (exit bool) {
	for tries := 0; ; tries++ {
		f := vm.cells[slot]
		if f.t == tClosure {
			vm.enterLua(slot, n, kind)
			return false
		}
		if f.t == tGo || f.t == tGoClosure {
			return vm.enterGo(slot, n, kind)
		}
		m := vm.metamethod(f, evCall)
		if m.t == tNil || tries > 100 {
			if kind != frPcall && kind != frXpcall {
				vm.callFault(slot, f)
			}
			vm.cells[slot], vm.cells[slot+2], n = vm.function(" uncallable"), f, 1
			continue
		}
		vm.top = max(vm.top, slot+2+n)
		slot = vm.room(slot, n+1)
		copy(vm.cells[slot+3:slot+3+n], vm.cells[slot+2:slot+2+n])
		vm.cells[slot+2], vm.cells[slot] = f, m
		n++
	}
}

// room makes sure that the stack has room for n registers of the function at slot, and returns slot, which may move.
func (vm *VM) room(slot, n uint32) uint32 {
	if slot+2+n <= vm.stackEnd {
		return slot
	}
	at := slot - vm.base
	vm.growStack(slot + 2 + n - vm.stackEnd)
	return vm.base + at
}

func (vm *VM) enterLua(slot, n, kind uint32) {
	c := vm.cells[uint32(vm.cells[slot].v)+1]
	params, regs := c.x&0xff, c.x>>8&0xff
	extra := uint32(0)
	if c.x&varargFlag != 0 && n > params {
		extra = n - params
		if extra >= 1<<(32-extraShift) {
			vm.fail("stack overflow")
		}
		vm.top = max(slot+2+n, vm.liveFloor())
		slot = vm.room(slot, n+2+regs)
		moved := slot + 2 + n
		vm.cells[moved] = vm.cells[slot]
		for i := range params {
			vm.cells[moved+2+i] = vm.cells[slot+2+i]
			vm.cells[slot+2+i] = Nil
		}
		slot = moved
	} else {
		vm.top = max(slot+2+n, vm.liveFloor())
		slot = vm.room(slot, regs)
		for ; n < params; n++ {
			vm.cells[slot+2+n] = Nil
		}
	}
	vm.push(slot+2, kind|extra<<extraShift)
	vm.pc = c.t
}

// push writes the cell of a frame with its registers from base on and makes it the running frame.
func (vm *VM) push(base, kind uint32) {
	vm.cells[base-1] = Value{v: uint64(vm.pc) | uint64(base-vm.base)<<32, t: tFrame, x: kind}
	vm.base = base
}

// enterGo calls a Go function. Its frame is like any function's, so the values it makes and the functions it calls back are
// safe, saved and in tracebacks; it only leaves out what a call by an instruction does not need.
func (vm *VM) enterGo(slot, n, kind uint32) (exit bool) {
	vm.top = slot + 2 + n
	if vm.top+stackSlack > vm.stackEnd {
		slot = vm.room(slot, n+stackSlack)
		vm.top = slot + 2 + n
	}
	f := &vm.cells[slot]
	number := f.v
	if f.t == tGoClosure {
		number = vm.cells[uint32(f.v)+1].v
	}
	vm.push(slot+2, kind)
	vm.epoch = (vm.epoch + 1) & 0xffff
	g := &vm.functions[number]
	if g.switches != nil {
		return g.switches(vm, int(n))
	}
	results := uint32(g.call(vm, int(n)))
	if vm.debt > 0 {
		vm.collectAsDue()
	}
	if kind != frCall {
		return vm.ret(vm.top-results, results)
	}
	r := &vm.cells[vm.base-1]
	r.t = tNil // as in ret
	vm.base -= uint32(r.v >> 32)
	vm.pc = uint32(r.v)
	if i := vm.words[vm.pc-1]; uint8(i) != opCall || getC(i) != 1 { // else it takes no results
		vm.deliver(vm.top-results, results)
	}
	return false
}

// liveFloor is the end of the registers of the running function, if it is a Lua function, else its top.
func (vm *VM) liveFloor() uint32 {
	if f := vm.cells[vm.base-2]; f.t == tClosure {
		return vm.base + vm.cells[uint32(f.v)+1].x>>8&0xff
	}
	return vm.base
}

// liveTop is the end of the part of a thread's stack that is in use.
func (vm *VM) liveTop(th uint32) uint32 {
	stack := uint32(vm.cells[th+1].v)
	if th == vm.thread {
		return min(max(vm.top, vm.liveFloor()), stack+1+vm.cells[th+1].t)
	}
	c := vm.cells[th+2]
	base, top := stack+uint32(c.v), stack+uint32(c.v>>32)
	if base > stack+2 {
		if f := vm.cells[base-2]; f.t == tClosure {
			top = max(top, base+vm.cells[uint32(f.v)+1].x>>8&0xff)
		}
	}
	return min(max(top, stack+1), stack+1+vm.cells[th+1].t)
}

// callMeta begins the call of a metamethod for the instruction at vm.pc-1.
func (vm *VM) callMeta(f, a, b Value) bool { return vm.callMetaN(f, [3]Value{a, b}, 2) }

func (vm *VM) callMeta3(f, a, b, c Value) bool { return vm.callMetaN(f, [3]Value{a, b, c}, 3) }

func (vm *VM) callMetaN(f Value, args [3]Value, n uint32) bool {
	left := vm.concatLeft
	vm.concatLeft = 0
	if vm.base == 0 || vm.cells[vm.base-2].t != tClosure { // Go code needs the result
		panic("lua: a metamethod was begun outside run")
	}
	slot := vm.liveFloor()
	if slot+6 > vm.stackEnd+stackSlack {
		slot = vm.room(slot, 8)
	}
	vm.cells[slot] = f
	copy(vm.cells[slot+2:slot+5], args[:])
	if vm.budget--; vm.budget < 0 {
		vm.exhaustedHard()
	}
	vm.call(slot, n, frMeta|left<<leftShift)
	return true
}

// ret ends the running function with the n results that begin at first. It reports whether run must return.
func (vm *VM) ret(first, n uint32) (exit bool) {
	for {
		f := vm.cells[vm.base-1]
		slot := vm.base - 2
		if f.x&kindMask4 != frThread {
			vm.cells[vm.base-1].t = tNil // what is left of a frame is not a value, even to code that reads what it has not written
		}
		switch f.x & kindMask4 {
		case frCall:
			vm.base -= uint32(f.v >> 32)
			vm.pc = uint32(f.v)
			vm.deliver(first, n)
			return false
		case frEntry:
			copy(vm.cells[slot:slot+n], vm.cells[first:first+n])
			vm.top, vm.results = slot+n, n
			vm.base -= uint32(f.v >> 32)
			vm.pc = uint32(f.v)
			return true
		case frMeta:
			v := Nil
			if n > 0 {
				v = vm.cells[first]
			}
			vm.base -= uint32(f.v >> 32)
			vm.pc = uint32(f.v)
			vm.finish(v, f.x>>leftShift&0xff)
			return false
		case frPcall, frXpcall:
			copy(vm.cells[slot+1:slot+1+n], vm.cells[first:first+n])
			vm.cells[slot] = Bool(true)
			vm.base -= uint32(f.v >> 32)
			first, n = slot, n+1
		case frThread:
			first, n = vm.finishThread(first, n)
		case frPairs:
			n = min(n, 3)
			copy(vm.cells[slot:slot+n], vm.cells[first:first+n])
			clear(vm.cells[slot+n : slot+3])
			vm.base -= uint32(f.v >> 32)
			first, n = slot, 3
		}
	}
}

// deliver hands results to the instruction at vm.pc-1 of the running function.
func (vm *VM) deliver(first, n uint32) {
	i := vm.words[vm.pc-1]
	dst, want := vm.base+getA(i), getC(i)
	if uint8(i) == opTForCall {
		dst, want = dst+4, want+1
	}
	switch {
	case uint8(i) == opTailCall || want == 0:
		copy(vm.cells[dst:dst+n], vm.cells[first:first+n])
		vm.top = dst + n
	case n >= want-1:
		copy(vm.cells[dst:dst+want-1], vm.cells[first:first+want-1])
	default:
		copy(vm.cells[dst:dst+n], vm.cells[first:first+n])
		clear(vm.cells[dst+n : dst+want-1])
	}
}

// give hands one result to the instruction at vm.pc-1.
func (vm *VM) give(base uint32, v Value) {
	i := vm.words[vm.pc-1]
	dst, want := base+getA(i), getC(i)
	if uint8(i) == opTForCall {
		dst, want = dst+4, want+1
	}
	if want != 1 {
		vm.cells[dst] = v
	}
	switch {
	case uint8(i) == opTailCall || want == 0:
		vm.cells[dst] = v
		vm.top = dst + 1
	case want > 2:
		clear(vm.cells[dst+1 : dst+want-1])
	}
}

// finish ends the instruction at vm.pc-1 with the result of its metamethod.
func (vm *VM) finish(v Value, left uint32) {
	i := vm.words[vm.pc-1]
	switch op := uint8(i); op {
	case opSetGlobal, opSetTable, opSetInt, opSetField:
	case opEq, opLt, opLe, opEqI, opLtI, opLeI, opGtI, opGeI:
		if v.Truth() != (getC(i) != 0) {
			vm.pc++
		}
	case opConcat:
		first := vm.base + getA(i)
		vm.cells[first+left-1] = v
		vm.concat(first, left)
	default:
		vm.cells[vm.base+getA(i)] = v
	}
}

// tailCall replaces the running function with the one it calls; Go functions are called and return for it.
func (vm *VM) tailCall(i uint32) (exit bool) {
	if vm.budget--; vm.budget < 0 {
		vm.pc--
		if vm.exhausted() {
			vm.repeat()
			return true
		}
		vm.pc++
	}
	slot, n := vm.base+getA(i), getB(i)
	if n > 0 {
		n--
	} else {
		n = vm.top - slot - 2
	}
	if getC(i) != 0 {
		vm.closeUpvalues(vm.base)
	}
	if vm.cells[slot].t != tClosure {
		return vm.call(slot, n, frCall) // the return after the call does the rest
	}
	f := vm.cells[vm.base-1]
	at := vm.base - 2 - vm.shift(f)
	vm.cells[vm.base-1].t = tNil
	vm.cells[at] = vm.cells[slot]
	copy(vm.cells[at+2:at+2+n], vm.cells[slot+2:slot+2+n])
	vm.base -= uint32(f.v >> 32)
	vm.pc = uint32(f.v)
	vm.enterLua(at, n, f.x&(1<<extraShift-1))
	return false
}

// shift is how far the running function was moved up to leave its extra arguments below it.
func (vm *VM) shift(f Value) uint32 {
	extra := f.x >> extraShift
	if extra == 0 {
		return 0
	}
	return extra + vm.cells[uint32(vm.cells[vm.base-2].v)+1].x&0xff + 2
}

// varargs copies extra arguments to registers: want-1 of them, or all, with the top after them.
func (vm *VM) varargs(base, a, want uint32) {
	extra := vm.cells[base-1].x >> extraShift
	n := extra
	if want > 0 {
		n = want - 1
	}
	slot := vm.room(base+a-2, n)
	dst := slot + 2
	from := vm.base - 2 - extra
	k := min(n, extra)
	copy(vm.cells[dst:dst+k], vm.cells[from:from+k])
	clear(vm.cells[dst+k : dst+n])
	if want == 0 {
		vm.top = dst + n
	}
}
