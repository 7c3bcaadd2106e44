// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 700e6cf828cde8ea.

// Package outside is the seam to all that is outside of Wheelchair::Wheelchair.pmk.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package outside

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the outside in the program.
//
//	out  goal  messages.Goal
//	out  here  messages.Goal
//	out  stop  struct{}
//	out  wish  messages.DrivingState
//	in   report  messages.Driving
type Seam struct {
	reactor.Reactor
	Goal   reactor.Out[nav.Goal]
	Here   reactor.Out[nav.Goal]
	Stop   reactor.Out[struct{}]
	Wish   reactor.Out[messages.DrivingState]
	Report reactor.In[nav.Driving]

	fromGoal reactor.PhysicalAction[nav.Goal]
	fromHere reactor.PhysicalAction[nav.Goal]
	fromStop reactor.PhysicalAction[struct{}]
	fromWish reactor.PhysicalAction[messages.DrivingState]
	peer     Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the outside is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeReport passes on what came on report. It must not wait, nor keep v.
	TakeReport(v *nav.Driving)
	// Close ends.
	Close()
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from goal").On(&s.fromGoal).Sets(&s.Goal).Do(func() { s.Goal.Set(s.fromGoal.Get()) })
	s.Reaction("from here").On(&s.fromHere).Sets(&s.Here).Do(func() { s.Here.Set(s.fromHere.Get()) })
	s.Reaction("from stop").On(&s.fromStop).Sets(&s.Stop).Do(func() { s.Stop.Set(s.fromStop.Get()) })
	s.Reaction("from wish").On(&s.fromWish).Sets(&s.Wish).Do(func() { s.Wish.Set(s.fromWish.Get()) })
	s.Reaction("to report").On(&s.Report).Do(func() {
		if s.peer != nil {
			s.peer.TakeReport(s.Report.Ref())
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

// DeliverGoal hands the program what comes on goal. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverGoal(v nav.Goal) bool { return s.fromGoal.Schedule(v, 0) }

// DeliverHere hands the program what comes on here. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverHere(v nav.Goal) bool { return s.fromHere.Schedule(v, 0) }

// DeliverStop hands the program what comes on stop. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverStop(v struct{}) bool { return s.fromStop.Schedule(v, 0) }

// DeliverWish hands the program what comes on wish. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverWish(v messages.DrivingState) bool { return s.fromWish.Schedule(v, 0) }
