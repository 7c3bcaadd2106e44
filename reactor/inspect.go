package reactor

import (
	"cmp"
	"fmt"
	"math/bits"
	"reflect"
	"sort"
	"unsafe"
)

// Pop takes the next reaction that is ready at the current tag and returns its place in the run order, for Invoke. It
// is for callers that run a tag reaction by reaction instead of calling RunLevels. ok is false when the tag has no
// more.
func (e *Enclave) Pop() (place int32, ok bool) {
	place, ok = e.Peek()
	if ok {
		e.ready[place>>6] &^= 1 << (place & 63)
	}
	return place, ok
}

// Peek returns what Pop would return, without taking it.
func (e *Enclave) Peek() (place int32, ok bool) {
	for d := range e.dirty {
		for e.dirty[d] != 0 {
			i := d<<6 + bits.TrailingZeros64(e.dirty[d])
			if m := e.ready[i] & e.enabled[i]; m != 0 {
				return int32(i<<6 + bits.TrailingZeros64(m)), true
			}
			e.ready[i] = 0 // the rest is disabled
			e.dirty[d] &^= 1 << (i & 63)
		}
	}
	e.workers[0].cur = -1
	return 0, false
}

// Reaction returns the id of the reaction at a place of the run order.
func (e *Enclave) Reaction(place int32) int32 { return e.run[place].id }

// Misses lists the reactions of the open tag that have been late so far. The slice is valid until the tag continues.
func (e *Enclave) Misses() []int32 { return e.workers[0].misses }

// Asked lists the doors of the devices that reactions of the open tag have used so far. The slice is valid until the
// tag continues.
func (e *Enclave) Asked() []int32 { return e.workers[0].devices }

// FinishTag must follow End when a caller runs tags itself: it reconciles the stop tags of several enclaves.
func (p *Program) FinishTag() {
	if len(p.Enclaves) > 1 {
		p.spreadStop()
	}
}

// QueuedEvent is an event that waits for its tag.
type QueuedEvent struct {
	Enclave int
	Tag     Tag
	Path    string // path of the timer, action or receiving port
	Kind    string
	Type    reflect.Type   // nil for timers and built-in triggers
	Value   unsafe.Pointer // valid until the event is taken
}

// Queue lists all pending events by tag, except mail that has not been collected. It must not be called while another
// thread runs a tag.
func (p *Program) Queue() []QueuedEvent {
	var all []QueuedEvent
	for _, e := range p.Enclaves {
		due := func(t *trigger, tag Tag) {
			if !t.queued() {
				all = append(all, QueuedEvent{e.ID, tag, t.path(), t.kindName(), nil, nil})
			}
		}
		for _, t := range e.next {
			due(t, e.soon)
		}
		for _, ev := range e.heap {
			e.members(ev, func(t *trigger) { due(t, ev.tag()) })
		}
		for _, t := range e.triggers {
			if !t.queued() {
				continue
			}
			for _, x := range t.pend[t.head:] {
				all = append(all, QueuedEvent{e.ID, x.tag, t.path(), t.kindName(), t.typ, t.vals.peek(x.slot)})
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return cmp.Or(a.Tag.Compare(b.Tag), cmp.Compare(a.Enclave, b.Enclave), cmp.Compare(a.Path, b.Path)) < 0
	})
	return all
}

func (t *trigger) kindName() string {
	if t.queued() && t.param != nil {
		return "parameter"
	}
	return [...]string{"startup", "shutdown", "reset", "timer", "action", "physical action", "connection"}[t.kind]
}

// ModeState says whether a mode is its reactor's current one.
type ModeState struct {
	Reactor, Mode string
	Active        bool
}

// Modes lists all modes.
func (p *Program) Modes() []ModeState {
	var all []ModeState
	for _, r := range p.main.reactors {
		for _, m := range r.modes {
			all = append(all, ModeState{r.path(), m.name, r.current == m})
		}
	}
	return all
}

// Present reports whether a port has a value at the current tag of its enclave.
func (p *Program) Present(port int) bool { return p.ports[port].root.present }

// Force sets a port at the current tag, as if its writer had done so. Call it between Begin and End, while no reaction
// runs. Readers that have not run yet see the value. From then on the run differs from what the program alone would
// have done.
func (p *Program) Force(port int, set func(v unsafe.Pointer)) error {
	pt := p.ports[port].root
	e := p.Enclaves[pt.owner.enclave]
	if !e.open {
		return fmt.Errorf("reactor: %s cannot be set between tags: step to the reaction before which it is to be set", pathOf(pt))
	}
	set(valueOf(pt))
	if !pt.present {
		pt.present = true
		e.workers[0].marked(pt)
	}
	return nil
}

// State returns pointers to everything in the program that changes while it runs: the program itself and the reactors'
// structs.
func (p *Program) State() []any {
	all := []any{p}
	for _, r := range p.main.reactors {
		if r.kind != nil {
			all = append(all, r.value())
		}
	}
	return all
}
