package lua

import "math"

// A table is a header and two cells. The first holds where the array is and how many elements it has room for (v), how
// many it has (t), and the metatable (x). The second holds where the entries are (v, lower half), which metamethods are
// known to be absent (v, upper half), how many entries there are (t) and for how many there is room (x).
//
// The array holds the values of the keys 1 to n; the last of them is never nil. Other keys stand in entries, a key and a
// value each, in insertion order; an entry with a value that has become nil stays until the table is rebuilt. Up to
// smallHash entries are searched one by one; more are followed by an index: a word for each bucket, which is the number
// of an entry plus one, and the keys' x link the entries of a bucket. pairs visits the array and then the entries.

const smallHash = 8

// maxEntries bounds a table's room so that no offset overflows.
const maxEntries = 1 << 26

func (vm *VM) newTable(array, entries uint32) uint32 {
	r := vm.alloc(2, tTable)
	vm.cells[r+1], vm.cells[r+2] = Value{}, Value{}
	if array > 0 {
		vm.resizeArray(r, array)
	}
	if entries > 0 {
		vm.rebuild(r, entries)
	}
	return r
}

func (vm *VM) meta(t uint32) uint32 { return vm.cells[t+1].x }

func (vm *VM) resizeArray(t, room uint32) {
	if room > maxEntries {
		vm.noMemory()
	}
	n := vm.alloc(room, tPart)
	vm.cells[n].x = t
	c := &vm.cells[t+1]
	old := uint32(c.v)
	if old != 0 {
		copy(vm.cells[n+1:n+1+c.t], vm.cells[old+1:old+1+c.t])
	}
	c.v = uint64(n) | uint64(room)<<32
	if old != 0 {
		vm.release(old)
	}
}

// rebuild gives a table room for n entries and drops those without a value.
func (vm *VM) rebuild(t, n uint32) {
	if n > maxEntries {
		vm.noMemory()
	}
	if n > smallHash {
		room := uint32(2 * smallHash)
		for room < n {
			room *= 2
		}
		n = room
	}
	fresh := uint32(0)
	if n > 0 {
		size := 2 * n
		if n > smallHash {
			size += n / 4
		}
		fresh = vm.alloc(size, tPart)
		vm.cells[fresh].x = t
		if n > smallHash {
			clear(vm.words[(fresh+1+2*n)*4 : (fresh+1+2*n)*4+n])
		}
	}
	h := &vm.cells[t+2]
	old, count := uint32(h.v), h.t
	h.v, h.t, h.x = uint64(fresh)|h.v&^0xffffffff, 0, n
	for e := range count {
		k, v := vm.cells[old+1+2*e], vm.cells[old+2+2*e]
		if v.t != tNil {
			vm.appendEntry(t, k, v)
		}
	}
	if old != 0 {
		vm.release(old)
	}
	vm.rescan(t)
}

func (vm *VM) hashOf(k Value) uint32 {
	if k.t == tString {
		return vm.cells[uint32(k.v)+1].t
	}
	h := (k.v ^ uint64(k.t)<<56) * 0x9E3779B97F4A7C15
	return uint32(h >> 32)
}

// appendEntry adds a new key to a table that has room for it.
func (vm *VM) appendEntry(t uint32, k, v Value) {
	h := &vm.cells[t+2]
	at, e := uint32(h.v)+1, h.t
	k.x = 0
	if h.x > smallHash {
		bucket := &vm.words[(at+2*h.x)*4+vm.hashOf(k)&(h.x-1)]
		k.x = *bucket
		*bucket = e + 1
	}
	vm.cells[at+2*e], vm.cells[at+2*e+1] = k, v
	h.t++
}

