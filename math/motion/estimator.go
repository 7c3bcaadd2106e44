package motion

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Course is how a target moves at a moment: position m, velocity m/s, acceleration m/s² and jerk m/s³.
type Course struct {
	State
	J    spatial.Vec3
	Band spatial.Vec3 // rad/s, on each axis: the bandwidth for following such a target
}

// Estimator estimates a target's course from sightings that are noisy, late or out of order.
//
// It needs no model of the target's motion or of the sightings' noise. On each axis a bank of Kalman filters takes every sighting:
// one for a target that stands, and others for targets whose jerk is a random walk (driven by white-noise snap) of increasing
// strength. The filters are weighted by how well each has predicted the last second (multiple model adaptive estimation: Magill,
// "Optimal adaptive estimation of sampled stochastic processes", 1965), and the estimate is their weighted mean. The variance of
// sightings is a 20th of the variance of their third differences, which smooth motion hardly affects.
//
// The zero value is ready.
type Estimator struct {
	bank [3]axis
	at   float64 // s, when the last sighting was made
	seen bool
	past [8]fix // the last sightings, by the time they were made
	n    int
}

// fix is a sighting, and the estimate before it.
type fix struct {
	at   float64
	p    spatial.Vec3
	bank [3]axis
	last float64
	seen bool
}

// models are the filters of a bank: how many of position, velocity, acceleration and jerk each estimates, and the spectral density
// of the white noise that drives the next derivative, in m²/s^(2·states−1). band is the bandwidth in rad/s for following such a
// target, found by trial as a compromise between the lag of a narrow band and the noise that a wide one passes to the robot.
var models = [...]struct {
	states int
	noise  float64
	band   float64
}{{1, 1e-10, 7.5}, {4, 3e-3, 7.5}, {4, 0.3, 11.5}, {4, 30, 19}}

const (
	recall    = 0.97        // factor by which the weight of earlier predictions falls with each sighting
	capped    = 50          // greatest effect of the square of a normalised surprise
	leap      = 7           // deviations from the prediction of even the wildest model at which a sighting shows another target
	jumpSpeed = 1.5         // m/s: so does a sighting off by more than this times the time passed …
	longGap   = 0.5         // s: … and one that comes so long after the last
	longLook  = 0.12        // s: accelerations are trusted no farther ahead …
	briefLook = 0.03        // s: … and jerks no farther than this
	old       = 0.12        // s: a target last seen longer ago is followed more slowly
	sureStill = 0.95        // weight of the standing target's filter above which the target stands
	keenest   = 5e-5 * 5e-5 // m²: least variance of sightings
	firstLook = 1e-3 * 1e-3 // m²: variance of sightings while it is unknown
	spell     = 60          // sightings over which their variance is averaged
	evenly    = 0.1         // share by which intervals between sightings may differ to be used for a third difference
)

// axis is the bank of filters of one axis.
type axis struct {
	f     [len(models)]filter
	w     [len(models)]float64 // weights; their sum is 1
	z, t  [4]float64           // the last sightings and their times, the newest first
	n     int                  // number of these
	r     float64              // m², variance of sightings
	looks float64              // third differences taken
	held  float64              // m, position of a target that stands
	still bool
}

// filter is a Kalman filter whose model is a chain of integrators.
type filter struct {
	x      [4]float64
	p      [4][4]float64
	fit    float64 // log likelihood of the last second's sightings
	expect float64 // m², variance of the present surprise
	off    float64 // m, present surprise
}

// See takes a sighting p of the target, in m, made at a time in s. A sighting already seen, older than all those remembered, or
// not finite changes nothing.
func (e *Estimator) See(at float64, p spatial.Vec3) {
	if !p.Finite() || math.IsNaN(at) || math.IsInf(at, 0) {
		return
	}
	k := e.n
	for k > 0 && e.past[k-1].at >= at {
		k--
	}
	younger, n := e.past, e.n
	if k < n {
		b := &younger[k]
		if b.at == at || b.seen && b.last >= at || k == 0 && !b.seen {
			return
		}
		e.bank, e.at, e.seen, e.n = b.bank, b.last, b.seen, k
	}
	e.add(at, p)
	for i := k; i < n; i++ {
		e.add(younger[i].at, younger[i].p)
	}
}

