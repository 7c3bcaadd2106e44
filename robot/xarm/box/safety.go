package box

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// reducedMode is the box's safety settings.
type reducedMode struct {
	on, fenced, rebound bool
	speed, jointSpeed   float64                  // m/s, rad/s: limits while on
	ranges              [2 * xarm.Joints]float64 // rad: least and greatest angle of each joint while on
	fence               [6]int                   // mm: greatest and least x, y, z of the TCP in the base
}

// bounds returns the least and the greatest angle that joint i may have now.
func (b *Box) bounds(i int) (lower, upper float64) {
	lower, upper = b.lower[i], b.upper[i]
	if r := &b.conf.reduced; r.on {
		lower, upper = math.Max(lower, r.ranges[2*i]), math.Min(upper, r.ranges[2*i+1])
	}
	return lower, upper
}

// beyond returns how far outside the fence a point is, m; 0 inside or without a fence.
func (b *Box) beyond(p spatial.Vec3) float64 {
	r := &b.conf.reduced
	if !r.fenced {
		return 0
	}
	d := 0.0
	for i, x := range [...]float64{p.X, p.Y, p.Z} {
		d = math.Max(d, math.Max(x-float64(r.fence[2*i])/1000, float64(r.fence[2*i+1])/1000-x))
	}
	return d
}

// checkFence raises error 35 when the TCP would cross the fence before it could stop, unless it approaches it from
// outside, so that there is a way back.
func (b *Box) checkFence() {
	if !b.conf.reduced.fenced {
		return
	}
	p := b.tcp(&b.ref.q).P
	top := 0.0
	for _, v := range b.ref.v {
		top = math.Max(top, math.Abs(v))
	}
	v := b.moving().Lin
	ahead := b.beyond(p.Add(v.Scale(top / (2 * xarm.JointAcc))))
	if ahead > 1e-6 && ahead > b.beyond(p)-1e-9 && v.Norm() > 1e-6 {
		b.fault(xarm.ErrorSafetyBoundary)
	}
}

// checkSetpoint checks where the box is about to move the arm.
func (b *Box) checkSetpoint() {
	if b.gen == genHold {
		return
	}
	for i, q := range b.ref.q {
		if q < b.lower[i]-rounding || q > b.upper[i]+rounding {
			b.ref.q[i] = math.Min(math.Max(q, b.lower[i]), b.upper[i])
			b.ref.v[i] = 0
			b.limited(i)
		} else if lower, upper := b.bounds(i); q < lower-rounding && b.ref.v[i] < 0 || q > upper+rounding && b.ref.v[i] > 0 {
			b.limited(i)
		}
	}
	if b.gen != genStop {
		b.checkFence()
	}
	if b.gen != genStop && b.ticks%4 == 0 && b.conf.selfCollision {
		if b.collides(&b.ref.q) {
			b.fault(xarm.ErrorSelfCollision)
		}
		b.clear = b.clearance(&b.ref.q)
	}
}

// limited raises error 23 for joint i, unless the arm is already braking because of an error.
func (b *Box) limited(i int) {
	if b.gen != genStop || !b.failing {
		b.faultOf(xarm.ErrorJointLimit, i, b.ref.q[i])
	}
}

// collides reports whether links overlap at q, and more than at the set-point, so that there is a way out of a
// collision.
func (b *Box) collides(q *[xarm.Joints]float64) bool {
	if !b.conf.selfCollision {
		return false
	}
	c := b.clearance(q)
	return c < 0 && c < b.clear-1e-6
}

// checkTorque looks for a collision: a torque that deviates from the expected one by more than a share of the joint's
// greatest torque, from 0.92 at sensitivity 1 down to 0.2 at 5, for 3 ticks.
func (b *Box) checkTorque() {
	if b.conf.collision == 0 || b.state == xarm.StateStopped {
		b.pushed = 0
		return
	}
	b.want = [xarm.Joints]float64{}
	if b.cfg.Expected != nil {
		b.cfg.Expected(b.q[:], b.dq[:], b.ddq[:], b.want[:])
	}
	share := 1.1 - 0.18*float64(b.conf.collision)
	over := -1
	for i, want := range b.want {
		if over < 0 && math.Abs(b.tau[i]-want) > share*b.force[i] {
			over = i
		}
	}
	if over < 0 {
		b.pushed = 0
		return
	}
	if b.pushed++; b.pushed >= 3 {
		b.pushed = 0
		b.faultOf(xarm.ErrorCollision, over, b.tau[over])
		b.details.x[1] = b.want[over]
	}
}

