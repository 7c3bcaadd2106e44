// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 2df052e0e9e7b7fe.

// Package follower is the node Platform::Follower.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package follower

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised.
//
// How a person in the wheelchair is driven.
type Parameters = platform.DrivingParameters

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Avoidance AvoidanceState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Avoidance.Validate())
}

// Node is Platform::Follower.impl.
//
//	in   around  messages.Surroundings
//	in   cmd_vel  messages.Twist
//	in   sent  messages.Twist
//	out  safe_cmd_vel  messages.Twist
//
//	asks   odom  messages.Odometry, shared
//	asks   state  messages.DrivingState, shared
type Node struct {
	node.Node[Parameters, Variables]
	Around     reactor.In[steer.Around]
	CmdVel     reactor.In[nav.Velocity]
	Sent       reactor.In[nav.Velocity]
	SafeCmdVel reactor.Out[nav.Velocity]
	Odom       access.Asks[access.Write[nav.Odometry], access.Change]
	StateData  access.Asks[access.Write[messages.DrivingState], access.Change]

	avoidance *Avoidance
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
	n.Odom.Init(&n.Reactor, "odom_set", "odom_change", 1)
	n.StateData.Init(&n.Reactor, "state_set", "state_change", 1)
	n.avoidance = newAvoidance(&n.Running, "avoidance", n)
	err := n.Describe(node.Described[Parameters]{Type: platform.DrivingParametersType(), Value: parameters, Of: platform.DrivingParametersOf})
	if err != nil {
		return nil, err
	}
	reactor.Connect(&n.CmdVel, &n.avoidance.Received)
	reactor.Connect(&n.avoidance.Published, &n.SafeCmdVel)
	reactor.Connect(&n.Sent, &n.avoidance.Sent).After(0)
	reactor.Connect(&n.Around, &n.avoidance.Around).After(0)
	access.Join(n.avoidance.StateData.Lines(), n.StateData.Lines())
	access.Join(n.avoidance.Odom.Lines(), n.Odom.Lines())
	n.Running.Reaction("faults").On(&n.avoidance.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.avoidance.Fault.Ref(); x != nil {
		n.Fail(errors.New("avoidance: " + x.Cause))
	}
}
