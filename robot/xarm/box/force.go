package box

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// forceMode says how the force-torque sensor moves the arm.
type forceMode byte

const (
	forceOff        forceMode = iota
	forceAdmittance           // the TCP gives way like a mass on a spring
	forceControl              // the TCP goes where the force has the wanted value
)

// forceSettings are those of the force-torque sensor at the flange. Six numbers are along and about x, y, z.
type forceSettings struct {
	load             [10]float64 // kg, mm, then the reading without a load: N, N·m
	tool, toolRef    bool        // admittance, force control: in the tool's frame, not the base's
	axes, forceAxes  [6]byte     // which directions give way, are controlled
	mass, stiff      [6]float64  // kg, kg·m²; N/m, N·m/rad
	damp             [6]float64
	wanted           [6]float64 // N, N·m
	limits           [6]float64
	kp, ki, kd, most [6]float64
	zero             [6]float64 // the reading shown as zero
}

// sensor is the state of the force-torque sensor.
type sensor struct {
	on       bool
	mode     forceMode
	wrench   [6]float64    // N, N·m at the flange in its own frame: what presses on the tool
	moved    spatial.Twist // m, rad: how far admittance has given way
	rate     spatial.Twist
	sum, was [6]float64 // of force control's error
}

// SetWrench sets the force (N) and torque (N·m) that press on the tool at the flange, in its frame. Only the
// force-torque sensor feels them.
func (b *Box) SetWrench(force, torque spatial.Vec3) {
	b.sense.wrench = [6]float64{force.X, force.Y, force.Z, torque.X, torque.Y, torque.Z}
}

// SensorFault is a fault of the force-torque sensor.
type SensorFault uint8

// The faults.
const (
	SensorSound  SensorFault = iota
	SensorSilent             // it does not answer; meanwhile the box has error 18
	SensorFrozen             // it repeats its last values
)

// FailForceSensor breaks the force-torque sensoror repairs it.
func (b *Box) FailForceSensor(f SensorFault) { b.sensorFault = f }

// raw is what the sensor measures: the wrench on the tool and the load's weight.
func (b *Box) raw() (w [6]float64) {
	if !b.sense.on || b.sensorFault == SensorSilent {
		return w
	}
	if b.sensorFault == SensorFrozen {
		return b.lastRaw
	}
	defer func() { b.lastRaw = w }()
	w = b.sense.wrench
	tip := b.lastPose.Mul(b.conf.offset.Inv())
	if depth := -b.lastPose.P.Z; depth > 0 && b.cfg.Floor > 0 {
		up := tip.R.ApplyT(spatial.V(0, 0, b.cfg.Floor*depth))
		turn := b.conf.offset.P.Cross(up)
		for i, x := range [6]float64{up.X, up.Y, up.Z, turn.X, turn.Y, turn.Z} {
			w[i] += x
		}
	}
	g := spatial.V(b.conf.gravity[0], b.conf.gravity[1], b.conf.gravity[2])
	if u, ok := g.Unit(); ok && b.cfg.Payload[0] > 0 {
		f := tip.R.ApplyT(u.Scale(9.81 * b.cfg.Payload[0]))
		t := spatial.V(b.cfg.Payload[1], b.cfg.Payload[2], b.cfg.Payload[3]).Scale(1e-3).Cross(f)
		for i, x := range [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z} {
			w[i] += x
		}
	}
	return w
}

// felt is the external wrench that the sensor shows: without its zero and the known load.
func (b *Box) felt() (w [6]float64) {
	if !b.sense.on {
		return w
	}
	w = b.raw()
	for i := range w {
		w[i] -= b.conf.force.zero[i]
	}
	return w
}

