// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 43c2500f2c94aaf8.

package guard

import (
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Keep runs the algorithm of the thread keep when something comes on received.
//
// It keeps what was read.
//
//	in   received  relay.Warmth, it triggers
//	out  latest  relay.Warmth
type Keep struct {
	reactor.Reactor
	Received reactor.In[relay.Warmth]
	Latest   reactor.Out[relay.Warmth]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   KeepIn
	out  KeepOut
}

// KeepIn is what the algorithm of keep gets. It must neither change nor keep what these point to.
type KeepIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *relay.Warmth // what came
}

// KeepOut is what the algorithm of keep gives. What is marked to be sent is sent when it returns; the values stay for
// the next time.
type KeepOut struct {
	Latest     relay.Warmth
	SendLatest bool
}

func newKeep(parent reactor.Parent, name string, n *Node) *Keep {
	t := &Keep{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received).Sets(&t.Fault, &t.Latest).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Keep) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.out.SendLatest = false
	if err := t.node.Vars().Keep.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendLatest {
		t.Latest.Set(t.out.Latest)
	}
}
