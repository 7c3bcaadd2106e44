package project

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/reactor"
)

// routes are the ports made so far, by what they carry.
type routes struct {
	ins    map[at]*input
	outs   map[at]*output
	border map[at]*input
	leaves map[at]*reactor.Out[float64]
	picks  map[*atom.Instance]spot // where an Alternative's law is picked
}

// at is a product and a place: stage −1 is the composition itself, or its inlets.
type at struct {
	port         *atom.Port
	group, stage int
}

func newRoutes() routes {
	return routes{map[at]*input{}, map[at]*output{}, map[at]*input{}, map[at]*reactor.Out[float64]{}, map[*atom.Instance]spot{}}
}

// discrete reports whether values of t do not fade.
func discrete(t unit.Type) bool { return t == unit.TypeBoolean || t == unit.TypeUnsigned }

// reach determines for every instance the actuators that depend on it.
func (b *builder) reach() {
	n := 0
	for _, i := range b.plan.Model.Instances {
		if i.Kind == atom.External && i.Has(atom.NeedRole) && i.Constraint.Update != atom.Constant {
			b.bits[i] = 1 << min(n, 63)
			n++
		}
	}
	for changed := true; changed; {
		changed = false
		grow := func(from, to *atom.Instance) {
			if m := b.masks[from] | b.masks[to] | b.bits[to]; m != b.masks[from] {
				b.masks[from], changed = m, true
			}
		}
		for n := range b.plan.Wires {
			grow(b.plan.Wires[n].From.Owner, b.plan.Wires[n].To.Owner)
		}
		for _, i := range b.plan.Model.Instances {
			if i.Condition != nil {
				grow(i.Condition.Owner, i)
			}
		}
	}
}

// mask returns the actuators that depend on an interface element.
func (b *builder) mask(p *atom.Port) uint64 {
	if p.Element.Role != atom.ProductRole {
		return b.masks[p.Owner]
	}
	var m uint64
	for n := range b.plan.Wires {
		if w := &b.plan.Wires[n]; w.From == p {
			m |= b.masks[w.To.Owner] | b.bits[w.To.Owner]
		}
	}
	for _, i := range b.plan.Model.Instances {
		if i.Condition == p {
			m |= b.masks[i] | b.bits[i]
		}
	}
	return m
}

// place gives every producing sporadic External an inlet, in the composition that reads it first.
func (b *builder) place() {
	for _, i := range b.plan.Model.Instances {
		if !source(i) || b.constant[i] || len(b.p.groups) == 0 {
			continue
		}
		g := 0
		for n := len(b.plan.Wires) - 1; n >= 0; n-- {
			if w := &b.plan.Wires[n]; w.From.Owner == i {
				if s, ok := b.spots[w.To.Owner]; ok {
					g = s.group
				}
			}
		}
		in := &Inlet{external: i.Path, driver: i.Driver, guard: guard{log: b.p.log, hold: -1}}
		reactor.Init(b.p.groups[g], b.name(b.p.groups[g], i.Path), in)
		in.Document("Sporadic External " + i.Path + " (" + i.Def.Name + "): values from outside.")
		for _, p := range i.Ports {
			if p.Element.Role == atom.ProductRole {
				in.products = append(in.products, p.At())
				in.elements = append(in.elements, newElement(p, 0)) // a bad value is refused; the one before it stays in effect
			}
		}
		if len(in.products) > MaxElements {
			b.fault(i, "size", "use several Externals", "it has more than %d products", MaxElements)
		}
		in.add(in.elements)
		b.p.inlets = append(b.p.inlets, in)
		b.spots[i] = spot{group: g, stage: -1, inlet: in}
	}
}

