// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal de2fbb2b5dfd818a.

package control

import (
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tuned"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tunedschema"
	"github.com/sinew-robotics/sinew/reactor"
)

// Regulate runs the algorithm of the thread regulate when something comes on read.
//
//	in   read  tuned.Reading, it triggers
//	out  heat  bool
//	out  count  struct{}
type Regulate struct {
	reactor.Reactor
	Read  reactor.In[tuned.Reading]
	Heat  reactor.Out[bool]
	Count reactor.Out[struct{}]
	Fault reactor.Out[node.Notice] // what the algorithm returns

	node     *Node
	in       RegulateIn
	out      RegulateOut
	changes  reactor.In[node.None] // nothing comes: it is for the order of reactions
	later    reactor.Out[node.None]
	revision uint64 // of the parameters that the algorithm gets
}

// RegulateIn is what the algorithm of regulate gets. It must neither change nor keep what these point to.
type RegulateIn struct {
	Now    time.Duration       // since the program's start, by its own time
	Read   *tuned.Reading      // what came
	Params Parameters          // the node's
	Vars   *tunedschema.Recall // the node's, which all its algorithms may change
}

// RegulateOut is what the algorithm of regulate gives. What is marked to be sent is sent when it returns; the values
// stay for the next time.
type RegulateOut struct {
	Heat      bool
	SendHeat  bool
	SendCount bool
}

func newRegulate(parent reactor.Parent, name string, n *Node) *Regulate {
	t := &Regulate{node: n}
	reactor.Init(parent, name, t)
	t.Reaction("run").On(&t.Read).Uses(&t.changes).Sets(&t.Fault, &t.Heat, &t.Count, &t.later).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Regulate) run() {
	t.in.Now = t.Elapsed()
	t.in.Read = t.Read.Ref()
	t.out.SendHeat = false
	t.out.SendCount = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	t.in.Vars = &t.node.Vars().Shared
	if err := t.node.Vars().Regulate.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendHeat {
		t.Heat.Set(t.out.Heat)
	}
	if t.out.SendCount {
		t.Count.Set(struct{}{})
	}
}
