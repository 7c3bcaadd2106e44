package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

type node struct {
	reactor.Reactor
	T   reactor.Timer
	A   reactor.Action[int]
	P   reactor.PhysicalAction[int]
	In  reactor.In[int]
	Out reactor.Out[int]
	n   int
}

func newNode(p reactor.Parent, name string) *node {
	r := &node{}
	reactor.Init(p, name, r)
	return r
}

func build(t testing.TB, m *reactor.Main, workers int) *reactor.Program {
	t.Helper()
	p, err := reactor.Build(m, reactor.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustRun(t testing.TB, p *reactor.Program, o Options) Result {
	t.Helper()
	res, err := Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// diary is an observer that writes down all events, in an order that does not depend on workers.
type diary struct {
	mu    sync.Mutex
	ports []reactor.PortInfo
	lines map[int][]string
}

func watch(p *reactor.Program) *diary {
	d := &diary{ports: p.Ports(), lines: map[int][]string{}}
	p.Observe(d)
	return d
}

func (d *diary) AtTag(e *reactor.Enclave, r reactor.Record) {
	d.mu.Lock()
	defer d.mu.Unlock()
	set := map[int32]bool{}
	for _, id := range r.Ports {
		set[id] = true
	}
	for id := range d.ports {
		if set[int32(id)] {
			d.lines[e.ID] = append(d.lines[e.ID], fmt.Sprintf("%v %s %d", r.Tag, d.ports[id].Path, *(*int)(d.ports[id].Value)))
		}
	}
	if r.Last {
		d.lines[e.ID] = append(d.lines[e.ID], fmt.Sprintf("%v end", r.Tag))
	}
}

// pipeline is source → four workers → sum, with a feedback of one millisecond.
func pipeline() *reactor.Main {
	m := reactor.NewMain("pipeline")
	src := newNode(m, "src")
	src.T.Set(0, 1*ms)
	src.T.OnOverrun(every)
	src.Reaction("emit").On(&src.T).Uses(&src.In).Sets(&src.Out).Do(func() {
		src.n++
		src.Out.Set(src.n + src.In.Get())
	})
	type sum struct {
		reactor.Reactor
		Ins reactor.MultiIn[int]
		Out reactor.Out[int]
	}
	s := &sum{}
	reactor.Init(m, "sum", s)
	s.Ins.Resize(4)
	s.Reaction("add").On(&s.Ins).Sets(&s.Out).Do(func() {
		total := 0
		for i := range 4 {
			total += s.Ins.At(i).Get()
		}
		s.Out.Set(total % 1000)
	})
	for i, w := range reactor.Bank("work", 4, func(_ int, name string) *node { return newNode(m, name) }) {
		w.Reaction("work").On(&w.In).Sets(&w.Out).Do(func() {
			x := w.In.Get()
			for range 20000 {
				x = (x*31 + i) % 10007
			}
			w.Out.Set(x)
		})
		reactor.Connect(&src.Out, &w.In)
		reactor.Connect(&w.Out, s.Ins.At(i))
	}
	reactor.Connect(&s.Out, &src.In).After(1 * ms)
	return m
}

func TestHistoryIsTheSameOnEveryClockAndAnyNumberOfWorkers(t *testing.T) {
	var want map[int][]string
	for _, workers := range []int{1, 2, 8} {
		for _, clock := range []Clock{Fast, Real} {
			p := build(t, pipeline(), workers)
			d := watch(p)
			mustRun(t, p, Options{Clock: clock, Timeout: 30 * ms, Grace: time.Minute})
			if want == nil {
				want = d.lines
			}
			if diff := cmp.Diff(want, d.lines); diff != "" {
				t.Fatalf("%d workers, %v clock:\n%s", workers, clock, diff)
			}
		}
	}
	if n := len(want[0]); n != 6*31+30+1 {
		t.Fatalf("%d lines", n)
	}
}

// twoEnclaves sends from a fast ticker to a slow one and back.
func twoEnclaves() *reactor.Main {
	m := reactor.NewMain("enclaves")
	a, b := newNode(m, "a"), newNode(m, "b")
	a.Isolate()
	b.Isolate()
	a.T.Set(0, 1*ms)
	b.T.Set(500*time.Microsecond, 3*ms)
	for _, x := range []*node{a, b} {
		x.T.OnOverrun(every)
		x.Reaction("tick").On(&x.T, &x.In).Sets(&x.Out).Do(func() {
			x.n = (x.n*7 + x.In.Get() + 1) % 1009
			x.Out.Set(x.n)
		})
	}
	reactor.Connect(&a.Out, &b.In).After(1 * ms)
	reactor.Connect(&b.Out, &a.In).After(2 * ms)
	return m
}

// A reactor that is an enclave of its own reads its own outputs without a look at its parent's, which runs at the same time:
// the race detector would see it.
func TestAnEnclaveReadsItsOwnOutputs(t *testing.T) {
	m := reactor.NewMain("own")
	above := newNode(m, "above")
	r := newNode(above, "r")
	r.Isolate()
	for _, x := range []*node{above, r} {
		x.T.Set(0, ms)
		x.T.OnOverrun(every)
	}
	above.Reaction("work").On(&above.T).Do(func() {})
	r.Reaction("set").On(&r.T).Sets(&r.Out).Do(func() { r.Out.Set(1) })
	sum := 0
	r.Reaction("look").On(&r.T).Sets(&r.Out).Do(func() {
		for range 100_000 {
			sum += r.Out.Get()
		}
	})
	mustRun(t, build(t, m, 1), Options{Clock: Real, Timeout: 20 * ms, Grace: time.Minute})
	if sum != 2_100_000 {
		t.Errorf("the outputs come to %d", sum)
	}
}

func TestEnclavesAgreeOnEveryClock(t *testing.T) {
	var want map[int][]string
	for _, clock := range []Clock{Fast, Real, Real, Real} {
		p := build(t, twoEnclaves(), 1)
		d := watch(p)
		mustRun(t, p, Options{Clock: clock, Timeout: 40 * ms, Grace: time.Minute})
		if want == nil {
			want = d.lines
		}
		if diff := cmp.Diff(want, d.lines); diff != "" {
			t.Fatalf("%v clock:\n%s", clock, diff)
		}
	}
}

func TestRealClockNeverRunsATagEarly(t *testing.T) {
	m := reactor.NewMain("early")
	r := newNode(m, "r")
	r.T.Set(0, 2*ms)
	r.T.OnOverrun(every)
	begun := time.Now()
	r.Reaction("tick").On(&r.T).Do(func() {
		if since := time.Since(begun); since < r.Elapsed() {
			t.Errorf("tag %v ran at %v", r.Tag(), since)
		}
	})
	res := mustRun(t, build(t, m, 1), Options{Clock: Real, Timeout: 20 * ms})
	if res.Lateness.N() != 11 || res.Counters.Tags != 11 {
		t.Fatalf("%d tags", res.Lateness.N())
	}
}

func TestPhysicalActionsWakeARunningProgram(t *testing.T) {
	m := reactor.NewMain("physical")
	r := newNode(m, "r")
	var got []int
	var tags []reactor.Tag
	r.Reaction("got").On(&r.P).Do(func() {
		got, tags = append(got, r.P.Get()), append(tags, r.Tag())
		if len(got) == 20 {
			r.RequestStop()
		}
	})
	p := build(t, m, 1)
	started := make(chan struct{})
	r2 := &r.P
	go func() {
		<-started
		for i := range 20 {
			for !r2.Schedule(i, 0) {
			}
		}
	}()
	p.Observe(nil)
	close(started)
	mustRun(t, p, Options{Clock: Real})
	for i, v := range got {
		if v != i || i > 0 && !tags[i-1].Before(tags[i]) {
			t.Fatalf("got %v at %v", got, tags)
		}
	}
}

func TestFullQueueRefusesAndCounts(t *testing.T) {
	m := reactor.NewMain("full")
	r := newNode(m, "r")
	r.P.Capacity(3)
	seen := 0
	r.Reaction("got").On(&r.P).Do(func() { seen++ })
	r.Reaction("start").On(r.Startup()).Do(func() {
		for i := range 10 {
			if took := r.P.Schedule(i, 0); took != (i < 3) {
				t.Errorf("event %d: taken %v", i, took)
			}
		}
	})
	mustRun(t, build(t, m, 1), Options{})
	if seen != 3 || r.P.Refused() != 7 {
		t.Fatalf("saw %d, refused %d", seen, r.P.Refused())
	}
}

func TestPanicStopsSafelyAndNamesTheReaction(t *testing.T) {
	for _, workers := range []int{1, 4} {
		for _, clock := range []Clock{Fast, Real} {
			m := reactor.NewMain("panic")
			r := newNode(m, "bad")
			o := newNode(m, "other")
			r.T.Set(0, 1*ms)
			r.T.OnOverrun(every)
			after, down := 0, 0
			boom := errors.New("boom")
			r.Reaction("explode").On(&r.T).Do(func() {
				if r.n++; r.n == 3 {
					panic(boom)
				}
			})
			r.Reaction("after").On(&r.T).Do(func() { after++ })
			o.T.Set(0, 1*ms)
			o.T.OnOverrun(every)
			o.Reaction("work").On(&o.T).Do(func() { o.n++ })
			o.Reaction("safe").On(o.Shutdown()).Do(func() { down++ })
			_, err := Run(context.Background(), build(t, m, workers), Options{Clock: clock, Timeout: time.Second})
			var pe *PanicError
			if !errors.As(err, &pe) || pe.Reaction != "bad.explode" || !errors.Is(err, boom) || pe.Tag.Time != reactor.Time(2*ms) {
				t.Fatalf("%d workers, %v: %v", workers, clock, err)
			}
			if after != 2 || down != 1 {
				t.Fatalf("after ran %d times, shutdown %d times", after, down)
			}
		}
	}
}

func TestDeadlineIsNoticedWhenItPasses(t *testing.T) {
	m := reactor.NewMain("deadline")
	slow, act := newNode(m, "slow"), newNode(m, "act")
	var noticed, handled, bodies atomic.Int32
	var during atomic.Bool
	slow.T.Set(5*ms, 0)
	slow.Reaction("hog").On(&slow.T).Sets(&slow.Out).Do(func() {
		for noticed.Load() == 0 { // the watchdog must speak while this still runs
		}
		during.Store(true)
		slow.Out.Set(1)
	})
	act.Reaction("act").On(&act.In).Deadline(2*ms, func() { handled.Add(1) }).
		Expired(func() { noticed.Add(1) }).Do(func() { bodies.Add(1) })
	reactor.Connect(&slow.Out, &act.In)
	var miss Miss
	res := mustRun(t, build(t, m, 1), Options{Clock: Real, Timeout: 9 * ms, Expired: func(x Miss) { miss = x }})
	if !during.Load() || handled.Load() != 1 || bodies.Load() != 0 || res.Counters.Misses != 1 || res.Expired != 1 {
		t.Fatalf("noticed %d, handled %d, body %d, %+v", noticed.Load(), handled.Load(), bodies.Load(), res.Counters)
	}
	if miss.Reaction != "act.act" || miss.Tag.Time != reactor.Time(5*ms) || miss.Late < 0 || miss.Running {
		t.Fatalf("miss %+v", miss)
	}
}

func TestCancelRunsShutdown(t *testing.T) {
	for _, clock := range []Clock{Fast, Real} {
		ctx, cancel := context.WithCancel(context.Background())
		m := reactor.NewMain("cancel")
		r := newNode(m, "r")
		down := false
		r.T.Set(0, 1*ms)
		r.Reaction("tick").On(&r.T).Do(func() {
			if r.n++; r.n == 5 {
				cancel()
			}
		})
		r.Reaction("end").On(r.Shutdown()).Do(func() { down = true })
		if _, err := Run(ctx, build(t, m, 1), Options{Clock: clock}); err != nil || !down {
			t.Fatalf("%v: %v, shutdown %v", clock, err, down)
		}
	}
}

// bouncer is a World with an event of its own every 3 ms, which it reports through a physical action.
type bouncer struct {
	to   *reactor.PhysicalAction[int]
	now  reactor.Time
	hops []reactor.Time
}

func (b *bouncer) NextEvent() reactor.Time {
	return (b.now/reactor.Time(3*ms) + 1) * reactor.Time(3*ms)
}

func (b *bouncer) AdvanceTo(t reactor.Time) error {
	b.now = t
	b.hops = append(b.hops, t)
	if t > 0 && t%reactor.Time(3*ms) == 0 {
		b.to.Schedule(int(t/reactor.Time(3*ms)), 0)
	}
	if t > reactor.Time(time.Second) {
		return errors.New("the world ends")
	}
	return nil
}

func TestLockStepDrivesTheWorld(t *testing.T) {
	m := reactor.NewMain("lockstep")
	r := newNode(m, "r")
	b := &bouncer{to: &r.P}
	r.T.Set(0, 2*ms)
	var got []string
	r.Reaction("tick").On(&r.T).Do(func() { got = append(got, fmt.Sprintf("%v tick, world at %v", r.Tag(), b.now)) })
	r.Reaction("bounce").On(&r.P).Do(func() { got = append(got, fmt.Sprintf("%v bounce %d", r.Tag(), r.P.Get())) })
	mustRun(t, build(t, m, 1), Options{Clock: LockStep, World: b, Timeout: 6 * ms})
	want := []string{"(0s, 0) tick, world at 0s", "(2ms, 0) tick, world at 2ms", "(3ms, 0) bounce 1",
		"(4ms, 0) tick, world at 4ms", "(6ms, 0) tick, world at 6ms", "(6ms, 0) bounce 2"}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
	if _, err := Run(context.Background(), build(t, reactor.NewMain("x"), 1), Options{Clock: LockStep}); err == nil ||
		!strings.Contains(err.Error(), "needs a World") {
		t.Fatal(err)
	}
}

func TestLatenessQuantiles(t *testing.T) {
	var l Lateness
	for i := range 1000 {
		l.Add(time.Duration(i) * time.Microsecond)
	}
	for _, q := range []float64{0.1, 0.5, 0.99} {
		got, want := float64(l.Quantile(q)), q*1e6
		if got > want || got < want*0.87 {
			t.Errorf("quantile %g is %g, want just below %g", q, got, want)
		}
	}
	for b := range 400 {
		if bucket(bucketFloor(b)) != b {
			t.Fatalf("bucket %d begins at %d, which is in %d", b, bucketFloor(b), bucket(bucketFloor(b)))
		}
	}
}
