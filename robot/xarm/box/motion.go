package box

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// servoMode is mode 1: the latest target, and the targets of the last 20 ms.
type servoMode struct {
	target     [xarm.Joints]float64 // rad
	pose       spatial.Pose         // the TCP there
	from       [xarm.Joints]float64 // where the interpolation to target began
	at         time.Duration        // when
	interval   float64              // s from one command to the next
	asked      [8]demand            // ring of accepted targets
	n          int                  // number taken so far
	nextTurn   time.Duration        // the rate limiter's theoretical arrival time
	lastAccept time.Duration
}

// demand is one accepted target.
type demand struct {
	t time.Duration
	q [xarm.Joints]float64
	p spatial.Vec3
}

// velocityMode is modes 4 and 5: the velocity to move at, and until when.
type velocityMode struct {
	dq    [xarm.Joints]float64
	sync  bool
	twist spatial.Twist // in the base
	now   spatial.Twist // ramping towards twist
	tool  bool
	local spatial.Twist // as commanded, when in the tool frame
	until time.Duration // 0: forever
}

// onlineGoal is modes 6 and 7: a target that may be replaced while moving towards it.
type onlineGoal struct {
	q          [xarm.Joints]float64
	pose       spatial.Pose
	speed, acc float64 // rad/s, rad/s² or m/s, m/s²
}

// generate moves the set-point by one tick.
func (b *Box) generate() {
	switch b.gen {
	case genHold:
		b.ref.v = [xarm.Joints]float64{}
		if b.queue.n > 0 && b.state == xarm.StateIdle {
			b.gen = genQueue
		}
	case genStop:
		b.brake(b.stopAcc())
	case genServo:
		b.followServo()
	case genJoints:
		b.expire()
		b.ramp(&b.vel.dq, b.vel.sync, xarm.JointAcc)
		b.stopBeforeLimits()
	case genTwist:
		b.expire()
		b.followTwist(b.wantedTwist(), xarm.TCPAcc, boxTurnAcc)
	case genQueue:
		b.followQueue()
	case genGoalQ:
		b.followGoalQ()
	case genGoalP:
		b.followGoalP()
	case genForce:
		b.giveWay()
	case genPlay:
		b.playOn()
	}
}

// stopAcc returns the deceleration, which is greater after an error than after a requested stop.
func (b *Box) stopAcc() float64 {
	if b.failing {
		return xarm.JointAcc
	}
	return boxStopAcc
}

// integrate moves the set-point's angles by its velocities.
func (b *Box) integrate() {
	for i := range b.ref.q {
		b.ref.q[i] += b.ref.v[i] * tickDT
	}
}

// brake slows all joints down in proportion, which keeps the direction in joint space, and then holds.
func (b *Box) brake(acc float64) {
	top := 0.0
	for _, v := range b.ref.v {
		top = math.Max(top, math.Abs(v))
	}
	if top <= acc*tickDT {
		b.ref.v = [xarm.Joints]float64{}
		b.gen, b.failing = genHold, false
		if b.state == xarm.StateDecelerating {
			b.state = xarm.StateStopped
		}
		return
	}
	scale := 1 - acc*tickDT/top
	for i := range b.ref.v {
		b.ref.v[i] *= scale
	}
	b.integrate()
}

// followServo tracks the line from the last target to the latest one within the joints' speed and acceleration.
func (b *Box) followServo() {
	s := &b.servo
	line := s.line(b.now - tick)
	h := (b.now - s.at).Seconds() / s.interval
	for i := range b.ref.q {
		along := 0.0
		if h < 1 {
			along = (s.target[i] - s.from[i]) / s.interval
		}
		b.ref.v[i] = track(line[i]-b.ref.q[i], along, b.ref.v[i], tickDT, b.speed[i], xarm.JointAcc)
	}
	b.integrate()
}

// line returns the present point of followServo's interpolation.
func (s *servoMode) line(now time.Duration) (q [xarm.Joints]float64) {
	h := math.Min(math.Max((now-s.at).Seconds()/s.interval, 0), 1)
	for i := range q {
		q[i] = s.from[i] + (s.target[i]-s.from[i])*h
	}
	return q
}

// expire ends a velocity command whose duration has passed.
func (b *Box) expire() {
	if b.vel.until != 0 && b.now > b.vel.until {
		b.vel = velocityMode{sync: true, now: b.vel.now} // it ramps down
	}
}

// ramp brings the joint velocities to want with a bounded acceleration, all taking the same time if sync.
func (b *Box) ramp(want *[xarm.Joints]float64, sync bool, acc float64) {
	most := 0.0
	for i := range want {
		most = math.Max(most, math.Abs(want[i]-b.ref.v[i]))
	}
	share := 1.0
	if most > acc*tickDT {
		share = acc * tickDT / most
	}
	for i := range want {
		d := want[i] - b.ref.v[i]
		if sync {
			b.ref.v[i] += d * share
		} else {
			b.ref.v[i] += clamp(d, acc*tickDT)
		}
	}
	b.integrate()
}

// stopBeforeLimits raises error 23 as long as a joint can still be stopped short of its limit.
func (b *Box) stopBeforeLimits() {
	for i, v := range b.ref.v {
		way := v*math.Abs(v)/(2*xarm.JointAcc) + 2*v*tickDT
		lower, upper := b.bounds(i)
		if end := b.ref.q[i] + way; v > 0 && end > upper || v < 0 && end < lower {
			b.limited(i)
			return
		}
	}
}

// wantedTwist is the commanded velocity in the base frame.
func (b *Box) wantedTwist() spatial.Twist {
	if !b.vel.tool {
		return b.vel.twist
	}
	r := b.tcp(&b.ref.q).R
	return spatial.Twist{Lin: r.Apply(b.vel.local.Lin), Ang: r.Apply(b.vel.local.Ang)}
}

