package deploy

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
)

// Deployer contains the components of one thread of a deployment, and carries values between them.
//
//	action command a door: orders
//	in     done    from the workshop, a door: the number of a change that is ready
//	out    job     to the workshop: the number of a change to be made
//	out    answer  the result of an order
//	timer  tick    at the base period, of which the periods of components are multiples
//	action again   components have something to do after their turn
//	action slack   collectors run their steps
type Deployer struct {
	reactor.Reactor
	Command reactor.PhysicalAction[Order]
	Done    reactor.In[uint64]
	Job     reactor.Out[uint64]
	Answer  reactor.Out[Answer]
	Tick    reactor.Timer
	Again   reactor.Action[node.None]
	Slack   reactor.Action[node.None]

	lib     *Library
	p       *Plan
	base    time.Duration
	slots   []*Component
	pending []Order
	answers []Answer
	looks   []Order           // to be answered when all have had their turn
	shop    *Workshop         // nil if there are no texts
	changes uint64            // so far
	woken   bool              // a component was woken after its turn could be over
	depth   int               // of nested calls of operations
	slackAt reactor.Time      // when Slack is next due, unless that is past
	borders []reactor.Element // ports for connections of other threads
}

// maxAnswers is how many answers can wait.
const maxAnswers = 256

// newDeployer makes the deployer of a thread, with its components and room for more.
func newDeployer(parent reactor.Parent, name, thread string, lib *Library, p *Plan) (*Deployer, []error) {
	d := &Deployer{lib: lib, p: p, pending: make([]Order, 0, maxPending), answers: make([]Answer, 0, maxAnswers), slackAt: reactor.Never}
	reactor.Init(parent, name, d)
	if thread != "" {
		d.Isolate()
	}
	var errs []error
	for i := range p.Components {
		if s := &p.Components[i]; s.Thread == thread {
			errs = append(errs, d.add(s))
		}
	}
	if thread == "" {
		for i := range p.Room {
			c := &Component{d: d, late: true, room: true}
			reactor.Init(d, fmt.Sprintf("room[%d]", i), c)
			c.writings = &reactor.Out[Writings]{}
			c.Declare("written", c.writings)
			c.declare()
			d.slots = append(d.slots, c)
		}
	}
	if d.base = p.base(thread); d.base > 0 {
		d.Tick.Set(0, d.base)
	}
	d.chain()
	return d, errs
}

// MaxWritten is how many values a component in reserved room reports in one turn.
const MaxWritten = 16

// add makes a component of the plan.
func (d *Deployer) add(s *Spec) error {
	kind, err := d.p.kind(d.lib, s)
	c := &Component{d: d, name: s.Name}
	reactor.Init(d, s.Name, c)
	if err == nil {
		err = c.fill(s.Name, kind, s.Activity)
	} else {
		c.room = true
	}
	for _, set := range s.Set {
		if err == nil && c.property(set.Name) == nil {
			err = d.p.fault("deploy-property", set.Pos, s.Name, "properties it has:"+c.propertyNames(), "%s has no property %q", s.Name, set.Name)
		}
	}
	c.declare()
	d.slots = append(d.slots, c)
	if err == nil && s.Run {
		c.orders = append(c.orders, Order{Do: "begin", On: s.Name})
	} else if err == nil && s.Ready {
		c.orders = append(c.orders, Order{Do: "configure", On: s.Name})
	}
	return d.p.placed(s, err)
}

func (c *Component) propertyNames() string {
	names := ""
	for _, p := range c.properties {
		names += " " + p.named()
	}
	return names
}

// given returns the value that the plan gives a property, nil for none.
func (d *Deployer) given(component, name string) []byte {
	if s := d.p.spec(component); s != nil {
		for _, x := range s.Set {
			if x.Name == name {
				return []byte(x.Value)
			}
		}
	}
	return nil
}

// chain sets the order of turns: the deployer begins, each component hands the turn on, and the deployer ends.
func (d *Deployer) chain() {
	d.Done.Optional()
	begin := d.Reaction("begin").On(d.Startup(), &d.Tick, &d.Again, &d.Slack, &d.Command, &d.Done)
	for i, c := range d.slots {
		if i == 0 {
			begin.Sets(&c.Turn)
			continue
		}
		reactor.Connect(&d.slots[i-1].Next, &c.Turn)
	}
	begin.Do(d.begin)
	end := d.Reaction("end").Sets(&d.Again, &d.Slack, &d.Answer, &d.Job)
	if n := len(d.slots); n > 0 {
		end.On(&d.slots[n-1].Next)
	} else {
		end.On(d.Startup(), &d.Again, &d.Command)
	}
	end.Do(d.end)
}

