// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal d847d247a88e370d.

// Package cart is the node Depot::Cart.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package cart

import (
	"errors"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Drive DriveState
	Look  LookState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Drive.Validate(), v.Look.Validate())
}

// Node is Depot::Cart.impl.
//
//	in   desk_order  depot.Boxes
//	out  desk_told  depot.Boxes
//
//	asks   fetch  the service Fetch
//	asks   weigh  the service Weigh
//	asks   ping  the service Ping
//	asks   gate  depot.Gate, shared
type Node struct {
	node.Node[Parameters, Variables]
	DeskOrder reactor.In[depot.Boxes]
	DeskTold  reactor.Out[depot.Boxes]
	Fetch     access.Asks[access.Request[depot.FetchRequest], access.Reply[depot.FetchReply]]
	Weigh     access.Asks[access.Request[depot.WeighRequest], access.Reply[depot.WeighReply]]
	Ping      access.Asks[access.Request[depot.PingRequest], access.Reply[depot.PingReply]]
	Gate      access.Asks[access.Write[depot.Gate], access.Change]

	drive *Drive
	look  *Look
}

// Config is how the model wants the node to be run.
func Config() node.Config { return node.Config{} }

// New makes the node.
func New(parent reactor.Parent, name string, c node.Config) (*Node, error) {
	n := &Node{}
	reactor.Init(parent, name, n)
	if err := n.Setup(c, Parameters{}, n); err != nil {
		return nil, err
	}
	n.Fetch.Init(&n.Reactor, "fetch_request", "fetch_reply", 1)
	n.Weigh.Init(&n.Reactor, "weigh_request", "weigh_reply", 1)
	n.Ping.Init(&n.Reactor, "ping_request", "ping_reply", 1)
	n.Gate.Init(&n.Reactor, "gate_set", "gate_change", 2)
	n.drive = newDrive(&n.Running, "drive", n)
	n.look = newLook(&n.Running, "look", n)
	reactor.Connect(&n.DeskOrder, &n.drive.Order)
	reactor.Connect(&n.drive.Told, &n.DeskTold)
	access.Join(n.look.Ping.Lines(), n.Ping.Lines())
	access.Join(n.drive.Fetch.Lines(), n.Fetch.Lines())
	access.Join(n.drive.Weigh.Lines(), n.Weigh.Lines())
	access.Join(n.drive.Gate.Lines(), n.Gate.Lines().Part(0, 1))
	access.Join(n.look.Gate.Lines(), n.Gate.Lines().Part(1, 1))
	n.Running.Reaction("faults").On(&n.drive.Fault, &n.look.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.drive.Fault.Ref(); x != nil {
		n.Fail(errors.New("drive: " + x.Cause))
	}
	if x := n.look.Fault.Ref(); x != nil {
		n.Fail(errors.New("look: " + x.Cause))
	}
}
