package lib

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// wrench is what a DynamicModel gives: forces and torques along and about the axes of the robot.
type wrench struct {
	X atom.Need[unit.Force]  `frame:"ROBOT" axis:"x"`
	Y atom.Need[unit.Force]  `frame:"ROBOT" axis:"y"`
	Z atom.Need[unit.Force]  `frame:"ROBOT" axis:"z"`
	K atom.Need[unit.Torque] `frame:"ROBOT" axis:"x"`
	M atom.Need[unit.Torque] `frame:"ROBOT" axis:"y"`
	N atom.Need[unit.Torque] `frame:"ROBOT" axis:"z"`
}

// layout is where thrusters are and what they can do: arrays of needs.
type layout[Lengths, Ratios, Forces any] struct {
	PositionX  Lengths `frame:"ROBOT" axis:"x" update:"constant"`
	PositionY  Lengths `frame:"ROBOT" axis:"y" update:"constant"`
	PositionZ  Lengths `frame:"ROBOT" axis:"z" update:"constant"`
	DirectionX Ratios  `frame:"ROBOT" axis:"x" update:"constant"`
	DirectionY Ratios  `frame:"ROBOT" axis:"y" update:"constant"`
	DirectionZ Ratios  `frame:"ROBOT" axis:"z" update:"constant"`
	Forward    Forces  `frame:"THRUSTERS" update:"constant"`
	Backward   Forces  `frame:"THRUSTERS" update:"constant"`
	DeadZone   Forces  `frame:"THRUSTERS" update:"constant"`
}

// expertise is who says so: arrays of products.
type expertise[Lengths, Ratios, Forces any] struct {
	PositionX  Lengths `frame:"ROBOT" axis:"x"`
	PositionY  Lengths `frame:"ROBOT" axis:"y"`
	PositionZ  Lengths `frame:"ROBOT" axis:"z"`
	DirectionX Ratios  `frame:"ROBOT" axis:"x"`
	DirectionY Ratios  `frame:"ROBOT" axis:"y"`
	DirectionZ Ratios  `frame:"ROBOT" axis:"z"`
	Forward    Forces  `frame:"THRUSTERS"`
	Backward   Forces  `frame:"THRUSTERS"`
	DeadZone   Forces  `frame:"THRUSTERS"`
}

// ThrusterAllocation4 shares the wrench of a DynamicModel (needs x y z k m n) among 4 thrusters (f), by what a Thrusters4
// says of them; see Shares for the method.
type ThrusterAllocation4 struct {
	wrench
	layout[[4]atom.Need[unit.Length], [4]atom.Need[unit.Ratio], [4]atom.Need[unit.Force]]
	F          [4]atom.Product[unit.Force] `frame:"THRUSTERS"`
	allocation allocation
}

// Physics computes the forces.
func (a *ThrusterAllocation4) Physics(unit.Time) {
	if l := &a.allocation; !l.known {
		l.read(a.PositionX[:], a.PositionY[:], a.PositionZ[:], a.DirectionX[:], a.DirectionY[:], a.DirectionZ[:],
			a.Forward[:], a.Backward[:], a.DeadZone[:])
	}
	a.allocation.share(&a.wrench, a.F[:])
}

// Thrusters4 is an External Knowledge Atom with the places, directions and limits of 4 thrusters.
type Thrusters4 struct {
	expertise[[4]atom.Product[unit.Length], [4]atom.Product[unit.Ratio], [4]atom.Product[unit.Force]]
}

// Actuators4 is an External Knowledge Atom: 4 thrusters that take a force each.
type Actuators4 struct {
	F [4]atom.Need[unit.Force] `frame:"THRUSTERS"`
}

// ThrusterAllocation5 shares the wrench of a DynamicModel (needs x y z k m n) among 5 thrusters (f), by what a Thrusters5
// says of them; see Shares for the method.
type ThrusterAllocation5 struct {
	wrench
	layout[[5]atom.Need[unit.Length], [5]atom.Need[unit.Ratio], [5]atom.Need[unit.Force]]
	F          [5]atom.Product[unit.Force] `frame:"THRUSTERS"`
	allocation allocation
}

// Physics computes the forces.
func (a *ThrusterAllocation5) Physics(unit.Time) {
	if l := &a.allocation; !l.known {
		l.read(a.PositionX[:], a.PositionY[:], a.PositionZ[:], a.DirectionX[:], a.DirectionY[:], a.DirectionZ[:],
			a.Forward[:], a.Backward[:], a.DeadZone[:])
	}
	a.allocation.share(&a.wrench, a.F[:])
}

