package mapping

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// tie is the measured pose of b as seen from pose a.
type tie struct {
	a, b int
	rel  nav.Pose
	info match.Matrix // in the frame of a
	loop bool
}

// graph is a pose graph; the first pose stays where it is.
type graph struct {
	poses []nav.Pose
	ties  []tie
}

func (g *graph) add(p nav.Pose) { g.poses = append(g.poses, p) }

// tie adds a tie; the covariance is of b in MAP.
func (g *graph) tie(a, b int, rel nav.Pose, cov match.Matrix, loop bool) {
	info, ok := cov.Inv()
	if !ok {
		return
	}
	// In the frame of a: Rᵀ info R, R turning from a to MAP.
	sin, cos := math.Sincos(g.poses[a].Yaw)
	turn := match.Matrix{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}
	info = product(transposed(turn), product(info, turn))
	g.ties = append(g.ties, tie{a, b, rel, info, loop})
}

func product(a, b match.Matrix) (c match.Matrix) {
	for i := range 3 {
		for j := range 3 {
			c[i][j] = a[i][0]*b[0][j] + a[i][1]*b[1][j] + a[i][2]*b[2][j]
		}
	}
	return c
}

func transposed(a match.Matrix) (t match.Matrix) {
	for i := range 3 {
		for j := range 3 {
			t[i][j] = a[j][i]
		}
	}
	return t
}

// error returns the deviation of the poses from a tie, and its derivatives with respect to both poses.
func (g *graph) error(t *tie) (e [3]float64, ja, jb match.Matrix) {
	a, b := g.poses[t.a], g.poses[t.b]
	sin, cos := math.Sincos(a.Yaw)
	dx, dy := b.X-a.X, b.Y-a.Y
	e = [3]float64{cos*dx + sin*dy - t.rel.X, -sin*dx + cos*dy - t.rel.Y, nav.Angle(b.Yaw - a.Yaw - t.rel.Yaw)}
	ja = match.Matrix{{-cos, -sin, -sin*dx + cos*dy}, {sin, -cos, -cos*dx - sin*dy}, {0, 0, -1}}
	jb = match.Matrix{{cos, sin, 0}, {-sin, cos, 0}, {0, 0, 1}}
	return e, ja, jb
}

// band is the reach, in poses, of ties that are not loops; wide is the same in numbers.
const (
	band = 8
	wide = 3*band + 3
)

// system holds the normal equations: the part near the diagonal by rows, and the rest, which comes from loops, as blocks.
type system struct {
	n      int
	low    []float64 // row i has columns i-wide+1 to i
	factor []float64 // its Cholesky factor, likewise
	loops  []block
	b      []float64
}

// block is at rows of pose a and columns of pose b, and transposed at the mirrored place.
type block struct {
	a, b int
	m    match.Matrix
}

// settle moves the poses to where the ties are satisfied best, by the Gauss–Newton method. From one round to the next,
// loops that contradict the rest get less and less weight, after Geman and McClure.
func (g *graph) settle() {
	n := 3 * (len(g.poses) - 1)
	if n == 0 {
		return
	}
	s := system{n: n, low: make([]float64, n*wide), factor: make([]float64, n*wide), b: make([]float64, n)}
	x := make([]float64, n)
	const most, least = 1e6, 400 // squared deviations at which a loop has a quarter of its weight
	for doubt, round := most, 0; round < 20; round++ {
		g.linearise(&s, doubt)
		s.decompose()
		s.solve(x)
		far := 0.0
		for i := 1; i < len(g.poses); i++ {
			p, d := &g.poses[i], x[3*i-3:3*i]
			*p = nav.Pose{X: p.X + d[0], Y: p.Y + d[1], Yaw: nav.Angle(p.Yaw + d[2])}
			far = max(far, math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2]))
		}
		if far < 1e-5 && doubt <= least {
			return
		}
		doubt = max(doubt/4, least)
	}
}

