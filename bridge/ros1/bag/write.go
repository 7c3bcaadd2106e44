package bag

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Active is the suffix of the name of a bag that is being written.
const Active = ".active"

// WriterOptions say how a bag is written. The zero value means as rosbag does it.
type WriterOptions struct {
	Compression Compression // "" is None
	ChunkSize   int         // bytes of messages at which a chunk ends; 0 is 768 KiB
}

// maxBody is the greatest size of a message in bytes.
const maxBody = 256 << 20

// Writer writes a bag. It holds one chunk, and the index of those that it has written.
type Writer struct {
	to     io.WriteSeeker
	at     int64 // in the file
	size   int   // at which a chunk ends
	pack   *packer
	known  []*Connection
	opened []bool // the connection has a record in a chunk
	now    chunk
	data   []byte       // of the present chunk
	index  [][]indexed  // of the present chunk, by connection
	chunks []chunk      // the chunks written so far
	out    []byte       // scratch
	err    error        // the first failed write: nothing more is written
	finish func() error // the file, if the Writer has created it
}

// indexed is a message in the present chunk.
type indexed struct {
	time wire.Time
	at   uint32
}

// NewWriter begins a bag. The bag is complete after Close.
func NewWriter(to io.WriteSeeker, o WriterOptions) (*Writer, error) {
	p, err := newPacker(cmp.Or(o.Compression, None))
	if err != nil {
		return nil, err
	}
	w := &Writer{to: to, size: cmp.Or(o.ChunkSize, 768<<10), pack: p}
	w.write(w.begin(0))
	return w, w.err
}

// Create begins a bag in a file. Until it is closed its name ends in .active, like that of a bag that rosbag is recording:
// if the program is killed, the messages written so far can be recovered.
func Create(name string, o WriterOptions) (*Writer, error) {
	f, err := os.Create(name + Active)
	if err != nil {
		return nil, err
	}
	w, err := NewWriter(f, o)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(name+Active))
	}
	w.finish = func() error {
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
		return os.Rename(name+Active, name)
	}
	return w, nil
}

// begin makes the beginning of the file; index is the place of the index, 0 as long as there is none.
func (w *Writer) begin(index int64) []byte {
	h := appendField(nil, "chunk_count", number(uint32(len(w.chunks)))...)
	h = appendField(h, "conn_count", number(uint32(len(w.known)))...)
	h = appendField(h, "index_pos", place(index)...)
	h = appendField(h, "op", opBag)
	b := appendSized([]byte(magic), h)
	pad := bagHeaderSize - 8 - len(h)
	b = binary.LittleEndian.AppendUint32(b, uint32(pad))
	for range pad {
		b = append(b, ' ')
	}
	return b
}

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	n, err := w.to.Write(b)
	w.at += int64(n)
	w.err = err
}

// Connect adds a connection and assigns its ID. It is written with its first message.
func (w *Writer) Connect(c Connection) *Connection {
	c.ID = uint32(len(w.known))
	w.known, w.opened, w.index = append(w.known, &c), append(w.opened, false), append(w.index, nil)
	return &c
}

// Write adds a message of a connection that Connect has returned. Messages may come in any order; readers sort them by
// their times.
func (w *Writer) Write(c *Connection, t wire.Time, data []byte) error {
	switch {
	case w.err != nil:
		return w.err
	case int(c.ID) >= len(w.known) || w.known[c.ID] != c:
		return fmt.Errorf("bag: %s is no connection of this bag: take what Connect returns", c.Topic)
	case t == (wire.Time{}):
		return fmt.Errorf("bag: a message of %s at the time 0, which rosbag does not take: begin later", c.Topic)
	case len(data) > maxBody:
		return fmt.Errorf("bag: a message of %s has %d bytes, and %d is the most", c.Topic, len(data), maxBody)
	}
	if !w.opened[c.ID] {
		w.data, w.opened[c.ID] = c.append(w.data), true
	}
	w.index[c.ID] = append(w.index[c.ID], indexed{t, uint32(len(w.data))})
	w.now.add(t)
	var h [56]byte // 3 fields of 6+1+4, 1+5+4 and 1+5+8 bytes, each after its length
	b := appendField(h[:0], "conn", byte(c.ID), byte(c.ID>>8), byte(c.ID>>16), byte(c.ID>>24))
	b = appendField(b, "op", opMessage)
	b = appendField(b, "time", byte(t.Sec), byte(t.Sec>>8), byte(t.Sec>>16), byte(t.Sec>>24), byte(t.Nsec), byte(t.Nsec>>8), byte(t.Nsec>>16), byte(t.Nsec>>24))
	w.data = appendSized(appendSized(w.data, b), data)
	if len(w.data) > w.size {
		w.chunk()
	}
	return w.err
}

