package exec

import (
	"math"
	"runtime/debug"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// watchdog notices deadlines at the moment they pass, on a thread of its own, whatever the enclaves' threads are doing
// or waiting for. Its hooks run on that thread, one at a time.
type watchdog struct {
	r      *runner
	c      *coordinator
	waiter *rt.Waiter
	until  atomic.Int64 // when it wakes next
	quit   atomic.Bool
	gone   chan struct{}
	late   Lateness     // how late deadlines were noticed
	now    reactor.Time // time of the present check
	// notice is the method value w.expired, made once so that checks do not allocate
	notice func(x *reactor.Watch, at reactor.Time, running bool)
}

// newWatchdog follows the enclaves with deadlines; it must be called before the start, and begin at the start.
func newWatchdog(r *runner, c *coordinator) *watchdog {
	w := &watchdog{r: r, c: c, waiter: rt.NewWaiter(rt.Deep), gone: make(chan struct{})}
	w.until.Store(math.MaxInt64)
	w.notice = w.expired
	for _, e := range r.p.Enclaves {
		e.OnDeadline(w.ring)
	}
	return w
}

// ring notes that a deadline has come into sight. Any thread may call it.
func (w *watchdog) ring(limit reactor.Time) {
	if int64(limit) < w.until.Load() {
		w.waiter.Wake()
	}
}

// begin starts the thread if there is anything to watch.
func (w *watchdog) begin() {
	for _, e := range w.r.p.Enclaves {
		if len(e.Watched) > 0 {
			go w.watch()
			return
		}
	}
	close(w.gone)
}

func (w *watchdog) watch() {
	defer close(w.gone)
	_, thread := rt.Setup(rt.Options{Priority: w.priority()})
	defer thread.Release()
	w.waiter.Thread = thread
	for !w.quit.Load() {
		w.until.Store(math.MaxInt64) // deadlines that come into sight from here on call ring
		due := reactor.Forever
		for _, e := range w.r.p.Enclaves {
			due = min(due, w.check(e))
		}
		w.until.Store(int64(due))
		w.waiter.WaitUntil(w.c.clock.When(int64(due)))
	}
}

// priority puts the watchdog above the threads it watches.
func (w *watchdog) priority() int {
	p := 0
	for _, o := range w.r.o.Threads {
		if o.Priority > 0 {
			p = max(p, min(o.Priority+1, 99))
		}
	}
	return p
}

// check reports the enclave's deadlines that have passed and returns when the next one does.
func (w *watchdog) check(e *reactor.Enclave) (due reactor.Time) {
	if len(e.Watched) == 0 {
		return reactor.Forever
	}
	w.now = reactor.Time(w.c.clock.Now())
	return e.Overdue(w.now, w.notice)
}

// expired is called for every deadline that has passed.
func (w *watchdog) expired(x *reactor.Watch, at reactor.Time, running bool) {
	late := (w.now - at.Add(x.After)).Duration()
	w.late.Add(late)
	w.r.o.Meter.expired.Add(1)
	w.tell(x, Miss{x.Path, reactor.Tag{Time: at}, x.After, late, running})
}

// tell calls the hooks of a deadline.
func (w *watchdog) tell(x *reactor.Watch, miss Miss) {
	if x.Expired != nil {
		w.guard(miss, x.Expired)
	}
	if w.r.o.Expired != nil {
		w.guard(miss, func() { w.r.o.Expired(miss) })
	}
}

// guard calls a hook. A panic in it is reported as the program's, which stops safely.
func (w *watchdog) guard(miss Miss, hook func()) {
	defer func() {
		if v := recover(); v != nil {
			w.c.fail(&PanicError{Reaction: miss.Reaction + " (Expired)", Tag: miss.Tag, Value: v, Stack: debug.Stack()})
		}
	}()
	hook()
}

func (w *watchdog) close() {
	w.quit.Store(true)
	w.waiter.Wake()
	<-w.gone
}
