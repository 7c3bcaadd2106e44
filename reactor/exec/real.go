package exec

import (
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// grace is how long before the start the threads are released, so that the first tag is not late.
const grace = 2 * time.Millisecond

// real drives the program on the Real clock: a thread for every enclave, a watchdog for deadlines. Time begins when the
// operating system has set up all threads, which takes a while.
func (r *runner) real() {
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	clock := &rt.Stopwatch{}
	r.p.SetClock(func(*reactor.Enclave) reactor.Time { return reactor.Time(max(0, clock.Now())) })
	c := newCoordinator(r, clock)
	r.o.Meter.time.Store(0)
	for i, e := range r.p.Enclaves {
		e.OnMail(func() { c.deliver(i) })
		e.OnStop(func(*reactor.Enclave) { c.requestStop(false) })
	}
	over := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		c.attend(over)
	}()
	dog := newWatchdog(r, c)
	c.changed = dog.waiter.Wake
	var wg, ready sync.WaitGroup
	open := make(chan struct{})
	for i, e := range r.p.Enclaves {
		if e.Done() { // left out of the run
			continue
		}
		ready.Add(1)
		wg.Go(func() {
			l := &realLoop{runner: r, c: c, e: e, i: i}
			rep, thread := rt.Setup(l.options())
			defer thread.Release()
			c.own(i, thread)
			ready.Done()
			<-open
			l.thread(rep)
		})
		ready.Wait() // one at a time: some settings of a thread affect all existing threads
	}
	begin := rt.Now() + int64(grace)
	if r.o.Started != nil {
		r.o.Started(begin)
	}
	c.begin(begin)
	dog.begin()
	r.o.Pause.attach(c, begin)
	close(open)
	wg.Wait()
	r.o.Pause.attach(nil, 0)
	close(over)
	r.asked.waiter().Wake()
	<-gone
	dog.close()
	r.exp, r.found = r.o.Meter.expired.Load(), dog.late
}

// realLoop is the thread of one enclave.
type realLoop struct {
	*runner
	c    *coordinator
	e    *reactor.Enclave
	i    int
	late Lateness
	told reactor.Counters // already counted by the meter
}

func (l *realLoop) thread(rep rt.Report) {
	var errs []error
	for {
		current := l.e
		err := l.guard(&current, l.loop)
		if err == nil {
			break
		}
		errs = append(errs, err)
		l.e.Abort()
		l.c.requestStop(true)
	}
	l.c.finished(l.i)
	l.c.lock()
	defer l.c.unlock()
	if l.i == 0 {
		l.runner.late.Merge(&l.late)
	}
	l.errs = append(l.errs, errs...)
	l.warn = append(l.warn, rep.Warnings()...)
}

func (l *realLoop) options() rt.Options {
	name := l.e.Name
	if o, ok := l.o.Threads[name]; ok {
		return o
	}
	return rt.Options{}
}

func (l *realLoop) loop() {
	waiter := &l.c.states[l.i].mail.Waiter
	run := l.pools[l.i].runner()
	m := l.o.Meter
	for {
		tag, ok, now, v := l.c.next(l.i)
		if !ok {
			if l.e.Done() {
				return
			}
			waiter.WaitUntil(rt.Forever)
			continue
		}
		if v == early {
			waiter.WaitUntil(l.c.clock.When(int64(tag.Time)))
			if now = reactor.Time(l.c.clock.Now()); now < tag.Time {
				continue // mail may have brought an earlier event, or time is held
			}
			v = l.c.acquire(l.i, tag)
		}
		switch v {
		case again:
			continue
		case blocked:
			waiter.WaitUntil(rt.Forever)
			continue
		}
		if tag.Microstep == 0 {
			l.late.Add((now - tag.Time).Duration())
		}
		l.e.Begin(tag)
		l.e.RunLevels(run)
		l.e.End()
		m.tags.Add(1)
		if l.i == 0 {
			m.time.Store(int64(tag.Time))
		}
		m.count(l.e.Counters(), &l.told)
	}
}
