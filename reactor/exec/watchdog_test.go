package exec

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// hang keeps a reaction busy until something has happened, and fails the test when it does not.
func hang(t *testing.T, until func() bool) {
	for begun := time.Now(); !until(); {
		if time.Since(begun) > time.Minute {
			t.Error("nothing was noticed while a reaction hung")
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// heldUp builds a program whose reaction "act.act" has a deadline that passes while something else hangs until it has
// been noticed. at is the time at which it is due.
type heldUp struct {
	name  string
	at    time.Duration
	build func(m *reactor.Main, act *node, hang func())
}

var heldUps = []heldUp{
	{"an earlier tag holds up a timer", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		slow := newNode(m, "slow")
		slow.T.Set(3*ms, 0)
		slow.Reaction("hog").On(&slow.T).Do(hang)
		act.T.Set(5*ms, 0)
	}},
	{"an earlier tick holds up a later one", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		slow := newNode(m, "slow")
		slow.T.Set(3*ms, 0)
		slow.Reaction("hog").On(&slow.T).Do(hang)
		act.T.Set(1*ms, 4*ms)
		act.T.OnOverrun(every)
	}},
	{"an earlier tag holds up an action", 6 * ms, func(m *reactor.Main, act *node, hang func()) {
		slow := newNode(m, "slow")
		slow.T.Set(4*ms, 0)
		slow.Reaction("hog").On(&slow.T).Do(hang)
		act.Reaction("plan").On(act.Startup()).Sets(&act.A).Do(func() { act.A.Schedule(1, 6*ms) })
	}},
	{"the reaction that schedules an action holds it up", 6 * ms, func(m *reactor.Main, act *node, hang func()) {
		act.Reaction("plan").On(act.Startup()).Sets(&act.A).Do(func() { act.A.Schedule(1, 6*ms); hang() })
	}},
	{"another enclave holds up a timer", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		slow := newNode(m, "slow")
		slow.Isolate()
		slow.T.Set(3*ms, 0)
		slow.Reaction("hog").On(&slow.T).Sets(&slow.Out).Do(hang)
		act.T.Set(5*ms, 0)
		reactor.Connect(&slow.Out, &act.In).After(1 * ms)
	}},
	{"a message is under way to a busy enclave", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		from, slow := newNode(m, "from"), newNode(m, "slow")
		from.Isolate()
		from.T.Set(3*ms, 0)
		from.Reaction("send").On(&from.T).Sets(&from.Out).Do(func() { from.Out.Set(1) })
		slow.T.Set(4*ms, 0)
		slow.Reaction("hog").On(&slow.T).Do(hang)
		reactor.Connect(&from.Out, &act.In).After(2 * ms)
	}},
	{"the tag that sends a message holds it up", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		from := newNode(m, "from")
		from.Isolate()
		from.T.Set(3*ms, 0)
		from.Reaction("send").On(&from.T).Sets(&from.Out).Do(func() { from.Out.Set(1) })
		from.Reaction("hog").On(&from.T).Do(hang)
		reactor.Connect(&from.Out, &act.In).After(2 * ms)
	}},
	{"the tag that sends to its own enclave holds it up", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		from := newNode(m, "from")
		from.T.Set(3*ms, 0)
		from.Reaction("send").On(&from.T).Sets(&from.Out).Do(func() { from.Out.Set(1); hang() })
		reactor.Connect(&from.Out, &act.In).After(2 * ms)
	}},
	{"a reaction between holds it up", 5 * ms, func(m *reactor.Main, act *node, hang func()) {
		slow := newNode(m, "slow")
		slow.T.Set(5*ms, 0)
		slow.Reaction("hog").On(&slow.T).Sets(&slow.Out).Do(func() { hang(); slow.Out.Set(1) })
		reactor.Connect(&slow.Out, &act.In)
	}},
}

