package exec

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// input is a recorded input of a door that carries ints.
type input struct {
	door  int32
	tag   reactor.Tag
	value int
}

type missAt struct {
	rx  int32
	tag reactor.Tag
}

type leftOut struct {
	enclave int
	tag     reactor.Tag
	reactor.Omission
}

// recorder is an Observer that keeps what a replay needs, and the history to compare.
type recorder struct {
	mu     sync.Mutex
	doors  []reactor.Door
	inputs []input
	misses []missAt
	left   []leftOut
	last   map[int]reactor.Tag
	diary  *history
}

func record(p *reactor.Program, verbose bool) *recorder {
	r := &recorder{doors: p.Doors(), last: map[int]reactor.Tag{}, diary: observe(p, verbose)}
	p.Observe(r)
	return r
}

func (r *recorder) AtTag(e *reactor.Enclave, rec reactor.Record) {
	r.mu.Lock()
	for _, id := range rec.Doors {
		r.inputs = append(r.inputs, input{id, rec.Tag, *(*int)(r.doors[id].Value)})
	}
	for _, rx := range rec.Misses {
		r.misses = append(r.misses, missAt{rx, rec.Tag})
	}
	for _, o := range rec.Omitted {
		r.left = append(r.left, leftOut{e.ID, rec.Tag, o})
	}
	r.last[e.ID] = rec.Tag
	r.mu.Unlock()
}

// inject enters the recording into a program built for replay, all of it before the start.
func (r *recorder) inject(p *reactor.Program) {
	for _, in := range r.inputs {
		p.Enclaves[r.doors[in.door].Enclave].Inject(int(in.door), in.tag, func(v unsafe.Pointer) { *(*int)(v) = in.value })
	}
	for i := range r.misses { // in any order
		m := r.misses[len(r.misses)-1-i]
		p.EnclaveOf(m.rx).InjectMiss(m.rx, m.tag)
	}
	for i := range r.left {
		o := r.left[len(r.left)-1-i]
		p.Enclaves[o.enclave].InjectOmission(o.tag, o.Omission)
	}
	for id, e := range p.Enclaves {
		e.StopAt(r.last[id])
	}
}

// plant is a program with every kind of door. Reactions that are too late, modes that open and close to physical
// events, sensors, actuators and physical connections, within an enclave and across.
type plant struct {
	reactor.Reactor
	Fast, Slow reactor.Timer
	Push       reactor.PhysicalAction[int]
	ModePush   reactor.PhysicalAction[int]
	Eye        reactor.Sensor[int]
	Hand       reactor.Actuator[int, int]
	Back       reactor.In[int]
	Far        reactor.In[int]
	Out        reactor.Out[int]
	Seen       reactor.Out[int]
	Day, Night reactor.Mode
	state      int
	reads      atomic.Int32 // of the eye
}

func newPlant(busy bool) (*reactor.Main, *plant) {
	m := reactor.NewMain("plant")
	p := &plant{}
	reactor.Init(m, "plant", p)
	p.Fast.Set(0, 500*time.Microsecond)
	p.Slow.Set(1*ms, 3*ms)
	p.ModePush.In(&p.Night)
	p.ModePush.MinDelay(2 * ms)
	p.Push.MinSpacing(700*time.Microsecond, reactor.Defer)
	p.Day.Initial()
	p.Eye.Bind(func() int {
		p.reads.Add(1)
		return int(rt.Now() & 0xffff)
	})
	p.Hand.Bind(hand[int, int](func(c int) int { return c ^ int(rt.Now()&0xff) }))
	p.Reaction("hog").On(&p.Slow).Do(func() {
		if busy {
			for until := rt.Now() + int64(ms); rt.Now() < until; {
			}
		}
	})
	p.Reaction("control").On(&p.Fast).Sets(&p.Out).Deadline(300*time.Microsecond, func() { p.Out.Set(-1) }).Do(func() {
		p.state = mix(p.state, p.Hand.Do(p.Eye.Read()+p.Eye.Read()))
		p.Out.Set(p.state)
	})
	p.Reaction("pushed").On(&p.Push, &p.Back, &p.Far).Sets(&p.Seen, &p.Day, &p.Night).Do(func() {
		p.state = mix(p.state, p.Push.Get()+p.Back.Get()+p.Far.Get())
		p.Seen.Set(p.state)
		m := []*reactor.Mode{&p.Day, &p.Night}[p.state%2]
		if p.state%3 == 0 {
			m.Reset()
		} else {
			m.Resume()
		}
	})
	p.Night.Reaction("night").On(&p.ModePush).Sets(&p.Seen).Do(func() { p.Seen.Set(p.ModePush.Get()) })
	far := newNode(m, "far")
	far.Isolate()
	far.Reaction("answer").On(&far.In, &far.P).Sets(&far.Out).Do(func() { far.Out.Set(mix(far.In.Get(), far.P.Get())) })
	echo := newNode(m, "echo")
	echo.Reaction("echo").On(&echo.In).Sets(&echo.Out).Do(func() { echo.Out.Set(echo.In.Get() + 1) })
	reactor.Connect(&p.Out, &far.In).Physical()
	reactor.Connect(&far.Out, &p.Far).After(1 * ms)
	reactor.Connect(&p.Out, &echo.In)
	reactor.Connect(&echo.Out, &p.Back).Physical()
	return m, p
}

