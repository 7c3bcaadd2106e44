package guard

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// WatchState is what the algorithm of watch keeps from one call to the next: what is around, and the guard.
type WatchState struct {
	eye   *nav.Eye
	guard *steer.Guard
}

// Validate finds nothing.
func (s *WatchState) Validate() error { return nil }

// Run looks at scans, for all who steer, and makes of a wish the next command. In the mode native, where the stick on board drives past the computer, and after an
// emergency stop it only looks on, so that its commands begin with what the wheels do when it is asked again.
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
		s.eye.State.Sent.Add(in.Now.Seconds(), in.Odom.Twist) // a guard that was started again goes on from how the wheels turn
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
