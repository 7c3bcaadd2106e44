// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 26be2dd2a746f640.

package automux

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// AutonomousCallback runs the algorithm of the thread autonomous_callback when something comes on received.
//
// A callback for the messages of a topic: what came last is there for the other threads of the node.
//
//	in   received  messages.Twist, it triggers
//	out  latest  messages.Twist
type AutonomousCallback struct {
	reactor.Reactor
	Received reactor.In[nav.Velocity]
	Latest   reactor.Out[nav.Velocity]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node     *Node
	in       AutonomousCallbackIn
	out      AutonomousCallbackOut
	revision uint64 // of the parameters that the algorithm gets
}

// AutonomousCallbackIn is what the algorithm of autonomous_callback gets. It must neither change nor keep what these
// point to.
type AutonomousCallbackIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *nav.Velocity // what came
	Params   Parameters    // the node's
}

// AutonomousCallbackOut is what the algorithm of autonomous_callback gives. What is marked to be sent is sent when it
// returns; the values stay for the next time.
type AutonomousCallbackOut struct {
	Latest     nav.Velocity
	SendLatest bool
}

func newAutonomousCallback(parent reactor.Parent, name string, n *Node) *AutonomousCallback {
	t := &AutonomousCallback{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Sets(&t.Fault, &t.Latest).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *AutonomousCallback) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendLatest = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	if err := t.node.Vars().AutonomousCallback.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendLatest {
		t.Latest.Set(t.out.Latest)
	}
}
