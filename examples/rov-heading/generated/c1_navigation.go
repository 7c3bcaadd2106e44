// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 2a895b08689f3be2.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// NavigationLoop is the real-time loop Navigation of composition C1, every 25 ms: FrameShiftIMU, FrameShiftLoch,
// RobotSpeedsBody.speeds, RobotPose.attitude, FrameShiftWorld, RobotSpeedsWorld.speeds, RobotPose.x, RobotPose.y and
// RobotPose.z.
type NavigationLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	IMURoll  reactor.In[unit.Angle]        // IMU.roll: Angle (rad), frame IMU, axis x
	IMUPitch reactor.In[unit.Angle]        // IMU.pitch: Angle (rad), frame IMU, axis y
	IMUYaw   reactor.In[unit.Angle]        // IMU.yaw: Angle (rad), frame IMU, axis z
	IMUWx    reactor.In[unit.AngularSpeed] // IMU.wx: AngularSpeed (rad/s), frame IMU, axis x
	IMUWy    reactor.In[unit.AngularSpeed] // IMU.wy: AngularSpeed (rad/s), frame IMU, axis y
	IMUWz    reactor.In[unit.AngularSpeed] // IMU.wz: AngularSpeed (rad/s), frame IMU, axis z
	LochVx   reactor.In[unit.Speed]        // Loch.vx: Speed (m/s), frame LOCH, axis x
	LochVy   reactor.In[unit.Speed]        // Loch.vy: Speed (m/s), frame LOCH, axis y
	LochVz   reactor.In[unit.Speed]        // Loch.vz: Speed (m/s), frame LOCH, axis z
	DepthZ   reactor.In[unit.Length]       // Depth.z: Length (m), frame WORLD, axis z

	// What other loops read.
	RobotPoseAttitudePsi    reactor.Out[unit.Angle]        // RobotPose.attitude.psi: Angle (rad), frame WORLD, axis z
	RobotSpeedsWorldSpeedsR reactor.Out[unit.AngularSpeed] // RobotSpeedsWorld.speeds.r: AngularSpeed (rad/s), frame WORLD, axis z
	RobotPoseAttitudePhi    reactor.Out[unit.Angle]        // RobotPose.attitude.phi: Angle (rad), frame WORLD, axis x
	RobotPoseAttitudeTheta  reactor.Out[unit.Angle]        // RobotPose.attitude.theta: Angle (rad), frame WORLD, axis y
	RobotSpeedsBodySpeedsU  reactor.Out[unit.Speed]        // RobotSpeedsBody.speeds.u: Speed (m/s), frame ROBOT, axis x
	RobotSpeedsBodySpeedsV  reactor.Out[unit.Speed]        // RobotSpeedsBody.speeds.v: Speed (m/s), frame ROBOT, axis y
	RobotSpeedsBodySpeedsW  reactor.Out[unit.Speed]        // RobotSpeedsBody.speeds.w: Speed (m/s), frame ROBOT, axis z
	RobotSpeedsBodySpeedsP  reactor.Out[unit.AngularSpeed] // RobotSpeedsBody.speeds.p: AngularSpeed (rad/s), frame ROBOT, axis x
	RobotSpeedsBodySpeedsQ  reactor.Out[unit.AngularSpeed] // RobotSpeedsBody.speeds.q: AngularSpeed (rad/s), frame ROBOT, axis y
	RobotSpeedsBodySpeedsR  reactor.Out[unit.AngularSpeed] // RobotSpeedsBody.speeds.r: AngularSpeed (rad/s), frame ROBOT, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Before reactor.In[loop.Halt]
	Halt   reactor.Out[loop.Halt]

	// What runs, in this order.
	frameShiftIMU          lib.FrameShiftIMU
	frameShiftLoch         lib.FrameShiftLoch
	robotSpeedsBodySpeeds  lib.SpeedsBuffer
	robotPoseAttitude      lib.AttitudeBuffer
	frameShiftWorld        lib.FrameShiftSpeeds
	robotSpeedsWorldSpeeds lib.SpeedsBuffer
	robotPoseX             lib.Integrator[unit.Speed, unit.Length]
	robotPoseY             lib.Integrator[unit.Speed, unit.Length]
	robotPoseZ             lib.Buffer[unit.Length]

	held struct { // the last value of each input
		imuRoll, imuPitch, imuYaw unit.Angle
		imuWx, imuWy, imuWz       unit.AngularSpeed
		lochVx, lochVy, lochVz    unit.Speed
		depthZ                    unit.Length
	}

	guards struct { // what each value may be
		frameShiftIMUPhi, frameShiftIMUTheta, frameShiftIMUPsi, frameShiftIMUP, frameShiftIMUQ             loop.Guard
		frameShiftIMUR, frameShiftLochU, frameShiftLochV, frameShiftLochW, robotSpeedsBodySpeedsU          loop.Guard
		robotSpeedsBodySpeedsV, robotSpeedsBodySpeedsW, robotSpeedsBodySpeedsP, robotSpeedsBodySpeedsQ     loop.Guard
		robotSpeedsBodySpeedsR, robotPoseAttitudePhi, robotPoseAttitudeTheta, robotPoseAttitudePsi         loop.Guard
		frameShiftWorldUOut, frameShiftWorldVOut, frameShiftWorldWOut, frameShiftWorldPOut                 loop.Guard
		frameShiftWorldQOut, frameShiftWorldROut, robotSpeedsWorldSpeedsU, robotSpeedsWorldSpeedsV         loop.Guard
		robotSpeedsWorldSpeedsW, robotSpeedsWorldSpeedsP, robotSpeedsWorldSpeedsQ, robotSpeedsWorldSpeedsR loop.Guard
		robotPoseXOut, robotPoseXSum, robotPoseXLast, robotPoseXRuns, robotPoseYOut, robotPoseYSum         loop.Guard
		robotPoseYLast, robotPoseYRuns, robotPoseZOut                                                      loop.Guard
	}
}

