// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal c7769a52495c6ce0.

// Package joynode is the seam to the node Joy::Joy_Node, which exists already.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package joynode

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/joypad"
)

// Seam stands for the node in the program.
//
//	in   report  hardware.JoypadReport
//	out  joy  messages.Joy
type Seam struct {
	reactor.Reactor
	Report reactor.In[hardware.JoypadReport]
	Joy    reactor.Out[joypad.State]

	fromJoy reactor.PhysicalAction[joypad.State]
	peer    Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeReport passes on what came on report. It must not wait, nor keep v.
	TakeReport(v *hardware.JoypadReport)
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
	s.Reaction("from joy").On(&s.fromJoy).Sets(&s.Joy).Do(func() { s.Joy.Set(s.fromJoy.Get()) })
	s.Report.Optional() // what sends it is no part of this program
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

// DeliverJoy hands the program what comes on joy. Any thread may call it. It reports false when there is no room, or
// the program is over.
func (s *Seam) DeliverJoy(v joypad.State) bool { return s.fromJoy.Schedule(v, 0) }
