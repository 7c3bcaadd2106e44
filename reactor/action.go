package reactor

import (
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"
)

type triggerKind uint8

const (
	startupTrigger triggerKind = iota
	shutdownTrigger
	resetTrigger
	timerTrigger
	logicalTrigger
	physicalTrigger
	lineTrigger // the delay line of a connection
)

// trigger is a source of events. Rare parts are behind pointers; the typed parts of actions and delay lines are behind
// the queue's interface store.
type trigger struct {
	kind    triggerKind
	present bool
	active  bool // whether its modes are
	id      int32
	owner   *Reactor
	cell    *cell // its owner's
	e       *Enclave
	*queue         // its events with their values; nil for timers and built-ins
	bits    uint64 // bits of the reactions that have declared it and do not share a bit
	down    span   // reactions it triggers
	sched   int32  // the only reaction that may schedule it, or several, or none
	door    int32
	alarm   *alarm // nil when no reaction with a deadline depends on it
	stay    *stay  // nil outside modes
	field   *field
	source  origin
	offset  time.Duration
	period  time.Duration
	overrun Overrun // timers only
	omitted uint64  // total of ticks or values
}

// stay is the state of a trigger that mode switches affect.
type stay struct {
	mode    *Mode
	modes   []*Mode // enclosing modes, innermost first
	started bool    // whether it has been active
	leaving bool    // while modes switch
	renew   bool    // its mode was reset while it was inactive
	due     Tag     // timers and built-ins: the event suspended with a mode, NeverTag for none
	leftAt  Tag     // when the mode was left
}

// queue is the state of an event source with values.
type queue struct {
	vals    store
	mail    mailer    // what other threads have sent; nil for a logical action
	staged  *staged   // the part of mail that does not depend on the type
	line    delayLine // of a delay line
	pend    []pending // in the order of their tags, from head on
	head    int
	delay   time.Duration
	policy  Policy
	spaced  bool
	spacing time.Duration
	last    Tag // the last event accepted
	lastSet bool
	copied  bool      // values are copied with their type's Clone when they enter
	conn    *connBase // of a delay line
	typ     reflect.Type
	refused atomic.Uint64
	param   *ParamInfo              // parameters only
	fed     atomic.Bool             // events come from a source, not from outside
	gate    atomic.Pointer[Enclave] // physical actions only: where other threads find the enclave, once the program is built
	feed    EventSource             // where further events come from
	open    *Receipt                // receipts of pending events whose senders want an answer
	taken   *Receipt                // the current event's

	declined Tag // when a reaction last refused an event; NeverTag for none

	bounds
	posted bool       // on the list of the inbox
	own    bool       // the program alone decides what is in the queue
	sent   uint64     // values that were meant for the queue
	ghosts int        // events in the enclave's queue whose values were dropped
	lost   []Omission // lost by other threads, not in the record yet
	losses []Omission // recorded losses of the run that is replayed, by number
}

// pending is an event of an action or a delay line; its value is in a slot of the typed store.
type pending struct {
	tag    Tag
	slot   int32
	number uint32 // among all values meant for the queue
}

// store holds the values of an event source.
type store interface {
	take(slot int32) // makes the value in slot the current one, and forgets it there
	drop(slot int32) // forgets the value in slot
	current() unsafe.Pointer
	peek(slot int32) unsafe.Pointer
	inject(set func(unsafe.Pointer)) (slot int32) // stores a value that set writes
}

func (r *Reactor) newTrigger(k triggerKind, f *field) *trigger {
	m := r.main
	t := m.timers.new()
	*t = trigger{kind: k, owner: r, cell: r.cell, field: f, door: -1, sched: none, source: m.here}
	if t.source == 0 {
		t.source = m.caller()
	}
	m.triggers = longer(m.triggers, t)
	return t
}

// newQueue makes the trigger of an action with values.
func (r *Reactor) newQueue(k triggerKind, f *field, q *queue) *trigger {
	t := r.newTrigger(k, f)
	q.declined = NeverTag
	t.queue = q
	return t
}

// take makes the value in a slot the current one.
func (t *trigger) take(slot int32) {
	t.vals.take(slot)
	t.left()
	if t.kind == physicalTrigger && t.open != nil {
		t.e.takes(t, slot)
	}
}

// drop forgets the value in a slot.
func (t *trigger) drop(slot int32) {
	t.vals.drop(slot)
	t.left()
	if t.kind == physicalTrigger && t.open != nil {
		t.release(slot).settle(WasReset)
	}
}

// inject takes a value that set writes, and returns its slot.
func (t *trigger) inject(set func(unsafe.Pointer)) int32 {
	if t.kind == physicalTrigger {
		t.staged.in.Add(1)
	}
	return t.vals.inject(set)
}

// left notes that a value from another thread no longer waits.
func (t *trigger) left() {
	if t.kind == physicalTrigger || t.kind == lineTrigger && !t.own && !t.fed.Load() && !t.e.prog.replay {
		t.staged.in.Add(-1)
	}
}

// queued reports whether t's events have values.
func (t *trigger) queued() bool { return t.queue != nil }

