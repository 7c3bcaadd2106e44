package guard

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Box returns the limits of the control box itself, which commands have to keep whatever narrower ones an application has.
func Box() safety.Limits {
	const xy = xarm.ReachXY
	return safety.Limits{
		Limits:    motion.Limits{V: xarm.TCPSpeed, A: xarm.TCPAcc, AngV: xarm.TurnSpeed, AngA: xarm.TurnAcc},
		Workspace: motion.Workspace{Low: spatial.V(-xy, -xy, xarm.ReachDown), High: spatial.V(xy, xy, xarm.ReachUp)},
		Floor:     xarm.ReachDown,
	}
}

// Poses limits the commands of [xarm.GroupTCPPose].
type Poses struct {
	check *safety.Checker
	tool  *Tool
}

// NewPoses keeps poses, one every period seconds, within l, and the joints within their limits, which tool foresees. tool
// may be nil if a part above has already asked it and has weaker brakes than l.
func NewPoses(l safety.Limits, period float64, tool *Tool) (*Poses, error) {
	c := safety.Config{Limits: l, T: period}
	if tool != nil {
		c.Arm = tool
	}
	k, err := safety.NewChecker(c)
	return &Poses{k, tool}, err
}

var _ hw.Limiter = (*Poses)(nil)

// Begin implements [hw.Limiter].
func (p *Poses) Begin(state []float64) error {
	if p.tool != nil {
		p.tool.Begin(state[xarm.StateQ:xarm.StateDQ])
	}
	return p.check.Reset(xarm.PoseOf(state[xarm.StatePose:]))
}

// Limit implements [hw.Limiter].
func (p *Poses) Limit(c []float64) safety.Verdict {
	to, verdict := p.check.Check(xarm.PoseOf(c))
	if verdict != safety.Pass {
		xarm.PutPose(c, &to)
	}
	return verdict
}

// String implements [hw.Limiter].
func (p *Poses) String() string {
	if p.tool == nil {
		return "poses within speed, acceleration and reach"
	}
	return "poses within speed, acceleration, reach and what the joints bear"
}

// Angles limits the commands of [xarm.GroupJointPosition].
type Angles struct{ *safety.Joints }

// NewAngles keeps the joints of chain, commanded every period seconds, within their ranges, speeds and accelerations.
func NewAngles(chain *kinematics.Chain, period float64) (*Angles, error) {
	const rounding = 1e-6 // rad, of 32-bit angles
	var ls []safety.JointLimit
	for i := range chain.N() {
		l := chain.Limit(i)
		ls = append(ls, safety.JointLimit{Lower: l.Lower - rounding, Upper: l.Upper + rounding, V: l.Velocity, A: xarm.JointAcc})
	}
	k, err := safety.NewJoints(safety.JointsConfig{Limits: ls, T: period})
	if err != nil {
		return nil, fmt.Errorf("xarm: %w", err)
	}
	return &Angles{k}, nil
}

var _ hw.Limiter = (*Angles)(nil)

// Begin implements [hw.Limiter].
func (a *Angles) Begin(state []float64) error { return a.Reset(state[xarm.StateQ:xarm.StateDQ]) }

// Limit implements [hw.Limiter].
func (a *Angles) Limit(c []float64) safety.Verdict { return a.Check(c, c) }

// String implements [hw.Limiter].
func (a *Angles) String() string { return "joints within range, speed and acceleration" }
