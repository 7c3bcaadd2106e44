package reference

import "time"

// entries is the length of a message's history.
const entries = 63

// Entry is what a node adds to the history of a message that it passes on.
type Entry struct {
	Stamp    time.Duration // when its reaction began, physical time since the start
	Sequence uint32        // of the messages of the node
	Dropped  uint32        // messages that its inputs have missed since the previous one
	Node     [48]byte
}

// Message is a message between nodes of the Autoware reference system: 4096 bytes.
type Message struct {
	Size    uint64
	History [entries]Entry
	Data    [7]int64
}

// add appends an entry if there is room.
func (m *Message) add(e *Entry) {
	if m.Size < entries {
		m.History[m.Size] = *e
		m.Size++
	}
}

// merge adds the entries of nodes that m does not have.
func (m *Message) merge(from *Message) {
	for i := range from.Size {
		if m.find(&from.History[i].Node) == nil {
			m.add(&from.History[i])
		}
	}
}

// find returns the entry of a node, or nil.
func (m *Message) find(node *[48]byte) *Entry {
	for i := range m.Size {
		if m.History[i].Node == *node {
			return &m.History[i]
		}
	}
	return nil
}

// last is the sequence number of the node that has sent m.
func (m *Message) last() uint32 {
	if m.Size == 0 {
		return 0
	}
	return m.History[m.Size-1].Sequence
}

// label is a node's name in entries.
func label(name string) (l [48]byte) {
	copy(l[:], name)
	return l
}

// crunch counts the primes up to limit by trying every divisor, which is the work of a node.
func crunch(limit uint64) (primes int64) {
	for i := uint64(2); i <= limit; i++ {
		prime := true
		for n := uint64(2); n < i; n++ {
			if i%n == 0 {
				prime = false
				break
			}
		}
		if prime {
			primes++
		}
	}
	return primes
}