// begin takes orders, and gives the first component its turn.
func (d *Deployer) begin() {
	for _, o := range d.pending {
		d.route(o)
	}
	d.pending = d.pending[:0]
	if d.Command.Present() {
		d.route(d.Command.Get())
	}
	if d.Done.Present() {
		for _, c := range d.slots {
			if c.change != nil && c.change.n == d.Done.Get() {
				c.change.ready = true
			}
		}
	}
	d.woken = false
	if len(d.slots) > 0 {
		d.slots[0].Turn.Set(node.None{})
	}
}

// end sends answers, and schedules what is to happen next.
func (d *Deployer) end() {
	d.look()
	if len(d.answers) > 0 {
		a := d.answers[0]
		d.answers = append(d.answers[:0], d.answers[1:]...)
		d.Answer.Set(a)
	}
	again := d.give() || len(d.answers) > 0 || len(d.pending) > 0
	now, slack := d.Tag().Time, reactor.Forever
	for _, c := range d.slots {
		again = again || c.owes || c.change == nil && len(c.orders) > 0 || c.woken && !c.room && c.lives()
		if c.collectAt > now {
			slack = min(slack, c.collectAt)
		}
	}
	if slack != reactor.Forever && (d.slackAt <= now || slack < d.slackAt) { // the other collectors are checked then
		d.slackAt = slack
		d.Slack.Schedule(node.None{}, time.Duration(slack-now))
	}
	if again {
		d.Again.Schedule(node.None{}, 0)
	}
}

// answer notes the result of an order.
func (d *Deployer) answer(o Order, text string, err error) {
	a := Answer{ID: o.ID, Text: text}
	if err != nil {
		a.Fault = err.Error()
	}
	if (o.ID != 0 || err != nil) && len(d.answers) < maxAnswers {
		d.answers = append(d.answers, a)
	}
}

// component returns the component with a name, nil if there is none.
func (d *Deployer) component(name string) *Component {
	for _, c := range d.slots {
		if !c.room && c.name == name {
			return c
		}
	}
	return nil
}

// unknown is the error that there is no component with a name.
func (d *Deployer) unknown(name string) error {
	known := ""
	for _, c := range d.slots {
		if c.room {
			continue
		}
		if spelling.Distance(c.name, name) <= 2 {
			return fmt.Errorf("there is no component %.60q: did you mean %s?", name, c.name)
		}
		known += " " + c.name
	}
	return fmt.Errorf("there is no component %.60q in %s: it has%s", name, d.Name(), known)
}

// route carries out an order for the deployer, and hands others to their components.
func (d *Deployer) route(o Order) {
	var err error
	switch o.Do {
	case "list", "info":
		d.looks = append(d.looks, o)
		return
	case "create":
		err = d.create(o)
	case "remove":
		err = d.remove(o.On)
	case "connect", "disconnect":
		err = d.join(o.On, o.To, o.Do == "connect")
	default:
		name, _, _ := strings.Cut(o.On, ".")
		c := d.component(name)
		if c == nil {
			err = d.unknown(name)
		} else if len(c.orders) >= maxOrders {
			err = fmt.Errorf("%d orders wait for %s already", maxOrders, name)
		} else {
			c.orders = append(c.orders, o)
			return
		}
	}
	d.answer(o, "", err)
}

// look answers orders that only inspect, once all components have had their turn.
func (d *Deployer) look() {
	wait := d.looks[:0]
	for _, o := range d.looks {
		c := d.component(o.On)
		switch {
		case c != nil && c.change != nil:
			wait = append(wait, o)
		case o.Do == "list":
			d.answer(o, d.list(), nil)
		case c == nil:
			d.answer(o, "", d.unknown(o.On))
		default:
			d.answer(o, c.info(), nil)
		}
	}
	d.looks = wait
}

// create makes a component in reserved room and, if it can, starts it.
func (d *Deployer) create(o Order) error {
	if d.component(o.On) != nil || d.p.has(o.On) { // here, or in another thread
		return fmt.Errorf("there is a component %s already", o.On)
	}
	if !validName(o.On) {
		return fmt.Errorf("%.60q is no name of a component: use letters, digits and _", o.On)
	}
	kind, err := d.kindOf(o.To, o.Text, Script{})
	if err != nil {
		return err
	}
	for _, c := range d.slots {
		if c.late && c.room {
			if err := c.fill(o.On, kind, Activity{}); err != nil {
				return err
			}
			c.orders = append(c.orders, Order{Do: "begin", On: o.On})
			return nil
		}
	}
	return fmt.Errorf("there is no room for %s: the deployment reserves it for %d components that are created while it runs; `room: N` gives more", o.On, d.p.Room)
}

