// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 80d2a7902baac2f4.

package cart

import (
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Look runs the algorithm of the thread look every 7ms.
//
//	asks   gate  depot.Gate, shared
//	asks   ping  the service Ping
type Look struct {
	reactor.Reactor
	Gate  access.Data[depot.Gate]
	Ping  access.Client[depot.PingRequest, depot.PingReply]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node   *Node
	in     LookIn
	out    LookOut
	period reactor.Timer
}

// LookIn is what the algorithm of look gets. It must neither change nor keep what these point to.
type LookIn struct {
	Now  time.Duration                                    // since the program's start, by its own time
	Ping *access.Call[depot.PingRequest, depot.PingReply] // the service: Ask and Answer
}

// LookOut is what the algorithm of look gives. What is marked to be sent is sent when it returns; the values stay for
// the next time.
type LookOut struct {
	Gate    depot.Gate // shared
	SetGate bool
}

func newLook(parent reactor.Parent, name string, n *Node) *Look {
	t := &Look{node: n}
	reactor.Init(parent, name, t)
	t.Gate.Init(&t.Reactor, "gate")
	t.Ping.Init(&t.Reactor, "ping", time.Second)
	t.period.Set(0, 7*time.Millisecond)
	t.in.Ping = t.Ping.Call()
	t.Reaction("forget ping").On(t.ResetTrigger()).Do(t.Ping.Forget)
	t.Reaction("hear ping").On(&t.Ping.Reply, &t.Ping.Expired).Do(t.Ping.Hear)
	t.Reaction("run").On(&t.period).Sets(&t.Fault, &t.Gate.Write, &t.Ping.Request, &t.Ping.Expired).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Look) run() {
	t.in.Now = t.Elapsed()
	t.out.SetGate = false
	if err := t.node.Vars().Look.Run(&t.in, &t.out); err != nil {
		t.Ping.Withdraw()
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SetGate {
		t.Gate.Set(t.out.Gate)
	}
	t.Ping.Send()
}
