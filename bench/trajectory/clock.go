package trajectory

// clock gathers times in bins of 10 ns up to 1 ms, so that ten million take no more room than ten.
type clock struct {
	bins [100_000]int
	n    int
	sum  float64 // ns
	max  float64 // ns
}

func (c *clock) add(ns float64) {
	c.bins[min(len(c.bins)-1, max(0, int(ns/10)))]++
	c.n++
	c.sum += ns
	c.max = max(c.max, ns)
}

// mean in µs.
func (c *clock) mean() float64 { return c.sum / float64(max(1, c.n)) / 1e3 }

// quantile in µs, to 10 ns.
func (c *clock) quantile(q float64) float64 {
	left := int(q * float64(c.n))
	for i, n := range c.bins {
		if left -= n; left < 0 {
			return (float64(i) + 0.5) / 100
		}
	}
	return c.max / 1e3
}
