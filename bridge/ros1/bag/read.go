package bag

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Options limit what reading takes, and say how a bag without an index is handled. The zero value refuses it.
type Options struct {
	// Recover reads the chunks of a bag up to the first damaged one and ignores the index, which may be missing or wrong.
	// Opening then takes as long as reading the whole bag.
	Recover bool
	// MaxChunk is the greatest size of a decompressed chunk in bytes; 0 is 512 MiB.
	MaxChunk int
	// Memory limits the memory for decompressed chunks whose times overlap; 0 is 256 MiB. If more overlap, some are
	// decompressed repeatedly. One chunk is always kept.
	Memory int
}

// Reader reads a bag. It must be used by one goroutine.
type Reader struct {
	name   string
	from   io.ReaderAt
	size   int64
	o      Options
	known  map[uint32]*Connection
	chunks []chunk // in the order of their times
	damage error   // what ended recovering
	unpacker
	head   []byte // scratch memory for a record
	packed []byte // scratch memory for a chunk
	close  func() error
}

// chunk is the place of a chunk.
type chunk struct {
	at int64 // of its record
	Span
	counts []count
}

// count is the number of messages of a connection in a chunk.
type count struct{ conn, n uint32 }

// Open opens the bag in a file.
func Open(name string, o Options) (*Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file that can be read at any place: copy it into one", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r, err := NewReader(f, info.Size(), name, o)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.close = f.Close
	return r, nil
}

// NewReader reads the bag of size bytes in from; faults call it name. Errors are of type diag.Fault.
func NewReader(from io.ReaderAt, size int64, name string, o Options) (*Reader, error) {
	o.MaxChunk, o.Memory = cmp.Or(o.MaxChunk, 512<<20), cmp.Or(o.Memory, 256<<20)
	r := &Reader{name: name, from: from, size: size, o: o, known: map[uint32]*Connection{}, close: func() error { return nil }}
	first, h, err := r.begin()
	if err == nil {
		if o.Recover {
			err = r.scan(first)
		} else {
			err = r.readIndex(h, first)
		}
	}
	if err != nil {
		return nil, r.named(err)
	}
	sort.Slice(r.chunks, func(i, j int) bool {
		a, b := &r.chunks[i], &r.chunks[j]
		return cmp.Or(cmp.Compare(a.Begin.Nanoseconds(), b.Begin.Nanoseconds()), cmp.Compare(a.at, b.at)) < 0
	})
	return r, nil
}

// Close closes the file that Open opened.
func (r *Reader) Close() error { return r.close() }

