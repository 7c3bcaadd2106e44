package link

// history is the number of samples that both ends store. A sample can be coded against those up to history-1 before
// it.
const history = 256

// slot says which sample an entry of a history contains.
type slot struct {
	seq   uint64
	used  bool
	known bool // at the sender: the other end has acknowledged it; at the receiver: its acknowledgement was sent
}

// window numbers the samples of one direction.
type window struct {
	slots  [history]slot
	newest uint64 // the highest number sent or held
	any    bool
	known  uint64 // at the sender: the highest number that was acknowledged
	anyKn  bool
	since  uint64 // at the sender: acknowledgements of earlier samples are ignored
}

// add notes sample seq as sent or stored. It returns false for one that has fallen out of the history.
func (w *window) add(seq uint64) bool {
	if w.any && seq+history <= w.newest {
		return false
	}
	w.slots[seq%history] = slot{seq: seq, used: true}
	if !w.any || seq > w.newest {
		w.newest, w.any = seq, true
	}
	return true
}

// holds reports whether sample seq is in the history.
func (w *window) holds(seq uint64) bool {
	s := &w.slots[seq%history]
	return s.used && s.seq == seq && seq+history > w.newest
}

// acknowledge notes that the other end holds sample seq.
func (w *window) acknowledge(seq uint64) {
	if s := &w.slots[seq%history]; !s.used || s.seq != seq || seq < w.since {
		return
	} else {
		s.known = true
	}
	if !w.anyKn || seq > w.known {
		w.known, w.anyKn = seq, true
	}
}

// acknowledged reports whether the other end is known to have sample seq.
func (w *window) acknowledged(seq uint64) bool {
	s := &w.slots[seq%history]
	return s.used && s.known && s.seq == seq && seq >= w.since
}

// reference returns the age of the newest acknowledged sample as seen from seq, or false if none is in the history.
func (w *window) reference(seq uint64) (age uint64, ok bool) {
	if !w.anyKn || seq-w.known >= history || w.known < w.since {
		return 0, false
	}
	return seq - w.known, true
}

// restart forgets all acknowledgements, because the other end cannot read what is coded against them.
func (w *window) restart() {
	if w.anyKn {
		w.anyKn, w.since = false, w.newest+1
	}
}

// answer chooses the sample to acknowledge: the newest that has not been, among those before the newest one.
func (w *window) answer() (seq uint64, ok bool) {
	if !w.any {
		return 0, false
	}
	for back := uint64(0); back < 64 && back <= w.newest; back++ {
		if s := &w.slots[(w.newest-back)%history]; s.used && !s.known && s.seq == w.newest-back {
			s.known = true
			return s.seq, true
		}
	}
	return w.newest, true
}

// widen finds the number nearest to near whose lowest 12 bits are low.
func widen(low uint16, near uint64) uint64 {
	const span = 1 << 12
	seq := near&^(span-1) | uint64(low)
	switch {
	case seq > near && seq-near > span/2 && seq >= span:
		return seq - span
	case seq < near && near-seq >= span/2:
		return seq + span
	}
	return seq
}
