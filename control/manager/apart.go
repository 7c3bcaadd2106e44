package manager

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor"
)

// A component on a thread of its own is an enclave, the unit, whose timer has the component's period. It reads, writes what its pacer makes
// of the commands of one manager period ago, and carries orders out, however long that takes. Its reports go to the manager's enclave over
// a physical connection, and commands and orders come back over others; so a recording has the tags at which they arrived, and a replay
// repeats them. In the manager the component is an apart, a driver that never waits.

// block is the numbers of a component in an array, which is passed between threads without allocation.
type block interface {
	[16]float64 | [64]float64 | [256]float64 | [1024]float64
}

// report is what a unit sends at each of its ticks and after each order.
type report[A block] struct {
	At     time.Duration // when Values were read
	Values A
	Read   bool   // Values were read, at this tag
	Error  string // why Values were not read
	Unsent string // why the newest command was not taken
	Life   uint8
	Order  uint64 // the newest that was carried out,
	Answer Answer // and its answer
}

// demand is a command. It is valid only if no order to enter or use something was carried out since it was given.
type demand[A block] struct {
	After  uint64
	At     time.Duration // the cycle of the manager
	Values A             // the group's numbers, and what leads each joint
}

// kept is how many demands a unit keeps, in order to have the one of a period ago.
const kept = 32

// Timed is a driver that is given the time of its next readings and commands: the program's physical time, in which the limits of a
// component on a thread of its own hold. Only that thread may call At.
type Timed interface{ At(now time.Duration) }

// unitOrder asks a unit for something that may take time.
type unitOrder struct {
	Number      uint64
	Verb        string // enter, use, modes
	To          uint8
	Group       string
	Start, Stop []string
}

type unitOrders []unitOrder

// Clone copies orders that wait. Orders are rare.
func (o unitOrders) Clone() unitOrders {
	o = slices.Clone(o)
	for i := range o {
		o[i].Start, o[i].Stop = slices.Clone(o[i].Start), slices.Clone(o[i].Stop)
	}
	return o
}

// unit is the side of the component's thread.
//
//	timer tick
//	in    command, orders
//	out   report
//	sensor clock, the physical time
//	the doors of the driver
type unit[A block] struct {
	reactor.Reactor
	Tick    reactor.Timer
	Command reactor.In[demand[A]]
	Orders  reactor.In[unitOrders]
	Report  reactor.Out[report[A]]
	Clock   reactor.Sensor[time.Duration]

	door    *door
	driver  hw.Driver
	out     report[A]
	lag     time.Duration // a period of the manager
	demands [kept]demand[A]
	epoch   uint64 // the newest order to enter or use something
	given   int    // demands since then
	pacers  map[string]*pacer
	command []float64 // with what leads the joints behind it
	sent    []float64
	buf     []float64
}

func newUnit[A block](parent reactor.Parent, name string, c *Component, limits jointLimits, period, lag, emergency time.Duration) *unit[A] {
	d := c.Driver
	in := d.Info()
	u := &unit[A]{lag: lag, buf: make([]float64, len(in.State)), command: make([]float64, most(in)), sent: make([]float64, most(in)), pacers: map[string]*pacer{}}
	for _, g := range in.Groups {
		if c.Limits[g.Name] == nil {
			p := newPacer(in, g, limits, lag)
			if p == nil {
				continue
			}
			_, p.moder = d.(Moder)
			u.pacers[g.Name] = p
		}
	}
	reactor.Init(parent, name, u)
	u.Isolate()
	u.Tick.Set(0, period)
	timed, _ := d.(Timed)
	u.Clock.Bind(func() time.Duration {
		now := u.PhysicalTime()
		if timed != nil {
			timed.At(now)
		}
		return now
	})
	u.door = newDoor(&u.Reactor, d)
	u.driver = u.door.driver()
	u.Reaction("order").On(&u.Orders).Sets(&u.Report).Do(func() {
		u.order()
		u.tell(false)
	})
	u.Reaction("command").On(&u.Command).Do(func() {
		if c := u.Command.Ref(); c.After == u.epoch {
			u.demands[u.given%kept] = *c
			u.given++
		}
	})
	u.Reaction("cycle").On(&u.Tick).Sets(&u.Report).Do(func() { u.tell(true) })
	haltLate(&u.Reactor, &u.Tick, emergency, []hw.Driver{d})
	return u
}

// most returns the greatest number of commands that are sent together, plus a number for each joint.
func most(in hw.Info) (n int) {
	for _, g := range in.Groups {
		n = max(n, 2*len(g.Command))
	}
	return n
}

// order carries out what was asked for.
func (u *unit[A]) order() {
	u.door.begin()
	for _, o := range u.Orders.Get() {
		if o.Verb != "modes" {
			u.epoch, u.given = o.Number, 0
			for _, p := range u.pacers { // order: each has its own
				p.begun = false
			}
		}
		var err error
		done := true
		switch o.Verb {
		case "enter":
			err = u.driver.Enter(hw.LifeCycle(o.To))
		case "use":
			err = u.driver.Use(o.Group)
		case "modes":
			if done, err = u.driver.(Moder).Modes(o.Start, o.Stop); done && err == nil {
				for _, p := range u.pacers { // order: each has its own
					p.modes(o.Start)
				}
			}
		}
		u.out.Order, u.out.Answer = o.Number, Answer{Done: done, Life: uint8(u.door.life)}
		if err != nil {
			u.out.Answer.Error = err.Error()
		}
	}
}

