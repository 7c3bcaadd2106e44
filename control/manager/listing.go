package manager

import (
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Listing shows the manager's present contents; it is made anew when something changes, and is never modified.
type Listing struct {
	Revision    uint64              `json:"revision"`
	Cycle       uint64              `json:"cycle"` // in which it was made
	Period      time.Duration       `json:"period_ns"`
	Halted      bool                `json:"halted"`
	Pending     string              `json:"pending"`  // the switch that waits for the hardware, "" for none
	Switches    uint64              `json:"switches"` // that have taken place
	Given       uint64              `json:"given"`    // switches given up after they had been accepted
	Hardware    []HardwareListing   `json:"hardware"`
	States      []InterfaceListing  `json:"states"`
	Commands    []InterfaceListing  `json:"commands"` // including references
	Controllers []ControllerListing `json:"controllers"`
	Types       []TypeListing       `json:"types"`
	Order       []string            `json:"order"` // of the updates
}

// HardwareListing describes a component.
type HardwareListing struct {
	Name     string        `json:"name"`
	Type     string        `json:"type"`
	State    string        `json:"state"`
	Group    string        `json:"group"`
	Period   time.Duration `json:"period_ns"`
	Commands string        `json:"commands"` // the group of commands in use, "" for none
	Limits   string        `json:"limits"`   // what bounds them
	Reads    uint64        `json:"reads"`
	Misses   uint64        `json:"misses"` // a miss is a call that failed
	Fault    string        `json:"fault"`
	Apart    bool          `json:"apart"`  // on a thread of its own
	Age      time.Duration `json:"age_ns"` // of its last reading then
}

// InterfaceListing describes an interface.
type InterfaceListing struct {
	Name      string `json:"name"`
	Unit      string `json:"unit"`
	Kind      string `json:"kind"`
	Of        string `json:"of"` // the component or controller
	Available bool   `json:"available"`
	Claimed   string `json:"claimed"` // by whom, "" for nobody
	Safe      string `json:"safe"`    // of a command: what holds when nobody claims it
}

// ControllerListing describes a controller.
type ControllerListing struct {
	Name       string             `json:"name"`
	Type       string             `json:"type"`
	State      string             `json:"state"`
	Group      string             `json:"group"`
	Period     time.Duration      `json:"period_ns"`
	Budget     time.Duration      `json:"budget_ns"`
	Claims     []string           `json:"claims"`
	Reads      []string           `json:"reads"`
	Offers     []string           `json:"offers"`
	Before     []string           `json:"before"` // controllers that are updated after this one, because of what they exchange
	Fallbacks  []string           `json:"fallbacks"`
	Chained    bool               `json:"chained"`
	Updates    uint64             `json:"updates"`
	Slow       uint64             `json:"slow"`
	Parameters []ParameterListing `json:"parameters"`
	Fault      string             `json:"fault"`
	Restraint  string             `json:"restraint"` // why it does less than asked, and what to do; "" if it does all
}

// ParameterListing describes a parameter.
type ParameterListing struct {
	Name  string  `json:"name"`
	Type  string  `json:"type"`
	Value string  `json:"value"`
	Unit  string  `json:"unit"`
	Help  string  `json:"help"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Live  bool    `json:"live"`
}

// TypeListing describes a type of controllers.
type TypeListing struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// Immutable implements reactor.Immutable: a listing may be shared.
func (*Listing) Immutable() {}

// Revision counts changes of what a listing shows.
func (m *Manager) Revision() uint64 { return m.revision }

// List makes a listing. It allocates.
func (m *Manager) List() *Listing {
	out := &Listing{Revision: m.revision, Cycle: m.cycle, Period: m.Period, Halted: m.halted, Switches: m.switches, Given: m.refused}
	if m.pending != nil {
		out.Pending = m.pending.Switch.text()
	}
	out.Hardware = slices.Grow(out.Hardware, len(m.components)) // at once: in a switch, most of the cost is its listing
	out.States, out.Commands = slices.Grow(out.States, len(m.stateList)), slices.Grow(out.Commands, len(m.commandList))
	out.Controllers, out.Types = slices.Grow(out.Controllers, len(m.controllers)), slices.Grow(out.Types, len(m.Types))
	out.Order = slices.Grow(out.Order, len(m.order))
	for _, k := range m.components {
		h := HardwareListing{Name: k.info.Name, Type: k.Type.String(), State: k.life.String(), Group: k.Group,
			Period: time.Duration(k.divide) * m.Period, Reads: k.reads, Misses: k.misses, Fault: k.fault}
		if a, ok := k.beside(); ok {
			h.Apart, h.Period, h.Age = true, a.period, a.age()
		}
		if k.use != nil {
			h.Commands, h.Limits = k.use.Name, k.use.limit.String()
		}
		out.Hardware = append(out.Hardware, h)
	}
	for _, e := range m.stateList {
		out.States = append(out.States, e.list(false))
	}
	for _, e := range m.commandList {
		out.Commands = append(out.Commands, e.list(true))
	}
	for _, l := range m.controllers {
		out.Controllers = append(out.Controllers, l.list())
	}
	for _, t := range m.Types {
		out.Types = append(out.Types, TypeListing{t.Name, t.Help})
	}
	for _, l := range m.order {
		out.Order = append(out.Order, l.Name)
	}
	return out
}

// List makes a listing. It may be called only while the manager's enclave stands still, as by an Observer at its tags.
func (r *Reactor) List() *Listing { return r.m.List() }

// Values appends the numbers that go with a listing: those of its states, of its commands as the hardware gets them, and for
// each controller with a budget the duration of its last update, µs, NaN for the others. It may be called when List may. It
// allocates only if dst is too small.
func (r *Reactor) Values(dst []float64) []float64 {
	for _, e := range r.m.stateList {
		dst = append(dst, e.values...)
	}
	for _, e := range r.m.commandList {
		if e.sent != nil {
			dst = append(dst, e.sent...)
		} else {
			dst = append(dst, e.values...)
		}
	}
	for _, l := range r.m.controllers {
		took := math.NaN()
		if l.Budget > 0 {
			took = float64(l.took) / 1e3
		}
		dst = append(dst, took)
	}
	return dst
}

// Revision counts changes of what a listing shows.
func (r *Reactor) Revision() uint64 { return r.m.revision }

func (e *entry) list(command bool) InterfaceListing {
	i := InterfaceListing{Name: e.Name, Unit: e.Unit, Kind: e.kind.String()}
	if e.comp != nil {
		i.Of = e.comp.info.Name
		i.Available = e.comp.life == hw.Active || !command && e.comp.life == hw.Inactive
	} else {
		i.Of, i.Available = e.ctrl.Name, e.ctrl.state == Active
	}
	if e.by != nil {
		i.Claimed = e.by.Name
	}
	if command {
		i.Safe = [...]string{"", "keep", "zero"}[e.Safe]
	}
	return i
}

func (l *loaded) list() ControllerListing {
	c := ControllerListing{Name: l.Name, Type: l.Type, State: l.state.String(), Group: l.Group, Period: l.Period, Budget: l.Budget,
		Fallbacks: slices.Clone(l.Fallbacks), Chained: l.io.Chained, Updates: l.updates, Slow: l.slow, Fault: l.fault}
	if r, ok := l.c.(Restrained); ok && l.restraint != 0 {
		c.Restraint = r.Explain()
	}
	c.Claims, c.Reads, c.Offers = named(l.claims), named(l.reads), named(l.own)
	for _, e := range l.claims {
		if e.ctrl != nil && !slices.Contains(c.Before, e.ctrl.Name) {
			c.Before = append(c.Before, e.ctrl.Name)
		}
	}
	c.Parameters = slices.Grow(c.Parameters, len(l.params))
	for i := range l.params {
		p := &l.params[i]
		c.Parameters = append(c.Parameters, ParameterListing{Name: p.Name, Type: p.typeName(), Value: p.text(), Unit: p.Unit,
			Help: p.Help, Min: p.Min, Max: p.Max, Live: p.Live})
	}
	return c
}

// named returns the names of interfaces.
func named(list []*entry) (names []string) {
	names = slices.Grow(names, len(list))
	for _, e := range list {
		names = append(names, e.Name)
	}
	return names
}
