// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal dbabda998aaa957a.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// MDynamicLoop is the real-time loop MDynamic of composition C1, every 25 ms: DynamicModel and ThrusterAllocation.
type MDynamicLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	RobotSpeedsBodySpeedsU reactor.In[unit.Speed]               // RobotSpeedsBody.speeds.u: Speed (m/s), frame ROBOT, axis x
	RobotSpeedsBodySpeedsV reactor.In[unit.Speed]               // RobotSpeedsBody.speeds.v: Speed (m/s), frame ROBOT, axis y
	RobotSpeedsBodySpeedsW reactor.In[unit.Speed]               // RobotSpeedsBody.speeds.w: Speed (m/s), frame ROBOT, axis z
	RobotSpeedsBodySpeedsP reactor.In[unit.AngularSpeed]        // RobotSpeedsBody.speeds.p: AngularSpeed (rad/s), frame ROBOT, axis x
	RobotSpeedsBodySpeedsQ reactor.In[unit.AngularSpeed]        // RobotSpeedsBody.speeds.q: AngularSpeed (rad/s), frame ROBOT, axis y
	RobotSpeedsBodySpeedsR reactor.In[unit.AngularSpeed]        // RobotSpeedsBody.speeds.r: AngularSpeed (rad/s), frame ROBOT, axis z
	RobotPoseAttitudePhi   reactor.In[unit.Angle]               // RobotPose.attitude.phi: Angle (rad), frame WORLD, axis x
	RobotPoseAttitudeTheta reactor.In[unit.Angle]               // RobotPose.attitude.theta: Angle (rad), frame WORLD, axis y
	FrameShiftControlXOut  reactor.In[unit.AngularAcceleration] // FrameShiftControl.x_out: AngularAcceleration (rad/s²), frame ROBOT, axis x
	FrameShiftControlYOut  reactor.In[unit.AngularAcceleration] // FrameShiftControl.y_out: AngularAcceleration (rad/s²), frame ROBOT, axis y
	FrameShiftControlZOut  reactor.In[unit.AngularAcceleration] // FrameShiftControl.z_out: AngularAcceleration (rad/s²), frame ROBOT, axis z

	// What other loops read.
	ThrusterAllocationF0 reactor.Out[unit.Force] // ThrusterAllocation.f[0]: Force (N), frame THRUSTERS
	ThrusterAllocationF1 reactor.Out[unit.Force] // ThrusterAllocation.f[1]: Force (N), frame THRUSTERS
	ThrusterAllocationF2 reactor.Out[unit.Force] // ThrusterAllocation.f[2]: Force (N), frame THRUSTERS
	ThrusterAllocationF3 reactor.Out[unit.Force] // ThrusterAllocation.f[3]: Force (N), frame THRUSTERS
	ThrusterAllocationF4 reactor.Out[unit.Force] // ThrusterAllocation.f[4]: Force (N), frame THRUSTERS
	ThrusterAllocationF5 reactor.Out[unit.Force] // ThrusterAllocation.f[5]: Force (N), frame THRUSTERS

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Before reactor.In[loop.Halt]
	Halt   reactor.Out[loop.Halt]

	// What runs, in this order.
	dynamicModel       lib.DynamicModel
	thrusterAllocation lib.ThrusterAllocation

	held struct { // the last value of each input
		robotSpeedsBodySpeedsU, robotSpeedsBodySpeedsV, robotSpeedsBodySpeedsW unit.Speed
		robotSpeedsBodySpeedsP, robotSpeedsBodySpeedsQ, robotSpeedsBodySpeedsR unit.AngularSpeed
		robotPoseAttitudePhi, robotPoseAttitudeTheta                           unit.Angle
		frameShiftControlXOut, frameShiftControlYOut, frameShiftControlZOut    unit.AngularAcceleration
	}

	guards struct { // what each value may be
		dynamicModelX, dynamicModelY, dynamicModelZ, dynamicModelK, dynamicModelM, dynamicModelN loop.Guard
		thrusterAllocationF0, thrusterAllocationF1, thrusterAllocationF2, thrusterAllocationF3   loop.Guard
		thrusterAllocationF4, thrusterAllocationF5                                               loop.Guard
	}
}

