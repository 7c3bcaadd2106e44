package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// wish is where the tool is to move in a cycle.
type wish struct {
	twist      spatial.Twist
	pose       spatial.Pose // where twist leads to, if known
	exact      bool
	elbow      float64 // position of joint 3, rad
	sign       float64 // sign of joint 4 relative to the flip
	elbowGiven bool
}

// toPose leads the tool to the commanded pose.
func (r *Robot) toPose(c *franka.Command) {
	if !validFrame(&c.OTEEc) {
		r.found(franka.CartesianPositionMotionGeneratorInvalidFrameFlag)
		return
	}
	p := franka.SpatialPose(&c.OTEEc)
	if r.atMeasured() {
		r.beginAtPose(p, c)
	}
	step := spatial.Twist{Lin: p.P.Sub(r.tool.pose.P), Ang: p.R.Mul(r.tool.pose.R.T()).Log()}
	if r.run.fresh {
		l := &r.limits.Cartesian
		if step.Lin.Norm() > l.Translation.A*dt*dt || step.Ang.Norm() > l.Rotation.A*dt*dt {
			r.found(franka.CartesianPositionMotionGeneratorStartPoseInvalid)
			return
		}
	}
	w := wish{pose: p, exact: true}
	if g := r.conf.cartesianPosition; g != 0 {
		step, w.exact = step.Scale(float64(g)), false
	}
	w.twist = step.Scale(1 / dt)
	r.turn(r.withElbow(w, c))
}

// withElbow adds the commanded elbow, or keeps the last one.
func (r *Robot) withElbow(w wish, c *franka.Command) wish {
	w.elbow, w.sign, w.elbowGiven = r.tool.elbow, r.tool.sign, c.ValidElbow
	if !c.ValidElbow {
		return w
	}
	w.elbow, w.sign = r.conf.cartesianPosition.mix(w.elbow, c.ElbowC[0]), c.ElbowC[1]
	if r.run.fresh && !(math.Abs(w.elbow-r.tool.elbow) <= r.limits.Cartesian.Elbow.A*dt*dt) {
		r.found(franka.CartesianMotionGeneratorStartElbowInvalid)
	}
	if w.sign != 1 && w.sign != -1 || w.sign != r.tool.sign && r.tool.sign != 0 {
		if r.run.fresh {
			r.found(franka.StartElbowSignInconsistent)
		} else {
			r.found(franka.CartesianMotionGeneratorElbowSignInconsistent)
		}
	}
	return w
}

// turn moves the tool as wished, if the Cartesian limits and, after inverse kinematics, the joints' limits allow it.
func (r *Robot) turn(w wish) {
	if r.fault != 0 {
		return
	}
	next := commanded{twist: w.twist, elbow: w.elbow, sign: w.sign}
	next.acc = next.twist.Add(r.tool.twist.Scale(-1)).Scale(1 / dt)
	next.delbow = (next.elbow - r.tool.elbow) / dt
	next.ddelbow = (next.delbow - r.tool.delbow) / dt
	if next.pose = w.pose; !w.exact {
		next.pose = spatial.Pose{
			P: r.tool.pose.P.Add(w.twist.Lin.Scale(dt)),
			R: spatial.Exp(w.twist.Ang.Scale(dt)).Mul(r.tool.pose.R).Quat().Rot(),
		}
	}
	if r.checkTool(&next); r.fault != 0 {
		return
	}
	set, ok := r.inverse(&next)
	if !ok {
		r.found(franka.CartesianMotionGeneratorJointVelocityLimitsViolation)
		r.found(franka.CartesianMotionGeneratorJointVelocityDiscontinuity)
		r.found(franka.CartesianMotionGeneratorJointAccelerationDiscontinuity)
		return
	}
	r.checkJoints(&set, franka.CartesianMotionGeneratorJointPositionLimitsViolation)
	if sign := franka.ElbowOf(&set.q)[1]; !w.elbowGiven {
		next.sign = sign
	} else if sign != next.sign && sign != 0 {
		r.found(franka.CartesianMotionGeneratorElbowSignInconsistent)
	}
	if r.fault != 0 {
		return
	}
	r.set, r.tool = set, next
	r.aim()
}

