package exec

import (
	"sync"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// asked tells the loop about events outside: a cancelled context or mail.
type asked struct {
	stop atomic.Bool
	once sync.Once
	wait *rt.Waiter
}

func (a *asked) waiter() *rt.Waiter {
	a.once.Do(func() { a.wait = rt.NewWaiter(rt.Deep) })
	return a.wait
}

func (r *runner) cancel() {
	r.asked.stop.Store(true)
	r.asked.waiter().Wake()
}

// logical drives the program on the Fast and LockStep clocks: one thread, enclaves in the order of their tags.
func (r *runner) logical() {
	l := &logicalLoop{runner: r, told: make([]reactor.Counters, len(r.p.Enclaves))}
	waiter := r.asked.waiter()
	for _, e := range r.p.Enclaves {
		e.OnMail(waiter.Wake)
	}
	if r.o.World != nil {
		l.useClock()
		l.speed.Due(r.o.Speed, 0, rt.Now())
	}
	for panics := 0; ; panics++ {
		err := r.guard(&l.current, l.loop)
		if err == nil {
			return
		}
		r.errs = append(r.errs, err)
		l.abort()
	}
}

// abort drops the tag in which a reaction panicked and takes all enclaves to their shutdown.
func (l *logicalLoop) abort() {
	l.current.Abort()
	for _, e := range l.p.Enclaves {
		if e != l.current && !e.Done() {
			e.Close(later(e.Tag(), l.current.Tag()).After(0))
		}
	}
}

// useClock makes the World's time the program's physical time.
func (l *logicalLoop) useClock() {
	l.p.SetClock(func(*reactor.Enclave) reactor.Time { return reactor.Time(l.world.Load()) })
}

func later(a, b reactor.Tag) reactor.Tag {
	if a.Before(b) {
		return b
	}
	return a
}

type logicalLoop struct {
	*runner
	current *reactor.Enclave
	now     reactor.Time // the World's time
	world   atomic.Int64 // a copy of now for other threads that schedule physical actions
	n       uint64
	speed   Pace
	told    []reactor.Counters // already counted by the meter, by enclave
}

func (l *logicalLoop) loop() {
	for {
		if l.asked.stop.Load() && l.asked.stop.Swap(false) {
			l.p.RequestStop()
		}
		if len(l.p.Enclaves) == 1 && l.o.World == nil && l.o.Hold == nil {
			l.dash(l.p.Enclaves[0])
		}
		e, tag := l.next()
		if l.asked.stop.Load() {
			continue
		}
		if e == nil {
			if !l.idle() {
				return
			}
			continue
		}
		if l.o.Hold != nil && l.o.Hold(tag) {
			continue
		}
		l.current = e
		l.p.StepAt(e, tag, l.pools[e.ID].runner())
		l.n++
		l.meter(e)
	}
}

// next brings the World forward until the earliest tag is due; e is nil when no enclave has an event.
func (l *logicalLoop) next() (e *reactor.Enclave, tag reactor.Tag) {
	for {
		e, tag = l.p.Earliest()
		if l.o.World == nil || !l.advance(e, tag) {
			return e, tag
		}
		if l.asked.stop.Load() {
			return nil, tag
		}
	}
}

// dash runs the only enclave of a Fast run until it has nothing left to do or something comes from outside.
func (l *logicalLoop) dash(e *reactor.Enclave) {
	l.current = e
	run := l.pools[e.ID].runner()
	for more := true; more && !l.asked.stop.Load(); {
		for i := 0; i < 256 && more; i++ {
			more = e.Step(run)
		}
		l.n = e.Counters().Tags
		l.meter(e)
	}
}

func (l *logicalLoop) meter(e *reactor.Enclave) {
	m := l.o.Meter
	m.tags.Store(l.n)
	m.count(e.Counters(), &l.told[e.ID])
	if e.ID == 0 {
		m.time.Store(int64(e.Tag().Time))
	}
}

// advance brings the World to its next event, if that comes first, or to the tag's time. It reports whether the
// queues must be looked at again.
func (l *logicalLoop) advance(e *reactor.Enclave, tag reactor.Tag) (again bool) {
	w := l.o.World
	if e == nil && l.over() {
		return false
	}
	to := reactor.Forever
	if e != nil {
		to = tag.Time
	}
	if n := w.NextEvent(); n < to && !l.stop.Before(reactor.Tag{Time: n}) || n == to && n > l.now {
		to, again = n, true
	}
	if to == reactor.Forever || to <= l.now && !again {
		return false
	}
	if to > l.now {
		l.pace(to)
		l.now = to
		l.world.Store(int64(to))
	}
	if err := w.AdvanceTo(to); err != nil {
		l.errs = append(l.errs, err)
		l.p.RequestStop()
		l.o.World = nil
	}
	return again
}

// pace waits so that logical time does not run ahead of Options.Speed.
func (l *logicalLoop) pace(to reactor.Time) {
	if l.o.Speed <= 0 {
		return
	}
	at := l.speed.Due(l.o.Speed, to, rt.Now())
	for now := rt.Now(); now < at && !l.asked.stop.Load(); { // a cancelled context ends the wait, mail does not
		now, _ = l.asked.waiter().WaitUntil(at)
	}
}

// idle decides what to do when no enclave has an event: wait for mail, jump to the timeout, or end. It reports
// false when the program is over.
func (l *logicalLoop) idle() bool {
	if l.over() {
		return false
	}
	if l.o.KeepAlive {
		if l.stop != reactor.ForeverTag {
			for _, e := range l.p.Enclaves {
				e.Close(l.stop)
			}
			return true
		}
		l.asked.waiter().WaitUntil(rt.Forever)
		return true
	}
	return l.p.Starve()
}

// over reports whether all enclaves have run their last tags.
func (l *logicalLoop) over() bool {
	for _, e := range l.p.Enclaves {
		if !e.Done() {
			return false
		}
	}
	return true
}
