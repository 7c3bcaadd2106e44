package node

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
)

// driving is a system with a manual and an automatic state, and one that is safe.
func driving() Table {
	return Table{
		Nodes: []Watched{
			{Name: "drive", Critical: true, Every: 20 * ms, Restart: Restart{When: OnFailure, Backoff: 100 * ms, Limit: 2}},
			{Name: "lidar", Critical: true, Every: 50 * ms},
			{Name: "joystick"},
		},
		States: []Phase{{Name: "manual", Initial: true}, {Name: "auto"}, {Name: "safe"}, {Name: "off", Final: true}},
		Changes: []Change{
			{From: "manual", To: "auto", When: []Guard{{"lidar", []State{Running}}, {"drive", []State{Running}}}},
			{From: "auto", To: "manual"}, {From: "safe", To: "manual", By: []string{"joystick"}}, {From: "safe", To: "off"},
		},
		Losses: []Loss{{Node: "lidar", From: "manual", To: "manual"}, {To: "safe"}, {Node: "drive", On: []State{Error, Closed}, To: "safe"}},
	}
}

// listener writes down what an overseer says.
type listener struct {
	reactor.Reactor
	System   reactor.In[System]
	Answers  reactor.MultiIn[Answer]
	Statuses reactor.MultiIn[Status]
	Orders   reactor.MultiIn[Order]
	lines    []string
	states   []string // of nodes
}

func newListener(parent reactor.Parent, o *Overseer) *listener {
	l := &listener{}
	reactor.Init(parent, "listener", l)
	n := o.Statuses.Width()
	l.Answers.Resize(n)
	l.Statuses.Resize(n)
	l.Orders.Resize(n)
	reactor.Connect(&o.System, &l.System)
	reactor.ConnectAll(o.Answers.Channels(), l.Answers.Channels())
	reactor.ConnectAll(o.Statuses.Channels(), l.Statuses.Channels())
	reactor.ConnectAll(o.Orders.Channels(), l.Orders.Channels())
	l.Reaction("write").On(&l.System, &l.Answers, &l.Statuses, &l.Orders).Do(func() {
		line := func(format string, args ...any) {
			l.lines = append(l.lines, l.Tag().Time.String()+" "+fmt.Sprintf(format, args...))
		}
		for i := range n {
			if p := l.Statuses.At(i); p.Present() {
				s := p.Get()
				l.states = append(l.states, fmt.Sprintf("%v %s %v", l.Tag().Time, o.table.Nodes[i].Name, s.State))
				if s.GaveUp {
					line("%s is given up", o.table.Nodes[i].Name)
				}
			}
			if p := l.Orders.At(i); p.Present() {
				line("start %s again, %d", p.Get().Node, p.Get().Attempt)
			}
		}
		if l.System.Present() {
			line("%s: %s", l.System.Get().State, l.System.Get().Cause)
		}
		for i := range n {
			if p := l.Answers.At(i); p.Present() && !p.Get().Granted {
				line("refused: %s", p.Get().Reason)
			}
		}
	})
	return l
}

// says is a script's act: a report from outside.
func says(o *Overseer, node int32, s State, life uint64) func(*script) {
	w := o.table.Nodes[node]
	return func(*script) {
		o.Heard.Schedule(Report{Node: node, Notice: Notice{State: s, Critical: w.Critical, Every: w.Every, Life: life, Number: 1}}, 0)
	}
}

func asks(o *Overseer, node int32, to string) func(*script) {
	return func(*script) { o.Heard.Schedule(Report{Node: node, Ask: Request{To: to}}, 0) }
}

// beats are the notices of a running node until a time.
func beats(o *Overseer, node int32, life uint64, from, to time.Duration) (acts []act) {
	for at := from; at <= to; at += o.table.Nodes[node].Every {
		acts = append(acts, act{at, says(o, node, Running, life)})
	}
	return acts
}

