// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal 2942b4a63f9c6e35.

// Package room is the seam to the device Tuned::Room, which exists already.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package room

import (
	"context"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tuned"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the device in the program.
//
//	out  read  tuned.Reading
//	in   heat  bool
type Seam struct {
	reactor.Reactor
	Read reactor.Out[tuned.Reading]
	Heat reactor.In[bool]

	fromRead reactor.PhysicalAction[tuned.Reading]
	toHeat   reactor.Actuator[bool, bool]
	lastHeat bool
	peer     Driver
}

// Driver speaks with the device. It keeps its commands within the device's limits. It is yours to write.
type Driver interface {
	// Open begins. What comes from the device is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// Communicate speaks with the device, on a thread of its own, until the context ends. An error ends the program,
	// whose nodes are torn down.
	Communicate(ctx context.Context) error
	// CommandHeat carries out what came on heat, as far as the limits let it, and reports whether it did. It must not
	// keep v.
	CommandHeat(v *bool) bool
	// Limits says in a few words what bounds the commands.
	Limits() string
	// Close ends.
	Close()
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from read").On(&s.fromRead).Sets(&s.Read).Do(func() { s.Read.Set(s.fromRead.Get()) })
	s.toHeat.Bind(drivenHeat{s})
	s.Reaction("to heat").On(&s.Heat).Do(func() { s.toHeat.Do(s.Heat.Get()) })
	return s
}

// Join puts the device on the other side of the seam. It must be called before the program starts, and leave when it
// has ended.
func (s *Seam) Join(p Driver) (leave func(), err error) {
	if err := p.Open(s); err != nil {
		return nil, err
	}
	s.peer = p
	return p.Close, nil
}

// DeliverRead hands the program what comes on read. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverRead(v tuned.Reading) bool { return s.fromRead.Schedule(v, 0) }

// drivenHeat carries heat to the driver, which has the limits.
type drivenHeat struct{ s *Seam }

// Command implements reactor.Driven.
func (d drivenHeat) Command(v bool) bool {
	d.s.lastHeat = v
	return d.s.peer != nil && d.s.peer.CommandHeat(&d.s.lastHeat)
}

// Limits implements reactor.Driven.
func (d drivenHeat) Limits() string {
	if d.s.peer == nil {
		return "no driver: nothing is commanded"
	}
	return d.s.peer.Limits()
}
