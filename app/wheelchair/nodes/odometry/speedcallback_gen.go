// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal b32f70df7c36f881.

package odometry

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// SpeedCallback runs the algorithm of the thread speed_callback when something comes on received.
//
// A callback for the messages of a topic: what came last is there for the other threads of the node.
//
//	in   received  messages.Twist, it triggers
//	out  latest  messages.Twist
type SpeedCallback struct {
	reactor.Reactor
	Received reactor.In[nav.Velocity]
	Latest   reactor.Out[nav.Velocity]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   SpeedCallbackIn
	out  SpeedCallbackOut
}

// SpeedCallbackIn is what the algorithm of speed_callback gets. It must neither change nor keep what these point to.
type SpeedCallbackIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *nav.Velocity // what came
}

// SpeedCallbackOut is what the algorithm of speed_callback gives. What is marked to be sent is sent when it returns;
// the values stay for the next time.
type SpeedCallbackOut struct {
	Latest     nav.Velocity
	SendLatest bool
}

func newSpeedCallback(parent reactor.Parent, name string, n *Node) *SpeedCallback {
	t := &SpeedCallback{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Sets(&t.Fault, &t.Latest).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *SpeedCallback) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendLatest = false
	if err := t.node.Vars().SpeedCallback.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendLatest {
		t.Latest.Set(t.out.Latest)
	}
}
