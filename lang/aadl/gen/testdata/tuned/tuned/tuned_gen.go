// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal 994f4d6a7515a899.

// Package tuned has the types that tuned.asn1 describes.
package tuned

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/unit"
)

// Reading: What comes from a room.
type Reading struct {
	// A number from -50 to 100.
	Degrees float64
	// A choice of sensor, estimate.
	Source ReadingSource
}

// DefaultReading gives the defaults; what has none is zero.
func DefaultReading() Reading {
	return Reading{}
}

// set takes a value that has been checked.
func (p *Reading) set(v *param.Value) {
	if x := v.Member("degrees"); x != nil {
		p.Degrees = x.Real
	}
	if x := v.Member("source"); x != nil {
		p.Source.set(x)
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p Reading) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *Reading) faults(path string) (fs diag.Faults) {
	if !(p.Degrees >= -50 && p.Degrees <= 100) {
		fs = append(fs, param.Wrong(param.Ranges, path+"degrees", p.Degrees, "a number from -50 to 100"))
	}
	fs = append(fs, p.Source.faults(path+"source.")...)
	return fs
}

// ReadingSource is a choice.
type ReadingSource struct {
	Which ReadingSourceChoice // of the alternatives
	// A whole number from 0 to 255.
	Sensor int64
	// A number.
	Estimate float64
}

// ReadingSourceChoice says which alternative of ReadingSource is chosen.
type ReadingSourceChoice uint16

// The alternatives of ReadingSource.
const (
	ReadingSourceChoiceSensor ReadingSourceChoice = iota
	ReadingSourceChoiceEstimate
)

// set takes a value that has been checked.
func (p *ReadingSource) set(v *param.Value) {
	if x := v.Member("sensor"); x != nil {
		p.Which = ReadingSourceChoiceSensor
		p.Sensor = x.Int
	}
	if x := v.Member("estimate"); x != nil {
		p.Which = ReadingSourceChoiceEstimate
		p.Estimate = x.Real
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p ReadingSource) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *ReadingSource) faults(path string) (fs diag.Faults) {
	switch p.Which {
	case ReadingSourceChoiceSensor:
		if !(p.Sensor >= 0 && p.Sensor <= 255) {
			fs = append(fs, param.Wrong(param.Ranges, path+"sensor", p.Sensor, "a whole number from 0 to 255"))
		}
	case ReadingSourceChoiceEstimate:
		if !(p.Estimate >= -math.MaxFloat64 && p.Estimate <= math.MaxFloat64) {
			fs = append(fs, param.Wrong(param.Ranges, path+"estimate", p.Estimate, "a number"))
		}
	default:
		fs = append(fs, param.Wrong(param.Kinds, path+"Which", p.Which, "a choice of sensor, estimate"))
	}
	return fs
}

// ControlParameters: What a controller is told.
type ControlParameters struct {
	// A number from 5 to 30 °C.
	Wanted unit.Temperature
	// how far it may be from what is wanted
	// A number from 0 below 5; 0.5 by default.
	Hysteresis float64
	// { kp 1, ki 0 } by default.
	Gains ControlParametersGains
	// One of off, eco, comfort; eco by default.
	Mode ControlParametersMode
	// A list of elements, each a text of characters of PrintableString; { "hall" } by default.
	Rooms []string
}

// DefaultControlParameters gives the defaults; what has none is zero.
func DefaultControlParameters() ControlParameters {
	var p ControlParameters
	p.Hysteresis = 0.5
	p.Gains.Kp = 1
	p.Gains.Ki = 0
	p.Mode = ControlParametersModeEco
	p.Rooms = make([]string, 1)
	p.Rooms[0] = "hall"
	return p
}

// set takes a value that has been checked.
func (p *ControlParameters) set(v *param.Value) {
	if x := v.Member("wanted"); x != nil {
		p.Wanted = unit.DegreesCelsius(x.Real)
	}
	if x := v.Member("hysteresis"); x != nil {
		p.Hysteresis = x.Real
	}
	if x := v.Member("gains"); x != nil {
		p.Gains.set(x)
	}
	if x := v.Member("mode"); x != nil {
		p.Mode.set(x.Text)
	}
	if x := v.Member("rooms"); x != nil {
		p.Rooms = make([]string, len(x.Parts))
		for i := range x.Parts {
			p.Rooms[i] = x.Parts[i].Value.Text
		}
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p ControlParameters) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *ControlParameters) faults(path string) (fs diag.Faults) {
	if !(p.Wanted >= unit.DegreesCelsius(5) && p.Wanted <= unit.DegreesCelsius(30)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"wanted", fmt.Sprint(p.Wanted.DegreesCelsius(), " °C"), "a number from 5 to 30 °C"))
	}
	if !(p.Hysteresis >= 0 && p.Hysteresis < 5) {
		fs = append(fs, param.Wrong(param.Ranges, path+"hysteresis", p.Hysteresis, "a number from 0 below 5"))
	}
	fs = append(fs, p.Gains.faults(path+"gains.")...)
	if p.Mode.String() == "" {
		fs = append(fs, param.Wrong(param.Kinds, path+"mode", uint16(p.Mode), "one of off, eco, comfort"))
	}
	for i := range p.Rooms {
		fs = append(fs, param.TextFaults(fmt.Sprintf("%s[%d]", path+"rooms", i), p.Rooms[i], param.Printable, nil)...)
	}
	return fs
}

