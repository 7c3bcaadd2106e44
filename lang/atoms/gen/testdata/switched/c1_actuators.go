// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 3ecc38fcf4036444.

package switched

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// ActuatorsLoop is the real-time loop Actuators of composition C1, every 20 ms: Motors and Watch.
type ActuatorsLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	ChoiceU    reactor.In[unit.Force] // Choice.u: Force (N), frame WORLD, axis z
	ClimbUpOut reactor.In[unit.Speed] // Climb.up.out: Speed (m/s), frame WORLD, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Before reactor.In[loop.Halt]
	Halt   reactor.Out[loop.Halt]
	HaltC2 reactor.In[loop.Halt] // what composition C2 knows

	// What runs, in this order.
	motors    reactor.Actuator[MotorsCommand, MotorsSample]
	motorsNow MotorsSample // that is passed on
	watch     reactor.Actuator[WatchCommand, struct{}]

	held struct { // the last value of each input
		choiceU    unit.Force
		climbUpOut unit.Speed
	}

	guards struct { // what each value may be
		motorsW, motorsCurrent loop.Guard
	}
}

// NewActuatorsLoop makes the loop in parent.
func NewActuatorsLoop(parent reactor.Parent, d Drivers, o loop.Options) *ActuatorsLoop {
	s := &ActuatorsLoop{}
	reactor.Init(parent, "actuators", s)
	s.tick.Set(C1Offset, C1Period)
	s.guard(o)
	if d.Motors != nil {
		s.motors.Bind(loop.Drive(d.Motors.Limits(), func(c MotorsCommand) MotorsSample { return d.Motors.Command(s.Tag(), c) }))
	}
	if d.Watch != nil {
		s.watch.Bind(loop.Drive(d.Watch.Limits(), func(c WatchCommand) struct{} { d.Watch.Command(s.Tag(), c); return struct{}{} }))
	}
	s.Reaction("stop").On(s.Shutdown()).Do(s.stop)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.Before, &s.ChoiceU, &s.ClimbUpOut, &s.HaltC2).
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
	loop.Take(&s.held.choiceU, &s.ChoiceU)
	loop.Take(&s.held.climbUpOut, &s.ClimbUpOut)
	loop.Take(&s.Watch.Before, &s.Before)
	loop.Take(&s.Watch.Abroad, &s.HaltC2)
	tick := s.due
	s.due = false
	if tick {
		s.exchangeMotors(at)
		s.exchangeWatch(at)
	}
	s.Watch.Report(&s.Halt, at)
}

// stop brings the loop's actuators to rest when the program ends.
func (s *ActuatorsLoop) stop() {
	s.motors.Do(RestingMotors())
	s.watch.Do(RestingWatch())
	s.Watch.Ended = true
}

// exchangeMotors commands Motors, or tells it to come to rest when what it depends on has been flagged for too long.
func (s *ActuatorsLoop) exchangeMotors(at reactor.Time) {
	if s.Watch.Ended {
		return
	}
	var c MotorsCommand
	c.U = s.held.choiceU
	c.W = loop.Pass(&s.guards.motorsW, s.held.climbUpOut, at)
	if s.Watch.Halts(at)&HaltsMotors != 0 {
		c = RestingMotors()
	}
	x := s.motors.Do(c)
	s.motorsNow.Current = loop.Pass(&s.guards.motorsCurrent, x.Current, at)
}

// exchangeWatch commands Watch, or tells it to come to rest when what it depends on has been flagged for too long.
func (s *ActuatorsLoop) exchangeWatch(at reactor.Time) {
	if s.Watch.Ended {
		return
	}
	var c WatchCommand
	c.Current = s.motorsNow.Current
	if s.Watch.Halts(at)&HaltsWatch != 0 {
		c = RestingWatch()
	}
	s.watch.Do(c)
}

// guard says what each value may be, and which actuators depend on it.
func (s *ActuatorsLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Between(&g.motorsW, "Motors.w", unit.MetresPerSecond(-0.45), unit.MetresPerSecond(0.45), HaltsMotors|HaltsWatch).Freezes(200*time.Millisecond),
		loop.Between(&g.motorsCurrent, "Motors.current", unit.Amperes(0), unit.Amperes(20), HaltsWatch),
	)
}
