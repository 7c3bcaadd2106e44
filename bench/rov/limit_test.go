package rov

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g ± %g", what, got, want, tolerance)
	}
}

func TestSpectralRadius(t *testing.T) {
	for _, c := range []struct {
		a    square
		want float64
	}{
		{square{{0.5, 100}, {0, -0.9}}, 0.9},
		{square{{0.6, -0.8}, {0.8, 0.6}}, 1},
		{square{{1, 1}, {0, 1}}, 1}, // a Jordan block
		{square{{0, 0}, {0, 0}}, 0},
		{square{{0, 1}, {0, 0}}, 0},
		{square{{0, 1, 0}, {0, 0, 1}, {8, 0, 0}}, 2},
		{square{{2, 1}, {1, 2}}, 3},
	} {
		near(t, "radius", spectralRadius(c.a), c.want, 1e-10)
	}
}

func TestExponential(t *testing.T) {
	e := exponential(square{{0, -3}, {3, 0}})
	for i, row := range (square{{math.Cos(3), -math.Sin(3)}, {math.Sin(3), math.Cos(3)}}) {
		for j, want := range row {
			near(t, "e^A", e[i][j], want, 1e-13)
		}
	}
}

// Without delay and lag the double integrator under a sampled PD law has a limit in closed form: its characteristic
// polynomial is z² + (k2·T²/2 + k1·T − 2)·z + (1 + k2·T²/2 − k1·T), and Jury's conditions are k1·T > k2·T²/2 … and
// 4 − 2·k1·T > 0: T < 2/k1.
func TestLimitInClosedForm(t *testing.T) {
	for _, c := range []loop{{k1: 10, k2: 10}, {k1: 3, k2: 7}, {k1: 40, k2: 1}} {
		s := sweep{loop: func(p time.Duration) loop { c.period = p; return c }}
		near(t, "limit", s.limit().Seconds(), min(2/c.k1, 2*c.k1/c.k2), 2e-6)
	}
}

// With a short period the limit of the delay is that of the continuous loop, the phase margin over the crossover
// frequency, less half a period for holding the command.
func TestDelayMargin(t *testing.T) {
	l := loop{k1: 10, k2: 10, period: 6 * time.Millisecond}
	w := math.Sqrt((100 + math.Sqrt(100*100+4*100)) / 2) // |10·jw + 10| = w²
	margin := math.Atan2(10*w, 10) / w
	low, high := time.Duration(0), 200*time.Millisecond
	for high-low > 100*time.Microsecond {
		l.delay = (low + high) / 2
		if l.radius() < 1 {
			low = l.delay
		} else {
			high = l.delay
		}
	}
	near(t, "delay at the limit", low.Seconds()+0.003, margin, 2e-3)
}

// The eigenvalue is the rate at which the loop itself, stepped finely, grows or decays.
func TestRadiusAgainstSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := loop{k1: rapid.Float64Range(2, 12).Draw(t, "k1"), k2: rapid.Float64Range(1, 12).Draw(t, "k2"),
			gain:   rapid.Float64Range(0.5, 2).Draw(t, "gain"),
			period: time.Duration(rapid.IntRange(2, 20).Draw(t, "period")) * 10 * time.Millisecond,
			delay:  time.Duration(rapid.IntRange(0, 30).Draw(t, "delay")) * 10 * time.Millisecond,
			lag:    time.Duration(rapid.IntRange(1, 10).Draw(t, "lag")) * 10 * time.Millisecond}
		want := l.radius()
		got := growth(l)
		if math.Abs(got-want) > 0.01*want+0.005 {
			t.Fatalf("%+v: eigenvalue %v, grows by %v", l, want, got)
		}
	})
}

// growth steps the loop in time and returns the factor by which it grows a period.
func growth(l loop) float64 {
	const dt = 1e-2 // exact, as all times are multiples of it
	n, d := int(math.Round(l.period.Seconds()/dt)), int(math.Round(l.delay.Seconds()/dt))
	e, r, a, log, periods := 1.0, 0.3, 0.0, 0.0, 0
	line := make([]float64, d+1) // commands on their way
	u := 0.0
	keep := math.Exp(-dt / l.lag.Seconds())
	var size0 float64
	const total, skip = 500, 100
	for k := range total * n {
		if k%n == 0 {
			if k/n == skip {
				size0 = log
			}
			u = -l.k1*r - l.k2*e
			size := math.Abs(e) + math.Abs(r) + math.Abs(a) + math.Abs(u)
			for _, x := range line {
				size += math.Abs(x) / float64(n)
			}
			log += math.Log(size)
			e, r, a, u = e/size, r/size, a/size, u/size
			for i := range line {
				line[i] /= size
			}
			periods = k/n - skip
		}
		copy(line, line[1:])
		line[d] = u
		v := line[0]
		// Exact for a command that is held.
		tau := l.lag.Seconds()
		decay := a - v
		e += r*dt + l.gain*(v*dt*dt/2+decay*tau*(dt-tau*(1-keep)))
		r += l.gain * (v*dt + decay*tau*(1-keep))
		a = v + decay*keep
	}
	return math.Exp((log - size0) / float64(periods))
}
