package exec

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

var overloads = flag.Int("overloads", 40, "how many random programs to overload and replay")

func sleep(d time.Duration) { (&rt.Sleeper{}).SleepUntil(rt.Now() + int64(d)) }

// same replays the recording of a program and compares, including omissions.
func (r *recorder) same(t *testing.T, m *reactor.Main, workers int) {
	t.Helper()
	p, err := reactor.Build(m, reactor.Options{Workers: workers, Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	rep := record(p, true)
	r.inject(p)
	mustRun(t, p, Options{Split: true})
	if d := cmp.Diff(r.diary.log, rep.diary.log); d != "" {
		t.Fatalf("%d workers: the replay differs (-recorded +replayed):\n%s", workers, d)
	}
	if d := cmp.Diff(byEnclave(r.left), byEnclave(rep.left)); d != "" {
		t.Fatalf("%d workers: what was left out differs (-recorded +replayed):\n%s", workers, d)
	}
}

func byEnclave(all []leftOut) map[int][]string {
	m := map[int][]string{}
	for _, o := range all {
		m[o.enclave] = append(m[o.enclave], fmt.Sprintf("%v %v %d %v %d %d", o.tag, o.Kind, o.Source, o.From, o.First, o.N))
	}
	return m
}

func TestTimersThatAreBehindSkipWhatHasPassed(t *testing.T) {
	program := func(busy bool) (*reactor.Main, *node, *[]time.Duration) {
		m := reactor.NewMain("behind")
		r := newNode(m, "r")
		var at []time.Duration
		r.T.Set(0, 1*ms)
		r.Reaction("tick").On(&r.T).Sets(&r.Out).Do(func() {
			if busy && r.n == 3 {
				sleep(20 * ms)
			}
			at = append(at, r.Elapsed())
			r.n++
			r.Out.Set(r.n)
		})
		return m, r, &at
	}
	m, _, at := program(true)
	p := build(t, m, 1)
	rec := record(p, true)
	meter := &Meter{}
	res := mustRun(t, p, Options{Clock: Real, Timeout: 60 * ms, Meter: meter})
	for i, d := range *at {
		if d%ms != 0 {
			t.Errorf("tick %d at %v: off the grid", i, d)
		}
	}
	if res.Counters.Skipped < 18 || len(*at)+int(res.Counters.Skipped) != 61 {
		t.Errorf("%d ticks ran, %d skipped of 61", len(*at), res.Counters.Skipped)
	}
	want := []reactor.OmissionTotal{{Kind: reactor.Skipped, Path: "r.t", N: res.Counters.Skipped}}
	if d := cmp.Diff(want, res.Omitted); d != "" || meter.Skipped() != res.Counters.Skipped {
		t.Errorf("reported %+v, on the meter %d", res.Omitted, meter.Skipped())
	}
	m, _, _ = program(false)
	rec.same(t, m, 1)
}

func TestTimersCatchUpWithinTheirBoundOrStop(t *testing.T) {
	for _, n := range []int{0, 3} {
		m := reactor.NewMain("m")
		r := newNode(m, "r")
		var late []time.Duration
		begun := int64(0)
		r.T.Set(0, 2*ms)
		r.T.OnOverrun(reactor.CatchUp(n))
		r.Reaction("tick").On(&r.T).Do(func() {
			if r.n++; r.n == 2 {
				sleep(40 * ms)
				return
			}
			late = append(late, time.Duration(rt.Now()-begun)-r.Elapsed())
		})
		res := mustRun(t, build(t, m, 1), Options{Clock: Real, Timeout: 100 * ms, Started: func(at int64) { begun = at }})
		if res.Counters.Skipped < uint64(18-n) {
			t.Errorf("CatchUp(%d): %d skipped", n, res.Counters.Skipped)
		}
		behind := 0
		for _, d := range late {
			if d >= 4*ms {
				behind++
			}
		}
		if n > 0 && behind < n-1 {
			t.Errorf("CatchUp(%d): %d ticks ran late", n, behind)
		}
	}
	m := reactor.NewMain("m")
	r := newNode(m, "r")
	down := false
	r.T.Set(0, 1*ms)
	r.T.OnOverrun(reactor.StopLate)
	r.Reaction("tick").On(&r.T).Do(func() { sleep(5 * ms) })
	r.Reaction("down").On(r.Shutdown()).Do(func() { down = true })
	_, err := Run(context.Background(), build(t, m, 1), Options{Clock: Real, Timeout: time.Minute})
	var late reactor.OverrunError
	if !errors.As(err, &late) || late.Timer != "r.t" || late.Late < 1*ms || !down {
		t.Fatalf("%v, shutdown %v", err, down)
	}
}

func TestLogicalClocksNeverSkip(t *testing.T) {
	m := reactor.NewMain("m")
	r := newNode(m, "r")
	r.T.Set(0, 1*ms)
	r.Reaction("tick").On(&r.T).Do(func() {
		if r.n++; r.n < 4 {
			sleep(3 * ms)
		}
	})
	res := mustRun(t, build(t, m, 1), Options{Clock: LockStep, World: &still{}, Timeout: 20 * ms})
	if r.n != 21 || res.Counters.Skipped != 0 {
		t.Fatalf("%d ticks, %d skipped", r.n, res.Counters.Skipped)
	}
}

type still struct{}

func (*still) NextEvent() reactor.Time      { return reactor.Forever }
func (*still) AdvanceTo(reactor.Time) error { return nil }

// If each tag of an enclave takes longer than its period it never catches up. The others and the stop are not held up.
func TestAnEnclaveBehindForEverHoldsNobodyUp(t *testing.T) {
	m := reactor.NewMain("m")
	slow, quick := newNode(m, "slow"), newNode(m, "quick")
	slow.Isolate()
	slow.T.Set(0, 1*ms)
	slow.Reaction("drudge").On(&slow.T).Uses(&slow.In).Do(func() { slow.n++; sleep(5 * ms) })
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	quick.T.Set(0, 2*ms)
	var asked time.Time
	var downs atomic.Int32 // both enclaves count
	quick.Reaction("tick").On(&quick.T).Sets(&quick.Out).Do(func() {
		quick.Out.Set(quick.n)
		if quick.n++; quick.n == 20 {
			asked = time.Now()
			cancel()
		}
	})
	for _, x := range []*node{slow, quick} {
		x.Reaction("down").On(x.Shutdown()).Do(func() { downs.Add(1) })
	}
	reactor.Connect(&quick.Out, &slow.In).After(1 * ms)
	res, err := Run(ctx, build(t, m, 1), Options{Clock: Real})
	if err != nil {
		t.Fatal(err)
	}
	if downs.Load() != 2 || res.Counters.Skipped == 0 {
		t.Fatalf("%d shutdowns, %+v", downs.Load(), res.Counters)
	}
	if took := time.Since(asked); took > time.Minute {
		t.Fatalf("the stop took %v", took)
	}
}

// slowEnclave sends every millisecond to an enclave that takes 100 ms for each value.
func slowEnclave(busy bool, each time.Duration, set func(c reactor.Connection)) (*reactor.Main, *node, *node) {
	m := reactor.NewMain("backlog")
	from, to := newNode(m, "from"), newNode(m, "to")
	to.Isolate()
	from.T.Set(0, 1*ms)
	from.T.OnOverrun(every) // as many values on a machine that has no time
	from.Reaction("send").On(&from.T).Sets(&from.Out).Do(func() { from.n++; from.Out.Set(from.n) })
	to.Reaction("work").On(&to.In).Sets(&to.Out).Do(func() {
		if busy {
			sleep(each)
		}
		to.n = to.In.Get()
		to.Out.Set(to.n)
	})
	for _, x := range []*node{from, to} {
		x.Reaction("down").On(x.Shutdown()).Sets(&x.Out).Do(func() { x.Out.Set(-1) })
	}
	set(reactor.Connect(&from.Out, &to.In).After(2 * ms))
	return m, from, to
}

// undone checks that what was sent and not worked off was dropped, but for what was still on the line of 2 ms. How much was
// sent depends on the machine: a sender that is behind skips.
func undone(t *testing.T, from, to *node, dropped uint64) {
	t.Helper()
	if left := from.n - to.n - int(dropped); left < 0 || left > 4 {
		t.Errorf("%d were sent, %d worked off, %d dropped", from.n, to.n, dropped)
	}
}

// The context is cancelled while the slow enclave has seconds of work before it.
func TestCancelDropsTheBacklogAndAReplayDropsItToo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, from, to := slowEnclave(true, 100*ms, func(reactor.Connection) {})
	p := build(t, m, 1)
	rec := record(p, true)
	meter := &Meter{}
	go func() {
		for meter.Time() < reactor.Time(300*ms) {
			time.Sleep(ms)
		}
		cancel()
	}()
	res, err := Run(ctx, p, Options{Clock: Real, Meter: meter})
	if err != nil {
		t.Fatal(err)
	}
	if res.Counters.Dropped == 0 {
		t.Errorf("of a backlog of many seconds nothing was dropped: %d values were sent, %d worked off", from.n, to.n)
	}
	if meter.Dropped() != res.Counters.Dropped {
		t.Errorf("%d and %d were dropped", meter.Dropped(), res.Counters.Dropped)
	}
	undone(t, from, to, res.Counters.Dropped)
	m, _, _ = slowEnclave(false, 0, func(reactor.Connection) {})
	rec.same(t, m, 1)
}

func TestTheGraceBoundsTheEndOfARun(t *testing.T) {
	m, from, to := slowEnclave(true, 100*ms, func(reactor.Connection) {})
	p := build(t, m, 1)
	rec := record(p, true)
	res := mustRun(t, p, Options{Clock: Real, Timeout: 200 * ms, Grace: 100 * ms})
	if res.Counters.Dropped == 0 || res.Tag.Time != reactor.Time(200*ms) {
		t.Errorf("%d of a backlog of many seconds were dropped, and it ended at %v", res.Counters.Dropped, res.Tag)
	}
	undone(t, from, to, res.Counters.Dropped)
	m, _, _ = slowEnclave(false, 0, func(reactor.Connection) {})
	rec.same(t, m, 1)
}

func TestLinesBetweenEnclavesAreBounded(t *testing.T) {
	for _, policy := range []reactor.Overflow{0, reactor.DropOldest, reactor.DropNewest} {
		set := func(c reactor.Connection) { c.Capacity(4).Overflow(policy) }
		m, from, _ := slowEnclave(true, 20*ms, set)
		p := build(t, m, 1)
		rec := record(p, true)
		res := mustRun(t, p, Options{Clock: Real, Timeout: 300 * ms, Grace: time.Minute})
		if int(res.Counters.Lost)+40 < from.n { // 15 can be worked off, and 4 wait
			t.Errorf("%v: of %d, %d were lost", policy, from.n, res.Counters.Lost)
		}
		if total := res.Omitted[len(res.Omitted)-1]; total.Path != "to.in" || total.Kind != reactor.Lost || total.N != res.Counters.Lost {
			t.Errorf("%v: %+v", policy, res.Omitted)
		}
		m, _, _ = slowEnclave(false, 0, set)
		rec.same(t, m, 1)
	}
	m, _, _ := slowEnclave(true, 50*ms, func(c reactor.Connection) { c.Capacity(4).Overflow(reactor.StopOnOverflow) })
	_, err := Run(context.Background(), build(t, m, 1), Options{Clock: Real, Timeout: time.Minute})
	var full reactor.OverflowError
	if !errors.As(err, &full) || full.Path != "to.in" || full.Capacity != 4 {
		t.Fatal(err)
	}
}

func TestAnActionThatFillsWithoutEndStopsTheProgram(t *testing.T) {
	m := reactor.NewMain("m")
	r := newNode(m, "r")
	r.T.Set(0, 1*ms)
	r.A.Capacity(8)
	r.Reaction("plan").On(&r.T).Sets(&r.A).Do(func() { r.A.Schedule(0, time.Hour) })
	r.Reaction("act").On(&r.A).Do(func() {})
	_, err := Run(context.Background(), build(t, m, 1), Options{})
	var full reactor.OverflowError
	if !errors.As(err, &full) || full.Path != "r.a" || !strings.Contains(err.Error(), "Capacity") {
		t.Fatal(err)
	}
}

// TestOverloadedProgramsReplay runs random programs that are far too slow for the real clock, ends some of them from
// outside, and replays what was recorded.
func TestOverloadedProgramsReplay(t *testing.T) {
	var sum reactor.Counters
	for s := *seed; s < *seed+uint64(*overloads); s++ {
		ctx, cancel := context.WithCancel(context.Background())
		p := build(t, loadedProgram(s, 2*tick).Main, 2)
		rec := record(p, true)
		if s%3 == 0 {
			time.AfterFunc(5*tick, cancel)
		}
		res, err := Run(ctx, p, Options{Clock: Real, Timeout: 20 * tick, Grace: 4 * tick, Split: true})
		cancel()
		if err != nil {
			t.Fatalf("-seed=%d: %v", s, err)
		}
		sum.Skipped += res.Counters.Skipped
		sum.Lost += res.Counters.Lost
		sum.Dropped += res.Counters.Dropped
		t.Run(fmt.Sprintf("seed=%d", s), func(t *testing.T) { rec.same(t, loadedProgram(s, 1).Main, 1+int(s%3)) })
	}
	t.Logf("%d ticks skipped, %d values lost, %d events dropped", sum.Skipped, sum.Lost, sum.Dropped)
	if sum.Skipped == 0 || sum.Lost == 0 || sum.Dropped == 0 {
		t.Error("the programs show little")
	}
}
