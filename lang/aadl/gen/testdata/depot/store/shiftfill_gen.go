// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal 94529a74c289f96e.

package store

import (
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// ShiftFill runs the algorithm of the thread shift.fill every 10ms.
//
// It fills the store.
//
//	out  filled  depot.Boxes
//	in   level_in  depot.Boxes, the latest is kept
//	out  level_out  depot.Boxes
//
//	asks   boxes  depot.Boxes, shared
type ShiftFill struct {
	reactor.Reactor
	Filled   reactor.Out[depot.Boxes]
	LevelIn  reactor.In[depot.Boxes]
	LevelOut reactor.Out[depot.Boxes]
	Boxes    access.Data[depot.Boxes]
	Fault    reactor.Out[node.Notice] // what the algorithm returns

	node        *Node
	in          ShiftFillIn
	out         ShiftFillOut
	period      reactor.Timer
	lastLevelIn depot.Boxes
	hasLevelIn  bool
}

// ShiftFillIn is what the algorithm of shift.fill gets. It must neither change nor keep what these point to.
type ShiftFillIn struct {
	Now     time.Duration // since the program's start, by its own time
	LevelIn *depot.Boxes  // the latest; nil: there is none yet
	Boxes   *depot.Boxes  // shared, as it was before; there always is one
}

// ShiftFillOut is what the algorithm of shift.fill gives. What is marked to be sent is sent when it returns; the
// values stay for the next time.
type ShiftFillOut struct {
	Filled       depot.Boxes
	SendFilled   bool
	LevelOut     depot.Boxes
	SendLevelOut bool
	Boxes        depot.Boxes // shared
	SetBoxes     bool
}

func newShiftFill(parent reactor.Parent, name string, n *Node) *ShiftFill {
	t := &ShiftFill{node: n}
	reactor.Init(parent, name, t)
	t.Boxes.Init(&t.Reactor, "boxes")
	t.period.Set(0, 10*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasLevelIn = false })
	t.Reaction("keep level_in").On(&t.LevelIn).Do(func() { t.lastLevelIn, t.hasLevelIn = *t.LevelIn.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.Boxes.Change).Sets(&t.Fault, &t.Filled, &t.LevelOut, &t.Boxes.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *ShiftFill) run() {
	t.in.Now = t.Elapsed()
	t.out.SendFilled = false
	t.in.LevelIn = nil
	if t.hasLevelIn {
		t.in.LevelIn = &t.lastLevelIn
	}
	t.out.SendLevelOut = false
	t.in.Boxes = t.Boxes.Get()
	t.out.SetBoxes = false
	if err := t.node.Vars().ShiftFill.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendFilled {
		t.Filled.Set(t.out.Filled)
	}
	if t.out.SendLevelOut {
		t.LevelOut.Set(t.out.LevelOut)
	}
	if t.out.SetBoxes {
		t.Boxes.Set(t.out.Boxes)
	}
}
