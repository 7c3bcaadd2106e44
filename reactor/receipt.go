package reactor

import (
	"sync/atomic"
	"unsafe"
)

// Refusal is the reason why an event from outside was not taken.
type Refusal string

// Error returns the reason.
func (r Refusal) Error() string { return string(r) }

// The program's own reasons for refusing events; reactions give theirs with PhysicalAction.Refuse.
const (
	NotADoor Refusal = "only physical actions and parameters take values"
	InReplay Refusal = "a replay takes nothing but what was recorded"
	IsFed    Refusal = "a mock or a recording feeds it"
	IsFull   Refusal = "its queue is full: send less often"
	Inactive Refusal = "its mode is not active"
	TooSoon  Refusal = "it comes sooner after the last one than its minimum spacing allows"
	Replaced Refusal = "a later value has taken its place"
	WasReset Refusal = "its mode was reset before its time had come"
	IsOver   Refusal = "the program is over"
	Panicked Refusal = "the tag that took it was cut short by a panic"
)

// Receipt follows an event that Submit has sent, until the tag that takes it is done or it is clear that none will. Any
// thread may poll it, so that a control cycle need not wake a thread.
type Receipt struct {
	state atomic.Uint32
	due   Tag // once it is scheduled
	at    Tag // once taken
	why   Refusal
	slot  int32    // slot of the value in its trigger's store
	by    *trigger // the trigger that has taken it
	next  *Receipt
}

// The states of a receipt.
const (
	isUnderWay uint32 = iota
	isScheduled
	isSettled
)

// Due returns the tag that is to take the event; ok is false while that is not known.
func (r *Receipt) Due() (tag Tag, ok bool) {
	if r.state.Load() == isUnderWay {
		return Tag{}, false
	}
	return r.due, true
}

// Outcome returns the outcome of the event; done is false while it is open. The tag is the one that took the event, and
// has run to its end. A Refusal says that no tag has taken the event, or that the program does not do what it asks.
func (r *Receipt) Outcome() (tag Tag, err error, done bool) {
	switch {
	case r.state.Load() != isSettled:
		return Tag{}, nil, false
	case r.why != "":
		return r.at, r.why, true
	}
	return r.at, nil, true
}

// settle sets the outcome. The program does not touch the receipt afterwards.
func (r *Receipt) settle(why Refusal) {
	if r == nil {
		return
	}
	r.next, r.by = nil, nil
	if r.why == "" {
		r.why = why
	}
	r.state.Store(isSettled)
}

// follow makes r wait for the pending event p.
func (t *trigger) follow(r *Receipt, p *pending) {
	if r == nil {
		return
	}
	r.due, r.slot, r.next, t.open = p.tag, p.slot, t.open, r
	r.state.Store(isScheduled)
}

// release removes the receipt of the value in a slot from the list of open ones and returns it, or nil if there is
// none.
func (t *trigger) release(slot int32) *Receipt {
	for at := &t.open; *at != nil; at = &(*at).next {
		if r := *at; r.slot == slot {
			*at, r.next = r.next, nil
			return r
		}
	}
	return nil
}

// takes notes that the enclave's tag has taken the value in a slot.
func (e *Enclave) takes(t *trigger, slot int32) {
	if r := t.release(slot); r != nil {
		r.at, r.by, r.next = e.tag, t, e.taken
		e.taken, t.taken = r, r
	}
}

// acknowledge answers for the events that the tag has taken.
func (e *Enclave) acknowledge(why Refusal) {
	for r := e.taken; r != nil; {
		next := r.next
		r.by.taken = nil
		r.settle(why)
		r = next
	}
	e.taken = nil
}

// disown answers for the events that no tag will take because the program is over. The inbox is locked and closed.
func (e *Enclave) disown() {
	for _, t := range e.inbox.full {
		t.staged.disown()
	}
	for _, t := range e.triggers {
		if !t.queued() {
			continue
		}
		for r := t.open; r != nil; {
			next := r.next
			r.settle(IsOver)
			r = next
		}
		t.open = nil
	}
}

// disown answers for the events that have not been collected.
func (s *staged) disown() {
	for i := range s.tags {
		s.tags[i].receipt.settle(IsOver)
		s.tags[i].receipt = nil
	}
}

// Submit is Offer with an answer: the receipt shows when the event was taken, or why it was not. Any thread may call
// it.
func (p *Program) Submit(door int, set func(v unsafe.Pointer)) *Receipt {
	r := &Receipt{}
	if why := p.offer(door, set, r); why != "" {
		r.settle(why)
	}
	return r
}

// Refuse states that the program does not do what the current event asks for: the receipt of its Program.Submit gets
// the reason why, and Door.Refused tells observers. It has no other effect. Only a reaction that the action triggers
// may call it.
func (a *PhysicalAction[T]) Refuse(why string) {
	if a.t.present {
		a.t.declined = a.t.e.tag
	}
	if r := a.t.taken; r != nil && a.t.present && r.why == "" {
		r.why = Refusal(why)
	}
}

// Refused reports whether a reaction has refused what came through the door at the current tag. Only an Observer may
// call it, during AtTag.
func (d *Door) Refused() bool {
	return d.trig != nil && d.trig.queued() && d.trig.present && d.trig.declined == d.trig.e.tag
}
