// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal cafcc987ad50eb66.

// Package manualmux is the node Platform::Manual_Mux.impl.
//
// A multiplexer of what drives by hand: two subscribers, and a publisher that a timer triggers.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package manualmux

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised.
//
// How commands are chosen.
type Parameters = platform.ChoiceParameters

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	JoypadCallback   JoypadCallbackState
	JoystickCallback JoystickCallbackState
	Choice           ChoiceState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.JoypadCallback.Validate(), v.JoystickCallback.Validate(), v.Choice.Validate())
}

// Node is Platform::Manual_Mux.impl.
//
// A multiplexer of what drives by hand: two subscribers, and a publisher that a timer triggers.
//
//	in   joypad  messages.Twist
//	in   joystick  messages.Twist
//	out  cmd_vel  messages.Twist
type Node struct {
	node.Node[Parameters, Variables]
	Joypad   reactor.In[nav.Velocity]
	Joystick reactor.In[nav.Velocity]
	CmdVel   reactor.Out[nav.Velocity]

	joypadCallback   *JoypadCallback
	joystickCallback *JoystickCallback
	choice           *Choice
}

// Config is how the model wants the node to be run.
func Config() node.Config { return node.Config{Loop: time.Second} }

// New makes the node, with parameters that have been checked against their type.
func New(parent reactor.Parent, name string, c node.Config, parameters param.Value) (*Node, error) {
	n := &Node{}
	reactor.Init(parent, name, n)
	if err := n.Setup(c, Parameters{}, n); err != nil {
		return nil, err
	}
	n.joypadCallback = newJoypadCallback(&n.Running, "joypad_callback", n)
	n.joystickCallback = newJoystickCallback(&n.Running, "joystick_callback", n)
	n.choice = newChoice(&n.Running, "choice", n)
	err := n.Describe(node.Described[Parameters]{Type: platform.ChoiceParametersType(), Value: parameters, Of: platform.ChoiceParametersOf})
	if err != nil {
		return nil, err
	}
	reactor.Connect(&n.Joypad, &n.joypadCallback.Received)
	reactor.Connect(&n.Joystick, &n.joystickCallback.Received)
	reactor.Connect(&n.joypadCallback.Latest, &n.choice.Joypad).After(0)
	reactor.Connect(&n.joystickCallback.Latest, &n.choice.Joystick).After(0)
	reactor.Connect(&n.choice.Published, &n.CmdVel)
	n.Running.Reaction("faults").On(&n.joypadCallback.Fault, &n.joystickCallback.Fault, &n.choice.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.joypadCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("joypad_callback: " + x.Cause))
	}
	if x := n.joystickCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("joystick_callback: " + x.Cause))
	}
	if x := n.choice.Fault.Ref(); x != nil {
		n.Fail(errors.New("choice: " + x.Cause))
	}
}
