package franka

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// IdentityPose returns the pose of a frame in itself.
func IdentityPose() Pose { return Pose{0: 1, 5: 1, 10: 1, 15: 1} }

// PoseOf returns p in FCI's form.
func PoseOf(p spatial.Pose) Pose {
	return Pose{
		p.R[0], p.R[3], p.R[6], 0,
		p.R[1], p.R[4], p.R[7], 0,
		p.R[2], p.R[5], p.R[8], 0,
		p.P.X, p.P.Y, p.P.Z, 1,
	}
}

// SpatialPose is the reverse of PoseOf. It copies the numbers of p; use IsTransform to check them.
func SpatialPose(p *Pose) spatial.Pose {
	return spatial.Pose{
		P: spatial.V(p[12], p[13], p[14]),
		R: spatial.Rot{p[0], p[4], p[8], p[1], p[5], p[9], p[2], p[6], p[10]},
	}
}

// SpatialTwist converts a twist in FCI's form, linear part first.
func SpatialTwist(t *[6]float64) spatial.Twist {
	return spatial.Twist{Lin: spatial.V(t[0], t[1], t[2]), Ang: spatial.V(t[3], t[4], t[5])}
}

// TwistOf is the reverse of SpatialTwist.
func TwistOf(t spatial.Twist) [6]float64 {
	return [6]float64{t.Lin.X, t.Lin.Y, t.Lin.Z, t.Ang.X, t.Ang.Y, t.Ang.Z}
}

// IsTransform reports whether FCI accepts p as a transform: finite, rows and columns of the rotation of unit length
// to 1e-5, last row exactly 0 0 0 1.
func IsTransform(p *Pose) bool {
	if p[3] != 0 || p[7] != 0 || p[11] != 0 || p[15] != 1 || !allFinite(p[:]) {
		return false
	}
	unit := func(a, b, c float64) bool {
		return math.Abs(math.Sqrt(float64(a*a)+float64(b*b)+float64(c*c))-1) <= 1e-5
	}
	for i := range 3 {
		if !unit(p[4*i], p[4*i+1], p[4*i+2]) || !unit(p[i], p[4+i], p[8+i]) {
			return false
		}
	}
	return true
}

// allFinite reports whether no number is NaN or infinite.
func allFinite(xs []float64) bool {
	for _, x := range xs {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// FlipAngle is the position of joint 4 at which the elbow's sign changes, rad.
const FlipAngle = -0.467002423653011

// ElbowOf returns FCI's description of the elbow for joint positions q: the position of joint 3 and the sign of joint
// 4 relative to FlipAngle.
func ElbowOf(q *[Joints]float64) [2]float64 {
	switch {
	case q[3] > FlipAngle:
		return [2]float64{q[2], 1}
	case q[3] < FlipAngle:
		return [2]float64{q[2], -1}
	}
	return [2]float64{q[2], 0}
}
