package remote

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// dofs is the number of values that a command shapes at most: seven joints, or translation, rotation and elbow.
const dofs = 7

type vec [dofs]float64

// space is what differs between the four motion generators. A value is what a command gives: joint angles or pose
// (order 3: the robot bounds three differences of them) or joint velocities or twist (order 2).
type space interface {
	// see takes over the robot's last command with its differences from a state.
	see(s *franka.State)
	// own returns the robot's last command and its first and second difference. For order 2 the second is zero.
	own() (c *franka.Command, d1, d2 *vec)
	// apart returns where a lies from b: what shift must add to b.
	apart(a, b *franka.Command) vec
	// shift writes b moved by e to out. out may be b.
	shift(b *franka.Command, e *vec, out *franka.Command)
	// limit makes c follow the robot's last command within the limits. plain is a command of the stream itself.
	limit(c *franka.Command, plain bool) safety.Verdict
}

// jointSpace are joint angles.
type jointSpace struct {
	last   franka.Command
	d1, d2 vec
	gate   *guard.Joints
}

func (x *jointSpace) see(s *franka.State) {
	x.last.QC, x.d1, x.d2 = s.Qd, s.DQd, s.DDQd
	x.gate.See(s)
}

func (x *jointSpace) own() (*franka.Command, *vec, *vec) { return &x.last, &x.d1, &x.d2 }

func (x *jointSpace) apart(a, b *franka.Command) (e vec) {
	for i := range e {
		e[i] = a.QC[i] - b.QC[i]
	}
	return e
}

func (x *jointSpace) shift(b *franka.Command, e *vec, out *franka.Command) {
	for i := range e {
		out.QC[i] = b.QC[i] + e[i]
	}
}

func (x *jointSpace) limit(c *franka.Command, _ bool) safety.Verdict { return x.gate.Position(&c.QC) }

// jointSpeedSpace are joint velocities.
type jointSpeedSpace struct {
	last   franka.Command
	d1, d2 vec
	gate   *guard.Joints
}

func (x *jointSpeedSpace) see(s *franka.State) {
	x.last.DQC, x.d1 = s.DQd, s.DDQd
	x.gate.See(s)
}

func (x *jointSpeedSpace) own() (*franka.Command, *vec, *vec) { return &x.last, &x.d1, &x.d2 }

func (x *jointSpeedSpace) apart(a, b *franka.Command) (e vec) {
	for i := range e {
		e[i] = a.DQC[i] - b.DQC[i]
	}
	return e
}

func (x *jointSpeedSpace) shift(b *franka.Command, e *vec, out *franka.Command) {
	for i := range e {
		out.DQC[i] = b.DQC[i] + e[i]
	}
}

func (x *jointSpeedSpace) limit(c *franka.Command, _ bool) safety.Verdict {
	return x.gate.Velocity(&c.DQC)
}

// limitSlack is left of every limit for rounding, as libfranka leaves it.
const limitSlack = 1e-3

// poseSpace are poses of the tool with the elbow, if the stream commands it.
type poseSpace struct {
	last   franka.Command
	pose   spatial.Pose
	v, a   spatial.Twist
	d1, d2 vec
	rate   safety.PoseRate
	gate   *toolGate
}

func (x *poseSpace) see(s *franka.State) {
	x.gate.See(s)
	x.last.OTEEc, x.last.ElbowC = s.OTEEc, s.ElbowC
	x.pose, x.v, x.a = poseOf(&s.OTEEc), twistOf(&s.ODPEEc), twistOf(&s.ODDPEEc)
	copy(x.d1[:6], s.ODPEEc[:])
	copy(x.d2[:6], s.ODDPEEc[:])
	x.d1[6], x.d2[6] = s.DelbowC[0], s.DDelbowC[0]
}

func (x *poseSpace) own() (*franka.Command, *vec, *vec) { return &x.last, &x.d1, &x.d2 }

func (x *poseSpace) apart(a, b *franka.Command) (e vec) {
	if a.OTEEc == b.OTEEc {
		e[6] = a.ElbowC[0] - b.ElbowC[0]
		return e
	}
	p, q := poseOf(&a.OTEEc), poseOf(&b.OTEEc)
	d, w := p.P.Sub(q.P), p.R.Mul(q.R.T()).Log()
	return vec{d.X, d.Y, d.Z, w.X, w.Y, w.Z, a.ElbowC[0] - b.ElbowC[0]}
}

