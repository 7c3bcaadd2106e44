package lua

import (
	"math/bits"
	"unsafe"
)

// cellSize is the size of a cell in bytes.
const cellSize = 16

// pad is how many cells stand behind the heap, so that the 256 registers of a frame are always inside the arena.
const pad = 256

// Colours and marks in the header of a block, above its kind; the epoch of its birth stands in the upper half.
const (
	kindMask   = 0xff
	white0     = 1 << 8
	white1     = 1 << 9
	black      = 1 << 10
	whites     = white0 | white1
	colours    = whites | black
	fixed      = 1 << 11 // never collected
	finalises  = 1 << 12 // has a finaliser that has not run
	epochShift = 16
)

// heap is an arena of cells and its allocator, a two-level segregated fit: free blocks stand in lists by size, 16
// classes for every power of two, and two words of bits find the first list that serves; so allocating and freeing
// take constant time. A block begins with a header: its size and that of the block before it in v, kind and marks in
// t, a link of the collector or of the string table in x. Offsets are in cells; cell 0 is never used, so 0 is "none".
type heap struct {
	cells []Value
	words []uint32 // the same memory
	bytes []byte   // the same memory
	end   uint32   // the header of the block behind the last

	firsts uint32
	lists  [32]uint32
	heads  [32][16]uint32

	used, high uint32 // cells in use now and at most
	reserve    uint32 // cells kept back until memory has run out
	debt       int64  // cells allocated since the collector last worked, less what it may wait for
	current    uint32 // the white of new objects
	epoch      uint32
	sweeping   uint32 // the block the sweep stands at, 0 when there is none
	allocs     uint64 // allocations since the start
	failAt     uint64 // fail this allocation; 0 never: for tests
	failAfter  bool   // and all after it
}

// newHeap makes a heap of n cells.
func newHeap(n uint32) *heap {
	h := &heap{cells: make([]Value, n+pad), end: n - 1, current: white0, epoch: 1}
	// Two more views of the same memory: code and indexes in words, strings in bytes. Each is checked by Go as any slice.
	h.words = unsafe.Slice((*uint32)(unsafe.Pointer(&h.cells[0])), len(h.cells)*4)
	h.bytes = unsafe.Slice((*byte)(unsafe.Pointer(&h.cells[0])), len(h.cells)*cellSize)
	h.reserve = max(n/64, 128)
	h.setHeader(1, n-2, 0, tFree)
	h.setHeader(h.end, 1, 1, tRaw|fixed)
	h.insert(1)
	return h
}

func (h *heap) setHeader(r, size, prev, mark uint32) {
	h.cells[r] = Value{v: uint64(size) | uint64(prev)<<32, t: mark}
}

func (h *heap) size(r uint32) uint32 { return uint32(h.cells[r].v) }
func (h *heap) prev(r uint32) uint32 { return uint32(h.cells[r].v >> 32) }
func (h *heap) kind(r uint32) uint32 { return h.cells[r].t & kindMask }

// class returns the list of blocks of n cells.
func class(n uint32) (first, second uint32) {
	if n < 16 {
		return 0, n
	}
	l := uint32(bits.Len32(n)) - 1
	return l - 3, n >> (l - 4) & 15
}

func (h *heap) insert(r uint32) {
	f, s := class(h.size(r))
	head := h.heads[f&31][s]
	h.cells[r+1] = Value{v: uint64(head)}
	if head != 0 {
		h.cells[head+1].v = h.cells[head+1].v&0xffffffff | uint64(r)<<32
	}
	h.heads[f&31][s] = r
	h.lists[f&31] |= 1 << s
	h.firsts |= 1 << f
}

