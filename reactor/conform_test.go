package reactor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// at is one call of Schedule: at a time in ms, with a delay in ms.
type at struct{ when, extra int }

// TestActionTags schedules an action at given times and looks at the tags of its events.
func TestActionTags(t *testing.T) {
	for _, c := range []struct {
		name    string
		delay   time.Duration
		spacing time.Duration // < 0: none declared
		policy  Policy
		calls   []at
		want    string
	}{
		{"no delay is the next microstep", 0, -1, Defer, []at{{0, 0}}, "(0s, 1)=0"},
		{"minimum and extra delay add up", 2 * ms, -1, Defer, []at{{0, 1}, {1, 0}}, "(3ms, 0)=0 (3ms, 1)=1"},
		{"n calls, n microsteps", 0, -1, Defer, []at{{0, 0}, {0, 0}, {0, 0}}, "(0s, 1)=0 (0s, 2)=1 (0s, 3)=2"},
		{"no spacing declared: the policy is ignored", 0, -1, Drop, []at{{0, 1}, {0, 1}}, "(1ms, 0)=0 (1ms, 1)=1"},
		{"an earlier event may be scheduled later", 0, -1, Defer, []at{{0, 5}, {0, 2}, {1, 1}}, "(2ms, 0)=1 (2ms, 1)=2 (5ms, 0)=0"},
		{"defer counts from the last scheduled", 0, 10 * ms, Defer, []at{{0, 1}, {2, 0}, {3, 0}}, "(1ms, 0)=0 (11ms, 0)=1 (21ms, 0)=2"},
		{"defer is inactive at the exact distance", 0, 10 * ms, Defer, []at{{0, 1}, {11, 0}}, "(1ms, 0)=0 (11ms, 1)=1"},
		{"drop counts from the last accepted", 0, 10 * ms, Drop, []at{{0, 1}, {5, 0}, {10, 0}, {11, 0}}, "(1ms, 0)=0 (11ms, 1)=3"},
		{"replace while pending keeps the tag", 0, 10 * ms, Replace, []at{{0, 5}, {1, 0}, {2, 9}}, "(5ms, 0)=2"},
		{"replace after the event was popped defers", 0, 10 * ms, Replace, []at{{0, 1}, {3, 0}}, "(1ms, 0)=0 (11ms, 0)=1"},
		{"replace swaps what was deferred", 0, 10 * ms, Replace, []at{{0, 1}, {3, 0}, {4, 0}}, "(1ms, 0)=0 (11ms, 0)=2"},
		{"spacing 0: tags strictly increase", 0, 0, Defer, []at{{0, 1}, {0, 1}, {0, 1}}, "(1ms, 0)=0 (1ms, 1)=1 (1ms, 2)=2"},
		{"spacing 0: an earlier tag moves behind the last", 0, 0, Defer, []at{{0, 2}, {0, 1}}, "(2ms, 0)=0 (2ms, 1)=1"},
		{"spacing 0, drop", 0, 0, Drop, []at{{0, 1}, {0, 1}, {0, 2}}, "(1ms, 0)=0 (2ms, 0)=2"},
		{"spacing 0, replace", 0, 0, Replace, []at{{0, 1}, {0, 1}}, "(1ms, 0)=1"},
		{"behind the timeout: discarded", 0, -1, Defer, []at{{0, 31}, {0, 30}}, "(30ms, 0)=1"},
		{"deferred behind the timeout: discarded", 0, 40 * ms, Defer, []at{{0, 1}, {2, 0}}, "(1ms, 0)=0"},
	} {
		var log []string
		m := NewMain("main")
		r := newProbe(m, "r", &log)
		r.A.MinDelay(c.delay)
		if c.spacing >= 0 {
			r.A.MinSpacing(c.spacing, c.policy)
		}
		r.T.Set(0, 1*ms)
		r.Reaction("call").On(&r.T).Sets(&r.A).Do(func() {
			for i, x := range c.calls {
				if r.Elapsed() == time.Duration(x.when)*ms {
					r.A.Schedule(i, time.Duration(x.extra)*ms)
				}
			}
		})
		r.Reaction("see").On(&r.A).Do(func() { log = append(log, fmt.Sprintf("%v=%d", r.Tag(), r.A.Get())) })
		run(t, m, Tag{Time(30 * ms), 0})
		if got := strings.Join(log, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPhysicalActionTags stamps with a clock that runs ahead of, at, or behind the program.
func TestPhysicalActionTags(t *testing.T) {
	for _, c := range []struct {
		name    string
		now     []Time // physical time at each call, all from startup
		delay   time.Duration
		spacing time.Duration
		policy  Policy
		limit   int
		want    string
		refused uint64
	}{
		{"physical time and minimum delay", []Time{Time(3 * ms)}, 2 * ms, -1, Defer, 9, "(5ms, 0)=0", 0},
		{"not before the next microstep", []Time{0, 0}, 0, -1, Defer, 9, "(0s, 1)=0 (0s, 2)=1", 0},
		{"before the start: the start", []Time{-5}, 0, -1, Defer, 9, "(0s, 1)=0", 0},
		{"defer", []Time{1e6, 2e6, 3e6}, 0, 10 * ms, Defer, 9, "(1ms, 0)=0 (11ms, 0)=1 (21ms, 0)=2", 0},
		{"drop", []Time{1e6, 2e6, 11e6}, 0, 10 * ms, Drop, 9, "(1ms, 0)=0 (11ms, 0)=2", 1},
		{"replace", []Time{1e6, 2e6, 3e6}, 0, 10 * ms, Replace, 9, "(1ms, 0)=2", 0},
		{"a full queue refuses", []Time{1e6, 2e6, 3e6}, 0, -1, Defer, 2, "(1ms, 0)=0 (2ms, 0)=1", 1},
	} {
		m := NewMain("main")
		r := &struct {
			Reactor
			P PhysicalAction[int]
		}{}
		Init(m, "r", r)
		r.P.MinDelay(c.delay)
		r.P.Capacity(c.limit)
		if c.spacing >= 0 {
			r.P.MinSpacing(c.spacing, c.policy)
		}
		var now Time
		var log []string
		r.Reaction("call").On(r.Startup()).Do(func() {
			for i := range c.now {
				now = c.now[i]
				r.P.Schedule(i, 0)
			}
		})
		r.Reaction("see").On(&r.P).Do(func() { log = append(log, fmt.Sprintf("%v=%d", r.Tag(), r.P.Get())) })
		p, err := Build(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.SetClock(func(*Enclave) Time { return now })
		p.Run(ForeverTag)
		if got := strings.Join(log, " "); got != c.want || r.P.Refused() != c.refused {
			t.Errorf("%s: got %s, refused %d; want %s, %d", c.name, got, r.P.Refused(), c.want, c.refused)
		}
	}
}

func TestStopRules(t *testing.T) {
	for _, c := range []struct {
		name    string
		timeout Tag
		body    func(r *probe)
		want    []string
	}{
		{"timeout 0 runs microstep 0 only", Tag{}, func(r *probe) { r.A.Schedule(1, 0) }, []string{"(0s, 0) end"}},
		{"stop at (0,0) shares (0,1) with an action", ForeverTag, func(r *probe) { r.A.Schedule(1, 0); r.RequestStop() },
			[]string{"(0s, 1) act", "(0s, 1) end"}},
		{"request twice", ForeverTag, func(r *probe) { r.RequestStop(); r.RequestStop() }, []string{"(0s, 1) end"}},
		{"later events are dropped", ForeverTag, func(r *probe) { r.A.Schedule(1, ms); r.RequestStop() }, []string{"(0s, 1) end"}},
		{"what lies behind the timeout keeps nothing alive", Tag{Time(5 * ms), 0}, func(r *probe) { r.A.Schedule(1, 9*ms) }, []string{"(0s, 1) end"}},
		{"the timeout is inclusive", Tag{Time(5 * ms), 0}, func(r *probe) { r.A.Schedule(1, 5*ms) }, []string{"(5ms, 0) act", "(5ms, 0) end"}},
		{"an empty queue ends before the timeout", Tag{Time(5 * ms), 0}, func(*probe) {}, []string{"(0s, 1) end"}},
	} {
		var log []string
		m := NewMain("main")
		r, sink := newProbe(m, "r", &log), newProbe(m, "sink", &log)
		r.Reaction("start").On(r.Startup()).Sets(&r.A).Do(func() { c.body(r) })
		r.Reaction("act").On(&r.A).Do(func() { r.say("act") })
		r.Reaction("end").On(r.Shutdown()).Sets(&r.Out).Do(func() { r.RequestStop(); r.Out.Set(1) })
		sink.Reaction("end").On(&sink.In).Do(func() { sink.say("end") }) // what shutdown sends still arrives
		Connect(&r.Out, &sink.In)
		run(t, m, c.timeout)
		if !slices.Equal(log, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, log, c.want)
		}
	}
}

func TestAfterWithBroadcastKeepsTheOrder(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	s := &struct {
		Reactor
		Ins MultiIn[int]
	}{}
	Init(m, "sink", s)
	s.Ins.Resize(6)
	for i, x := range []*probe{a, b} {
		x.Reaction("emit").On(x.Startup()).Sets(&x.Out).Do(func() { x.Out.Set(i) })
	}
	s.Reaction("read").On(&s.Ins).Do(func() {
		for c := range s.Ins.Width() {
			log = append(log, fmt.Sprintf("%v %d=%d", s.Tag(), c, s.Ins.At(c).Get()))
		}
	})
	Broadcast(Each[int](&a.Out, &b.Out), s.Ins.Channels()).After(3 * ms)
	run(t, m, ForeverTag)
	expect(t, log, "(3ms, 0) 0=0", "(3ms, 0) 1=1", "(3ms, 0) 2=0", "(3ms, 0) 3=1", "(3ms, 0) 4=0", "(3ms, 0) 5=1")
}

func TestBroadcastThatDoesNotComeOutEvenWarns(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b, c := newProbe(m, "a", &log), newProbe(m, "b", &log), newProbe(m, "c", &log)
	Broadcast(Each[int](&a.Out, &b.Out), Each[int](&a.In, &b.In, &c.In))
	p := run(t, m, ForeverTag)
	if w := p.Warnings().Error(); !strings.Contains(w, "2 channels are broadcast to 3") {
		t.Fatal(w)
	}
}

func TestAnEffectIsReadableAfterAnEarlierWrite(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("first").On(r.Startup()).Sets(&r.Out).Do(func() { r.Out.Set(3) })
	r.Reaction("second").On(r.Startup()).Sets(&r.Out).Do(func() {
		if r.Out.Present() {
			r.Out.Set(r.Out.Get() + 1)
		}
	})
	m.Reaction("see").On(&r.Out).Do(func() { log = append(log, fmt.Sprint(r.Out.Get())) })
	run(t, m, ForeverTag)
	expect(t, log, "4")
}

func TestTagArithmetic(t *testing.T) {
	for _, c := range []struct {
		a    Tag
		d    time.Duration
		want Tag
	}{
		{Tag{5, 3}, 0, Tag{5, 4}},
		{Tag{5, 3}, 7, Tag{12, 0}},
		{Tag{5, 1<<32 - 1}, 0, Tag{6, 0}},
		{Tag{Forever - 1, 0}, 2, ForeverTag},
		{ForeverTag, 0, ForeverTag},
		{ForeverTag, 5, ForeverTag},
	} {
		if got := c.a.After(c.d); got != c.want {
			t.Errorf("%v after %v is %v, want %v", c.a, c.d, got, c.want)
		}
	}
	if Never.Add(5) != Never || Forever.Add(-5) != Forever || Time(-5).Add(time.Duration(Never)) != Never {
		t.Error("Time.Add does not saturate")
	}
}

func TestDeadlinesOrderALevel(t *testing.T) {
	var log []string
	m := NewMain("main")
	none, slow, quick, feeder := newProbe(m, "none", &log), newProbe(m, "slow", &log), newProbe(m, "quick", &log), newProbe(m, "feeder", &log)
	end := newProbe(m, "end", &log)
	none.Reaction("work").On(none.Startup()).Do(func() { none.say("none") })
	slow.Reaction("work").On(slow.Startup()).Deadline(9*ms, func() {}).Do(func() { slow.say("slow") })
	quick.Reaction("work").On(quick.Startup()).Deadline(5*ms, func() {}).Do(func() { quick.say("quick") })
	feeder.Reaction("work").On(feeder.Startup()).Sets(&feeder.Out).Do(func() { feeder.say("feeder") })
	end.Reaction("work").On(&end.In).Deadline(2*ms, func() {}).Do(func() {})
	Connect(&feeder.Out, &end.In)
	run(t, m, ForeverTag)
	expect(t, log, "(0s, 0) feeder", "(0s, 0) quick", "(0s, 0) slow", "(0s, 0) none")
}
