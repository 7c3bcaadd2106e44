// Code generated from table.go by `go test ./math/unit -rewrite`; DO NOT EDIT.

package unit

// TimesAngle multiplies: Frequency · Angle = AngularSpeed.
func (v Frequency) TimesAngle(x Angle) AngularSpeed { return AngularSpeed(float64(v) * float64(x)) }

// TimesAngularSpeed multiplies: Frequency · AngularSpeed = AngularAcceleration.
func (v Frequency) TimesAngularSpeed(x AngularSpeed) AngularAcceleration {
	return AngularAcceleration(float64(v) * float64(x))
}

// TimesAngularAcceleration multiplies: Frequency · AngularAcceleration = AngularJerk.
func (v Frequency) TimesAngularAcceleration(x AngularAcceleration) AngularJerk {
	return AngularJerk(float64(v) * float64(x))
}

// TimesLength multiplies: Frequency · Length = Speed.
func (v Frequency) TimesLength(x Length) Speed { return Speed(float64(v) * float64(x)) }

// TimesSpeed multiplies: Frequency · Speed = Acceleration.
func (v Frequency) TimesSpeed(x Speed) Acceleration { return Acceleration(float64(v) * float64(x)) }

// TimesAcceleration multiplies: Frequency · Acceleration = Jerk.
func (v Frequency) TimesAcceleration(x Acceleration) Jerk { return Jerk(float64(v) * float64(x)) }

// TimesFrequency multiplies: Frequency · Frequency = FrequencySquared.
func (v Frequency) TimesFrequency(x Frequency) FrequencySquared {
	return FrequencySquared(float64(v) * float64(x))
}

// TimesAngle multiplies: FrequencySquared · Angle = AngularAcceleration.
func (v FrequencySquared) TimesAngle(x Angle) AngularAcceleration {
	return AngularAcceleration(float64(v) * float64(x))
}

// TimesLength multiplies: FrequencySquared · Length = Acceleration.
func (v FrequencySquared) TimesLength(x Length) Acceleration {
	return Acceleration(float64(v) * float64(x))
}

// TimesAngularSpeed multiplies: Time · AngularSpeed = Angle.
func (v Time) TimesAngularSpeed(x AngularSpeed) Angle { return Angle(float64(v) * float64(x)) }

// TimesAngularAcceleration multiplies: Time · AngularAcceleration = AngularSpeed.
func (v Time) TimesAngularAcceleration(x AngularAcceleration) AngularSpeed {
	return AngularSpeed(float64(v) * float64(x))
}

// TimesAngularJerk multiplies: Time · AngularJerk = AngularAcceleration.
func (v Time) TimesAngularJerk(x AngularJerk) AngularAcceleration {
	return AngularAcceleration(float64(v) * float64(x))
}

// TimesSpeed multiplies: Time · Speed = Length.
func (v Time) TimesSpeed(x Speed) Length { return Length(float64(v) * float64(x)) }

// TimesAcceleration multiplies: Time · Acceleration = Speed.
func (v Time) TimesAcceleration(x Acceleration) Speed { return Speed(float64(v) * float64(x)) }

// TimesJerk multiplies: Time · Jerk = Acceleration.
func (v Time) TimesJerk(x Jerk) Acceleration { return Acceleration(float64(v) * float64(x)) }

// TimesFrequency multiplies: Time · Frequency = Ratio.
func (v Time) TimesFrequency(x Frequency) Ratio { return Ratio(float64(v) * float64(x)) }

// TimesPower multiplies: Time · Power = Energy.
func (v Time) TimesPower(x Power) Energy { return Energy(float64(v) * float64(x)) }

// TimesAcceleration multiplies: Mass · Acceleration = Force.
func (v Mass) TimesAcceleration(x Acceleration) Force { return Force(float64(v) * float64(x)) }

// TimesAngularAcceleration multiplies: Inertia · AngularAcceleration = Torque.
func (v Inertia) TimesAngularAcceleration(x AngularAcceleration) Torque {
	return Torque(float64(v) * float64(x))
}

// TimesForce multiplies: Length · Force = Torque.
func (v Length) TimesForce(x Force) Torque { return Torque(float64(v) * float64(x)) }

// TimesSpeed multiplies: Force · Speed = Power.
func (v Force) TimesSpeed(x Speed) Power { return Power(float64(v) * float64(x)) }

// TimesAngularSpeed multiplies: Torque · AngularSpeed = Power.
func (v Torque) TimesAngularSpeed(x AngularSpeed) Power { return Power(float64(v) * float64(x)) }

// TimesCurrent multiplies: Voltage · Current = Power.
func (v Voltage) TimesCurrent(x Current) Power { return Power(float64(v) * float64(x)) }
