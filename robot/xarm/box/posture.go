package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// posture selects among the joint angles that lead to a pose: those nearest to a reference, each joint's distance weighted
// by a multiplier (common parameter 7, which the maker's SDK calls the redundant solution of the xArm 7). The angles are
// then a function of the pose, so that a cycle of poses ends where it began.
type posture struct {
	near   [xarm.Joints]float64 // rad
	weight [xarm.Joints]float64
}

// How the arm goes to its posture while the tool centre point moves: slowly, and at most in proportion to the tool's motion,
// so that both start and stop together.
const (
	postureGain = 0.2  // of the remaining way, in each step
	postureRate = 0.5  // rad/s, of the fastest joint
	postureWay  = 20.0 // rad/m, and rad/rad
)

// posturePart returns how far the fastest joint may go towards the posture while the TCP moves by d in seconds, rad.
func posturePart(d spatial.Twist, seconds float64) float64 {
	return math.Min(postureRate*seconds, postureWay*(d.Lin.Norm()+d.Ang.Norm()))
}

// reach looks for joint angles that put the TCP at pose, starting at q; on failure q is unchanged.
func (b *Box) reach(pose spatial.Pose, q *[xarm.Joints]float64, starts int) bool {
	b.seed, b.arg = *q, *q
	if !b.kin.IK(pose.Mul(b.conf.offset.Inv()), b.seed[:], b.arg[:], starts) {
		return false
	}
	*q = b.arg
	return true
}

// follow is reach near q for a TCP that was there some seconds ago; at the same time it moves the arm towards its posture.
func (b *Box) follow(pose spatial.Pose, q *[xarm.Joints]float64, seconds float64) bool {
	to := *q
	b.arg = to
	was := b.kin.Jacobian(b.arg[:], b.jac[:]).Mul(b.conf.offset)
	var free [xarm.Joints]float64
	b.relax(&to, &free, postureGain, posturePart(spatial.Delta(was, pose), seconds))
	for i := range to {
		to[i] += free[i]
	}
	if b.reach(pose, &to, 1) {
		*q = to
		return true
	}
	return b.reach(pose, q, 1)
}

// relax sets free to the given part of the joints' way to the posture that does not move the TCP, at most most rad. The
// Jacobian at q is in b.jac.
func (b *Box) relax(q, free *[xarm.Joints]float64, part, most float64) {
	p := &b.conf.posture
	heaviest := 1.0
	for _, w := range p.weight {
		heaviest = math.Max(heaviest, w)
	}
	var t [6]float64
	for i := range q {
		free[i] = p.weight[i] / heaviest * (p.near[i] - q[i])
	}
	for r := range t {
		for i, f := range free {
			t[r] += b.jac[xarm.Joints*r+i] * f
		}
	}
	var v [xarm.Joints]float64
	leastSquares(&b.jac, spatial.Twist{Lin: spatial.V(t[0], t[1], t[2]), Ang: spatial.V(t[3], t[4], t[5])}, &v)
	top := 0.0
	for i := range free {
		free[i] = part * (free[i] - v[i])
		top = math.Max(top, math.Abs(free[i]))
	}
	if top > most {
		for i := range free {
			free[i] *= most / top
		}
	}
}