// forces answers the registers of the force-torque sensor.
func (b *Box) forces(l *Link, r xarm.Register, p []byte) outcome {
	c := &b.conf.force
	switch r {
	case xarm.RegForceData, xarm.RegForceDataOld, xarm.RegForceConfig, xarm.RegForceGetMode, xarm.RegForceEnable, xarm.RegForceMode,
		xarm.RegForceZero, xarm.RegForceLoad, xarm.RegIdentifyLoad:
		return b.sensing(l, r, p)
	case xarm.RegAdmittance:
		if len(p) != 79 || !sixes(p[7:], &c.mass, &c.stiff, &c.damp) {
			return bad
		}
		c.tool = p[0] != 0
		copy(c.axes[:], p[1:])
	case xarm.RegAdmittanceMKB:
		if len(p) != 72 || !sixes(p, &c.mass, &c.stiff, &c.damp) {
			return bad
		}
	case xarm.RegAdmittanceAxes:
		if len(p) != 7 {
			return bad
		}
		c.tool = p[0] != 0
		copy(c.axes[:], p[1:])
	case xarm.RegForcePID:
		if len(p) != 96 || !sixes(p, &c.kp, &c.ki, &c.kd, &c.most) {
			return bad
		}
	case xarm.RegForceControl:
		if len(p) != 55 || !sixes(p[7:], &c.wanted, &c.limits) {
			return bad
		}
		c.toolRef = p[0] != 0
		copy(c.forceAxes[:], p[1:])
	default:
		return unknown
	}
	return done
}

// sixes reads six floats into each element of to, and nothing if one is not finite.
func sixes(p []byte, to ...*[6]float64) bool {
	var x [24]float64
	n := 6 * len(to)
	if xarm.ParseFloats(x[:n], p) != nil || !xarm.Within(x[:n], 1e6) {
		return false
	}
	for i, t := range to {
		copy(t[:], x[6*i:])
	}
	return true
}

// sensing answers requests that need the sensor itself. Without a sensor, a request that would use it latches error 18,
// and one that reads it gets zeros.
func (b *Box) sensing(l *Link, r xarm.Register, p []byte) outcome {
	s := &b.sense
	switch r {
	case xarm.RegForceData, xarm.RegForceDataOld:
		w := b.felt()
		if len(p) == 1 && p[0] == 1 {
			w = b.raw()
		}
		l.params = xarm.AppendFloats(l.params, w[:])
		return done
	case xarm.RegForceConfig:
		l.params = b.appendForce(l.params)
		return done
	case xarm.RegForceGetMode:
		l.params = append(l.params, byte(s.mode))
		return done
	case xarm.RegIdentifyLoad:
		return b.identifyLoad(l, p)
	}
	if !b.cfg.ForceSensor {
		b.fault(xarm.ErrorForceSensor)
		return refused
	}
	switch r {
	case xarm.RegForceEnable:
		if len(p) != 1 || p[0] > 1 {
			return bad
		}
		*s = sensor{on: p[0] == 1, wrench: s.wrench}
	case xarm.RegForceMode:
		if len(p) != 1 || p[0] > byte(forceControl) {
			return bad
		}
		if p[0] != 0 && !s.on {
			b.fault(xarm.ErrorForceMode)
			return refused
		}
		*s = sensor{on: s.on, mode: forceMode(p[0]), wrench: s.wrench}
		b.systemReset()
	case xarm.RegForceZero:
		if !s.on {
			b.fault(xarm.ErrorForceZero)
			return refused
		}
		b.conf.force.zero = b.raw()
	case xarm.RegForceLoad:
		var x [10]float64
		if len(p) != 40 || xarm.ParseFloats(x[:], p) != nil || !xarm.Within(x[:], 1e6) {
			return bad
		}
		b.conf.force.load = x
		copy(b.conf.force.zero[:], x[4:])
	}
	return done
}

// sensorRegister answers for the sensor's module, which is number 8 of the servo registers.
func (b *Box) sensorRegister(l *Link, addr uint16) outcome {
	v := uint32(0)
	switch addr {
	case 0x0010:
		if v = 27; !b.cfg.ForceSensor { // 27: no error
			return refused
		}
	case moduleVersion, moduleVersion + 1, moduleVersion + 2:
		v = 1
	default:
		return refused
	}
	l.params = binary.BigEndian.AppendUint32(l.params, v)
	return done
}

