// Package lemon is Sinew's main program: an xArm 7 with a camera on its wrist follows a lemon. It contains the two
// networks of "Lingua Franca in Robotics" (B. Mehnert, TU Dresden 2024), reactor by reactor under the names of the
// thesis: motion planning (Figure 6) in planning.go, planner.go and arm.go, and camera and target processing (Figure
// 10) in camera.go and handling.go, which runs in an enclave of its own.
//
// The program reaches the robot through hw.Driver and the camera through Eye. rig.go implements simulated ones: over
// a wire in memory on the lock-step clock, over TCP on the real one.
package lemon

import (
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Joints is the number of joints of the arm.
const Joints = 7

// WorldData is one reading of the robot: the pose of its tool in the base frame and its joints, SI units.
type WorldData struct {
	Pose     spatial.Pose
	Q        [Joints]float64 // rad
	DQ       [Joints]float64 // rad/s
	Tau      [Joints]float64 // N·m
	Error    uint8           // of the control box, 0 none
	Warning  uint8
	Fault    xarm.Fault // of the reading; the other values are then those of the last good one
	Ready    bool       // the robot takes commands
	Epoch    uint32     // counts how often the robot was made ready; earlier commands are void
	Repaired bool       // by the Moderator
}

// Command is a cycle's command to the robot: a Cartesian servo target, or a joint one.
type Command struct {
	Joint bool
	Pose  spatial.Pose    // of the tool in the base frame
	Q     [Joints]float64 // rad
	Epoch uint32
}

// Target is the tool's goal.
type Target struct {
	Pose  spatial.Pose // of the tool in the base frame
	Taken reactor.Time // when the camera saw the basis of the target
	Fresh bool         // derived from a new frame; otherwise repeated
	Hold  bool         // nothing is seen, so stay
	Vel   spatial.Vec3 // m/s, if known
	Moves bool         // Vel is known
}

// Plan is what the Planner proposes for the next cycle.
type Plan struct {
	Pose   spatial.Pose
	Status motion.Status
}
