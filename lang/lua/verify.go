package lua

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
)

// verify checks everything that the machine relies on: the arena's blocks and the lists of free ones, every object and
// its references, the code of functions, the frames on stacks, and what the collector has done so far. A state that
// passes can run, wherever it comes from: no instruction leaves its frame, and no reference leads outside its object. A
// state from outside must pass before it is loaded. verify visits every cell about once.
func (vm *VM) verify() (err error) {
	noted := [2]bitTree{vm.gaps3, vm.gaps8}
	vm.gaps3, vm.gaps8 = newBitTree(vm.end), newBitTree(vm.end)
	err = newVerifier(vm).run((*verifier).whole)
	for i := range noted[0] {
		if err == nil && !(slices.Equal(vm.gaps3[i], noted[0][i]) && slices.Equal(vm.gaps8[i], noted[1][i])) {
			err = verifyFault("the free blocks above the middle are not those that are noted")
		}
	}
	vm.gaps3, vm.gaps8 = noted[0], noted[1]
	return err
}

// whole checks the whole machine, and notes the free blocks above the middle.
func (v *verifier) whole() {
	v.registers()
	v.blocks()
	v.mapGaps()
	v.freeLists()
	v.roots()
	v.collector()
	for r := uint32(1); r < v.end; r += v.size(r) {
		v.object(r)
	}
	v.all(v.openUpvalues == 0, "%d open upvalues are in no list of a thread", uint32(v.openUpvalues))
	v.stringTable()
	v.threadList()
	v.typeTables()
}

func newVerifier(vm *VM) *verifier {
	v := &verifier{VM: vm}
	n := vm.end/64 + 1
	sets := make([]uint64, 5*n)
	for i, set := range [...]*[]uint64{&v.starts, &v.claimed, &v.listed, &v.later, &v.clears} {
		*set = sets[uint32(i)*n:][:n]
	}
	return v
}

func (v *verifier) run(do func(*verifier)) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case verifyFault:
			err = r
		case runtime.Error: // of Go's bounds checks
			err = verifyFault("it refers to what is outside of the arena: " + r.Error())
		default:
			panic(r)
		}
	}()
	do(v)
	return nil
}

// verifyFault is what verify finds.
type verifyFault string

func (f verifyFault) Error() string { return "lua: the heap is not sound: " + string(f) }

// verifier is a verification under way. Its sets have a bit for each cell.
type verifier struct {
	*VM
	starts, claimed, listed []uint64 // where blocks begin; parts with an owner; objects in the collector's lists
	later, clears           []uint64 // weak tables still to be traversed by the marking; those with lost keys still to be cleared
	strings, threads, freed int      // how many blocks there are of these kinds
	openUpvalues            int      // how many blocks there are, less those found in lists
}

func has(set []uint64, r uint32) bool { return set[r/64]>>(r%64)&1 != 0 }
func put(set []uint64, r uint32)      { set[r/64] |= 1 << (r % 64) }

// all is an assertion. Its numbers cost no memory while it holds.
func (v *verifier) all(ok bool, format string, args ...uint32) {
	if !ok {
		v.faultOf(format, args)
	}
}

func (v *verifier) faultOf(format string, args []uint32) {
	list := make([]any, len(args))
	for i, a := range args {
		list[i] = a
	}
	v.fault(format, list...)
}

func (v *verifier) fault(format string, args ...any) {
	panic(verifyFault(fmt.Sprintf(format, args...)))
}

// registers checks what is not a reference.
func (v *verifier) registers() {
	g := &v.gc
	v.all(v.current == white0 || v.current == white1, "the colour of new objects is %x", v.current)
	v.all(v.used < v.end && v.most >= v.used && v.most < v.end && v.reserve < v.end && v.epoch <= 0xffff && g.threshold <= 1<<30,
		"%d cells are in use, %d at most, %d kept back", v.used, v.most, v.reserve)
	v.all(v.debt < 1<<40 && v.debt > -1<<40 && v.every >= 0 && v.untilHook <= v.every, "the counters are %d, %d and %d", uint32(v.debt), uint32(v.every), uint32(v.untilHook))
	v.all(g.state <= gcSweep && g.mode <= gcOff && g.stage <= stKeys && (g.state == gcMark || g.stage == stMark), "the collector is in state %d, mode %d, stage %d", g.state, g.mode, g.stage)
	v.all(g.pauseBy >= 100 && g.pauseBy <= 1000 && g.stepBy >= 100 && g.stepBy <= 10000 && g.step == 64 && g.rate <= 10000, "the pace of the collector is %d, %d, %d, %d",
		g.pauseBy, g.stepBy, g.step, g.rate)
	v.all((g.state == gcSweep) == (v.sweeping != 0), "the sweep stands at %d in state %d", v.sweeping, g.state)
	v.all(g.state == gcSweep || !g.moving, "parts are moved in state %d", g.state)
}

