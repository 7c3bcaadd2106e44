package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// dt is the robot's cycle, s.
const dt = 1e-3

// What the arm consists of in addition to its links. The rotors are those of mujoco_menagerie's panda.xml; friction is
// what remains after the robot's own torque loop has compensated most of it; the gears' stiffness has the usual
// magnitude.
const (
	rotor     = 0.1   // kg·m² at the joint
	viscous   = 0.2   // Nm·s/rad
	guideDamp = 3     // Nm·s/rad, added while guided
	creep     = 0.01  // rad/s, below which dry friction fades
	stick     = 1e-4  // rad, that a joint gives way before it slides
	zeta      = 0.9   // damping ratio of the impedances
	stopRoom  = 0.03  // rad between a joint's limit and its hard stop
	gearLarge = 14000 // Nm/rad, joints 1 to 4
	gearSmall = 8000  // Nm/rad, joints 5 to 7
)

// leastDry is a joint's dry friction without Config.Friction, Nm.
func leastDry(i int) float64 {
	if i < 4 {
		return 0.1
	}
	return 0.03
}

func gear(i int) float64 {
	if i < 4 {
		return gearLarge
	}
	return gearSmall
}

// control is the law that turns the set-point into torques.
type control uint8

const (
	byJoints    control = iota // joint impedance
	byTool                     // Cartesian impedance
	byTorques                  // external
	byHand                     // gravity compensation only
	withoutHelp                // motors off: for tests of the bodies
)

// setpoint is what the arm must follow: joints and, if Cartesian motions and states need it, the tool.
type setpoint struct {
	q, v, a [joints]float64
	pose    spatial.Pose // FK(q)
	twist   spatial.Twist
}

// plant is the arm's bodies with its motors and the controller inside the robot.
type plant struct {
	chain  *kinematics.Chain // as the controller assumes it, with hand and load, tip at the end effector
	bodies *kinematics.Chain // as it really is
	data   *kinematics.Data
	effort [joints]float64
	stops  [joints][2]float64

	stiffness [joints]float64 // of the joint impedance
	damping   [joints]float64
	tool      [6]float64         // stiffness of the Cartesian impedance, along the axes of K
	axes      spatial.Rot        // of K in the end effector
	guide     franka.GuidingMode // directions that guiding leaves free
	anchor    spatial.Pose       // where the end effector was when guiding began
	elbow     float64            // joint 3 then
	hand      hand
	push      spatial.Wrench
	pushed    bool
	table     *float64 // height of the table's surface, m
	sole      float64  // how far from its origin the end effector stands on the table, m
	feet      [4]foot
	sticks    bool            // dry friction is that of Config.Friction
	dry       [joints]float64 // Nm
	give      [joints]float64 // how far each joint has given way to dry friction, rad

	q, dq, ddq [joints]float64
	pose       spatial.Pose // of the end effector
	twist      spatial.Twist
	jac        [6 * joints]float64 // at the end effector

	wish    [joints]float64 // of the controller, without gravity: tau_J_d
	motor   [joints]float64 // of the motors
	link    [joints]float64 // through the joints to the links, gravity included: tau_J
	outside [joints]float64 // of the pushes
	unknown [joints]float64 // of the load that the controller does not know
	over    bool            // a motor could not give the requested torque

	gravity, load, inertia, soft, zero [joints]float64
}

// reset puts the arm at rest at q.
func (p *plant) reset(q [joints]float64) {
	p.q, p.dq, p.ddq, p.outside = q, p.zero, p.zero, p.zero
	p.wish, p.give = p.zero, p.zero
	p.bodies.RNEA(p.data, p.q[:], p.zero[:], p.zero[:], p.link[:])
	p.motor = p.link
	p.look()
}

// look computes where the end effector is.
func (p *plant) look() {
	p.pose = p.chain.Jacobian(p.data, p.q[:], p.jac[:])
	p.twist = twistThrough(&p.jac, &p.dq)
}

// twistThrough returns J·dq.
func twistThrough(jac *[6 * joints]float64, dq *[joints]float64) spatial.Twist {
	var v [6]float64
	for r := range v {
		for i, x := range dq {
			v[r] += float64(jac[r*joints+i] * x)
		}
	}
	return franka.SpatialTwist(&v)
}

