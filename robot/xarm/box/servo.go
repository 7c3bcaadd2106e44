package box

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Timing of mode 1.
const (
	servoFast   = 0.004 // s, the shortest interval a target is spread over
	servoSlow   = 0.033 // s, the longest
	servoWindow = 20 * time.Millisecond
)

// begin discards the history of mode 1: targets are measured from the set-point.
func (s *servoMode) begin(b *Box) {
	*s = servoMode{target: b.ref.q, from: b.ref.q, at: b.now, interval: servoFast, nextTurn: s.nextTurn}
	s.pose = b.tcp(&b.ref.q)
	s.lastAccept = b.now - servoWindow
	s.remember(demand{b.now - servoWindow, s.target, s.pose.P})
}

func (s *servoMode) remember(d demand) {
	s.asked[s.n%len(s.asked)] = d
	s.n++
}

// before is the newest accepted target that is at least the window old, or else the oldest known.
func (s *servoMode) before(now time.Duration) *demand {
	oldest := max(0, s.n-len(s.asked))
	for i := s.n - 1; i > oldest; i-- {
		if d := &s.asked[i%len(s.asked)]; now-d.t >= servoWindow {
			return d
		}
	}
	return &s.asked[oldest%len(s.asked)]
}

// stream carries out a servo or velocity command.
func (b *Box) stream(r xarm.Register, p []byte) outcome {
	var joint xarm.JointTarget
	var cart xarm.CartTarget
	var jv xarm.JointVelocity
	var cv xarm.CartVelocity
	var err error
	var relative bool
	mode := xarm.ModeServo
	switch r {
	case xarm.RegServoJoint:
		err = xarm.ParseJointTarget(p, &joint)
	case xarm.RegServoCart:
		err = xarm.ParseCartTarget(p, &cart)
	case xarm.RegServoCartAA:
		relative, err = parseServoAA(p, &cart)
	case xarm.RegJointVelocity:
		mode, err = xarm.ModeJointVelocity, xarm.ParseJointVelocity(p, &jv)
	case xarm.RegCartVelocity:
		mode, err = xarm.ModeCartVelocity, xarm.ParseCartVelocity(p, &cv)
	}
	switch {
	case err != nil || !xarm.PlausiblePose(cart.Pose) || !xarm.Within(joint.Q[:], xarm.MaxAngle):
		return bad
	case !b.ready() || b.state != xarm.StateIdle:
		return notReady
	case b.mode != mode:
		return refused
	case b.tooSoon():
		return done
	}
	switch r {
	case xarm.RegServoJoint:
		return b.servoJoint(&joint)
	case xarm.RegServoCart:
		return b.servoCart(cart.Pose.Pose(), cart.Tool != 0, false)
	case xarm.RegServoCartAA:
		return b.servoCart(cart.Pose.AxisAngle(), cart.Tool != 0, relative)
	case xarm.RegJointVelocity:
		return b.jointVelocity(&jv)
	}
	return b.cartVelocity(&cv)
}

// parseServoAA reads register 93: 8 floats, a 32-bit tool flag and a byte for relative.
func parseServoAA(p []byte, c *xarm.CartTarget) (relative bool, err error) {
	var v [8]float64
	if len(p) != 37 {
		return false, xarm.ErrBadLength
	}
	if err := xarm.ParseFloats(v[:], p); err != nil {
		return false, err
	}
	copy(c.Pose[:], v[:])
	if p[32]|p[33]|p[34]|p[35] != 0 {
		c.Tool = 1
	}
	return p[36] != 0, nil
}

// servoJoint takes the next joint target of mode 1.
func (b *Box) servoJoint(c *xarm.JointTarget) outcome {
	if !b.inside(&c.Q) {
		b.fault(xarm.ErrorJointLimit)
		return done
	}
	return b.aim(c.Q, b.tcp(&c.Q))
}

