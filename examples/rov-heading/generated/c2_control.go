// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 6f8a3e371b0637ed.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// ControlLoop is the real-time loop Control of composition C2, every 50 ms: SeparatorYaw, SeparatorYawRate,
// YawSubtractor, AngularSpeedSubtractor and DynamicAngleControl.
type ControlLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	RobotPoseAttitudePsi    reactor.In[unit.Angle]        // RobotPose.attitude.psi: Angle (rad), frame WORLD, axis z
	RobotSpeedsWorldSpeedsR reactor.In[unit.AngularSpeed] // RobotSpeedsWorld.speeds.r: AngularSpeed (rad/s), frame WORLD, axis z
	OperatorPsiDes          reactor.In[unit.Angle]        // Operator.psi_des: Angle (rad), frame WORLD, axis z

	// What other loops read.
	DynamicAngleControlAcc reactor.Out[unit.AngularAcceleration] // DynamicAngleControl.acc: AngularAcceleration (rad/s²), frame WORLD, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Halt reactor.Out[loop.Halt]

	// What runs, in this order.
	separatorYaw           lib.Separator[unit.Angle]
	separatorYawRate       lib.Separator[unit.AngularSpeed]
	yawSubtractor          lib.AngleSubtractor
	angularSpeedSubtractor lib.Subtractor[unit.AngularSpeed]
	dynamicAngleControl    DynamicAngleControl

	held struct { // the last value of each input
		robotPoseAttitudePsi    unit.Angle
		robotSpeedsWorldSpeedsR unit.AngularSpeed
		operatorPsiDes          unit.Angle
	}

	guards struct { // what each value may be
		separatorYawOut, separatorYawRateOut, yawSubtractorOut, angularSpeedSubtractorOut loop.Guard
		dynamicAngleControlAcc                                                            loop.Guard
	}
}

// NewControlLoop makes the loop in parent.
func NewControlLoop(parent reactor.Parent, k *Knowledge, o loop.Options) *ControlLoop {
	s := &ControlLoop{}
	reactor.Init(parent, "control", s)
	s.tick.Set(C2Offset, C2Period)
	s.know(k)
	s.guard(o)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.RobotPoseAttitudePsi, &s.RobotSpeedsWorldSpeedsR, &s.OperatorPsiDes).
		Sets(&s.Halt, &s.DynamicAngleControlAcc).
		Deadline(C2Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *ControlLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *ControlLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.robotPoseAttitudePsi, &s.RobotPoseAttitudePsi)
	loop.Take(&s.held.robotSpeedsWorldSpeedsR, &s.RobotSpeedsWorldSpeedsR)
	loop.Take(&s.held.operatorPsiDes, &s.OperatorPsiDes)
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C2Period.Seconds())
		s.runSeparatorYaw(dt, at)
		s.runSeparatorYawRate(dt, at)
		s.runYawSubtractor(dt, at)
		s.runAngularSpeedSubtractor(dt, at)
		s.runDynamicAngleControl(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// runSeparatorYaw runs SeparatorYaw, a SeparatorAngle with frame WORLD and axis z.
func (s *ControlLoop) runSeparatorYaw(dt unit.Time, at reactor.Time) {
	a := &s.separatorYaw
	a.In.Put(s.held.robotPoseAttitudePsi)
	a.Physics(dt)
	loop.Keep(&s.guards.separatorYawOut, &a.Out, at)
}

// runSeparatorYawRate runs SeparatorYawRate, a SeparatorAngularSpeed with frame WORLD and axis z.
func (s *ControlLoop) runSeparatorYawRate(dt unit.Time, at reactor.Time) {
	a := &s.separatorYawRate
	a.In.Put(s.held.robotSpeedsWorldSpeedsR)
	a.Physics(dt)
	loop.Keep(&s.guards.separatorYawRateOut, &a.Out, at)
}

// runYawSubtractor runs YawSubtractor, an AngleSubtractor with frame WORLD and axis z.
func (s *ControlLoop) runYawSubtractor(dt unit.Time, at reactor.Time) {
	a := &s.yawSubtractor
	a.A.Put(s.held.operatorPsiDes)
	a.B.Put(s.separatorYaw.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.yawSubtractorOut, &a.Out, at)
}

// runAngularSpeedSubtractor runs AngularSpeedSubtractor, a SubtractorAngularSpeed with frame WORLD and axis z.
func (s *ControlLoop) runAngularSpeedSubtractor(dt unit.Time, at reactor.Time) {
	a := &s.angularSpeedSubtractor
	a.B.Put(s.separatorYawRate.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.angularSpeedSubtractorOut, &a.Out, at)
}

// runDynamicAngleControl runs DynamicAngleControl with frame WORLD and axis z.
func (s *ControlLoop) runDynamicAngleControl(dt unit.Time, at reactor.Time) {
	a := &s.dynamicAngleControl
	a.E.Put(s.yawSubtractor.Out.Get())
	a.De.Put(s.angularSpeedSubtractor.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.dynamicAngleControlAcc, &a.Acc, at)
	s.DynamicAngleControlAcc.Set(a.Acc.Get())
}

// know gives the Atoms what is constant, and their storages and products what they begin with.
func (s *ControlLoop) know(k *Knowledge) {
	s.angularSpeedSubtractor.A.Put(k.ExpertiseYawControl.RDes)
	s.dynamicAngleControl.K1.Put(k.ExpertiseYawControl.K1)
	s.dynamicAngleControl.K2.Put(k.ExpertiseYawControl.K2)
	s.dynamicAngleControl.AccDes.Put(k.ExpertiseYawControl.AccDes)
}

// guard says what each value may be, and which actuators depend on it.
func (s *ControlLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Finite(&g.separatorYawOut, "SeparatorYaw.out", HaltsActuators),
		loop.Finite(&g.separatorYawRateOut, "SeparatorYawRate.out", HaltsActuators),
		loop.Finite(&g.yawSubtractorOut, "YawSubtractor.out", HaltsActuators),
		loop.Finite(&g.angularSpeedSubtractorOut, "AngularSpeedSubtractor.out", HaltsActuators),
		loop.Finite(&g.dynamicAngleControlAcc, "DynamicAngleControl.acc", HaltsActuators),
	)
}
