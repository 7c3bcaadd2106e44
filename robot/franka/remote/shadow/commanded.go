package shadow

import (
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// commanded is what the client's last command amounts to, as a robot shows it: by backward differences, SI units.
type commanded struct {
	q, v, a         [franka.Joints]float64
	pose            spatial.Pose
	twist, acc      spatial.Twist
	elbow           [2]float64
	delbow, ddelbow float64
	elbowed         bool // the client commands it
}

// start begins where the robot rests.
func (x *commanded) start(s *franka.State) {
	*x = commanded{q: s.Qd, pose: franka.SpatialPose(&s.OTEEc), elbow: s.ElbowC}
}

// follow takes a command.
func (x *commanded) follow(g franka.MotionGenerator, c *franka.Command) {
	const dt = franka.Period
	switch g {
	case franka.GenerateJointPosition, franka.GenerateJointVelocity:
		for i := range x.q {
			v := c.DQC[i]
			if g == franka.GenerateJointPosition {
				v = (c.QC[i] - x.q[i]) / dt
			}
			x.a[i], x.v[i] = (v-x.v[i])/dt, v
			x.q[i] += float64(v * dt)
		}
		if g == franka.GenerateJointPosition {
			x.q = c.QC
		}
		return
	case franka.GenerateCartesianPose:
		p := franka.SpatialPose(&c.OTEEc)
		t := spatial.Twist{Lin: p.P.Sub(x.pose.P), Ang: p.R.Mul(x.pose.R.T()).Log()}.Scale(1 / dt)
		x.acc, x.twist, x.pose = t.Add(x.twist.Scale(-1)).Scale(1/dt), t, p
	default:
		t := franka.SpatialTwist(&c.ODPEEc)
		x.acc, x.twist = t.Add(x.twist.Scale(-1)).Scale(1/dt), t
		x.pose = spatial.Pose{P: x.pose.P.Add(t.Lin.Scale(dt)), R: spatial.Exp(t.Ang.Scale(dt)).Mul(x.pose.R)}
	}
	if x.elbowed = c.ValidElbow; c.ValidElbow {
		v := (c.ElbowC[0] - x.elbow[0]) / dt
		x.ddelbow, x.delbow, x.elbow = (v-x.delbow)/dt, v, c.ElbowC
	}
}

// coast makes the command of a cycle without one: on with the same velocity.
func (x *commanded) coast(g franka.MotionGenerator) (c franka.Command) {
	const dt = franka.Period
	switch g {
	case franka.GenerateJointPosition:
		for i := range x.q {
			c.QC[i] = x.q[i] + float64(x.v[i]*dt)
		}
	case franka.GenerateJointVelocity:
		c.DQC = x.v
	case franka.GenerateCartesianPose:
		c.OTEEc = franka.PoseOf(spatial.Pose{P: x.pose.P.Add(x.twist.Lin.Scale(dt)), R: spatial.Exp(x.twist.Ang.Scale(dt)).Mul(x.pose.R)})
	default:
		c.ODPEEc = franka.TwistOf(x.twist)
	}
	if x.elbowed {
		c.ElbowC, c.ValidElbow = [2]float64{x.elbow[0] + float64(x.delbow*dt), x.elbow[1]}, true
	}
	return c
}

// show writes it into a state.
func (x *commanded) show(g franka.MotionGenerator, s *franka.State) {
	if g == franka.GenerateJointPosition || g == franka.GenerateJointVelocity {
		s.Qd, s.DQd, s.DDQd = x.q, x.v, x.a
		return
	}
	s.OTEEc, s.OTEEd = franka.PoseOf(x.pose), franka.PoseOf(x.pose)
	s.ODPEEc, s.ODPEEd, s.ODDPEEc = franka.TwistOf(x.twist), franka.TwistOf(x.twist), franka.TwistOf(x.acc)
	s.ElbowC, s.ElbowD = x.elbow, x.elbow
	s.DelbowC, s.DDelbowC = [2]float64{x.delbow}, [2]float64{x.ddelbow}
}
