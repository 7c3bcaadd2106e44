package lua

import "bytes"

// A string is a header (its x links the strings of one bucket), a cell with its length in v and its hash in t, and its
// bytes. All strings are interned: the same bytes are the same string, so equality is one comparison.

const stringHead = 2 // cells before the bytes

// maxString is the longest string, in bytes; the arena is smaller.
const maxString = 1 << 31

func hash(b []byte) uint32 {
	h := uint64(len(b)) * 0x9E3779B97F4A7C15
	for len(b) >= 8 {
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
		b = b[8:]
	}
	var w uint64
	for i, c := range b {
		w |= uint64(c) << (8 * uint(i))
	}
	h = (h ^ w) * 0xc4ceb9fe1a85ec53
	return uint32(h ^ h>>32)
}

// intern returns the string with the bytes of b, which may lie in the arena itself.
func (vm *VM) intern(b []byte) Value {
	h := hash(b)
	bucket := vm.strings + h&vm.stringMask
	for r := vm.words[bucket]; r != 0; r = vm.cells[r].x {
		c := &vm.cells[r+1]
		if c.t == h && c.v == uint64(len(b)) && bytes.Equal(vm.text(r), b) {
			if vm.cells[r].t&whites&^vm.current != 0 { // not yet swept: it lives on
				vm.cells[r].t = vm.cells[r].t&^whites | vm.current
			}
			vm.cells[r].t = vm.cells[r].t&(1<<epochShift-1) | vm.epoch<<epochShift // Go code now holds it
			return ref(r, tString)
		}
	}
	vm.checkText(len(b))
	r := vm.alloc(1+(uint32(len(b))+cellSize-1)/cellSize, tString)
	vm.cells[r+1] = Value{v: uint64(len(b)), t: h}
	copy(vm.bytes[(r+stringHead)*cellSize:], b)
	vm.cells[r].x = vm.words[bucket]
	vm.words[bucket] = r
	return ref(r, tString)
}

// checkText raises an error for a string that would be longer than the host allows or could never fit, before Go's
// memory is used for it.
func (vm *VM) checkText(bytes int) {
	if most := vm.config.MaxText; most > 0 && bytes > most {
		if most%1024 == 0 {
			vm.fail("the text is longer than %d KiB", most/1024)
		}
		vm.fail("the text is longer than %d bytes", most)
	}
	vm.checkRoom(bytes)
}

// String makes a Lua string.
//
//go:noinline
func (vm *VM) String(s string) Value {
	vm.scratch = append(vm.scratch[:0], s...)
	return vm.intern(vm.scratch)
}

// text returns the bytes of a string, which live as long as it does and must not be changed.
func (vm *VM) text(r uint32) []byte {
	at := int(r+stringHead) * cellSize
	n := int(vm.cells[r+1].v)
	return vm.bytes[at : at+n : at+n]
}

// known returns a string if the arena has it, else nil. It allocates nothing.
func (vm *VM) known(s string) Value {
	vm.scratch = append(vm.scratch[:0], s...)
	h := hash(vm.scratch)
	for r := vm.words[vm.strings+h&vm.stringMask]; r != 0; r = vm.cells[r].x {
		if vm.cells[r+1].t == h && string(vm.text(r)) == s {
			return ref(r, tString)
		}
	}
	return Nil
}

// unlink takes a dead string out of its bucket.
func (vm *VM) unlink(r uint32) {
	at := &vm.words[vm.strings+vm.cells[r+1].t&vm.stringMask]
	for *at != r {
		at = &vm.cells[*at].x
	}
	*at = vm.cells[r].x
}
