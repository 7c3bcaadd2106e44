package box

import (
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// AppendReport appends the report that the box would send now on a port.
func (b *Box) AppendReport(dst []byte, k xarm.ReportKind) []byte {
	if k == xarm.ReportRealtime {
		return b.appendRealtime(dst)
	}
	r := xarm.Report{
		State: b.shownState(), Mode: b.mode, Commands: uint16(b.queue.n), Q: b.q, Pose: b.pose, Tau: b.shownTorque(),
		Brakes: b.enabled | b.loose, Enabled: b.enabled, Err: b.err, Warn: b.warn,
		Offset: b.conf.offsetWire, Load: b.conf.load, CollisionSens: b.conf.collision, TeachSens: b.conf.teach,
		GravityDirection: b.conf.gravity, Type: xarm.Joints, Axes: xarm.Joints, HasForce: b.cfg.ForceSensor,
	}
	if k != xarm.ReportNormal {
		r.ForceExt, r.ForceRaw = b.felt(), b.raw()
	}
	if k == xarm.ReportRich {
		b.rich(&r)
	}
	return xarm.AppendReport(dst, k, &r)
}

// rich adds the fields that only port 30002 has.
func (b *Box) rich(r *xarm.Report) {
	c := &b.conf
	r.DQ = b.ref.v
	r.LimitsTCP = [5]float64{c.tcpJerk * 1000, 0.1, c.tcpAcc * 1000, 0.1, xarm.TCPSpeed * 1000}
	r.LimitsJoint = [5]float64{c.jointJerk, 0.01, c.jointAcc, 0.0001, xarm.JointSpeed}
	r.RotationLimits = [2]float64{xarm.JointJerk, xarm.TurnAcc}
	copy(r.Version[:], b.cfg.Firmware)
	r.Speed = b.twist.Lin.Norm() * 1000
	aa := xarm.ToAxisAngle(c.world.Mul(b.lastPose))
	copy(r.AxisAngle[:], aa[3:])
	for i := range xarm.Joints {
		r.Temperature[i], r.Volts[i], r.Currents[i] = 30, 24, b.current(i)
	}
	r.Counter, r.World, r.ClearOnStop, r.Simulated = b.counter, c.worldWire, c.clearOnStop, c.simulated
	r.SelfCollides, r.Tool, r.ToolSize = c.selfCollision, c.tool, c.toolSize
	b.appendPins(r.Pins[:2])
	r.Identified, r.ForceOn = b.progress(), b.sense.on
	s := &c.reduced
	r.Flags = flag(s.on) | flag(s.fenced)<<1 | flag(c.currents)<<2 | flag(c.approximate)<<3 | flag(c.joins)<<4
	b.appendReduced(append(r.Reduced[:0], flag(s.on)))
	r.Reduced[xarm.ReducedLen-2], r.Reduced[xarm.ReducedLen-1] = flag(s.fenced), flag(s.rebound)
}

// shownTorque is the number reported for each joint: N·m, or A (register 70).
func (b *Box) shownTorque() [xarm.Joints]float64 {
	tau := b.tau
	if b.conf.currents {
		for i := range tau {
			tau[i] = b.current(i)
		}
	}
	return tau
}

// appendRealtime appends the report of port 30000.
func (b *Box) appendRealtime(dst []byte) []byte {
	r := xarm.Realtime{
		Time: uint64(b.now / time.Microsecond), State: b.shownState(), Mode: b.mode, Commands: uint16(b.queue.n),
		TargetQ: b.ref.q, TargetDQ: b.ref.v, Q: b.q, DQ: b.dq, DDQ: b.ddq, Tau: b.tau, ForceRaw: b.raw(), ForceExt: b.felt(),
	}
	for i := range r.Current {
		r.Current[i] = b.current(i)
	}
	target := xarm.ToAxisAngle(b.conf.world.Mul(b.tcp(&b.ref.q)))
	actual := xarm.ToAxisAngle(b.conf.world.Mul(b.lastPose))
	r.TargetPose, r.Pose = [6]float64(target), [6]float64(actual)
	r.ActualSpeed = b.wireTwist()
	return xarm.AppendRealtime(dst, &r)
}

// wireTwist returns the TCP's velocity in mm/s and rad/s.
func (b *Box) wireTwist() [6]float64 {
	l, a := b.conf.world.R.Apply(b.twist.Lin.Scale(1000)), b.conf.world.R.Apply(b.twist.Ang)
	return [6]float64{l.X, l.Y, l.Z, a.X, a.Y, a.Z}
}
