package reactor

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

// probe is a reactor whose reactions write down what they see.
type probe struct {
	Reactor
	T      Timer
	U      Timer
	A      Action[int]
	In     In[int]
	In2    In[int]
	Out    Out[int]
	Out2   Out[int]
	On     Mode
	Off    Mode
	Beat   Timer
	ModeA  Action[string]
	log    *[]string
	events int
}

func newProbe(p Parent, name string, log *[]string) *probe {
	r := &probe{log: log}
	Init(p, name, r)
	r.On.Initial()
	return r
}

func (r *probe) say(format string, args ...any) {
	*r.log = append(*r.log, fmt.Sprintf("%v %s", r.Tag(), fmt.Sprintf(format, args...)))
}

func run(t *testing.T, m *Main, stop Tag) *Program {
	t.Helper()
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(stop)
	return p
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("history differs (-want +got):\n%s", d)
	}
}

func TestTimerStartupShutdownTimeout(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.T.Set(0, 10*ms)
	r.U.Set(5*ms, 0)
	r.Reaction("start").On(r.Startup()).Do(func() { r.say("startup") })
	r.Reaction("tick").On(&r.T).Do(func() { r.say("tick") })
	r.Reaction("once").On(&r.U).Do(func() { r.say("once") })
	r.Reaction("act").On(&r.A).Do(func() { r.say("never") })
	r.Reaction("end").On(r.Shutdown()).Do(func() { r.say("shutdown") })
	run(t, m, Tag{Time(20 * ms), 0})
	expect(t, log, "(0s, 0) startup", "(0s, 0) tick", "(5ms, 0) once", "(10ms, 0) tick", "(20ms, 0) tick", "(20ms, 0) shutdown")
}

func TestTimeoutZeroRunsStartupAndShutdownTogether(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() {
		r.say("startup")
		if !r.A.Schedule(1, 0) {
			t.Error("a run must not know its end earlier than its replay does")
		}
	})
	r.Reaction("never").On(&r.A).Do(func() { r.say("behind the stop tag") })
	r.Reaction("end").On(r.Shutdown()).Do(func() { r.say("shutdown") })
	run(t, m, Tag{})
	expect(t, log, "(0s, 0) startup", "(0s, 0) shutdown")
}

func TestStarvationEndsOneMicrostepLater(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() { r.A.Schedule(7, 3*ms) })
	r.Reaction("act").On(&r.A).Do(func() { r.say("action %d", r.A.Get()) })
	r.Reaction("end").On(r.Shutdown()).Do(func() { r.say("shutdown") })
	run(t, m, Tag{Time(time.Second), 0})
	expect(t, log, "(3ms, 0) action 7", "(3ms, 1) shutdown")
}

func TestRequestStopRunsEventsOfTheNextMicrostep(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() {
		r.A.Schedule(1, 0)
		r.RequestStop()
	})
	r.Reaction("act").On(&r.A).Do(func() { r.say("action") })
	r.Reaction("end").On(r.Shutdown()).Do(func() { r.say("shutdown"); r.RequestStop() })
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 1) action", "(0s, 1) shutdown")
}

func TestSchedulingTwiceAtATagMovesOnByMicrosteps(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.A.MinDelay(1 * ms)
	r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() {
		for i := range 3 {
			r.A.Schedule(i, 2*ms)
		}
	})
	r.Reaction("act").On(&r.A).Do(func() { r.say("%d", r.A.Get()) })
	run(t, m, ForeverTag)
	expect(t, log, "(3ms, 0) 0", "(3ms, 1) 1", "(3ms, 2) 2")
}

func TestMinSpacingPolicies(t *testing.T) {
	for _, c := range []struct {
		p    Policy
		want []string
	}{
		{Defer, []string{"(1ms, 0) 0", "(11ms, 0) 1", "(21ms, 0) 2"}},
		{Drop, []string{"(1ms, 0) 0"}},
		{Replace, []string{"(1ms, 0) 2"}},
	} {
		var log []string
		m := NewMain("main")
		r := newProbe(m, "r", &log)
		r.A.MinSpacing(10*ms, c.p)
		r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() {
			for i := range 3 {
				r.A.Schedule(i, time.Duration(1+i)*ms)
			}
		})
		r.Reaction("act").On(&r.A).Do(func() { r.say("%d", r.A.Get()) })
		run(t, m, ForeverTag)
		expect(t, log, c.want...)
	}
}

