// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 2ba921637c47d452.

// Package scanmerger is the node Sensing::Scan_Merger.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package scanmerger

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Merging MergingState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Merging.Validate())
}

// Node is Sensing::Scan_Merger.impl.
//
//	in   left  messages.LaserScan
//	in   right  messages.LaserScan
//	out  merged  messages.MergedScan
type Node struct {
	node.Node[Parameters, Variables]
	Left   reactor.In[nav.Scan]
	Right  reactor.In[nav.Scan]
	Merged reactor.Out[nav.Scans]

	merging *Merging
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
	n.merging = newMerging(&n.Running, "merging", n)
	reactor.Connect(&n.Left, &n.merging.Left)
	reactor.Connect(&n.Right, &n.merging.Right)
	reactor.Connect(&n.merging.Merged, &n.Merged)
	n.Running.Reaction("faults").On(&n.merging.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.merging.Fault.Ref(); x != nil {
		n.Fail(errors.New("merging: " + x.Cause))
	}
}
