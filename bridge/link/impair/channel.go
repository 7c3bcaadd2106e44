package impair

import (
	"time"
)

// Counters count what a channel did to its packets.
type Counters struct {
	Sent       uint64 // packets given to it
	Delivered  uint64 // packets that came out, duplicates included
	Bytes      uint64 // in the packets that came out
	Lost       uint64 // by Loss
	Burst      uint64 // lost by Bursts and Gilbert
	Overflowed uint64 // dropped because the queue or the channel was full
	Reordered  uint64 // held back
	Duplicated uint64
	Corrupted  uint64
	Truncated  uint64
}

// Channel is one direction of a link. It is stepped by its caller and not safe for concurrent use. Time may start
// anywhere but must not go back; an earlier time is treated as the last one.
type Channel struct {
	Count Counters

	c     Config
	now   time.Duration
	n     uint64        // packets sent
	bad   bool          // Gilbert's state
	free  time.Duration // when the limited rate will have sent what waits
	last  time.Duration // arrival of the latest packet, for Ordered
	seq   uint64        // numbers packets underway: packets that arrive at the same time arrive in this order
	slots []slot
	heap  []int32 // slots underway, the next one first
	idle  []int32 // slots with nothing in them
	lent  int32   // the slot whose bytes the last Receive returned, −1: none
}

// slot holds a packet that is underway.
type slot struct {
	at  time.Duration
	seq uint64
	tag uint32
	b   []byte
}

// New returns a channel with nothing underway. It reports every fault of c.
func New(c Config) (*Channel, error) {
	h := &Channel{lent: -1}
	if err := h.Set(c); err != nil {
		return nil, err
	}
	return h, nil
}

// Set changes what happens to packets sent from now on; packets underway are not affected. With equal seeds the
// random numbers continue as if c had been set from the start.
func (h *Channel) Set(c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	c.Hold, c.Overhead = or(c.Hold, DefaultHold), or(c.Overhead, DefaultOverhead)
	c.Queue, c.Capacity = or(c.Queue, DefaultQueue), or(c.Capacity, DefaultCapacity)
	c.Gilbert.Bad = or(c.Gilbert.Bad, 1)
	h.c = c
	h.grow(64)
	return nil
}

// Config returns the setting in force, defaults filled in.
func (h *Channel) Config() Config { return h.c }

// Underway is the number of packets that have not arrived yet.
func (h *Channel) Underway() int { return len(h.heap) }

// Send puts a copy of b on the link at the time now. After the first packets of each size it does not allocate.
func (h *Channel) Send(now time.Duration, b []byte) { h.sendTagged(now, b, 0) }

// sendTagged is Send with a tag that corruption does not affect, such as the packet's receiver.
func (h *Channel) sendTagged(now time.Duration, b []byte, tag uint32) {
	h.now = max(h.now, now)
	n := h.n
	h.n++
	h.Count.Sent++
	switch {
	case h.burst(n):
		h.Count.Burst++
		return
	case h.chance(n, drawLoss) < h.c.Loss:
		h.Count.Lost++
		return
	}
	at, ok := h.turn(len(b))
	if !ok {
		h.Count.Overflowed++
		return
	}
	first := h.arrival(at, n, drawJitter)
	if h.c.Ordered {
		first = max(first, h.last)
		h.last = first
	}
	if h.chance(n, drawReorder) < h.c.Reorder {
		h.Count.Reordered++
		first += h.c.Hold
	}
	s := h.put(first, b, tag)
	if s == nil {
		h.Count.Overflowed++
		return
	}
	h.damage(n, s)
	if h.chance(n, drawDuplicate) < h.c.Duplicate {
		if h.put(max(first, h.arrival(at, n, drawSecond)), s.b, tag) == nil {
			h.Count.Overflowed++
			return
		}
		h.Count.Duplicated++
	}
}

