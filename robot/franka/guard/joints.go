package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/safety"
)

// Joints guards joint positions and velocities.
type Joints struct {
	l       *franka.Limits
	b       [n]bounds
	ahead   float64 // s: commands that may be lost
	q, v, a vec
	begun   bool
	outside bool
}

// NewJoints returns the guard of an arm with limits l. margin is how many commands in a row may be lost on the robot's
// own leg while the velocity limits hold.
func NewJoints(l *franka.Limits, margin int) *Joints {
	return &Joints{l: l, b: boundsOf(l, margin), ahead: float64(max(0, margin-1)) * dt}
}

// See takes the robot's last command from a state.
func (g *Joints) See(s *franka.State) {
	g.q, g.v, g.a = s.Qd, s.DQd, s.DDQd
	if !g.begun {
		g.begun, g.outside = true, outside(&g.b, &g.q)
	}
}

// outside reports whether an arm stands where no motion may begin.
func outside(b *[n]bounds, q *vec) bool {
	for i, x := range q {
		if !(x >= b[i].lower && x <= b[i].upper) {
			return true
		}
	}
	return false
}

// Position makes q the joint angles to command next.
func (g *Joints) Position(q *[franka.Joints]float64) safety.Verdict {
	verdict := safety.Pass
	if g.outside {
		verdict = safety.EStop
	}
	for i := range q {
		verdict = max(verdict, g.joint(i, &q[i]))
	}
	return verdict
}

// Velocity makes dq the joint velocities to command next.
func (g *Joints) Velocity(dq *[franka.Joints]float64) safety.Verdict {
	verdict := safety.Pass
	if g.outside {
		verdict = safety.EStop
	}
	for i := range dq {
		q := g.q[i] + float64(dq[i]*dt)
		if v := g.joint(i, &q); v != safety.Pass {
			verdict, dq[i] = max(verdict, v), (q-g.q[i])/dt
		}
	}
	return verdict
}

// joint makes x the next position of joint i.
func (g *Joints) joint(i int, x *float64) safety.Verdict {
	b, q, v, a := &g.b[i], g.q[i], g.v[i], g.a[i]
	d := ((*x-q)/dt-v)/dt - a // the change of acceleration that is asked for
	low, high := g.l.Velocity(i, q)
	low, high = max(low+slack, -b.v), min(high-slack, b.v)
	if d-d == 0 && math.Abs(d) <= b.j && math.Abs(a+d) <= b.a && v+(a+d)*dt >= low && v+(a+d)*dt <= high && g.stops(i, d) {
		return safety.Pass
	}
	verdict, still := safety.Limited, math.Abs(v) < rest && math.Abs(a) < quiet
	brake := -b.rate(v)*v - a
	brake = max(-sudden*b.j, min(sudden*b.j, brake))
	if d-d != 0 {
		verdict, d = safety.Rejected, brake
	}
	d -= brake
	s := min(line(brake, d, -b.j, b.j), line(a+brake, d, -b.a, b.a), line(v+(a+brake)*dt, d*dt, low, high))
	for range 5 {
		if s > 0 && g.stops(i, brake+s*d) {
			*x = q + float64((v+float64((a+brake+s*d)*dt))*dt)
			return verdict
		}
		s *= 0.5
	}
	*x = q + float64((v+float64((a+brake)*dt))*dt)
	if still {
		*x = q
	}
	return verdict
}

// stops reports whether joint i can come to rest within its range when its acceleration changes by d now.
func (g *Joints) stops(i int, d float64) bool {
	b := &g.b[i]
	a := g.a[i] + d
	v := g.v[i] + a*dt
	q := g.q[i] + v*dt
	q, v = q+(v+0.5*a*g.ahead)*g.ahead, v+a*g.ahead // commands get lost
	r := b.rate(v)
	to := -r * v
	t := math.Abs(to-a)*dt/(sudden*b.j) + dt // the acceleration turns
	for _, s := range [2]float64{0.5, 1} {
		if x := v + s*t*(a+s*(to-a)/2); !g.allows(i, q+v*s*t, x) {
			return false
		}
	}
	q, v = q+t*(v+t*(a/3+to/6)), v+t*(a+to)/2
	for range 24 {
		if !g.allows(i, q, v) {
			return false
		}
		r = b.rate(v)
		h := max(4*dt, 0.04/max(0.01, math.Abs(v)))
		if h*r >= 1 {
			break
		}
		q, v = q+v*h*(1-r*h/2), v*(1-r*h)
	}
	q += v/min(2*r, release) + math.Copysign(2*slack, v)*min(1, math.Abs(v)*100)
	return q >= b.lower && q <= b.upper && g.allows(i, q, v*1e-3)
}

// allows reports whether joint i may have velocity v at q.
func (g *Joints) allows(i int, q, v float64) bool {
	b := &g.b[i]
	if math.Abs(v) > b.most {
		return false
	}
	if g.l.Brake[i].Deceleration == 0 || math.Abs(v) < 1e-3 {
		return true
	}
	low, high := g.l.Velocity(i, q)
	const room = 0.02
	return v >= min(-1e-3, low+room) && v <= max(1e-3, high-room)
}
