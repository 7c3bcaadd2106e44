package access

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

const ms = time.Millisecond

// asker is a thread that asks at some times.
type asker struct {
	reactor.Reactor
	tick    reactor.Timer
	service Client[int, string]
	next    int
	begin   bool
	log     *[]string
}

func newAsker(parent reactor.Parent, name string, first, period, limit time.Duration, log *[]string) *asker {
	a := &asker{log: log}
	reactor.Init(parent, name, a)
	a.tick.Set(first, period)
	a.service.Init(&a.Reactor, "service", limit)
	a.Reaction("tick").On(&a.tick).Do(func() { a.begin = true })
	a.Reaction("hear").On(&a.service.Reply, &a.service.Expired).Do(a.service.Hear)
	a.Reaction("run").On(&a.tick, &a.service.Reply, &a.service.Expired).Sets(&a.service.Request, &a.service.Expired).Do(a.run)
	return a
}

func (a *asker) run() {
	call := a.service.Call()
	if x := call.Answer(); x != nil {
		*a.log = append(*a.log, fmt.Sprintf("%v %s %q %v", a.Tag(), a.Path(), x.Value, x.Err))
	}
	if a.begin {
		if a.next++; !call.Ask(a.next) {
			*a.log = append(*a.log, fmt.Sprintf("%v %s waits", a.Tag(), a.Path()))
		}
	}
	a.begin = false
	a.service.Send()
}

// clerk is a thread that answers what is even.
type clerk struct {
	reactor.Reactor
	service Server[int, string]
	asked   []int
}

func newClerk(parent reactor.Parent, name string, callers int) *clerk {
	c := &clerk{}
	reactor.Init(parent, name, c)
	c.service.Init(&c.Reactor, "service", callers)
	c.Reaction("serve").On(&c.service.Up).Sets(&c.service.Down).Do(func() { c.service.Serve(c.answer) })
	return c
}

func (c *clerk) answer(q *int) (string, error) {
	c.asked = append(c.asked, *q)
	if *q%2 != 0 {
		return "", fmt.Errorf("%d is odd", *q)
	}
	return strings.Repeat("x", *q), nil
}

// box passes on what is asked in it.
type box struct {
	reactor.Reactor
	needs Asks[Request[int], Reply[string]]
	gives Gives[Request[int], Reply[string]]
}

func newBox(parent reactor.Parent, name string, asks, gives int) *box {
	b := &box{}
	reactor.Init(parent, name, b)
	b.needs.Init(&b.Reactor, "needs_request", "needs_reply", asks)
	b.gives.Init(&b.Reactor, "gives_request", "gives_reply", gives)
	return b
}

