package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Margins of the checks on the arm's true motion.
const (
	outsideRoom = 0.01 // rad beyond a joint's limit
	speedRoom   = 1.2  // share of the speed limits
	mostPower   = 600  // W
	overCycles  = 10   // with a motor at its limit
	feelCutoff  = 30   // Hz, of the estimated external torques
	nearEvery   = 4    // cycles between two checks of the links' distance
	steady      = 0.05 // rad/s², below which the thresholds of constant velocity apply
)

// watch checks the arm after a step and finds the errors that the set-point's checks cannot.
func (r *Robot) watch() {
	if r.phase == locked {
		r.feel()
		return
	}
	r.fault |= r.injected
	r.injected = 0
	r.feel()
	if r.mode == franka.ModeGuiding {
		return
	}
	r.touch()
	if r.errors == 0 {
		r.watchArm()
	}
	if r.phase == moving && r.fault == 0 && r.run.Controller != franka.ExternalController && beyond(r.deviation(), r.run.path) {
		r.found(franka.MaxPathPoseDeviationViolation)
	}
}

// watchArm checks joints, tool, motors and the room.
func (r *Robot) watchArm() {
	p := &r.plant
	if r.strayed() {
		r.found(franka.JointPositionLimitsViolation)
	}
	for i, v := range p.dq {
		if math.Abs(v) > speedRoom*r.limits.Joints[i].V {
			r.found(franka.JointVelocityViolation)
		}
	}
	l := &r.limits.Cartesian
	if p.twist.Lin.Norm() > speedRoom*l.Translation.V || p.twist.Ang.Norm() > 2*speedRoom*l.Rotation.V {
		r.found(franka.CartesianVelocityViolation)
	}
	if r.leftWall() {
		r.found(franka.CartesianPositionLimitsViolation)
	}
	if r.over++; !p.over {
		r.over = 0
	}
	if p.over && r.control() == byTorques || r.over >= overCycles {
		r.found(franka.TauJRangeViolation)
	}
	if p.power() > mostPower {
		r.found(franka.PowerLimitViolation)
	}
	if r.state.ID%nearEvery == 0 && r.moved() && r.collides() {
		r.found(franka.SelfCollisionAvoidanceViolation)
	}
}

// moved reports whether the arm moves at all.
func (r *Robot) moved() bool {
	for _, v := range r.plant.dq {
		if math.Abs(v) > 1e-3 {
			return true
		}
	}
	return false
}

func beyond(d, most franka.Deviation) bool {
	return d.Translation > most.Translation || d.Rotation > most.Rotation || d.Elbow > most.Elbow
}

// feel estimates the torques that the arm exerts on its surroundings: the joint torques beyond the model, which are
// the opposite of the external ones, with the noise of the torque sensors, filtered.
func (r *Robot) feel() {
	const g = dt / (dt + 1/(2*math.Pi*feelCutoff))
	n := r.cfg.Noise.Torque
	for i, t := range r.plant.outside {
		t = r.plant.unknown[i] - t
		if n > 0 {
			t += float64(n * r.rng.NormFloat64())
		}
		r.felt[i] += float64(g * (t - r.felt[i]))
	}
	r.state.TauExtHatFiltered = r.felt
	r.wrench()
}

// wrench finds the wrench at the end effector whose torques are closest to the estimated ones: (J·Jᵀ + ε)·f = J·τ,
// and refers it to K.
func (r *Robot) wrench() {
	var m [6][6]float64
	var f [6]float64
	j := &r.plant.jac
	for a := range m {
		for b := range a + 1 {
			var x float64
			for i := range joints {
				x += float64(j[a*joints+i] * j[b*joints+i])
			}
			m[a][b], m[b][a] = x, x
		}
		m[a][a] += 1e-4
		for i, t := range r.felt {
			f[a] += float64(j[a*joints+i] * t)
		}
	}
	eliminate(&m, &f)
	force, torque := spatial.V(f[0], f[1], f[2]), spatial.V(f[3], f[4], f[5])
	k := r.plant.pose.Mul(franka.SpatialPose(&r.conf.eeTk))
	torque = torque.Sub(k.P.Sub(r.plant.pose.P).Cross(force))
	r.state.OFExtHatK = franka.TwistOf(spatial.Twist{Lin: force, Ang: torque})
	r.state.KFExtHatK = franka.TwistOf(spatial.Twist{Lin: k.R.ApplyT(force), Ang: k.R.ApplyT(torque)})
}

// touch compares the estimate with the thresholds: above the lower one is contact, above the upper one a reflex,
// unless the robot is already in one.
func (r *Robot) touch() {
	c := &r.conf.collision
	lowerT, upperT, lowerF, upperF := &c.LowerTorque, &c.UpperTorque, &c.LowerForce, &c.UpperForce
	if r.accelerates() {
		lowerT, upperT = &c.LowerTorqueAcceleration, &c.UpperTorqueAcceleration
		lowerF, upperF = &c.LowerForceAcceleration, &c.UpperForceAcceleration
	}
	s := &r.state
	joint := levels(s.TauExtHatFiltered[:], lowerT[:], upperT[:], s.JointContact[:], s.JointCollision[:])
	tool := levels(s.KFExtHatK[:], lowerF[:], upperF[:], s.CartesianContact[:], s.CartesianCollision[:])
	if joint && r.errors == 0 {
		r.found(franka.JointReflex)
	}
	if tool && r.errors == 0 {
		r.found(franka.CartesianReflex)
	}
}

func (r *Robot) accelerates() bool {
	for _, a := range r.set.a {
		if math.Abs(a) > steady {
			return true
		}
	}
	return false
}

// levels fills in the levels of contact and collision, the latter latched, and reports whether there is a new
// collision.
func levels(felt, lower, upper, contact, collision []float64) (reflex bool) {
	for i, x := range felt {
		x = math.Abs(x)
		contact[i] = 0
		if x > lower[i] {
			contact[i] = 1
		}
		if x > upper[i] {
			collision[i], reflex = 1, true
		}
	}
	return reflex
}