// Receive returns the next packet that has arrived at the time now. The bytes are the caller's until the next call of
// Receive.
func (h *Channel) Receive(now time.Duration) (b []byte, ok bool) {
	b, _, ok = h.receiveTagged(now)
	return b, ok
}

// receiveTagged is Receive with the packet's tag.
func (h *Channel) receiveTagged(now time.Duration) (b []byte, tag uint32, ok bool) {
	h.now = max(h.now, now)
	if h.lent >= 0 {
		h.idle = append(h.idle, h.lent)
		h.lent = -1
	}
	if len(h.heap) == 0 || h.slots[h.heap[0]].at > h.now {
		return nil, 0, false
	}
	h.lent = h.pop()
	s := &h.slots[h.lent]
	h.Count.Delivered++
	h.Count.Bytes += uint64(len(s.b))
	return s.b, s.tag, true
}

// Next returns when the next packet arrives, false when nothing is underway.
func (h *Channel) Next() (at time.Duration, ok bool) {
	if len(h.heap) == 0 {
		return 0, false
	}
	return h.slots[h.heap[0]].at, true
}

// Clear drops what is underway, without counting it.
func (h *Channel) Clear() {
	for len(h.heap) > 0 {
		h.idle = append(h.idle, h.pop())
	}
}

// burst reports whether a burst loses packet n, and advances Gilbert's chain.
func (h *Channel) burst(n uint64) bool {
	lost := false
	if e := uint64(h.c.Bursts.Every); e > 0 {
		lost = n%e >= e-uint64(h.c.Bursts.Length)
	}
	if g := h.c.Gilbert; g.Enter > 0 {
		turn := h.chance(n, drawState)
		if h.bad {
			h.bad = turn >= g.Leave
		} else {
			h.bad = turn < g.Enter
		}
		lost = lost || h.bad && h.chance(n, drawBad) < g.Bad
	} else {
		h.bad = false
	}
	return lost
}

// turn returns when a packet of size bytes has left through the limited rate; false when it would wait too long.
func (h *Channel) turn(size int) (at time.Duration, ok bool) {
	if h.c.Rate == 0 {
		return h.now, true
	}
	start := max(h.now, h.free)
	if start-h.now > h.c.Queue {
		return 0, false
	}
	h.free = start + time.Duration(float64(size+h.c.Overhead)/h.c.Rate*float64(time.Second))
	return h.free, true
}

// arrival is when a packet sent at the time at arrives; what names the number drawn for its jitter.
func (h *Channel) arrival(at time.Duration, n uint64, what draw) time.Duration {
	d := h.c.Delay
	switch h.c.Spread {
	case Uniform:
		d += time.Duration((2*h.chance(n, what) - 1) * float64(h.c.Jitter))
	case Normal:
		d += time.Duration(h.bell(n, what) * float64(h.c.Jitter))
	case Table:
		x := h.chance(n, what) * float64(len(h.c.Table)-1)
		i := min(int(x), len(h.c.Table)-2)
		a, b := h.c.Table[i], h.c.Table[i+1]
		d += a + time.Duration((x-float64(i))*float64(b-a))
	}
	return at + max(d, 0)
}

// damage flips bits of s or truncates it if packet n is to be damaged.
func (h *Channel) damage(n uint64, s *slot) {
	if len(s.b) == 0 {
		return
	}
	if h.chance(n, drawCorrupt) < h.c.Corrupt {
		h.Count.Corrupted++
		r := h.bits(n, drawWhere)
		for k := r % 3; ; k-- {
			at := h.bits(n+k<<56, drawBit) % uint64(8*len(s.b))
			s.b[at/8] ^= 1 << (at % 8)
			if k == 0 {
				break
			}
		}
	}
	if h.chance(n, drawTruncate) < h.c.Truncate {
		h.Count.Truncated++
		s.b = s.b[:h.bits(n, drawCut)%uint64(len(s.b))]
	}
}