// timed reports whether t is a periodic timer.
func (t *trigger) timed() bool { return t.kind == timerTrigger && t.period > 0 }

func (t *trigger) path() string {
	if t.kind == lineTrigger {
		return pathOf(t.conn.to)
	}
	return t.owner.join(t.field.name)
}

// mode is the mode that t was put into.
func (t *trigger) mode() *Mode {
	if t.stay == nil {
		return nil
	}
	return t.stay.mode
}

// modes are the modes around t, innermost first.
func (t *trigger) modes() []*Mode {
	if t.stay == nil {
		return nil
	}
	return t.stay.modes
}

// in puts t into a mode.
func (t *trigger) in(m *Mode) {
	if t.stay == nil {
		t.stay = &stay{due: NeverTag}
	}
	t.stay.mode = m
}

func (t *trigger) triggered(rx *reaction) {
	if t == nil {
		rx.owner.main.fault("undeclared", rx.path(), "use a field of an initialised reactor", "triggered by something that is not declared")
		return
	}
	if m := rx.mode(); m != nil { // for a reaction in a mode these are the mode's startup and reset
		switch t {
		case rx.owner.startup:
			m.StartupTrigger().triggered(rx)
			return
		case rx.owner.resetIn:
			m.ResetTrigger().triggered(rx)
			return
		}
	}
	if t.owner != rx.owner {
		rx.owner.main.fault("scope", rx.path(), "timers and actions trigger only their own reactor's reactions", "cannot be triggered by %s", t.path())
		return
	}
	rx.names(t, triggers)
}

func (t *trigger) usedIn(rx *reaction) {
	if t == nil {
		rx.owner.main.fault("undeclared", rx.path(), "use a field of an initialised reactor", "reads an action that is not declared")
		return
	}
	if t.owner != rx.owner {
		rx.owner.main.fault("scope", rx.path(), "read only your own actions", "cannot read the action %s", t.path())
		return
	}
	rx.names(t, reads)
}

func (t *trigger) affectedBy(rx *reaction) {
	if t == nil {
		rx.owner.main.fault("undeclared", rx.path(), "use a field of an initialised reactor", "schedules an action that is not declared")
		return
	}
	if t.owner != rx.owner {
		rx.owner.main.fault("scope", rx.path(), "schedule only your own actions", "cannot schedule the action %s", t.path())
		return
	}
	rx.names(t, sets)
}

// Timer triggers at an offset from the start and then, when its period is positive, periodically without drift.
// The zero Timer fires once, at the start.
type Timer struct{ t *trigger }

func (t *Timer) declare(r *Reactor, f *field) {
	r.claims(f, "timer")
	t.t = r.newTrigger(timerTrigger, f)
}

func (t *Timer) triggered(rx *reaction) { t.t.triggered(rx) }

// Set gives the timer its offset and period.
func (t *Timer) Set(offset, period time.Duration) {
	t.t.declaring("Set")
	t.t.offset, t.t.period = offset, period
	if offset < 0 || period < 0 {
		t.t.owner.main.fault("time", t.t.path(), "give an offset and a period of 0 or more", "offset %v, period %v", offset, period)
	}
}

// In puts the timer into a mode, whose local time it follows.
func (t *Timer) In(m *Mode) { t.t.putIn(m) }

// declaring panics if a method that configures t is called after the program was built, when it would have no effect or
// race.
func (t *trigger) declaring(what string) {
	switch {
	case t == nil:
		panic("reactor: " + what + " of a timer or action that Init has not declared")
	case t.owner.main.built:
		panic("reactor: " + what + " of " + t.path() + ": the program is built already")
	}
}

func (t *trigger) minDelay(d time.Duration) {
	t.declaring("MinDelay")
	t.delay = d
	if d < 0 {
		t.owner.main.fault("time", t.path(), "give a delay of 0 or more", "a negative minimum delay %v", d)
	}
}

func (t *trigger) minSpacing(d time.Duration, p Policy) {
	t.declaring("MinSpacing")
	t.spacing, t.policy, t.spaced = d, p, true
	if d < 0 {
		t.owner.main.fault("time", t.path(), "give a spacing of 0 or more", "a negative minimum spacing %v", d)
	}
	if p > Replace {
		t.owner.main.fault("queue", t.path(), "give Defer, Drop or Replace", "policy %d is none", p)
	}
}

func (t *trigger) putIn(m *Mode) {
	t.declaring("In")
	if t.in(m); m == nil || m.owner == nil {
		t.in(nil)
		t.owner.main.fault("undeclared", t.path(), "name a field of its own reactor", "is put into a mode that is not declared")
	}
}

// Policy says what happens to an action that is scheduled sooner than its minimum spacing allows.
type Policy uint8

// The policies. Defer moves the event to the earliest tag allowed, Drop discards it, Replace puts the value into
// the event scheduled before it when that is still pending, and defers otherwise.
const (
	Defer Policy = iota
	Drop
	Replace
)

// String gives the policy's name in Lingua Franca.
func (p Policy) String() string { return [...]string{"defer", "drop", "replace"}[p] }