// append adds the connection's record.
func (c *Connection) append(b []byte) []byte {
	h := appendField(nil, "conn", number(c.ID)...)
	h = appendField(h, "op", opConnection)
	h = appendField(h, "topic", []byte(c.Topic)...)
	var d []byte
	if c.Caller != "" {
		d = appendField(d, "callerid", []byte(c.Caller)...)
	}
	if c.Latching {
		d = appendField(d, "latching", '1')
	}
	d = appendField(d, "md5sum", []byte(c.MD5)...)
	d = appendField(d, "message_definition", []byte(c.Text)...)
	d = appendField(d, "topic", []byte(c.Topic)...)
	d = appendField(d, "type", []byte(c.Type)...)
	for _, m := range c.More {
		d = appendField(d, m.Name, []byte(m.Value)...)
	}
	return appendSized(appendSized(b, h), d)
}

// chunk ends the present chunk.
func (w *Writer) chunk() {
	if w.now.Messages == 0 || w.err != nil {
		return
	}
	if len(w.data) > math.MaxUint32 {
		w.err = fmt.Errorf("bag: a chunk of %d bytes is larger than a bag can hold", len(w.data))
		return
	}
	packed, err := w.pack.pack(w.data)
	if err != nil {
		w.err = err
		return
	}
	w.now.at = w.at
	h := appendField(nil, "compression", []byte(w.pack.how)...)
	h = appendField(h, "op", opChunk)
	h = appendField(h, "size", number(uint32(len(w.data)))...)
	w.out = appendSized(w.out[:0], h)
	w.write(binary.LittleEndian.AppendUint32(w.out, uint32(len(packed))))
	w.write(packed)
	w.out = w.out[:0]
	for id, all := range w.index {
		if len(all) == 0 {
			continue
		}
		byTime := func(a, b indexed) int { return cmp.Compare(a.time.Nanoseconds(), b.time.Nanoseconds()) }
		if !slices.IsSortedFunc(all, byTime) {
			sort.SliceStable(all, func(i, j int) bool { return byTime(all[i], all[j]) < 0 })
		}
		w.now.counts = append(w.now.counts, count{uint32(id), uint32(len(all))})
		h = appendField(h[:0], "conn", number(uint32(id))...)
		h = appendField(h, "count", number(uint32(len(all)))...)
		h = appendField(h, "op", opIndex)
		h = appendField(h, "ver", number(1)...)
		w.out = appendSized(w.out, h)
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(indexEntry*len(all)))
		for _, x := range all {
			w.out = binary.LittleEndian.AppendUint32(wire.AppendTime(w.out, x.time), x.at)
		}
		w.index[id] = all[:0]
	}
	w.write(w.out)
	w.chunks = append(w.chunks, w.now)
	w.now, w.data = chunk{}, w.data[:0]
}

// Close writes the index, and renames the file if Create has made it. The bag is complete if it returns nil.
func (w *Writer) Close() error {
	w.chunk()
	index := w.at
	var b []byte
	kept := w.known[:0]
	for i, c := range w.known {
		if w.opened[i] {
			b, kept = c.append(b), append(kept, c)
		}
	}
	w.known = kept
	for i := range w.chunks {
		b = w.chunks[i].append(b)
	}
	w.write(b)
	if w.err == nil {
		_, w.err = w.to.Seek(-w.at, io.SeekCurrent)
		w.write(w.begin(index))
	}
	err := w.err
	if err == nil && w.finish != nil {
		err = w.finish()
	}
	if w.err == nil {
		w.err = errors.New("bag: it is closed")
	}
	return err
}

// append adds the chunk's record to the index.
func (c *chunk) append(b []byte) []byte {
	h := appendField(nil, "chunk_pos", place(c.at)...)
	h = appendField(h, "count", number(uint32(len(c.counts)))...)
	h = appendField(h, "end_time", stamp(c.End)...)
	h = appendField(h, "op", opChunkInfo)
	h = appendField(h, "start_time", stamp(c.Begin)...)
	h = appendField(h, "ver", number(1)...)
	var d []byte
	for _, n := range c.counts {
		d = append(append(d, number(n.conn)...), number(n.n)...)
	}
	return appendSized(appendSized(b, h), d)
}

// Copy writes all messages from m, in their order, with their connections.
func (w *Writer) Copy(m *Messages) error {
	to := map[*Connection]*Connection{}
	for {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		c := to[x.Connection]
		if c == nil {
			c = w.Connect(*x.Connection)
			to[x.Connection] = c
		}
		if err := w.Write(c, x.Time, x.Data); err != nil {
			return err
		}
	}
}
