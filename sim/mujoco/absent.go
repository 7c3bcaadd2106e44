//go:build !mujoco

package mujoco

import (
	"errors"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// Arm is an arm simulated by MuJoCo; in this build there is none.
type Arm struct{}

// New says that this program was built without MuJoCo.
func New(*kinematics.Chain, sim.ArmConfig) (*Arm, error) {
	return nil, errors.New("mujoco: built without MuJoCo: install libmujoco-dev and rebuild with -tags mujoco")
}

// Step does nothing in this build.
func (*Arm) Step(float64, []float64) {}

// State does nothing in this build.
func (*Arm) State(_, _, _ []float64) {}

// Reset does nothing in this build.
func (*Arm) Reset([]float64) {}

// SetExternal does nothing in this build.
func (*Arm) SetExternal([]float64) {}

// SetLemon does nothing in this build.
func (*Arm) SetLemon(spatial.Pose) {}

// Close does nothing in this build.
func (*Arm) Close() {}
