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
//	in  job   the number of a change to be made
//	out done  the same, when it is made
type Workshop struct {
	reactor.Reactor
	Job  reactor.In[uint64]
	Done reactor.Out[uint64]

	mu      sync.Mutex
	waiting []*change // whose numbers are on their way
}

const workshopSuffix = "_workshop"

// IsWorkshop says whether an enclave is a workshop. Its thread is to come before other programs, as a component rests while it
// works, and behind those of the deployers.
func IsWorkshop(enclave string) bool { return strings.HasSuffix(enclave, workshopSuffix) }

// texts says whether the deployer has, or may come to have, components with texts.
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
		if x := w.take(n); x != nil { // a replay feeds the two ends, of which one may be over
			x.make()
		}
		w.Done.Set(n)
	})
	reactor.Connect(&d.Job, &w.Job).Physical()
	reactor.Connect(&w.Done, &d.Done).Physical()
	return w
}

// put has a change wait for its number.
func (w *Workshop) put(x *change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, x)
}

// take takes the change of a number.
func (w *Workshop) take(n uint64) (x *change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.IndexFunc(w.waiting, func(x *change) bool { return x.n == n }); i >= 0 {
		x = w.waiting[i]
		w.waiting = slices.Delete(w.waiting, i, i+1)
	}
	return x
}

// renewer is a body whose text can be replaced while it lives. It says in words what stayed as it was. That happens beside the
// program, where no port may be read or set; renewed follows in the component's turn.
type renewer interface {
	renew(text string) (string, error)
	renewed()
}

// change is new text for a component, from the order to the tag at which it is ready. In between the component rests: its
// ports take in what comes, its activations and orders wait. Whoever needs it nevertheless, such as another component that
// calls an operation, makes the change itself or waits until it is made; so does the component when it has rested too long.
// So what a tag sees of a component does not depend on how fast the workshop is.
type change struct {
	n     uint64 // 1 for the deployer's first
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
	c.d.changes++
	x.n = c.d.changes
	c.change = x
}

// holder is a body that is to know where the events end that came at one tag, while its component rests.
type holder interface{ hold() }

// hold notes that the component would have run, had it not rested.
func (c *Component) hold() {
	if !c.woken && !c.led() || !c.lives() {
		return
	}
	c.woken = false
	c.behind++
	if h, ok := c.body.(holder); ok {
		h.hold()
	}
}

// catchUp has a component run again at the next microstep that has rested, and for which values wait, until it has run as often as
// it would have without the rest.
func (c *Component) catchUp() {
	if c.behind--; c.behind > 0 && c.lives() && c.waiting() {
		c.wake()
		return
	}
	c.behind = 0
}

// rested says whether a component that rests must not rest longer: its change is made, a buffer is half full, or a whole
// period has passed since it was to run.
func (c *Component) rested() bool {
	return c.change.ready || c.lives() && (c.activity.Period > 0 && c.now >= c.due.Add(c.activity.Period) ||
		slices.ContainsFunc(c.inputs, func(i inlet) bool {
			n := i.(interface{ Waiting() int }).Waiting()
			return n > 0 && 2*n >= i.at().Buffer
		}))
}

// join sees to it that a change under way is made, so that the component's body can be used.
func (c *Component) join() {
	if c.change != nil {
		c.change.make()
		c.renewing, c.clock = false, c.now
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
	if !c.lives() {
		c.behind = 0
	} else if c.behind > 0 {
		c.wake()
	}
}

// give hands the next change to the workshop, and says whether more wait for it.
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
