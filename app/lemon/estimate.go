package lemon

import (
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// estimate follows the target's position, velocity and acceleration through the frames, and leads them on to any time
// after. A frame is 20 to 50 ms old by the time it is used, and more where pictures have to wait for a processor; in
// 50 ms a target that swings 0.1 m at 0.5 Hz leaves the line of its velocity by 1.2 mm, and in 200 ms by 20 mm.
//
// It is the fading-memory filter of second degree (Brookner, "Tracking and Kalman Filtering Made Easy", 1998,
// section 1.3: critically damped g-h-k), its gains for frames dt apart. A frame that comes after a younger one is put in
// its place: what is known goes back to before the younger ones, and they are taken once more.
type estimate struct {
	course
	past [8]fix // the last frames, by the time they were taken
	n    int
}

// course is what is known of the target.
type course struct {
	p, v, a spatial.Vec3 // m, m/s, m/s², when the last frame was taken
	taken   reactor.Time
	known   bool
}

// fix is a frame, and what was known before it.
type fix struct {
	at     reactor.Time
	p      spatial.Vec3
	before course
}

const (
	memory    = 0.5 // θ: how much of the past is kept from frame to frame
	jumpSpeed = 1.5 // m/s: a frame off by more than this times the time passed shows another target …
	longGap   = 0.5 // s: … as does one that comes so long after the last
	longLook  = 0.2 // s: the acceleration is trusted no farther ahead

	late   = 100 * time.Millisecond // a frame so old is used and counted as late
	oldest = 300 * time.Millisecond // one older than that is not used: where the lemon is now it says no more
)

// see takes a new target and returns the sighting to plan with at time now.
func (e *estimate) see(t *Target, now reactor.Time) motion.Sighting {
	s := motion.Sighting{Pose: t.Pose, Vel: t.Vel, Moves: t.Moves, Age: max(0, (now - t.Taken).Duration().Seconds())}
	if t.Moves || !t.Pose.Finite() {
		*e = estimate{}
		return s
	}
	e.take(t.Taken, t.Pose.P)
	p, v := e.at(now)
	s.Moves, s.Vel, s.Pose.P = true, v, p.Sub(v.Scale(s.Age))
	return s
}

// take takes a frame in its place. One that is there already changes nothing, nor does one from before all that are
// remembered.
func (e *estimate) take(at reactor.Time, p spatial.Vec3) {
	k := e.n
	for k > 0 && e.past[k-1].at >= at {
		k--
	}
	younger, n := e.past, e.n
	if k < n {
		before := younger[k].before
		if younger[k].at == at || before.known && before.taken >= at || k == 0 && !before.known {
			return
		}
		e.course, e.n = before, k
	}
	e.add(at, p)
	for _, f := range younger[k:n] {
		e.add(f.at, f.p)
	}
}

// add takes a frame that is younger than all others.
func (e *estimate) add(at reactor.Time, p spatial.Vec3) {
	if e.n == len(e.past) {
		copy(e.past[:], e.past[1:])
		e.n--
	}
	e.past[e.n] = fix{at, p, e.course}
	e.n++
	dt := (at - e.taken).Duration().Seconds()
	ahead := e.p.Add(e.v.Scale(dt)).Add(e.a.Scale(dt * dt / 2))
	off := p.Sub(ahead)
	e.taken = at
	if !e.known || dt > longGap || off.Norm() > jumpSpeed*dt {
		e.course = course{p: p, taken: at, known: true}
		return
	}
	const m = memory
	e.p = ahead.Add(off.Scale(1 - m*m*m))
	e.v = e.v.Add(e.a.Scale(dt)).Add(off.Scale(1.5 * (1 - m) * (1 - m) * (1 + m) / dt))
	e.a = e.a.Add(off.Scale((1 - m) * (1 - m) * (1 - m) / (dt * dt)))
}

// at is where the target is expected at a time, and its velocity there.
func (c *course) at(now reactor.Time) (p, v spatial.Vec3) {
	age := max(0, (now - c.taken).Duration().Seconds())
	h := min(age, longLook)
	return c.p.Add(c.v.Scale(age)).Add(c.a.Scale(h * (age - h/2))), c.v.Add(c.a.Scale(h))
}
