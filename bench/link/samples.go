package link

import "github.com/sinew-robotics/sinew/bench"

// stats are the figures that the seed gives for a row of samples.
type stats struct{ mean, p50, p99, max, min float64 }

func statsOf(xs []float64) stats {
	if len(xs) == 0 {
		return stats{}
	}
	s := append([]float64(nil), xs...)
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return stats{mean: sum / float64(len(s)), p50: bench.Quantile(s, 0.5), p99: bench.Quantile(s, 0.99), max: s[len(s)-1], min: s[0]}
}

// count numbers samples from 0, for the X axis.
func count(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}
