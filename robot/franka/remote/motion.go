package remote

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Motion makes commands, one per call. t counts from the motion's beginning; s is the newest known state, at t = 0
// the one to start from. Next writes the member of c that its generator needs and reports whether that was the last
// command, which must be at rest.
type Motion interface {
	Next(t time.Duration, s *franka.State, c *franka.Command) (finished bool)
}

// Motions returns the names that NewMotion accepts.
func Motions() []string {
	return []string{"cartesian", "joint", "cartesian-velocity", "joint-velocity"}
}

// NewMotion makes a motion of libfranka's examples by its name and returns its generator.
func NewMotion(name string) (Motion, franka.MotionGenerator, error) {
	switch name {
	case "cartesian":
		return &Cartesian{}, franka.GenerateCartesianPose, nil
	case "joint":
		return &JointPosition{}, franka.GenerateJointPosition, nil
	case "cartesian-velocity":
		return &CartesianVelocity{}, franka.GenerateCartesianVelocity, nil
	case "joint-velocity", "velocity":
		return &JointVelocity{}, franka.GenerateJointVelocity, nil
	}
	return nil, 0, fmt.Errorf("remote: motion %q: use one of %v", name, Motions())
}

// Cartesian is the motion of libfranka's example generate_cartesian_pose_motion: the tool swings along an arc of
// 0.3 m radius in the x-z plane, down and back, in 10 s. The angle is π/4·(1 − cos(π/5·t)).
type Cartesian struct {
	begun bool
	start franka.Pose
}

// Next implements Motion.
func (m *Cartesian) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if !m.begun {
		m.begun, m.start = true, s.OTEEc
	}
	const radius = 0.3
	angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*t.Seconds()))
	c.OTEEc = m.start
	c.OTEEc[12] += radius * math.Sin(angle)
	c.OTEEc[14] += radius * (math.Cos(angle) - 1)
	return t >= 10*time.Second
}

// JointPosition is the motion of libfranka's example generate_joint_position_motion: joints 4, 5 and 7 turn by
// π/8·(1 − cos(π/2.5·t)), there and back in 5 s.
type JointPosition struct {
	begun bool
	start [franka.Joints]float64
}

// Next implements Motion.
func (m *JointPosition) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if !m.begun {
		m.begun, m.start = true, s.Qd
	}
	angle := math.Pi / 8 * (1 - math.Cos(math.Pi/2.5*t.Seconds()))
	c.QC = m.start
	c.QC[3] += angle
	c.QC[4] += angle
	c.QC[6] += angle
	return t >= 5*time.Second
}

// swing is the speed profile of libfranka's velocity examples: half waves of period T in one direction and, in the
// second period, back: top/2·(1 − cos(2π/T·t)) with the sign of the period.
func swing(t, period, top float64) float64 {
	cycle := 1.0
	if math.Mod(math.Floor(t/period), 2) == 1 {
		cycle = -1
	}
	return cycle * top / 2 * (1 - math.Cos(2*math.Pi/period*t))
}

// JointVelocity is the motion of libfranka's example generate_joint_velocity_motion: joints 4 to 7 turn at up to 1
// rad/s, there and back in 1 s each.
type JointVelocity struct{}

// Next implements Motion.
func (m *JointVelocity) Next(t time.Duration, _ *franka.State, c *franka.Command) bool {
	v := swing(t.Seconds(), 1, 1)
	c.DQC = [franka.Joints]float64{0, 0, 0, v, v, v, v}
	return t >= 2*time.Second
}

// CartesianVelocity is the motion of libfranka's example generate_cartesian_velocity_motion: the tool moves at up to
// 0.1 m/s forward and down at 45°, for 4 s, and back for another 4 s.
type CartesianVelocity struct{}

// Next implements Motion.
func (m *CartesianVelocity) Next(t time.Duration, _ *franka.State, c *franka.Command) bool {
	v := swing(t.Seconds(), 4, 0.1)
	c.ODPEEc = [6]float64{v * math.Cos(math.Pi/4), 0, -v * math.Sin(math.Pi/4), 0, 0, 0}
	return t >= 8*time.Second
}
