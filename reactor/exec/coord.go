package exec

import (
	"sync/atomic"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// coordinator lets enclaves run as far as the delayed connections between them allow: an enclave may begin a tag
// when no message with that tag or an earlier one can still reach it. It also finds the common stop tag.
type coordinator struct {
	r        *runner
	clock    *rt.Stopwatch
	changed  func() // wakes other threads that wait for a time
	mu       rt.Mutex
	states   []state
	arrived  []mail
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
	*rt.Waiter
}

// state is what the coordinator knows about an enclave.
type state struct {
	e         *reactor.Enclave
	mail      *mail
	thread    *rt.Thread  // the thread that drives it
	next      reactor.Tag // earliest tag it may still begin, according to its own queue
	reached   reactor.Tag
	begun     bool
	executing bool
	idle      bool // its queue is empty
	done      bool
	doors     bool // events may come from outside at any physical time
	blocked   bool // it waits for the others
}

func newCoordinator(r *runner, clock *rt.Stopwatch) *coordinator {
	c := &coordinator{r: r, clock: clock, stop: r.stop, alone: true, dropAt: rt.Forever}
	for _, l := range r.p.Links() {
		if !l.Physical {
			c.links = append(c.links, l)
			c.alone = false
		}
	}
	c.arrived = make([]mail, len(r.p.Enclaves))
	for i, e := range r.p.Enclaves {
		c.arrived[i].Waiter = rt.NewWaiter(r.o.Approach)
		s := state{e: e, mail: &c.arrived[i], doors: e.HasDoors(), done: e.Done()}
		if s.done {
			s.next = reactor.ForeverTag
		}
		c.states = append(c.states, s)
	}
	c.first = make([]reactor.Tag, len(c.states))
	c.reach = make([]reactor.Tag, len(c.states))
	for _, l := range r.p.Links() {
		if l.Physical && !c.states[l.To].done {
			c.states[l.To].doors = true
		}
	}
	return c
}

// deliver notes that an event has arrived for enclave i. Any thread may call it.
func (c *coordinator) deliver(i int) {
	c.arrived[i].Store(true)
	c.arrived[i].Wake()
}

// own makes the calling thread that of enclave i.
func (c *coordinator) own(i int, t *rt.Thread) { c.states[i].thread, c.arrived[i].Thread = t, t }

// next ends the tag that the enclave was in, if any, and publishes and returns its next one. ok is false when there is none
// for now. A tag that is due begins at once, unless the verdict says otherwise; now is the time of that decision.
func (c *coordinator) next(i int) (tag reactor.Tag, ok bool, now reactor.Time, v verdict) {
	s := &c.states[i]
	c.mu.LockAs(s.thread)
	defer c.mu.UnlockAs(s.thread)
	s.executing = false
	s.e.StopAt(c.stop)
	if c.dropping {
		s.e.Drop()
	}
	s.mail.Store(false)
	now = reactor.Time(c.clock.Now())
	s.e.Skip(now)
	tag, ok = s.e.Next()
	s.next, s.idle = tag, !ok
	if s.idle && !s.e.Done() {
		c.settle()
		if tag, ok = s.e.Next(); ok {
			s.next, s.idle = tag, false
		}
	}
	c.release(i)
	if !ok || tag.Time > now {
		return tag, ok, now, early
	}
	return tag, ok, now, c.admit(i, tag)
}

// settle ends the program when every enclave is idle and nothing can come from outside; if something still can and there is
// a timeout, it ends at the timeout.
func (c *coordinator) settle() {
	doors := c.r.o.KeepAlive
	at := reactor.Tag{}
	for k := range c.states {
		s := &c.states[k]
		if s.begun {
			at = later(at, s.reached.After(0))
		}
		if s.done {
			continue
		}
		if !s.idle || s.mail.Load() || s.executing {
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

// end lowers the common stop tag and sends every enclave there.
func (c *coordinator) end(at reactor.Tag) {
	if at.Before(c.stop) {
		c.stop = at
	}
	for k := range c.states {
		s := &c.states[k]
		s.mail.Store(true)
		if s.idle && !s.executing && !s.done {
			s.e.Close(c.stop) // an idle enclave's thread sleeps in its waiter
			if c.dropping {
				s.e.Drop()
			}
			s.idle = false
		}
		s.mail.Wake()
	}
}

// requestStop ends the program one microstep after the furthest enclave. At once, enclaves that lag behind drop their
// unfinished work; otherwise they have the grace period to do it.
func (c *coordinator) requestStop(atOnce bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := reactor.Tag{}
	for k := range c.states {
		if s := &c.states[k]; s.begun {
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
	c.mu.Lock()
	if c.stop != reactor.ForeverTag {
		c.dropAt = min(c.dropAt, int64(c.stop.Time)+int64(c.r.o.Grace))
	}
	c.mu.Unlock()
	c.follow(rt.Span{Start: start, From: -int64(grace), To: rt.Forever})
}

// follow makes time pass as a span says, and wakes all threads that wait for a time.
func (c *coordinator) follow(s rt.Span) {
	c.clock.Follow(s)
	for i := range c.arrived {
		c.arrived[i].Wake()
	}
	c.changed()
	c.r.asked.waiter().Wake()
}

// settled reports whether nothing is under way or due.
func (c *coordinator) settled() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := reactor.Time(c.clock.Now())
	for k := range c.states {
		if s := &c.states[k]; !s.done && (s.executing || s.mail.Load() || !s.idle && !s.blocked && s.next.Time < now) {
			return false
		}
	}
	return true
}

// upcoming returns the time of the earliest next tag of all enclaves, Forever when none is known.
func (c *coordinator) upcoming() reactor.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := reactor.Forever
	for k := range c.states {
		if s := &c.states[k]; !s.done && !s.idle {
			at = min(at, s.next.Time)
		}
	}
	return at
}

// attend waits, until over is closed, for anything that ends the program from outside: a cancelled context, or the end
// of the grace period.
func (c *coordinator) attend(over chan struct{}) {
	for {
		c.mu.Lock()
		at := c.dropAt
		c.mu.Unlock()
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
			c.mu.Lock()
			c.dropping, c.dropAt = true, rt.Forever
			c.end(c.stop)
			c.mu.Unlock()
		}
	}
}

// fail ends the program because of a fault outside of its reactions.
func (c *coordinator) fail(err error) {
	c.mu.Lock()
	c.r.errs = append(c.r.errs, err)
	c.mu.Unlock()
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
	c.mu.LockAs(c.states[i].thread)
	defer c.mu.UnlockAs(c.states[i].thread)
	return c.admit(i, tag)
}

// admit begins a tag of enclave i that is due, or returns why it cannot begin yet. The coordinator is locked.
func (c *coordinator) admit(i int, tag reactor.Tag) verdict {
	s := &c.states[i]
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
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.states[i]
	s.done, s.executing, s.next = true, false, reactor.ForeverTag
	c.release(i)
	for k := range c.states {
		c.states[k].mail.Wake()
	}
}

// release wakes the enclaves that wait for i.
func (c *coordinator) release(i int) {
	if c.alone {
		return
	}
	for k := range c.states {
		if s := &c.states[k]; k != i && s.blocked {
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
	s := &c.states[k]
	var now reactor.Time
	if s.doors && clock && !s.done && !s.executing && !s.mail.Load() { // events stamped before now are in the inbox
		at, quiet := s.e.Quiet()
		if now = at; !quiet {
			s.mail.Store(true)
		}
	}
	mail := s.mail.Load()
	switch {
	case s.done:
		return reactor.ForeverTag
	case s.executing:
		return s.reached
	case mail && s.begun:
		return s.reached.After(0)
	case mail || !s.begun && s.next == (reactor.Tag{}):
		return reactor.Tag{}
	}
	t := s.next
	if s.idle {
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