// entry returns the number of the entry of a key, or -1. The key is not a float with an integer's value.
func (vm *VM) entry(t uint32, k Value) int {
	h := &vm.cells[t+2]
	at := uint32(h.v) + 1
	if h.x <= smallHash {
		if h.t == 0 {
			return -1
		}
		e := vm.cells[at : at+2*h.t]
		for i := 0; i < len(e); i += 2 {
			if e[i].v == k.v && e[i].t == k.t {
				return i / 2
			}
		}
		return -1
	}
	for e := vm.words[(at+2*h.x)*4+vm.hashOf(k)&(h.x-1)]; e != 0; {
		c := &vm.cells[at+2*(e-1)]
		if c.v == k.v && c.t == k.t {
			return int(e - 1)
		}
		e = c.x
	}
	return -1
}

func (vm *VM) entryValue(t uint32, e int) *Value {
	return &vm.cells[uint32(vm.cells[t+2].v)+2+2*uint32(e)]
}

// normal converts a float key with an integer's value to an integer.
func normal(k Value) Value {
	if k.t == tFloat {
		if i, ok := floatToInt(k.num()); ok {
			return Int(i)
		}
	}
	return k
}

// get returns what a table holds under a key, without metamethods.
func (vm *VM) get(t uint32, k Value) Value {
	if p := vm.slot(t, k); p != nil {
		return *p
	}
	return Nil
}

// slot returns the place of a key's value in a table, or nil if it has none.
func (vm *VM) slot(t uint32, k Value) *Value {
	if k.t == tFloat {
		k = normal(k)
	}
	if k.t == tInt {
		if c := &vm.cells[t+1]; k.v-1 < uint64(c.t) {
			return &vm.cells[uint32(c.v)+uint32(k.v)]
		}
	}
	if vm.cells[t+2].t == 0 {
		return nil
	}
	if e := vm.entry(t, k); e >= 0 {
		return vm.entryValue(t, e)
	}
	return nil
}

func (vm *VM) getInt(t uint32, i int64) Value { return vm.get(t, Int(i)) }

// getField returns what a table holds under a string. hint is where it was found before, and is updated.
func (vm *VM) getField(t uint32, k Value, hint *uint32) *Value {
	h := &vm.cells[t+2]
	if i := *hint; i < h.t {
		if n := uint32(h.v) + 1 + 2*i; vm.cells[n].v == k.v && vm.cells[n].t == tString {
			return &vm.cells[n+1]
		}
	}
	e := vm.entry(t, k)
	if e < 0 {
		return nil
	}
	*hint = uint32(e)
	return vm.entryValue(t, e)
}

// set stores a value under a key that is neither nil nor NaN, without metamethods.
func (vm *VM) set(t uint32, k, v Value) {
	k = normal(k)
	if k.t == tInt && vm.setArray(t, k, v) {
		return
	}
	h := &vm.cells[t+2]
	h.v &= 0xffffffff // metamethods that were absent may now be there
	if h.t > 0 {
		if e := vm.entry(t, k); e >= 0 {
			*vm.entryValue(t, e) = v
			vm.guard(t, v)
			return
		}
	}
	if v.t == tNil {
		return
	}
	if h.t == h.x {
		vm.grow(t)
	}
	vm.appendEntry(t, k, v)
	vm.guard(t, k)
	vm.guard(t, v)
}

// grow makes room for one more entry.
func (vm *VM) grow(t uint32) {
	h := &vm.cells[t+2]
	live := uint32(0)
	for e := range h.t {
		if vm.cells[uint32(h.v)+2+2*e].t != tNil {
			live++
		}
	}
	room := max(h.x, 4)
	if live >= h.x-h.x/4 {
		room = max(2*h.x, 4)
	} else if live < h.x/4 {
		room = max(h.x/2, 4)
	}
	vm.rebuild(t, room)
}

// setArray stores under an integer key if the array holds it or grows by it.
func (vm *VM) setArray(t uint32, k, v Value) bool {
	c := &vm.cells[t+1]
	i := k.v - 1
	if i < uint64(c.t) {
		vm.cells[uint32(c.v)+1+uint32(i)] = v
		vm.guard(t, v)
		if v.t == tNil && i == uint64(c.t)-1 {
			vm.shrink(t)
		}
		return true
	}
	if i != uint64(c.t) || v.t == tNil {
		return false
	}
	if room := uint32(c.v >> 32); c.t == room {
		vm.resizeArray(t, max(4, 2*room))
	}
	if vm.cells[t+2].t > 0 {
		if e := vm.entry(t, k); e >= 0 {
			vm.bury(t, e)
		}
	}
	vm.cells[uint32(c.v)+1+c.t] = v
	c.t++
	vm.guard(t, v)
	if vm.cells[t+2].t > 0 {
		vm.migrate(t)
	}
	return true
}

