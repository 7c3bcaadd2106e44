package lua

import (
	"math/bits"
	"unsafe"
)

// cellSize is the size of a cell in bytes.
const cellSize = 16

// pad is the number of cells after the heap; with them the 256 registers of a frame are always inside the arena.
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
	keyed      = 1 << 13 // a key of an ephemeron that was not reached
	epochShift = 16
)

// heap is an arena of cells and its allocator, a two-level segregated fit, which takes constant time to allocate and to
// free. A block begins with a header: its size and that of the block before it in v, kind and marks in t, a link of the
// collector or of the string table in x, or the owner of a part. Offsets are in cells; cell 0 is never used, so 0 is
// "none". The arena is used from both ends: the parts that the sweep can move (arrays, entries and stacks) stand at the
// lower end, everything that must stay where it is at the upper end. Free memory gathers in the middle.
type heap struct {
	cells []Value
	words []uint32 // the same memory
	bytes []byte   // the same memory
	end   uint32   // the header after the last block

	used, most uint32 // cells in use, now and at their peak
	reserve    uint32 // cells held back until memory has run out
	debt       int64  // cells allocated since the collector last worked, less those it may wait for
	current    uint32 // the white of new objects
	epoch      uint32
	sweeping   uint32 // the block that the sweep has reached, or 0 if none is under way
	allocs     uint64 // allocations since the start
	failAt     uint64 // fail this allocation; 0 never: for tests
	failAfter  bool   // and all later ones

	mid          uint32  // the free block between low and high, or 0
	border       uint32  // where mid begins, or began
	gaps3, gaps8 bitTree // where free blocks of at least 3 and 8 cells begin above the middle
	low, high    fit     // free blocks below the middle and above it
}

// newHeap makes a heap of n cells.
func newHeap(n uint32) *heap {
	h := &heap{end: n - 1, current: white0, epoch: 1}
	h.settleIn(make([]Value, n+pad))
	h.reserve = max(n/64, 128)
	h.setHeader(1, n-2, 0, tFree)
	h.setHeader(h.end, 1, 1, tRaw|fixed)
	h.mid, h.border = 1, 1
	return h
}

// settleIn makes cells the arena; nil asks for new ones.
func (h *heap) settleIn(cells []Value) {
	if cells == nil {
		cells = make([]Value, len(h.cells))
	}
	h.cells = cells
	// Two more views of the same memory: code and indexes in words, strings in bytes. Go checks the bounds of each.
	h.words = unsafe.Slice((*uint32)(unsafe.Pointer(&h.cells[0])), len(h.cells)*4)
	h.bytes = unsafe.Slice((*byte)(unsafe.Pointer(&h.cells[0])), len(h.cells)*cellSize)
	h.gaps3, h.gaps8 = newBitTree(h.end), newBitTree(h.end)
}

func (h *heap) setHeader(r, size, prev, mark uint32) {
	h.cells[r] = Value{v: uint64(size) | uint64(prev)<<32, t: mark}
}

func (h *heap) size(r uint32) uint32 { return uint32(h.cells[r].v) }
func (h *heap) prev(r uint32) uint32 { return uint32(h.cells[r].v >> 32) }
func (h *heap) kind(r uint32) uint32 { return h.cells[r].t & kindMask }

// fit is a set of free blocks in lists by size: 16 classes for every power of two, and two levels of bits that lead to
// the first suitable list.
type fit struct {
	free   uint32 // cells in all of them
	firsts uint32
	lists  [32]uint32
	heads  [32][16]uint32
}

// class returns the list of blocks of n cells.
func class(n uint32) (first, second uint32) {
	if n < 16 {
		return 0, n
	}
	l := uint32(bits.Len32(n)) - 1
	return l - 3, n >> (l - 4) & 15
}

// side is the set that a free block outside the middle belongs to.
func (h *heap) side(r uint32) *fit {
	if r < h.border {
		return &h.low
	}
	return &h.high
}

// insert puts a free block in its list, a ring in which the last block precedes the head: in front if it lies farther
// from the middle than the head, else at the end. So blocks far from the middle tend to be taken first.
func (h *heap) insert(r uint32) {
	if r == h.mid {
		return
	}
	f, s := class(h.size(r))
	l := h.side(r)
	l.free += h.size(r)
	if l == &h.high {
		h.noteGap(r)
	}
	head := l.heads[f&31][s]
	if head == 0 {
		h.cells[r+1] = Value{v: uint64(r) | uint64(r)<<32}
		l.heads[f&31][s] = r
		l.lists[f&31] |= 1 << s
		l.firsts |= 1 << f
		return
	}
	last := uint32(h.cells[head+1].v >> 32)
	h.cells[r+1] = Value{v: uint64(head) | uint64(last)<<32}
	h.cells[last+1].v = h.cells[last+1].v&^0xffffffff | uint64(r)
	h.cells[head+1].v = h.cells[head+1].v&0xffffffff | uint64(r)<<32
	if (r < head) == (r < h.border) {
		l.heads[f&31][s] = r
	}
}

