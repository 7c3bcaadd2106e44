// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 82e98b67a2c0b8d3.

package store

import (
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// ShiftCount runs the algorithm of the thread shift.count every 10ms.
//
//	in   level_in  depot.Boxes, the latest is kept
//	out  level_out  depot.Boxes
//
//	asks   boxes  depot.Boxes, shared
type ShiftCount struct {
	reactor.Reactor
	LevelIn  reactor.In[depot.Boxes]
	LevelOut reactor.Out[depot.Boxes]
	Boxes    access.Data[depot.Boxes]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node        *Node
	in          ShiftCountIn
	out         ShiftCountOut
	period      reactor.Timer
	lastLevelIn depot.Boxes
	hasLevelIn  bool
}

// ShiftCountIn is what the algorithm of shift.count gets. It must neither change nor keep what these point to.
type ShiftCountIn struct {
	Now     time.Duration // since the program's start, by its own time
	LevelIn *depot.Boxes  // the latest; nil: there is none yet
	Boxes   *depot.Boxes  // shared, as it was before; there always is one
}

// ShiftCountOut is what the algorithm of shift.count gives. What is marked to be sent is sent when it returns; the
// values stay for the next time.
type ShiftCountOut struct {
	LevelOut     depot.Boxes
	SendLevelOut bool
}

func newShiftCount(parent reactor.Parent, name string, n *Node) *ShiftCount {
	t := &ShiftCount{node: n}
	reactor.Init(parent, name, t)
	t.Boxes.Init(&t.Reactor, "boxes")
	t.period.Set(0, 10*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasLevelIn = false })
	t.Reaction("keep level_in").On(&t.LevelIn).Do(func() { t.lastLevelIn, t.hasLevelIn = *t.LevelIn.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.Boxes.Change).Sets(&t.Fault, &t.LevelOut).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *ShiftCount) run() {
	t.in.Now = t.Elapsed()
	t.in.LevelIn = nil
	if t.hasLevelIn {
		t.in.LevelIn = &t.lastLevelIn
	}
	t.out.SendLevelOut = false
	t.in.Boxes = t.Boxes.Get()
	if err := t.node.Vars().ShiftCount.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendLevelOut {
		t.LevelOut.Set(t.out.LevelOut)
	}
}
