package reactor

import (
	"fmt"
	"sort"
)

// Overflow says what happens when the queue of an action is full, or that of a connection that is delayed, physical or
// leads to another enclave.
type Overflow uint8

// The policies. DropNewest refuses the new value, DropOldest makes room for it; both are counted, recorded and
// reported. StopOnOverflow ends the program with an OverflowError. By default a physical action refuses an event when
// there is no room; a physical connection or one between enclaves drops its oldest value; and the queue of a logical
// action or a delay within an enclave, which the program alone fills, ends the program, at the same tag in every run.
const (
	byKind Overflow = iota
	DropNewest
	DropOldest
	StopOnOverflow
)

// String names the policy.
func (o Overflow) String() string {
	return [...]string{"default", "drop newest", "drop oldest", "stop"}[o]
}

// The default capacities: DefaultCapacity if the pace of another thread decides how many values wait (physical actions
// and connections, connections between enclaves), OwnCapacity if the program alone decides.
const (
	DefaultCapacity = 1024
	OwnCapacity     = 1 << 16
)

// bounds are the size of a queue and what happens when it is full. A capacity of 0 means the default.
type bounds struct {
	capacity int
	overflow Overflow
	given    bool // whether Capacity has been called
}

// OverflowError reports the overflow of a queue that must not overflow.
type OverflowError struct {
	Path     string
	Capacity int
}

// Error names the queue and what to do.
func (e OverflowError) Error() string {
	return fmt.Sprintf("reactor: the queue of %s is full: %d values wait; send less often, give it a larger Capacity or let it drop values with Overflow",
		e.Path, e.Capacity)
}

// Capacity bounds the number of events that wait. Without it the bound is OwnCapacity, or DefaultCapacity for a
// physical action.
func (a *action[T]) Capacity(n int) { a.t.bound(n) }

// Overflow says what happens when the queue is full. Without it the program ends with an OverflowError; events of a
// physical action that find no room are refused.
func (a *action[T]) Overflow(o Overflow) { a.t.overflows(o) }

func (t *trigger) bound(n int) {
	t.declaring("Capacity")
	t.capacity, t.given = n, true
}

func (t *trigger) overflows(o Overflow) {
	t.declaring("Overflow")
	t.overflow = o
}

// Capacity bounds the number of values under way, including those that wait only because of the delay. Without it the
// bound is OwnCapacity within an enclave, DefaultCapacity between two and for physical connections. While the receiver
// is busy with a tag, as many more may wait outside its queue.
func (c Connection) Capacity(n int) Connection {
	c.each(func(b *connBase) {
		b.declaring("Capacity")
		b.own()
		b.capacity, b.given = n, true
	})
	return c
}

// Overflow says what happens when there are too many values. By default a connection within an enclave ends the
// program with an OverflowError, and one that is physical or leads to another enclave drops the oldest value.
func (c Connection) Overflow(o Overflow) Connection {
	c.each(func(b *connBase) {
		b.declaring("Overflow")
		b.own()
		b.overflow = o
	})
	return c
}

// checkBounds sets every queue's capacity and reports invalid ones.
func (p *Program) checkBounds() {
	for _, t := range p.triggers {
		if !t.queued() {
			continue
		}
		if t.given && t.capacity < 1 {
			p.main.faultAt("queue", t.source, t.path(), "give room for one value at least", "has a queue of capacity %d", t.capacity)
		}
		t.own = t.determined()
		if !t.given {
			t.capacity = DefaultCapacity
			if t.own {
				t.capacity = OwnCapacity
			}
		}
		if t.overflow == byKind {
			switch {
			case t.own:
				t.overflow = StopOnOverflow
			case t.kind == physicalTrigger:
				t.overflow = DropNewest
			default:
				t.overflow = DropOldest
			}
		}
	}
	for _, c := range p.main.conns {
		b := c.base()
		if (b.given || b.overflow != byKind) && !b.delayed && !b.physical && !b.cut {
			p.main.faultAt("queue", b.source, pathOf(b.from), "leave out Capacity and Overflow, or add After", "the connection to %s has no delay and so no queue", pathOf(b.to))
		}
	}
}

// determined reports whether the program alone decides what is in the queue at any tag.
func (t *trigger) determined() bool {
	if t.kind == lineTrigger {
		return !t.conn.physical && !t.conn.cut && t.conn.from.owner.enclave == t.conn.to.owner.enclave
	}
	return t.kind == logicalTrigger
}

