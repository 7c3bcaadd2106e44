// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal 137a584d40a10ba6.

// Package system is Tuned::House.impl: all its nodes as one program.
package system

import (
	"context"
	"fmt"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/control"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/room"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tuned"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tunedschema"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.
type Drivers struct {
	Hall  room.Driver // hall
	Attic room.Driver // attic
}

// Params are the parameters and variables of the nodes, with the values that the program begins with.
type Params = run.Values

// NewParams are those that the model names, and otherwise the defaults of their types.
func NewParams() Params {
	return run.NewValues(
		run.Group{Name: "downstairs", Type: tuned.ControlParametersType(), Start: `{"wanted": 18, "hysteresis": 0.5, "gains": {"kp": 1, "ki": 0}, "mode": "comfort", "rooms": ["hall"]}`},
		run.Group{Name: "downstairs.variables", Type: tunedschema.RecallType()},
		run.Group{Name: "upstairs.control", Type: tuned.ControlParametersType(), Start: `{"wanted": 21.5, "hysteresis": 0.5, "gains": {"kp": 2, "ki": 0.25}, "mode": "eco", "rooms": ["hall"]}`},
		run.Group{Name: "upstairs.control.variables", Type: tunedschema.RecallType(), Start: `{"switched": 0, "sum": 4, "last": [1, 2]}`},
	)
}

// Spec is how the tools see the program.
func Spec(d Drivers) run.Spec { return spec{run.New("house", NewParams(), build(nil, run.Order{})), d} }

type spec struct {
	run.Spec
	drivers Drivers
}

// Make implements run.Spec. Drivers are there on the real clock alone.
func (s spec) Make(o run.Order) (*run.Instance, error) {
	var made *System
	i, err := run.New(s.Name(), NewParams(), build(&made, o)).Make(o)
	if err != nil || o.Replay || !o.Real {
		return i, err
	}
	i.Begin = func(_ context.Context, live *run.Around) error { return made.Join(live, o, s.drivers) }
	return i, nil
}

func build(made **System, o run.Order) func(*reactor.Main, *Params) error {
	return func(main *reactor.Main, p *Params) error {
		s, err := New(main, p)
		if err != nil {
			return err
		}
		if made != nil {
			*made = s
		}
		return part.Join(&o, s.Nodes()...)
	}
}

// Nodes are the nodes of the system, in the order of the model.
func (s *System) Nodes() []*node.Base {
	return []*node.Base{&s.downstairs.Base, &s.upstairs.control.Base}
}

// Join puts what there is on the other side of the seams that this process has.
func (s *System) Join(live *run.Around, o run.Order, d Drivers) error {
	if d.Hall != nil && o.Runs("hall") {
		leave, err := s.hall.Join(d.Hall)
		if err != nil {
			return fmt.Errorf("hall: %w", err)
		}
		live.Keep(leave)
		live.Need(d.Hall.Communicate)
	}
	if d.Attic != nil && o.Runs("attic") {
		leave, err := s.attic.Join(d.Attic)
		if err != nil {
			return fmt.Errorf("attic: %w", err)
		}
		live.Keep(leave)
		live.Need(d.Attic.Communicate)
	}
	return nil
}

// System has all that is in Tuned::House.impl.
type System struct {
	hall       *room.Seam
	attic      *room.Seam
	downstairs *control.Node
	upstairs   *Upstairs
}

// New makes the system in a program.
func New(parent reactor.Parent, p *Params) (_ *System, err error) {
	s := &System{}
	s.hall = room.New(parent, "hall")
	s.attic = room.New(parent, "attic")
	if s.downstairs, err = control.New(parent, "downstairs", control.Config(), p.Of("downstairs"), p.Of("downstairs.variables")); err != nil {
		return nil, err
	}
	if s.upstairs, err = newUpstairs(parent, "upstairs", p); err != nil {
		return nil, err
	}
	reactor.Connect(&s.hall.Read, &s.downstairs.Read)
	reactor.Connect(&s.attic.Read, &s.upstairs.Read)
	reactor.Connect(&s.downstairs.Heat, &s.hall.Heat)
	reactor.Connect(&s.upstairs.Heat, &s.attic.Heat)
	return s, nil
}

// Upstairs is the system upstairs.
type Upstairs struct {
	reactor.Reactor
	Read reactor.In[tuned.Reading]
	Heat reactor.Out[bool]

	control *control.Node
}

func newUpstairs(parent reactor.Parent, name string, p *Params) (_ *Upstairs, err error) {
	s := &Upstairs{}
	reactor.Init(parent, name, s)
	if s.control, err = control.New(s, "control", control.Config(), p.Of("upstairs.control"), p.Of("upstairs.control.variables")); err != nil {
		return nil, err
	}
	reactor.Connect(&s.Read, &s.control.Read)
	reactor.Connect(&s.control.Heat, &s.Heat)
	return s, nil
}
