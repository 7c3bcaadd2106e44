// Code generated from table.go by `go test ./math/unit -rewrite`; DO NOT EDIT.

package unit

// Metres gives x m as Length.
func Metres(x float64) Length { return Length(x) }

// Metres gets the value in m.
func (v Length) Metres() float64 { return float64(v) }

// SetMetres sets the value to x m.
func (v *Length) SetMetres(x float64) { *v = Metres(x) }

// Millimetres gives x mm as Length.
func Millimetres(x float64) Length { return Length(float64(x * 0.001)) }

// Millimetres gets the value in mm.
func (v Length) Millimetres() float64 { return float64(v) / 0.001 }

// SetMillimetres sets the value to x mm.
func (v *Length) SetMillimetres(x float64) { *v = Millimetres(x) }

// Centimetres gives x cm as Length.
func Centimetres(x float64) Length { return Length(float64(x * 0.01)) }

// Centimetres gets the value in cm.
func (v Length) Centimetres() float64 { return float64(v) / 0.01 }

// SetCentimetres sets the value to x cm.
func (v *Length) SetCentimetres(x float64) { *v = Centimetres(x) }

// Kilometres gives x km as Length.
func Kilometres(x float64) Length { return Length(float64(x * 1000)) }

// Kilometres gets the value in km.
func (v Length) Kilometres() float64 { return float64(v) / 1000 }

// SetKilometres sets the value to x km.
func (v *Length) SetKilometres(x float64) { *v = Kilometres(x) }

// MetresPerSecond gives x m/s as Speed.
func MetresPerSecond(x float64) Speed { return Speed(x) }

// MetresPerSecond gets the value in m/s.
func (v Speed) MetresPerSecond() float64 { return float64(v) }

// SetMetresPerSecond sets the value to x m/s.
func (v *Speed) SetMetresPerSecond(x float64) { *v = MetresPerSecond(x) }

// MillimetresPerSecond gives x mm/s as Speed.
func MillimetresPerSecond(x float64) Speed { return Speed(float64(x * 0.001)) }

// MillimetresPerSecond gets the value in mm/s.
func (v Speed) MillimetresPerSecond() float64 { return float64(v) / 0.001 }

// SetMillimetresPerSecond sets the value to x mm/s.
func (v *Speed) SetMillimetresPerSecond(x float64) { *v = MillimetresPerSecond(x) }

// KilometresPerHour gives x km/h as Speed.
func KilometresPerHour(x float64) Speed { return Speed(float64(x * 0.2777777777777778)) }

// KilometresPerHour gets the value in km/h.
func (v Speed) KilometresPerHour() float64 { return float64(v) / 0.2777777777777778 }

// SetKilometresPerHour sets the value to x km/h.
func (v *Speed) SetKilometresPerHour(x float64) { *v = KilometresPerHour(x) }

// Knots gives x kn as Speed.
func Knots(x float64) Speed { return Speed(float64(x * 0.5144444444444445)) }

// Knots gets the value in kn.
func (v Speed) Knots() float64 { return float64(v) / 0.5144444444444445 }

// SetKnots sets the value to x kn.
func (v *Speed) SetKnots(x float64) { *v = Knots(x) }

// MetresPerSecondSquared gives x m/s² as Acceleration.
func MetresPerSecondSquared(x float64) Acceleration { return Acceleration(x) }

// MetresPerSecondSquared gets the value in m/s².
func (v Acceleration) MetresPerSecondSquared() float64 { return float64(v) }

// SetMetresPerSecondSquared sets the value to x m/s².
func (v *Acceleration) SetMetresPerSecondSquared(x float64) { *v = MetresPerSecondSquared(x) }

// MillimetresPerSecondSquared gives x mm/s² as Acceleration.
func MillimetresPerSecondSquared(x float64) Acceleration { return Acceleration(float64(x * 0.001)) }

// MillimetresPerSecondSquared gets the value in mm/s².
func (v Acceleration) MillimetresPerSecondSquared() float64 { return float64(v) / 0.001 }

// SetMillimetresPerSecondSquared sets the value to x mm/s².
func (v *Acceleration) SetMillimetresPerSecondSquared(x float64) { *v = MillimetresPerSecondSquared(x) }

// StandardGravities gives x gn as Acceleration.
func StandardGravities(x float64) Acceleration { return Acceleration(float64(x * 9.80665)) }

// StandardGravities gets the value in gn.
func (v Acceleration) StandardGravities() float64 { return float64(v) / 9.80665 }

