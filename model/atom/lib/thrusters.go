package lib

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// layout is where thrusters are and what they can do, as banks of Needs or of Products.
type layout[Length, Ratio, Force any] struct {
	PositionX  []Length `frame:"ROBOT" axis:"x"`
	PositionY  []Length `frame:"ROBOT" axis:"y"`
	PositionZ  []Length `frame:"ROBOT" axis:"z"`
	DirectionX []Ratio  `frame:"ROBOT" axis:"x"`
	DirectionY []Ratio  `frame:"ROBOT" axis:"y"`
	DirectionZ []Ratio  `frame:"ROBOT" axis:"z"`
	Forward    []Force  `frame:"THRUSTERS"`
	Backward   []Force  `frame:"THRUSTERS"`
	DeadZone   []Force  `frame:"THRUSTERS"`
}

// needed is a layout as needs of a ThrusterAllocation.
type needed = layout[atom.Need[unit.Length], atom.Need[unit.Ratio], atom.Need[unit.Force]]

// ThrusterAllocation shares the wrench of a DynamicModel (needs x y z k m n) among n thrusters (f), by the data of a
// Thrusters (position_…, direction_…, forward, backward, dead_zone); see Shares for the method.
type ThrusterAllocation struct {
	wrench[atom.Need[unit.Force], atom.Need[unit.Torque]] `frame:"ROBOT"`
	needed                                                `length:"$n" update:"constant"`

	F          []atom.Product[unit.Force] `frame:"THRUSTERS" length:"$n"`
	allocation allocation
}

// Sized allocates the memory for the number of thrusters, so that Physics allocates nothing.
func (a *ThrusterAllocation) Sized() { a.allocation.size(len(a.F)) }

// Physics computes the forces.
func (a *ThrusterAllocation) Physics(unit.Time) {
	if !a.allocation.known {
		a.allocation.read(&a.needed)
	}
	a.allocation.solve(&[6]float64{float64(a.X.Get()), float64(a.Y.Get()), float64(a.Z.Get()),
		float64(a.K.Get()), float64(a.M.Get()), float64(a.N.Get())})
	for i := range a.F {
		a.F[i].Set(unit.Force(a.allocation.f[i]))
	}
}

// Thrusters is an External Knowledge Atom with the positions, directions and limits of n thrusters.
type Thrusters struct {
	layout[atom.Product[unit.Length], atom.Product[unit.Ratio], atom.Product[unit.Force]] `length:"$n"`
}

// Actuators is an External Knowledge Atom of n thrusters that take one force each.
type Actuators struct {
	F []atom.Need[unit.Force] `frame:"THRUSTERS" length:"$n"`
}
