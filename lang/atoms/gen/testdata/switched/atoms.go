// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal cd5ffe2e47e99717.

package switched

import (
	"github.com/sinew-robotics/sinew/atom"
	"github.com/sinew-robotics/sinew/unit"
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
	E    atom.Need[unit.Length]   `frame:"WORLD" axis:"z"`
	Gain atom.Need[unit.Ratio]    `update:"constant"`
	U    atom.Product[unit.Force] `frame:"WORLD" axis:"z"`
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
