package safety

import (
	"errors"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// PoseRate bounds commands of a tool: the norms of its linear velocity (m/s …), of its angular velocity (rad/s …), and
// the angle of the redundant arm's elbow. Everything is expressed in the base frame; see [Rate].
type PoseRate struct{ Translation, Rotation, Elbow Rate }

// turnShare is the part of the rotation's limits that [PoseRate.Pose] uses. The robot computes the difference of two
// rotations in its own way; libfranka's limitRate leaves the same margin.
const turnShare = 0.99

// Validate reports every fault.
func (r PoseRate) Validate() error {
	return errors.Join(r.Translation.Validate(), r.Rotation.Validate(), r.Elbow.Validate())
}

// Tolerant is [Rate.Tolerant] for all three.
func (r PoseRate) Tolerant(eps float64, lost int, dt float64) PoseRate {
	return PoseRate{r.Translation.Tolerant(eps, lost, dt), r.Rotation.Tolerant(eps, lost, dt), r.Elbow.Tolerant(eps, lost, dt)}
}

// Twist returns the twist to command when v is proposed after twist v0 with acceleration a0.
func (r PoseRate) Twist(dt float64, v, v0, a0 spatial.Twist) (spatial.Twist, Verdict) {
	lin, first := r.Translation.VelocityVec(dt, v.Lin, v0.Lin, a0.Lin)
	ang, second := r.Rotation.VelocityVec(dt, v.Ang, v0.Ang, a0.Ang)
	return spatial.Twist{Lin: lin, Ang: ang}, max(first, second)
}

// Pose returns the pose to command when p is proposed after pose p0, reached with twist v0 and acceleration a0. The
// twist between poses is Δp/dt and axis·angle of R·R₀ᵀ over dt. A proposal that is not finite or not a rotation is
// Rejected and replaced by a cycle of braking.
func (r PoseRate) Pose(dt float64, p, p0 spatial.Pose, v0, a0 spatial.Twist) (spatial.Pose, Verdict) {
	verdict, v := Pass, spatial.Twist{}
	switch {
	case !p0.Finite() || !upright(p0.R):
		return p0, Rejected
	case !p.Finite() || !upright(p.R):
		verdict = Rejected
	default:
		v = spatial.Twist{Lin: p.P.Sub(p0.P).Scale(1 / dt), Ang: p.R.Mul(p0.R.T()).Log().Scale(1 / dt)}
	}
	turn := Rate{r.Rotation.V * turnShare, r.Rotation.A * turnShare, r.Rotation.J * turnShare}
	out := p
	lin, l := r.Translation.VelocityVec(dt, v.Lin, v0.Lin, a0.Lin)
	if l > Pass || verdict > Pass {
		out.P = p0.P.Add(lin.Scale(dt))
	}
	ang, a := turn.VelocityVec(dt, v.Ang, v0.Ang, a0.Ang)
	if a > Pass || verdict > Pass {
		out.R = spatial.Exp(ang.Scale(dt)).Mul(p0.R).Quat().Rot()
	}
	return out, max(verdict, l, a)
}
