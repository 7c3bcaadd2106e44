package reactor

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Watch lets the executor's watchdog follow a reaction with a deadline.
type Watch struct {
	Reaction int32
	After    time.Duration
	Path     string
	Expired  func()
	at       atomic.Int64 // the tag at which it waits or runs; resting otherwise
	off      atomic.Bool  // its modes are not active
	told     Time         // the latest time for which it was reported; only the watchdog uses it
}

// A Watch's at is 0 at rest; otherwise it is twice the time of the tag plus two, plus one while the reaction runs. It
// is a single word so that the watchdog never mixes the states of two tags.
const (
	resting int64 = 0
	running int64 = 1
)

func (x *Watch) wait(at Time) { x.at.Store((int64(at) + 1) << 1) }
func (x *Watch) run(at Time)  { x.at.Store((int64(at)+1)<<1 | running) }
func (x *Watch) rest()        { x.at.Store(resting) }

// alarm shows the watchdog when the next events of a trigger on which reactions with deadlines depend are due. A time
// is Forever when there is no event.
type alarm struct {
	watches []*Watch
	first   time.Duration // the shortest of their deadlines
	queued  atomic.Int64  // in the enclave's queue
	mailed  atomic.Int64  // in its inbox, unless it came over a post
	post    *post         // nil if there is none
	set     atomic.Int64  // on the sending port of a delay line, in a tag that is not done yet
}

func newAlarm(watches []*Watch) *alarm {
	a := &alarm{watches: watches, first: watches[0].After}
	for _, x := range watches {
		a.first = min(a.first, x.After)
	}
	a.silence()
	return a
}

// at is when the next event in a place is due: being sent (0), in the inbox (1) or queued (2).
func (a *alarm) at(k int) Time {
	if k == 1 && a.post != nil {
		return a.post.due()
	}
	return Time([...]*atomic.Int64{&a.set, &a.mailed, &a.queued}[k].Load())
}

func (a *alarm) silence() {
	for _, at := range []*atomic.Int64{&a.queued, &a.mailed, &a.set} {
		at.Store(int64(Forever))
	}
}

// expect notes an event that is due at a time; word is one of the alarm's.
func (e *Enclave) expect(a *alarm, word *atomic.Int64, at Time) {
	if int64(at) < word.Load() {
		word.Store(int64(at))
		if e.ring != nil {
			e.ring(at.Add(a.first))
		}
	}
}

// rearm moves the alarm of a trigger that has fired to its next event. The reactions now waiting already show their
// deadlines.
func (t *trigger) rearm(tag Tag) {
	next := Forever
	switch {
	case t.queued() && t.head < len(t.pend):
		next = t.pend[t.head].tag.Time
	case t.timed():
		next = tag.Time.Add(t.period)
	}
	t.alarm.queued.Store(int64(next))
	if t.e.ring != nil && next != Forever {
		t.e.ring(next.Add(t.alarm.first)) // the watchdog may have finished with the previous event
	}
}

// announce tells the delay lines that begin at a port that a value will leave at the end of tag.
func announce(p *portBase, tag Tag) {
	for _, t := range p.far.calls {
		t.e.expect(t.alarm, &t.alarm.set, tag.After(t.delay).Time)
	}
}

// hush notes that the value is on its way, or will not leave.
func hush(p *portBase) {
	for _, t := range p.far.calls {
		t.alarm.set.Store(int64(Forever))
	}
}

// setAlarms finds the triggers on which reactions with deadlines depend, directly or through other reactions.
func (p *Program) setAlarms() {
	for _, t := range p.triggers {
		if len(t.e.Watched) == 0 {
			continue
		}
		down, b := &t.down, (*connBase)(nil)
		if t.kind == lineTrigger {
			b = t.conn
			down = &b.to.root.down
		}
		seen := map[*Watch]bool{}
		var all []*Watch
		t.e.each(down, func(s *span) {
			for m := s.bits; m != 0; m &= m - 1 {
				for _, x := range t.e.watches[int(s.word)<<6+bits.TrailingZeros64(m)] {
					if !seen[x] {
						seen[x], all = true, append(all, x)
					}
				}
			}
		})
		if len(all) > 0 {
			t.alarm = newAlarm(all)
			t.e.alarms = append(t.e.alarms, t.alarm)
			if b != nil && !b.physical && !b.cut {
				far := further(b.from.root)
				far.calls = append(far.calls, t)
			}
		}
	}
}

// OnDeadline sets the function that is called, on any thread, when a deadline that passes at limit has come into sight.
// It must be called before the program starts.
func (e *Enclave) OnDeadline(ring func(limit Time)) { e.ring = ring }

// Overdue calls late for every reaction whose deadline has passed at the physical time now: one that runs, one that
// waits for a running reaction, or one whose triggering event is queued, under way from another enclave, or held up
// with the tag that sends it. A reaction is reported once for each time at which it is due; at is that time. Overdue
// returns when the next deadline passes. Only the watchdog's thread may call it; the enclave's own thread continues
// meanwhile.
func (e *Enclave) Overdue(now Time, late func(x *Watch, at Time, running bool)) (next Time) {
	next = Forever
	look := func(x *Watch, at Time, running bool) {
		limit := at.Add(x.After)
		if now <= limit {
			next = min(next, limit.Add(1))
			return
		}
		if x.told < at {
			x.told = at
			late(x, at, running)
		}
	}
	ends := Time(e.closes.Load())
	for _, a := range e.alarms { // before the watches: an event that has left here already shows there
		for k := range 3 { // in the order in which an event passes through them
			at := a.at(k)
			if at == Forever || at > ends {
				continue
			}
			for _, x := range a.watches {
				if !x.off.Load() {
					look(x, at, false)
				}
			}
		}
	}
	for _, x := range e.Watched {
		if v := x.at.Load(); v != resting {
			look(x, Time(v>>1-1), v&running != 0)
		}
	}
	return next
}

// await marks the deadlines that wait for reactions that have been triggered.
func (e *Enclave) await(s *span) {
	for m := s.bits & e.enabled[s.word]; m != 0; m &= m - 1 {
		for _, x := range e.watches[int(s.word)<<6+bits.TrailingZeros64(m)] {
			if x.at.Load() == resting {
				x.wait(e.tag.Time)
				if e.ring != nil {
					e.ring(e.tag.Time.Add(x.After))
				}
			}
		}
	}
}

func (e *Enclave) restWatches() {
	for _, x := range e.Watched {
		if x.at.Load() != resting {
			x.rest()
		}
	}
}

// silence withdraws all announcements to the watchdog about the enclave's future.
func (e *Enclave) silence() {
	for _, a := range e.alarms {
		a.silence()
	}
}
