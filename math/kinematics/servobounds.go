package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// bounds sets lo and hi, between which the cycle may move each joint: velocity and position have precedence, and the
// acceleration is limited as far as they allow, with room to brake before the position limit.
func (c *Chain) bounds(s *solver, dt float64, o *ServoOptions) {
	for i := range s.lo {
		l := &c.joints[i].limit
		q, far := s.start[i], l.Velocity*o.Speed*dt
		up, down := l.Upper-q, l.Lower-q
		a := o.Acceleration
		if !math.IsInf(a, 1) {
			up, down = braked(up, a, dt), -braked(-down, a, dt)
		}
		s.lo[i], s.hi[i] = math.Min(math.Max(down, -far), far), math.Max(math.Min(up, far), -far)
	}
}

// widen adds to the bounds the distance that each joint needs to stop from its greatest speed, so that a first
// solution shows how far the joints still have to go.
func (c *Chain) widen(s *solver, dt float64, o *ServoOptions) {
	for i := range s.lo {
		l := &c.joints[i].limit
		v := l.Velocity * o.Speed
		far := v*dt + v*v/(2*o.Acceleration)
		s.lo[i] = math.Min(math.Max(l.Lower-s.start[i], -far), s.hi[i])
		s.hi[i] = math.Max(math.Min(l.Upper-s.start[i], far), s.lo[i])
	}
}

// rates narrows the bounds to what the acceleration limit allows.
func (c *Chain) rates(s *solver, dt float64, o *ServoOptions) {
	if math.IsInf(o.Acceleration, 1) {
		return
	}
	dv := o.Acceleration * dt
	for i, lo := range s.lo {
		var v float64
		if o.Velocity != nil {
			v = o.Velocity[i]
		}
		hi := s.hi[i]
		s.lo[i] = math.Min(math.Max((v-dv)*dt, lo), hi)
		s.hi[i] = math.Min(math.Max((v+dv)*dt, lo), hi)
	}
}

// brake sets next to the end of a cycle in which every joint stops as fast as its bounds allow.
func (s *solver) brake(next []float64) {
	for i := range next {
		next[i] = s.start[i] + math.Min(math.Max(0, s.lo[i]), s.hi[i])
	}
}

// accelerate turns the first solution in s.total into one that keeps the acceleration limit. A joint that cannot
// reach its place moves towards it no faster than it can still brake, relative to the target's own motion; otherwise
// it would overshoot and come back for ever. The other joints compensate if they can; if not, each moves on its own.
func (c *Chain) accelerate(d *Data, target *spatial.Pose, next []float64, near Nearest, dt float64, o *ServoOptions, res *ServoResult) {
	s := &d.solver
	copy(s.try, s.total)
	c.bounds(s, dt, o)
	c.rates(s, dt, o)
	free := true
	for i, goal := range s.try {
		if lo, hi := s.lo[i], s.hi[i]; goal < lo || goal > hi {
			free = false
			x := goal - s.ahead[i]
			wish := s.ahead[i] + math.Copysign(braked(math.Abs(x), o.Acceleration, dt), x)
			s.try[i] = math.Min(math.Max(wish, lo), hi)
			s.lo[i], s.hi[i] = s.try[i], s.try[i]
		}
	}
	if free {
		return
	}
	res.Why |= AtRateLimit
	c.cycle(d, target, next, near, dt, o, res)
	if res.Position <= o.Position && res.Rotation <= o.Rotation {
		return
	}
	for i := range next {
		s.total[i] = s.try[i]
		next[i] = s.start[i] + s.try[i]
	}
}

// lead sets s.ahead to the joints' share of the target's own motion in a cycle.
func (c *Chain) lead(s *solver, dt float64, o *ServoOptions) {
	for i := range s.ahead {
		s.ahead[i], s.held[i] = 0, false
	}
	if o.Twist == (spatial.Twist{}) || math.IsInf(o.Acceleration, 1) {
		return
	}
	v, w := o.Twist.Lin.Scale(dt), o.Twist.Ang.Scale(armLength*dt)
	y := [maxRows]float64{v.X, v.Y, v.Z, w.X, w.Y, w.Z}
	copy(s.kept, s.step)
	s.damped()
	s.solve(&y)
	s.back(&y)
	for i := range s.ahead {
		most := c.joints[i].limit.Velocity * o.Speed * dt
		s.ahead[i] = math.Min(math.Max(s.step[i], -most), most)
	}
	copy(s.step, s.kept)
}

// pulls sets the motion of each joint without a task.
func (c *Chain) pulls(s *solver, dt float64, o *ServoOptions) {
	for i := range s.pull {
		l := &c.joints[i].limit
		q, v := s.start[i], 0.0
		half, mid := (l.Upper-l.Lower)/2, (l.Upper+l.Lower)/2
		switch {
		case o.Pull < 0:
		case o.Rest != nil:
			v = o.Pull * (o.Rest[i] - q)
		case half > 0 && half < 1e6:
			u := math.Min(math.Max((q-mid)/half, -1), 1)
			v = -o.Pull * u / half / (1.05 - u*u) // the slope of a barrier that is flat inside
		}
		most := pullMost * math.Min(l.Velocity*o.Speed, math.Pi)
		s.pull[i] = dt * math.Min(math.Max(v, -most), most)
	}
}

// braked returns the longest step of dt towards a limit at distance x after which a joint that brakes with a
// still stops before it: v·dt with v·dt + v²/2a ≤ x.
func braked(x, a, dt float64) float64 {
	if x <= 0 || math.IsInf(x, 1) {
		return x
	}
	return dt * a * (math.Sqrt(dt*dt+2*x/a) - dt)
}
