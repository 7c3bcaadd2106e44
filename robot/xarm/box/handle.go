package box

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Link is one client's connection as the box sees it. It holds the reply's bytes, so that answering allocates
// nothing.
type Link struct {
	out, params []byte
}

// NewLink makes the box's end of a connection.
func NewLink() *Link {
	return &Link{out: make([]byte, 0, xarm.MaxFrame), params: make([]byte, 0, xarm.MaxReply)}
}

// outcome says how a request went.
type outcome uint8

const (
	done     outcome = iota
	bad              // parameters of a wrong length, or not finite: refuse, warning 12
	refused          // not possible in this mode or place: refuse
	notReady         // the state does not allow it
	unknown          // no such register: warning 13
)

// Handle answers one whole request frame at the box's present time. The reply is valid until the next call on
// the same Link; it is empty for frames that get none: those of a wrong form, which are counted, and
// keep-alives (protocol 1).
func (b *Box) Handle(l *Link, frame []byte) []byte {
	r, n, err := xarm.ParseRequest(frame)
	if err != nil || n != len(frame) {
		b.n.BadFrames++
		return nil
	}
	switch r.Protocol {
	case xarm.ProtocolModbus:
		return b.modbus(l, r)
	case xarm.ProtocolPrivate, xarm.ProtocolHeartbeat:
	default:
		b.n.KeepAlives++
		return nil
	}
	b.n.Requests++
	l.params = l.params[:0]
	out := b.dispatch(l, r.Register, r.Params)
	if out != done {
		b.pad(l, r.Register, r.Params)
	}
	reply := xarm.Reply{ID: r.ID, Protocol: r.Protocol, Register: r.Register, Params: l.params}
	switch out {
	case bad:
		b.n.Rejected++
		b.warn = xarm.WarnParameter
		reply.Status = xarm.StatusInvalid
	case refused:
		reply.Status = xarm.StatusInvalid
	case notReady:
		b.n.NotReady++
		reply.Status = xarm.StatusNotReady
	case unknown:
		b.n.Unknown++
		b.warn = xarm.WarnUnknownCode
	}
	reply.Status |= b.status()
	l.out = xarm.AppendReply(l.out[:0], reply)
	return l.out
}

// pad fills the reply to a request that failed up to the length of one that did not: the SDKs read that many bytes
// whatever the status says (xarm/core/wrapper/uxbus_cmd_tcp.py of the Python SDK).
func (b *Box) pad(l *Link, r xarm.Register, p []byte) {
	n := 0
	switch r {
	case xarm.RegIK:
		n = 4 * xarm.Joints
	case xarm.RegFK:
		n = 4 * len(xarm.WirePose{})
	case xarm.RegIsJointLimit, xarm.RegIsTCPLimit:
		n = 1
	case xarm.RegGetCommonParam:
		n = 4
	case xarm.RegTCPJerk, xarm.RegTCPMaxAcc, xarm.RegJointJerk, xarm.RegJointMaxAcc:
		n = 2
	case xarm.RegMoveLine, xarm.RegMoveLineB, xarm.RegMoveJoint, xarm.RegMoveJointB, xarm.RegMoveHome, xarm.RegMoveLineTool, xarm.RegMoveRelative, xarm.RegMoveLineAA:
		l.params = binary.BigEndian.AppendUint16(l.params[:0], uint16(b.queue.n))
		if n = 2; checks(r, p) {
			n, l.params = 3, append(l.params, byte(xarm.ErrorPlanning)) // the answer to whether it is possible
		}
	}
	l.params = xarm.PadZeros(l.params, n)
}

// modbus answers a standard Modbus TCP request with exception 1, illegal function (Modbus application protocol
// V1.1b3, section 7): the simulated box has no Modbus registers.
func (b *Box) modbus(l *Link, r xarm.Request) []byte {
	b.n.ModbusCalls++
	if len(r.Params) == 0 {
		b.n.BadFrames++
		return nil
	}
	l.out = xarm.AppendHeader(l.out[:0], r.ID, xarm.ProtocolModbus, 3)
	l.out = append(l.out, byte(r.Register), r.Params[0]|0x80, 1)
	return l.out
}