// overseen runs an overseer on its own, with a script.
func overseen(t testing.TB, table Table, until time.Duration, acts func(o *Overseer) []act) *listener {
	t.Helper()
	m := reactor.NewMain("overseen")
	o, err := NewOverseer(m, "overseer", table)
	if err != nil {
		t.Fatal(err)
	}
	newScript(m, acts(o)...)
	l := newListener(m, o)
	run(t, m, until)
	return l
}

func TestOverseer(t *testing.T) {
	l := overseen(t, driving(), 3*time.Second, func(o *Overseer) []act {
		return slices.Concat(beats(o, 0, 1, 0, 500*ms), beats(o, 1, 1, 0, 2*time.Second), []act{
			{10 * ms, asks(o, 2, "off")}, {10 * ms, asks(o, 2, "flying")}, {30 * ms, asks(o, 2, "auto")},
			{530 * ms, asks(o, 2, "auto")}, {540 * ms, asks(o, 1, "manual")}, {550 * ms, asks(o, 2, "manual")},
			{560 * ms, says(o, 0, Running, 1)}, // the old life goes on: it was stopped, not dead
			{570 * ms, asks(o, 2, "auto")},
		}, beats(o, 0, 2, 700*ms, 900*ms), []act{{1800 * ms, says(o, 0, Running, 2)}, {2200 * ms, asks(o, 2, "off")}, {2300 * ms, says(o, 1, Lost, 0)}})
	})
	wantLines(t, "lines", l.lines,
		"0s manual: start",
		"10ms refused: there is no change from manual to off",
		"10ms refused: the system has no such state",
		"30ms auto: joystick",
		"525ms safe: drive is lost",
		"530ms refused: there is no change from safe to auto",
		"540ms refused: only joystick may ask for the change from safe to manual",
		"550ms manual: joystick",
		"570ms refused: node drive is not running",
		"625ms start drive again, 1",
		"925ms safe: drive is lost",
		"1.125s start drive again, 2",
		"2.125s drive is given up", // nobody has come but the old life
		"2.2s off: joystick",
	)
}

func TestLossesHaveTheirTag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		every := time.Duration(rapid.Int64Range(1000, int64(10*time.Second)).Draw(t, "every"))
		patience := time.Duration(rapid.Int64Range(int64(every)+1, int64(every+every/2)).Draw(t, "patience"))
		n := rapid.IntRange(1, 50).Draw(t, "notices")
		jitter := rapid.SliceOfN(rapid.Int64Range(0, int64(patience)-int64(every)-1), n, n).Draw(t, "jitter")
		table := Table{Nodes: []Watched{{Name: "a", Critical: true, Every: every, Patience: patience, Grace: time.Minute}},
			States: []Phase{{Name: "go", Initial: true}, {Name: "safe", Final: true}}, Losses: []Loss{{To: "safe"}}}
		m := reactor.NewMain("losses")
		o, err := NewOverseer(m, "overseer", table)
		if err != nil {
			t.Fatal(err)
		}
		var acts []act
		at := time.Duration(0)
		for _, j := range jitter { // each within the patience of the one before
			acts = append(acts, act{at, says(o, 0, Running, 1)})
			at += every + time.Duration(j)
		}
		last := acts[n-1].at
		newScript(m, acts...)
		l := newListener(m, o)
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Run(reactor.Tag{Time: reactor.Time(last + 10*every)})
		want := fmt.Sprintf("%v safe: a is lost", last+patience)
		if len(l.lines) != 2 || l.lines[1] != want {
			t.Fatalf("%q, want %q", l.lines, want)
		}
		if patience > every+every/2 {
			t.Fatal("the patience is beyond one and a half periods")
		}
	})
}

