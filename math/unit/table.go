package unit

// Dimension is a type's exponents of the SI base quantities. Angles have none.
type Dimension struct{ Length, Mass, Time, Current, Temperature int8 }

// Times adds the exponents: the dimension of a product.
func (d Dimension) Times(e Dimension) Dimension {
	return Dimension{d.Length + e.Length, d.Mass + e.Mass, d.Time + e.Time, d.Current + e.Current, d.Temperature + e.Temperature}
}

// Over subtracts the exponents: the dimension of a quotient.
func (d Dimension) Over(e Dimension) Dimension {
	return Dimension{d.Length - e.Length, d.Mass - e.Mass, d.Time - e.Time, d.Current - e.Current, d.Temperature - e.Temperature}
}

// Unit is a unit of a type: a value x in it is x·Factor + Offset in the SI unit.
type Unit struct {
	Symbol string // "deg/s"
	Name   string // "DegreesPerSecond", of the constructor and the getter
	Factor float64
	Offset float64
}

// SI returns x of the unit in the SI unit.
func (u Unit) SI(x float64) float64 { return float64(x*u.Factor) + u.Offset }

// Of returns x of the SI unit in the unit.
func (u Unit) Of(x float64) float64 { return (x - u.Offset) / u.Factor }

// info describes a type; the first unit is the SI unit.
type info struct {
	name  string
	dim   Dimension
	units []Unit
}

const (
	degree     = 0.017453292519943295 // π/180
	revolution = 6.283185307179586    // 2π
)

// types by number. Symbols are written with · ² ³ µ; Parse accepts other spellings.
var types = [typeCount]info{
	TypeAngle: {"Angle", Dimension{}, []Unit{{"rad", "Radians", 1, 0}, {"deg", "Degrees", degree, 0},
		{"turn", "Turns", revolution, 0}, {"mrad", "Milliradians", 1e-3, 0}}},
	TypeAngularSpeed: {"AngularSpeed", Dimension{Time: -1}, []Unit{{"rad/s", "RadiansPerSecond", 1, 0},
		{"deg/s", "DegreesPerSecond", degree, 0}, {"rpm", "RevolutionsPerMinute", revolution / 60, 0}}},
	TypeAngularAcceleration: {"AngularAcceleration", Dimension{Time: -2}, []Unit{
		{"rad/s²", "RadiansPerSecondSquared", 1, 0}, {"deg/s²", "DegreesPerSecondSquared", degree, 0}}},
	TypeAngularJerk: {"AngularJerk", Dimension{Time: -3}, []Unit{
		{"rad/s³", "RadiansPerSecondCubed", 1, 0}, {"deg/s³", "DegreesPerSecondCubed", degree, 0}}},
	TypeLength: {"Length", Dimension{Length: 1}, []Unit{{"m", "Metres", 1, 0}, {"mm", "Millimetres", 1e-3, 0},
		{"cm", "Centimetres", 1e-2, 0}, {"km", "Kilometres", 1e3, 0}}},
	TypeSpeed: {"Speed", Dimension{Length: 1, Time: -1}, []Unit{{"m/s", "MetresPerSecond", 1, 0},
		{"mm/s", "MillimetresPerSecond", 1e-3, 0}, {"km/h", "KilometresPerHour", 1 / 3.6, 0}, {"kn", "Knots", 1852.0 / 3600, 0}}},
	TypeAcceleration: {"Acceleration", Dimension{Length: 1, Time: -2}, []Unit{{"m/s²", "MetresPerSecondSquared", 1, 0},
		{"mm/s²", "MillimetresPerSecondSquared", 1e-3, 0}, {"gn", "StandardGravities", 9.80665, 0}}},
	TypeJerk: {"Jerk", Dimension{Length: 1, Time: -3}, []Unit{{"m/s³", "MetresPerSecondCubed", 1, 0}}},
	TypeForce: {"Force", Dimension{1, 1, -2, 0, 0}, []Unit{{"N", "Newtons", 1, 0}, {"mN", "Millinewtons", 1e-3, 0},
		{"kN", "Kilonewtons", 1e3, 0}}},
	TypeTorque: {"Torque", Dimension{2, 1, -2, 0, 0}, []Unit{{"N·m", "NewtonMetres", 1, 0}, {"mN·m", "MillinewtonMetres", 1e-3, 0}}},
	TypeMass:   {"Mass", Dimension{Mass: 1}, []Unit{{"kg", "Kilograms", 1, 0}, {"g", "Grams", 1e-3, 0}, {"t", "Tonnes", 1e3, 0}}},
	TypeInertia: {"Inertia", Dimension{2, 1, 0, 0, 0}, []Unit{{"kg·m²", "KilogramSquareMetres", 1, 0},
		{"g·cm²", "GramSquareCentimetres", 1e-7, 0}}},
	TypeTime: {"Time", Dimension{Time: 1}, []Unit{{"s", "Seconds", 1, 0}, {"ms", "Milliseconds", 1e-3, 0},
		{"µs", "Microseconds", 1e-6, 0}, {"ns", "Nanoseconds", 1e-9, 0}, {"min", "Minutes", 60, 0}, {"h", "Hours", 3600, 0}}},
	TypeFrequency:        {"Frequency", Dimension{Time: -1}, []Unit{{"Hz", "Hertz", 1, 0}, {"kHz", "Kilohertz", 1e3, 0}, {"1/s", "PerSecond", 1, 0}}},
	TypeFrequencySquared: {"FrequencySquared", Dimension{Time: -2}, []Unit{{"Hz²", "HertzSquared", 1, 0}, {"1/s²", "PerSecondSquared", 1, 0}}},
	TypePressure: {"Pressure", Dimension{-1, 1, -2, 0, 0}, []Unit{{"Pa", "Pascals", 1, 0}, {"hPa", "Hectopascals", 100, 0},
		{"kPa", "Kilopascals", 1e3, 0}, {"mbar", "Millibars", 100, 0}, {"bar", "Bars", 1e5, 0}}},
	TypeDensity:     {"Density", Dimension{-3, 1, 0, 0, 0}, []Unit{{"kg/m³", "KilogramsPerCubicMetre", 1, 0}, {"g/cm³", "GramsPerCubicCentimetre", 1e3, 0}}},
	TypeTemperature: {"Temperature", Dimension{Temperature: 1}, []Unit{{"K", "Kelvins", 1, 0}, {"°C", "DegreesCelsius", 1, 273.15}}},
	TypeVoltage:     {"Voltage", Dimension{2, 1, -3, -1, 0}, []Unit{{"V", "Volts", 1, 0}, {"mV", "Millivolts", 1e-3, 0}}},
	TypeCurrent:     {"Current", Dimension{Current: 1}, []Unit{{"A", "Amperes", 1, 0}, {"mA", "Milliamperes", 1e-3, 0}}},
	TypePower:       {"Power", Dimension{2, 1, -3, 0, 0}, []Unit{{"W", "Watts", 1, 0}, {"kW", "Kilowatts", 1e3, 0}}},
	TypeEnergy:      {"Energy", Dimension{2, 1, -2, 0, 0}, []Unit{{"J", "Joules", 1, 0}, {"kJ", "Kilojoules", 1e3, 0}, {"Wh", "WattHours", 3600, 0}}},
	TypeRatio:       {"Ratio", Dimension{}, []Unit{{"", "", 1, 0}, {"%", "Percent", 1e-2, 0}}},
	TypeBoolean:     {"Boolean", Dimension{}, nil},
	TypeUnsigned:    {"Unsigned", Dimension{}, nil},
}

