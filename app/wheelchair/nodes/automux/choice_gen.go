// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal be682435ca98fadf.

package automux

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Choice runs the algorithm of the thread choice every 20ms.
//
// The velocity of a person or of the computer, as the state of the whole says, at a constant rate. A person who takes
// the stick while the computer drives is obeyed at once, and the state is assisted from then on.
//
//	out  published  messages.Twist
//	in   manual  messages.Twist, the latest is kept
//	in   autonomous  messages.Twist, the latest is kept
//
//	asks   state  messages.DrivingState, shared
type Choice struct {
	reactor.Reactor
	Published  reactor.Out[nav.Velocity]
	Manual     reactor.In[nav.Velocity]
	Autonomous reactor.In[nav.Velocity]
	StateData  access.Data[messages.DrivingState]
	Fault      reactor.Out[node.Notice] // what the algorithm returns

	node           *Node
	in             ChoiceIn
	out            ChoiceOut
	revision       uint64 // of the parameters that the algorithm gets
	period         reactor.Timer
	lastManual     nav.Velocity
	hasManual      bool
	lastAutonomous nav.Velocity
	hasAutonomous  bool
}

// ChoiceIn is what the algorithm of choice gets. It must neither change nor keep what these point to.
type ChoiceIn struct {
	Now        time.Duration          // since the program's start, by its own time
	Manual     *nav.Velocity          // the latest; nil: there is none yet
	Autonomous *nav.Velocity          // the latest; nil: there is none yet
	StateData  *messages.DrivingState // shared, as it was before; there always is one
	Params     Parameters             // the node's
}

// ChoiceOut is what the algorithm of choice gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type ChoiceOut struct {
	Published     nav.Velocity
	SendPublished bool
	StateData     messages.DrivingState // shared
	SetStateData  bool
}

func newChoice(parent reactor.Parent, name string, n *Node) *Choice {
	t := &Choice{node: n}
	reactor.Init(parent, name, t)
	t.StateData.Init(&t.Reactor, "state")
	t.period.Set(8*time.Millisecond, 20*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasManual, t.hasAutonomous = false, false })
	t.Reaction("keep manual").On(&t.Manual).Do(func() { t.lastManual, t.hasManual = *t.Manual.Ref(), true })
	t.Reaction("keep autonomous").On(&t.Autonomous).Do(func() { t.lastAutonomous, t.hasAutonomous = *t.Autonomous.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.StateData.Change).Sets(&t.Fault, &t.Published, &t.StateData.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Choice) run() {
	t.in.Now = t.Elapsed()
	t.out.SendPublished = false
	t.in.Manual = nil
	if t.hasManual {
		t.in.Manual = &t.lastManual
	}
	t.in.Autonomous = nil
	if t.hasAutonomous {
		t.in.Autonomous = &t.lastAutonomous
	}
	t.in.StateData = t.StateData.Get()
	t.out.SetStateData = false
	if r := t.node.Revision(); r != t.revision {
		t.in.Params, t.revision = t.node.Params(), r
	}
	if err := t.node.Vars().Choice.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendPublished {
		t.Published.Set(t.out.Published)
	}
	if t.out.SetStateData {
		t.StateData.Set(t.out.StateData)
	}
}