func TestReplayOfARealRunRepeatsIt(t *testing.T) {
	m, p := newPlant(true)
	prog := build(t, m, 2)
	rec := record(prog, true)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := Run(ctx, prog, Options{Clock: Real, Started: func(int64) {
		go func() {
			s := rt.Sleeper{}
			for i := 0; i < 60 || p.reads.Load() < 20 && i < 100_000; i++ { // reactions that are all late read nothing
				p.Push.Schedule(i, 0)
				p.ModePush.Schedule(i, 0)
				s.SleepUntil(rt.Now() + int64(600*time.Microsecond))
			}
			cancel()
		}()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.misses) == 0 || res.Counters.Misses != uint64(len(rec.misses)) {
		t.Errorf("%d misses recorded, %d counted: the run shows little", len(rec.misses), res.Counters.Misses)
	}
	doors := map[string]int{}
	for _, in := range rec.inputs {
		doors[rec.doors[in.door].Kind]++
	}
	if len(doors) != 4 {
		t.Errorf("inputs by kind of door: %v", doors)
	}
	for _, workers := range []int{1, 3} {
		m, _ := newPlant(false)
		again, err := reactor.Build(m, reactor.Options{Workers: workers, Replay: true})
		if err != nil {
			t.Fatal(err)
		}
		rep := record(again, true)
		rec.inject(again)
		mustRun(t, again, Options{Split: true})
		if d := cmp.Diff(rec.diary.log, rep.diary.log); d != "" {
			t.Fatalf("%d workers: the replay differs (-recorded +replayed):\n%s", workers, d)
		}
		if rec.diary.digest() != rep.diary.digest() || len(rep.misses) != len(rec.misses) {
			t.Fatal("the digests differ, or the misses")
		}
	}
}

func TestReplayEndsWhereACancelledRunEnded(t *testing.T) {
	m := reactor.NewMain("m")
	r := newNode(m, "r")
	r.Reaction("got").On(&r.P).Sets(&r.Out).Do(func() { r.Out.Set(r.P.Get()) })
	r.Reaction("end").On(r.Shutdown()).Sets(&r.Out).Do(func() { r.Out.Set(-1) })
	p, err := reactor.Build(m, reactor.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	rec := record(p, true)
	for i := range 100_000 {
		p.Enclaves[0].Inject(0, reactor.Tag{Time: reactor.Time(i * 1000)}, func(v unsafe.Pointer) { *(*int)(v) = i })
	}
	want := reactor.Tag{Time: reactor.Time(time.Second), Microstep: 7}
	p.Enclaves[0].StopAt(want)
	mustRun(t, p, Options{})
	if rec.last[0] != want || rec.diary.sets != 100_001 {
		t.Fatalf("ended at %v with %d values", rec.last[0], rec.diary.sets)
	}
}

func TestManyMissesUpFrontCostLittle(t *testing.T) {
	m := reactor.NewMain("m")
	r := newNode(m, "r")
	misses, bodies := 0, 0
	r.T.Set(0, 1*time.Microsecond)
	r.Reaction("work").On(&r.T).Deadline(ms, func() { misses++ }).Do(func() { bodies++ })
	p, err := reactor.Build(m, reactor.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	const n = 200_000
	for i := n - 1; i >= 0; i -= 2 { // backwards: they need sorting
		p.Enclaves[0].InjectMiss(0, reactor.Tag{Time: reactor.Time(i * 1000)})
	}
	mustRun(t, p, Options{Timeout: (n - 1) * time.Microsecond})
	if misses != n/2 || bodies != n/2 {
		t.Fatalf("%d misses, %d bodies", misses, bodies)
	}
}

// TestCatchingUpKeepsOrderAndDropsNothing gives the program twice the work that fits into its periods.
func TestCatchingUpKeepsOrderAndDropsNothing(t *testing.T) {
	var want []string
	for _, busy := range []bool{false, true} {
		m := reactor.NewMain("overload")
		src, dst := newNode(m, "src"), newNode(m, "dst")
		var got []string
		src.T.Set(0, 200*time.Microsecond)
		src.T.OnOverrun(every)
		src.Reaction("emit").On(&src.T).Sets(&src.Out, &src.A).Do(func() {
			if busy {
				for until := rt.Now() + int64(400*time.Microsecond); rt.Now() < until; {
				}
			}
			src.n++
			src.Out.Set(src.n)
			src.A.Schedule(src.n, 100*time.Microsecond)
		})
		src.Reaction("act").On(&src.A).Do(func() { got = append(got, fmt.Sprintf("%v act %d", src.Tag(), src.A.Get())) })
		dst.Reaction("got").On(&dst.In).Do(func() { got = append(got, fmt.Sprintf("%v got %d", dst.Tag(), dst.In.Get())) })
		reactor.Connect(&src.Out, &dst.In).After(300 * time.Microsecond)
		res := mustRun(t, build(t, m, 1), Options{Clock: Real, Timeout: 10 * ms})
		if busy && (res.Elapsed < 20*ms || res.Lateness.Max() < 5*ms) {
			t.Fatalf("no overload: %v, %v late", res.Elapsed, res.Lateness.Max())
		}
		if want == nil {
			want = got
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	}
	if len(want) != 50+49 { // the last ones are after the timeout
		t.Fatalf("%d events", len(want))
	}
}

// TestAnEnclaveWaitsForOneThatIsLate: quick must not run its tag before slow, far behind the clock, has sent.
func TestAnEnclaveWaitsForOneThatIsLate(t *testing.T) {
	m := reactor.NewMain("blocked")
	slow, quick := newNode(m, "slow"), newNode(m, "quick")
	slow.Isolate()
	quick.Isolate()
	slow.T.Set(0, 0)
	quick.T.Set(1*ms, 0)
	slow.Reaction("compute").On(&slow.T).Sets(&slow.Out).Do(func() {
		for until := rt.Now() + int64(20*ms); rt.Now() < until; {
		}
		slow.Out.Set(1)
	})
	var order []string
	quick.Reaction("tick").On(&quick.T).Do(func() { order = append(order, "tick") })
	quick.Reaction("got").On(&quick.In).Do(func() { order = append(order, "got") })
	reactor.Connect(&slow.Out, &quick.In).After(500 * time.Microsecond)
	mustRun(t, build(t, m, 1), Options{Clock: Real})
	if d := cmp.Diff([]string{"got", "tick"}, order); d != "" {
		t.Fatal(d)
	}
}

func TestAWorldWithoutEndEndsWithTheProgram(t *testing.T) {
	m := reactor.NewMain("lockstep")
	r := newNode(m, "r")
	b := &bouncer{to: &r.P}
	r.Reaction("bounce").On(&r.P).Do(func() {
		if r.P.Get() == 4 {
			r.RequestStop()
		}
	})
	res := mustRun(t, build(t, m, 1), Options{Clock: LockStep, World: b})
	if want := (reactor.Tag{Time: reactor.Time(12 * ms), Microstep: 1}); res.Tag != want {
		t.Fatalf("ended at %v", res.Tag)
	}
}

// hand is a device without limits, for tests.
type hand[C, A any] func(C) A

func (h hand[C, A]) Command(c C) A { return h(c) }
func (hand[C, A]) Limits() string  { return "none: a test" }