// NewNavigationLoop makes the loop in parent.
func NewNavigationLoop(parent reactor.Parent, k *Knowledge, o loop.Options) *NavigationLoop {
	s := &NavigationLoop{}
	reactor.Init(parent, "navigation", s)
	s.tick.Set(C1Offset, C1Period)
	s.know(k)
	s.guard(o)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.Before, &s.IMURoll, &s.IMUPitch, &s.IMUYaw, &s.IMUWx, &s.IMUWy, &s.IMUWz, &s.LochVx,
		&s.LochVy, &s.LochVz, &s.DepthZ).
		Sets(&s.Halt, &s.RobotPoseAttitudePsi, &s.RobotSpeedsWorldSpeedsR, &s.RobotPoseAttitudePhi,
			&s.RobotPoseAttitudeTheta, &s.RobotSpeedsBodySpeedsU, &s.RobotSpeedsBodySpeedsV,
			&s.RobotSpeedsBodySpeedsW, &s.RobotSpeedsBodySpeedsP, &s.RobotSpeedsBodySpeedsQ,
			&s.RobotSpeedsBodySpeedsR).
		Deadline(C1Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *NavigationLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *NavigationLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.imuRoll, &s.IMURoll)
	loop.Take(&s.held.imuPitch, &s.IMUPitch)
	loop.Take(&s.held.imuYaw, &s.IMUYaw)
	loop.Take(&s.held.imuWx, &s.IMUWx)
	loop.Take(&s.held.imuWy, &s.IMUWy)
	loop.Take(&s.held.imuWz, &s.IMUWz)
	loop.Take(&s.held.lochVx, &s.LochVx)
	loop.Take(&s.held.lochVy, &s.LochVy)
	loop.Take(&s.held.lochVz, &s.LochVz)
	loop.Take(&s.held.depthZ, &s.DepthZ)
	loop.Take(&s.Watch.Before, &s.Before)
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C1Period.Seconds())
		s.runFrameShiftIMU(dt, at)
		s.runFrameShiftLoch(dt, at)
		s.runRobotSpeedsBodySpeeds(dt, at)
		s.runRobotPoseAttitude(dt, at)
		s.runFrameShiftWorld(dt, at)
		s.runRobotSpeedsWorldSpeeds(dt, at)
		s.runRobotPoseX(dt, at)
		s.runRobotPoseY(dt, at)
		s.runRobotPoseZ(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// runFrameShiftIMU runs FrameShiftIMU with from IMU, to ROBOT and world WORLD.
func (s *NavigationLoop) runFrameShiftIMU(dt unit.Time, at reactor.Time) {
	a := &s.frameShiftIMU
	a.Roll.Put(s.held.imuRoll)
	a.Pitch.Put(s.held.imuPitch)
	a.Yaw.Put(s.held.imuYaw)
	a.WX.Put(s.held.imuWx)
	a.WY.Put(s.held.imuWy)
	a.WZ.Put(s.held.imuWz)
	a.Physics(dt)
	loop.Keep(&s.guards.frameShiftIMUPhi, &a.Phi, at)
	loop.Keep(&s.guards.frameShiftIMUTheta, &a.Theta, at)
	loop.Keep(&s.guards.frameShiftIMUPsi, &a.Psi, at)
	loop.Keep(&s.guards.frameShiftIMUP, &a.P, at)
	loop.Keep(&s.guards.frameShiftIMUQ, &a.Q, at)
	loop.Keep(&s.guards.frameShiftIMUR, &a.R, at)
}

// runFrameShiftLoch runs FrameShiftLoch with from LOCH and to ROBOT.
func (s *NavigationLoop) runFrameShiftLoch(dt unit.Time, at reactor.Time) {
	a := &s.frameShiftLoch
	a.VX.Put(s.held.lochVx)
	a.VY.Put(s.held.lochVy)
	a.VZ.Put(s.held.lochVz)
	a.P.Put(s.frameShiftIMU.P.Get())
	a.Q.Put(s.frameShiftIMU.Q.Get())
	a.R.Put(s.frameShiftIMU.R.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.frameShiftLochU, &a.U, at)
	loop.Keep(&s.guards.frameShiftLochV, &a.V, at)
	loop.Keep(&s.guards.frameShiftLochW, &a.W, at)
}

// runRobotSpeedsBodySpeeds runs RobotSpeedsBody.speeds, a SpeedsBuffer with frame ROBOT.
func (s *NavigationLoop) runRobotSpeedsBodySpeeds(dt unit.Time, at reactor.Time) {
	a := &s.robotSpeedsBodySpeeds
	a.UIn.Put(s.frameShiftLoch.U.Get())
	a.VIn.Put(s.frameShiftLoch.V.Get())
	a.WIn.Put(s.frameShiftLoch.W.Get())
	a.PIn.Put(s.frameShiftIMU.P.Get())
	a.QIn.Put(s.frameShiftIMU.Q.Get())
	a.RIn.Put(s.frameShiftIMU.R.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsU, &a.U, at)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsV, &a.V, at)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsW, &a.W, at)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsP, &a.P, at)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsQ, &a.Q, at)
	loop.Keep(&s.guards.robotSpeedsBodySpeedsR, &a.R, at)
	s.RobotSpeedsBodySpeedsU.Set(a.U.Get())
	s.RobotSpeedsBodySpeedsV.Set(a.V.Get())
	s.RobotSpeedsBodySpeedsW.Set(a.W.Get())
	s.RobotSpeedsBodySpeedsP.Set(a.P.Get())
	s.RobotSpeedsBodySpeedsQ.Set(a.Q.Get())
	s.RobotSpeedsBodySpeedsR.Set(a.R.Get())
}

