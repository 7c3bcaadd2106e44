// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal fdf0509f9a049402.

// Package store is the node Depot::Store.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package store

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
	Clerk      ClerkState
	ShiftFill  ShiftFillState
	ShiftCount ShiftCountState
	Ping       PingState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Clerk.Validate(), v.ShiftFill.Validate(), v.ShiftCount.Validate(), v.Ping.Validate())
}

// Node is Depot::Store.impl.
//
//	out  filled  depot.Boxes
//
//	gives  fetch  the service Fetch
//	gives  ping  the service Ping
type Node struct {
	node.Node[Parameters, Variables]
	Filled reactor.Out[depot.Boxes]
	Fetch  access.Gives[access.Request[depot.FetchRequest], access.Reply[depot.FetchReply]]
	Ping   access.Gives[access.Request[depot.PingRequest], access.Reply[depot.PingReply]]

	boxes *access.Cell[depot.Boxes] // shared
	clerk *Clerk
	ping  *Ping
	shift *Shift
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
	n.Fetch.Init(&n.Reactor, "fetch_request", "fetch_reply", 3)
	n.Ping.Init(&n.Reactor, "ping_request", "ping_reply", 3)
	n.boxes = access.NewCell[depot.Boxes](n, "boxes", 2)
	n.clerk = newClerk(&n.Running, "clerk", n)
	n.ping = newPing(&n.Running, "ping_server", n)
	n.shift = newShift(&n.Running, "shift", n)
	reactor.Connect(&n.shift.Filled, &n.Filled)
	access.Join(n.Fetch.Lines(), n.clerk.Fetch.Lines())
	access.Join(n.shift.Boxes.Lines(), n.boxes.Lines())
	access.Join(n.Ping.Lines(), n.ping.Ping.Lines())
	n.Running.Reaction("faults").On(&n.shift.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.shift.Fault.Ref(); x != nil {
		n.Fail(errors.New("shift: " + x.Cause))
	}
}

// Shift is the thread group shift.
//
// Those who work at night.
//
//	out  filled  depot.Boxes
//
//	asks   boxes  depot.Boxes, shared
type Shift struct {
	reactor.Reactor
	Filled reactor.Out[depot.Boxes]
	Boxes  access.Asks[access.Write[depot.Boxes], access.Change]
	Fault  reactor.Out[node.Notice] // what algorithms return

	fill  *ShiftFill
	count *ShiftCount
}

func newShift(parent reactor.Parent, name string, n *Node) *Shift {
	g := &Shift{}
	reactor.Init(parent, name, g)
	g.Boxes.Init(&g.Reactor, "boxes_set", "boxes_change", 2)
	g.fill = newShiftFill(g, "fill", n)
	g.count = newShiftCount(g, "count", n)
	reactor.Connect(&g.fill.Filled, &g.Filled)
	reactor.Connect(&g.fill.LevelOut, &g.count.LevelIn).After(0)
	reactor.Connect(&g.count.LevelOut, &g.fill.LevelIn).After(0)
	access.Join(g.fill.Boxes.Lines(), g.Boxes.Lines().Part(0, 1))
	access.Join(g.count.Boxes.Lines(), g.Boxes.Lines().Part(1, 1))
	g.Reaction("faults").On(&g.fill.Fault, &g.count.Fault).Sets(&g.Fault).Do(g.faults)
	return g
}

// faults passes on what algorithms have returned, the first of them.
func (g *Shift) faults() {
	if x := g.fill.Fault.Ref(); x != nil {
		g.Fault.Set(node.Notice{State: node.Error, Cause: "fill: " + x.Cause})
		return
	}
	if x := g.count.Fault.Ref(); x != nil {
		g.Fault.Set(node.Notice{State: node.Error, Cause: "count: " + x.Cause})
		return
	}
}
