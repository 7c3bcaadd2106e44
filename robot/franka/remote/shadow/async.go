package shadow

import (
	"cmp"
	"fmt"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// leads reports whether an asynchronous motion can be led from here as the robot itself would lead it; the joint positions are
// sent over the link as in any other motion. The arm then moves as smoothly as locally. A silence of the client does not end the
// motion; a gap of the line ends it only if the interface cannot bridge it.
func (x *Shadow) leads(m *franka.MoveRequest) bool {
	if x.c.Link.Version < franka.Version10 || m.Generator != franka.GenerateJointPosition {
		return false
	}
	_, ok := x.leader(m.MaxVelocity)
	return ok
}

// leader makes the Leader that leads the joints from where the robot holds them, within the share of its limits that the
// interface keeps.
func (x *Shadow) leader(velocity [franka.Joints]float64) (*box.Leader, bool) {
	limits := franka.LimitsOf(x.c.Link.Version).Joints
	share := cmp.Or(x.c.Link.Share, remote.DefaultShare)
	for i := range limits {
		l := &limits[i]
		if !(velocity[i] > 0 && velocity[i] <= l.V) {
			return nil, false
		}
		l.V, l.A, l.J = share*l.V, share*l.A, share*l.J
		velocity[i] = min(velocity[i], l.V)
	}
	return box.NewLeader(limits, velocity, x.newest.Qd)
}

// lead continues an asynchronous motion, with c if the client has sent something.
func (x *Shadow) lead(c *franka.Command) {
	r := &x.run
	r.Cycles++
	if _, ok := r.leader.Take(c, x.state.ID); !ok {
		r.fault = r.fault.With(franka.JointViaMotionGeneratorPlanningJointLimitViolation)
		x.tell(fmt.Sprintf("motion %d: no joint may be where the client sends it: q_c is %v", r.Number, c.QC))
		x.breakOff()
		return
	}
	var next franka.Command
	moving, ending := r.leader.Step(&next.QC)
	r.should.follow(r.Generator, &next)
	var zero [franka.Joints]float64
	next.Finished = ending && !moving && r.should.v == zero && r.should.a == zero
	x.send(&next)
}

// Abandon is called when the client has gone: an asynchronous motion, which waits for no commands, ends at once, with the same
// error as other motions.
func (x *Shadow) Abandon() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.run.async {
		x.breakOff()
	}
}
