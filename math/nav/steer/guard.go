package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Guard is every mode's last look. Of any wish it makes the next command, on the way to it within the limits of comfort, after
// which the vehicle can still stop within them before it touches what stands, those who walk where they are foreseen, or floor
// that was not seen lately. Whoever walks may stop at any moment: after the command an emergency stop still has to end before
// the place where they are. Where there is no such command it stops; harder than comfort allows only where a stop within the
// limits would touch something, or takes from somebody who stops the room for an emergency stop, and then until the vehicle
// stands. From a place where there is less clearance than the guard wants, it lets the vehicle go wherever clearance does not
// shrink.
type Guard struct {
	p     Params  // it remembers nothing: all it needs is in the State
	reach float64 // m, of the outline from BASE
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

// How much clearance a stop must leave, in m: from where the vehicle stands on, and for each m/s; and what a stop within the
// limits may leave where it was chosen before, since what is seen is off by some mm.
const (
	apart   = 0.015
	apartBy = 0.025 // s
	bare    = 0.005
	// apartSlip is what is added where odometry is doubted.
	apartSlip = 0.03
)

// Where odometry is doubted the room on the nearest side, but for the last of it, lasts for so long, in s. Who is so many times
// faster when there is no doubt left that it is wrong stops at once.
const (
	lasting  = 1.0
	closest  = 0.02 // m
	slippery = 1.5
)

// aged is how long ago, in s, floor may have been seen at full speed, and at which age nothing drives there.
const (
	freshSeen = 0.35
	oldSeen   = 1.2
)

// Check returns the command that is to be sent at at.Time.
func (g *Guard) Check(want nav.Twist, at *State, near *Near) (nav.Twist, Verdict) {
	m := foresee(&g.p, at, near)
	c0 := near.clearance(m.at, 1)
	told := Verdict{Clear: c0}
	fault := g.fault(want, at, near)
	if fault != Free {
		want = nav.Twist{}
		if fault == Odometry || fault == Silent {
			// What is around cannot be told any more: stop within the limits, since nothing new is known to be in the way.
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
	if doubt := near.Doubt; doubt > 0 { // wheels slip: nobody knows which way it goes, so there has to be room on all sides
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
			reason = Free // it would not do to stop in front of somebody
		}
		// A stop within the limits takes a while to build up, which is time enough for one not to become an emergency.
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

// give returns the next command of the stop that leaves most room. Of the two ways to stop within the limits, on the curve and
// straight on, it is the one with more; a hard one where both come too near, or nearer to somebody who walks than a hard one may
// begin.
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

// fault tells what makes driving impossible.
func (g *Guard) fault(want nav.Twist, at *State, near *Near) Reason {
	const old = 0.25 // s, of odometry
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

// harder is from how much more than an acceleration of the limits on, as a factor, a stop is an emergency stop.
const harder = 1.2

// harsh tells whether an emergency stop has been under way among the commands that are remembered.
func (s *Sent) harsh(l *nav.Limits) bool {
	for i := max(s.n-remembered, 0) + 1; i < s.n; i++ {
		a, b := &s.at[(i-1)%remembered], &s.at[i%remembered]
		if dt := b.t - a.t; dt < forgotten && (math.Abs(b.twist.V-a.twist.V) > harder*l.Accel*dt || math.Abs(b.twist.W-a.twist.W) > harder*l.Alpha*dt) {
			return true
		}
	}
	return false
}

// headlong tells whether a velocity falls faster than it may within limits, or so fast that within them it would go beyond rest:
// far beyond it, on the way to a wish that is not on the other side, or at all after an emergency stop.
func headlong(s *nav.Shaper, want, most, jerk float64, harsh bool) bool {
	const bit, far = 0.003, 0.05 // m/s
	if s.V*s.A >= 0 {
		return false
	}
	beyond := s.A*s.A/(2*jerk) - math.Abs(s.V)
	return math.Abs(s.A) > harder*most || harsh && beyond > bit || want*s.V > 0 && beyond > far
}

// coasts tells whether the wheels still roll, though the vehicle has been told to stand: it comes to rest before it is told to
// go again, since the last of its coasting and a new start are felt together. A vehicle that rolls for longer is pushed, or
// stands on a slope, and is not waited for.
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

// stop moves for dt seconds, a period of commands or more, on the way to a stand: on the curve that the vehicle drives, as far as
// the limits allow, or straight on as soon as they do.
func (m *motion) stop(l *nav.Limits, lag, period, dt float64, curve bool) {
	bend := 0.0
	if curve && math.Abs(m.v.V) > 0.02 {
		bend = m.w.V / m.v.V
	}
	was := nav.Twist{V: m.v.V, W: m.w.V}
	m.v.Toward(0, l.Accel, l.Jerk, dt)
	goal := min(max(bend*m.v.V, -math.Abs(m.w.V)), math.Abs(m.w.V))
	m.w.Toward(goal, l.Alpha, l.Angular, dt)
	// Within a time longer than a period the command goes there in steps: what it is in the mean counts.
	early := (1 - period/dt) / 2
	m.lag(nav.Twist{V: m.v.V + float64(early*(was.V-m.v.V)), W: m.w.V + float64(early*(was.W-m.w.V))}, lag, dt)
}

const tick = 0.05 // s, of a stop that is looked at

// stops tells what keeps a vehicle that is in a motion at t from stopping with enough clearance all along; where there was less
// at the beginning, it may not become less. Floor outside of the outline at from must have been seen lately.
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

// blind tells whether the floor a little farther on the way was not seen lately, though nothing stands there.
func (g *Guard) blind(at nav.Pose, way nav.Twist, from nav.Pose, t float64, near *Near) bool {
	const on = 0.12 // m
	pace := math.Abs(way.V) + arm*math.Abs(way.W)
	if pace < 1e-5 {
		return false
	}
	next := at.Mul(way.Over(on / pace))
	return near.unseen(next, from, t) > oldSeen && near.clearance(next, square) >= square
}

// passes tells whether a vehicle that goes on with a wish nears nobody too much for as long as is foreseen.
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

// halts tells whether an emergency stop from a motion on, begun as late as so many s from now, ends with enough clearance before
// those who walk, should they stop where they were seen last, or brings the vehicle no nearer to them than it is at from.
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

// least returns the least clearance on the way to a stand, of what stands, and of people for the time in which they can hardly get out of the way, as far as the
// vehicle runs into them at more than a crawl.
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
