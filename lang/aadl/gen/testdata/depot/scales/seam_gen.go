// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 8eade30f8068198b.

// Package scales is the seam to the node Depot::Scales, which exists already.
//
// The scales, which exist already. They ask for boxes, too.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package scales

import (
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	gives  weigh  the service Weigh
//	asks   fetch  the service Fetch
//	asks   gate  depot.Gate, shared
type Seam struct {
	reactor.Reactor
	Weigh access.RemoteServer[depot.WeighRequest, depot.WeighReply]
	Fetch access.RemoteClient[depot.FetchRequest, depot.FetchReply]
	Gate  access.Data[depot.Gate]

	fromGate reactor.PhysicalAction[depot.Gate]
	peer     Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// AskWeigh passes on a call of Weigh. Its answer goes to AnswerWeigh, with the ticket. It must not wait, nor keep
	// request.
	AskWeigh(t access.Ticket, request *depot.WeighRequest)
	// ToldFetch passes on the answer to what CallFetch asked with a number. It must not wait, nor keep answer.
	ToldFetch(number uint64, answer *access.Answer[depot.FetchReply])
	// TakeGate passes on what the shared gate is now. It must not wait, nor keep v.
	TakeGate(v *depot.Gate)
	// Close ends.
	Close()
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Weigh.Init(&s.Reactor, "weigh", 2, func(t access.Ticket, request *depot.WeighRequest) {
		if s.peer != nil {
			s.peer.AskWeigh(t, request)
		}
	})
	s.Fetch.Init(&s.Reactor, "fetch", func(number uint64, answer *access.Answer[depot.FetchReply]) {
		if s.peer != nil {
			s.peer.ToldFetch(number, answer)
		}
	})
	s.Gate.Init(&s.Reactor, "gate")
	s.Reaction("to gate").On(&s.Gate.Change).Do(func() {
		if s.peer != nil {
			s.peer.TakeGate(s.Gate.Get())
		}
	})
	s.Reaction("from gate").On(&s.fromGate).Sets(&s.Gate.Write).Do(func() { s.Gate.Set(s.fromGate.Get()) })
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

// AnswerWeigh hands the program the answer to a call of Weigh, or why there is none. Any thread may call it. It
// reports false when there is no room, or the program is over.
func (s *Seam) AnswerWeigh(t access.Ticket, reply depot.WeighReply, err error) bool {
	return s.Weigh.Answer(t, reply, err)
}

// CallFetch asks the program for Fetch. The answer is told with the same number; a node that is not running gives
// none. Any thread may call it. It reports false when there is no room, or the program is over.
func (s *Seam) CallFetch(number uint64, request depot.FetchRequest) bool {
	return s.Fetch.Ask(number, request)
}

// DeliverGate gives the shared gate another value. Any thread may call it. It reports false when there is no room, or
// the program is over.
func (s *Seam) DeliverGate(v depot.Gate) bool { return s.fromGate.Schedule(v, 0) }
