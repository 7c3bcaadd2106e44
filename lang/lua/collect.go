package lua

import "strings"

// The collector marks and sweeps in steps of bounded work. An object is white (not reached), grey (reached, in a list
// linked by the headers' x) or black (what it refers to is reached). Storing a white object in a black one marks the
// object at once, so a black table is never visited again. Stacks are written without this barrier: a thread that has
// run since it was marked is marked again, the running one in one go. The sweep walks over the blocks of the arena.

// States of the collector.
const (
	gcPause = iota
	gcMark
	gcSweep
)

// Modes of the collector: what an allocation may set off.
const (
	gcFree = iota // steps as memory is allocated
	gcOff         // only a collection when memory has run out
)

// collector is the state of the collection under way.
type collector struct {
	state, mode           uint32
	grey, again           uint32 // lists of objects
	weak, ephemerons      uint32 // lists of tables
	stage                 uint32 // stage of the end of the marking
	table, tableAt        uint32 // the weak table that is being cleared in parts
	pass, passAt          uint32 // the ephemeron that is being traversed in parts
	finalAt, finalsKept   uint32 // how many objects with finalisers have been examined, and how many stay
	pendingAt, pendingOld uint32 // how many of the objects to be finalised are marked, and how many were there before
	keyMarked             bool   // an ephemeron's key was reached since the ephemerons were last traversed
	weakOld, keysOld      uint32 // the lists from here on have been cleared
	ephemeronsOld         uint32 // and traversed
	tableEnd, passEnd     uint32 // where clearing and traversing end
	scan                  uint32 // a large table that is being marked in parts
	scanAt                uint32
	scanKeys              bool   // its values are weak
	threshold             uint32 // cells in use at which a cycle begins
	pauseBy, stepBy, step uint32 // percent; percent; cells
	rate                  uint32 // percent: the work that ends the cycle in time
	finals, pending       uint32 // raw blocks of words: objects with finalisers, finalisers to be called
	nFinals, nPending     uint32
	cycles                uint64
	sweepEnd              uint32 // where the sweep began, and ends
	moving                bool   // the sweep is below the middle
	urgent                bool   // memory has run out: objects of this epoch are in use by Go
	finalising            bool
}

// slice is the largest number of cells of a table that are marked at once, leastSlice the number in the smallest steps.
const (
	slice      = 128
	leastSlice = 8
)

func (vm *VM) isWhite(r uint32) bool { return vm.cells[r].t&whites != 0 }

func (vm *VM) mark(v Value) {
	if v.t >= tString && vm.cells[uint32(v.v)].t&whites != 0 {
		vm.reach(uint32(v.v))
	}
}

func (vm *VM) markRef(r uint32) {
	if r != 0 && vm.cells[r].t&whites != 0 {
		vm.reach(r)
	}
}

// reach makes a white object grey, or black when it refers to little.
func (vm *VM) reach(r uint32) {
	c := &vm.cells[r]
	switch c.t & kindMask {
	case tString:
		c.t = c.t&^colours | black
	case tUpval:
		c.t = c.t&^colours | black
		at := uint32(vm.cells[r+1].v)
		vm.mark(vm.cells[at])
		if at != r+2 {
			vm.markRef(uint32(vm.cells[r+1].v >> 32))
		}
	default:
		if c.t&keyed != 0 {
			vm.gc.keyMarked = true
		}
		c.t &^= colours | keyed
		c.x = vm.gc.grey
		vm.gc.grey = r
	}
}

// guard keeps a store of v in the object r from hiding v from the marking.
func (vm *VM) guard(r uint32, v Value) {
	if v.t >= tString && vm.cells[r].t&black != 0 && vm.gc.state == gcMark {
		vm.mark(v)
	}
}

// touch notes that a thread that has run stops running: its stack has changed without barriers.
func (vm *VM) touch(th uint32) {
	if c := &vm.cells[th]; c.t&black != 0 && vm.gc.state == gcMark {
		c.t &^= colours
		c.x = vm.gc.again
		vm.gc.again = th
	}
}

func (vm *VM) markRoots() {
	vm.markRef(vm.registry)
	vm.markRef(vm.globals)
	vm.markRef(vm.stringMeta)
	vm.markRef(vm.main)
	vm.markRef(vm.thread)
	vm.mark(vm.errv)
	vm.mark(vm.outOfMemory)
}

// markPending marks some of the objects that are to be finalised and reports whether there were any. Those found in this
// cycle are not marked until all have been found.
func (vm *VM) markPending() bool {
	n := vm.gc.nPending
	if vm.gc.stage == stSeparate {
		n = min(n, vm.gc.pendingOld)
	}
	at := vm.gc.pendingAt
	if at >= n {
		return false
	}
	vm.gc.pendingAt = min(at+slice, n)
	for i := at; i < vm.gc.pendingAt; i++ {
		vm.markRef(vm.words[(vm.gc.pending+1)*4+i])
	}
	return true
}

