package project

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// builder makes the reactors of a plan.
type builder struct {
	p        *Projection
	plan     *atom.Plan
	main     *reactor.Main
	spots    map[*atom.Instance]spot
	constant map[*atom.Instance]bool // its products are known before the start
	late     []*atom.Instance        // constants that a driver gives at the start, and those computed from them
	choices  map[*atom.Instance]*choice
	masks    map[*atom.Instance]uint64 // the actuators that depend on each instance
	bits     map[*atom.Instance]uint64 // an actuator's bit
	routes   routes
	taken    map[reactor.Parent]map[string]bool // names, by reactor
	always   *bool
	faults   diag.Faults
}

// spot is the place where something runs.
type spot struct {
	group, stage int
	inlet        *Inlet // for a sporadic External, which has no stage
	member       *member
}

func (b *builder) fault(i *atom.Instance, code, hint, format string, args ...any) {
	b.faults = append(b.faults, diag.Fault{Code: code, What: fmt.Sprintf(format, args...), Do: hint, Path: i.Path, Pos: i.Place})
}

// build makes everything and collects faults.
func (b *builder) build() {
	b.constant, b.choices = map[*atom.Instance]bool{}, map[*atom.Instance]*choice{}
	b.masks, b.bits = map[*atom.Instance]uint64{}, map[*atom.Instance]uint64{}
	b.taken, b.routes = map[reactor.Parent]map[string]bool{}, newRoutes()
	b.always = new(bool)
	*b.always = true
	b.constants()
	b.reach()
	for g := range b.plan.Groups {
		b.group(g)
	}
	b.place()
	for n := range b.plan.Wires {
		b.wire(&b.plan.Wires[n])
	}
	b.conditions()
	if len(b.faults) > 0 {
		return
	}
	b.halts()
	b.finish()
}

// constants determines what is known before the start. Constants from drivers are left until then.
func (b *builder) constants() {
	late, faults := b.plan.Settle()
	b.late, b.faults = late, append(b.faults, faults...)
	for _, i := range b.plan.Constants {
		b.constant[i] = !slices.Contains(late, i)
	}
}

// name turns a path into a free name in a reactor.
func (b *builder) name(in reactor.Parent, path string) string {
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '[' || c == ']' || c == '-' {
			return c
		}
		return '_'
	}, path)
	if name == "" || !unicode.IsLetter([]rune(name)[0]) {
		name = "_" + name
	}
	if b.taken[in] == nil {
		b.taken[in] = map[string]bool{"clock": true, "tick": true, "before": true, "halt": true, "flags": true, "offered": true}
	}
	for b.taken[in][name] {
		name += "_"
	}
	b.taken[in][name] = true
	return name
}

// group makes the reactors of a composition.
func (b *builder) group(at int) {
	plan := &b.plan.Groups[at]
	g := &group{}
	reactor.Init(b.main, b.name(b.main, plan.Name), g)
	if at > 0 {
		g.Isolate()
	}
	g.Document(fmt.Sprintf("Composition %s: period %v, offset %v, worst computation time %v, response %v, allowed periods %v.",
		plan.Name, plan.Period, plan.Offset, plan.Worst, plan.Response, plan.Allowed))
	b.p.groups = append(b.p.groups, g)
	if plan.Period > 0 {
		offset := plan.Offset
		if at > 0 && len(b.late) > 0 {
			offset = max(offset, 1) // the constants come first
		}
		g.clock = newClock(g, plan.Name, offset, plan.Period, b.p.log)
	}
	if b.p.o.Now != nil {
		g.times = &Composition{Name: plan.Name, Period: plan.Period, Offset: plan.Offset, Response: plan.Response,
			cycles: cycles{ring: make([]Cycle, b.p.o.Ring)}, loops: len(plan.Stages)}
	}
	if at == 0 && len(b.late) > 0 {
		s := b.stage(g, at, &atom.Stage{Name: "Constants", Members: b.late})
		s.first = true
		s.Document("What drivers give at the start and is constant then: " + listed(b.late) + ".")
	}
	for n := range plan.Stages {
		s := b.stage(g, at, &plan.Stages[n])
		g.loops = append(g.loops, s)
		s.Document("Real-time loop " + plan.Stages[n].Name + " of " + plan.Name + ": " + listed(plan.Stages[n].Members) + ".")
		if b.p.o.Now != nil {
			s.loop = &Loop{Name: plan.Stages[n].Name, Composition: plan.Name, Period: plan.Period, Offset: plan.Offset,
				cycles: cycles{ring: make([]Cycle, b.p.o.Ring)}, p: b.p, of: g.times}
			for _, m := range s.members {
				m.measure(b.plan, s)
			}
		}
	}
	if b.p.punctual() {
		g.places(b.plan, at)
	}
}

// places gives the loops their places in the cycle: each after the worst time of those before it. The last one is done
// within the composition's worst time.
func (g *group) places(plan *atom.Plan, at int) {
	var place time.Duration
	for n, s := range g.loops {
		s.loop.place.Store(int64(place))
		place += plan.Worst(plan.Groups[at].Stages[n].Members...) + max(plan.Groups[at].Between, 0)/time.Duration(len(g.loops))
	}
}

// listed lists instances and their kinds.
func listed(all []*atom.Instance) string {
	var names []string
	for _, i := range all {
		names = append(names, i.Path+" ("+i.Def.Name+")")
	}
	return strings.Join(names, ", ")
}

