package manager

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Chain returns the arm from link base to link tip of the model, within the position limits in effect, and its joints.
func (s *Setup) Chain(base, tip string) (c *kinematics.Chain, joints []string, err error) {
	if s.Model == nil {
		return nil, nil, fmt.Errorf("manager: controller %s needs the robot's description: give a URDF", s.Name)
	}
	if c, err = s.Model.Chain(base, tip); err != nil {
		return nil, nil, err
	}
	var lower, upper []float64
	for i := range c.N() {
		joints = append(joints, c.JointName(i))
		own, l := c.Limit(i), s.Limit(joints[i])
		lower, upper = append(lower, max(own.Lower, l.Lower)), append(upper, min(own.Upper, l.Upper))
	}
	return c.WithLimits(lower, upper), joints, nil
}

// PoseOf reads a pose from the numbers of its interface. It is ok if all numbers are finite and the quaternion's length is
// 1 within a percent.
func PoseOf(xs []float64) (p spatial.Pose, ok bool) {
	q := spatial.Quat{X: xs[3], Y: xs[4], Z: xs[5], W: xs[6]}
	p = spatial.Pose{P: spatial.V(xs[0], xs[1], xs[2]), R: q.Rot()}
	n := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z)
	return p, p.Finite() && math.Abs(n-1) < 0.01
}

// PutPose writes a pose to the numbers of its interface.
func PutPose(xs []float64, p spatial.Pose) {
	q := p.R.Quat()
	xs[0], xs[1], xs[2], xs[3], xs[4], xs[5], xs[6] = p.P.X, p.P.Y, p.P.Z, q.X, q.Y, q.Z, q.W
}

// TwistOf reads a twist, or anything of two vectors, and reports whether all of it is finite.
func TwistOf(xs []float64) (t spatial.Twist, ok bool) {
	t = spatial.Twist{Lin: spatial.V(xs[0], xs[1], xs[2]), Ang: spatial.V(xs[3], xs[4], xs[5])}
	return t, t.Lin.Finite() && t.Ang.Finite()
}

// PutTwist writes a twist.
func PutTwist(xs []float64, t spatial.Twist) {
	xs[0], xs[1], xs[2], xs[3], xs[4], xs[5] = t.Lin.X, t.Lin.Y, t.Lin.Z, t.Ang.X, t.Ang.Y, t.Ang.Z
}

// WrenchOf reads a wrench, and reports whether all of it is finite.
func WrenchOf(xs []float64) (w spatial.Wrench, ok bool) {
	t, ok := TwistOf(xs)
	return spatial.Wrench{Force: t.Lin, Torque: t.Ang}, ok
}

// PutWrench writes a wrench.
func PutWrench(xs []float64, w spatial.Wrench) {
	PutTwist(xs, spatial.Twist{Lin: w.Force, Ang: w.Torque})
}
