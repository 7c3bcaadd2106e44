package route

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// spline is a uniform cubic B-spline, whose curvature is continuous. Points i to i+3 determine it between the parameters i and
// i+1.
type spline struct {
	points []nav.Point
	back   bool // it is driven backward
}

// weights returns the weights of the four points at u within a segment, 0 to 1: for the place, and for its first and second
// derivatives.
func weights(u float64) (b, d, dd [4]float64) {
	v := 1 - u
	b = [4]float64{v * v * v / 6, (3*u*u*u - 6*u*u + 4) / 6, (-3*u*u*u + 3*u*u + 3*u + 1) / 6, u * u * u / 6}
	d = [4]float64{-v * v / 2, (3*u*u - 4*u) / 2, (-3*u*u + 2*u + 1) / 2, u * u / 2}
	dd = [4]float64{v, 3*u - 2, 1 - 3*u, u}
	return b, d, dd
}

func mix(p []nav.Point, w *[4]float64) nav.Point {
	return nav.Point{
		X: float64(w[0]*p[0].X) + float64(w[1]*p[1].X) + float64(w[2]*p[2].X) + float64(w[3]*p[3].X),
		Y: float64(w[0]*p[0].Y) + float64(w[1]*p[1].Y) + float64(w[2]*p[2].Y) + float64(w[3]*p[3].Y),
	}
}

// segments returns the number of segments.
func (s *spline) segments() int { return len(s.points) - 3 }

// lay returns the ways of a spline, nil if it nearly stands still somewhere.
func (s *spline) lay(from, to nav.Pose) []Way {
	longest := 0.0
	for i := 1; i < len(s.points); i++ {
		longest = max(longest, s.points[i].Sub(s.points[i-1]).Norm())
	}
	fine := int(longest/Spacing*1.02) + 1
	sign := 1.0
	if s.back {
		sign = -1
	}
	ways := make([]Way, 0, s.segments()*fine+1)
	for i := range s.segments() {
		for k := range fine + 1 {
			if k == 0 && i > 0 {
				continue
			}
			b, d, dd := weights(float64(k) / float64(fine))
			p, t, c := mix(s.points[i:], &b), mix(s.points[i:], &d), mix(s.points[i:], &dd)
			v := t.Norm()
			if v < 0.01 {
				return nil
			}
			w := Way{Pose: nav.Pose{X: p.X, Y: p.Y, Yaw: math.Atan2(sign*t.Y, sign*t.X)}, Curvature: sign * (t.X*c.Y - t.Y*c.X) / (v * v * v)}
			if n := len(ways); n > 0 {
				w.S = ways[n-1].S + arc(ways[n-1].Dist(w.Pose), (ways[n-1].Curvature+w.Curvature)/2)
			}
			ways = append(ways, w)
		}
	}
	ways[0].Pose, ways[0].Curvature = from, 0
	ways[len(ways)-1].Pose, ways[len(ways)-1].Curvature = to, 0
	return ways
}

// band is a symmetric band matrix, by rows from the diagonal on, and a right side.
type band struct {
	a []([width + 1]float64)
	b []float64
}

const width = 7

// add adds w·v·vᵀ to the matrix and w·v·r to the right side, for a vector that is zero except at some places from at on, in
// ascending order.
func (m *band) add(at int, v []float64, w, r float64) {
	for i, x := range v {
		if x == 0 {
			continue
		}
		row := &m.a[at+i]
		for k := i; k < len(v); k++ {
			row[k-i] += float64(w * x * v[k])
		}
		m.b[at+i] += float64(w * x * r)
	}
}

// solve replaces b by the solution, with damp times the diagonal added to it (Cholesky). It is false if the matrix is not
// positive definite. It overwrites a.
func (m *band) solve(damp float64) bool {
	n := len(m.b)
	for i := range n {
		m.a[i][0] *= 1 + damp
	}
	for i := range n {
		row := &m.a[i]
		if !(row[0] > 1e-12) {
			return false
		}
		root := math.Sqrt(row[0])
		for k := range row {
			row[k] /= root
		}
		for k := 1; k <= width && i+k < n; k++ {
			if row[k] == 0 {
				continue
			}
			below := &m.a[i+k]
			for j := k; j <= width; j++ {
				below[j-k] -= float64(row[k] * row[j])
			}
		}
	}
	for i := range n {
		m.b[i] /= m.a[i][0]
		for k := 1; k <= width && i+k < n; k++ {
			m.b[i+k] -= float64(m.a[i][k] * m.b[i])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := 1; k <= width && i+k < n; k++ {
			m.b[i] -= float64(m.a[i][k] * m.b[i+k])
		}
		m.b[i] /= m.a[i][0]
	}
	return true
}
