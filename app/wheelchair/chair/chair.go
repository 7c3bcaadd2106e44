// Package chair describes the wheelchair for the nodes that drive it: its outline, its wheels, the positions of its scanners,
// and how it answers commands.
package chair

import (
	"math"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// The driven wheels, in m.
const (
	Track  = 0.56
	Radius = 0.17
)

// Period is how often a command goes to the wheels, in s.
const Period = 0.02

// Outline returns the outline of the wheelchair with a person in it.
func Outline() nav.Outline {
	return nav.Outline{{X: -0.30, Y: -0.325}, {X: 0.80, Y: -0.325}, {X: 0.80, Y: 0.325}, {X: -0.30, Y: 0.325}}
}

// Mounts returns the poses of the scanners: at the front left corner and at the rear right one.
func Mounts() [2]nav.Pose {
	return [2]nav.Pose{{X: 0.75, Y: 0.28, Yaw: math.Pi / 4}, {X: -0.25, Y: -0.28, Yaw: -3 * math.Pi / 4}}
}

// Steer returns what steering needs to know.
func Steer(p *platform.DrivingParameters) steer.Params {
	l := nav.Comfort()
	l.V, l.Back, l.W = p.Forward.MetresPerSecond(), p.Backward.MetresPerSecond(), p.Turn.RadiansPerSecond()
	return steer.Params{Outline: Outline(), Limits: l, Period: Period,
		Response: steer.Response{Delay: p.Delay.Seconds(), Lag: p.Lag.Seconds()}}
}

// Health is the state of the critical nodes.
type Health struct {
	Operating bool  // all of them run
	Gone      int32 // how many have ended and will not be restarted
}

// Twist returns the velocity that a stick asks for: x forward and y to the left, from -1 to 1; below dead the stick is not
// touched.
func Twist(x, y, forward, turn, dead float64) (t nav.Twist, wish bool) {
	l := nav.Comfort()
	x, y = beyond(x, dead), beyond(y, dead)
	t = nav.Twist{V: x * forward, W: y * turn}
	if t.V < 0 {
		t.V = x * min(forward/2, l.Back)
	}
	return t, x != 0 || y != 0
}

// beyond returns how far a stick is beyond its dead zone, from -1 to 1.
func beyond(x, dead float64) float64 {
	if !(math.Abs(x) > dead) {
		return 0
	}
	return math.Copysign(min((math.Abs(x)-dead)/(1-dead), 1), x)
}
