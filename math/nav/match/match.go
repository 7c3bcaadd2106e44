// Package match fits scans to a map of a floor. A Track remembers odometry, so that a Cloud has all beams of several scanners
// as if they had been measured at the same time; Align moves a cloud until it lies on the walls of a map.
package match

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Matrix is a symmetric matrix for x, y and yaw: a covariance in m², m rad and rad², or its inverse, an information matrix.
type Matrix [3][3]float64

// Inv returns the inverse; ok is false if there is none.
func (m *Matrix) Inv() (inv Matrix, ok bool) {
	c := func(i, j, k, l int) float64 { return float64(m[i][j]*m[k][l]) - float64(m[i][l]*m[k][j]) }
	inv = Matrix{
		{c(1, 1, 2, 2), -c(0, 1, 2, 2), c(0, 1, 1, 2)},
		{-c(1, 0, 2, 2), c(0, 0, 2, 2), -c(0, 0, 1, 2)},
		{c(1, 0, 2, 1), -c(0, 0, 2, 1), c(0, 0, 1, 1)},
	}
	det := m[0][0]*inv[0][0] + m[0][1]*inv[1][0] + m[0][2]*inv[2][0]
	if !(math.Abs(det) > 1e-300) || det-det != 0 {
		return Matrix{}, false
	}
	for i := range inv {
		for j := range inv[i] {
			inv[i][j] /= det
		}
	}
	return inv, true
}

// Diagonal makes a covariance from standard deviations in m and rad.
func Diagonal(sd, yaw float64) Matrix {
	return Matrix{{sd * sd}, {0, sd * sd}, {0, 0, yaw * yaw}}
}

// Drift is the error model of odometry, with the coefficients of Thrun, Burgard and Fox, Probabilistic Robotics, 2005, table
// 5.6, which amcl calls odom_alpha1 to 4: variances of turning per turning squared and per way squared, and of way per way
// squared and per turning squared.
type Drift [4]float64

// Moved returns the covariance of a pose in MAP that had the covariance c at from, after a motion by odometry to the pose to.
func (d Drift) Moved(c Matrix, from, to nav.Pose) Matrix {
	x, y, turn := to.X-from.X, to.Y-from.Y, nav.Angle(to.Yaw-from.Yaw)
	way, turns := x*x+y*y, turn*turn
	// c' = F c Fᵀ, F being the identity with (-y, x) in the last column.
	var a Matrix
	for j := range 3 {
		a[0][j], a[1][j], a[2][j] = c[0][j]-y*c[2][j], c[1][j]+x*c[2][j], c[2][j]
	}
	for i := range 3 {
		c[i] = [3]float64{a[i][0] - y*a[i][2], a[i][1] + x*a[i][2], a[i][2]}
	}
	// Along the way, and a quarter of it across, for wheels that slip sideways.
	along, across := d[2]*way+d[3]*turns, d[2]*way/4+d[3]*turns
	if way > 0 {
		xx, xy, yy := x*x/way, x*y/way, y*y/way
		c[0][0] += along*xx + across*yy
		c[1][1] += along*yy + across*xx
		c[0][1] += (along - across) * xy
		c[1][0] += (along - across) * xy
	} else {
		c[0][0] += along
		c[1][1] += along
	}
	c[2][2] += d[0]*turns + d[1]*way
	return c
}

// Prior is the knowledge of a pose before a scan.
type Prior struct {
	Pose nav.Pose
	Cov  Matrix
}

// Fit is the pose of a cloud on a map.
type Fit struct {
	Pose nav.Pose // BASE in MAP
	Cov  Matrix
	On   float64 // part of the points that lie within Near of a wall
}

// The distance in m that distinguishes walls from obstacles not on the map, and the weight of points: their errors in m,
// including the map's, and the number of independent points in a cloud, because neighbours err alike.
const (
	Near        = 0.12
	deviation   = 0.05
	independent = 60
)

