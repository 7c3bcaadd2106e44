package manager

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Order asks for something while the program runs.
type Order struct {
	// Verb is one of load, configure, activate, deactivate, switch, cleanup, unload, set, hardware, stop, resume, list.
	Verb string
	// Name of the controller, or of the component for hardware; not for switch, stop and resume.
	Name string
	// Type of the controller, for load; "" for that of the program's entry with this name.
	Type string
	// State that a component is to reach, for hardware: unconfigured, inactive, active or finalized.
	State string
	// Parameter and its Value, for set.
	Parameter, Value string
	// Activate and Deactivate are for switch.
	Activate, Deactivate []string
	// Strict is for switch.
	Strict bool
	// Timeout is for switch, activate and deactivate.
	Timeout time.Duration
}

// Clone copies an order that waits.
func (o Order) Clone() Order {
	o.Activate, o.Deactivate = slices.Clone(o.Activate), slices.Clone(o.Deactivate)
	return o
}

// verbs are all the orders there are.
var verbs = []string{"load", "configure", "activate", "deactivate", "switch", "cleanup", "unload", "set", "hardware", "stop", "resume", "list"}

// Do carries an order out, or returns why not. After an error nothing has changed, except that a controller that was
// configured and cannot be configured again is unconfigured. Call it between two cycles. Switches, and changes of a
// component's state, take place in the cycles that follow.
func (m *Manager) Do(o Order) error {
	l := m.find(o.Name)
	switch o.Verb {
	case "load":
		return m.noted(m.load(m.entry(o)))
	case "switch":
		return m.ask(Switch{Activate: o.Activate, Deactivate: o.Deactivate, Strict: o.Strict, Timeout: o.Timeout})
	case "activate", "deactivate":
		s := Switch{Strict: true, Timeout: o.Timeout, Activate: []string{o.Name}}
		if o.Verb == "deactivate" {
			s.Activate, s.Deactivate = nil, s.Activate
		}
		if l == nil || l.state != Unconfigured || o.Verb == "deactivate" {
			return m.ask(s)
		}
		if err := m.configure(l); err != nil {
			return err
		}
		err := m.ask(s)
		if err != nil {
			m.undo(l)
		}
		return m.noted(err)
	case "hardware":
		return m.noted(m.hardware(o.Name, o.State))
	case "stop":
		m.Halt("ordered")
		return nil
	case "list": // makes a listing
		return m.noted(nil)
	case "resume":
		m.setHalt(false)
		return nil
	case "configure", "cleanup", "unload", "set":
		if l == nil {
			return fmt.Errorf("no controller is called %q: there is %s", o.Name, orNone(m.names()))
		}
	default:
		what := "the verbs are " + strings.Join(verbs, ", ")
		if near := spelling.Nearest(o.Verb, verbs); near != "" {
			what = "did you mean " + near + "?"
		}
		return fmt.Errorf("there is no order %q: %s", o.Verb, what)
	}
	if m.pending != nil && (slices.Contains(m.pending.start, l) || slices.Contains(m.pending.stop, l)) {
		return fmt.Errorf("%s is being switched: ask again when that is done", l.Name)
	}
	switch o.Verb {
	case "configure":
		return m.noted(m.configure(l))
	case "cleanup":
		return m.noted(m.cleanup(l))
	case "unload":
		return m.noted(m.unload(l))
	}
	return m.noted(l.set(o.Parameter, o.Value))
}

// noted counts a change that has taken place.
func (m *Manager) noted(err error) error {
	m.revision++
	return err
}

// entry returns what to load: the program's entry with that name, or a new one.
func (m *Manager) entry(o Order) Entry {
	for _, e := range m.Controllers {
		if e.Name == o.Name && (o.Type == "" || o.Type == e.Type) {
			return e
		}
	}
	return Entry{Name: o.Name, Type: o.Type}
}

func (m *Manager) names() (list []string) {
	for _, l := range m.controllers {
		list = append(list, l.Name)
	}
	return list
}

// hardware orders a component to another state of its life cycle.
func (m *Manager) hardware(name, state string) error {
	i := slices.IndexFunc(m.components, func(k *component) bool { return k.info.Name == name })
	if i < 0 {
		return fmt.Errorf("no component is called %q", name)
	}
	k := m.components[i]
	to := hw.Unconfigured
	for to.String() != state {
		if to++; to > hw.Finalized {
			return fmt.Errorf("hardware cannot be made %q: say unconfigured, inactive, active or finalized", state)
		}
	}
	switch {
	case k.life == hw.Finalized:
		return fmt.Errorf("%s is finalized, which is for good: %s", name, k.fault)
	case m.pending != nil:
		return fmt.Errorf("a switch is under way: ask again when it is done")
	}
	for _, l := range m.order {
		if l.state != Active {
			continue
		}
		if to != hw.Active && slices.ContainsFunc(l.claims, func(e *entry) bool { return e.comp == k }) {
			return fmt.Errorf("%s commands it: deactivate that first", l.Name)
		}
		if to != hw.Active && to != hw.Inactive && slices.ContainsFunc(l.reads, func(e *entry) bool { return e.comp == k }) {
			return fmt.Errorf("%s reads it: deactivate that first", l.Name)
		}
	}
	k.want, k.fault = to, ""
	return nil
}
