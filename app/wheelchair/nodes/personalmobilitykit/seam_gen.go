// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 551ecd2574e65937.

// Package personalmobilitykit is the seam to the device Hardware::Personal_Mobility_Kit, which exists already.
//
// The Personal Mobility Kit: it drives the wheels, and tells their speed and where the joystick on board is.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package personalmobilitykit

import (
	"context"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the device in the program.
//
//	out  measured  hardware.PMKMeasured
//	in   commanded  hardware.PMKCommand
type Seam struct {
	reactor.Reactor
	Measured  reactor.Out[hardware.PMKMeasured]
	Commanded reactor.In[hardware.PMKCommand]

	fromMeasured  reactor.PhysicalAction[hardware.PMKMeasured]
	toCommanded   reactor.Actuator[hardware.PMKCommand, bool]
	lastCommanded hardware.PMKCommand
	peer          Driver
}

// Driver speaks with the device. It keeps its commands within the device's limits. It is yours to write.
type Driver interface {
	// Open begins. What comes from the device is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// Communicate speaks with the device, on a thread of its own, until the context ends. An error ends the program,
	// whose nodes are torn down.
	Communicate(ctx context.Context) error
	// CommandCommanded carries out what came on commanded, as far as the limits let it, and reports whether it did. It
	// must not keep v.
	CommandCommanded(v *hardware.PMKCommand) bool
	// Limits says in a few words what bounds the commands.
	Limits() string
	// Close ends.
	Close()
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from measured").On(&s.fromMeasured).Sets(&s.Measured).Do(func() { s.Measured.Set(s.fromMeasured.Get()) })
	s.toCommanded.Bind(drivenCommanded{s})
	s.Reaction("to commanded").On(&s.Commanded).Do(func() { s.toCommanded.Do(s.Commanded.Get()) })
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

// DeliverMeasured hands the program what comes on measured. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverMeasured(v hardware.PMKMeasured) bool { return s.fromMeasured.Schedule(v, 0) }

// drivenCommanded carries commanded to the driver, which has the limits.
type drivenCommanded struct{ s *Seam }

// Command implements reactor.Driven.
func (d drivenCommanded) Command(v hardware.PMKCommand) bool {
	d.s.lastCommanded = v
	return d.s.peer != nil && d.s.peer.CommandCommanded(&d.s.lastCommanded)
}

// Limits implements reactor.Driven.
func (d drivenCommanded) Limits() string {
	if d.s.peer == nil {
		return "no driver: nothing is commanded"
	}
	return d.s.peer.Limits()
}
