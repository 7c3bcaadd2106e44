package trace

import (
	"container/heap"
	"slices"
)

// before orders messages by tag, and within a tag by level and channel: causes come before effects.
func (m *Message) before(n *Message) bool {
	switch {
	case m.Time != n.Time:
		return m.Time < n.Time
	case m.Microstep != n.Microstep:
		return m.Microstep < n.Microstep
	case m.Channel.Level != n.Channel.Level:
		return m.Channel.Level < n.Channel.Level
	}
	return m.Channel.ID < n.Channel.ID
}

// ordered returns the messages of some topics in the order of tags. In the file of a run on the real clock an enclave's
// messages may come after later messages of another enclave, by at most lag nanoseconds.
type ordered struct {
	*Reader
	topics []string // in alphabetical order
	lag    int64
	newest int64
	ended  bool
	held   held
	spare  [][]byte
	out    []byte // the data of the last message returned
}

// next returns the next message, or false at the end. Its data are valid until the next call.
func (o *ordered) next() (Message, bool) {
	if o.out != nil {
		o.spare = append(o.spare, o.out)
		o.out = nil
	}
	for !o.ended && (len(o.held) == 0 || o.held[0].Time+o.lag >= o.newest) {
		m, err := o.Next()
		if err != nil {
			o.ended = true
			break
		}
		if _, found := slices.BinarySearch(o.topics, m.Channel.Topic); !found {
			continue
		}
		var b []byte
		if n := len(o.spare); n > 0 {
			b, o.spare = o.spare[n-1], o.spare[:n-1]
		}
		m.Data = append(b[:0], m.Data...)
		o.newest = max(o.newest, m.Time)
		heap.Push(&o.held, numbered{m, o.messages})
	}
	if len(o.held) == 0 {
		return Message{}, false
	}
	m := heap.Pop(&o.held).(numbered).Message
	o.out = m.Data
	return m, true
}

// numbered is a message with its place in the file.
type numbered struct {
	Message
	n int
}

// held is a heap of messages, the first by tag, channel and place on top.
type held []numbered

func (h held) Len() int { return len(h) }
func (h held) Less(i, j int) bool {
	if h[i].before(&h[j].Message) {
		return true
	}
	return !h[j].before(&h[i].Message) && h[i].n < h[j].n
}
func (h held) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *held) Push(x any)   { *h = append(*h, x.(numbered)) }
func (h *held) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	(*h)[last] = numbered{}
	*h = (*h)[:last]
	return x
}
