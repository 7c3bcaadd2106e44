package project

import (
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// group is a composition: a clock, its real-time loops, and the ports that cross its border.
type group struct {
	reactor.Reactor
	clock  *clock
	stages []*stage // including the constants' stage
	loops  []*stage // without it
	ins    []*input
	outs   []*reactor.Out[float64]
	halts  []*input64
	halt   *reactor.Out[uint64]
	times  *Composition
}

// clock is the cycle of a composition. In the mode planned a timer drives it; after a new period has come through the
// door, every cycle schedules the next one. A scheduled cycle is not moved: the next one follows it by the new period.
type clock struct {
	reactor.Reactor
	Planned reactor.Mode
	Revised reactor.Mode
	Cycle   reactor.Timer
	Again   reactor.Action[time.Duration]         // the interval that ends with it
	Period  reactor.PhysicalAction[time.Duration] // the door
	Tick    reactor.Out[float64]

	name    string // of the composition
	log     *log
	planned time.Duration
	period  time.Duration // from the next cycle on
}

func newClock(parent reactor.Parent, composition string, offset, period time.Duration, l *log) *clock {
	c := &clock{name: composition, log: l, planned: period, period: period}
	reactor.Init(parent, "clock", c)
	c.Document("The cycle of " + composition + ": every " + period.String() + " from " + offset.String() + " on.")
	c.Planned.Initial()
	c.Cycle.In(&c.Planned)
	c.Cycle.Set(offset, period)
	c.Reaction("change").On(&c.Period).Do(c.change)
	c.Planned.Reaction("cycle").On(&c.Cycle).Sets(&c.Tick, &c.Again, &c.Revised).Do(c.cycle)
	c.Reaction("again").On(&c.Again).Sets(&c.Tick, &c.Again).Do(c.again)
	return c
}

// change takes a new period.
func (c *clock) change() {
	if d := c.Period.Get(); d > 0 && d != c.period {
		c.period = d
		at := c.Tag().Time
		c.log.add(Event{At: at, Path: c.name, Kind: Retimed, Raised: true, Value: d.Seconds(), Since: at})
	}
}

func (c *clock) cycle() {
	c.Tick.Set(c.planned.Seconds())
	if c.period != c.planned {
		c.Again.Schedule(c.period, c.period)
		c.Revised.Resume()
	}
}

func (c *clock) again() {
	c.Tick.Set(c.Again.Get().Seconds())
	c.Again.Schedule(c.period, c.period)
}

// Inlet is where a sporadic External's values arrive from outside, at times not known in advance.
type Inlet struct {
	reactor.Reactor
	Offered reactor.PhysicalAction[Sample]
	Flags   reactor.Out[Flags]

	guard
	external string
	driver   string
	outs     []*output
	products []*float64
	elements []element
}

// Offer hands over values of the External's products, in declaration order and SI units, from any thread. It reports
// false if there are not as many values as products, the queue is full, or the program is over. A replay ignores them
// and uses the recorded ones. An invalid value is flagged and not passed on.
func (i *Inlet) Offer(values ...float64) bool {
	if len(values) != len(i.products) {
		return false
	}
	var s Sample
	for k, v := range values {
		s.Set(k, v)
	}
	return i.Offered.Schedule(s, 0)
}

// arrive passes on values that have arrived.
func (i *Inlet) arrive() {
	s := i.Offered.Get()
	for k, p := range i.products {
		if s.OK>>k&1 == 0 || k >= int(s.N) {
			i.elements[k].absent, i.elements[k].watch = true, true
			continue
		}
		*p = s.V[k]
	}
	i.vet(i.elements, i.Tag().Time)
	for _, o := range i.outs {
		if o.element.flagged {
			i.Offered.Refuse("not every value of it is valid: see the flags") // the valid ones are passed on
			continue
		}
		o.port.Set(*o.from)
	}
	if len(i.news) > 0 {
		i.Flags.Set(Flags{Raised: i.count, Total: i.total, Events: i.news})
		i.news = i.news[:0]
	}
}