// tune sets the joint impedance's damping for the inertia at q: each joint on its own, with damping ratio zeta.
func (p *plant) tune(q [joints]float64) {
	var unit, tau, g [joints]float64
	p.chain.RNEA(p.data, q[:], p.zero[:], p.zero[:], g[:])
	for i := range unit {
		unit[i] = 1
		p.chain.RNEA(p.data, q[:], p.zero[:], unit[:], tau[:])
		unit[i] = 0
		p.damping[i] = 2 * zeta * math.Sqrt(p.stiffness[i]*(tau[i]-g[i]+rotor))
	}
}

// step moves the arm on by one cycle towards the set-point at the cycle's end.
func (p *plant) step(c control, s *setpoint, tau *[joints]float64) {
	p.chain.RNEA(p.data, p.q[:], p.zero[:], p.zero[:], p.gravity[:])
	p.soft = p.zero
	switch c {
	case byTorques:
		p.wish = *tau
	case byJoints:
		p.forward(s)
		p.spring(s, &p.stiffness, &p.damping)
	case byTool:
		p.forward(s)
		p.toolSpring(s)
	case byHand:
		p.wish = p.zero
		p.fence()
	default:
		p.wish = p.zero
	}
	p.over = false
	for i, t := range p.wish {
		if c != withoutHelp {
			t += p.gravity[i]
		}
		if e := p.effort[i]; t > e || t < -e {
			t, p.over = math.Copysign(e, t), true
			p.soft[i] = 0
		}
		p.motor[i] = t
	}
	p.integrate(c)
	p.look()
}

// forward sets the wish to the torques that the set-point's acceleration needs at the arm's position, without gravity.
func (p *plant) forward(s *setpoint) {
	p.chain.RNEA(p.data, p.q[:], p.dq[:], s.a[:], p.wish[:])
	for i := range p.wish {
		p.wish[i] += float64(rotor*s.a[i]) - p.gravity[i]
	}
}

// spring adds the joint impedance, implicit in the arm's motion over the cycle: the unknown part of the next position
// and velocity becomes h·d + h²·k of additional inertia, which is stable for every stiffness.
func (p *plant) spring(s *setpoint, k, d *[joints]float64) {
	for i := range p.wish {
		p.wish[i] += float64(k[i]*(s.q[i]-p.q[i]-float64(dt*p.dq[i]))) + float64(d[i]*(s.v[i]-p.dq[i]))
		p.soft[i] = float64(dt*d[i]) + float64(dt*dt*k[i])
	}
}

// toolSpring adds the Cartesian impedance: springs along the axes of K at the end effector, damped for about 5 kg and
// 0.2 kg·m², and a soft spring of the jointsfor the remaining degree of freedom.
func (p *plant) toolSpring(s *setpoint) {
	k := p.pose.R.Mul(p.axes)
	e := spatial.Delta(p.pose, s.pose)
	v := s.twist.Add(p.twist.Scale(-1))
	at := [4]spatial.Vec3{k.ApplyT(e.Lin), k.ApplyT(e.Ang), k.ApplyT(v.Lin), k.ApplyT(v.Ang)}
	one := func(k, mass, x, v float64) float64 {
		return float64(k*x) + float64(2*zeta*math.Sqrt(k*mass)*v)
	}
	const m, i = 5, 0.2
	f := k.Apply(spatial.V(one(p.tool[0], m, at[0].X, at[2].X), one(p.tool[1], m, at[0].Y, at[2].Y), one(p.tool[2], m, at[0].Z, at[2].Z)))
	t := k.Apply(spatial.V(one(p.tool[3], i, at[1].X, at[3].X), one(p.tool[4], i, at[1].Y, at[3].Y), one(p.tool[5], i, at[1].Z, at[3].Z)))
	p.through(spatial.Wrench{Force: f, Torque: t}, &p.wish)
	soft, damp := [joints]float64{20, 20, 20, 20, 20, 20, 20}, [joints]float64{4, 4, 4, 4, 2, 2, 2}
	p.spring(s, &soft, &damp)
}

