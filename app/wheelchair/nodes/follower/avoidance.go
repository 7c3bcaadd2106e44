package follower

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// AvoidanceState is what the algorithm of avoidance keeps from one call to the next: the surroundings, and how it
// assists.
type AvoidanceState struct {
	sight  *nav.Sight
	assist *steer.Assist
}

// Validate finds nothing.
func (s *AvoidanceState) Validate() error { return nil }

// Run assists a person. In the mode manual, without assistance, it passes the velocity on unchanged.
//
//sinew:algorithm avoidance
func (s *AvoidanceState) Run(in *AvoidanceIn, out *AvoidanceOut) error {
	if s.sight == nil {
		p := chair.Steer(&in.Params)
		var err error
		if s.sight, err = nav.NewSight(p); err != nil {
			return err
		}
		if s.assist, err = steer.NewAssist(p); err != nil {
			return err
		}
	}
	s.sight.Move(in.Odom)
	s.sight.Take(in.Around)
	if in.Sent != nil {
		s.sight.State.Sent.Add(in.Sent.Time, in.Sent.Twist)
	}
	if in.Received == nil {
		return nil
	}
	out.Published, out.SendPublished = *in.Received, true
	if *in.StateData != messages.DrivingStateManual && in.Received.Wish {
		out.Published.Twist = s.assist.Step(in.Received.Twist, s.sight.At(in.Now), s.sight.Near).Twist
	}
	return nil
}
