// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal a155ad6a688e4280.

package switched

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// Drivers stand for the External Knowledge Atoms that exchange values with the law in every cycle: implement them.
type Drivers struct {
	Depth  DepthDriver
	Motors MotorsDriver
	Watch  WatchDriver
}

// DepthDriver stands for Depth.
type DepthDriver interface {
	// Read gives what the sensor says now, NaN for what is missing. It must not block.
	Read(tag reactor.Tag) DepthSample
}

// DepthSample is what Depth produces. NaN says that there is no value.
type DepthSample struct {
	Z unit.Length // Length (m), frame WORLD, axis z; from -5 m to 100 m
	W unit.Speed  // Speed (m/s), frame WORLD, axis z
}

// MotorsDriver stands for Motors.
type MotorsDriver interface {
	// Command drives the actuators. NaN everywhere means: come to rest. It must not block.
	Command(tag reactor.Tag, c MotorsCommand) MotorsSample
	// Limits says in a few words what keeps the commands within bounds.
	Limits() string
}

// MotorsCommand is what Motors needs.
type MotorsCommand struct {
	U unit.Force // Force (N), frame WORLD, axis z
	W unit.Speed // Speed (m/s), frame WORLD, axis z
}

// RestingMotors is the command to come to rest.
func RestingMotors() (c MotorsCommand) {
	c.U = loop.None[unit.Force]()
	c.W = loop.None[unit.Speed]()
	return c
}

// MotorsSample is what Motors produces. NaN says that there is no value.
type MotorsSample struct {
	Current unit.Current // Current (A); from 0 A to 20 A
}

// WatchDriver stands for Watch.
type WatchDriver interface {
	// Command drives the actuators. NaN everywhere means: come to rest. It must not block.
	Command(tag reactor.Tag, c WatchCommand)
	// Limits says in a few words what keeps the commands within bounds.
	Limits() string
}

// WatchCommand is what Watch needs.
type WatchCommand struct {
	Current unit.Current // Current (A)
}

// RestingWatch is the command to come to rest.
func RestingWatch() (c WatchCommand) {
	c.Current = loop.None[unit.Current]()
	return c
}

// OperatorSample is what Operator produces. NaN says that there is no value.
type OperatorSample struct {
	ZDes unit.Length   // Length (m), frame WORLD, axis z; from -5 m to 100 m
	Mode unit.Unsigned // Unsigned
}

// The actuators that can be told to come to rest.
const (
	HaltsMotors loop.Halt = 1 << iota
	HaltsWatch
)
