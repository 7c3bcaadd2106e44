package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// maxRows is the greatest number of task rows in a step: six for the pose and one for the nearest
// collision.
const maxRows = 7

// solver finds damped least-squares steps: the q with least |A·q − e|² + damping·|q|², over the joints that
// are not held.
type solver struct {
	n            int
	rows         int
	a            []float64 // rows×n, row-major
	e            [maxRows]float64
	gram         [maxRows * maxRows]float64 // A·Aᵀ + damping, then its Cholesky factor
	y            [maxRows]float64
	step         []float64
	held         []bool
	pull         []float64 // preferred motion if the task leaves freedom
	lo           []float64 // bounds of the step
	hi           []float64
	try          []float64 // a motion of the joints that may be restored
	kept         []float64 // a step that may be restored
	best         []float64
	grad         []float64     // of a distance between links
	start, total []float64     // ServoIK: where the cycle starts, and the sum of its steps
	ahead        []float64     // ServoIK: the joints' share of the target's motion
	goal         spatial.Twist // ServoIK: part of the error that the tip's own speed limits leave for later
	jac          []float64     // of a point on a link
}

func newSolver(n int) solver {
	f := make([]float64, (maxRows+11+6)*n)
	cut := func(k int) []float64 {
		s := f[:k:k]
		f = f[k:]
		return s
	}
	return solver{n: n, a: cut(maxRows * n), step: cut(n), held: make([]bool, n), pull: cut(n), lo: cut(n),
		hi: cut(n), try: cut(n), best: cut(n), grad: cut(n), start: cut(n), total: cut(n), ahead: cut(n), kept: cut(n), jac: cut(6 * n)}
}

// factor builds A·Aᵀ + damping·1 over the free joints and factors it (Cholesky).
func (s *solver) factor(damping float64) {
	m, n := s.rows, s.n
	for r := 0; r < m; r++ {
		x := s.a[r*n : r*n+n]
		for k := 0; k <= r; k++ {
			z := s.a[k*n : k*n+n]
			var sum float64
			for i, v := range x {
				if !s.held[i] {
					sum += v * z[i]
				}
			}
			s.gram[r*maxRows+k] = sum
		}
		s.gram[r*maxRows+r] += damping
	}
	s.cholesky()
}

func (s *solver) cholesky() {
	g := &s.gram
	for c := 0; c < s.rows; c++ {
		d := g[c*maxRows+c]
		for k := 0; k < c; k++ {
			d -= g[c*maxRows+k] * g[c*maxRows+k]
		}
		d = math.Sqrt(math.Max(d, 1e-300))
		inv := 1 / d
		g[c*maxRows+c] = inv // solving needs the inverse of the diagonal
		for r := c + 1; r < s.rows; r++ {
			v := g[r*maxRows+c]
			for k := 0; k < c; k++ {
				v -= g[r*maxRows+k] * g[c*maxRows+k]
			}
			g[r*maxRows+c] = v * inv
		}
	}
}

// solve overwrites y with (A·Aᵀ + damping)⁻¹·y.
func (s *solver) solve(y *[maxRows]float64) {
	g, m := &s.gram, s.rows
	for r := 0; r < m; r++ {
		v := y[r]
		for k := 0; k < r; k++ {
			v -= g[r*maxRows+k] * y[k]
		}
		y[r] = v * g[r*maxRows+r]
	}
	for r := m - 1; r >= 0; r-- {
		v := y[r]
		for k := r + 1; k < m; k++ {
			v -= g[k*maxRows+r] * y[k]
		}
		y[r] = v * g[r*maxRows+r]
	}
}

// back sets the step of the free joints to Aᵀ·y.
func (s *solver) back(y *[maxRows]float64) {
	n := s.n
	for i := range s.step {
		if s.held[i] {
			continue
		}
		var sum float64
		for r := 0; r < s.rows; r++ {
			sum += s.a[r*n+i] * y[r]
		}
		s.step[i] = sum
	}
}
