package sim

import (
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Interval is the time from From (included) to To (excluded).
type Interval struct{ From, To time.Duration }

// Contains reports whether t lies in the interval.
func (i Interval) Contains(t time.Duration) bool { return t >= i.From && t < i.To }

// Lemon is the target: an ellipsoid that follows a path, turns slowly, and is out of sight in scripted
// intervals. Everything about it is a pure function of time.
type Lemon struct {
	Path   Path          // of its centre; nil: the lemon stays at the origin
	Hidden []Interval    // when a hand covers it
	Turn   time.Duration // period of rotation about the vertical; 0 for no rotation
	Tilt   float64       // rad, of the long axis from the horizontal
}

// LemonRadii are the half axes of the lemon in m: long axis x.
func LemonRadii() spatial.Vec3 { return spatial.V(0.040, 0.028, 0.028) }

// At returns the centre's position in m and its velocity in m/s in the base frame.
func (l *Lemon) At(t time.Duration) (pos, vel spatial.Vec3) {
	if l.Path == nil {
		return
	}
	return l.Path.At(t)
}

// Pose returns the lemon's frame in the base frame: origin at the centre, x along the long axis.
func (l *Lemon) Pose(t time.Duration) spatial.Pose {
	p, _ := l.At(t)
	return spatial.Pose{P: p, R: spatial.RotZ(phase(t, l.Turn)).Mul(spatial.RotY(l.Tilt))}
}

// Visible reports whether the lemon can be seen.
func (l *Lemon) Visible(t time.Duration) bool {
	for _, h := range l.Hidden {
		if h.Contains(t) {
			return false
		}
	}
	return true
}
