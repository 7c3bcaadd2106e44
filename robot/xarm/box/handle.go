package box

import (
	"encoding/binary"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Link is one client's connection as the box sees it. It holds the reply's bytes, so that answering does not
// allocate.
type Link struct {
	out, params []byte
	asked       xarm.Request // under way
	feedback    byte         // kinds of feedback that the client wants
	unasked     []byte       // frames beyond the replies
	late        []byte       // scratch: parameters that are not the request's or the reply's own
	waits       bool         // a delayed reply is still to come
}

// NewLink makes the box's end of a connection.
func NewLink() *Link {
	return &Link{
		out: make([]byte, 0, xarm.MaxFrame), params: make([]byte, 0, xarm.MaxFrame),
		unasked: make([]byte, 0, 256*feedbackLen), late: make([]byte, 0, 128),
	}
}

// outcome says how a request went.
type outcome uint8

const (
	done     outcome = iota
	bad              // parameters of a wrong length, or not finite: refused, warning 12
	refused          // not possible in this mode or place: refused
	notReady         // the state does not allow it
	unknown          // no such register: warning 13
	later            // the reply comes when the work is done
)

// Handle answers one whole request frame at the box's present time. The reply is valid until the next call on the
// same Link. It is empty for malformed frames, which are counted, for keep-alives (protocol 1), and for requests
// that take time, whose reply comes with Link.Unasked.
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
	l.params, l.asked = l.params[:0], r
	out := b.dispatch(l, r.Register, r.Params)
	if out == later {
		return nil
	}
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

// pad fills the reply to a request that failed to the length of a successful one, because the SDKs read that many
// bytes whatever the status says (xarm/core/wrapper/uxbus_cmd_tcp.py of the Python SDK).
func (b *Box) pad(l *Link, r xarm.Register, p []byte) {
	if moves(r) {
		l.params = binary.BigEndian.AppendUint16(l.params[:0], uint16(b.queue.n))
		if checks(r, p) {
			l.params = append(l.params, byte(xarm.ErrorPlanning)) // the answer to whether it is possible
		}
		return
	}
	l.params = xarm.PadZeros(l.params, replyLen(r, p))
}

// replyLen is how many bytes of parameters the maker's SDKs read in the reply to a request that is no move.
func replyLen(r xarm.Register, p []byte) int {
	switch r {
	case xarm.RegGetCurrents, xarm.RegGetApproximate, xarm.RegIsJointLimit, xarm.RegIsTCPLimit, xarm.RegTrajectoryStatus,
		xarm.RegVerify, xarm.RegSetDH, xarm.RegGetSafeLevel:
		return 1
	case xarm.RegTCPJerk, xarm.RegTCPMaxAcc, xarm.RegJointJerk, xarm.RegJointMaxAcc, xarm.RegClearOnStop, xarm.RegToolError:
		return 2
	case xarm.RegRotationRadius, xarm.RegServoRead16, xarm.RegServoRead32, xarm.RegServoError, xarm.RegToolRead16,
		xarm.RegToolRead32, xarm.RegFriction, xarm.RegMaxJointVelocity:
		return 4
	case xarm.RegCalibrateTCP, xarm.RegCalibrateTCPTurn, xarm.RegCalibrateUserTurn, xarm.RegCalibrateUserPlace,
		xarm.RegTrajectorySpeeding:
		return 12
	case xarm.RegFK, xarm.RegPoseOffset:
		return 4 * len(xarm.WirePose{})
	case xarm.RegIK:
		return 4 * xarm.Joints
	case xarm.RegIdentifyLoad:
		if len(p) > 0 && p[0] == 0 {
			return 40
		}
		return 16
	case xarm.RegGetCommonParam:
		if len(p) > 0 {
			if n, _ := paramForm(p[0]); n > 0 {
				return 4 * n
			}
		}
		return 4
	case xarm.RegGetCommonInfo:
		return 29
	}
	return 0
}

// moves reports whether a register is that of a planned move or of a command that waits for its turn among planned
// moves.
func moves(r xarm.Register) bool {
	return r >= xarm.RegMoveLine && r <= xarm.RegMoveLineTool || r == xarm.RegMoveRelative || r == xarm.RegMoveLineAA
}

// dispatch carries out a request; reply parameters go to l.params.
func (b *Box) dispatch(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegServoJoint, xarm.RegServoCart, xarm.RegServoCartAA, xarm.RegJointVelocity, xarm.RegCartVelocity:
		return b.stream(r, p)
	case xarm.RegTCPPose, xarm.RegTCPPoseAA, xarm.RegJointPos, xarm.RegJointTorque, xarm.RegIK, xarm.RegFK, xarm.RegIsJointLimit, xarm.RegIsTCPLimit:
		return b.readArm(l, r, p)
	case xarm.RegSystemControl, xarm.RegMotionEnable, xarm.RegSetBrake, xarm.RegSetState, xarm.RegSetMode, xarm.RegCleanError, xarm.RegCleanWarn:
		return b.control(r, p)
	case xarm.RegServoWrite32, xarm.RegServoZero, xarm.RegFriction, xarm.RegTrajectorySpeeding, xarm.RegServoTorque,
		xarm.RegSetSafeLevel, xarm.RegGetSafeLevel, xarm.RegSetTimer, xarm.RegCancelTimer:
		return refused // known, but not modelled
	}
	if moves(r) {
		return b.plan(l, r, p)
	}
	for _, answer := range [...]func(*Box, *Link, xarm.Register, []byte) outcome{
		(*Box).readBox, (*Box).configure, (*Box).safeguard, (*Box).io, (*Box).serial, (*Box).forces, (*Box).recording, (*Box).calibrate,
	} {
		if out := answer(b, l, r, p); out != unknown {
			return out
		}
	}
	return unknown
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
