package lua

// The end of a marking is divided into steps like the rest. A step does a part of the current stage when nothing is grey
// and the running stack and the roots have just been marked, so that an object is white only if nothing strong refers to
// it. In between the program runs: what it stores is marked by the barriers, what it takes out of a weak table is found on
// its stack. So several weak tables need not lose their entries for one object at the same moment.

// Stages of the end of a marking.
const (
	stMark     = iota // not there yet
	stValues          // entries with lost weak values go
	stSeparate        // objects to be finalised are found
	stWeak            // entries that tables with weak values have lost since go, those with weak keys too
	stKeys            // entries that ephemerons have lost go
)

func (vm *VM) beginMark() {
	g := &vm.gc
	g.state, g.rate = gcMark, vm.pace()
	g.grey, g.again, g.weak, g.ephemerons, g.scan, g.table, g.pass = 0, 0, 0, 0, 0, 0, 0
	g.weakOld, g.ephemeronsOld, g.keysOld = 0, 0, 0
	g.stage, g.pendingAt, g.keyMarked = stMark, 0, false
	vm.markRoots()
}

// settle does a part of the end of the marking when nothing is grey, and returns how much work it was. closed says that
// the program has not run since the running stack and the roots were marked.
func (vm *VM) settle(closed *bool) int {
	g, work := &vm.gc, 1
	if !*closed {
		*closed = true
		if work = vm.markRunning(); g.grey != 0 || g.scan != 0 {
			return work
		}
	}
	switch { // at least one part, so that the smallest steps come to an end
	case g.pass != 0:
		work += vm.passEphemerons()
	case g.keyMarked: // any ephemeron may have that key
		g.keyMarked, g.pass, g.passAt, g.passEnd, g.ephemeronsOld = false, g.ephemerons, 0, 0, g.ephemerons
	case g.ephemerons != g.ephemeronsOld: // other ephemerons have been reached
		g.pass, g.passAt, g.passEnd, g.ephemeronsOld = g.ephemerons, 0, g.ephemeronsOld, g.ephemerons
	case g.table != 0:
		work += vm.clearPart()
	case g.stage == stMark:
		g.stage, g.table, g.tableAt, g.tableEnd = stValues, g.weak, 0, 0
	case g.stage == stValues:
		g.stage, g.finalAt, g.finalsKept, g.pendingOld = stSeparate, 0, 0, g.nPending
	case g.stage == stSeparate:
		work += vm.separate()
	case g.weak != g.weakOld: // the first time, or other weak tables have been reached
		g.stage, g.table, g.tableAt, g.tableEnd, g.weakOld = stWeak, g.weak, 0, g.weakOld, g.weak
	case g.ephemerons != g.keysOld:
		g.stage, g.table, g.tableAt, g.tableEnd, g.keysOld = stKeys, g.ephemerons, 0, g.keysOld, g.ephemerons
	default:
		vm.flip()
	}
	return work
}

// markRunning marks what changes without a barrier.
func (vm *VM) markRunning() int {
	vm.markRoots()
	work := 8
	if vm.gc.urgent {
		vm.markEpoch()
	}
	if vm.cells[vm.thread].t&black != 0 {
		work += vm.markThread(vm.thread)
	}
	return work
}

// flip ends the marking: objects that are white now are garbage.
func (vm *VM) flip() {
	g := &vm.gc
	g.weak, g.ephemerons, g.stage = 0, 0, stMark
	vm.current ^= whites
	g.state = gcSweep
	vm.sweeping = max(vm.mid, 1)
	g.sweepEnd, g.moving = vm.sweeping, false
}

// markEpoch marks what was made since the last safe point, because Go code may hold it.
func (vm *VM) markEpoch() {
	for r := uint32(1); r < vm.end; r += vm.size(r) {
		if c := vm.cells[r]; c.t>>epochShift == vm.epoch && c.t&kindMask >= tString && c.t&kindMask < tRaw {
			vm.markRef(r)
		}
	}
}

