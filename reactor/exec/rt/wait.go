package rt

import (
	"math"
	"runtime"
	"sync/atomic"
	"time"
)

// Go's monitor thread has a goroutine yield that has kept its P for 10 ms, and sleeps in the kernel do not count. For
// one that is locked to its thread a yield leads through other threads of the runtime, which have no priority; where
// it falls into a cycle's work, that work waits for them. So a wait that is long enough begins with a yield when the
// last one was a while ago. Threads that sleep shorter than yieldRoom are left as they are.
const (
	yieldEvery = 4 * time.Millisecond
	yieldRoom  = time.Millisecond
)

// Forever is a deadline that never comes.
const Forever int64 = math.MaxInt64

// Approach says how the last stretch before a deadline is spent. The zero value is one deep sleep.
type Approach struct {
	// Light is the length of a second, short sleep before the spin. The deep sleep's lateness ends in it, and it
	// is itself more punctual, its processor and caches still being awake, at the price of one more wake-up.
	Light time.Duration
	// Spin is the length of the busy wait at the end. It wants a margin over the usual lateness of a sleep, and
	// no more: Go's monitor thread makes a goroutine that has kept its P for 10 ms yield, sleeps do not count as
	// yielding, and where that falls into a spin the cycle may be late by as long as it takes an ordinary thread
	// to hand the P back. 100 µs of 1 ms keep this below 1 % of the cycles.
	Spin time.Duration
}

// Deep, Light and Spin are the approaches that bench/wakeup measures.
var (
	Deep  = Approach{}
	Light = Approach{Light: 100 * time.Microsecond}
	Spin  = Approach{Spin: 100 * time.Microsecond}
)

// Sleeper sleeps until absolute deadlines. It belongs to one goroutine, which should be locked to its thread.
type Sleeper struct{ Approach Approach }

// SleepUntil returns at ns or as little later as the machine allows, never before, with the time it is then.
// A deadline in the past returns at once. Signals do not end the sleep. It does not allocate.
func (s *Sleeper) SleepUntil(ns int64) (now int64) {
	now = Now()
	spin := ns - int64(s.Approach.Spin)
	deep := spin - int64(s.Approach.Light)
	for now < deep {
		sleep(deep)
		now = Now()
	}
	for now < spin {
		sleep(spin)
		now = Now()
	}
	for now < ns {
		now = Now()
	}
	return now
}

// Waiter waits for a deadline or for another thread, whichever comes first. One goroutine waits, any may wake.
// Make it with NewWaiter.
type Waiter struct {
	Approach Approach
	word     atomic.Uint32 // idle, asked or asleep
	park     parker
	yielded  int64 // when it last did
}

// The states of a Waiter's word.
const (
	idle   uint32 = iota
	asked         // a wake that nobody has taken yet
	asleep        // the waiter is in the kernel, or about to be
)

// NewWaiter returns a Waiter that approaches its deadlines as a says.
func NewWaiter(a Approach) *Waiter {
	w := &Waiter{Approach: a}
	w.park.init()
	return w
}

// Wake ends the wait that goes on, or else the next one. Wakes that nobody has taken yet count as one. It may be
// called by any goroutine, does not block and does not allocate; where nobody sleeps it is one atomic exchange.
func (w *Waiter) Wake() {
	if w.word.Load() != asked && w.word.Swap(asked) == asleep {
		w.park.wake(&w.word)
	}
}

// WaitUntil returns at ns, with woken false, or as soon as Wake was called, with woken true, and the time it is
// then. A wake that came before the call ends it at once; a deadline in the past returns at once too, and then
// woken says whether a wake was taken. Everything done before Wake is visible after WaitUntil has reported it.
func (w *Waiter) WaitUntil(ns int64) (now int64, woken bool) {
	now = Now()
	if ns-now > int64(yieldRoom) && now-w.yielded > int64(yieldEvery) {
		runtime.Gosched()
		now = Now()
		w.yielded = now
	}
	spin := Forever
	if ns != Forever {
		spin = ns - int64(w.Approach.Spin)
	}
	for {
		if w.taken() {
			return now, true
		}
		switch left := spin - now; {
		case now >= ns:
			return now, false
		case left <= 0: // spin: look at the word and at the clock
		case spin != Forever && left > int64(w.Approach.Light):
			w.sleep(spin - int64(w.Approach.Light))
		default:
			w.sleep(spin)
		}
		now = Now()
	}
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
	w.park.wait(&w.word, asleep, ns)
	w.word.CompareAndSwap(asleep, idle)
}