// propagate blackens one grey object, or a part of a large table, and returns how many cells it visited, or 0 if no
// object is grey. It need not visit many more cells than work.
func (vm *VM) propagate(work int) int {
	part := uint32(max(min(work, slice), leastSlice))
	if vm.gc.scan != 0 {
		return vm.scanTable(part)
	}
	if vm.gc.grey == 0 {
		if r := vm.gc.again; r != 0 {
			vm.gc.again, vm.cells[r].x = vm.cells[r].x, 0
			vm.cells[r].t |= black
			return vm.markThread(r)
		}
		if vm.markPending() {
			return slice
		}
		return 0
	}
	r := vm.gc.grey
	c := &vm.cells[r]
	vm.gc.grey, c.x = c.x, 0
	c.t |= black
	switch c.t & kindMask {
	case tTable:
		return vm.markTable(r, part)
	case tClosure:
		vm.markRef(uint32(vm.cells[r+1].v))
		n := vm.cells[r+1].x >> 24
		for i := range n {
			vm.markRef(vm.words[(r+2)*4+i])
		}
		return int(n) + 2
	case tGoClosure:
		n := vm.cells[r+1].t
		vm.markCells(r+2, r+2+n)
		return int(n) + 2
	case tUser:
		vm.markRef(vm.cells[r+1].x)
		vm.markRef(uint32(vm.cells[r+1].v)) // the owner of its bytes
		return 2
	case tProto:
		return vm.markProto(r)
	case tThread:
		return vm.markThread(r)
	}
	return 1
}

func (vm *VM) markCells(from, to uint32) {
	for _, v := range vm.cells[from:to] {
		vm.mark(v)
	}
}

func (vm *VM) markProto(r uint32) int {
	p := vm.cells[r+1 : r+5]
	k := uint32(p[0].v>>32) + 1
	vm.markCells(k, k+p[0].x)
	for i := range p[1].t {
		vm.markRef(vm.words[(uint32(p[1].v)+1)*4+i])
	}
	vm.markRef(uint32(p[2].v))
	vm.markRef(uint32(p[2].v >> 32))
	ups, locals := uint32(p[3].v)+1, uint32(p[3].v>>32)+1
	for i := range p[3].t {
		vm.markRef(uint32(vm.cells[ups+i].v))
	}
	for i := range p[3].x {
		vm.markRef(uint32(vm.cells[locals+i].v))
	}
	return int(p[0].x+p[1].t+p[3].t+p[3].x) + 4
}

// markThread marks a stack and the upvalues that point into it, which the thread's list needs until they are closed. It
// clears what stands above the live part, which may be about to be freed.
func (vm *VM) markThread(r uint32) int {
	stack, top := uint32(vm.cells[r+1].v), vm.liveTop(r)
	if stack == 0 {
		return 1
	}
	vm.markCells(stack+1, top)
	clear(vm.cells[top : stack+1+vm.cells[r+1].t])
	for u := uint32(vm.cells[r+1].v >> 32); u != 0; u = vm.cells[u+1].t {
		vm.markRef(u)
	}
	vm.markRef(uint32(vm.cells[r+3].v))
	return int(top-stack) + int(vm.cells[r+1].t)/16 + 2
}

func (vm *VM) markTable(r, part uint32) int {
	meta := vm.meta(r)
	vm.markRef(meta)
	weakKeys, weakValues := vm.weakness(meta)
	switch {
	case weakKeys && !weakValues:
		vm.cells[r].x, vm.gc.ephemerons = vm.gc.ephemerons, r
		return 3
	case weakValues:
		vm.cells[r].x, vm.gc.weak = vm.gc.weak, r
		if weakKeys {
			return 3
		}
	}
	if vm.cells[r+1].t == 0 && vm.cells[r+2].t == 0 {
		return 3
	}
	vm.gc.scan, vm.gc.scanAt, vm.gc.scanKeys = r, 0, weakValues
	return 3 + vm.scanTable(part)
}

// weakness reads the mode of a metatable.
func (vm *VM) weakness(meta uint32) (keys, values bool) {
	if meta == 0 {
		return false, false
	}
	m := vm.metaField(meta, evMode)
	if m.t != tString {
		return false, false
	}
	s := string(vm.text(uint32(m.v)))
	return strings.Contains(s, "k"), strings.Contains(s, "v")
}

// scanTable marks the next part of the table under scan, of the given number of cells: the array's cells, then the
// entries.
func (vm *VM) scanTable(part uint32) int {
	r, at := vm.gc.scan, vm.gc.scanAt
	c, h := vm.cells[r+1], vm.cells[r+2]
	if at < c.t {
		end := min(at+part, c.t)
		if !vm.gc.scanKeys {
			vm.markCells(uint32(c.v)+1+at, uint32(c.v)+1+end)
		}
		vm.gc.scanAt = end
		return int(end - at)
	}
	e := at - c.t
	end := min(e+part/2, h.t)
	for i := e; i < end; i++ {
		if at := uint32(h.v) + 1 + 2*i; vm.gc.scanKeys {
			vm.mark(vm.cells[at])
		} else {
			vm.markEntry(at)
		}
	}
	vm.gc.scanAt = c.t + end
	if end == h.t {
		vm.gc.scan = 0
	}
	return 2*int(end-e) + 1
}

func (vm *VM) markEntry(at uint32) {
	k, v := &vm.cells[at], vm.cells[at+1]
	if v.t == tNil {
		if k.heaped() && vm.isWhite(uint32(k.v)) {
			k.t = tDead
		}
		return
	}
	vm.mark(*k)
	vm.mark(v)
}

// rescan restarts the table under scan when its parts have been moved.
func (vm *VM) rescan(t uint32) {
	if vm.gc.scan == t {
		vm.gc.scanAt = 0
	}
	if vm.gc.table == t {
		vm.gc.tableAt = 0
	}
	if vm.gc.pass == t {
		vm.gc.passAt = 0
	}
}
