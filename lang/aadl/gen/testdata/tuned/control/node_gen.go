// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal 27c151f5f7473930.

// Package control is the node Tuned::Control.impl.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package control

import (
	"errors"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tuned"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned/tunedschema"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised, but for wanted, gains, mode. A method Tune(Parameters)
// error of Node is told before one changes, and may refuse it.
//
// How warm it shall be.
type Parameters = tuned.ControlParameters

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value, and for
// Shared with what New got.
type Variables struct {
	Shared   tunedschema.Recall // what all algorithms share
	Counter  CounterState
	Regulate RegulateState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Shared.Validate(), v.Counter.Validate(), v.Regulate.Validate())
}

// Node is Tuned::Control.impl.
//
//	in   read  tuned.Reading
//	out  heat  bool
type Node struct {
	node.Node[Parameters, Variables]
	Read reactor.In[tuned.Reading]
	Heat reactor.Out[bool]

	counter  *Counter
	regulate *Regulate
}

// Config is how the model wants the node to be run.
func Config() node.Config { return node.Config{} }

// New makes the node, with parameters and variables that have been checked against their types.
func New(parent reactor.Parent, name string, c node.Config, parameters, variables param.Value) (*Node, error) {
	n := &Node{}
	reactor.Init(parent, name, n)
	if err := n.Setup(c, Parameters{}, n); err != nil {
		return nil, err
	}
	n.counter = newCounter(&n.Running, "counter", n)
	n.regulate = newRegulate(&n.Running, "regulate", n)
	err := n.Describe(node.Described[Parameters]{Type: tuned.ControlParametersType(), Value: parameters, Of: tuned.ControlParametersOf, Live: []string{"wanted", "gains", "mode"}}, &n.regulate.changes, &n.counter.changes)
	if err != nil {
		return nil, err
	}
	n.Begin(func() Variables { return Variables{Shared: tunedschema.RecallOf(&variables)} })
	reactor.Connect(&n.regulate.later, &n.counter.earlier)
	reactor.Connect(&n.Read, &n.regulate.Read)
	reactor.Connect(&n.regulate.Heat, &n.Heat)
	reactor.Connect(&n.regulate.Count, &n.counter.Count)
	n.Running.Reaction("faults").On(&n.counter.Fault, &n.regulate.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.counter.Fault.Ref(); x != nil {
		n.Fail(errors.New("counter: " + x.Cause))
	}
	if x := n.regulate.Fault.Ref(); x != nil {
		n.Fail(errors.New("regulate: " + x.Cause))
	}
}
