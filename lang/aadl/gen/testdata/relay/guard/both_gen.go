// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 331fa767727dbc27.

package guard

import (
	"time"

	"github.com/sinew-robotics/sinew/control/align"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Both runs the algorithm of the thread both when there are messages of read and limit that were made within 5ms.
//
// It takes what was read, and the limit of about that time.
//
//	in   read  relay.Warmth, taken together with the others
//	in   limit  relay.Warmth, taken together with the others
//	out  pair  relay.Warmth
type Both struct {
	reactor.Reactor
	Read  reactor.In[relay.Warmth]
	Limit reactor.In[relay.Warmth]
	Pair  reactor.Out[relay.Warmth]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node         *Node
	in           BothIn
	out          BothOut
	align        align.Aligner
	slots        [2]int
	more         reactor.Action[bool] // another set may be there
	waitingRead  [align.Depth]relay.Warmth
	waitingLimit [align.Depth]relay.Warmth
}

// BothIn is what the algorithm of both gets. It must neither change nor keep what these point to.
type BothIn struct {
	Now     time.Duration // since the program's start, by its own time
	Read    *relay.Warmth // what came
	Limit   *relay.Warmth // what came
	Dropped uint64        // messages so far that no set had, or that found no room
}

// BothOut is what the algorithm of both gives. What is marked to be sent is sent when it returns; the values stay for
// the next time.
type BothOut struct {
	Pair     relay.Warmth
	SendPair bool
}

func newBoth(parent reactor.Parent, name string, n *Node) *Both {
	t := &Both{node: n}
	reactor.Init(parent, name, t)
	t.align = align.New(2, 5*time.Millisecond)
	t.Reaction("forget").On(t.ResetTrigger()).Do(t.align.Reset)
	t.Reaction("run").On(&t.Read, &t.Limit, &t.more).Sets(&t.Fault, &t.more, &t.Pair).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Both) run() {
	if v := t.Read.Ref(); v != nil {
		if slot, ok := t.align.Add(0, t.Elapsed()); ok {
			t.waitingRead[slot] = *v
		}
	}
	if v := t.Limit.Ref(); v != nil {
		if slot, ok := t.align.Add(1, t.Elapsed()); ok {
			t.waitingLimit[slot] = *v
		}
	}
	if !t.align.Next(t.slots[:]) {
		return
	}
	t.more.Schedule(true, 0)
	t.in.Dropped = t.align.Dropped()
	t.in.Read = &t.waitingRead[t.slots[0]]
	t.in.Limit = &t.waitingLimit[t.slots[1]]
	t.in.Now = t.Elapsed()
	t.out.SendPair = false
	if err := t.node.Vars().Both.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPair {
		t.Pair.Set(t.out.Pair)
	}
}