// blocks walks over the arena.
func (v *verifier) blocks() {
	prev, used := uint32(0), uint32(0)
	for r := uint32(1); r != v.end; r += v.size(r) {
		size, kind := v.size(r), v.kind(r)
		v.all(size >= 2 && size <= v.end-r, "block %d has size %d", r, size)
		v.all(v.prev(r) == prev, "block %d says that %d is before it, not %d", r, v.prev(r), prev)
		v.all(kind >= tString && kind <= tFree, "block %d is of kind %d", r, kind)
		v.all(v.cells[r].t&fixed == 0 || kind == tString, "block %d is fixed", r)
		put(v.starts, r)
		switch kind {
		case tFree:
			v.all(prev == 0 || v.kind(prev) != tFree, "the free blocks %d and %d are neighbours", prev, r)
			v.freed++
		case tString:
			v.strings++
		case tThread:
			v.threads++
		}
		if kind != tFree {
			used += size
		}
		prev = r
	}
	v.all(v.prev(v.end) == prev && v.cells[v.end].t == tRaw|fixed && v.size(v.end) == 1, "the end says that %d is before it, not %d", v.prev(v.end), prev)
	v.all(used == v.used, "%d cells are in use, the count says %d", used, v.used)
	v.all(v.sweeping <= v.end && (v.sweeping == 0 || v.sweeping == v.end || has(v.starts, v.sweeping)), "the sweep stands at %d", v.sweeping)
	v.all(v.gc.sweepEnd <= v.end, "the sweep ends at %d", v.gc.sweepEnd)
	v.all(v.border == v.end || v.border > 0 && v.border < v.end && has(v.starts, v.border), "the middle begins at %d", v.border)
}

// freeLists checks the middle, the lists of both sides and the sets of free blocks of the upper one.
func (v *verifier) freeLists() {
	count := 0
	if v.mid != 0 {
		v.all(v.mid == v.border && v.kind(v.mid) == tFree, "the middle %d is not free, or does not begin at %d", v.mid, v.border)
		count++
	}
	for _, l := range []*fit{&v.heap.low, &v.heap.high} {
		free := uint32(0)
		for f := range l.heads {
			v.all((l.lists[f] != 0) == (l.firsts>>uint(f)&1 != 0) && l.lists[f] < 1<<16, "the bits of the lists %d are wrong", uint32(f))
			if l.lists[f] == 0 && l.heads[f] == [16]uint32{} {
				continue
			}
			for s, head := range l.heads[f] {
				v.all((head != 0) == (l.lists[f]>>uint(s)&1 != 0), "the bit of list %d.%d is wrong", uint32(f), uint32(s))
				if head == 0 {
					continue
				}
				for r := head; ; {
					v.all(r != 0 && r < v.end && has(v.starts, r) && v.kind(r) == tFree && r != v.mid, "list %d.%d has %d, which is no free block", uint32(f), uint32(s), r)
					ff, ss := class(v.size(r))
					v.all(int(ff) == f && int(ss) == s && v.side(r) == l, "block %d does not belong in list %d.%d", r, uint32(f), uint32(s))
					next := uint32(v.cells[r+1].v)
					v.all(next != 0 && next < v.end && uint32(v.cells[next+1].v>>32) == r, "list %d.%d is broken at %d", uint32(f), uint32(s), r)
					free += v.size(r)
					count++
					v.all(count <= v.freed, "there are more free blocks in lists than there are")
					if r = next; r == head {
						break
					}
				}
			}
		}
		v.all(free == l.free, "%d cells are free in lists, the count says %d", free, l.free)
	}
	v.all(count == v.freed, "%d free blocks are in no list", uint32(v.freed-count))
}

// roots checks the machine's own references.
func (v *verifier) roots() {
	v.is(v.registry, tTable, 0)
	v.all(v.maxStack == v.end/4, "stacks have %d cells at most", v.maxStack)
	v.is(v.globals, tTable, 0)
	if v.stringMeta != 0 {
		v.is(v.stringMeta, tTable, 0)
	}
	v.is(v.main, tThread, 0)
	v.is(v.thread, tThread, 0)
	v.value(v.errv, 0)
	for _, e := range append(v.events[:], v.outOfMemory) {
		v.all(e.t == tString, "the name of an event is a %d", e.t)
		v.value(e, 0)
		v.all(v.cells[uint32(e.v)].t&fixed != 0, "the name of an event can be collected")
	}
	buckets := v.stringMask + 1
	v.all(bits.OnesCount32(buckets) == 1 && buckets >= 64 && v.VM.strings%4 == 0 && v.VM.strings >= 8, "the string table has %d buckets", buckets)
	v.part(v.VM.strings/4-1, 0, buckets/4)
	for _, list := range [...][2]uint32{{v.gc.finals, v.gc.nFinals}, {v.gc.pending, v.gc.nPending}} {
		v.all(list[0] != 0 || list[1] == 0, "objects with finalisers have no list")
		if list[0] == 0 {
			continue
		}
		v.part(list[0], 0, (list[1]+3)/4)
		for _, r := range v.words[(list[0]+1)*4 : (list[0]+1)*4+list[1]] {
			v.all(r < v.end && has(v.starts, r) && (v.kind(r) == tTable || v.kind(r) == tUser) && !v.dead(r), "%d has no finaliser", r)
		}
	}
	g := &v.gc
	v.all(g.finalsKept <= g.finalAt && g.finalAt <= g.nFinals || g.stage != stSeparate, "of the finalisers %d have been kept and %d seen", g.finalsKept, g.finalAt)
	v.all(g.pendingAt <= g.nPending && (g.pendingOld <= g.nPending || g.stage != stSeparate), "of the finalisers %d are marked", g.pendingAt)
}

