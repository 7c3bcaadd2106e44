package franka

import (
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// NewCollider covers the links of c, an arm to its flange, with capsules (franka_description, robots/common/franka_arm.xacro), and the
// hand, if there is one, with a capsule of our own.
func NewCollider(c *kinematics.Chain, bare bool) *kinematics.Collider {
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
	// Links with one other between them share a housing at the elbow and the wrist.
	return kinematics.NewCollider(c, all, [][2]int{{4, 6}, {0, 2}, {2, 4}})
}
