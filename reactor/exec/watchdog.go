package exec

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// watchdog notices deadlines at the moment they pass, on a thread of its own, while the enclave's thread is still
// busy with something else.
type watchdog struct {
	r     *runner
	start int64
	dogs  []*dogState
	bell  *rt.Waiter
	until atomic.Int64 // when it wakes next
	quit  atomic.Bool
	gone  chan struct{}
}

// dogState follows one enclave.
type dogState struct {
	w     *watchdog
	e     *reactor.Enclave
	first time.Duration // the enclave's shortest deadline
	armed atomic.Int64  // tag time the enclave is at, plus one; 0 for none
}

func newWatchdog(r *runner, start int64) *watchdog {
	w := &watchdog{r: r, start: start, bell: rt.NewWaiter(rt.Deep), gone: make(chan struct{})}
	any := false
	for _, e := range r.p.Enclaves {
		d := &dogState{w: w, e: e, first: math.MaxInt64}
		for _, x := range e.Watched {
			d.first = min(d.first, x.After)
			any = true
		}
		w.dogs = append(w.dogs, d)
	}
	if !any {
		close(w.gone)
		return w
	}
	w.until.Store(math.MaxInt64)
	go w.watch()
	return w
}

func (w *watchdog) of(i int) *dogState { return w.dogs[i] }

// arm tells the watchdog that the enclave is about to run tag.
func (d *dogState) arm(tag reactor.Tag) {
	if len(d.e.Watched) == 0 || tag == reactor.ForeverTag {
		return
	}
	d.armed.Store(int64(tag.Time) + 1)
	if due := d.w.start + int64(tag.Time) + int64(d.first); due < d.w.until.Load() {
		d.w.bell.Wake()
	}
}

func (d *dogState) disarm() {
	if len(d.e.Watched) > 0 {
		d.armed.Store(0)
	}
}

func (w *watchdog) watch() {
	defer close(w.gone)
	_, undo := rt.Setup(rt.Options{CPU: rt.AnyCPU, Priority: w.priority()})
	defer undo()
	for !w.quit.Load() {
		due := int64(rt.Forever)
		for _, d := range w.dogs {
			due = min(due, w.check(d))
		}
		w.until.Store(due)
		w.bell.WaitUntil(due)
		w.until.Store(0)
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
func (w *watchdog) check(d *dogState) (due int64) {
	due = rt.Forever
	armed := d.armed.Load()
	if armed == 0 || len(d.e.Watched) == 0 {
		return due
	}
	at := w.start + armed - 1
	now := rt.Now()
	for _, x := range d.e.Watched {
		limit := at + int64(x.After)
		if now <= limit {
			due = min(due, limit+1)
			continue
		}
		state := x.State.Load()
		if state != reactor.Waiting && state != reactor.Running || d.armed.Load() != armed {
			continue
		}
		if !x.State.CompareAndSwap(state, state|reactor.Noticed) {
			continue
		}
		w.r.o.Meter.expired.Add(1)
		if x.Expired != nil {
			x.Expired()
		}
		if w.r.o.Expired != nil {
			w.r.o.Expired(Miss{x.Path, reactor.Tag{Time: reactor.Time(armed - 1)}, x.After,
				time.Duration(now - limit), state == reactor.Running})
		}
	}
	return due
}

func (w *watchdog) close() {
	w.quit.Store(true)
	w.bell.Wake()
	<-w.gone
}