// Align finds the pose near start at which a cloud's points lie on the walls of a field, by the Gauss–Newton method on the
// distances, weighted after Geman and McClure so that points that are not on the map have no effect. Wide is the greatest
// initial error of the points, in m. A prior, which may be nil, determines what the points leave open, such as the place
// along a corridor.
func Align(f *nav.Field, points []Beam, start nav.Pose, prior *Prior, wide float64) Fit {
	weight := independent / (deviation * deviation * max(float64(len(points)), independent))
	at, scale := start, max(wide, Near)
	var n Normal
	for range 14 {
		n = normal(f, points, at, scale, weight)
		n.Hold(at, prior, 1e-3)
		step, ok := n.Step()
		if !ok {
			break
		}
		most := max(math.Hypot(step[0], step[1])/0.3, math.Abs(step[2])/0.2, 1) // longer steps are shortened
		at = nav.Pose{X: at.X + step[0]/most, Y: at.Y + step[1]/most, Yaw: nav.Angle(at.Yaw + step[2]/most)}
		if scale <= Near && math.Hypot(step[0], step[1]) < 2e-4 && math.Abs(step[2]) < 1e-4 {
			break
		}
		scale = max(scale*0.7, Near)
	}
	fit := Fit{Pose: at, Cov: n.Cov()}
	on := 0
	sin, cos := math.Sincos(at.Yaw)
	for _, p := range points {
		if math.Abs(f.At(turned(at, sin, cos, p.End))) < Near {
			on++
		}
	}
	fit.On = float64(on) / max(float64(len(points)), 1)
	return fit
}

func turned(at nav.Pose, sin, cos float64, p nav.Point) nav.Point {
	return nav.Point{X: at.X + float64(cos*p.X) - float64(sin*p.Y), Y: at.Y + float64(sin*p.X) + float64(cos*p.Y)}
}

// normal sums the normal equations of the points' distances to walls.
func normal(f *nav.Field, points []Beam, at nav.Pose, scale, weight float64) (n Normal) {
	sin, cos := math.Sincos(at.Yaw)
	for i := range points {
		p := turned(at, sin, cos, points[i].End)
		d, gx, gy := f.Slope(p)
		if gx == 0 && gy == 0 {
			continue
		}
		k := 1 / (1 + d*d/(scale*scale))
		n.Add(weight*k*k, d, nav.Point{X: gx, Y: gy}, p, at)
	}
	return n
}

// Normal holds the normal equations for a pose of BASE that brings points onto walls.
type Normal struct {
	h Matrix // Add sums the upper half of it
	b [3]float64
}

// Add adds a point, in MAP, with its weight and its distance d to a wall, which grows along the slope; BASE is at a pose.
func (n *Normal) Add(weight, d float64, slope, p nav.Point, at nav.Pose) {
	gx, gy := slope.X, slope.Y
	ga := gy*(p.X-at.X) - gx*(p.Y-at.Y)
	n.h[0][0] += weight * gx * gx
	n.h[0][1] += weight * gx * gy
	n.h[0][2] += weight * gx * ga
	n.h[1][1] += weight * gy * gy
	n.h[1][2] += weight * gy * ga
	n.h[2][2] += weight * ga * ga
	n.b[0] += weight * gx * d
	n.b[1] += weight * gy * d
	n.b[2] += weight * ga * d
}

// Hold adds, after all points, other knowledge: a prior, which may be nil, and an information of least about everything.
func (n *Normal) Hold(at nav.Pose, prior *Prior, least float64) {
	h := &n.h
	h[1][0], h[2][0], h[2][1] = h[0][1], h[0][2], h[1][2]
	if prior != nil {
		known, _ := prior.Cov.Inv() // zero without a prior
		e := [3]float64{at.X - prior.Pose.X, at.Y - prior.Pose.Y, nav.Angle(at.Yaw - prior.Pose.Yaw)}
		for i := range 3 {
			for j := range 3 {
				h[i][j] += known[i][j]
				n.b[i] += known[i][j] * e[j]
			}
		}
	}
	for i := range 3 {
		h[i][i] += least
	}
}

// Cov returns the covariance of the pose.
func (n *Normal) Cov() Matrix {
	cov, _ := n.h.Inv()
	return cov
}

// Step returns the next step of the pose; ok is false if the equations have no solution.
func (n *Normal) Step() (step [3]float64, ok bool) {
	inv, ok := n.h.Inv()
	for i := range step {
		step[i] = -(inv[i][0]*n.b[0] + inv[i][1]*n.b[1] + inv[i][2]*n.b[2])
	}
	return step, ok
}