// dead reports whether the sweep is going to free an object.
func (v *verifier) dead(r uint32) bool {
	t := v.cells[r].t
	return v.gc.state == gcSweep && t&(v.current^whites) != 0 && t&fixed == 0
}

// is checks that r is an object of a kind; from refers to it.
func (v *verifier) is(r, kind, from uint32) {
	if r == 0 || r >= v.end || !has(v.starts, r) || v.kind(r) != kind {
		v.fault("object %d refers to %d as a %s", from, r, typeNames[kind])
	}
	if kind == tProto && v.cells[r+1].t == 0 {
		v.fault("object %d refers to %d, which has no code", from, r)
	}
	if v.gc.state == gcSweep && v.dead(r) {
		v.fault("object %d refers to %d, which is about to be freed", from, r)
	}
}

// value checks a value that an object holds.
func (v *verifier) value(c Value, from uint32) {
	switch {
	case c.t <= tFloat || c.t == tLight:
	case c.t == tGo:
		v.all(c.v < uint64(len(v.functions)), "object %d refers to the Go function %d", from, uint32(c.v))
	case c.t >= tString && c.t <= tThread:
		v.all(c.v <= uint64(v.end) && uint32(c.v) != v.registry, "object %d refers to %d", from, uint32(c.v))
		v.is(uint32(c.v), c.t, from)
	default:
		v.fault("object %d holds a value with tag %d", from, c.t)
	}
}

// strong checks a value that an object keeps alive.
func (v *verifier) strong(c Value, from uint32) {
	v.value(c, from)
	if c.t >= tString {
		v.reached(uint32(c.v), from)
	}
}

// reached checks that what a black object keeps is not white while objects are marked.
func (v *verifier) reached(r, from uint32) {
	if v.gc.state == gcMark && v.cells[from].t&black != 0 && v.isWhite(r) {
		v.fault("black object %d refers to white %d", from, r)
	}
}

// keeps is both is and reached.
func (v *verifier) keeps(r, kind, from uint32) {
	v.is(r, kind, from)
	v.reached(r, from)
}

// part checks that r is a part of at least n cells without another owner; owner is 0 if the sweep may not move it.
func (v *verifier) part(r, owner, n uint32) {
	v.all(r != 0 && r < v.end && has(v.starts, r) && v.kind(r) == tRaw && v.cells[r].x == owner && v.size(r)-1 >= n,
		"object %d has a part of %d cells at %d, which is none", owner, n, r)
	v.all(!has(v.claimed, r), "the part at %d has two owners", r)
	put(v.claimed, r)
}

// stringTable checks that every string is in its bucket.
func (v *verifier) stringTable() {
	count := 0
	for bucket := range v.stringMask + 1 {
		for r := v.words[v.VM.strings+bucket]; r != 0; r = v.cells[r].x {
			v.all(r < v.end && has(v.starts, r) && v.kind(r) == tString && v.cells[r+1].t&v.stringMask == bucket, "bucket %d has %d, which does not belong in it", bucket, r)
			count++
			v.all(count <= v.strings, "there are more strings in buckets than there are")
		}
	}
	v.all(count == v.strings, "%d strings are in no bucket", uint32(v.strings-count))
}

// threadList checks the list of threads.
func (v *verifier) threadList() {
	count, prev := 0, uint32(0)
	for r := v.VM.threads; r != 0; r = v.cells[r+4].t {
		v.all(r < v.end && has(v.starts, r) && v.kind(r) == tThread && v.cells[r+4].x == prev, "the list of threads is broken at %d", r)
		count++
		v.all(count <= v.threads, "there are more threads in the list than there are")
		prev = r
	}
	v.all(count == v.threads, "%d threads are in no list", uint32(v.threads-count))
}

// typeTables checks what Go holds about the host's types.
func (v *verifier) typeTables() {
	if len(v.types) == 0 {
		return
	}
	list := v.get(v.registry, v.known(typesKey))
	v.all(list.t == tTable, "there is no list of types")
	for i, t := range v.types {
		names, meta := v.Get(list, Int(int64(2*i+1))), v.Get(list, Int(int64(2*i+2)))
		v.all(names.t == tTable && meta.t == tTable, "type %d has no tables", uint32(i))
		for _, f := range v.Pairs(names) {
			v.all(f.t != tLight || f.v < uint64(len(t.fields)), "type %d has a field %d", uint32(i), uint32(f.v))
		}
	}
}
