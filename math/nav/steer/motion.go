package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// motion is the predicted state of a vehicle: its pose in the frame of odometry, its motion, and the command that it obeys.
type motion struct {
	at    nav.Pose
	twist nav.Twist
	v, w  nav.Shaper
}

// foresee returns the motion at the time when a command made now takes effect.
func foresee(p *Params, at *State, near *Near) motion {
	m := motion{at: near.Frame.Mul(at.Odometry), twist: at.Twist}
	if at.Sent.n == 0 || at.Time-at.Sent.last().t > forgotten {
		m.v.V, m.w.V = at.Twist.V, at.Twist.W
	} else {
		m.v, m.w = at.Sent.shapers()
	}
	end := at.Time + p.Response.Delay
	left := min(end-at.Since, 1)
	const step = 0.01
	for left > 1e-9 {
		dt := min(step, left)
		m.lag(at.Sent.obeyed(end-left+dt/2-p.Response.Delay, at.Twist), p.Response.Lag, dt)
		left -= dt
	}
	return m
}

// forgotten is the silence in s after which a vehicle no longer obeys its last command.
const forgotten = 0.3

// shapers are the last command with its rate of change.
func (s *Sent) shapers() (v, w nav.Shaper) {
	e := s.last()
	v.V, w.V = e.twist.V, e.twist.W
	if s.n > 1 {
		before := s.at[(s.n-2)%remembered]
		if dt := e.t - before.t; dt < forgotten {
			v.A, w.A = (e.twist.V-before.twist.V)/dt, (e.twist.W-before.twist.W)/dt
		}
	}
	return v, w
}

// obeyed returns the newest command sent before t, or the vehicle's twist if there is none.
func (s *Sent) obeyed(t float64, twist nav.Twist) nav.Twist {
	for i := s.n - 1; i >= max(s.n-remembered, 0); i-- {
		if e := &s.at[i%remembered]; e.t <= t {
			return e.twist
		}
	}
	return twist
}

// lag moves for dt seconds under a constant command.
func (m *motion) lag(command nav.Twist, lag, dt float64) {
	k := 1.0
	if lag > 0 {
		k = 1 - math.Exp(-dt/lag)
	}
	next := nav.Twist{V: m.twist.V + float64(k*(command.V-m.twist.V)), W: m.twist.W + float64(k*(command.W-m.twist.W))}
	mean := nav.Twist{V: (m.twist.V + next.V) / 2, W: (m.twist.W + next.W) / 2}
	m.at = m.at.Mul(mean.Over(dt))
	m.twist = next
}

// toward moves for dt seconds while commands go toward a wish within limits.
func (m *motion) toward(want nav.Twist, l *nav.Limits, lag, dt float64) {
	shaped(&m.v, &m.w, want, l, dt)
	m.lag(nav.Twist{V: m.v.V, W: m.w.V}, lag, dt)
}

// shaped moves commands toward a wish for dt seconds.
func shaped(v, w *nav.Shaper, want nav.Twist, l *nav.Limits, dt float64) {
	// The lateral acceleration limits the speed in a curve: if both velocities grow, each stops where the other's bound is.
	side := func(x, other float64) float64 {
		most := l.Lateral / max(math.Abs(other), 1e-6)
		return min(max(x, -most), most)
	}
	goV := min(max(want.V, -l.Back), l.V)
	goW := side(min(max(want.W, -l.W), l.W), v.V)
	v.Toward(side(goV, w.V), l.Accel, l.Jerk, dt)
	w.Toward(goW, l.Alpha, l.Angular, dt)
}

// still reports whether the vehicle and its command are at rest.
func (m *motion) still() bool {
	return m.v.V == 0 && m.w.V == 0 && math.Abs(m.twist.V) < 0.01 && math.Abs(m.twist.W) < 0.01
}