func (x *poseSpace) shift(b *franka.Command, e *vec, out *franka.Command) {
	if *e == (vec{}) {
		out.OTEEc, out.ElbowC, out.ValidElbow = b.OTEEc, b.ElbowC, b.ValidElbow
		return
	}
	p := poseOf(&b.OTEEc)
	p.P = p.P.Add(spatial.V(e[0], e[1], e[2]))
	if w := spatial.V(e[3], e[4], e[5]); w != (spatial.Vec3{}) {
		p.R = spatial.Exp(w).Mul(p.R).Quat().Rot()
	}
	out.OTEEc = wirePose(&p)
	out.ElbowC = [2]float64{b.ElbowC[0] + e[6], b.ElbowC[1]}
	out.ValidElbow = b.ValidElbow
}

func (x *poseSpace) limit(c *franka.Command, plain bool) safety.Verdict {
	p, verdict := x.rate.Pose(franka.Period, poseOf(&c.OTEEc), x.pose, x.v, x.a)
	elbow, v := x.last.ElbowC[0], safety.Pass
	if c.ValidElbow {
		elbow, v = x.rate.Elbow.Position(franka.Period, c.ElbowC[0], elbow, x.d1[6], x.d2[6])
	}
	verdict = max(verdict, v)
	if plain && verdict == safety.Pass && !c.ValidElbow && x.gate.Calm() && !x.jerks(&p) {
		return verdict
	}
	p, v = x.gate.limit(p, elbow, c, &x.last)
	if verdict = max(verdict, v); verdict != safety.Pass {
		c.OTEEc = wirePose(&p)
	}
	return verdict
}

// twistSpace are twists of the tool. The elbow is a position also here, which elbowPath leads.
type twistSpace struct {
	last   franka.Command
	d1, d2 vec
	elbow  [3]float64
	path   elbowPath
	pose   spatial.Pose
	rate   safety.PoseRate
	gate   *toolGate
}

func (x *twistSpace) see(s *franka.State) {
	x.last.ODPEEc, x.last.ElbowC = s.ODPEEc, s.ElbowC
	copy(x.d1[:6], s.ODDPEEc[:])
	x.pose = poseOf(&s.OTEEc)
	x.gate.See(s)
	x.elbow = [3]float64{s.ElbowC[0], s.DelbowC[0], s.DDelbowC[0]}
}

func (x *twistSpace) own() (*franka.Command, *vec, *vec) { return &x.last, &x.d1, &x.d2 }

func (x *twistSpace) apart(a, b *franka.Command) (e vec) {
	for i := range a.ODPEEc {
		e[i] = a.ODPEEc[i] - b.ODPEEc[i]
	}
	return e
}

func (x *twistSpace) shift(b *franka.Command, e *vec, out *franka.Command) {
	for i := range b.ODPEEc {
		out.ODPEEc[i] = b.ODPEEc[i] + e[i]
	}
	out.ElbowC, out.ValidElbow = b.ElbowC, b.ValidElbow
}

func (x *twistSpace) limit(c *franka.Command, plain bool) safety.Verdict {
	const dt = franka.Period
	v0, a0 := twistOf(&x.last.ODPEEc), spatial.Twist{Lin: spatial.V(x.d1[0], x.d1[1], x.d1[2]), Ang: spatial.V(x.d1[3], x.d1[4], x.d1[5])}
	out, verdict := x.rate.Twist(dt, twistOf(&c.ODPEEc), v0, a0)
	elbow, v := x.elbow[0], safety.Pass
	if c.ValidElbow {
		elbow, v = x.path.next(&x.rate.Elbow, c.ElbowC[0], &x.elbow)
	}
	verdict = max(verdict, v)
	j := twistOf(&c.ODPEEc).Add(v0.Scale(-1)).Scale(1 / dt).Add(a0.Scale(-1)).Scale(1 / dt)
	if plain && verdict == safety.Pass && !c.ValidElbow && x.gate.Calm() && !x.gate.rough(j.Lin, j.Ang.Norm()) {
		return verdict
	}
	p := spatial.Pose{P: x.pose.P.Add(out.Lin.Scale(dt)), R: spatial.Exp(out.Ang.Scale(dt)).Mul(x.pose.R)}
	to, v := x.gate.limit(p, elbow, c, &x.last)
	if v != safety.Pass {
		d := spatial.Delta(x.pose, to)
		out = spatial.Twist{Lin: d.Lin.Scale(1 / dt), Ang: d.Ang.Scale(1 / dt)}
	}
	if verdict = max(verdict, v); verdict != safety.Pass {
		c.ODPEEc = [6]float64{out.Lin.X, out.Lin.Y, out.Lin.Z, out.Ang.X, out.Ang.Y, out.Ang.Z}
	}
	return verdict
}