// remove takes a free block out of its list; if the block is the middle, there is no middle afterwards.
func (h *heap) remove(r uint32) {
	if r == h.mid {
		h.mid = 0
		return
	}
	f, s := class(h.size(r))
	l := h.side(r)
	l.free -= h.size(r)
	if l == &h.high {
		if h.gaps3.clear(r); h.size(r) >= 8 {
			h.gaps8.clear(r)
		}
	}
	next, prev := uint32(h.cells[r+1].v), uint32(h.cells[r+1].v>>32)
	if next == r {
		l.heads[f&31][s] = 0
		l.lists[f&31] &^= 1 << s
		if l.lists[f&31] == 0 {
			l.firsts &^= 1 << f
		}
		return
	}
	h.cells[next+1].v = h.cells[next+1].v&0xffffffff | uint64(prev)<<32
	h.cells[prev+1].v = h.cells[prev+1].v&^0xffffffff | uint64(next)
	if l.heads[f&31][s] == r {
		l.heads[f&31][s] = next
	}
}

// find returns a free block of at least n cells, or 0. In the class of n itself it tries only one block.
func (l *fit) find(n uint32) uint32 {
	f, s := class(n)
	if f > 31 {
		return 0
	}
	if n >= 16 {
		n += 1<<(bits.Len32(n)-5) - 1
		f, s = class(n)
	}
	list := l.lists[f&31] >> s << s
	if list == 0 {
		firsts := l.firsts >> (f + 1) << (f + 1)
		if firsts == 0 {
			return 0
		}
		f = uint32(bits.TrailingZeros32(firsts))
		list = l.lists[f&31]
	}
	return l.heads[f&31][bits.TrailingZeros32(list)&15]
}

// noteGap notes a free block above the middle.
func (h *heap) noteGap(r uint32) {
	if h.size(r) >= 3 {
		h.gaps3.set(r)
	}
	if h.size(r) >= 8 {
		h.gaps8.set(r)
	}
}

// highest returns a free block above the middle for a small object: one that the object fills or, of those for 3 or 8
// cells, the one farthest from the middle. So objects next to the middle become fewer, and the middle grows. For 3
// cells, the size of most objects, only the place matters.
func (h *heap) highest(size uint32) uint32 {
	if r := h.high.heads[0][size]; r != 0 && size != 3 {
		return r
	}
	if size <= 3 {
		return h.gaps3.highest()
	}
	return h.gaps8.highest()
}

// from returns a free block of at least size cells from the lists of a side.
func (h *heap) from(l *fit, size uint32) uint32 {
	if f, s := class(size); f < 32 {
		if r := l.heads[f][s]; r != 0 && h.size(r) >= size {
			return r
		}
	}
	return l.find(size)
}

// fitting returns a free block of at least size cells for a side, from its lists, the middle or the other side.
func (h *heap) fitting(near, far *fit, size uint32) uint32 {
	if near == &h.high && size <= 8 {
		if r := h.highest(size); r != 0 {
			return r
		}
	}
	if r := h.from(near, size); r != 0 {
		return r
	}
	if h.mid != 0 && h.size(h.mid) >= size {
		return h.mid
	}
	return far.find(size)
}

// take allocates a block for n cells after its header, or returns 0. The content of the cells is undefined. Parts that
// the sweep can move are taken at the lower end of the free memory, all else at the upper end.
func (h *heap) take(n, kind uint32) uint32 {
	size := max(n+1, 2)
	h.allocs++
	if h.failAt != 0 && (h.allocs == h.failAt || h.failAfter && h.allocs > h.failAt) || h.used+size+h.reserve > h.end {
		return 0
	}
	near, far, low := &h.high, &h.low, kind == tPart
	if low {
		near, far, kind = far, near, tRaw
	}
	r := h.fitting(near, far, size)
	if r == 0 {
		return 0
	}
	r, have := h.occupy(r, size, low)
	h.cells[r].t = kind | h.current | h.epoch<<epochShift
	h.most = max(h.most, h.used)
	h.debt += int64(have)
	return r
}

// occupy takes size cells of the free block r, at its lower or its upper end, or all of it if the rest would be too
// small for a block.
func (h *heap) occupy(r, size uint32, low bool) (at, have uint32) {
	middle := r == h.mid
	h.remove(r)
	have, prev := h.size(r), h.prev(r)
	if rest := have - size; rest >= 2 {
		free := r + size
		if !low {
			free, r = r, r+rest
		}
		h.split(free, rest, r, size, prev, middle)
		have, prev = size, h.prev(r)
	}
	h.setHeader(r, have, prev, tRaw)
	h.used += have
	return r, have
}