// stage makes a real-time loop.
func (b *builder) stage(g *group, at int, list *atom.Stage) *stage {
	s := &stage{guard: guard{log: b.p.log, hold: b.p.o.Hold}}
	reactor.Init(g, b.name(g, list.Name), s)
	here := spot{group: at, stage: len(g.stages)}
	g.stages = append(g.stages, s)
	for _, i := range list.Members {
		if source(i) {
			continue // an inlet
		}
		for k, l := range enclosing(i) {
			b.open(s, l.of, enclosing(i)[:k], here)
		}
		m := b.member(s, i)
		s.members = append(s.members, m)
		here.member = m
		b.spots[i] = here
	}
	return s
}

// source reports whether i is a sporadic External that only produces.
func source(i *atom.Instance) bool {
	if i.Kind != atom.External || i.Constraint.Update != atom.Sporadic {
		return false
	}
	for _, p := range i.Ports {
		if p.Element.Role == atom.NeedRole {
			return false
		}
	}
	return true
}

// lawOf is a law of an Alternative.
type lawOf struct {
	of     *atom.Instance
	number int
}

// enclosing lists the laws that contain i, the outermost first.
func enclosing(i *atom.Instance) (all []lawOf) {
	for c := i; c.Parent != nil; c = c.Parent {
		if c.Parent.Kind != atom.Alternative {
			continue
		}
		for n, l := range c.Parent.Children {
			if l == c {
				all = append([]lawOf{{c.Parent, n}}, all...)
			}
		}
	}
	return all
}

// open puts the choice of an Alternative's law before the first Atom of its laws.
func (b *builder) open(s *stage, i *atom.Instance, around []lawOf, at spot) {
	if b.choices[i] != nil {
		return
	}
	c := &choice{s: s, laws: make([]law, len(i.Children))}
	c.valid[0] = element{at: &c.number, max: float64(len(i.Children) - 1), path: i.Choice.Select.Path(), watch: true}
	b.choices[i] = c
	for _, p := range i.Ports {
		if p.Element.Role == atom.ProductRole {
			t := p.Element.Type
			c.outs = append(c.outs, out{at: p.At(), hard: discrete(t), turns: t == unit.TypeAngle})
		}
	}
	c.fade = loop.NewFade(i.Choice.Fade, len(c.outs))
	for k, o := range c.outs {
		c.fade.Begins(k, *o.at)
	}
	for k := range c.laws {
		c.laws[k].products, c.laws[k].gives = make([]*float64, len(c.outs)), make([]*float64, len(c.outs))
	}
	m := &member{physics: pick{c}, periodic: i.Constraint.Update != atom.Sporadic, gates: b.gates(around)}
	m.wakes = []*bool{b.always}
	s.members = append(s.members, m)
	at.member = m
	b.routes.picks[i] = at
}

func (b *builder) gates(laws []lawOf) (all []gate) {
	for _, l := range laws {
		all = append(all, gate{b.choices[l.of], l.number})
	}
	return all
}

// member makes the running part of an instance.
func (b *builder) member(s *stage, i *atom.Instance) *member {
	laws := enclosing(i)
	m := &member{of: i, periodic: i.Constraint.Update != atom.Sporadic, gates: b.gates(laws)}
	for _, p := range i.Ports {
		if p.Element.Role == atom.ProductRole || p.Element.Role == atom.StorageRole && i.Kind == atom.Simple {
			m.elements = append(m.elements, newElement(p, b.mask(p)))
		}
	}
	s.add(m.elements)
	switch i.Kind {
	case atom.External:
		m.physics = b.device(s, i, m)
	case atom.Alternative:
		if c := b.choices[i]; c != nil {
			m.physics = c
		} else {
			b.fault(i, "law", "add laws to it", "an Alternative without laws")
		}
	default:
		physics, ok := i.Body.(atom.Physics)
		if !ok {
			b.fault(i, "physics", "give it a Physics, or make it an External", "there is nothing to run")
		}
		m.physics = physics
	}
	for _, l := range laws {
		of := &b.choices[l.of].laws[l.number]
		of.members = append(of.members, m)
		if t, ok := m.physics.(atom.Tracker); ok {
			of.trackers = append(of.trackers, tracker{t, m})
		}
	}
	return m
}

// measure enables measuring m's times.
func (m *member) measure(plan *atom.Plan, s *stage) {
	if m.of != nil {
		m.timing = &timing{path: m.of.Path, loop: s.Name()}
		m.timing.stated.Store(int64(plan.Worst(m.of)))
	}
}

// device makes the door of an External with which a loop exchanges values.
func (b *builder) device(s *stage, i *atom.Instance, m *member) *device {
	d := &device{s: s, path: i.Path, elements: m.elements, bit: b.bits[i]}
	for _, p := range i.Ports {
		switch p.Element.Role {
		case atom.ProductRole:
			d.products = append(d.products, p.At())
		case atom.NeedRole:
			d.needs = append(d.needs, p.At()) // set when it is pointed at a value
		}
	}
	if len(d.products) > MaxElements || len(d.needs) > MaxElements {
		b.fault(i, "size", "use several Externals", "it has more than %d needs or products", MaxElements)
		return d
	}
	d.driver = b.p.o.Drivers[i.Driver]
	if d.driver == nil {
		d.driver = b.p.o.Drivers[i.Path]
	}
	if d.driver == nil && b.p.o.Drivers != nil {
		b.fault(i, "driver", "bind it to a driver that there is, by its driver's name or its path", "there is no driver %q", i.Driver)
	}
	name := b.name(s, i.Path)
	if len(d.needs) == 0 {
		s.Declare(name, &d.sensor)
		if d.driver != nil {
			d.sensor.Fill(d.read)
		}
		return d
	}
	s.Declare(name, &d.actuator)
	if d.driver != nil {
		if d.Limits() == "" {
			b.fault(i, "driver", "give the driver a method Limits that says what keeps its commands within bounds", "its driver takes commands and says of no limits")
		}
		d.actuator.Bind(d)
	}
	s.sinks = append(s.sinks, d)
	return d
}