// appendForce appends the 280 bytes of register 212.
func (b *Box) appendForce(dst []byte) []byte {
	c, s := &b.conf.force, &b.sense
	kind := byte(0)
	if b.cfg.ForceSensor {
		kind = 1
	}
	dst = append(dst, byte(s.mode), flag(s.on), kind, 8)
	dst = binary.BigEndian.AppendUint16(dst, 1000) // Hz
	dst = xarm.AppendFloats(dst, []float64{c.load[0], 0})
	dst = xarm.AppendFloats(dst, c.load[1:4])
	dst = xarm.AppendFloats(dst, c.zero[:])
	dst = append(append(dst, flag(c.tool)), c.axes[:]...)
	for _, x := range [...]*[6]float64{&c.mass, &c.stiff, &c.damp} {
		dst = xarm.AppendFloats(dst, x[:])
	}
	dst = append(append(dst, flag(c.toolRef)), c.forceAxes[:]...)
	for _, x := range [...]*[6]float64{&c.wanted, &c.limits, &c.kp, &c.ki, &c.kd, &c.most} {
		dst = xarm.AppendFloats(dst, x[:])
	}
	return dst
}

// checkForce stops the arm with error 54 if common parameter 11 is on and the sensor feels more than parameter 12
// allows.
func (b *Box) checkForce() {
	if b.sense.on && b.sensorFault == SensorSilent && b.err == xarm.ErrorNone {
		b.fault(xarm.ErrorForceSensor)
	}
	if !b.sense.on || b.conf.params[paramForceStop][0] == 0 || b.gen == genHold || b.gen == genStop {
		return
	}
	for i, f := range b.felt() {
		if most := b.conf.params[paramForceMost][i]; math.Abs(f) > most {
			b.faultOf(xarm.ErrorForceCollision, i, f)
			b.details.x[1] = most
			return
		}
	}
}

// along returns the base's or the tool's axes in the base, and b.felt in that frame.
func (b *Box) along(tool bool) (frame spatial.Rot, f [6]float64) {
	f = b.felt()
	flange := b.lastPose.Mul(b.conf.offset.Inv()).R
	force, torque := flange.Apply(spatial.V(f[0], f[1], f[2])), flange.Apply(spatial.V(f[3], f[4], f[5]))
	frame = spatial.IdentityRot()
	if tool {
		frame = b.lastPose.R
		force, torque = frame.ApplyT(force), frame.ApplyT(torque)
	}
	return frame, [6]float64{force.X, force.Y, force.Z, torque.X, torque.Y, torque.Z}
}

// giveWay moves the TCP in response to the sensor (modes 1 and 2 of register 202).
func (b *Box) giveWay() {
	c, s := &b.conf.force, &b.sense
	var v [6]float64
	var frame spatial.Rot
	var f [6]float64
	if s.mode == forceAdmittance {
		frame, f = b.along(c.tool)
		x := [6]float64{s.moved.Lin.X, s.moved.Lin.Y, s.moved.Lin.Z, s.moved.Ang.X, s.moved.Ang.Y, s.moved.Ang.Z}
		r := [6]float64{s.rate.Lin.X, s.rate.Lin.Y, s.rate.Lin.Z, s.rate.Ang.X, s.rate.Ang.Y, s.rate.Ang.Z}
		for i := range v {
			if c.axes[i] == 0 || c.mass[i] <= 0 {
				continue
			}
			damping := c.damp[i]
			if damping == 0 { // reserved in the maker's pages: critical damping, but enough for guiding by hand
				damping = math.Max(2*math.Sqrt(c.mass[i]*c.stiff[i]), 100*c.mass[i])
			}
			// Implicit in the rate, so that light masses on stiff springs stay stable at 1 kHz.
			v[i] = (r[i] + tickDT/c.mass[i]*(f[i]-c.stiff[i]*x[i])) / (1 + tickDT/c.mass[i]*(damping+tickDT*c.stiff[i]))
		}
	} else {
		frame, f = b.along(c.toolRef)
		for i := range v {
			if c.forceAxes[i] == 0 {
				continue
			}
			// The arm presses with wanted, so the sensor must feel the opposite.
			e := c.wanted[i] + f[i]
			s.sum[i] += e
			v[i] = (c.kp[i]*e + c.ki[i]*s.sum[i] + c.kd[i]*(e-s.was[i])) / tickDT / 1000
			s.was[i] = e
		}
	}
	for i := range v { // limits are mm/s and rad/s
		most := 0.2
		if i >= 3 {
			most = math.Pi / 4
		}
		if m := c.most[i]; s.mode == forceControl && m > 0 {
			if most = m; i < 3 {
				most = m / 1000
			}
		}
		v[i] = clamp(v[i], most)
	}
	s.rate = spatial.Twist{Lin: spatial.V(v[0], v[1], v[2]), Ang: spatial.V(v[3], v[4], v[5])}
	s.moved = s.moved.Add(s.rate.Scale(tickDT))
	b.followTwist(spatial.Twist{Lin: frame.Apply(s.rate.Lin), Ang: frame.Apply(s.rate.Ang)}, xarm.TCPAcc, boxTurnAcc)
}