// runRobotPoseAttitude runs RobotPose.attitude, an AttitudeBuffer with frame WORLD.
func (s *NavigationLoop) runRobotPoseAttitude(dt unit.Time, at reactor.Time) {
	a := &s.robotPoseAttitude
	a.PhiIn.Put(s.frameShiftIMU.Phi.Get())
	a.ThetaIn.Put(s.frameShiftIMU.Theta.Get())
	a.PsiIn.Put(s.frameShiftIMU.Psi.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.robotPoseAttitudePhi, &a.Phi, at)
	loop.Keep(&s.guards.robotPoseAttitudeTheta, &a.Theta, at)
	loop.Keep(&s.guards.robotPoseAttitudePsi, &a.Psi, at)
	s.RobotPoseAttitudePsi.Set(a.Psi.Get())
	s.RobotPoseAttitudePhi.Set(a.Phi.Get())
	s.RobotPoseAttitudeTheta.Set(a.Theta.Get())
}

// runFrameShiftWorld runs FrameShiftWorld, a FrameShiftSpeeds with from ROBOT and to WORLD.
func (s *NavigationLoop) runFrameShiftWorld(dt unit.Time, at reactor.Time) {
	a := &s.frameShiftWorld
	a.U.Put(s.robotSpeedsBodySpeeds.U.Get())
	a.V.Put(s.robotSpeedsBodySpeeds.V.Get())
	a.W.Put(s.robotSpeedsBodySpeeds.W.Get())
	a.P.Put(s.robotSpeedsBodySpeeds.P.Get())
	a.Q.Put(s.robotSpeedsBodySpeeds.Q.Get())
	a.R.Put(s.robotSpeedsBodySpeeds.R.Get())
	a.Roll.Put(s.robotPoseAttitude.Phi.Get())
	a.Pitch.Put(s.robotPoseAttitude.Theta.Get())
	a.Yaw.Put(s.robotPoseAttitude.Psi.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.frameShiftWorldUOut, &a.UOut, at)
	loop.Keep(&s.guards.frameShiftWorldVOut, &a.VOut, at)
	loop.Keep(&s.guards.frameShiftWorldWOut, &a.WOut, at)
	loop.Keep(&s.guards.frameShiftWorldPOut, &a.POut, at)
	loop.Keep(&s.guards.frameShiftWorldQOut, &a.QOut, at)
	loop.Keep(&s.guards.frameShiftWorldROut, &a.ROut, at)
}

