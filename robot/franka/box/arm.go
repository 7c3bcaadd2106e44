package box

import (
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// describedBy is the arm's own answer to GetRobotModel.
func describedBy(a Arm) []byte {
	if a == FR3 {
		return franka.FR3Described()
	}
	return urdfOf(a)
}

// urdfOf returns the description of an arm.
func urdfOf(a Arm) []byte {
	if a == FR3 {
		return franka.FR3URDF()
	}
	return franka.URDF()
}

// Description returns the URDF with which the arm that speaks version v answers GetRobotModel.
func Description(v franka.Version) []byte {
	if v.FR3() {
		return describedBy(FR3)
	}
	return describedBy(Panda)
}

// chainOf returns the arm without load, from its base to the flange.
func chainOf(a Arm) (*kinematics.Chain, error) {
	if a == FR3 {
		return franka.FR3Model()
	}
	return franka.Model()
}

// tensorOf returns the symmetric part of a column-major inertia.
func tensorOf(i *[9]float64) kinematics.Tensor {
	return kinematics.Tensor{XX: i[0], XY: (i[1] + i[3]) / 2, XZ: (i[2] + i[6]) / 2, YY: i[4], YZ: (i[5] + i[7]) / 2, ZZ: i[8]}
}

// farthest is the greatest distance, m, between frames that clients set.
const farthest = 10

// validPlace reports whether t can be set as a frame: a transform over no more than 10 m.
func validPlace(t *franka.Pose) bool { return validFrame(t) && within(t[12:15], -farthest, farthest) }

// validFrame reports whether FCI accepts t as a transform, and its rotation is orthogonal and right-handed.
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
