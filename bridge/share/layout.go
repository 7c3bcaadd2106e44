package share

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync/atomic"
	"unsafe"
)

// The layout of the memory, in words. Parts that different processes write are on different cache lines.
const (
	magic   = 0x6261742d776e6973 // "sinw-tab"
	version = 2

	headWords = 16
	wordMagic = 0
	wordShape = 1  // version, and the number of nodes above it
	wordSize  = 2  // of the file in bytes
	wordTable = 3  // a hash of the nodes' names
	wordBell  = 8  // of the overseer
	wordOver  = 10 // not 0 once the overseer has closed

	cellWords = 8 + words // the counter, on a line of its own, and a record

	upSlots, downSlots = 64, 16

	blockName = 0  // 8 words
	blockUp   = 8  // head, and on another line tail
	blockPid  = 9  // of the node's process, which writes it
	blockSent = 10 // when the node last sent something, on the clock that starts with the machine
	blockDown = 24
	blockBell = 40
	blockCell = 48
	blockRing = blockCell + cellWords
	blockSize = blockRing + (upSlots+downSlots)*words
)

// MostNodes is the greatest number of nodes of a table.
const MostNodes = 256

// memory is the mapped file, or a stand-in for it in tests.
type memory struct {
	w     []uint64
	nodes int
}

// sizeOf is the number of words for n nodes.
func sizeOf(n int) int { return headWords + cellWords + n*blockSize }

// tableHash distinguishes tables by their nodes.
func tableHash(names []string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.Join(names, "\x00")))
	return h.Sum64()
}

// checkNames says why names are invalid for a table.
func checkNames(names []string) error {
	if len(names) == 0 || len(names) > MostNodes {
		return fmt.Errorf("share: %d nodes: give 1 to %d", len(names), MostNodes)
	}
	var errs []error
	seen := map[string]bool{}
	for _, n := range names {
		if n == "" || len(n) > longestName || seen[n] {
			errs = append(errs, fmt.Errorf("share: node %q: give each node a name of its own, of 1 to %d bytes", n, longestName))
		}
		seen[n] = true
	}
	return errors.Join(errs...)
}

// format writes an empty table. The magic comes last, so that an unfinished table is not taken for a complete one.
func (m *memory) format(names []string) {
	m.w[wordShape] = version | uint64(len(names))<<32
	m.w[wordSize] = uint64(8 * len(m.w))
	m.w[wordTable] = tableHash(names)
	for i, n := range names {
		var r record
		r.put(0, longestName, n)
		copy(m.w[m.block(i)+blockName:], r[:8])
	}
	atomic.StoreUint64(&m.w[wordMagic], magic)
}

// inspect checks a mapped file before anything in it is used.
func inspect(w []uint64) (*memory, []string, error) {
	bad := func(format string, args ...any) (*memory, []string, error) {
		return nil, nil, fmt.Errorf("not a table of this version: "+format, args...)
	}
	if len(w) < sizeOf(1) {
		return bad("it has %d bytes, the least is %d", 8*len(w), 8*sizeOf(1))
	}
	if got := atomic.LoadUint64(&w[wordMagic]); got != magic {
		return bad("it begins with %#x", got)
	}
	n := int(w[wordShape] >> 32)
	if v := uint32(w[wordShape]); v != version || n < 1 || n > MostNodes {
		return bad("version %d with %d nodes", v, n)
	}
	if len(w) != sizeOf(n) || w[wordSize] != uint64(8*len(w)) {
		return bad("it has %d bytes and says %d; %d nodes take %d", 8*len(w), w[wordSize], n, 8*sizeOf(n))
	}
	m := &memory{w, n}
	var names []string
	for i := range n {
		var r record
		copy(r[:8], w[m.block(i)+blockName:])
		name, err := r.text(0, longestName, "")
		if err != nil {
			return bad("node %d has no name", i)
		}
		names = append(names, name)
	}
	if err := checkNames(names); err != nil {
		return bad("%v", err)
	}
	if w[wordTable] != tableHash(names) {
		return bad("its names do not match their hash")
	}
	return m, names, nil
}

// block is where node i begins.
func (m *memory) block(i int) int { return headWords + cellWords + i*blockSize }

// bell wakes a reader. It has a counter, and a word that is not 0 while the reader waits, so that the kernel is only
// called when necessary.
type bell struct{ rung, waits uint64 }

