package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Nearby is how far a motion of protocol 9 and 10 may begin from the set-point, rad and m. libfranka's examples begin joint and
// Cartesian positions at q and O_T_EE from 0.15 on, and its filter passes the first command unchanged (changelog of 0.15.0).
// The robot's tolerance is not documented, so we chose the number. The set-point steps there at once, at rest; everything after
// that is checked as usual.
const Nearby = 2e-3

// atMeasured reports whether this command may begin a motion at the measured position, which differs from the set-point by the
// controller's error and the sensors' noise.
func (r *Robot) atMeasured() bool { return r.run.fresh && r.cfg.Version >= franka.Version9 }

// beginAtJoints makes the first joint positions commanded the set-point.
func (r *Robot) beginAtJoints(c *franka.Command) {
	for i, q := range c.QC {
		if !(math.Abs(q-r.set.q[i]) <= Nearby) {
			return
		}
	}
	r.set = setpoint{q: c.QC}
	r.permit()
	r.place()
}

// beginAtPose makes the first pose commanded the set-point.
func (r *Robot) beginAtPose(p spatial.Pose, c *franka.Command) {
	t := commanded{pose: p, elbow: r.tool.elbow}
	if c.ValidElbow {
		t.elbow = c.ElbowC[0]
	}
	if !(p.P.Dist(r.tool.pose.P) <= Nearby) || !(p.R.Mul(r.tool.pose.R.T()).Log().Norm() <= Nearby) ||
		!(math.Abs(t.elbow-r.tool.elbow) <= Nearby) {
		return
	}
	if set, ok := r.inverse(&t); ok {
		r.set = setpoint{q: set.q}
		r.permit()
		r.place()
	}
}