// fence holds the directions that guiding does not leave free with springs along the axes of the end effector at the
// start of guiding, and the elbow with a spring at joint 3.
func (p *plant) fence() {
	k, g := p.anchor.R, &p.guide
	e := spatial.Delta(p.pose, p.anchor)
	at := [4]spatial.Vec3{k.ApplyT(e.Lin), k.ApplyT(e.Ang), k.ApplyT(p.twist.Lin), k.ApplyT(p.twist.Ang)}
	one := func(free bool, k, d, x, v float64) float64 {
		if free {
			return 0
		}
		return float64(k*x) - float64(d*v)
	}
	f := spatial.V(one(g.Axes[0], 3000, 200, at[0].X, at[2].X), one(g.Axes[1], 3000, 200, at[0].Y, at[2].Y), one(g.Axes[2], 3000, 200, at[0].Z, at[2].Z))
	t := spatial.V(one(g.Axes[3], 200, 10, at[1].X, at[3].X), one(g.Axes[4], 200, 10, at[1].Y, at[3].Y), one(g.Axes[5], 200, 10, at[1].Z, at[3].Z))
	p.through(spatial.Wrench{Force: k.Apply(f), Torque: k.Apply(t)}, &p.wish)
	p.wish[2] += one(g.Elbow, 500, 40, p.elbow-p.q[2], p.dq[2])
}

// through adds Jᵀ·w to tau.
func (p *plant) through(w spatial.Wrench, tau *[joints]float64) {
	f := [6]float64{w.Force.X, w.Force.Y, w.Force.Z, w.Torque.X, w.Torque.Y, w.Torque.Z}
	for r, x := range f {
		for i := range tau {
			tau[i] += float64(p.jac[r*joints+i] * x)
		}
	}
}

// integrate advances the bodies by semi-implicit Euler, implicit in the slope of the friction.
func (p *plant) integrate(c control) {
	p.outside = p.zero
	if p.pushed {
		p.through(p.push, &p.outside)
	}
	p.stand()
	if p.hand.on {
		p.lead()
	}
	for i := range p.dq {
		var rub, slope float64
		if c != withoutHelp {
			rub, slope = p.rubs(i, c)
		}
		p.load[i] = p.motor[i] - rub + p.outside[i]
		p.inertia[i] = rotor + float64(dt*slope) + p.soft[i]
	}
	p.bodies.ABA(p.data, p.q[:], p.dq[:], p.load[:], p.inertia[:], p.ddq[:])
	if p.bodies != p.chain {
		p.bodies.RNEA(p.data, p.q[:], p.dq[:], p.ddq[:], p.unknown[:])
		var known [joints]float64
		p.chain.RNEA(p.data, p.q[:], p.dq[:], p.ddq[:], known[:])
		for i, x := range known {
			p.unknown[i] -= x
		}
	}
	for i, ddq := range p.ddq {
		p.link[i] = p.load[i] - p.outside[i] - float64(p.inertia[i]*ddq)
		p.motor[i] -= float64(p.soft[i] * ddq)
		p.wish[i] -= float64(p.soft[i] * ddq)
		p.dq[i] += float64(dt * ddq)
		p.q[i] += float64(dt * p.dq[i])
		if p.sticks {
			p.give[i] = max(-stick, min(stick, p.give[i]+float64(dt*p.dq[i]*p.loose(i))))
		}
		switch {
		case p.q[i] > p.stops[i][1]:
			p.q[i], p.dq[i] = p.stops[i][1], min(0, p.dq[i])
		case p.q[i] < p.stops[i][0]:
			p.q[i], p.dq[i] = p.stops[i][0], max(0, p.dq[i])
		}
	}
}

// rubs returns joint i's friction at its velocity, Nm, and its slope, Nm·s/rad. Without Config.Friction, dry friction
// fades below a creep velocity; with it the joint sticks by Dahl's model (1968): it gives way like a spring by a tenth
// of a milliradian and then slides.
func (p *plant) rubs(i int, c control) (rub, slope float64) {
	dq, thick := p.dq[i], viscous
	if c == byHand {
		thick += guideDamp
	}
	if p.sticks {
		spring := p.dry[i] / stick
		slope = float64(dt * spring * p.loose(i))
		return float64(spring*p.give[i]) + float64((slope+thick)*dq), slope + thick
	}
	x := dq / creep
	s := 1 / math.Sqrt(1+float64(x*x))
	return float64(p.dry[i]*x*s) + float64(thick*dq), float64(p.dry[i]/creep*s*s*s) + thick
}

// loose returns the share of joint i's motion that strains the stick friction: 0 when it has given way as far as it
// can.
func (p *plant) loose(i int) float64 {
	if p.dq[i] < 0 {
		return 1 + p.give[i]/stick
	}
	return 1 - p.give[i]/stick
}

// power returns the motors' power at the joints, W.
func (p *plant) power() float64 {
	var w float64
	for i, t := range p.motor {
		w += math.Abs(float64(t * p.dq[i]))
	}
	return w
}