// dispatch carries out a request; reply parameters go to l.params.
func (b *Box) dispatch(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegServoJoint, xarm.RegServoCart, xarm.RegServoCartAA, xarm.RegJointVelocity, xarm.RegCartVelocity:
		return b.stream(r, p)
	case xarm.RegMoveLine, xarm.RegMoveLineB, xarm.RegMoveJoint, xarm.RegMoveJointB, xarm.RegMoveHome, xarm.RegMoveLineTool, xarm.RegMoveRelative, xarm.RegMoveLineAA:
		return b.plan(l, r, p)
	case xarm.RegTCPPose, xarm.RegTCPPoseAA, xarm.RegJointPos, xarm.RegJointTorque, xarm.RegIK, xarm.RegFK, xarm.RegIsJointLimit, xarm.RegIsTCPLimit:
		return b.readArm(l, r, p)
	case xarm.RegSystemControl, xarm.RegMotionEnable, xarm.RegSetState, xarm.RegSetMode, xarm.RegCleanError, xarm.RegCleanWarn:
		return b.control(r, p)
	}
	if out := b.readBox(l, r, p); out != unknown {
		return out
	}
	return b.configure(l, r, p)
}

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
	case xarm.RegServoDebug:
		l.params = xarm.PadZeros(l.params, 16)
	case xarm.RegPowerVersion:
		l.params = xarm.PadZeros(l.params, 6)
	case xarm.RegHardwareTypes:
		l.params = append(l.params, xarm.Joints, 0)
	case xarm.RegGetCommonParam:
		if len(p) != 1 {
			return bad
		}
		if p[0] != 1 {
			return unknown
		}
		l.params = xarm.AppendFloat(l.params, b.conf.lineFactor)
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
		if !b.reach(w.Pose(), &q, 8) {
			b.warn = xarm.WarnNoSolution
			return refused
		}
		l.params = xarm.AppendFloats(l.params, q[:])
	case xarm.RegFK:
		if xarm.ParseFloats(q[:], p) != nil || !xarm.Within(q[:], xarm.MaxAngle) {
			return bad
		}
		w = xarm.ToWire(b.tcp(&q))
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
		l.params = append(l.params, flag(!b.reach(w.Pose(), &q, 8)))
	}
	return done
}

// inside reports whether q is within the joints' limits.
func (b *Box) inside(q *[xarm.Joints]float64) bool {
	for i, x := range q {
		if x < b.lower[i]-rounding || x > b.upper[i]+rounding {
			return false
		}
	}
	return true
}

// control carries out the calls that change the box's state.
func (b *Box) control(r xarm.Register, p []byte) outcome {
	want := 1
	switch r {
	case xarm.RegMotionEnable:
		want = 2
	case xarm.RegCleanError, xarm.RegCleanWarn:
		want = 0
	case xarm.RegSetMode:
		want = min(max(len(p), 1), 2) // the second byte belongs to mode 2
	}
	if len(p) != want {
		return bad
	}
	switch r {
	case xarm.RegSystemControl:
		if p[0] != 1 && p[0] != 2 {
			return bad
		}
		b.cfg.Start = append(b.cfg.Start[:0:0], b.q[:]...)
		b.powerOn()
	case xarm.RegCleanError:
		b.err = xarm.ErrorNone
		if b.pressed {
			b.err = xarm.ErrorEmergencyStop
		}
	case xarm.RegCleanWarn:
		b.warn = xarm.WarnNone
	case xarm.RegMotionEnable:
		return b.enable(p[0], p[1] != 0)
	case xarm.RegSetMode:
		return b.setMode(xarm.Mode(p[0]))
	case xarm.RegSetState:
		return b.setState(xarm.State(p[0]))
	}
	return done
}

// enable switches motors; the box then wants a set_state(0).
func (b *Box) enable(joint byte, on bool) outcome {
	mask := byte(1<<xarm.Joints - 1)
	switch {
	case joint >= 1 && joint <= xarm.Joints:
		mask = 1 << (joint - 1)
	case joint != 8:
		return bad
	}
	if !on {
		b.enabled &^= mask
	} else if !b.pressed {
		b.enabled |= mask
	}
	b.systemReset()
	return done
}

// systemReset stops the arm and waits for set_state(0), as after each change of mode or configuration.
func (b *Box) systemReset() {
	if b.err != xarm.ErrorNone {
		b.halt(xarm.StateStopped)
		return
	}
	b.halt(xarm.StateReset)
}

func (b *Box) setMode(m xarm.Mode) outcome {
	if m > xarm.ModeCartOnline || m == 3 {
		return bad
	}
	b.mode = m
	b.systemReset()
	return done
}

