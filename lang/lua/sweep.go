package lua

// alloc allocates a block for n cells, or raises the out-of-memory error after everything has been tried.
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

// noMemory raises the out-of-memory error. The reserve may then be used, so that a handler can run, until a collection
// has found enough.
func (vm *VM) noMemory() {
	vm.reserve = 0
	vm.errv = vm.outOfMemory
	panic(errRaise)
}

// sweep frees or whitens up to n blocks: first those above the middle, where all objects are, then the parts below it,
// which it moves down over what has become free.
func (vm *VM) sweep(n int) int {
	dead := vm.current ^ whites
	i := 0
	for ; i < n; i++ {
		if vm.gc.moving && vm.sweeping >= vm.gc.sweepEnd || vm.sweeping >= vm.end {
			if vm.gc.moving || vm.gc.sweepEnd == 1 {
				vm.endCycle()
				return i
			}
			vm.gc.moving, vm.sweeping = true, 1
			continue
		}
		r := vm.sweeping
		c := &vm.cells[r]
		vm.sweeping = r + uint32(c.v)
		kind := c.t & kindMask
		switch {
		case kind == tRaw && c.x != 0:
			i += vm.move(r)
		case kind >= tRaw:
		case c.t&dead != 0 && c.t&fixed == 0:
			vm.free(r, kind)
			i += 3
		default:
			c.t = c.t&^colours | vm.current
		}
	}
	return i
}

// mostMoved is the size in cells of the largest part that the sweep moves.
const mostMoved = 8192

// move moves a part and returns how much work that was: into a gap between the objects if there are many gaps, so that
// free memory gathers in the middle; otherwise, below the middle, down over a gap before it.
func (vm *VM) move(r uint32) int {
	size, owner := vm.size(r), vm.cells[r].x
	if size > mostMoved || vm.cells[owner].t&(vm.current^whites) != 0 { // too much at once, or about to be freed
		return 0
	}
	if vm.gc.urgent && vm.kind(owner) == tThread && vm.cells[owner+1].x != thSuspended { // Go code holds its address
		return 0
	}
	if vm.high.free > (vm.end-vm.used)/gaps {
		to, low := vm.from(&vm.high, size), false
		if to <= r && vm.mid != 0 && vm.prev(r) == vm.mid && vm.size(vm.mid) >= size { // the gap after it joins the middle
			to, low = vm.mid, true
		}
		if to > r || low {
			to, _ = vm.occupy(to, size, low)
			vm.carry(r, to, size)
			vm.release(r)
			vm.most = max(vm.most, vm.used) // a gap may be a cell larger
			return int(size)/4 + 4
		}
	}
	to := vm.prev(r)
	if !vm.gc.moving || to == 0 || vm.kind(to) != tFree {
		return 0
	}
	gap, before := vm.size(to), vm.prev(to)
	if vm.remove(to); vm.mid == 0 && vm.border == to {
		vm.border = to + size
	}
	vm.carry(r, to, size)
	vm.cells[to].v = uint64(size) | uint64(before)<<32
	vm.unite(to+size, gap, to)
	vm.sweeping = to + size
	return int(size)/4 + 2
}

// carry copies a part without its sizes to another place, and updates its owner.
func (vm *VM) carry(r, to, size uint32) {
	owner := vm.cells[r].x
	v := vm.cells[to].v
	copy(vm.cells[to:to+size], vm.cells[r:r+size])
	vm.cells[to].v = v
	switch {
	case vm.kind(owner) == tThread:
		vm.moveStack(owner, to)
		if owner == vm.thread {
			vm.base, vm.top, vm.stackEnd = vm.base+to-r, vm.top+to-r, vm.stackEnd+to-r
		}
	case uint32(vm.cells[owner+1].v) == r:
		vm.cells[owner+1].v += uint64(to) - uint64(r)
	default:
		vm.cells[owner+2].v += uint64(to) - uint64(r)
	}
}

// gaps is the share of the free memory that may be in gaps between objects before parts are moved into them.
const gaps = 16

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
	vm.gc.moving = false
	vm.gc.state = gcPause
	vm.gc.cycles++
	live := vm.used
	vm.gc.threshold = uint32(min(uint64(live)*uint64(vm.gc.pauseBy)/100, uint64(live+vm.headroom())))
	if full := max(vm.end/64, 128); vm.used+2*full < vm.end {
		vm.reserve = full
	}
}

