package chart

import "fmt"

// Event is the number of an event's name in one machine.
type Event int32

const noEvent Event = -1

// The events that every machine knows.
const (
	EventInit     Event = iota // e_init_fsm, the first one
	EventError                 // e_error: a body failed
	EventOverflow              // e_overflow: the queue was full, and events were lost
)

// names are the events' names: those known when the machine is built, followed by a fixed number of slots for others,
// which they occupy while they are queued or handled.
type names struct {
	known  []string // with room for merged ones
	byName map[string]Event
	room   int // capacity of known
	slots  []slot
	next   int // slot to try first
}

// slot holds a name that is not known.
type slot struct {
	name []byte
	uses int // in the queue and among the step's events
}

func newNames(room, slots, length int) names {
	n := names{known: make([]string, 0, room), byName: make(map[string]Event, room), slots: make([]slot, slots), room: room}
	bytes := make([]byte, slots*length)
	for i := range n.slots {
		n.slots[i].name = bytes[i*length : i*length : (i+1)*length]
	}
	for _, e := range [...]string{"e_init_fsm", "e_error", "e_overflow"} {
		n.fixed(e)
	}
	return n
}

// fixed gives a name a permanent number.
func (n *names) fixed(name string) Event {
	e, ok := n.byName[name]
	if !ok {
		e = Event(len(n.known))
		n.known = append(n.known, name)
		n.byName[name] = e
	}
	return e
}

// find returns the event with a name: a known one, or a slot's.
func (n *names) find(name string) (Event, bool) {
	if e, ok := n.byName[name]; ok {
		return e, true
	}
	for i := range n.slots {
		if s := &n.slots[i]; s.uses > 0 && string(s.name) == name {
			return Event(n.room + i), true
		}
	}
	return noEvent, false
}

// take finds a name or gives it a free slot. There is always one, because there are more slots than events that can be
// queued and handled.
func (n *names) take(name string) (Event, error) {
	if e, ok := n.find(name); ok {
		return e, nil
	}
	if length := cap(n.slots[0].name); len(name) > length {
		return noEvent, fmt.Errorf("the event's name %.20q… has %d bytes, more than the %d that Config.NameLength allows",
			name, len(name), length)
	}
	for n.slots[n.next].uses > 0 {
		n.next = (n.next + 1) % len(n.slots)
	}
	s := &n.slots[n.next]
	s.name = append(s.name[:0], name...)
	e := Event(n.room + n.next)
	n.next = (n.next + 1) % len(n.slots)
	return e, nil
}

// has reports whether e is the number of a known name, or of a slot in use.
func (n *names) has(e Event) bool {
	if i := int(e) - n.room; i >= 0 {
		return i < len(n.slots) && n.slots[i].uses > 0
	}
	return e >= 0 && int(e) < len(n.known)
}

// use counts how often e occurs in the queue and among a step's events.
func (n *names) use(e Event, by int) {
	if int(e) >= n.room {
		n.slots[int(e)-n.room].uses += by
	}
}

// Event returns the number of a name that the model, Config.Events or the machine itself knows, and whether there is
// one.
func (m *Machine) Event(name string) (Event, bool) {
	e, ok := m.names.byName[name]
	return e, ok
}

// EventName returns an event's name. The name of an event that is not known (see Event) is valid until the event has
// been handled, and reading it allocates.
func (m *Machine) EventName(e Event) string {
	switch {
	case e >= 0 && int(e) < len(m.names.known):
		return m.names.known[e]
	case int(e) >= m.names.room && int(e) < m.names.room+len(m.names.slots):
		return string(m.names.slots[int(e)-m.names.room].name)
	}
	return ""
}

// ErrQueue is returned by Send if the queue is full. The event is lost; e_overflow is queued instead, once, and
// Machine.Lost counts.
var ErrQueue = fmt.Errorf("the chart's queue of events is full: step it more often or give Config.Queue more room")

// Send queues events for the next step.
func (m *Machine) Send(events ...Event) error {
	var err error
	for _, e := range events {
		switch {
		case !m.names.has(e):
			err = fmt.Errorf("%d is the number of no event of this chart", e)
		case !m.enqueue(e):
			err = ErrQueue
		}
	}
	return err
}

// SendName queues an event by its name, known or not. A name that is not known occupies one of Memory.Slots places until
// the event has been handled. The name is copied.
func (m *Machine) SendName(name string) error {
	e, err := m.names.take(name)
	if err == nil && !m.enqueue(e) {
		err = ErrQueue
	}
	return err
}

// enqueue appends an event. The queue's last place is reserved for e_overflow.
func (m *Machine) enqueue(e Event) bool {
	if len(m.queue) < cap(m.queue)-1 {
		m.queue = append(m.queue, e)
		m.names.use(e, 1)
		m.most = max(m.most, len(m.queue))
		return true
	}
	m.lost++
	if len(m.queue) < cap(m.queue) {
		m.queue = append(m.queue, EventOverflow)
	}
	return false
}

// Queued returns the events that wait for the next step. The slice belongs to the machine.
func (m *Machine) Queued() []Event { return m.queue }

// Events returns the events of the present or last step. The slice belongs to the machine.
func (m *Machine) Events() []Event { return m.set }

// Has reports whether e is among the events of the step.
func (m *Machine) Has(e Event) bool { return e >= 0 && int(e) < len(m.seen) && m.seen[e] == m.stamp }

// Lost counts the events that found the queue full since the machine was made.
func (m *Machine) Lost() int { return m.lost }
