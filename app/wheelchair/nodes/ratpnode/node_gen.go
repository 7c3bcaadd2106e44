// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 7e5cc03eea7b7386.

// Package ratpnode is the node Platform::RATP_Node.impl.
//
// The driver of the Personal Mobility Kit: a bridge between frames on its line and messages. Its callbacks are
// triggered by the thread that speaks with the hardware.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package ratpnode

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Ratp             RatpState
	CmdVelCallback   CmdVelCallbackState
	SpeedCallback    SpeedCallbackState
	JoystickCallback JoystickCallbackState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Ratp.Validate(), v.CmdVelCallback.Validate(), v.SpeedCallback.Validate(), v.JoystickCallback.Validate())
}

// Node is Platform::RATP_Node.impl.
//
// The driver of the Personal Mobility Kit: a bridge between frames on its line and messages. Its callbacks are
// triggered by the thread that speaks with the hardware.
//
//	in   measured  hardware.PMKMeasured
//	out  commanded  hardware.PMKCommand
//	in   cmd_vel  messages.Twist
//	out  speed  messages.Twist
//	out  joystick  messages.Twist
//
//	asks   state  messages.DrivingState, shared
type Node struct {
	node.Node[Parameters, Variables]
	Measured  reactor.In[hardware.PMKMeasured]
	Commanded reactor.Out[hardware.PMKCommand]
	CmdVel    reactor.In[nav.Velocity]
	Speed     reactor.Out[nav.Velocity]
	Joystick  reactor.Out[nav.Velocity]
	StateData access.Asks[access.Write[messages.DrivingState], access.Change]

	ratp             *Ratp
	cmdVelCallback   *CmdVelCallback
	speedCallback    *SpeedCallback
	joystickCallback *JoystickCallback
}

// Config is how the model wants the node to be run.
func Config() node.Config { return node.Config{Loop: time.Second} }

// New makes the node.
func New(parent reactor.Parent, name string, c node.Config) (*Node, error) {
	n := &Node{}
	reactor.Init(parent, name, n)
	if err := n.Setup(c, Parameters{}, n); err != nil {
		return nil, err
	}
	n.StateData.Init(&n.Reactor, "state_set", "state_change", 1)
	n.ratp = newRatp(&n.Running, "ratp", n)
	n.cmdVelCallback = newCmdVelCallback(&n.Running, "cmd_vel_callback", n)
	n.speedCallback = newSpeedCallback(&n.Running, "speed_callback", n)
	n.joystickCallback = newJoystickCallback(&n.Running, "joystick_callback", n)
	reactor.Connect(&n.Measured, &n.ratp.Measured)
	reactor.Connect(&n.ratp.Commanded, &n.Commanded)
	reactor.Connect(&n.ratp.Speed, &n.speedCallback.Received)
	reactor.Connect(&n.ratp.Joystick, &n.joystickCallback.Received)
	reactor.Connect(&n.cmdVelCallback.Latest, &n.ratp.Velocity).After(0)
	reactor.Connect(&n.speedCallback.Published, &n.Speed)
	reactor.Connect(&n.joystickCallback.Published, &n.Joystick)
	reactor.Connect(&n.CmdVel, &n.cmdVelCallback.Received)
	access.Join(n.ratp.StateData.Lines(), n.StateData.Lines())
	n.Running.Reaction("faults").On(&n.ratp.Fault, &n.cmdVelCallback.Fault, &n.speedCallback.Fault, &n.joystickCallback.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.ratp.Fault.Ref(); x != nil {
		n.Fail(errors.New("ratp: " + x.Cause))
	}
	if x := n.cmdVelCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("cmd_vel_callback: " + x.Cause))
	}
	if x := n.speedCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("speed_callback: " + x.Cause))
	}
	if x := n.joystickCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("joystick_callback: " + x.Cause))
	}
}
