package rt

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"time"
)

// Forever is a deadline that never comes.
const Forever int64 = math.MaxInt64

// Approach says how to wait during the last part of the time before a deadline. The zero value is one deep sleep.
type Approach struct {
	// Light is the length of a second, short sleep before the spin. It absorbs the lateness of the deep sleep, and is
	// itself more punctual because the processor and its caches are still awake, at the price of one more wake-up.
	Light time.Duration
	// Spin is the length of the busy wait at the end. It should exceed the usual lateness of a sleep by a margin, but no more,
	// because it takes processor time from all other threads.
	Spin time.Duration
	// Linger is how long a Waiter looks for a wake before it sleeps, MostLinger at most. A thread that answers within that time
	// saves a sleep and a wake-up, each of which takes longer than a short answer; the price is that much processor time for every
	// longer wait. With only one processor online a Waiter does not linger, because no thread could wake it meanwhile. A Waiter also
	// lingers when it expects a wake (Waiter.Expect).
	Linger time.Duration
}

// MostLinger bounds Approach.Linger: a tenth of the cycle of a loop of 1 kHz.
const MostLinger = 100 * time.Microsecond

// Deep, Light and Spin are the approaches that bench/wakeup measures.
var (
	Deep  = Approach{}
	Light = Approach{Light: 100 * time.Microsecond}
	Spin  = Approach{Spin: 100 * time.Microsecond}
)

// Sleeper sleeps until absolute deadlines. It belongs to one goroutine, which should be locked to its thread. With a Thread it
// yields before waits, so that Go's monitor thread does not interrupt the goroutine's work or spin. Without one it yields before
// long waits if it spins, and not if it only sleeps (docs/decisions, 55).
type Sleeper struct {
	Approach Approach
	Thread   *Thread // the goroutine's, as Setup returned it; nil if not known
	turn     turn
}

// SleepUntil returns the current time at ns or as little later as the machine allows, never before. A deadline in the past returns
// at once. Signals do not end the sleep. It does not allocate.
func (s *Sleeper) SleepUntil(ns int64) (now int64) {
	if now = Now(); s.yields(now, ns) {
		now = Now()
	}
	spin := ns - int64(s.Approach.Spin)
	deep := spin - int64(s.Approach.Light)
	for now < deep {
		now = s.sleep(deep)
	}
	for now < spin {
		now = s.sleep(spin)
	}
	for now < ns {
		now = Now()
	}
	return now
}

// sleep sleeps until ns or a signal.
func (s *Sleeper) sleep(ns int64) (now int64) {
	s.Thread.sleeps(ns)
	sleep(ns)
	s.Thread.wakes()
	return Now()
}

// yields reports whether it has yielded because it was time.
func (s *Sleeper) yields(now, ns int64) bool {
	if s.Thread != nil {
		return s.Thread.yields(now, ns)
	}
	return s.Approach.Spin > 0 && s.turn.yields(now, ns)
}

// SleepUntil sleeps once, as a Sleeper with this approach does.
func (a Approach) SleepUntil(ns int64) { (&Sleeper{Approach: a}).SleepUntil(ns) }

// Waiter waits for a deadline or for another thread, whichever comes first. One goroutine waits, any may wake it. Use
// NewWaiter to make one.
type Waiter struct {
	Approach Approach
	Thread   *Thread // of the waiting goroutine, as Setup returned it; nil if not known
	// Expect returns when the next wake is likely, Forever if that is not known. A Waiter that may linger asks before it sleeps, is awake
	// in time and lingers until Approach.Linger after it. nil if nothing is known.
	Expect func() int64
	word   atomic.Uint32 // idle, asked or asleep
	park   parker
	turn   turn
	linger int64
}

// expectEarly is the part of Approach.Linger for which a Waiter is awake before the wake that it expects.
const expectEarly = 4

// The states of a Waiter's word.
const (
	idle   uint32 = iota
	asked         // a wake that has not been taken yet
	asleep        // the waiter is in the kernel, or about to be
)

// NewWaiter returns a Waiter with approach a.
func NewWaiter(a Approach) *Waiter {
	w := &Waiter{}
	w.Init(a)
	return w
}

// Init makes the zero value a Waiter with approach a.
func (w *Waiter) Init(a Approach) {
	w.Approach = a
	if runtime.NumCPU() > 1 {
		w.linger = int64(min(a.Linger, MostLinger))
	}
	w.park.init()
}

// Wake ends the current wait, or else the next one. Several wakes before a wait act as one. It may be called by any goroutine,
// does not block and does not allocate; if no thread sleeps it is a single atomic exchange.
func (w *Waiter) Wake() {
	if w.word.Load() != asked && w.word.Swap(asked) == asleep {
		w.park.wake(&w.word)
	}
}

// WaitUntil returns the current time, at ns with woken false, or as soon as Wake is called with woken true. A wake that came
// before the call ends it at once; so does a deadline in the past, and then woken reports whether a wake was taken. Everything
// done before Wake is visible after WaitUntil has reported the wake.
func (w *Waiter) WaitUntil(ns int64) (now int64, woken bool) {
	now = Now()
	spin := Forever
	if ns != Forever {
		spin = ns - int64(w.Approach.Spin)
	}
	look := now + w.linger
	for {
		if w.taken() {
			return now, true
		}
		if now >= ns {
			return now, false
		}
		if now < spin && now >= look {
			rise, until := w.expected(now)
			rise = min(rise, spin)
			switch left := rise - now; {
			case left <= 0:
				look = until
			case w.yields(now, rise): // not earlier: the wake may have come while it lingered
			case rise != Forever && left > int64(w.Approach.Light):
				w.sleep(rise - int64(w.Approach.Light))
			default:
				w.sleep(rise)
			}
		} // else it spins: it looks at the word and the clock
		now = Now()
	}
}

// expected returns from when to when the next wake is likely, Forever if that is not known or over.
func (w *Waiter) expected(now int64) (from, to int64) {
	if w.linger == 0 || w.Expect == nil {
		return Forever, Forever
	}
	at := w.Expect()
	if at == Forever || now >= at+w.linger {
		return Forever, Forever
	}
	return at - w.linger/expectEarly, at + w.linger
}

// yields reports whether it has yielded because it was time.
func (w *Waiter) yields(now, ns int64) bool {
	if w.Thread != nil {
		return w.Thread.yields(now, ns)
	}
	return w.turn.yields(now, ns)
}

// taken takes a wake if there is one.
func (w *Waiter) taken() bool {
	return w.word.Load() == asked && w.word.CompareAndSwap(asked, idle)
}

// sleep parks the thread until ns, a wake or a signal.
func (w *Waiter) sleep(ns int64) {
	if !w.word.CompareAndSwap(idle, asleep) {
		return // asked meanwhile
	}
	w.Thread.sleeps(ns)
	w.park.wait(&w.word, asleep, ns)
	w.Thread.wakes()
	w.word.CompareAndSwap(asleep, idle)
}

// Every calls do whenever a period has passed, until ctx ends. It skips periods that are already over.
func Every(ctx context.Context, period time.Duration, do func()) {
	bell := NewWaiter(Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	for next := Now() + int64(period); ctx.Err() == nil; next = max(next+int64(period), Now()) {
		if _, woken := bell.WaitUntil(next); woken {
			return
		}
		do()
	}
}
