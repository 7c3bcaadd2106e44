package trajectory

import "github.com/sinew-robotics/sinew/tool/view/plot"

// clock accumulates times in bins of 10 ns up to 1 ms, so that ten million take no more memory than ten.
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

// keep adds the times of one turn, and copies to least those that are shorter, or all if they are the first.
func (c *clock) keep(took, least []float64, first bool) {
	for i, ns := range took {
		c.add(ns)
		if first || ns < least[i] {
			least[i] = ns
		}
	}
}

// mean is the mean in µs.
func (c *clock) mean() float64 { return c.sum / float64(max(1, c.n)) / 1e3 }

// quantile is a quantile in µs, to 10 ns.
func (c *clock) quantile(q float64) float64 {
	left := int(q * float64(c.n))
	for i, n := range c.bins {
		if left -= n; left < 0 {
			return (float64(i) + 0.5) / 100
		}
	}
	return c.max / 1e3
}

// last is the index of the last bin with a time.
func (c *clock) last() int {
	i := len(c.bins) - 1
	for i > 0 && c.bins[i] == 0 {
		i--
	}
	return i
}

// shares are the shares of the times, in percent, in each of a number of equal bins up to end in µs.
func (c *clock) shares(name string, width int, end float64) plot.Series {
	s := plot.Series{Name: name, Style: plot.Steps}
	for from := 0; from < len(c.bins) && float64(from)/100 <= end; from += width {
		n := 0
		for _, k := range c.bins[from:min(len(c.bins), from+width)] {
			n += k
		}
		s.X, s.Y = append(s.X, float64(from)/100), append(s.Y, 100*float64(n)/float64(max(1, c.n)))
	}
	return s
}

// longer are the shares of the times, in percent, that are longer than given times in µs.
func (c *clock) longer() plot.Series {
	s := plot.Series{Style: plot.Steps}
	left := c.n
	for i, n := range c.bins {
		if n == 0 {
			continue
		}
		if len(s.X) == 0 {
			s.X, s.Y = []float64{(float64(i) + 0.5) / 100}, []float64{100}
		}
		left -= n
		s.X, s.Y = append(s.X, float64(i+1)/100), append(s.Y, 100*float64(left)/float64(c.n))
	}
	return s
}
