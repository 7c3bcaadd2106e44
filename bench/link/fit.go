package link

import (
	"math"
	"time"
)

// fit is a distribution of durations made from the least, the mean and the greatest of n measured samples, because the
// seed gives nothing else.
type fit struct {
	name           string
	min, mean, max float64 // µs
	n              int
	comment        string
}

// table returns the n+1 quantiles of the distribution at equal distances of probability: the least plus an exponential
// distribution, except for the last of n samples, which is the greatest one. The exponential's mean is such that the
// whole distribution has the measured mean.
func (f fit) table() []time.Duration {
	shape := func(scale float64) []float64 {
		q := make([]float64, f.n+1)
		for i := range f.n {
			q[i] = min(f.min-scale*math.Log1p(-float64(i)/float64(f.n)), f.max)
		}
		q[f.n] = f.max
		return q
	}
	low, high := 0.0, f.max
	for range 100 {
		mid := (low + high) / 2
		if tableMean(shape(mid)) < f.mean {
			low = mid
		} else {
			high = mid
		}
	}
	q := shape(low)
	t := make([]time.Duration, len(q))
	for i, x := range q {
		t[i] = time.Duration(x * 1e3)
	}
	return t
}

// tableMean is the mean of a distribution given by quantiles with linear interpolation.
func tableMean(q []float64) float64 {
	sum := (q[0] + q[len(q)-1]) / 2
	for _, x := range q[1 : len(q)-1] {
		sum += x
	}
	return sum / float64(len(q)-1)
}

// delays are the delays that the seed measured, by scheme.
type delays struct {
	receive, send      fit // 2.4.3
	async1T1, async1T2 fit // 2.5.3
	boost, c           fit // 2.6.3
	async2             fit // 2.7.3
	async3T1, async3T2 fit // 2.8.3
}

func seedDelays() delays {
	return delays{
		receive:  fit{name: "sync: receive", min: 400, mean: 500, max: 1000, n: 500, comment: "given: always more than 400 µs; mean and greatest are assumed"},
		send:     fit{name: "sync: send", min: 32, mean: 100, max: 200, n: 500, comment: "given: 32 to 200 µs; the mean is assumed"},
		async1T1: fit{name: "async1: T1", min: 1, mean: 2.508, max: 109, n: 500},
		async1T2: fit{name: "async1: T2", min: 35, mean: 119.798, max: 8854, n: 500},
		boost:    fit{name: "simple: Boost", min: 63, mean: 106.083, max: 491, n: 1000},
		c:        fit{name: "simple: C", min: 55, mean: 83.957, max: 421, n: 1000},
		async2:   fit{name: "async2", min: 300, mean: 309.908, max: 1279, n: 1000},
		async3T1: fit{name: "async3: T1", min: 1, mean: 1.483, max: 56, n: 1000},
		async3T2: fit{name: "async3: T2", min: 30, mean: 48.146, max: 1079, n: 1000},
	}
}

// seedBudget is the constant delay that the seed's robot bore in each cycle (section 2.6.4), µs.
const seedBudget = 80
