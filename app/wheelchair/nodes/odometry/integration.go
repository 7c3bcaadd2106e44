package odometry

import (
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
)

// IntegrationState is what the algorithm of integration keeps from one call to the next: the speed last integrated.
type IntegrationState struct{ last nav.Velocity }

// Validate finds nothing.
func (s *IntegrationState) Validate() error { return nil }

// Run moves the pose by the wheels' motion since the last time, as if their speeds had been constant: an arc. A restarted
// node goes on from the previous pose.
//
//sinew:algorithm integration
func (s *IntegrationState) Run(in *IntegrationIn, out *IntegrationOut) error {
	v := in.Speed
	if v == nil || v.Time <= s.last.Time {
		return nil
	}
	o := *in.Odom
	if s.last.Time > 0 {
		o.Pose = o.Mul(plane.Twist{V: v.Driven - s.last.Driven, W: v.Turned - s.last.Turned}.Over(1))
	}
	o.Twist, o.Time = v.Twist, v.Time
	s.last = *v
	out.Odom, out.SetOdom = o, true
	return nil
}
