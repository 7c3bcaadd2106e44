package xarm

import "fmt"

// Status is the byte after the register in a reply.
type Status byte

// Bits of a Status.
const (
	StatusInvalid  Status = 0x08 // parameter or call invalid (SDK code 10)
	StatusNotReady Status = 0x10 // the box is not ready to move
	StatusWarning  Status = 0x20 // a warning is present
	StatusError    Status = 0x40 // an error is present
)

// Refused is the error for a command that the box answered but did not carry out: its status byte. It holds
// one byte, so that returning it in a control cycle does not allocate.
type Refused Status

// Status returns the byte.
func (r Refused) Status() Status { return Status(r) }

// Error says what the status bits mean and what to do.
func (r Refused) Error() string {
	switch s := Status(r); {
	case s&StatusError != 0:
		return "xarm: the box refused the command: an error is latched (read it with ErrWarn, then Recover)"
	case s&StatusInvalid != 0:
		return "xarm: the box refused the command: parameter or mode invalid (check mode, step and range)"
	case s&StatusNotReady != 0:
		return "xarm: the box refused the command: not ready to move (enable motion, set the mode, then SetState(StateMotion))"
	}
	return fmt.Sprintf("xarm: the box refused the command: status %#02x", byte(r))
}

// Mode selects how the box moves the arm.
type Mode byte

// The modes.
const (
	ModePosition      Mode = 0 // queued, planned moves
	ModeServo         Mode = 1 // only the latest target, servo joint or Cartesian
	ModeTeach         Mode = 2 // hand guiding
	ModeJointVelocity Mode = 4
	ModeCartVelocity  Mode = 5
	ModeJointOnline   Mode = 6  // a new joint target replaces the one under way
	ModeCartOnline    Mode = 7  // the same for lines
	ModePlayback      Mode = 11 // only reported: a recorded trajectory is played
)

// State of the box, as set and as reported.
type State byte

// The states. SetState accepts StateMotion, StatePaused, StateStopped and StateDecelerating.
const (
	StateMotion       State = 0 // in set_state: become ready
	StateMoving       State = 1
	StateIdle         State = 2 // ready, at rest
	StatePaused       State = 3
	StateStopped      State = 4 // also after every error
	StateReset        State = 5 // mode or configuration changed: no motion until set_state(0)
	StateDecelerating State = 6
)

// String names the state.
func (s State) String() string {
	names := [...]string{"motion", "moving", "ready", "paused", "stopped", "reset", "decelerating"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("state %d", byte(s))
}

// ErrorCode is the error latched in the box (byte 89 of a report, first byte of get_err_warn). It is an error.
type ErrorCode byte

// Errors the simulated box raises.
const (
	ErrorNone           ErrorCode = 0
	ErrorEmergencyStop  ErrorCode = 1
	ErrorForceSensor    ErrorCode = 18
	ErrorEndEffector    ErrorCode = 19
	ErrorKinematic      ErrorCode = 21
	ErrorSelfCollision  ErrorCode = 22
	ErrorJointLimit     ErrorCode = 23
	ErrorSpeedLimit     ErrorCode = 24
	ErrorPlanning       ErrorCode = 25
	ErrorCollision      ErrorCode = 31
	ErrorCircle         ErrorCode = 32
	ErrorRecording      ErrorCode = 34
	ErrorSafetyBoundary ErrorCode = 35
	ErrorNoSolution     ErrorCode = 40
	ErrorForceMode      ErrorCode = 51
	ErrorForceZero      ErrorCode = 52
	ErrorForceCollision ErrorCode = 54
	ErrorServoLineSpeed ErrorCode = 60
	ErrorBoxLine        ErrorCode = 111
)

// Name says what the code means (vendor manual, "controller error code").
func (e ErrorCode) Name() string {
	if e >= 11 && e <= 17 {
		return fmt.Sprintf("error of joint %d's servo", e-10)
	}
	if i, ok := findCode(errorNames(), byte(e)); ok {
		return errorNames()[i].name
	}
	return "unknown error"
}

// Error gives the code, its name and what to do.
func (e ErrorCode) Error() string {
	return fmt.Sprintf("xarm: box error C%d, %s: remove the cause, then Recover", byte(e), e.Name())
}

// WarnCode is the warning latched in the box (byte 90 of a report, second byte of get_err_warn).
type WarnCode byte

// Warnings the simulated box raises.
const (
	WarnNone        WarnCode = 0
	WarnBufferFull  WarnCode = 11
	WarnParameter   WarnCode = 12
	WarnUnknownCode WarnCode = 13
	WarnNoSolution  WarnCode = 14
)

// String gives the code and its name.
func (w WarnCode) String() string {
	if i, ok := findCode(warnNames(), byte(w)); ok {
		return fmt.Sprintf("W%d, %s", byte(w), warnNames()[i].name)
	}
	return fmt.Sprintf("W%d, unknown warning", byte(w))
}

type codeName struct {
	code byte
	name string
}

func findCode(table []codeName, code byte) (int, bool) {
	for i := range table {
		if table[i].code == code {
			return i, true
		}
	}
	return 0, false
}

func errorNames() []codeName {
	return []codeName{
		{0, "no error"}, {1, "emergency stop button of the box"}, {2, "emergency stop input"},
		{3, "three-position switch released"}, {10, "servo error"}, {18, "force/torque sensor communication"},
		{19, "end-effector communication"}, {21, "kinematic error"}, {22, "self-collision"},
		{23, "joint angle beyond its limit"}, {24, "speed beyond its limit"}, {25, "planning error"},
		{26, "real-time error of the box"}, {27, "command reply error"}, {28, "end module communication"},
		{30, "feedback speed beyond its limit"}, {31, "collision: abnormal joint torque"},
		{32, "circle cannot be computed"}, {33, "control box I/O"}, {34, "recording timed out"},
		{35, "safety boundary reached"}, {36, "too many delayed commands"}, {37, "abnormal motion in manual mode"},
		{38, "abnormal joint angle"}, {39, "power board"}, {40, "no solution free of error"},
		{50, "force/torque sensor read"}, {51, "force/torque sensor mode"}, {52, "force/torque sensor zero"},
		{53, "force/torque sensor overload"}, {54, "collision felt by the force/torque sensor"}, {60, "tool speed beyond its limit in servo mode"},
		{110, "base board communication"}, {111, "control box RS-485"},
	}
}

func warnNames() []codeName {
	return []codeName{
		{0, "no warning"}, {11, "command buffer full"}, {12, "bad parameter"}, {13, "unknown control code"},
		{14, "no solution"}, {15, "Modbus queue full"},
	}
}
