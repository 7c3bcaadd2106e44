package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// jointGuard guards joint positions and velocities.
type jointGuard struct {
	l       *franka.Limits
	b       [n]bounds
	ahead   float64 // s: commands that may be lost
	q, v, a vec
	begun   bool
	outside bool
	body    body
	arm     arm
	probe   place
	brakes  vec // changes of acceleration on the way to rest …
	asks    vec // … and the requested change beyond it
	ends    vec // positions of rest
	short   bool
	clear   int // cycles for which the last look remains valid
}

// newJointGuard returns the guard of an arm with limits l; chain leads to its flange. margin is the number of consecutive commands that may
// be lost between this program and the robot while the velocity limits hold.
func newJointGuard(l *franka.Limits, chain *kinematics.Chain, margin int) *jointGuard {
	return &jointGuard{l: l, b: boundsOf(l, margin), ahead: float64(max(0, margin-1)) * dt, body: newBody(chain),
		arm: arm{chain: chain, data: kinematics.NewData(chain), tip: spatial.Identity()}}
}

// See takes the robot's own last command from a state.
func (g *jointGuard) See(s *franka.State) {
	g.q, g.v, g.a = s.Qd, s.DQd, s.DDQd
	if !g.begun {
		g.begun, g.outside = true, outside(&g.b, &g.q)
		g.arm.tip = franka.SpatialPose(&s.FTEE)
	}
	g.clear = max(0, g.clear-1)
}

// outside reports whether the arm is where no motion may begin.
func outside(b *[n]bounds, q *vec) bool {
	for i, x := range q {
		if !(x >= b[i].lower && x <= b[i].upper) {
			return true
		}
	}
	return false
}

// Position makes q the joint angles to command next.
func (g *jointGuard) Position(q *[franka.Joints]float64) safety.Verdict {
	verdict := safety.Pass
	g.short = false
	if g.outside {
		verdict = safety.EStop
	}
	for i := range q {
		d, v := g.joint(i, q[i])
		if g.asks[i] = d - g.brakes[i]; v != safety.Pass {
			verdict, q[i] = max(verdict, v), g.next(i, d)
		}
	}
	s := g.together()
	if s == 1 {
		return verdict
	}
	g.short = true
	for i := range q {
		q[i] = g.next(i, g.brakes[i]+s*g.asks[i])
	}
	return max(verdict, safety.Limited)
}

// Short reports whether the last Position or Velocity changed a command after which the arm could not have stopped.
func (g *jointGuard) Short() bool { return g.short }

// Velocity makes dq the joint velocities to command next.
func (g *jointGuard) Velocity(dq *[franka.Joints]float64) safety.Verdict {
	q := [franka.Joints]float64(g.q)
	for i := range q {
		q[i] += float64(dq[i] * dt)
	}
	verdict := g.Position(&q)
	if verdict != safety.Pass {
		for i := range q {
			dq[i] = (q[i] - g.q[i]) / dt
		}
	}
	return verdict
}

// next returns the state of joint i after a cycle in which its acceleration changes by d.
func (g *jointGuard) next(i int, d float64) float64 {
	a := g.a[i] + d
	if math.Abs(g.v[i]) < rest && math.Abs(a) < quiet {
		return g.q[i]
	}
	return g.q[i] + float64((g.v[i]+float64(a*dt))*dt)
}

// joint returns the change of joint i's acceleration on the way to x.
func (g *jointGuard) joint(i int, x float64) (float64, safety.Verdict) {
	b, q, v, a := &g.b[i], g.q[i], g.v[i], g.a[i]
	brake := -b.rate(v)*v - a
	brake = max(-sudden*b.j, min(sudden*b.j, brake))
	g.brakes[i] = brake
	d := ((x-q)/dt-v)/dt - a
	low, high := g.l.Velocity(i, q)
	low, high = max(low+slack, -b.v), min(high-slack, b.v)
	if math.Abs(d) <= b.j && math.Abs(a+d) <= b.a && v+(a+d)*dt >= low && v+(a+d)*dt <= high && g.stops(i, d) {
		return d, safety.Pass
	}
	verdict := safety.Limited
	if d-d != 0 {
		verdict, d = safety.Rejected, brake
	}
	d -= brake
	s := min(line(brake, d, -b.j, b.j), line(a+brake, d, -b.a, b.a), line(v+(a+brake)*dt, d*dt, low, high))
	for range 5 {
		if s > 0 && g.stops(i, brake+s*d) {
			return brake + s*d, verdict
		}
		s *= 0.5
		g.short = true
	}
	g.stops(i, brake)
	return brake, verdict
}

// together returns the part of all joints' requested changes beyond their brakes that keeps the links apart and the tool slow enough, also
// on the way to rest.
func (g *jointGuard) together() float64 {
	if g.clear > 0 && g.little() && g.slow(1) {
		return 1
	}
	g.body.begin(&g.q)
	for s := 1.0; s > 0.1; s /= 2 {
		if s < 1 {
			for i := range g.ends {
				g.stops(i, g.brakes[i]+s*g.asks[i])
			}
		}
		if g.slow(s) && g.strong(s) && g.free() {
			return s
		}
	}
	return 0
}

