package reactor

import (
	"fmt"
	"testing"
	"time"
)

// driver is a modal reactor that switches at given milliseconds: "off" and "on" by reset, "OFF" and "ON" by history.
func driver(m Parent, name string, log *[]string, plan map[int]string) *probe {
	r := newProbe(m, name, log)
	r.T.Set(0, 1*ms)
	r.Reaction("drive").On(&r.T).Sets(&r.On, &r.Off).Do(func() {
		switch plan[int(r.Elapsed()/ms)] {
		case "off":
			r.Off.Reset()
		case "on":
			r.On.Reset()
		case "OFF":
			r.Off.Resume()
		case "ON":
			r.On.Resume()
		}
	})
	return r
}

func TestStartupAndShutdownOfModes(t *testing.T) {
	for _, c := range []struct {
		plan map[int]string
		want []string
	}{
		{nil, []string{"(0s, 0) start on", "(6ms, 0) end on"}},
		{map[int]string{2: "off", 3: "on", 4: "OFF"}, []string{"(0s, 0) start on", "(2ms, 1) start off", "(6ms, 0) end on", "(6ms, 0) end off"}},
		{map[int]string{2: "OFF", 3: "ON"}, []string{"(0s, 0) start on", "(2ms, 1) start off", "(6ms, 0) end on", "(6ms, 0) end off"}},
	} {
		var log []string
		m := NewMain("main")
		r := driver(m, "r", &log, c.plan)
		r.On.Reaction("start_on").On(r.Startup()).Do(func() { r.say("start on") })
		r.Off.Reaction("start_off").On(r.Startup()).Do(func() { r.say("start off") })
		r.On.Reaction("end_on").On(r.Shutdown()).Do(func() { r.say("end on") })
		r.Off.Reaction("end_off").On(r.Shutdown()).Do(func() { r.say("end off") })
		run(t, m, Tag{Time(6 * ms), 0})
		expect(t, log, c.want...)
	}
}

func TestTransitions(t *testing.T) {
	for _, c := range []struct {
		name string
		plan map[int]string
		want []string
	}{
		{"a self-reset starts afresh", map[int]string{2: "on"}, []string{"(2ms, 1) reset", "(5ms, 0) late 0", "(5ms, 0) beat"}},
		{"a self-resume changes nothing", map[int]string{2: "ON"}, []string{"(3ms, 0) beat", "(5ms, 0) late 0"}},
		{"history stops local time", map[int]string{1: "off", 3: "ON"}, []string{"(5ms, 0) beat", "(7ms, 0) late 0"}},
		{"what was due at the switch comes a microstep after the return", map[int]string{3: "off", 5: "ON"},
			[]string{"(3ms, 0) beat", "(7ms, 0) late 0"}},
		{"reset discards", map[int]string{1: "off", 3: "on"}, []string{"(3ms, 1) reset", "(6ms, 0) beat"}},
	} {
		var log []string
		m := NewMain("main")
		r := driver(m, "r", &log, c.plan)
		in := newProbe(&r.On, "kid", &log)
		r.Beat.Set(3*ms, 0)
		r.Beat.In(&r.On)
		in.Reaction("begin").On(in.Startup(), in.ResetTrigger()).Sets(&in.A).Do(func() {
			if in.Elapsed() == 0 || c.plan[2] == "on" {
				in.A.Schedule(in.events, 5*ms-in.Elapsed())
			}
		})
		r.On.Reaction("reset").On(r.ResetTrigger()).Do(func() { r.say("reset") })
		r.On.Reaction("beat").On(&r.Beat).Do(func() { r.say("beat") })
		in.Reaction("late").On(&in.A).Do(func() { in.say("late %d", in.A.Get()) })
		run(t, m, Tag{Time(9 * ms), 0})
		t.Log(c.name)
		expect(t, log, c.want...)
	}
}

func TestLastSwitchOfATagCounts(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.Reaction("a").On(r.Startup()).Sets(&r.On, &r.Off).Do(func() { r.On.Reset(); r.Off.Reset() })
	r.Reaction("b").On(r.Startup()).Sets(&r.On).Do(func() { r.On.Resume() })
	r.Off.Reaction("off").On(r.Startup()).Do(func() { r.say("off") })
	r.On.Reaction("again").On(r.ResetTrigger()).Do(func() { r.say("reset") })
	run(t, m, ForeverTag)
	if len(log) != 0 || !r.On.Active() {
		t.Fatal(log)
	}
}

