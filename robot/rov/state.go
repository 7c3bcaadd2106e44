package rov

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// State is the robot's position and motion. The zero value is invalid, because its attitude is no rotation; see
// AtRest.
type State struct {
	P   spatial.Vec3 // m, of the centre of gravity in WORLD: north, east, down
	Q   spatial.Quat // of ROBOT in WORLD, of unit length
	Lin spatial.Vec3 // m/s over the ground, in ROBOT: u, v, w
	Ang spatial.Vec3 // rad/s, in ROBOT: p, q, r
}

// AtRest returns a robot at a place, turned by roll, pitch and yaw, that does not move over the ground.
func AtRest(at spatial.Vec3, angles spatial.RPY) State {
	return State{P: at, Q: angles.Rot().Quat()}
}

// Pose returns the pose of ROBOT in WORLD.
func (s *State) Pose() spatial.Pose { return spatial.Pose{P: s.P, R: s.Q.Rot()} }

// RPY returns roll, pitch and yaw.
func (s *State) RPY() spatial.RPY { return s.Q.Rot().RPY() }

// Finite reports whether every number is finite.
func (s *State) Finite() bool {
	sum := s.P.X + s.P.Y + s.P.Z + s.Q.W + s.Q.X + s.Q.Y + s.Q.Z +
		s.Lin.X + s.Lin.Y + s.Lin.Z + s.Ang.X + s.Ang.Y + s.Ang.Z
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// Readings are the latest values of all sensors, each as its sensor measures it, in the sensor's own frame. N counts a
// sensor's samples from 1 (0: none yet); At is the time of the latest one.
type Readings struct {
	Time time.Duration
	IMU  struct {
		N                uint32
		At               time.Duration
		Roll, Pitch, Yaw float64 // rad, of the sensor's frame in WORLD; Roll and Yaw in [−π, π]
		P, Q, R          float64 // rad/s
		Ax, Ay, Az       float64 // m/s², specific force: at rest the opposite of gravity
	}
	Loch struct {
		N       uint32
		At      time.Duration
		U, V, W float64 // m/s over the ground
	}
	Depth struct {
		N  uint32
		At time.Duration
		Z  float64 // m below the surface
	}
	Proximeter struct {
		N     uint32
		At    time.Duration
		Range float64 // m along its beam; Proximeter.Max without an echo
	}
	Sonar struct {
		N      uint32
		At     time.Duration
		Ranges [MaxBeams]float64 // m along each beam, from port to starboard; Sonar.Max without an echo
		Beams  uint8             // number of beams
	}
}