func TestDeadlinesAreNoticedWhateverIsInTheWay(t *testing.T) {
	for _, c := range heldUps {
		for _, workers := range []int{1, 4} {
			m := reactor.NewMain("held")
			act := newNode(m, "act")
			var noticed atomic.Int32
			c.build(m, act, func() { hang(t, func() bool { return noticed.Load() > 0 }) })
			late := 0
			act.Reaction("act").On(&act.T, &act.A, &act.In).Deadline(2*ms, func() { late++ }).Do(func() {})
			var first Miss
			res := mustRun(t, build(t, m, workers), Options{Clock: Real, Timeout: 8 * ms, Split: true, Expired: func(x Miss) {
				if x.Tag.Time == reactor.Time(c.at) {
					first = x
					noticed.Add(1)
				}
			}})
			if noticed.Load() != 1 || first.Reaction != "act.act" || first.Late <= 0 || first.Running || late == 0 {
				t.Errorf("%s, %d workers: noticed %d times: %+v; handler ran %d times; %+v", c.name, workers, noticed.Load(), first, late, res.Counters)
			}
		}
	}
}

// A deadline that comes into sight while the watchdog is busy with another one rings too.
func TestDeadlineArmedWhileTheWatchdogLooksIsNoticed(t *testing.T) {
	m := reactor.NewMain("looking")
	b, a := newNode(m, "b"), newNode(m, "a") // b is looked at before a
	a.Isolate()
	var looking, armed, noticedA, noticedB atomic.Bool
	a.T.Set(1*ms, 0)
	a.Reaction("hog").On(&a.T).Deadline(0, func() { hang(t, noticedA.Load) }).Expired(func() {
		noticedA.Store(true)
		looking.Store(true)
		hang(t, armed.Load)
	}).Do(func() { hang(t, noticedA.Load) })
	b.Reaction("wait").On(&b.P).Sets(&b.A).Do(func() { b.A.Schedule(1, 0) })
	hog := func() {
		armed.Store(true)
		hang(t, noticedB.Load)
		b.RequestStop()
	}
	b.Reaction("hog").On(&b.A).Sets(&b.Out).Deadline(1*ms, hog).Expired(func() { noticedB.Store(true) }).Do(hog)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		hang(t, looking.Load)
		b.P.Schedule(1, 0)
	}()
	p := build(t, m, 1)
	mustRun(t, p, Options{Clock: Real, Timeout: time.Minute})
	<-gone
	if !noticedB.Load() {
		t.Fatal("the deadline of b passed unnoticed")
	}
}

func TestPanicInAnExpiredHookStopsSafely(t *testing.T) {
	boom := errors.New("boom")
	for _, global := range []bool{false, true} {
		m := reactor.NewMain("hook")
		r, other := newNode(m, "r"), newNode(m, "other")
		other.Isolate()
		var called atomic.Bool
		r.T.Set(2*ms, 0)
		hook := func() { called.Store(true); panic(boom) }
		own, all := hook, func(Miss) {}
		if global {
			own, all = func() {}, func(Miss) { hook() }
		}
		var down atomic.Int32
		hog := func() { hang(t, called.Load) }
		r.Reaction("hog").On(&r.T).Deadline(1*ms, hog).Expired(own).Do(hog)
		r.Reaction("down").On(r.Shutdown()).Do(func() { down.Add(1) })
		other.Reaction("down").On(other.Shutdown()).Do(func() { down.Add(1) })
		_, err := Run(context.Background(), build(t, m, 1), Options{Clock: Real, KeepAlive: true, Expired: all})
		var pe *PanicError
		if !errors.As(err, &pe) || !errors.Is(err, boom) || !strings.HasPrefix(pe.Reaction, "r.hog") || pe.Tag.Time != reactor.Time(2*ms) {
			t.Fatalf("got %v", err)
		}
		if n := down.Load(); n != 2 {
			t.Errorf("%d shutdown reactions ran", n)
		}
	}
}