// remove takes a component out of reserved room, with its connections.
func (d *Deployer) remove(name string) error {
	c := d.component(name)
	switch {
	case c == nil:
		return d.unknown(name)
	case !c.late:
		return fmt.Errorf("%s is part of the plan: it can be stopped and replaced, and stays", name)
	case c.life.State() != PreOperational:
		return fmt.Errorf("%s is %v: stop it and clean it up first", name, c.life.State())
	case len(c.orders) > 0 || c.change != nil:
		return fmt.Errorf("orders wait for %s: remove it once they are carried out", name)
	}
	for _, x := range d.slots {
		for _, in := range x.inputs {
			for _, o := range c.outputs {
				o.leave(in)
			}
		}
		for _, o := range x.outputs {
			for _, in := range c.inputs {
				o.leave(in)
			}
		}
	}
	c.room = true
	return nil
}

// kindOf returns the kind that an order names: one of the library, or a script with the given text in a machine like
// another's. The replacement of a chart is a chart.
func (d *Deployer) kindOf(to, text string, like Script) (Kind, error) {
	if text == "" {
		return d.lib.kind(to)
	}
	like.File, like.Text, like.Chart = to, text, like.Chart || isSCXML(to)
	return scriptKind(d.lib, like), nil
}

// join connects or disconnects two ports by name.
func (d *Deployer) join(from, to string, connect bool) error {
	o, i, err := d.ends(from, to)
	if err != nil {
		return err
	}
	s := i.from()
	switch {
	case s.wired == o.at(): // a connection of the reactors: its values are let through or ignored
		if s.closed == !connect {
			return fmt.Errorf("%s is %s", from, map[bool]string{true: "connected to " + to + " already", false: "not connected to " + to}[connect])
		}
		if err := sole(i); connect && err != nil {
			return err
		}
		s.closed = !connect
		return nil
	case connect:
		return o.join(i)
	case !o.leave(i):
		return fmt.Errorf("%s is not connected to %s", from, to)
	}
	return nil
}

// ends finds an output and an input of this thread; the output may be in another thread if it is wired to the input.
func (d *Deployer) ends(from, to string) (outlet, inlet, error) {
	tc, tp, _ := strings.Cut(to, ".")
	c := d.component(tc)
	if c == nil {
		return nil, nil, d.unknown(tc)
	}
	i := c.input(tp)
	if i == nil {
		return nil, nil, fmt.Errorf("%s has no input %.60q: it has%s", tc, tp, portNames(c.inputs))
	}
	fc, fp, _ := strings.Cut(from, ".")
	c = d.component(fc)
	if c == nil {
		if w := i.from().wired; w != nil && w.path() == from {
			return w.c.output(fp), i, nil
		}
		if d.p.has(fc) {
			return nil, nil, fmt.Errorf("%s is in another thread than %s: such connections are made when the program is built; name it in the deployment", fc, tc)
		}
		return nil, nil, d.unknown(fc)
	}
	o := c.output(fp)
	if o == nil {
		return nil, nil, fmt.Errorf("%s has no output %.60q: it has%s", fc, fp, portNames(c.outputs))
	}
	return o, i, nil
}

func portNames[E interface{ at() *end }](ends []E) string {
	names := ""
	for _, e := range ends {
		names += " " + e.at().name
	}
	return names
}

// beat returns the first tick of the deployer's timer that is not before a time.
func (d *Deployer) beat(now reactor.Time) reactor.Time {
	b := reactor.Time(d.base)
	if b == 0 {
		return now
	}
	return (now + b - 1) / b * b
}

// plan runs or schedules a component's collector after an activation.
func (d *Deployer) plan(c *Component) {
	s, ok := c.body.(interface{ slack() (time.Duration, bool) })
	if !ok {
		return
	}
	switch after, controlled := s.slack(); {
	case !controlled:
	case after == 0:
		c.body.(worker).collect()
	default:
		c.collectAt = c.Tag().Time.Add(after)
	}
}

// border declares a port through which a connection leaves or enters the thread.
func (d *Deployer) border(name string, e reactor.Element) {
	d.borders = append(d.borders, e)
	d.Declare(name, e)
}

// before reports whether a component has its turn before another.
func (d *Deployer) before(a, b *Component) bool {
	for _, c := range d.slots {
		if c == a || c == b {
			return c == a && a != b
		}
	}
	return false
}
