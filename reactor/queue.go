package reactor

// event is a trigger's firing at a later tag; four of them fill a cache line.
type event struct {
	time      Time
	microstep uint32
	trig      int32
}

func eventAt(tag Tag, t *trigger) event { return event{tag.Time, tag.Microstep, t.id} }

func (a event) tag() Tag { return Tag{a.time, a.microstep} }

func (a event) before(b event) bool {
	return a.time < b.time || a.time == b.time && a.microstep < b.microstep
}

// eventHeap is a 4-ary heap by tag. Events of one tag come out in any order; only levels determine the order
// within a tag.
type eventHeap []event

func (h *eventHeap) push(ev event) {
	*h = append(*h, ev)
	a := *h
	i := len(a) - 1
	for i > 0 {
		p := (i - 1) >> 2
		if !ev.before(a[p]) {
			break
		}
		a[i] = a[p]
		i = p
	}
	a[i] = ev
}

// pop removes the first event.
func (h *eventHeap) pop() {
	a := *h
	n := len(a) - 1
	last := a[n]
	*h = a[:n]
	if n > 0 {
		a[:n].down(0, last)
	}
}

// replace puts ev in the place of the first event.
func (h eventHeap) replace(ev event) { h.down(0, ev) }

// down moves ev down from place i, whose event it replaces.
func (h eventHeap) down(i int, ev event) {
	n := len(h)
	for {
		c := i<<2 + 1
		if c >= n {
			break
		}
		best := c
		for k := c + 1; k < min(c+4, n); k++ {
			if h[k].before(h[best]) {
				best = k
			}
		}
		if !h[best].before(ev) {
			break
		}
		h[i] = h[best]
		i = best
	}
	h[i] = ev
}

// init makes a heap of events in any order.
func (h eventHeap) init() {
	for i := (len(h) - 2) >> 2; i >= 0 && len(h) > 1; i-- {
		h.down(i, h[i])
	}
}
