package manager

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
)

// Reactor is a manager as part of a program. The hardware's readings and answers, and orders, come through doors, so a replay
// repeats every switch and every failure.
//
//	timer    tick
//	action   order    requests of people and other programs
//	in       ask      requests from within the program
//	out      listing  the present contents, whenever they change
//	out      event    what happened in a cycle
//	sensor   of each component, <component>_reading; and late
//	actuator of each component, <component>_enter_1 …, _use, _write, _modes_1 …
//
// A component that is Apart has these doors, and the sensor clock, in an enclave of its own, <reactor>_<component>; the manager
// has instead:
//
//	in       <component>_report
//	out      <component>_command, _orders
//
// Ports of its controllers are declared as <controller>_<port>.
type Reactor struct {
	reactor.Reactor
	Tick    reactor.Timer
	Order   reactor.PhysicalAction[Order]
	Ask     reactor.In[Order]
	Listing reactor.Out[*Listing]
	Event   reactor.Out[Events]

	m      *Manager
	o      Options
	period time.Duration
	doors  []*door
	flush  []func() // of components that are Apart
	late   *reactor.Sensor[LateSet]
	listed uint64
	missed uint64
	denied []Event // refused orders of Ask, since the last cycle
}

// Events are several events in order.
type Events []Event

// Clone copies events that wait.
func (e Events) Clone() Events { return slices.Clone(e) }

// Options say how a manager runs in a program. The zero value is useful.
type Options struct {
	// Clock reads a monotonic clock, for the controllers' budgets; nil: they are not watched. It is not read in a replay.
	Clock func() time.Duration
	// Emergency is how long after its tag a cycle may be unfinished, in physical time, before another thread calls Halt on
	// every driver that is a Halter, without the manager. 0: never.
	Emergency time.Duration
}

// Halter is a driver that can stop its hardware on its own. Halt may be called by any goroutine at any time.
type Halter interface{ Halt() error }

// NewReactor makes a manager part of a program. It reports all that is wrong with c.
func NewReactor(parent reactor.Parent, name string, c Config, o Options) (*Reactor, error) {
	r := &Reactor{o: o}
	if c.Period == 0 {
		c.Period = time.Millisecond
	}
	reactor.Init(parent, name, r)
	r.period = c.Period
	r.Tick.Set(0, c.Period)
	c.Components = slices.Clone(c.Components)
	real := make([]hw.Driver, len(c.Components))
	var uses []reactor.Effect
	limits := c.limits(&faults{}) // build reports their faults
	for i := range c.Components {
		k := &c.Components[i]
		real[i] = k.Driver
		if k.Apart {
			a, flush, sets, err := newApart(r, name, parent, k, limits)
			if err != nil {
				return nil, err
			}
			k.Driver = a.driver()
			r.flush, uses = append(r.flush, flush), append(uses, sets...)
			continue
		}
		d := newDoor(&r.Reactor, k.Driver)
		r.doors = append(r.doors, d)
		k.Driver = d.driver()
	}
	prepared := map[string]Controller{}
	var ins []*receiver
	for _, e := range c.Controllers {
		i := slices.IndexFunc(c.Types, func(t Type) bool { return t.Name == e.Type })
		if i < 0 {
			continue // New reports it
		}
		made := c.Types[i].New()
		p, ok := made.(Ported)
		if !ok {
			continue
		}
		prepared[e.Name] = made
		in := &receiver{name: e.Name, c: p}
		for _, port := range p.Ports() {
			if port.In != nil {
				r.Declare(e.Name+"_"+port.Name, port.In.(reactor.Element))
				in.on = append(in.on, port.In)
			}
			if port.Out != nil {
				r.Declare(e.Name+"_"+port.Name, port.Out.(reactor.Element))
				uses = append(uses, port.Out)
			}
		}
		ins = append(ins, in)
	}
	m, err := build(c, prepared)
	if err != nil {
		return nil, err
	}
	r.m = m
	if slices.ContainsFunc(c.Controllers, func(e Entry) bool { return e.Budget > 0 }) {
		m.clock, r.late = o.Clock, &reactor.Sensor[LateSet]{}
		r.Declare("late", r.late)
		r.late.Bind(func() LateSet { return m.late })
		m.Late = r.late.Read
	}
	r.reactions(ins, uses, real)
	return r, nil
}

// receiver runs a controller's Receive for its inputs.
type receiver struct {
	name string
	c    Ported
	on   []reactor.Trigger
}

