package deploy

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// State is a component's state in its life cycle.
type State uint8

// The states are those of Orocos. In Error the component's activations recover it instead of updating it; in Exception
// nothing runs until a reset.
const (
	PreOperational State = iota
	Stopped
	Running
	Error
	Exception
)

// String returns the state's name.
func (s State) String() string {
	return [...]string{"PreOperational", "Stopped", "Running", "Error", "Exception"}[min(s, Exception)]
}

// life lists the states and their transitions.
func life() (*node.Machine[State], error) {
	stages := []node.Stage[State]{{State: PreOperational, Initial: true}, {State: Stopped}, {State: Running}, {State: Error}, {State: Exception}}
	return node.NewMachine(stages, []node.Transition[State]{{From: PreOperational, To: Stopped}, {From: Stopped, To: PreOperational},
		{From: Stopped, To: Running}, {From: Running, To: Stopped}, {From: Running, To: Error}, {From: Error, To: Running},
		{From: Error, To: Stopped}, {From: Running, To: Exception}, {From: Error, To: Exception}, {From: Exception, To: PreOperational}})
}

// Body is what a component does. Each method is a hook of its life cycle. An error of Configure or Start leaves the state as
// it was; an error of Update leads to Error. After Stop and Cleanup the component is in the requested state whatever they
// return. All errors are reported. Hooks has all five methods, for bodies that need fewer.
type Body interface {
	Configure() error
	Start() error
	Update() error
	Stop() error
	Cleanup() error
}

// Hooks does nothing at each hook.
type Hooks struct{}

// Configure does nothing.
func (Hooks) Configure() error { return nil }

// Start does nothing.
func (Hooks) Start() error { return nil }

// Update does nothing.
func (Hooks) Update() error { return nil }

// Stop does nothing.
func (Hooks) Stop() error { return nil }

// Cleanup does nothing.
func (Hooks) Cleanup() error { return nil }

// Recoverer is a Body that can recover: Recover is called in Error at each activation, with the error that led there. True
// takes the component back to Running; an error leads to Exception, after Stop and Cleanup.
type Recoverer interface {
	Recover(fault error) (bool, error)
}

// talker is a body that runs a line of a conversation and returns what it shows.
type talker interface {
	talk(line string) (string, error)
}

// worker is a body with a machine of its own, whose figures are reported and whose collector works at set points.
type worker interface {
	stats() Stats
	// settings returns the text with the machine's settings.
	settings() Script
	// collect runs the collector's step.
	collect()
	// happenings returns what happened in the machine apart from its work, such as memory running low.
	happenings() []string
}

// Failure is an error in a component's hook or operation.
type Failure struct {
	Hook  string // configure, start, update, recover, stop, cleanup, operation NAME
	What  string
	Trace string // of a script: its calls, innermost first, each with file and line
}

// Stats are figures of a component's machine, that runs a script or chart.
type Stats struct {
	Used, High, Size int64  // bytes of the heap: in use, most so far, all
	Largest          int64  // bytes of the largest free block
	Spent, Most      int64  // instructions of the last activation, and of the longest
	Collected        int64  // cells of 16 bytes that the collector's last step went through
	Longest          int64  // cells of its longest step
	Updates, Errors  uint64 // activations, and hooks that failed
	Missed           uint64 // activations left out because they would have begun too late or ticks were skipped
}

// Activity says when a component runs.
type Activity struct {
	Period   time.Duration // 0: the component runs when a value comes to an event port
	Master   string        // an earlier component in the order; this one runs after each of its activations
	Deadline time.Duration // how late, in physical time, an activation may begin; later ones are left out and counted. 0 is no bound
}

// Component is a reactor with a life cycle. A body's constructor declares ports, properties and operations with NewInput,
// NewOutput, NewProperty and Op0 to Op2.
//
//	in  turn     the components before it have had their turns
//	out next     this component has had its turn too
//	out raised   e_error, e_error@HOOK, e_recovered, e_deadline, e_mem_low, e_mem_ok; what a script raises
//	out failures errors of hooks
//	out stats    of a script or chart, after each activation
//	out state    at each change
type Component struct {
	reactor.Reactor
	Turn reactor.In[node.None]
	Next reactor.Out[node.None]

	d          *Deployer
	name, kind string
	activity   Activity
	body       Body
	life       *node.Machine[State]
	inputs     []inlet
	outputs    []outlet
	properties []property
	operations []*Operation
	faults     []error // of the declarations under way

	raised   *Output[string]
	failures *Output[Failure]
	figures  *Output[Stats]
	state    *Output[string]

	writings *reactor.Out[Writings] // of a room: what a component created later writes
	wrote    Writings               // in this turn

	late, renewing bool
	room           bool // no component is in the slot
	woken          bool
	active         bool         // its reaction is running, so ports may be set
	owes           bool         // outputs were written in another's turn
	ran            bool         // at this tag, which activates components that have this one as master
	now            reactor.Time // of the tag
	due            reactor.Time // of the next activation, if it is periodic
	collectAt      reactor.Time // when the collector is to run its step; Forever for never
	orders         []Order
	change         *change // of its text, under way
	fault          error   // that led to Error
	full           *end    // a port that must not overflow but did
	updates        uint64
	failed         uint64
	missed         uint64
}

