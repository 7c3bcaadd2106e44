package shadow

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// commanded is the client's last command as a robot's state shows it: by backward differences, SI units.
type commanded struct {
	q, v, a         [franka.Joints]float64
	pose            spatial.Pose
	twist, acc      spatial.Twist
	elbow           [2]float64
	delbow, ddelbow float64
	elbowed         bool // the client commands the elbow
	fresh           bool // no command has come, and the first may be at the measured position
}

// start begins where the robot rests. Since protocol 9 a client may begin at the measured position (box.Nearby).
func (x *commanded) start(s *franka.State, v franka.Version) {
	*x = commanded{q: s.Qd, pose: franka.SpatialPose(&s.OTEEc), elbow: s.ElbowC, fresh: v >= franka.Version9}
}

// begin takes the first command as the robot's position of rest, if it is near.
func (x *commanded) begin(g franka.MotionGenerator, c *franka.Command) {
	switch g {
	case franka.GenerateJointPosition:
		for i, q := range c.QC {
			if !(math.Abs(q-x.q[i]) <= box.Nearby) {
				return
			}
		}
		x.q = c.QC
	case franka.GenerateCartesianPose:
		p := franka.SpatialPose(&c.OTEEc)
		if p.P.Dist(x.pose.P) <= box.Nearby && p.R.Mul(x.pose.R.T()).Log().Norm() <= box.Nearby {
			x.pose = p
		}
	}
}

// follow takes a command.
func (x *commanded) follow(g franka.MotionGenerator, c *franka.Command) {
	const dt = franka.Period
	if x.fresh {
		x.fresh = false
		x.begin(g, c)
	}
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

// coast makes the command of a cycle without one as a robot does, by continuing with the same acceleration. Limiters that work
// from q_d and its derivatives, as libfranka's does, could not return to their trajectory after a jump.
func (x *commanded) coast(g franka.MotionGenerator) (c franka.Command) {
	const dt = franka.Period
	twist := x.twist.Add(x.acc.Scale(dt))
	switch g {
	case franka.GenerateJointPosition, franka.GenerateJointVelocity:
		for i := range x.q {
			c.DQC[i] = x.v[i] + float64(x.a[i]*dt)
			c.QC[i] = x.q[i] + float64(c.DQC[i]*dt)
		}
	case franka.GenerateCartesianPose:
		c.OTEEc = franka.PoseOf(spatial.Pose{P: x.pose.P.Add(twist.Lin.Scale(dt)), R: spatial.Exp(twist.Ang.Scale(dt)).Mul(x.pose.R)})
	default:
		c.ODPEEc = franka.TwistOf(twist)
	}
	if x.elbowed {
		turn := x.delbow + float64(x.ddelbow*dt)
		c.ElbowC, c.ValidElbow = [2]float64{x.elbow[0] + float64(turn*dt), x.elbow[1]}, true
	}
	return c
}

// show writes the last command into a state.
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