func (r *Reactor) reactions(ins []*receiver, sets []reactor.Effect, real []hw.Driver) {
	r.Reaction("order").On(&r.Order).Do(func() {
		if err := r.m.Do(r.Order.Get()); err != nil {
			r.Order.Refuse(err.Error())
		}
	})
	r.Ask.Optional()
	r.Reaction("ask").On(&r.Ask).Do(func() {
		if err := r.m.Do(r.Ask.Get()); err != nil {
			r.denied = append(r.denied, Event{Time: r.Elapsed(), Cycle: r.m.cycle, Kind: Refused, Text: err.Error()})
		}
	})
	for _, in := range ins {
		if len(in.on) == 0 {
			continue
		}
		r.Reaction("receive_" + in.name).On(in.on...).Do(func() {
			if l := r.m.find(in.name); l != nil && l.state >= Inactive {
				l.io.Now = r.Elapsed()
				in.c.Receive(&l.io)
				return
			}
			in.c.Receive(&IO{Now: r.Elapsed()})
		})
	}
	sets = append([]reactor.Effect{&r.Listing, &r.Event}, sets...)
	d := r.Reaction("cycle").On(&r.Tick).Sets(sets...)
	d.Deadline(r.m.Period, func() {
		r.missed++
		r.step()
	})
	d.Do(r.step)
	haltLate(&r.Reactor, &r.Tick, r.o.Emergency, real)
}

// haltLate halts drivers when a cycle has been unfinished for that long.
func haltLate(r *reactor.Reactor, tick *reactor.Timer, emergency time.Duration, drivers []hw.Driver) {
	if emergency <= 0 {
		return
	}
	r.Reaction("watch").On(tick).Deadline(emergency, func() {}).Expired(func() {
		for _, d := range drivers {
			if h, ok := d.(Halter); ok {
				_ = h.Halt()
			}
		}
	}).Do(func() {})
}

// step runs a cycle.
func (r *Reactor) step() {
	for _, d := range r.doors {
		d.begin()
	}
	told := append(Events(r.denied), r.m.events...) // of orders since the last cycle
	r.m.Cycle(r.Elapsed())
	for _, f := range r.flush {
		f()
	}
	if told = append(told, r.m.events...); len(told) > 0 {
		r.Event.Set(told)
	}
	r.denied, r.m.events = nil, r.m.events[:0]
	if r.m.revision != r.listed || r.m.cycle == 1 {
		r.listed = r.m.revision
		r.Listing.Set(r.m.List())
	}
}

// PortOf finds a port of a controller, to be connected; T is the type of its values.
func PortOf[T any](r *Reactor, controller, port string) (reactor.Wire[T], error) {
	c, ok := r.m.prepared[controller].(Ported)
	if !ok {
		return nil, fmt.Errorf("manager: no controller %q with ports", controller)
	}
	for _, p := range c.Ports() {
		if p.Name != port {
			continue
		}
		if w, ok := p.In.(reactor.Wire[T]); ok {
			return w, nil
		}
		if w, ok := p.Out.(reactor.Wire[T]); ok {
			return w, nil
		}
		return nil, fmt.Errorf("manager: the port %s of %s does not carry a %s", port, controller, reflect.TypeFor[T]())
	}
	return nil, fmt.Errorf("manager: %s has no port %q", controller, port)
}

// Limit returns the limits of a joint after all sources are combined.
func (r *Reactor) Limit(joint string) safety.AxisLimit { return r.m.limits.of(joint) }

// Missed counts the cycles that began more than a period late. It may be called by the program's own reactions, or while the
// program stands still.
func (r *Reactor) Missed() uint64 { return r.missed }

// Switches counts the switches that have taken place and those that were given up. It may be called when Missed may.
func (r *Reactor) Switches() (done, given uint64) { return r.m.switches, r.m.refused }

// door is a driver behind doors, through which everything it returns enters the program.
type door struct {
	d       hw.Driver
	life    hw.LifeCycle
	reading reactor.Sensor[Reading]
	enter   [3]reactor.Actuator[enterOrder, Answer]
	use     reactor.Actuator[useOrder, Answer]
	write   reactor.Actuator[writeOrder, Answer]
	modes   [3]reactor.Actuator[modesOrder, Answer]
	entered int
	asked   int
	group   string // in use
	buf     []float64
}

// Reading is a component's reading.
type Reading struct {
	Values []float64
	Error  string
	Life   uint8 // the hardware's state
}

// Answer is a component's answer to a call.
type Answer struct {
	Error string
	Life  uint8
	Done  bool
}

