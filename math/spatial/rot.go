package spatial

import "math"

// Rot is a rotation matrix, row-major: element (i, j) is Rot[3*i+j].
type Rot [9]float64

// IdentityRot is the identity rotation.
func IdentityRot() Rot { return Rot{1, 0, 0, 0, 1, 0, 0, 0, 1} }

// RotX rotates by a radians about x.
func RotX(a float64) Rot {
	s, c := math.Sincos(a)
	return Rot{1, 0, 0, 0, c, -s, 0, s, c}
}

// RotY rotates by a radians about y.
func RotY(a float64) Rot {
	s, c := math.Sincos(a)
	return Rot{c, 0, s, 0, 1, 0, -s, 0, c}
}

// RotZ rotates by a radians about z.
func RotZ(a float64) Rot {
	s, c := math.Sincos(a)
	return Rot{c, -s, 0, s, c, 0, 0, 0, 1}
}

// ZTo returns the smallest rotation that takes z to the unit vector a.
func ZTo(a Vec3) Rot {
	if a.X == 0 && a.Y == 0 && a.Z > 0 {
		return IdentityRot()
	}
	if a.Z < -1+1e-12 {
		return Rot{1, 0, 0, 0, -1, 0, 0, 0, -1}
	}
	k := 1 / (1 + a.Z)
	return Rot{
		1 - k*a.X*a.X, -k * a.X * a.Y, a.X,
		-k * a.X * a.Y, 1 - k*a.Y*a.Y, a.Y,
		-a.X, -a.Y, a.Z,
	}
}

// Rot returns Rz(Yaw)·Ry(Pitch)·Rx(Roll).
func (e RPY) Rot() Rot {
	sa, ca := math.Sincos(e.Yaw)
	sb, cb := math.Sincos(e.Pitch)
	sg, cg := math.Sincos(e.Roll)
	return Rot{
		ca * cb, ca*sb*sg - sa*cg, ca*sb*cg + sa*sg,
		sa * cb, sa*sb*sg + ca*cg, sa*sb*cg - ca*sg,
		-sb, cb * sg, cb * cg,
	}
}

// RPY returns the fixed-axis angles of r with Pitch in [−π/2, π/2]; at the poles Yaw takes the whole
// rotation about z and Roll is zero.
func (r Rot) RPY() RPY {
	h := math.Hypot(r[0], r[3])
	pitch := math.Atan2(-r[6], h)
	if h < 1e-10 {
		return RPY{0, pitch, math.Atan2(-r[1], r[4])}
	}
	return RPY{math.Atan2(r[7], r[8]), pitch, math.Atan2(r[3], r[0])}
}

// Mul returns a·b.
func (a Rot) Mul(b Rot) Rot {
	return Rot{
		a[0]*b[0] + a[1]*b[3] + a[2]*b[6], a[0]*b[1] + a[1]*b[4] + a[2]*b[7], a[0]*b[2] + a[1]*b[5] + a[2]*b[8],
		a[3]*b[0] + a[4]*b[3] + a[5]*b[6], a[3]*b[1] + a[4]*b[4] + a[5]*b[7], a[3]*b[2] + a[4]*b[5] + a[5]*b[8],
		a[6]*b[0] + a[7]*b[3] + a[8]*b[6], a[6]*b[1] + a[7]*b[4] + a[8]*b[7], a[6]*b[2] + a[7]*b[5] + a[8]*b[8],
	}
}

// T returns the transpose, which is the inverse.
func (a Rot) T() Rot { return Rot{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]} }

// Apply returns a·v.
func (a Rot) Apply(v Vec3) Vec3 {
	return Vec3{
		a[0]*v.X + a[1]*v.Y + a[2]*v.Z,
		a[3]*v.X + a[4]*v.Y + a[5]*v.Z,
		a[6]*v.X + a[7]*v.Y + a[8]*v.Z,
	}
}

// ApplyT returns aᵀ·v.
func (a Rot) ApplyT(v Vec3) Vec3 {
	return Vec3{
		a[0]*v.X + a[3]*v.Y + a[6]*v.Z,
		a[1]*v.X + a[4]*v.Y + a[7]*v.Z,
		a[2]*v.X + a[5]*v.Y + a[8]*v.Z,
	}
}

// Col returns column i: the i-th axis of the rotated frame.
func (a Rot) Col(i int) Vec3 { return Vec3{a[i], a[3+i], a[6+i]} }

// Exp returns the rotation about w by |w| radians (Rodrigues).
func Exp(w Vec3) Rot {
	th2 := w.Dot(w)
	var a, b float64 // sin θ/θ, (1−cos θ)/θ²
	if th2 < 1e-8 {
		a, b = 1-th2/6, 0.5-th2/24
	} else {
		th := math.Sqrt(th2)
		s, c := math.Sincos(th)
		a, b = s/th, (1-c)/th2
	}
	x, y, z := w.X, w.Y, w.Z
	return Rot{
		1 - b*(y*y+z*z), b*x*y - a*z, b*x*z + a*y,
		b*x*y + a*z, 1 - b*(x*x+z*z), b*y*z - a*x,
		b*x*z - a*y, b*y*z + a*x, 1 - b*(x*x+y*y),
	}
}