// Connections lists the connections by their numbers.
func (r *Reader) Connections() (all []*Connection) {
	for _, c := range r.known {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *Connection) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Span returns the times of the first and the last message, and the number of messages.
func (r *Reader) Span() (all Span) {
	for i := range r.chunks {
		s := r.chunks[i].Span
		if s.Messages == 0 {
			continue
		}
		n := all.Messages
		all.add(s.Begin)
		all.add(s.End)
		all.Messages = n + s.Messages
	}
	return all
}

// Damage says where recovering has stopped before the end of the file, and why; nil if everything was read.
func (r *Reader) Damage() error { return r.damage }

// named puts the file's name into a fault.
func (r *Reader) named(err error) error {
	if err == nil {
		return nil
	}
	var f *diag.Fault
	if errors.As(err, &f) {
		g := *f
		g.File = r.name
		return g
	}
	return err
}

// bytes reads n bytes of the file into the Reader's scratch memory.
func (r *Reader) bytes(into *[]byte, at int64, n int) ([]byte, error) {
	if cap(*into) < n {
		*into = make([]byte, n)
	}
	b := (*into)[:n]
	if k, err := r.from.ReadAt(b, at); k < n {
		return nil, fmt.Errorf("%s: at byte %d: %w", r.name, at, err)
	}
	return b, nil
}

// record reads the header of the record at a place. Its data begins at data, and is completely in the file.
func (r *Reader) record(at int64) (h head, data int64, n int, err error) {
	if r.size-at < 8 {
		return h, 0, 0, fault(codeRecord, at, "", "a record begins, and the file has %d more bytes", r.size-at)
	}
	b, err := r.bytes(&r.head, at, 4)
	if err != nil {
		return h, 0, 0, err
	}
	size := int64(binary.LittleEndian.Uint32(b))
	if size > maxHeader || size > r.size-at-8 {
		return h, 0, 0, fault(codeRecord, at, "", "a record announces a header of %d bytes; %d is the most, and %d are left", size, maxHeader, r.size-at-8)
	}
	if b, err = r.bytes(&r.head, at+4, int(size)+4); err != nil {
		return h, 0, 0, err
	}
	if why := h.parse(b[:size]); why != "" {
		return h, 0, 0, fault(codeRecord, at, "", "%s", why)
	}
	data = at + 8 + size
	length := int64(binary.LittleEndian.Uint32(b[size:]))
	if length > r.size-data {
		return h, 0, 0, fault(codeRecord, at, "", "a record announces %d bytes, and %d are left", length, r.size-data)
	}
	return h, data, int(length), nil
}

// begin reads the beginning of the file; first is the place of the first record after it.
func (r *Reader) begin() (first int64, h head, err error) {
	const older = "`rosbag filter OLD.bag NEW.bag True` writes a new one of it"
	b, err := r.bytes(&r.head, 0, int(min(r.size, int64(len(magic)))))
	switch {
	case err != nil:
		return 0, h, err
	case string(b) == magic:
	case len(b) > 9 && string(b[:9]) == magic[:9] || len(b) > 11 && string(b[:11]) == "#ROSRECORD ":
		return 0, h, fault(codeFile, -1, older, "a bag of another version than 2.0: it begins with %q", b)
	default:
		return 0, h, fault(codeFile, -1, "", "no bag: it begins with %q in place of %q", b, magic)
	}
	h, data, n, err := r.record(int64(len(magic)))
	switch {
	case err != nil:
		return 0, h, err
	case h.op != opBag:
		return 0, h, fault(codeRecord, int64(len(magic)), "", "the first record is of kind %d, not a bag's header", h.op)
	case len(h.encryptor) > 0:
		return 0, h, fault(codeFile, -1, "`rosbag decrypt` writes a plain one", "an encrypted bag: its encryptor is %.80q", h.encryptor)
	}
	return data + int64(n), h, nil
}

// readIndex reads connections and chunks from the index to which the bag's header points.
func (r *Reader) readIndex(bag head, first int64) error {
	const mend = "`sinew ros1 bag reindex` or `rosbag reindex` recovers it"
	if bag.index == 0 {
		return fault(codeNoIndex, -1, mend, "the bag has no index, as one whose recording was interrupted")
	}
	if bag.index < uint64(first) || bag.index > uint64(r.size) {
		return fault(codeIndex, int64(len(magic)), mend, "the index is said to be at byte %d: the records begin at %d, and the file has %d bytes", bag.index, first, r.size)
	}
	at := int64(bag.index)
	for i := range bag.connCount {
		h, data, n, err := r.record(at)
		if err != nil {
			return err
		}
		if h.op != opConnection {
			return fault(codeIndex, at, mend, "the index has %d connections of %d, and then a record of kind %d", i, bag.connCount, h.op)
		}
		if err := r.connect(at, h, data, n); err != nil {
			return err
		}
		at = data + int64(n)
	}
	begun := map[int64]bool{}
	for i := range bag.chunkCount {
		h, data, n, err := r.record(at)
		if err != nil {
			return err
		}
		if h.op != opChunkInfo || h.ver != 1 {
			return fault(codeIndex, at, mend, "the index has %d chunks of %d, and then a record of kind %d, version %d", i, bag.chunkCount, h.op, h.ver)
		}
		c, why, err := r.chunkInfo(h, data, n)
		if err != nil {
			return err
		}
		if c.at < first || c.at >= int64(r.size) {
			why = fmt.Sprintf("a chunk is said to be at byte %d: the records begin at %d, and the file has %d bytes", c.at, first, r.size)
		} else if begun[c.at] {
			why = fmt.Sprintf("the chunk at byte %d is there twice", c.at)
		}
		if why != "" {
			return fault(codeIndex, at, mend, "%s", why)
		}
		begun[c.at] = true
		r.chunks = append(r.chunks, c)
		at = data + int64(n)
	}
	return nil
}

// connect reads a connection record of the file.
func (r *Reader) connect(at int64, h head, data int64, n int) error {
	if n > maxConnection {
		return fault(codeRecord, at, "", "a connection announces %d bytes, and %d is the most", n, maxConnection)
	}
	h.topic = slices.Clone(h.topic) // in the scratch memory, which is overwritten now
	b, err := r.bytes(&r.packed, data, n)
	if err != nil {
		return err
	}
	c, why := connection(&h, b)
	if old := r.known[c.ID]; why == "" && old != nil && !old.same(c) {
		why = fmt.Sprintf("connection %d is one of %s and one of %s", c.ID, old.Topic, c.Topic)
	}
	if why != "" {
		return fault(codeRecord, at, "", "%s", why)
	}
	r.known[c.ID] = c
	return nil
}

// chunkInfo reads the record of a chunk in the index.
func (r *Reader) chunkInfo(h head, data int64, n int) (c chunk, why string, err error) {
	c.at, c.Begin, c.End = int64(h.chunk), h.begin, h.end
	if uint64(n) != 8*uint64(h.count) || int(h.count) > len(r.known) {
		return c, fmt.Sprintf("a chunk announces counts of %d connections in %d bytes", h.count, n), nil
	}
	b, err := r.bytes(&r.packed, data, n)
	if err != nil {
		return c, "", err
	}
	for ; len(b) > 0; b = b[8:] {
		x := count{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])}
		if r.known[x.conn] == nil {
			return c, fmt.Sprintf("a chunk has messages of connection %d, which there is not", x.conn), nil
		}
		c.counts = append(c.counts, x)
		c.Messages += uint64(x.n)
	}
	return c, "", nil
}

