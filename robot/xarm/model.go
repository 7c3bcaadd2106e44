package xarm

import (
	_ "embed"
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

//go:embed xarm7.urdf
var xarm7 string

// Names of the links that other parts refer to.
const (
	BaseLink    = "link_base"
	EndLink     = "link_eef"
	CameraLink  = "camera_link"
	CameraFrame = "camera_color_optical_frame" // z forward, x right, y down in the image
)

// Limits of the control box in addition to those in the URDF (vendor's data sheet of the xArm 7).
const (
	JointSpeed = math.Pi // rad/s
	JointAcc   = 20.0    // rad/s²
	JointJerk  = 500.0   // rad/s³
	TCPSpeed   = 1.0     // m/s
	TCPAcc     = 50.0    // m/s²
	TCPJerk    = 100.0   // m/s³, the box's own number for set-point planning
	TurnSpeed  = math.Pi // rad/s, of the tool
	TurnAcc    = 100.0   // rad/s²
	ReachXY    = 0.75    // m: targets are accepted for |x|, |y| up to this
	ReachDown  = -0.4    // m, lowest z
	ReachUp    = 1.0     // m, highest z
)

// URDF returns the description of the xArm 7 with its wrist camera. The slice is the caller's.
func URDF() []byte { return []byte(xarm7) }

// Description returns the parsed URDF.
func Description() (*kinematics.URDF, error) { return kinematics.ParseURDF("xarm7.urdf", URDF()) }

// Model returns the arm from link_base to link_eef, the flange: seven joints, no load.
func Model() (*kinematics.Chain, error) {
	u, err := Description()
	if err != nil {
		return nil, err
	}
	return u.Chain(BaseLink, EndLink)
}

// CameraPose returns the optical frame of the wrist camera's colour sensor in link_eef.
func CameraPose() (spatial.Pose, error) {
	u, err := Description()
	if err != nil {
		return spatial.Pose{}, err
	}
	return u.Pose(EndLink, CameraFrame)
}

// Home returns joint positions above the middle of the work area with the tool pointing down.
func Home() [Joints]float64 { return [Joints]float64{0, -0.247, 0, 0.909, 0, 1.15644, 0} }

// Capsules returns primitives estimated from the link geometry: they lie inside the housings' outer dimensions, so that
// the arm's full joint range remains usable, and detect a folded arm before it touches itself.
func Capsules() []kinematics.Capsule {
	return []kinematics.Capsule{
		{Link: -1, A: spatial.V(0, 0, 0.06), B: spatial.V(0, 0, 0.13), Radius: 0.06},
		{Link: 0, A: spatial.V(0, 0, -0.08), B: spatial.V(0, 0, 0), Radius: 0.055},
		{Link: 0, A: spatial.V(0, -0.01, 0), B: spatial.V(0, 0.03, 0), Radius: 0.055},
		{Link: 1, A: spatial.V(0, 0, 0.02), B: spatial.V(0, -0.18, 0.02), Radius: 0.05},
		{Link: 2, A: spatial.V(0, 0, -0.07), B: spatial.V(0, 0, 0), Radius: 0.048},
		{Link: 2, A: spatial.V(0, 0, 0), B: spatial.V(0.0525, 0, 0), Radius: 0.048},
		{Link: 3, A: spatial.V(0.02, -0.01, 0), B: spatial.V(0.0775, -0.06, 0), Radius: 0.048},
		{Link: 3, A: spatial.V(0.0775, -0.06, 0), B: spatial.V(0.0775, -0.18, 0.01), Radius: 0.045},
		{Link: 4, A: spatial.V(0, 0, -0.13), B: spatial.V(0, 0, 0), Radius: 0.04},
		{Link: 5, A: spatial.V(0, 0, 0), B: spatial.V(0.076, 0, 0), Radius: 0.04},
		{Link: 5, A: spatial.V(0.076, 0, 0), B: spatial.V(0.076, 0.055, 0), Radius: 0.036},
		{Link: 6, A: spatial.V(0, 0, -0.03), B: spatial.V(0, 0, -0.02), Radius: 0.034},
		{Link: 6, A: spatial.V(0.067, 0.035, 0.03), B: spatial.V(0.067, -0.07, 0.03), Radius: 0.018},
	}
}

// Collider checks the links and the wrist camera of c, a chain that Model made.
func Collider(c *kinematics.Chain) *kinematics.Collider {
	return kinematics.NewCollider(c, Capsules(), nil)
}

// SerialLimits returns the range of joint i, from 0, of an arm by its serial number, rad: joints 2 and 4 of arms from
// "XI1305…" on have smaller ranges (vendor's SDKs, joint limits by type). An unknown number gets the earlier arms'
// limits.
func SerialLimits(serial string, i int) (lower, upper float64) {
	later := false
	if len(serial) >= 6 {
		n, ok := number(serial[2:6])
		later = ok && n >= 1305
	}
	switch {
	case i == 1 && later:
		return -2.042035, 2.024581
	case i == 1:
		return -2.059488, 2.094395
	case i == 3 && later:
		return -0.10472, 3.92699
	case i == 3:
		return -0.191986, 3.92699
	case i == 5:
		return -1.692969, math.Pi
	}
	return -2 * math.Pi, 2 * math.Pi
}
