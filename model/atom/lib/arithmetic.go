package lib

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Subtractor computes out = a − b; for Angles the short way round, in (−π, π], like AngleSubtractor.
type Subtractor[T unit.Value] struct {
	A   atom.Need[T]    `frame:"$frame" axis:"$axis"`
	B   atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics computes out = a − b.
func (a *Subtractor[T]) Physics(unit.Time) { a.Out.Set(T(apart(a.A.Get(), a.B.Get()))) }

// AngleSubtractor computes out = a − b the short way round, in (−π, π].
type AngleSubtractor struct {
	A   atom.Need[unit.Angle]    `frame:"$frame" axis:"$axis"`
	B   atom.Need[unit.Angle]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[unit.Angle] `frame:"$frame" axis:"$axis"`
}

// Physics computes the wrapped difference.
func (a *AngleSubtractor) Physics(unit.Time) {
	a.Out.Set(unit.Angle(Wrap(float64(a.A.Get() - a.B.Get()))))
}

// Sum computes out = a + b.
type Sum[T unit.Value] struct {
	A   atom.Need[T]    `frame:"$frame" axis:"$axis"`
	B   atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics computes out = a + b.
func (a *Sum[T]) Physics(unit.Time) { a.Out.Set(a.A.Get() + a.B.Get()) }

// Gain computes out = gain·in.
type Gain[T unit.Value] struct {
	In   atom.Need[T]          `frame:"$frame" axis:"$axis"`
	Gain atom.Need[unit.Ratio] `update:"constant"`
	Out  atom.Product[T]       `frame:"$frame" axis:"$axis"`
}

// Physics computes out = gain·in.
func (a *Gain[T]) Physics(unit.Time) { a.Out.Set(T(float64(a.Gain.Get()) * float64(a.In.Get()))) }

// Proportional computes u = k·e, where k is the output at an error of one SI unit.
type Proportional[E, U unit.Value] struct {
	E atom.Need[E]    `frame:"$frame" axis:"$axis"`
	K atom.Need[U]    `frame:"$frame" axis:"$axis" update:"constant"`
	U atom.Product[U] `frame:"$frame" axis:"$axis"`
}

// Physics computes u = k·e.
func (a *Proportional[E, U]) Physics(unit.Time) { a.U.Set(U(float64(a.K.Get()) * float64(a.E.Get()))) }

// Saturation keeps a value between min and max, even if they are exchanged. NaN stays NaN.
type Saturation[T unit.Value] struct {
	In  atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Min atom.Need[T]    `frame:"$frame" axis:"$axis" update:"constant"`
	Max atom.Need[T]    `frame:"$frame" axis:"$axis" update:"constant"`
	Out atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics computes out = max(min, in) or max, whichever is less.
func (a *Saturation[T]) Physics(unit.Time) {
	a.Out.Set(T(clamp(float64(a.In.Get()), float64(a.Min.Get()), float64(a.Max.Get()))))
}

// clamp keeps x between low and high, whichever is the lower one.
func clamp(x, low, high float64) float64 {
	if low > high {
		low, high = high, low
	}
	switch {
	case x < low:
		return low
	case x > high:
		return high
	}
	return x
}

// DeadZone outputs 0 while the input is within ±width, and the excess outside: continuous, with slope 1.
type DeadZone[T unit.Value] struct {
	In    atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Width atom.Need[T]    `frame:"$frame" axis:"$axis" update:"constant"`
	Out   atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics takes the dead zone off the input.
func (a *DeadZone[T]) Physics(unit.Time) {
	x, w := a.In.Get(), a.Width.Get()
	a.Out.Set(x - T(clamp(float64(x), -float64(w), float64(w))))
}

// AngleWrap brings an angle into (−π, π].
type AngleWrap struct {
	In  atom.Need[unit.Angle]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[unit.Angle] `frame:"$frame" axis:"$axis"`
}

// Physics wraps the angle.
func (a *AngleWrap) Physics(unit.Time) { a.Out.Set(unit.Angle(Wrap(float64(a.In.Get())))) }

// RateLimiter follows its input no faster than rate, the change in one second. It starts at its first input. Angles take
// the short way round.
type RateLimiter[T unit.Value] struct {
	In   atom.Need[T]               `frame:"$frame" axis:"$axis"`
	Rate atom.Need[T]               `frame:"$frame" axis:"$axis" update:"constant"`
	Out  atom.Product[T]            `frame:"$frame" axis:"$axis"`
	Last atom.Storage[T]            `frame:"$frame" axis:"$axis"`
	Runs atom.Storage[unit.Boolean] // whether there is a last value
}

// Physics moves the output towards the input.
func (a *RateLimiter[T]) Physics(dt unit.Time) {
	x := a.In.Get()
	if a.Runs.Get() != 0 {
		last, most := a.Last.Get(), float64(float64(a.Rate.Get())*float64(dt))
		x = beside(last+T(clamp(apart(x, last), -most, most)), x)
	}
	a.Runs.Set(1)
	a.Last.Set(x)
	a.Out.Set(x)
}

// Track continues from the value of the law in command.
func (a *RateLimiter[T]) Track(unit.Time) {
	a.Runs.Set(1)
	a.Last.Set(a.Out.Get())
}

// UnitDelay outputs the input of the previous run; at first the initial value of its storage.
type UnitDelay[T unit.Value] struct {
	In   atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Out  atom.Product[T] `frame:"$frame" axis:"$axis"`
	Last atom.Storage[T] `frame:"$frame" axis:"$axis"`
}

// Physics passes on what it has stored.
func (a *UnitDelay[T]) Physics(unit.Time) {
	a.Out.Set(a.Last.Get())
	a.Last.Set(a.In.Get())
}

// Buffer passes a value on: inside a Molecule it separates readers from the computation.
type Buffer[T unit.Value] struct {
	In  atom.Need[T]    `frame:"$frame" axis:"$axis"`
	Out atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics passes the value on.
func (a *Buffer[T]) Physics(unit.Time) { a.Out.Set(a.In.Get()) }

// SpeedsBuffer passes the six speeds of a body on.
type SpeedsBuffer struct {
	UIn atom.Need[unit.Speed]        `frame:"$frame" axis:"x"`
	VIn atom.Need[unit.Speed]        `frame:"$frame" axis:"y"`
	WIn atom.Need[unit.Speed]        `frame:"$frame" axis:"z"`
	PIn atom.Need[unit.AngularSpeed] `frame:"$frame" axis:"x"`
	QIn atom.Need[unit.AngularSpeed] `frame:"$frame" axis:"y"`
	RIn atom.Need[unit.AngularSpeed] `frame:"$frame" axis:"z"`

	speeds[atom.Product[unit.Speed], atom.Product[unit.AngularSpeed]] `frame:"$frame"`
}

// speeds are the six speeds of a body, along and about the axes of a frame.
type speeds[Speed, AngularSpeed any] struct {
	U Speed        `axis:"x"`
	V Speed        `axis:"y"`
	W Speed        `axis:"z"`
	P AngularSpeed `axis:"x"`
	Q AngularSpeed `axis:"y"`
	R AngularSpeed `axis:"z"`
}

// Physics passes the speeds on.
func (a *SpeedsBuffer) Physics(unit.Time) {
	a.U.Set(a.UIn.Get())
	a.V.Set(a.VIn.Get())
	a.W.Set(a.WIn.Get())
	a.P.Set(a.PIn.Get())
	a.Q.Set(a.QIn.Get())
	a.R.Set(a.RIn.Get())
}

// AttitudeBuffer passes roll, pitch and yaw on.
type AttitudeBuffer struct {
	attitudeIn  `frame:"$frame"`
	attitudeOut `frame:"$frame"`
}

// Physics passes the angles on.
func (a *AttitudeBuffer) Physics(unit.Time) { a.take(&a.attitudeIn) }

// attitudeIn is an attitude as needs.
type attitudeIn struct {
	PhiIn   atom.Need[unit.Angle] `axis:"x"`
	ThetaIn atom.Need[unit.Angle] `axis:"y"`
	PsiIn   atom.Need[unit.Angle] `axis:"z"`
}

// attitudeOut is an attitude as products.
type attitudeOut struct {
	Phi   atom.Product[unit.Angle] `axis:"x"`
	Theta atom.Product[unit.Angle] `axis:"y"`
	Psi   atom.Product[unit.Angle] `axis:"z"`
}

func (a *attitudeOut) take(in *attitudeIn) {
	a.Phi.Set(in.PhiIn.Get())
	a.Theta.Set(in.ThetaIn.Get())
	a.Psi.Set(in.PsiIn.Get())
}

// Separator passes a sampled value on: its need is Periodic, so that readers of the product are not temporally coupled
// with the producer of the value (section V-A).
type Separator[T unit.Value] struct {
	In  atom.Need[T]    `frame:"$frame" axis:"$axis" update:"periodic"`
	Out atom.Product[T] `frame:"$frame" axis:"$axis"`
}

// Physics passes the sampled value on.
func (a *Separator[T]) Physics(unit.Time) { a.Out.Set(a.In.Get()) }

// SeparatorAttitude is a Separator of roll, pitch and yaw.
type SeparatorAttitude struct {
	attitudeIn  `frame:"$frame" update:"periodic"`
	attitudeOut `frame:"$frame"`
}

// Physics passes the sampled angles on.
func (a *SeparatorAttitude) Physics(unit.Time) { a.take(&a.attitudeIn) }