// speedLimits returns the present limits of planned moves and of modes 4 to 7: rad/s, m/s.
func (b *Box) speedLimits() (joint, tcp float64) {
	if r := &b.conf.reduced; r.on {
		return math.Min(xarm.JointSpeed, r.jointSpeed), math.Min(xarm.TCPSpeed, r.speed)
	}
	return xarm.JointSpeed, xarm.TCPSpeed
}

// safeguard answers the registers of reduced mode and fence.
func (b *Box) safeguard(l *Link, r xarm.Register, p []byte) outcome {
	s := &b.conf.reduced
	switch r {
	case xarm.RegReducedSpeed, xarm.RegReducedJointSpeed:
		var x [1]float64
		if len(p) != 4 || xarm.ParseFloats(x[:], p) != nil || x[0] < 0 {
			return bad
		}
		if r == xarm.RegReducedSpeed {
			s.speed = math.Min(x[0]/1000, xarm.TCPSpeed)
		} else {
			s.jointSpeed = math.Min(x[0], xarm.JointSpeed)
		}
	case xarm.RegGetReduced:
		l.params = append(l.params, flag(s.on))
	case xarm.RegSetReduced, xarm.RegSetFence, xarm.RegSetRebound:
		if len(p) != 1 || p[0] > 1 {
			return bad
		}
		if r == xarm.RegSetRebound && p[0] == 1 {
			return refused // the arm does not draw back after a collision
		}
		*s.of(r) = p[0] == 1
	case xarm.RegFence:
		if len(p) != 24 {
			return bad
		}
		var f [6]int
		for i := range f {
			f[i] = int(int32(binary.LittleEndian.Uint32(p[4*i:])))
			if f[i] < -xarm.MaxReach || f[i] > xarm.MaxReach || i%2 == 1 && f[i] >= f[i-1] {
				return bad
			}
		}
		s.fence = f
	case xarm.RegReducedRanges:
		var x [2 * xarm.Joints]float64
		if len(p) != 56 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:], xarm.MaxAngle) {
			return bad
		}
		for i := range xarm.Joints {
			if x[2*i] > x[2*i+1] {
				return bad
			}
		}
		s.ranges = x
	case xarm.RegReducedStates:
		l.params = b.appendReduced(append(l.params, flag(s.on)))
		l.params = append(l.params, flag(s.fenced), flag(s.rebound))
	default:
		return unknown
	}
	return done
}

// of returns the switch that a register sets.
func (s *reducedMode) of(r xarm.Register) *bool {
	switch r {
	case xarm.RegSetFence:
		return &s.fenced
	case xarm.RegSetRebound:
		return &s.rebound
	}
	return &s.on
}

// appendReduced appends the fence, the speeds and the joints' ranges as register 53 and the report contain them.
func (b *Box) appendReduced(dst []byte) []byte {
	s := &b.conf.reduced
	for _, x := range s.fence {
		dst = binary.BigEndian.AppendUint16(dst, uint16(int16(x)))
	}
	dst = xarm.AppendFloat(xarm.AppendFloat(dst, 1000*s.speed), s.jointSpeed)
	return xarm.AppendFloats(dst, s.ranges[:])
}

// detail is the answer of register 234 about the last error of a kind.
type detail struct {
	joint byte // counted from 1
	x     [xarm.Joints]float64
}

// faultOf latches an error of joint i, from 0, with the number that caused it.
func (b *Box) faultOf(e xarm.ErrorCode, i int, x float64) {
	if b.err == xarm.ErrorNone {
		b.details = detail{joint: byte(i + 1)}
		b.details.x[0] = x
		if e == xarm.ErrorJointLimit {
			b.details.x = b.ref.q
		}
	}
	b.fault(e)
}

// info answers register 234: the identification's status and what is known about the last error.
func (b *Box) info(l *Link, p []byte) outcome {
	if len(p) != 1 {
		return bad
	}
	d := &b.details
	switch p[0] {
	case 1: // power over Ethernet: none
		l.params = append(l.params, 0)
	case 2:
		l.params = append(l.params, flag(b.identify.active))
	case 101, 107:
		l.params = xarm.AppendFloat(xarm.AppendFloat(append(l.params, d.joint), d.x[1]), d.x[0])
	case 102, 104:
		l.params = xarm.AppendFloat(append(l.params, d.joint), d.x[0])
	case 105:
		l.params = xarm.AppendFloat(xarm.AppendFloat(l.params, 1000*b.conf.lineFactor*xarm.TCPSpeed), d.x[0])
	case 103, 106:
		l.params = xarm.AppendFloats(append(l.params, d.joint), d.x[:])
	default:
		return refused
	}
	return done
}