func TestLevelsOrderAcrossReactors(t *testing.T) {
	var log []string
	m := NewMain("main")
	sink, mid, src := newProbe(m, "sink", &log), newProbe(m, "mid", &log), newProbe(m, "src", &log)
	src.T.Set(0, 0)
	src.Reaction("emit").On(&src.T).Sets(&src.Out, &src.Out2).Do(func() { src.Out.Set(1); src.Out2.Set(10) })
	mid.Reaction("pass").On(&mid.In).Sets(&mid.Out).Do(func() { mid.Out.Set(mid.In.Get() + 1) })
	sink.Reaction("join").On(&sink.In, &sink.In2).Do(func() { sink.say("%d %d", sink.In.Get(), sink.In2.Get()) })
	Connect(&src.Out, &mid.In)
	Connect(&mid.Out, &sink.In)
	Connect(&src.Out2, &sink.In2)
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 0) 2 10")
}

func TestLastWriteWinsAndPresenceEndsWithTheTag(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.T.Set(0, 0)
	a.Reaction("first").On(&a.T).Sets(&a.Out).Do(func() { a.Out.Set(1) })
	a.Reaction("second").On(&a.T).Sets(&a.Out).Do(func() { a.Out.Set(2) })
	b.U.Set(1*ms, 0)
	b.Reaction("read").On(&b.In, &b.U).Do(func() { b.say("%v %d", b.In.Present(), b.In.Get()) })
	Connect(&a.Out, &b.In)
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 0) true 2", "(1ms, 0) false 0")
}

func TestAfterKeepsSeveralInFlightAndZeroIsAMicrostep(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.T.Set(0, 1*ms)
	n := 0
	a.Reaction("emit").On(&a.T).Sets(&a.Out, &a.Out2).Do(func() {
		n++
		a.Out.Set(n)
		a.Out2.Set(-n)
	})
	b.Reaction("late").On(&b.In).Do(func() { b.say("late %d", b.In.Get()) })
	b.Reaction("soon").On(&b.In2).Do(func() { b.say("soon %d", b.In2.Get()) })
	Connect(&a.Out, &b.In).After(2 * ms)
	Connect(&a.Out2, &b.In2).After(0)
	run(t, m, Tag{Time(3 * ms), 0})
	expect(t, log, "(0s, 1) soon -1", "(1ms, 1) soon -2", "(2ms, 0) late 1", "(2ms, 1) soon -3", "(3ms, 0) late 2")
}

func TestHierarchyPassesThroughPorts(t *testing.T) {
	var log []string
	m := NewMain("main")
	outer := newProbe(m, "outer", &log)
	inner := newProbe(outer, "inner", &log)
	src := newProbe(m, "src", &log)
	src.T.Set(0, 0)
	src.Reaction("emit").On(&src.T).Sets(&src.Out).Do(func() { src.Out.Set(4) })
	inner.Reaction("double").On(&inner.In).Sets(&inner.Out).Do(func() { inner.Out.Set(2 * inner.In.Get()) })
	outer.Reaction("see").On(&inner.Out).Sets(&inner.In2).Do(func() {
		outer.say("inner gave %d", inner.Out.Get())
		inner.In2.Set(99)
	})
	inner.Reaction("back").On(&inner.In2).Do(func() { inner.say("parent gave %d", inner.In2.Get()) })
	Connect(&src.Out, &outer.In)
	Connect(&outer.In, &inner.In)
	Connect(&inner.Out, &outer.Out)
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 0) inner gave 8", "(0s, 0) parent gave 99")
}

