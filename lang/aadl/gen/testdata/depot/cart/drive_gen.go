// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal df30d50a345f9d5a.

package cart

import (
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Drive runs the algorithm of the thread drive when something comes on order, or fetch has answered, or weigh has
// answered.
//
// It fetches what is ordered, and has it weighed.
//
//	in   order  depot.Boxes, it triggers
//	out  told  depot.Boxes
//
//	asks   fetch  the service Fetch
//	asks   weigh  the service Weigh
//	asks   gate  depot.Gate, shared
type Drive struct {
	reactor.Reactor
	Order reactor.In[depot.Boxes]
	Told  reactor.Out[depot.Boxes]
	Fetch access.Client[depot.FetchRequest, depot.FetchReply]
	Weigh access.Client[depot.WeighRequest, depot.WeighReply]
	Gate  access.Data[depot.Gate]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   DriveIn
	out  DriveOut
}

// DriveIn is what the algorithm of drive gets. It must neither change nor keep what these point to.
type DriveIn struct {
	Now   time.Duration                                      // since the program's start, by its own time
	Order *depot.Boxes                                       // what came
	Fetch *access.Call[depot.FetchRequest, depot.FetchReply] // the service: Ask and Answer
	Weigh *access.Call[depot.WeighRequest, depot.WeighReply] // the service: Ask and Answer
	Gate  *depot.Gate                                        // shared, as it was before; there always is one
}

// DriveOut is what the algorithm of drive gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type DriveOut struct {
	Told     depot.Boxes
	SendTold bool
	Gate     depot.Gate // shared
	SetGate  bool
}

func newDrive(parent reactor.Parent, name string, n *Node) *Drive {
	t := &Drive{node: n}
	reactor.Init(parent, name, t)
	t.Fetch.Init(&t.Reactor, "fetch", time.Second)
	t.Weigh.Init(&t.Reactor, "weigh", 5*time.Millisecond)
	t.Gate.Init(&t.Reactor, "gate")
	t.in.Fetch = t.Fetch.Call()
	t.Reaction("forget fetch").On(t.ResetTrigger()).Do(t.Fetch.Forget)
	t.Reaction("hear fetch").On(&t.Fetch.Reply, &t.Fetch.Expired).Do(t.Fetch.Hear)
	t.in.Weigh = t.Weigh.Call()
	t.Reaction("forget weigh").On(t.ResetTrigger()).Do(t.Weigh.Forget)
	t.Reaction("hear weigh").On(&t.Weigh.Reply, &t.Weigh.Expired).Do(t.Weigh.Hear)
	t.Reaction("run").On(&t.Order, &t.Fetch.Reply, &t.Fetch.Expired, &t.Weigh.Reply, &t.Weigh.Expired).Uses(&t.Gate.Change).Sets(&t.Fault, &t.Told, &t.Fetch.Request, &t.Fetch.Expired, &t.Weigh.Request, &t.Weigh.Expired, &t.Gate.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Drive) run() {
	t.in.Now = t.Elapsed()
	t.in.Order = t.Order.Ref()
	t.out.SendTold = false
	if t.in.Order == nil && t.in.Fetch.Answer() == nil && t.in.Weigh.Answer() == nil {
		return // to a call that is over already
	}
	t.in.Gate = t.Gate.Get()
	t.out.SetGate = false
	if err := t.node.Vars().Drive.Run(&t.in, &t.out); err != nil {
		t.Fetch.Withdraw()
		t.Weigh.Withdraw()
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendTold {
		t.Told.Set(t.out.Told)
	}
	t.Fetch.Send()
	t.Weigh.Send()
	if t.out.SetGate {
		t.Gate.Set(t.out.Gate)
	}
}
