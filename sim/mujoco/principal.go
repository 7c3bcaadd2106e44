package mujoco

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// principal returns the moments and the principal axes (columns) of an inertia tensor by Jacobi's rotations
// (Golub and Van Loan, "Matrix Computations", section 8.5). MuJoCo's own reader of full tensors stops at
// 1e-12 kg·m², which costs its accelerations four digits; given moments and axes it uses them unchanged.
func principal(t kinematics.Tensor) (moments spatial.Vec3, axes spatial.Rot) {
	a := [3][3]float64{{t.XX, t.XY, t.XZ}, {t.XY, t.YY, t.YZ}, {t.XZ, t.YZ, t.ZZ}}
	axes = spatial.IdentityRot()
	for range 30 {
		off := math.Abs(a[0][1]) + math.Abs(a[0][2]) + math.Abs(a[1][2])
		if off <= 1e-22*(a[0][0]+a[1][1]+a[2][2]) {
			break
		}
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			rotate(&a, &axes, pq[0], pq[1])
		}
	}
	return spatial.V(a[0][0], a[1][1], a[2][2]), axes
}

// rotate makes a[p][q] zero by a rotation in the plane of axes p and q.
func rotate(a *[3][3]float64, axes *spatial.Rot, p, q int) {
	if a[p][q] == 0 {
		return
	}
	th := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := math.Copysign(1, th) / (math.Abs(th) + math.Sqrt(1+th*th))
	c := 1 / math.Sqrt(1+t*t)
	s := t * c
	for k := range 3 {
		a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
	}
	for k := range 3 {
		a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
	}
	a[p][q], a[q][p] = 0, 0
	for k := 0; k < 9; k += 3 {
		axes[k+p], axes[k+q] = c*axes[k+p]-s*axes[k+q], s*axes[k+p]+c*axes[k+q]
	}
}