// Thrusters5 is an External Knowledge Atom with the places, directions and limits of 5 thrusters.
type Thrusters5 struct {
	expertise[[5]atom.Product[unit.Length], [5]atom.Product[unit.Ratio], [5]atom.Product[unit.Force]]
}

// Actuators5 is an External Knowledge Atom: 5 thrusters that take a force each.
type Actuators5 struct {
	F [5]atom.Need[unit.Force] `frame:"THRUSTERS"`
}

// ThrusterAllocation6 shares the wrench of a DynamicModel (needs x y z k m n) among 6 thrusters (f), by what a Thrusters6
// says of them; see Shares for the method.
type ThrusterAllocation6 struct {
	wrench
	layout[[6]atom.Need[unit.Length], [6]atom.Need[unit.Ratio], [6]atom.Need[unit.Force]]
	F          [6]atom.Product[unit.Force] `frame:"THRUSTERS"`
	allocation allocation
}

// Physics computes the forces.
func (a *ThrusterAllocation6) Physics(unit.Time) {
	if l := &a.allocation; !l.known {
		l.read(a.PositionX[:], a.PositionY[:], a.PositionZ[:], a.DirectionX[:], a.DirectionY[:], a.DirectionZ[:],
			a.Forward[:], a.Backward[:], a.DeadZone[:])
	}
	a.allocation.share(&a.wrench, a.F[:])
}

// Thrusters6 is an External Knowledge Atom with the places, directions and limits of 6 thrusters.
type Thrusters6 struct {
	expertise[[6]atom.Product[unit.Length], [6]atom.Product[unit.Ratio], [6]atom.Product[unit.Force]]
}

// Actuators6 is an External Knowledge Atom: 6 thrusters that take a force each.
type Actuators6 struct {
	F [6]atom.Need[unit.Force] `frame:"THRUSTERS"`
}

// ThrusterAllocation7 shares the wrench of a DynamicModel (needs x y z k m n) among 7 thrusters (f), by what a Thrusters7
// says of them; see Shares for the method.
type ThrusterAllocation7 struct {
	wrench
	layout[[7]atom.Need[unit.Length], [7]atom.Need[unit.Ratio], [7]atom.Need[unit.Force]]
	F          [7]atom.Product[unit.Force] `frame:"THRUSTERS"`
	allocation allocation
}

// Physics computes the forces.
func (a *ThrusterAllocation7) Physics(unit.Time) {
	if l := &a.allocation; !l.known {
		l.read(a.PositionX[:], a.PositionY[:], a.PositionZ[:], a.DirectionX[:], a.DirectionY[:], a.DirectionZ[:],
			a.Forward[:], a.Backward[:], a.DeadZone[:])
	}
	a.allocation.share(&a.wrench, a.F[:])
}

// Thrusters7 is an External Knowledge Atom with the places, directions and limits of 7 thrusters.
type Thrusters7 struct {
	expertise[[7]atom.Product[unit.Length], [7]atom.Product[unit.Ratio], [7]atom.Product[unit.Force]]
}

// Actuators7 is an External Knowledge Atom: 7 thrusters that take a force each.
type Actuators7 struct {
	F [7]atom.Need[unit.Force] `frame:"THRUSTERS"`
}

// ThrusterAllocation8 shares the wrench of a DynamicModel (needs x y z k m n) among 8 thrusters (f), by what a Thrusters8
// says of them; see Shares for the method.
type ThrusterAllocation8 struct {
	wrench
	layout[[8]atom.Need[unit.Length], [8]atom.Need[unit.Ratio], [8]atom.Need[unit.Force]]
	F          [8]atom.Product[unit.Force] `frame:"THRUSTERS"`
	allocation allocation
}

// Physics computes the forces.
func (a *ThrusterAllocation8) Physics(unit.Time) {
	if l := &a.allocation; !l.known {
		l.read(a.PositionX[:], a.PositionY[:], a.PositionZ[:], a.DirectionX[:], a.DirectionY[:], a.DirectionZ[:],
			a.Forward[:], a.Backward[:], a.DeadZone[:])
	}
	a.allocation.share(&a.wrench, a.F[:])
}

// Thrusters8 is an External Knowledge Atom with the places, directions and limits of 8 thrusters.
type Thrusters8 struct {
	expertise[[8]atom.Product[unit.Length], [8]atom.Product[unit.Ratio], [8]atom.Product[unit.Force]]
}

// Actuators8 is an External Knowledge Atom: 8 thrusters that take a force each.
type Actuators8 struct {
	F [8]atom.Need[unit.Force] `frame:"THRUSTERS"`
}
