// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 7272c7e940bba332.

package switched

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// C1 is the composition C1, every 20 ms.
type C1 struct {
	reactor.Reactor

	ChoiceU reactor.In[unit.Force]   // Choice.u: Force (N), frame WORLD, axis z
	DepthZ  reactor.Out[unit.Length] // Depth.z: Length (m), frame WORLD, axis z
	HaltC2  reactor.In[loop.Halt]    // actuators that must come to rest, as far as C2 knows
	Halt    reactor.Out[loop.Halt]   // the same, as far as is known here

	Sensors   *SensorsLoop
	Actuators *ActuatorsLoop
}

// NewC1 makes the composition in parent.
func NewC1(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *C1 {
	c := &C1{}
	reactor.Init(parent, "C1", c)
	c.Sensors = NewSensorsLoop(c, d, o)
	c.Actuators = NewActuatorsLoop(c, d, o)
	c.connect()
	return c
}

// connect joins the loops.
func (c *C1) connect() {
	reactor.Connect(&c.ChoiceU, &c.Actuators.ChoiceU)
	reactor.Connect(&c.Sensors.ClimbUpOut, &c.Actuators.ClimbUpOut)
	reactor.Connect(&c.Sensors.Halt, &c.Actuators.Before)
	reactor.Connect(&c.HaltC2, &c.Actuators.HaltC2)
	reactor.Connect(&c.Sensors.DepthZ, &c.DepthZ)
	reactor.Connect(&c.Actuators.Halt, &c.Halt)
}
