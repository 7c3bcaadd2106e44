package sim

import (
	"math"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// quadric is an ellipsoid (p−c)ᵀA(p−c) = 1 in the camera's frame. A ray p = t·d with d = (x, y, 1) meets it
// where t²·a − 2t·b + k = 0 with a = dᵀAd, b = dᵀAc, k = cᵀAc − 1, so at inverse depth w = 1/t =
// (b + √(b² − a·k))/k. The discriminant dᵀQd, with Q = Ac·cᵀA − k·A, is quadratic in x along a row: its
// roots bound the row's span.
type quadric struct {
	a, q  [6]float64 // symmetric: xx, xy, xz, yy, yz, zz
	ac    spatial.Vec3
	k     float64
	ahead bool // the centre is in front of the camera
}

// newQuadric places an ellipsoid with the given half axes and pose in the camera's frame. ok is false if
// the camera is inside it.
func newQuadric(pose spatial.Pose, size spatial.Vec3) (g quadric, ok bool) {
	r, c := pose.R, pose.P
	i := [3]float64{1 / (size.X * size.X), 1 / (size.Y * size.Y), 1 / (size.Z * size.Z)}
	el := func(m, n int) float64 {
		return r[3*m]*r[3*n]*i[0] + r[3*m+1]*r[3*n+1]*i[1] + r[3*m+2]*r[3*n+2]*i[2]
	}
	g.a = [6]float64{el(0, 0), el(0, 1), el(0, 2), el(1, 1), el(1, 2), el(2, 2)}
	a := &g.a
	g.ac = spatial.V(
		a[0]*c.X+a[1]*c.Y+a[2]*c.Z,
		a[1]*c.X+a[3]*c.Y+a[4]*c.Z,
		a[2]*c.X+a[4]*c.Y+a[5]*c.Z)
	g.k = c.Dot(g.ac) - 1
	v := g.ac
	g.q = [6]float64{
		v.X*v.X - g.k*a[0], v.X*v.Y - g.k*a[1], v.X*v.Z - g.k*a[2],
		v.Y*v.Y - g.k*a[3], v.Y*v.Z - g.k*a[4], v.Z*v.Z - g.k*a[5],
	}
	g.ahead = c.Z > 0
	return g, g.k > 1e-9
}

// span returns the columns u0 ≤ u < u1 of the row at height y (in units of the focal length) that may show
// the ellipsoid.
func (g *quadric) span(in *perception.Intrinsics, y float64) (u0, u1 int) {
	q2 := g.q[0]
	if q2 >= 0 { // it reaches behind the camera, so its outline is not an ellipse
		return 0, in.W
	}
	if !g.ahead {
		return 0, 0
	}
	q1 := g.q[1]*y + g.q[2]
	q0 := (g.q[3]*y+2*g.q[4])*y + g.q[5]
	d := q1*q1 - q2*q0
	if !(d > 0) {
		return 0, 0
	}
	s := math.Sqrt(d)
	lo, hi := (-q1+s)/q2, (-q1-s)/q2 // q2 < 0 reverses the order
	u0 = clampColumn(math.Ceil(lo*in.Fx+in.Cx), in.W)
	u1 = clampColumn(math.Floor(hi*in.Fx+in.Cx)+1, in.W)
	return u0, u1
}

func clampColumn(u float64, w int) int {
	return int(math.Max(0, math.Min(u, float64(w))))
}
