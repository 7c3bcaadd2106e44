package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sinew-robotics/sinew/reactor"
)

// Workshop is the thread beside a deployer in which new texts are read, checked and put in place, while the deployer's own
// goes on. It is an enclave; both connections with its deployer are physical, and so recorded.
//
//	in  job   the number of the slot whose component has a change to be made
//	out done  the same, when it is made
type Workshop struct {
	reactor.Reactor
	Job  reactor.In[int32]
	Done reactor.Out[int32]

	d *Deployer
}

const workshopSuffix = "_workshop"

// IsWorkshop says whether an enclave is a workshop, whose thread has work that may wait behind all others.
func IsWorkshop(enclave string) bool { return strings.HasSuffix(enclave, workshopSuffix) }

// texts says whether the deployer has, or may come to have, components with texts.
func (d *Deployer) texts() bool {
	return slices.ContainsFunc(d.slots, func(c *Component) bool { return c.late || c.figures != nil })
}

// newWorkshop gives a deployer its workshop.
func newWorkshop(parent reactor.Parent, name string, d *Deployer) *Workshop {
	w := &Workshop{d: d}
	reactor.Init(parent, name, w)
	w.Isolate()
	w.Reaction("make").On(&w.Job).Sets(&w.Done).Do(func() {
		slot := w.Job.Get()
		if x := d.slots[slot].change; x != nil { // nil where a replay feeds the two ends, and the other one is over already
			x.make()
		}
		w.Done.Set(slot)
	})
	reactor.Connect(&d.Job, &w.Job).Physical()
	reactor.Connect(&w.Done, &d.Done).Physical()
	return w
}

// change is new text for a component, from the order to the tag at which it is ready. In between the component rests: its
// ports take in what comes, its activations and orders wait. Whoever needs it nevertheless, such as another component that
// calls an operation, makes the change himself or waits until it is made. So what a tag sees of a component does not depend
// on how fast the workshop is.
type change struct {
	c     *Component
	o     Order
	kind  Kind // of the body that takes the place; of replace
	sent  bool // to the workshop
	ready bool // and back

	once       sync.Once
	text       string       // of the answer
	fresh      Body         // of replace
	operations []*Operation // its
	err        error
}

// make makes the change, as far as that is possible while the component has not its turn.
func (x *change) make() { x.once.Do(x.do) }

func (x *change) do() {
	c := x.c
	if x.o.Do == "update" {
		x.text, x.err = c.body.(renewer).renew(x.o.Text)
		return
	}
	operations := c.operations
	c.operations = nil
	x.fresh, x.err = x.kind.Make(c)
	x.err = errors.Join(append(c.faults, x.err)...)
	x.operations, c.operations = c.operations, operations
}

// renew begins to put new text in place, beside the program.
func (c *Component) renew(o Order) error {
	if _, ok := c.body.(renewer); !ok {
		return fmt.Errorf("%s is compiled in: only a script or a chart has a text that can be replaced", c.name)
	}
	c.rest(&change{c: c, o: o})
	return nil
}

// replace begins to put another body in place. One with a machine is made beside the program, one in Go at once, as what it does
// when it is made is its own affair.
func (c *Component) replace(o Order) error {
	var like Script
	if w, ok := c.body.(worker); ok {
		like = w.settings()
	}
	kind, err := c.d.kindOf(o.To, o.Text, like)
	switch {
	case err != nil:
		return err
	case kind.Machine != (c.figures != nil):
		return fmt.Errorf("%s: a component in Go and one with a machine do not take each other's place", c.name)
	}
	c.rest(&change{c: c, o: o, kind: kind})
	if !kind.Machine {
		c.conclude()
	}
	return nil
}

// rest has the component rest until a change is made.
func (c *Component) rest(x *change) {
	c.renewing, c.faults = true, nil
	c.change = x
}

// join sees to it that a change under way is made, so that the component's body can be used.
func (c *Component) join() {
	if c.change != nil {
		c.change.make()
		c.renewing = false
	}
}

// conclude ends a change in the component's turn.
func (c *Component) conclude() {
	c.join()
	x := c.change
	c.change = nil
	if x.o.Do == "update" {
		c.body.(renewer).renewed()
		c.tell(c.body.(worker))
	} else if x.err == nil {
		x.err = c.exchange(x)
	}
	c.d.answer(x.o, x.text, x.err)
	c.happened()
}

// give hands the next change to the workshop, and says whether more wait for it.
func (d *Deployer) give() (more bool) {
	given := false
	for i, c := range d.slots {
		x := c.change
		switch {
		case x == nil || x.sent:
		case given:
			return true
		default:
			d.Job.Set(int32(i))
			x.sent, given = true, true
		}
	}
	return false
}
