package box

import (
	"github.com/sinew-robotics/sinew/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/spatial"
)

// urdfOf describes an arm. That is what GetRobotModel answers.
func urdfOf(a Arm) []byte {
	if a == FR3 {
		return franka.FR3URDF()
	}
	return franka.URDF()
}

// chainOf returns the arm without load, from its base to the flange.
func chainOf(a Arm) (*kinematics.Chain, error) {
	if a == FR3 {
		return franka.FR3Model()
	}
	return franka.Model()
}

// colliderOf covers the links by capsules (franka_description, robots/common/franka_arm.xacro) and the hand, where
// there is one, by one of ours.
func colliderOf(c *kinematics.Chain, bare bool) *kinematics.Collider {
	alongZ := func(link int, r, l, x, y, z float64) kinematics.Capsule {
		return kinematics.Capsule{Link: link, A: spatial.V(x, y, z-l/2), B: spatial.V(x, y, z+l/2), Radius: r}
	}
	all := []kinematics.Capsule{
		{Link: -1, A: spatial.V(-0.09, 0, 0.06), B: spatial.V(-0.06, 0, 0.06), Radius: 0.06},
		alongZ(0, 0.06, 0.283, 0, 0, -0.1915),
		alongZ(1, 0.06, 0.12, 0, 0, 0),
		alongZ(2, 0.06, 0.15, 0, 0, -0.145),
		alongZ(3, 0.06, 0.12, 0, 0, 0),
		alongZ(4, 0.06, 0.10, 0, 0, -0.26),
		alongZ(4, 0.025, 0.14, 0, 0.08, -0.13),
		alongZ(5, 0.05, 0.08, 0, 0, -0.03),
		alongZ(6, 0.04, 0.14, 0, 0, 0.01),
		{Link: 6, A: spatial.V(0.055, 0, 0.082), B: spatial.V(0.065, 0, 0.082), Radius: 0.03},
	}
	if !bare {
		all = append(all, kinematics.Capsule{Link: 6, A: spatial.V(0.042, 0.042, 0.147), B: spatial.V(-0.042, -0.042, 0.147), Radius: 0.045})
	}
	// Neighbours but one share a housing at the elbow and the wrist.
	return kinematics.NewCollider(c, all, [][2]int{{4, 6}, {0, 2}, {2, 4}})
}

// tensorOf is the symmetric part of a column-major inertia.
func tensorOf(i *[9]float64) kinematics.Tensor {
	return kinematics.Tensor{XX: i[0], XY: (i[1] + i[3]) / 2, XZ: (i[2] + i[6]) / 2, YY: i[4], YZ: (i[5] + i[7]) / 2, ZZ: i[8]}
}

// farthest is how far from each other the frames may be that clients set, m.
const farthest = 10

// validPlace reports whether t is a frame to set: a transform that does not lead farther than 10 m.
func validPlace(t *franka.Pose) bool { return validFrame(t) && within(t[12:15], -farthest, farthest) }

// validFrame reports whether FCI takes t for a transform, and its rotation is one: orthogonal and right-handed.
func validFrame(t *franka.Pose) bool {
	if !franka.IsTransform(t) {
		return false
	}
	r := franka.SpatialPose(t).R
	s := r.Mul(r.T())
	for i, one := range spatial.IdentityRot() {
		if d := s[i] - one; d > 1e-4 || d < -1e-4 {
			return false
		}
	}
	return r.Col(0).Cross(r.Col(1)).Dot(r.Col(2)) > 0
}