// Log returns the rotation vector w with Exp(w) = a and |w| ≤ π.
func (a Rot) Log() Vec3 {
	w, ok := rotationVector(Vec3{a[7] - a[5], a[2] - a[6], a[3] - a[1]}, a[0]+a[4]+a[8])
	if ok {
		return w
	}
	q := a.Quat() // near π the antisymmetric part vanishes; the quaternion does not
	n := Vec3{q.X, q.Y, q.Z}
	l := n.Norm()
	if q.W < 0 {
		l = -l
	}
	return n.Scale(2 * math.Atan2(math.Abs(l), math.Abs(q.W)) / l)
}

// rotationVector is Log of a rotation given by its antisymmetric part, v = 2 sin θ · axis, and its trace. ok reports
// whether these are enough.
func rotationVector(v Vec3, trace float64) (w Vec3, ok bool) {
	s2 := v.Norm() // 2 sin θ
	th := angle(turns.half*s2, turns.half*(trace-1))
	switch {
	case th < turns.small:
		return v.Scale(turns.half), true
	case th < turns.large:
		return v.Scale(th / s2), true
	}
	return Vec3{}, false
}

// turns are the constants of rotationVector and angle, in one place: the compiler spreads constants over those of the whole
// program, and after a millisecond's sleep nearly each is a line, and often a page, to be fetched from memory.
//
// atan x = x + x³·p(x²)/q(x²) for 0 ≤ x ≤ 0.66, with the coefficients of Cephes' and Go's atan.
var turns = arcs{
	half: 0.5, small: 1e-6, large: math.Pi - 1e-4, one: 1, most: 0.66, eighths: 2.41421356237309504880,
	p:  [5]float64{-8.750608600031904122785e-01, -1.615753718733365076637e+01, -7.500855792314704667340e+01, -1.228866684490136173410e+02, -6.485021904942025371773e+01},
	q:  [5]float64{+2.485846490142306297962e+01, +1.650270098316988542046e+02, +4.328810604912902668951e+02, +4.853903996359136964868e+02, +1.945506571482613964425e+02},
	pi: math.Pi, quarter: math.Pi / 4, lack4: 0.5 * 6.123233995736765886130e-17, right: math.Pi / 2, lack2: 6.123233995736765886130e-17,
}

type arcs struct {
	half, small, large float64 // small, large: angles at which the rotation vector is v/2, and is not determined by v
	one, most          float64
	eighths            float64 // tan 3π/8
	p, q               [5]float64
	pi, quarter, right float64
	lack4, lack2       float64 // what float64 lacks of π/4 and of π/2
}

// angle is math.Atan2(s, c) for s ≥ 0, to the bit.
func angle(s, c float64) float64 {
	x := s / c
	if c < 0 {
		x = -x
	}
	if !(x >= 0) { // 0/0, and no number
		return math.Atan2(s, c)
	}
	y := x
	switch {
	case x <= turns.most:
	case x > turns.eighths:
		y = turns.one / x
	default:
		y = (x - turns.one) / (x + turns.one)
	}
	z := y * y
	z = z * ((((turns.p[0]*z+turns.p[1])*z+turns.p[2])*z+turns.p[3])*z + turns.p[4]) / (((((z+turns.q[0])*z+turns.q[1])*z+turns.q[2])*z+turns.q[3])*z + turns.q[4])
	z = y*z + y
	switch {
	case x <= turns.most:
	case x > turns.eighths:
		z = turns.right - z + turns.lack2
	default:
		z = turns.quarter + z + turns.lack4
	}
	if c < 0 {
		return turns.pi - z
	}
	return z
}

// Quat is a unit quaternion.
type Quat struct{ W, X, Y, Z float64 }

// Quat returns the quaternion of a with W ≥ 0 (Shepperd's method).
func (a Rot) Quat() Quat {
	var q Quat
	switch tr := a[0] + a[4] + a[8]; {
	case tr >= a[0] && tr >= a[4] && tr >= a[8]:
		q = Quat{1 + tr, a[7] - a[5], a[2] - a[6], a[3] - a[1]}
	case a[0] >= a[4] && a[0] >= a[8]:
		q = Quat{a[7] - a[5], 1 + a[0] - a[4] - a[8], a[1] + a[3], a[2] + a[6]}
	case a[4] >= a[8]:
		q = Quat{a[2] - a[6], a[1] + a[3], 1 - a[0] + a[4] - a[8], a[5] + a[7]}
	default:
		q = Quat{a[3] - a[1], a[2] + a[6], a[5] + a[7], 1 - a[0] - a[4] + a[8]}
	}
	n := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z)
	if q.W < 0 {
		n = -n
	}
	return Quat{q.W / n, q.X / n, q.Y / n, q.Z / n}
}

// Rot returns the rotation matrix of q, which need not be of unit length.
func (q Quat) Rot() Rot {
	n := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z
	if n == 0 {
		return IdentityRot()
	}
	s := 2 / n
	w, x, y, z := q.W, q.X, q.Y, q.Z
	return Rot{
		1 - s*(y*y+z*z), s * (x*y - w*z), s * (x*z + w*y),
		s * (x*y + w*z), 1 - s*(x*x+z*z), s * (y*z - w*x),
		s * (x*z - w*y), s * (y*z + w*x), 1 - s*(x*x+y*y),
	}
}