// linearise sums the normal equations at the present poses.
func (g *graph) linearise(s *system, doubt float64) {
	clear(s.low)
	clear(s.b)
	s.loops = s.loops[:0]
	for i := range g.ties {
		t := &g.ties[i]
		e, ja, jb := g.error(t)
		info := t.info
		if t.loop {
			chi := 0.0
			for i := range 3 {
				for j := range 3 {
					chi += e[i] * info[i][j] * e[j]
				}
			}
			k := 1 / (1 + chi/doubt)
			for i := range 3 {
				for j := range 3 {
					info[i][j] *= k * k
				}
			}
		}
		ia, ib := product(transposed(ja), info), product(transposed(jb), info)
		s.add(t.a, t.a, product(ia, ja))
		s.add(t.b, t.b, product(ib, jb))
		s.add(t.b, t.a, product(ib, ja))
		s.right(t.a, ia, e)
		s.right(t.b, ib, e)
	}
}

// right subtracts a tie's part from the right side.
func (s *system) right(pose int, m match.Matrix, e [3]float64) {
	if pose == 0 {
		return
	}
	for r := range 3 {
		s.b[3*pose-3+r] -= m[r][0]*e[0] + m[r][1]*e[1] + m[r][2]*e[2]
	}
}

// add adds a block at the rows of pose a and the columns of pose b, b at most a; the first pose has none.
func (s *system) add(a, b int, m match.Matrix) {
	if a == 0 || b == 0 {
		return
	}
	if a-b > band {
		s.loops = append(s.loops, block{a, b, m})
		return
	}
	for r := range 3 {
		for c := range 3 {
			if i, j := 3*a-3+r, 3*b-3+c; j <= i {
				s.low[i*wide+j-i+wide-1] += m[r][c]
			}
		}
	}
}

// decompose computes the Cholesky factor of the part near the diagonal.
func (s *system) decompose() {
	f := s.factor
	copy(f, s.low)
	for i := range s.n {
		row := f[i*wide : (i+1)*wide]
		from := max(i-wide+1, 0)
		for j := from; j <= i; j++ {
			other := f[j*wide : (j+1)*wide]
			sum := row[j-i+wide-1]
			for k := max(from, j-wide+1); k < j; k++ {
				sum -= row[k-i+wide-1] * other[k-j+wide-1]
			}
			if j == i {
				row[wide-1] = math.Sqrt(max(sum, 1e-9))
			} else {
				row[j-i+wide-1] = sum / other[wide-1]
			}
		}
	}
}

// apply sets x to the solution for the right side b, by the factor.
func (s *system) apply(x, b []float64) {
	f := s.factor
	for i := range s.n {
		sum := b[i]
		for k := max(i-wide+1, 0); k < i; k++ {
			sum -= f[i*wide+k-i+wide-1] * x[k]
		}
		x[i] = sum / f[i*wide+wide-1]
	}
	for i := s.n - 1; i >= 0; i-- {
		x[i] /= f[i*wide+wide-1]
		for k := max(i-wide+1, 0); k < i; k++ {
			x[k] -= f[i*wide+k-i+wide-1] * x[i]
		}
	}
}

// times sets y to the product of the whole matrix and x.
func (s *system) times(y, x []float64) {
	clear(y)
	for i := range s.n {
		for k := max(i-wide+1, 0); k < i; k++ {
			v := s.low[i*wide+k-i+wide-1]
			y[i] += v * x[k]
			y[k] += v * x[i]
		}
		y[i] += s.low[i*wide+wide-1] * x[i]
	}
	for _, l := range s.loops {
		for r := range 3 {
			for c := range 3 {
				i, j := 3*l.a-3+r, 3*l.b-3+c
				y[i] += l.m[r][c] * x[j]
				y[j] += l.m[r][c] * x[i]
			}
		}
	}
}

// solve solves the equations by conjugate gradients, with the part near the diagonal as preconditioner: without loops that
// is the whole matrix, and each loop takes a few rounds.
func (s *system) solve(x []float64) {
	n := s.n
	r, z, p, q := append([]float64(nil), s.b...), make([]float64, n), make([]float64, n), make([]float64, n)
	clear(x)
	s.apply(z, r)
	copy(p, z)
	rz := dot(r, z)
	begin := rz
	for range 300 {
		if !(rz > 1e-18*begin) || rz < 1e-18 {
			return
		}
		s.times(q, p)
		a := rz / dot(p, q)
		for i := range n {
			x[i] += a * p[i]
			r[i] -= a * q[i]
		}
		s.apply(z, r)
		was := rz
		rz = dot(r, z)
		for i := range n {
			p[i] = z[i] + rz/was*p[i]
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