// jerks reports whether p leaves what constant acceleration would lead to by so much that the joints may notice.
func (x *poseSpace) jerks(p *spatial.Pose) bool {
	const dt, dt3 = franka.Period, franka.Period * franka.Period * franka.Period
	lin := x.v.Lin.Add(x.a.Lin.Scale(dt)).Scale(dt)
	j := p.P.Sub(x.pose.P).Sub(lin)
	turn := x.v.Ang.Add(x.a.Ang.Scale(dt)).Scale(dt)
	worst := 0.0
	for i := range 3 { // the axes turned, to second order in the angle
		axis := x.pose.R.Col(i)
		first := turn.Cross(axis)
		d := p.R.Col(i).Sub(axis).Sub(first).Sub(turn.Cross(first).Scale(0.5))
		worst = max(worst, d.Norm())
	}
	return x.gate.rough(j.Scale(1/dt3), worst/dt3)
}

// toolGate puts the guard of the tool behind the limits in space.
type toolGate struct {
	guard.Tool
	reach *reach
}

// rough reports whether a jerk of the tool, m/s³ and rad/s³, may ask much of the joints.
func (g *toolGate) rough(lin spatial.Vec3, ang float64) bool {
	share := muchUsed * g.reach.j
	t, r := share*g.reach.rates[0].J, share*g.reach.rates[3].J
	return !(math.Abs(lin.X) < t && math.Abs(lin.Y) < t && math.Abs(lin.Z) < t && ang < r)
}

// muchUsed is the part of the joints' jerk beyond which every command is looked at.
const muchUsed = 0.45

// limit returns the pose to command, and puts the elbow into c.
func (g *toolGate) limit(p spatial.Pose, elbow float64, c, last *franka.Command) (spatial.Pose, safety.Verdict) {
	to, elbow, led, verdict := g.Limit(p, elbow, c.ValidElbow)
	if led != c.ValidElbow || led && c.ElbowC[1] != last.ElbowC[1] {
		verdict = max(verdict, safety.Limited)
	}
	if c.ValidElbow = led; led {
		c.ElbowC = [2]float64{elbow, last.ElbowC[1]}
	}
	return to, verdict
}

// gate is what a guard does beside limiting.
type gate interface {
	Look()
	Short() bool
}

// kit is a space with what belongs to it.
type kit struct {
	space space
	order int               // of the highest difference that the robot bounds
	rates [dofs]safety.Rate // of the single values
	reach *reach
	gate  gate
}

// newKit makes the space of c's generator.
func newKit(c *Config) (k kit, err error) {
	switch c.Generator {
	case franka.GenerateJointPosition, franka.GenerateJointVelocity:
		chain, err := franka.Model()
		if err != nil {
			return k, err
		}
		gate := guard.NewJoints(c.Limits, chain, c.Margin)
		for i := range k.rates {
			k.rates[i] = c.Limits.Rate(i).Tolerant(limitSlack, c.Margin, franka.Period)
		}
		k.space, k.order, k.gate = &jointSpace{gate: gate}, 3, gate
		if c.Generator == franka.GenerateJointVelocity {
			k.space, k.order = &jointSpeedSpace{gate: gate}, 2
		}
		k.reach = &reach{}
		return k, nil
	case franka.GenerateCartesianPose, franka.GenerateCartesianVelocity:
	default:
		return k, ErrTorque
	}
	r := c.Limits.Cartesian.Tolerant(limitSlack, c.Margin, franka.Period)
	for i := range 3 { // three values share what their norm may have
		k.rates[i], k.rates[3+i] = third(r.Translation), third(r.Rotation)
	}
	k.rates[6] = r.Elbow
	if k.reach, err = newReach(c, k.rates); err != nil {
		return k, err
	}
	chain, err := franka.Model()
	if err != nil {
		return k, err
	}
	gate := &toolGate{*guard.NewTool(c.Limits, chain, c.Margin), k.reach}
	k.gate = gate
	k.space, k.order = &poseSpace{rate: r, gate: gate}, 3
	if c.Generator == franka.GenerateCartesianVelocity {
		k.space, k.order = &twistSpace{rate: r, gate: gate}, 2
	}
	return k, err
}

func third(r safety.Rate) safety.Rate {
	return safety.Rate{V: r.V / math.Sqrt(3), A: r.A / math.Sqrt(3), J: r.J / math.Sqrt(3)}
}

func poseOf(p *franka.Pose) spatial.Pose {
	return spatial.Pose{P: spatial.V(p[12], p[13], p[14]), R: spatial.Rot{p[0], p[4], p[8], p[1], p[5], p[9], p[2], p[6], p[10]}}
}

func wirePose(p *spatial.Pose) franka.Pose {
	r := &p.R
	return franka.Pose{r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, p.P.X, p.P.Y, p.P.Z, 1}
}

func twistOf(v *[6]float64) spatial.Twist {
	return spatial.Twist{Lin: spatial.V(v[0], v[1], v[2]), Ang: spatial.V(v[3], v[4], v[5])}
}
