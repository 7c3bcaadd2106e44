package rov

import (
	"math"
	"math/rand/v2"
)

// source is a sequence of random numbers. Each purpose has a separate one, so that they do not affect each
// other.
type source struct{ pcg rand.PCG }

// Purposes of random numbers: the second half of the generator's seed.
const (
	forIMU = iota + 1
	forLoch
	forDepth
	forCurrent
	forSpread
	forDropouts // followed by the sensors' numbers
)

// More purposes, after those of drop-outs.
const (
	forProximeter = iota + 16
	forSonar
	forBottom
	forPillars
)

func newSource(seed, purpose uint64) source {
	s := source{pcg: *rand.NewPCG(seed, 0x9e3779b97f4a7c15*purpose)}
	for range 4 { // separates seeds that are close to each other
		s.pcg.Uint64()
	}
	return s
}

// unit is uniform in [0, 1).
func (s *source) unit() float64 { return float64(s.pcg.Uint64()>>11) / (1 << 53) }

// normal has mean 0 and deviation 1: the polar method of Marsaglia and Bray.
func (s *source) normal() float64 {
	for {
		x, y := 2*s.unit()-1, 2*s.unit()-1
		r := float64(x*x) + float64(y*y)
		if r > 0 && r < 1 {
			return x * math.Sqrt(-2*math.Log(r)/r)
		}
	}
}

// of draws from a noise. A truncated normal value is drawn again while it lies outside.
func (s *source) of(n *Noise) float64 {
	switch {
	case n.Sigma == 0 && n.Max == 0:
		return 0
	case n.Sigma == 0:
		return n.Max * (2*s.unit() - 1)
	}
	for {
		if x := n.Sigma * s.normal(); n.Max == 0 || math.Abs(x) <= n.Max {
			return x
		}
	}
}

// walk is the state of a Bias.
type walk struct {
	value, step, most float64
}

func newWalk(b Bias, every float64, s *source) walk {
	w := walk{step: b.Walk * math.Sqrt(every), most: b.Max}
	switch {
	case b.Max == 0 && b.Sigma == 0:
		w.most = math.Inf(1)
	case b.Max == 0:
		w.most = 3 * b.Sigma
	}
	if b.Sigma > 0 {
		w.value = max(-w.most, min(w.most, b.Sigma*s.normal()))
	}
	return w
}

// next advances by a sample.
func (w *walk) next(s *source) float64 {
	if w.step > 0 {
		w.value += float64(w.step * s.normal())
		w.value = max(-w.most, min(w.most, w.value))
	}
	return w.value
}