// runRobotSpeedsWorldSpeeds runs RobotSpeedsWorld.speeds, a SpeedsBuffer with frame WORLD.
func (s *NavigationLoop) runRobotSpeedsWorldSpeeds(dt unit.Time, at reactor.Time) {
	a := &s.robotSpeedsWorldSpeeds
	a.UIn.Put(s.frameShiftWorld.UOut.Get())
	a.VIn.Put(s.frameShiftWorld.VOut.Get())
	a.WIn.Put(s.frameShiftWorld.WOut.Get())
	a.PIn.Put(s.frameShiftWorld.POut.Get())
	a.QIn.Put(s.frameShiftWorld.QOut.Get())
	a.RIn.Put(s.frameShiftWorld.ROut.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsU, &a.U, at)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsV, &a.V, at)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsW, &a.W, at)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsP, &a.P, at)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsQ, &a.Q, at)
	loop.Keep(&s.guards.robotSpeedsWorldSpeedsR, &a.R, at)
	s.RobotSpeedsWorldSpeedsR.Set(a.R.Get())
}

// runRobotPoseX runs RobotPose.x, an IntegratorSpeedLength with frame WORLD and axis x.
func (s *NavigationLoop) runRobotPoseX(dt unit.Time, at reactor.Time) {
	a := &s.robotPoseX
	a.In.Put(s.robotSpeedsWorldSpeeds.U.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.robotPoseXOut, &a.Out, at)
	loop.Keep(&s.guards.robotPoseXSum, &a.Sum, at)
	loop.Keep(&s.guards.robotPoseXLast, &a.Last, at)
	loop.Keep(&s.guards.robotPoseXRuns, &a.Runs, at)
}

// runRobotPoseY runs RobotPose.y, an IntegratorSpeedLength with frame WORLD and axis y.
func (s *NavigationLoop) runRobotPoseY(dt unit.Time, at reactor.Time) {
	a := &s.robotPoseY
	a.In.Put(s.robotSpeedsWorldSpeeds.V.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.robotPoseYOut, &a.Out, at)
	loop.Keep(&s.guards.robotPoseYSum, &a.Sum, at)
	loop.Keep(&s.guards.robotPoseYLast, &a.Last, at)
	loop.Keep(&s.guards.robotPoseYRuns, &a.Runs, at)
}

// runRobotPoseZ runs RobotPose.z, a BufferLength with frame WORLD and axis z.
func (s *NavigationLoop) runRobotPoseZ(dt unit.Time, at reactor.Time) {
	a := &s.robotPoseZ
	a.In.Put(s.held.depthZ)
	a.Physics(dt)
	loop.Keep(&s.guards.robotPoseZOut, &a.Out, at)
}

// know gives the Atoms what is constant, and their storages and products what they begin with.
func (s *NavigationLoop) know(k *Knowledge) {
	s.frameShiftIMU.MountRoll.Put(k.ExpertiseIMU.MountRoll)
	s.frameShiftIMU.MountPitch.Put(k.ExpertiseIMU.MountPitch)
	s.frameShiftIMU.MountYaw.Put(k.ExpertiseIMU.MountYaw)
	s.frameShiftLoch.MountRoll.Put(k.ExpertiseLoch.MountRoll)
	s.frameShiftLoch.MountPitch.Put(k.ExpertiseLoch.MountPitch)
	s.frameShiftLoch.MountYaw.Put(k.ExpertiseLoch.MountYaw)
	s.frameShiftLoch.MountX.Put(k.ExpertiseLoch.MountX)
	s.frameShiftLoch.MountY.Put(k.ExpertiseLoch.MountY)
	s.frameShiftLoch.MountZ.Put(k.ExpertiseLoch.MountZ)
}

