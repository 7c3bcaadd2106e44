package box

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Kinematics answers the simulated box's questions about the arm. Calls are made from one goroutine at a time.
type Kinematics interface {
	// FK returns the flange in the base for joint angles q (rad).
	FK(q []float64) spatial.Pose
	// Jacobian fills j (6×7, row-major, linear rows first, reference point the flange, base frame) and
	// returns the flange.
	Jacobian(q, j []float64) spatial.Pose
	// IK looks for joint angles within limits that reach target and writes them to q. With starts = 1 it looks
	// only near seed; with more, elsewhere too. It reports whether it found a solution.
	IK(target spatial.Pose, seed, q []float64, starts int) bool
	// Clearance returns the smallest distance, m, between links that could touch; negative when they overlap, +Inf
	// when unknown.
	Clearance(q []float64) float64
	// Limit returns the limits of joint i, counted from 0.
	Limit(i int) kinematics.Limit
}

// Plant is the arm that the box moves: joints under position control. Slices have seven elements.
type Plant interface {
	// Step advances by dt seconds towards the reference angles (rad).
	Step(dt float64, ref []float64)
	// State returns the angles (rad), velocities (rad/s) and torques (N·m).
	State(q, dq, tau []float64)
	// Reset puts the arm at rest at q.
	Reset(q []float64)
}

// chainKinematics implements Kinematics with a kinematic chain.
type chainKinematics struct {
	*kinematics.Chain
	d        *kinematics.Data
	collider *kinematics.Collider
	own      *kinematics.Chain // for distances between links, whatever geometry the box computes with
	links    *kinematics.Data
}

// NewKinematics makes the box's kinematics from a chain of seven joints and, if not nil, a collider. It holds
// scratch memory, so each box needs its own.
func NewKinematics(c *kinematics.Chain, k *kinematics.Collider) Kinematics {
	if c.N() != xarm.Joints {
		panic("xarm: the chain must have seven joints")
	}
	return &chainKinematics{Chain: c, d: kinematics.NewData(c), collider: k, own: c, links: kinematics.NewData(c)}
}

// SetDH implements remodelled: the chain of links turned and moved by modified parameters (Craig, "Introduction to
// Robotics", 2005, equation 3.6), with unchanged limits.
func (k *chainKinematics) SetDH(p *[28]float64) bool {
	var text strings.Builder
	text.WriteString(`<robot name="dh"><link name="l0"/>`)
	for i := range xarm.Joints {
		offset, d, alpha, a := p[4*i], p[4*i+1], p[4*i+2], p[4*i+3]
		tilt := spatial.RotX(alpha)
		at := tilt.Apply(spatial.V(0, 0, d)).Add(spatial.V(a, 0, 0))
		e := tilt.Mul(spatial.RotZ(offset)).RPY()
		l := k.own.Limit(i)
		fmt.Fprintf(&text, `<link name="l%d"/><joint name="j%d" type="revolute"><parent link="l%d"/><child link="l%d"/><axis xyz="0 0 1"/>`+
			`<origin xyz="%.17g %.17g %.17g" rpy="%.17g %.17g %.17g"/><limit lower="%.17g" upper="%.17g" velocity="%g" effort="%g"/></joint>`,
			i+1, i+1, i, i+1, at.X, at.Y, at.Z, e.Roll, e.Pitch, e.Yaw, l.Lower, l.Upper, l.Velocity, l.Effort)
	}
	text.WriteString(`</robot>`)
	u, err := kinematics.ParseURDF("dh.urdf", []byte(text.String()))
	if err != nil {
		return false
	}
	c, err := u.Chain("l0", fmt.Sprintf("l%d", xarm.Joints))
	if err != nil {
		return false
	}
	k.Chain, k.d = c, kinematics.NewData(c)
	return true
}

// SetLimits implements remodelled.
func (k *chainKinematics) SetLimits(lower, upper *[xarm.Joints]float64) {
	k.Chain, k.own = k.Chain.WithLimits(lower[:], upper[:]), k.own.WithLimits(lower[:], upper[:])
}

