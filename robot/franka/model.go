package franka

import (
	_ "embed"
	"sync"

	"github.com/sinew-robotics/sinew/math/kinematics"
)

//go:embed panda.urdf
var panda string

// URDF returns the description of the Panda without its hand. The caller owns the slice.
func URDF() []byte { return []byte(panda) }

// Model returns the arm from panda_link0, its base, to panda_link8, its flange: seven joints, no load.
func Model() (*kinematics.Chain, error) { return pandaChain() }

// ModelOf returns the model of the arm that speaks version v.
func ModelOf(v Version) (*kinematics.Chain, error) {
	if v.FR3() {
		return FR3Model()
	}
	return Model()
}

// Chains do not change, so each description is read once.
var (
	pandaChain = sync.OnceValues(func() (*kinematics.Chain, error) { return chainOf("panda", URDF()) })
	fr3Chain   = sync.OnceValues(func() (*kinematics.Chain, error) { return chainOf("fr3", FR3URDF()) })
)

// chainOf reads an arm from its base to its flange.
func chainOf(name string, text []byte) (*kinematics.Chain, error) {
	u, err := kinematics.ParseURDF(name+".urdf", text)
	if err != nil {
		return nil, err
	}
	return u.Chain(name+"_link0", name+"_link8")
}
