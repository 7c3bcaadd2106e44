package link

import "math"

// period is the period of the robot's loop, s.
const period = 1e-3

// signal is a sequence of commands of one value, a millisecond apart, with its backward differences as the robot
// computes them: the state before the first sample is at rest there.
type signal struct{ t, p, v, a, j []float64 }

// differentiate makes a signal from positions.
func differentiate(p []float64) signal {
	s := signal{t: make([]float64, len(p)), p: p, v: make([]float64, len(p)), a: make([]float64, len(p)), j: make([]float64, len(p))}
	if len(p) == 0 {
		return s
	}
	p0, v0, a0 := p[0], 0.0, 0.0
	for i := range p {
		s.t[i] = float64(i) * period
		s.v[i] = (p[i] - p0) / period
		s.a[i] = (s.v[i] - v0) / period
		s.j[i] = (s.a[i] - a0) / period
		p0, v0, a0 = p[i], s.v[i], s.a[i]
	}
	return s
}

// peak is the greatest magnitude in xs.
func peak(xs []float64) float64 {
	m := 0.0
	for _, x := range xs {
		m = max(m, math.Abs(x))
	}
	return m
}