// take takes the manager's command of one period before at or, if that is late, the newest before it, and reports whether there is one. The
// command of this very moment would arrive sometimes before and sometimes after the tick, and make the hardware's steps uneven.
func (u *unit[A]) take(at time.Duration) bool {
	for i := u.given - 1; i >= 0 && i >= u.given-kept; i-- {
		if d := &u.demands[i%kept]; d.At <= at-u.lag {
			for k := range u.command {
				u.command[k] = d.Values[k]
			}
			return true
		}
	}
	return false
}

// tell reads and reports; in a cycle it also writes.
func (u *unit[A]) tell(write bool) {
	o := &u.out
	o.Read, o.Error, o.Unsent = false, "", ""
	now := u.Clock.Read()
	if life := u.door.life; life == hw.Inactive || life == hw.Active {
		if err := u.driver.Read(u.buf); err != nil {
			o.Error = err.Error()
		} else {
			for i, v := range u.buf {
				o.Values[i] = v
			}
			o.At, o.Read = u.Elapsed(), true
		}
		if write && life == hw.Active {
			if err := u.write(now); err != nil {
				o.Unsent = err.Error()
			}
		}
	}
	o.Life = uint8(u.door.life)
	u.Report.Set(*o)
}

// write sends the command for now.
func (u *unit[A]) write(now time.Duration) error {
	g, _ := u.driver.Info().Group(u.door.group)
	p := u.pacers[u.door.group]
	if p == nil {
		if !u.take(u.Elapsed()) {
			return nil
		}
		return u.driver.Write(u.command[:len(g.Command)])
	}
	if !p.begun {
		if !u.take(u.Elapsed()) {
			return nil
		}
		if err := p.begin(now, u.command, u.buf); err != nil {
			return err
		}
	}
	for n := 0; p.due(now); n++ {
		if n > mostSteps && p.rests() {
			p.skip(now)
			break
		}
		u.take(p.next) // or goes on with the one before
		p.point(u.command, u.buf, n == 0, n > mostSteps)
	}
	to := u.sent[:len(g.Command)]
	copy(to, u.command)
	p.put(now, to)
	return u.driver.Write(to)
}

// errUnderWay says that an order is still being carried out; its caller asks again in the next cycle.
var errUnderWay = errors.New("manager: under way")

// apart is the manager's side: a driver that takes the unit's newest report and never waits. Enter, Use and Modes are called again in each
// cycle until they have been carried out.
type apart struct {
	d               hw.Driver // used only for its description
	period          time.Duration
	stale, patience time.Duration
	now             func() time.Duration
	send            func(after uint64, command []float64)
	leads           func(to []float64) []float64 // what leads the joints of the group in use
	wanted          []float64

	values []float64
	at     time.Duration // of the newest reading
	life   hw.LifeCycle
	fresh  bool // a report has come since the last cycle
	err    string
	unsent string
	done   uint64
	answer Answer

	epoch  uint64    // the newest order to enter or use something
	asked  unitOrder // the newest order
	waits  bool      // waits for the answer to asked
	since  time.Duration
	orders unitOrders // to be sent with the next cycle
}

// leastStale is an age that a reading may always have, because the threads of an ordinary system sometimes have to wait.
const (
	leastStale = 20 * time.Millisecond
	patience   = 10 * time.Second
)

// newApart makes both sides of a component. The manager calls flush at the end of each cycle of the manager.
func newApart(r *Reactor, name string, parent reactor.Parent, c *Component, limits jointLimits) (a *apart, flush func(), sets []reactor.Effect, err error) {
	in := c.Driver.Info()
	n := max(len(in.State), most(in))
	switch {
	case n <= 16:
		a, flush, sets = pair[[16]float64](r, name, parent, c, limits)
	case n <= 64:
		a, flush, sets = pair[[64]float64](r, name, parent, c, limits)
	case n <= 256:
		a, flush, sets = pair[[256]float64](r, name, parent, c, limits)
	case n <= 1024:
		a, flush, sets = pair[[1024]float64](r, name, parent, c, limits)
	default:
		err = fmt.Errorf("manager: component %s needs %d numbers, states or twice its commands, and a component on a thread of its own has 1024 at most: divide it", in.Name, n)
	}
	return a, flush, sets, err
}

