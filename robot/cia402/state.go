// Package cia402 drives motors behind CiA 402 (IEC 61800-7-201): the state machine of a drive as both ends know it, and a
// hw.Driver for any number of axes on one or more CANopen buses. Package box simulates drives.
//
// Positions are in rad, velocities in rad/s and efforts in N·m at the joint.
package cia402

import "fmt"

// State is a drive's state.
type State uint8

// The states (figure "state machine" of the standard).
const (
	NotReady      State = iota // starts up
	Disabled                   // switch on disabled
	Ready                      // ready to switch on
	On                         // switched on: power, no motion
	Enabled                    // operation enabled
	QuickStop                  // quick stop active
	FaultReaction              // fault reaction active
	Fault
)

func (s State) String() string {
	return [...]string{"not ready to switch on", "switch on disabled", "ready to switch on", "switched on", "operation enabled",
		"quick stop active", "fault reaction active", "fault"}[s&7]
}

// Bits of the status word, object 6041.
const (
	StatusVoltage  = 1 << 4 // power is there
	StatusWarning  = 1 << 7
	StatusRemote   = 1 << 9 // follows the control word
	StatusTarget   = 1 << 10
	StatusLimit    = 1 << 11 // an internal limit acts
	StatusFollows  = 1 << 12 // cyclic modes: follows the command
	StatusLagging  = 1 << 13 // cyclic position: the following error is too large
	statusMask     = 0x6f
	statusNoQuick  = 0x4f // states in which the quick-stop bit does not matter
	statusQuickBit = 1 << 5
)

// StateOf returns the state in a status word; false if the word is not one of the standard's.
func StateOf(status uint16) (State, bool) {
	switch status & statusNoQuick {
	case 0x00:
		return NotReady, true
	case 0x40:
		return Disabled, true
	case 0x0f:
		return FaultReaction, true
	case 0x08:
		return Fault, true
	}
	switch status & statusMask {
	case 0x21:
		return Ready, true
	case 0x23:
		return On, true
	case 0x27:
		return Enabled, true
	case 0x07:
		return QuickStop, true
	}
	return NotReady, false
}

// Status returns the status word of a state.
func (s State) Status() uint16 {
	return [...]uint16{0x00, 0x40, 0x21, 0x23, 0x27, 0x07, 0x0f, 0x08}[s&7]
}

// Control words, object 6040, that command a transition.
const (
	Shutdown      uint16 = 0x06
	SwitchOn      uint16 = 0x07
	EnableOn      uint16 = 0x0f
	NoVoltage     uint16 = 0x00
	StopQuickly   uint16 = 0x02
	ResetFault    uint16 = 0x80
	controlVolts         = 1 << 1
	controlQuick         = 1 << 2 // low: quick stop
	controlMotion        = 1 << 3
)

// Obey returns the state after a control word, and the number of the transition, 0 for none. last is the previous word,
// because a rising bit resets a fault. stays says that the drive remains in the state after a quick stop (object 605A from
// 5 on), from which it may be enabled again. Transitions 0, 1, the automatic 12, 13 and 14 are the drive's own.
func (s State) Obey(word, last uint16, stays bool) (State, int) {
	switch {
	case s == Fault:
		if word&ResetFault != 0 && last&ResetFault == 0 {
			return Disabled, 15
		}
	case s == NotReady || s == FaultReaction:
	case word&controlVolts == 0:
		switch s {
		case Ready:
			return Disabled, 7
		case Enabled:
			return Disabled, 9
		case On:
			return Disabled, 10
		case QuickStop:
			return Disabled, 12
		}
	case word&controlQuick == 0:
		switch s {
		case Ready:
			return Disabled, 7
		case On:
			return Disabled, 10
		case Enabled:
			return QuickStop, 11
		}
	case word&1 == 0: // shutdown
		switch s {
		case Disabled:
			return Ready, 2
		case On:
			return Ready, 6
		case Enabled:
			return Ready, 8
		}
	case word&controlMotion == 0: // switch on, or disable operation
		switch s {
		case Ready:
			return On, 3
		case Enabled:
			return On, 5
		}
	default: // enable operation
		switch s {
		case Ready:
			return On, 3 // and enabled by the same word at its next evaluation
		case On:
			return Enabled, 4
		case QuickStop:
			if stays {
				return Enabled, 16
			}
		}
	}
	return s, 0
}

// Toward returns the control word that brings a drive in a state one step nearer to Enabled, or, without it, to Disabled.
func (s State) Toward(enabled bool) uint16 {
	switch {
	case s == Fault:
		return ResetFault
	case !enabled:
		return NoVoltage
	case s == On || s == Enabled:
		return EnableOn
	case s == Ready:
		return SwitchOn
	case s == QuickStop:
		return NoVoltage
	}
	return Shutdown
}

// Mode is the meaning of a drive's command, object 6060.
type Mode int8

// The modes that this package supports: cyclic synchronous ones.
const (
	Position Mode = 8
	Velocity Mode = 9
	Torque   Mode = 10
)

// Objects of the profile.
const (
	ObjError      = 0x603F
	ObjControl    = 0x6040
	ObjStatus     = 0x6041
	ObjQuickStop  = 0x605A // effect of a quick stop: 2 slows down and switches the power off, 6 slows down and stays
	ObjMode       = 0x6060
	ObjModeShown  = 0x6061
	ObjPosition   = 0x6064
	ObjWindow     = 0x6065 // of the following error
	ObjVelocity   = 0x606C
	ObjTorqueTo   = 0x6071
	ObjRated      = 0x6076 // torque, mN·m
	ObjTorque     = 0x6077 // in thousandths of the rated one
	ObjPositionTo = 0x607A
	ObjStopRate   = 0x6085 // of a quick stop, counts/s²
	ObjPeriod     = 0x60C2 // of interpolation: 01 times 10 to the power of 02 seconds
	ObjVelocityTo = 0x60FF
	ObjModes      = 0x6502 // supported by the drive, a bit for each
)

// DeviceType is the lower half of object 1000 of a drive.
const DeviceType = 402

// Cause returns the meaning of an error code, object 603F, for the most frequent codes of the standard.
func Cause(code uint16) string {
	what := map[uint16]string{
		0x0000: "none", 0x2310: "continuous over-current", 0x2320: "short circuit", 0x3210: "DC link over-voltage", 0x3220: "DC link under-voltage",
		0x4210: "too hot", 0x4310: "the drive is too hot", 0x5113: "a supply is low", 0x7121: "motor blocked", 0x7305: "encoder fault",
		0x8130: "the master's heartbeat is missing", 0x8140: "recovered from bus off", 0x8611: "following error", 0x8612: "position limit",
	}[code]
	if what == "" {
		what = "see the maker's list"
	}
	return fmt.Sprintf("%04X: %s", code, what)
}
