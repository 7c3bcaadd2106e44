package node

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
)

const ms = time.Millisecond

type limits struct{ Most float64 }

func (l limits) Validate() error {
	var faults diag.Faults
	if !(l.Most > 0) {
		faults = append(faults, diag.Fault{Code: "most", What: "most is not positive"})
	}
	if l.Most > 100 {
		faults = append(faults, diag.Fault{Code: "most", What: "most is above 100"})
	}
	return faults.Err()
}

type memory struct{ Sum float64 }

var _ interface{ Validate() error } = memory{}

func (m memory) Validate() error {
	if m.Sum < 0 {
		return diag.Fault{Code: "sum", What: "sum is negative"}
	}
	return nil
}

// adder adds up what it gets while it runs.
type adder struct {
	Node[limits, memory]
	Value reactor.In[float64]
	Sum   reactor.Out[float64]
	Gain  Live[float64]

	prepare func(*adder) error
	recover func(error) State
	did     []string
}

func (a *adder) Prepare() error {
	a.note("prepare")
	if a.prepare != nil {
		return a.prepare(a)
	}
	return nil
}

func (a *adder) TearDown() { a.note("tear down") }

func (a *adder) Recover(err error) State {
	a.note("recover from " + err.Error())
	if a.recover != nil {
		return a.recover(err)
	}
	return Closing
}

func (a *adder) note(what string) { a.did = append(a.did, a.Tag().Time.String()+" "+what) }