// identification finds the load at the flange by turning the wrist. It answers when it is finished.
type identification struct {
	active  bool
	reply   note
	numbers int
	began   time.Duration
}

// identifyFor is how long an identification takes.
const identifyFor = 6 * time.Second

// identifyLoad begins an identification: of the sensor (kind 0, ten numbers) or by currents (1, four).
func (b *Box) identifyLoad(l *Link, p []byte) outcome {
	if len(p) != 1 && len(p) != 5 || p[0] > 1 {
		return bad
	}
	switch {
	case p[0] == 0 && !b.sense.on:
		b.fault(xarm.ErrorForceSensor)
		return refused
	case !b.ready() || b.identify.active || b.mode != xarm.ModePosition || b.queue.n > 0:
		return notReady
	}
	q := b.ref.q
	for i, d := range [...]float64{0.4, -0.4, 0} {
		m := b.jointMove(q, 1, 5)
		m.Q[6] = clampTo(q[6]+d, b.lower[6], b.upper[6])
		m.Q[5] = clampTo(q[5]+d/2*float64(1-i%2), b.lower[5], b.upper[5])
		b.push(&task{kind: taskMove, move: m})
	}
	b.identify = identification{
		active: true, numbers: 10 - 6*int(p[0]), began: b.now,
		reply: note{link: l, id: l.asked.ID, protocol: l.asked.Protocol, register: l.asked.Register},
	}
	l.waits = true
	return later
}

func clampTo(x, lower, upper float64) float64 { return math.Min(math.Max(x, lower), upper) }

// progress of the identification, percent.
func (b *Box) progress() byte {
	if !b.identify.active {
		return 0
	}
	return byte(min(99, 100*(b.now-b.identify.began)/identifyFor))
}

// endIdentification answers when the identification is over or the arm was stopped.
func (b *Box) endIdentification() {
	d := &b.identify
	if !d.active || b.now < d.began+identifyFor && b.err == xarm.ErrorNone && b.state == xarm.StateIdle {
		return
	}
	d.active = false
	var x [10]float64
	copy(x[:], b.cfg.Payload[:])
	status := b.status()
	if b.now < d.began+identifyFor {
		x = [10]float64{}
		status |= xarm.StatusInvalid
	}
	l := d.reply.link
	if l == nil {
		return // its client has gone
	}
	l.waits = false
	l.late = xarm.AppendFloats(l.late[:0], x[:d.numbers])
	var frame [xarm.HeaderLen + 2 + 4*len(x)]byte
	l.put(xarm.AppendReply(frame[:0], xarm.Reply{ID: d.reply.id, Protocol: d.reply.protocol, Register: d.reply.register, Status: status, Params: l.late}))
}