// moving returns the velocity of the TCP at the set-point.
func (b *Box) moving() spatial.Twist {
	flange := b.kin.Jacobian(b.ref.q[:], b.jac[:])
	var t [6]float64
	for r := range t {
		for k, v := range b.ref.v {
			t[r] += b.jac[xarm.Joints*r+k] * v
		}
	}
	turn := spatial.V(t[3], t[4], t[5])
	return spatial.Twist{Lin: spatial.V(t[0], t[1], t[2]).Add(turn.Cross(flange.R.Apply(b.conf.offset.P))), Ang: turn}
}

// followTwist ramps the TCP's velocity to want and moves the joints accordingly: damped least squares
// (Nakamura and Hanafusa 1986), with error 24 where a joint would be too fast.
func (b *Box) followTwist(want spatial.Twist, lineAcc, turnAcc float64) {
	d := want.Add(b.vel.now.Scale(-1))
	b.vel.now.Lin = b.vel.now.Lin.Add(d.Lin.Limit(lineAcc * tickDT))
	b.vel.now.Ang = b.vel.now.Ang.Add(d.Ang.Limit(turnAcc * tickDT))
	flange := b.kin.Jacobian(b.ref.q[:], b.jac[:])
	arm := flange.R.Apply(b.conf.offset.P) // from the flange to the TCP
	t := b.vel.now
	t.Lin = t.Lin.Sub(t.Ang.Cross(arm))
	var v, free [xarm.Joints]float64
	b.relax(&b.ref.q, &free, postureGain, posturePart(b.vel.now.Scale(tickDT), tickDT))
	leastSquares(&b.jac, t, &v)
	for i := range v {
		if v[i] += free[i] / tickDT; math.Abs(v[i]) > b.speed[i] {
			b.faultOf(xarm.ErrorSpeedLimit, i, v[i])
			return
		}
	}
	from := b.tcp(&b.ref.q)
	b.ref.v = v
	b.integrate()
	b.correct(&from)
	b.stopBeforeLimits()
}

// correct puts the set-point where the TCP's velocity takes it from a pose within a tick. The Jacobian is still that of the
// earlier pose, so it is right only to first order.
func (b *Box) correct(from *spatial.Pose) {
	w := b.vel.now.Scale(tickDT)
	want := spatial.Pose{P: from.P.Add(w.Lin), R: spatial.Exp(w.Ang).Mul(from.R)}
	got := b.tcp(&b.ref.q)
	e := spatial.Delta(got, want)
	e.Lin = e.Lin.Sub(e.Ang.Cross(got.R.Apply(b.conf.offset.Inv().P).Neg()))
	var fix [xarm.Joints]float64
	leastSquares(&b.jac, e, &fix)
	for i := range fix {
		b.ref.q[i] += fix[i]
		b.ref.v[i] += fix[i] / tickDT
	}
}

// leastSquares solves j·v = t for the least v: v = jᵀ(j·jᵀ + λ²)⁻¹t with λ = 1e-3, by Cholesky's method.
func leastSquares(j *[6 * xarm.Joints]float64, t spatial.Twist, v *[xarm.Joints]float64) {
	const damping = 1e-6
	var a [6][6]float64
	for r := range 6 {
		for c := 0; c <= r; c++ {
			for k := range xarm.Joints {
				a[r][c] += j[xarm.Joints*r+k] * j[xarm.Joints*c+k]
			}
		}
		a[r][r] += damping
	}
	y := [6]float64{t.Lin.X, t.Lin.Y, t.Lin.Z, t.Ang.X, t.Ang.Y, t.Ang.Z}
	for r := range 6 {
		for c := 0; c <= r; c++ {
			s := a[r][c]
			for k := range c {
				s -= a[r][k] * a[c][k]
			}
			if r == c {
				a[r][r] = math.Sqrt(math.Max(s, damping))
			} else {
				a[r][c] = s / a[c][c]
			}
		}
		for k := range r {
			y[r] -= a[r][k] * y[k]
		}
		y[r] /= a[r][r]
	}
	for r := 5; r >= 0; r-- {
		for k := r + 1; k < 6; k++ {
			y[r] -= a[k][r] * y[k]
		}
		y[r] /= a[r][r]
	}
	for k := range xarm.Joints {
		v[k] = 0
		for r := range 6 {
			v[k] += j[xarm.Joints*r+k] * y[r]
		}
	}
}

// approach is the speed towards a goal at distance d: as fast as allowed and slow enough to stop there.
func approach(d, speed, acc float64) float64 {
	return math.Min(math.Min(speed, 0.9*math.Sqrt(2*acc*d)), d/(5*tickDT))
}

// followGoalQ moves each joint to an online target.
func (b *Box) followGoalQ() {
	for i := range b.ref.q {
		e := b.goal.q[i] - b.ref.q[i]
		v := math.Copysign(approach(math.Abs(e), math.Min(b.goal.speed, b.speed[i]), b.goal.acc), e)
		b.ref.v[i] += clamp(v-b.ref.v[i], b.goal.acc*tickDT)
	}
	b.integrate()
}

// followGoalP moves the TCP to an online target: straight, unless it is already moving elsewhere.
func (b *Box) followGoalP() {
	e := spatial.Delta(b.tcp(&b.ref.q), b.goal.pose)
	want := spatial.Twist{}
	if u, ok := e.Lin.Unit(); ok {
		want.Lin = u.Scale(approach(e.Lin.Norm(), b.goal.speed, b.goal.acc))
	}
	if u, ok := e.Ang.Unit(); ok {
		want.Ang = u.Scale(approach(e.Ang.Norm(), 1, 5))
	}
	b.followTwist(want, b.goal.acc, 5)
}
