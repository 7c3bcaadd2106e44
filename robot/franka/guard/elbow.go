package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
)

// elbowPath commands the elbow of a twist: a position, which no trajectory of twists determines. If the stream's elbow
// keeps the limits, it is commanded unchanged. Otherwise, as during and after a gap, a linear feedback of position,
// velocity and acceleration with three equal poles leads the elbow back to it, or to rest if the stream is missing.
type elbowPath struct {
	stray bool
	last  float64 // the stream's
	known bool
}

// pole of the feedback, 1/s: slow compared with the elbow's limits.
const pole = 30.0

// next returns the elbow to command for target, and whether even the feedback had to be limited. now is the robot's own
// elbow with its derivatives.
func (e *elbowPath) next(rate *safety.Rate, target float64, now *[3]float64) (float64, safety.Verdict) {
	missing := target == now[0] && (now[1] != 0 || now[2] != 0) // a target that is the robot's own elbow means that there is no stream
	v := 0.0
	if e.known && !missing {
		v = (target - e.last) / dt
	}
	if e.stray = e.stray || missing; !e.stray || !missing && math.Abs(target-now[0]-now[1]*dt) < 1e-7 {
		x, verdict := rate.Position(dt, target, now[0], now[1], now[2])
		if verdict == safety.Pass {
			e.stray, e.last, e.known = false, target, true
			return x, verdict
		}
	}
	e.stray, e.last, e.known = true, target, !missing
	j := -pole*pole*pole*(now[0]-target) - 3*pole*pole*(now[1]-v) - 3*pole*now[2]
	j = math.Max(-0.5*rate.J, math.Min(0.5*rate.J, j))
	a := math.Max(-0.5*rate.A, math.Min(0.5*rate.A, now[2]+float64(j*dt)))
	return rate.Position(dt, now[0]+float64((now[1]+float64(a*dt))*dt), now[0], now[1], now[2])
}
