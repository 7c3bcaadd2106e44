// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 36a4c47a21148e1b.

// Package guard is the node Relay::Guard.impl.
//
// It guards the heating.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package guard

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Keep  KeepState
	Watch WatchState
	Reply ReplyState
	Both  BothState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Keep.Validate(), v.Watch.Validate(), v.Reply.Validate(), v.Both.Validate())
}

// Node is Relay::Guard.impl.
//
// It guards the heating.
//
//	in   read  relay.Warmth
//	in   limit  relay.Warmth
//	out  report  relay.Report
//	out  heat  relay.Warmth
//	out  again  relay.Warmth
//	out  pair  relay.Warmth
type Node struct {
	node.Node[Parameters, Variables]
	Read   reactor.In[relay.Warmth]
	Limit  reactor.In[relay.Warmth]
	Report reactor.Out[relay.Report]
	Heat   reactor.Out[relay.Warmth]
	Again  reactor.Out[relay.Warmth]
	Pair   reactor.Out[relay.Warmth]

	keep  *Keep
	watch *Watch
	reply *Reply
	both  *Both
}

// Config is how the model wants the node to be run.
func Config() node.Config { return node.Config{Loop: 50 * time.Millisecond} }

// New makes the node.
func New(parent reactor.Parent, name string, c node.Config) (*Node, error) {
	n := &Node{}
	reactor.Init(parent, name, n)
	if err := n.Setup(c, Parameters{}, n); err != nil {
		return nil, err
	}
	n.keep = newKeep(&n.Running, "keep", n)
	n.watch = newWatch(&n.Running, "watch", n)
	n.reply = newReply(&n.Running, "reply", n)
	n.both = newBoth(&n.Running, "both", n)
	reactor.Connect(&n.Read, &n.keep.Received)
	reactor.Connect(&n.Read, &n.reply.Received)
	reactor.Connect(&n.Read, &n.both.Read)
	reactor.Connect(&n.keep.Latest, &n.watch.Warmth).After(0)
	reactor.Connect(&n.watch.Report, &n.Report)
	reactor.Connect(&n.watch.Heat, &n.Heat)
	reactor.Connect(&n.watch.Alarm, &n.reply.Alarm)
	reactor.Connect(&n.Limit, &n.watch.Limit)
	reactor.Connect(&n.Limit, &n.both.Limit)
	reactor.Connect(&n.reply.Published, &n.Again)
	reactor.Connect(&n.both.Pair, &n.Pair)
	n.Running.Reaction("faults").On(&n.keep.Fault, &n.watch.Fault, &n.reply.Fault, &n.both.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.keep.Fault.Ref(); x != nil {
		n.Fail(errors.New("keep: " + x.Cause))
	}
	if x := n.watch.Fault.Ref(); x != nil {
		n.Fail(errors.New("watch: " + x.Cause))
	}
	if x := n.reply.Fault.Ref(); x != nil {
		n.Fail(errors.New("reply: " + x.Cause))
	}
	if x := n.both.Fault.Ref(); x != nil {
		n.Fail(errors.New("both: " + x.Cause))
	}
}
