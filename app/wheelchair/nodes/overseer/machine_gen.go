// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal c49096f891891bc8.

package overseer

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Machine runs the algorithm of the thread machine every 20ms.
//
//	in   stop  struct{}, the latest is kept until the thread runs
//	in   wish  messages.DrivingState, the latest is kept until the thread runs
//	in   button  messages.DrivingState, the latest is kept until the thread runs
//	in   driving  messages.Driving, the latest is kept until the thread runs
//	in   verdict  messages.Driving, the latest is kept until the thread runs
//	in   kit  hardware.PMKMeasured, the latest is kept until the thread runs
//	in   health  messages.Health, the latest is kept until the thread runs
//	out  report  messages.Driving
//
//	asks   state  messages.DrivingState, shared
type Machine struct {
	reactor.Reactor
	Stop      reactor.In[struct{}]
	Wish      reactor.In[messages.DrivingState]
	Button    reactor.In[messages.DrivingState]
	Driving   reactor.In[nav.Driving]
	Verdict   reactor.In[nav.Driving]
	Kit       reactor.In[hardware.PMKMeasured]
	Health    reactor.In[chair.Health]
	Report    reactor.Out[nav.Driving]
	StateData access.Data[messages.DrivingState]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node        *Node
	in          MachineIn
	out         MachineOut
	period      reactor.Timer
	hasStop     bool
	lastWish    messages.DrivingState
	hasWish     bool
	lastButton  messages.DrivingState
	hasButton   bool
	lastDriving nav.Driving
	hasDriving  bool
	lastVerdict nav.Driving
	hasVerdict  bool
	lastKit     hardware.PMKMeasured
	hasKit      bool
	lastHealth  chair.Health
	hasHealth   bool
}

// MachineIn is what the algorithm of machine gets. It must neither change nor keep what these point to.
type MachineIn struct {
	Now       time.Duration          // since the program's start, by its own time
	Stop      bool                   // something came
	Wish      *messages.DrivingState // what came last since the thread ran; nil: nothing
	Button    *messages.DrivingState // what came last since the thread ran; nil: nothing
	Driving   *nav.Driving           // what came last since the thread ran; nil: nothing
	Verdict   *nav.Driving           // what came last since the thread ran; nil: nothing
	Kit       *hardware.PMKMeasured  // what came last since the thread ran; nil: nothing
	Health    *chair.Health          // what came last since the thread ran; nil: nothing
	StateData *messages.DrivingState // shared, as it was before; there always is one
}

// MachineOut is what the algorithm of machine gives. What is marked to be sent is sent when it returns; the values
// stay for the next time.
type MachineOut struct {
	Report       nav.Driving
	SendReport   bool
	StateData    messages.DrivingState // shared
	SetStateData bool
}

func newMachine(parent reactor.Parent, name string, n *Node) *Machine {
	t := &Machine{node: n}
	reactor.Init(parent, name, t)
	t.StateData.Init(&t.Reactor, "state")
	t.period.Set(6*time.Millisecond, 20*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() {
		t.hasStop, t.hasWish, t.hasButton, t.hasDriving, t.hasVerdict, t.hasKit, t.hasHealth = false, false, false, false, false, false, false
	})
	t.Reaction("keep stop").On(&t.Stop).Do(func() { t.hasStop = true })
	t.Reaction("keep wish").On(&t.Wish).Do(func() { t.lastWish, t.hasWish = *t.Wish.Ref(), true })
	t.Reaction("keep button").On(&t.Button).Do(func() { t.lastButton, t.hasButton = *t.Button.Ref(), true })
	t.Reaction("keep driving").On(&t.Driving).Do(func() { t.lastDriving, t.hasDriving = *t.Driving.Ref(), true })
	t.Reaction("keep verdict").On(&t.Verdict).Do(func() { t.lastVerdict, t.hasVerdict = *t.Verdict.Ref(), true })
	t.Reaction("keep kit").On(&t.Kit).Do(func() { t.lastKit, t.hasKit = *t.Kit.Ref(), true })
	t.Reaction("keep health").On(&t.Health).Do(func() { t.lastHealth, t.hasHealth = *t.Health.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.StateData.Change).Sets(&t.Fault, &t.Report, &t.StateData.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Machine) run() {
	t.in.Now = t.Elapsed()
	t.in.Stop = t.hasStop
	t.hasStop = false
	t.in.Wish = nil
	if t.hasWish {
		t.in.Wish = &t.lastWish
	}
	t.hasWish = false
	t.in.Button = nil
	if t.hasButton {
		t.in.Button = &t.lastButton
	}
	t.hasButton = false
	t.in.Driving = nil
	if t.hasDriving {
		t.in.Driving = &t.lastDriving
	}
	t.hasDriving = false
	t.in.Verdict = nil
	if t.hasVerdict {
		t.in.Verdict = &t.lastVerdict
	}
	t.hasVerdict = false
	t.in.Kit = nil
	if t.hasKit {
		t.in.Kit = &t.lastKit
	}
	t.hasKit = false
	t.in.Health = nil
	if t.hasHealth {
		t.in.Health = &t.lastHealth
	}
	t.hasHealth = false
	t.out.SendReport = false
	t.in.StateData = t.StateData.Get()
	t.out.SetStateData = false
	if err := t.node.Vars().Machine.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendReport {
		t.Report.Set(t.out.Report)
	}
	if t.out.SetStateData {
		t.StateData.Set(t.out.StateData)
	}
}