// passEphemerons traverses a part of the ephemerons: it marks the values of keys that are reached, and notes the keys
// that are not. If one of those is reached later, all are traversed again.
func (vm *VM) passEphemerons() int {
	g := &vm.gc
	t := g.pass
	c, h := vm.cells[t+1], vm.cells[t+2]
	n := uint32(0)
	for ; n < slice && g.passAt < h.t; n++ {
		at := uint32(h.v) + 1 + 2*g.passAt
		g.passAt++
		k, v := vm.cells[at], vm.cells[at+1]
		switch {
		case v.t == tNil:
		case k.t == tString || !k.heaped() || !vm.isWhite(uint32(k.v)):
			vm.mark(k)
			vm.mark(v)
		default:
			vm.cells[uint32(k.v)].t |= keyed
		}
	}
	if n < slice {
		at := g.passAt - h.t
		end := max(min(at+slice, c.t), at)
		if at < end {
			vm.markCells(uint32(c.v)+1+at, uint32(c.v)+1+end)
			g.passAt = h.t + end
		}
		if end >= c.t {
			g.pass, g.passAt = vm.cells[t].x, 0
			if g.pass == g.passEnd {
				g.pass = 0
			}
		}
		n += end - at
	}
	return int(n) + 4
}

// lost reports whether a weak reference is to be cleared because its object is not reached. Strings stay.
func (vm *VM) lost(v Value) bool {
	if v.t == tString {
		vm.mark(v)
		return false
	}
	return v.heaped() && vm.isWhite(uint32(v.v))
}

// clearPart empties a part of the entries that weak tables have lost: by their values, and in the last stages by their
// keys, after the objects to be finalised have been marked.
func (vm *VM) clearPart() int {
	g := &vm.gc
	t := g.table
	c, h := vm.cells[t+1], vm.cells[t+2]
	n := uint32(0)
	for ; n < slice && g.tableAt < h.t; n++ {
		vm.clearEntry(uint32(h.v)+1+2*g.tableAt, g.stage != stKeys, g.stage != stValues)
		g.tableAt++
	}
	for ; n < slice && g.stage != stKeys && g.tableAt < h.t+c.t; n++ {
		if p := &vm.cells[uint32(c.v)+1+g.tableAt-h.t]; vm.lost(*p) {
			*p = Nil
		}
		g.tableAt++
	}
	if n < slice {
		g.table, g.tableAt = vm.cells[t].x, 0
		if g.table == g.tableEnd {
			g.table = 0
		}
		vm.shrink(t)
	}
	return int(n) + 4
}

func (vm *VM) clearEntry(at uint32, values, keys bool) {
	k, v := &vm.cells[at], &vm.cells[at+1]
	if v.t != tNil && (values && vm.lost(*v) || keys && vm.lost(*k)) {
		*v = Nil
	}
	if keys && v.t == tNil && k.heaped() && vm.isWhite(uint32(k.v)) {
		k.t = tDead
	}
}

// separate examines a part of the objects with finalisers and moves those that are not reached to the list of finalisers
// to be called. Enlisting has made room in that list. The objects are marked when all have been found.
func (vm *VM) separate() int {
	g := &vm.gc
	list, n := (g.finals+1)*4, 0
	for ; n < slice && g.finalAt < g.nFinals; n++ {
		r := vm.words[list+g.finalAt]
		g.finalAt++
		if !vm.isWhite(r) || g.nPending == vm.pendingRoom() {
			vm.words[list+g.finalsKept] = r
			vm.markRef(r)
			g.finalsKept++
			continue
		}
		vm.words[(g.pending+1)*4+g.nPending] = r
		g.nPending++
	}
	if g.finalAt == g.nFinals {
		g.nFinals = g.finalsKept
		g.stage = stWeak
	}
	return n + 1
}
