package reactor

import (
	"math/bits"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// inbox is where other threads leave events for an enclave: other enclaves of the process over posts, without a lock, and all other
// threads in mailboxes, under the lock.
type inbox struct {
	_       apart
	mail    atomic.Bool   // something has come
	sending atomic.Int32  // senders that have read the clock for a stamp but whose value is not there yet
	come    atomic.Uint64 // a bit for each of the first 64 lines that has something
	_       apart
	further []*atomic.Uint64 // the same for more lines
	lines   []delayLine      // lines with posts
	closed  atomic.Bool      // the enclave is done and takes no more
	wake    func()

	mu     sync.Mutex
	locked atomic.Bool // the fields below have something
	full   []*trigger
	over   *trigger // a queue that overflowed and must not
}

// apart keeps fields that different threads write on different lines of the cache; processors fetch lines of 64 bytes in pairs.
type apart [128]byte

// signals returns the word with the bit for line nth.
func (b *inbox) signals(nth int) *atomic.Uint64 {
	if nth < 64 {
		return &b.come
	}
	return b.further[nth>>6-1]
}

// post puts a trigger on the list of triggers with mail.
func (b *inbox) post(t *trigger) {
	if !t.posted {
		t.posted = true
		b.full = append(b.full, t)
	}
	b.locked.Store(true)
	b.mail.Store(true)
}

// staged is the part of a mailbox that does not depend on the type of its values.
type staged struct {
	tags []stamp
	head int          // the first that has not been dropped
	in   atomic.Int32 // how many wait here and in the enclave's own queue
}

// mailbox is the part of a physical action or a connection that any other thread may write, under the inbox's
// lock, and the queue that the enclave moves it into.
type mailbox[T any] struct {
	staged
	vals []T // the values that tags stamps
	q    queueOf[T]
}

// stamp is when a staged event is to happen; the time Never means the collecting enclave's logical time plus delay.
type stamp struct {
	Tag
	delay   time.Duration
	number  uint64
	receipt *Receipt // nil if nobody waits for an answer
}

// mailer is a mailbox, whatever the type of its values.
type mailer interface {
	// collect moves what was staged into the enclave's own queue. The enclave's thread calls it under the inbox's lock.
	collect(e *Enclave, t *trigger)
	// offer stages a value that set writes.
	offer(t *trigger, set func(v unsafe.Pointer), r *Receipt) Refusal
}

// stage leaves an event in e's inbox; reading the clock under the lock keeps stamps in order. The refusal is empty when
// the event is taken; r, if it is not nil, records the outcome.
func (b *mailbox[T]) stage(e *Enclave, t *trigger, tag Tag, physical bool, d time.Duration, v T, r *Receipt) Refusal {
	if why := b.begin(e, t); why != "" {
		return why
	}
	if b.head > 0 && 2*b.head >= len(b.tags) { // half of the list has been dropped: the rest moves to the front
		n := copy(b.vals, b.vals[b.head:])
		clear(b.vals[n:])
		b.vals, b.tags, b.head = b.vals[:n], b.tags[:copy(b.tags, b.tags[b.head:])], 0
	}
	b.vals = append(b.vals, v)
	b.end(e, t, tag, physical, d, r)
	return ""
}

// begin locks e's inbox for a value that is accepted; otherwise it returns why the value is refused.
func (s *staged) begin(e *Enclave, t *trigger) (why Refusal) {
	e.inbox.mu.Lock()
	switch {
	case e.inbox.closed.Load():
		why = IsOver
	case !s.admit(e, t):
		why = IsFull
	default:
		return ""
	}
	t.refused.Add(1)
	over, wake := e.inbox.over != nil, e.inbox.wake
	e.inbox.mu.Unlock()
	if over && wake != nil {
		wake()
	}
	return why
}

// end stamps the value that was staged last, unlocks the inbox and wakes the enclave's thread.
func (s *staged) end(e *Enclave, t *trigger, tag Tag, physical bool, d time.Duration, r *Receipt) {
	if physical {
		switch now := e.prog.now; {
		case now != nil:
			tag = Tag{max(now(e), tag.Time, 0).Add(d), 0}
		case tag.Time != Never:
			tag = Tag{tag.Time.Add(d), 0}
		}
	}
	s.tags = append(s.tags, stamp{tag, d, t.sent - 1, r})
	s.in.Add(1)
	if t.alarm != nil && tag.Time != Never {
		e.expect(t.alarm, &t.alarm.mailed, tag.Time)
	}
	e.inbox.post(t)
	wake := e.inbox.wake
	e.inbox.mu.Unlock()
	if wake != nil {
		wake()
	}
}

func (b *mailbox[T]) collect(e *Enclave, t *trigger) {
	for i := b.head; i < len(b.tags); i++ {
		switch p, how := b.place(e, t, &b.tags[i]); how {
		case swap:
			b.q.slots[p.slot] = b.vals[i]
		case insert:
			p.slot = b.q.put(b.vals[i])
			t.follow(b.tags[i].receipt, p)
			e.enqueue(p.tag, t)
		}
	}
	clear(b.tags)
	clear(b.vals)
	b.tags, b.vals, b.head = b.tags[:0], b.vals[:0], 0
}

// place finds the place of a staged event among the pending ones.
func (s *staged) place(e *Enclave, t *trigger, st *stamp) (*pending, placing) {
	if !t.active {
		t.refused.Add(1)
		s.in.Add(-1)
		st.receipt.settle(Inactive)
		return nil, refuse
	}
	tag := st.Tag
	if tag.Time == Never { // no physical clock: physical time is the enclave's logical time
		tag = Tag{max(e.tag.Time, 0).Add(st.delay), 0}
	}
	p, how := t.place(later(tag, e.floor), e.floor)
	switch how {
	case refuse:
		s.in.Add(-1)
		st.receipt.settle(TooSoon)
	case swap:
		s.in.Add(-1)
		t.release(p.slot).settle(Replaced)
		t.follow(st.receipt, p)
	case insert:
		p.number = uint32(st.number)
	}
	return p, how
}

func (b *mailbox[T]) offer(t *trigger, set func(v unsafe.Pointer), r *Receipt) Refusal {
	var v T
	set(unsafe.Pointer(&v))
	return b.stage(t.e, t, NeverTag, true, t.delay, b.q.own(v), r)
}

// Quiet reports whether nothing from outside waits for the enclave, and a physical time before which no future event can fall. Any
// thread may call it.
func (e *Enclave) Quiet() (now Time, quiet bool) {
	e.inbox.mu.Lock()
	defer e.inbox.mu.Unlock()
	if e.prog.now != nil {
		now = e.prog.now(e) // before checking for senders: a later sender reads a later time
	}
	if e.inbox.sending.Load() != 0 || e.inbox.mail.Load() {
		return Never, false
	}
	return now, true
}

// collectMail moves everything from the inbox into the event queue.
func (e *Enclave) collectMail() {
	e.inbox.mail.Store(false)
	e.floor = e.lowest()
	for i := 0; i < len(e.inbox.lines); i += 64 {
		for m := e.inbox.signals(i).Swap(0); m != 0; m &= m - 1 {
			e.inbox.lines[i+bits.TrailingZeros64(m)].gather()
		}
	}
	if !e.inbox.locked.Load() {
		return
	}
	e.inbox.mu.Lock()
	e.inbox.locked.Store(false)
	for _, t := range e.inbox.full {
		t.posted = false
		t.mail.collect(e, t)
		t.trim()
		if t.alarm != nil {
			t.alarm.mailed.Store(int64(Forever))
		}
	}
	e.inbox.full = e.inbox.full[:0]
	over := e.inbox.over
	e.inbox.over = nil
	e.inbox.mu.Unlock()
	if over != nil {
		panic(OverflowError{over.path(), over.capacity})
	}
}

// lowest is the earliest tag that an event from outside may get. If one thread drives several enclaves it is no earlier than the
// tag of the furthest; otherwise values that the enclave sends because of the event would reach the others too late. Enclaves on
// threads of their own are kept in order by the clock.
func (e *Enclave) lowest() (tag Tag) {
	if e.started {
		tag = e.soon
	}
	if e.stopped != nil {
		return tag
	}
	for _, x := range e.prog.Enclaves {
		if x != e && x.started && !x.done {
			tag = later(tag, x.tag)
		}
	}
	return tag
}

// PhysicalAction is a door: any thread may schedule it, and the event gets the physical time of the call as its
// tag, plus the minimum delay. Events wait in a bounded queue; events that do not fit are refused and counted.
type PhysicalAction[T any] struct {
	action[T]
	box mailbox[T]
}

func (a *PhysicalAction[T]) declare(r *Reactor, f *field) {
	r.claims(f, "action")
	a.t = r.newQueue(physicalTrigger, f, &queue{vals: &a.box.q, mail: &a.box, staged: &a.box.staged})
	a.box.q.of(a.t, &a.value)
}

// Schedule hands v to the program from any thread. It reports false when the queue is full or the program has not been
// built or is over. In a replay it does nothing; the recorded events are used instead. A thread may call it before the program is
// built.
func (a *PhysicalAction[T]) Schedule(v T, extra time.Duration) bool {
	t := a.t
	if t == nil {
		panic("reactor: an action is scheduled that Init has not declared")
	}
	if extra < 0 {
		panic("reactor: action " + t.path() + " is scheduled with a negative delay")
	}
	e := t.gate.Load()
	if e == nil {
		return false
	}
	if e.prog.replay || t.fed.Load() {
		return true
	}
	return a.box.stage(e, t, NeverTag, true, t.delay+extra, a.box.q.own(v), nil) == ""
}

// Refused counts the events that were not taken: queue full, dropped by policy, mode inactive, program over.
func (a *PhysicalAction[T]) Refused() uint64 { return a.t.refused.Load() }

// deviceBase is the untyped part of sensors and actuators.
type deviceBase struct {
	id      int32 // door id
	owner   *Reactor
	name    string
	typ     reflect.Type // of the answer
	ptr     unsafe.Pointer
	cmd     reflect.Type // of the command, nil for sensors
	cmdPtr  unsafe.Pointer
	at      Tag
	e       *Enclave
	replays []Tag
	next    int
	inject  func(set func(unsafe.Pointer))
	advance func()
	bound   func() (fault, do string) // why the device cannot be used; "" if it can
	feed    DeviceSource
}

func unbound() (fault, do string) {
	return "the device has no function to call", "call Bind in the constructor"
}

func (d *deviceBase) enter(r *Reactor, f *field) {
	d.owner, d.name, d.at = r, f.name, NeverTag
	r.claims(f, "device")
	r.more().devices = append(r.devices, d)
}

func (d *deviceBase) path() string { return d.owner.join(d.name) }

// replayed finds the recorded answer for this tag.
func (d *deviceBase) replayed() bool {
	for d.next < len(d.replays) && d.replays[d.next].Before(d.e.tag) {
		d.next++
		d.advance()
	}
	if d.next < len(d.replays) && d.replays[d.next] == d.e.tag {
		d.next++
		d.advance()
		return true
	}
	return false
}

// answered takes the answer from a source or from the recorded ones. It reports false if the device itself must be called.
func (d *deviceBase) answered() bool {
	switch {
	case d.feed != nil:
		if !d.feed.Answer(d.e.tag, d.ptr) {
			panic(ReplayError{d.path(), d.e.tag})
		}
	case !d.e.prog.replay:
		return false
	case !d.replayed():
		panic(ReplayError{d.path(), d.e.tag})
	}
	return true
}

// Driven is what an [Actuator] commands. Unlike a bare function, a Driven also says what keeps its commands within bounds. Package
// control/hw makes them from drivers, claimed by one owner and behind limits.
type Driven[C, A any] interface {
	// Command carries out c within the limits and returns the answer.
	Command(c C) A
	// Limits says in a few words what bounds the commands. Build reports a fault if it is empty.
	Limits() string
}

// Actuator is a device that a reaction commands and that answers: the answer enters the program and is recorded,
// the command leaves it and is part of its output. In a replay the device is not called and the recorded answer
// is returned. Do may be called once a tag, by the owner's reactions.
type Actuator[C, A any] struct {
	d      deviceBase
	driven Driven[C, A]
	carry  Carrier[C, A] // driven, if it is a Carrier
	cmd    C
	answer A
	queue  []A
}

// Carrier is a Driven for large commands and answers: Carry is called instead of Command, and writes the whole answer in place,
// over the previous one.
type Carrier[C, A any] interface{ Carry(c *C, answer *A) }

func (a *Actuator[C, A]) declare(r *Reactor, f *field) {
	a.d.enter(r, f)
	a.d.typ, a.d.ptr = reflect.TypeFor[A](), unsafe.Pointer(&a.answer)
	a.d.cmd, a.d.cmdPtr = reflect.TypeFor[C](), unsafe.Pointer(&a.cmd)
	a.d.inject = func(set func(unsafe.Pointer)) {
		var v A
		set(unsafe.Pointer(&v))
		a.queue = append(a.queue, v)
	}
	a.d.bound = func() (fault, do string) {
		switch {
		case a.driven == nil:
			return unbound()
		case a.driven.Limits() == "":
			return "the device does not state limits that keep its commands within bounds", "bind it through a claimed and limited handle, see package control/hw"
		}
		return "", ""
	}
	a.d.advance = func() { a.answer, a.queue = a.queue[0], a.queue[1:] }
}

// Bind sets the device that takes the commands.
func (a *Actuator[C, A]) Bind(d Driven[C, A]) {
	a.driven = d
	a.carry, _ = d.(Carrier[C, A])
}

// Do sends cmd to the device and returns its answer.
func (a *Actuator[C, A]) Do(cmd C) A { return *a.Send(&cmd) }

// Send is Do without copies. It returns a pointer to the answer, which must only be read and must not be retained.
func (a *Actuator[C, A]) Send(cmd *C) *A {
	d := &a.d
	e := d.begin()
	if d.at == e.tag {
		panic("reactor: " + d.path() + " is commanded twice at tag " + e.tag.String())
	}
	a.cmd = *cmd
	switch {
	case d.answered():
	case a.carry != nil:
		a.carry.Carry(&a.cmd, &a.answer)
	default:
		a.answer = a.driven.Command(a.cmd)
	}
	d.done()
	return &a.answer
}

// Sensor is a device that a reaction reads; its readings enter the program and are recorded. Logical time stands still within a
// tag, so a second Read at a tag returns the first reading again.
type Sensor[A any] struct {
	d      deviceBase
	read   func(answer *A)
	answer A
	queue  []A
}

func (s *Sensor[A]) declare(r *Reactor, f *field) {
	s.d.enter(r, f)
	s.d.typ, s.d.ptr = reflect.TypeFor[A](), unsafe.Pointer(&s.answer)
	s.d.inject = func(set func(unsafe.Pointer)) {
		var v A
		set(unsafe.Pointer(&v))
		s.queue = append(s.queue, v)
	}
	s.d.bound = func() (fault, do string) {
		if s.read == nil {
			return unbound()
		}
		return "", ""
	}
	s.d.advance = func() { s.answer, s.queue = s.queue[0], s.queue[1:] }
}

// Bind sets the function that reads the device.
func (s *Sensor[A]) Bind(read func() A) { s.read = func(answer *A) { *answer = read() } }

// Fill is Bind for large answers: read writes the whole answer in place, over the previous one.
func (s *Sensor[A]) Fill(read func(answer *A)) { s.read = read }

// Read returns the device's reading at the current tag.
func (s *Sensor[A]) Read() A { return *s.Ref() }

// Ref is Read without a copy. It returns a pointer to the answer, which must only be read and must not be retained.
func (s *Sensor[A]) Ref() *A {
	d := &s.d
	e := d.begin()
	if d.at == e.tag {
		return &s.answer
	}
	if !d.answered() {
		s.read(&s.answer)
	}
	d.done()
	return &s.answer
}

func (d *deviceBase) begin() *Enclave {
	if d.owner == nil {
		panic("reactor: a device is used that Init has not declared")
	}
	if id := d.owner.cell.w.cur; id < 0 || d.e.prog.reactions[id].owner != d.owner {
		panic("reactor: device " + d.path() + " is used outside of its reactor's reactions")
	}
	return d.e
}

func (d *deviceBase) done() {
	w := d.owner.cell.w
	d.at = w.e.tag
	w.devices = append(w.devices, d.id)
}

// ReplayError says that a replayed program used a device at a tag at which the recorded one did not.
type ReplayError struct {
	Device string
	Tag    Tag
}

// Error names the device and the tag.
func (e ReplayError) Error() string {
	return "replay: the program asks " + e.Device + " at " + e.Tag.String() + ", the recorded one did not: the program or its parameters have changed"
}