func TestCausalityCyclePrintsTheWholePath(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.Reaction("f").On(&a.In).Sets(&a.Out).Do(func() {})
	b.Reaction("g").On(&b.In).Sets(&b.Out).Do(func() {})
	Connect(&a.Out, &b.In)
	Connect(&b.Out, &a.In)
	_, err := Build(m, Options{})
	want := "a.f: causality cycle: a.f → a.out → b.g → b.out → a.f; delay a connection on the path with After(0), or change the order of the reactions"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("got %v", err)
	}
}

func TestPhysicalConnectionBreaksACycle(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.T.Set(0, 0)
	a.Reaction("f").On(&a.In, &a.T).Sets(&a.Out).Do(func() {
		if a.events++; a.events < 3 {
			a.Out.Set(a.events)
		}
	})
	b.Reaction("g").On(&b.In).Sets(&b.Out).Do(func() { b.say("%d", b.In.Get()); b.Out.Set(0) })
	Connect(&a.Out, &b.In)
	Connect(&b.Out, &a.In).Physical()
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 0) 1", "(0s, 1) 2")
}

func TestAllFaultsAtOnce(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b, c := newProbe(m, "a", &log), newProbe(m, "b", &log), newProbe(m, "c", &log)
	newProbe(m, "a", &log)
	Connect(&a.Out, &c.In)
	Connect(&b.Out, &c.In)
	Connect(&a.In, &b.In)
	a.Reaction("bodyless").On(&a.T)
	a.Reaction("idle").Do(func() {})
	b.Reaction("foreign").On(&a.In).Do(func() {})
	b.Reaction("setter").On(&b.T).Sets(&a.Out).Do(func() {})
	_, err := Build(m, Options{})
	if err == nil {
		t.Fatal("built")
	}
	for _, want := range []string{
		"a: the name is taken by a reactor",
		"c.in: has two writers: connection from a.out and connection from b.out",
		"a.in: cannot be connected to b.in",
		"a.bodyless: the reaction has no body",
		"a.idle: the reaction has no trigger",
		"b.foreign: cannot read port a.in",
		"b.setter: cannot set port a.out",
		"semantics_test.go:",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no fault %q in:\n%v", want, err)
		}
	}
}

func TestModesSwitchResetAndHistory(t *testing.T) {
	for _, history := range []bool{false, true} {
		var log []string
		m := NewMain("main")
		r := newProbe(m, "r", &log)
		r.Beat.Set(3*ms, 10*ms)
		r.Beat.In(&r.On)
		r.T.Set(5*ms, 5*ms) // toggles
		r.Reaction("toggle").On(&r.T).Sets(&r.On, &r.Off).Do(func() {
			switch {
			case r.On.Active():
				r.Off.Reset()
			case history:
				r.On.Resume()
			default:
				r.On.Reset()
			}
		})
		r.On.Reaction("beat").On(&r.Beat).Do(func() { r.say("beat") })
		r.On.Reaction("again").On(r.On.ResetTrigger()).Do(func() { r.say("reset") })
		r.Off.Reaction("first").On(r.Off.StartupTrigger()).Do(func() { r.say("off") })
		run(t, m, Tag{Time(26 * ms), 0})
		if history { // local time of On: 0–5, then 10–15 → 5–10, then 20–25 → 10–15: next beat at local 13 = 23
			expect(t, log, "(3ms, 0) beat", "(5ms, 1) off", "(23ms, 0) beat")
		} else {
			expect(t, log, "(3ms, 0) beat", "(5ms, 1) off", "(10ms, 1) reset", "(13ms, 0) beat", "(20ms, 1) reset", "(23ms, 0) beat")
		}
	}
}

