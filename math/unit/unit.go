// Package unit has physical quantities as Go types, with constructors and getters for each unit, and the ids of frames
// and axes.
//
// The type says what a value is (an Angle), not its unit: unit.Degrees(75).Radians(). Every value is stored as a
// float64 in the coherent SI unit, so arithmetic costs the same as on float64, and the compiler rejects the sum of an
// Angle and an AngularSpeed. The quantities are those of the Datatypes of "Atoms based control of mobile robots" (IROS
// 2015, section III-C).
package unit

// Value is any of this package's types: eight bytes, stored as a float64.
type Value interface {
	~float64
	Type() Type
}

// Type names a quantity or an arithmetic type: the first part of an Atom's Datatype.
type Type uint8

// The types. NoType, the zero value, means none of them.
const (
	NoType Type = iota
	TypeAngle
	TypeAngularSpeed
	TypeAngularAcceleration
	TypeAngularJerk
	TypeLength
	TypeSpeed
	TypeAcceleration
	TypeJerk
	TypeForce
	TypeTorque
	TypeMass
	TypeInertia
	TypeTime
	TypeFrequency
	TypeFrequencySquared
	TypePressure
	TypeDensity
	TypeTemperature
	TypeVoltage
	TypeCurrent
	TypePower
	TypeEnergy
	TypeRatio
	TypeBoolean
	TypeUnsigned
	typeCount
)

// The quantities, in their coherent SI units inside.
type (
	// Angle is an angle: in rad.
	Angle float64
	// AngularSpeed is an angular speed: in rad/s.
	AngularSpeed float64
	// AngularAcceleration is an angular acceleration: in rad/s².
	AngularAcceleration float64
	// AngularJerk is an angular jerk: in rad/s³.
	AngularJerk float64
	// Length is a length, or one coordinate of a position: in m.
	Length float64
	// Speed is a speed: in m/s.
	Speed float64
	// Acceleration is an acceleration: in m/s².
	Acceleration float64
	// Jerk is a jerk: in m/s³.
	Jerk float64
	// Force is a force: in N.
	Force float64
	// Torque is a torque: in N·m.
	Torque float64
	// Mass is a mass: in kg.
	Mass float64
	// Inertia is a moment of inertia: in kg·m².
	Inertia float64
	// Time is a time: in s.
	Time float64
	// Frequency is a frequency, or a gain per second: in Hz, 1/s.
	Frequency float64
	// FrequencySquared is a frequency squared, or a gain per second squared: in Hz², 1/s².
	FrequencySquared float64
	// Pressure is a pressure: in Pa.
	Pressure float64
	// Density is a mass density: in kg/m³.
	Density float64
	// Temperature is a temperature: in K.
	Temperature float64
	// Voltage is a voltage: in V.
	Voltage float64
	// Current is an electric current: in A.
	Current float64
	// Power is a power: in W.
	Power float64
	// Energy is an energy: in J.
	Energy float64
	// Ratio is a plain number: without a unit.
	Ratio float64
	// Boolean is a truth value: 0 or 1.
	Boolean float64
	// Unsigned is a count: whole numbers from 0 to 2⁵³.
	Unsigned float64
)

// Type implements Value.
func (Angle) Type() Type { return TypeAngle }

// Type implements Value.
func (AngularSpeed) Type() Type { return TypeAngularSpeed }

// Type implements Value.
func (AngularAcceleration) Type() Type { return TypeAngularAcceleration }

// Type implements Value.
func (AngularJerk) Type() Type { return TypeAngularJerk }

// Type implements Value.
func (Length) Type() Type { return TypeLength }

// Type implements Value.
func (Speed) Type() Type { return TypeSpeed }

// Type implements Value.
func (Acceleration) Type() Type { return TypeAcceleration }

// Type implements Value.
func (Jerk) Type() Type { return TypeJerk }

// Type implements Value.
func (Force) Type() Type { return TypeForce }

// Type implements Value.
func (Torque) Type() Type { return TypeTorque }

// Type implements Value.
func (Mass) Type() Type { return TypeMass }

// Type implements Value.
func (Inertia) Type() Type { return TypeInertia }

// Type implements Value.
func (Time) Type() Type { return TypeTime }

// Type implements Value.
func (Frequency) Type() Type { return TypeFrequency }

// Type implements Value.
func (FrequencySquared) Type() Type { return TypeFrequencySquared }

// Type implements Value.
func (Pressure) Type() Type { return TypePressure }

// Type implements Value.
func (Density) Type() Type { return TypeDensity }

// Type implements Value.
func (Temperature) Type() Type { return TypeTemperature }

// Type implements Value.
func (Voltage) Type() Type { return TypeVoltage }

// Type implements Value.
func (Current) Type() Type { return TypeCurrent }

// Type implements Value.
func (Power) Type() Type { return TypePower }

// Type implements Value.
func (Energy) Type() Type { return TypeEnergy }

// Type implements Value.
func (Ratio) Type() Type { return TypeRatio }

// Type implements Value.
func (Boolean) Type() Type { return TypeBoolean }

// Type implements Value.
func (Unsigned) Type() Type { return TypeUnsigned }

// Frame is the id of a coordinate frame: its name, in capitals by custom. Projects add their own, such as PROXIMETER.
type Frame string

// Common frames. NoFrame says that a value belongs to none.
const (
	NoFrame Frame = "NOFRAME"
	World   Frame = "WORLD"
	Robot   Frame = "ROBOT"
)

// Axis is the id of an axis or a plane of a frame.
type Axis uint8

// The axes and planes. NoAxis says that a value belongs to none.
const (
	NoAxis Axis = iota
	X
	Y
	Z
	XY
	YZ
	XZ
)
