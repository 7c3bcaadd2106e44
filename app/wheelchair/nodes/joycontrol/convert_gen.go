// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal b4f187e2c3d9d0e1.

package joycontrol

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/joypad"
)

// Convert runs the algorithm of the thread convert when something comes on received.
//
// It makes velocities of what the joypad's driver reads, and of its buttons wishes for another mode.
//
//	in   received  messages.Joy, it triggers
//	out  published  messages.Twist
//	out  wish  messages.DrivingState
type Convert struct {
	reactor.Reactor
	Received  reactor.In[joypad.State]
	Published reactor.Out[nav.Velocity]
	Wish      reactor.Out[messages.DrivingState]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node     *Node
	in       ConvertIn
	out      ConvertOut
	changes  reactor.In[node.None] // nothing comes: it is for the order of reactions
	revision uint64                // of the parameters that the algorithm gets
}

// ConvertIn is what the algorithm of convert gets. It must neither change nor keep what these point to.
type ConvertIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *joypad.State // what came
	Params   Parameters    // the node's
}

// ConvertOut is what the algorithm of convert gives. What is marked to be sent is sent when it returns; the values
// stay for the next time.
type ConvertOut struct {
	Published     nav.Velocity
	SendPublished bool
	Wish          messages.DrivingState
	SendWish      bool
}

func newConvert(parent reactor.Parent, name string, n *Node) *Convert {
	t := &Convert{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Uses(&t.changes).Sets(&t.Fault, &t.Published, &t.Wish).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Convert) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendPublished = false
	t.out.SendWish = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	if err := t.node.Vars().Convert.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
	if t.out.SendWish {
		t.Wish.Set(t.out.Wish)
	}
}
