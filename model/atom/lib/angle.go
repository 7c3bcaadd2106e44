package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// DynamicAngleControl is the paper's control of an angle (Figure 4): acc = acc_des + K1·de + K2·e. With e = ψ_des − ψ and
// de its derivative, the closed loop is ë + K1·ė + K2·e = 0, of natural frequency √K2 and damping K1/(2√K2). Frame and
// axis are parameters: the same Atom controls roll or pitch.
type DynamicAngleControl struct {
	E      atom.Need[unit.Angle]                  `frame:"$frame" axis:"$axis"`
	DE     atom.Need[unit.AngularSpeed]           `frame:"$frame" axis:"$axis"`
	K1     atom.Need[unit.Frequency]              `update:"constant"`
	K2     atom.Need[unit.FrequencySquared]       `update:"constant"`
	AccDes atom.Need[unit.AngularAcceleration]    `frame:"$frame" axis:"$axis" update:"constant"`
	Acc    atom.Product[unit.AngularAcceleration] `frame:"$frame" axis:"$axis"`
}

// Physics computes acc = acc_des + K1·de + K2·e.
func (a *DynamicAngleControl) Physics(unit.Time) {
	a.Acc.Set(a.AccDes.Get() + a.K1.Get().TimesAngularSpeed(a.DE.Get()) + a.K2.Get().TimesAngle(a.E.Get()))
}

// EulerRates turns angular speeds about the axes of frame body into the rates of roll, pitch and yaw (Fossen, Handbook of
// Marine Craft, 2011, eq. 2.28). It is singular at a pitch of ±90°.
type EulerRates struct {
	P        atom.Need[unit.AngularSpeed]    `frame:"$body" axis:"x"`
	Q        atom.Need[unit.AngularSpeed]    `frame:"$body" axis:"y"`
	R        atom.Need[unit.AngularSpeed]    `frame:"$body" axis:"z"`
	Phi      atom.Need[unit.Angle]           `frame:"$frame" axis:"x"`
	Theta    atom.Need[unit.Angle]           `frame:"$frame" axis:"y"`
	PhiDot   atom.Product[unit.AngularSpeed] `frame:"$frame" axis:"x"`
	ThetaDot atom.Product[unit.AngularSpeed] `frame:"$frame" axis:"y"`
	PsiDot   atom.Product[unit.AngularSpeed] `frame:"$frame" axis:"z"`
}

// Physics computes the rates.
func (a *EulerRates) Physics(unit.Time) {
	sf, cf := math.Sincos(float64(a.Phi.Get()))
	st, ct := math.Sincos(float64(a.Theta.Get()))
	p, q, r := float64(a.P.Get()), float64(a.Q.Get()), float64(a.R.Get())
	yaw := (float64(sf*q) + float64(cf*r)) / ct
	a.PhiDot.Set(unit.AngularSpeed(p + float64(st*yaw)))
	a.ThetaDot.Set(unit.AngularSpeed(float64(cf*q) - float64(sf*r)))
	a.PsiDot.Set(unit.AngularSpeed(yaw))
}

// BodyRates is the inverse of EulerRates, and nowhere singular.
type BodyRates struct {
	PhiDot   atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"x"`
	ThetaDot atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"y"`
	PsiDot   atom.Need[unit.AngularSpeed]    `frame:"$frame" axis:"z"`
	Phi      atom.Need[unit.Angle]           `frame:"$frame" axis:"x"`
	Theta    atom.Need[unit.Angle]           `frame:"$frame" axis:"y"`
	P        atom.Product[unit.AngularSpeed] `frame:"$body" axis:"x"`
	Q        atom.Product[unit.AngularSpeed] `frame:"$body" axis:"y"`
	R        atom.Product[unit.AngularSpeed] `frame:"$body" axis:"z"`
}

// Physics computes the angular speeds.
func (a *BodyRates) Physics(unit.Time) {
	sf, cf := math.Sincos(float64(a.Phi.Get()))
	st, ct := math.Sincos(float64(a.Theta.Get()))
	roll, pitch, yaw := float64(a.PhiDot.Get()), float64(a.ThetaDot.Get()), float64(a.PsiDot.Get())
	a.P.Set(unit.AngularSpeed(roll - float64(st*yaw)))
	a.Q.Set(unit.AngularSpeed(float64(cf*pitch) + float64(float64(sf*ct)*yaw)))
	a.R.Set(unit.AngularSpeed(float64(float64(cf*ct)*yaw) - float64(sf*pitch)))
}
