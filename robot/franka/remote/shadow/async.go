package shadow

import (
	"cmp"
	"fmt"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// leads reports whether an asynchronous motion can be led from here: as the robot itself would lead it, and its joints' positions
// go over the link as those of any other motion do. So the arm moves as smoothly as on the spot, a silence of the client's ends
// nothing, and one of the line only what the interface does not bridge.
func (x *Shadow) leads(m *franka.MoveRequest) bool {
	if x.c.Link.Version < franka.Version10 || m.Generator != franka.GenerateJointPosition {
		return false
	}
	_, ok := x.leader(m.MaxVelocity)
	return ok
}

// leader makes what leads the joints from where the robot holds them, within the share of its limits that the interface
// keeps.
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

// lead goes on with an asynchronous motion, with c if the client has sent something.
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

// Abandon is told when the client has gone: an asynchronous motion, which waits for no commands, ends at once, by the error that
// ends others.
func (x *Shadow) Abandon() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.run.async {
		x.breakOff()
	}
}
