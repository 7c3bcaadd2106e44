package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// People's actions at the robot outside its control interface: the user stop, the buttons for guiding, the hand that
// leads a joint, and the brakes.

// A hand leads joints by springs of some Nm; its target runs only a little ahead of the joint.
const (
	handSpeed  = 0.5  // rad/s
	handAhead  = 0.05 // rad
	handSpring = 200  // Nm/rad
	handDamper = 20   // Nm·s/rad
	mostPush   = 1e4  // N and Nm
)

// hand leads the joints while the arm is guided.
type hand struct {
	on       bool
	at, goal [joints]float64
}

// mostOf returns the greatest torque of a hand at joint i, Nm: well below the motor's.
func mostOf(i int) float64 {
	if i < 4 {
		return 15
	}
	return 5
}

// lead adds the hand's torques to the external torques.
func (p *plant) lead() {
	h := &p.hand
	for i, goal := range h.goal {
		step := max(-handSpeed*dt, min(handSpeed*dt, goal-h.at[i]))
		h.at[i] = max(p.q[i]-handAhead, min(p.q[i]+handAhead, h.at[i]+step))
		t := float64(handSpring*(h.at[i]-p.q[i])) - float64(handDamper*p.dq[i])
		p.outside[i] += max(-mostOf(i), min(mostOf(i), t))
	}
}

// Inject sets an error as if the robot had found it in the coming cycle: a motion is aborted. Every error can be
// injected. Inject is the only source of those that no command or push can cause here: force_control_safety_violation,
// cartesian_velocity_profile_safety_violation, force_controller_desired_force_tolerance_violation,
// joint_p2p_insufficient_torque_for_planning, instability_detected, joint_move_in_wrong_direction,
// cartesian_spline_motion_generator_violation, joint_via_motion_generator_planning_joint_limit_violation and the two of
// the base's acceleration. It does not set an error that the protocol version lacks, and returns false.
func (r *Robot) Inject(e franka.Error) bool {
	if int(e) >= r.cfg.Version.Errors() {
		return false
	}
	r.injected |= franka.Errors(0).With(e)
	return true
}

// UserStop presses the user stop or releases it. While it is pressed, the arm brakes and motions end with
// EmergencyAborted.
func (r *Robot) UserStop(on bool) {
	switch {
	case on && r.mode != franka.ModeUserStopped:
		if r.phase == guided {
			r.letGo()
		}
		r.end(franka.EmergencyAborted)
		if r.phase != locked {
			r.leave()
		}
		r.mode = franka.ModeUserStopped
	case !on && r.mode == franka.ModeUserStopped:
		r.mode = r.resting()
	}
}

// Mode returns the robot's present mode; State shows it from the next cycle on.
func (r *Robot) Mode() franka.Mode { return r.mode }

// resting returns the mode of a robot without motion.
func (r *Robot) resting() franka.Mode {
	switch {
	case r.phase == locked:
		return franka.ModeOther
	case r.errors != 0:
		return franka.ModeReflex
	}
	return franka.ModeIdle
}

// Guide presses the buttons that set the arm free for guiding by hand, or releases them. It is possible only when the
// robot is idle or in reflex; Guide reports whether it was.
func (r *Robot) Guide(on bool) bool {
	switch {
	case on && r.phase == holding && (r.mode == franka.ModeIdle || r.mode == franka.ModeReflex):
		r.phase, r.mode = guided, franka.ModeGuiding
		r.plant.anchor, r.plant.elbow = r.plant.pose, r.plant.q[2]
	case !on && r.phase == guided:
		r.letGo()
		r.phase = holding
		r.mode = r.resting()
	default:
		return false
	}
	return true
}

// letGo ends guiding: the arm stays where it is, and motions may begin there.
func (r *Robot) letGo() {
	r.plant.hand = hand{}
	r.adopt()
	r.permit()
}

// Lead makes a hand lead joint i, counted from 0, to q while the arm is guided, at half a radian per second, and hold
// the others where they are; directions that SetGuidingMode does not leave free resist. It returns false if the arm is
// not guided or q is beyond the joint's stops.
func (r *Robot) Lead(i int, q float64) bool {
	if r.phase != guided || i < 0 || i >= joints {
		return false
	}
	if s := &r.plant.stops[i]; !(q >= s[0] && q <= s[1]) {
		return false
	}
	h := &r.plant.hand
	if !h.on {
		*h = hand{on: true, at: r.plant.q, goal: r.plant.q}
	}
	h.at[i], h.goal[i] = r.plant.q[i], q
	return true
}

// Stops returns joint i's hard stops, rad, a little beyond its limits.
func (r *Robot) Stops(i int) (lower, upper float64) { return r.plant.stops[i][0], r.plant.stops[i][1] }

// Lock closes the brakes: the robot's mode is Other, and nothing moves it. It is possible only when no motion runs and
// the arm is not guided; Lock reports whether it was.
func (r *Robot) Lock() bool {
	if r.phase != holding || r.run.on {
		return false
	}
	r.phase, r.mode = locked, franka.ModeOther
	r.adopt()
	return true
}

// Unlock opens the brakes. That clears the errors of the robot, as on a real one, including those that automatic
// recovery leaves: a joint beyond its limits may move back in, but no farther out.
func (r *Robot) Unlock() bool {
	if r.phase != locked || r.mode == franka.ModeUserStopped {
		return false
	}
	r.phase = holding
	r.relax()
	r.permitArm()
	return true
}

// relax clears the errors and holds the arm where it is.
func (r *Robot) relax() {
	r.errors, r.over = 0, 0
	r.state.JointCollision, r.state.CartesianCollision = [7]float64{}, [6]float64{}
	r.adopt()
	r.permit()
	r.mode = r.resting()
}

// Push applies a constant external force and torque to the end effector's origin, along the base's axes. The zero wrench
// ends it. It refuses a wrench that is not finite and returns false.
func (r *Robot) Push(w spatial.Wrench) bool {
	for _, x := range [...]float64{w.Force.X, w.Force.Y, w.Force.Z, w.Torque.X, w.Torque.Y, w.Torque.Z} {
		if !(math.Abs(x) <= mostPush) {
			return false
		}
	}
	r.plant.push, r.plant.pushed = w, w != spatial.Wrench{}
	return true
}
