package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Integrator computes y = ∫x dt by the trapezoidal rule. Its first run starts the integral at the initial value of storage
// sum.
type Integrator[X, Y unit.Value] struct {
	In   atom.Need[X]    `frame:"$frame" axis:"$axis"`
	Out  atom.Product[Y] `frame:"$frame" axis:"$axis"`
	Sum  atom.Storage[Y] `frame:"$frame" axis:"$axis"`
	Last atom.Storage[X] `frame:"$frame" axis:"$axis"`
	Runs atom.Storage[unit.Boolean]
}

// Physics adds the trapezium since the previous run.
func (a *Integrator[X, Y]) Physics(dt unit.Time) {
	x := a.In.Get()
	if a.Runs.Get() != 0 {
		a.Sum.Set(a.Sum.Get() + Y(float64(0.5*float64(dt))*float64(x+a.Last.Get())))
	}
	a.Runs.Set(1)
	a.Last.Set(x)
	a.Out.Set(a.Sum.Get())
}

// Track continues from the value of the law in command.
func (a *Integrator[X, Y]) Track(unit.Time) {
	a.Sum.Set(a.Out.Get())
	a.Last.Set(a.In.Get())
	a.Runs.Set(1)
}

// Derivative computes y = s/(1 + filter·s)·x by backward differences: y = (filter·y + x − x_last)/(filter + dt). Filter is
// a time constant; 0 gives the plain difference quotient. Differences of Angles are taken the short way round.
type Derivative[X, Y unit.Value] struct {
	In     atom.Need[X]         `frame:"$frame" axis:"$axis"`
	Filter atom.Need[unit.Time] `update:"constant"`
	Out    atom.Product[Y]      `frame:"$frame" axis:"$axis"`
	Slope  atom.Storage[Y]      `frame:"$frame" axis:"$axis"`
	Last   atom.Storage[X]      `frame:"$frame" axis:"$axis"`
	Runs   atom.Storage[unit.Boolean]
}

// Physics computes the filtered difference quotient; 0 at first. If dt is 0 it waits, and takes the difference at the next
// run.
func (a *Derivative[X, Y]) Physics(dt unit.Time) {
	x := a.In.Get()
	switch {
	case a.Runs.Get() == 0:
		a.Runs.Set(1)
		a.Last.Set(x)
	case dt > 0:
		t := float64(a.Filter.Get())
		d := float64(t*float64(a.Slope.Get())) + apart(x, a.Last.Get())
		a.Slope.Set(Y(d / (t + float64(dt))))
		a.Last.Set(x)
	}
	a.Out.Set(a.Slope.Get())
}

// LowPass is a filter of first order, y = 1/(1 + time·s)·x, discretised exactly for an input that has been constant since
// the previous run: y += (1 − e^(−dt/time))·(x − y). It starts at its first input; time 0 passes the input on. Angles take
// the short way round, and the output is shifted by whole turns to be nearest to the input.
type LowPass[T unit.Value] struct {
	In    atom.Need[T]         `frame:"$frame" axis:"$axis"`
	Time  atom.Need[unit.Time] `update:"constant"`
	Out   atom.Product[T]      `frame:"$frame" axis:"$axis"`
	State atom.Storage[T]      `frame:"$frame" axis:"$axis"`
	Runs  atom.Storage[unit.Boolean]
}

// Physics filters.
func (a *LowPass[T]) Physics(dt unit.Time) {
	x, y := a.In.Get(), a.State.Get()
	if t := float64(a.Time.Get()); a.Runs.Get() != 0 && t > 0 {
		x = beside(y-T(math.Expm1(-float64(dt)/t)*apart(x, y)), x)
	}
	a.Runs.Set(1)
	a.State.Set(x)
	a.Out.Set(x)
}

// Track continues from the value of the law in command.
func (a *LowPass[T]) Track(unit.Time) {
	a.Runs.Set(1)
	a.State.Set(a.Out.Get())
}

// ComplementaryFilter fuses a heading that is right in the long run with a rate that is right in the short run:
// ψ̂ += r·dt, then ψ̂ += dt/(time + dt)·wrap(ψ − ψ̂).
type ComplementaryFilter struct {
	Angle atom.Need[unit.Angle]        `frame:"$frame" axis:"$axis"`
	Rate  atom.Need[unit.AngularSpeed] `frame:"$frame" axis:"$axis"`
	Time  atom.Need[unit.Time]         `update:"constant"`
	Out   atom.Product[unit.Angle]     `frame:"$frame" axis:"$axis"`
	State atom.Storage[unit.Angle]     `frame:"$frame" axis:"$axis"`
	Runs  atom.Storage[unit.Boolean]
}