// gcWork does at least this much work, or ends a cycle, and reports whether it did.
func (vm *VM) gcWork(work int) bool {
	done, _ := vm.gcSteps(work)
	return done
}

// gcSteps is gcWork, and also returns how much of the work is left: negative if a piece was larger.
func (vm *VM) gcSteps(work int) (done bool, left int) {
	closed := false // whether stack and roots are marked as they are now
	for work > 0 {
		switch vm.gc.state {
		case gcPause:
			vm.beginMark()
			work -= 8
		case gcMark:
			n := vm.propagate(work)
			if n == 0 {
				n = vm.settle(&closed)
			}
			work -= n
		case gcSweep:
			work -= vm.sweep(min(work, 64)) + 1
			if vm.gc.state == gcPause {
				return true, work
			}
		}
	}
	return false, work
}

// headroom is the most that is allocated before a cycle begins, and while it goes on. It is a small part of the free
// memory, because objects that are freed late leave holes between live ones, which would fragment the free memory.
func (vm *VM) headroom() uint32 { return (vm.end - min(vm.used, vm.end)) / 32 }

// pace is how much work, in percent of what is allocated, ends a cycle within the headroom.
func (vm *VM) pace() uint32 {
	return uint32(min(200*uint64(vm.used)/uint64(max(vm.headroom(), 1)), 10000))
}

// mostWork bounds the work, in cells, of one step that an allocation sets off; the next step does what is due beyond
// it.
const mostWork = 2048

// fullCycle ends the cycle under way and does another.
func (vm *VM) fullCycle() {
	for vm.gc.state != gcPause && !vm.gcWork(1<<30) {
	}
	for !vm.gcWork(1 << 30) {
	}
	vm.debt = 0
}

// resting reports whether no cycle is under way or due.
func (vm *VM) resting() bool { return vm.gc.state == gcPause && vm.used < vm.gc.threshold }

// collectAsDue is called at safe points when memory has been allocated.
func (vm *VM) collectAsDue() {
	if vm.gc.mode != gcFree || vm.resting() {
		vm.debt = -int64(vm.gc.step)
	} else {
		rate := int64(max(vm.gc.stepBy, vm.gc.rate))
		due := (vm.debt + int64(vm.gc.step)) * rate / 100
		vm.gcWork(int(min(due, mostWork)))
		vm.debt = min((due-mostWork)*100/rate, 1<<20) - int64(vm.gc.step)
		if due <= mostWork {
			vm.debt = -int64(vm.gc.step)
		}
	}
	vm.lowMemory()
	vm.callPending()
}

// enlist registers an object with a finaliser in its metatable.
func (vm *VM) enlist(r uint32) {
	if vm.cells[r].t&finalises != 0 || vm.closing {
		return
	}
	for vm.pendingRoom() < vm.gc.nFinals+vm.gc.nPending+1 { // so that a collection does not have to allocate
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
	if vm.gc.state == gcMark && vm.gc.stage > stSeparate { // too late for this cycle to find it unreached
		vm.markRef(r)
	}
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

func (vm *VM) pendingRoom() uint32 {
	if vm.gc.pending == 0 {
		return 0
	}
	return (vm.size(vm.gc.pending) - 1) * 4
}

// finalisersAtOnce bounds how many finalisers one step of the collector calls. It is how many objects with finalisers
// can have been made since the last step, so that they do not pile up.
const finalisersAtOnce = 40

// callPending calls finalisers of dead objects, the last marked first. Their errors are dropped, as in Lua without
// warnings.
func (vm *VM) callPending() {
	if vm.gc.nPending == 0 || vm.gc.finalising || vm.gc.stage >= stSeparate { // until all are found and marked
		return
	}
	vm.gc.finalising = true
	defer func() { vm.gc.finalising = false }()
	for n := 0; vm.gc.nPending > 0 && n < finalisersAtOnce; n++ {
		// The newest object of a batch stands last.
		vm.gc.nPending--
		vm.gc.pendingAt = min(vm.gc.pendingAt, vm.gc.nPending)
		r := vm.words[(vm.gc.pending+1)*4+vm.gc.nPending]
		vm.cells[r].t &^= finalises
		o := ref(r, vm.kind(r))
		if f := vm.metamethod(o, evGC); f.t != tNil && vm.callable(f) {
			vm.callFinaliser(f, o)
		}
	}
}
