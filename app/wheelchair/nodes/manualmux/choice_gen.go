// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal c2c20d2ab3baf62e.

package manualmux

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Choice runs the algorithm of the thread choice every 20ms.
//
// Of two ways to drive by hand that which is used, at a constant rate. The joypad goes before the stick on board.
//
//	out  published  messages.Twist
//	in   joypad  messages.Twist, the latest is kept
//	in   joystick  messages.Twist, the latest is kept
type Choice struct {
	reactor.Reactor
	Published reactor.Out[nav.Velocity]
	Joypad    reactor.In[nav.Velocity]
	Joystick  reactor.In[nav.Velocity]
	Fault     reactor.Out[node.Notice] // what the algorithm returns

	node         *Node
	in           ChoiceIn
	out          ChoiceOut
	revision     uint64 // of the parameters that the algorithm gets
	period       reactor.Timer
	lastJoypad   nav.Velocity
	hasJoypad    bool
	lastJoystick nav.Velocity
	hasJoystick  bool
}

// ChoiceIn is what the algorithm of choice gets. It must neither change nor keep what these point to.
type ChoiceIn struct {
	Now      time.Duration // since the program's start, by its own time
	Joypad   *nav.Velocity // the latest; nil: there is none yet
	Joystick *nav.Velocity // the latest; nil: there is none yet
	Params   Parameters    // the node's
}

// ChoiceOut is what the algorithm of choice gives. What is marked to be sent is sent when it returns; the values stay
// for the next time.
type ChoiceOut struct {
	Published     nav.Velocity
	SendPublished bool
}

func newChoice(parent reactor.Parent, name string, n *Node) *Choice {
	t := &Choice{node: n}
	reactor.Init(parent, name, t)
	t.period.Set(3*time.Millisecond, 20*time.Millisecond)
	t.Reaction("reset").On(t.ResetTrigger()).Do(func() { t.hasJoypad, t.hasJoystick = false, false })
	t.Reaction("keep joypad").On(&t.Joypad).Do(func() { t.lastJoypad, t.hasJoypad = *t.Joypad.Ref(), true })
	t.Reaction("keep joystick").On(&t.Joystick).Do(func() { t.lastJoystick, t.hasJoystick = *t.Joystick.Ref(), true })
	t.Reaction("run").On(&t.period).Sets(&t.Fault, &t.Published).Do(t.run)
	return t
}

// run calls the algorithm, and sends what it gives.
func (t *Choice) run() {
	t.in.Now = t.Elapsed()
	t.out.SendPublished = false
	t.in.Joypad = nil
	if t.hasJoypad {
		t.in.Joypad = &t.lastJoypad
	}
	t.in.Joystick = nil
	if t.hasJoystick {
		t.in.Joystick = &t.lastJoystick
	}
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
}
