package reactor

// The decisions of place.
type placing uint8

const (
	insert placing = iota
	swap
	refuse
)

// place finds the tag for an event meant for tag (Lingua Franca's rules for schedule, in their order) and enters
// it into the pending list; soon is the earliest tag possible. swap means that the returned pending event takes the
// new value. Events after the end of the program are entered like all others, because a run does not know its end
// as early as its replay does.
func (t *trigger) place(tag, soon Tag) (*pending, placing) {
	q := t.queue
	if q.spaced {
		p, how := t.space(&tag, soon)
		if how != insert {
			return p, how
		}
	}
	if q.own && len(q.pend)-q.head < q.capacity {
		q.sent++
	} else if q.own {
		gone, ok := t.room()
		if !ok {
			return nil, refuse
		}
		if gone.Time == tag.Time && !gone.Before(tag) { // the later event does not take the tag of the earlier one
			tag = gone.After(0)
		}
	}
	at := len(q.pend)
	if at == 0 { // the usual case
		q.pend = append(q.pend, pending{tag: tag, number: uint32(q.sent - 1)})
		q.last, q.lastSet = tag, true
		return &q.pend[0], insert
	}
	for at > q.head && !q.pend[at-1].tag.Before(tag) {
		at--
	}
	for at < len(q.pend) && q.pend[at].tag == tag { // an action has one event at a tag: the later one moves on
		tag = tag.After(0)
		at++
	}
	q.last, q.lastSet = tag, true
	if q.head > 0 && len(q.pend) == cap(q.pend) {
		q.pend = q.pend[:copy(q.pend, q.pend[q.head:])]
		at, q.head = at-q.head, 0
	}
	q.pend = append(q.pend, pending{tag: tag, number: uint32(q.sent - 1)})
	if last := len(q.pend) - 1; at < last {
		copy(q.pend[at+1:], q.pend[at:last])
		q.pend[at] = pending{tag: tag, number: uint32(q.sent - 1)}
	}
	return &q.pend[at], insert
}

// space applies the minimum spacing: it may move tag, or decide.
func (t *trigger) space(tag *Tag, soon Tag) (*pending, placing) {
	if !t.lastSet || !t.last.Before(*tag) && t.spacing == 0 {
		if t.lastSet {
			return t.early(tag, soon)
		}
		return nil, insert
	}
	if t.last.Time.Add(t.spacing) > tag.Time {
		return t.early(tag, soon)
	}
	return nil, insert
}

// early decides what happens to an event that comes too soon.
func (t *trigger) early(tag *Tag, soon Tag) (*pending, placing) {
	switch t.policy {
	case Drop:
		t.refused.Add(1)
		return nil, refuse
	case Replace:
		if p := t.find(t.last); p != nil {
			return p, swap
		}
	}
	if t.spacing == 0 {
		*tag = later(t.last.After(0), soon)
	} else {
		*tag = later(Tag{t.last.Time.Add(t.spacing), 0}, soon)
	}
	return nil, insert
}

func later(a, b Tag) Tag {
	if a.Before(b) {
		return b
	}
	return a
}

func (t *trigger) find(tag Tag) *pending {
	for i := len(t.pend) - 1; i >= t.head; i-- {
		if t.pend[i].tag == tag {
			return &t.pend[i]
		}
	}
	return nil
}

// forget drops all pending events.
func (t *trigger) forget() {
	if t.stay != nil {
		t.stay.due = NeverTag
	}
	if !t.queued() {
		return
	}
	for _, p := range t.pend[t.head:] {
		t.drop(p.slot)
	}
	t.pend, t.head, t.lastSet = t.pend[:0], 0, false
}
