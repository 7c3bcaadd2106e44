package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Order is an instruction to a deployment while it runs.
type Order struct {
	ID   uint64 // returned with the answer; 0: no answer wanted
	Do   string // the verb, one of Verbs
	On   string // a component, or a port or property as component.name
	To   string // connect, disconnect: the input; create, replace: the kind, or the name of a .lua file; call: the operation
	Text string // set, write: a value as JSON; call: a list of values; update, create, replace: a script's text; eval: a line of Lua
}

// Scripted marks orders that may run someone's text: servers accept them only over connections that are closed to others.
func (Order) Scripted() {}

// Place returns the component in whose thread the order is carried out: the component of a connection's input, otherwise
// the one it is about.
func (o *Order) Place() string {
	place := o.On
	if o.Do == "connect" || o.Do == "disconnect" {
		place = o.To
	}
	name, _, _ := strings.Cut(place, ".")
	return name
}

// Answer is the result of an order, at the tag at which it was carried out. Fault is empty if it was.
type Answer struct {
	ID          uint64
	Text, Fault string
}

// Verb is an order's verb and what it takes.
type Verb struct{ Name, Help string }

// Verbs lists the possible orders.
func Verbs() []Verb {
	return []Verb{
		{"list", "the components, with their states, as JSON"},
		{"info", "On: a component with ports, properties and operations, as JSON"},
		{"create", "On, To: a component of a kind, or of a script with Text, in reserved room"},
		{"remove", "On: a component that was created in reserved room"},
		{"connect", "On, To: an output to an input"},
		{"disconnect", "On, To: an output from an input"},
		{"configure", "On: from PreOperational to Stopped"},
		{"start", "On: from Stopped to Running"},
		{"stop", "On: from Running or Error to Stopped"},
		{"cleanup", "On: from Stopped to PreOperational"},
		{"reset", "On: from Exception to PreOperational"},
		{"set", "On, Text: a property's value"},
		{"read", "On: what a port holds, which stays there"},
		{"write", "On, Text: a value to an input, such as an event"},
		{"call", "On, To, Text: an operation with a list of arguments"},
		{"update", "On, Text: new text of a script or chart, whose state stays"},
		{"replace", "On, To, Text: another body for a component with the same ports"},
		{"eval", "On, Text: a line of Lua in a component's script"},
	}
}

// maxPending is how many orders of a deployment's own components can wait for the next microstep.
const maxPending = 256

// Ask gives the deployer an order from one of its own components. It is carried out at the next microstep; a failure is
// reported as an answer with the number 0.
func (c *Component) Ask(o Order) error {
	if len(c.d.pending) >= maxPending {
		return fmt.Errorf("%d orders wait already", maxPending)
	}
	o.ID = 0
	c.d.pending = append(c.d.pending, o)
	return nil
}

// Call calls an operation of a component of the same thread, from a hook or operation of another.
func (c *Component) Call(component, operation string, args ...any) (any, error) {
	x := c.d.component(component)
	if x == nil {
		return nil, c.d.unknown(component)
	}
	return x.perform(operation, args)
}

// carryOut carries out an order. An order for a new text begins a change, and is answered when the change is made.
func (c *Component) carryOut(o Order) {
	var text string
	var err error
	switch o.Do {
	case "update":
		err = c.update(o)
	case "replace":
		err = c.replace(o)
	default:
		text, err = c.obey(o)
		c.d.answer(o, text, err)
		c.happened()
		return
	}
	if err != nil {
		c.d.answer(o, "", err)
	}
}

// obey carries out an order for a component, in the component's turn.
func (c *Component) obey(o Order) (string, error) {
	_, name, _ := strings.Cut(o.On, ".")
	switch o.Do {
	case "configure":
		return "", c.configure()
	case "start":
		return "", c.start()
	case "stop":
		return "", c.stop()
	case "cleanup":
		return "", c.cleanup()
	case "reset":
		return "", c.reset()
	case "begin": // in a plan, or after create
		return "", c.toward(Running)
	case "set":
		p := c.property(name)
		if p == nil {
			return "", fmt.Errorf("%s has no property %.60q", c.name, name)
		}
		return "", p.set([]byte(o.Text))
	case "read":
		return c.read(name)
	case "write":
		if i := c.input(name); i != nil {
			return "", i.offer([]byte(o.Text))
		}
		return "", fmt.Errorf("%s has no input %.60q", c.name, name)
	case "call":
		return c.callText(o.To, o.Text)
	case "eval":
		t, ok := c.body.(talker)
		if !ok {
			return "", fmt.Errorf("%s is no script: only one in Lua can be talked with", c.name)
		}
		return t.talk(o.Text)
	}
	return "", fmt.Errorf("there is no order %.40q", o.Do)
}

// read returns what a port holds.
func (c *Component) read(name string) (string, error) {
	var v any
	if i := c.input(name); i != nil {
		v = i.(interface{ held() any }).held()
	} else if o := c.output(name); o != nil {
		v = o.(interface{ held() any }).held()
	} else {
		return "", fmt.Errorf("%s has no port %.60q", c.name, name)
	}
	return string(toJSON(v)), nil
}

func (i *Input[T]) held() any {
	if i.n > 0 {
		return i.ring[i.first]
	}
	return i.latest
}

func (o *Output[T]) held() any { return o.last }

// callText calls an operation with arguments as a list in JSON.
func (c *Component) callText(name, text string) (string, error) {
	o := c.operation(name)
	if o == nil {
		return "", fmt.Errorf("%s has no operation %.60q", c.name, name)
	}
	var parts []json.RawMessage
	if strings.TrimSpace(text) != "" {
		if err := json.Unmarshal([]byte(text), &parts); err != nil {
			return "", fmt.Errorf("arguments are a list in JSON, such as [1, true]: %w", err)
		}
	}
	if len(parts) != len(o.args) {
		return "", fmt.Errorf("%s.%s takes %d arguments, not %d", c.name, o.Signature(), len(o.args), len(parts))
	}
	args, errs := make([]any, len(parts)), []error(nil)
	for i, p := range parts {
		v, err := o.parse[i](p)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s.%s: argument %d: %w", c.name, o.Signature(), i+1, err))
		}
		args[i] = v
	}
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	r, err := c.perform(name, args)
	if err != nil || o.result == nil {
		return "", err
	}
	return string(toJSON(r)), nil
}
