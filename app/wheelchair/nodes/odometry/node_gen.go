// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 1d66fc89b956ca22.

// Package odometry is the node Navigation::Odometry.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package odometry

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	SpeedCallback SpeedCallbackState
	Integration   IntegrationState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.SpeedCallback.Validate(), v.Integration.Validate())
}

// Node is Navigation::Odometry.impl.
//
//	in   speed  messages.Twist
//
//	asks   odom  messages.Odometry, shared
type Node struct {
	node.Node[Parameters, Variables]
	Speed reactor.In[nav.Velocity]
	Odom  access.Asks[access.Write[nav.Odometry], access.Change]

	speedCallback *SpeedCallback
	integration   *Integration
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
	n.Odom.Init(&n.Reactor, "odom_set", "odom_change", 1)
	n.speedCallback = newSpeedCallback(&n.Running, "speed_callback", n)
	n.integration = newIntegration(&n.Running, "integration", n)
	reactor.Connect(&n.speedCallback.Latest, &n.integration.Speed).After(0)
	reactor.Connect(&n.Speed, &n.speedCallback.Received)
	access.Join(n.integration.Odom.Lines(), n.Odom.Lines())
	n.Running.Reaction("faults").On(&n.speedCallback.Fault, &n.integration.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.speedCallback.Fault.Ref(); x != nil {
		n.Fail(errors.New("speed_callback: " + x.Cause))
	}
	if x := n.integration.Fault.Ref(); x != nil {
		n.Fail(errors.New("integration: " + x.Cause))
	}
}