func (b *Box) setState(s xarm.State) outcome {
	switch s {
	case xarm.StateMotion:
		return b.start()
	case xarm.StatePaused:
		if b.state == xarm.StateIdle {
			b.state = xarm.StatePaused
			if b.gen != genQueue {
				b.halt(xarm.StatePaused)
			}
		}
	case xarm.StateStopped:
		b.halt(xarm.StateStopped)
	case xarm.StateDecelerating:
		b.halt(xarm.StateDecelerating)
	default:
		return bad
	}
	return done
}

// start makes the box ready, or lets it go on after a pause. Mode and servo history begin afresh.
func (b *Box) start() outcome {
	if b.err != xarm.ErrorNone || b.enabled != 1<<xarm.Joints-1 {
		return notReady
	}
	if b.state == xarm.StateIdle {
		return done
	}
	resume := b.state == xarm.StatePaused
	b.state = xarm.StateIdle
	if resume && b.queue.n > 0 {
		return done
	}
	b.adoptJoints()
	b.clear = b.clearance(&b.ref.q)
	b.servo.begin(b)
	return done
}

// adoptJoints makes the arm's true place the set-point when something has pushed it away while it rested.
func (b *Box) adoptJoints() {
	if !b.resting() {
		return
	}
	for i := range b.q {
		if math.Abs(b.q[i]-b.ref.q[i]) > 0.01 {
			b.ref.q = b.q
			return
		}
	}
}

// What the load and gravity registers take; the maker does not say where it stops.
const (
	mostLoad    = 50.0   // kg
	farLoad     = 2000.0 // mm
	mostGravity = 100.0  // of a direction's components
)

// configure sets what the box keeps. Registers without an effect here are accepted and have none.
func (b *Box) configure(l *Link, r xarm.Register, p []byte) outcome {
	var w xarm.WirePose
	switch r {
	case xarm.RegTCPOffset:
		if len(p) != 24 || xarm.ParseFloats(w[:], p) != nil || !xarm.PlausiblePose(w) {
			return bad
		}
		b.conf.offset, b.conf.offsetWire = w.Pose(), w
		b.lastPose = b.tcp(&b.q)
		b.systemReset()
	case xarm.RegLoad:
		var x [4]float64
		if len(p) != 16 || xarm.ParseFloats(x[:], p) != nil || x[0] < 0 || x[0] > mostLoad || !xarm.Within(x[1:], farLoad) {
			return bad
		}
		b.conf.load = x
		b.systemReset()
	case xarm.RegCollisionSens, xarm.RegTeachSens:
		if len(p) != 1 || p[0] > 5 || r == xarm.RegTeachSens && p[0] == 0 {
			return bad
		}
		if r == xarm.RegCollisionSens {
			b.conf.collision = p[0]
		} else {
			b.conf.teach = p[0]
		}
		b.systemReset()
	case xarm.RegGravity:
		var x [3]float64
		if len(p) != 12 || xarm.ParseFloats(x[:], p) != nil || x == [3]float64{} || !xarm.Within(x[:], mostGravity) {
			return bad
		}
		b.conf.gravity = x
		b.systemReset()
	case xarm.RegSetCommonParam:
		return b.commonParam(p)
	case xarm.RegTCPJerk, xarm.RegTCPMaxAcc, xarm.RegJointJerk, xarm.RegJointMaxAcc:
		var x [1]float64
		if len(p) != 4 || xarm.ParseFloats(x[:], p) != nil || x[0] <= 0 {
			return bad
		}
		l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	case xarm.RegCleanConf, xarm.RegSaveConf, xarm.RegSimulation, xarm.RegFeedbackType, xarm.RegSetBrake:
	default:
		return unknown
	}
	return done
}

// commonParam sets parameter 1, the factor on the greatest planned speed (1000 mm/s) that mode 1 allows.
func (b *Box) commonParam(p []byte) outcome {
	var x [1]float64
	if len(p) != 5 || p[0] != 1 {
		return bad
	}
	if xarm.ParseFloats(x[:], p[1:]) != nil || x[0] <= 0 || x[0] > 10 {
		return bad
	}
	b.conf.lineFactor = x[0]
	return done
}

// tooSoon applies the rate limit to a servo or velocity command: the generic cell rate algorithm (ITU-T I.371,
// virtual scheduling) with a tolerance of half a period.
func (b *Box) tooSoon() bool {
	period := time.Duration(float64(time.Second) / b.cfg.MaxRate)
	if b.now < b.servo.nextTurn-period/2 {
		b.n.Dropped++
		return true
	}
	b.servo.nextTurn = max(b.now, b.servo.nextTurn) + period
	return false
}

// flag is 1 for true.
func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