func TestNodesOfAProgramAreOverseen(t *testing.T) {
	table := driving()
	table.Nodes = table.Nodes[:1]
	table.Changes[0].When = table.Changes[0].When[1:]
	table.Changes[2].By = nil
	table.Losses = table.Losses[1:]
	m := reactor.NewMain("joined")
	o, err := NewOverseer(m, "overseer", table)
	if err != nil {
		t.Fatal(err)
	}
	a := newAdder(t, m, "drive", Config{Notify: 20 * ms, Critical: true, Loop: 10 * ms}, limits{10})
	a.recover = func(error) State { return Init }
	if err := o.Join("drive", &a.Base); err != nil {
		t.Fatal(err)
	}
	var heard []string
	a.Running.Reaction("ask").On(&a.Value).Sets(&a.Request).Do(func() { a.Request.Set(Request{To: "auto"}) })
	a.Running.Reaction("hear").On(&a.Answer, &a.System).Do(func() {
		if a.System.Present() {
			heard = append(heard, a.System.Get().State)
		}
		if a.Answer.Present() && !a.Answer.Get().Granted {
			heard = append(heard, a.Answer.Get().Reason)
		}
	})
	s := newScript(m, act{50 * ms, send(1)}, act{60 * ms, send(1)}, act{100 * ms, send(11)})
	reactor.Connect(&s.Send, &a.Value)
	l := newListener(m, o)
	run(t, m, 200*ms)
	wantLines(t, "the system", l.lines, "0s manual: start", "50ms auto: drive", "60ms refused: there is no change from auto to auto",
		"100ms refused: there is no change from auto to auto", "110ms safe: drive is error")
	wantLines(t, "the node", l.states, "0s drive init", "0s drive running", "110ms drive error", "120ms drive init", "120ms drive running", "200ms drive closed")
	wantLines(t, "what it heard", heard, "auto", "there is no change from auto to auto", "there is no change from auto to auto")
}

func TestTablesThatDoNotStart(t *testing.T) {
	bad := driving()
	bad.Nodes = append(bad.Nodes, Watched{Name: "drive", Restart: Restart{When: OnFailure}}, Watched{Name: "slow", Critical: true, Every: 20 * ms, Patience: 20 * 1000 * ms},
		Watched{Name: "quick", Critical: true, Every: 20 * ms, Patience: 20 * time.Microsecond}, Watched{Name: "mute", Critical: true})
	bad.States = append(bad.States, Phase{Name: "island"})
	bad.Changes = append(bad.Changes, Change{From: "off", To: "manual"}, Change{From: "auto", To: "sky", When: []Guard{{Node: "wing"}}})
	bad.Losses = []Loss{{Node: "drive", To: "safe"}, {From: "mars", To: "safe"}}
	bad.States[2].Final = true
	_, err := NewOverseer(reactor.NewMain("bad"), "o", bad)
	got := strings.Join(codes(err), "\n")
	for _, want := range []string{"table-name o.nodes.drive", "table-restart o.nodes.drive", "table-period o.nodes.slow", "table-period o.nodes.quick",
		"table-period o.nodes.mute", "machine-unreachable o.states.island", "machine-unreachable o.states.off", "machine-final o.changes.off-manual",
		"table-name o.changes.auto-sky", "table-guard o.changes.auto-sky", "table-loss o.nodes.lidar", "table-name o.losses.safe", "machine-final o.changes.safe-manual"} {
		if !strings.Contains(got+"\n", want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	table := driving()
	m := reactor.NewMain("unlike")
	o, err := NewOverseer(m, "o", table)
	if err != nil {
		t.Fatal(err)
	}
	a := newAdder(t, m, "drive", Config{Notify: 20 * time.Microsecond, Critical: true}, limits{10})
	if err := o.Join("drive", &a.Base); err == nil || !strings.Contains(err.Error(), "different notification periods") {
		t.Error(err)
	}
	if err := o.JoinAcross("wing", &a.Base); err == nil || !strings.Contains(err.Error(), "wing") {
		t.Error(err)
	}
}

// TestReportsWithAnotherPeriodDoNotCount: a node whose period is not the table's is refused, and the system stays safe.
func TestReportsWithAnotherPeriodDoNotCount(t *testing.T) {
	table := driving()
	table.Nodes[0].Grace = 300 * ms
	l := overseen(t, table, 310*ms, func(o *Overseer) (acts []act) {
		for i := range 16 {
			acts = append(acts, act{time.Duration(i) * 20 * ms, func(*script) {
				o.Heard.Schedule(Report{Node: 0, Notice: Notice{State: Running, Critical: true, Every: 20 * time.Microsecond, Life: 1, Number: 1}}, 0)
			}})
		}
		return append(acts, act{ms, func(*script) { o.Heard.Schedule(Report{Node: 99}, 0) }}, act{ms, func(*script) { o.Heard.Schedule(Report{Node: -1}, 0) }})
	})
	wantLines(t, "lines", l.lines, "0s manual: start", "300ms safe: drive is lost")
}

// TestOverseerKeepsToItsTable asks at random; only what the table lists ever happens.
func TestOverseerKeepsToItsTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "states")
		table := Table{Nodes: []Watched{{Name: "a"}}}
		for i := range n {
			table.States = append(table.States, Phase{Name: string(rune('a' + i)), Initial: i == 0})
			table.Changes = append(table.Changes, Change{From: string(rune('a' + i)), To: string(rune('a' + (i+1)%n))})
		}
		m := reactor.NewMain("random")
		o, err := NewOverseer(m, "overseer", table)
		if err != nil {
			t.Fatal(err)
		}
		var acts []act
		state, want := 0, []string{"0s a: start"}
		for i, to := range rapid.SliceOfN(rapid.IntRange(0, n), 30, 30).Draw(t, "asks") {
			at := time.Duration(i+1) * ms
			acts = append(acts, act{at, asks(o, 0, string(rune('a'+to)))})
			switch {
			case to == n:
				want = append(want, fmt.Sprintf("%v refused: the system has no such state", at))
			case to == (state+1)%n:
				state = to
				want = append(want, fmt.Sprintf("%v %c: a", at, 'a'+to))
			default:
				want = append(want, fmt.Sprintf("%v refused: there is no change from %c to %c", at, 'a'+state, 'a'+to))
			}
		}
		newScript(m, acts...)
		l := newListener(m, o)
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Run(reactor.Tag{Time: reactor.Time(time.Second)})
		if !slices.Equal(l.lines, want) {
			t.Fatalf("%s\nwant\n%s", strings.Join(l.lines, "\n"), strings.Join(want, "\n"))
		}
	})
}