func pair[A block](r *Reactor, name string, parent reactor.Parent, c *Component, limits jointLimits) (a *apart, flush func(), sets []reactor.Effect) {
	in := c.Driver.Info()
	period := cmp.Or(c.Period, r.period)
	u := newUnit[A](parent, name+"_"+in.Name, c, limits, period, r.period, r.o.Emergency)
	told, command, orders := &reactor.In[report[A]]{}, &reactor.Out[demand[A]]{}, &reactor.Out[unitOrders]{}
	r.Declare(in.Name+"_report", told)
	r.Declare(in.Name+"_command", command)
	r.Declare(in.Name+"_orders", orders)
	reactor.Connect(&u.Report, told).Physical().Capacity(16)
	reactor.Connect(command, &u.Command).Physical().Capacity(16)
	reactor.Connect(orders, &u.Orders).Physical()
	a = &apart{d: c.Driver, period: period, stale: cmp.Or(c.Stale, max(3*period, leastStale)), patience: cmp.Or(c.Patience, patience),
		now: r.Elapsed, values: make([]float64, len(in.State))}
	var next demand[A]
	a.send = func(after uint64, values []float64) {
		next.After, next.At = after, r.Elapsed()
		for i, v := range values {
			next.Values[i] = v
		}
		command.Set(next)
	}
	r.Reaction("hear_" + in.Name).On(told).Do(func() {
		t := told.Ref()
		if a.life == hw.Unconfigured {
			a.at = r.Elapsed() // readings begin to age
		}
		if t.Read {
			for i := range a.values {
				a.values[i] = t.Values[i]
			}
			a.at = t.At
		}
		a.fresh, a.err, a.unsent, a.life, a.done, a.answer = true, t.Error, t.Unsent, hw.LifeCycle(t.Life), t.Order, t.Answer
	})
	return a, func() {
		a.fresh = false
		if len(a.orders) > 0 {
			orders.Set(a.orders)
			a.orders = nil
		}
	}, []reactor.Effect{command, orders}
}

// driver returns the apart as a driver, with modes if the component's driver has them.
func (a *apart) driver() hw.Driver {
	if _, ok := a.d.(Moder); ok {
		return apartModing{a}
	}
	return a
}

// Info implements hw.Driver.
func (a *apart) Info() hw.Info { return a.d.Info() }

// LifeCycle implements hw.Stater.
func (a *apart) LifeCycle() hw.LifeCycle { return a.life }

// order sends an order, or finds out its result.
func (a *apart) order(o unitOrder) error {
	o.Number = a.asked.Number
	if !a.waits || o.Verb != a.asked.Verb || o.To != a.asked.To || o.Group != a.asked.Group || !slices.Equal(o.Start, a.asked.Start) || !slices.Equal(o.Stop, a.asked.Stop) {
		o.Number++
		a.asked, a.waits, a.since = o, true, a.now()
		a.orders = append(a.orders, o)
		if o.Verb != "modes" {
			a.epoch = o.Number
		}
		return errUnderWay
	}
	if a.done < o.Number {
		if waited := a.now() - a.since; waited > a.patience {
			a.waits = false
			return fmt.Errorf("its thread has not answered for %v", waited)
		}
		return errUnderWay
	}
	a.waits, a.life = false, hw.LifeCycle(a.answer.Life)
	if a.answer.Error != "" {
		return errors.New(a.answer.Error)
	}
	return nil
}

// Enter implements hw.Driver.
func (a *apart) Enter(to hw.LifeCycle) error {
	return a.order(unitOrder{Verb: "enter", To: uint8(to)})
}

// Use implements hw.Driver.
func (a *apart) Use(group string) error { return a.order(unitOrder{Verb: "use", Group: group}) }

// age returns the age of the newest reading.
func (a *apart) age() time.Duration {
	if a.life != hw.Inactive && a.life != hw.Active {
		return 0
	}
	return a.now() - a.at
}

// Read implements hw.Driver: it returns the unit's newest reading. While the unit enters a state, or does not move the hardware yet, an
// order may keep it from reading, and readings may be as old as the order.
func (a *apart) Read(state []float64) error {
	most := a.stale
	if a.waits && (a.asked.Verb == "enter" || a.life != hw.Active) {
		most = a.patience
	}
	if age := a.age(); age > most {
		return fmt.Errorf("its last reading is %v old, and %v is the most: its thread is late or dead", age, most)
	}
	if a.fresh && a.err != "" {
		return errors.New(a.err)
	}
	copy(state, a.values)
	return nil
}

// Write implements hw.Driver: the unit sends each command one manager period later.
func (a *apart) Write(command []float64) error {
	if a.life != hw.Active {
		return hw.ErrState
	}
	a.wanted = append(a.wanted[:0], command...)
	if a.leads != nil {
		a.wanted = a.leads(a.wanted)
	}
	a.send(a.epoch, a.wanted)
	if a.fresh && a.unsent != "" {
		return errors.New(a.unsent)
	}
	return nil
}

// apartModing is an apart of a Moder.
type apartModing struct{ *apart }

// Modes implements Moder.
func (a apartModing) Modes(start, stop []string) (bool, error) {
	err := a.order(unitOrder{Verb: "modes", Start: start, Stop: stop})
	if errors.Is(err, errUnderWay) {
		return false, nil
	}
	return err == nil && a.answer.Done, err
}
