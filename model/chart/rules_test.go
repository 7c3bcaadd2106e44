package chart

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// tracer is a machine whose bodies write down that they were called: +a and -a are entry and exit, a>b an effect, ?a>b a
// guard, ~a an activity.
type tracer struct {
	*Machine
	t    *testing.T
	text strings.Builder
}

// tracing is the bodies, around those in the model.
type tracing struct{ *tracer }

func (l tracing) Run(c *Call) error {
	switch c.Place {
	case Entry:
		l.note("+" + short(c.Path(c.State)))
	case Exit:
		l.note("-" + short(c.Path(c.State)))
	default:
		l.note(l.arc(c))
	}
	return Functions{}.Run(c)
}

func (l *tracer) arc(c *Call) string {
	t, _, _ := c.Machine.Transition(c.Transition)
	return t.Src + ">" + t.Tgt
}

func (l tracing) Guard(c *Call) (bool, error) {
	yes, err := Functions{}.Guard(c)
	if t, _, _ := c.Machine.Transition(c.Transition); t.Guard != nil {
		l.note("?" + l.arc(c))
	}
	return yes, err
}

func (l tracing) HasDoo(c *Call) bool { return Functions{}.HasDoo(c) }

func (l tracing) Doo(c *Call) (Progress, error) {
	l.note("~" + short(c.Path(c.State)))
	return Functions{}.Doo(c)
}

func (l tracing) Match(c *Call, e Event) (bool, error) { return Functions{}.Match(c, e) }

func (l *tracer) note(s string) { l.text.WriteString(" " + s) }

