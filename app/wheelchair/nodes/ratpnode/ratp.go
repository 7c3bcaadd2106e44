package ratpnode

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
)

// RatpState is what the algorithm of ratp keeps from one call to the next: the kit's previous
// measurement.
type RatpState struct {
	last hardware.PMKMeasured
}

// Validate finds nothing.
func (s *RatpState) Validate() error { return nil }

// stale is the age, in s, above which a command is ignored and the wheels are stopped.
const stale = 0.15

// dead is the share of its range in which the stick on board is not touched.
const dead = 0.08

// Run reports what the kit has measured, and passes the newest command on to it.
//
//sinew:algorithm ratp
func (s *RatpState) Run(in *RatpIn, out *RatpOut) error {
	if m := in.Measured; m != nil && m.Time > s.last.Time {
		s.last = *m
		left, right := m.Left*chair.Radius, m.Right*chair.Radius
		out.Speed, out.SendSpeed = nav.Velocity{
			Twist: plane.Twist{V: m.V, W: m.W}, Time: m.Time, Driven: (left + right) / 2, Turned: (right - left) / chair.Track,
		}, !m.Mute
		l := plane.Comfort()
		stick := nav.Velocity{Time: in.Now.Seconds()}
		stick.Twist, stick.Wish = chair.Twist(m.StickX, m.StickY, l.V, l.W, dead)
		out.Joystick, out.SendJoystick = stick, !m.Mute
	}
	c := hardware.PMKCommand{Native: *in.StateData == messages.DrivingStateNative, Halt: *in.StateData == messages.DrivingStateHalted}
	out.Commanded = c
	if v := in.Velocity; v != nil && in.Now.Seconds()-v.Time <= stale && !c.Native && !c.Halt {
		out.Commanded.V, out.Commanded.W = v.V, v.W
	}
	out.SendCommanded = true
	return nil
}