type (
	enterOrder struct{ To uint8 }
	useOrder   struct{ Group string }
	writeOrder struct{ Command []float64 }
	modesOrder struct{ Start, Stop []string }
)

// newDoor declares the doors of a driver in a reactor.
func newDoor(r *reactor.Reactor, d hw.Driver) *door {
	in := d.Info()
	k := &door{d: d, buf: make([]float64, len(in.State))}
	stater, _ := d.(hw.Stater)
	answer := func(err error) Answer {
		a := Answer{Life: uint8(k.life)}
		if stater != nil {
			a.Life = uint8(stater.LifeCycle())
		}
		if err != nil {
			a.Error = err.Error()
		}
		return a
	}
	r.Declare(in.Name+"_reading", &k.reading)
	k.reading.Bind(func() Reading {
		a := answer(d.Read(k.buf))
		return Reading{Values: k.buf, Error: a.Error, Life: a.Life}
	})
	const moves = "becoming active begins where the hardware rests"
	for i := range k.enter {
		r.Declare(in.Name+"_enter_"+string(rune('1'+i)), &k.enter[i])
		k.enter[i].Bind(hw.Still(moves, func(o enterOrder) Answer {
			err := d.Enter(hw.LifeCycle(o.To))
			if err == nil && stater == nil {
				k.life = hw.LifeCycle(o.To)
			}
			return answer(err)
		}))
	}
	if len(in.Groups) == 0 {
		return k
	}
	r.Declare(in.Name+"_use", &k.use)
	k.use.Bind(hw.Still("it selects what is commanded", func(o useOrder) Answer { return answer(d.Use(o.Group)) }))
	r.Declare(in.Name+"_write", &k.write)
	k.write.Bind(writer{func(o writeOrder) Answer { return answer(d.Write(o.Command)) }})
	if mo, ok := d.(Moder); ok {
		for i := range k.modes {
			r.Declare(in.Name+"_modes_"+string(rune('1'+i)), &k.modes[i])
			k.modes[i].Bind(hw.Still("it selects what is commanded", func(o modesOrder) Answer {
				done, err := mo.Modes(o.Start, o.Stop)
				a := answer(err)
				a.Done = done
				return a
			}))
		}
	}
	return k
}

// writer is the actuator that sends a component's commands.
type writer struct{ send func(writeOrder) Answer }

func (w writer) Command(o writeOrder) Answer { return w.send(o) }
func (writer) Limits() string                { return "the manager's Commander, with the limits of the joints" }

// begin begins a tag.
func (k *door) begin() { k.entered, k.asked = 0, 0 }

// driver returns the door as a driver, with modes if the component's driver has them.
func (k *door) driver() hw.Driver {
	if _, ok := k.d.(Moder); ok {
		return moding{k}
	}
	return k
}

func (k *door) take(a Answer) error {
	k.life = hw.LifeCycle(a.Life)
	if a.Error == "" {
		return nil
	}
	return errors.New(a.Error)
}

// Info implements hw.Driver.
func (k *door) Info() hw.Info { return k.d.Info() }

// LifeCycle implements hw.Stater.
func (k *door) LifeCycle() hw.LifeCycle { return k.life }

// Enter implements hw.Driver.
func (k *door) Enter(to hw.LifeCycle) error {
	if k.entered == len(k.enter) {
		return errors.New("manager: too many steps of the life cycle in one cycle")
	}
	k.entered++
	return k.take(k.enter[k.entered-1].Do(enterOrder{uint8(to)}))
}

// Use implements hw.Driver.
func (k *door) Use(group string) error {
	err := k.take(k.use.Do(useOrder{group}))
	if err == nil {
		k.group = group
	}
	return err
}

// Read implements hw.Driver.
func (k *door) Read(state []float64) error {
	r := k.reading.Read()
	k.life = hw.LifeCycle(r.Life)
	if r.Error != "" {
		return errors.New(r.Error)
	}
	copy(state, r.Values)
	return nil
}

// Write implements hw.Driver.
func (k *door) Write(command []float64) error { return k.take(k.write.Do(writeOrder{command})) }

// moding is a door of a Moder.
type moding struct{ *door }

// Modes implements Moder.
func (k moding) Modes(start, stop []string) (bool, error) {
	if k.asked == len(k.modes) {
		return false, nil
	}
	k.asked++
	a := k.modes[k.asked-1].Do(modesOrder{start, stop})
	return a.Done, k.take(a)
}
