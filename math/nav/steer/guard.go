package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Guard is the last check in every mode. From any wish it makes the next command, towards the wish and within the limits of
// comfort, after which the vehicle can still stop within these limits before it touches standing obstacles, walkers at their
// predicted places, or floor that was not seen recently. Because walkers may stop at any moment, an emergency stop after the
// command must still end before their present place. If there is no such command, the guard stops the vehicle. It stops harder
// than comfort allows only if a stop within the limits would touch something, or leave no room for an emergency stop before a
// walker who stops, and then until the vehicle stands. If the clearance is less than the guard demands, the vehicle may go
// wherever the clearance does not shrink.
type Guard struct {
	p     Params  // without memory: all it needs is in the State
	reach float64 // m, greatest distance of the outline from BASE
}

// NewGuard makes a guard.
func NewGuard(p Params) (*Guard, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	_, outer := p.Outline.Radii()
	return &Guard{p: p, reach: outer}, nil
}

// Clearance that a stop must leave, in m: at rest, and in addition for each m/s; and what a stop within the limits may leave once
// it was chosen, because positions seen are off by some mm.
const (
	apart   = 0.015
	apartBy = 0.025 // s
	bare    = 0.005
	// apartSlip is added if odometry is doubted.
	apartSlip = 0.03
)

// If odometry is doubted, the room on the nearest side, except for closest, must last for lasting, in s. If odometry is certainly
// wrong, a vehicle that is faster by the factor slippery stops at once.
const (
	lasting  = 1.0
	closest  = 0.02 // m
	slippery = 1.5
)

// Ages in s of the view of the floor: freshSeen is the greatest at full speed, and at oldSeen the vehicle does not drive there.
const (
	freshSeen = 0.35
	oldSeen   = 1.2
)

// Check returns the command to send at at.Time.
func (g *Guard) Check(want nav.Twist, at *State, near *Near) (nav.Twist, Verdict) {
	m := foresee(&g.p, at, near)
	c0 := near.clearance(m.at, 1)
	told := Verdict{Clear: c0}
	fault := g.fault(want, at, near)
	if fault != Free {
		want = nav.Twist{}
		if fault == Odometry || fault == Silent {
			// The surroundings are no longer known: stop within the limits, because no new obstacle is known.
			told.Doing, told.Reason = Waiting, fault
			return g.brake(&m, &g.p.Limits, true), told
		}
	}
	harsh := at.Sent.harsh(&g.p.Limits)
	if l := &g.p.Limits; headlong(&m.v, want.V, l.Accel, l.Jerk, harsh) || headlong(&m.w, 0, l.Alpha, l.Angular, harsh) {
		told.Doing, told.Reason = Stopping, Obstacle
		return g.brake(&m, &g.p.Hard, true), told
	}
	told.Doing, told.Reason = Following, fault
	if m.coasts(at, g.p.Response.Lag) {
		want = nav.Twist{}
	}
	why := Free
	if doubt := near.Doubt; doubt > 0 { // wheels slip: the direction of motion is unknown, so there must be room on all sides
		pace := func(t nav.Twist) float64 { return math.Abs(t.V) + float64(arm*math.Abs(t.W)) }
		most := max(c0-closest, 0)/(lasting*doubt) + float64((1-doubt)*g.p.Limits.V)
		if doubt == 1 && pace(m.twist) > slippery*most && pace(m.twist) > 0.1 {
			told.Doing, told.Reason = Stopping, Odometry
			return g.brake(&m, &g.p.Hard, true), told
		}
		most = min(most, (1-float64(0.75*doubt))*g.p.Limits.V)
		if slow := most / max(pace(want), 1e-9); slow < 1 {
			want = nav.Twist{V: slow * want.V, W: slow * want.W}
			told.Doing, told.Reason = Slowing, Odometry
		}
	}
	for _, share := range [...]float64{1, 0.7, 0.4, 0.15} {
		wish := nav.Twist{V: share * want.V, W: share * want.W}
		next := m
		next.toward(wish, &g.p.Limits, g.p.Response.Lag, g.p.Period)
		reason := g.stops(next, at.Time+g.p.Period, true, c0, m.at, near)
		if reason != Free && next.w.V != 0 {
			reason = min(reason, g.stops(next, at.Time+g.p.Period, false, c0, m.at, near))
		}
		if reason == Moving && g.passes(m, at.Time, wish, near) {
			reason = Free // stopping in front of a walker would be wrong
		}
		// A stop within the limits takes a while to build up; a halt begun that late must not have to be an emergency stop.
		if reason == Free && !g.halts(next, m.at, g.p.Limits.Accel/g.p.Limits.Jerk, near) {
			reason = Moving
		}
		if reason == Free {
			if share < 1 {
				told.Doing, told.Reason = Slowing, why
			}
			return nav.Twist{V: next.v.V, W: next.w.V}, told
		}
		if why == Free {
			why = reason
		}
	}
	told.Doing, told.Reason = Waiting, why
	return g.give(m, at.Time, c0, told, near)
}

