package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// toolGuard guards poses and twists of the tool with the elbow. It uses the robot's inverse kinematics: joint 3 follows the
// elbow, the other six lead the tool.
type toolGuard struct {
	arm
	body     body
	l        *franka.Limits
	b        [n]bounds
	lin, ang safety.Rate // J is the change of acceleration in a cycle
	ahead    float64     // s: commands that may be lost
	begun    bool
	outside  bool

	q, v, a    vec // the robot's own last command
	pose       spatial.Pose
	twist, acc spatial.Twist
	sign       float64 // of the elbow
	led        bool    // the elbow is being commanded

	on      vec   // joints after a cycle without jerk
	at      place // there
	free    spatial.Twist
	freeAcc spatial.Twist
	freeTo  spatial.Twist // change of the acceleration in a cycle without jerk
	probe   place         // scratch of stops
	short   bool          // see Short
	clear   int           // cycles for which the last look remains valid
	busy    bool
}

// newToolGuard returns the guard of an arm with limits l; chain leads to its flange. For margin see newJointGuard.
func newToolGuard(l *franka.Limits, chain *kinematics.Chain, margin int) *toolGuard {
	r := l.Cartesian.Tolerant(slack, margin, dt)
	g := &toolGuard{l: l, b: boundsOf(l, margin), lin: r.Translation, ang: r.Rotation, ahead: float64(max(0, margin-1)) * dt}
	g.chain, g.data, g.body = chain, kinematics.NewData(chain), newBody(chain)
	g.lin.J, g.ang.J = g.lin.J*dt, g.ang.J*dt
	g.ang = safety.Rate{V: g.ang.V * turns, A: g.ang.A * turns, J: g.ang.J * turns}
	e := &l.Cartesian.Elbow
	b := &g.b[elbow]
	b.v, b.most, b.a, b.j = min(b.v, r.Elbow.V), min(b.most, e.V-slack), min(b.a, r.Elbow.A), min(b.j, r.Elbow.J*dt)
	return g
}

// turns is the share of the rotation limits that is used: the robot computes the difference of two rotations in its own way,
// and libfranka leaves the same margin.
const turns = 0.99

// See takes the robot's own last command from a state.
func (g *toolGuard) See(s *franka.State) {
	before := g.a
	g.q, g.v, g.a = s.Qd, s.DQd, s.DDQd
	g.pose = franka.SpatialPose(&s.OTEEc)
	g.twist, g.acc = franka.SpatialTwist(&s.ODPEEc), franka.SpatialTwist(&s.ODDPEEc)
	g.sign = s.ElbowC[1]
	if !g.begun {
		g.begun, g.outside = true, outside(&g.b, &g.q)
		g.tip = franka.SpatialPose(&s.FTEE)
	}
	g.use(&before)
}

// rounded reports whether the numbers of a state have 24 bits, as those of protocol 10 have.
func rounded(s *franka.State) bool {
	for _, x := range s.Qd {
		if float64(float32(x)) != x {
			return false
		}
	}
	return true
}

// sharpen compensates for the rounding of a state: near a singular pose an error in the tool's pose is a hundred times as
// large in some joints, and a million times that in their accelerations. If the pose is the one that was sent, it is known
// exactly, and the joints follow from it. Otherwise the pose is replaced by that of the joints, so that both agree.
func (g *toolGuard) sharpen(s *franka.State, sent *franka.Command) {
	g.look(&g.q, &g.at)
	g.pose = g.at.pose
	for i, x := range sent.OTEEc {
		if float32(x) != float32(s.OTEEc[i]) {
			return
		}
	}
	turn := 0.0
	if sent.ValidElbow && float32(sent.ElbowC[0]) == float32(s.ElbowC[0]) {
		turn = sent.ElbowC[0] - g.q[elbow]
	}
	const most = 1e-3 // rad
	var d vec
	pose := franka.SpatialPose(&sent.OTEEc)
	if !g.at.solve(spatial.Delta(g.at.pose, pose), turn, &d) {
		return
	}
	for _, x := range d {
		if !(math.Abs(x) < most) {
			return
		}
	}
	g.q, g.pose = g.q.plus(&d, 1), pose
}

// Limit returns the pose and the position of joint 3 to command when p and turn are requested. led says that the elbow is
// commanded. If now says so, the caller must command it in order to bring it to rest.
func (g *toolGuard) Limit(p spatial.Pose, turn float64, led bool) (to spatial.Pose, joint3 float64, now bool, verdict safety.Verdict) {
	g.led = led || g.v[elbow] != 0 || g.a[elbow] != 0
	g.onward()
	g.body.begin(&g.q)
	g.short = false
	var d, brake vec
	ok := g.wish(p, turn, led, &d)
	if ok && !g.outside && g.share(&vec{}, &d) == 1 && g.stops(&d) {
		return p, turn, g.led, safety.Pass
	}
	verdict = safety.Limited
	g.brake(&brake)
	if !ok {
		verdict, d = safety.Rejected, brake
	}
	for i := range d {
		d[i] -= brake[i]
	}
	s := g.share(&brake, &d)
	var q vec
	for try := 0; ; try++ {
		if try == 5 {
			s = 0
		}
		var x vec
		for i := range x {
			x[i] = brake[i] + s*d[i]
		}
		g.short = g.short || try > 0
		if s == 0 || g.stops(&x) {
			for i := range q {
				q[i] = g.on[i] + float64(x[i]*(dt*dt))
			}
			break
		}
		s *= 0.5
	}
	if g.outside {
		verdict = safety.EStop
	}
	if s == 0 && g.still() {
		return g.pose, g.q[elbow], g.led, verdict
	}
	return g.chain.FK(g.data, q[:]).Mul(g.tip), q[elbow], g.led, verdict
}

