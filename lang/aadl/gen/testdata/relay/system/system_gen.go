// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 6015cd4f055edfc3.

// Package system is Relay::House.impl: all its nodes as one program.
package system

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/display"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/guard"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/thermometer"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.
type Drivers struct {
	Thermometer thermometer.Driver // thermometer
	Display     display.Peer       // display
}

// Fillings are reactors of this program in the place of nodes that exist already. Where there is none, the node is
// elsewhere and a Peer joins it.
type Fillings struct {
	Display func(*display.Seam) error // display
}

// Params are the program's parameters: the model has none.
type Params struct{}

// Spec is how the tools see the program.
func Spec(d Drivers) run.Spec { return spec{run.New("house", Params{}, build(nil, run.Order{})), d} }

type spec struct {
	run.Spec
	drivers Drivers
}

// Make implements run.Spec. Drivers are there on the real clock alone.
func (s spec) Make(o run.Order) (*run.Instance, error) {
	var made *System
	i, err := run.New(s.Name(), Params{}, build(&made, o)).Make(o)
	if err != nil || o.Replay || !o.Real {
		return i, err
	}
	i.Begin = func(_ context.Context, live *run.Around) error { return made.Join(live, o, s.drivers) }
	return i, nil
}

func build(made **System, o run.Order) func(*reactor.Main, *Params) error {
	return func(main *reactor.Main, _ *Params) error {
		s, err := New(main)
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
	return []*node.Base{&s.rooms.Base}
}

// Join puts what there is on the other side of the seams that this process has.
func (s *System) Join(live *run.Around, o run.Order, d Drivers) error {
	if d.Thermometer != nil && o.Runs("thermometer") {
		leave, err := s.thermometer.Join(d.Thermometer)
		if err != nil {
			return fmt.Errorf("thermometer: %w", err)
		}
		live.Keep(leave)
		live.Need(d.Thermometer.Communicate)
	}
	if d.Display != nil && o.Runs("display") {
		leave, err := s.display.Join(d.Display)
		if err != nil {
			return fmt.Errorf("display: %w", err)
		}
		live.Keep(leave)
	}
	return nil
}

// System has all that is in Relay::House.impl.
type System struct {
	thermometer *thermometer.Seam
	rooms       *guard.Node
	display     *display.Seam
}

// New makes the system in a program.
func New(parent reactor.Parent) (*System, error) { return NewFilled(parent, &Fillings{}) }

// NewFilled makes the system in a program, with reactors in the place of nodes that exist already.
func NewFilled(parent reactor.Parent, by *Fillings) (_ *System, err error) {
	s := &System{}
	s.thermometer = thermometer.New(parent, "thermometer")
	if s.rooms, err = guard.New(parent, "rooms", watched(guard.Config(), true, 50*time.Millisecond)); err != nil {
		return nil, err
	}
	if s.display, err = display.Fill(parent, "display", by.Display); err != nil {
		return nil, err
	}
	reactor.Connect(&s.thermometer.Read, &s.rooms.Read)
	reactor.Connect(&s.rooms.Report, &s.display.Report)
	reactor.Connect(&s.rooms.Heat, &s.thermometer.Heat)
	reactor.Connect(&s.display.Limit, &s.rooms.Limit)
	return s, nil
}

// watched makes a node tell its overseer every so often that it is well.
func watched(c node.Config, critical bool, every time.Duration) node.Config {
	c.Critical, c.Notify = critical, every
	return c
}
