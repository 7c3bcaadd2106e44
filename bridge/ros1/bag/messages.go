package bag

import (
	"cmp"
	"container/heap"
	"io"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Selection says which messages are wanted. The zero value is all of them.
type Selection struct {
	Topics []string  // nil for all
	From   wire.Time // messages recorded at or after this time
	Before wire.Time // messages recorded before this time; zero for all
}

// Wants reports whether messages on a topic are wanted.
func (s *Selection) Wants(topic string) bool {
	return s.Topics == nil || slices.Contains(s.Topics, topic)
}

// Messages returns messages in the order of their times; those with equal times are in the order of the file.
type Messages struct {
	r        *Reader
	what     Selection
	from, to int64
	next     int    // the first chunk that has not been opened yet
	open     opened // the chunks with messages left, the one with the earliest in front
	held     int    // bytes of their memory
	spare    []byte // memory of a closed chunk
	begun    bool   // the caller has the message in front
	err      error
}

// cursor is an open chunk.
type cursor struct {
	*chunk
	all     []byte // nil if it has to be decompressed again
	entries []entry
	next    int
}

// opened is a heap of chunks.
type opened []*cursor

func (o opened) Len() int      { return len(o) }
func (o opened) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o opened) Less(i, j int) bool {
	a, b := o[i], o[j]
	return cmp.Or(cmp.Compare(a.entries[a.next].ns, b.entries[b.next].ns), cmp.Compare(a.at, b.at)) < 0
}

// Push implements heap.Interface.
func (o *opened) Push(x any) { *o = append(*o, x.(*cursor)) }

// Pop implements heap.Interface.
func (o *opened) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}

// Messages returns the selected messages.
func (r *Reader) Messages(s Selection) *Messages {
	m := &Messages{r: r, what: s, from: s.From.Nanoseconds(), to: s.Before.Nanoseconds()}
	if s.Before == (wire.Time{}) {
		m.to = 1<<63 - 1
	}
	return m
}

// wanted reports whether messages of a connection are wanted.
func (m *Messages) wanted(c *Connection) bool {
	return c != nil && m.what.Wants(c.Topic)
}

// Next returns the next message, or io.EOF after the last. After an error, which is a diag.Fault if the file is faulty,
// there are no more messages.
func (m *Messages) Next() (Message, error) {
	if m.err == nil {
		m.err = m.r.named(m.advance())
	}
	if m.err != nil {
		return Message{}, m.err
	}
	c := m.open[0]
	e := &c.entries[c.next]
	m.begun = true
	return Message{e.of, wire.TimeOf(e.ns), c.all[e.from:e.to:e.to]}, nil
}

// advance moves the chunk with the next message to the front, decompressed.
func (m *Messages) advance() error {
	if m.begun {
		m.begun = false
		if c := m.open[0]; c.next+1 < len(c.entries) {
			c.next++
			if len(m.open) > 1 {
				heap.Fix(&m.open, 0)
			}
		} else {
			heap.Pop(&m.open)
			m.drop(c)
		}
	}
	for m.next < len(m.r.chunks) {
		c := &m.r.chunks[m.next]
		if len(m.open) > 0 && m.open[0].entries[m.open[0].next].ns < c.Begin.Nanoseconds() {
			break
		}
		m.next++
		if err := m.unfold(c); err != nil {
			return err
		}
	}
	if len(m.open) == 0 {
		return io.EOF
	}
	if c := m.open[0]; c.all == nil {
		return m.load(c)
	}
	return nil
}

// unfold opens a chunk if it contains a wanted message.
func (m *Messages) unfold(c *chunk) error {
	has := func(n count) bool { return m.wanted(m.r.known[n.conn]) }
	if c.Begin.Nanoseconds() >= m.to || c.End.Nanoseconds() < m.from || !slices.ContainsFunc(c.counts, has) {
		return nil
	}
	x := &cursor{chunk: c}
	if err := m.load(x); err != nil {
		return err
	}
	var err error
	if x.entries, err = m.r.entries(c.at, x.all, nil); err != nil {
		return err
	}
	if err := c.holds(x.entries); err != nil {
		return err
	}
	x.entries = slices.DeleteFunc(x.entries, func(e entry) bool { return e.ns < m.from || e.ns >= m.to || !m.wanted(e.of) })
	byTime := func(a, b entry) int { return cmp.Compare(a.ns, b.ns) }
	if !slices.IsSortedFunc(x.entries, byTime) {
		sort.SliceStable(x.entries, func(i, j int) bool { return x.entries[i].ns < x.entries[j].ns })
	}
	if len(x.entries) == 0 {
		m.drop(x)
		return nil
	}
	heap.Push(&m.open, x)
	return nil
}

// holds reports how the index differs from the contents of the chunk.
func (c *chunk) holds(all []entry) error {
	is := described(c.at, all)
	const mend = "`sinew ros1 bag reindex` or `rosbag reindex` writes the index anew"
	switch {
	case is.Messages != c.Messages:
		return fault(codeIndex, c.at, mend, "the chunk has %d messages, and %d in the index", is.Messages, c.Messages)
	case is.Messages > 0 && (is.Begin.Nanoseconds() != c.Begin.Nanoseconds() || is.End.Nanoseconds() != c.End.Nanoseconds()):
		return fault(codeIndex, c.at, mend, "the chunk has messages from %s to %s, and from %s to %s in the index", seconds(is.Begin), seconds(is.End), seconds(c.Begin), seconds(c.End))
	}
	said := map[uint32]uint32{}
	for _, n := range c.counts {
		said[n.conn] += n.n
	}
	for _, n := range is.counts {
		if said[n.conn] != n.n {
			return fault(codeIndex, c.at, mend, "the chunk has %d messages of connection %d, and %d in the index", n.n, n.conn, said[n.conn])
		}
	}
	return nil
}

// load decompresses a chunk, and frees the memory of others if together they exceed the limit.
func (m *Messages) load(c *cursor) (err error) {
	into := m.spare
	m.spare = nil
	if c.all, _, err = m.r.unpackChunk(c.at, into); err != nil {
		return err
	}
	for m.held += len(c.all); m.held > m.r.o.Memory; {
		var last *cursor
		for _, o := range m.open {
			if o != c && o.all != nil && (last == nil || o.entries[o.next].ns > last.entries[last.next].ns) {
				last = o
			}
		}
		if last == nil {
			break
		}
		m.held -= len(last.all)
		last.all = nil
	}
	return nil
}

// drop keeps the memory of a chunk for reuse.
func (m *Messages) drop(c *cursor) {
	m.held -= len(c.all)
	m.spare, c.all = c.all, nil
}