// give returns the next command of the stop that leaves most room. It takes the better of the two stops within the limits, on the
// curve and straight on, or a hard stop if both come too near, or if they take away the room for a hard stop before a walker.
func (g *Guard) give(m motion, t, c0 float64, told Verdict, near *Near) (nav.Twist, Verdict) {
	limits, curve := &g.p.Limits, true
	stand, people := g.least(m, t, limits, true, near)
	if s, p := g.least(m, t, limits, false, near); min(s, p) > min(stand, people) {
		stand, people, curve = s, p, false
	}
	hardStand, hardPeople := g.least(m, t, &g.p.Hard, curve, near)
	if stand < min(bare, c0-1e-4) && hardStand > stand+0.002 || people < 0 && hardPeople > people+0.05 {
		limits, told.Doing = &g.p.Hard, Stopping
	}
	soft := m
	if soft.stop(&g.p.Limits, g.p.Response.Lag, g.p.Period, g.p.Period, curve); !g.halts(soft, m.at, 0, near) {
		limits, told.Doing, told.Reason = &g.p.Hard, Stopping, Moving
	}
	return g.brake(&m, limits, curve), told
}

// fault returns the reason that makes driving impossible, if any.
func (g *Guard) fault(want nav.Twist, at *State, near *Near) Reason {
	const old = 0.25 // s, greatest age of odometry
	switch {
	case !at.Odometry.Finite() || at.Twist.V-at.Twist.V != 0 || at.Twist.W-at.Twist.W != 0 || !(at.Time-at.Since <= old):
		return Odometry
	case near.silence(at.Time) > oldSeen:
		return Silent
	case want.V-want.V != 0 || want.W-want.W != 0:
		return Unordinary
	}
	return Free
}

// harder is the multiple of the limits' acceleration above which a stop is an emergency stop.
const harder = 1.2

// harsh reports whether an emergency stop is among the remembered commands.
func (s *Sent) harsh(l *nav.Limits) bool {
	for i := max(s.n-remembered, 0) + 1; i < s.n; i++ {
		a, b := &s.at[(i-1)%remembered], &s.at[i%remembered]
		if dt := b.t - a.t; dt < forgotten && (math.Abs(b.twist.V-a.twist.V) > harder*l.Accel*dt || math.Abs(b.twist.W-a.twist.W) > harder*l.Alpha*dt) {
			return true
		}
	}
	return false
}

// headlong reports whether a velocity falls faster than limits allow, or so fast that within them it would pass rest: by far, on
// the way to a wish that is not of the opposite sign, or at all after an emergency stop.
func headlong(s *nav.Shaper, want, most, jerk float64, harsh bool) bool {
	const bit, far = 0.003, 0.05 // m/s
	if s.V*s.A >= 0 {
		return false
	}
	beyond := s.A*s.A/(2*jerk) - math.Abs(s.V)
	return math.Abs(s.A) > harder*most || harsh && beyond > bit || want*s.V > 0 && beyond > far
}

// coasts reports whether the wheels still roll although the vehicle has been told to stand: it must come to rest before it is
// told to go again, because the person feels the end of coasting and a new start together. A vehicle that rolls for longer is
// being pushed, or stands on a slope, and Guard does not wait for it.
func (m *motion) coasts(at *State, lag float64) bool {
	const nought = 5e-4 // m/s and rad/s, of commands
	moves := func(t nav.Twist, v, w float64) bool { return math.Abs(t.V) > v || math.Abs(t.W) > w }
	for i := at.Sent.n - 1; i >= max(at.Sent.n-remembered, 0); i-- {
		e := &at.Sent.at[i%remembered]
		if at.Time-e.t > 3*lag {
			break
		}
		if moves(e.twist, nought, nought) {
			return i < at.Sent.n-1 && moves(m.twist, 0.003, 0.01)
		}
	}
	return false
}

// brake returns the next command of a stop.
func (g *Guard) brake(m *motion, l *nav.Limits, curve bool) nav.Twist {
	m.stop(l, g.p.Response.Lag, g.p.Period, g.p.Period, curve)
	return nav.Twist{V: m.v.V, W: m.w.V}
}