func (h *heap) remove(r uint32) {
	f, s := class(h.size(r))
	next, prev := uint32(h.cells[r+1].v), uint32(h.cells[r+1].v>>32)
	if next != 0 {
		h.cells[next+1].v = h.cells[next+1].v&0xffffffff | uint64(prev)<<32
	}
	if prev != 0 {
		h.cells[prev+1].v = h.cells[prev+1].v&^0xffffffff | uint64(next)
		return
	}
	h.heads[f&31][s] = next
	if next == 0 {
		h.lists[f&31] &^= 1 << s
		if h.lists[f&31] == 0 {
			h.firsts &^= 1 << f
		}
	}
}

// find returns a free block of at least n cells, or 0.
func (h *heap) find(n uint32) uint32 {
	if n >= 16 {
		n += 1<<(bits.Len32(n)-5) - 1
	}
	f, s := class(n)
	if f > 31 {
		return 0
	}
	list := h.lists[f&31] >> s << s
	if list == 0 {
		firsts := h.firsts >> (f + 1) << (f + 1)
		if firsts == 0 {
			return 0
		}
		f = uint32(bits.TrailingZeros32(firsts))
		list = h.lists[f&31]
	}
	return h.heads[f&31][bits.TrailingZeros32(list)&15]
}

// take allocates a block for n cells behind its header, or returns 0. What the cells hold is not defined.
func (h *heap) take(n, kind uint32) uint32 {
	size := max(n+1, 2)
	h.allocs++
	if h.failAt != 0 && (h.allocs == h.failAt || h.failAfter && h.allocs > h.failAt) || h.used+size+h.reserve > h.end {
		return 0
	}
	r := h.find(size)
	if r == 0 {
		return 0
	}
	h.remove(r)
	have := h.size(r)
	if rest := have - size; rest >= 2 {
		h.setHeader(r+size, rest, r, tFree)
		h.cells[r+have].v = h.cells[r+have].v&0xffffffff | uint64(r+size)<<32
		h.insert(r + size)
		have = size
	}
	h.cells[r] = Value{v: uint64(have) | h.cells[r].v&^0xffffffff, t: kind | h.current | h.epoch<<epochShift}
	h.used += have
	if h.used > h.high {
		h.high = h.used
	}
	h.debt += int64(have)
	return r
}

// release frees a block and joins it with free neighbours.
func (h *heap) release(r uint32) {
	size, prev := h.size(r), h.prev(r)
	h.used -= size
	if next := r + size; h.kind(next) == tFree {
		h.remove(next)
		size += h.size(next)
		h.swallowed(next, r)
	}
	if prev != 0 && h.kind(prev) == tFree {
		h.remove(prev)
		size += h.size(prev)
		h.swallowed(r, prev)
		r, prev = prev, h.prev(prev)
	}
	h.setHeader(r, size, prev, tFree)
	h.cells[r+size].v = h.cells[r+size].v&0xffffffff | uint64(r)<<32
	h.insert(r)
}

// swallowed tells the sweep that the block it may stand at has become part of another.
func (h *heap) swallowed(r, by uint32) {
	if h.sweeping == r {
		h.sweeping = by
	}
}

// largest returns the size of the largest free block, from its list only, so it walks that list.
func (h *heap) largest() uint32 {
	if h.firsts == 0 {
		return 0
	}
	f := bits.Len32(h.firsts) - 1
	n := uint32(0)
	for r := h.heads[f&31][bits.Len32(h.lists[f&31])-1]; r != 0; r = uint32(h.cells[r+1].v) {
		n = max(n, h.size(r))
	}
	return n
}

// Usage is what is known of a heap. Sizes are in bytes.
type Usage struct {
	Size, Used, High, Largest int64 // Largest is the largest block that could be allocated
	Allocations               uint64
}

// Fragmentation is the part of the free memory that is not in the largest free block.
func (u Usage) Fragmentation() float64 {
	if free := u.Size - u.Used; free > 0 {
		return 1 - float64(u.Largest)/float64(free)
	}
	return 0
}

func (h *heap) usage() Usage {
	return Usage{Size: int64(h.end-1) * cellSize, Used: int64(h.used) * cellSize, High: int64(h.high) * cellSize,
		Largest: int64(h.largest()) * cellSize, Allocations: h.allocs}
}
