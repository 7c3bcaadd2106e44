package live

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// ring is a queue of messages in a fixed piece of memory with one writer, the thread of an enclave, and one reader.
// The writer makes what it wrote visible at the end of a tag; the reader gives memory back when it asks for more.
type ring struct {
	buf   []byte
	head  atomic.Uint64 // end of what the reader may read, in bytes since the start
	tail  atomic.Uint64 // end of what the reader has given back
	lost  atomic.Uint64
	_     [64]byte // keeps the writer's own part off the reader's cache line
	pos   uint64   // written
	shown uint64   // the writer's own head
	free  uint64   // the tail last seen by the writer
}

// A message in a ring: its size, topic, time, wall time and microstep, then the value, padded to 8 bytes. The size
// skipMark says that the rest of the memory is empty.
const (
	headSize = 32
	skipMark = 1<<32 - 1
)

// newRing makes a ring of at least size bytes.
func newRing(size int) *ring {
	return &ring{buf: make([]byte, 1<<bits.Len64(uint64(max(size, 4096)-1)))}
}

// put writes a message, or counts it as lost if there is no room.
func (r *ring) put(topic int, at stamp, data []byte) {
	size := uint64(len(r.buf))
	need := uint64(headSize + (len(data)+7)&^7)
	off := r.pos & (size - 1)
	skip := uint64(0)
	if size-off < need {
		skip = size - off
	}
	if need > size/2 {
		r.lost.Add(1)
		return
	}
	if r.pos+skip+need-r.free > size {
		if r.free = r.tail.Load(); r.pos+skip+need-r.free > size {
			r.lost.Add(1)
			return
		}
	}
	if skip > 0 {
		binary.LittleEndian.PutUint32(r.buf[off:], skipMark)
		r.pos += skip
		off = 0
	}
	b := r.buf[off : off+need]
	binary.LittleEndian.PutUint32(b, uint32(len(data)))
	binary.LittleEndian.PutUint32(b[4:], uint32(topic))
	binary.LittleEndian.PutUint64(b[8:], uint64(at.time))
	binary.LittleEndian.PutUint64(b[16:], uint64(at.wall))
	binary.LittleEndian.PutUint32(b[24:], at.microstep)
	copy(b[headSize:], data)
	r.pos += need
}

// publish lets the reader see what was put.
func (r *ring) publish() {
	r.shown = r.pos
	r.head.Store(r.pos)
}

// read appends the messages from position from on to batch, as long as it holds fewer than limit, and returns the next
// position. Their data are in the ring and valid until give.
func (r *ring) read(batch []Message, from uint64, limit int) ([]Message, uint64) {
	size, head := uint64(len(r.buf)), r.head.Load()
	for from < head && len(batch) < limit {
		off := from & (size - 1)
		n := binary.LittleEndian.Uint32(r.buf[off:])
		if n == skipMark {
			from += size - off
			continue
		}
		end := off + headSize + uint64(n)
		b := r.buf[off:end:end]
		batch = append(batch, Message{
			Topic:     int(binary.LittleEndian.Uint32(b[4:])),
			Time:      int64(binary.LittleEndian.Uint64(b[8:])),
			Wall:      int64(binary.LittleEndian.Uint64(b[16:])),
			Microstep: binary.LittleEndian.Uint32(b[24:]),
			Data:      b[headSize:],
		})
		from += headSize + uint64(n+7)&^7
	}
	return batch, from
}

// give returns memory to the writer.
func (r *ring) give(to uint64) { r.tail.Store(to) }

// latest holds the newest value of a topic: three buffers, of which the writer has one, the reader one, and the third
// is exchanged between them atomically. Neither waits.
type latest struct {
	bufs  [3]held
	mid   atomic.Uint32 // number of the exchanged buffer, plus fresh if the reader has not taken it
	back  uint32        // the writer's
	front uint32        // the reader's
	lost  atomic.Uint64
}

type held struct {
	at   stamp
	data []byte
	size int // size of the encoded value, if it was too large to store
}

const fresh = 4

func (l *latest) init() { l.back, l.front = 1, 2 }

// put replaces the value.
func (l *latest) put(at stamp, data []byte) { l.set(at, data, 0) }

func (l *latest) set(at stamp, data []byte, size int) {
	h := &l.bufs[l.back]
	h.at, h.data, h.size = at, append(h.data[:0], data...), size
	l.back = l.mid.Swap(l.back|fresh) &^ fresh
}

// take returns the newest value, nil if it has been taken before. It is valid until the next take.
func (l *latest) take() *held {
	if l.mid.Load()&fresh == 0 {
		return nil
	}
	l.front = l.mid.Swap(l.front) &^ fresh
	return &l.bufs[l.front]
}
