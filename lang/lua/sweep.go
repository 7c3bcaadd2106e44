package lua

// alloc allocates a block for n cells, or raises the error of memory that has run out after all has been tried.
func (vm *VM) alloc(n, kind uint32) uint32 {
	r := vm.take(n, kind)
	if r == 0 {
		r = vm.allocAgain(n, kind)
	}
	return r
}

func (vm *VM) allocAgain(n, kind uint32) uint32 {
	if n < vm.end && !vm.gc.urgent {
		vm.gc.urgent = true
		vm.fullCycle()
		vm.gc.urgent = false
	}
	if r := vm.take(n, kind); r != 0 {
		return r
	}
	vm.noMemory()
	return 0
}

// noMemory raises the error of memory that has run out. What was kept back is then free to use, so that a handler can
// run, until a collection has found enough.
func (vm *VM) noMemory() {
	vm.reserve = 0
	vm.errv = vm.outOfMemory
	panic(errRaise)
}

// sweep frees or whitens up to n blocks.
func (vm *VM) sweep(n int) int {
	dead := vm.current ^ whites
	i := 0
	for ; i < n && vm.sweeping < vm.end; i++ {
		r := vm.sweeping
		c := &vm.cells[r]
		vm.sweeping = r + uint32(c.v)
		kind := c.t & kindMask
		switch {
		case kind >= tRaw:
		case c.t&dead != 0 && c.t&fixed == 0:
			vm.free(r, kind)
			i += 3
		default:
			c.t = c.t&^colours | vm.current
		}
	}
	if vm.sweeping >= vm.end {
		vm.endCycle()
	}
	return i
}

// free releases an object and its parts.
func (vm *VM) free(r, kind uint32) {
	part := func(at uint32) {
		if at != 0 {
			vm.release(at)
		}
	}
	switch kind {
	case tString:
		vm.unlink(r)
	case tTable:
		a, h := uint32(vm.cells[r+1].v), uint32(vm.cells[r+2].v)
		part(a)
		part(h)
	case tThread:
		part(uint32(vm.cells[r+1].v))
		vm.forget(r)
	case tProto:
		for i := range uint32(4) {
			c := vm.cells[r+1+i]
			if i != 2 { // names
				part(uint32(c.v))
				part(uint32(c.v >> 32))
			}
		}
	}
	vm.release(r)
}

func (vm *VM) endCycle() {
	vm.sweeping = 0
	vm.gc.state = gcPause
	vm.gc.cycles++
	live := vm.used
	next := uint64(live) * uint64(vm.gc.pauseBy) / 100
	vm.gc.threshold = uint32(min(next, uint64(live)+uint64(vm.end-min(live, vm.end))/2))
	if full := max(vm.end/64, 128); vm.used+2*full < vm.end {
		vm.reserve = full
	}
}

// gcWork does at least this much work, or ends a cycle, and says whether it did.
func (vm *VM) gcWork(work int) bool {
	for work > 0 {
		switch vm.gc.state {
		case gcPause:
			vm.gc.state = gcMark
			vm.gc.grey, vm.gc.again, vm.gc.weak, vm.gc.ephemerons, vm.gc.scan = 0, 0, 0, 0, 0
			vm.markRoots()
			work -= 8
		case gcMark:
			if vm.gc.grey == 0 && vm.gc.scan == 0 {
				work -= vm.atomic()
			} else {
				work -= vm.propagate()
			}
		case gcSweep:
			work -= vm.sweep(min(work, 64)) + 1
			if vm.gc.state == gcPause {
				return true
			}
		}
	}
	return false
}

// fullCycle ends the cycle under way and makes another.
func (vm *VM) fullCycle() {
	for vm.gc.state != gcPause && !vm.gcWork(1<<30) {
	}
	for !vm.gcWork(1 << 30) {
	}
	vm.debt = 0
}

// collectAsDue is called at safe points when memory has been allocated.
func (vm *VM) collectAsDue() {
	if vm.gc.mode != gcFree || vm.gc.state == gcPause && vm.used < vm.gc.threshold {
		vm.debt = -int64(vm.gc.step)
	} else {
		due := (vm.debt + int64(vm.gc.step)) * int64(vm.gc.stepBy) / 100
		vm.gcWork(int(min(due, 4*int64(vm.gc.step)*int64(vm.gc.stepBy)/100)))
		vm.debt = -int64(vm.gc.step)
	}
	vm.lowMemory()
	if vm.gc.nPending > 0 {
		vm.callPending()
	}
}

// enlist notes an object whose metatable has a finaliser.
func (vm *VM) enlist(r uint32) {
	if vm.cells[r].t&finalises != 0 || vm.closing {
		return
	}
	for vm.pendingRoom() < vm.gc.nFinals+vm.gc.nPending+1 { // so that a collection need not allocate
		fresh := vm.alloc(max(4, vm.pendingRoom()/4*2), tRaw)
		if vm.gc.pending != 0 {
			copy(vm.words[(fresh+1)*4:], vm.words[(vm.gc.pending+1)*4:(vm.gc.pending+1)*4+vm.gc.nPending])
			vm.release(vm.gc.pending)
		}
		vm.gc.pending = fresh
	}
	vm.gc.finals = vm.pushWord(vm.gc.finals, vm.gc.nFinals, r)
	vm.gc.nFinals++
	vm.cells[r].t |= finalises
}

// pushWord adds a word to a list in a raw block, which moves when it is full.
func (vm *VM) pushWord(list, n, w uint32) uint32 {
	if list == 0 || n == (vm.size(list)-1)*4 {
		fresh := vm.alloc(max(4, n/4*2), tRaw)
		if list != 0 {
			copy(vm.words[(fresh+1)*4:], vm.words[(list+1)*4:(list+1)*4+n])
			vm.release(list)
		}
		list = fresh
	}
	vm.words[(list+1)*4+n] = w
	return list
}

// separate moves objects with finalisers that are not reached to the list of those to be called, and reaches them. The
// list has room, as enlisting made it.
func (vm *VM) separate() {
	list, kept := (vm.gc.finals+1)*4, uint32(0)
	for i := range vm.gc.nFinals {
		r := vm.words[list+i]
		if !vm.isWhite(r) || vm.gc.nPending == vm.pendingRoom() {
			vm.words[list+kept] = r
			vm.markRef(r)
			kept++
			continue
		}
		vm.words[(vm.gc.pending+1)*4+vm.gc.nPending] = r
		vm.gc.nPending++
	}
	vm.gc.nFinals = kept
	for i := range vm.gc.nPending {
		vm.markRef(vm.words[(vm.gc.pending+1)*4+i])
	}
}

func (vm *VM) pendingRoom() uint32 {
	if vm.gc.pending == 0 {
		return 0
	}
	return (vm.size(vm.gc.pending) - 1) * 4
}

// callPending calls the finalisers of dead objects, the last marked first, as long as there are any. Their errors are
// dropped, as Lua does without warnings.
func (vm *VM) callPending() {
	if vm.gc.finalising {
		return
	}
	vm.gc.finalising = true
	defer func() { vm.gc.finalising = false }()
	for n := 0; vm.gc.nPending > 0 && n < 8; n++ {
		// The newest object of a batch stands last.
		vm.gc.nPending--
		r := vm.words[(vm.gc.pending+1)*4+vm.gc.nPending]
		vm.cells[r].t &^= finalises
		o := ref(r, vm.kind(r))
		if f := vm.metamethod(o, evGC); f.t != tNil && vm.callable(f) {
			vm.callFinaliser(f, o)
		}
	}
}