func newAdder(t testing.TB, parent reactor.Parent, name string, c Config, p limits) *adder {
	t.Helper()
	a := &adder{}
	reactor.Init(parent, name, a)
	a.Value.Optional()
	err := errors.Join(a.Setup(c, p, a),
		Accept(&a.Base, "gain", &a.Gain, 1, reactor.ParamInfo{Min: 0, Max: 10}, func(v float64) error {
			if v == 7 {
				return errors.New("7 is not taken")
			}
			return nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	a.Running.Reaction("add").On(&a.Value).Sets(&a.Sum).Do(func() {
		a.Vars().Sum += a.Gain.Get() * a.Value.Get()
		a.Sum.Set(a.Vars().Sum)
		if a.Vars().Sum > a.Params().Most {
			a.Fail(fmt.Errorf("sum is %v", a.Vars().Sum))
		}
	})
	return a
}

// script does things at times, from outside, and hears what a node says.
type script struct {
	reactor.Reactor
	Notice reactor.In[Notice]
	Send   reactor.Out[float64]
	next   reactor.Action[int32]
	heard  []string
	beats  []reactor.Tag
}

type act struct {
	at   time.Duration
	what func(s *script)
}

func newScript(parent reactor.Parent, acts ...act) *script {
	s := &script{}
	reactor.Init(parent, "script", s)
	s.Notice.Optional()
	s.Reaction("start").On(s.Startup()).Sets(&s.next).Do(func() {
		for i, a := range acts {
			s.next.Schedule(int32(i), a.at)
		}
	})
	s.Reaction("act").On(&s.next).Sets(&s.Send).Do(func() { acts[s.next.Get()].what(s) })
	s.Reaction("hear").On(&s.Notice).Do(func() {
		x := s.Notice.Get()
		s.beats = append(s.beats, s.Tag())
		line := fmt.Sprint(s.Tag().Time, " ", x.State)
		if n := len(s.heard); n == 0 || !strings.HasSuffix(s.heard[n-1], " "+x.State.String()) {
			s.heard = append(s.heard, line)
		}
	})
	return s
}

func send(v float64) func(*script) { return func(s *script) { s.Send.Set(v) } }

// run builds and runs a program in logical time.
func run(t testing.TB, m *reactor.Main, until time.Duration) *reactor.Program {
	t.Helper()
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(reactor.Tag{Time: reactor.Time(until)})
	return p
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// to is a handler that goes on with a state.
func to(s State) func(error) State { return func(error) State { return s } }

// fails is a preparation that fails some times.
func fails(times int) func(*adder) error {
	return func(*adder) error {
		if times--; times >= 0 {
			return errors.New("no device")
		}
		return nil
	}
}

func TestLivesOfANode(t *testing.T) {
	for _, c := range []struct {
		name    string
		params  limits
		prepare func(*adder) error
		recover func(error) State
		acts    func(a *adder) []act
		heard   []string
		did     []string
	}{
		{name: "ends with its program", params: limits{10}, heard: []string{"0s init", "0s running", "1s closed"}, did: []string{"0s prepare", "1s tear down"}},
		{name: "ends by a signal", params: limits{10},
			acts:  func(a *adder) []act { return []act{{230 * ms, func(*script) { a.End.Schedule("SIGTERM", 0) }}} },
			heard: []string{"0s init", "0s running", "300ms closing", "300ms closed"}, did: []string{"0s prepare", "300ms tear down"}},
		{name: "tries again", params: limits{10}, prepare: fails(2), recover: to(Init),
			heard: []string{"0s init", "0s error", "100ms init", "100ms error", "200ms init", "200ms running", "1s closed"},
			did:   []string{"0s prepare", "0s recover from no device", "100ms prepare", "100ms recover from no device", "200ms prepare", "1s tear down"}},
		{name: "gives up", params: limits{10}, prepare: fails(1),
			heard: []string{"0s init", "0s error", "0s closing", "0s closed"}, did: []string{"0s prepare", "0s recover from no device", "0s tear down"}},
		{name: "cannot run what is not ready", params: limits{10}, prepare: fails(1), recover: to(Running),
			heard: []string{"0s init", "0s error", "0s closing", "0s closed"}, did: []string{"0s prepare", "0s recover from no device", "0s tear down"}},
		{name: "is sent nowhere", params: limits{10}, prepare: fails(1), recover: to(Lost),
			heard: []string{"0s init", "0s error", "0s closing", "0s closed"}, did: []string{"0s prepare", "0s recover from no device", "0s tear down"}},
		{name: "parameters are validated", params: limits{-1}, heard: []string{"0s init", "0s error", "0s closing", "0s closed"},
			did: []string{"0s prepare", "0s recover from most is not positive (most)", "0s tear down"}},
		{name: "all faults at once", params: limits{-1}, prepare: func(a *adder) error { a.Vars().Sum = -1; return nil },
			heard: []string{"0s init", "0s error", "0s closing", "0s closed"},
			did:   []string{"0s prepare", "0s recover from most is not positive (most)\nsum is negative (sum)", "0s tear down"}},
		{name: "goes on after a fault", params: limits{10}, recover: to(Running),
			acts:  func(*adder) []act { return []act{{230 * ms, send(11)}} },
			heard: []string{"0s init", "0s running", "300ms error", "300ms running", "1s closed"},
			did:   []string{"0s prepare", "300ms recover from sum is 11", "1s tear down"}},
		{name: "begins anew after a fault", params: limits{10}, recover: to(Init),
			acts:  func(*adder) []act { return []act{{230 * ms, send(11)}, {250 * ms, send(1)}} },
			heard: []string{"0s init", "0s running", "300ms error", "400ms init", "400ms running", "1s closed"},
			did:   []string{"0s prepare", "300ms recover from sum is 11", "400ms prepare", "1s tear down"}},
		{name: "ends while it waits", params: limits{10}, prepare: fails(9), recover: to(Init),
			acts:  func(a *adder) []act { return []act{{150 * ms, func(*script) { a.End.Schedule("SIGINT", 0) }}} },
			heard: []string{"0s init", "0s error", "100ms init", "100ms error", "150ms closing", "150ms closed"},
			did:   []string{"0s prepare", "0s recover from no device", "100ms prepare", "100ms recover from no device", "150ms tear down"}},
		{name: "sets parameters in time", params: limits{-1}, prepare: func(a *adder) error { a.Configure(limits{5}); return nil },
			acts:  func(*adder) []act { return []act{{150 * ms, send(6)}} },
			heard: []string{"0s init", "0s running", "200ms error", "200ms closing", "200ms closed"},
			did:   []string{"0s prepare", "200ms recover from sum is 6", "200ms tear down"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := reactor.NewMain("life")
			a := newAdder(t, m, "adder", Config{}, c.params)
			a.prepare, a.recover = c.prepare, c.recover
			var acts []act
			if c.acts != nil {
				acts = c.acts(a)
			}
			s := newScript(m, acts...)
			reactor.Connect(&a.Base.Notice, &s.Notice)
			reactor.Connect(&s.Send, &a.Value)
			run(t, m, time.Second)
			wantLines(t, "heard", s.heard, c.heard...)
			wantLines(t, "did", a.did, c.did...)
		})
	}
}

func TestNodeNeedsNoListener(t *testing.T) {
	m := reactor.NewMain("alone")
	a := newAdder(t, m, "adder", Config{Notify: 10 * ms, Critical: true, Alone: true}, limits{1})
	s := newScript(m, act{20 * ms, func(*script) { a.End.Schedule("", 0) }})
	p := run(t, m, time.Hour)
	if at := p.Enclaves[0].Tag().Time.Duration(); a.State() != Closed || at != 100*ms || len(s.heard) != 0 {
		t.Error(a.State(), at, s.heard)
	}
}

// TestNoticesKeepTheirPeriod holds the notices of periods over five orders of magnitude against them: a period in
// another unit than was meant shows.
func TestNoticesKeepTheirPeriod(t *testing.T) {
	for _, every := range []time.Duration{100 * time.Microsecond, ms, 33 * ms, time.Second, 10 * time.Second} {
		m := reactor.NewMain("beat")
		a := newAdder(t, m, "adder", Config{Notify: every, Critical: true, Loop: 7 * every}, limits{1})
		s := newScript(m)
		reactor.Connect(&a.Base.Notice, &s.Notice)
		run(t, m, 20*every)
		var at []time.Duration
		for _, tag := range s.beats[2:] { // after init and running
			at = append(at, tag.Time.Duration())
		}
		var want []time.Duration
		for i := range 20 {
			want = append(want, time.Duration(i+1)*every)
		}
		if !slices.Equal(slices.Compact(at), want) {
			t.Errorf("every %v: %v", every, at)
		}
	}
}

func TestLiveParameters(t *testing.T) {
	m := reactor.NewMain("live")
	a := newAdder(t, m, "adder", Config{}, limits{100})
	var sums []float64
	var p *reactor.Program
	var receipts []*reactor.Receipt
	set := func(v float64) func(*script) {
		return func(*script) {
			for i, d := range p.Doors() {
				if d.Path == "adder.gain" {
					if d.Param == nil || d.Param.Max != 10 {
						t.Error("the door does not tell its range")
					}
					receipts = append(receipts, p.Submit(i, func(at unsafePointer) { *(*float64)(at) = v }))
				}
			}
		}
	}
	s := newScript(m, act{10 * ms, send(1)}, act{20 * ms, set(3)}, act{30 * ms, send(1)}, act{40 * ms, set(11)}, act{50 * ms, send(1)},
		act{60 * ms, set(7)}, act{70 * ms, send(1)})
	reactor.Connect(&s.Send, &a.Value)
	sink := newSink(m, &sums)
	reactor.Connect(&a.Sum, &sink.Value)
	var err error
	if p, err = reactor.Build(m, reactor.Options{}); err != nil {
		t.Fatal(err)
	}
	p.Run(reactor.Tag{Time: reactor.Time(80 * ms)})
	if !slices.Equal(sums, []float64{1, 4, 7, 10}) {
		t.Error(sums)
	}
	for i, want := range []string{"", "out of range", "7 is not taken"} {
		_, err, done := receipts[i].Outcome()
		if !done || (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("change %d: %v %v, want %q", i, done, err, want)
		}
	}
}

func TestParametersAreConstantAfterInit(t *testing.T) {
	m := reactor.NewMain("constant")
	a := newAdder(t, m, "adder", Config{}, limits{1})
	x := newScript(m, act{10 * ms, send(1)})
	reactor.Connect(&x.Send, &a.Value)
	a.Running.Reaction("misuse").On(&a.Value).Do(func() { a.Configure(limits{2}) })
	defer func() {
		if s := fmt.Sprint(recover()); !strings.Contains(s, "adder") || !strings.Contains(s, "constant after Init") {
			t.Error(s)
		}
		if a.Params().Most != 1 {
			t.Error("the parameter has changed")
		}
	}()
	run(t, m, 20*ms)
}

type listed struct{ Names []string }

func (listed) Validate() error { return nil }

type cloned struct{ Names []string }

func (cloned) Validate() error { return nil }
func (c cloned) Clone() cloned { return cloned{slices.Clone(c.Names)} }

func TestParametersAreNotShared(t *testing.T) {
	type bad struct{ Node[listed, None] }
	type good struct{ Node[cloned, None] }
	m := reactor.NewMain("shared")
	b, g := &bad{}, &good{}
	reactor.Init(m, "bad", b)
	reactor.Init(m, "good", g)
	wantLines(t, "faults", codes(b.Setup(Config{Loop: -1, Critical: true}, listed{}, nil)),
		"node-config bad.loop", "node-config bad.notify", "node-parameters bad.parameters")
	given := cloned{[]string{"a"}}
	if err := g.Setup(Config{}, given, nil); err != nil {
		t.Fatal(err)
	}
	given.Names[0] = "x"
	g.renew()
	g.Params().Names[0] = "y"
	if got := g.Params().Names[0]; got != "a" {
		t.Error("the parameters are now", got)
	}
}
