// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal c5f08457ea5722a4.

package switched

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// SensorsLoop is the real-time loop Sensors of composition C1, every 20 ms: Depth and Climb.up.
type SensorsLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops read.
	DepthZ     reactor.Out[unit.Length] // Depth.z: Length (m), frame WORLD, axis z
	ClimbUpOut reactor.Out[unit.Speed]  // Climb.up.out: Speed (m/s), frame WORLD, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Halt reactor.Out[loop.Halt]

	// What runs, in this order.
	depth    reactor.Sensor[DepthSample]
	depthNow DepthSample // that is passed on
	climbUp  Up

	guards struct { // what each value may be
		depthZ, depthW, climbUpW, climbUpOut loop.Guard
	}
}

// NewSensorsLoop makes the loop in parent.
func NewSensorsLoop(parent reactor.Parent, d Drivers, o loop.Options) *SensorsLoop {
	s := &SensorsLoop{}
	reactor.Init(parent, "sensors", s)
	s.tick.Set(C1Offset, C1Period)
	s.guard(o)
	if d.Depth != nil {
		s.depth.Bind(func() DepthSample { return d.Depth.Read(s.Tag()) })
	}
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick).
		Sets(&s.Halt, &s.DepthZ, &s.ClimbUpOut).
		Deadline(C1Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *SensorsLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *SensorsLoop) cycle() {
	at := s.Tag().Time
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C1Period.Seconds())
		s.exchangeDepth(at)
		s.runClimbUp(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// exchangeDepth takes a sample of Depth and passes on what is valid.
func (s *SensorsLoop) exchangeDepth(at reactor.Time) {
	x := s.depth.Read()
	s.depthNow.Z = loop.Pass(&s.guards.depthZ, x.Z, at)
	s.depthNow.W = loop.Pass(&s.guards.depthW, x.W, at)
	s.DepthZ.Set(s.depthNow.Z)
}

// runClimbUp runs Climb.up, an up.
func (s *SensorsLoop) runClimbUp(dt unit.Time, at reactor.Time) {
	a := &s.climbUp
	a.W.Put(loop.Pass(&s.guards.climbUpW, s.depthNow.W, at))
	a.Physics(dt)
	loop.Keep(&s.guards.climbUpOut, &a.Out, at)
	s.ClimbUpOut.Set(a.Out.Get())
}

// guard says what each value may be, and which actuators depend on it.
func (s *SensorsLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Between(&g.depthZ, "Depth.z", unit.Metres(-5), unit.Metres(100), HaltsMotors|HaltsWatch).Freezes(1*time.Second),
		loop.Finite(&g.depthW, "Depth.w", HaltsMotors|HaltsWatch),
		loop.Between(&g.climbUpW, "Climb.up.w", unit.MetresPerSecond(-0.48), unit.MetresPerSecond(0.48), HaltsMotors|HaltsWatch),
		loop.Finite(&g.climbUpOut, "Climb.up.out", HaltsMotors|HaltsWatch),
	)
}