// guard says what each value may be, and which actuators depend on it.
func (s *NavigationLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Finite(&g.frameShiftIMUPhi, "FrameShiftIMU.phi", HaltsActuators),
		loop.Finite(&g.frameShiftIMUTheta, "FrameShiftIMU.theta", HaltsActuators),
		loop.Finite(&g.frameShiftIMUPsi, "FrameShiftIMU.psi", HaltsActuators),
		loop.Finite(&g.frameShiftIMUP, "FrameShiftIMU.p", HaltsActuators),
		loop.Finite(&g.frameShiftIMUQ, "FrameShiftIMU.q", HaltsActuators),
		loop.Finite(&g.frameShiftIMUR, "FrameShiftIMU.r", HaltsActuators),
		loop.Finite(&g.frameShiftLochU, "FrameShiftLoch.u", HaltsActuators),
		loop.Finite(&g.frameShiftLochV, "FrameShiftLoch.v", HaltsActuators),
		loop.Finite(&g.frameShiftLochW, "FrameShiftLoch.w", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsU, "RobotSpeedsBody.speeds.u", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsV, "RobotSpeedsBody.speeds.v", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsW, "RobotSpeedsBody.speeds.w", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsP, "RobotSpeedsBody.speeds.p", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsQ, "RobotSpeedsBody.speeds.q", HaltsActuators),
		loop.Finite(&g.robotSpeedsBodySpeedsR, "RobotSpeedsBody.speeds.r", HaltsActuators),
		loop.Finite(&g.robotPoseAttitudePhi, "RobotPose.attitude.phi", HaltsActuators),
		loop.Finite(&g.robotPoseAttitudeTheta, "RobotPose.attitude.theta", HaltsActuators),
		loop.Finite(&g.robotPoseAttitudePsi, "RobotPose.attitude.psi", HaltsActuators),
		loop.Finite(&g.frameShiftWorldUOut, "FrameShiftWorld.u_out", HaltsActuators),
		loop.Finite(&g.frameShiftWorldVOut, "FrameShiftWorld.v_out", HaltsActuators),
		loop.Finite(&g.frameShiftWorldWOut, "FrameShiftWorld.w_out", HaltsActuators),
		loop.Finite(&g.frameShiftWorldPOut, "FrameShiftWorld.p_out", HaltsActuators),
		loop.Finite(&g.frameShiftWorldQOut, "FrameShiftWorld.q_out", HaltsActuators),
		loop.Finite(&g.frameShiftWorldROut, "FrameShiftWorld.r_out", HaltsActuators),
		loop.Finite(&g.robotSpeedsWorldSpeedsU, "RobotSpeedsWorld.speeds.u", 0),
		loop.Finite(&g.robotSpeedsWorldSpeedsV, "RobotSpeedsWorld.speeds.v", 0),
		loop.Finite(&g.robotSpeedsWorldSpeedsW, "RobotSpeedsWorld.speeds.w", 0),
		loop.Finite(&g.robotSpeedsWorldSpeedsP, "RobotSpeedsWorld.speeds.p", 0),
		loop.Finite(&g.robotSpeedsWorldSpeedsQ, "RobotSpeedsWorld.speeds.q", 0),
		loop.Finite(&g.robotSpeedsWorldSpeedsR, "RobotSpeedsWorld.speeds.r", HaltsActuators),
		loop.Finite(&g.robotPoseXOut, "RobotPose.x.out", 0),
		loop.Number(&g.robotPoseXSum, "RobotPose.x.sum", 0),
		loop.Number(&g.robotPoseXLast, "RobotPose.x.last", 0),
		loop.Number(&g.robotPoseXRuns, "RobotPose.x.runs", 0),
		loop.Finite(&g.robotPoseYOut, "RobotPose.y.out", 0),
		loop.Number(&g.robotPoseYSum, "RobotPose.y.sum", 0),
		loop.Number(&g.robotPoseYLast, "RobotPose.y.last", 0),
		loop.Number(&g.robotPoseYRuns, "RobotPose.y.runs", 0),
		loop.Finite(&g.robotPoseZOut, "RobotPose.z.out", 0),
	)
}
