package hil

import (
	"errors"
	"fmt"
)

// Mode is how the two ends agree on time.
type Mode uint8

// The modes. Any is for a controller that works with both.
const (
	Any      Mode = iota
	LockStep      // the controller's logical time drives the simulator
	Free          // the simulator runs on its machine's clock
)

// String names the mode as ParseMode reads it.
func (m Mode) String() string {
	switch m {
	case Any:
		return "any"
	case LockStep:
		return "lockstep"
	case Free:
		return "free"
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// ParseMode reads "lockstep" or "free".
func ParseMode(s string) (Mode, error) {
	for _, m := range []Mode{LockStep, Free} {
		if s == m.String() {
			return m, nil
		}
	}
	return Any, fmt.Errorf("hil: mode %q: give lockstep or free", s)
}

// Code is a reason for which one end refuses or leaves the other.
type Code uint8

// The codes.
const (
	Ended       Code = iota + 1 // the peer has ended
	BadVersion                  // another version of this protocol
	BadKey                      // one end has another key, or none
	BadVehicle                  // the simulator has another vehicle
	BadMode                     // the simulator runs in the other mode
	Busy                        // the simulator has another controller
	NoSession                   // the simulator does not know the session: it was restarted, or another controller has it
	BadRequest                  // an impossible step
	WorldFailed                 // the simulation itself has failed
	codeEnd
)

// String names the code.
func (c Code) String() string {
	names := [...]string{"", "ended", "version", "key", "vehicle", "mode", "busy", "session", "request", "world"}
	if int(c) < len(names) && c > 0 {
		return names[c]
	}
	return fmt.Sprintf("code %d", uint8(c))
}

// Refused is the error of a session that the simulator does not open or of a step that it does not carry
// out.
type Refused struct {
	Code   Code
	Reason string // the simulator's text, with what to do
}

func (e *Refused) Error() string { return "hil: the simulator refuses: " + e.Reason }

// The errors of a Client.
var (
	ErrSilent = errors.New("hil: the simulator does not answer")
	ErrClosed = errors.New("hil: the client is closed")
)

// Faults of a datagram.
var (
	ErrVersion = errors.New("hil: the datagram is of another version of this protocol")
	ErrKey     = errors.New("hil: the datagram's MAC is wrong or missing")

	errNotOurs = errors.New("hil: the datagram is not of this protocol")
	errDamaged = errors.New("hil: the datagram is damaged")
	errContent = errors.New("hil: the datagram does not hold what its kind says")
)
