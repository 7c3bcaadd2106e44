package reactor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hasty schedules an action at random distances, under a spacing, until it is stopped.
func hasty(policy Policy, o Options, log *[]string) (*Program, error) {
	m := NewMain("main")
	r := newProbe(m, "r", log)
	r.T.Set(0, ms)
	r.A.MinSpacing(3*ms, policy)
	r.Reaction("tick").On(&r.T).Sets(&r.A).Do(func() {
		far := 2 * ms
		if r.Tag().Time%Time(3*ms) == 0 {
			far = 20 * ms
		}
		r.say("%v", r.A.Schedule(int(r.Tag().Time), far))
	})
	r.Reaction("got").On(&r.A).Do(func() { r.say("got %d", r.A.Get()) })
	return Build(m, o)
}

// TestAReplayKnowsTheEndSooner ends a run from outside: whether an event is taken, and how it counts for later ones,
// must not depend on when the stop tag was known.
func TestAReplayKnowsTheEndSooner(t *testing.T) {
	for _, policy := range []Policy{Defer, Drop, Replace} {
		var live, again []string
		p, err := hasty(policy, Options{}, &live)
		if err != nil {
			t.Fatal(err)
		}
		p.Start()
		for p.Enclaves[0].Tag().Time < Time(10*ms) {
			p.Step(nil)
		}
		p.RequestStop()
		for p.Step(nil) {
		}
		stop := p.Enclaves[0].Tag()
		p, err = hasty(policy, Options{Replay: true}, &again)
		if err != nil {
			t.Fatal(err)
		}
		p.Run(stop)
		if d := cmp.Diff(live, again); d != "" || len(live) < 10 {
			t.Errorf("%v: %s", policy, d)
		}
	}
}

// TestEnclavesAgreeOnTheRecordedEnd: if several enclaves run on threads of their own, the stop tag of a request is
// after the furthest enclave's tag; a replay ends there.
func TestEnclavesAgreeOnTheRecordedEnd(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	b.Isolate()
	a.T.Set(0, ms)
	b.T.Set(0, ms)
	a.Reaction("tick").On(&a.T).Do(func() {
		a.say("tick")
		if a.Tag().Time == Time(ms) {
			a.RequestStop()
		}
	})
	b.Reaction("tick").On(&b.T).Do(func() { b.say("tock") })
	p, err := Build(m, Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(Tag{Time(2 * ms), 1})
	want := []string{"(0s, 0) tick", "(0s, 0) tock", "(1ms, 0) tick", "(1ms, 0) tock", "(2ms, 0) tick", "(2ms, 0) tock"}
	if d := cmp.Diff(want, log); d != "" {
		t.Error(d)
	}
	for _, e := range p.Enclaves {
		if e.Tag() != (Tag{Time(2 * ms), 1}) {
			t.Errorf("%s ended at %v", e.Name, e.Tag())
		}
	}
}

// TestAnEventFromOutsideIsNotBehindOtherEnclaves: what an enclave sends because of it must reach the others in time.
func TestAnEventFromOutsideIsNotBehindOtherEnclaves(t *testing.T) {
	var log []string
	m := NewMain("main")
	a, b := newProbe(m, "a", &log), newReading(m, "b")
	b.Isolate()
	a.T.Set(5*ms, 0)
	a.Reaction("call").On(&a.T).Do(func() { a.say("calls"); b.P.Schedule(1, 0) })
	a.Reaction("hear").On(&a.In).Do(func() { a.say("hears %d", a.In.Get()) })
	b.Reaction("go").On(&b.T).Do(func() {})
	b.Reaction("answer").On(&b.P).Sets(&b.Out).Do(func() {
		log = append(log, b.Tag().String()+" answers")
		b.Out.Set(2)
	})
	Connect(&b.Out, &a.In).After(0)
	build(t, m).Run(ForeverTag)
	if d := cmp.Diff([]string{"(5ms, 0) calls", "(5ms, 0) answers", "(5ms, 1) hears 2"}, log); d != "" {
		t.Error(d)
	}
}