// Writings is what a component in reserved room wrote in one turn, in order, as far as there is room.
type Writings struct {
	N       int
	Written [MaxWritten]Written
}

// Written is what was written to a port, as JSON.
type Written struct{ Port, Value string }

// maxOrders is how many orders can wait for a component's turn.
const maxOrders = 64

// Name returns the component's name.
func (c *Component) Name() string { return c.name }

// State returns the component's state in its life cycle.
func (c *Component) State() State { return c.life.State() }

// wrong notes a fault in a declaration.
func (c *Component) wrong(err error) { c.faults = append(c.faults, fmt.Errorf("%s: %w", c.name, err)) }

// enter checks a port's name and type.
func (c *Component) enter(e *end) bool {
	switch {
	case c.renewing:
		c.wrong(fmt.Errorf("%s is a new port: ports stay as the component was created with them; create another component", e.name))
	case c.taken(e.name):
		c.wrong(fmt.Errorf("%s is declared twice, or is a port that every component has: give each port and property a name of its own", e.name))
	case !validName(e.name):
		c.wrong(fmt.Errorf("%q is no name of a port: use letters, digits and _", e.name))
	case reactor.Shares(e.typ) != "":
		c.wrong(fmt.Errorf("port %s has values that an assignment shares: %s", e.name, reactor.Shares(e.typ)))
	default:
		return true
	}
	return false
}

// taken reports whether a name is already that of a port or property.
func (c *Component) taken(name string) bool {
	return name == "turn" || name == "next" || c.input(name) != nil || c.output(name) != nil || c.property(name) != nil
}

