package virtual

import (
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// wander is a random motion between random states, each left before it is reached more often than not, that ends at
// rest. It keeps a share of the limits.
type wander struct {
	g      franka.MotionGenerator
	length time.Duration
	rng    *rand.Rand
	plan   *otg.Planner
	way    *otg.Trajectory
	in     otg.Input
	since  float64
	until  float64
	last   bool
	p      []float64
	v, a   []float64
	radius []float64
	q0     [7]float64
	pose   spatial.Pose
}

func newWander(g franka.MotionGenerator, share float64, length time.Duration, seed uint64) *wander {
	n := 7
	l := franka.PandaLimits()
	if g == franka.GenerateCartesianPose || g == franka.GenerateCartesianVelocity {
		n = 6
	}
	col := func() []float64 { return make([]float64, n) }
	w := &wander{g: g, length: length, rng: rand.New(rand.NewPCG(seed, 3)), plan: otg.NewPlanner(n), way: otg.NewTrajectory(n, 0), p: col(), v: col(), a: col(), radius: col()}
	w.in = otg.Input{P0: w.p, V0: w.v, A0: w.a, PF: col(), VF: col(), AF: col(), VMax: col(), AMax: col(), JMax: col(), PMin: col(), PMax: col()}
	for i := range n {
		v, a, j := l.Joints[i%7].V, l.Joints[i%7].A, l.Joints[i%7].J
		w.radius[i] = 0.4
		if n == 6 {
			r := l.Cartesian.Translation
			w.radius[i] = 0.1
			if i >= 3 {
				r = l.Cartesian.Rotation
				w.radius[i] = 0.2
			}
			v, a, j = r.V*0.15, r.A*0.15, r.J*0.15
		}
		w.in.VMax[i], w.in.AMax[i], w.in.JMax[i] = v*share, a*share, j*share
		w.in.PMin[i], w.in.PMax[i] = -w.radius[i], w.radius[i]
	}
	return w
}

func (w *wander) next(now float64, rest bool) {
	for i := range w.p {
		w.in.PF[i] = (2*w.rng.Float64() - 1) * w.radius[i] * 0.8
		w.in.VF[i] = (2*w.rng.Float64() - 1) * w.in.VMax[i] * 0.3
		if rest {
			w.in.VF[i] = 0
		}
	}
	if w.plan.Plan(&w.in, w.way).Usable() {
		w.since, w.until = now, now+w.way.Duration()*(0.2+w.rng.Float64())
	}
}

// Next implements remote.Motion.
func (w *wander) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	now := t.Seconds()
	if t == 0 {
		w.q0, w.pose = s.Qd, franka.SpatialPose(&s.OTEEc)
		w.next(0, false)
	}
	w.way.At(now-w.since, w.p, w.v, w.a)
	if !w.last && (now >= w.until || t >= w.length) {
		w.last = t >= w.length
		w.next(now, w.last)
	}
	w.way.At(now-w.since, w.p, w.v, w.a)
	switch w.g {
	case franka.GenerateJointPosition:
		for i := range c.QC {
			c.QC[i] = w.q0[i] + w.p[i]
		}
	case franka.GenerateJointVelocity:
		copy(c.DQC[:], w.v)
	case franka.GenerateCartesianVelocity:
		copy(c.ODPEEc[:], w.v)
	default:
		p := spatial.Pose{P: w.pose.P.Add(spatial.V(w.p[0], w.p[1], w.p[2])), R: spatial.Exp(spatial.V(w.p[3], w.p[4], w.p[5])).Mul(w.pose.R)}
		r := &p.R
		c.OTEEc = franka.Pose{r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, p.P.X, p.P.Y, p.P.Z, 1}
	}
	return w.last && now > w.since+w.way.Duration()+0.005
}
