// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 74da2490b05bf42a.

package follower

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// Avoidance runs the algorithm of the thread avoidance when something comes on received.
//
// In the state assisted it keeps a person's velocity as far as what is around shows that it is safe; otherwise it
// passes it on.
//
//	in   received  messages.Twist, it triggers
//	out  published  messages.Twist
//	in   around  messages.Surroundings, the latest is kept
//	in   sent  messages.Twist, the latest is kept
//
//	asks   odom  messages.Odometry, shared
//	asks   state  messages.DrivingState, shared
type Avoidance struct {
	reactor.Reactor
	Received  reactor.In[nav.Velocity]
	Published reactor.Out[nav.Velocity]
	Around    reactor.In[steer.Around]
	Sent      reactor.In[nav.Velocity]
	Odom      access.Data[nav.Odometry]
	StateData access.Data[messages.DrivingState]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node       *Node
	in         AvoidanceIn
	out        AvoidanceOut
	revision   uint64 // of the parameters that the algorithm gets
	lastAround steer.Around
	hasAround  bool
	lastSent   nav.Velocity
	hasSent    bool
}

// AvoidanceIn is what the algorithm of avoidance gets. It must neither change nor keep what these point to.
type AvoidanceIn struct {
	Now       time.Duration          // since the program's start, by its own time
	Received  *nav.Velocity          // what came
	Around    *steer.Around          // the latest; nil: there is none yet
	Sent      *nav.Velocity          // the latest; nil: there is none yet
	Odom      *nav.Odometry          // shared, as it was before; there always is one
	StateData *messages.DrivingState // shared, as it was before; there always is one
	Params    Parameters             // the node's
}

// AvoidanceOut is what the algorithm of avoidance gives. What is marked to be sent is sent when it returns; the
// values stay for the next time.
type AvoidanceOut struct {
	Published     nav.Velocity
	SendPublished bool
	Odom          nav.Odometry // shared
	SetOdom       bool
	StateData     messages.DrivingState // shared
	SetStateData  bool
}

func newAvoidance(parent reactor.Parent, name string, n *Node) *Avoidance {
	t := &Avoidance{node: n}
	reactor.Init(parent, name, t)
	t.Odom.Init(&t.Reactor, "odom")
	t.StateData.Init(&t.Reactor, "state")
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasAround, t.hasSent = false, false })
	t.Reaction("keep around").On(&t.Around).Do(func() { t.lastAround, t.hasAround = *t.Around.Ref(), true })
	t.Reaction("keep sent").On(&t.Sent).Do(func() { t.lastSent, t.hasSent = *t.Sent.Ref(), true })
	t.Reaction("run").On(&t.Received).Uses(&t.Odom.Change, &t.StateData.Change).Sets(&t.Fault, &t.Published, &t.Odom.Write, &t.StateData.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Avoidance) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendPublished = false
	t.in.Around = nil
	if t.hasAround {
		t.in.Around = &t.lastAround
	}
	t.in.Sent = nil
	if t.hasSent {
		t.in.Sent = &t.lastSent
	}
	t.in.Odom = t.Odom.Get()
	t.out.SetOdom = false
	t.in.StateData = t.StateData.Get()
	t.out.SetStateData = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	if err := t.node.Vars().Avoidance.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
	if t.out.SetOdom {
		t.Odom.Set(t.out.Odom)
	}
	if t.out.SetStateData {
		t.StateData.Set(t.out.StateData)
	}
}
