package lemon

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// JointServo turns checked poses into joint positions by an inverse kinematics of its own, which continues where the box's
// would halt: near singular poses, joint limits and self-collision (the thesis' proposal in section 4).
//
// The inverse kinematics bounds the joints' speed and acceleration; pursue makes every joint follow its solution within
// the jerk as well. safety.Joints has the last word.
//
//	in  state, checked
//	out command (its pose is where the joints put the tool: it lags behind the checked one if that is out of reach)
type JointServo struct {
	reactor.Reactor
	State   reactor.In[WorldData]
	Checked reactor.In[Command]
	Command reactor.Out[Command]

	chain     *kinematics.Chain
	data      *kinematics.Data
	collider  *kinematics.Collider
	limit     *safety.Joints
	ik, rate  [Joints]float64 // the inverse kinematics' own state: rad, rad/s
	q         [Joints]float64 // commanded
	halt      [Joints]float64 // where the solution would come to rest
	room      float64         // clearance between the links there, m
	acc, jerk float64
	dt        float64
	epoch     uint32
	last      spatial.Pose
	Degraded  uint64 // cycles in which the pose was out of reach and the nearest one was used
}

// The inverse kinematics may use these shares of the joints' limits, so that the joints can catch up with it.
const (
	jointSpeedShare = 0.85
	jointAccShare   = 0.5
)

// clearance is the distance in metres that the links keep from each other where the arm would come to rest.
const clearance = 0.015

// inset is how far in rad the commands stay inside the joints' limits: the box halts when its own set-point, which follows
// the commands, exceeds a limit by more than rounding.
const inset = 0.004

// tipSpeed is the speed of the tool in m/s above which the solution slows down; the box halts at 1.2.
const tipSpeed = 1.0

// newJointServo makes the reactor. acc and jerk are the joints' limits in rad/s² and rad/s³.
func newJointServo(parent reactor.Parent, name string, p *Params, chain *kinematics.Chain, collider *kinematics.Collider, acc, jerk float64) (*JointServo, error) {
	var ls []safety.JointLimit
	for i := range chain.N() {
		l := chain.Limit(i)
		ls = append(ls, safety.JointLimit{Lower: l.Lower + inset, Upper: l.Upper - inset, V: l.Velocity, A: acc, J: jerk})
	}
	k, err := safety.NewJoints(safety.JointsConfig{Limits: ls, T: p.Period.Seconds()})
	if err != nil {
		return nil, fmt.Errorf("joint servo: %w", err)
	}
	r := &JointServo{chain: chain, data: kinematics.NewData(chain), collider: collider, limit: k, acc: acc, jerk: jerk, dt: p.Period.Seconds()}
	reactor.Init(parent, name, r)
	r.Reaction("solve").On(&r.Checked).Uses(&r.State).Sets(&r.Command).Do(r.solve)
	return r, nil
}

func (r *JointServo) solve() {
	c := r.Checked.Get()
	if s := r.State.Ref(); c.Epoch != r.epoch && s != nil {
		q := s.Q
		for i := range q {
			if l := r.chain.Limit(i); q[i] > l.Lower-inset && q[i] < l.Upper+inset {
				q[i] = min(max(q[i], l.Lower+inset), l.Upper-inset)
			}
		}
		if r.limit.Reset(q[:]) != nil {
			return // a joint is outside its range; the operator has to act
		}
		r.epoch, r.ik, r.q, r.rate, r.last, r.room = c.Epoch, q, q, [Joints]float64{}, c.Pose, 0
	}
	if c.Epoch != r.epoch {
		return
	}
	twist := spatial.Delta(r.last, c.Pose).Scale(1 / r.dt)
	r.last = c.Pose
	was := r.ik
	res := r.chain.ServoIK(r.data, c.Pose, was[:], r.dt, r.ik[:], kinematics.ServoOptions{Speed: jointSpeedShare,
		Acceleration: jointAccShare * r.acc, Velocity: r.rate[:], Twist: twist, Collider: r.collider})
	if res.Status != kinematics.ServoOK {
		r.Degraded++
	}
	r.keepClear(&was)
	for i := range r.ik {
		rate := (r.ik[i] - was[i]) / r.dt
		r.q[i] = r.pursue(i, was[i], rate)
		r.rate[i] = rate
	}
	r.limit.Check(r.q[:], r.q[:])
	c.Joint, c.Q, c.Pose = true, r.q, r.chain.FK(r.data, r.q[:])
	r.Command.Set(c)
}

// keepClear replaces a solution by a cycle of braking if the arm could no longer stop before it hits itself, or the tool
// would be too fast: all joints slow down in proportion, on the line in joint space whose end was clear one cycle ago.
func (r *JointServo) keepClear(was *[Joints]float64) {
	acc := jointAccShare * r.acc
	if r.clear(was, acc) {
		return
	}
	r.Degraded++
	top := 0.0
	for _, v := range r.rate {
		top = max(top, math.Abs(v))
	}
	slow := 0.0
	if top > acc*r.dt {
		slow = 1 - acc*r.dt/top
	}
	for i, v := range r.rate {
		l := r.chain.Limit(i)
		r.ik[i] = min(max(was[i]+slow*v*r.dt, l.Lower), l.Upper)
	}
}

func (r *JointServo) clear(was *[Joints]float64, acc float64) bool {
	before := r.chain.FK(r.data, was[:]).P
	if v := r.chain.FK(r.data, r.ik[:]).P.Dist(before) / r.dt; v > tipSpeed {
		return false
	}
	if r.collider == nil {
		return true
	}
	top := 0.0
	for i, q := range r.ik {
		top = max(top, math.Abs(q-was[i])/r.dt)
	}
	for i, q := range r.ik {
		l := r.chain.Limit(i)
		r.halt[i] = min(max(q+(q-was[i])/r.dt*top/(2*acc), l.Lower), l.Upper)
	}
	d := r.collider.Nearest(r.data, r.halt[:]).Distance
	if d < clearance && d < r.room {
		return false
	}
	r.room = d
	return true
}

// pursue returns where joint i is to be at the cycle's end so that it follows the inverse kinematics' solution, which
// stood at goal and moves on at rate. A solution within acceleration and jerk is followed exactly. Otherwise the joint
// closes the gap at a speed from which it can still brake, and reaches that speed at an acceleration that it can still
// take back. It uses only a part of the limits, so that it catches up with a jump without oscillating about it.
func (r *JointServo) pursue(i int, goal, rate float64) float64 {
	q, dq, ddq := r.limit.State(i)
	want := r.rate[i] + approach(goal-q, 0.04/r.dt, r.acc/4) - dq
	a := (rate-r.rate[i])/r.dt + approach(want, 0.4/r.dt, r.jerk/2)
	a = min(max(a, -r.acc, ddq-r.jerk*r.dt), r.acc, ddq+r.jerk*r.dt)
	return q + (dq+a*r.dt)*r.dt
}

// approach returns how fast to go to something x away: gain·x nearby; farther away, as fast as braking at the rate most
// still allows.
func approach(x, gain, most float64) float64 {
	near := most / (gain * gain)
	if d := math.Abs(x); d > near {
		return math.Copysign(math.Sqrt(2*most*(d-near/2)), x)
	}
	return gain * x
}