// validName reports whether a name may be part of a path.
func validName(s string) bool {
	for i, r := range s {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

func (c *Component) input(name string) inlet {
	for _, i := range c.inputs {
		if i.at().name == name {
			return i
		}
	}
	return nil
}

func (c *Component) output(name string) outlet {
	for _, o := range c.outputs {
		if o.at().name == name {
			return o
		}
	}
	return nil
}

// fill makes the contents of a slot: the ports that every component has, and the body.
func (c *Component) fill(name string, kind Kind, a Activity) (err error) {
	c.name, c.kind, c.activity, c.room = name, kind.Name, a, false
	c.inputs, c.outputs, c.properties, c.operations, c.faults = nil, nil, nil, nil, nil
	c.collectAt, c.due, c.woken, c.orders = reactor.Forever, 0, false, make([]Order, 0, maxOrders)
	c.updates, c.failed, c.missed, c.fault, c.full, c.figures = 0, 0, 0, nil, nil, nil
	if c.life, err = life(); err != nil {
		return err
	}
	_ = c.life.Step() // enters the initial state
	c.raised = NewOutput[string](c, "raised", Port{})
	c.failures = NewOutput[Failure](c, "failures", Port{})
	c.state = NewOutput[string](c, "state", Port{})
	if kind.Machine {
		c.figures = NewOutput[Stats](c, "stats", Port{})
	}
	c.body, err = kind.Make(c)
	if err = errors.Join(append(c.faults, err)...); err != nil {
		c.room = true
	}
	return err
}

// declare declares the component's reaction once its ports are known.
func (c *Component) declare() {
	r := c.Reaction("turn").On(&c.Turn).Sets(&c.Next)
	for _, i := range c.inputs {
		r.On(i.trigger())
	}
	for _, p := range c.properties {
		r.On(p.trigger())
	}
	for _, o := range c.outputs {
		r.Sets(o.effect())
	}
	if c.writings != nil {
		r.Sets(c.writings)
	}
	if c.activity.Deadline > 0 {
		r.Deadline(c.activity.Deadline, c.tooLate)
	}
	r.Do(c.turn)
}

// written notes what a component without ports of its own writes.
func (c *Component) written(port string, v any) {
	if n := c.wrote.N; n < MaxWritten {
		c.wrote.Written[n], c.wrote.N = Written{port, string(toJSON(v))}, n+1
	}
}

// wake makes the component run, at this tag if its turn is still to come.
func (c *Component) wake() {
	c.woken = true
	c.d.woken = true
}

// raise sends an event to all listeners.
func (c *Component) raise(event string) { c.raised.Set(event) }

// overflow notes that a port that must not overflow is full.
func (c *Component) overflow(e *end) {
	c.full = e
	c.wake()
}

// turn is the component's reaction.
func (c *Component) turn() {
	c.begin()
	if c.isDue() {
		c.activate()
		c.ran = true
	}
	if c.now >= c.collectAt {
		c.collect()
	}
	c.pass()
}

// begin begins the component's turn: it takes in new input, concludes a change that is ready, sets ports that were written
// in others' turns, and carries out orders.
func (c *Component) begin() {
	c.now, c.active, c.ran = c.Tag().Time, true, false
	c.intake()
	if c.change != nil && c.change.ready {
		if t := c.change.twin; t != nil {
			c.conclude(t.operations)
		} else {
			c.conclude(nil)
		}
	}
	if c.owes {
		c.owes = false
		for _, o := range c.outputs {
			o.(interface{ settle() }).settle()
		}
	}
	for len(c.orders) > 0 && c.change == nil {
		o := c.orders[0]
		c.orders = append(c.orders[:0], c.orders[1:]...)
		c.carryOut(o)
	}
}

// pass ends the turn.
func (c *Component) pass() {
	c.active = false
	if c.wrote.N > 0 {
		c.writings.Set(c.wrote)
		c.wrote = Writings{}
	}
	c.Next.Set(node.None{})
}

// intake takes in what came over the reactors' connections and doors.
func (c *Component) intake() {
	if c.room {
		return
	}
	for _, i := range c.inputs {
		i.take()
	}
	for _, p := range c.properties {
		p.take()
	}
}

// tooLate is the turn of a component that would begin too late: its activation is left out.
func (c *Component) tooLate() {
	c.begin()
	if c.isDue() {
		c.missed++
		c.woken = false
		c.raise("e_deadline")
	}
	c.pass()
}

// isDue reports whether the component runs at this tag, and sets when it is next to run.
func (c *Component) isDue() bool {
	if c.room {
		return false
	}
	due := c.woken
	if p := c.activity.Period; p > 0 && c.now >= c.due {
		late := time.Duration(c.now-c.due) / p
		c.missed += uint64(late)
		c.due = c.due.Add((late + 1) * p)
		due = true
	}
	return (due || c.led()) && c.lives()
}

// led reports whether the component has a master that has run at this tag.
func (c *Component) led() bool {
	if c.activity.Master == "" {
		return false
	}
	m := c.d.component(c.activity.Master)
	return m != nil && m.ran
}

// lives reports whether the component is in a state in which it runs.
func (c *Component) lives() bool { return c.life.State() == Running || c.life.State() == Error }

// activate runs the component once.
func (c *Component) activate() {
	c.woken = false
	c.updates++
	if c.full != nil {
		e := c.full
		c.full = nil
		c.fail("update", fmt.Errorf("the buffer of %s is full: read it more often, or say with `full` what may be dropped", e.path()))
	} else if c.life.State() == Running {
		err := c.body.Update()
		c.happened()
		if err != nil {
			c.fail("update", err)
		}
	} else {
		c.recover()
	}
	c.after()
}

// after runs or plans the collector of a body's machine after an activation, and reports the machine's figures.
func (c *Component) after() {
	w, ok := c.body.(worker)
	if !ok {
		return
	}
	c.d.plan(c)
	c.tell(w)
}

// happened raises an event for what has happened in a machine.
func (c *Component) happened() {
	if w, ok := c.body.(worker); ok && !c.room {
		for _, e := range w.happenings() {
			c.raise(e)
		}
	}
}

// tell reports a machine's figures and events.
func (c *Component) tell(w worker) {
	c.happened()
	c.figures.Set(c.statsOf(w))
}

// statsOf returns a machine's figures with those of its component.
func (c *Component) statsOf(w worker) Stats {
	s := w.stats()
	s.Updates, s.Errors, s.Missed = c.updates, c.failed, c.missed
	return s
}

// collect runs the collector's step.
func (c *Component) collect() {
	c.collectAt = reactor.Forever
	if w, ok := c.body.(worker); ok && !c.room {
		w.collect()
		c.tell(w)
	}
}

// recover lets a component in Error try to recover.
func (c *Component) recover() {
	r, ok := c.body.(Recoverer)
	if !ok {
		return
	}
	well, err := r.Recover(c.fault)
	switch {
	case err != nil:
		c.note("recover", err)
		c.except()
	case well && c.enterState(Running) == nil:
		c.fault = nil
		c.raise("e_recovered")
	}
}

// except stops the component and takes it to Exception, where it waits for a reset.
func (c *Component) except() {
	if err := c.body.Stop(); err != nil {
		c.note("stop", err)
	}
	if err := c.body.Cleanup(); err != nil {
		c.note("cleanup", err)
	}
	_ = c.enterState(Exception) // from Running and Error this transition is listed
}
