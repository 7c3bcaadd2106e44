package rov

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Current is the water's motion: a mean and variations about it, a Gauss-Markov process of first order along
// each axis, x' = −x/Tau + noise, whose long-term deviation is Sigma (Fossen 2011, section 8.1).
type Current struct {
	Mean  spatial.Vec3  // m/s in WORLD
	Sigma float64       // m/s
	Tau   time.Duration // 0 means 10 s
}

// renewed is the interval at which the current changes; it is constant in between.
const renewed = 20 * time.Millisecond

// drift is the state of a current.
type drift struct {
	Current
	speed       spatial.Vec3
	from        source
	every       int64 // steps
	keep, shake float64
}

func newDrift(c Current, seed uint64, step time.Duration) drift {
	if c.Tau == 0 {
		c.Tau = 10 * time.Second
	}
	d := drift{Current: c, speed: c.Mean, from: newSource(seed, forCurrent), every: max(1, int64(renewed/step))}
	d.keep = math.Exp(-float64(d.every) * step.Seconds() / c.Tau.Seconds())
	d.shake = c.Sigma * math.Sqrt(1-float64(d.keep*d.keep))
	if c.Sigma > 0 {
		d.speed = d.speed.Add(spatial.V(d.from.normal(), d.from.normal(), d.from.normal()).Scale(c.Sigma))
	}
	return d
}

// advance renews the current if that is due after the given number of steps.
func (d *drift) advance(steps int64) bool {
	if d.Sigma == 0 || steps%d.every != 0 {
		return false
	}
	next := func(x, mean float64) float64 {
		return mean + float64(d.keep*(x-mean)) + float64(d.shake*d.from.normal())
	}
	d.speed = spatial.V(next(d.speed.X, d.Mean.X), next(d.speed.Y, d.Mean.Y), next(d.speed.Z, d.Mean.Z))
	return true
}

func (c *Current) check(l *faultList) {
	if !c.Mean.Finite() {
		l.addf("WorldConfig.Current.Mean is %v: give m/s", c.Mean)
	} else {
		l.between("the size of WorldConfig.Current.Mean", c.Mean.Norm(), 0, 10, "m/s")
	}
	l.between("WorldConfig.Current.Sigma", c.Sigma, 0, 5, "m/s")
	if c.Tau != 0 {
		l.between("WorldConfig.Current.Tau", c.Tau.Seconds(), 0.01, 1e6, "s")
	}
}