// checkTool checks the tool's motion against the Cartesian limits.
func (r *Robot) checkTool(next *commanded) {
	l := &r.limits.Cartesian
	jerk := next.acc.Add(r.tool.acc.Scale(-1))
	over := func(lin, ang, mostLin, mostAng, grain float64) bool {
		return !(lin <= mostLin*(1+slack)+grain) || !(ang <= mostAng*(1+slack)+grain)
	}
	g := r.grain.tool
	if over(next.twist.Lin.Norm(), next.twist.Ang.Norm(), l.Translation.V, l.Rotation.V, g/dt) {
		r.found(franka.CartesianMotionGeneratorVelocityLimitsViolation)
	}
	if over(next.acc.Lin.Norm(), next.acc.Ang.Norm(), l.Translation.A, l.Rotation.A, g/(dt*dt)) {
		r.found(franka.CartesianMotionGeneratorVelocityDiscontinuity)
	}
	if over(jerk.Lin.Norm(), jerk.Ang.Norm(), l.Translation.J*dt, l.Rotation.J*dt, g/(dt*dt)) {
		r.found(franka.CartesianMotionGeneratorAccelerationDiscontinuity)
	}
	in := &r.room.set[2]
	turn := math.Abs(next.ddelbow - r.tool.ddelbow)
	g = r.grain.joint
	if over(math.Abs(next.delbow), 0, l.Elbow.V, 0, g/dt) || over(math.Abs(next.ddelbow), turn, l.Elbow.A, l.Elbow.J*dt, g/(dt*dt)) ||
		!(next.elbow >= in[0]-slack && next.elbow <= in[1]+slack) {
		r.found(franka.CartesianMotionGeneratorElbowLimitViolation)
	}
}

// inverse finds the joints for a tool pose: the elbow determines joint 3; Newton's method solves for the other six,
// beginning where constant acceleration leads. The last step is under 0.1 µrad, so that only rounding errors remain
// and third differences show no noise from the solver.
func (r *Robot) inverse(t *commanded) (next setpoint, ok bool) {
	q := r.set.q
	for i := range q {
		q[i] += float64((r.set.v[i] + float64(r.set.a[i]*dt)) * dt)
	}
	q[2] = t.elbow
	for range 8 {
		at := r.plant.chain.Jacobian(r.data, q[:], r.jac[:])
		e := franka.TwistOf(spatial.Delta(at, t.pose))
		if r.solve(&e) < singular {
			return next, false
		}
		largest := 0.0
		for k, x := range e {
			q[column(k)] += x
			largest = max(largest, math.Abs(x))
		}
		switch {
		case !(largest < 0.2):
			return next, false
		case largest < 1e-7:
			next.q = q
			for i := range q {
				next.v[i] = (q[i] - r.set.q[i]) / dt
				next.a[i] = (next.v[i] - r.set.v[i]) / dt
			}
			return next, true
		}
	}
	return next, false
}

// singular is the pivot of the Jacobian without joint 3 below which a pose is considered singular.
const singular = 1e-3

// singular reports whether no Cartesian motion can begin at the set-point.
func (r *Robot) singular() bool {
	r.aim()
	var e [6]float64
	return r.solve(&e) < singular
}

// column maps the six unknowns to joints.
func column(k int) int {
	if k < 2 {
		return k
	}
	return k + 1
}

// solve solves the Jacobian in r.jac without joint 3 for x, in place, by elimination with row pivots, and returns the
// least pivot.
func (r *Robot) solve(x *[6]float64) (least float64) {
	var m [6][6]float64
	for i := range m {
		for k := range m[i] {
			m[i][k] = r.jac[i*joints+column(k)]
		}
	}
	return eliminate(&m, x)
}

// eliminate solves m·y = x into x and returns the least pivot; it overwrites m.
func eliminate(m *[6][6]float64, x *[6]float64) (least float64) {
	least = math.Inf(1)
	for k := range m {
		best := k
		for i := k + 1; i < 6; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[best][k]) {
				best = i
			}
		}
		m[k], m[best] = m[best], m[k]
		x[k], x[best] = x[best], x[k]
		pivot := m[k][k]
		if least = min(least, math.Abs(pivot)); !(math.Abs(pivot) > 1e-9) {
			return 0
		}
		for i := k + 1; i < 6; i++ {
			f := m[i][k] / pivot
			for j := k + 1; j < 6; j++ {
				m[i][j] -= float64(f * m[k][j])
			}
			x[i] -= float64(f * x[k])
		}
	}
	for k := 5; k >= 0; k-- {
		for j := k + 1; j < 6; j++ {
			x[k] -= float64(m[k][j] * x[j])
		}
		x[k] /= m[k][k]
	}
	return least
}
