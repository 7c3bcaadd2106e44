// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 54a77dbc8434fd6c.

// Package people is the seam to the node Depot::People, which exists already.
//
// People at a panel, which exists already.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package people

import (
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	out  panel_order  depot.Boxes
//	in   panel_told  depot.Boxes
type Seam struct {
	reactor.Reactor
	PanelOrder reactor.Out[depot.Boxes]
	PanelTold  reactor.In[depot.Boxes]

	fromPanelOrder reactor.PhysicalAction[depot.Boxes]
	peer           Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakePanelTold passes on what came on panel_told. It must not wait, nor keep v.
	TakePanelTold(v *depot.Boxes)
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
	s.Reaction("from panel_order").On(&s.fromPanelOrder).Sets(&s.PanelOrder).Do(func() { s.PanelOrder.Set(s.fromPanelOrder.Get()) })
	s.Reaction("to panel_told").On(&s.PanelTold).Do(func() {
		if s.peer != nil {
			s.peer.TakePanelTold(s.PanelTold.Ref())
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

// DeliverPanelOrder hands the program what comes on panel_order. Any thread may call it. It reports false when there
// is no room, or the program is over.
func (s *Seam) DeliverPanelOrder(v depot.Boxes) bool { return s.fromPanelOrder.Schedule(v, 0) }
