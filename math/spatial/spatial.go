// Package spatial has the geometry for all other layers: vectors, rotations, poses, twists and wrenches. Lengths are
// metres, angles radians, forces newtons, torques newton metres. All types are plain values; no function allocates.
//
// Naming follows the frame cancellation rule: a Pose called A_B is the pose of frame B seen from A, so
// A_C = A_B.Mul(B_C) and p_A = A_B.Apply(p_B).
package spatial

import "math"

// Vec3 is a vector in three dimensions, or the coordinates of a point in some frame.
type Vec3 struct{ X, Y, Z float64 }

// V is shorthand for Vec3{x, y, z}.
func V(x, y, z float64) Vec3 { return Vec3{x, y, z} }

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a − b.
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns s·a.
func (a Vec3) Scale(s float64) Vec3 { return Vec3{s * a.X, s * a.Y, s * a.Z} }

// Neg returns −a.
func (a Vec3) Neg() Vec3 { return Vec3{-a.X, -a.Y, -a.Z} }

// Dot returns the inner product.
func (a Vec3) Dot(b Vec3) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns the vector product a × b.
func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Norm returns the Euclidean length.
func (a Vec3) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Dist returns the distance between the points a and b.
func (a Vec3) Dist(b Vec3) float64 { return a.Sub(b).Norm() }

// Unit returns a scaled to length one; ok is false (and the result zero) if a has no direction: zero length, NaN or Inf.
func (a Vec3) Unit() (u Vec3, ok bool) {
	n := a.Norm()
	if !(n > 1e-140 && n < 1e150) { // the squares of its parts lose digits, or are not numbers
		long := max(math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z))
		if !(long > 0) || math.IsInf(long, 0) {
			return Vec3{}, false
		}
		a = Vec3{a.X / long, a.Y / long, a.Z / long}
		n = a.Norm()
	}
	return Vec3{a.X / n, a.Y / n, a.Z / n}, true
}

// Limit returns a, shortened to length max if it is longer.
func (a Vec3) Limit(max float64) Vec3 {
	if n := a.Norm(); n > max {
		return a.Scale(max / n)
	}
	return a
}

// Finite reports whether no component is NaN or infinite.
func (a Vec3) Finite() bool { return finite(a.X) && finite(a.Y) && finite(a.Z) }

func finite(x float64) bool { return x-x == 0 }

// RPY are fixed-axis roll, pitch and yaw: the rotation Rz(Yaw)·Ry(Pitch)·Rx(Roll), roll first.
type RPY struct{ Roll, Pitch, Yaw float64 }

// Pose is the position and orientation of a frame in another: p_A = R·p_B + P.
type Pose struct {
	P Vec3
	R Rot
}

// Identity is the pose of a frame in itself.
func Identity() Pose { return Pose{R: IdentityRot()} }

// Mul composes A_B.Mul(B_C) into A_C.
func (a Pose) Mul(b Pose) Pose { return Pose{P: a.R.Apply(b.P).Add(a.P), R: a.R.Mul(b.R)} }

// Apply maps the coordinates of a point in B to A.
func (a Pose) Apply(p Vec3) Vec3 { return a.R.Apply(p).Add(a.P) }

// Inv returns B_A from A_B.
func (a Pose) Inv() Pose {
	t := a.R.T()
	return Pose{P: t.Apply(a.P).Neg(), R: t}
}

// Toward returns the pose between a, at part 0, and b, at part 1: on the straight line between their positions, and rotated
// about a constant axis by the smaller angle.
func (a Pose) Toward(b Pose, part float64) Pose {
	turn := a.R.T().Mul(b.R).Log()
	return Pose{P: a.P.Add(b.P.Sub(a.P).Scale(part)), R: a.R.Mul(Exp(turn.Scale(part)))}
}

// Finite reports whether every number in the pose is finite.
func (a Pose) Finite() bool {
	if !a.P.Finite() {
		return false
	}
	for _, x := range a.R {
		if !finite(x) {
			return false
		}
	}
	return true
}

// Delta returns the twist that, applied for one second, moves pose a to pose b: translation in the common
// reference frame and rotation vector of b.R·a.Rᵀ, both in that frame (KDL's diff).
func Delta(a, b Pose) Twist {
	p, q := &a.R, &b.R // of q·pᵀ the logarithm needs the antisymmetric part and the trace
	v := Vec3{
		q[6]*p[3] + q[7]*p[4] + q[8]*p[5] - (q[3]*p[6] + q[4]*p[7] + q[5]*p[8]),
		q[0]*p[6] + q[1]*p[7] + q[2]*p[8] - (q[6]*p[0] + q[7]*p[1] + q[8]*p[2]),
		q[3]*p[0] + q[4]*p[1] + q[5]*p[2] - (q[0]*p[3] + q[1]*p[4] + q[2]*p[5]),
	}
	trace := q[0]*p[0] + q[1]*p[1] + q[2]*p[2] + (q[3]*p[3] + q[4]*p[4] + q[5]*p[5]) + (q[6]*p[6] + q[7]*p[7] + q[8]*p[8])
	w, ok := rotationVector(v, trace)
	if !ok {
		w = q.Mul(p.T()).Log()
	}
	return Twist{Lin: b.P.Sub(a.P), Ang: w}
}

// Twist is a velocity: Lin in m/s of the reference point, Ang in rad/s.
type Twist struct{ Lin, Ang Vec3 }

// Scale returns s·t.
func (t Twist) Scale(s float64) Twist { return Twist{t.Lin.Scale(s), t.Ang.Scale(s)} }

// Add returns t + u.
func (t Twist) Add(u Twist) Twist { return Twist{t.Lin.Add(u.Lin), t.Ang.Add(u.Ang)} }

// Wrench is a force in N at the reference point and a torque in N·m.
type Wrench struct{ Force, Torque Vec3 }