// SetStandardGravities sets the value to x gn.
func (v *Acceleration) SetStandardGravities(x float64) { *v = StandardGravities(x) }

// MetresPerSecondCubed gives x m/s³ as Jerk.
func MetresPerSecondCubed(x float64) Jerk { return Jerk(x) }

// MetresPerSecondCubed gets the value in m/s³.
func (v Jerk) MetresPerSecondCubed() float64 { return float64(v) }

// SetMetresPerSecondCubed sets the value to x m/s³.
func (v *Jerk) SetMetresPerSecondCubed(x float64) { *v = MetresPerSecondCubed(x) }

// Newtons gives x N as Force.
func Newtons(x float64) Force { return Force(x) }

// Newtons gets the value in N.
func (v Force) Newtons() float64 { return float64(v) }

// SetNewtons sets the value to x N.
func (v *Force) SetNewtons(x float64) { *v = Newtons(x) }

// Millinewtons gives x mN as Force.
func Millinewtons(x float64) Force { return Force(float64(x * 0.001)) }

// Millinewtons gets the value in mN.
func (v Force) Millinewtons() float64 { return float64(v) / 0.001 }

// SetMillinewtons sets the value to x mN.
func (v *Force) SetMillinewtons(x float64) { *v = Millinewtons(x) }

// Kilonewtons gives x kN as Force.
func Kilonewtons(x float64) Force { return Force(float64(x * 1000)) }

// Kilonewtons gets the value in kN.
func (v Force) Kilonewtons() float64 { return float64(v) / 1000 }

// SetKilonewtons sets the value to x kN.
func (v *Force) SetKilonewtons(x float64) { *v = Kilonewtons(x) }

// NewtonMetres gives x N·m as Torque.
func NewtonMetres(x float64) Torque { return Torque(x) }

// NewtonMetres gets the value in N·m.
func (v Torque) NewtonMetres() float64 { return float64(v) }

// SetNewtonMetres sets the value to x N·m.
func (v *Torque) SetNewtonMetres(x float64) { *v = NewtonMetres(x) }

// MillinewtonMetres gives x mN·m as Torque.
func MillinewtonMetres(x float64) Torque { return Torque(float64(x * 0.001)) }

// MillinewtonMetres gets the value in mN·m.
func (v Torque) MillinewtonMetres() float64 { return float64(v) / 0.001 }

// SetMillinewtonMetres sets the value to x mN·m.
func (v *Torque) SetMillinewtonMetres(x float64) { *v = MillinewtonMetres(x) }

// Kilograms gives x kg as Mass.
func Kilograms(x float64) Mass { return Mass(x) }

// Kilograms gets the value in kg.
func (v Mass) Kilograms() float64 { return float64(v) }

// SetKilograms sets the value to x kg.
func (v *Mass) SetKilograms(x float64) { *v = Kilograms(x) }

// Grams gives x g as Mass.
func Grams(x float64) Mass { return Mass(float64(x * 0.001)) }

// Grams gets the value in g.
func (v Mass) Grams() float64 { return float64(v) / 0.001 }

// SetGrams sets the value to x g.
func (v *Mass) SetGrams(x float64) { *v = Grams(x) }

// Tonnes gives x t as Mass.
func Tonnes(x float64) Mass { return Mass(float64(x * 1000)) }

// Tonnes gets the value in t.
func (v Mass) Tonnes() float64 { return float64(v) / 1000 }

// SetTonnes sets the value to x t.
func (v *Mass) SetTonnes(x float64) { *v = Tonnes(x) }

// KilogramSquareMetres gives x kg·m² as Inertia.
func KilogramSquareMetres(x float64) Inertia { return Inertia(x) }

// KilogramSquareMetres gets the value in kg·m².
func (v Inertia) KilogramSquareMetres() float64 { return float64(v) }

// SetKilogramSquareMetres sets the value to x kg·m².
func (v *Inertia) SetKilogramSquareMetres(x float64) { *v = KilogramSquareMetres(x) }

// GramSquareCentimetres gives x g·cm² as Inertia.
func GramSquareCentimetres(x float64) Inertia { return Inertia(float64(x * 1e-07)) }

// GramSquareCentimetres gets the value in g·cm².
func (v Inertia) GramSquareCentimetres() float64 { return float64(v) / 1e-07 }

// SetGramSquareCentimetres sets the value to x g·cm².
func (v *Inertia) SetGramSquareCentimetres(x float64) { *v = GramSquareCentimetres(x) }
