package project

import (
	"slices"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/reactor"
)

// halts connects the loops that flag values with those that have actuators to stop.
func (b *builder) halts() {
	for from, g := range b.p.groups {
		for n := 1; n < len(g.stages); n++ {
			reactor.Connect[uint64](&g.stages[n-1].Halt, &g.stages[n].Before)
		}
		var reached uint64
		for _, s := range g.stages {
			for _, e := range s.all {
				reached |= e.sinks
			}
		}
		for to, h := range b.p.groups {
			if to == from || reached&ofGroup(h) == 0 {
				continue
			}
			if g.halt == nil {
				g.halt = &reactor.Out[uint64]{}
				g.Declare(b.name(g, "stop"), g.halt)
				reactor.Connect[uint64](&g.stages[len(g.stages)-1].Halt, g.halt)
			}
			in := &input64{}
			h.Declare(b.name(h, "stop_"+g.Name()), &in.port)
			h.halts = append(h.halts, in)
			reactor.Connect[uint64](g.halt, &in.port).After(b.plan.Groups[from].Response)
			for _, s := range h.stages {
				if len(s.sinks) > 0 {
					a := &input64{}
					s.Declare(b.name(s, "stop_"+g.Name()), &a.port)
					s.abroads = append(s.abroads, a)
					reactor.Connect[uint64](&in.port, &a.port)
				}
			}
		}
	}
}

// ofGroup lists the actuators of a composition.
func ofGroup(g *group) (mask uint64) {
	for _, s := range g.stages {
		for _, d := range s.sinks {
			mask |= d.bit
		}
	}
	return mask
}

// finish declares the reactions when all ports exist.
func (b *builder) finish() {
	if b.p.o.Inner {
		b.inner()
	}
	elements := 0
	for _, g := range b.p.groups {
		for n, s := range g.stages {
			b.react(g, s, n > 0)
			s.news = make([]Event, 0, 2*len(s.all)+len(s.members))
			elements += len(s.all) + len(s.members)
		}
	}
	for _, i := range b.p.inlets {
		effects := []reactor.Effect{&i.Flags}
		for _, o := range i.outs {
			effects = append(effects, &o.port)
		}
		i.Reaction("arrive").On(&i.Offered).Sets(effects...).Do(i.arrive)
		i.news = make([]Event, 0, 2*len(i.all))
		elements += len(i.all)
	}
	b.p.log.now = make([]Event, 0, elements+8)
}

// react declares the reactions of a loop.
func (b *builder) react(g *group, s *stage, follows bool) {
	var triggers []reactor.Trigger
	switch {
	case s.first:
		triggers = append(triggers, s.Startup())
	case g.clock != nil:
		s.timed = true
		reactor.Connect[float64](&g.clock.Tick, &s.Tick)
		triggers = append(triggers, &s.Tick)
	}
	if s.follows = follows; follows {
		triggers = append(triggers, &s.Before)
	}
	var uses []reactor.Use
	for _, in := range s.ins {
		if in.tied && !s.first {
			uses = append(uses, &in.port)
		} else {
			triggers = append(triggers, &in.port)
		}
	}
	for _, a := range s.abroads {
		triggers = append(triggers, &a.port)
	}
	effects := []reactor.Effect{&s.Halt, &s.Flags}
	for _, o := range s.outs {
		effects = append(effects, &o.port)
	}
	if len(s.sinks) > 0 {
		s.Reaction("stop").On(s.Shutdown()).Do(s.stop)
	}
	s.calm = !slices.ContainsFunc(s.members, func(m *member) bool { return !m.periodic })
	s.Reaction("cycle").On(triggers...).Uses(uses...).Sets(effects...).Do(s.cycle)
	for _, m := range s.members { // an Alternative that is not periodic gives its products when one of its laws has run
		if c, ok := m.physics.(*choice); ok && !m.periodic {
			for k := range c.laws {
				for _, x := range c.laws[k].members {
					m.wakes = append(m.wakes, &x.ran)
				}
			}
		}
	}
}

// inner gives all products of the loops a port.
func (b *builder) inner() {
	for _, i := range b.plan.Model.Instances {
		s, ok := b.spots[i]
		if !ok || s.member == nil {
			continue
		}
		for _, p := range i.Ports {
			if p.Element.Role == atom.ProductRole {
				b.output(p, s)
			}
		}
	}
}
