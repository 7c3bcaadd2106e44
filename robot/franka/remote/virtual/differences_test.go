package virtual

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// differences checks what a robot was commanded by differences of its own, of positions alone: it does not look at
// the derivatives that the robot reports.
type differences struct {
	limits franka.Limits
	q      [4][7]float64
	p      [4]spatial.Pose
	n      int
	worst  float64 // largest value against its limit
	faults []string
}

func newDifferences() *differences { return &differences{limits: franka.PandaLimits()} }

// add takes the state of the next cycle.
func (d *differences) add(s *franka.State) {
	copy(d.q[1:], d.q[:3])
	copy(d.p[1:], d.p[:3])
	d.q[0], d.p[0] = s.Qd, franka.SpatialPose(&s.OTEEc)
	if d.n++; d.n < 4 {
		return
	}
	const dt = franka.Period
	for i, l := range d.limits.Joints {
		q := [4]float64{d.q[0][i], d.q[1][i], d.q[2][i], d.q[3][i]}
		v := (q[0] - q[1]) / dt
		a := (q[0] - 2*q[1] + q[2]) / (dt * dt)
		j := (q[0] - 3*q[1] + 3*q[2] - q[3]) / (dt * dt * dt)
		d.see(fmt.Sprintf("joint %d", i+1), math.Abs(v)/l.V, math.Abs(a)/l.A, math.Abs(j)/l.J)
		if q[0] < l.Lower || q[0] > l.Upper {
			d.fault("joint %d at %g", i+1, q[0])
		}
	}
	if s.MotionGenerator != franka.GenerateCartesianPose && s.MotionGenerator != franka.GenerateCartesianVelocity {
		return
	}
	var lin, ang [3]spatial.Vec3
	for k := range lin {
		lin[k] = d.p[k].P.Sub(d.p[k+1].P).Scale(1 / dt)
		ang[k] = d.p[k].R.Mul(d.p[k+1].R.T()).Log().Scale(1 / dt)
	}
	third := func(v [3]spatial.Vec3) (a, j float64) {
		a0, a1 := v[0].Sub(v[1]).Scale(1/dt), v[1].Sub(v[2]).Scale(1/dt)
		return a0.Norm(), a0.Sub(a1).Norm() / dt
	}
	t, r := d.limits.Cartesian.Translation, d.limits.Cartesian.Rotation
	a, j := third(lin)
	d.see("translation", lin[0].Norm()/t.V, a/t.A, j/t.J)
	a, j = third(ang)
	d.see("rotation", ang[0].Norm()/r.V, a/r.A, j/r.J)
}

func (d *differences) see(what string, v, a, j float64) {
	d.worst = max(d.worst, v, a, j)
	if v > 1 || a > 1 || j > 1 {
		d.fault("%s: velocity %.4f, acceleration %.4f, jerk %.4f of the limit", what, v, a, j)
	}
}

func (d *differences) fault(format string, args ...any) {
	if len(d.faults) < 5 {
		d.faults = append(d.faults, fmt.Sprintf("cycle %d: ", d.n)+fmt.Sprintf(format, args...))
	}
}