func TestNestedModalReactors(t *testing.T) {
	for _, c := range []struct {
		back string
		want []string
	}{
		{"on", []string{"(1ms, 1) inner off", "(5ms, 1) inner reset"}}, // to the initial mode; the pending event is gone
		{"ON", []string{"(1ms, 1) inner off", "(8ms, 0) pending 7"}},   // where it was: 3 of 6 ms were left
	} {
		var log []string
		m := NewMain("main")
		outer := driver(m, "outer", &log, map[int]string{2: "off", 5: c.back})
		inner := newProbe(&outer.On, "inner", &log)
		inner.ModeA.In(&inner.Off)
		inner.U.Set(1*ms, 0)
		inner.On.Reaction("go").On(&inner.U).Sets(&inner.Off).Do(func() {
			if inner.Elapsed() == 1*ms {
				inner.Off.Reset()
			}
		})
		inner.Off.Reaction("off").On(inner.Startup()).Sets(&inner.ModeA).Do(func() {
			inner.say("inner off")
			inner.ModeA.Schedule("7", 4*ms)
		})
		inner.On.Reaction("reset").On(inner.ResetTrigger()).Do(func() { inner.say("inner reset") })
		inner.Off.Reaction("pending").On(&inner.ModeA).Do(func() { inner.say("pending %s", inner.ModeA.Get()) })
		run(t, m, Tag{Time(20 * ms), 0})
		expect(t, log, c.want...)
	}
}

func TestResetReachesModesThatAreInactiveInside(t *testing.T) {
	var log []string
	m := NewMain("main")
	outer := driver(m, "outer", &log, map[int]string{6: "on"})
	inner := newProbe(&outer.On, "inner", &log)
	inner.ModeA.In(&inner.Off)
	inner.Beat.In(&inner.Off)
	inner.Beat.Set(3*ms, 0)
	inner.U.Set(0, 2*ms)
	inner.Reaction("toggle").On(&inner.U).Sets(&inner.On, &inner.Off).Do(func() { // off at 2, on at 4; after the reset off at 8
		if inner.On.Active() && inner.Elapsed() > 0 && inner.Elapsed() != 6*ms {
			inner.Off.Resume()
		} else {
			inner.On.Resume()
		}
	})
	inner.Off.Reaction("start").On(inner.Startup()).Sets(&inner.ModeA).Do(func() { inner.ModeA.Schedule("x", 3*ms) })
	inner.Off.Reaction("event").On(&inner.ModeA).Do(func() { inner.say("event") })
	inner.Off.Reaction("beat").On(&inner.Beat).Do(func() { inner.say("beat") })
	run(t, m, Tag{Time(9 * ms), 0})
	expect(t, log) // the event and the half-run timer of inner.off were discarded at 6 ms
}

func TestParentAndChildMaySwitchAtOneTag(t *testing.T) {
	for _, parentFirst := range []bool{false, true} {
		var log []string
		m := NewMain("main")
		var outer, inner *probe
		outer = newProbe(m, "outer", &log)
		inner = newProbe(&outer.On, "inner", &log)
		outer.U.Set(2*ms, 0)
		inner.U.Set(2*ms, 0)
		leave := func(r *probe) func() { return func() { r.Off.Reset(); r.Out.Set(1) } }
		outer.On.Reaction("leave").On(&outer.U).Sets(&outer.Off, &outer.Out).Do(leave(outer))
		inner.On.Reaction("leave").On(&inner.U).Sets(&inner.Off, &inner.Out).Do(leave(inner))
		if parentFirst {
			outer.On.Reaction("order").On(&inner.Out).Do(func() {})
		}
		outer.T.Set(4*ms, 0)
		outer.Reaction("back").On(&outer.T).Sets(&outer.On).Do(func() { outer.On.Resume() })
		inner.Off.Reaction("start").On(inner.Startup()).Do(func() { inner.say("inner off") })
		run(t, m, Tag{Time(6 * ms), 0})
		expect(t, log, "(4ms, 1) inner off")
	}
}

func TestFeedbackAcrossModesIsNoCycle(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := driver(m, "r", &log, map[int]string{1: "off"})
	x := newProbe(r, "x", &log)
	x.Reaction("pass").On(&x.In).Sets(&x.Out).Do(func() { x.Out.Set(x.In.Get() + 1) })
	r.On.Reaction("feed").On(&r.T).Sets(&x.In).Do(func() { x.In.Set(10) })
	r.Off.Reaction("read").On(&x.Out).Do(func() { r.say("in off %d", x.Out.Get()) })
	r.Off.Reaction("feed_off").On(&r.T).Sets(&x.In2).Do(func() { x.In2.Set(1) })
	r.On.Reaction("read_on").On(&x.Out).Do(func() { r.say("in on %d", x.Out.Get()) })
	run(t, m, Tag{Time(2 * ms), 0})
	expect(t, log, "(0s, 0) in on 11", "(1ms, 0) in on 11")
}

func TestReactorsInModesShareAnOutput(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := driver(m, "r", &log, map[int]string{1: "off", 3: "ON"})
	for i, mode := range []*Mode{&r.On, &r.Off} {
		x := newProbe(mode, fmt.Sprintf("x%d", i), &log)
		x.T.Set(0, 1*ms)
		x.Reaction("emit").On(&x.T).Sets(&x.Out, &x.Out2).Do(func() { x.Out.Set(i); x.Out2.Set(i) })
		Connect(&x.Out, &r.Out) // belongs to the mode of x
		Connect(&x.Out2, &r.Out2).After(ms / 2)
	}
	m.Reaction("see").On(&r.Out, &r.Out2).Do(func() {
		if r.Out.Present() {
			log = append(log, fmt.Sprintf("%v now %d", m.Tag(), r.Out.Get()))
		}
		if r.Out2.Present() {
			log = append(log, fmt.Sprintf("%v late %d", m.Tag(), r.Out2.Get()))
		}
	})
	run(t, m, Tag{Time(4 * ms), 0})
	// x0's value of 1 ms is under way when the mode is left at 1 ms, and half a ms from arriving at the return at 3 ms.
	expect(t, log, "(0s, 0) now 0", "(500µs, 0) late 0", "(1ms, 0) now 0", "(1ms, 1) now 1", "(1.5ms, 0) late 1",
		"(2ms, 0) now 1", "(2.5ms, 0) late 1", "(3ms, 0) now 1", "(3.5ms, 0) late 0", "(4ms, 0) now 0")
}

