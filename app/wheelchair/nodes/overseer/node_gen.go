// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 307f6871615a60f5.

// Package overseer is the node Wheelchair::Overseer.impl.
//
// It follows the states of all nodes, and manages that of the whole: who drives. A person or the computer may begin
// to drive while all nodes run that this takes, and stops for good when one of them has ended for good. An emergency
// stop has a port of its own, on which no other wish takes its place before the thread runs.
//
// The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method
// Prepare, TearDown or Recover of Node that you add in a file of yours takes the place of the one that every node
// has.
package overseer

import (
	"errors"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
)

// Parameters are constant once the node has been initialised: the model has none.
type Parameters = node.None

// Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.
type Variables struct {
	Machine MachineState
}

// Validate reports all that is wrong with them at the end of Init.
func (v Variables) Validate() error {
	return errors.Join(v.Machine.Validate())
}

// Node is Wheelchair::Overseer.impl.
//
// It follows the states of all nodes, and manages that of the whole: who drives. A person or the computer may begin
// to drive while all nodes run that this takes, and stops for good when one of them has ended for good. An emergency
// stop has a port of its own, on which no other wish takes its place before the thread runs.
//
//	in   stop  struct{}
//	in   wish  messages.DrivingState
//	in   button  messages.DrivingState
//	in   driving  messages.Driving
//	in   verdict  messages.Driving
//	in   kit  hardware.PMKMeasured
//	in   health  messages.Health
//	out  report  messages.Driving
//
//	asks   state  messages.DrivingState, shared
type Node struct {
	node.Node[Parameters, Variables]
	Stop      reactor.In[struct{}]
	Wish      reactor.In[messages.DrivingState]
	Button    reactor.In[messages.DrivingState]
	Driving   reactor.In[nav.Driving]
	Verdict   reactor.In[nav.Driving]
	Kit       reactor.In[hardware.PMKMeasured]
	Health    reactor.In[chair.Health]
	Report    reactor.Out[nav.Driving]
	StateData access.Asks[access.Write[messages.DrivingState], access.Change]

	machine *Machine
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
	n.StateData.Init(&n.Reactor, "state_set", "state_change", 1)
	n.machine = newMachine(&n.Running, "machine", n)
	reactor.Connect(&n.Stop, &n.machine.Stop)
	reactor.Connect(&n.Wish, &n.machine.Wish)
	reactor.Connect(&n.Button, &n.machine.Button)
	reactor.Connect(&n.Driving, &n.machine.Driving)
	reactor.Connect(&n.Kit, &n.machine.Kit)
	reactor.Connect(&n.Verdict, &n.machine.Verdict)
	reactor.Connect(&n.Health, &n.machine.Health)
	reactor.Connect(&n.machine.Report, &n.Report)
	access.Join(n.machine.StateData.Lines(), n.StateData.Lines())
	n.Running.Reaction("faults").On(&n.machine.Fault).Do(n.faults)
	return n, nil
}

// faults tells the main loop what algorithms have returned.
func (n *Node) faults() {
	if x := n.machine.Fault.Ref(); x != nil {
		n.Fail(errors.New("machine: " + x.Cause))
	}
}