// Physics predicts with the rate and corrects with the angle; at first it takes the angle.
func (a *ComplementaryFilter) Physics(dt unit.Time) {
	x := float64(a.Angle.Get())
	if h, t := float64(dt), float64(a.Time.Get()); a.Runs.Get() != 0 && t+h > 0 {
		y := float64(a.State.Get()) + float64(h*float64(a.Rate.Get()))
		x = y + float64(h/(t+h)*Wrap(x-y))
	}
	x = Wrap(x)
	a.Runs.Set(1)
	a.State.Set(unit.Angle(x))
	a.Out.Set(unit.Angle(x))
}

// KalmanHeading estimates a heading and the bias of a gyro from a measured heading and a measured rate. State (ψ, b):
//
//	ψ̇ = r_measured − b + noise, ḃ = noise, ψ_measured = ψ + noise
//
// The covariance is corrected in Joseph's form, (I−KH)P(I−KH)ᵀ + KRKᵀ, which stays symmetric and positive. Noise is given
// by standard deviations: sigma_angle of one measured heading, drift_angle of a heading integrated from the rate over one
// second, and drift_bias of the bias after one second. It starts at the first heading, with a bias of 0 ± sigma_bias.
type KalmanHeading struct {
	Angle      atom.Need[unit.Angle]           `frame:"$frame" axis:"$axis"`
	Rate       atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"$axis"`
	SigmaAngle atom.Need[unit.Angle]           `frame:"$frame" axis:"$axis" update:"constant"`
	SigmaBias  atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"$axis" update:"constant"`
	DriftAngle atom.Need[unit.Angle]           `frame:"$frame" axis:"$axis" update:"constant"`
	DriftBias  atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"$axis" update:"constant"`
	AngleOut   atom.Product[unit.Angle]        `frame:"$frame" axis:"$axis"`
	RateOut    atom.Product[unit.AngularSpeed] `frame:"$frame" axis:"$axis"`
	Bias       atom.Product[unit.AngularSpeed] `frame:"$frame" axis:"$axis"`
	Psi        atom.Storage[unit.Angle]        `frame:"$frame" axis:"$axis"`
	B          atom.Storage[unit.AngularSpeed] `frame:"$frame" axis:"$axis"`
	PAngle     atom.Storage[unit.Ratio]        // variance of ψ, rad²
	PCross     atom.Storage[unit.Ratio]        // covariance of ψ and b, rad²/s
	PBias      atom.Storage[unit.Ratio]        // variance of b, rad²/s²
	Runs       atom.Storage[unit.Boolean]
}

// Physics predicts and corrects.
func (a *KalmanHeading) Physics(dt unit.Time) {
	z, rate, h := float64(a.Angle.Get()), float64(a.Rate.Get()), float64(dt)
	noise := square(float64(a.SigmaAngle.Get()))
	psi, b := float64(a.Psi.Get()), float64(a.B.Get())
	p, c, v := float64(a.PAngle.Get()), float64(a.PCross.Get()), float64(a.PBias.Get())
	if a.Runs.Get() == 0 {
		psi, p, c, v = z, noise, 0, square(float64(a.SigmaBias.Get()))
		a.Runs.Set(1)
	} else {
		psi += float64(h * (rate - b))
		p += float64(h*(float64(h*v)-float64(2*c))) + float64(h*square(float64(a.DriftAngle.Get())))
		c -= float64(h * v)
		v += float64(h * square(float64(a.DriftBias.Get())))
		if s := p + noise; s > 0 {
			k, g := p/s, c/s // the gains of ψ and b
			e := Wrap(z - psi)
			psi += float64(k * e)
			b += float64(g * e)
			m := 1 - k
			v += float64(g*(float64(g*p)-float64(2*c))) + float64(float64(g*g)*noise)
			c = float64(m*(c-float64(g*p))) + float64(float64(k*g)*noise)
			p = float64(float64(m*m)*p) + float64(float64(k*k)*noise)
		}
	}
	psi = Wrap(psi)
	a.Psi.Set(unit.Angle(psi))
	a.B.Set(unit.AngularSpeed(b))
	a.PAngle.Set(unit.Ratio(p))
	a.PCross.Set(unit.Ratio(c))
	a.PBias.Set(unit.Ratio(v))
	a.AngleOut.Set(unit.Angle(psi))
	a.RateOut.Set(unit.AngularSpeed(rate - b))
	a.Bias.Set(unit.AngularSpeed(b))
}

func square(x float64) float64 { return float64(x * x) }
