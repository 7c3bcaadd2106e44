package project

import (
	"slices"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/reactor"
)

// stage is a real-time loop of a composition.
type stage struct {
	reactor.Reactor
	Tick   reactor.In[float64] // a cycle begins: the time since the previous one, in s
	Before reactor.In[uint64]  // the actuators that must stop because of flags in the loops before this one
	Halt   reactor.Out[uint64] // the same, including flags in this one
	Flags  reactor.Out[Flags]

	guard
	ins     []*input
	outs    []*output
	abroads []*input64
	members []*member
	sinks   []*device
	before  uint64
	abroad  uint64 // the actuators that must stop because of other compositions
	first   bool   // it runs once, at the start
	timed   bool   // its cycles begin with a clock's Tick
	follows bool   // a loop before it sets Before
	calm    bool   // nothing in it is sporadic: between cycles it only takes arriving values
	last    bool   // the program is over
	loop    *Loop  // nil: times are not measured
}

// input is a value that another loop produces.
type input struct {
	port  reactor.In[float64]
	v     float64 // the last one that arrived
	fresh bool    // it arrived at this tag
	asked bool    // somebody reads whether it is fresh
	tied  bool    // it only comes with the composition's tick
	aims  []func(v *float64)
}

// output is a value that other loops read.
type output struct {
	port    reactor.Out[float64]
	from    *float64
	by      *member
	element *element // of an inlet
}

// input64 is another composition's mask of actuators to stop.
type input64 struct {
	port reactor.In[uint64]
	v    uint64
}

// member is something that runs in a loop: an Atom, a driver's door, or the pick of a law.
type member struct {
	of        *atom.Instance // nil for the pick of a law
	physics   atom.Physics
	intakes   []*intake // needs that are checked
	elements  []element // products and storages
	periodic  bool
	ran       bool    // at this tag
	wakes     []*bool // sporadic: it runs when one of these is set
	condition *float64
	asked     *bool // the condition has a value of this tag
	gates     []gate
	timing    *timing
}

// gate lets the Atoms of a law run while the law is in command.
type gate struct {
	c   *choice
	law int
}

// due reports whether m runs now.
func (m *member) due(tick bool) bool {
	for _, g := range m.gates {
		if g.c.current != g.law {
			return false
		}
	}
	if m.periodic {
		return tick
	}
	if m.condition != nil {
		return *m.asked && *m.condition != 0
	}
	for _, w := range m.wakes {
		if *w {
			return true
		}
	}
	return false
}

// cycle runs the members that are due at a tag.
func (s *stage) cycle() {
	at, tick := s.Tag().Time, s.first || s.timed && s.Tick.Present()
	if s.calm && !tick && !(s.follows && s.Before.Present()) {
		s.take()
		return
	}
	var start int64
	if s.loop != nil {
		start = s.loop.begin(at, tick)
	}
	s.take()
	dt := unit.Time(0)
	if s.timed {
		dt = unit.Time(s.Tick.Get())
	}
	var mark int64
	if s.loop != nil {
		mark = s.loop.now()
		s.loop.taken(mark - start)
	}
	for _, m := range s.members {
		if m.ran = m.due(tick); !m.ran {
			continue
		}
		s.admit(m.intakes, at)
		if m.periodic {
			m.physics.Physics(dt)
		} else {
			m.physics.Physics(0)
		}
		s.vet(m.elements, at)
		if m.timing != nil {
			now := s.loop.now()
			m.timing.add(now-mark, at, s.log)
			mark = now
		}
	}
	s.give(at)
	if s.loop != nil && tick {
		s.loop.done(at, start, mark)
	}
}

// take takes values that have arrived. A value that comes from an earlier loop with every tick is read in place once
// it has arrived for the first time.
func (s *stage) take() {
	for k := 0; k < len(s.ins); k++ {
		in := s.ins[k]
		v := in.port.Ref()
		if in.fresh = v != nil; !in.fresh {
			continue
		}
		in.v = *v
		if in.tied && !in.asked {
			for _, aim := range in.aims {
				aim(v)
			}
			s.ins = slices.Delete(s.ins, k, k+1)
			k--
		}
	}
	if s.follows && s.Before.Present() {
		s.before = s.Before.Get()
	}
	if len(s.abroads) == 0 {
		return
	}
	s.abroad = 0
	for _, a := range s.abroads {
		if a.port.Present() {
			a.v = a.port.Get()
		}
		s.abroad |= a.v
	}
}

// give sends new values.
func (s *stage) give(at reactor.Time) {
	for _, o := range s.outs {
		if o.by.ran {
			o.port.Set(*o.from)
		}
	}
	if mask := s.before | s.halts(at); mask != s.halted {
		s.halted = mask
		s.Halt.Set(mask)
	}
	s.report()
}

// report sets the port with the tag's events.
func (s *stage) report() {
	if len(s.news) > 0 {
		s.Flags.Set(Flags{Raised: s.count, Total: s.total, Events: s.news})
		s.news = s.news[:0]
	}
}

// stop brings the loop's actuators to rest at the last tag.
func (s *stage) stop() {
	for _, d := range s.sinks {
		d.send(true)
	}
	s.last = true
}
