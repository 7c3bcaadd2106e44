// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal adcf7d93134becc3.

// Package movebase is the seam to the node Navigation_Stack::Move_Base, which exists already.
//
// It plans a path to the goal around obstacles, and says how fast to go.
//
// What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is
// not there: the recording has what it said.
package movebase

import (
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seam stands for the node in the program.
//
//	in   around  messages.Surroundings
//	in   map  messages.Map
//	in   goal  messages.Goal
//	in   sent  messages.Twist
//	out  cmd_vel  messages.Twist
//	out  driving  messages.Driving
//
//	asks   odom  messages.Odometry, shared
//	asks   place  messages.Place, shared
type Seam struct {
	reactor.Reactor
	Around  reactor.In[steer.Around]
	Map     reactor.In[nav.Map]
	Goal    reactor.In[nav.Goal]
	Sent    reactor.In[nav.Velocity]
	CmdVel  reactor.Out[nav.Velocity]
	Driving reactor.Out[nav.Driving]
	Odom    access.Data[nav.Odometry]
	Place   access.Data[nav.Place]

	fromCmdVel  reactor.PhysicalAction[nav.Velocity]
	fromDriving reactor.PhysicalAction[nav.Driving]
	fromOdom    reactor.PhysicalAction[nav.Odometry]
	fromPlace   reactor.PhysicalAction[nav.Place]
	peer        Peer
}

// Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.
type Peer interface {
	// Open begins. What comes from the node is handed over with the seam's Deliver methods.
	Open(s *Seam) error
	// TakeAround passes on what came on around. It must not wait, nor keep v.
	TakeAround(v *steer.Around)
	// TakeMap passes on what came on map. It must not wait, nor keep v.
	TakeMap(v *nav.Map)
	// TakeGoal passes on what came on goal. It must not wait, nor keep v.
	TakeGoal(v *nav.Goal)
	// TakeSent passes on what came on sent. It must not wait, nor keep v.
	TakeSent(v *nav.Velocity)
	// TakeOdom passes on what the shared odom is now. It must not wait, nor keep v.
	TakeOdom(v *nav.Odometry)
	// TakePlace passes on what the shared place is now. It must not wait, nor keep v.
	TakePlace(v *nav.Place)
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
	s.Odom.Init(&s.Reactor, "odom")
	s.Place.Init(&s.Reactor, "place")
	return s, by(s)
}

// New makes the seam, with nothing on its other side.
func New(parent reactor.Parent, name string) *Seam {
	s := &Seam{}
	reactor.Init(parent, name, s)
	s.Reaction("from cmd_vel").On(&s.fromCmdVel).Sets(&s.CmdVel).Do(func() { s.CmdVel.Set(s.fromCmdVel.Get()) })
	s.Reaction("from driving").On(&s.fromDriving).Sets(&s.Driving).Do(func() { s.Driving.Set(s.fromDriving.Get()) })
	s.Reaction("to around").On(&s.Around).Do(func() {
		if s.peer != nil {
			s.peer.TakeAround(s.Around.Ref())
		}
	})
	s.Reaction("to map").On(&s.Map).Do(func() {
		if s.peer != nil {
			s.peer.TakeMap(s.Map.Ref())
		}
	})
	s.Reaction("to goal").On(&s.Goal).Do(func() {
		if s.peer != nil {
			s.peer.TakeGoal(s.Goal.Ref())
		}
	})
	s.Reaction("to sent").On(&s.Sent).Do(func() {
		if s.peer != nil {
			s.peer.TakeSent(s.Sent.Ref())
		}
	})
	s.Odom.Init(&s.Reactor, "odom")
	s.Place.Init(&s.Reactor, "place")
	s.Reaction("to odom").On(&s.Odom.Change).Do(func() {
		if s.peer != nil {
			s.peer.TakeOdom(s.Odom.Get())
		}
	})
	s.Reaction("from odom").On(&s.fromOdom).Sets(&s.Odom.Write).Do(func() { s.Odom.Set(s.fromOdom.Get()) })
	s.Reaction("to place").On(&s.Place.Change).Do(func() {
		if s.peer != nil {
			s.peer.TakePlace(s.Place.Get())
		}
	})
	s.Reaction("from place").On(&s.fromPlace).Sets(&s.Place.Write).Do(func() { s.Place.Set(s.fromPlace.Get()) })
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

// DeliverCmdVel hands the program what comes on cmd_vel. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverCmdVel(v nav.Velocity) bool { return s.fromCmdVel.Schedule(v, 0) }

// DeliverDriving hands the program what comes on driving. Any thread may call it. It reports false when there is no
// room, or the program is over.
func (s *Seam) DeliverDriving(v nav.Driving) bool { return s.fromDriving.Schedule(v, 0) }

// DeliverOdom gives the shared odom another value. Any thread may call it. It reports false when there is no room, or
// the program is over.
func (s *Seam) DeliverOdom(v nav.Odometry) bool { return s.fromOdom.Schedule(v, 0) }

// DeliverPlace gives the shared place another value. Any thread may call it. It reports false when there is no room,
// or the program is over.
func (s *Seam) DeliverPlace(v nav.Place) bool { return s.fromPlace.Schedule(v, 0) }
