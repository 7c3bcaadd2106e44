package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// slack is the relative excess at which a limit is considered broken: room for the rounding of third differences.
const slack = 1e-6

// found records an error of this cycle.
func (r *Robot) found(e franka.Error) { r.fault = r.fault.With(e) }

// follow takes the command of a motion's cycleor continues without one.
func (r *Robot) follow(c *franka.Command) {
	r.run.Cycles++
	hit := c != nil && c.ID == r.state.ID
	if c != nil && !hit {
		r.run.Late++
	}
	if !hit {
		r.miss()
		if r.run.misses++; r.run.misses >= maxMisses {
			r.found(franka.CommunicationConstraintsViolation)
			return
		}
		r.coast()
		return
	}
	r.run.misses = 0
	r.count(true)
	if r.run.Controller == franka.ExternalController {
		r.torques(c)
	}
	r.generate(c)
	r.run.fresh = false
	if r.fault != 0 {
		return
	}
	torque := r.run.Controller == franka.ExternalController
	switch {
	case torque && (c.Finished || c.TorqueFinished && r.cfg.Version >= franka.Version7):
		r.leave()
	case c.Finished:
		r.phase, r.left = settling, settleCycles
		r.run.last = *c
		r.run.last.DQC, r.run.last.ODPEEc = [joints]float64{}, [6]float64{}
	}
}

// miss counts a cycle without a command. Cycles before the first command do not lower the success rate, because
// clients begin only when they have seen the modes.
func (r *Robot) miss() {
	if r.run.fresh {
		r.run.Waited++
		return
	}
	r.run.Missed++
	r.count(false)
}

// count updates the share of the last 100 cycles that had a command.
func (r *Robot) count(hit bool) {
	at := &r.run.hits[r.run.counted%uint64(len(r.run.hits))]
	r.run.counted++
	if *at {
		r.run.hit--
	}
	if *at = hit; hit {
		r.run.hit++
	}
}

// successRate returns that share; with fewer than 100 cycles since the first command, their share.
func (r *Robot) successRate() float64 {
	if (r.phase != moving && r.phase != settling) || r.run.counted == 0 {
		return 0
	}
	return float64(r.run.hit) / float64(min(r.run.counted, uint64(len(r.run.hits))))
}

// generate leads the set-point to the command.
func (r *Robot) generate(c *franka.Command) {
	var v [joints]float64
	switch r.run.Generator {
	case franka.GenerateJointPosition:
		if r.atMeasured() {
			r.beginAtJoints(c)
		}
		if r.run.fresh && !r.startsHere(c) {
			r.found(franka.JointPositionMotionGeneratorStartPoseInvalid)
			return
		}
		q := c.QC
		for i := range q {
			q[i] = r.conf.jointPosition.mix(r.set.q[i], q[i])
			v[i] = (q[i] - r.set.q[i]) / dt
		}
		r.shift(&v, &q)
	case franka.GenerateJointVelocity:
		for i := range v {
			v[i] = r.conf.jointVelocity.mix(r.set.v[i], c.DQC[i])
		}
		r.shift(&v, nil)
	case franka.GenerateCartesianPose:
		r.toPose(c)
	case franka.GenerateCartesianVelocity:
		g := r.conf.cartesianVelocity
		t, last := franka.SpatialTwist(&c.ODPEEc), r.tool.twist
		t.Lin, t.Ang = g.vec(last.Lin, t.Lin), g.vec(last.Ang, t.Ang)
		r.turn(r.withElbow(wish{twist: t}, c))
	case franka.GenerateNone:
		r.adopt()
	}
}

// startsHere reports whether the first position commanded can be reached from rest in a cycle.
func (r *Robot) startsHere(c *franka.Command) bool {
	for i, q := range c.QC {
		if !(math.Abs(q-r.set.q[i]) <= r.limits.Joints[i].A*dt*dt) {
			return false
		}
	}
	return true
}

// coast continues without a command: motions with the same acceleration, torque control with the same torques.
func (r *Robot) coast() {
	switch {
	case r.run.Generator == franka.GenerateNone:
		r.adopt()
	case r.cartesian(r.run.Generator):
		t := &r.tool
		w := wish{twist: t.twist.Add(t.acc.Scale(dt)), sign: t.sign}
		w.elbow = t.elbow + float64((t.delbow+float64(t.ddelbow*dt))*dt)
		r.turn(w)
	default:
		v := r.set.v
		for i := range v {
			v[i] += float64(r.set.a[i] * dt)
		}
		r.shift(&v, nil)
	}
}

// shift moves the set-point with joint velocities v, to q if given, if the limits allow it.
func (r *Robot) shift(v, q *[joints]float64) {
	var next setpoint
	for i := range v {
		x := r.set.q[i] + float64(v[i]*dt)
		if q != nil {
			x = q[i]
		}
		next.q[i], next.v[i], next.a[i] = x, v[i], (v[i]-r.set.v[i])/dt
	}
	r.checkJoints(&next, franka.JointMotionGeneratorPositionLimitsViolation)
	if r.fault != 0 {
		return
	}
	r.set = next
	r.place()
}

// checkJoints checks the next set-point: position, velocity, acceleration and jerk of every joint. first is the error
// for the position; those for the others follow it.
func (r *Robot) checkJoints(next *setpoint, first franka.Error) {
	for i := range next.q {
		l := &r.limits.Joints[i]
		lower, upper := r.limits.Velocity(i, r.set.q[i])
		g := r.grain.joint
		room := slack*l.V + g/dt
		if in := &r.room.set[i]; !(next.q[i] >= in[0]-slack && next.q[i] <= in[1]+slack) {
			if r.cfg.Version >= franka.Version9 {
				// "Always false" and "replaced by joint_position_limits_violation": changelog of libfranka 0.15.0.
				r.found(franka.JointPositionLimitsViolation)
			} else {
				r.found(first)
			}
		}
		if !(next.v[i] >= lower-room && next.v[i] <= upper+room) {
			r.found(first + 1)
		}
		if !(math.Abs(next.a[i]) <= l.A*(1+slack)+g/(dt*dt)) {
			r.found(first + 2)
		}
		if !(math.Abs(next.a[i]-r.set.a[i]) <= l.J*dt*(1+slack)+g/(dt*dt)) {
			r.found(first + 3)
		}
	}
}

// torques takes external torques.
func (r *Robot) torques(c *franka.Command) {
	tau := c.TauJd
	for i := range tau {
		tau[i] = r.conf.controller.mix(r.tau[i], tau[i])
		if !(math.Abs(tau[i]-r.tau[i]) <= r.limits.TorqueRate[i]*dt*(1+slack)+r.grain.torque) {
			r.found(franka.ControllerTorqueDiscontinuity)
		}
	}
	if r.fault == 0 {
		r.tau = tau
	}
}

// lowPass is a first-order filter: the share of the new value that is adopted in a cycle, 0 for all of it.
type lowPass float64

// filterOf returns the filter with a cut-off frequency in Hz; 1000 and more turn it off.
func filterOf(hz float64) lowPass {
	if hz >= 1000 {
		return 0
	}
	return lowPass(dt / (dt + 1/(2*math.Pi*hz)))
}

func (g lowPass) mix(last, x float64) float64 {
	if g == 0 {
		return x
	}
	return last + float64(float64(g)*(x-last))
}

func (g lowPass) vec(last, x spatial.Vec3) spatial.Vec3 {
	if g == 0 {
		return x
	}
	return last.Add(x.Sub(last).Scale(float64(g)))
}
