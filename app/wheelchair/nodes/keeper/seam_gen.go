// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 46663278544db4ba.

// Package keeper is the seam to the node Wheelchair::Keeper, which exists already.
//
// It hears from all nodes how they are, and starts one again that has failed. Where the overseer has ended for good,
// it makes the emergency stop. It exists already: Sinew brings it.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package keeper

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	out  health  messages.Health
//
//	asks   state  messages.DrivingState, shared
type Seam struct {
	reactor.Reactor
	Health    reactor.Out[chair.Health]
	StateData access.Data[messages.DrivingState]

	fromHealth    reactor.PhysicalAction[chair.Health]
	fromStateData reactor.PhysicalAction[messages.DrivingState]
	peer          Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeStateData passes on what the shared state is now. It must not wait, nor keep v.
	TakeStateData(v *messages.DrivingState)
	// Close ends.
	Close()
}

// Fill makes the seam with reactors of this program, or reactions, in the place of the node, which by connects with
// its ports; they are part of the program, so nothing passes a door. With nil it is New.
func Fill(parent reactor.Parent, name string, by func(*Seam) error) (*Seam, error) {
	if by == nil {
		return New(parent, name), nil
	}
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.StateData.Init(&s.Reactor, "state")
	return s, by(s)
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from health").On(&s.fromHealth).Sets(&s.Health).Do(func() { s.Health.Set(s.fromHealth.Get()) })
	s.StateData.Init(&s.Reactor, "state")
	s.Reaction("to state").On(&s.StateData.Change).Do(func() {
		if s.peer != nil {
			s.peer.TakeStateData(s.StateData.Get())
		}
	})
	s.Reaction("from state").On(&s.fromStateData).Sets(&s.StateData.Write).Do(func() { s.StateData.Set(s.fromStateData.Get()) })
	return s
}

// Join puts the node on the other side of the seam. It must be called before the program starts, and leave when it
// has ended.
func (s *Seam) Join(p Peer) (leave func(), err error) {
	if err := p.Open(s); err != nil {
		return nil, err
	}
	s.peer = p
	return p.Close, nil
}

// DeliverHealth hands the program what comes on health. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverHealth(v chair.Health) bool { return s.fromHealth.Schedule(v, 0) }

// DeliverStateData gives the shared state another value. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverStateData(v messages.DrivingState) bool { return s.fromStateData.Schedule(v, 0) }
