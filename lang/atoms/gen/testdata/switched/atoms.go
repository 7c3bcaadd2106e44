// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 17e3cdd271f3497e.

package switched

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Half is an Atom whose Physics is an expression:
//
//	out = in / 2
type Half struct {
	In  atom.Need[unit.Length]    `frame:"WORLD" axis:"z" update:"constant"`
	Out atom.Product[unit.Length] `frame:"WORLD" axis:"z"`
}

// Physics computes the Atom's products.
func (a *Half) Physics(dt unit.Time) {
	in := float64(a.In.Get())
	a.Out.Set(unit.Length(in / 2.0))
}

// Spring is an Atom whose Physics is an expression:
//
//	k = gain * 30 N / (1 m)
//	bias = bias * 0.9
//	u = k*e + bias
type Spring struct {
	E    atom.Need[unit.Length]   `frame:"WORLD" axis:"z" valid:"-1.5 m .. 1.5 m"`
	Gain atom.Need[unit.Ratio]    `update:"constant" valid:"0 .. 10"`
	U    atom.Product[unit.Force] `frame:"WORLD" axis:"z" valid:"-60 N .. 40 N"`
	Bias atom.Storage[unit.Force] `frame:"WORLD" axis:"z"`
}

// Physics computes the Atom's products; float64(x*y) is rounded before it goes on, so that every machine gives the
// same bits.
func (a *Spring) Physics(dt unit.Time) {
	e := float64(a.E.Get())
	gain := float64(a.Gain.Get())
	bias := float64(a.Bias.Get())
	k := (float64(gain*30.0) / 1.0)
	bias = float64(bias * 0.9)
	a.Bias.Set(unit.Force(bias))
	a.U.Set(unit.Force(float64(k*e) + bias))
}

// Track follows along while another law is in command, and the products have what that one gives; float64(x*y) is
// rounded before it goes on, so that every machine gives the same bits.
func (a *Spring) Track(dt unit.Time) {
	e := float64(a.E.Get())
	gain := float64(a.Gain.Get())
	u := float64(a.U.Get())
	a.Bias.Set(unit.Force(u - float64((float64(gain*30.0)/1.0)*e)))
}

// Soft is an Atom whose Physics is an expression:
//
//	bias = bias * 0.9
//	out = gain * in * 60 N / (1 m) + bias
type Soft struct {
	In   atom.Need[unit.Length]   `frame:"WORLD" axis:"z" valid:"-1.2 m .. 1.2 m"`
	Gain atom.Need[unit.Ratio]    `update:"constant"`
	Out  atom.Product[unit.Force] `frame:"WORLD" axis:"z"`
	Bias atom.Storage[unit.Force] `frame:"WORLD" axis:"z"`
}

// Physics computes the Atom's products; float64(x*y) is rounded before it goes on, so that every machine gives the
// same bits.
func (a *Soft) Physics(dt unit.Time) {
	in := float64(a.In.Get())
	gain := float64(a.Gain.Get())
	bias := float64(a.Bias.Get())
	bias = float64(bias * 0.9)
	a.Bias.Set(unit.Force(bias))
	a.Out.Set(unit.Force((float64(float64(gain*in)*60.0) / 1.0) + bias))
}

// Track follows along while another law is in command, and the products have what that one gives; float64(x*y) is
// rounded before it goes on, so that every machine gives the same bits.
func (a *Soft) Track(dt unit.Time) {
	in := float64(a.In.Get())
	gain := float64(a.Gain.Get())
	out := float64(a.Out.Get())
	a.Bias.Set(unit.Force(out - (float64(float64(gain*in)*60.0) / 1.0)))
}

// Up is an Atom whose Physics is an expression:
//
//	out = w * 0.99
type Up struct {
	W   atom.Need[unit.Speed]    `frame:"WORLD" axis:"z"`
	Out atom.Product[unit.Speed] `frame:"WORLD" axis:"z"`
}

// Physics computes the Atom's products; float64(x*y) is rounded before it goes on, so that every machine gives the
// same bits.
func (a *Up) Physics(dt unit.Time) {
	w := float64(a.W.Get())
	a.Out.Set(unit.Speed(float64(w * 0.99)))
}
