// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 7ee69142242cbbdd.

// Package joycontrol is the node Teleoperation::Joy_Control.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package joycontrol

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/joypad"
)

// Parameters are constant once the node has been initialised, but for forward, turn. A method Tune(Parameters) error
// of Node is told before one changes, and may refuse it.
//
// How a joypad drives.
type Parameters = platform.JoypadParameters

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Convert ConvertState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Convert.Validate())
}

// Node is Teleoperation::Joy_Control.impl.
//
//	in   joy  messages.Joy
//	out  cmd_vel  messages.Twist
//	out  wish  messages.DrivingState
type Node struct {
	node.Node[Parameters, Variables]
	Joy    reactor.In[joypad.State]
	CmdVel reactor.Out[nav.Velocity]
	Wish   reactor.Out[messages.DrivingState]

	convert *Convert
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
	n.convert = newConvert(&n.Running, "convert", n)
	err := n.Describe(node.Described[Parameters]{Type: platform.JoypadParametersType(), Value: parameters, Of: platform.JoypadParametersOf, Live: []string{"forward", "turn"}}, &n.convert.changes)
	if err != nil {
		return nil, err
	}
	reactor.Connect(&n.Joy, &n.convert.Received)
	reactor.Connect(&n.convert.Published, &n.CmdVel)
	reactor.Connect(&n.convert.Wish, &n.Wish)
	n.Running.Reaction("faults").On(&n.convert.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.convert.Fault.Ref(); x != nil {
		n.Fail(errors.New("convert: " + x.Cause))
	}
}
