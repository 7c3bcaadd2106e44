// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal 133d70e52b5c927b.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// C2 is the composition C2, every 50 ms.
type C2 struct {
	reactor.Reactor

	RobotPoseAttitudePsi    reactor.In[unit.Angle]                // RobotPose.attitude.psi: Angle (rad), frame WORLD, axis z
	RobotSpeedsWorldSpeedsR reactor.In[unit.AngularSpeed]         // RobotSpeedsWorld.speeds.r: AngularSpeed (rad/s), frame WORLD, axis z
	RobotPoseAttitudePhi    reactor.In[unit.Angle]                // RobotPose.attitude.phi: Angle (rad), frame WORLD, axis x
	RobotPoseAttitudeTheta  reactor.In[unit.Angle]                // RobotPose.attitude.theta: Angle (rad), frame WORLD, axis y
	FrameShiftControlXOut   reactor.Out[unit.AngularAcceleration] // FrameShiftControl.x_out: AngularAcceleration (rad/s²), frame ROBOT, axis x
	FrameShiftControlYOut   reactor.Out[unit.AngularAcceleration] // FrameShiftControl.y_out: AngularAcceleration (rad/s²), frame ROBOT, axis y
	FrameShiftControlZOut   reactor.Out[unit.AngularAcceleration] // FrameShiftControl.z_out: AngularAcceleration (rad/s²), frame ROBOT, axis z
	Halt                    reactor.Out[loop.Halt]                // the same, as far as is known here

	Control    *ControlLoop
	Frameshift *FrameshiftLoop
	Operator   *Operator
}

// NewC2 makes the composition in parent.
func NewC2(parent reactor.Parent, d Drivers, k *Knowledge, o loop.Options) *C2 {
	c := &C2{}
	reactor.Init(parent, "C2", c)
	c.Isolate() // an enclave: on the real clock it has a thread of its own
	c.Operator = newOperator(c, o)
	c.Control = NewControlLoop(c, k, o)
	c.Frameshift = NewFrameshiftLoop(c, k, o)
	c.connect()
	return c
}

// connect joins the loops.
func (c *C2) connect() {
	reactor.Connect(&c.RobotPoseAttitudePsi, &c.Control.RobotPoseAttitudePsi)
	reactor.Connect(&c.RobotSpeedsWorldSpeedsR, &c.Control.RobotSpeedsWorldSpeedsR)
	reactor.Connect(&c.Operator.OperatorPsiDes, &c.Control.OperatorPsiDes)
	reactor.Connect(&c.RobotPoseAttitudePhi, &c.Frameshift.RobotPoseAttitudePhi)
	reactor.Connect(&c.RobotPoseAttitudeTheta, &c.Frameshift.RobotPoseAttitudeTheta)
	reactor.Connect(&c.RobotPoseAttitudePsi, &c.Frameshift.RobotPoseAttitudePsi)
	reactor.Connect(&c.Control.DynamicAngleControlAcc, &c.Frameshift.DynamicAngleControlAcc)
	reactor.Connect(&c.Control.Halt, &c.Frameshift.Before)
	reactor.Connect(&c.Frameshift.FrameShiftControlXOut, &c.FrameShiftControlXOut)
	reactor.Connect(&c.Frameshift.FrameShiftControlYOut, &c.FrameShiftControlYOut)
	reactor.Connect(&c.Frameshift.FrameShiftControlZOut, &c.FrameShiftControlZOut)
	reactor.Connect(&c.Frameshift.Halt, &c.Halt)
}

// Operator is the way in of the sporadic External Knowledge Atom Operator.
type Operator struct {
	reactor.Reactor
	Offered        reactor.PhysicalAction[OperatorSample]
	OperatorPsiDes reactor.Out[unit.Angle] // Angle (rad), frame WORLD, axis z
	Watch          loop.Watch              // what is flagged
	now            OperatorSample
	guards         [1]loop.Guard
}

func newOperator(parent reactor.Parent, o loop.Options) *Operator {
	i := &Operator{}
	reactor.Init(parent, "operator", i)
	i.Watch.Over(o,
		loop.Between(&i.guards[0], "Operator.psi_des", unit.Degrees(-360), unit.Degrees(360), 0),
	)
	i.Reaction("arrive").On(&i.Offered).Sets(&i.OperatorPsiDes).Do(i.arrive)
	return i
}

// Offer hands over values, from any thread. It reports false when the program is over or too many wait. One that is
// not valid is not passed on.
func (i *Operator) Offer(x OperatorSample) bool { return i.Offered.Schedule(x, 0) }

func (i *Operator) arrive() {
	x, at := i.Offered.Get(), i.Tag().Time
	i.now.PsiDes = loop.Pass(&i.guards[0], x.PsiDes, at)
	i.OperatorPsiDes.Set(i.now.PsiDes)
}
