// Package guard foresees whether an xArm's control box will carry out poses under Cartesian servo, so that no command
// makes it halt.
//
// The box computes joint angles for each pose itself, from those of the previous pose, and stops with an error if there
// are none (21, 40), if a joint would be too fast (24) or leave its range (23), or if links would collide (22). None of
// this is visible in space: near a singular pose a slow tool needs fast joints. [Tool] follows the box: it solves for
// the same joints and reports whether they stay within a share of the limits, apart, and away from singular poses. A
// [safety.Checker] consults it for every command and for the whole stopping path that follows, and passes only commands
// that Tool accepts.
//
// How a real box chooses among the joint angles that lead to one pose is not documented; least motion is assumed, as in the
// simulated one, and [Tool.See] lets readings correct it.
package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

const (
	n = xarm.Joints

	speedShare = 0.8    // of the joints' speeds: late commands come in bursts
	accShare   = 0.49   // of their accelerations: above this the set-point of the simulated box falls behind its targets
	inset      = 0.01   // rad: how far inside their ranges the joints stay; the box's set-point swings past its target
	apart      = 0.012  // m: between links
	sharp      = 0.08   // limit of sharpness, near a singular pose
	fastest    = 1.15   // m/s, of the tool; the box stops at 1.2
	longest    = 0.0095 // m, from one target to the next; the box refuses 0.010

	pull    = 0.01 // share of the readings' difference that is corrected in each cycle
	strange = 0.2  // rad: readings that differ by more belong to another posture
)

type vec [n]float64

// state is where the arm's joints are.
type state struct {
	q, v vec // rad, rad/s
	pose spatial.Pose
	dt   float64 // s: how long v lasted
}

// Tool follows what a control box makes of poses. It implements [safety.Arm]. Nothing allocates after NewTool.
type Tool struct {
	chain    *kinematics.Chain
	data     *kinematics.Data
	collider *kinematics.Collider // nil: links are not checked
	most     float64              // m/s
	arm      state                // by the last command
	probe    state                // during a trial
	gap      float64              // between links at arm.q, m
	bend     float64              // see sharpness
	jac      [6 * n]float64
}

var _ safety.Arm = (*Tool)(nil)

// NewTool follows a box that gets a pose every period seconds. chain is the one from [xarm.Model]; the tool is the flange.
func NewTool(chain *kinematics.Chain, collider *kinematics.Collider, period float64) *Tool {
	g := &Tool{chain: chain, data: kinematics.NewData(chain), collider: collider, most: min(fastest, longest/period)}
	g.Begin(make([]float64, n))
	return g
}

// Begin sets the arm to rest at q, rad, as read from the robot.
func (g *Tool) Begin(q []float64) {
	g.arm = state{dt: 1}
	copy(g.arm.q[:], q)
	g.arm.pose = g.chain.FK(g.data, g.arm.q[:])
	g.look()
}

// See takes a reading, rad. The reading is a few cycles old, so it only corrects which of the joint angles that lead to a
// pose the box has chosen.
func (g *Tool) See(q []float64) {
	x := g.arm.q
	for i := range x {
		d := q[i] - x[i]
		if !(math.Abs(d) < strange) {
			return
		}
		x[i] += pull * d
	}
	if g.solve(&g.arm.pose, &x) {
		g.arm.q = x
	}
}

// Take implements [safety.Arm].
func (g *Tool) Take(p spatial.Pose, dt float64) {
	was := g.arm.q
	g.solve(&p, &g.arm.q)
	for i := range was {
		g.arm.v[i] = (g.arm.q[i] - was[i]) / dt
	}
	g.arm.pose, g.arm.dt = p, dt
	g.look()
}

// look computes how near the links are to each other and the arm to a singular pose.
func (g *Tool) look() { g.gap, g.bend = g.between(&g.arm.q), g.sharpness(&g.arm.q) }

// Try implements [safety.Arm].
func (g *Tool) Try() { g.probe = g.arm }

// Reach implements [safety.Arm].
func (g *Tool) Reach(p spatial.Pose, dt float64) bool {
	s, was := &g.probe, g.probe
	if p.P.Dist(was.pose.P) > g.most*dt || !g.solve(&p, &s.q) {
		return false
	}
	for i, q := range s.q {
		l := g.chain.Limit(i)
		v := (q - was.q[i]) / dt
		if math.Abs(v) > speedShare*l.Velocity || math.Abs(v-was.v[i]) > accShare*xarm.JointAcc*(dt+was.dt)/2 {
			return false
		}
		if q < l.Lower+inset && q < was.q[i] || q > l.Upper-inset && q > was.q[i] {
			return false
		}
		s.v[i] = v
	}
	s.pose, s.dt = p, dt
	return g.sharpness(&s.q) >= min(sharp, g.bend) && g.between(&s.q) >= min(apart, g.gap)
}

// solve finds the joints for a pose near q, as the box does.
func (g *Tool) solve(p *spatial.Pose, q *vec) bool {
	x := *q
	o := kinematics.IKOptions{Position: 1e-7, Rotation: 1e-6, Restarts: -1, Iterations: 20}
	if g.chain.IK(g.data, *p, q[:], x[:], o).Status != kinematics.IKSolved {
		return false
	}
	*q = x
	return true
}

// between returns the distance between the two closest links.
func (g *Tool) between(q *vec) float64 {
	if g.collider == nil {
		return math.Inf(1)
	}
	d, _, _ := g.collider.Closest(g.data, q[:])
	return d
}

// sharpness measures how far the arm is from a singular pose. It orthogonalizes each row of the Jacobian (turns counted as
// 0.3 m/rad) to the rows before it, and returns the least length that remains, m/rad; 0 means that the tool has lost a
// direction.
func (g *Tool) sharpness(q *vec) float64 {
	const reach = 0.3
	g.chain.Jacobian(g.data, q[:], g.jac[:])
	least := math.Inf(1)
	for r := range 6 {
		row := g.jac[r*n : r*n+n]
		for k := range r {
			before := g.jac[k*n : k*n+n]
			along := dot(row, before) / dot(before, before)
			for i := range row {
				row[i] -= along * before[i]
			}
		}
		left := math.Sqrt(dot(row, row))
		if r >= 3 {
			left *= reach
		}
		if least = min(least, left); !(left > 1e-9) {
			return 0
		}
	}
	return least
}

func dot(a, b []float64) (s float64) {
	for i, x := range a {
		s += x * b[i]
	}
	return s
}
