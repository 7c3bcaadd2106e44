package impair

import (
	"slices"
	"time"
)

// grow makes room for n more packets.
func (h *Channel) grow(n int) {
	const usual = 256 // bytes of a packet
	n = max(min(n, h.c.Capacity-len(h.slots)), 0)
	h.idle, h.slots = slices.Grow(h.idle, n), slices.Grow(h.slots, n)
	room := make([]byte, n*usual)
	for i := range n {
		h.idle = append(h.idle, int32(len(h.slots)))
		h.slots = append(h.slots, slot{b: room[i*usual : i*usual : (i+1)*usual]})
	}
	if cap(h.heap) < len(h.slots) {
		h.heap = append(make([]int32, 0, len(h.slots)), h.heap...)
	}
	if cap(h.idle) < len(h.slots) {
		h.idle = append(make([]int32, 0, len(h.slots)), h.idle...)
	}
}

// put schedules a copy of b to arrive at the time at; it returns nil if there is no room.
func (h *Channel) put(at time.Duration, b []byte, tag uint32) *slot {
	if len(h.idle) == 0 {
		h.grow(max(64, len(h.slots)))
	}
	if len(h.idle) == 0 {
		return nil
	}
	i := h.idle[len(h.idle)-1]
	h.idle = h.idle[:len(h.idle)-1]
	s := &h.slots[i]
	s.at, s.seq, s.tag = at, h.seq, tag
	s.b = append(s.b[:0], b...)
	h.seq++
	h.heap = append(h.heap, i)
	for k := len(h.heap) - 1; k > 0 && h.before(k, (k-1)/2); k = (k - 1) / 2 {
		h.heap[k], h.heap[(k-1)/2] = h.heap[(k-1)/2], h.heap[k]
	}
	return s
}

// pop takes the packet that arrives next off the heap and returns its slot.
func (h *Channel) pop() int32 {
	i := h.heap[0]
	n := len(h.heap) - 1
	h.heap[0] = h.heap[n]
	h.heap = h.heap[:n]
	for k := 0; ; {
		c := 2*k + 1
		if c >= n {
			return i
		}
		if c+1 < n && h.before(c+1, c) {
			c++
		}
		if !h.before(c, k) {
			return i
		}
		h.heap[c], h.heap[k] = h.heap[k], h.heap[c]
		k = c
	}
}

// before reports whether heap entry a arrives before entry b.
func (h *Channel) before(a, b int) bool {
	x, y := &h.slots[h.heap[a]], &h.slots[h.heap[b]]
	return x.at < y.at || x.at == y.at && x.seq < y.seq
}
