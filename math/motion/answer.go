package motion

import "github.com/sinew-robotics/sinew/math/spatial"

// Answer measures the delay between a command and the robot's reading of it: the sum of its servos' lag and its readings' age.
// Along the commanded velocity a reading is behind the command by velocity times delay; the delay is the least-squares fit of
// this to the last seconds. The zero value is ready and has no delay.
type Answer struct {
	behind float64 // sum of v·(command − reading), m²/s
	speed  float64 // sum of v², m²/s²
	n      float64 // sum of the cycles' weights
}

const (
	answers   = 3.0  // s, over which answers are averaged
	quickest  = 0.01 // m/s, rms: slower commands say nothing
	longestIn = 0.1  // s: greatest delay
	astray    = 0.02 // m: at this distance from the command the robot does not follow
)

// See takes a cycle's reading, and the previous cycle's command, t seconds ago, which goes on meanwhile.
func (a *Answer) See(c State, reading spatial.Vec3, t float64) {
	d := c.P.Add(c.V.Scale(t)).Sub(reading)
	if !reading.Finite() || d.Norm() > astray {
		return
	}
	keep := 1 - t/answers
	a.behind = float64(keep*a.behind) + c.V.Dot(d)
	a.speed = float64(keep*a.speed) + c.V.Dot(c.V)
	a.n = float64(keep*a.n) + 1
}

// Late returns the delay in s.
func (a *Answer) Late() float64 {
	if a.n == 0 || a.speed < quickest*quickest*a.n {
		return 0
	}
	return min(max(a.behind/a.speed, 0), longestIn)
}
