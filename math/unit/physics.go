// Code generated from table.go by `go test ./math/unit -rewrite`; DO NOT EDIT.

package unit

// Seconds gives x s as Time.
func Seconds(x float64) Time { return Time(x) }

// Seconds gets the value in s.
func (v Time) Seconds() float64 { return float64(v) }

// SetSeconds sets the value to x s.
func (v *Time) SetSeconds(x float64) { *v = Seconds(x) }

// Milliseconds gives x ms as Time.
func Milliseconds(x float64) Time { return Time(float64(x * 0.001)) }

// Milliseconds gets the value in ms.
func (v Time) Milliseconds() float64 { return float64(v) / 0.001 }

// SetMilliseconds sets the value to x ms.
func (v *Time) SetMilliseconds(x float64) { *v = Milliseconds(x) }

// Microseconds gives x µs as Time.
func Microseconds(x float64) Time { return Time(float64(x * 1e-06)) }

// Microseconds gets the value in µs.
func (v Time) Microseconds() float64 { return float64(v) / 1e-06 }

// SetMicroseconds sets the value to x µs.
func (v *Time) SetMicroseconds(x float64) { *v = Microseconds(x) }

// Nanoseconds gives x ns as Time.
func Nanoseconds(x float64) Time { return Time(float64(x * 1e-09)) }

// Nanoseconds gets the value in ns.
func (v Time) Nanoseconds() float64 { return float64(v) / 1e-09 }

// SetNanoseconds sets the value to x ns.
func (v *Time) SetNanoseconds(x float64) { *v = Nanoseconds(x) }

// Minutes gives x min as Time.
func Minutes(x float64) Time { return Time(float64(x * 60)) }

// Minutes gets the value in min.
func (v Time) Minutes() float64 { return float64(v) / 60 }

// SetMinutes sets the value to x min.
func (v *Time) SetMinutes(x float64) { *v = Minutes(x) }

// Hours gives x h as Time.
func Hours(x float64) Time { return Time(float64(x * 3600)) }

// Hours gets the value in h.
func (v Time) Hours() float64 { return float64(v) / 3600 }

// SetHours sets the value to x h.
func (v *Time) SetHours(x float64) { *v = Hours(x) }

// Hertz gives x Hz as Frequency.
func Hertz(x float64) Frequency { return Frequency(x) }

// Hertz gets the value in Hz.
func (v Frequency) Hertz() float64 { return float64(v) }

// SetHertz sets the value to x Hz.
func (v *Frequency) SetHertz(x float64) { *v = Hertz(x) }

// Kilohertz gives x kHz as Frequency.
func Kilohertz(x float64) Frequency { return Frequency(float64(x * 1000)) }

// Kilohertz gets the value in kHz.
func (v Frequency) Kilohertz() float64 { return float64(v) / 1000 }

// SetKilohertz sets the value to x kHz.
func (v *Frequency) SetKilohertz(x float64) { *v = Kilohertz(x) }

// PerSecond gives x 1/s as Frequency.
func PerSecond(x float64) Frequency { return Frequency(x) }

// PerSecond gets the value in 1/s.
func (v Frequency) PerSecond() float64 { return float64(v) }

// SetPerSecond sets the value to x 1/s.
func (v *Frequency) SetPerSecond(x float64) { *v = PerSecond(x) }

// HertzSquared gives x Hz² as FrequencySquared.
func HertzSquared(x float64) FrequencySquared { return FrequencySquared(x) }

// HertzSquared gets the value in Hz².
func (v FrequencySquared) HertzSquared() float64 { return float64(v) }

// SetHertzSquared sets the value to x Hz².
func (v *FrequencySquared) SetHertzSquared(x float64) { *v = HertzSquared(x) }

// PerSecondSquared gives x 1/s² as FrequencySquared.
func PerSecondSquared(x float64) FrequencySquared { return FrequencySquared(x) }

// PerSecondSquared gets the value in 1/s².
func (v FrequencySquared) PerSecondSquared() float64 { return float64(v) }

// SetPerSecondSquared sets the value to x 1/s².
func (v *FrequencySquared) SetPerSecondSquared(x float64) { *v = PerSecondSquared(x) }

// Pascals gives x Pa as Pressure.
func Pascals(x float64) Pressure { return Pressure(x) }

// Pascals gets the value in Pa.
func (v Pressure) Pascals() float64 { return float64(v) }

// SetPascals sets the value to x Pa.
func (v *Pressure) SetPascals(x float64) { *v = Pascals(x) }

// Hectopascals gives x hPa as Pressure.
func Hectopascals(x float64) Pressure { return Pressure(float64(x * 100)) }

// Hectopascals gets the value in hPa.
func (v Pressure) Hectopascals() float64 { return float64(v) / 100 }

// SetHectopascals sets the value to x hPa.
func (v *Pressure) SetHectopascals(x float64) { *v = Hectopascals(x) }

// Kilopascals gives x kPa as Pressure.
func Kilopascals(x float64) Pressure { return Pressure(float64(x * 1000)) }

// Kilopascals gets the value in kPa.
func (v Pressure) Kilopascals() float64 { return float64(v) / 1000 }

// SetKilopascals sets the value to x kPa.
func (v *Pressure) SetKilopascals(x float64) { *v = Kilopascals(x) }

// Millibars gives x mbar as Pressure.
func Millibars(x float64) Pressure { return Pressure(float64(x * 100)) }

// Millibars gets the value in mbar.
func (v Pressure) Millibars() float64 { return float64(v) / 100 }

