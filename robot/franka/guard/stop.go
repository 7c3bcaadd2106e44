package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// What a stop keeps away from.
const (
	sharp   = 0.02 // smallest pivot: the robot gives up below 1e-3
	stride  = 0.04 // rad: greatest motion of a joint between two checks
	strides = 40
)

// stops reports whether the arm can come to rest within its limits when the joints' accelerations change by d now.
func (g *toolGuard) stops(d *vec) bool {
	var q, v, a vec
	h := g.ahead
	for i := range q { // this cycle, and cycles whose commands may get lost
		a[i] = g.a[i] + d[i]
		v[i] = g.v[i] + a[i]*dt
		q[i] = g.q[i] + v[i]*dt + (v[i]+0.5*a[i]*h)*h
		v[i] += a[i] * h
	}
	g.look(&q, &g.probe)
	return g.halts(&q, &v, &a, min(sharp, g.at.pivots))
}

// halts simulates the brake from joints at q, v and a, where probe is; least is the smallest permitted pivot.
func (g *toolGuard) halts(q, v, a *vec, least float64) bool {
	p := &g.probe
	if !g.bears(p, q, v, least) || !g.turn(p, q, v, a) {
		return false
	}
	for range strides {
		g.look(q, p)
		if !g.bears(p, q, v, least) {
			return false
		}
		c := p.turning(v)
		if c.Lin.Norm() > hard*g.lin.A || c.Ang.Norm() > hard*g.ang.A {
			return false
		}
		r := g.slowing(p, v)
		fastest := 0.0
		for _, x := range v {
			fastest = max(fastest, math.Abs(x))
		}
		h := max(4*dt, stride/max(0.01, fastest))
		last := h*r >= 1
		if last {
			h = 0.5 / r
			if r*2 > release {
				h = 1 / release
			}
		}
		for i := range q {
			if !g.b[i].slower(g.l, i, q[i], v[i], r, min(h, 1/r)) {
				return false
			}
			if last {
				q[i] += v[i]*h + math.Copysign(2*slack, v[i])*min(1, 100*math.Abs(v[i]))
				v[i] *= 1e-3
			} else {
				q[i] += v[i] * h * (1 - r*h/2)
				v[i] *= 1 - r*h
			}
		}
		if last {
			g.look(q, p)
			return g.bears(p, q, v, least)
		}
	}
	return false
}

// turn goes from acceleration a to that of the brake as quickly as the jerk limits permit.
func (g *toolGuard) turn(p *place, q, v, a *vec) bool {
	r := g.slowing(p, v)
	var to vec
	t := 0.0
	for i := range a {
		to[i] = -r*v[i] - a[i]
		t = max(t, math.Abs(to[i])/(sudden*g.b[i].j))
	}
	y := p.times(&to)
	t = (max(t, y.Lin.Norm()/(sudden*g.lin.J), y.Ang.Norm()/(sudden*g.ang.J)) + 1) * dt
	for _, s := range [3]float64{0.33, 0.67, 1} {
		var x vec
		for i := range x {
			x[i] = v[i] + s*t*(a[i]+s*to[i]/2)
		}
		if s == 1 {
			for i := range q {
				q[i] += t * (v[i] + t*(a[i]/2+to[i]/6))
			}
			*v = x
			return true
		}
		if q := q.plus(v, s*t); !g.bears(p, &q, &x, 0) {
			return false
		}
	}
	return true
}

// bears reports whether the arm may move with joint velocities v at q, the place p.
func (g *toolGuard) bears(p *place, q, v *vec, least float64) bool {
	for i, x := range q {
		b := &g.b[i]
		if x < b.lower && v[i] < 0 || x > b.upper && v[i] > 0 || !b.allows(g.l, i, x, v[i]) {
			return false
		}
	}
	if g.led && g.sign != 0 && (q[3]-franka.FlipAngle)*g.sign < slack && v[3]*g.sign < 0 {
		return false
	}
	t := p.times(v)
	if t.Lin.Norm() > g.l.Cartesian.Translation.V-slack || t.Ang.Norm() > turns*(g.l.Cartesian.Rotation.V-slack) {
		return false
	}
	if least == 0 {
		return true
	}
	var none vec
	p.solve(t, 0, &none)
	return p.pivots >= least && p.side == g.at.side && g.body.clear(q)
}

// Between two checks …
const (
	lookEvery = 8 // cycles for which a check ahead is valid
	muchUsed  = 0.45
	nearEnd   = 0.3 // rad
)

// Look simulates the brake from where the arm may be after lookEvery cycles if its joints use muchUsed of their limits.
// Calm uses the result. Call it after the command was sent.
func (g *toolGuard) Look() {
	const t = 2 * lookEvery * dt
	var q, v, a vec
	for i := range q {
		v[i] = g.v[i] + math.Copysign(muchUsed*g.b[i].a*t, g.v[i])
		q[i] = g.q[i] + v[i]*t
	}
	v[elbow], q[elbow] = g.v[elbow], g.q[elbow]
	g.body.look(&g.q)
	g.body.least = 2 * apart
	g.look(&g.q, &g.at)
	g.at.solve(spatial.Twist{}, 0, &a)
	a = vec{}
	g.look(&q, &g.probe)
	if g.clear = 0; g.halts(&q, &v, &a, 2*sharp) {
		g.clear = lookEvery + 1 // use counts the next cycle too
	}
}

// Calm reports whether a command that changes the joints' accelerations by at most muchUsed of their jerk limits needs no
// Limit: the joints use little of their limits, and Look has recently shown that the arm can stop.
func (g *toolGuard) Calm() bool { return g.clear > 0 && !g.busy && !g.outside }

// use computes what the joints use of their limits.
func (g *toolGuard) use(before *vec) {
	g.clear = max(0, g.clear-1)
	g.busy = g.v[elbow] != 0 || g.a[elbow] != 0
	for i := range g.q {
		b := &g.b[i]
		g.busy = g.busy || math.Abs(g.a[i]) > muchUsed*b.a || math.Abs(g.v[i]) > muchUsed*b.v ||
			math.Abs(g.a[i]-before[i]) > muchUsed*b.j || g.q[i] > b.upper-nearEnd || g.q[i] < b.lower+nearEnd
	}
}
