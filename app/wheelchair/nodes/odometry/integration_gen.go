// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 0ab93e3b7438ae45.

package odometry

import (
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Integration runs the algorithm of the thread integration every 20ms.
//
// It integrates the speed into a pose.
//
//	in   speed  messages.Twist, the latest is kept
//
//	asks   odom  messages.Odometry, shared
type Integration struct {
	reactor.Reactor
	Speed reactor.In[nav.Velocity]
	Odom  access.Data[nav.Odometry]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node      *Node
	in        IntegrationIn
	out       IntegrationOut
	period    reactor.Timer
	lastSpeed nav.Velocity
	hasSpeed  bool
}

// IntegrationIn is what the algorithm of integration gets. It must neither change nor keep what these point to.
type IntegrationIn struct {
	Now   time.Duration // since the program's start, by its own time
	Speed *nav.Velocity // the latest; nil: there is none yet
	Odom  *nav.Odometry // shared, as it was before; there always is one
}

// IntegrationOut is what the algorithm of integration gives. What is marked to be sent is sent when it returns; the
// values stay for the next time.
type IntegrationOut struct {
	Odom    nav.Odometry // shared
	SetOdom bool
}

func newIntegration(parent reactor.Parent, name string, n *Node) *Integration {
	t := &Integration{node: n}
	reactor.Init(parent, name, t)
	t.Odom.Init(&t.Reactor, "odom")
	t.period.Set(2*time.Millisecond, 20*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasSpeed = false })
	t.Reaction("keep speed").On(&t.Speed).Do(func() { t.lastSpeed, t.hasSpeed = *t.Speed.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.Odom.Change).Sets(&t.Fault, &t.Odom.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Integration) run() {
	t.in.Now = t.Elapsed()
	t.in.Speed = nil
	if t.hasSpeed {
		t.in.Speed = &t.lastSpeed
	}
	t.in.Odom = t.Odom.Get()
	t.out.SetOdom = false
	if err := t.node.Vars().Integration.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SetOdom {
		t.Odom.Set(t.out.Odom)
	}
}
