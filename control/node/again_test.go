package node

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// box contains what is deeper in a program.
type box struct {
	reactor.Reactor
	Value reactor.In[float64]
}

func newBox(parent reactor.Parent, name string) *box {
	b := &box{}
	reactor.Init(parent, name, b)
	b.Value.Optional()
	return b
}

// TestKilledNodesLiveAgain kills a node that is two reactors deep, at once or in ways that it does not survive: its overseer, in
// another corner of the program, hears of it at that tag, and after its back-off the node begins another life with the
// parameters that it was given and zero variables.
func TestKilledNodesLiveAgain(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart Restart
		acts    func(a *adder) []act
		heard   []string // of the node
		did     []string
		told    []string // by the overseer
		sums    []float64
	}{
		{name: "killed", restart: Restart{When: OnFailure, Backoff: 100 * ms, Limit: 5},
			acts: func(a *adder) []act {
				return []act{{10 * ms, send(3)}, {230 * ms, func(*script) { a.Kill.Schedule("shot", 0) }}, {250 * ms, send(4)}, {400 * ms, send(5)}}
			},
			heard: []string{"0s init", "0s running", "230ms lost", "330ms init", "330ms running", "1s closed"},
			did:   []string{"0s prepare", "330ms prepare", "1s tear down"},
			told:  []string{"0s on: start", "230ms off: a.b.adder is lost", "330ms start a.b.adder again, 1"}, sums: []float64{3, 5}},
		{name: "killed again and again", restart: Restart{When: OnFailure, Backoff: 100 * ms, Limit: 2},
			acts: func(a *adder) (all []act) {
				for at := 50 * ms; at < time.Second; at += 50 * ms {
					all = append(all, act{at, func(*script) { a.Kill.Schedule("shot", 0) }})
				}
				return all
			},
			heard: []string{"0s init", "0s running", "50ms lost", "150ms init", "150ms running", "200ms lost", "400ms init", "400ms running", "450ms lost"},
			did:   []string{"0s prepare", "150ms prepare", "400ms prepare"},
			told:  []string{"0s on: start", "50ms off: a.b.adder is lost", "150ms start a.b.adder again, 1", "400ms start a.b.adder again, 2", "450ms a.b.adder is given up"}},
		{name: "fails", restart: Restart{When: OnFailure, Backoff: 100 * ms, Limit: 5},
			acts:  func(a *adder) []act { return []act{{230 * ms, send(11)}, {500 * ms, send(1)}} },
			heard: []string{"0s init", "0s running", "300ms error", "300ms closing", "300ms closed", "400ms init", "400ms running", "1s closed"},
			did:   []string{"0s prepare", "300ms recover from sum is 11", "300ms tear down", "400ms prepare", "1s tear down"},
			told:  []string{"0s on: start", "300ms off: a.b.adder is error", "400ms start a.b.adder again, 1"}, sums: []float64{11, 1}},
		{name: "ended", restart: Restart{When: OnFailure, Backoff: 100 * ms, Limit: 5},
			acts:  func(a *adder) []act { return []act{{230 * ms, func(*script) { a.End.Schedule("SIGTERM", 0) }}} },
			heard: []string{"0s init", "0s running", "300ms closing", "300ms closed"},
			did:   []string{"0s prepare", "300ms tear down"}, told: []string{"0s on: start", "300ms off: a.b.adder is closed"}},
		{name: "never", acts: func(a *adder) []act { return []act{{230 * ms, func(*script) { a.Kill.Schedule("shot", 0) }}} },
			heard: []string{"0s init", "0s running", "230ms lost"}, did: []string{"0s prepare"}, told: []string{"0s on: start", "230ms off: a.b.adder is lost"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, s, l, sums := deep(t, c.restart, c.acts)
			wantLines(t, "heard", s.heard, c.heard...)
			wantLines(t, "did", n.did, c.did...)
			wantLines(t, "told", l.lines, c.told...)
			if !slices.Equal(*sums, c.sums) {
				t.Errorf("the sums are %v, want %v", *sums, c.sums)
			}
			if lives := uint64(strings.Count(fmt.Sprint(c.heard), "init")) - 1; n.notice.Life != lives {
				t.Errorf("it lived %d times again, want %d", n.notice.Life, lives)
			}
		})
	}
}

// deep runs a program with a node that is two reactors deep and its overseer in another corner.
func deep(t *testing.T, again Restart, acts func(*adder) []act) (n *adder, s *script, l *listener, sums *[]float64) {
	m, sums := reactor.NewMain("again"), new([]float64)
	a := newBox(m, "a")
	b := newBox(a, "b")
	n = newAdder(t, b, "adder", Config{Notify: 20 * ms, Critical: true}, limits{10})
	o, err := NewOverseer(newBox(m, "c"), "overseer", Table{Nodes: []Watched{n.Watched(again)},
		States:  []Phase{{Name: "on", Initial: true}, {Name: "off"}},
		Changes: []Change{{From: "on", To: "off"}, {From: "off", To: "on"}},
		Losses:  []Loss{{On: []State{Lost, Error, Closed}, To: "off"}}})
	if err == nil {
		err = o.Join("a.b.adder", &n.Base)
	}
	if err != nil {
		t.Fatal(err)
	}
	l, s = newListener(o.Outer(), o), newScript(m, acts(n)...)
	reactor.ConnectThrough(&n.Base.Notice, &s.Notice, "says")
	reactor.Connect(&s.Send, &a.Value)
	reactor.Connect(&a.Value, &b.Value)
	reactor.Connect(&b.Value, &n.Value)
	reactor.ConnectThrough(&n.Sum, &newSink(m, sums).Value, "sum")
	run(t, m, time.Second)
	return n, s, l, sums
}
