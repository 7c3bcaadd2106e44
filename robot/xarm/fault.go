package xarm

import (
	"errors"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Fault says why a driver did not carry out a request: an error as a value, which can be recorded.
type Fault uint8

// The faults of a driver.
const (
	FaultNone Fault = iota
	FaultTimeout
	FaultLost
	FaultRefused
	FaultNotReady
	FaultNumber
)

// String names the fault.
func (f Fault) String() string {
	return [...]string{"none", "timed out", "link lost", "refused", "not ready", "bad number"}[f]
}

// FaultOf returns the fault of a driver's error.
func FaultOf(err error) Fault {
	switch {
	case err == nil:
		return FaultNone
	case errors.Is(err, ErrTimeout):
		return FaultTimeout
	case errors.Is(err, ErrLost), errors.Is(err, ErrClosed):
		return FaultLost
	case errors.Is(err, hw.ErrCommand), errors.Is(err, ErrNotFinite):
		return FaultNumber
	case errors.Is(err, hw.ErrState):
		return FaultNotReady
	}
	return FaultRefused
}

// PowerAnswer is the robot's answer to being made ready, or stopped.
type PowerAnswer struct {
	Fault Fault
	Error uint8 // of the control box
}

// Power makes the arm behind c ready or stops it. If on, it clears errors, and switches an arm that was already
// on off and on again.
func Power(c *hw.Commander, on bool) PowerAnswer {
	if c.LifeCycle() == hw.Active {
		if err := c.Enter(hw.Inactive); err != nil || !on {
			return powerAnswer(err)
		}
	}
	if !on {
		return PowerAnswer{}
	}
	return powerAnswer(c.Enter(hw.Active))
}

func powerAnswer(err error) PowerAnswer {
	var code ErrorCode
	if errors.As(err, &code) {
		return PowerAnswer{FaultRefused, uint8(code)}
	}
	return PowerAnswer{Fault: FaultOf(err)}
}
