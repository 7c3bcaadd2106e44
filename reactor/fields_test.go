package reactor

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// wheels are the ports that several reactors share by embedding.
type wheels struct {
	Speed In[int]
	Turns Out[int]
	Each  [2]In[int]
	gauge
}

type gauge struct{ Level Out[int] }

// cart embeds ports; van embeds a reactor.
type cart struct {
	Reactor
	wheels
	T Timer
}

type van struct {
	cart
	Load In[int]
}

func TestEmbeddedPortsAreTheReactorsOwn(t *testing.T) {
	m := NewMain("main")
	a, b := &cart{}, &van{}
	Init(m, "a", a)
	Init(m, "b", b)
	got := 0
	a.Reaction("go").On(&a.T).Sets(&a.Turns, &a.Level).Do(func() { a.Turns.Set(2); a.Level.Set(3) })
	b.Reaction("see").On(&b.Speed, &b.Load, &b.Each[1]).Do(func() { got += b.Speed.Get() + b.Load.Get() + b.Each[1].Get() })
	Connect(&a.Turns, &b.Speed)
	Connect(&a.Turns, &b.Each[1])
	Connect(&a.Level, &b.Load)
	p := build(t, m)
	p.Run(ForeverTag)
	if got != 7 {
		t.Errorf("%d, want 7", got)
	}
	var paths []string
	for _, i := range p.Ports() {
		paths = append(paths, i.Path)
	}
	for _, want := range []string{"a.speed", "a.turns", "a.each[1]", "a.level", "b.speed", "b.load", "b.level"} {
		if !slices.Contains(paths, want) {
			t.Errorf("no port %s among %v", want, paths)
		}
	}
}

// hidden has ports in places where they are not declared.
type hidden struct {
	Reactor
	*gauge
	Named gauge
	List  []In[int]
	Refs  []*Out[int]
	Ref   *Timer
	Kid   cart // made by nobody
	Sure  gauge
	other *cart // no business of this reactor
}

func TestUndeclaredFieldsAreFaults(t *testing.T) {
	m := NewMain("main")
	h := &hidden{gauge: &gauge{}, List: make([]In[int], 2), Refs: []*Out[int]{nil, {}}, Ref: &Timer{}, other: &cart{}}
	Init(m, "h", h)
	h.Declare("sure", &h.Sure.Level)
	h.Declare("list0", &h.List[0])
	_, err := Build(m, Options{})
	if err == nil {
		t.Fatal("built")
	}
	for _, want := range []string{
		"gauge.Level holds a reactor.Out[int] that is not declared; make it a field of the reactor's struct or of one that is embedded, or call Declare",
		"Named.Level holds a", "List[1] holds a reactor.In[int]", "Refs[1] holds a", "Ref holds a reactor.Timer", "fields_test.go:",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if n := len(err.(diag.Faults)); n != 5 {
		t.Errorf("%d faults, want 5:\n%v", n, err)
	}
}

// TestDeclaringAfterBuild is refused wherever it would be without effect.
func TestDeclaringAfterBuild(t *testing.T) {
	m := NewMain("main")
	var log []string
	a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
	c := Connect(&a.Out, &b.In)
	r := newReading(m, "r")
	d := a.Reaction("x").On(&a.T)
	d.Do(func() {})
	build(t, m)
	for what, f := range map[string]func(){
		"Set of a.t":           func() { a.T.Set(0, ms) },
		"In of a.t":            func() { a.T.In(&a.On) },
		"MinDelay of a.a":      func() { a.A.MinDelay(ms) },
		"MinSpacing of a.a":    func() { a.A.MinSpacing(ms, Drop) },
		"Capacity of r.p":      func() { r.P.Capacity(3) },
		"Overflow of a.a":      func() { a.A.Overflow(DropOldest) },
		"OnOverrun of a.t":     func() { a.T.OnOverrun(CatchUp(1)) },
		"Define of r.gain":     func() { r.Gain.Define(1, ParamInfo{}) },
		"After of the":         func() { c.After(ms) },
		"Physical of the":      func() { c.Physical() },
		"In of the connection": func() { c.In(&a.On) },
		"a.out2 is connected":  func() { Connect(&a.Out2, &b.In) },
		"a.y":                  func() { a.Reaction("y") },
		"a.x":                  func() { d.Uses(&a.In) },
	} {
		if text := panicOf(f); !strings.Contains(text, what) || !strings.Contains(text, "the program is built already") {
			t.Errorf("%s: panic %q", what, text)
		}
	}
}

// TestCapacityOfNothing is a fault: it would refuse everything, or bound nothing.
func TestCapacityOfNothing(t *testing.T) {
	m := NewMain("main")
	newReading(m, "r").P.Capacity(0)
	if _, err := Build(m, Options{}); err == nil || !strings.Contains(err.Error(), "r.p: has a queue of capacity 0; give room for one value at least") {
		t.Error(err)
	}
}

// TestThreadsMayScheduleBeforeBuild has the race detector look on.
func TestThreadsMayScheduleBeforeBuild(t *testing.T) {
	m := NewMain("main")
	r := newReading(m, "r")
	got := make(chan int, 1)
	r.Reaction("see").On(&r.P).Do(func() {
		select {
		case got <- r.P.Get():
		default:
		}
	})
	if r.P.Schedule(1, 0) {
		t.Error("a program that is not built took an event")
	}
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 1; ; i++ {
			select {
			case <-quit:
				return
			default:
				r.P.Schedule(i, 0)
				r.Gain.Schedule(i, 0)
			}
		}
	})
	p := build(t, m)
	if err := p.FeedEvents(doorOf(t, p, "r.gain"), nothing{}); err != nil {
		t.Fatal(err)
	}
	p.SetClock(func(*Enclave) Time { return Time(time.Millisecond) })
	p.Start()
	for len(got) == 0 {
		p.Enclaves[0].Step(nil)
	}
	close(quit)
	wg.Wait()
}

type nothing struct{}

func (nothing) Next(unsafe.Pointer) (Tag, bool) { return Tag{}, false }

func TestObserversAddUp(t *testing.T) {
	m := NewMain("main")
	newReading(m, "r").Reaction("x").On(m.reactors[1].Startup()).Do(func() {})
	p := build(t, m)
	var n [3]int
	for i := range n {
		p.Observe(counter{&n[i]})
	}
	p.Run(ForeverTag)
	if n[0] == 0 || n[1] != n[0] || n[2] != n[0] {
		t.Errorf("the observers saw %v tags", n)
	}
}
