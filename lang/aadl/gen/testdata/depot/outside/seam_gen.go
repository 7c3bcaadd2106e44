// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 676f3574ed609130.

// Package outside is the seam to all that is outside of Depot::Site.impl.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package outside

import (
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the outside in the program.
//
//	out  first_order  depot.Boxes
//	in   first_told  depot.Boxes
//	out  urgent  depot.Boxes
//	in   filled  depot.Boxes
//
//	asks   ask  the service Ping
type Seam struct {
	reactor.Reactor
	FirstOrder reactor.Out[depot.Boxes]
	FirstTold  reactor.In[depot.Boxes]
	Urgent     reactor.Out[depot.Boxes]
	Filled     reactor.In[depot.Boxes]
	Ask        access.RemoteClient[depot.PingRequest, depot.PingReply]

	fromFirstOrder reactor.PhysicalAction[depot.Boxes]
	fromUrgent     reactor.PhysicalAction[depot.Boxes]
	peer           Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the outside is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeFirstTold passes on what came on first_told. It must not wait, nor keep v.
	TakeFirstTold(v *depot.Boxes)
	// TakeFilled passes on what came on filled. It must not wait, nor keep v.
	TakeFilled(v *depot.Boxes)
	// ToldAsk passes on the answer to what CallAsk asked with a number. It must not wait, nor keep answer.
	ToldAsk(number uint64, answer *access.Answer[depot.PingReply])
	// Close ends.
	Close()
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from first_order").On(&s.fromFirstOrder).Sets(&s.FirstOrder).Do(func() { s.FirstOrder.Set(s.fromFirstOrder.Get()) })
	s.Reaction("from urgent").On(&s.fromUrgent).Sets(&s.Urgent).Do(func() { s.Urgent.Set(s.fromUrgent.Get()) })
	s.Reaction("to first_told").On(&s.FirstTold).Do(func() {
		if s.peer != nil {
			s.peer.TakeFirstTold(s.FirstTold.Ref())
		}
	})
	s.Reaction("to filled").On(&s.Filled).Do(func() {
		if s.peer != nil {
			s.peer.TakeFilled(s.Filled.Ref())
		}
	})
	s.Ask.Init(&s.Reactor, "ask", func(number uint64, answer *access.Answer[depot.PingReply]) {
		if s.peer != nil {
			s.peer.ToldAsk(number, answer)
		}
	})
	return s
}

// Join puts the outside on the other side of the seam. It must be called before the program starts, and leave when it
// has ended.
func (s *Seam) Join(p Peer) (leave func(), err error) {
	if err := p.Open(s); err != nil {
		return nil, err
	}
	s.peer = p
	return p.Close, nil
}

// DeliverFirstOrder hands the program what comes on first_order. Any thread may call it. It reports false when there
// is no room, or the program is over.
func (s *Seam) DeliverFirstOrder(v depot.Boxes) bool { return s.fromFirstOrder.Schedule(v, 0) }

// DeliverUrgent hands the program what comes on urgent. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverUrgent(v depot.Boxes) bool { return s.fromUrgent.Schedule(v, 0) }

// CallAsk asks the program for Ping. The answer is told with the same number; a node that is not running gives none.
// Any thread may call it. It reports false when there is no room, or the program is over.
func (s *Seam) CallAsk(number uint64, request depot.PingRequest) bool {
	return s.Ask.Ask(number, request)
}