// servoCart takes the next Cartesian target of mode 1. Without a solution near the last target the error is
// 40 when there is one elsewhere and 21 when there is none.
func (b *Box) servoCart(pose spatial.Pose, tool, relative bool) outcome {
	last := b.servo.pose
	switch {
	case tool:
		pose = last.Mul(pose)
	case relative:
		w := b.conf.world.Mul(last)
		pose = b.inBase(spatial.Pose{P: w.P.Add(pose.P), R: pose.R.Mul(w.R)})
	default:
		pose = b.inBase(pose)
	}
	if pose.P.Dist(last.P) >= b.cfg.StepLimit {
		b.n.LargeSteps++
		b.warn = xarm.WarnParameter
		return refused
	}
	q := b.servo.target
	if b.reach(pose, &q, 1) { // the angles nearest to the last ones, not those of the posture: the sender knows where the arm goes
		return b.aim(q, pose)
	}
	if b.reach(pose, &q, 8) {
		b.fault(xarm.ErrorNoSolution)
	} else {
		b.fault(xarm.ErrorKinematic)
	}
	return done
}

// aim accepts a target of mode 1, unless the joints or the TCP would have to move too fast on average over the
// last 20 ms, or links would collide.
func (b *Box) aim(q [xarm.Joints]float64, pose spatial.Pose) outcome {
	s := &b.servo
	d := s.before(b.now)
	dt := math.Max((b.now - d.t).Seconds(), servoWindow.Seconds())
	joint, tcp := b.speedLimits()
	if !b.conf.reduced.on {
		tcp = b.conf.lineFactor * xarm.TCPSpeed
	}
	if way := pose.P.Dist(d.p); way > tcp*dt {
		b.faultOf(xarm.ErrorServoLineSpeed, 0, 1000*way/dt)
		return done
	}
	for i := range q {
		if v := (q[i] - d.q[i]) / dt; math.Abs(v) > math.Min(b.speed[i], joint) {
			b.faultOf(xarm.ErrorSpeedLimit, i, v)
			return done
		}
	}
	if out := b.beyond(pose.P); out > 1e-6 && out >= b.beyond(s.pose.P) {
		b.fault(xarm.ErrorSafetyBoundary)
		return done
	}
	if b.collides(&q) {
		b.fault(xarm.ErrorSelfCollision)
		return done
	}
	s.from = s.line(b.now)
	s.interval = math.Min(math.Max((b.now-s.lastAccept).Seconds(), servoFast), servoSlow)
	if b.gen != genServo {
		s.from, s.interval = b.ref.q, servoFast
	}
	s.at, s.lastAccept, s.target, s.pose = b.now, b.now, q, pose
	s.remember(demand{b.now, q, pose.P})
	b.gen = genServo
	b.n.Executed++
	return done
}

// jointVelocity takes a command of mode 4.
func (b *Box) jointVelocity(c *xarm.JointVelocity) outcome {
	for i, v := range c.DQ {
		if math.Abs(v) > b.speed[i]*1.01 {
			b.warn = xarm.WarnParameter
			return refused
		}
	}
	b.vel = velocityMode{dq: c.DQ, sync: c.Sync, until: b.until(c.Duration)}
	most, _ := b.speedLimits()
	top := 0.0
	for _, v := range c.DQ {
		top = math.Max(top, math.Abs(v))
	}
	if top > most {
		for i := range b.vel.dq {
			b.vel.dq[i] *= most / top
		}
	}
	b.gen = genJoints
	b.n.Executed++
	return done
}

// cartVelocity takes a command of mode 5.
func (b *Box) cartVelocity(c *xarm.CartVelocity) outcome {
	t := spatial.Twist{
		Lin: spatial.V(c.V[0]/1000, c.V[1]/1000, c.V[2]/1000),
		Ang: spatial.V(c.V[3], c.V[4], c.V[5]),
	}
	if t.Lin.Norm() > xarm.TCPSpeed*1.01 || t.Ang.Norm() > math.Pi*1.01 {
		b.warn = xarm.WarnParameter
		return refused
	}
	_, most := b.speedLimits()
	if t.Lin = t.Lin.Limit(most); !c.Tool {
		t = spatial.Twist{Lin: b.conf.world.R.ApplyT(t.Lin), Ang: b.conf.world.R.ApplyT(t.Ang)}
	}
	now := b.vel.now
	if b.gen != genTwist {
		now = b.moving()
	}
	b.vel = velocityMode{twist: t, local: t, tool: c.Tool, now: now, until: b.until(c.Duration)}
	b.gen = genTwist
	b.n.Executed++
	return done
}

// until returns the time at which a velocity command with a duration in seconds ends; 0 for never.
func (b *Box) until(d float64) time.Duration {
	if d <= 0 {
		return 0
	}
	return b.now + time.Duration(d*float64(time.Second))
}