// bell is the bell of node i, or for -1 of the overseer.
func (m *memory) bell(i int) *bell {
	at := wordBell
	if i >= 0 {
		at = m.block(i) + blockBell
	}
	return (*bell)(unsafe.Pointer(unsafe.SliceData(m.w[at : at+2])))
}

// cell is a record with one writing process and any number of readers.
type cell struct {
	seq  *uint64
	data []uint64
}

func (m *memory) systemCell() cell       { return m.cellAt(headWords) }
func (m *memory) statusCell(i int) cell  { return m.cellAt(m.block(i) + blockCell) }
func (m *memory) cellAt(at int) cell     { return cell{&m.w[at], m.w[at+8 : at+8+words]} }
func (c cell) busy() bool                { return atomic.LoadUint64(c.seq)&1 == 1 }
func (c cell) changed(since uint64) bool { return atomic.LoadUint64(c.seq) != since }

// begin and end bracket a write. begin also mends a counter that a killed writer has left odd.
func (c cell) begin() { atomic.StoreUint64(c.seq, atomic.LoadUint64(c.seq)|1) }
func (c cell) end()   { atomic.StoreUint64(c.seq, atomic.LoadUint64(c.seq)+1) }

func (c cell) write(r *record) {
	c.begin()
	for i := range r {
		atomic.StoreUint64(&c.data[i], r[i])
	}
	c.end()
}

// tries is how often a reader tries: a write takes a fraction of a microsecond, unless the writer is stopped or dead.
const tries = 10_000

// ErrTorn says that a state is incomplete: its writer was stopped or killed in the middle of it.
var ErrTorn = errors.New("share: the state is only half written: its writer has stopped or died")

// read copies the record. seq is the counter that belongs to it.
func (c cell) read(r *record) (seq uint64, err error) {
	for range tries {
		if seq = atomic.LoadUint64(c.seq); seq&1 == 1 {
			continue
		}
		for i := range r {
			r[i] = atomic.LoadUint64(&c.data[i])
		}
		if !c.changed(seq) {
			return seq, nil
		}
	}
	return seq, ErrTorn
}

// ring is a queue from one process to one other. head is the writer's, tail the reader's.
type ring struct {
	head, tail *uint64
	slots      []uint64
}

func (m *memory) up(i int) ring {
	b := m.block(i)
	return ring{&m.w[b+blockUp], &m.w[b+blockUp+8], m.w[b+blockRing : b+blockRing+upSlots*words]}
}

func (m *memory) down(i int) ring {
	b := m.block(i)
	return ring{&m.w[b+blockDown], &m.w[b+blockDown+8], m.w[b+blockRing+upSlots*words : b+blockSize]}
}

func (q ring) slot(n uint64) []uint64 {
	at := int(n%uint64(len(q.slots)/words)) * words
	return q.slots[at : at+words]
}

// ErrFull says that a ring is full because its reader has stopped or died.
var ErrFull = errors.New("share: the ring is full: its reader has stopped or died")

// push appends a record. Only the ring's writer calls it.
func (q ring) push(r *record) error {
	head := atomic.LoadUint64(q.head)
	if head-atomic.LoadUint64(q.tail) >= uint64(len(q.slots)/words) {
		return ErrFull
	}
	r[words-1] = head + 1
	s := q.slot(head)
	for i := range r {
		atomic.StoreUint64(&s[i], r[i])
	}
	atomic.StoreUint64(q.head, head+1)
	return nil
}

// pop takes the oldest record; ok is false if there is none. It skips invalid entries with an error.
func (q ring) pop(r *record) (ok bool, err error) {
	head, tail := atomic.LoadUint64(q.head), atomic.LoadUint64(q.tail)
	switch n := head - tail; {
	case n == 0:
		return false, nil
	case n > uint64(len(q.slots)/words):
		atomic.StoreUint64(q.tail, head)
		return false, fmt.Errorf("share: a ring says that it holds %d entries: %w", n, errMalformed)
	}
	s := q.slot(tail)
	for i := range r {
		r[i] = atomic.LoadUint64(&s[i])
	}
	atomic.StoreUint64(q.tail, tail+1)
	if r[words-1] != tail+1 {
		return false, fmt.Errorf("share: entry %d of a ring has number %d: %w", tail+1, r[words-1], errMalformed)
	}
	return true, nil
}

// skip drops the contents of the ring. Only its reader calls it.
func (q ring) skip() { atomic.StoreUint64(q.tail, atomic.LoadUint64(q.head)) }
