// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 7843db5beb848ad6.

package guard

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// Watch runs the algorithm of the thread watch when something comes on received or scan.
//
// It makes of whatever is wanted the next command, after which the wheelchair can still stop before anything that was
// seen. It looks at the scans itself, and tells the others what is around.
//
//	in   received  messages.Twist, it triggers
//	out  published  messages.Twist
//	in   scan  messages.MergedScan, it triggers
//	out  around  messages.Surroundings
//	out  verdict  messages.Driving
//
//	asks   odom  messages.Odometry, shared
//	asks   state  messages.DrivingState, shared
type Watch struct {
	reactor.Reactor
	Received  reactor.In[nav.Velocity]
	Published reactor.Out[nav.Velocity]
	Scan      reactor.In[nav.Scans]
	Around    reactor.Out[steer.Around]
	Verdict   reactor.Out[nav.Driving]
	Odom      access.Data[nav.Odometry]
	StateData access.Data[messages.DrivingState]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node     *Node
	in       WatchIn
	out      WatchOut
	revision uint64 // of the parameters that the algorithm gets
}

// WatchIn is what the algorithm of watch gets. It must neither change nor keep what these point to.
type WatchIn struct {
	Now       time.Duration          // since the program's start, by its own time
	Received  *nav.Velocity          // what came; nil: nothing on this port
	Scan      *nav.Scans             // what came; nil: nothing on this port
	Odom      *nav.Odometry          // shared, as it was before; there always is one
	StateData *messages.DrivingState // shared, as it was before; there always is one
	Params    Parameters             // the node's
}

// WatchOut is what the algorithm of watch gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type WatchOut struct {
	Published     nav.Velocity
	SendPublished bool
	Around        steer.Around
	SendAround    bool
	Verdict       nav.Driving
	SendVerdict   bool
	Odom          nav.Odometry // shared
	SetOdom       bool
	StateData     messages.DrivingState // shared
	SetStateData  bool
}

func newWatch(parent reactor.Parent, name string, n *Node) *Watch {
	t := &Watch{node: n}
	reactor.Init(parent, name, t)
	t.Odom.Init(&t.Reactor, "odom")
	t.StateData.Init(&t.Reactor, "state")
	t.Reaction("run").On(&t.Received, &t.Scan).Uses(&t.Odom.Change, &t.StateData.Change).Sets(&t.Fault, &t.Published, &t.Around, &t.Verdict, &t.Odom.Write, &t.StateData.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Watch) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendPublished = false
	t.in.Scan = t.Scan.Ref()
	t.out.SendAround = false
	t.out.SendVerdict = false
	t.in.Odom = t.Odom.Get()
	t.out.SetOdom = false
	t.in.StateData = t.StateData.Get()
	t.out.SetStateData = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	if err := t.node.Vars().Watch.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
	if t.out.SendAround {
		t.Around.Set(t.out.Around)
	}
	if t.out.SendVerdict {
		t.Verdict.Set(t.out.Verdict)
	}
	if t.out.SetOdom {
		t.Odom.Set(t.out.Odom)
	}
	if t.out.SetStateData {
		t.StateData.Set(t.out.StateData)
	}
}
