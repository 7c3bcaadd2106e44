// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal fde445e90a9d308d.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// Drivers stand for the External Knowledge Atoms that exchange values with the law in every cycle: implement them.
type Drivers struct {
	IMU       IMUDriver
	Loch      LochDriver
	Depth     DepthDriver
	Actuators ActuatorsDriver
}

// IMUDriver stands for IMU.
type IMUDriver interface {
	// Read gives what the sensor says now, NaN for what is missing. It must not block.
	Read(tag reactor.Tag) IMUSample
}

// IMUSample is what IMU produces. NaN says that there is no value.
type IMUSample struct {
	Roll  unit.Angle        // Angle (rad), frame IMU, axis x; from -200 deg to 200 deg
	Pitch unit.Angle        // Angle (rad), frame IMU, axis y; from -100 deg to 100 deg
	Yaw   unit.Angle        // Angle (rad), frame IMU, axis z; from -200 deg to 200 deg
	Wx    unit.AngularSpeed // AngularSpeed (rad/s), frame IMU, axis x; from -20 rad/s to 20 rad/s
	Wy    unit.AngularSpeed // AngularSpeed (rad/s), frame IMU, axis y; from -20 rad/s to 20 rad/s
	Wz    unit.AngularSpeed // AngularSpeed (rad/s), frame IMU, axis z; from -20 rad/s to 20 rad/s
}

// LochDriver stands for Loch.
type LochDriver interface {
	// Read gives what the sensor says now, NaN for what is missing. It must not block.
	Read(tag reactor.Tag) LochSample
}

// LochSample is what Loch produces. NaN says that there is no value.
type LochSample struct {
	Vx unit.Speed // Speed (m/s), frame LOCH, axis x; from -10 m/s to 10 m/s
	Vy unit.Speed // Speed (m/s), frame LOCH, axis y; from -10 m/s to 10 m/s
	Vz unit.Speed // Speed (m/s), frame LOCH, axis z; from -10 m/s to 10 m/s
}

// DepthDriver stands for Depth.
type DepthDriver interface {
	// Read gives what the sensor says now, NaN for what is missing. It must not block.
	Read(tag reactor.Tag) DepthSample
}

// DepthSample is what Depth produces. NaN says that there is no value.
type DepthSample struct {
	Z unit.Length // Length (m), frame WORLD, axis z; from -5 m to 200 m
}

// ActuatorsDriver stands for Actuators with n 6.
type ActuatorsDriver interface {
	// Command drives the actuators. NaN everywhere means: come to rest. It must not block.
	Command(tag reactor.Tag, c ActuatorsCommand)
	// Limits says in a few words what keeps the commands within bounds.
	Limits() string
}

// ActuatorsCommand is what Actuators needs.
type ActuatorsCommand struct {
	F [6]unit.Force // Force (N), frame THRUSTERS
}

// RestingActuators is the command to come to rest.
func RestingActuators() (c ActuatorsCommand) {
	for i := range 6 {
		c.F[i] = loop.None[unit.Force]()
	}
	return c
}

// OperatorSample is what Operator produces. NaN says that there is no value.
type OperatorSample struct {
	PsiDes unit.Angle // Angle (rad), frame WORLD, axis z; from -360 deg to 360 deg
}

// The actuators that can be told to come to rest.
const (
	HaltsActuators loop.Halt = 1 << iota
)
