package chart

import (
	"errors"
	"testing"
)

func player(history *Node) []Part {
	return []Part{
		State("on", State("a", State("a1"), State("a2"), Trans("initial", "a1"), Trans("a1", "a2", "next")),
			State("b"), history, Trans("initial", "a"), Trans("a", "b", "flip"), Trans("h", "b")),
		State("off"), Trans("initial", "off"), Trans("on", "off", "stop"), Trans("off", ".on.h", "go"),
	}
}

func TestShallowHistory(t *testing.T) {
	l := trace(t, Config{}, player(History("h", false))...)
	l.Step(1)
	l.send("go", "-off off>.on.h +on h>b +b | b") // nothing was active: its own transitions
	l.send("stop", "-b -on on>off +off | off")
	l.send("go", "-off off>.on.h +on +b | b")
}

func TestHistoryOfComposites(t *testing.T) {
	for _, c := range []struct {
		deep bool
		want string
	}{{false, "-off off>.on.h +on +a initial>a1 +a1 | a1"}, {true, "-off off>.on.h +on +a +a2 | a2"}} {
		parts := player(History("h", c.deep))
		l := trace(t, Config{}, append(parts, Trans("off", "on", "in"))...)
		l.Step(1)
		l.send("in", "-off off>on +on initial>a +a initial>a1 +a1 | a1")
		l.send("next", "-a1 a1>a2 +a2 | a2")
		l.send("stop", "-a2 -a -on on>off +off | off")
		l.send("go", c.want)
	}
}

func two() []Part {
	return []Part{
		Regions("both",
			State("l", State("l1"), State("l2"), Trans("initial", "l1"), Trans("l1", "l2", "e", "eL"), Trans("l2", "root.z", "out")),
			State("r", State("r1"), State("r2"), Trans("initial", "r1"), Trans("r1", "r2", "e", "eR"), Trans("r2", "r1", "out")),
			History("h", true)),
		State("z"), Trans("initial", "both"), Trans("both", "z", "stop"), Trans("z", ".both.h", "back"), Trans("z", ".both.r.r2", "deep"),
	}
}

func TestRegions(t *testing.T) {
	l := trace(t, Config{}, two()...)
	l.send("", "+root initial>both +both +l initial>l1 +l1 +r initial>r1 +r1 | l1,r1")
	l.send("e", "-l1 l1>l2 +l2 -r1 r1>r2 +r2 | l2,r2")
	l.send("stop", "-r2 -r -l2 -l -both both>z +z | z")
	l.send("back", "-z z>.both.h +both +l +l2 +r +r2 | l2,r2")
	// leaving the orthogonal state from the first region keeps the second one's transition from being taken
	l.send("out", "-r2 -r -l2 -l -both l2>root.z +z | z")
	l.send("deep", "-z z>.both.r.r2 +both +r +r2 +l initial>l1 +l1 | l1,r2")
	l.send("eL", "-l1 l1>l2 +l2 | l2,r2")
}

// TestRegionsWithActivities: each is continued once a step, and the chart is idle when all are.
func TestRegionsWithActivities(t *testing.T) {
	n := 0
	busy := func(*Call) (Progress, error) {
		if n++; n < 3 {
			return Busy, nil
		}
		return Done, nil
	}
	l := trace(t, Config{}, Regions("both", State("l").Does(func(*Call) (Progress, error) { return Idle, nil }), State("r").Does(busy)),
		State("z"), Trans("initial", "both"), Trans("both", "z", "e_done@root.both.r"))
	l.Step(1)
	l.send("", "~l ~r | l,r")
	l.send("", "~l ~r | l,r")
	l.send("", "~l ~r | l,r")
	l.send("", "-r -l -both both>z +z | z")
}

// TestSingleEvents: one event a step, the others wait.
func TestSingleEvents(t *testing.T) {
	l := traceModel(t, Config{}, &Model{Single: true, Root: State("", State("a"), State("b"), State("c"), Trans("initial", "a"), Trans("a", "b", "e1"), Trans("b", "c", "e2"))})
	l.Run()
	_ = l.SendName("e1")
	l.send("e2", "-a a>b +b | b")
	l.send("", "-b b>c +c | c")
}

// TestTransitionsWithoutEvents: with Single they come before the next event, in steps of their own.
func TestTransitionsWithoutEvents(t *testing.T) {
	open := false
	l := traceModel(t, Config{}, &Model{Single: true, Root: State("", State("a"), State("b"), State("c"), Trans("initial", "a"),
		Trans("a", "b").If(func(*Call) (bool, error) { return open, nil }), Trans("a", "c", "e"), Trans("b", "c", "f"))})
	l.Run()
	open = true
	_ = l.SendName("f")
	l.send("", "?a>b -a a>b +b | b")
	l.send("", "-b b>c +c | c")
}

// TestAFailingGuardWithoutEventsEnds: its failure is told once after other events, and raises no more at events of its own.
func TestAFailingGuardWithoutEventsEnds(t *testing.T) {
	m := machine(t, &Model{Single: true, Root: State("", State("a"), State("b"), State("caught"), Trans("initial", "a"),
		Trans("a", "b").If(func(*Call) (bool, error) { return false, errors.New("no") }), Trans("a", "caught", "e_error", "e"))}, Config{})
	if !m.Run() || m.Path(m.Leaf()) != "root.caught" {
		t.Errorf("in %s, %+v", m.Path(m.Leaf()), m.Counts())
	}
	m = machine(t, &Model{Single: true, Root: State("", State("a"), State("b"), Trans("initial", "a"),
		Trans("a", "b").If(func(*Call) (bool, error) { return false, errors.New("no") }))}, Config{})
	for range 3 {
		if !m.Run() || m.Counts().Lost > 0 || len(m.Queued()) > 0 {
			t.Fatalf("%d events wait, %+v", len(m.Queued()), m.Counts())
		}
		_ = m.SendName("x")
	}
}
