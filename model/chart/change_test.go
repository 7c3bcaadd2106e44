package chart

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// TestFunctionsReplacedInTheModelAreUsed: bodies are looked up at each call.
func TestFunctionsReplacedInTheModelAreUsed(t *testing.T) {
	entered := 0
	a := State("a")
	m := machine(t, &Model{Root: State("", a, Trans("initial", "a"), Trans("a", "a", "e"))}, Config{})
	m.Run()
	a.OnEntry(func(*Call) error { entered++; return nil })
	_ = m.SendName("e")
	m.Run()
	if entered != 1 {
		t.Errorf("entered %d times", entered)
	}
}

func TestMerging(t *testing.T) {
	l := trace(t, Config{Nodes: 2, Transitions: 3}, State("op", State("a"), Trans("initial", "a")), Trans("initial", "op"))
	before := l.Memory()
	l.Run()
	for _, merge := range []struct {
		into string
		part Part
	}{{"root", State("new")}, {"root.op", Connector("c")}, {"root.op", Trans("a", "c", "go", "again")}, {"root.op", Trans("c", "root.new")},
		{"root", Trans("new", "op", "e_done")}} {
		if err := l.Merge(merge.into, merge.part); err != nil {
			t.Fatal(err)
		}
	}
	l.send("again", "-a a>c -op c>root.new +new | new")
	l.send("", "-new new>op +op initial>a +a | a")
	if after := l.Memory(); after.Nodes != before.Nodes || after.Transitions != before.Transitions || after.Names != before.Names {
		t.Errorf("memory %+v became %+v", before, after)
	}
	l.Reset()
	l.send("", "+root initial>op +op initial>a +a | a")
	l.send("go", "-a a>c -op c>root.new +new | new")
}

func TestMergingIsRefused(t *testing.T) {
	doo := func(*Call) (Progress, error) { return Idle, nil }
	m := machine(t, &Model{Root: State("", State("a"), State("d").Does(doo), Connector("c"), Connector("k"), State("free"), Trans("initial", "a"), Trans("c", "k"), Trans("k", "a"), Trans("a", "d", "e"), Trans("d", "free", "e"))},
		Config{Nodes: 1, Transitions: 1})
	m.Run()
	for _, c := range []struct {
		into, want string
		part       Part
	}{
		{"root.nowhere", "there is no state", State("x")},
		{"root.c", "is a connector", State("x")},
		{"root.d", "has an activity", State("x")},
		{"root.a", "active leaf", State("x")},
		{"root", "only leaves and connectors", State("x", State("y"))},
		{"root", "already", State("a")},
		{"root", "cannot be a name", State("a.b")},
		{"root", "leads nowhere: there is no root.q", Trans("a", "q")},
		{"root", "close a circle", Trans("k", "c")},
		{"root", "no room for its events", Trans("a", "d", "1", "2", "3", "4", "5", "6", "7")},
	} {
		before := m.Save(nil)
		err := m.Merge(c.into, c.part)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
		if !slices.Equal(before, m.Save(nil)) {
			t.Errorf("%s: changed all the same", c.want)
		}
	}
	if m.Merge("root", State("x")) != nil || m.Merge("root", Trans("a", "x", "e")) != nil {
		t.Error("refused what there is room for")
	}
	for _, p := range []Part{State("y"), Trans("x", "a", "e")} {
		if err := m.Merge("root", p); err == nil || !strings.Contains(err.Error(), "no room") {
			t.Error(err)
		}
	}
}

// TestSavedStatesGoOn: from any place in a run a restored machine does what the other does.
func TestSavedStatesGoOn(t *testing.T) {
	model := &Model{Root: State("", two()...)}
	events := []string{"e", "stop", "back", "unknown", "out", "deep", "eL", "eR", "e_error", "out"}
	for cut := range events {
		a, b := machine(t, model, Config{Queue: 4}), machine(t, model, Config{Queue: 4})
		step := func(m *Machine, e string) string {
			_ = m.SendName(e)
			_ = m.SendName(e + "'")
			m.Step(1)
			return string(m.Save(nil))
		}
		for _, e := range events[:cut] {
			step(a, e)
		}
		a.fail(Entry, 1, -1, errors.New("for once"))
		_ = a.SendName("not known")
		saved := a.Save(nil)
		step(b, "eL")
		if err := b.Restore(saved); err != nil {
			t.Fatal(err)
		}
		if string(b.Save(nil)) != string(saved) {
			t.Fatalf("%d: saved again it is another state", cut)
		}
		for i, e := range events[cut:] {
			if step(a, e) != step(b, e) {
				t.Fatalf("cut at %d they differ %d events later", cut, i)
			}
		}
	}
}