// Forget starts anew.
func (e *Estimator) Forget() { *e = Estimator{} }

// Seen reports whether there is a sighting to estimate from.
func (e *Estimator) Seen() bool { return e.seen }

// add takes a sighting that is newer than all others.
func (e *Estimator) add(at float64, p spatial.Vec3) {
	if e.n == len(e.past) {
		copy(e.past[:], e.past[1:])
		e.n--
	}
	e.past[e.n] = fix{at, p, e.bank, e.at, e.seen}
	e.n++
	dt := at - e.at
	off, jumps := p.Sub(e.At(at).P).Norm(), false
	z := [3]float64{p.X, p.Y, p.Z}
	if e.seen && dt <= longGap {
		for i := range e.bank {
			jumps = e.bank[i].foresee(z[i], dt) || jumps
		}
	}
	again := !e.seen || dt > longGap || jumps || off > jumpSpeed*dt
	for i := range e.bank {
		if again {
			e.bank[i].begin(z[i], at)
		} else {
			e.bank[i].take(z[i], at)
		}
	}
	e.at, e.seen = at, true
}

// At returns the expected course at a time in s.
func (e *Estimator) At(t float64) Course {
	var c [3][4]float64
	age := max(0, t-e.at)
	for i := range e.bank {
		c[i] = e.bank[i].ahead(min(age, longLook))
		if age > longLook {
			c[i] = [4]float64{c[i][0] + float64(c[i][1]*(age-longLook)), c[i][1]}
		}
	}
	d := func(k int) spatial.Vec3 { return spatial.V(c[0][k], c[1][k], c[2][k]) }
	band := spatial.V(e.bank[0].band(), e.bank[1].band(), e.bank[2].band())
	return Course{State{d(0), d(1), d(2)}, d(3), band.Scale(min(1, old/age))}
}

// begin starts from one sighting, with the known variance of sightings.
func (a *axis) begin(z, at float64) {
	r, looks := a.r, a.looks
	if looks == 0 {
		r = firstLook
	}
	*a = axis{r: r, looks: looks, n: 1}
	a.z[0], a.t[0] = z, at
	for i := range a.f {
		f := &a.f[i]
		f.x[0] = z
		for k, variance := range [4]float64{r, 0.1, 1, 10} { // typical speeds, accelerations and jerks of hands
			f.p[k][k] = variance
		}
		a.w[i] = 1 / float64(len(a.f))
	}
}

// foresee lets dt seconds pass and reports whether a sighting z is beyond all models' expectations.
func (a *axis) foresee(z, dt float64) bool {
	for i := range a.f {
		a.f[i].predict(models[i].states, models[i].noise, dt)
		a.f[i].surprise(z, a.r)
	}
	wild := &a.f[len(a.f)-1]
	return float64(wild.off*wild.off) > leap*leap*wild.expect
}

// take corrects the filters by a sighting that they have predicted.
func (a *axis) take(z, at float64) {
	best := math.Inf(-1)
	for i := range a.f {
		a.f[i].correct(models[i].states)
		best = max(best, a.f[i].fit)
	}
	sum := 0.0
	for i := range a.f {
		a.w[i] = math.Exp(a.f[i].fit - best)
		sum += a.w[i]
	}
	for i := range a.w {
		a.w[i] /= sum
	}
	copy(a.z[1:], a.z[:])
	copy(a.t[1:], a.t[:])
	a.z[0], a.t[0] = z, at
	a.n = min(a.n+1, len(a.z))
	a.gauge()
	f := &a.f[0]
	was := a.still
	a.still = a.w[0] > sureStill
	if d := f.x[0] - a.held; a.still && (!was || float64(d*d) > 9*f.p[0][0]) {
		a.held = f.x[0]
	}
}

