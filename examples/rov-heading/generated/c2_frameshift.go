// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal cc5fd36648558daf.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// FrameshiftLoop is the real-time loop Frameshift of composition C2, every 50 ms: SeparatorAttitude and
// FrameShiftControl.
type FrameshiftLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	RobotPoseAttitudePhi   reactor.In[unit.Angle]               // RobotPose.attitude.phi: Angle (rad), frame WORLD, axis x
	RobotPoseAttitudeTheta reactor.In[unit.Angle]               // RobotPose.attitude.theta: Angle (rad), frame WORLD, axis y
	RobotPoseAttitudePsi   reactor.In[unit.Angle]               // RobotPose.attitude.psi: Angle (rad), frame WORLD, axis z
	DynamicAngleControlAcc reactor.In[unit.AngularAcceleration] // DynamicAngleControl.acc: AngularAcceleration (rad/s²), frame WORLD, axis z

	// What other loops read.
	FrameShiftControlXOut reactor.Out[unit.AngularAcceleration] // FrameShiftControl.x_out: AngularAcceleration (rad/s²), frame ROBOT, axis x
	FrameShiftControlYOut reactor.Out[unit.AngularAcceleration] // FrameShiftControl.y_out: AngularAcceleration (rad/s²), frame ROBOT, axis y
	FrameShiftControlZOut reactor.Out[unit.AngularAcceleration] // FrameShiftControl.z_out: AngularAcceleration (rad/s²), frame ROBOT, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Before reactor.In[loop.Halt]
	Halt   reactor.Out[loop.Halt]

	// What runs, in this order.
	separatorAttitude lib.SeparatorAttitude
	frameShiftControl lib.FrameShiftBack[unit.AngularAcceleration]

	held struct { // the last value of each input
		robotPoseAttitudePhi, robotPoseAttitudeTheta, robotPoseAttitudePsi unit.Angle
		dynamicAngleControlAcc                                             unit.AngularAcceleration
	}

	guards struct { // what each value may be
		separatorAttitudePhi, separatorAttitudeTheta, separatorAttitudePsi, frameShiftControlXOut loop.Guard
		frameShiftControlYOut, frameShiftControlZOut                                              loop.Guard
	}
}

// NewFrameshiftLoop makes the loop in parent.
func NewFrameshiftLoop(parent reactor.Parent, k *Knowledge, o loop.Options) *FrameshiftLoop {
	s := &FrameshiftLoop{}
	reactor.Init(parent, "frameshift", s)
	s.tick.Set(C2Offset, C2Period)
	s.know(k)
	s.guard(o)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.Before, &s.RobotPoseAttitudePhi, &s.RobotPoseAttitudeTheta, &s.RobotPoseAttitudePsi,
		&s.DynamicAngleControlAcc).
		Sets(&s.Halt, &s.FrameShiftControlXOut, &s.FrameShiftControlYOut, &s.FrameShiftControlZOut).
		Deadline(C2Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *FrameshiftLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *FrameshiftLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.robotPoseAttitudePhi, &s.RobotPoseAttitudePhi)
	loop.Take(&s.held.robotPoseAttitudeTheta, &s.RobotPoseAttitudeTheta)
	loop.Take(&s.held.robotPoseAttitudePsi, &s.RobotPoseAttitudePsi)
	loop.Take(&s.held.dynamicAngleControlAcc, &s.DynamicAngleControlAcc)
	loop.Take(&s.Watch.Before, &s.Before)
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C2Period.Seconds())
		s.runSeparatorAttitude(dt, at)
		s.runFrameShiftControl(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// runSeparatorAttitude runs SeparatorAttitude with frame WORLD.
func (s *FrameshiftLoop) runSeparatorAttitude(dt unit.Time, at reactor.Time) {
	a := &s.separatorAttitude
	a.PhiIn.Put(s.held.robotPoseAttitudePhi)
	a.ThetaIn.Put(s.held.robotPoseAttitudeTheta)
	a.PsiIn.Put(s.held.robotPoseAttitudePsi)
	a.Physics(dt)
	loop.Keep(&s.guards.separatorAttitudePhi, &a.Phi, at)
	loop.Keep(&s.guards.separatorAttitudeTheta, &a.Theta, at)
	loop.Keep(&s.guards.separatorAttitudePsi, &a.Psi, at)
}

// runFrameShiftControl runs FrameShiftControl, a FrameShiftBackAngularAcceleration with from WORLD and to ROBOT.
func (s *FrameshiftLoop) runFrameShiftControl(dt unit.Time, at reactor.Time) {
	a := &s.frameShiftControl
	a.Z.Put(s.held.dynamicAngleControlAcc)
	a.Roll.Put(s.separatorAttitude.Phi.Get())
	a.Pitch.Put(s.separatorAttitude.Theta.Get())
	a.Yaw.Put(s.separatorAttitude.Psi.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.frameShiftControlXOut, &a.XOut, at)
	loop.Keep(&s.guards.frameShiftControlYOut, &a.YOut, at)
	loop.Keep(&s.guards.frameShiftControlZOut, &a.ZOut, at)
	s.FrameShiftControlXOut.Set(a.XOut.Get())
	s.FrameShiftControlYOut.Set(a.YOut.Get())
	s.FrameShiftControlZOut.Set(a.ZOut.Get())
}

// know gives the Atoms what is constant, and their storages and products what they begin with.
func (s *FrameshiftLoop) know(k *Knowledge) {
	s.frameShiftControl.X.Put(k.ExpertiseYawControl.AccX)
	s.frameShiftControl.Y.Put(k.ExpertiseYawControl.AccY)
}

// guard says what each value may be, and which actuators depend on it.
func (s *FrameshiftLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Finite(&g.separatorAttitudePhi, "SeparatorAttitude.phi", HaltsActuators),
		loop.Finite(&g.separatorAttitudeTheta, "SeparatorAttitude.theta", HaltsActuators),
		loop.Finite(&g.separatorAttitudePsi, "SeparatorAttitude.psi", HaltsActuators),
		loop.Finite(&g.frameShiftControlXOut, "FrameShiftControl.x_out", HaltsActuators),
		loop.Finite(&g.frameShiftControlYOut, "FrameShiftControl.y_out", HaltsActuators),
		loop.Finite(&g.frameShiftControlZOut, "FrameShiftControl.z_out", HaltsActuators),
	)
}
