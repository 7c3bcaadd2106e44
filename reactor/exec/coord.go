package exec

import (
	"slices"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// coordinator lets enclaves run as far as the delayed connections between them allow: an enclave may begin a tag
// when no message with that tag or an earlier one can still reach it. It also finds the common stop tag.
//
// An enclave that no delayed connection joins to others depends on them only for the stop tag. If there are no others, each has a
// lock of its own, so that no two threads wait for each other between tags; otherwise all have the same lock. What concerns all
// enclaves holds all locks.
type coordinator struct {
	r        *runner
	clock    *rt.Stopwatch
	changed  func() // wakes other threads that wait for a time
	locks    []*rt.Mutex
	states   []*state
	links    []reactor.Link
	first    []reactor.Tag // scratch: the earliest tag that each enclave may begin, apart from messages
	reach    []reactor.Tag // scratch: the earliest tag at which a message can reach each enclave
	alone    bool          // no delayed connection between enclaves
	stop     reactor.Tag
	dropping bool  // events pending before the stop are dropped
	dropAt   int64 // the latest time at which dropping begins
}

// mail is set while events have arrived for an enclave that its queue does not show yet, and wakes the enclave. It needs no
// lock: a sender within the program is executing a tag until its mail is here.
type mail struct {
	atomic.Bool
	rt.Waiter
}

// state is what the coordinator knows about an enclave. Other threads write its mail, its own thread writes the rest at every tag,
// so these are on different lines of the cache.
type state struct {
	mail      mail
	_         [lineSize]byte
	idle      atomic.Bool // its queue is empty
	done      atomic.Bool
	due       atomic.Int64 // when its next tag is due; Forever if it has none
	lock      *rt.Mutex    // for the fields below, and to write those above
	e         *reactor.Enclave
	thread    *rt.Thread  // the thread that drives it
	next      reactor.Tag // earliest tag it may still begin, according to its own queue
	reached   reactor.Tag
	begun     bool
	executing bool
	doors     bool     // events may come from outside at any physical time
	blocked   bool     // it waits for the others
	senders   []*state // the enclaves that physical connections lead from
	_         [lineSize]byte
}

// lineSize is how far apart two threads' fields must be; processors fetch lines of 64 bytes in pairs.
const lineSize = 128

func newCoordinator(r *runner, clock *rt.Stopwatch) *coordinator {
	c := &coordinator{r: r, clock: clock, stop: r.stop, alone: true, dropAt: rt.Forever}
	for _, l := range r.p.Links() {
		if !l.Physical {
			c.links = append(c.links, l)
			c.alone = false
		}
	}
	for _, e := range r.p.Enclaves {
		if c.alone || len(c.locks) == 0 {
			c.locks = append(c.locks, &rt.Mutex{})
		}
		s := &state{e: e, lock: c.locks[len(c.locks)-1], doors: e.HasDoors()}
		s.mail.Init(r.o.Approach)
		s.due.Store(rt.Forever)
		if e.Done() {
			s.done.Store(true)
			s.next = reactor.ForeverTag
		}
		c.states = append(c.states, s)
	}
	c.first = make([]reactor.Tag, len(c.states))
	c.reach = make([]reactor.Tag, len(c.states))
	for _, l := range r.p.Links() {
		if to := c.states[l.To]; l.Physical && !to.done.Load() {
			to.doors = true
			to.senders = append(to.senders, c.states[l.From])
			to.mail.Expect = func() int64 { return c.expect(to) }
		}
	}
	return c
}

// deliver notes that an event has arrived for enclave i. Any thread may call it.
func (c *coordinator) deliver(i int) {
	m := &c.states[i].mail
	m.Store(true)
	m.Wake()
}

// expect returns when the thread of s should be awake because an enclave that sends to it may begin a tag.
func (c *coordinator) expect(s *state) int64 {
	at := rt.Forever
	for _, from := range s.senders {
		at = min(at, from.due.Load())
	}
	return c.clock.When(at)
}

// own makes the calling thread that of enclave i.
func (c *coordinator) own(i int, t *rt.Thread) { c.states[i].thread, c.states[i].mail.Thread = t, t }

// lock takes all locks.
func (c *coordinator) lock() {
	for _, m := range c.locks {
		m.Lock()
	}
}

func (c *coordinator) unlock() {
	for _, m := range slices.Backward(c.locks) {
		m.Unlock()
	}
}

// next ends the tag that the enclave was in, if any, and publishes and returns its next one. ok is false when there is none
// for now. A tag that is due begins at once, unless the verdict says otherwise; now is the time of that decision.
func (c *coordinator) next(i int) (tag reactor.Tag, ok bool, now reactor.Time, v verdict) {
	tag, ok, now, v = c.publish(i)
	if !ok && !c.states[i].e.Done() && c.resting() {
		c.settle()
	}
	return tag, ok, now, v
}

// publish is next, except that it does not end the program.
func (c *coordinator) publish(i int) (tag reactor.Tag, ok bool, now reactor.Time, v verdict) {
	s := c.states[i]
	s.lock.LockAs(s.thread)
	defer s.lock.UnlockAs(s.thread)
	s.executing = false
	s.e.StopAt(c.stop)
	if c.dropping {
		s.e.Drop()
	}
	s.mail.Store(false)
	now = reactor.Time(c.clock.Now())
	s.e.Skip(now)
	tag, ok = s.e.Next()
	s.next = tag
	if s.idle.Load() == ok {
		s.idle.Store(!ok)
	}
	due := int64(tag.Time)
	if !ok {
		due = rt.Forever
	}
	if s.due.Load() != due {
		s.due.Store(due)
	}
	c.release(i)
	if !ok || tag.Time > now {
		return tag, ok, now, early
	}
	return tag, ok, now, c.admit(i, tag)
}

// resting reports whether every enclave seemed idle when it was asked. An enclave that becomes idle asks afterwards, so the last one
// sees it.
func (c *coordinator) resting() bool {
	for _, s := range c.states {
		if !s.done.Load() && (!s.idle.Load() || s.mail.Load()) {
			return false
		}
	}
	return true
}

// settle ends the program when every enclave is idle and nothing can come from outside; if something still can and there is
// a timeout, it ends at the timeout.
func (c *coordinator) settle() {
	c.lock()
	defer c.unlock()
	doors := c.r.o.KeepAlive
	at := reactor.Tag{}
	for _, s := range c.states {
		if s.begun {
			at = later(at, s.reached.After(0))
		}
		if s.done.Load() {
			continue
		}
		if !s.idle.Load() || s.mail.Load() || s.executing {
			return
		}
		doors = doors || s.doors
	}
	if doors {
		if c.stop == reactor.ForeverTag {
			return
		}
		at = c.stop
	}
	c.end(at)
}

// end lowers the common stop tag and sends every enclave there. All locks are held.
func (c *coordinator) end(at reactor.Tag) {
	if at.Before(c.stop) {
		c.stop = at
	}
	for _, s := range c.states {
		s.mail.Store(true)
		if s.idle.Load() && !s.executing && !s.done.Load() {
			s.e.Close(c.stop) // an idle enclave's thread sleeps in its waiter
			if c.dropping {
				s.e.Drop()
			}
			s.idle.Store(false)
		}
		s.mail.Wake()
	}
}

// requestStop ends the program one microstep after the furthest enclave. At once, enclaves that lag behind drop their
// unfinished work; otherwise they have the grace period to do it.
func (c *coordinator) requestStop(atOnce bool) {
	c.lock()
	defer c.unlock()
	at := reactor.Tag{}
	for _, s := range c.states {
		if s.begun {
			at = later(at, s.reached.After(0))
		}
	}
	if atOnce && len(c.states) > 1 {
		c.dropping = true
	}
	c.dropAt = min(c.dropAt, c.clock.Now()+int64(c.r.o.Grace))
	c.end(at)
	c.r.asked.waiter().Wake()
}

// begin starts the program's time, which is negative until then so that no tag, not even the first, begins earlier.
func (c *coordinator) begin(start int64) {
	c.lock()
	if c.stop != reactor.ForeverTag {
		c.dropAt = min(c.dropAt, int64(c.stop.Time)+int64(c.r.o.Grace))
	}
	c.unlock()
	c.follow(rt.Span{Start: start, From: -int64(grace), To: rt.Forever})
}

// follow makes time pass as a span says, and wakes all threads that wait for a time.
func (c *coordinator) follow(s rt.Span) {
	c.clock.Follow(s)
	for _, s := range c.states {
		s.mail.Wake()
	}
	c.changed()
	c.r.asked.waiter().Wake()
}

// settled reports whether nothing is under way or due.
func (c *coordinator) settled() bool {
	c.lock()
	defer c.unlock()
	now := reactor.Time(c.clock.Now())
	for _, s := range c.states {
		if !s.done.Load() && (s.executing || s.mail.Load() || !s.idle.Load() && !s.blocked && s.next.Time < now) {
			return false
		}
	}
	return true
}

// upcoming returns the time of the earliest next tag of all enclaves, Forever when none is known.
func (c *coordinator) upcoming() reactor.Time {
	c.lock()
	defer c.unlock()
	at := reactor.Forever
	for _, s := range c.states {
		if !s.done.Load() && !s.idle.Load() {
			at = min(at, s.next.Time)
		}
	}
	return at
}

// attend waits, until over is closed, for anything that ends the program from outside: a cancelled context, or the end
// of the grace period.
func (c *coordinator) attend(over chan struct{}) {
	for {
		c.lock()
		at := c.dropAt
		c.unlock()
		c.r.asked.waiter().WaitUntil(c.clock.When(at))
		select {
		case <-over:
			return
		default:
		}
		if c.r.asked.stop.Swap(false) {
			c.requestStop(true)
		}
		if at != rt.Forever && c.clock.Now() >= at {
			c.lock()
			c.dropping, c.dropAt = true, rt.Forever
			c.end(c.stop)
			c.unlock()
		}
	}
}

// fail ends the program because of a fault outside of its reactions.
func (c *coordinator) fail(err error) {
	c.lock()
	c.r.errs = append(c.r.errs, err)
	c.unlock()
	c.requestStop(true)
}

// verdict is what an enclave does with its next tag.
type verdict uint8

const (
	begin   verdict = iota // it begins the tag
	early                  // it waits until the tag is due
	again                  // it looks at its queue again
	blocked                // it sleeps in the waiter: another enclave must advance first
)

// acquire is admit with locking, for a tag that has become due.
func (c *coordinator) acquire(i int, tag reactor.Tag) verdict {
	s := c.states[i]
	s.lock.LockAs(s.thread)
	defer s.lock.UnlockAs(s.thread)
	return c.admit(i, tag)
}

// admit begins a tag of enclave i that is due, or returns why it cannot begin yet. Its lock is held.
func (c *coordinator) admit(i int, tag reactor.Tag) verdict {
	s := c.states[i]
	if s.mail.Load() || c.stop.Before(tag) {
		return again
	}
	if !c.alone && !c.dropping && !tag.Before(c.bound(i, true)) {
		if tag.Before(c.bound(i, false)) {
			if c.clock.Held() {
				s.blocked = true
				return blocked
			}
			return again // it waits only for the clock to advance a little
		}
		s.blocked = true
		return blocked
	}
	s.reached, s.begun, s.executing, s.blocked = tag, true, true, false
	return begin
}

func (c *coordinator) finished(i int) {
	c.lock()
	defer c.unlock()
	s := c.states[i]
	s.done.Store(true)
	s.due.Store(rt.Forever)
	s.executing, s.next = false, reactor.ForeverTag
	c.release(i)
	for _, s := range c.states {
		s.mail.Wake()
	}
}

// release wakes the enclaves that wait for i.
func (c *coordinator) release(i int) {
	if c.alone {
		return
	}
	for k, s := range c.states {
		if k != i && s.blocked {
			s.blocked = false
			s.mail.Wake()
		}
	}
}

// bound returns the earliest tag at which a message can still reach enclave i: the least over all enclaves of their
// next possible tag plus the delay of the path, found by relaxation over the links. With clock, events that may still come
// from outside are included.
func (c *coordinator) bound(i int, clock bool) reactor.Tag {
	for k := range c.states {
		c.first[k] = c.earliest(k, clock)
		c.reach[k] = reactor.ForeverTag
	}
	for changed := true; changed; {
		changed = false
		for _, l := range c.links {
			from := c.first[l.From]
			if c.reach[l.From].Before(from) {
				from = c.reach[l.From]
			}
			if t := plus(from, l.Delay); t.Before(c.reach[l.To]) {
				c.reach[l.To], changed = t, true
			}
		}
	}
	return c.reach[i]
}

// earliest is the earliest tag that enclave k may begin or is in, not counting messages from others.
func (c *coordinator) earliest(k int, clock bool) reactor.Tag {
	s := c.states[k]
	var now reactor.Time
	if s.doors && clock && !s.done.Load() && !s.executing && !s.mail.Load() { // events stamped before now are in the inbox
		at, quiet := s.e.Quiet()
		if now = at; !quiet {
			s.mail.Store(true)
		}
	}
	mail := s.mail.Load()
	switch {
	case s.done.Load():
		return reactor.ForeverTag
	case s.executing:
		return s.reached
	case mail && s.begun:
		return s.reached.After(0)
	case mail || !s.begun && s.next == (reactor.Tag{}):
		return reactor.Tag{}
	}
	t := s.next
	if s.idle.Load() {
		t = reactor.ForeverTag
	}
	if s.doors && clock && now < t.Time {
		t = reactor.Tag{Time: now}
		if s.begun && !s.reached.Before(t) {
			t = s.reached.After(0)
		}
	}
	return t
}

// plus adds a delay to a tag.
func plus(t, d reactor.Tag) reactor.Tag {
	if t == reactor.ForeverTag {
		return t
	}
	return t.After(d.Time.Duration())
}