func TestInputsOfInactiveModesAreLost(t *testing.T) {
	var log []string
	m := NewMain("main")
	src := newProbe(m, "src", &log)
	src.T.Set(0, 1*ms)
	src.Reaction("emit").On(&src.T).Sets(&src.Out).Do(func() { src.events++; src.Out.Set(src.events) })
	r := driver(m, "r", &log, map[int]string{1: "off", 3: "ON"})
	Connect(&src.Out, &r.In)
	Connect(&src.Out, &r.In2).After(ms / 2)
	x := newProbe(&r.On, "x", &log)
	Connect(&r.In, &x.In).After(ms / 4)
	x.Reaction("late").On(&x.In).Do(func() { x.say("late %d", x.In.Get()) })
	r.On.Reaction("now").On(&r.In, &r.In2).Do(func() { r.say("%d %d", r.In.Get(), r.In2.Get()) })
	run(t, m, Tag{Time(4 * ms), 0})
	expect(t, log, "(0s, 0) 1 0", "(250µs, 0) late 1", "(500µs, 0) 0 1", "(1ms, 0) 2 0", "(3.25ms, 0) late 2",
		"(3.5ms, 0) 0 4", "(4ms, 0) 5 0")
}

func TestPhysicalActionsOfModes(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		P       PhysicalAction[int]
		On, Off Mode
		T       Timer
	}{}
	Init(m, "r", r)
	r.On.Initial()
	r.P.In(&r.On)
	r.P.MinDelay(2 * ms)
	r.P.Capacity(2)
	r.T.Set(0, 1*ms)
	var got []string
	r.Reaction("drive").On(&r.T).Sets(&r.On, &r.Off).Do(func() {
		n := int(r.Elapsed() / ms)
		took := r.P.Schedule(n, 0)
		switch n {
		case 1:
			r.Off.Reset()
		case 3:
			r.On.Reset() // discards 0
		}
		got = append(got, fmt.Sprint(n, took))
	})
	r.On.Reaction("see").On(&r.P).Do(func() { got = append(got, fmt.Sprintf("%v %d", r.Tag(), r.P.Get())) })
	run(t, m, Tag{Time(7 * ms), 0})
	// 1 and 2 are collected when the mode is off. The queue of 2 has room again after the reset.
	expect(t, got, "0 true", "1 true", "2 true", "3 true", "4 true", "5 true", "(5ms, 0) 3", "6 true", "(6ms, 0) 4", "7 true", "(7ms, 0) 5")
	if n := r.P.Refused(); n != 2 {
		t.Fatalf("%d refused", n)
	}
}

func TestActionsOfInactiveModesAreRefused(t *testing.T) {
	var log []string
	m := NewMain("main")
	r := newProbe(m, "r", &log)
	r.ModeA.In(&r.Off)
	r.T.Set(0, 1*ms)
	r.Reaction("outside").On(&r.T).Sets(&r.ModeA, &r.Off).Do(func() {
		r.say("%v", r.ModeA.Schedule(r.Tag().String(), 0))
		r.Off.Resume()
	})
	r.Off.Reaction("see").On(&r.ModeA).Do(func() { r.say("from %s", r.ModeA.Get()) })
	run(t, m, Tag{Time(2 * ms), 0})
	expect(t, log, "(0s, 0) false", "(1ms, 0) true", "(1ms, 1) from (1ms, 0)", "(2ms, 0) true")
}

func TestSwitchingAllocatesNothing(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		T, Beat Timer
		A       Action[int]
		On, Off Mode
	}{}
	Init(m, "r", r)
	r.On.Initial()
	r.A.In(&r.Off)
	r.Beat.In(&r.On)
	r.T.Set(0, 1*ms)
	r.Beat.Set(0, 300*time.Microsecond)
	r.Reaction("drive").On(&r.T).Sets(&r.On, &r.Off).Do(func() {
		if r.On.Active() {
			r.Off.Resume()
		} else {
			r.On.Reset()
		}
	})
	r.On.Reaction("beat").On(&r.Beat).Do(func() {})
	r.Off.Reaction("go").On(&r.T).Sets(&r.A).Do(func() { r.A.Schedule(1, 1500*time.Microsecond) })
	r.Off.Reaction("act").On(&r.A).Do(func() {})
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	for range 500 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(1000, func() { p.Step(nil) }); n != 0 {
		t.Fatalf("%g allocations a tag", n)
	}
}
