// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 7315b8f2f68b3067.

// Package system is Depot::Site.impl: all its nodes as one program.
package system

import (
	"context"
	"fmt"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/cart"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/outside"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/people"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/scales"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/store"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.
type Drivers struct {
	Scales  scales.Peer  // scales
	People  people.Peer  // people
	Outside outside.Peer // outside
}

// Fillings are reactors of this program in the place of nodes that exist already. Where there is none, the node is
// elsewhere and a Peer joins it.
type Fillings struct {
	People func(*people.Seam) error // people
}

// Params are the program's parameters: the model has none.
type Params struct{}

// Spec is how the tools see the program.
func Spec(d Drivers) run.Spec { return spec{run.New("site", Params{}, build(nil, run.Order{})), d} }

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
	return []*node.Base{&s.store.Base, &s.firstCart.Base, &s.secondCart.Base}
}

// Join puts what there is on the other side of the seams that this process has.
func (s *System) Join(live *run.Around, o run.Order, d Drivers) error {
	if d.Scales != nil && o.Runs("scales") {
		leave, err := s.scales.Join(d.Scales)
		if err != nil {
			return fmt.Errorf("scales: %w", err)
		}
		live.Keep(leave)
	}
	if d.People != nil && o.Runs("people") {
		leave, err := s.people.Join(d.People)
		if err != nil {
			return fmt.Errorf("people: %w", err)
		}
		live.Keep(leave)
	}
	if d.Outside != nil && o.Runs("outside") {
		leave, err := s.outside.Join(d.Outside)
		if err != nil {
			return fmt.Errorf("outside: %w", err)
		}
		live.Keep(leave)
	}
	return nil
}

// System has all that is in Depot::Site.impl.
type System struct {
	gate       *access.Cell[depot.Gate] // shared
	store      *store.Node
	firstCart  *cart.Node
	secondCart *cart.Node
	scales     *scales.Seam
	people     *people.Seam
	outside    *outside.Seam
}

// New makes the system in a program.
func New(parent reactor.Parent) (*System, error) { return NewFilled(parent, &Fillings{}) }

// NewFilled makes the system in a program, with reactors in the place of nodes that exist already.
func NewFilled(parent reactor.Parent, by *Fillings) (_ *System, err error) {
	s := &System{}
	s.gate = access.NewCell[depot.Gate](parent, "gate", 5)
	if s.store, err = store.New(parent, "store", store.Config()); err != nil {
		return nil, err
	}
	if s.firstCart, err = cart.New(parent, "first_cart", cart.Config()); err != nil {
		return nil, err
	}
	if s.secondCart, err = cart.New(parent, "second_cart", cart.Config()); err != nil {
		return nil, err
	}
	s.scales = scales.New(parent, "scales")
	if s.people, err = people.Fill(parent, "people", by.People); err != nil {
		return nil, err
	}
	s.outside = outside.New(parent, "outside")
	reactor.Connect(&s.outside.FirstOrder, &s.firstCart.DeskOrder)
	reactor.Connect(&s.store.Filled, &s.outside.Filled)
	reactor.Connect(&s.firstCart.DeskTold, &s.outside.FirstTold)
	reactor.Connect(&s.secondCart.DeskTold, &s.people.PanelTold)
	reactor.Connect(&s.people.PanelOrder, &s.secondCart.DeskOrder)
	access.Join(s.firstCart.Ping.Lines(), s.store.Ping.Lines().Part(0, 1))
	access.Join(s.secondCart.Ping.Lines(), s.store.Ping.Lines().Part(1, 1))
	access.Join(s.outside.Ask.Lines(), s.store.Ping.Lines().Part(2, 1))
	access.Join(s.firstCart.Fetch.Lines(), s.store.Fetch.Lines().Part(0, 1))
	access.Join(s.secondCart.Fetch.Lines(), s.store.Fetch.Lines().Part(1, 1))
	access.Join(s.scales.Fetch.Lines(), s.store.Fetch.Lines().Part(2, 1))
	access.Join(s.firstCart.Weigh.Lines(), s.scales.Weigh.Lines().Part(0, 1))
	access.Join(s.secondCart.Weigh.Lines(), s.scales.Weigh.Lines().Part(1, 1))
	access.Join(s.firstCart.Gate.Lines(), s.gate.Lines().Part(0, 2))
	access.Join(s.secondCart.Gate.Lines(), s.gate.Lines().Part(2, 2))
	access.Join(s.scales.Gate.Lines(), s.gate.Lines().Part(4, 1))
	return s, nil
}
