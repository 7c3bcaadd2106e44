// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal f180eb869151d486.

package switched

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// C2 is the composition C2, every 30 ms.
type C2 struct {
	reactor.Reactor

	DepthZ  reactor.In[unit.Length] // Depth.z: Length (m), frame WORLD, axis z
	ChoiceU reactor.Out[unit.Force] // Choice.u: Force (N), frame WORLD, axis z
	Halt    reactor.Out[loop.Halt]  // the same, as far as is known here

	Control  *ControlLoop
	Operator *Operator
}

// NewC2 makes the composition in parent.
func NewC2(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *C2 {
	c := &C2{}
	reactor.Init(parent, "C2", c)
	c.Isolate() // an enclave: on the real clock it has a thread of its own
	c.Operator = newOperator(c, o)
	c.Control = NewControlLoop(c, k, o)
	c.connect()
	return c
}

// connect joins the loops.
func (c *C2) connect() {
	reactor.Connect(&c.DepthZ, &c.Control.DepthZ)
	reactor.Connect(&c.Operator.OperatorZDes, &c.Control.OperatorZDes)
	reactor.Connect(&c.Operator.OperatorMode, &c.Control.OperatorMode)
	reactor.Connect(&c.Control.ChoiceU, &c.ChoiceU)
	reactor.Connect(&c.Control.Halt, &c.Halt)
}

// Operator is the way in of the sporadic External Knowledge Atom Operator.
type Operator struct {
	reactor.Reactor
	Offered      reactor.PhysicalAction[OperatorSample]
	OperatorZDes reactor.Out[unit.Length]   // Length (m), frame WORLD, axis z
	OperatorMode reactor.Out[unit.Unsigned] // Unsigned
	Watch        loop.Watch                 // what is flagged
	now          OperatorSample
	guards       [2]loop.Guard
}

func newOperator(parent reactor.Parent, o loop.Options) *Operator {
	i := &Operator{}
	reactor.Init(parent, "operator", i)
	i.now.ZDes = unit.Metres(1.5)
	i.Watch.Over(o,
		loop.Between(&i.guards[0], "Operator.z_des", unit.Metres(-5), unit.Metres(100), 0).Begins(float64(unit.Metres(1.5))),
		loop.Finite(&i.guards[1], "Operator.mode", 0),
	)
	i.Reaction("arrive").On(&i.Offered).Sets(&i.OperatorZDes, &i.OperatorMode).Do(i.arrive)
	return i
}

// Offer hands over values, from any thread. It reports false when the program is over or too many wait. One that is
// not valid is not passed on.
func (i *Operator) Offer(x OperatorSample) bool { return i.Offered.Schedule(x, 0) }

func (i *Operator) arrive() {
	x, at := i.Offered.Get(), i.Tag().Time
	i.now.ZDes = loop.Pass(&i.guards[0], x.ZDes, at)
	i.OperatorZDes.Set(i.now.ZDes)
	i.now.Mode = loop.Pass(&i.guards[1], x.Mode, at)
	i.OperatorMode.Set(i.now.Mode)
}