// room makes room for one more value in a queue that is full and that the program alone fills; ok is false when the
// value must be dropped. gone is the tag of the value dropped instead, NeverTag for none.
func (t *trigger) room() (gone Tag, ok bool) {
	q := t.queue
	number := q.sent
	q.sent++
	w := t.e.workers[0]
	if t.kind == logicalTrigger {
		w = t.cell.w
	}
	switch q.overflow {
	case DropOldest:
		gone = q.pend[q.head].tag
		w.omit(t.dropHead())
		return gone, true
	case DropNewest:
		w.omit(Omission{Kind: Lost, Source: t.id, First: number, N: 1})
		q.refused.Add(1)
		return NeverTag, false
	}
	panic(OverflowError{t.path(), q.capacity})
}

// dropHead drops the earliest pending event. Its entry in the enclave's queue is cleared when its turn comes.
func (t *trigger) dropHead() Omission {
	o := Omission{Kind: Lost, Source: t.id, First: t.sent - uint64(uint32(t.sent)-t.pend[t.head].number), N: 1}
	t.release(t.pend[t.head].slot).settle(IsFull)
	t.drop(t.pend[t.head].slot)
	if t.head++; t.head == len(t.pend) {
		t.pend, t.head = t.pend[:0], 0
	}
	t.ghosts++
	t.e.ghosts.Add(1)
	if t.alarm != nil {
		t.rearm(t.e.tag)
	}
	return o
}

// ghost reports whether the event of t at tag has been dropped, so that only its entry in the enclave's queue is left.
func (t *trigger) ghost(tag Tag) bool {
	if t.queue == nil || t.ghosts == 0 || t.head < len(t.pend) && t.pend[t.head].tag == tag {
		return false
	}
	t.ghosts--
	t.e.ghosts.Add(-1)
	return true
}

// clearGhosts clears entries at the head of the queue whose events were dropped.
func (e *Enclave) clearGhosts() {
	for len(e.heap) > 0 && e.first(e.heap[0]).ghost(e.heap[0].tag()) {
		e.heap.pop()
	}
	kept := e.next[:0]
	for _, t := range e.next {
		if !t.ghost(e.soon) {
			kept = append(kept, t)
		}
	}
	e.next = kept
}

// admit decides under the inbox's lock what happens to another thread's value when the queue is full. It reports false
// when the value must be dropped.
func (s *staged) admit(e *Enclave, t *trigger) bool {
	number := t.sent
	t.sent++
	if e.prog.replay && t.kind == lineTrigger && !t.conn.physical {
		return !t.losesAgain(number)
	}
	if int(s.in.Load()) < t.capacity {
		return true
	}
	switch t.overflow {
	case DropOldest:
		if len(s.tags)-s.head >= t.capacity { // the receiver drops the rest from its own queue
			t.lose(e, s.tags[s.head].number)
			s.tags[s.head].receipt.settle(IsFull)
			s.tags[s.head].receipt = nil
			s.head++
			s.in.Add(-1)
		}
		return true
	case StopOnOverflow:
		e.inbox.over = t
	}
	t.lose(e, number)
	return false
}

// lose notes a value that found no room, for the receiver's record.
func (t *trigger) lose(e *Enclave, number uint64) {
	e.inbox.post(t)
	if n := len(t.lost); n > 0 && t.lost[n-1].First+t.lost[n-1].N == number {
		t.lost[n-1].N++
		return
	}
	t.lost = append(t.lost, Omission{Kind: Lost, Source: t.id, First: number, N: 1})
}

// losesAgain reports whether a value was lost in the recorded run.
func (t *trigger) losesAgain(number uint64) bool {
	i := sort.Search(len(t.losses), func(i int) bool { return number < t.losses[i].First+t.losses[i].N })
	return i < len(t.losses) && t.losses[i].First <= number
}

// trim drops the oldest values beyond the capacity, once all are in the receiver's own queue.
func (t *trigger) trim() {
	w := t.e.workers[0]
	for _, o := range t.lost {
		w.omit(o)
	}
	t.lost = t.lost[:0]
	if t.overflow != DropOldest || t.e.prog.replay {
		return
	}
	for n := len(t.pend) - t.head; n > t.capacity; n-- {
		w.omit(t.dropHead())
	}
}
