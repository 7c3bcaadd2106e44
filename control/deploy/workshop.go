package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor"
)

// Workshop is an enclave with a thread next to the deployer's, in which new texts are read and compiled and new machines are made,
// while the components go on with what they have. Both connections with its deployer are physical, and therefore recorded.
//
//	in  job   the number of a change to make
//	out done  the same number, when the change is ready
type Workshop struct {
	reactor.Reactor
	Job  reactor.In[uint64]
	Done reactor.Out[uint64]

	mu      sync.Mutex
	waiting []*change // their numbers are on the way
}

const workshopSuffix = "_workshop"

// IsWorkshop reports whether an enclave is a workshop. Its thread should have priority over other programs, because somebody waits
// for the answer, but not over the threads of the deployers.
func IsWorkshop(enclave string) bool { return strings.HasSuffix(enclave, workshopSuffix) }

// texts reports whether the deployer has, or may get, components with texts.
func (d *Deployer) texts() bool {
	return slices.ContainsFunc(d.slots, func(c *Component) bool { return c.late || c.figures != nil })
}

// newWorkshop gives a deployer its workshop.
func newWorkshop(parent reactor.Parent, name string, d *Deployer) *Workshop {
	w := &Workshop{}
	reactor.Init(parent, name, w)
	w.Isolate()
	w.Reaction("make").On(&w.Job).Sets(&w.Done).Do(func() {
		n := w.Job.Get()
		if x := w.take(n); x != nil { // a replay feeds both connections, and the change may already be done
			x.make()
		}
		w.Done.Set(n)
	})
	reactor.Connect(&d.Job, &w.Job).Physical()
	reactor.Connect(&w.Done, &d.Done).Physical()
	return w
}

// put queues a change until its number arrives.
func (w *Workshop) put(x *change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, x)
}

// take removes and returns the change with a number.
func (w *Workshop) take(n uint64) (x *change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.IndexFunc(w.waiting, func(x *change) bool { return x.n == n }); i >= 0 {
		x = w.waiting[i]
		w.waiting = slices.Delete(w.waiting, i, i+1)
	}
	return x
}

// renewer is a body whose text can be replaced while it lives. prepare does what can be done outside the component's turn; it must
// touch nothing of the body that changes. renew installs the text in the component's turn, and returns in words what it replaced
// and what stayed; after an error everything is as before.
type renewer interface {
	prepare(text string) (*lua.Code, error)
	renew(text string, code *lua.Code) (string, error)
}

// change is new text for a component, from the order to the tag at which it is put in place. Until then the component goes on with
// its old text; its orders wait. The workshop prepares what does not depend on the component's state. The rest is done in the
// component's turn at the tag of the workshop's answer, which is recorded. So nothing at any tag depends on how fast the workshop
// is, and no activation is delayed.
type change struct {
	n     uint64 // 1 for the deployer's first
	c     *Component
	o     Order
	sent  bool // to the workshop
	ready bool // and returned

	once sync.Once
	err  error
	code *lua.Code // of update

	kind  Kind       // of replace
	twin  *Component // for which the new body is made
	fresh Body
}

// make makes what can be made outside the component's turn.
func (x *change) make() {
	x.once.Do(func() {
		if x.o.Do == "update" {
			x.code, x.err = x.c.body.(renewer).prepare(x.o.Text)
			return
		}
		x.fresh, x.err = x.kind.Make(x.twin)
		x.err = errors.Join(append(x.twin.faults, x.err)...)
	})
}

// update begins to replace the text.
func (c *Component) update(o Order) error {
	if _, ok := c.body.(renewer); !ok {
		return fmt.Errorf("%s is compiled in: only a script or a chart has a text that can be replaced", c.name)
	}
	c.begun(&change{c: c, o: o})
	return nil
}

// replace begins to replace the body. A body with a machine is made in the workshop, a body in Go at once, because making it may
// have any effect.
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
	x := &change{c: c, o: o, kind: kind, twin: c}
	if kind.Machine {
		x.twin = c.sibling()
		c.begun(x)
		return nil
	}
	operations := c.operations
	c.operations, c.faults, c.renewing = nil, nil, true
	x.make()
	fresh := c.operations
	c.operations, c.renewing = operations, false
	c.change = x
	c.conclude(fresh)
	return nil
}

// sibling returns a component with the same ports and properties, for which another body can be made in the workshop.
func (c *Component) sibling() *Component {
	return &Component{d: c.d, name: c.name, renewing: true, late: c.late, inputs: c.inputs, outputs: c.outputs, properties: c.properties, now: c.now}
}

// begun queues a change for the workshop.
func (c *Component) begun(x *change) {
	c.d.changes++
	x.n = c.d.changes
	c.change = x
}

// join finishes a body that is being made in the workshop, because making it may read what is about to change.
func (c *Component) join() {
	if c.change != nil && c.change.twin != nil {
		c.change.make()
	}
}

// conclude ends a change in the component's turn; operations are those of another body.
func (c *Component) conclude(operations []*Operation) {
	x := c.change
	x.make()
	c.change = nil
	text := ""
	switch {
	case x.err != nil:
	case x.o.Do == "update":
		text, x.err = c.renew(x)
	default:
		x.err = c.exchange(x, operations)
	}
	c.d.answer(x.o, text, x.err)
	c.happened()
}

// renew installs new text.
func (c *Component) renew(x *change) (text string, err error) {
	operations := len(c.operations)
	c.renewing, c.faults = true, nil
	text, err = c.body.(renewer).renew(x.o.Text, x.code)
	c.renewing = false
	if err != nil {
		c.operations = c.operations[:operations]
	}
	c.tell(c.body.(worker))
	return text, err
}

// give hands the next change to the workshop, and reports whether more wait.
func (d *Deployer) give() (more bool) {
	given := false
	for _, c := range d.slots {
		x := c.change
		switch {
		case x == nil || x.sent:
		case given:
			return true
		default:
			d.shop.put(x)
			d.Job.Set(x.n)
			x.sent, given = true, true
		}
	}
	return false
}
