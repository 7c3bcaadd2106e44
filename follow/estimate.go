package follow

import (
	"github.com/sinew-robotics/sinew/motion"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/spatial"
)

// estimate follows the target's position, velocity and acceleration through the frames. A frame is 20 to 50 ms old
// by the time it is used; in 50 ms a target that swings 0.1 m at 0.5 Hz leaves the line of its velocity by 1.2 mm,
// and each new frame would be a step that the arm takes longer to catch up with than there is until the next.
//
// It is the fading-memory filter of second degree (Brookner, "Tracking and Kalman Filtering Made Easy", 1998,
// section 1.3: critically damped g-h-k), its gains for frames dt apart.
type estimate struct {
	p, v, a spatial.Vec3 // m, m/s, m/s², when the last frame was taken
	taken   reactor.Time
	seen    bool
	half    float64 // s: half of the time from frame to frame
}

func newEstimate(frameRate float64) estimate { return estimate{half: 0.5 / frameRate} }

const (
	memory    = 0.5 // θ: how much of the past is kept from frame to frame
	jumpSpeed = 1.5 // m/s: a frame off by more than this times the time passed shows another target …
	longGap   = 0.5 // s: … as does one that comes so long after the last
	longLook  = 0.1 // s: the acceleration is trusted no farther ahead
	oldest    = 0.3 // s
)
var zlook = 0.2

// see takes a new target and returns the sighting to plan with at time now: its velocity leads from where the target
// is expected now to where it will be when the next frame comes.
func (e *estimate) see(t *Target, now reactor.Time) motion.Sighting {
	age := max(0, (now - t.Taken).Duration().Seconds())
	s := motion.Sighting{Pose: t.Pose, Vel: t.Vel, Moves: t.Moves, Age: age}
	if t.Moves || !t.Pose.Finite() {
		e.seen = false
		return s
	}
	dt := (t.Taken - e.taken).Duration().Seconds()
	if e.seen && dt <= 0 {
		return s // no newer than what is known: the planner's tracker refuses it
	}
	e.taken = t.Taken
	ahead := e.p.Add(e.v.Scale(dt)).Add(e.a.Scale(dt * dt / 2))
	off := t.Pose.P.Sub(ahead)
	if !e.seen || dt > longGap || off.Norm() > jumpSpeed*dt {
		*e = estimate{p: t.Pose.P, taken: t.Taken, seen: true, half: e.half}
	} else {
		const m = memory
		e.p = ahead.Add(off.Scale(1 - m*m*m))
		e.v = e.v.Add(e.a.Scale(dt)).Add(off.Scale(1.5 * (1 - m) * (1 - m) * (1 + m) / dt))
		e.a = e.a.Add(off.Scale((1 - m) * (1 - m) * (1 - m) / (dt * dt)))
	}
	p, v := e.at(age)
	s.Moves, s.Vel = true, v
	s.Pose.P = p.Sub(v.Scale(age))
	return s
}

// at is where the target is expected a time after the last frame was taken, s, and its velocity there.
func (e *estimate) at(age float64) (p, v spatial.Vec3) {
	h := min(age, zlook)
	return e.p.Add(e.v.Scale(age)).Add(e.a.Scale(h * (age - h/2))), e.v.Add(e.a.Scale(h))
}
