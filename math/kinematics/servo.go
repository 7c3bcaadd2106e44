package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// ServoOptions tune ServoIK; the zero value is usable.
type ServoOptions struct {
	Speed        float64       // usable part of the joints' velocity limits, (0, 1]; 0 means 1
	Acceleration float64       // of every joint, rad/s² or m/s²; 0 means unlimited
	Velocity     []float64     // of the joints when the cycle starts, for Acceleration; nil means at rest
	Twist        spatial.Twist // of the target in base, for Acceleration, to catch up with a moving target
	Linear       float64       // longest speed of the tip, m/s; 0 means unlimited
	Angular      float64       // fastest turn of the tip, rad/s; 0 means unlimited
	Rest         []float64     // preferred joint positions if the task leaves freedom; nil means mid-range
	Pull         float64       // how fast, 1/s; 0 means 1, negative means not at all
	Collider     *Collider     // keeps the links apart; nil means no check
	Margin       float64       // least distance of the links, m; 0 means 0.01
	Position     float64       // distance within which the target is reached, m; 0 means 1e-5
	Rotation     float64       // angle within which the target is reached, rad; 0 means 1e-5
}

// ServoStatus is the outcome of one control cycle.
type ServoStatus uint8

// The outcomes of ServoIK.
const (
	ServoOK       ServoStatus = iota + 1
	ServoDegraded             // the tip stays behind the target, as near as the limits allow; Why says which limits
	ServoHeld                 // no motion helps: next brakes, or is q if q, Velocity or dt is unusable
)

// String returns the status in words.
func (s ServoStatus) String() string {
	switch s {
	case ServoOK:
		return "ok"
	case ServoDegraded:
		return "degraded"
	case ServoHeld:
		return "held"
	}
	return "no status"
}

// ServoReason is a set of reasons why the tip missed its target.
type ServoReason uint8

// The reasons.
const (
	AtPositionLimit ServoReason = 1 << iota // of a joint
	AtRateLimit                             // velocity or acceleration of a joint, or the tip's speed
	Singular                                // the arm can hardly move in that direction
	NearCollision                           // with itself
	OutOfReach                              // no joint is at a limit: no motion brings the tip nearer
	BadInput                                // something not finite, target.R no rotation, dt not in (0, 1] s
)

// ServoResult describes a cycle.
type ServoResult struct {
	Status   ServoStatus
	Why      ServoReason
	Position float64 // from tip to target after the cycle, m
	Rotation float64 // rad
	Sigma    float64 // about the least singular value of the Jacobian (rotations times 0.3 m)
	Distance float64 // of the two closest links after the cycle, m; +Inf without Collider
}

// Constants of the servo: the singular value below which damping sets in, its largest amount, the greatest part of a
// joint's speed that the pull may use, the width of the zone before Margin in which approach is slowed, the rate of
// slowing (1/s), the weight of that row, and the Gauss–Newton steps of a cycle.
const (
	sigmaFloor    = 0.03
	dampingMost   = 0.02 * 0.02
	dampingNone   = 1e-12
	servoGain     = 0.5 // m
	pullMost      = 0.2
	approachZone  = 0.05
	approachRate  = 10.0
	approachScale = 20.0
	servoSteps    = 3
)

// ServoIK computes next, the joint positions at the end of a control cycle of dt seconds that starts at q, so that the
// tip comes to target or as near as it can. It works even where a search for the exact pose fails: next is always
// within the joints' position and velocity limits (a q outside comes back no faster than the velocity limit), near
// singular poses the tip slows only along the lost direction, and with a Collider links that come near each other are
// guided past each other or stopped. Any freedom that the task leaves keeps the joints away from their limits.
//
// The steps are damped least squares (Nakamura and Hanafusa 1986, eq. 21) in which joints at a bound are taken out one
// by one and their share goes to the others (Flacco, De Luca and Khatib, "Motion Control of Redundant Robots under
// Joint Constraints: Saturation in the Null Space", ICRA 2012, without its scaling); links are kept apart by a bound
// on their approach (Faverjon and Tournassoud, ICRA 1987, eq. 2). q and next may be the same slice.
func (c *Chain) ServoIK(d *Data, target spatial.Pose, q []float64, dt float64, next []float64, o ServoOptions) ServoResult {
	s := &d.solver
	n := c.N()
	q, next = q[:n], next[:n]
	bad := ServoResult{Status: ServoHeld, Why: BadInput, Position: math.Inf(1), Rotation: math.Inf(1), Distance: math.Inf(1)}
	if !finite(q) || !finite(o.Velocity) || !(dt > 0 && dt <= 1) {
		copy(next, q)
		return bad
	}
	o = o.filled()
	copy(s.start, q)
	c.bounds(s, dt, &o)
	if !finite(o.Rest) || !target.Finite() || !isRotation(&target.R) || !o.Twist.Lin.Finite() || !o.Twist.Ang.Finite() {
		c.rates(s, dt, &o)
		s.brake(next)
		return bad
	}
	c.pulls(s, dt, &o)
	limited := !math.IsInf(o.Acceleration, 1)
	if limited {
		c.widen(s, dt, &o)
	}
	res := ServoResult{Distance: math.Inf(1), Sigma: math.Inf(1)}
	near := Nearest{Distance: math.Inf(1)}
	if o.Collider != nil {
		near = o.Collider.Nearest(d, q)
	}
	c.cycle(d, &target, next, near, dt, &o, &res)
	if limited {
		c.accelerate(d, &target, next, near, dt, &o, &res)
	}
	c.finish(d, &target, next, near, &o, &res)
	return res
}