// wire makes a need read its product, wherever they are.
func (b *builder) wire(w *atom.Wire) {
	from, to := w.From.Owner, w.To.Owner
	if b.constant[to] {
		return
	}
	if w.To.Element.Role == atom.ProductRole {
		b.lawful(w)
		return
	}
	if b.constant[from] {
		b.pointed(w)
		return
	}
	a, ok := b.spots[from]
	z, okay := b.target(w.To)
	if !ok || !okay {
		b.fault(to, "plan", "this is a fault of the plan", "the link from %s to %s leads nowhere", w.From.Path(), w.To.Path())
		return
	}
	v := b.value(w.From, a, z)
	aim := b.aim(w, z)
	aim(v.at)
	if v.in != nil {
		v.in.aims = append(v.in.aims, aim)
	}
	if w.To.Update.Update == atom.Sporadic && z.member != nil {
		z.member.wakes = append(z.member.wakes, v.fresh())
	}
}

// aim returns a function that makes a need read the value at v, directly or after a check.
func (b *builder) aim(w *atom.Wire, z spot) func(v *float64) {
	if w.Narrow() == (atom.Validity{}) {
		return func(v *float64) {
			w.To.PointAt(v)
			b.pointed(w)
		}
	}
	m := z.member
	if m == nil { // the pick of a law
		m = b.routes.picks[w.To.Owner].member
	}
	in := b.intake(w, w.To, b.p.groups[z.group].stages[z.stage])
	m.intakes = append(m.intakes, in)
	w.To.PointAt(&in.v)
	b.pointed(w)
	return func(v *float64) { in.from = v }
}

// intake makes the check of a value that comes over a wire, under the path of p. Values from outside at unknown
// times stop nothing: as in their inlet, the previous value stays in effect.
func (b *builder) intake(w *atom.Wire, p *atom.Port, s *stage) *intake {
	to := w.To.Owner
	sinks := b.masks[to] | b.bits[to]
	if w.To.Element.Role == atom.ProductRole {
		sinks = b.mask(w.To)
	}
	if source(w.From.Owner) {
		sinks = 0
	}
	in := &intake{v: w.Narrow().Nearest(w.From.Initial())}
	in.element = limited(p, w.Narrow(), &in.v, sinks)
	s.all = append(s.all, &in.element)
	return in
}

// target returns where a need is read.
func (b *builder) target(p *atom.Port) (spot, bool) {
	if c := p.Owner.Choice; c != nil && c.Select == p {
		s, ok := b.routes.picks[p.Owner]
		s.member = nil // the pick reads its own need
		return s, ok
	}
	s, ok := b.spots[p.Owner]
	return s, ok
}

// pointed updates those that store where a need is read.
func (b *builder) pointed(w *atom.Wire) {
	if c := b.choices[w.To.Owner]; c != nil && w.To.Owner.Choice.Select == w.To {
		c.selected = w.To.At()
	}
	d, ok := b.deviceOf(w.To.Owner)
	if !ok {
		return
	}
	k := 0
	for _, p := range w.To.Owner.Ports {
		if p == w.To {
			d.needs[k] = w.To.At()
		}
		if p.Element.Role == atom.NeedRole {
			k++
		}
	}
}

func (b *builder) deviceOf(i *atom.Instance) (*device, bool) {
	if m := b.spots[i].member; m != nil {
		d, ok := m.physics.(*device)
		return d, ok
	}
	return nil, false
}

// lawful notes which product of a law corresponds to one of its Alternative's.
func (b *builder) lawful(w *atom.Wire) {
	alternative := w.To.Owner
	for _, l := range enclosing(w.From.Owner) {
		if c := b.choices[alternative]; l.of == alternative && c != nil {
			k, law := 0, &c.laws[l.number]
			for _, p := range alternative.Ports {
				if p == w.To {
					law.products[k], law.gives[k] = w.From.At(), w.From.At()
					if w.Narrow() != (atom.Validity{}) {
						in := b.intake(w, alternative.Children[l.number].Port(p.Element.Name), c.s)
						in.from = w.From.At()
						law.intakes, law.gives[k] = append(law.intakes, in), &in.v
					}
				}
				if p.Element.Role == atom.ProductRole {
					k++
				}
			}
		}
	}
}

// reading is where a product is read.
type reading struct {
	at *float64
	by *member // the member that makes it in the same loop
	in *input  // the input by which it comes from elsewhere
}

