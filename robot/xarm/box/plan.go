package box

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/path"
)

// order is a planned move as read from the wire, before limits are applied.
type order struct {
	move      path.Move
	wait      time.Duration // of a pause, which does not move
	radius    float64       // m, of the corner after it; negative for none
	motion    byte          // 1: joints where a line is not possible; 2: joints
	check     bool          // only check whether it is possible
	onlyPause bool
}

// line reports whether it moves the TCP along a path.
func (o *order) line() bool { return o.move.Kind != path.Joint }

// plan takes a planned move: queued in mode 0, at once in modes 6 (joints) and 7 (lines).
func (b *Box) plan(l *Link, r xarm.Register, p []byte) outcome {
	var o order
	if !b.readOrder(l, r, p, &o) {
		return bad
	}
	online := b.mode == xarm.ModeJointOnline && !o.line() || b.mode == xarm.ModeCartOnline && o.move.Kind == path.Line
	switch {
	case !b.ready(), online && b.state == xarm.StatePaused: // queued moves wait, but these set out at once
		return notReady
	case b.mode != xarm.ModePosition && (!online || o.onlyPause):
		return refused
	}
	code := xarm.ErrorNone
	if !o.onlyPause {
		b.byJoints(&o)
		b.limit(&o.move)
		code = b.judge(&o)
	}
	switch {
	case o.check:
	case code != xarm.ErrorNone:
		b.fault(code)
	case online:
		b.goal = onlineGoal{q: o.move.Q, pose: o.move.Pose, speed: o.move.Speed, acc: o.move.Acc}
		b.startGoal(o.line())
	case o.onlyPause:
		if !b.push(&task{kind: taskWait, wait: o.wait, note: b.noteOf(l)}) {
			return refused
		}
	default:
		switch o.move.Blend = o.radius; {
		case !o.line() && o.radius > 0:
			o.move.Blend = b.jointBlend(&o)
		case o.move.Kind == path.Line && o.radius < 0 && b.conf.joins:
			o.move.Blend = 0
		}
		if !b.push(&task{kind: taskMove, move: o.move, note: b.noteOf(l)}) {
			return refused
		}
		b.n.Executed++
	}
	l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	switch {
	case o.check:
		l.params = append(l.params, byte(code))
	case b.cfg.PageForms && r == xarm.RegMoveLineAA:
		l.params = l.params[1:]
	case b.cfg.PageForms && r == xarm.RegMoveRelative:
		l.params = l.params[:0]
	}
	return done
}

// byJoints makes a joint move of a line that is requested as one, or that may be one because the line is impossible. Speed
// and acceleration keep their ratio to the limits.
func (b *Box) byJoints(o *order) {
	if o.move.Kind != path.Line || o.motion == 0 {
		return
	}
	q, on := b.endJoints(), b.endJoints()
	if o.motion == 1 && b.alongLine(b.endPose(), o.move.Pose, &on) || !b.reach(o.move.Pose, &q, 8) {
		return
	}
	o.move = path.Move{Kind: path.Joint, Q: q, Speed: o.move.Speed / xarm.TCPSpeed * xarm.JointSpeed, Acc: o.move.Acc / xarm.TCPAcc * xarm.JointAcc}
}

// alongLine checks some points of a line and reports whether the arm can follow it from q on.
func (b *Box) alongLine(from, to spatial.Pose, q *[xarm.Joints]float64) bool {
	const points = 20
	for i := 1; i <= points; i++ {
		if !b.follow(from.Toward(to, float64(i)/points), q, 1) || !b.inside(q) {
			return false
		}
	}
	return true
}

