package nav

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// slip detects from the place that the wheels mislead the odometry: they slip on a wet floor, or one is stuck.
type slip struct {
	last  Place
	yaw   float64 // rad, by which scans have corrected odometry lately
	along float64 // m, likewise forward
	until float64 // s, when the slip is forgotten
}

// Settings of slip: the share of earlier corrections that remains, the corrections above which the wheels slip, how long that is
// remembered, in s, and how fast a vehicle drives then, in m/s and rad/s.
const (
	slipFades = 0.8
	slipYaw   = 0.06
	slipWay   = 0.06
	slipStays = 2.0
	slipSpeed = 0.15
	slipTurn  = 0.25
)

// see takes a place.
func (s *slip) see(p *Place) {
	if s.last.State == locate.Converged && p.State == locate.Converged {
		e := s.last.At(p.Odometry).Inv().Mul(p.Pose)
		s.yaw = float64(slipFades*s.yaw) + e.Yaw
		s.along = float64(slipFades*s.along) + e.X
		if math.Abs(s.yaw) > slipYaw || math.Abs(s.along) > slipWay {
			s.until = p.Time + slipStays
		}
	}
	s.last = *p
}

// slow slows a command so much that wrong odometry does no harm before the next scan.
func (s *slip) slow(c *steer.Command, now float64) {
	if now > s.until {
		return
	}
	k := 1.0
	if v := math.Abs(c.V); v > slipSpeed {
		k = slipSpeed / v
	}
	if w := math.Abs(c.W); k*w > slipTurn {
		k = slipTurn / w
	}
	if k < 1 {
		c.V, c.W = k*c.V, k*c.W
		c.Doing, c.Reason = steer.Slowing, steer.Odometry
	}
}
