// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal d44e405552d0014b.

package control

import (
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tunedschema"
	"github.com/sinew-robotics/sinew/reactor"
)

// Counter runs the algorithm of the thread counter when something comes on count.
//
//	in   count  struct{}, it triggers
type Counter struct {
	reactor.Reactor
	Count reactor.In[struct{}]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node     *Node
	in       CounterIn
	out      CounterOut
	changes  reactor.In[node.None] // nothing comes: it is for the order of reactions
	earlier  reactor.In[node.None] // nothing comes: it is for the order of reactions
	revision uint64                // of the parameters that the algorithm gets
}

// CounterIn is what the algorithm of counter gets. It must neither change nor keep what these point to.
type CounterIn struct {
	Now    time.Duration       // since the program's start, by its own time
	Count  bool                // something came
	Params Parameters          // the node's
	Vars   *tunedschema.Recall // the node's, which all its algorithms may change
}

// CounterOut is what the algorithm of counter gives. What is marked to be sent is sent when it returns; the values
// stay for the next time.
type CounterOut struct {
}

func newCounter(parent reactor.Parent, name string, n *Node) *Counter {
	t := &Counter{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Count).Uses(&t.changes, &t.earlier).Sets(&t.Fault).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Counter) run() {
	t.in.Now = t.Elapsed()
	t.in.Count = t.Count.Present()
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	t.in.Vars = &t.node.Vars().Shared
	if err := t.node.Vars().Counter.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
}
