// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal fa444e4d9f59b44d.

package ratpnode

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// CmdVelCallback runs the algorithm of the thread cmd_vel_callback when something comes on received.
//
// A callback for the messages of a topic: what came last is there for the other threads of the node.
//
//	in   received  messages.Twist, it triggers
//	out  latest  messages.Twist
type CmdVelCallback struct {
	reactor.Reactor
	Received reactor.In[nav.Velocity]
	Latest   reactor.Out[nav.Velocity]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   CmdVelCallbackIn
	out  CmdVelCallbackOut
}

// CmdVelCallbackIn is what the algorithm of cmd_vel_callback gets. It must neither change nor keep what these point
// to.
type CmdVelCallbackIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *nav.Velocity // what came
}

// CmdVelCallbackOut is what the algorithm of cmd_vel_callback gives. What is marked to be sent is sent when it
// returns; the values stay for the next time.
type CmdVelCallbackOut struct {
	Latest     nav.Velocity
	SendLatest bool
}

func newCmdVelCallback(parent reactor.Parent, name string, n *Node) *CmdVelCallback {
	t := &CmdVelCallback{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Sets(&t.Fault, &t.Latest).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *CmdVelCallback) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendLatest = false
	if err := t.node.Vars().CmdVelCallback.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendLatest {
		t.Latest.Set(t.out.Latest)
	}
}
