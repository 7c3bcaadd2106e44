package spline

import "math"

// Poly is one joint's motion over a segment: a polynomial of degree 5 in s = t/T, lowest coefficient first.
type Poly struct {
	C [6]float64
	T float64 // s, positive
}

// End is a joint's state at an end of a segment.
type End struct{ P, V, A float64 }

// Hold stays at p for T seconds.
func Hold(p, t float64) Poly { return Poly{C: [6]float64{p}, T: t} }

// Linear goes straight from p0 to p1 in T seconds.
func Linear(p0, p1, t float64) Poly { return Poly{C: [6]float64{p0, p1 - p0}, T: t} }

// Cubic goes from one position and velocity to another in T seconds; accelerations of the ends are ignored.
func Cubic(from, to End, t float64) Poly {
	h, v0, v1 := to.P-from.P, from.V*t, to.V*t
	return Poly{C: [6]float64{from.P, v0, 3*h - 2*v0 - v1, v0 + v1 - 2*h}, T: t}
}

// Quintic goes from one position, velocity and acceleration to another in T seconds.
func Quintic(from, to End, t float64) Poly {
	h, v0, v1, a0, a1 := to.P-from.P, from.V*t, to.V*t, from.A*t*t/2, to.A*t*t/2
	return Poly{C: [6]float64{from.P, v0, a0,
		10*h - 6*v0 - 4*v1 - 3*a0 + a1,
		-15*h + 8*v0 + 7*v1 + 3*a0 - 2*a1,
		6*h - 3*v0 - 3*v1 - a0 + a1}, T: t}
}

// At returns position, velocity, acceleration and jerk t seconds after the beginning; t is limited to the segment.
func (k *Poly) At(t float64) (p, v, a, j float64) {
	s := min(max(t/k.T, 0), 1)
	c := &k.C
	p = horner(c[:], s)
	v = horner([]float64{c[1], 2 * c[2], 3 * c[3], 4 * c[4], 5 * c[5]}, s) / k.T
	a = horner([]float64{2 * c[2], 6 * c[3], 12 * c[4], 20 * c[5]}, s) / (k.T * k.T)
	j = horner([]float64{6 * c[3], 24 * c[4], 60 * c[5]}, s) / (k.T * k.T * k.T)
	return p, v, a, j
}

// Peaks are the extremes of a segment: the range of its positions and the greatest magnitudes of its derivatives.
type Peaks struct{ Low, High, V, A, J float64 }

// Peaks finds the extremes, at both ends and where the next derivative is zero.
func (k *Poly) Peaks() Peaks {
	low, high := extremes(k.C)
	var size [3]float64
	c, scale := k.C, 1.0
	for i := range size {
		c, scale = derivative(c), scale/k.T
		l, h := extremes(c)
		size[i] = max(-l, h) * scale
	}
	return Peaks{low, high, size[0], size[1], size[2]}
}

// horner evaluates a polynomial.
func horner(c []float64, s float64) (x float64) {
	for i := len(c) - 1; i >= 0; i-- {
		x = float64(x*s) + c[i]
	}
	return x
}

func derivative(c [6]float64) (d [6]float64) {
	for i := 1; i < len(c); i++ {
		d[i-1] = float64(i) * c[i]
	}
	return d
}

// extremes returns the least and the greatest value of a polynomial over [0, 1].
func extremes(c [6]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	see := func(x float64) { low, high = min(low, x), max(high, x) }
	var at [6]float64
	n := roots(derivative(c), &at)
	for _, s := range at[:n] {
		see(horner(c[:], s))
	}
	see(c[0])
	see(horner(c[:], 1))
	return low, high
}

// roots finds where a polynomial changes its sign within (0, 1), in order. Between two roots of its derivative there is
// one at most, which bisection finds.
func roots(c [6]float64, at *[6]float64) (n int) {
	degree := len(c) - 1
	for degree > 0 && c[degree] == 0 {
		degree--
	}
	if degree == 0 {
		return 0
	}
	var turns [6]float64
	m := roots(derivative(c), &turns)
	turns[m] = 1
	from := 0.0
	for _, to := range turns[:m+1] {
		if f, g := horner(c[:], from), horner(c[:], to); f*g < 0 {
			at[n] = bisect(c, from, to, f)
			n++
		} else if g == 0 && to < 1 {
			at[n] = to
			n++
		}
		from = to
	}
	return n
}

// bisect narrows the interval from a, where the polynomial is f, to b, where it has the other sign.
func bisect(c [6]float64, a, b, f float64) float64 {
	for range 60 {
		m := (a + b) / 2
		if g := horner(c[:], m); (g < 0) == (f < 0) {
			a = m
		} else {
			b = m
		}
	}
	return (a + b) / 2
}