// Clone returns a copy that shares nothing with p.
func (p ControlParameters) Clone() ControlParameters {
	p.Rooms = slices.Clone(p.Rooms)
	return p
}

// ControlParametersGains is a record of the parameters.
type ControlParametersGains struct {
	// A number from 0 to 10.
	Kp float64
	// A number from 0 to 10.
	Ki float64
}

// DefaultControlParametersGains gives the defaults; what has none is zero.
func DefaultControlParametersGains() ControlParametersGains {
	return ControlParametersGains{}
}

// set takes a value that has been checked.
func (p *ControlParametersGains) set(v *param.Value) {
	if x := v.Member("kp"); x != nil {
		p.Kp = x.Real
	}
	if x := v.Member("ki"); x != nil {
		p.Ki = x.Real
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p ControlParametersGains) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *ControlParametersGains) faults(path string) (fs diag.Faults) {
	if !(p.Kp >= 0 && p.Kp <= 10) {
		fs = append(fs, param.Wrong(param.Ranges, path+"kp", p.Kp, "a number from 0 to 10"))
	}
	if !(p.Ki >= 0 && p.Ki <= 10) {
		fs = append(fs, param.Wrong(param.Ranges, path+"ki", p.Ki, "a number from 0 to 10"))
	}
	return fs
}

// ControlParametersMode is one of several names.
type ControlParametersMode uint16

// The names of ControlParametersMode.
const (
	ControlParametersModeOff ControlParametersMode = iota
	ControlParametersModeEco
	ControlParametersModeComfort
)

// String is the name as texts of values have it; "" for none.
func (x ControlParametersMode) String() string {
	names := [...]string{"off", "eco", "comfort"}
	if int(x) >= len(names) {
		return ""
	}
	return names[x]
}

// set finds a name.
func (x *ControlParametersMode) set(name string) {
	switch name {
	case "off":
		*x = ControlParametersModeOff
	case "eco":
		*x = ControlParametersModeEco
	case "comfort":
		*x = ControlParametersModeComfort
	}
}

// ReadReading reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadReading(n param.Notation, file string, text []byte) (Reading, diag.Faults) {
	v, faults := param.Read(ReadingType(), n, file, text)
	if len(faults) > 0 {
		return Reading{}, faults
	}
	return ReadingOf(&v), nil
}

// ReadingOf takes a value that has been checked against ReadingType.
func ReadingOf(v *param.Value) (x Reading) {
	x.set(v)
	return x
}

// ReadingType describes Reading.
func ReadingType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Reading", Doc: "What comes from a room.", Members: []param.Member{
		{Name: "degrees", Type: &param.Type{Kind: param.Real, Reals: &param.RealRange{Min: -50, Max: 100}}},
		{Name: "source", Type: &param.Type{Kind: param.Choice, Members: []param.Member{
			{Name: "sensor", Type: &param.Type{Kind: param.Integer, Ints: &param.IntRange{Min: 0, Max: 255}}},
			{Name: "estimate", Type: &param.Type{Kind: param.Real}},
		}}},
	}}
}

// ReadControlParameters reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadControlParameters(n param.Notation, file string, text []byte) (ControlParameters, diag.Faults) {
	v, faults := param.Read(ControlParametersType(), n, file, text)
	if len(faults) > 0 {
		return ControlParameters{}, faults
	}
	return ControlParametersOf(&v), nil
}

// ControlParametersOf takes a value that has been checked against ControlParametersType.
func ControlParametersOf(v *param.Value) (x ControlParameters) {
	x.set(v)
	return x
}

// ControlParametersType describes ControlParameters.
func ControlParametersType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Control-Parameters", Doc: "What a controller is told.", Members: []param.Member{
		{Name: "wanted", Type: &param.Type{Kind: param.Real, Unit: "°C", Reals: &param.RealRange{Min: 5, Max: 30}}},
		{Name: "hysteresis", Type: &param.Type{Kind: param.Real, Reals: &param.RealRange{Min: 0, Max: 5, MaxOpen: true}}, Doc: "how far it may be from what is wanted", Default: &param.Value{Kind: param.Real, Real: 0.5}},
		{Name: "gains", Type: &param.Type{Kind: param.Record, Members: []param.Member{
			{Name: "kp", Type: &param.Type{Kind: param.Real, Reals: &param.RealRange{Min: 0, Max: 10}}},
			{Name: "ki", Type: &param.Type{Kind: param.Real, Reals: &param.RealRange{Min: 0, Max: 10}}},
		}}, Default: &param.Value{Kind: param.Record, Parts: []param.Part{{Name: "kp", Value: param.Value{Kind: param.Real, Real: 1}}, {Name: "ki", Value: param.Value{Kind: param.Real}}}}},
		{Name: "mode", Type: &param.Type{Kind: param.Enumeration, Items: []param.Item{{Name: "off"}, {Name: "eco"}, {Name: "comfort"}}}, Default: &param.Value{Kind: param.Enumeration, Text: "eco"}},
		{Name: "rooms", Type: &param.Type{Kind: param.List, Elem: &param.Type{Kind: param.String, Alphabet: param.Printable}}, Default: &param.Value{Kind: param.List, Parts: []param.Part{{Value: param.Value{Kind: param.String, Text: "hall"}}}}},
	}}
}
