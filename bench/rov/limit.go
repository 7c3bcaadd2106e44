package rov

import (
	"math"
	"time"
)

// loop is the ideal sampled-data loop of the heading law: a double integrator (the dynamic model cancels the vehicle's
// other dynamics) behind thrusters with a first-order lag, and the law acc = −K1·r − K2·e, computed every period from
// samples of that moment, held, and in effect a delay later.
type loop struct {
	k1, k2 float64       // Hz, Hz²
	gain   float64       // of the vehicle relative to the law's model; 0 is 1
	period time.Duration // T2
	delay  time.Duration // from the samples to the thrusters' command
	lag    time.Duration // of the thrusters
}

// radius is the spectral radius of the loop from one sample to the next: below 1 it is stable.
func (l loop) radius() float64 {
	T, d := l.period.Seconds(), l.delay.Seconds()
	m := int(math.Floor(d/T + 1e-9))
	d = max(0, d-float64(m)*T)
	gain := l.gain
	if gain == 0 {
		gain = 1
	}
	// x = (e, r, a): x' = (r, gain·a, (u − a)/lag). The commands on their way follow: u[k−1], …, u[k−m−1].
	whole, _ := l.hold(T, gain)
	rest, last := l.hold(T-d, gain)
	_, first := l.hold(d, gain)
	first = apply(rest, first)
	n := 3 + m + 1
	a := newSquare(n)
	law := [3]float64{-l.k2, -l.k1, 0}
	for i := range 3 {
		for j := range 3 {
			a[i][j] = whole[i][j]
			if m == 0 {
				a[i][j] += last[i] * law[j]
			}
		}
		if m > 0 {
			a[i][3+m-1] += last[i]
		}
		a[i][3+m] += first[i]
	}
	copy(a[3][:3], law[:])
	for i := 4; i < n; i++ {
		a[i][i-1] = 1
	}
	return spectralRadius(a)
}

// hold returns what x becomes in t seconds: from itself, and from a command that is held.
func (l loop) hold(t, gain float64) (from square, in []float64) {
	a := newSquare(4) // x and the command
	a[0][1], a[1][2] = 1, gain
	if lag := l.lag.Seconds(); lag > 0 {
		a[2][2], a[2][3] = -1/lag, 1/lag
	} else {
		a[1][2], a[1][3], a[2][2] = 0, gain, -1000 // without lag the acceleration is the command, and the state in its place fades
	}
	for i := range a {
		for j := range a {
			a[i][j] *= t
		}
	}
	e := exponential(a)
	from = newSquare(3)
	for i := range 3 {
		copy(from[i], e[i][:3])
		in = append(in, e[i][3])
	}
	return from, in
}

// most is the greatest gain of the vehicle, relative to the law's model, with which the loop is stable.
func (l loop) most() float64 {
	low, high := 0.01, 100.0
	for range 60 {
		l.gain = math.Sqrt(low * high)
		if l.radius() < 1 {
			low = l.gain
		} else {
			high = l.gain
		}
	}
	return low
}

// square is a small square matrix.
type square [][]float64

func newSquare(n int) square {
	a := make(square, n)
	for i := range a {
		a[i] = make([]float64, n)
	}
	return a
}

func (a square) times(b square) square {
	c := newSquare(len(a))
	for i := range a {
		for j := range a {
			for k := range a {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func apply(a square, x []float64) []float64 {
	y := make([]float64, len(a))
	for i := range a {
		for k := range x {
			y[i] += a[i][k] * x[k]
		}
	}
	return y
}

// norm is the greatest row sum of absolute values.
func (a square) norm() (most float64) {
	for i := range a {
		sum := 0.0
		for _, x := range a[i] {
			sum += math.Abs(x)
		}
		most = max(most, sum)
	}
	return most
}

// exponential is e to the power of a, by its series on a/2ⁿ and n squarings.
func exponential(a square) square {
	n := 0
	for norm := a.norm(); norm > 0.25; norm /= 2 {
		n++
	}
	scale := math.Ldexp(1, -n)
	term, sum := newSquare(len(a)), newSquare(len(a))
	for i := range a {
		term[i][i], sum[i][i] = 1, 1
	}
	for k := 1; k <= 14; k++ {
		term = term.times(a)
		for i := range term {
			for j := range term {
				term[i][j] *= scale / float64(k)
				sum[i][j] += term[i][j]
			}
		}
	}
	for range n {
		sum = sum.times(sum)
	}
	return sum
}

// spectralRadius is the greatest absolute value of an eigenvalue, by Gelfand's formula: the limit of ‖aᵏ‖ to the power
// of 1/k, with k = 2⁴⁸ by squaring.
func spectralRadius(a square) float64 {
	const squarings = 48
	log, weight := 0.0, 1.0
	for range squarings {
		n := a.norm()
		if n == 0 {
			return 0
		}
		log += weight * math.Log(n)
		for i := range a {
			for j := range a {
				a[i][j] /= n
			}
		}
		a = a.times(a)
		weight /= 2
	}
	return math.Exp(log)
}
