// Package align matches messages of several ports that were made at the same time, or nearly so. It looks only at times; its caller
// keeps the messages in slots of its own, so that nothing is copied or allocated.
package align

import "time"

// Depth is how many messages of a port can wait for those of the others.
const Depth = 16

// Aligner finds sets with one message of each port whose times differ by no more than a tolerance. With tolerance zero the times must
// be equal.
//
// Sets come in the order of time, and no message is in two of them. While each port has a message waiting, either the first ones are a
// set, or the oldest of them can be in no set: the latest of the first ones is too late for it, and so is everything that follows on
// that port. The oldest is then dropped. So a set is found as soon as its last message comes, and messages are dropped only if they
// can be in no set or there is no room for them.
type Aligner struct {
	tolerance time.Duration
	ports     []waiting
	dropped   uint64
}

// waiting is the messages of a port, in the order in which they came.
type waiting struct {
	at    [Depth]time.Duration
	first int // its slot
	n     int
	last  time.Duration // of the newest message accepted
	some  bool
}

// New makes an aligner of a number of ports.
func New(ports int, tolerance time.Duration) Aligner {
	return Aligner{tolerance: max(tolerance, 0), ports: make([]waiting, ports)}
}

// Add notes that a message of a port was made at a time, and returns which of the port's Depth slots to put it into. If there is no
// room, the oldest makes way. A message no newer than the one before it on its port is refused and counted as dropped.
func (a *Aligner) Add(port int, at time.Duration) (slot int, ok bool) {
	w := &a.ports[port]
	if w.some && at <= w.last {
		a.dropped++
		return 0, false
	}
	if w.n == Depth {
		a.drop(w)
	}
	slot = (w.first + w.n) % Depth
	w.at[slot], w.last, w.some = at, at, true
	w.n++
	return slot, true
}

// Next takes the next set, if there is one, and writes the slot of each port's message into slots. The slots stay as they are until
// messages are added again.
func (a *Aligner) Next(slots []int) bool {
	for {
		var oldest *waiting
		var low, high time.Duration
		for i := range a.ports {
			w := &a.ports[i]
			if w.n == 0 {
				return false
			}
			at := w.at[w.first]
			if oldest == nil || at < low {
				oldest, low = w, at
			}
			if i == 0 || at > high {
				high = at
			}
		}
		if oldest == nil {
			return false
		}
		if high-low > a.tolerance {
			a.drop(oldest)
			continue
		}
		for i := range a.ports {
			w := &a.ports[i]
			slots[i] = w.first
			w.first, w.n = (w.first+1)%Depth, w.n-1
		}
		return true
	}
}

// drop removes the oldest message of a port.
func (a *Aligner) drop(w *waiting) {
	w.first, w.n = (w.first+1)%Depth, w.n-1
	a.dropped++
}

// Reset forgets all waiting messages, and when the last ones came.
func (a *Aligner) Reset() { clear(a.ports) }

// Dropped counts the messages that were discarded without being in a set: too old, refused, or without room.
func (a *Aligner) Dropped() uint64 { return a.dropped }
