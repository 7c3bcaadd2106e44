// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal b0c948d574e74b26.

// Package messages has the types of messages of the model's package Messages.
//
// The messages between nodes, with their sizes on the wire, what ROS calls them, and the types of Go that they are.
package messages

import (
	"strconv"
)

// DrivingState is one of manual, native, assisted, autonomous.
//
// Who drives: the joystick on board past the computer, a person, a person who is kept from obstacles, or the
// computer.
type DrivingState uint8

// The values of DrivingState.
const (
	DrivingStateManual DrivingState = iota
	DrivingStateNative
	DrivingStateAssisted
	DrivingStateAutonomous
)

// String is the value as the model spells it.
func (v DrivingState) String() string {
	if int(v) >= 4 {
		return "DrivingState " + strconv.Itoa(int(v))
	}
	return [...]string{"manual", "native", "assisted", "autonomous"}[v]
}