// Short reports whether the last Limit changed a command after which the arm could not have stopped, because it leads out of
// the arm's reach.
func (g *toolGuard) Short() bool { return g.short }

// still reports whether the arm is at rest.
func (g *toolGuard) still() bool {
	for i := range g.v {
		if math.Abs(g.v[i]) > rest || math.Abs(g.a[i]) > quiet {
			return false
		}
	}
	return true
}

// onward computes where the arm goes without jerk.
func (g *toolGuard) onward() {
	for i := range g.q {
		g.on[i] = g.q[i] + float64((g.v[i]+float64(g.a[i]*dt))*dt)
	}
	g.look(&g.on, &g.at)
	g.free = spatial.Delta(g.pose, g.at.pose).Scale(1 / dt)
	g.freeAcc = g.free.Add(g.twist.Scale(-1)).Scale(1 / dt)
	g.freeTo = g.freeAcc.Add(g.acc.Scale(-1))
}

// wish finds the change of the joints' accelerations that leads to p. It reports whether there is one.
func (g *toolGuard) wish(p spatial.Pose, turn float64, led bool, d *vec) bool {
	step := turn - g.on[elbow]
	if !led { // the elbow stays at rest, or comes to rest
		step = g.elbowBrake() * (dt * dt)
		if !g.led {
			step = 0
		}
	}
	if !p.Finite() || step-step != 0 {
		g.at.solve(spatial.Twist{}, 0, d)
		return false
	}
	if !g.at.solve(spatial.Delta(g.at.pose, p), step, d) {
		return false
	}
	for i := range d {
		if d[i] /= dt * dt; d[i]-d[i] != 0 {
			return false
		}
	}
	return true
}

// share returns the largest part of d, at most 1, that may be added to the change of acceleration from within the limits of
// this cycle.
func (g *toolGuard) share(from, d *vec) float64 {
	s := 1.0
	for i := range d {
		b := &g.b[i]
		low, high := g.l.Velocity(i, g.q[i])
		low, high = max(low+slack, -b.v), min(high-slack, b.v)
		a := g.a[i] + from[i]
		s = min(s, line(from[i], d[i], -b.j, b.j), line(a, d[i], -b.a, b.a), line(g.v[i]+a*dt, d[i]*dt, low, high))
	}
	x, y := g.at.times(from), g.at.times(d)
	jerk, acc, v := g.freeTo.Add(x), g.freeAcc.Add(x), g.free.Add(x.Scale(dt))
	s = min(s, ball(jerk.Lin, y.Lin, g.lin.J), ball(acc.Lin, y.Lin, g.lin.A), ball(v.Lin, y.Lin.Scale(dt), g.lin.V))
	return min(s, ball(jerk.Ang, y.Ang, g.ang.J), ball(acc.Ang, y.Ang, g.ang.A), ball(v.Ang, y.Ang.Scale(dt), g.ang.V))
}

// elbowBrake returns the change of acceleration by which joint 3 comes to rest on its own.
func (g *toolGuard) elbowBrake() float64 {
	b := &g.b[elbow]
	d := -b.rate(g.v[elbow])*g.v[elbow] - g.a[elbow]
	return max(-sudden*b.j, min(sudden*b.j, d))
}

// brake finds the change of the joints' accelerations that leads to rest.
func (g *toolGuard) brake(d *vec) {
	to := g.slowing(&g.at, &g.v)
	s := 1.0
	for i := range d {
		d[i] = -to*g.v[i] - g.a[i]
		s = min(s, line(0, d[i], -sudden*g.b[i].j, sudden*g.b[i].j))
	}
	y := g.at.times(d)
	s = min(s, ball(g.freeTo.Lin, y.Lin, sudden*g.lin.J), ball(g.freeTo.Ang, y.Ang, sudden*g.ang.J))
	for i := range d {
		d[i] *= s
	}
}

// slowing returns the rate, 1/s, at which joints at velocity v in p may all be slowed down in proportion: as hard as the
// joints and the tool permit.
func (g *toolGuard) slowing(p *place, v *vec) float64 {
	r := release + 0.0
	for i, x := range v {
		r = min(r, g.b[i].rate(x))
	}
	t, c := p.times(v), p.turning(v)
	return min(r, most(t.Lin, c.Lin, hard*g.lin.A), most(t.Ang, c.Ang, hard*g.ang.A))
}

// most returns the largest r with |c − r·t| ≤ radius or, if there is none, the r that comes nearest.
func most(t, c spatial.Vec3, radius float64) float64 {
	tt := t.Dot(t)
	if tt*(release*release) < 1e-6 {
		return release
	}
	tc := t.Dot(c)
	return max(0, (tc+math.Sqrt(max(0, float64(tc*tc)-float64(tt*(c.Dot(c)-radius*radius)))))/tt)
}
