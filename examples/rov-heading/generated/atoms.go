// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal cfb6dc7f4752fb05.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// DynamicAngleControl is an Atom whose Physics is an expression:
//
//	acc = acc_des + k1*de + k2*e
type DynamicAngleControl struct {
	E      atom.Need[unit.Angle]                  `frame:"$frame" axis:"$axis"`
	De     atom.Need[unit.AngularSpeed]           `frame:"$frame" axis:"$axis"`
	K1     atom.Need[unit.Frequency]              `update:"constant"`
	K2     atom.Need[unit.FrequencySquared]       `update:"constant"`
	AccDes atom.Need[unit.AngularAcceleration]    `frame:"$frame" axis:"$axis" update:"constant"`
	Acc    atom.Product[unit.AngularAcceleration] `frame:"$frame" axis:"$axis"`
}

// Physics computes the Atom's products; float64(x*y) is rounded before it goes on, so that every machine gives the
// same bits.
func (a *DynamicAngleControl) Physics(dt unit.Time) {
	e := float64(a.E.Get())
	de := float64(a.De.Get())
	k1 := float64(a.K1.Get())
	k2 := float64(a.K2.Get())
	accDes := float64(a.AccDes.Get())
	a.Acc.Set(unit.AngularAcceleration((accDes + float64(k1*de)) + float64(k2*e)))
}
