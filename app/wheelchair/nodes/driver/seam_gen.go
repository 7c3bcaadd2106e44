// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 23f5a6883e6dd445.

// Package driver is the seam to the node Sick_Tim::Driver, which exists already.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package driver

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	in   telegram  hardware.ScanTelegram
//	out  scan  messages.LaserScan
type Seam struct {
	reactor.Reactor
	Telegram reactor.In[hardware.ScanTelegram]
	Scan     reactor.Out[nav.Scan]

	fromScan reactor.PhysicalAction[nav.Scan]
	peer     Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeTelegram passes on what came on telegram. It must not wait, nor keep v.
	TakeTelegram(v *hardware.ScanTelegram)
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
	s.Reaction("from scan").On(&s.fromScan).Sets(&s.Scan).Do(func() { s.Scan.Set(s.fromScan.Get()) })
	s.Telegram.Optional() // what sends it is no part of this program
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

// DeliverScan hands the program what comes on scan. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverScan(v nav.Scan) bool { return s.fromScan.Schedule(v, 0) }
