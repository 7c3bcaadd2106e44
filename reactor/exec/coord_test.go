package exec

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// sender sends with each tick, in an enclave of its own.
type sender struct {
	reactor.Reactor
	Tick reactor.Timer
	Out  reactor.Out[int]
}

func newSender(parent reactor.Parent, name string, every time.Duration) *sender {
	s := &sender{}
	reactor.Init(parent, name, s)
	s.Isolate()
	s.Tick.Set(every, every)
	s.Reaction("send").On(&s.Tick).Sets(&s.Out).Do(func() { s.Out.Set(1) })
	return s
}

// hearer hears two senders, in an enclave of its own.
type hearer struct {
	reactor.Reactor
	A, B reactor.In[int]
}

func newHearer(parent reactor.Parent, name string) *hearer {
	h := &hearer{}
	reactor.Init(parent, name, h)
	h.Isolate()
	h.Reaction("hear").On(&h.A, &h.B).Do(func() {})
	return h
}

// TestSendersAreExpected: an enclave expects a wake when the next tag is due of an enclave that sends to it by a physical connection,
// the earliest of several, and none once they are done. An enclave that hears only delayed messages expects none; nor does a sender.
func TestSendersAreExpected(t *testing.T) {
	m := reactor.NewMain("main")
	slow, quick := newSender(m, "slow", 5*time.Millisecond), newSender(m, "quick", 3*time.Millisecond)
	both, delayed := newHearer(m, "both"), newHearer(m, "delayed")
	reactor.Connect(&slow.Out, &both.A).Physical()
	reactor.Connect(&quick.Out, &both.B).Physical()
	reactor.Connect(&quick.Out, &delayed.A).After(time.Millisecond)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const start = 1000
	clock := &rt.Stopwatch{}
	clock.Follow(rt.Span{Start: start, To: 0}) // held at 0
	c := newCoordinator(&runner{p: p, stop: reactor.ForeverTag, o: Options{Approach: rt.Approach{Linger: rt.MostLinger}}}, clock)
	p.Start()
	_, self := rt.Setup(rt.Options{})
	defer self.Release()
	at := map[string]int{}
	for i, e := range p.Enclaves {
		at[e.Name] = i
		c.own(i, self)
	}
	expects := func(name string) int64 { return c.states[at[name]].mail.Expect() }
	if got := expects("both"); got != rt.Forever {
		t.Errorf("before any enclave has published a tag, a wake is expected at %d", got)
	}
	for _, name := range []string{"slow", "quick"} {
		e := p.Enclaves[at[name]]
		for tag, ok := e.Next(); ok && tag.Time == 0; tag, ok = e.Next() { // of the start
			e.Begin(tag)
			e.RunLevels(nil)
			e.End()
		}
		c.publish(at[name])
	}
	if got := expects("both"); got != rt.Forever {
		t.Errorf("while time is held, a wake is expected at %d", got)
	}
	clock.Follow(rt.Span{Start: start, To: rt.Forever})
	for _, step := range []struct {
		done string
		want int64
	}{{"", start + 3_000_000}, {"quick", start + 5_000_000}, {"slow", rt.Forever}} {
		if step.done != "" {
			c.finished(at[step.done])
		}
		if got := expects("both"); got != step.want {
			t.Errorf("done %q: a wake is expected at %d, want %d", step.done, got, step.want)
		}
	}
	for _, name := range []string{"delayed", "slow", "quick"} {
		if c.states[at[name]].mail.Expect != nil {
			t.Errorf("%s, which hears no physical connection, expects wakes", name)
		}
	}
}