func FuzzRestore(f *testing.F) {
	model := &Model{Root: State("", two()...)}
	m, err := New(model, nil, Config{Queue: 4})
	if err != nil {
		f.Fatal(err)
	}
	m.Run()
	_ = m.SendName("e")
	f.Add(m.Save(nil)[9:])
	head := slices.Clone(m.Save(nil)[:9])
	fuzz.Run(f, func(t *testing.T, body []byte) {
		before := m.Save(nil)
		if err := m.Restore(append(slices.Clone(head), body...)); err != nil {
			if !slices.Equal(before, m.Save(nil)) {
				t.Error("a refused state changed the machine")
			}
			return
		}
		for _, e := range []string{"e", "stop", "x"} {
			_ = m.SendName(e)
			m.Step(1)
		}
		m.Reset()
		m.Run()
	})
}

func TestReplacing(t *testing.T) {
	l := trace(t, Config{}, player(History("h", true))...)
	l.Run()
	_ = l.SendName("go")
	l.Run()
	_ = l.SendName("e_new")
	parts := append(player(History("h", true)), State("late"), Trans("on", "late", "e_new"), Trans("late", "off", "stop"))
	if err := l.Replace(&Model{Root: State("", parts...)}, tracing{l}); err != nil {
		t.Fatal(err)
	}
	l.text.Reset()
	l.want("| b")
	l.send("", "-b -on on>late +late | late")
	before := l.Save(nil)
	err := l.Replace(&Model{Root: State("", player(History("h", true))...)}, tracing{l})
	if fs, _ := diag.Of(err); len(fs) != 1 || fs[0].Path != "root.late" || fs[0].Code != "chart-replace" {
		t.Error(err)
	}
	if err := l.Replace(&Model{Root: State("")}, nil); err == nil {
		t.Error("took a model with faults")
	}
	if !slices.Equal(before, l.Save(nil)) {
		t.Error("a refused model changed the machine")
	}
}

// TestReplacingKeepsAFullQueue, with e_overflow in its last place.
func TestReplacingKeepsAFullQueue(t *testing.T) {
	model := &Model{Root: State("", State("a"), State("full"), Trans("initial", "a"), Trans("a", "full", "e_overflow"))}
	m := machine(t, model, Config{Queue: 2})
	m.Run()
	for range 4 {
		_ = m.SendName("x")
	}
	before, queued := m.Counts(), len(m.Queued())
	if err := m.Replace(model, nil); err != nil {
		t.Fatal(err)
	}
	if m.Counts() != before || len(m.Queued()) != queued {
		t.Errorf("%d events of %d, %+v became %+v", len(m.Queued()), queued, before, m.Counts())
	}
	if m.Step(1); m.Path(m.Leaf()) != "root.full" {
		t.Errorf("in %s", m.Path(m.Leaf()))
	}
}

// TestReplacingForgetsAStateThatIsNoneAnyMore: history does not lead to a connector that has its name.
func TestReplacingForgetsAStateThatIsNoneAnyMore(t *testing.T) {
	chart := func(b *Node, more ...Part) *Model {
		on := append([]Part{State("a"), b, History("h", false), Trans("initial", "a"), Trans("a", "b", "next"), Trans("h", "a")}, more...)
		return &Model{Root: State("", State("on", on...), State("off"), Trans("initial", "on"), Trans("on", "off", "stop"), Trans("off", ".on.h", "go"))}
	}
	m := machine(t, chart(State("b")), Config{})
	for _, e := range []string{"next", "stop"} {
		m.Run()
		_ = m.SendName(e)
	}
	m.Run()
	if err := m.Replace(chart(Connector("b"), Trans("b", "a")), nil); err != nil {
		t.Fatal(err)
	}
	_ = m.SendName("go")
	if m.Run(); m.Path(m.Leaf()) != "root.on.a" {
		t.Errorf("in %s", m.Path(m.Leaf()))
	}
}