// gauge estimates the variance of sightings.
func (a *axis) gauge() {
	if a.n < len(a.z) {
		return
	}
	d1, d2, d3 := a.t[0]-a.t[1], a.t[1]-a.t[2], a.t[2]-a.t[3]
	if math.Abs(d1-d2) > evenly*d2 || math.Abs(d3-d2) > evenly*d2 {
		return
	}
	d := a.z[0] - 3*a.z[1] + 3*a.z[2] - a.z[3]
	a.looks = min(a.looks+1, spell)
	a.r = max(a.r+(float64(d*d)/20-a.r)/a.looks, keenest)
}

// ahead returns position, velocity, acceleration and jerk h seconds after the last sighting.
func (a *axis) ahead(h float64) (c [4]float64) {
	if a.still {
		return [4]float64{a.held}
	}
	for i := range a.f {
		for k, x := range a.f[i].x {
			c[k] += a.w[i] * x
		}
	}
	brief := min(h, briefLook)
	c = advance(c, brief)
	if h > brief {
		c[3] = 0
		c = advance(c, h-brief)
	}
	return c
}

// advance lets h seconds pass with a constant jerk.
func advance(c [4]float64, h float64) [4]float64 {
	return [4]float64{
		c[0] + float64(h*(c[1]+float64(h/2*(c[2]+float64(h/3*c[3]))))),
		c[1] + float64(h*(c[2]+float64(h/2*c[3]))),
		c[2] + float64(h*c[3]),
		c[3],
	}
}

// band returns the weighted geometric mean of the models' bandwidths.
func (a *axis) band() float64 {
	sum := 0.0
	for i, w := range a.w {
		sum += w * math.Log(models[i].band)
	}
	return math.Exp(sum)
}

// predict lets dt seconds pass: x = F·x, P = F·P·Fᵀ + Q for n integrators behind white noise of density q (Bar-Shalom,
// Li and Kirubarajan, "Estimation with Applications to Tracking and Navigation", 2001, section 6.2).
func (f *filter) predict(n int, q, dt float64) {
	taylor := [4]float64{1, dt, dt * dt / 2, dt * dt * dt / 6}
	for i := range n {
		x := 0.0
		for k := i; k < n; k++ {
			x += float64(taylor[k-i] * f.x[k])
		}
		f.x[i] = x
	}
	for i := range n { // rows of F·P
		for k := range n {
			x := 0.0
			for m := i; m < n; m++ {
				x += float64(taylor[m-i] * f.p[m][k])
			}
			f.p[i][k] = x
		}
	}
	for i := range n { // columns, times Fᵀ
		for k := range n {
			x := 0.0
			for m := k; m < n; m++ {
				x += float64(taylor[m-k] * f.p[i][m])
			}
			f.p[i][k] = x
		}
	}
	for i := range n {
		for k := range n {
			f.p[i][k] += q * dt * taylor[n-1-i] * taylor[n-1-k] / float64(2*n-1-i-k)
		}
	}
}

// surprise compares a sighting z of variance r with the prediction.
func (f *filter) surprise(z, r float64) { f.off, f.expect = z-f.x[0], f.p[0][0]+r }

// correct corrects the filter by the sighting of the last surprise.
func (f *filter) correct(n int) {
	f.fit = float64(recall*f.fit) - (math.Log(f.expect)+min(f.off*f.off/f.expect, capped))/2
	var gain, row [4]float64
	for i := range n {
		gain[i], row[i] = f.p[i][0]/f.expect, f.p[0][i]
	}
	for i := range n {
		f.x[i] += gain[i] * f.off
		for k := range n {
			f.p[i][k] -= float64(gain[i] * row[k])
		}
	}
}