// relation is a product of two quantities: A·B = C.
type relation struct{ a, b, c Type }

// relations are the products that have a method, checked against the dimensions.
var relations = [...]relation{
	{TypeFrequency, TypeAngle, TypeAngularSpeed},
	{TypeFrequency, TypeAngularSpeed, TypeAngularAcceleration},
	{TypeFrequency, TypeAngularAcceleration, TypeAngularJerk},
	{TypeFrequency, TypeLength, TypeSpeed},
	{TypeFrequency, TypeSpeed, TypeAcceleration},
	{TypeFrequency, TypeAcceleration, TypeJerk},
	{TypeFrequency, TypeFrequency, TypeFrequencySquared},
	{TypeFrequencySquared, TypeAngle, TypeAngularAcceleration},
	{TypeFrequencySquared, TypeLength, TypeAcceleration},
	{TypeTime, TypeAngularSpeed, TypeAngle},
	{TypeTime, TypeAngularAcceleration, TypeAngularSpeed},
	{TypeTime, TypeAngularJerk, TypeAngularAcceleration},
	{TypeTime, TypeSpeed, TypeLength},
	{TypeTime, TypeAcceleration, TypeSpeed},
	{TypeTime, TypeJerk, TypeAcceleration},
	{TypeTime, TypeFrequency, TypeRatio},
	{TypeTime, TypePower, TypeEnergy},
	{TypeMass, TypeAcceleration, TypeForce},
	{TypeInertia, TypeAngularAcceleration, TypeTorque},
	{TypeLength, TypeForce, TypeTorque},
	{TypeForce, TypeSpeed, TypePower},
	{TypeTorque, TypeAngularSpeed, TypePower},
	{TypeVoltage, TypeCurrent, TypePower},
}

// String returns the type's name: "AngularSpeed".
func (t Type) String() string {
	if t == NoType || t >= typeCount {
		return "NoType"
	}
	return types[t].name
}

// Dimension returns the type's dimension.
func (t Type) Dimension() Dimension {
	if t >= typeCount {
		return Dimension{}
	}
	return types[t].dim
}

// Units lists the type's units, the SI unit first; none for arithmetic types.
func (t Type) Units() []Unit {
	if t >= typeCount {
		return nil
	}
	return append([]Unit(nil), types[t].units...)
}

// Symbol returns the symbol of the SI unit, "" if there is none.
func (t Type) Symbol() string {
	if t >= typeCount || len(types[t].units) == 0 {
		return ""
	}
	return types[t].units[0].Symbol
}

// Types lists all types.
func Types() []Type {
	var ts []Type
	for t := NoType + 1; t < typeCount; t++ {
		ts = append(ts, t)
	}
	return ts
}

// ParseType finds a type by its name.
func ParseType(name string) (Type, bool) {
	for t := NoType + 1; t < typeCount; t++ {
		if types[t].name == name {
			return t, true
		}
	}
	return NoType, false
}