func TestPendingEventsOfAModeWaitOrVanish(t *testing.T) {
	for _, history := range []bool{false, true} {
		var log []string
		m := NewMain("main")
		r := newProbe(m, "r", &log)
		r.ModeA.In(&r.On)
		r.T.Set(0, 0)
		r.U.Set(2*ms, 2*ms)
		r.On.Reaction("go").On(&r.T).Sets(&r.ModeA).Do(func() { r.ModeA.Schedule("a", 3*ms); r.ModeA.Schedule("b", 5*ms) })
		r.Reaction("toggle").On(&r.U).Sets(&r.On, &r.Off).Do(func() {
			if r.On.Active() {
				r.Off.Reset()
			} else if history {
				r.On.Resume()
			} else {
				r.On.Reset()
			}
		})
		r.On.Reaction("got").On(&r.ModeA).Do(func() { r.say("%s", r.ModeA.Get()) })
		run(t, m, Tag{Time(11 * ms), 0})
		if history { // left at 2, back at 4: a due at 5; left at 6 with b having 1 ms to go, back at 8: 9
			expect(t, log, "(5ms, 0) a", "(9ms, 0) b")
		} else if len(log) != 0 {
			t.Fatalf("discarded events ran: %v", log)
		}
	}
}

func TestNestedReactorsSleepWithTheirMode(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	in := newProbe(&r.Off, "inside", &log)
	in.T.Set(0, 2*ms)
	in.Reaction("start").On(in.Startup()).Do(func() { in.say("startup") })
	in.Reaction("tick").On(&in.T).Do(func() { in.say("tick") })
	in.Reaction("end").On(in.Shutdown()).Do(func() { in.say("shutdown") })
	r.U.Set(5*ms, 0)
	r.Reaction("go").On(&r.U).Sets(&r.Off).Do(func() { r.Off.Reset() })
	run(t, m, Tag{Time(8 * ms), 0})
	expect(t, log, "(5ms, 1) startup", "(5ms, 1) tick", "(7ms, 0) tick", "(8ms, 0) shutdown")
}

func TestConnectionsInModesSelectTheSource(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	a, b := newProbe(r, "left", &log), newProbe(r, "right", &log)
	for i, x := range []*probe{a, b} {
		x.T.Set(0, 1*ms)
		x.Reaction("emit").On(&x.T).Sets(&x.Out).Do(func() { x.Out.Set(i) })
	}
	Connect(&a.Out, &r.Out).In(&r.On)
	Connect(&b.Out, &r.Out).In(&r.Off)
	r.U.Set(1*ms, 0)
	r.Reaction("go").On(&r.U).Sets(&r.Off).Do(func() { r.Off.Reset() })
	m.Reaction("see").On(&r.Out).Do(func() { log = append(log, fmt.Sprintf("%v %d", m.Tag(), r.Out.Get())) })
	run(t, m, Tag{Time(2 * ms), 0})
	expect(t, log, "(0s, 0) 0", "(1ms, 0) 0", "(2ms, 0) 1")
}

func TestBanksAndInterleavedMultiports(t *testing.T) {
	m := NewMain("main")
	type node struct {
		Reactor
		Outs MultiOut[string]
	}
	type sink struct {
		Reactor
		Ins MultiIn[string]
	}
	bank := Bank("node", 2, func(i int, name string) *node {
		n := &node{}
		Init(m, name, n)
		n.Outs.Resize(3)
		n.Reaction("emit").On(n.Startup()).Sets(&n.Outs).Do(func() {
			for c := range n.Outs.Width() {
				n.Outs.At(c).Set(fmt.Sprint(i, c))
			}
		})
		return n
	})
	var got []string
	for _, name := range []string{"plain", "woven"} {
		s := &sink{}
		Init(m, name, s)
		s.Ins.Resize(6)
		s.Reaction("read").On(&s.Ins).Do(func() {
			for c := range s.Ins.Width() {
				got = append(got, s.Ins.At(c).Get())
			}
		})
		chans := Concat(bank[0].Outs.Channels(), bank[1].Outs.Channels())
		if name == "woven" {
			chans = Interleaved(bank[0].Outs.Channels(), bank[1].Outs.Channels())
		}
		ConnectAll(chans, s.Ins.Channels())
	}
	run(t, m, ForeverTag)
	expect(t, got, "0 0", "0 1", "0 2", "1 0", "1 1", "1 2", "0 0", "1 0", "0 1", "1 1", "0 2", "1 2")
}

