// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 304ef35664a7713e.

// Package mapserver is the seam to the node Navigation_Stack::Map_Server, which exists already.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package mapserver

import (
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	out  map  messages.Map
type Seam struct {
	reactor.Reactor
	Map reactor.Out[nav.Map]

	fromMap reactor.PhysicalAction[nav.Map]
	peer    Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
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
	return s, by(s)
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from map").On(&s.fromMap).Sets(&s.Map).Do(func() { s.Map.Set(s.fromMap.Get()) })
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

// DeliverMap hands the program what comes on map. Any thread may call it. It reports false when there is no room, or
// the program is over.
func (s *Seam) DeliverMap(v nav.Map) bool { return s.fromMap.Schedule(v, 0) }