// SetTool implements remodelled.
func (k *chainKinematics) SetTool(length, radius float64) {
	if k.collider == nil {
		return
	}
	capsules := xarm.Capsules()
	if length > 0 && radius > 0 {
		capsules = append(capsules, toolCapsule(length, radius))
	}
	k.collider = kinematics.NewCollider(k.own, capsules, nil)
}

// FK implements Kinematics.
func (k *chainKinematics) FK(q []float64) spatial.Pose { return k.Chain.FK(k.d, q) }

// Jacobian implements Kinematics.
func (k *chainKinematics) Jacobian(q, j []float64) spatial.Pose { return k.Chain.Jacobian(k.d, q, j) }

// IK implements Kinematics; positions to 0.1 µm, so that a slow straight line stays smooth.
func (k *chainKinematics) IK(target spatial.Pose, seed, q []float64, starts int) bool {
	restarts := starts - 1
	if restarts <= 0 {
		restarts = -1
	}
	o := kinematics.IKOptions{Position: 1e-7, Rotation: 1e-6, Restarts: restarts, Seed: 1}
	return k.Chain.IK(k.d, target, seed, q, o).Status == kinematics.IKSolved
}

// Clearance implements Kinematics.
func (k *chainKinematics) Clearance(q []float64) float64 {
	if k.collider == nil {
		return math.Inf(1)
	}
	d, _, _ := k.collider.Closest(k.links, q)
	return d
}

// ExpectedTorque returns a Config.Expected for plants whose torque is due to the links alone, as sim.Arm reports
// it: inverse dynamics of the chain. It holds scratch memory, so each box needs its own.
func ExpectedTorque(c *kinematics.Chain) func(q, dq, ddq, tau []float64) {
	d := kinematics.NewData(c)
	return func(q, dq, ddq, tau []float64) { c.RNEA(d, q, dq, ddq, tau) }
}

// idealPlant is an arm without mass that follows its reference within a joint speed and an acceleration. SetTorque
// sets its torque, so that a test can press on it.
type idealPlant struct {
	q, dq, tau, ref [xarm.Joints]float64
	speed, acc      float64
}

// newIdealPlant makes a plant with a joint speed (rad/s) and acceleration (rad/s²).
func newIdealPlant(speed, acc float64) *idealPlant { return &idealPlant{speed: speed, acc: acc} }

// Step implements Plant.
func (p *idealPlant) Step(dt float64, ref []float64) {
	for i := range p.q {
		rate := (ref[i] - p.ref[i]) / dt
		p.dq[i] = track(ref[i]-dt*rate-p.q[i], rate, p.dq[i], dt, p.speed, p.acc)
		p.q[i] += p.dq[i] * dt
		p.ref[i] = ref[i]
	}
}

// track is one step of a follower: the next velocity of something that moves at v and is e short of a
// reference moving at rate. It is proportional near the reference and follows the braking parabola far from it.
func track(e, rate, v, dt, speed, acc float64) float64 {
	const gain = 200 // 1/s
	fix := math.Min(gain*math.Abs(e), 0.8*math.Sqrt(2*acc*math.Abs(e)))
	want := clamp(rate+math.Copysign(fix, e), speed)
	return v + clamp(want-v, acc*dt)
}

// State implements Plant.
func (p *idealPlant) State(q, dq, tau []float64) {
	copy(q, p.q[:])
	copy(dq, p.dq[:])
	copy(tau, p.tau[:])
}

// Reset implements Plant.
func (p *idealPlant) Reset(q []float64) {
	copy(p.q[:], q)
	copy(p.ref[:], q)
	p.dq = [xarm.Joints]float64{}
}

// SetTorque sets the torques (N·m) that State returns.
func (p *idealPlant) SetTorque(tau []float64) { copy(p.tau[:], tau) }

// clamp limits x to [−limit, limit].
func clamp(x, limit float64) float64 { return math.Min(math.Max(x, -limit), limit) }
