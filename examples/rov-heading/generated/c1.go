// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 604d561c42a8d507.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// C1 is the composition C1, every 25 ms.
type C1 struct {
	reactor.Reactor

	FrameShiftControlXOut   reactor.In[unit.AngularAcceleration] // FrameShiftControl.x_out: AngularAcceleration (rad/s²), frame ROBOT, axis x
	FrameShiftControlYOut   reactor.In[unit.AngularAcceleration] // FrameShiftControl.y_out: AngularAcceleration (rad/s²), frame ROBOT, axis y
	FrameShiftControlZOut   reactor.In[unit.AngularAcceleration] // FrameShiftControl.z_out: AngularAcceleration (rad/s²), frame ROBOT, axis z
	RobotPoseAttitudePsi    reactor.Out[unit.Angle]              // RobotPose.attitude.psi: Angle (rad), frame WORLD, axis z
	RobotSpeedsWorldSpeedsR reactor.Out[unit.AngularSpeed]       // RobotSpeedsWorld.speeds.r: AngularSpeed (rad/s), frame WORLD, axis z
	RobotPoseAttitudePhi    reactor.Out[unit.Angle]              // RobotPose.attitude.phi: Angle (rad), frame WORLD, axis x
	RobotPoseAttitudeTheta  reactor.Out[unit.Angle]              // RobotPose.attitude.theta: Angle (rad), frame WORLD, axis y
	HaltC2                  reactor.In[loop.Halt]                // actuators that must come to rest, as far as C2 knows
	Halt                    reactor.Out[loop.Halt]               // the same, as far as is known here

	Sensors    *SensorsLoop
	Navigation *NavigationLoop
	MDynamic   *MDynamicLoop
	Actuators  *ActuatorsLoop
}

// NewC1 makes the composition in parent.
func NewC1(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *C1 {
	c := &C1{}
	reactor.Init(parent, "C1", c)
	c.Sensors = NewSensorsLoop(c, d, o)
	c.Navigation = NewNavigationLoop(c, k, o)
	c.MDynamic = NewMDynamicLoop(c, k, o)
	c.Actuators = NewActuatorsLoop(c, d, o)
	c.connect()
	return c
}

// connect joins the loops.
func (c *C1) connect() {
	reactor.Connect(&c.Sensors.IMURoll, &c.Navigation.IMURoll)
	reactor.Connect(&c.Sensors.IMUPitch, &c.Navigation.IMUPitch)
	reactor.Connect(&c.Sensors.IMUYaw, &c.Navigation.IMUYaw)
	reactor.Connect(&c.Sensors.IMUWx, &c.Navigation.IMUWx)
	reactor.Connect(&c.Sensors.IMUWy, &c.Navigation.IMUWy)
	reactor.Connect(&c.Sensors.IMUWz, &c.Navigation.IMUWz)
	reactor.Connect(&c.Sensors.LochVx, &c.Navigation.LochVx)
	reactor.Connect(&c.Sensors.LochVy, &c.Navigation.LochVy)
	reactor.Connect(&c.Sensors.LochVz, &c.Navigation.LochVz)
	reactor.Connect(&c.Sensors.DepthZ, &c.Navigation.DepthZ)
	reactor.Connect(&c.Sensors.Halt, &c.Navigation.Before)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsU, &c.MDynamic.RobotSpeedsBodySpeedsU)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsV, &c.MDynamic.RobotSpeedsBodySpeedsV)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsW, &c.MDynamic.RobotSpeedsBodySpeedsW)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsP, &c.MDynamic.RobotSpeedsBodySpeedsP)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsQ, &c.MDynamic.RobotSpeedsBodySpeedsQ)
	reactor.Connect(&c.Navigation.RobotSpeedsBodySpeedsR, &c.MDynamic.RobotSpeedsBodySpeedsR)
	reactor.Connect(&c.Navigation.RobotPoseAttitudePhi, &c.MDynamic.RobotPoseAttitudePhi)
	reactor.Connect(&c.Navigation.RobotPoseAttitudeTheta, &c.MDynamic.RobotPoseAttitudeTheta)
	reactor.Connect(&c.FrameShiftControlXOut, &c.MDynamic.FrameShiftControlXOut)
	reactor.Connect(&c.FrameShiftControlYOut, &c.MDynamic.FrameShiftControlYOut)
	reactor.Connect(&c.FrameShiftControlZOut, &c.MDynamic.FrameShiftControlZOut)
	reactor.Connect(&c.Navigation.Halt, &c.MDynamic.Before)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF0, &c.Actuators.ThrusterAllocationF0)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF1, &c.Actuators.ThrusterAllocationF1)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF2, &c.Actuators.ThrusterAllocationF2)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF3, &c.Actuators.ThrusterAllocationF3)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF4, &c.Actuators.ThrusterAllocationF4)
	reactor.Connect(&c.MDynamic.ThrusterAllocationF5, &c.Actuators.ThrusterAllocationF5)
	reactor.Connect(&c.MDynamic.Halt, &c.Actuators.Before)
	reactor.Connect(&c.HaltC2, &c.Actuators.HaltC2)
	reactor.Connect(&c.Navigation.RobotPoseAttitudePsi, &c.RobotPoseAttitudePsi)
	reactor.Connect(&c.Navigation.RobotSpeedsWorldSpeedsR, &c.RobotSpeedsWorldSpeedsR)
	reactor.Connect(&c.Navigation.RobotPoseAttitudePhi, &c.RobotPoseAttitudePhi)
	reactor.Connect(&c.Navigation.RobotPoseAttitudeTheta, &c.RobotPoseAttitudeTheta)
	reactor.Connect(&c.Actuators.Halt, &c.Halt)
}
