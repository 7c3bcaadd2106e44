package motion

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Command is a commanded pose with the motion it is in: position state, orientation R and angular velocity W
// (rad/s, base frame, over the last period).
type Command struct {
	State
	R spatial.Rot
	W spatial.Vec3
}

// At returns the command at rest at pose p.
func At(p spatial.Pose) Command { return Command{State: State{P: p.P}, R: p.R} }

// Pose returns the commanded pose.
func (c Command) Pose() spatial.Pose { return spatial.Pose{P: c.P, R: c.R} }

// Turn returns orientation and angular velocity one cycle of t seconds later on the way to angular velocity
// want (rad/s), within the limits AngV and AngA: both bounds are balls, so a step from inside both toward a
// point of both stays inside both.
func (c Command) Turn(want spatial.Vec3, l Limits, t float64) (spatial.Rot, spatial.Vec3) {
	dw := want.Limit(l.AngV).Sub(c.W).Limit(l.AngA * t)
	w := c.W.Add(dw)
	if w == (spatial.Vec3{}) {
		return c.R, w
	}
	return spatial.Exp(w.Scale(t)).Mul(c.R).Quat().Rot(), w // through the quaternion, so that R stays a rotation
}

// turnTo returns the angular velocity that brings orientation r to goal along the geodesic, fast enough to
// use AngV and AngA and slow enough to brake exactly at the goal.
func (c Command) turnTo(goal spatial.Rot, l Limits, t float64) spatial.Vec3 {
	e := goal.Mul(c.R.T()).Log()
	n := e.Norm()
	if n > math.Pi-0.2 && e.Dot(c.W) < 0 { // keep the direction of rotation: both ways are about equally long
		e = e.Scale((n - 2*math.Pi) / n)
		n = 2*math.Pi - n
	}
	if n < 1e-12 {
		return spatial.Vec3{}
	}
	return e.Scale(min(l.AngV, SpeedFor(n, l.AngA*t, t)) / n)
}

// trail remembers where the last commands were.
type trail struct {
	p [64]spatial.Vec3
	n int
}

func (t *trail) push(p spatial.Vec3) {
	t.p[t.n%len(t.p)] = p
	t.n++
}

// distance from p to the nearest of the last k commands; +Inf if there is none.
func (t *trail) distance(p spatial.Vec3, k int) float64 {
	d := math.Inf(1)
	for i := t.n - 1; i >= 0 && i >= t.n-min(k, len(t.p)); i-- {
		d = min(d, t.p[i%len(t.p)].Dist(p))
	}
	return d
}
