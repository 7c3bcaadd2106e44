// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal d7dda16a526efea2.

package ratpnode

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// JoystickCallback runs the algorithm of the thread joystick_callback when something comes on received.
//
// A callback that publishes another message in answer to the one that came.
//
//	in   received  messages.Twist, it triggers
//	out  published  messages.Twist
type JoystickCallback struct {
	reactor.Reactor
	Received  reactor.In[nav.Velocity]
	Published reactor.Out[nav.Velocity]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   JoystickCallbackIn
	out  JoystickCallbackOut
}

// JoystickCallbackIn is what the algorithm of joystick_callback gets. It must neither change nor keep what these
// point to.
type JoystickCallbackIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *nav.Velocity // what came
}

// JoystickCallbackOut is what the algorithm of joystick_callback gives. What is marked to be sent is sent when it
// returns; the values stay for the next time.
type JoystickCallbackOut struct {
	Published     nav.Velocity
	SendPublished bool
}

func newJoystickCallback(parent reactor.Parent, name string, n *Node) *JoystickCallback {
	t := &JoystickCallback{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Sets(&t.Fault, &t.Published).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *JoystickCallback) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendPublished = false
	if err := t.node.Vars().JoystickCallback.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
}
