package reactor

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

// asked is a reactor that takes requests from outside.
type asked struct {
	Reactor
	Tick  Timer
	Go    PhysicalAction[int]
	Late  PhysicalAction[int]
	Drop  PhysicalAction[int]
	Last  PhysicalAction[int]
	Day   Mode
	Night Mode
	ByDay PhysicalAction[int]
	Away  PhysicalAction[int]
	Gain  Parameter[int]
	after func()
	got   []int
}

func newAsked(t testing.TB) (*Program, *asked) {
	t.Helper()
	m := NewMain("main")
	r := &asked{after: func() {}}
	Init(m, "r", r)
	r.Tick.Set(0, ms)
	r.Go.Capacity(3)
	r.Late.MinDelay(2 * ms)
	r.Drop.MinSpacing(10*ms, Drop)
	r.Last.MinSpacing(10*ms, Replace)
	r.Last.MinDelay(ms)
	r.Day.Initial()
	r.ByDay.In(&r.Day)
	r.ByDay.MinDelay(5 * ms)
	r.Away.In(&r.Night)
	r.Reaction("tick").On(&r.Tick).Do(func() {})
	r.Reaction("go").On(&r.Go).Sets(&r.Day).Do(func() {
		v := r.Go.Get()
		r.got = append(r.got, v)
		switch {
		case v < 0:
			r.Go.Refuse("it is negative")
			r.Go.Refuse("for another reason")
		case v == 99:
			r.Day.Reset()
		case v == 100:
			panic("no")
		}
		r.after()
	})
	r.Reaction("late").On(&r.Late).Do(func() { r.got = append(r.got, r.Late.Get()) })
	r.Reaction("last").On(&r.Last).Do(func() { r.got = append(r.got, r.Last.Get()) })
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

func submit(t testing.TB, p *Program, path string, v int) *Receipt {
	t.Helper()
	for id, d := range p.Doors() {
		if d.Path == path {
			return p.Submit(id, func(at unsafe.Pointer) { *(*int)(at) = v })
		}
	}
	t.Fatal("there is no door ", path)
	return nil
}

// is checks the outcome of an event; why is part of the refusal's text, "" for none, "?" for not known yet.
func is(t testing.TB, r *Receipt, at Tag, why string) {
	t.Helper()
	tag, err, done := r.Outcome()
	switch {
	case done != (why != "?"):
		t.Errorf("done is %v (%v, %v)", done, tag, err)
	case !done:
	case why == "" && (err != nil || tag != at):
		t.Errorf("taken at %v, %v; want %v", tag, err, at)
	case why != "" && (err == nil || !strings.Contains(err.Error(), why)):
		t.Errorf("refused by %v; want %q", err, why)
	}
}

// TestAReceiptIsGivenWhenTheTagIsDone: not when the event is sent, nor when it is scheduled, nor while its reactions run.
func TestAReceiptIsGivenWhenTheTagIsDone(t *testing.T) {
	p, r := newAsked(t)
	p.Start()
	e := p.Enclaves[0]
	p.Step(nil)
	a, late := submit(t, p, "r.go", 7), submit(t, p, "r.late", 8)
	r.after = func() { is(t, a, Tag{}, "?") }
	is(t, a, Tag{}, "?")
	if _, ok := a.Due(); ok {
		t.Error("its tag is known before the program has looked")
	}
	tag, _ := e.Next()
	if due, ok := a.Due(); !ok || due != tag {
		t.Errorf("due at %v, %v", due, ok)
	}
	e.Begin(tag)
	is(t, a, Tag{}, "?")
	e.RunLevels(nil)
	is(t, a, Tag{}, "?")
	e.End()
	is(t, a, tag, "")
	is(t, late, Tag{}, "?")
	for p.Enclaves[0].Tag().Time < Time(2*ms) {
		p.Step(nil)
	}
	if want := (Tag{Time(2 * ms), 0}); len(r.got) != 2 {
		t.Error(r.got)
	} else {
		is(t, late, want, "")
	}
}

func TestWhyAnEventIsNotTaken(t *testing.T) {
	p, r := newAsked(t)
	p.Start()
	p.Step(nil)
	away := submit(t, p, "r.away", 1)
	d1, d2 := submit(t, p, "r.drop", 1), submit(t, p, "r.drop", 2)
	l1, l2 := submit(t, p, "r.last", 1), submit(t, p, "r.last", 2)
	byDay := submit(t, p, "r.by_day", 1)
	g1, g2, g3, g4 := submit(t, p, "r.go", 1), submit(t, p, "r.go", -2), submit(t, p, "r.go", 99), submit(t, p, "r.go", 4)
	for len(r.got) < 4 {
		p.Step(nil)
	}
	is(t, away, Tag{}, "mode is not active")
	is(t, d1, Tag{Time(0), 1}, "")
	is(t, d2, Tag{}, "minimum spacing")
	is(t, l1, Tag{}, "a later value")
	is(t, l2, Tag{Time(ms), 0}, "")
	is(t, g1, Tag{Time(0), 1}, "")
	is(t, g2, Tag{}, "it is negative")
	is(t, g3, Tag{Time(0), 3}, "")
	is(t, g4, Tag{}, "queue is full")
	is(t, byDay, Tag{}, "mode was reset")

	never := submit(t, p, "r.late", 1)
	p.Enclaves[0].StopAt(Tag{p.Enclaves[0].Tag().Time + Time(ms), 0})
	behind := submit(t, p, "r.late", 2)
	for p.Step(nil) {
	}
	is(t, never, Tag{}, "the program is over")
	is(t, behind, Tag{}, "the program is over")
	is(t, submit(t, p, "r.go", 1), Tag{}, "the program is over")

	replay, _, _ := fedPair(t, Options{Replay: true})
	is(t, submit(t, replay, "a.act", 1), Tag{}, "a replay")
	fedOne, _, _ := fedPair(t, Options{})
	if err := fedOne.FeedEvents(doorOf(t, fedOne, "a.act"), &source{}); err != nil {
		t.Fatal(err)
	}
	is(t, submit(t, fedOne, "a.act", 1), Tag{}, "a mock or a recording")
	is(t, submit(t, fedOne, "a.eye", 1), Tag{}, "only physical actions")
}

func TestAPanicIsNoReceipt(t *testing.T) {
	p, _ := newAsked(t)
	p.Start()
	e := p.Enclaves[0]
	p.Step(nil)
	bad, later := submit(t, p, "r.go", 100), submit(t, p, "r.late", 1)
	func() {
		defer func() { _ = recover() }()
		p.Step(nil)
	}()
	e.Abort()
	is(t, bad, Tag{}, "cut short by a panic")
	for p.Step(nil) {
	}
	is(t, later, Tag{}, "the program is over")
}

// TestEveryReceiptIsGiven: if several threads send events while a program runs and ends, each sender gets an outcome,
// and as many events are reported taken as the program has seen.
func TestEveryReceiptIsGiven(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, r := newAsked(t)
		n := rapid.IntRange(1, 60).Draw(rt, "events")
		end := rapid.IntRange(0, 8).Draw(rt, "end ms")
		paths := []string{"r.go", "r.late", "r.last"}
		p.Start()
		p.Enclaves[0].StopAt(Tag{Time(time.Duration(end) * ms), 0})
		var mu sync.Mutex
		var all []*Receipt
		var wg sync.WaitGroup
		for k := range 3 {
			wg.Go(func() {
				for i := k; i < n; i += 3 {
					x := submit(t, p, paths[i%len(paths)], i)
					mu.Lock()
					all = append(all, x)
					mu.Unlock()
				}
			})
		}
		for p.Step(nil) {
		}
		wg.Wait()
		taken := 0
		for _, x := range all {
			_, err, done := x.Outcome()
			var why Refusal
			switch {
			case !done:
				rt.Fatal("a sender waits for ever")
			case err == nil:
				taken++
			case !errors.As(err, &why):
				rt.Fatal(err)
			}
		}
		if len(all) != n || taken != len(r.got) {
			rt.Fatalf("%d sent, %d told taken, %d seen", len(all), taken, len(r.got))
		}
	})
}

// TestReceiptsAllocateNothingInACycle: an event that is followed costs the cycle no memory either.
func TestReceiptsAllocateNothingInACycle(t *testing.T) {
	p, r := newAsked(t)
	r.got = make([]int, 0, 1<<16)
	p.Start()
	e := p.Enclaves[0]
	var a *Receipt
	cycle := func() {
		r.got = r.got[:0]
		p.Step(nil)
		if _, _, done := a.Outcome(); !done && e.Tag().Microstep > 0 {
			t.Fatal("not taken")
		}
	}
	p.Step(nil)
	for range 100 {
		a = submit(t, p, "r.go", 1)
		cycle()
	}
	queue := make([]*Receipt, 0, 2100)
	set := func(at unsafe.Pointer) { *(*int)(at) = 1 }
	door := doorOf(t, p, "r.go")
	for range 2100 {
		queue = append(queue, &Receipt{})
	}
	n := testing.AllocsPerRun(2000, func() {
		a = queue[0]
		queue = queue[1:]
		if why := p.offer(door, set, a); why != "" {
			t.Fatal(why)
		}
		cycle()
	})
	if n > 1 { // the one is offer's own, on the sender's thread
		t.Fatalf("%g allocations", n)
	}
}
