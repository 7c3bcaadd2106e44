// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 8bcc70434c426052.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// ActuatorsLoop is the real-time loop Actuators of composition C1, every 25 ms: Actuators.
type ActuatorsLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	ThrusterAllocationF0 reactor.In[unit.Force] // ThrusterAllocation.f[0]: Force (N), frame THRUSTERS
	ThrusterAllocationF1 reactor.In[unit.Force] // ThrusterAllocation.f[1]: Force (N), frame THRUSTERS
	ThrusterAllocationF2 reactor.In[unit.Force] // ThrusterAllocation.f[2]: Force (N), frame THRUSTERS
	ThrusterAllocationF3 reactor.In[unit.Force] // ThrusterAllocation.f[3]: Force (N), frame THRUSTERS
	ThrusterAllocationF4 reactor.In[unit.Force] // ThrusterAllocation.f[4]: Force (N), frame THRUSTERS
	ThrusterAllocationF5 reactor.In[unit.Force] // ThrusterAllocation.f[5]: Force (N), frame THRUSTERS

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Before reactor.In[loop.Halt]
	Halt   reactor.Out[loop.Halt]
	HaltC2 reactor.In[loop.Halt] // what composition C2 knows

	// What runs, in this order.
	actuators reactor.Actuator[ActuatorsCommand, struct{}]

	held struct { // the last value of each input
		thrusterAllocationF0, thrusterAllocationF1, thrusterAllocationF2, thrusterAllocationF3 unit.Force
		thrusterAllocationF4, thrusterAllocationF5                                             unit.Force
	}
}

// NewActuatorsLoop makes the loop in parent.
func NewActuatorsLoop(parent reactor.Parent, d Drivers, o loop.Options) *ActuatorsLoop {
	s := &ActuatorsLoop{}
	reactor.Init(parent, "actuators", s)
	s.tick.Set(C1Offset, C1Period)
	s.Watch.Over(o)
	if d.Actuators != nil {
		s.actuators.Bind(loop.Drive(d.Actuators.Limits(), func(c ActuatorsCommand) struct{} { d.Actuators.Command(s.Tag(), c); return struct{}{} }))
	}
	s.Reaction("stop").On(s.Shutdown()).Do(s.stop)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.Before, &s.ThrusterAllocationF0, &s.ThrusterAllocationF1, &s.ThrusterAllocationF2,
		&s.ThrusterAllocationF3, &s.ThrusterAllocationF4, &s.ThrusterAllocationF5, &s.HaltC2).
		Sets(&s.Halt).
		Deadline(C1Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *ActuatorsLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *ActuatorsLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.thrusterAllocationF0, &s.ThrusterAllocationF0)
	loop.Take(&s.held.thrusterAllocationF1, &s.ThrusterAllocationF1)
	loop.Take(&s.held.thrusterAllocationF2, &s.ThrusterAllocationF2)
	loop.Take(&s.held.thrusterAllocationF3, &s.ThrusterAllocationF3)
	loop.Take(&s.held.thrusterAllocationF4, &s.ThrusterAllocationF4)
	loop.Take(&s.held.thrusterAllocationF5, &s.ThrusterAllocationF5)
	loop.Take(&s.Watch.Before, &s.Before)
	loop.Take(&s.Watch.Abroad, &s.HaltC2)
	tick := s.due
	s.due = false
	if tick {
		s.exchangeActuators(at)
	}
	s.Watch.Report(&s.Halt, at)
}

// stop brings the loop's actuators to rest when the program ends.
func (s *ActuatorsLoop) stop() {
	s.actuators.Do(RestingActuators())
	s.Watch.Ended = true
}

// exchangeActuators commands Actuators, or tells it to come to rest when what it depends on has been flagged for too
// long.
func (s *ActuatorsLoop) exchangeActuators(at reactor.Time) {
	if s.Watch.Ended {
		return
	}
	var c ActuatorsCommand
	c.F[0] = s.held.thrusterAllocationF0
	c.F[1] = s.held.thrusterAllocationF1
	c.F[2] = s.held.thrusterAllocationF2
	c.F[3] = s.held.thrusterAllocationF3
	c.F[4] = s.held.thrusterAllocationF4
	c.F[5] = s.held.thrusterAllocationF5
	if s.Watch.Halts(at)&HaltsActuators != 0 {
		c = RestingActuators()
	}
	s.actuators.Do(c)
}
