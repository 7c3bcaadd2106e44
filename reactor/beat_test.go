package reactor

import (
	"fmt"
	"testing"
	"time"
)

// watching keeps the contents of a program's records.
type watching struct {
	p    *Program
	seen []string
}

func (w *watching) AtTag(_ *Enclave, r Record) {
	line := r.Tag.String()
	for _, o := range r.Omitted {
		line += fmt.Sprintf(" %s %s %d", w.p.SourcePath(o.Source), o.Kind, o.N)
	}
	w.seen = append(w.seen, line)
}

// TestTimersInStepAreStillTimers: timers of one beat share an event, and each is listed, skipped and counted by itself.
func TestTimersInStepAreStillTimers(t *testing.T) {
	m := NewMain("main")
	fired := [4]int{}
	for i := range fired {
		r := &fan{}
		Init(m, fmt.Sprintf("r[%d]", i), r)
		r.T.Set(time.Millisecond, 10*time.Millisecond)
		if i == 3 {
			r.T.Set(time.Millisecond, 15*time.Millisecond)
		}
		r.Reaction("tick").On(&r.T).Do(func() { fired[i]++ })
	}
	p := build(t, m)
	w := &watching{p: p}
	p.Observe(w)
	p.Start()
	e := p.Enclaves[0]
	if len(e.heap) != 2 {
		t.Errorf("%d events wait", len(e.heap))
	}
	queue := func(want ...string) {
		t.Helper()
		var all []string
		for _, x := range p.Queue() {
			all = append(all, x.Path+" "+x.Tag.String())
		}
		expect(t, all, want...)
	}
	queue("r[0].t (1ms, 0)", "r[1].t (1ms, 0)", "r[2].t (1ms, 0)", "r[3].t (1ms, 0)")
	p.Step(nil)
	e.Skip(Time(36 * time.Millisecond)) // the ticks of 11, 21 and 16 ms are whole periods late
	queue("r[0].t (31ms, 0)", "r[1].t (31ms, 0)", "r[2].t (31ms, 0)", "r[3].t (31ms, 0)")
	p.Step(nil)
	p.Step(nil)
	queue("r[3].t (46ms, 0)", "r[0].t (51ms, 0)", "r[1].t (51ms, 0)", "r[2].t (51ms, 0)")
	expect(t, w.seen, "(1ms, 0)", "(31ms, 0) r[0].t skipped 2 r[1].t skipped 2 r[2].t skipped 2 r[3].t skipped 1", "(41ms, 0)")
	if fired != [4]int{3, 3, 3, 2} || e.Counters().Skipped != 7 {
		t.Errorf("the timers ticked %v times and skipped %d", fired, e.Counters().Skipped)
	}
}

// TestNothingIsSkippedBehindTheStop: of the ticks that are late only those that would have come are counted.
func TestNothingIsSkippedBehindTheStop(t *testing.T) {
	m := NewMain("main")
	r := &fan{}
	Init(m, "r", r)
	r.T.Set(0, time.Millisecond)
	r.Reaction("tick").On(&r.T).Do(func() {})
	p := build(t, m)
	p.Start()
	e := p.Enclaves[0]
	e.StopAt(Tag{Time: Time(10 * time.Millisecond)})
	for range 8 { // 0 to 7 ms
		p.Step(nil)
	}
	e.Skip(Time(12500 * time.Microsecond))
	for p.Step(nil) {
	}
	if n := e.Counters().Skipped; n != 3 {
		t.Errorf("%d skipped, not the 3 from 8 to 10 ms", n)
	}
}
