package project

import (
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Cycle is one measured run of a loop or of a composition.
type Cycle struct {
	At            reactor.Time  // when it should begin, since the start
	Late          time.Duration // how long after At and its place in the cycle it began (minus the seed's delay of equation 3)
	Computation   time.Duration // in Atoms and drivers
	Communication time.Duration // between Atoms and drivers: values taken and given, and the way from loop to loop
}

// Duration returns how long the cycle took.
func (c Cycle) Duration() time.Duration { return c.Computation + c.Communication }

// cycles is a ring of cycles.
type cycles struct {
	ring []Cycle
	n    uint64
}

func (c *cycles) add(x Cycle) {
	c.ring[c.n%uint64(len(c.ring))] = x
	c.n++
}

// Cycles lists the latest cycles, oldest first. Call it after the run.
func (c *cycles) Cycles() []Cycle {
	n := uint64(len(c.ring))
	if c.n <= n {
		return append([]Cycle(nil), c.ring[:c.n]...)
	}
	at := c.n % n
	return append(append([]Cycle(nil), c.ring[at:]...), c.ring[:at]...)
}

// Count returns how many cycles there have been.
func (c *cycles) Count() uint64 { return c.n }

// Loop is a real-time loop's times. Without Options.Sleep its theoretical start is that of its composition, and the
// loops before it delay it; with Sleep it is when these loops are done at the latest.
type Loop struct {
	Name        string        // "Navigation"
	Composition string        // "C1"
	Period      time.Duration // at the start; see Revise
	Offset      time.Duration // of its composition
	cycles
	p       *Projection
	of      *Composition
	place   atomic.Int64 // in its composition's cycle, ns after the tick
	due     int64        // when this cycle should begin
	arrived int64        // when it could have begun
	copy    int64        // time spent taking values in this cycle
}

// Place returns when in its composition's cycle the loop should begin, after the tick.
func (l *Loop) Place() time.Duration { return time.Duration(l.place.Load()) }

// Composition is the times of a composition: per cycle, the sum over its loops.
type Composition struct {
	Name     string
	Period   time.Duration // at the start, like the two that follow; see Revise
	Offset   time.Duration
	Response time.Duration // the worst time according to the plan
	cycles
	loops int
	seen  int // loops that are done in this cycle
	open  Cycle
	end   int64 // of the latest loop
}

func (l *Loop) now() int64 { return l.p.o.Now() }

// begin notes when the loop begins; if loops keep to their places in the cycle, it waits for the loop's place.
func (l *Loop) begin(at reactor.Time, tick bool) int64 {
	l.arrived = l.now()
	place := l.place.Load()
	l.due = l.p.started + int64(at) + place
	if l.p.o.Sleep == nil || !tick || !l.p.running || place == 0 || l.arrived >= l.due {
		return l.arrived
	}
	l.p.o.Sleep(l.due)
	return l.now()
}

// taken notes the time spent taking values.
func (l *Loop) taken(ns int64) { l.copy = ns }

// done closes a cycle that began at start; its Atoms were done at mark.
func (l *Loop) done(at reactor.Time, start, mark int64) {
	now := l.now()
	c := Cycle{At: at, Late: time.Duration(start - l.due),
		Computation: time.Duration(mark - start - l.copy), Communication: time.Duration(l.copy + now - mark)}
	l.add(c)
	g := l.of
	if g.seen == 0 {
		g.open = c
	} else {
		g.open.Computation += c.Computation
		g.open.Communication += c.Communication + time.Duration(l.arrived-g.end)
	}
	g.end = now
	if g.seen++; g.seen == g.loops {
		g.seen = 0
		g.add(g.open)
	}
}

// Loops lists the real-time loops in the plan's order; none if times are not measured.
func (p *Projection) Loops() []*Loop {
	var all []*Loop
	for _, g := range p.groups {
		for _, s := range g.stages {
			if s.loop != nil {
				all = append(all, s.loop)
			}
		}
	}
	return all
}

// Compositions lists the compositions in the plan's order; none if times are not measured.
func (p *Projection) Compositions() []*Composition {
	var all []*Composition
	for _, g := range p.groups {
		if g.times != nil {
			all = append(all, g.times)
		}
	}
	return all
}

// episode is how long an Atom must stay within its time until an Overrun is over.
const episode = reactor.Time(time.Second)

// timing is the duration of an Atom's runs.
type timing struct {
	path   string
	loop   string
	last   int64
	total  int64
	runs   int64
	stated atomic.Int64    // 0: not stated
	over   atomic.Int64    // runs beyond the stated time since the last re-evaluation
	worst  [8]atomic.Int64 // the longest of them, the longest first
	max    int64
	raised bool
	lately reactor.Time // the latest overrun
	since  reactor.Time
}

// add counts a run.
func (t *timing) add(ns int64, at reactor.Time, l *log) {
	t.last = ns
	t.total += ns
	t.runs++
	t.max = max(t.max, ns)
	stated := t.stated.Load()
	switch {
	case stated > 0 && ns > stated:
		t.overran(ns)
		t.lately = at
		if !t.raised {
			t.raised, t.since = true, at
			l.add(Event{At: at, Path: t.path, Kind: Overrun, Raised: true, Since: at, Stated: time.Duration(stated), Measured: time.Duration(ns)})
		}
	case t.raised && at-t.lately >= episode:
		t.raised = false
		l.add(Event{At: at, Path: t.path, Kind: Overrun, Since: t.since, Stated: time.Duration(stated), Measured: time.Duration(ns)})
	}
}

// overran counts a run beyond the stated time.
func (t *timing) overran(ns int64) {
	for k := range t.worst {
		if longer := t.worst[k].Load(); ns > longer {
			t.worst[k].Store(ns)
			ns = longer
		}
	}
	t.over.Add(1)
}

// reached returns the time that at least n runs have taken since the last re-evaluation.
func (t *timing) reached(n int64) int64 { return t.worst[min(n, int64(len(t.worst)))-1].Load() }

// learn sets a new stated time.
func (t *timing) learn(ns int64) {
	t.stated.Store(ns)
	t.over.Store(0)
	for k := range t.worst {
		t.worst[k].Store(0)
	}
}

// Timing is the duration of the runs of an Atom, or of an External's driver.
type Timing struct {
	Path, Loop      string
	Stated          time.Duration // the worst; 0: not stated
	Last, Mean, Max time.Duration
	Runs, Over      int64 // Over: beyond Stated, since the latest re-evaluation
}

// Timings lists the times of all that runs, in the plan's order; none if times are not measured. Call it after the
// run.
func (p *Projection) Timings() []Timing {
	var all []Timing
	for _, t := range p.timings() {
		x := Timing{Path: t.path, Loop: t.loop, Stated: time.Duration(t.stated.Load()), Last: time.Duration(t.last),
			Max: time.Duration(t.max), Runs: t.runs, Over: t.over.Load()}
		if t.runs > 0 {
			x.Mean = time.Duration(t.total / t.runs)
		}
		all = append(all, x)
	}
	return all
}

func (p *Projection) timings() []*timing {
	var all []*timing
	for _, g := range p.groups {
		for _, s := range g.stages {
			for _, m := range s.members {
				if m.timing != nil {
					all = append(all, m.timing)
				}
			}
		}
	}
	return all
}
