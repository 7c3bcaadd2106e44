package box

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// order is a planned move as read from the wire, before limits are applied.
type order struct {
	move
	check bool // look only whether it could be done
}

// plan takes a planned move: queued in mode 0, at once in modes 6 (joints) and 7 (lines).
func (b *Box) plan(l *Link, r xarm.Register, p []byte) outcome {
	var o order
	if !b.readOrder(r, p, &o) {
		return bad
	}
	online := b.mode == xarm.ModeJointOnline && !o.line || b.mode == xarm.ModeCartOnline && o.line
	switch {
	case !b.ready(), online && b.state == xarm.StatePaused: // what is queued waits, but these set out at once
		return notReady
	case b.mode != xarm.ModePosition && !online:
		return refused
	}
	o.limit()
	code := b.judge(&o)
	switch {
	case o.check:
	case code != xarm.ErrorNone:
		b.fault(code)
	case online:
		b.goal = onlineGoal{q: o.q, pose: o.pose, speed: o.speed, acc: o.acc}
		b.startGoal(o.line)
	case !b.push(o.move):
		return refused
	default:
		b.n.Executed++
	}
	l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	if o.check {
		l.params = append(l.params, byte(code))
	}
	return done
}

// startGoal sets out for b.goal from the present velocity.
func (b *Box) startGoal(line bool) {
	b.n.Executed++
	if !line {
		b.gen = genGoalQ
		return
	}
	if b.gen != genGoalP {
		b.vel = velocityMode{now: b.moving()}
	}
	b.gen = genGoalP
}

// judge finds the error a move would end in at once.
func (b *Box) judge(o *order) xarm.ErrorCode {
	q := b.endJoints()
	switch {
	case !o.line && !b.inside(&o.q):
		return xarm.ErrorJointLimit
	case o.line && !b.reach(o.pose, &q, 8):
		return xarm.ErrorKinematic
	case !o.line && b.collides(&o.q):
		return xarm.ErrorSelfCollision
	}
	return xarm.ErrorNone
}

// limit keeps speed and acceleration within what the box allows; 0 and less mean the box's own defaults.
func (o *order) limit() {
	speed, acc, top, topAcc := 0.35, 8.7, xarm.JointSpeed, xarm.JointAcc
	if o.line {
		speed, acc, top, topAcc = 0.1, 2.0, xarm.TCPSpeed, xarm.TCPAcc
	}
	if o.speed > 0 {
		speed = o.speed
	}
	if o.acc > 0 {
		acc = o.acc
	}
	o.speed, o.acc = math.Min(speed, top), math.Min(acc, topAcc)
}

// readOrder reads the parameters of a planned move. Floats come first; a shorter list than the longest the
// register may have is filled with zeros, as firmware grew them.
func (b *Box) readOrder(r xarm.Register, p []byte, o *order) bool {
	var v [11]float64
	n, _ := orderLayout(r, len(p))
	if n == 0 || xarm.ParseFloats(v[:n], p) != nil {
		return false
	}
	extra := p[4*n:]
	o.check = checks(r, p)
	switch r {
	case xarm.RegMoveHome:
		o.speed, o.acc = v[0], v[1]
		return true
	case xarm.RegMoveJoint, xarm.RegMoveJointB:
		copy(o.q[:], v[:])
		o.speed, o.acc = v[7], v[8]
		return xarm.Within(o.q[:], xarm.MaxAngle)
	case xarm.RegMoveRelative:
		return b.readRelative(v, extra, o)
	}
	var w xarm.WirePose
	copy(w[:], v[:])
	if !xarm.PlausiblePose(w) {
		return false
	}
	aa := r == xarm.RegMoveLineAA || r == xarm.RegMoveLine && len(extra) > 1 && extra[1] != 0
	tool := r == xarm.RegMoveLineTool || (r == xarm.RegMoveLine || r == xarm.RegMoveLineAA) && len(extra) > 0 && extra[0] != 0
	o.line, o.speed, o.acc = true, v[6]/1000, v[7]/1000
	o.pose = w.Pose()
	if aa {
		o.pose = w.AxisAngle()
	}
	switch last := b.endPose(); {
	case tool:
		o.pose = last.Mul(o.pose)
	case r == xarm.RegMoveLineAA && len(extra) > 1 && extra[1] != 0:
		o.pose = spatial.Pose{P: last.P.Add(o.pose.P), R: o.pose.R.Mul(last.R)}
	}
	return true
}

// orderLayout is the number of floats of a planned move of a length in bytes, and of the bytes before the
// "only check" byte. 0 floats: no such length.
func orderLayout(r xarm.Register, length int) (floats, before int) {
	floats, before = 9, 0
	switch r {
	case xarm.RegMoveHome:
		floats = 3
	case xarm.RegMoveJoint, xarm.RegMoveJointB, xarm.RegMoveLineB:
		floats = 10
	case xarm.RegMoveLine:
		if length > 4*9+2 {
			floats, before = 10, 2 // firmware 1.11.100 and later: radius, frame, axis-angle
		}
	case xarm.RegMoveLineAA:
		before = 2
	case xarm.RegMoveRelative:
		floats, before = 11, 2
	}
	if rest := length - 4*floats; rest < 0 || rest > before+2 {
		return 0, 0
	}
	return floats, before
}

// checks reports whether a planned move only asks if it is possible.
func checks(r xarm.Register, p []byte) bool {
	n, tail := orderLayout(r, len(p))
	return n > 0 && len(p) > 4*n+tail && p[4*n+tail] != 0
}

// readRelative reads register 83: a difference of joints, or of a pose's six numbers.
func (b *Box) readRelative(v [11]float64, extra []byte, o *order) bool {
	o.speed, o.acc = v[7], v[8]
	if len(extra) > 0 && extra[0] != 0 {
		o.q = b.endJoints()
		for i := range o.q {
			o.q[i] += v[i]
		}
		return xarm.Within(o.q[:], xarm.MaxAngle)
	}
	last := b.endPose()
	w := xarm.ToWire(last)
	for i := range w {
		w[i] += v[i]
	}
	o.line, o.speed, o.acc = true, v[7]/1000, v[8]/1000
	o.pose = w.Pose()
	if len(extra) > 1 && extra[1] != 0 {
		turn := spatial.Exp(spatial.V(v[3], v[4], v[5]))
		o.pose = spatial.Pose{P: w.Pose().P, R: turn.Mul(last.R)}
	}
	return xarm.Within(w[:3], xarm.MaxReach)
}
