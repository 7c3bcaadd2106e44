// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal eeb1f1f916984fd6.

package guard

import (
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Reply runs the algorithm of the thread reply when something comes on received or alarm.
//
//	in   received  relay.Warmth, it triggers
//	in   alarm  struct{}, it triggers
//	out  published  relay.Warmth
type Reply struct {
	reactor.Reactor
	Received  reactor.In[relay.Warmth]
	Alarm     reactor.In[struct{}]
	Published reactor.Out[relay.Warmth]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node *Node
	in   ReplyIn
	out  ReplyOut
}

// ReplyIn is what the algorithm of reply gets. It must neither change nor keep what these point to.
type ReplyIn struct {
	Now      time.Duration // since the program's start, by its own time
	Received *relay.Warmth // what came; nil: nothing on this port
	Alarm    bool          // something came
}

// ReplyOut is what the algorithm of reply gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type ReplyOut struct {
	Published     relay.Warmth
	SendPublished bool
}

func newReply(parent reactor.Parent, name string, n *Node) *Reply {
	t := &Reply{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Received, &t.Alarm).Sets(&t.Fault, &t.Published).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Reply) run() {
	t.in.Now = t.Elapsed()
	t.in.Received = t.Received.Ref()
	t.in.Alarm = t.Alarm.Present()
	t.out.SendPublished = false
	if err := t.node.Vars().Reply.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
}