func built(t testing.TB, m *reactor.Main, workers int) *reactor.Program {
	t.Helper()
	p, err := reactor.Build(m, reactor.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range p.Warnings() {
		t.Error(w)
	}
	return p
}

// TestService: three threads in two boxes ask one in another; each gets its own answers, two microsteps after it asked, and the
// server's errors.
func TestService(t *testing.T) {
	for _, workers := range []int{1, 4} {
		var log, other []string
		m := reactor.NewMain("m")
		two, one, server := newBox(m, "two", 2, 0), newBox(m, "one", 1, 0), newBox(m, "server", 0, 3)
		a, b := newAsker(two, "a", 1*ms, 10*ms, 5*ms, &log), newAsker(two, "b", 11*ms, 10*ms, 5*ms, &log)
		c := newAsker(one, "c", 11*ms, 10*ms, 5*ms, &other)
		k := newClerk(server, "clerk", 3)
		Join(a.service.Lines(), two.needs.Lines().Part(0, 1))
		Join(b.service.Lines(), two.needs.Lines().Part(1, 1))
		Join(c.service.Lines(), one.needs.Lines())
		Join(server.gives.Lines(), k.service.Lines())
		Join(two.needs.Lines(), server.gives.Lines().Part(0, 2))
		Join(one.needs.Lines(), server.gives.Lines().Part(2, 1))
		built(t, m, workers).Run(reactor.Tag{Time: reactor.Time(22 * ms)})
		slices.Sort(log)
		got := strings.Join(append(log, other...), "\n")
		want := strings.TrimSpace(`
(11ms, 2) two.a "xx" <nil>
(11ms, 2) two.b "" 1 is odd
(1ms, 2) two.a "" 1 is odd
(21ms, 2) two.a "" 3 is odd
(21ms, 2) two.b "xx" <nil>
(11ms, 2) one.c "" 1 is odd
(21ms, 2) one.c "xx" <nil>`)
		if got != want {
			t.Errorf("%d workers: got\n%s\nwant\n%s", workers, got, want)
		}
		if !slices.Equal(k.asked, []int{1, 2, 1, 1, 3, 2, 2}) {
			t.Errorf("asked in the order %v", k.asked)
		}
	}
}

// TestNobody: where nothing serves, a call fails when its time is over, and not before; until then there is no second one.
func TestNobody(t *testing.T) {
	var log []string
	m := reactor.NewMain("m")
	newAsker(m, "a", 1*ms, 2*ms, 5*ms, &log)
	built(t, m, 1).Run(reactor.Tag{Time: reactor.Time(8 * ms)})
	if got, want := strings.Join(log, "\n"), "(3ms, 0) a waits\n(5ms, 0) a waits\n(6ms, 0) a \"\" the service has not answered in time"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// elsewhere is a service whose server is outside of the program.
type elsewhere struct {
	reactor.Reactor
	service RemoteServer[int, string]
}

// TestLate: an answer that comes after its time is not taken for that to the next call, nor is one of which nobody has the ticket
// taken by anybody.
func TestLate(t *testing.T) {
	var log []string
	m := reactor.NewMain("m")
	a := newAsker(m, "a", 1*ms, 20*ms, 5*ms, &log)
	s := &elsewhere{}
	reactor.Init(m, "s", s)
	var first Ticket
	s.service.Init(&s.Reactor, "service", 1, func(q Ticket, v *int) {
		switch q.Number {
		case 1:
			first = q
		case 2:
			s.service.Answer(Ticket{5, 2}, "nobody's", nil)
			s.service.Answer(first, "late", nil)
			s.service.Answer(q, fmt.Sprint(*v), nil)
		case 3:
			s.service.Answer(q, "", errors.New("no more"))
		}
	})
	Join(a.service.Lines(), s.service.Lines())
	built(t, m, 1).Run(reactor.Tag{Time: reactor.Time(50 * ms)})
	want := "(6ms, 0) a \"\" the service has not answered in time\n(21ms, 5) a \"2\" <nil>\n(41ms, 3) a \"\" no more"
	if got := strings.Join(log, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// guest asks from outside.
type guest struct {
	reactor.Reactor
	service RemoteClient[int, string]
}

// TestRemoteClient: what asks from outside gets its answers, by their numbers.
func TestRemoteClient(t *testing.T) {
	var got []string
	m := reactor.NewMain("m")
	g, k := &guest{}, newClerk(m, "k", 1)
	reactor.Init(m, "g", g)
	g.service.Init(&g.Reactor, "service", func(n uint64, a *Answer[string]) { got = append(got, fmt.Sprint(n, " ", a.Value, " ", a.Err)) })
	Join(g.service.Lines(), k.service.Lines())
	p := built(t, m, 1)
	p.Start()
	for _, n := range []int{2, 3} {
		if !g.service.Ask(uint64(n+10), n) {
			t.Fatal("no room")
		}
	}
	for range 20 {
		p.Step(nil)
	}
	if !slices.Equal(got, []string{"12 xx <nil>", "13  3 is odd"}) {
		t.Errorf("%q", got)
	}
}

// TestCall is a test of an algorithm without anything around it.
func TestCall(t *testing.T) {
	var c Call[int, string]
	if c.Asked() != nil || c.Answer() != nil || c.Waiting() {
		t.Error("a call is under way from the start")
	}
	if !c.Ask(3) || c.Ask(4) || !c.Waiting() || *c.Asked() != 3 {
		t.Error("a call is not under way, or two are")
	}
	broken := errors.New("broken")
	c.Deliver("x", broken)
	if a := c.Answer(); a == nil || a.Value != "x" || a.Err != broken || c.Waiting() || c.Asked() != nil {
		t.Error("the answer is not there", a)
	}
}

// TestFailed: what an algorithm has asked for that fails is not sent, and it can ask again.
func TestFailed(t *testing.T) {
	var c Client[int, string]
	c.Call().Ask(1)
	c.Withdraw()
	if c.Call().Waiting() || !c.Call().Ask(2) {
		t.Error("a call that was not made is under way")
	}
	c.Forget()
	if c.Call().Waiting() || c.Call().Answer() != nil {
		t.Error("a call has outlived its thread")
	}
}

// TestNoLoop: two threads that need each other's service are no loop within a tag.
func TestNoLoop(t *testing.T) {
	type both struct {
		*asker
		clerk Server[int, string]
	}
	var log []string
	m := reactor.NewMain("m")
	made := func(name string) *both {
		b := &both{asker: newAsker(m, name, ms, 10*ms, ms, &log)}
		b.clerk.Init(&b.Reactor, "clerk", 1)
		b.Reaction("serve").On(&b.clerk.Up).Sets(&b.clerk.Down).Do(func() {
			b.clerk.Serve(func(q *int) (string, error) { return name, nil })
		})
		return b
	}
	a, b := made("a"), made("b")
	Join(a.service.Lines(), b.clerk.Lines())
	Join(b.service.Lines(), a.clerk.Lines())
	built(t, m, 2).Run(reactor.Tag{Time: reactor.Time(2 * ms)})
	slices.Sort(log)
	if got := strings.Join(log, "\n"); got != "(1ms, 2) a \"b\" <nil>\n(1ms, 2) b \"a\" <nil>" {
		t.Error(got)
	}
}

// counted is a thread that asks each millisecond, with one that answers; n counts answers.
func counted(t testing.TB, n *int) *reactor.Program {
	m := reactor.NewMain("m")
	a := newCounter(m, n)
	k := &struct {
		reactor.Reactor
		service Server[[8]float64, float64]
	}{}
	reactor.Init(m, "k", k)
	k.service.Init(&k.Reactor, "service", 1)
	k.Reaction("serve").On(&k.service.Up).Sets(&k.service.Down).Do(func() {
		k.service.Serve(func(q *[8]float64) (float64, error) { return q[3], nil })
	})
	Join(a.service.Lines(), k.service.Lines())
	p := built(t, m, 1)
	p.Start()
	return p
}

// TestServiceAllocates: a call with its answer allocates nothing.
func TestServiceAllocates(t *testing.T) {
	n := 0
	p := counted(t, &n)
	for range 1000 {
		p.Step(nil)
	}
	if x := testing.AllocsPerRun(3000, func() { p.Step(nil) }); x > 0 || n < 1000 {
		t.Errorf("a tag allocates %v times, %d answers", x, n)
	}
}

// BenchmarkCall is a call with its answer: four tags, one of which is for the time that is over.
func BenchmarkCall(b *testing.B) {
	n := 0
	p := counted(b, &n)
	b.ReportAllocs()
	for b.Loop() {
		for was := n; n == was; {
			p.Step(nil)
		}
	}
}

// counter asks each millisecond.
type counter struct {
	reactor.Reactor
	tick    reactor.Timer
	service Client[[8]float64, float64]
}

func newCounter(m *reactor.Main, n *int) *counter {
	c := &counter{}
	reactor.Init(m, "c", c)
	c.tick.Set(0, ms)
	c.service.Init(&c.Reactor, "service", 10*ms)
	c.Reaction("hear").On(&c.service.Reply, &c.service.Expired).Do(c.service.Hear)
	c.Reaction("run").On(&c.tick, &c.service.Reply).Sets(&c.service.Request, &c.service.Expired).Do(func() {
		if x := c.service.Call().Answer(); x != nil && x.Err == nil && x.Value == 7 {
			*n++
		} else {
			c.service.Call().Ask([8]float64{3: 7})
		}
		c.service.Send()
	})
	return c
}