// shrink drops the nils at the end of the array.
func (vm *VM) shrink(t uint32) {
	c := &vm.cells[t+1]
	for c.t > 0 && vm.cells[uint32(c.v)+c.t].t == tNil {
		c.t--
	}
	vm.rescan(t) // the collector counts entries from the array's end
}

// migrate moves entries that follow the array into it.
func (vm *VM) migrate(t uint32) {
	c := &vm.cells[t+1]
	for {
		e := vm.entry(t, Int(int64(c.t)+1))
		if e < 0 || vm.entryValue(t, e).t == tNil {
			return
		}
		if room := uint32(c.v >> 32); c.t == room {
			vm.resizeArray(t, max(4, 2*room))
		}
		p := vm.entryValue(t, e)
		vm.cells[uint32(c.v)+1+c.t] = *p
		vm.guard(t, *p)
		c.t++
		vm.bury(t, e)
	}
}

// bury empties an entry that the array has taken over.
func (vm *VM) bury(t uint32, e int) {
	p := vm.entryValue(t, e)
	*p = Nil
	vm.cells[uint32(vm.cells[t+2].v)+1+2*uint32(e)].t = tDead
}

// length is a border of a table: the number of its elements if it is a list. No key that follows the array's last is
// ever in an entry, so the array's length is one.
func (vm *VM) length(t uint32) int64 { return int64(vm.cells[t+1].t) }

// next returns the entry that follows a key. hint is where the key stood, which saves a search; the next hint comes back.
func (vm *VM) next(t uint32, k Value, hint uint32) (key, value Value, at uint32, ok bool) {
	c, h := &vm.cells[t+1], &vm.cells[t+2]
	i := uint32(0) // positions: the array's, then the entries'
	room := uint32(c.v >> 32)
	switch k = normal(k); {
	case k.t == tNil:
	case k.t == tInt && k.v-1 < uint64(c.t):
		i = uint32(k.v)
	default:
		e := -1
		if hint < h.t && vm.cells[uint32(h.v)+1+2*hint].v == k.v && vm.isKey(vm.cells[uint32(h.v)+1+2*hint], k) {
			e = int(hint)
		} else if e = vm.entry(t, k); e < 0 {
			e = vm.deadEntry(t, k)
		}
		switch {
		case e >= 0:
			i = room + uint32(e) + 1
		case k.t == tInt && k.v-1 < uint64(room): // the array has been shortened since
			i = uint32(k.v)
		default:
			return Nil, Nil, 0, false
		}
	}
	for ; i < c.t; i++ {
		if v := vm.cells[uint32(c.v)+1+i]; v.t != tNil {
			return Int(int64(i) + 1), v, 0, true
		}
	}
	for e := max(i, room) - room; e < h.t; e++ {
		at := uint32(h.v) + 1 + 2*e
		if v := vm.cells[at+1]; v.t != tNil {
			k := vm.cells[at]
			k.x = 0
			return k, v, e, true
		}
	}
	return Nil, Nil, 0, true
}

func (vm *VM) isKey(c, k Value) bool { return c.t == k.t || c.t == tDead && k.heaped() }

// deadEntry finds the entry of a removed key whose object the collector has freed.
func (vm *VM) deadEntry(t uint32, k Value) int {
	h := &vm.cells[t+2]
	for e := range h.t {
		if c := vm.cells[uint32(h.v)+1+2*e]; c.v == k.v && c.t == tDead && k.heaped() {
			return int(e)
		}
	}
	return -1
}

func isNaN(v Value) bool { return v.t == tFloat && math.IsNaN(v.num()) }