// jointBlend returns how far before the end of a joint move the corner after it begins, rad, for a radius in space.
func (b *Box) jointBlend(o *order) float64 {
	from := b.endJoints()
	const step = 1e-3
	length := 0.0
	for i := range from {
		length = math.Max(length, math.Abs(o.move.Q[i]-from[i]))
	}
	if length < step {
		return 0
	}
	q := o.move.Q
	for i := range q {
		q[i] += (from[i] - o.move.Q[i]) * step / length
	}
	way := b.tcp(&q).P.Dist(b.tcp(&o.move.Q).P) / step // m/rad
	if way < 1e-3 {
		return length
	}
	return o.radius / way
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

// judge finds the error with which a move would end at once.
func (b *Box) judge(o *order) xarm.ErrorCode {
	m := &o.move
	q := b.endJoints()
	from := b.endPose()
	at := path.Place{Cartesian: true, Pose: from}
	goal := path.End(&at, m)
	switch {
	case m.Kind == path.Circle && !path.Round(from, m):
		return xarm.ErrorCircle
	case m.Kind == path.Circle && (!b.reach(m.Via, &q, 8) || !b.reach(m.Pose, &q, 8)):
		return xarm.ErrorKinematic
	case m.Kind == path.Joint && !b.inside(&m.Q):
		return xarm.ErrorJointLimit
	case m.Kind == path.Line && !b.reach(m.Pose, &q, 8):
		return xarm.ErrorKinematic
	case m.Kind == path.Joint && b.collides(&m.Q):
		return xarm.ErrorSelfCollision
	}
	end := goal.Pose.P
	if !goal.Cartesian {
		end = b.tcp(&m.Q).P
	}
	if out := b.beyond(end); out > 1e-6 && out >= b.beyond(from.P) {
		return xarm.ErrorSafetyBoundary
	}
	return xarm.ErrorNone
}

// limit keeps speed and acceleration within the box's limits; 0 and less mean the box's own defaults.
func (b *Box) limit(m *path.Move) {
	top, topLine := b.speedLimits()
	speed, acc, most := 0.35, 8.7, b.conf.jointAcc
	m.Jerk = b.conf.jointJerk
	if m.Kind != path.Joint {
		speed, acc, top, most = 0.1, 2.0, topLine, b.conf.tcpAcc
		m.Jerk = b.conf.tcpJerk
	}
	if m.Speed > 0 {
		speed = m.Speed
	}
	if m.Acc > 0 {
		acc = m.Acc
	}
	m.Speed, m.Acc = math.Max(math.Min(speed, top), 1e-6), math.Max(math.Min(acc, most), 1e-6)
}

// jointMove is a planned move to q within the limits.
func (b *Box) jointMove(q [xarm.Joints]float64, speed, acc float64) path.Move {
	m := path.Move{Kind: path.Joint, Q: q, Speed: speed, Acc: acc, Blend: -1}
	b.limit(&m)
	return m
}

// readOrder reads the parameters of a planned move. Floats come first. Firmware has extended the list over time; a shorter
// list is filled with zeros.
func (b *Box) readOrder(l *Link, r xarm.Register, p []byte, o *order) bool {
	var v [16]float64
	n, tail := orderLayout(r, len(p))
	if n == 0 {
		return false
	}
	p = b.filled(l, r, p)
	if xarm.ParseFloats(v[:n], p) != nil {
		return false
	}
	extra := p[4*n:]
	m := &o.move
	o.check, o.radius = checks(r, p), -1
	if len(extra) > tail+1 {
		o.motion = extra[tail+1]
	}
	switch r {
	case xarm.RegSleep:
		o.onlyPause, o.wait = true, time.Duration(math.Min(math.Max(v[0], 0), 1e6)*float64(time.Second))
		return true
	case xarm.RegMoveHome:
		m.Speed, m.Acc = v[0], v[1]
		return true
	case xarm.RegMoveJoint, xarm.RegMoveJointB:
		copy(m.Q[:], v[:])
		m.Speed, m.Acc = v[7], v[8]
		if r == xarm.RegMoveJointB {
			o.radius = v[9] / 1000
		}
		return xarm.Within(m.Q[:], xarm.MaxAngle)
	case xarm.RegMoveCircle:
		return b.readCircle(&v, extra, m)
	case xarm.RegMoveRelative:
		o.radius = v[10] / 1000
		return b.readRelative(&v, extra, m)
	case xarm.RegMoveLineB:
		o.radius = v[9] / 1000
	case xarm.RegMoveLine:
		if n == 10 {
			o.radius = v[9] / 1000
		}
	}
	m.Kind, m.Speed, m.Acc = path.Line, v[6]/1000, v[7]/1000
	var w xarm.WirePose
	copy(w[:], v[:])
	aa := r == xarm.RegMoveLineAA || r == xarm.RegMoveLine && len(extra) > 1 && n == 10 && extra[1] != 0
	tool := r == xarm.RegMoveLineTool || (r == xarm.RegMoveLine && n == 10 || r == xarm.RegMoveLineAA) && len(extra) > 0 && extra[0] != 0
	relative := r == xarm.RegMoveLineAA && len(extra) > 1 && extra[1] != 0
	return b.target(&w, aa, tool, relative, &m.Pose)
}

// filled returns a move's parameters with numbers for those that the maker's newer SDKs leave to the box by sending
// infinity: such joints, or such coordinates of an absolute pose, keep the value that they will have.
func (b *Box) filled(l *Link, r xarm.Register, p []byte) []byte {
	n := 0
	switch r {
	case xarm.RegMoveJoint, xarm.RegMoveJointB:
		n = xarm.Joints
	case xarm.RegMoveLine, xarm.RegMoveLineB:
		n = 6
	}
	open := false
	for i := range n {
		open = open || isOpen(p[4*i:])
	}
	if !open {
		return p
	}
	stay := b.endJoints()
	if n == 6 {
		w := xarm.ToWire(b.conf.world.Mul(b.endPose()))
		copy(stay[:], w[:])
	}
	l.late = append(l.late[:0], p...)
	for i := range n {
		if at := l.late[4*i:]; isOpen(at) {
			xarm.AppendFloat(at[:0], stay[i])
		}
	}
	return l.late
}

// isOpen reports whether b begins with an infinite number.
func isOpen(b []byte) bool {
	return binary.LittleEndian.Uint32(b) == math.Float32bits(float32(math.Inf(1)))
}

// target makes a pose in the base from six numbers: roll, pitch, yaw or a rotation vector; in the user's coordinates, in
// the tool's frame at the end of the queue, or relative to that end along the user's axes.
func (b *Box) target(w *xarm.WirePose, aa, tool, relative bool, to *spatial.Pose) bool {
	for i := 3; i < 6 && !aa; i++ { // a program that means degrees gets the angle of that many radians
		if math.Abs(w[i]) > xarm.MaxAngle {
			w[i] = math.Remainder(w[i], 2*math.Pi)
		}
	}
	if !xarm.PlausiblePose(*w) {
		return false
	}
	pose := w.Pose()
	if aa {
		pose = w.AxisAngle()
	}
	switch {
	case tool:
		*to = b.endPose().Mul(pose)
	case relative:
		last := b.conf.world.Mul(b.endPose())
		*to = b.inBase(spatial.Pose{P: last.P.Add(pose.P), R: pose.R.Mul(last.R)})
	default:
		*to = b.inBase(pose)
	}
	return true
}

// readCircle reads register 27: two poses, speed, acceleration, time and percentage of a circle; then the frame and whether
// the poses have rotation vectors.
func (b *Box) readCircle(v *[16]float64, extra []byte, m *path.Move) bool {
	var via, to xarm.WirePose
	copy(via[:], v[:])
	copy(to[:], v[6:])
	tool, aa := len(extra) > 1 && extra[0] != 0, len(extra) > 1 && extra[1] != 0
	m.Kind, m.Speed, m.Acc, m.Blend, m.Turn = path.Circle, v[12]/1000, v[13]/1000, -1, v[15]/100*2*math.Pi
	return v[15] > 0 && v[15] <= 1e5 && b.target(&via, aa, tool, false, &m.Via) && b.target(&to, aa, tool, false, &m.Pose)
}

// orderLayout returns the number of floats in a planned move of a length in bytes, and the number of bytes before the "only
// check" byte. 0 floats: no such length.
func orderLayout(r xarm.Register, length int) (floats, before int) {
	floats, before = 9, 0
	switch r {
	case xarm.RegSleep:
		if length != 4 {
			return 0, 0
		}
		return 1, 0
	case xarm.RegMoveHome:
		floats = 3
	case xarm.RegMoveJoint, xarm.RegMoveJointB, xarm.RegMoveLineB:
		floats = 10
	case xarm.RegMoveCircle:
		floats = 16
		if length > 4*16+1 {
			before = 2
		}
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
func (b *Box) readRelative(v *[16]float64, extra []byte, m *path.Move) bool {
	m.Speed, m.Acc = v[7], v[8]
	if len(extra) > 0 && extra[0] != 0 {
		m.Q = b.endJoints()
		for i := range m.Q {
			m.Q[i] += v[i]
		}
		return xarm.Within(m.Q[:], xarm.MaxAngle)
	}
	last := b.conf.world.Mul(b.endPose())
	w := xarm.ToWire(last)
	for i := range w {
		w[i] += v[i]
	}
	m.Kind, m.Speed, m.Acc = path.Line, v[7]/1000, v[8]/1000
	pose := w.Pose()
	if len(extra) > 1 && extra[1] != 0 {
		turn := spatial.Exp(spatial.V(v[3], v[4], v[5]))
		pose = spatial.Pose{P: pose.P, R: turn.Mul(last.R)}
	}
	m.Pose = b.inBase(pose)
	return xarm.Within(w[:3], xarm.MaxReach)
}