// NewMDynamicLoop makes the loop in parent.
func NewMDynamicLoop(parent reactor.Parent, k *Knowledge, o loop.Options) *MDynamicLoop {
	s := &MDynamicLoop{}
	reactor.Init(parent, "mDynamic", s)
	s.tick.Set(C1Offset, C1Period)
	s.thrusterAllocation = *atom.Sized[lib.ThrusterAllocation](6)
	s.know(k)
	s.guard(o)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.Before, &s.RobotSpeedsBodySpeedsU, &s.RobotSpeedsBodySpeedsV,
		&s.RobotSpeedsBodySpeedsW, &s.RobotSpeedsBodySpeedsP, &s.RobotSpeedsBodySpeedsQ,
		&s.RobotSpeedsBodySpeedsR, &s.RobotPoseAttitudePhi, &s.RobotPoseAttitudeTheta,
		&s.FrameShiftControlXOut, &s.FrameShiftControlYOut, &s.FrameShiftControlZOut).
		Sets(&s.Halt, &s.ThrusterAllocationF0, &s.ThrusterAllocationF1, &s.ThrusterAllocationF2,
			&s.ThrusterAllocationF3, &s.ThrusterAllocationF4, &s.ThrusterAllocationF5).
		Deadline(C1Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *MDynamicLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *MDynamicLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.robotSpeedsBodySpeedsU, &s.RobotSpeedsBodySpeedsU)
	loop.Take(&s.held.robotSpeedsBodySpeedsV, &s.RobotSpeedsBodySpeedsV)
	loop.Take(&s.held.robotSpeedsBodySpeedsW, &s.RobotSpeedsBodySpeedsW)
	loop.Take(&s.held.robotSpeedsBodySpeedsP, &s.RobotSpeedsBodySpeedsP)
	loop.Take(&s.held.robotSpeedsBodySpeedsQ, &s.RobotSpeedsBodySpeedsQ)
	loop.Take(&s.held.robotSpeedsBodySpeedsR, &s.RobotSpeedsBodySpeedsR)
	loop.Take(&s.held.robotPoseAttitudePhi, &s.RobotPoseAttitudePhi)
	loop.Take(&s.held.robotPoseAttitudeTheta, &s.RobotPoseAttitudeTheta)
	loop.Take(&s.held.frameShiftControlXOut, &s.FrameShiftControlXOut)
	loop.Take(&s.held.frameShiftControlYOut, &s.FrameShiftControlYOut)
	loop.Take(&s.held.frameShiftControlZOut, &s.FrameShiftControlZOut)
	loop.Take(&s.Watch.Before, &s.Before)
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C1Period.Seconds())
		s.runDynamicModel(dt, at)
		s.runThrusterAllocation(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// runDynamicModel runs DynamicModel.
func (s *MDynamicLoop) runDynamicModel(dt unit.Time, at reactor.Time) {
	a := &s.dynamicModel
	a.U.Put(s.held.robotSpeedsBodySpeedsU)
	a.V.Put(s.held.robotSpeedsBodySpeedsV)
	a.W.Put(s.held.robotSpeedsBodySpeedsW)
	a.P.Put(s.held.robotSpeedsBodySpeedsP)
	a.Q.Put(s.held.robotSpeedsBodySpeedsQ)
	a.R.Put(s.held.robotSpeedsBodySpeedsR)
	a.Phi.Put(s.held.robotPoseAttitudePhi)
	a.Theta.Put(s.held.robotPoseAttitudeTheta)
	a.AccP.Put(s.held.frameShiftControlXOut)
	a.AccQ.Put(s.held.frameShiftControlYOut)
	a.AccR.Put(s.held.frameShiftControlZOut)
	a.Physics(dt)
	loop.Keep(&s.guards.dynamicModelX, &a.X, at)
	loop.Keep(&s.guards.dynamicModelY, &a.Y, at)
	loop.Keep(&s.guards.dynamicModelZ, &a.Z, at)
	loop.Keep(&s.guards.dynamicModelK, &a.K, at)
	loop.Keep(&s.guards.dynamicModelM, &a.M, at)
	loop.Keep(&s.guards.dynamicModelN, &a.N, at)
}

// runThrusterAllocation runs ThrusterAllocation with n 6.
func (s *MDynamicLoop) runThrusterAllocation(dt unit.Time, at reactor.Time) {
	a := &s.thrusterAllocation
	a.X.Put(s.dynamicModel.X.Get())
	a.Y.Put(s.dynamicModel.Y.Get())
	a.Z.Put(s.dynamicModel.Z.Get())
	a.K.Put(s.dynamicModel.K.Get())
	a.M.Put(s.dynamicModel.M.Get())
	a.N.Put(s.dynamicModel.N.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.thrusterAllocationF0, &a.F[0], at)
	loop.Keep(&s.guards.thrusterAllocationF1, &a.F[1], at)
	loop.Keep(&s.guards.thrusterAllocationF2, &a.F[2], at)
	loop.Keep(&s.guards.thrusterAllocationF3, &a.F[3], at)
	loop.Keep(&s.guards.thrusterAllocationF4, &a.F[4], at)
	loop.Keep(&s.guards.thrusterAllocationF5, &a.F[5], at)
	s.ThrusterAllocationF0.Set(a.F[0].Get())
	s.ThrusterAllocationF1.Set(a.F[1].Get())
	s.ThrusterAllocationF2.Set(a.F[2].Get())
	s.ThrusterAllocationF3.Set(a.F[3].Get())
	s.ThrusterAllocationF4.Set(a.F[4].Get())
	s.ThrusterAllocationF5.Set(a.F[5].Get())
}

// know gives the Atoms what is constant, and their storages and products what they begin with.
func (s *MDynamicLoop) know(k *Knowledge) {
	s.dynamicModel.AccU.Put(k.ExpertiseYawControl.AccU)
	s.dynamicModel.AccV.Put(k.ExpertiseYawControl.AccV)
	s.dynamicModel.AccW.Put(k.ExpertiseYawControl.AccW)
	s.dynamicModel.ControlU.Put(k.ExpertiseDynamics.ControlU)
	s.dynamicModel.ControlV.Put(k.ExpertiseDynamics.ControlV)
	s.dynamicModel.ControlW.Put(k.ExpertiseDynamics.ControlW)
	s.dynamicModel.ControlP.Put(k.ExpertiseDynamics.ControlP)
	s.dynamicModel.ControlQ.Put(k.ExpertiseDynamics.ControlQ)
	s.dynamicModel.ControlR.Put(k.ExpertiseDynamics.ControlR)
	s.dynamicModel.Mass.Put(k.ExpertiseDynamics.Mass)
	s.dynamicModel.InertiaP.Put(k.ExpertiseDynamics.InertiaP)
	s.dynamicModel.InertiaQ.Put(k.ExpertiseDynamics.InertiaQ)
	s.dynamicModel.InertiaR.Put(k.ExpertiseDynamics.InertiaR)
	s.dynamicModel.AddedU.Put(k.ExpertiseDynamics.AddedU)
	s.dynamicModel.AddedV.Put(k.ExpertiseDynamics.AddedV)
	s.dynamicModel.AddedW.Put(k.ExpertiseDynamics.AddedW)
	s.dynamicModel.AddedP.Put(k.ExpertiseDynamics.AddedP)
	s.dynamicModel.AddedQ.Put(k.ExpertiseDynamics.AddedQ)
	s.dynamicModel.AddedR.Put(k.ExpertiseDynamics.AddedR)
	s.dynamicModel.LinearU.Put(k.ExpertiseDynamics.LinearU)
	s.dynamicModel.LinearV.Put(k.ExpertiseDynamics.LinearV)
	s.dynamicModel.LinearW.Put(k.ExpertiseDynamics.LinearW)
	s.dynamicModel.LinearP.Put(k.ExpertiseDynamics.LinearP)
	s.dynamicModel.LinearQ.Put(k.ExpertiseDynamics.LinearQ)
	s.dynamicModel.LinearR.Put(k.ExpertiseDynamics.LinearR)
	s.dynamicModel.QuadraticU.Put(k.ExpertiseDynamics.QuadraticU)
	s.dynamicModel.QuadraticV.Put(k.ExpertiseDynamics.QuadraticV)
	s.dynamicModel.QuadraticW.Put(k.ExpertiseDynamics.QuadraticW)
	s.dynamicModel.QuadraticP.Put(k.ExpertiseDynamics.QuadraticP)
	s.dynamicModel.QuadraticQ.Put(k.ExpertiseDynamics.QuadraticQ)
	s.dynamicModel.QuadraticR.Put(k.ExpertiseDynamics.QuadraticR)
	s.dynamicModel.Weight.Put(k.ExpertiseDynamics.Weight)
	s.dynamicModel.Buoyancy.Put(k.ExpertiseDynamics.Buoyancy)
	s.dynamicModel.BuoyantX.Put(k.ExpertiseDynamics.BuoyantX)
	s.dynamicModel.BuoyantY.Put(k.ExpertiseDynamics.BuoyantY)
	s.dynamicModel.BuoyantZ.Put(k.ExpertiseDynamics.BuoyantZ)
	for i := range 6 {
		s.thrusterAllocation.PositionX[i].Put(k.ExpertiseThrusters.PositionX[i])
		s.thrusterAllocation.PositionY[i].Put(k.ExpertiseThrusters.PositionY[i])
		s.thrusterAllocation.PositionZ[i].Put(k.ExpertiseThrusters.PositionZ[i])
		s.thrusterAllocation.DirectionX[i].Put(k.ExpertiseThrusters.DirectionX[i])
		s.thrusterAllocation.DirectionY[i].Put(k.ExpertiseThrusters.DirectionY[i])
		s.thrusterAllocation.DirectionZ[i].Put(k.ExpertiseThrusters.DirectionZ[i])
		s.thrusterAllocation.Forward[i].Put(k.ExpertiseThrusters.Forward[i])
		s.thrusterAllocation.Backward[i].Put(k.ExpertiseThrusters.Backward[i])
		s.thrusterAllocation.DeadZone[i].Put(k.ExpertiseThrusters.DeadZone[i])
	}
}

// guard says what each value may be, and which actuators depend on it.
func (s *MDynamicLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Finite(&g.dynamicModelX, "DynamicModel.x", HaltsActuators),
		loop.Finite(&g.dynamicModelY, "DynamicModel.y", HaltsActuators),
		loop.Finite(&g.dynamicModelZ, "DynamicModel.z", HaltsActuators),
		loop.Finite(&g.dynamicModelK, "DynamicModel.k", HaltsActuators),
		loop.Finite(&g.dynamicModelM, "DynamicModel.m", HaltsActuators),
		loop.Finite(&g.dynamicModelN, "DynamicModel.n", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF0, "ThrusterAllocation.f[0]", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF1, "ThrusterAllocation.f[1]", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF2, "ThrusterAllocation.f[2]", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF3, "ThrusterAllocation.f[3]", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF4, "ThrusterAllocation.f[4]", HaltsActuators),
		loop.Finite(&g.thrusterAllocationF5, "ThrusterAllocation.f[5]", HaltsActuators),
	)
}
