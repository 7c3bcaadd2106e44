package guard

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// WatchState is what the algorithm of watch keeps from one call to the next: the surroundings, and the guard.
type WatchState struct {
	eye   *nav.Eye
	guard *steer.Guard
}

// Validate finds nothing.
func (s *WatchState) Validate() error { return nil }

// Run processes scans, for all steering nodes, and turns a wish into the next command. In the mode native, in which the stick on board
// bypasses the computer, and after an emergency stop it only observes, so that its later commands begin with the wheels' present motion.
//
//sinew:algorithm watch
func (s *WatchState) Run(in *WatchIn, out *WatchOut) error {
	if s.eye == nil {
		p := chair.Steer(&in.Params)
		var err error
		if s.eye, err = nav.NewEye(p); err != nil {
			return err
		}
		if s.guard, err = steer.NewGuard(p); err != nil {
			return err
		}
		s.eye.State.Sent.Add(in.Now.Seconds(), in.Odom.Twist) // a restarted guard goes on from the wheels' present motion
	}
	s.eye.Move(in.Odom)
	if in.Scan != nil {
		s.eye.See(in.Scan)
		out.Around, out.SendAround = s.eye.Near.Around, true
	}
	if in.Received == nil {
		return nil
	}
	at := s.eye.At(in.Now)
	t, verdict := s.guard.Check(in.Received.Twist, at, s.eye.Near)
	switch *in.StateData {
	case messages.DrivingStateNative, messages.DrivingStateHalted:
		t = at.Twist
	}
	at.Sent.Add(at.Time, t)
	out.Published, out.SendPublished = nav.Velocity{Twist: t, Time: at.Time, Wish: in.Received.Wish}, true
	out.Verdict, out.SendVerdict = nav.Driving{Doing: verdict.Doing, Reason: verdict.Reason, Clear: verdict.Clear}, true
	return nil
}