// split makes two blocks of one: rest cells at free, which go to the lists, and size cells at r. prev is before both.
func (h *heap) split(free, rest, r, size, prev uint32, middle bool) {
	first, second := min(free, r), max(free, r)
	end := second + rest
	if second == r {
		end = r + size
	}
	h.setHeader(first, second-first, prev, tFree)
	h.setHeader(second, end-second, first, tFree)
	h.follow(end, second)
	if middle {
		h.mid, h.border = free, free
	}
	h.insert(free)
}

// follow notes in the block r that prev is before it.
func (h *heap) follow(r, prev uint32) {
	h.cells[r].v = h.cells[r].v&0xffffffff | uint64(prev)<<32
}

// release frees a block.
func (h *heap) release(r uint32) {
	size, prev := h.size(r), h.prev(r)
	h.used -= size
	h.unite(r, size, prev)
}

// unite makes a free block of the cells from r on and of free neighbours, and puts it in its list.
func (h *heap) unite(r, size, prev uint32) {
	middle := false
	take := func(other uint32) {
		middle = middle || other == h.mid
		h.remove(other)
		size += h.size(other)
	}
	if next := r + size; h.kind(next) == tFree {
		take(next)
		h.swallowed(next, r)
	}
	if prev != 0 && h.kind(prev) == tFree {
		take(prev)
		h.swallowed(r, prev)
		r, prev = prev, h.prev(prev)
	}
	h.setHeader(r, size, prev, tFree)
	h.follow(r+size, r)
	if middle || h.mid == 0 && r <= h.border && h.border <= r+size {
		h.mid, h.border = r, r
	}
	h.insert(r)
}

// swallowed tells the sweep that a block, which it may have reached, has become part of another.
func (h *heap) swallowed(r, by uint32) {
	if h.sweeping == r {
		h.sweeping = by
	}
}

// largest returns the size of the largest free block: the middle, or one of the last list of a side, which it walks.
func (h *heap) largest() uint32 {
	n := uint32(0)
	if h.mid != 0 {
		n = h.size(h.mid)
	}
	for _, l := range [2]*fit{&h.low, &h.high} {
		if l.firsts == 0 {
			continue
		}
		f := bits.Len32(l.firsts) - 1
		head := l.heads[f&31][bits.Len32(l.lists[f&31])-1]
		for r := head; ; {
			n = max(n, h.size(r))
			if r = uint32(h.cells[r+1].v); r == head {
				break
			}
		}
	}
	return n
}

// bitTree is a set of cell numbers: a bit for each cell of the arena, a bit for each nonzero word of those, and so on, up
// to a single word.
type bitTree [][]uint64

func newBitTree(cells uint32) (t bitTree) {
	for len(t) == 0 || cells > 1 {
		cells = cells/64 + 1
		t = append(t, make([]uint64, cells))
	}
	return t
}

func (t bitTree) set(r uint32) {
	for i := range t {
		w := &t[i][r/64]
		more := *w != 0
		if *w |= 1 << (r % 64); more {
			return
		}
		r /= 64
	}
}

// clear takes a number out of the set, if it is in it.
func (t bitTree) clear(r uint32) {
	for i := range t {
		w := &t[i][r/64]
		if *w &^= 1 << (r % 64); *w != 0 {
			return
		}
		r /= 64
	}
}

// highest returns the highest number, or 0 if there is none.
func (t bitTree) highest() uint32 {
	r := uint32(0)
	for i := len(t) - 1; i >= 0; i-- {
		w := t[i][r]
		if w == 0 {
			return 0
		}
		r = r*64 + uint32(bits.Len64(w)) - 1
	}
	return r
}

// mapGaps rebuilds the sets of free blocks above the middle.
func (h *heap) mapGaps() {
	for i := range h.gaps3 {
		clear(h.gaps3[i])
		clear(h.gaps8[i])
	}
	for r := h.border; r < h.end; r += h.size(r) {
		if h.kind(r) == tFree && r != h.mid {
			h.noteGap(r)
		}
	}
}

// Usage describes the use of a heap. Sizes are in bytes.
type Usage struct {
	Size, Used, High, Largest int64 // Largest is the largest block that could be allocated
	Allocations               uint64
}

// Fragmentation is the fraction of the free memory that is not in the largest free block.
func (u Usage) Fragmentation() float64 {
	if free := u.Size - u.Used; free > 0 {
		return 1 - float64(u.Largest)/float64(free)
	}
	return 0
}

func (h *heap) usage() Usage {
	return Usage{Size: int64(h.end-1) * cellSize, Used: int64(h.used) * cellSize, High: int64(h.most) * cellSize,
		Largest: int64(h.largest()) * cellSize, Allocations: h.allocs}
}