// SetMillibars sets the value to x mbar.
func (v *Pressure) SetMillibars(x float64) { *v = Millibars(x) }

// Bars gives x bar as Pressure.
func Bars(x float64) Pressure { return Pressure(float64(x * 100000)) }

// Bars gets the value in bar.
func (v Pressure) Bars() float64 { return float64(v) / 100000 }

// SetBars sets the value to x bar.
func (v *Pressure) SetBars(x float64) { *v = Bars(x) }

// KilogramsPerCubicMetre gives x kg/m³ as Density.
func KilogramsPerCubicMetre(x float64) Density { return Density(x) }

// KilogramsPerCubicMetre gets the value in kg/m³.
func (v Density) KilogramsPerCubicMetre() float64 { return float64(v) }

// SetKilogramsPerCubicMetre sets the value to x kg/m³.
func (v *Density) SetKilogramsPerCubicMetre(x float64) { *v = KilogramsPerCubicMetre(x) }

// GramsPerCubicCentimetre gives x g/cm³ as Density.
func GramsPerCubicCentimetre(x float64) Density { return Density(float64(x * 1000)) }

// GramsPerCubicCentimetre gets the value in g/cm³.
func (v Density) GramsPerCubicCentimetre() float64 { return float64(v) / 1000 }

// SetGramsPerCubicCentimetre sets the value to x g/cm³.
func (v *Density) SetGramsPerCubicCentimetre(x float64) { *v = GramsPerCubicCentimetre(x) }

// Kelvins gives x K as Temperature.
func Kelvins(x float64) Temperature { return Temperature(x) }

// Kelvins gets the value in K.
func (v Temperature) Kelvins() float64 { return float64(v) }

// SetKelvins sets the value to x K.
func (v *Temperature) SetKelvins(x float64) { *v = Kelvins(x) }

// DegreesCelsius gives x °C as Temperature.
func DegreesCelsius(x float64) Temperature { return Temperature(x + 273.15) }

// DegreesCelsius gets the value in °C.
func (v Temperature) DegreesCelsius() float64 { return (float64(v) - 273.15) / 1 }

// SetDegreesCelsius sets the value to x °C.
func (v *Temperature) SetDegreesCelsius(x float64) { *v = DegreesCelsius(x) }

// Volts gives x V as Voltage.
func Volts(x float64) Voltage { return Voltage(x) }

// Volts gets the value in V.
func (v Voltage) Volts() float64 { return float64(v) }

// SetVolts sets the value to x V.
func (v *Voltage) SetVolts(x float64) { *v = Volts(x) }

// Millivolts gives x mV as Voltage.
func Millivolts(x float64) Voltage { return Voltage(float64(x * 0.001)) }

// Millivolts gets the value in mV.
func (v Voltage) Millivolts() float64 { return float64(v) / 0.001 }

// SetMillivolts sets the value to x mV.
func (v *Voltage) SetMillivolts(x float64) { *v = Millivolts(x) }

// Amperes gives x A as Current.
func Amperes(x float64) Current { return Current(x) }

// Amperes gets the value in A.
func (v Current) Amperes() float64 { return float64(v) }

// SetAmperes sets the value to x A.
func (v *Current) SetAmperes(x float64) { *v = Amperes(x) }

// Milliamperes gives x mA as Current.
func Milliamperes(x float64) Current { return Current(float64(x * 0.001)) }

// Milliamperes gets the value in mA.
func (v Current) Milliamperes() float64 { return float64(v) / 0.001 }

// SetMilliamperes sets the value to x mA.
func (v *Current) SetMilliamperes(x float64) { *v = Milliamperes(x) }

// Watts gives x W as Power.
func Watts(x float64) Power { return Power(x) }

// Watts gets the value in W.
func (v Power) Watts() float64 { return float64(v) }

// SetWatts sets the value to x W.
func (v *Power) SetWatts(x float64) { *v = Watts(x) }

// Kilowatts gives x kW as Power.
func Kilowatts(x float64) Power { return Power(float64(x * 1000)) }

// Kilowatts gets the value in kW.
func (v Power) Kilowatts() float64 { return float64(v) / 1000 }

// SetKilowatts sets the value to x kW.
func (v *Power) SetKilowatts(x float64) { *v = Kilowatts(x) }

// Joules gives x J as Energy.
func Joules(x float64) Energy { return Energy(x) }

// Joules gets the value in J.
func (v Energy) Joules() float64 { return float64(v) }

// SetJoules sets the value to x J.
func (v *Energy) SetJoules(x float64) { *v = Joules(x) }

// Kilojoules gives x kJ as Energy.
func Kilojoules(x float64) Energy { return Energy(float64(x * 1000)) }

// Kilojoules gets the value in kJ.
func (v Energy) Kilojoules() float64 { return float64(v) / 1000 }

// SetKilojoules sets the value to x kJ.
func (v *Energy) SetKilojoules(x float64) { *v = Kilojoules(x) }

// WattHours gives x Wh as Energy.
func WattHours(x float64) Energy { return Energy(float64(x * 3600)) }

// WattHours gets the value in Wh.
func (v Energy) WattHours() float64 { return float64(v) / 3600 }

// SetWattHours sets the value to x Wh.
func (v *Energy) SetWattHours(x float64) { *v = WattHours(x) }

// Percent gives x % as Ratio.
func Percent(x float64) Ratio { return Ratio(float64(x * 0.01)) }

// Percent gets the value in %.
func (v Ratio) Percent() float64 { return float64(v) / 0.01 }

// SetPercent sets the value to x %.
func (v *Ratio) SetPercent(x float64) { *v = Percent(x) }