// cycle iterates towards target within the bounds and leaves the whole motion in s.total.
func (c *Chain) cycle(d *Data, target *spatial.Pose, next []float64, near Nearest, dt float64, o *ServoOptions, res *ServoResult) {
	s := &d.solver
	copy(next, s.start)
	for i := range s.total {
		s.total[i] = 0
	}
	for step := 0; ; step++ {
		c.forward(d, next)
		e := difference(&d.tip, target)
		res.Position, res.Rotation = e.Lin.Norm(), e.Ang.Norm()
		reached := res.Position <= 0.1*o.Position && res.Rotation <= 0.1*o.Rotation
		if step == servoSteps || (step > 0 && reached) {
			return
		}
		res.Why |= c.servoStep(d, e, near, dt, step == 0, o, &res.Sigma)
		for i := range next {
			s.total[i] += s.step[i]
			next[i] = s.start[i] + s.total[i]
		}
	}
}

func finite(v []float64) bool {
	for _, x := range v {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// isRotation reports whether r is orthonormal and right-handed to one part in a million.
func isRotation(r *spatial.Rot) bool {
	var g spatial.Rot
	productT(&g, r, r)
	for i, v := range g {
		if i%4 == 0 {
			v--
		}
		if !(math.Abs(v) < 1e-6) {
			return false
		}
	}
	return r.Col(0).Cross(r.Col(1)).Dot(r.Col(2)) > 0
}

func (o ServoOptions) filled() ServoOptions {
	def := func(v *float64, x float64) {
		if !(*v > 0) {
			*v = x
		}
	}
	def(&o.Speed, 1)
	o.Speed = math.Min(o.Speed, 1)
	def(&o.Acceleration, math.Inf(1))
	def(&o.Linear, math.Inf(1))
	def(&o.Angular, math.Inf(1))
	def(&o.Margin, 0.01)
	def(&o.Position, 1e-5)
	def(&o.Rotation, 1e-5)
	if o.Pull == 0 {
		o.Pull = 1
	}
	return o
}

// servoStep sets s.step to one Gauss–Newton step from the state in d, within the remaining bounds.
func (c *Chain) servoStep(d *Data, e spatial.Twist, near Nearest, dt float64, first bool, o *ServoOptions, sigma *float64) ServoReason {
	s := &d.solver
	var why ServoReason
	if first {
		whole := e
		e.Lin, e.Ang = e.Lin.Limit(o.Linear*dt), e.Ang.Limit(o.Angular*dt)
		if e != whole {
			why |= AtRateLimit
		}
		s.goal = spatial.Twist{Lin: whole.Lin.Sub(e.Lin), Ang: whole.Ang.Sub(e.Ang)}
	} else {
		e.Lin, e.Ang = e.Lin.Sub(s.goal.Lin), e.Ang.Sub(s.goal.Ang)
	}
	s.rows = 6
	n := s.n
	c.columns(d, d.tip.P, n, s.a[:6*n])
	for k := 3 * n; k < 6*n; k++ {
		s.a[k] *= armLength
	}
	s.e = [maxRows]float64{e.Lin.X, e.Lin.Y, e.Lin.Z, armLength * e.Ang.X, armLength * e.Ang.Y, armLength * e.Ang.Z}
	why |= c.within(s, first, sigma)
	if first {
		c.lead(s, dt, o)
	}
	if near.Distance < o.Margin+approachZone {
		if first {
			c.approach(d, near)
		}
		least := (o.Margin-near.Distance)*approachRate*dt - dot(s.grad, s.total)
		if dot(s.grad, s.step) < least {
			s.rows = 7
			for i, g := range s.grad {
				s.a[6*n+i] = approachScale * g
			}
			s.e[6] = approachScale * least
			why |= NearCollision | c.within(s, false, sigma)
		}
	}
	return why
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// within solves for the step, holding joints that would leave their bounds there. If the pull would use up room that
// the task needs, the task takes precedence.
func (c *Chain) within(s *solver, pull bool, sigma *float64) ServoReason {
	why, rest := c.saturate(s, pull, sigma)
	if pull && why&(AtPositionLimit|AtRateLimit) != 0 {
		copy(s.kept, s.step)
		if w, r := c.saturate(s, false, sigma); r < rest {
			return w
		}
		copy(s.step, s.kept)
	}
	return why
}

// saturate is the solver of within; it also returns the remaining squared error.
func (c *Chain) saturate(s *solver, pull bool, sigma *float64) (why ServoReason, rest float64) {
	for i := range s.held {
		s.held[i], s.step[i] = false, 0
		if pull {
			s.step[i] = s.pull[i]
		}
	}
	for range s.n {
		s.y = s.e
		for i, v := range s.step { // what the pull and the held joints contribute already
			if !s.held[i] {
				v = 0
				if pull {
					v = s.pull[i]
				}
			}
			for r := 0; r < s.rows && v != 0; r++ {
				s.y[r] -= s.a[r*s.n+i] * v
			}
		}
		g := s.damped()
		if *sigma = math.Min(*sigma, g); g < sigmaFloor {
			why |= Singular
		}
		s.solve(&s.y)
		s.back(&s.y)
		worst, over := -1, 1e-15
		for i := range s.step {
			if s.held[i] {
				continue
			}
			if pull {
				s.step[i] += s.pull[i]
			}
			if x := math.Max(s.step[i]-(s.hi[i]-s.total[i]), s.lo[i]-s.total[i]-s.step[i]); x > over {
				worst, over = i, x
			}
		}
		if worst < 0 {
			break
		}
		why |= c.hold(s, worst)
	}
	for r := 0; r < s.rows; r++ {
		v := s.e[r]
		for i, x := range s.step {
			v -= s.a[r*s.n+i] * x
		}
		rest += v * v
	}
	return why, rest
}

// hold puts joint i on the bound it would leave.
func (c *Chain) hold(s *solver, i int) ServoReason {
	l := &c.joints[i].limit
	s.held[i] = true
	at := l.Lower - s.start[i]
	if hi := s.hi[i] - s.total[i]; s.step[i] > hi {
		s.step[i], at = hi, l.Upper-s.start[i]
	} else {
		s.step[i] = s.lo[i] - s.total[i]
	}
	if math.Abs(s.total[i]+s.step[i]-at) < 1e-9 {
		return AtPositionLimit
	}
	return AtRateLimit
}

// damped factors with as much damping as the least singular value requires, and returns that value. The value
// comes from inverse iteration: a few solves from a fixed start.
func (s *solver) damped() float64 {
	var far float64 // out of reach the curvature of the cost is the error times the arm: damp it
	for _, v := range s.e[:6] {
		far += v * v
	}
	least := dampingNone + servoGain*math.Sqrt(far)
	s.factor(least)
	y := [maxRows]float64{1, 0.9, -0.8, 0.7, -0.6, 0.5, 0.4}
	var size float64
	for range 4 {
		s.solve(&y)
		size = 0
		for _, v := range y[:s.rows] {
			size += v * v
		}
		size = math.Sqrt(size)
		for r := range y {
			y[r] /= size
		}
	}
	sigma := math.Sqrt(math.Max(1/size-least, 0))
	if sigma < sigmaFloor {
		u := sigma / sigmaFloor
		s.factor(least + dampingMost*(1-u*u))
	}
	return sigma
}

// approach sets grad to the change of the distance near.Distance per joint.
func (c *Chain) approach(d *Data, near Nearest) {
	s := &d.solver
	n := s.n
	dir, ok := near.B.Sub(near.A).Unit()
	if !ok {
		dir = spatial.V(0, 0, 1)
	}
	u := [3]float64{dir.X, dir.Y, dir.Z}
	for i := range s.grad {
		s.grad[i] = 0
	}
	for side, p := range [2]spatial.Vec3{near.A, near.B} {
		link, sign := near.LinkA, -1.0
		if side == 1 {
			link, sign = near.LinkB, 1
		}
		c.columns(d, p, link+1, s.jac)
		for r, v := range u {
			for i := range s.grad {
				s.grad[i] += sign * v * s.jac[r*n+i]
			}
		}
	}
}

// finish checks the step against collisions, brakes if necessary and sets the status.
func (c *Chain) finish(d *Data, target *spatial.Pose, next []float64, near Nearest, o *ServoOptions, res *ServoResult) {
	s := &d.solver
	for i := range next { // rounding must not exceed the limit
		l := &c.joints[i].limit
		if s.start[i] >= l.Lower && s.start[i] <= l.Upper {
			next[i] = c.clamp(i, next[i])
		}
	}
	c.forward(d, next)
	held := false
	if o.Collider != nil {
		after := o.Collider.Nearest(d, next)
		if after.Distance < o.Margin && after.Distance < near.Distance-1e-9 {
			held = true
			s.brake(next)
			after = o.Collider.Nearest(d, next)
			res.Why |= NearCollision
		}
		res.Distance = after.Distance
	}
	e := difference(&d.tip, target)
	res.Position, res.Rotation = e.Lin.Norm(), e.Ang.Norm()
	switch reached := res.Position <= o.Position && res.Rotation <= o.Rotation; {
	case reached:
		res.Status, res.Why = ServoOK, 0
	case held:
		res.Status = ServoHeld
	default:
		res.Status = ServoDegraded
		if res.Why == 0 {
			res.Why = OutOfReach
		}
	}
}