// TestRestarts: delays double up to their bound, a node that has settled begins anew, and the limit holds.
func TestRestarts(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart Restart
		says    map[time.Duration]State // by a node of ever new lives
		cause   string
		want    []string
	}{
		{"never", Restart{}, map[time.Duration]State{ms: Running, 2 * ms: Lost}, "", nil},
		{"doubling", Restart{When: OnFailure, Backoff: 100 * ms, Most: 300 * ms, Limit: 4},
			map[time.Duration]State{0: Lost, 150 * ms: Lost, 400 * ms: Lost, 800 * ms: Lost, 1200 * ms: Lost, 1900 * ms: Running}, "",
			[]string{"100ms start a again, 1", "350ms start a again, 2", "700ms start a again, 3", "1.1s start a again, 4", "1.2s a is given up"}},
		{"settled", Restart{When: OnFailure, Limit: 1, Settled: 100 * ms},
			map[time.Duration]State{0: Running, ms: Lost, 2 * ms: Running, 110 * ms: Lost, 111 * ms: Running, 120 * ms: Lost}, "",
			[]string{"1ms start a again, 1", "110ms start a again, 1", "120ms a is given up"}},
		{"a clean end is no failure", Restart{When: OnFailure, Limit: 9}, map[time.Duration]State{0: Running, ms: Closed, 2 * ms: Lost}, "", nil},
		{"an end by a fault is", Restart{When: OnFailure, Limit: 9}, map[time.Duration]State{0: Running, ms: Closed}, "broken", []string{"1ms start a again, 1"}},
		{"always", Restart{When: Always, Backoff: ms}, map[time.Duration]State{0: Running, ms: Closed, 5 * ms: Running, 6 * ms: Lost}, "",
			[]string{"2ms start a again, 1", "8ms start a again, 2"}},
		{"back by itself", Restart{When: Always, Backoff: 50 * ms}, map[time.Duration]State{0: Running, ms: Lost, 20 * ms: Init}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := Table{Nodes: []Watched{{Name: "a", Restart: c.restart}}, States: []Phase{{Name: "go", Initial: true, Final: true}}}
			l := overseen(t, table, 2*time.Second, func(o *Overseer) (acts []act) {
				for at, s := range c.says {
					acts = append(acts, act{at, func(*script) {
						o.Heard.Schedule(Report{Notice: Notice{State: s, Life: uint64(at), Number: 1, Cause: c.cause}}, 0)
					}})
				}
				slices.SortFunc(acts, func(a, b act) int { return int(a.at - b.at) })
				return acts
			})
			wantLines(t, "orders", l.lines[1:], c.want...)
		})
	}
}

