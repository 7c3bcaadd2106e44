package franka

import (
	_ "embed"

	"github.com/sinew-robotics/sinew/math/kinematics"
)

//go:embed panda.urdf
var panda string

// URDF returns the description of the Panda without its hand. The slice is the caller's.
func URDF() []byte { return []byte(panda) }

// Model returns the arm from panda_link0, its base, to panda_link8, its flange: seven joints, no load.
func Model() (*kinematics.Chain, error) {
	u, err := kinematics.ParseURDF("panda.urdf", URDF())
	if err != nil {
		return nil, err
	}
	return u.Chain("panda_link0", "panda_link8")
}