// fresh returns the flag that says that the value is new.
func (r reading) fresh() *bool {
	if r.in == nil {
		return &r.by.ran
	}
	r.in.asked = true
	return &r.in.fresh
}

// value returns where a product made at a is read at z.
func (b *builder) value(p *atom.Port, a, z spot) reading {
	if a.inlet == nil && a.group == z.group && a.stage == z.stage {
		return reading{at: p.At(), by: a.member}
	}
	key := at{p, z.group, z.stage}
	in := b.routes.ins[key]
	if in == nil {
		s := b.p.groups[z.group].stages[z.stage]
		in = &input{v: *p.At()}
		s.Declare(b.name(s, p.Path()), &in.port)
		s.ins = append(s.ins, in)
		b.routes.ins[key] = in
		if a.group == z.group {
			c := reactor.Connect[float64](&b.output(p, a).port, &in.port)
			if a.inlet == nil && a.stage > z.stage { // periodic or sporadic: coupled producers run before their readers
				c.After(b.plan.Groups[a.group].Response)
			} else {
				in.tied = a.inlet == nil && a.member.periodic && !b.p.groups[a.group].stages[a.stage].first
			}
		} else {
			reactor.Connect[float64](&b.enter(p, a, z).port, &in.port)
		}
	}
	return reading{at: &in.v, in: in}
}

// output returns the port of the loop or inlet that makes p.
func (b *builder) output(p *atom.Port, a spot) *output {
	key := at{p, a.group, a.stage}
	o := b.routes.outs[key]
	if o != nil {
		return o
	}
	o = &output{from: p.At(), by: a.member}
	b.routes.outs[key] = o
	if i := a.inlet; i != nil {
		for k := range i.elements {
			if i.elements[k].at == o.from {
				o.element = &i.elements[k]
			}
		}
		i.Declare(b.name(i, p.Element.Name), &o.port)
		i.outs = append(i.outs, o)
		return o
	}
	s := b.p.groups[a.group].stages[a.stage]
	s.Declare(b.name(s, p.Path()), &o.port)
	s.outs = append(s.outs, o)
	return o
}

// leave returns the port through which p leaves its composition.
func (b *builder) leave(p *atom.Port, a spot) *reactor.Out[float64] {
	key := at{p, a.group, -1}
	o := b.routes.leaves[key]
	if o == nil {
		g := b.p.groups[a.group]
		o = &reactor.Out[float64]{}
		g.Declare(b.name(g, p.Path()), o)
		g.outs = append(g.outs, o)
		reactor.Connect[float64](&b.output(p, a).port, o)
		b.routes.leaves[key] = o
	}
	return o
}

// enter returns the port through which p enters another composition, after the response time of its own.
func (b *builder) enter(p *atom.Port, a, z spot) *input {
	key := at{p, z.group, -1}
	in := b.routes.border[key]
	if in == nil {
		g := b.p.groups[z.group]
		in = &input{}
		g.Declare(b.name(g, p.Path()), &in.port)
		g.ins = append(g.ins, in)
		after := b.plan.Groups[a.group].Response
		if a.inlet == nil && b.p.groups[a.group].stages[a.stage].first {
			after = 0
		}
		reactor.Connect[float64](b.leave(p, a), &in.port).After(after)
		b.routes.border[key] = in
	}
	return in
}

// conditions connects sporadic Atoms with the conditions for running.
func (b *builder) conditions() {
	for _, i := range b.plan.Model.Instances {
		s, ok := b.spots[i]
		if c := i.Condition; c != nil && ok && s.member != nil {
			a, runs := b.spots[c.Owner]
			switch {
			case b.constant[c.Owner]:
				s.member.condition, s.member.asked = c.At(), b.always
			case !runs:
				b.fault(i, "condition", "name an Atom that runs", "its condition, %s, is given by nothing that runs", c.Path())
			default:
				v := b.value(c, a, s)
				s.member.condition, s.member.asked = v.at, v.fresh()
			}
		}
	}
}
