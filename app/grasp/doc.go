// Package grasp is a program that does real work under a statechart: an xArm 7 with a gripper and a force-torque sensor finds
// an object, whose place it knows only to a few centimetres, by touch, grasps it, lifts it, and puts it down elsewhere.
//
// The chart is a text in rFSM's syntax with Lua in its states (examples/grasp). It decides what is done; coordinator.go
// provides its verbs and raises its events. Its decisions go to motion.go, which moves the tool by speed, to a place or by
// force, within limits, and from there to the claimed handle of the arm (device.go). force.go estimates the force at the tool.
// The program runs against a simulated arm, box, gripper and object (rig.go), over the maker's protocol in memory.
//
// Positions are those of the tool's point between the fingertips, in the arm's base frame: m, z up, the table at z = 0. The
// tool points down throughout; yaw is its angle about the vertical, rad.
package grasp

import (
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Program is the name under which recordings of this program are known.
const Program = "grasp"

// reach is the distance from the flange to the point between the fingertips, m (MuJoCo Menagerie's model of the gripper).
const reach = 0.172

// Reading is what the devices report in a cycle.
type Reading struct {
	Pose    spatial.Pose // of the flange
	Q       [xarm.Joints]float64
	Error   uint8      // of the control box, 0 none
	Fault   xarm.Fault // of the reading: the other values are then those of the last good one
	Wrench  [6]float64 // of the sensor: N, N·m at the flange, in its frame
	Feels   bool       // the sensor has answered
	Width   float64    // m, between the fingers
	Grip    uint8      // the gripper's state: 0 rests, 1 moves, 2 has caught something
	Fingers uint32     // counts the readings of the gripper
	Ready   bool       // the arm takes commands
	Epoch   uint32     // counts how often it was made ready
}

// Felt is the estimate of the force on the tool.
type Felt struct {
	Force spatial.Vec3 // N, on the tool in the base frame
	At    [2]float64   // m: where a vertical force acts, along the tool's x and y; 0 if there is none
	Good  bool         // the sensor is plausible
	Why   Doubt
	Known bool // the sensor's offset has been measured since this was requested
}

// Doubt says why the sensor is not trusted.
type Doubt uint8

// The doubts.
const (
	NoDoubt Doubt = iota
	Silent
	Frozen
	Noisy
	Biased
)

// String returns the doubt's name.
func (d Doubt) String() string {
	return [...]string{"none", "silent", "frozen", "noisy", "biased"}[d]
}

// Way is a way of moving the tool.
type Way uint8

// The ways.
const (
	Halt    Way = iota // come to rest
	Move               // to a place
	Descend            // down at a speed, until something touches
	Press              // down with a force, giving way sideways
)

// Wish is what the chart wants of the arm.
type Wish struct {
	Way    Way
	To     spatial.Vec3 // of Move
	Yaw    float64
	Speed  float64 // m/s
	Soft   float64 // m/s, of Descend: near the table and near Top
	Top    float64 // m, of Descend: the height at which something may be met
	Force  float64 // N, of Press
	Number uint32  // counts wishes
	Bias   uint32  // counts how often measuring the sensor's offset was requested
}

// Hand is what the chart wants of the gripper.
type Hand struct{ Width, Speed, Force float64 }

// State is the state of the commanded motion.
type State struct {
	P       spatial.Vec3 // of the tool's point
	V       spatial.Vec3
	Yaw     float64
	Number  uint32 // of the wish
	Reached bool   // Move has arrived, or Halt rests
	Stopped bool   // by the safety check
}

// down returns the orientation of the flange at a yaw.
func down(yaw float64) spatial.Rot {
	return spatial.RotZ(yaw).Mul(spatial.Rot{1, 0, 0, 0, -1, 0, 0, 0, -1})
}
