package box

import (
	"encoding/binary"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/path"
)

// readBox answers questions about the box itself.
func (b *Box) readBox(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegVersion:
		l.params = append(append(l.params, b.versionText()...), 0)
		l.params = xarm.PadZeros(l.params, 40)
	case xarm.RegSerial:
		l.params = append(append(l.params, b.cfg.ArmSerial...), 0)
		l.params = append(append(l.params, b.cfg.BoxSerial...), 0)
		l.params = xarm.PadZeros(l.params, 40)
	case xarm.RegGetState:
		l.params = append(l.params, byte(b.shownState()))
	case xarm.RegCommandCount:
		l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	case xarm.RegErrWarn:
		l.params = append(l.params, byte(b.err), byte(b.warn))
	case xarm.RegPowerVersion:
		l.params = xarm.PadZeros(l.params, 6)
	case xarm.RegHardwareTypes:
		l.params = append(l.params, xarm.Joints, 0)
	case xarm.RegGetCommonParam:
		return b.param(l, p)
	case xarm.RegGetCommonInfo:
		return b.info(l, p)
	case xarm.RegVerify:
		l.params = append(l.params, 0)
	case xarm.RegGetCurrents:
		l.params = append(l.params, flag(b.conf.currents))
	case xarm.RegGetApproximate:
		if l.params = append(l.params, flag(b.conf.approximate)); b.cfg.PageForms {
			l.params = append(l.params[:0], 0, 0, 0, flag(b.conf.approximate))
		}
	case xarm.RegCounterReset:
		b.counter = 0
	case xarm.RegCounterPlus:
		return b.queued(action{what: actCount}, l)
	case xarm.RegGetMovement:
		b.appendMovement(l)
	case xarm.RegFeedbackCheck:
		if n := b.noteOf(l); b.queue.n == 0 {
			b.tell(&n, feedbackFinish, 0)
		} else if !b.push(&task{kind: taskWait, note: n}) {
			return refused
		}
	default:
		return unknown
	}
	return done
}

func (b *Box) versionText() string {
	return "7,7," + b.cfg.ArmSerial + "," + b.cfg.BoxSerial + "," + b.cfg.Firmware
}

// readArm answers questions about the arm, from the registers as last refreshed.
func (b *Box) readArm(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegTCPPose:
		l.params = xarm.AppendFloats(l.params, b.shown.pose[:])
	case xarm.RegTCPPoseAA:
		l.params = xarm.AppendFloats(l.params, b.shown.aa[:])
	case xarm.RegJointTorque:
		l.params = xarm.AppendFloats(l.params, b.shown.tau[:])
	case xarm.RegJointPos:
		l.params = xarm.AppendFloats(l.params, b.shown.q[:])
		if len(p) > 0 && p[0]&15 >= 2 {
			l.params = xarm.AppendFloats(l.params, b.shown.dq[:])
		}
		if len(p) > 0 && p[0]&15 >= 3 {
			l.params = xarm.AppendFloats(l.params, b.shown.tau[:])
		}
	default:
		return b.compute(l, r, p)
	}
	return done
}

// compute answers kinematic questions.
func (b *Box) compute(l *Link, r xarm.Register, p []byte) outcome {
	var q [xarm.Joints]float64
	var w xarm.WirePose
	switch r {
	case xarm.RegIK:
		q = b.ref.q
		if xarm.ParseFloats(w[:], p) != nil || !xarm.PlausiblePose(w) || len(p) >= 25+4*xarm.Joints && xarm.ParseFloats(q[:], p[25:]) != nil {
			return bad
		}
		if !b.reach(b.inBase(w.Pose()), &q, 8) {
			b.warn = xarm.WarnNoSolution
			return refused
		}
		l.params = xarm.AppendFloats(l.params, q[:])
	case xarm.RegFK:
		if xarm.ParseFloats(q[:], p) != nil || !xarm.Within(q[:], xarm.MaxAngle) {
			return bad
		}
		w = xarm.ToWire(b.conf.world.Mul(b.tcp(&q)))
		l.params = xarm.AppendFloats(l.params, w[:])
	case xarm.RegIsJointLimit:
		if xarm.ParseFloats(q[:], p) != nil {
			return bad
		}
		l.params = append(l.params, flag(!b.inside(&q)))
	case xarm.RegIsTCPLimit:
		if xarm.ParseFloats(w[:], p) != nil || !xarm.PlausiblePose(w) {
			return bad
		}
		q = b.ref.q
		l.params = append(l.params, flag(!b.reach(b.inBase(w.Pose()), &q, 8)))
	}
	return done
}

// inside reports whether q is within the joints' limits.
func (b *Box) inside(q *[xarm.Joints]float64) bool {
	for i, x := range q {
		if lower, upper := b.bounds(i); x < lower-rounding || x > upper+rounding {
			return false
		}
	}
	return true
}

// inBase returns the pose in the base of a pose in the user's coordinates.
func (b *Box) inBase(p spatial.Pose) spatial.Pose { return b.conf.world.Inv().Mul(p) }

// appendMovement appends the register of the move under way and its numbers, 41 bytes; zeros without a
// move.
func (b *Box) appendMovement(l *Link) {
	k := &b.queue
	if k.run.Active() && k.n > 0 {
		m := &k.at(0).move
		if m.Kind == path.Joint {
			l.params = append(l.params, byte(xarm.RegMoveJoint))
			l.params = xarm.AppendFloats(l.params, m.Q[:])
			l.params = xarm.AppendFloat(xarm.AppendFloat(xarm.AppendFloat(l.params, m.Speed), m.Acc), 0)
			return
		}
		r := xarm.RegMoveLine
		if m.Kind == path.Circle {
			r = xarm.RegMoveCircle
		}
		w := xarm.ToWire(b.conf.world.Mul(m.Pose))
		l.params = xarm.AppendFloats(append(l.params, byte(r)), w[:])
		for _, x := range [...]float64{1000 * m.Speed, 1000 * m.Acc, 0} {
			l.params = xarm.AppendFloat(l.params, x)
		}
	}
	l.params = xarm.PadZeros(l.params, 41)
}