// queueOf is the typed store of a trigger: values in a slab with a free list.
type queueOf[T any] struct {
	value *T // the current one
	slots []T
	free  []int32
	clone func(T) T // nil: an assignment copies a value
}

// own returns the value, or a copy if the sender may still change it.
func (q *queueOf[T]) own(v T) T {
	if q.clone != nil {
		return q.clone(v)
	}
	return v
}

// of gives the queue its trigger, and the place of its current value.
func (q *queueOf[T]) of(t *trigger, value *T) {
	q.value, q.clone = value, cloner[T]()
	t.typ, t.copied = reflect.TypeFor[T](), q.clone != nil
}

func (q *queueOf[T]) put(v T) int32 {
	if n := len(q.free); n > 0 {
		s := q.free[n-1]
		q.free = q.free[:n-1]
		q.slots[s] = v
		return s
	}
	q.slots = append(q.slots, v)
	return int32(len(q.slots) - 1)
}

func (q *queueOf[T]) take(slot int32) {
	*q.value = q.slots[slot]
	q.drop(slot)
}

func (q *queueOf[T]) drop(slot int32) {
	var zero T
	q.slots[slot] = zero
	q.free = append(q.free, slot)
}

func (q *queueOf[T]) current() unsafe.Pointer { return unsafe.Pointer(q.value) }

func (q *queueOf[T]) peek(slot int32) unsafe.Pointer { return unsafe.Pointer(&q.slots[slot]) }

func (q *queueOf[T]) inject(set func(unsafe.Pointer)) int32 {
	var v T
	set(unsafe.Pointer(&v))
	return q.put(v)
}

// action is what logical and physical actions have in common.
type action[T any] struct {
	t     *trigger
	value T // of the current event
}

func (a *action[T]) declared() bool         { return a.t != nil }
func (a *action[T]) triggered(rx *reaction) { a.t.triggered(rx) }
func (a *action[T]) usedIn(rx *reaction)    { a.t.usedIn(rx) }

// MinDelay sets the minimum delay of the action's events.
func (a *action[T]) MinDelay(d time.Duration) { a.t.minDelay(d) }

// MinSpacing sets the minimum time between two events and the policy for an event that comes sooner.
func (a *action[T]) MinSpacing(d time.Duration, p Policy) { a.t.minSpacing(d, p) }

// In puts the action into a mode, whose local time it follows. Events from outside that arrive while the mode is inactive
// are refused.
func (a *action[T]) In(m *Mode) { a.t.putIn(m) }

// Present reports whether the action triggered at the current tag. Only a reaction that declared the action with On
// or Uses may read it, and an Observer during AtTag: anything else panics.
func (a *action[T]) Present() bool {
	if t := a.t; t.cell.runs&t.bits == 0 {
		t.checkReader()
	}
	return a.t.present
}

// Get returns the value of the current event, or the zero value when the action is absent. The rules of Present apply.
func (a *action[T]) Get() T {
	if t := a.t; t.cell.runs&t.bits == 0 {
		t.checkReader()
	}
	if a.t.present {
		return a.value
	}
	var zero T
	return zero
}

// Action is a logical action: reactions of its own reactor schedule it, for later or for the next microstep.
type Action[T any] struct {
	action[T]
	q queueOf[T]
}

func (a *Action[T]) declare(r *Reactor, f *field) {
	r.claims(f, "action")
	a.t = r.newQueue(logicalTrigger, f, &queue{vals: &a.q})
	a.q.of(a.t, &a.value)
}

func (a *Action[T]) affectedBy(rx *reaction) { a.t.affectedBy(rx) }

// Schedule schedules an event with value v at the current tag plus the minimum delay plus extra, at the next
// microstep when both are 0. It reports false when the spacing policy drops the event, the queue has no room for it, or
// the action's mode is not active; an event after the end of the program is treated like any other but never happens.
// Only a reaction that declared the action with Sets may call it. A value that shares memory is copied with its Clone
// method, unless it is Immutable.
func (a *Action[T]) Schedule(v T, extra time.Duration) bool {
	t := a.t
	if t == nil {
		panic("reactor: an action is scheduled that Init has not declared")
	}
	w := t.cell.w
	if w.cur != t.sched {
		t.checkScheduler(w)
	}
	if extra < 0 {
		panic("reactor: action " + t.path() + " is scheduled with a negative delay")
	}
	e := t.e
	if !t.active {
		t.refused.Add(1)
		return false
	}
	tag := e.soon
	if d := t.delay + extra; d > 0 {
		tag = e.tag.After(d)
	}
	p, how := t.place(tag, e.soon)
	switch how {
	case refuse:
		return false
	case swap:
		a.q.slots[p.slot] = a.q.own(v)
		return true
	}
	p.slot = a.q.put(a.q.own(v))
	w.schedule(p.tag, t)
	return true
}

func (t *trigger) checkScheduler(w *worker) {
	if w.cur < 0 {
		panic("reactor: action " + t.path() + " is scheduled outside of a reaction that declares it with Sets")
	}
	if rx := w.e.prog.reactions[w.cur]; !rx.has(t, sets) {
		panic("reactor: action " + t.path() + " is scheduled by reaction " + rx.path() + ", which does not declare it with Sets")
	}
}