// TestEnds: what is said of a process that has ended counts once, whoever says it, and a closed node whose process fails has failed.
func TestEnds(t *testing.T) {
	table := driving()
	ended := func(o *Overseer, life uint64, cause string) func(*script) {
		return func(*script) { o.Heard.Schedule(Report{Notice: Notice{State: Lost, Life: life, Cause: cause}}, 0) }
	}
	begins := func(o *Overseer, life uint64) func(*script) {
		return func(*script) { o.Heard.Schedule(Report{Notice: Notice{State: Unknown, Life: life}}, 0) }
	}
	table.Nodes[1].Critical = false
	table.Losses = table.Losses[1:]
	for name, c := range map[string]struct {
		acts func(o *Overseer) []act
		want string
	}{
		"killed": {func(o *Overseer) []act { // the hub says so, then the supervisor, then the hub again when the order was given
			return []act{{1 * ms, says(o, 0, Running, 1)}, {5 * ms, ended(o, 0, "")}, {6 * ms, ended(o, 1, "killed")}, {106 * ms, ended(o, 0, "")}, {107 * ms, ended(o, 1, "")}}
		}, "5ms safe: drive is lost/105ms start drive again, 1"},
		"dead before it is heard": {func(o *Overseer) []act {
			return []act{{1 * ms, says(o, 0, Running, 1)}, {5 * ms, ended(o, 0, "")}, {106 * ms, ended(o, 2, "no file")}}
		}, "5ms safe: drive is lost/105ms start drive again, 1/306ms start drive again, 2"},
		"begun again because of another": {func(o *Overseer) []act { // before its own restart is due, and what the old life still says
			return []act{{1 * ms, says(o, 0, Running, 1)}, {5 * ms, ended(o, 1, "")}, {50 * ms, begins(o, 2)}, {51 * ms, says(o, 0, Running, 1)}, {52 * ms, ended(o, 0, "")},
				{53 * ms, ended(o, 1, "killed")}, {54 * ms, says(o, 0, Init, 2)}, {55 * ms, says(o, 0, Closed, 2)}}
		}, "5ms safe: drive is lost"},
		"begun and never heard": {func(o *Overseer) []act {
			return []act{{1 * ms, begins(o, 1)}}
		}, "1.001s safe: drive is lost/1.101s start drive again, 1"},
		"closed well": {func(o *Overseer) []act {
			return []act{{1 * ms, says(o, 0, Closed, 1)}, {5 * ms, ended(o, 0, "")}, {6 * ms, ended(o, 1, "")}}
		}, "1ms safe: drive is closed"},
		"closed by a panic": {func(o *Overseer) []act {
			return []act{{1 * ms, says(o, 0, Closed, 1)}, {5 * ms, ended(o, 1, "exit status 2")}, {6 * ms, ended(o, 1, "exit status 2")}}
		}, "1ms safe: drive is closed/105ms start drive again, 1"},
	} {
		until := 400 * ms
		if name == "begun and never heard" {
			until = 1200 * ms
		}
		l := overseen(t, table, until, c.acts)
		if got := strings.Join(l.lines[1:], "/"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
