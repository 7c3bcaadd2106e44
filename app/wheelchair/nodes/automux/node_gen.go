// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 173730124d31c9af.

// Package automux is the node Platform::Auto_Mux.impl.
//
// A multiplexer of a person and the computer.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package automux

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/control/access"
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
	ManualCallback     ManualCallbackState
	AutonomousCallback AutonomousCallbackState
	Choice             ChoiceState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.ManualCallback.Validate(), v.AutonomousCallback.Validate(), v.Choice.Validate())
}

// Node is Platform::Auto_Mux.impl.
//
// A multiplexer of a person and the computer.
//
//	in   manual  messages.Twist
//	in   autonomous  messages.Twist
//	out  cmd_vel  messages.Twist
//
//	asks   state  messages.DrivingState, shared
type Node struct {
	node.Node[Parameters, Variables]
	Manual     reactor.In[nav.Velocity]
	Autonomous reactor.In[nav.Velocity]
	CmdVel     reactor.Out[nav.Velocity]
	StateData  access.Asks[access.Write[messages.DrivingState], access.Change]

	manualCallback     *ManualCallback
	autonomousCallback *AutonomousCallback
	choice             *Choice
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
	n.StateData.Init(&n.Reactor, "state_set", "state_change", 1)
	n.manualCallback = newManualCallback(&n.Running, "manual_callback", n)
	n.autonomousCallback = newAutonomousCallback(&n.Running, "autonomous_callback", n)
	n.choice = newChoice(&n.Running, "choice", n)
	err := n.Describe(node.Described[Parameters]{Type: platform.ChoiceParametersType(), Value: parameters, Of: platform.ChoiceParametersOf})
	if err != nil {
		return nil, err
	}
	reactor.Connect(&n.Autonomous, &n.autonomousCallback.Received)
	reactor.Connect(&n.manualCallback.Latest, &n.choice.Manual).After(0)
	reactor.Connect(&n.autonomousCallback.Latest, &n.choice.Autonomous).After(0)
	reactor.Connect(&n.choice.Published, &n.CmdVel)
	reactor.Connect(&n.Manual, &n.manualCallback.Received)
	access.Join(n.choice.StateData.Lines(), n.StateData.Lines())
	n.Running.Reaction("faults").On(&n.manualCallback.Fault, &n.autonomousCallback.Fault, &n.choice.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.manualCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("manual_callback: " + x.Cause))
	}
	if x := n.autonomousCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("autonomous_callback: " + x.Cause))
	}
	if x := n.choice.Fault.Ref(); x != nil {
		n.Fail(errors.New("choice: " + x.Cause))
	}
}
