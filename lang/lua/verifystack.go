package lua

// stack checks a thread: where its stack is, its frames from the top down, its open upvalues and what is to be closed.
// Positions are offsets from the stack's block.
func (v *verifier) stack(r uint32) {
	c := v.cells[r+1 : r+5]
	stack, size, status := uint32(c[0].v), c[0].t, c[0].x
	v.all(v.size(r) >= 5 && status <= thDead && c[2].t == 0 && c[2].x <= 1, "thread %d has the status %d", r, status)
	v.all((status == thRunning) == (r == v.thread), "thread %d has the status %d, and %d runs", r, status, v.thread)
	v.resumer(r, uint32(c[2].v), status)
	if stack == 0 {
		v.all(status == thDead && r != v.main && c[0].v == 0, "thread %d has no stack", r)
		return
	}
	v.all(size >= firstStack && size <= v.end, "thread %d has a stack of %d cells", r, size)
	v.part(stack, r, size)
	base, top, pc := uint32(c[1].v), uint32(c[1].v>>32), c[1].t
	if r == v.thread {
		base, top, pc = v.base-stack, v.top-stack, v.pc
		v.all(v.stackEnd == stack+1+size-stackSlack, "the running stack ends at %d", v.stackEnd)
		v.all(v.VM.results <= top && (v.paused || r == v.main && base == 3), "the machine has no frame to return to")
	}
	v.all(base >= 3 && base <= size && top <= size+1 && (base <= top || v.cells[stack+base-2].t == tClosure), "thread %d has its frame from %d to %d", r, base, top)
	live := v.liveTop(r) - stack
	for _, w := range v.cells[stack+1 : stack+live] {
		if w.t == tFrame {
			continue
		}
		if v.value(Value{v: w.v, t: w.t}, r); r != v.thread {
			v.strong(w, r)
		}
	}
	v.frames(r, stack, base, pc)
	v.opened(r, stack)
	for at, last := c[1].x, size+1; at != 0; at, last = v.cells[stack+at].x, at {
		v.all(at < last && at >= 3 && at < live, "thread %d has a variable to be closed at %d", r, at)
	}
}

// resumer checks the thread that waits for the given one.
func (v *verifier) resumer(r, parent, status uint32) {
	waits := status == thRunning || status == thNormal
	if parent == 0 {
		v.all(!waits || r == v.main, "thread %d was resumed by none", r)
		return
	}
	v.all(waits && r != v.main, "thread %d was resumed by %d and is not running", r, parent)
	v.is(parent, tThread, r)
	v.all(v.cells[parent+1].x == thNormal, "thread %d was resumed by %d, which does not wait", r, parent)
}

// opened checks the open upvalues of a thread, which are linked from the top down.
func (v *verifier) opened(r, stack uint32) {
	last := v.end
	for u := uint32(v.cells[r+1].v >> 32); u != 0; u = v.cells[u+1].t {
		v.is(u, tUpval, r)
		at := uint32(v.cells[u+1].v)
		v.all(uint32(v.cells[u+1].v>>32) == r && at < last && at > stack, "thread %d has the open upvalue %d", r, u)
		if last = at; r != v.thread {
			v.reached(u, r)
		}
		v.openUpvalues--
	}
}