func short(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// trace makes a tracing machine of a root's parts.
func trace(t *testing.T, cfg Config, parts ...Part) *tracer {
	t.Helper()
	return traceModel(t, cfg, &Model{Root: State("", parts...)})
}

func traceModel(t *testing.T, cfg Config, model *Model) *tracer {
	t.Helper()
	l := &tracer{t: t}
	m, err := New(model, tracing{l}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.Machine = m
	return l
}

// send sends events, steps once and compares what was called and which leaf is active.
func (l *tracer) send(events, want string) {
	l.t.Helper()
	for _, e := range strings.Fields(events) {
		if err := l.SendName(e); err != nil {
			l.t.Error(err)
		}
	}
	l.text.Reset()
	l.Step(1)
	l.want(want)
}

func (l *tracer) want(want string) {
	l.t.Helper()
	var leaves []string
	for _, n := range l.Active(nil) {
		if l.leaf(n) {
			leaves = append(leaves, short(l.Path(n)))
		}
	}
	got := strings.TrimSpace(l.text.String()) + " | " + strings.Join(leaves, ",")
	if strings.TrimSpace(got) != want {
		l.t.Errorf("got  %s\nwant %s", got, want)
	}
}

func yes(*Call) (bool, error) { return true, nil }
func no(*Call) (bool, error)  { return false, nil }

func TestEnteringTheRoot(t *testing.T) {
	l := trace(t, Config{}, State("a"), Trans("initial", "a"))
	if l.Mode(0) != Inactive || l.Leaf() != None {
		t.Error("active before the first step")
	}
	l.send("", "+root initial>a +a | a")
}

// TestARefusedEntryMaySucceedLater: the first step needs a way from root.initial; without one the chart stays inactive.
func TestARefusedEntryMaySucceedLater(t *testing.T) {
	l := trace(t, Config{}, State("a"), Trans("initial", "a", "e_go"))
	l.send("", "|")
	if f := l.failing; len(f) != 1 || f[0].Place != Init {
		t.Errorf("failures %v", f)
	}
	l.send("e_go", "+root initial>a +a | a")
}

func TestOneStepTakesAllEventsAndDropsTheRest(t *testing.T) {
	l := trace(t, Config{}, State("a"), State("b"), State("c"), Trans("initial", "a"), Trans("a", "b", "e1"), Trans("b", "c", "e2"))
	l.send("", "+root initial>a +a | a")
	l.send("e1 e2", "-a a>b +b | b")
	l.send("", "| b")
}

func TestStructuralPriority(t *testing.T) {
	parts := func() []Part {
		return []Part{
			State("in", State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e").WithPriority(9)),
			State("out"), Trans("initial", "in"), Trans("in", "out", "e")}
	}
	l := trace(t, Config{}, parts()...)
	l.send("", "+root initial>in +in initial>a +a | a")
	l.send("e", "-a -in in>out +out | out")
	l = traceModel(t, Config{}, &Model{Root: State("", parts()...), InnerFirst: true})
	l.send("", "+root initial>in +in initial>a +a | a")
	l.send("e", "-a a>b +b | b")
}

func TestPriorityNumbersAndOrderWritten(t *testing.T) {
	l := trace(t, Config{}, State("a"), State("b"), State("c"), State("d"), Trans("initial", "a"),
		Trans("a", "b", "e"), Trans("a", "c", "e").WithPriority(2), Trans("a", "d", "e").WithPriority(2))
	l.Step(1)
	l.send("e", "-a a>c +c | c")
}

// TestGuardsBeforeEvents: a guard is called at events that are none of its transition's, and all guards of a node are.
func TestGuardsBeforeEvents(t *testing.T) {
	l := trace(t, Config{}, State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e").If(yes), Trans("a", "a", "e").If(yes))
	l.Step(1)
	l.send("other", "?a>b ?a>a | a")
	l.send("e", "?a>b ?a>a -a a>b +b | b")
}

func TestAtomicCompoundTransitions(t *testing.T) {
	l := trace(t, Config{}, State("a"), Connector("c"), Connector("d"), State("b"), State("z"), Trans("initial", "a"),
		Trans("a", "c", "e").WithPriority(1), Trans("c", "d", "e2"), Trans("d", "b").If(no), Trans("c", "z", "e3"), Trans("a", "z", "e4"))
	l.Step(1)
	l.send("e", "| a")
	l.send("e e2 e4", "?d>b -a a>z +z | z")
}

// TestADeadBranchFallsBack: a connector's branch that reaches no leaf gives way to the next.
func TestADeadBranchFallsBack(t *testing.T) {
	l := trace(t, Config{}, State("a"), Connector("c"), State("b"), State("z"), Trans("initial", "a"),
		Trans("a", "c", "e"), Trans("c", "b").If(no).WithPriority(5), Trans("c", "z"))
	l.Step(1)
	l.send("e", "?c>b -a a>c c>z +z | z")
}

func TestConflictsAtConnectorsAreTold(t *testing.T) {
	told := ""
	cfg := Config{Hooks: Hooks{Conflict: func(m *Machine, c NodeID) { told += m.Path(c) }}}
	l := trace(t, cfg, State("a"), Connector("c"), State("b"), State("z"), Trans("initial", "a"),
		Trans("a", "c", "e"), Trans("a", "z", "e"), Trans("c", "b"), Trans("c", "z"))
	l.Step(1)
	l.send("e", "-a a>c c>b +b | b")
	if told != "root.c" {
		t.Errorf("told %q", told)
	}
}

// TestSegmentsInterleave: exits, effects and entries come segment by segment, not all exits first.
func TestSegmentsInterleave(t *testing.T) {
	l := trace(t, Config{}, State("op", State("a"), Connector("out"), Trans("initial", "a"), Trans("a", "out", "e")), State("z"),
		Trans("initial", "op"), Trans("op.out", "z"))
	l.Step(1)
	l.send("e", "-a a>out -op op.out>z +z | z")
}

func TestSelfTransitionsLeaveAndEnter(t *testing.T) {
	l := trace(t, Config{}, State("op", State("a"), State("b"), Trans("initial", "a"), Trans("a", "a", "e1")),
		Trans("initial", "op"), Trans("op", ".op.b", "e2"), Trans("op", "op", "e3"))
	l.Step(1)
	l.send("e1", "-a a>a +a | a")
	l.send("e2", "-a -op op>.op.b +op +b | b")
	l.send("e3", "-b -op op>op +op initial>a +a | a")
}

func TestInternalTransitions(t *testing.T) {
	l := trace(t, Config{}, State("op", State("a"), State("b"), Trans("initial", "a")), Trans("initial", "op"),
		Trans("op", "", "e1").Inside(), Trans("op", ".op.b", "e2").Inside())
	l.Step(1)
	l.send("e1", "op> | a")
	l.send("e2", "-a op>.op.b +b | b")
}

func TestPaths(t *testing.T) {
	l := trace(t, Config{}, State("f", State("a"), State("b"), Trans("initial", "a"), Trans("a", ".b", "e1"), Trans("root.f.b", "g.x", "e2")),
		State("g", State("x"), Trans("initial", "x")), Trans("initial", "f"))
	l.Step(1)
	l.send("e1", "-a a>.b +b | b")
	l.send("e2", "-b -f root.f.b>g.x +g +x | x")
}

func TestDoneOfLeavesWithoutActivity(t *testing.T) {
	l := trace(t, Config{}, State("op", State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e_done")), State("z"),
		Trans("initial", "op"), Trans("op", "z", "e_done@root.op.b"))
	l.send("", "+root initial>op +op initial>a +a | a")
	if l.Mode(l.Leaf()) != Finished {
		t.Error("a leaf without activity is not done at once")
	}
	l.send("", "-a a>b +b | b")
	l.send("", "-b -op op>z +z | z")
}

func TestActivities(t *testing.T) {
	calls := 0
	doo := func(c *Call) (Progress, error) {
		if calls++; c.First != (calls == 1) {
			t.Errorf("call %d: first %v", calls, c.First)
		}
		return [...]Progress{Busy, Idle, Done}[calls-1], nil
	}
	l := trace(t, Config{}, State("a").Does(doo), State("b"), Trans("initial", "a"), Trans("a", "b", "e_done"))
	l.send("", "+root initial>a +a | a")
	l.send("x", "~a | a") // the event leads nowhere, does not count, and the activity comes next in the same call
	if l.Mode(l.Leaf()) != Active {
		t.Error("not active")
	}
	if !l.Step(1) {
		t.Error("an idle activity does not let the chart idle")
	}
	if l.Step(1) {
		t.Error("idle, although e_done is queued")
	}
	l.send("", "-a a>b +b | b")
}

// TestEventsComeBeforeActivities: an activity is never called in a step with events, and starts anew when its state is
// entered again.
func TestEventsComeBeforeActivities(t *testing.T) {
	firsts := 0
	doo := func(c *Call) (Progress, error) {
		if c.First {
			firsts++
		}
		return Busy, nil
	}
	l := trace(t, Config{Passes: 20}, State("a").Does(doo), Trans("initial", "a"), Trans("a", "a", "e"))
	l.Step(1)
	l.send("", "~a | a")
	l.send("e", "-a a>a +a | a")
	l.send("", "~a | a")
	if firsts != 2 {
		t.Errorf("%d first calls", firsts)
	}
	if l.Run() {
		t.Error("an activity that never rests lets the chart idle")
	}
}

// TestIdle: a step in which something was taken is not idle; the next one is.
func TestIdle(t *testing.T) {
	l := trace(t, Config{}, State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e"))
	if l.Step(1) {
		t.Error("idle after entering")
	}
	if !l.Step(1) { // e_done leads nowhere, does not count; nothing is left
		t.Error("not idle")
	}
	_ = l.SendName("e")
	if l.Step(1) {
		t.Error("idle after a transition")
	}
	if !l.Run() {
		t.Error("run returned and is not idle")
	}
}

func TestEventsThatLeadNowhereDoNotCount(t *testing.T) {
	steps := 0
	l := trace(t, Config{Hooks: Hooks{PreStep: func(*Machine) error { steps++; return nil }}},
		State("a").Does(func(*Call) (Progress, error) { return Busy, nil }), Trans("initial", "a"))
	l.Step(1)
	l.send("x", "~a | a")
	if steps != 3 {
		t.Errorf("%d passes", steps)
	}
}

func TestHooks(t *testing.T) {
	var order []string
	more, idle := 1, 1
	note := func(what string) func(*Machine) error {
		return func(m *Machine) error {
			names := ""
			for _, e := range m.Events() {
				names += " " + m.EventName(e)
			}
			order = append(order, what+names)
			return nil
		}
	}
	cfg := Config{Hooks: Hooks{PreStep: note("pre"), PostStep: note("post"),
		Events: func(m *Machine) error {
			if more--; more == 0 {
				return m.SendName("e_asked")
			}
			return nil
		},
		Idle: func(m *Machine) (bool, error) {
			order = append(order, "idle")
			idle--
			return idle >= 0, nil
		}}}
	l := trace(t, cfg, State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e_never"))
	l.Run()
	want := "pre e_init_fsm e_asked; post e_init_fsm e_asked; pre e_done@root.a; post e_done@root.a; pre; post; idle; pre; post; idle"
	if got := strings.Join(order, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPredicates(t *testing.T) {
	var seen []string
	long := func(c *Call, e Event) (bool, error) {
		name := c.EventName(e)
		seen = append(seen, name)
		if name == "bad" {
			return true, errors.New("bad name")
		}
		return strings.HasPrefix(name, "long"), nil
	}
	l := trace(t, Config{}, State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e").When(long))
	l.Step(1)
	l.send("bad x longest y", "-a a>b +b | b")
	if got := strings.Join(seen, " "); got != "e_done@root.a bad x longest" {
		t.Errorf("asked about %s", got)
	}
	if n := l.Counts().Failures; n != 1 {
		t.Errorf("%d failures", n)
	}
}

// TestErrorsBecomeEvents: a body that fails raises e_error@ of its state and e_error, with kind and message to be read;
// literally as rFSM does, nothing but the report.
func TestErrorsBecomeEvents(t *testing.T) {
	bad := errors.New("broken")
	fail := func(*Call) error { return bad }
	build := map[Place]func() []Part{
		Entry:  func() []Part { return []Part{State("a").OnEntry(fail), Trans("initial", "a")} },
		Exit:   func() []Part { return []Part{State("a").OnExit(fail), Trans("initial", "a"), Trans("a", "b", "e")} },
		Effect: func() []Part { return []Part{State("a"), Trans("initial", "a"), Trans("a", "b", "e").Run(fail)} },
		Guard: func() []Part {
			return []Part{State("a"), Trans("initial", "a"), Trans("a", "b", "e").If(func(*Call) (bool, error) { return true, bad })}
		},
		Doo: func() []Part {
			return []Part{State("a").Does(func(*Call) (Progress, error) { return Busy, bad }), Trans("initial", "a"), Trans("a", "b", "e")}
		},
	}
	for place := Entry; place <= Doo; place++ {
		for _, literal := range []bool{false, true} {
			told, read := 0, ""
			cfg := Config{Literal: literal, Hooks: Hooks{Failed: func(m *Machine, f *Failure) { told++ }}}
			parts := append(build[place](), State("b"), State("safe").OnEntry(func(c *Call) error {
				for _, f := range c.Failures() {
					read += fmt.Sprintf("%v %s: %v", f.Place, c.Path(f.State), f.Err)
				}
				return nil
			}), Trans("a", "safe", "e_error@root.a"), Trans("b", "safe", "e_error"))
			m := machine(t, &Model{Root: State("", parts...)}, cfg)
			m.Step(1)
			if place == Doo {
				m.Step(1)
			} else {
				_ = m.SendName("e")
			}
			m.Run()
			leaf := m.Path(m.Leaf())
			if literal && (leaf == "root.safe" || told == 0) || !literal && (leaf != "root.safe" || !strings.HasPrefix(read, place.String()+" root.a: broken")) {
				t.Errorf("%v, literal %v: in %s, told %d times, read %q", place, literal, leaf, told, read)
			}
		}
	}
}

// TestAGuardThatAlwaysFailsDoesNotSpin: the events of its failures do not raise more of them.
func TestAGuardThatAlwaysFailsDoesNotSpin(t *testing.T) {
	m := machine(t, &Model{Root: State("", State("a"), Trans("initial", "a"),
		Trans("a", "a", "e").If(func(*Call) (bool, error) { return false, errors.New("no") }))}, Config{})
	if !m.Run() || m.Counts().Failures != 2 {
		t.Errorf("%+v", m.Counts())
	}
}

func TestAFullQueueIsTold(t *testing.T) {
	l := trace(t, Config{Queue: 2}, State("a"), State("full"), Trans("initial", "a"), Trans("a", "full", "e_overflow"))
	l.Run()
	e, _ := l.Event("e_error")
	if err := l.Send(e, e); err != nil {
		t.Error(err)
	}
	if err := l.Send(e, e); err != ErrQueue {
		t.Errorf("got %v", err)
	}
	l.send("", "-a a>full +full | full")
	if c := l.Counts(); c.Lost != 2 || c.Most != 2 {
		t.Errorf("%+v", c)
	}
}

// TestNumbersOfNoEventAreRefused, those for which there is room included.
func TestNumbersOfNoEventAreRefused(t *testing.T) {
	m := machine(t, &Model{Root: State("", State("a"), Trans("initial", "a"))}, Config{})
	m.Run()
	_ = m.SendName("unknown")
	slot := m.Queued()[len(m.Queued())-1]
	if err := m.Send(slot); err != nil {
		t.Error(err)
	}
	m.Run()
	m.Step(1) // the name's place is free
	for _, e := range []Event{-1, Event(len(m.names.known)), Event(m.names.room), slot, Event(len(m.seen))} {
		if err := m.Send(e); err == nil {
			t.Errorf("took %d", e)
		}
	}
	if len(m.Queued()) > 0 {
		t.Errorf("%d events wait", len(m.Queued()))
	}
}

// TestUnknownEvents: any name can be sent; its place is used again, and a name without end is refused.
func TestUnknownEvents(t *testing.T) {
	var seen []string
	l := trace(t, Config{Queue: 4, Hooks: Hooks{PreStep: func(m *Machine) error {
		for _, e := range m.Events() {
			seen = append(seen, m.EventName(e))
		}
		return nil
	}}}, State("a"), Trans("initial", "a"))
	l.Run()
	seen = nil
	for i := range 100 {
		_ = l.SendName(fmt.Sprint("n", i))
		_ = l.SendName(fmt.Sprint("n", i))
		if i%2 == 1 {
			l.Step(1)
		}
	}
	for i, name := range seen {
		if name != fmt.Sprint("n", i/2) {
			t.Fatalf("event %d is %s", i, name)
		}
	}
	if len(seen) != 200 {
		t.Errorf("%d events", len(seen))
	}
	if err := l.SendName(strings.Repeat("x", 100)); err == nil {
		t.Error("took a name of 100 bytes")
	}
	if err := l.Send(-3, 1<<20); err == nil {
		t.Error("took numbers that are no events")
	}
}

func TestBodiesCannotStepTheirOwnMachine(t *testing.T) {
	m := machine(t, &Model{Root: State("", State("a").OnEntry(func(c *Call) error {
		c.Step(1)
		c.Reset()
		if c.Merge("root", State("x")) != ErrUse || c.Replace(c.Model(), nil) != ErrUse || c.Restore(c.Save(nil)) != ErrUse {
			t.Error("done from within a step")
		}
		return nil
	}), Trans("initial", "a"))}, Config{})
	m.Run()
	if m.Counts().Failures != 5 || m.Failures()[0].Place != Use || m.Path(m.Leaf()) != "root.a" {
		t.Errorf("%+v %v", m.Counts(), m.Failures())
	}
}

func TestResetCallsNothing(t *testing.T) {
	l := trace(t, Config{}, State("a"), Trans("initial", "a"))
	l.Run()
	l.text.Reset()
	l.Reset()
	l.want("|")
	l.send("", "+root initial>a +a | a")
}

func TestTakenTransitions(t *testing.T) {
	l := trace(t, Config{}, State("a"), Connector("c"), State("b"), Trans("initial", "a"), Trans("a", "c", "e"), Trans("c", "b"))
	l.Step(1)
	_ = l.SendName("e")
	l.Step(1)
	got := ""
	for _, n := range l.Taken(nil) {
		_, src, tgt := l.Machine.Transition(n)
		got += l.Path(src) + ">" + l.Path(tgt) + " "
	}
	if got != "root.a>root.c root.c>root.b " {
		t.Error(got)
	}
}

func TestStepsDoNotAllocate(t *testing.T) {
	m := machine(t, grasping(), Config{})
	m.Run()
	names := []string{"e_contact", "e_released", "e_unknown", "e_mem_low", "e_mem_ok"}
	if n := testing.AllocsPerRun(1000, func() {
		for _, name := range names {
			_ = m.SendName(name)
			m.Run()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if b := m.Memory().Bytes; b > 32<<10 {
		t.Errorf("a chart of six nodes occupies %d bytes", b)
	}
}

// TestErrorsBehindConnectors: an effect that fails on the way out of a connector raises e_error alone.
func TestErrorsBehindConnectors(t *testing.T) {
	m := machine(t, &Model{Root: State("", State("a"), State("b"), State("safe"), Connector("c"), Trans("initial", "a"), Trans("a", "c", "e"),
		Trans("c", "b").Run(func(*Call) error { return errors.New("broken") }), Trans("b", "safe", "e_error"))}, Config{})
	m.Run()
	_ = m.SendName("e")
	if m.Run(); m.Path(m.Leaf()) != "root.safe" {
		t.Errorf("in %s", m.Path(m.Leaf()))
	}
}
