// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 4952fc7f1450713f.

// Package messages has the types of messages of the model's package Messages.
//
// The messages between nodes, with their sizes on the wire, what ROS calls them, and the types of Go that they are.
package messages

import (
	"strconv"
)

// DrivingState is one of manual, native, assisted, autonomous, halted.
//
// Who drives: the joystick on board past the computer, a person, a person who is kept from obstacles, or the
// computer; or nobody, after an emergency stop, until it is released.
type DrivingState uint8

// The values of DrivingState.
const (
	DrivingStateManual DrivingState = iota
	DrivingStateNative
	DrivingStateAssisted
	DrivingStateAutonomous
	DrivingStateHalted
)

// String is the value as the model spells it.
func (v DrivingState) String() string {
	if int(v) >= 5 {
		return "DrivingState " + strconv.Itoa(int(v))
	}
	return [...]string{"manual", "native", "assisted", "autonomous", "halted"}[v]
}