// frames walks down from the running frame. A coroutine that an error has ended still has its frames, but none goes on.
func (v *verifier) frames(r, stack, base, pc uint32) {
	dead := v.cells[r+1].x == thDead
	above := -1 // the kind of the frame above
	word := uint32(0)
	for base > 3 {
		f, c := v.cells[stack+base-2], v.cells[stack+base-1]
		kind, delta := c.x&kindMask4, uint32(c.v>>32)
		v.all(c.t == tFrame && kind <= frPairs && delta >= 2 && delta <= base-3, "thread %d has no frame at %d", r, base)
		below, extra := base-delta, c.x>>extraShift
		shift := uint32(0)
		switch f.t {
		case tClosure:
			v.value(f, r)
			info := v.cells[uint32(f.v)+1].x
			if extra > 0 {
				shift = extra + info&0xff + 2
				v.all(info&varargFlag != 0 && extra < v.end, "thread %d has extra arguments at %d", r, base)
			}
			v.all(base+info>>8&0xff <= v.cells[r+1].t+1-stackSlack, "the frame of thread %d at %d leaves the stack", r, base)
			if dead {
				above = -1
			}
			v.next(r, f, pc, above, word)
			if above < 0 && !dead {
				v.all(r == v.thread && v.paused, "thread %d stopped in a function of Lua", r)
				v.openTop(r, stack, base, pc)
			}
		case tGo, tGoClosure:
			v.value(f, r)
			number := f.v
			if f.t == tGoClosure {
				number = v.cells[uint32(f.v)+1].v
			}
			v.all(number < uint64(len(v.functions)) && (dead || v.functions[number].switches != nil && extra == 0), "thread %d stopped in a Go function", r)
			v.all(dead || above < 0 && r != v.thread || above == frPcall || above == frXpcall || above == frPairs, "thread %d has called from the Go function at %d", r, base)
		default:
			v.fault("thread %d has a frame of a %d at %d", r, f.t, base)
		}
		head := base - 2 - shift // where the function stood before extra arguments moved it
		v.all(base >= shift+2 && head >= below || dead || kind == frThread || kind == frEntry, "the frame of thread %d at %d reaches below its caller", r, base)
		switch {
		case dead:
			v.all(v.cells[stack+below-2].t == tClosure || kind != frCall, "the frame of thread %d at %d was not called by Lua", r, base)
		case kind == frEntry:
			v.all(below == 3 && r == v.main, "thread %d was called from Go at %d", r, base)
		case kind == frThread:
			v.all(below == 3 && r != v.main, "thread %d begins at %d", r, base)
		case kind == frPcall || kind == frPairs:
			v.all(head == below && below > 3, "the frame of thread %d at %d does not fit that of pcall", r, base)
		case kind == frXpcall:
			v.all(head == below+1 && below > 3, "the frame of thread %d at %d does not fit that of xpcall", r, base)
		default:
			v.all(below > 3 && v.cells[stack+below-2].t == tClosure, "the frame of thread %d at %d was not called by Lua", r, base)
		}
		above, word, pc, base = int(kind), c.x, uint32(c.v), below
	}
	v.all(base == 3 && v.cells[stack+2].t == tFrame && v.cells[stack+2].x == frThread && v.cells[stack+2].v == 0 && v.cells[stack+1].t == tNil, "thread %d has no bottom", r)
	v.all(above >= 0 || r == v.main || v.cells[r+1].x == thSuspended && uint32(v.cells[r+2].v>>32) == 4 || v.cells[r+1].x == thDead, "thread %d has not begun", r)
}

// next checks where a Lua function goes on, after a call of the frame above if there is one.
func (v *verifier) next(r uint32, f Value, pc uint32, above int, word uint32) {
	p := uint32(v.cells[uint32(f.v)+1].v)
	v.is(p, tProto, uint32(f.v))
	first := (uint32(v.cells[p+1].v) + 1) * 4
	v.all(pc >= first && pc-first <= v.cells[p+1].t && uint64(pc) < uint64(len(v.words)), "thread %d goes on at %d, outside its function", r, pc)
	begins := false // the instruction before, and this one
	for at := first; at <= pc; {
		begins = at == pc
		if at == pc {
			break
		}
		step := uint32(1)
		if op := uint8(v.words[at]); op == opLoadKX || op == opSetList {
			step++
		}
		if above >= 0 && at+step == pc {
			v.called(r, v.words[at], above, word, step)
		}
		at += step
	}
	v.all(begins && (pc > first || above < 0), "thread %d goes on at %d, which is no instruction", r, pc)
}

// called checks that an instruction waits for the frame above.
func (v *verifier) called(r, i uint32, above int, word, step uint32) {
	op := int(uint8(i))
	calls := op == opCall || op == opTailCall || op == opTForCall
	left := word >> leftShift & 0xff
	ok := above == frCall && calls || above == frMeta && step == 1 && eventOf(op) != "" && op != opClose && op != opReturn &&
		(op != opConcat || left >= 1 && left <= getB(i))
	v.all(ok, "thread %d waits for a frame of kind %d in %08x", r, uint32(above), i)
}

// openTop checks the top of a stack when the next instruction takes values up to it.
func (v *verifier) openTop(r, stack, base, pc uint32) {
	if i := v.words[pc]; takesOpen(i) {
		v.all(v.top-stack >= base+getA(i)+openFrom(i), "thread %d has no values for the instruction at %d", r, pc)
	}
}
