package xarm

import (
	"encoding/binary"
	"math"
	"time"
)

// Link is one client's connection as the box sees it. It holds the reply's bytes, so that answering allocates
// nothing.
type Link struct {
	out, params []byte
}

// NewLink makes the box's end of a connection.
func NewLink() *Link {
	return &Link{out: make([]byte, 0, MaxFrame), params: make([]byte, 0, MaxReply)}
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
	r, n, err := ParseRequest(frame)
	if err != nil || n != len(frame) {
		b.n.BadFrames++
		return nil
	}
	switch r.Protocol {
	case ProtocolModbus:
		return b.modbus(l, r)
	case ProtocolPrivate, ProtocolHeartbeat:
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
	reply := Reply{ID: r.ID, Protocol: r.Protocol, Register: r.Register, Params: l.params}
	switch out {
	case bad:
		b.n.Rejected++
		b.warn = WarnParameter
		reply.Status = StatusInvalid
	case refused:
		reply.Status = StatusInvalid
	case notReady:
		b.n.NotReady++
		reply.Status = StatusNotReady
	case unknown:
		b.n.Unknown++
		b.warn = WarnUnknownCode
	}
	reply.Status |= b.status()
	l.out = AppendReply(l.out[:0], reply)
	return l.out
}

// pad fills the reply to a request that failed up to the length of one that did not: the SDKs read that many bytes
// whatever the status says (xarm/core/wrapper/uxbus_cmd_tcp.py of the Python SDK).
func (b *Box) pad(l *Link, r Register, p []byte) {
	n := 0
	switch r {
	case RegIK:
		n = 4 * Joints
	case RegFK:
		n = 4 * len(WirePose{})
	case RegIsJointLimit, RegIsTCPLimit:
		n = 1
	case RegGetCommonParam:
		n = 4
	case RegTCPJerk, RegTCPMaxAcc, RegJointJerk, RegJointMaxAcc:
		n = 2
	case RegMoveLine, RegMoveLineB, RegMoveJoint, RegMoveJointB, RegMoveHome, RegMoveLineTool, RegMoveRelative, RegMoveLineAA:
		l.params = binary.BigEndian.AppendUint16(l.params[:0], uint16(b.queue.n))
		if n = 2; checks(r, p) {
			n, l.params = 3, append(l.params, byte(ErrorPlanning)) // the answer to whether it could be done
		}
	}
	l.params = append(l.params, make([]byte, n)...)
}

// modbus answers a standard Modbus TCP request with exception 1, illegal function (Modbus application protocol
// V1.1b3, section 7): the simulated box has no Modbus registers.
func (b *Box) modbus(l *Link, r Request) []byte {
	b.n.ModbusCalls++
	if len(r.Params) == 0 {
		b.n.BadFrames++
		return nil
	}
	l.out = appendHeader(l.out[:0], r.ID, ProtocolModbus, 3)
	l.out = append(l.out, byte(r.Register), r.Params[0]|0x80, 1)
	return l.out
}

// dispatch carries out a request; reply parameters go to l.params.
func (b *Box) dispatch(l *Link, r Register, p []byte) outcome {
	switch r {
	case RegServoJoint, RegServoCart, RegServoCartAA, RegJointVelocity, RegCartVelocity:
		return b.stream(r, p)
	case RegMoveLine, RegMoveLineB, RegMoveJoint, RegMoveJointB, RegMoveHome, RegMoveLineTool, RegMoveRelative, RegMoveLineAA:
		return b.plan(l, r, p)
	case RegTCPPose, RegTCPPoseAA, RegJointPos, RegJointTorque, RegIK, RegFK, RegIsJointLimit, RegIsTCPLimit:
		return b.readArm(l, r, p)
	case RegSystemControl, RegMotionEnable, RegSetState, RegSetMode, RegCleanError, RegCleanWarn:
		return b.control(r, p)
	}
	if out := b.readBox(l, r, p); out != unknown {
		return out
	}
	return b.configure(l, r, p)
}

// readBox answers questions about the box itself.
func (b *Box) readBox(l *Link, r Register, p []byte) outcome {
	switch r {
	case RegVersion:
		l.params = append(append(l.params, b.versionText()...), 0)
		l.params = append(l.params, make([]byte, 40)...)
	case RegSerial:
		l.params = append(append(l.params, b.cfg.ArmSerial...), 0)
		l.params = append(append(l.params, b.cfg.BoxSerial...), 0)
		l.params = append(l.params, make([]byte, 40)...)
	case RegGetState:
		l.params = append(l.params, byte(b.shownState()))
	case RegCommandCount:
		l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	case RegErrWarn:
		l.params = append(l.params, byte(b.err), byte(b.warn))
	case RegServoDebug:
		l.params = append(l.params, make([]byte, 16)...)
	case RegPowerVersion:
		l.params = append(l.params, make([]byte, 6)...)
	case RegHardwareTypes:
		l.params = append(l.params, Joints, 0)
	case RegGetCommonParam:
		if len(p) != 1 {
			return bad
		}
		if p[0] != 1 {
			return unknown
		}
		l.params = appendF32(l.params, b.conf.lineFactor)
	default:
		return unknown
	}
	return done
}

func (b *Box) versionText() string {
	return "7,7," + b.cfg.ArmSerial + "," + b.cfg.BoxSerial + "," + b.cfg.Firmware
}

// readArm answers questions about the arm, from the registers as last refreshed.
func (b *Box) readArm(l *Link, r Register, p []byte) outcome {
	switch r {
	case RegTCPPose:
		l.params = appendF32s(l.params, b.shown.pose[:])
	case RegTCPPoseAA:
		l.params = appendF32s(l.params, b.shown.aa[:])
	case RegJointTorque:
		l.params = appendF32s(l.params, b.shown.tau[:])
	case RegJointPos:
		l.params = appendF32s(l.params, b.shown.q[:])
		if len(p) > 0 && p[0]&15 >= 2 {
			l.params = appendF32s(l.params, b.shown.dq[:])
		}
		if len(p) > 0 && p[0]&15 >= 3 {
			l.params = appendF32s(l.params, b.shown.tau[:])
		}
	default:
		return b.compute(l, r, p)
	}
	return done
}

// compute answers kinematic questions.
func (b *Box) compute(l *Link, r Register, p []byte) outcome {
	var q [Joints]float64
	var w WirePose
	switch r {
	case RegIK:
		q = b.ref.q
		if f32s(w[:], p) != nil || !plausiblePose(w) || len(p) >= 25+4*Joints && f32s(q[:], p[25:]) != nil {
			return bad
		}
		if !b.reach(w.Pose(), &q, 8) {
			b.warn = WarnNoSolution
			return refused
		}
		l.params = appendF32s(l.params, q[:])
	case RegFK:
		if f32s(q[:], p) != nil || !within(q[:], maxAngle) {
			return bad
		}
		w = ToWire(b.tcp(&q))
		l.params = appendF32s(l.params, w[:])
	case RegIsJointLimit:
		if f32s(q[:], p) != nil {
			return bad
		}
		l.params = append(l.params, flag(!b.inside(&q)))
	case RegIsTCPLimit:
		if f32s(w[:], p) != nil || !plausiblePose(w) {
			return bad
		}
		q = b.ref.q
		l.params = append(l.params, flag(!b.reach(w.Pose(), &q, 8)))
	}
	return done
}

// inside reports whether q is within the joints' limits.
func (b *Box) inside(q *[Joints]float64) bool {
	for i, x := range q {
		if x < b.lower[i]-rounding || x > b.upper[i]+rounding {
			return false
		}
	}
	return true
}

// control carries out the calls that change the box's state.
func (b *Box) control(r Register, p []byte) outcome {
	want := 1
	switch r {
	case RegMotionEnable:
		want = 2
	case RegCleanError, RegCleanWarn:
		want = 0
	case RegSetMode:
		want = min(max(len(p), 1), 2) // the second byte belongs to mode 2
	}
	if len(p) != want {
		return bad
	}
	switch r {
	case RegSystemControl:
		if p[0] != 1 && p[0] != 2 {
			return bad
		}
		b.cfg.Start = append(b.cfg.Start[:0:0], b.q[:]...)
		b.powerOn()
	case RegCleanError:
		b.err = ErrorNone
		if b.pressed {
			b.err = ErrorEmergencyStop
		}
	case RegCleanWarn:
		b.warn = WarnNone
	case RegMotionEnable:
		return b.enable(p[0], p[1] != 0)
	case RegSetMode:
		return b.setMode(Mode(p[0]))
	case RegSetState:
		return b.setState(State(p[0]))
	}
	return done
}

// enable switches motors; the box then wants a set_state(0).
func (b *Box) enable(joint byte, on bool) outcome {
	mask := byte(1<<Joints - 1)
	switch {
	case joint >= 1 && joint <= Joints:
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
	if b.err != ErrorNone {
		b.halt(StateStopped)
		return
	}
	b.halt(StateReset)
}

func (b *Box) setMode(m Mode) outcome {
	if m > ModeCartOnline || m == 3 {
		return bad
	}
	b.mode = m
	b.systemReset()
	return done
}

func (b *Box) setState(s State) outcome {
	switch s {
	case StateMotion:
		return b.start()
	case StatePaused:
		if b.state == StateIdle {
			b.state = StatePaused
			if b.gen != genQueue {
				b.halt(StatePaused)
			}
		}
	case StateStopped:
		b.halt(StateStopped)
	case StateDecelerating:
		b.halt(StateDecelerating)
	default:
		return bad
	}
	return done
}

// start makes the box ready, or lets it go on after a pause. Mode and servo history begin afresh.
func (b *Box) start() outcome {
	if b.err != ErrorNone || b.enabled != 1<<Joints-1 {
		return notReady
	}
	if b.state == StateIdle {
		return done
	}
	resume := b.state == StatePaused
	b.state = StateIdle
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
func (b *Box) configure(l *Link, r Register, p []byte) outcome {
	var w WirePose
	switch r {
	case RegTCPOffset:
		if len(p) != 24 || f32s(w[:], p) != nil || !plausiblePose(w) {
			return bad
		}
		b.conf.offset, b.conf.offsetWire = w.Pose(), w
		b.lastPose = b.tcp(&b.q)
		b.systemReset()
	case RegLoad:
		var x [4]float64
		if len(p) != 16 || f32s(x[:], p) != nil || x[0] < 0 || x[0] > mostLoad || !within(x[1:], farLoad) {
			return bad
		}
		b.conf.load = x
		b.systemReset()
	case RegCollisionSens, RegTeachSens:
		if len(p) != 1 || p[0] > 5 || r == RegTeachSens && p[0] == 0 {
			return bad
		}
		if r == RegCollisionSens {
			b.conf.collision = p[0]
		} else {
			b.conf.teach = p[0]
		}
		b.systemReset()
	case RegGravity:
		var x [3]float64
		if len(p) != 12 || f32s(x[:], p) != nil || x == [3]float64{} || !within(x[:], mostGravity) {
			return bad
		}
		b.conf.gravity = x
		b.systemReset()
	case RegSetCommonParam:
		return b.commonParam(p)
	case RegTCPJerk, RegTCPMaxAcc, RegJointJerk, RegJointMaxAcc:
		var x [1]float64
		if len(p) != 4 || f32s(x[:], p) != nil || x[0] <= 0 {
			return bad
		}
		l.params = binary.BigEndian.AppendUint16(l.params, uint16(b.queue.n))
	case RegCleanConf, RegSaveConf, RegSimulation, RegFeedbackType, RegSetBrake:
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
	if f32s(x[:], p[1:]) != nil || x[0] <= 0 || x[0] > 10 {
		return bad
	}
	b.conf.lineFactor = x[0]
	b.cfg.LineSpeed = x[0] * TCPSpeed
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
