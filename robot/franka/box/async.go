package box

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Leader leads the joints to the positions of an asynchronous motion (protocol 10): the client sends one now and then, and the
// robot goes to the newest and comes to rest there. Where libfranka's documentation says nothing, we chose: all joints arrive
// together, within the arm's limits of acceleration and jerk; a motion that is asked to finish goes to its last position first;
// a position outside a joint's range ends the motion with joint_via_motion_generator_planning_joint_limit_violation. The
// velocity limits near the ends of a joint's range are rules for commands and do not bind the robot's own planner.
type Leader struct {
	plan   *otg.Sampler
	goal   [joints]float64
	newest uint64 // id of the state that the last accepted command answered; 0 before the first cycle
	ending bool   // the goal is the last one
}

// NewLeader makes a Leader that begins at rest at q, rad. It may move within the joints' ranges, which are widened to include q.
// Each velocity, rad/s, must be over 0 and at most the joint's own limit.
func NewLeader(limits [joints]safety.JointLimit, velocity, q [joints]float64) (*Leader, bool) {
	bounds := make([]otg.Limit, joints)
	for i, v := range velocity {
		j := &limits[i]
		if !(v > 0 && v <= j.V) {
			return nil, false
		}
		bounds[i] = otg.Limit{Lower: min(j.Lower, q[i]), Upper: max(j.Upper, q[i]), V: v, A: j.A, J: j.J}
	}
	plan, err := otg.NewSampler(otg.SamplerConfig{Limits: bounds, Period: dt})
	if err != nil {
		return nil, false
	}
	rest := make([]float64, joints)
	return &Leader{plan: plan, goal: q}, plan.Resume(q[:], rest, rest).Usable()
}

// Take takes the command that a client has sent by the time the state with this id goes out, or nil. A command is valid if it
// answers a state of the motion that is no older than the last one answered. ok is false if a commanded joint position is not
// possible.
func (l *Leader) Take(c *franka.Command, id uint64) (taken, ok bool) {
	if l.newest == 0 {
		l.newest = id
	}
	if c == nil || c.ID < l.newest || c.ID > id || l.ending {
		return false, true
	}
	l.newest, l.ending = c.ID, c.Finished
	if c.QC != l.goal {
		if !l.plan.Target(c.QC[:]).Usable() {
			return true, false
		}
		l.goal = c.QC
	}
	return true, true
}

// Step writes the joint positions one period later, rad. moving is false at the goal; ending is true if the goal is the last.
func (l *Leader) Step(q *[joints]float64) (moving, ending bool) {
	return l.plan.Step(q[:]), l.ending
}

// moveAsync accepts an asynchronous motion: joint positions under the robot's own controllers, from protocol 10 on.
func (r *Robot) moveAsync(m *franka.MoveRequest) bool {
	if r.cfg.Version < franka.Version10 || m.Generator != franka.GenerateJointPosition || m.Controller == franka.ExternalController {
		return false
	}
	l, ok := NewLeader(r.limits.Joints, m.MaxVelocity, r.set.q)
	r.ahead = l
	return ok
}

// Async reports whether the present motion is asynchronous, so that its states need no answer.
func (r *Robot) Async() bool { return r.run.on && r.run.async }

// Abandon reports that the client has gone. A motion that waits for commands then ends for lack of them; an asynchronous motion
// ends with the same error.
func (r *Robot) Abandon() {
	if r.Async() {
		r.Inject(franka.CommunicationConstraintsViolation)
	}
}

// lead continues an asynchronous motion.
func (r *Robot) lead(c *franka.Command) {
	r.run.Cycles++
	if r.run.fresh {
		r.run.Waited++
	}
	taken, ok := r.ahead.Take(c, r.state.ID)
	r.run.fresh = r.run.fresh && !taken
	if !ok {
		r.found(franka.JointViaMotionGeneratorPlanningJointLimitViolation)
		return
	}
	var next setpoint
	var zero [joints]float64
	moving, ending := r.ahead.Step(&next.q)
	for i := range next.q {
		next.v[i] = (next.q[i] - r.set.q[i]) / dt
		next.a[i] = (next.v[i] - r.set.v[i]) / dt
	}
	r.set = next
	r.place()
	switch {
	case !ending || moving || next.v != zero || next.a != zero:
	case beyond(r.deviation(), r.run.goal):
		r.found(franka.MaxGoalPoseDeviationViolation)
	default:
		r.finish()
	}
}

// board is where an accelerometer is on a link.
type board struct {
	at spatial.Vec3 // m
	in spatial.Rot  // its axes
}

// boards are the accelerometers of joints 1 to 6, above and below, each on the link that bears the joint (the URDF in
// libfranka's tests, from 0.18.1 on).
func boards() (b [6][2]board) {
	const right = math.Pi / 2
	for i, row := range [...]struct {
		roll        [2]float64
		x           float64
		top, bottom float64 // along the board's viewing axis
	}{
		{[2]float64{math.Pi, 0}, 0, 0.05, 0.06},
		{[2]float64{right, -right}, 0, -0.1, -0.09},
		{[2]float64{-right, right}, 0, -0.13, -0.14},
		{[2]float64{-right, right}, 0.0825, 0.05, 0.04},
		{[2]float64{right, -right}, -0.0825, 0.05, 0.06},
		{[2]float64{-right, right}, 0, 0.11, 0.1},
	} {
		for k, y := range [...]float64{row.top, row.bottom} {
			b[i][k] = board{spatial.V(row.x, y, 0), spatial.RotX(row.roll[k])}
		}
		if i == 0 {
			b[i][0].at, b[i][1].at = spatial.V(0, 0, row.top), spatial.V(0, 0, row.bottom)
		}
	}
	return b
}

// showBoards fills in the accelerometers' readings: the acceleration of each minus free fall, in its own axes.
func (r *Robot) showBoards(s *franka.State) {
	p := &r.plant
	link := spatial.Identity()
	var w, dw, a spatial.Vec3 // of the link
	fall := p.chain.Gravity
	for i := range r.boards {
		if i > 0 {
			next := p.chain.Frame(p.data, i-1)
			arm := next.P.Sub(link.P)
			a = a.Add(dw.Cross(arm)).Add(w.Cross(w.Cross(arm)))
			turn := next.R.Col(2).Scale(p.dq[i-1])
			dw = dw.Add(next.R.Col(2).Scale(p.ddq[i-1])).Add(w.Cross(turn))
			w, link = w.Add(turn), next
		}
		for k, to := range [...]*[3]float64{&s.AccelerometerTop[i], &s.AccelerometerBottom[i]} {
			b := &r.boards[i][k]
			arm := link.R.Apply(b.at)
			f := a.Add(dw.Cross(arm)).Add(w.Cross(w.Cross(arm))).Sub(fall)
			f = b.in.ApplyT(link.R.ApplyT(f))
			*to = [3]float64{f.X, f.Y, f.Z}
		}
	}
}

// grain is the greatest error from rounding in a command that a client computes from a state of protocol 10, whose numbers have
// 24 bits: half a unit in the last place. The robot tolerates that much, once in every difference. The tolerance of a real robot
// is not published.
type grain struct{ joint, tool, torque float64 } // rad, m and rad, Nm

// grainOf returns the grain of a protocol, for joints of less than 4 rad, poses within 1 m and torques under 128 Nm.
func grainOf(v franka.Version) grain {
	if v < franka.Version10 {
		return grain{}
	}
	return grain{joint: 0x1p-23, tool: 2 * 0x1p-25, torque: 0x1p-18}
}
