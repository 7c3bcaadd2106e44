// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal dd62a9af60f9cf19.

package ratpnode

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Ratp runs the algorithm of the thread ratp every 10ms.
//
// The thread that speaks with the Personal Mobility Kit.
//
//	in   measured  hardware.PMKMeasured, the latest is kept until the thread runs
//	out  commanded  hardware.PMKCommand
//	in   velocity  messages.Twist, the latest is kept
//	out  speed  messages.Twist
//	out  joystick  messages.Twist
//
//	asks   state  messages.DrivingState, shared
type Ratp struct {
	reactor.Reactor
	Measured  reactor.In[hardware.PMKMeasured]
	Commanded reactor.Out[hardware.PMKCommand]
	Velocity  reactor.In[nav.Velocity]
	Speed     reactor.Out[nav.Velocity]
	Joystick  reactor.Out[nav.Velocity]
	StateData access.Data[messages.DrivingState]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node         *Node
	in           RatpIn
	out          RatpOut
	period       reactor.Timer
	lastMeasured hardware.PMKMeasured
	hasMeasured  bool
	lastVelocity nav.Velocity
	hasVelocity  bool
}

// RatpIn is what the algorithm of ratp gets. It must neither change nor keep what these point to.
type RatpIn struct {
	Now       time.Duration          // since the program's start, by its own time
	Measured  *hardware.PMKMeasured  // what came last since the thread ran; nil: nothing
	Velocity  *nav.Velocity          // the latest; nil: there is none yet
	StateData *messages.DrivingState // shared, as it was before; there always is one
}

// RatpOut is what the algorithm of ratp gives. What is marked to be sent is sent when it returns; the values stay for
// the next time.
type RatpOut struct {
	Commanded     hardware.PMKCommand
	SendCommanded bool
	Speed         nav.Velocity
	SendSpeed     bool
	Joystick      nav.Velocity
	SendJoystick  bool
	StateData     messages.DrivingState // shared
	SetStateData  bool
}

func newRatp(parent reactor.Parent, name string, n *Node) *Ratp {
	t := &Ratp{node: n}
	reactor.Init(parent, name, t)
	t.StateData.Init(&t.Reactor, "state")
	t.period.Set(time.Millisecond, 10*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasMeasured, t.hasVelocity = false, false })
	t.Reaction("keep measured").On(&t.Measured).Do(func() { t.lastMeasured, t.hasMeasured = *t.Measured.Ref(), true })
	t.Reaction("keep velocity").On(&t.Velocity).Do(func() { t.lastVelocity, t.hasVelocity = *t.Velocity.Ref(), true })
	t.Reaction("run").On(&t.period).Uses(&t.StateData.Change).Sets(&t.Fault, &t.Commanded, &t.Speed, &t.Joystick, &t.StateData.Write).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Ratp) run() {
	t.in.Now = t.Elapsed()
	t.in.Measured = nil
	if t.hasMeasured {
		t.in.Measured = &t.lastMeasured
	}
	t.hasMeasured = false
	t.out.SendCommanded = false
	t.in.Velocity = nil
	if t.hasVelocity {
		t.in.Velocity = &t.lastVelocity
	}
	t.out.SendSpeed = false
	t.out.SendJoystick = false
	t.in.StateData = t.StateData.Get()
	t.out.SetStateData = false
	if err := t.node.Vars().Ratp.Run(&t.in, &t.out); err != nil {
		t.Fault.Set(node.Notice{State: node.Error, Cause: err.Error()})
		return
	}
	if t.out.SendCommanded {
		t.Commanded.Set(t.out.Commanded)
	}
	if t.out.SendSpeed {
		t.Speed.Set(t.out.Speed)
	}
	if t.out.SendJoystick {
		t.Joystick.Set(t.out.Joystick)
	}
	if t.out.SetStateData {
		t.StateData.Set(t.out.StateData)
	}
}
