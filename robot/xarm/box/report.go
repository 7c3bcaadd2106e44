package box

import (
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// AppendReport appends the report the box would send now on a port.
func (b *Box) AppendReport(dst []byte, k xarm.ReportKind) []byte {
	if k == xarm.ReportRealtime {
		r := xarm.Realtime{
			Time: uint64(b.now / time.Microsecond), State: b.shownState(), Mode: b.mode, Commands: uint16(b.queue.n),
			TargetQ: b.ref.q, TargetDQ: b.ref.v, Q: b.q, DQ: b.dq, DDQ: b.ddq, Tau: b.tau,
		}
		target := xarm.ToAxisAngle(b.tcp(&b.ref.q))
		actual := xarm.ToAxisAngle(b.lastPose)
		r.TargetPose, r.Pose = [6]float64(target), [6]float64(actual)
		r.ActualSpeed = b.wireTwist()
		return xarm.AppendRealtime(dst, &r)
	}
	r := xarm.Report{
		State: b.shownState(), Mode: b.mode, Commands: uint16(b.queue.n), Q: b.q, Pose: b.pose, Tau: b.tau,
		Brakes: b.enabled, Enabled: b.enabled, Err: b.err, Warn: b.warn,
		Offset: b.conf.offsetWire, Load: b.conf.load, CollisionSens: b.conf.collision, TeachSens: b.conf.teach,
		GravityDirection: b.conf.gravity, Type: xarm.Joints, Axes: xarm.Joints, DQ: b.ref.v,
		LimitsTCP:   [5]float64{xarm.TCPJerk * 1000, 0.1, xarm.TCPAcc * 1000, 0.1, xarm.TCPSpeed * 1000},
		LimitsJoint: [5]float64{xarm.JointJerk, 0.01, xarm.JointAcc, 0.0001, xarm.JointSpeed},
		Temperature: [xarm.Joints]int8{30, 30, 30, 30, 30, 30, 30},
	}
	copy(r.Version[:], b.cfg.Firmware)
	r.Speed = b.twist.Lin.Norm() * 1000
	aa := xarm.ToAxisAngle(b.lastPose)
	copy(r.AxisAngle[:], aa[3:])
	return xarm.AppendReport(dst, k, &r)
}

// wireTwist is the TCP's velocity in mm/s and rad/s.
func (b *Box) wireTwist() [6]float64 {
	l, a := b.twist.Lin.Scale(1000), b.twist.Ang
	return [6]float64{l.X, l.Y, l.Z, a.X, a.Y, a.Z}
}
