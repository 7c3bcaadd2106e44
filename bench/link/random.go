package link

import (
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// wander is a random motion from one random state to the next. Most states are left before they are reached, and
// jerk, acceleration and velocity are at their bounds most of the time. It begins at rest at the robot's position and
// ends at rest after Length. It is determined by its seed.
type wander struct {
	Generator franka.MotionGenerator // joint positions or Cartesian poses
	Length    time.Duration          // after this it comes to rest
	Share     float64                // of the robot's limits

	rnd        *rand.Rand
	plan       *otg.Planner
	way        *otg.Trajectory
	in         otg.Input
	since      float64 // when the trajectory began, s
	until      float64 // when the next one begins
	q0         [7]float64
	pose       spatial.Pose
	low, high  []float64
	ending     bool
	Unplanned  int // plans that failed; the last one went on
	p, v, a    []float64
	vmax, amax []float64
	jmax       []float64
}

// newWander prepares a motion for the given limits.
func newWander(g franka.MotionGenerator, l franka.Limits, share float64, length time.Duration, seed uint64) *wander {
	n := 7
	if g == franka.GenerateCartesianPose {
		n = 6
	}
	col := func() []float64 { return make([]float64, n) }
	w := &wander{Generator: g, Length: length, Share: share, rnd: rand.New(rand.NewPCG(seed, 0x51e3)),
		plan: otg.NewPlanner(n), way: otg.NewTrajectory(n, 0), p: col(), v: col(), a: col(), low: col(), high: col(),
		vmax: col(), amax: col(), jmax: col()}
	for i := range n {
		v, a, j := 0.0, 0.0, 0.0
		switch {
		case n == 7:
			v, a, j = l.Joints[i].V, l.Joints[i].A, l.Joints[i].J
		case i < 3: // each axis its share of the norm
			v, a, j = cartesianShare*l.Cartesian.Translation.V, cartesianShare*l.Cartesian.Translation.A, cartesianShare*l.Cartesian.Translation.J
		default:
			v, a, j = cartesianShare*l.Cartesian.Rotation.V, cartesianShare*l.Cartesian.Rotation.A, cartesianShare*l.Cartesian.Rotation.J
		}
		w.vmax[i], w.amax[i], w.jmax[i] = share*v, share*a, share*j
	}
	w.in = otg.Input{P0: w.p, V0: w.v, A0: w.a, PF: col(), VF: col(), AF: col(), VMax: w.vmax, AMax: w.amax, JMax: w.jmax, PMin: w.low, PMax: w.high}
	return w
}

// cartesianShare is the share of the Cartesian limits that each axis of a random Cartesian motion gets: 1/√3 of the
// norm, and a quarter of that, with which the joints reach 0.7 of their accelerations without any loss.
const cartesianShare = 0.577 / 4

// Next implements remote.Motion.
func (w *wander) Next(t time.Duration, s *franka.State, c *franka.Command) (finished bool) {
	now := t.Seconds()
	if t == 0 {
		w.begin(s)
	}
	w.way.At(now-w.since, w.p, w.v, w.a)
	switch {
	case w.ending:
	case t >= w.Length:
		w.ending = true
		w.next(now, true)
	case now >= w.until:
		w.next(now, false)
	}
	w.way.At(now-w.since, w.p, w.v, w.a)
	if w.Generator == franka.GenerateCartesianPose {
		at := spatial.Pose{P: w.pose.P.Add(spatial.V(w.p[0], w.p[1], w.p[2])), R: spatial.Exp(spatial.V(w.p[3], w.p[4], w.p[5])).Mul(w.pose.R)}
		c.OTEEc = franka.Pose{at.R[0], at.R[3], at.R[6], 0, at.R[1], at.R[4], at.R[7], 0, at.R[2], at.R[5], at.R[8], 0, at.P.X, at.P.Y, at.P.Z, 1}
	} else {
		for i := range c.QC {
			c.QC[i] = w.q0[i] + w.p[i]
		}
	}
	return w.ending && now >= w.since+w.way.Duration()+0.01
}

// begin sets the motion's origin at the robot's last command.
func (w *wander) begin(s *franka.State) {
	w.q0 = s.Qd
	m := &s.OTEEc
	w.pose = spatial.Pose{P: spatial.V(m[12], m[13], m[14]), R: spatial.Rot{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}}
	clear(w.p)
	clear(w.v)
	clear(w.a)
	for i := range w.low {
		reach := 0.4 // rad about the ready pose: inside the Panda's limits for every joint
		switch {
		case w.Generator != franka.GenerateCartesianPose:
		case i < 3:
			reach = 0.06
		default:
			reach = 0.15
		}
		w.low[i], w.high[i] = -reach, reach
	}
	w.since, w.until, w.ending = 0, 0, false
	w.next(0, false)
}

// next plans from the state in p, v, a to another one: random, or the nearest possible rest.
func (w *wander) next(now float64, rest bool) {
	for i := range w.p {
		w.in.PF[i] = w.low[i]*0.8 + w.rnd.Float64()*(w.high[i]-w.low[i])*0.8
		w.in.VF[i] = (w.rnd.Float64() - 0.5) * 0.4 * w.vmax[i]
		if rest || w.rnd.IntN(3) == 0 {
			w.in.VF[i] = 0
		}
	}
	leave := w.rnd.Float64()
	try := otg.NewTrajectory(len(w.p), 0)
	if s := w.plan.Plan(&w.in, try); !s.Usable() || s == otg.Beyond {
		w.Unplanned++
		w.until = now + 0.01
		w.ending = false
		return
	}
	w.way, w.since = try, now
	w.until = now + try.Duration()*(0.3+0.6*leave)
}
