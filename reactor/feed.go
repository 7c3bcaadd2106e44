package reactor

import (
	"fmt"
	"slices"
	"unsafe"
)

// EventSource feeds a physical action, a physical connection or a mock with events from elsewhere: a recording, a
// table, a script.
type EventSource interface {
	// Next writes the next event's value to v, a pointer to a value of the door's type, and returns its tag. Tags rise;
	// a tag that does not is moved to the next microstep. ok is false when there are no more.
	Next(v unsafe.Pointer) (tag Tag, ok bool)
}

// DeviceSource replaces a sensor, or an actuator's answers.
type DeviceSource interface {
	// Answer writes the device's answer at tag to v, a pointer to a value of the door's type. It is called at rising
	// tags. ok is false when there is no answer: the reaction that used the device then fails with a ReplayError.
	Answer(tag Tag, v unsafe.Pointer) (ok bool)
}

// FeedEvents makes the events of s come through a door instead of those from outside, which are ignored. It must be
// called before Start. It reads s one event ahead.
func (p *Program) FeedEvents(door int, s EventSource) error {
	d := &p.doors[door]
	if d.trig == nil {
		return fmt.Errorf("reactor: %s is a %s: it is asked, not sent events; feed it with FeedDevice", d.Path, d.Kind)
	}
	d.trig.fed.Store(true)
	d.trig.feed = s
	d.trig.pull()
	return nil
}

// FeedDevice makes s answer instead of a sensor or actuator, which is not called. It must be called before Start.
func (p *Program) FeedDevice(door int, s DeviceSource) error {
	d := &p.doors[door]
	if d.device == nil {
		return fmt.Errorf("reactor: %s is a %s: it is sent events, not asked; feed it with FeedEvents", d.Path, d.Kind)
	}
	d.device.feed = s
	return nil
}

// pull takes the next event from the trigger's source.
func (t *trigger) pull() {
	if t.feed == nil {
		return
	}
	var tag Tag
	var ok bool
	slot := t.inject(func(v unsafe.Pointer) { tag, ok = t.feed.Next(v) })
	if !ok {
		t.drop(slot)
		t.feed = nil
		return
	}
	if t.e.started {
		tag = later(tag, t.e.soon)
	}
	t.pend = append(t.pend, pending{tag: tag, slot: slot})
	t.e.enqueue(tag, t)
}

// Offer schedules an event of a physical action, a parameter or a connection from elsewhere; set writes the value. Any
// thread may call it. It reports false when the door does not take the event: it is of another kind or fed by a source,
// its queue is full, its mode is inactive, or the program is over.
func (p *Program) Offer(door int, set func(v unsafe.Pointer)) bool {
	return p.offer(door, set, nil) == ""
}

func (p *Program) offer(door int, set func(v unsafe.Pointer), r *Receipt) Refusal {
	t := p.doors[door].trig
	switch {
	case t == nil || t.mail == nil:
		return NotADoor
	case p.replay:
		return InReplay
	case t.fed.Load():
		return IsFed
	case t.kind == lineTrigger && !t.conn.remote: // only connections from another process take offers
		return NotADoor
	}
	return t.mail.offer(t, set, r)
}

// Without leaves an enclave out of the run; what it would send through physical connections must come from a source, as
// in a replay. It must be called before Start.
func (p *Program) Without(enclave string) error {
	for id, e := range p.Enclaves {
		if e.Name != enclave {
			continue
		}
		if id == 0 {
			return fmt.Errorf("reactor: the main enclave %s cannot be left out", enclave)
		}
		for _, c := range p.main.conns {
			b := c.base()
			if int(b.from.owner.enclave) == id && int(b.to.owner.enclave) != id && !b.physical && !b.cut {
				return fmt.Errorf("reactor: enclave %s cannot be left out: %s waits for %s; cut that connection and feed it", enclave, pathOf(b.to), pathOf(b.from))
			}
		}
		e.finish()
		return nil
	}
	return fmt.Errorf("reactor: there is no enclave %s to leave out", enclave)
}

// setApart makes the reactors named, with all they contain, enclaves of their own, and connections across their borders
// physical.
func (p *Program) setApart(paths []string) {
	if len(paths) == 0 {
		return
	}
	apart := map[*Reactor]bool{}
	for _, path := range paths {
		i := slices.IndexFunc(p.main.reactors, func(r *Reactor) bool { return r.parent != nil && r.path() == path })
		if i < 0 {
			p.main.faultAt("elsewhere", 0, path, "name a reactor of the program, as `sinew graph` draws them", "is to run in another process, and there is no such reactor")
			continue
		}
		p.main.reactors[i].isolated = true
		apart[p.main.reactors[i]] = true
	}
	part := func(r *Reactor) *Reactor {
		for r != nil && !apart[r] {
			r = r.parent
		}
		return r
	}
	for _, c := range p.main.conns {
		b := c.base()
		if from := part(b.from.owner); from != part(b.to.owner) {
			b.physical, b.remote = true, from != nil
		}
	}
}

// cut marks the connections into the ports named.
func (p *Program) cut(ports []string) {
	for _, path := range ports {
		found := false
		for _, c := range p.main.conns {
			if b := c.base(); pathOf(b.to) == path {
				b.cut, found = true, true
			}
		}
		if !found {
			p.main.faultAt("mock", 0, path, "name an input port that something is connected to, as `sinew graph --ports` lists them",
				"is to be mocked, and no connection leads to it")
		}
	}
}
