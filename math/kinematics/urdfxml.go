package kinematics

import (
	"github.com/sinew-robotics/sinew/internal/xmltree"
	"github.com/sinew-robotics/sinew/math/spatial"
)

type element = xmltree.Element

// reader turns elements into values.
type reader struct{ xmltree.Reader }

func (r *reader) vec(e *element, name string, missing spatial.Vec3) spatial.Vec3 {
	var v [3]float64
	if !r.Numbers(e, name, v[:]) {
		return missing
	}
	return spatial.V(v[0], v[1], v[2])
}

// origin reads the <origin> of e; without one it is the identity.
func (r *reader) origin(e *element) spatial.Pose {
	o := e.Child("origin")
	if o == nil {
		return spatial.Identity()
	}
	a := r.vec(o, "rpy", spatial.Vec3{})
	return spatial.Pose{P: r.vec(o, "xyz", spatial.Vec3{}), R: spatial.RPY{Roll: a.X, Pitch: a.Y, Yaw: a.Z}.Rot()}
}
