// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal b31e8759eddb66c4.

// Package display is the seam to the node Relay::Display, which exists already.
//
// It shows reports, and is asked for nothing.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package display

import (
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	in   report  relay.Report
//	out  limit  relay.Warmth
type Seam struct {
	reactor.Reactor
	Report reactor.In[relay.Report]
	Limit  reactor.Out[relay.Warmth]

	fromLimit reactor.PhysicalAction[relay.Warmth]
	peer      Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeReport passes on what came on report. It must not wait, nor keep v.
	TakeReport(v *relay.Report)
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
	s.Reaction("from limit").On(&s.fromLimit).Sets(&s.Limit).Do(func() { s.Limit.Set(s.fromLimit.Get()) })
	s.Reaction("to report").On(&s.Report).Do(func() {
		if s.peer != nil {
			s.peer.TakeReport(s.Report.Ref())
		}
	})
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

// DeliverLimit hands the program what comes on limit. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverLimit(v relay.Warmth) bool { return s.fromLimit.Schedule(v, 0) }
