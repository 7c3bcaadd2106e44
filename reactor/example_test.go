package reactor_test

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
)

// Ramp counts up, ten times a second.
type Ramp struct {
	reactor.Reactor
	Tick  reactor.Timer
	Value reactor.Out[int]
	n     int
}

func NewRamp(parent reactor.Parent, name string) *Ramp {
	r := &Ramp{}
	reactor.Init(parent, name, r)
	r.Tick.Set(0, 100*time.Millisecond)
	r.Reaction("count").On(&r.Tick).Sets(&r.Value).Do(func() {
		r.n++
		r.Value.Set(r.n)
	})
	return r
}

// Printer prints what it receives, and when.
type Printer struct {
	reactor.Reactor
	Value reactor.In[int]
}

func NewPrinter(parent reactor.Parent, name string) *Printer {
	p := &Printer{}
	reactor.Init(parent, name, p)
	p.Reaction("print").On(&p.Value).Do(func() { fmt.Println(p.Tag(), p.Name(), p.Value.Get()) })
	return p
}

// run builds a program and runs it in logical time up to a limit.
func run(m *reactor.Main, limit time.Duration) {
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Run(reactor.Tag{Time: reactor.Time(limit)})
}

func Example() {
	m := reactor.NewMain("hello")
	ramp := NewRamp(m, "ramp")
	now, late := NewPrinter(m, "now"), NewPrinter(m, "late")
	reactor.Connect(&ramp.Value, &now.Value)
	reactor.Connect(&ramp.Value, &late.Value).After(150 * time.Millisecond)
	run(m, 250*time.Millisecond)
	// Output:
	// (0s, 0) now 1
	// (100ms, 0) now 2
	// (150ms, 0) late 1
	// (200ms, 0) now 3
	// (250ms, 0) late 2
}

func ExampleAction() {
	m := reactor.NewMain("action")
	r := &struct {
		reactor.Reactor
		Again reactor.Action[string]
	}{}
	reactor.Init(m, "r", r)
	r.Reaction("start").On(r.Startup()).Sets(&r.Again).Do(func() {
		r.Again.Schedule("next microstep", 0)
		r.Again.Schedule("a second later", time.Second)
	})
	r.Reaction("again").On(&r.Again).Do(func() { fmt.Println(r.Tag(), r.Again.Get()) })
	run(m, time.Minute)
	// Output:
	// (0s, 1) next microstep
	// (1s, 0) a second later
}

func ExampleMode() {
	m := reactor.NewMain("modes")
	r := &struct {
		reactor.Reactor
		Clock, Beat reactor.Timer
		Work, Rest  reactor.Mode
	}{}
	reactor.Init(m, "r", r)
	r.Work.Initial()
	r.Clock.Set(250*time.Millisecond, 250*time.Millisecond)
	r.Beat.Set(0, 100*time.Millisecond)
	r.Beat.In(&r.Work) // its time stands still while the mode is inactive
	r.Reaction("switch").On(&r.Clock).Sets(&r.Work, &r.Rest).Do(func() {
		if r.Work.Active() {
			r.Rest.Reset()
		} else {
			r.Work.Resume()
		}
	})
	r.Work.Reaction("beat").On(&r.Beat).Do(func() { fmt.Println(r.Tag(), "beat") })
	run(m, 700*time.Millisecond)
	// Output:
	// (0s, 0) beat
	// (100ms, 0) beat
	// (200ms, 0) beat
	// (550ms, 0) beat
	// (650ms, 0) beat
}

func ExampleBuild_faults() {
	m := reactor.NewMain("wrong")
	a, b := NewPrinter(m, "a"), NewPrinter(m, "b")
	a.Reaction("idle").Do(func() {})
	reactor.Connect(&a.Value, &b.Value)
	_, err := reactor.Build(m, reactor.Options{})
	for _, f := range err.(diag.Faults) {
		fmt.Println(f.Path + ": " + f.What)
	}
	// Output:
	// a.idle: the reaction has no trigger and would never run
	// a.value: cannot be connected to b.value: they do not meet in one reactor
}