func TestBroadcastAndWidthWarning(t *testing.T) {
	m := NewMain("main")
	var log []string
	src := newProbe(m, "src", &log)
	src.Reaction("emit").On(src.Startup()).Sets(&src.Out).Do(func() { src.Out.Set(5) })
	type sink struct {
		Reactor
		Ins MultiIn[int]
	}
	s := &sink{}
	Init(m, "sink", s)
	s.Ins.Resize(3)
	sum := 0
	s.Reaction("read").On(&s.Ins).Do(func() {
		for c := range s.Ins.Width() {
			sum += s.Ins.At(c).Get()
		}
	})
	Broadcast(Each[int](&src.Out), s.Ins.Channels())
	ConnectAll(Each[int](&src.Out2), s.Ins.Channels()[:0])
	p := run(t, m, ForeverTag)
	if sum != 15 {
		t.Fatalf("sum %d", sum)
	}
	if w := p.Warnings(); len(w) != 1 || !strings.Contains(w[0].What, "1 channels are connected to 0") {
		t.Fatalf("warnings %q", w)
	}
}

func TestUndeclaredEffectsPanicWithNames(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("ok").On(r.Startup()).Sets(&r.Out).Do(func() {})
	r.Reaction("bad").On(r.Startup()).Do(func() { r.Out.Set(1) })
	defer func() {
		if s := fmt.Sprint(recover()); !strings.Contains(s, "r.out is set by reaction r.bad") {
			t.Fatalf("panic says %q", s)
		}
	}()
	run(t, m, ForeverTag)
}

func TestEnclavesExchangeDelayedValues(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.Isolate()
	b.Isolate()
	a.T.Set(0, 2*ms)
	a.Reaction("emit").On(&a.T).Sets(&a.Out).Do(func() { a.events++; a.Out.Set(a.events) })
	b.U.Set(1*ms, 2*ms)
	b.Reaction("got").On(&b.In).Do(func() { b.say("got %d", b.In.Get()) })
	b.Reaction("tick").On(&b.U).Do(func() { b.say("tick") })
	Connect(&a.Out, &b.In).After(1 * ms)
	p := run(t, m, Tag{Time(4 * ms), 0})
	expect(t, log, "(1ms, 0) got 1", "(1ms, 0) tick", "(3ms, 0) got 2", "(3ms, 0) tick")
	if len(p.Enclaves) != 3 || p.Enclaves[2].Name != "b" {
		t.Fatalf("enclaves %v", p.Enclaves)
	}
	if ls := p.Links(); len(ls) != 1 || ls[0].Delay != (Tag{Time(ms), 0}) {
		t.Fatalf("links %v", ls)
	}
}

func TestEnclavesNeedADelay(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	a.Isolate()
	Connect(&a.Out, &b.In)
	if _, err := Build(m, Options{}); err == nil || !strings.Contains(err.Error(), "crosses enclaves without a delay") {
		t.Fatal(err)
	}
}

func TestDeadlineHandlerReplacesTheBody(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.T.Set(0, 1*ms)
	r.Reaction("act").On(&r.T).Deadline(2*ms, func() { r.say("late") }).Do(func() { r.say("body") })
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	lag := []time.Duration{0, 2 * ms, 2*ms + 1}
	p.SetClock(func(e *Enclave) Time { return e.Tag().Time.Add(lag[e.Tag().Time/Time(ms)]) })
	p.Run(Tag{Time(2 * ms), 0})
	expect(t, log, "(0s, 0) body", "(1ms, 0) body", "(2ms, 0) late")
	if c := p.Enclaves[0].Counters(); c.Misses != 1 || c.Tags != 3 {
		t.Fatalf("counters %+v", c)
	}
}

func TestSteppingAllocatesNothing(t *testing.T) {
	m := NewMain("pingpong")
	a, c := newPing(m, 1<<30), newPong(m)
	Connect(&a.Send, &c.Recv)
	Connect(&c.Send, &a.Recv)
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	for range 10 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(1000, func() { p.Step(nil) }); n != 0 {
		t.Fatalf("%g allocations a tag", n)
	}
}