// unpackChunk decompresses the chunk at a place into the memory of into; next is the place of the record after it.
func (r *Reader) unpackChunk(at int64, into []byte) (all []byte, next int64, err error) {
	h, data, n, err := r.record(at)
	switch {
	case err != nil:
		return into, 0, err
	case h.op != opChunk:
		return into, 0, fault(codeIndex, at, "", "a record of kind %d, where a chunk is said to be", h.op)
	case int64(h.size) > int64(r.o.MaxChunk):
		return into, 0, fault(codeChunk, at, "", "a chunk announces %d bytes, and %d is the most", h.size, r.o.MaxChunk)
	case int64(n) > int64(h.size)+int64(h.size)/16+4096: // incompressible data becomes a little larger
		return into, 0, fault(codeChunk, at, "", "a chunk of %d bytes announces %d when it is unpacked", n, h.size)
	}
	how := Compression(h.packed)
	b, err := r.bytes(&r.packed, data, n)
	if err != nil {
		return into, 0, err
	}
	into, err = r.unpack(into[:0], how, b, int(h.size))
	if err != nil {
		return into, 0, fault(codeChunk, at, "", "a chunk of %d bytes, %s: %v", n, how, err)
	}
	return into, data + int64(n), nil
}

// entry is a message in an unpacked chunk.
type entry struct {
	ns       int64
	from, to uint32 // its bytes
	of       *Connection
}

// entries finds the messages of the chunk at a place, in the order in which they were written, and the connections that are
// new.
func (r *Reader) entries(at int64, all []byte, found []entry) ([]entry, error) {
	var h head
	for off := 0; off < len(all); {
		data, n, why := h.cut(all[off:])
		if why == "" && h.op == opConnection {
			var c *Connection
			if c, why = connection(&h, data); why == "" {
				switch old := r.known[c.ID]; {
				case old == nil:
					r.known[c.ID] = c
				case !old.same(c):
					why = fmt.Sprintf("connection %d is one of %s and one of %s", c.ID, old.Topic, c.Topic)
				}
			}
		}
		if why == "" && h.op == opMessage {
			c := r.known[h.conn]
			if c == nil {
				why = fmt.Sprintf("a message of connection %d, which there is not", h.conn)
			}
			end := off + n
			found = append(found, entry{h.time.Nanoseconds(), uint32(end - len(data)), uint32(end), c})
		}
		if why != "" {
			return found, fault(codeRecord, at, "", "at byte %d of the chunk: %s", off, why)
		}
		off += n
	}
	return found, nil
}

// described is the description of a chunk by its messages, whose order does not matter.
func described(at int64, all []entry) chunk {
	c := chunk{at: at}
	n := map[uint32]uint32{}
	for i := range all {
		c.add(wire.TimeOf(all[i].ns))
		n[all[i].of.ID]++
	}
	for id, k := range n {
		c.counts = append(c.counts, count{id, k})
	}
	sort.Slice(c.counts, func(i, j int) bool { return c.counts[i].conn < c.counts[j].conn })
	return c
}
