// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 65fcda8f91cb9fab.

// Package system is Relay::House.impl: all its nodes as one program.
package system

import (
	"context"
	"fmt"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/display"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/guard"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/thermometer"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.
type Drivers struct {
	Thermometer thermometer.Driver // thermometer
	Display     display.Peer       // display
}

// Params are the program's parameters: the model has none.
type Params struct{}

// Spec is how the tools see the program.
func Spec(d Drivers) run.Spec { return spec{run.New("house", Params{}, build(nil)), d} }

type spec struct {
	run.Spec
	drivers Drivers
}

// Make implements run.Spec. Drivers are there on the real clock alone.
func (s spec) Make(o run.Order) (*run.Instance, error) {
	var made *System
	i, err := run.New(s.Name(), Params{}, build(&made)).Make(o)
	if err != nil || o.Replay || !o.Real {
		return i, err
	}
	i.Begin = func(_ context.Context, live *run.Around) error { return made.join(live, s.drivers) }
	return i, nil
}

func build(made **System) func(*reactor.Main, *Params) error {
	return func(main *reactor.Main, _ *Params) error {
		s, err := New(main)
		if made != nil {
			*made = s
		}
		return err
	}
}

// join puts what there is on the other side of the seams.
func (s *System) join(live *run.Around, d Drivers) error {
	if d.Thermometer != nil {
		leave, err := s.thermometer.Join(d.Thermometer)
		if err != nil {
			return fmt.Errorf("thermometer: %w", err)
		}
		live.Keep(leave)
		live.Need(d.Thermometer.Communicate)
	}
	if d.Display != nil {
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
func New(parent reactor.Parent) (_ *System, err error) {
	s := &System{}
	s.thermometer = thermometer.New(parent, "thermometer")
	if s.rooms, err = guard.New(parent, "rooms", guard.Config()); err != nil {
		return nil, err
	}
	s.display = display.New(parent, "display")
	reactor.Connect(&s.thermometer.Read, &s.rooms.Read)
	reactor.Connect(&s.rooms.Report, &s.display.Report)
	reactor.Connect(&s.rooms.Heat, &s.thermometer.Heat)
	reactor.Connect(&s.display.Limit, &s.rooms.Limit)
	return s, nil
}
