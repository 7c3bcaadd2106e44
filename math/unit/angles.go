// Code generated from table.go by `go test ./math/unit -rewrite`; DO NOT EDIT.

package unit

// Radians gives x rad as Angle.
func Radians(x float64) Angle { return Angle(x) }

// Radians gets the value in rad.
func (v Angle) Radians() float64 { return float64(v) }

// SetRadians sets the value to x rad.
func (v *Angle) SetRadians(x float64) { *v = Radians(x) }

// Degrees gives x deg as Angle.
func Degrees(x float64) Angle { return Angle(float64(x * 0.017453292519943295)) }

// Degrees gets the value in deg.
func (v Angle) Degrees() float64 { return float64(v) / 0.017453292519943295 }

// SetDegrees sets the value to x deg.
func (v *Angle) SetDegrees(x float64) { *v = Degrees(x) }

// Turns gives x turn as Angle.
func Turns(x float64) Angle { return Angle(float64(x * 6.283185307179586)) }

// Turns gets the value in turn.
func (v Angle) Turns() float64 { return float64(v) / 6.283185307179586 }

// SetTurns sets the value to x turn.
func (v *Angle) SetTurns(x float64) { *v = Turns(x) }

// Milliradians gives x mrad as Angle.
func Milliradians(x float64) Angle { return Angle(float64(x * 0.001)) }

// Milliradians gets the value in mrad.
func (v Angle) Milliradians() float64 { return float64(v) / 0.001 }

// SetMilliradians sets the value to x mrad.
func (v *Angle) SetMilliradians(x float64) { *v = Milliradians(x) }

// RadiansPerSecond gives x rad/s as AngularSpeed.
func RadiansPerSecond(x float64) AngularSpeed { return AngularSpeed(x) }

// RadiansPerSecond gets the value in rad/s.
func (v AngularSpeed) RadiansPerSecond() float64 { return float64(v) }

// SetRadiansPerSecond sets the value to x rad/s.
func (v *AngularSpeed) SetRadiansPerSecond(x float64) { *v = RadiansPerSecond(x) }

// DegreesPerSecond gives x deg/s as AngularSpeed.
func DegreesPerSecond(x float64) AngularSpeed { return AngularSpeed(float64(x * 0.017453292519943295)) }

// DegreesPerSecond gets the value in deg/s.
func (v AngularSpeed) DegreesPerSecond() float64 { return float64(v) / 0.017453292519943295 }

// SetDegreesPerSecond sets the value to x deg/s.
func (v *AngularSpeed) SetDegreesPerSecond(x float64) { *v = DegreesPerSecond(x) }

// RevolutionsPerMinute gives x rpm as AngularSpeed.
func RevolutionsPerMinute(x float64) AngularSpeed {
	return AngularSpeed(float64(x * 0.10471975511965977))
}

// RevolutionsPerMinute gets the value in rpm.
func (v AngularSpeed) RevolutionsPerMinute() float64 { return float64(v) / 0.10471975511965977 }

// SetRevolutionsPerMinute sets the value to x rpm.
func (v *AngularSpeed) SetRevolutionsPerMinute(x float64) { *v = RevolutionsPerMinute(x) }

// RadiansPerSecondSquared gives x rad/s² as AngularAcceleration.
func RadiansPerSecondSquared(x float64) AngularAcceleration { return AngularAcceleration(x) }

// RadiansPerSecondSquared gets the value in rad/s².
func (v AngularAcceleration) RadiansPerSecondSquared() float64 { return float64(v) }

// SetRadiansPerSecondSquared sets the value to x rad/s².
func (v *AngularAcceleration) SetRadiansPerSecondSquared(x float64) { *v = RadiansPerSecondSquared(x) }

// DegreesPerSecondSquared gives x deg/s² as AngularAcceleration.
func DegreesPerSecondSquared(x float64) AngularAcceleration {
	return AngularAcceleration(float64(x * 0.017453292519943295))
}

// DegreesPerSecondSquared gets the value in deg/s².
func (v AngularAcceleration) DegreesPerSecondSquared() float64 {
	return float64(v) / 0.017453292519943295
}

// SetDegreesPerSecondSquared sets the value to x deg/s².
func (v *AngularAcceleration) SetDegreesPerSecondSquared(x float64) { *v = DegreesPerSecondSquared(x) }

// RadiansPerSecondCubed gives x rad/s³ as AngularJerk.
func RadiansPerSecondCubed(x float64) AngularJerk { return AngularJerk(x) }

// RadiansPerSecondCubed gets the value in rad/s³.
func (v AngularJerk) RadiansPerSecondCubed() float64 { return float64(v) }

// SetRadiansPerSecondCubed sets the value to x rad/s³.
func (v *AngularJerk) SetRadiansPerSecondCubed(x float64) { *v = RadiansPerSecondCubed(x) }

// DegreesPerSecondCubed gives x deg/s³ as AngularJerk.
func DegreesPerSecondCubed(x float64) AngularJerk {
	return AngularJerk(float64(x * 0.017453292519943295))
}

// DegreesPerSecondCubed gets the value in deg/s³.
func (v AngularJerk) DegreesPerSecondCubed() float64 { return float64(v) / 0.017453292519943295 }

// SetDegreesPerSecondCubed sets the value to x deg/s³.
func (v *AngularJerk) SetDegreesPerSecondCubed(x float64) { *v = DegreesPerSecondCubed(x) }
