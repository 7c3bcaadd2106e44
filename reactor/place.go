package reactor

// What place decides.
type placing uint8

const (
	insert placing = iota
	swap
	refuse
)

// place finds the tag for an event meant for tag (Lingua Franca's rules for schedule, in their order) and enters
// it into the pending list; soon is the earliest tag possible. swap means that the pending event returned takes the
// new value. What falls behind the end of the program is entered like the rest, since a run does not know its end as
// early as its replay does.
func (t *trigger) place(tag, soon Tag) (*pending, placing) {
	if t.spaced {
		p, how := t.space(&tag, soon)
		if how != insert {
			return p, how
		}
	}
	if t.own {
		gone, ok := t.room()
		if !ok {
			return nil, refuse
		}
		if gone.Time == tag.Time && !gone.Before(tag) { // the later one does not take the tag of the one before it
			tag = gone.After(0)
		}
	}
	at := len(t.pend)
	if at == 0 { // the usual case
		t.pend = append(t.pend, pending{tag: tag, number: uint32(t.sent - 1)})
		t.last, t.lastSet = tag, true
		return &t.pend[0], insert
	}
	for at > t.head && !t.pend[at-1].tag.Before(tag) {
		at--
	}
	for at < len(t.pend) && t.pend[at].tag == tag { // one event of an action at a tag: the later one moves on
		tag = tag.After(0)
		at++
	}
	t.last, t.lastSet = tag, true
	if t.head > 0 && len(t.pend) == cap(t.pend) {
		t.pend = t.pend[:copy(t.pend, t.pend[t.head:])]
		at, t.head = at-t.head, 0
	}
	t.pend = append(t.pend, pending{tag: tag, number: uint32(t.sent - 1)})
	if last := len(t.pend) - 1; at < last {
		copy(t.pend[at+1:], t.pend[at:last])
		t.pend[at] = pending{tag: tag, number: uint32(t.sent - 1)}
	}
	return &t.pend[at], insert
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

// early decides what becomes of an event that comes too soon.
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

// pop removes the earliest pending event and makes its value current.
func (t *trigger) pop() {
	slot := t.pend[t.head].slot
	t.head++
	if t.head == len(t.pend) {
		t.pend, t.head = t.pend[:0], 0
	}
	t.vals.take(slot)
}

// forget drops all pending events.
func (t *trigger) forget() {
	for _, p := range t.pend[t.head:] {
		t.vals.drop(p.slot)
	}
	t.pend, t.head = t.pend[:0], 0
	t.due, t.lastSet = NeverTag, false
}