// little reports whether at most muchUsed of the joints' accelerations is requested, as Look assumes.
func (g *jointGuard) little() bool {
	for i := range g.a {
		if math.Abs(g.a[i]+g.brakes[i]+g.asks[i]) > muchUsed*g.b[i].a {
			return false
		}
	}
	return true
}

// Look determines whether the links stay apart whatever the arm does in lookEvery cycles with muchUsed of its limits, and when it then
// comes to rest. Call it after the command was sent.
func (g *jointGuard) Look() {
	const t = 2 * lookEvery * dt
	for i := range g.ends {
		v := g.v[i] + math.Copysign(muchUsed*g.b[i].a*t, g.v[i])
		g.ends[i] = g.q[i] + v*(t+0.5/g.b[i].rate(v))
	}
	g.body.look(&g.q)
	g.body.least = 2 * apart
	if g.clear = 0; g.body.clear(&g.q) && g.free() {
		g.clear = lookEvery + 1 // See counts the next cycle too
	}
}

// reaches are the greatest distances of the tool's flange from the joints' axes, m, including a tool of 0.3 m.
func reaches() vec { return vec{1.2, 1.2, 0.9, 0.9, 0.6, 0.5, 0.4} }

// slow reports whether the tool stays within its speeds with part s of the requested change.
func (g *jointGuard) slow(s float64) bool {
	var v vec
	far, swift, turn := reaches(), 0.0, 0.0
	for i := range v {
		v[i] = g.v[i] + (g.a[i]+g.brakes[i]+s*g.asks[i])*dt
		swift += math.Abs(v[i]) * far[i]
		turn += math.Abs(v[i])
	}
	most := &g.l.Cartesian
	if swift <= most.Translation.V && turn <= 2*most.Rotation.V {
		return true
	}
	g.arm.look(&g.q, &g.probe)
	before, t := g.probe.times(&g.v), g.probe.times(&v)
	x, y := t.Lin.Norm(), t.Ang.Norm()
	return !(x > most.Translation.V && x > before.Lin.Norm()) && !(y > 2*most.Rotation.V && y > before.Ang.Norm())
}

// effort is the share of the motors' torques that the Panda without its load may need; an FR3 with a hand is heavier, and its controller
// needs more than its model says.
const effort = 0.6

// strong reports whether the motors can do part s of the requested change, or do little more for it than for the brake.
func (g *jointGuard) strong(s float64) bool {
	var a, tau, none vec
	for i := range a {
		a[i] = g.a[i] + g.brakes[i] + s*g.asks[i]
	}
	g.arm.chain.RNEA(g.arm.data, g.q[:], g.v[:], a[:], tau[:])
	over := false
	for i := range tau {
		over = over || math.Abs(tau[i]) > effort*g.l.Torque[i]
	}
	if !over {
		return true
	}
	for i := range a {
		a[i] = g.a[i] + g.brakes[i]
	}
	g.arm.chain.RNEA(g.arm.data, g.q[:], g.v[:], a[:], none[:])
	for i := range tau {
		if x := math.Abs(tau[i]); x > effort*g.l.Torque[i] && x > math.Abs(none[i])+0.03*g.l.Torque[i] {
			return false
		}
	}
	return true
}

// free reports whether the links stay apart on the way to ends, where the joints come to rest.
func (g *jointGuard) free() bool {
	for _, part := range [3]float64{1, 0.67, 0.33} {
		var q vec
		for i := range q {
			q[i] = g.q[i] + part*(g.ends[i]-g.q[i])
		}
		if !g.body.clear(&q) {
			return false
		}
	}
	return true
}

// stops reports whether joint i can come to rest within its range when its acceleration changes by d now.
func (g *jointGuard) stops(i int, d float64) bool {
	b := &g.b[i]
	a := g.a[i] + d
	v := g.v[i] + a*dt
	q := g.q[i] + v*dt
	g.ends[i] = q
	q, v = q+(v+0.5*a*g.ahead)*g.ahead, v+a*g.ahead // commands may get lost
	r := b.rate(v)
	to := -r * v
	t := math.Abs(to-a)*dt/(sudden*b.j) + dt // the acceleration turns
	for _, s := range [3]float64{0.33, 0.67, 1} {
		if x := v + s*t*(a+s*(to-a)/2); !b.allows(g.l, i, q+v*s*t, x) {
			return false
		}
	}
	q, v = q+t*(v+t*(a/3+to/6)), v+t*(a+to)/2
	for range 24 {
		if !b.allows(g.l, i, q, v) {
			return false
		}
		r = b.rate(v)
		h := max(4*dt, 0.04/max(0.01, math.Abs(v)))
		if !b.slower(g.l, i, q, v, r, min(h, 1/r)) {
			return false
		}
		if h*r >= 1 {
			break
		}
		q, v = q+v*h*(1-r*h/2), v*(1-r*h)
	}
	g.ends[i] = q + v/min(2*r, release)
	q += v/min(2*r, release) + math.Copysign(2*slack, v)*min(1, math.Abs(v)*100)
	return q >= b.lower && q <= b.upper && b.allows(g.l, i, q, v*1e-3)
}
