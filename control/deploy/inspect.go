package deploy

import (
	"encoding/json"

	"github.com/sinew-robotics/sinew/reactor"
)

// Listed is a component in the answer to list.
type Listed struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	State  string `json:"state"`
	Runs   string `json:"runs"` // when
	Thread string `json:"thread"`
	Room   bool   `json:"created_later,omitempty"`
	Ran    uint64 `json:"ran"`
	Errors uint64 `json:"errors"`
	Missed uint64 `json:"missed"`
}

// Detail is the answer to info.
type Detail struct {
	Listed
	Inputs     []ShownPort     `json:"inputs"`
	Outputs    []ShownPort     `json:"outputs"`
	Properties []shownProperty `json:"properties"`
	Operations []string        `json:"operations"`
	Fault      string          `json:"fault,omitempty"` // that led to Error
	Machine    *Stats          `json:"machine,omitempty"`
}

// ShownPort is a port in the answer to info.
type ShownPort struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	Unit      string   `json:"unit,omitempty"`
	Frame     string   `json:"frame,omitempty"`
	Help      string   `json:"help,omitempty"`
	Event     bool     `json:"event,omitempty"`
	Buffer    int      `json:"buffer,omitempty"`
	Lost      uint64   `json:"lost,omitempty"`
	Connected []string `json:"connected"`
}

func (c *Component) listed() Listed {
	runs := "by events"
	switch a := c.activity; {
	case a.Period > 0:
		runs = "every " + a.Period.String()
	case a.Master != "":
		runs = "after " + a.Master
	}
	return Listed{Name: c.name, Kind: c.kind, State: c.life.State().String(), Runs: runs, Thread: c.d.Name(), Room: c.late,
		Ran: c.updates, Errors: c.failed, Missed: c.missed}
}

// list returns the answer to list.
func (d *Deployer) list() string {
	all := []Listed{}
	for _, c := range d.slots {
		if !c.room {
			all = append(all, c.listed())
		}
	}
	return text(all)
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // texts and numbers can always be encoded
		return err.Error()
	}
	return string(b)
}

func shown(e *end) ShownPort {
	return ShownPort{Name: e.name, Type: reactor.TypeName(e.typ), Unit: e.Unit, Frame: e.Frame, Help: e.Help, Event: e.Event, Buffer: e.Buffer, Connected: []string{}}
}

// info returns the answer to info.
func (c *Component) info() string {
	i := Detail{Listed: c.listed(), Inputs: []ShownPort{}, Outputs: []ShownPort{}, Properties: []shownProperty{}, Operations: []string{}}
	for _, in := range c.inputs {
		p, s := shown(in.at()), in.from()
		p.Lost = s.lost
		for _, o := range s.of {
			p.Connected = append(p.Connected, o.at().path())
		}
		if s.wired != nil && !s.closed {
			p.Connected = append(p.Connected, s.wired.path())
		}
		i.Inputs = append(i.Inputs, p)
	}
	for _, out := range c.outputs {
		p := shown(out.at())
		for _, x := range c.d.slots {
			for _, in := range x.inputs {
				for _, o := range in.from().of {
					if o == out {
						p.Connected = append(p.Connected, in.at().path())
					}
				}
			}
		}
		i.Outputs = append(i.Outputs, p)
	}
	for _, p := range c.properties {
		i.Properties = append(i.Properties, p.show())
	}
	for _, o := range c.operations {
		i.Operations = append(i.Operations, o.Signature())
	}
	if c.fault != nil {
		i.Fault = c.fault.Error()
	}
	if w, ok := c.body.(worker); ok {
		s := c.statsOf(w)
		i.Machine = &s
	}
	return text(i)
}