// stop moves for dt seconds, at least a period of commands, towards rest: on the vehicle's curve as far as the limits allow, or
// straight on as soon as they allow it.
func (m *motion) stop(l *nav.Limits, lag, period, dt float64, curve bool) {
	bend := 0.0
	if curve && math.Abs(m.v.V) > 0.02 {
		bend = m.w.V / m.v.V
	}
	was := nav.Twist{V: m.v.V, W: m.w.V}
	m.v.Toward(0, l.Accel, l.Jerk, dt)
	goal := min(max(bend*m.v.V, -math.Abs(m.w.V)), math.Abs(m.w.V))
	m.w.Toward(goal, l.Alpha, l.Angular, dt)
	// Over more than a period the command changes in steps: the lag follows its mean.
	early := (1 - period/dt) / 2
	m.lag(nav.Twist{V: m.v.V + float64(early*(was.V-m.v.V)), W: m.w.V + float64(early*(was.W-m.w.V))}, lag, dt)
}

const tick = 0.05 // s, time step of a predicted stop

// stops returns the reason why a vehicle in a motion at t cannot stop with enough clearance all along, if any; if there was less
// at the beginning, the clearance may not shrink. Floor outside of the outline at from must have been seen recently.
func (g *Guard) stops(m motion, t float64, curve bool, c0 float64, from nav.Pose, near *Near) Reason {
	last, was := m.at, m.at
	fast := max(math.Abs(m.twist.V), math.Abs(m.v.V)) + arm*max(math.Abs(m.twist.W), math.Abs(m.w.V))
	way := nav.Twist{V: m.v.V, W: m.w.V}
	people := Free
	for i := 0; ; i++ {
		need := apart + apartBy*math.Abs(m.twist.V) + apartSlip*near.Doubt
		if near.clearance(m.at, need) < min(need, c0-1e-4) {
			return Obstacle
		}
		if near.people(m.at, was, t, need) < need {
			people = Moving
		}
		was = m.at
		done := m.still() || i == 80
		if done || last.Dist(m.at) > 0.1 || math.Abs(nav.Angle(last.Yaw-m.at.Yaw)) > 0.1 {
			age := near.unseen(m.at, from, t) - float64(i)*tick
			if share := (age - freshSeen) / (oldSeen - freshSeen); share > 0 && fast > g.p.Limits.V*(1-share) {
				return Blind
			}
			last = m.at
		}
		if done {
			if g.blind(m.at, way, from, t-float64(i)*tick, near) {
				return Blind
			}
			return people
		}
		m.stop(&g.p.Limits, g.p.Response.Lag, g.p.Period, tick, curve)
		t += tick
	}
}

// blind reports whether the floor a little farther on the way was not seen recently, though nothing stands there.
func (g *Guard) blind(at nav.Pose, way nav.Twist, from nav.Pose, t float64, near *Near) bool {
	const on = 0.12 // m
	pace := math.Abs(way.V) + arm*math.Abs(way.W)
	if pace < 1e-5 {
		return false
	}
	next := at.Mul(way.Over(on / pace))
	return near.unseen(next, from, t) > oldSeen && near.clearance(next, square) >= square
}

// passes reports whether a vehicle that continues with a wish stays far enough from all walkers for the time of the prediction.
func (g *Guard) passes(m motion, t float64, wish nav.Twist, near *Near) bool {
	for range int(foresight / stride) {
		was := m.at
		m.toward(wish, &g.p.Limits, g.p.Response.Lag, stride)
		t += stride
		if near.people(m.at, was, t, apart) < apart {
			return false
		}
	}
	return true
}

// halts reports whether an emergency stop from a motion, begun late seconds from now, ends with enough clearance before walkers
// who stop where they were last seen, or brings the vehicle no nearer to them than it is at from.
func (g *Guard) halts(m motion, from nav.Pose, late float64, near *Near) bool {
	if near.Body == 0 {
		return true
	}
	need := apart + (apartBy+late)*math.Abs(m.twist.V)
	for range 80 {
		if near.walkers(m.at, from, need) < need {
			return false
		}
		if m.still() {
			break
		}
		m.stop(&g.p.Hard, g.p.Response.Lag, g.p.Period, tick, true)
	}
	return true
}

// least returns the least clearance on the way to rest: from standing obstacles, and from people, for the time in which they can
// hardly get out of the way and the vehicle moves at more than a crawl.
func (g *Guard) least(m motion, t float64, l *nav.Limits, curve bool, near *Near) (stand, people float64) {
	stand, people = 0.2, 0.2
	was := m.at
	for i := range 80 {
		stand = near.clearance(m.at, stand)
		if float64(i)*tick < 0.7 && math.Abs(m.twist.V)+math.Abs(m.twist.W)*g.reach > 0.15 {
			people = near.people(m.at, was, t, people)
		}
		if m.still() {
			break
		}
		was = m.at
		m.stop(l, g.p.Response.Lag, g.p.Period, tick, curve)
		t += tick
	}
	return stand, people
}
