// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal b868d8d1e967b7e8.

// Package platform has the types that platform.asn1 describes.
package platform

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/unit"
)

// JoypadParameters: How fast a joypad's stick drives at its end.
type JoypadParameters struct {
	// Forward; backward it is half of that, or what is comfortable.
	// A number from 0.1 to 1.5 m/s; 0.9 m/s by default.
	Forward unit.Speed
	// To the sides.
	// A number from 0.1 to 1.5 rad/s; 0.8 rad/s by default.
	Turn unit.AngularSpeed
	// Below it a stick counts as not touched.
	// A number from 0 to 0.5; 0.08 by default.
	Dead float64
}

// DefaultJoypadParameters gives the defaults; what has none is zero.
func DefaultJoypadParameters() JoypadParameters {
	var p JoypadParameters
	p.Forward = unit.MetresPerSecond(0.9)
	p.Turn = unit.RadiansPerSecond(0.8)
	p.Dead = 0.08
	return p
}

// set takes a value that has been checked.
func (p *JoypadParameters) set(v *param.Value) {
	if x := v.Member("forward"); x != nil {
		p.Forward = unit.MetresPerSecond(x.Real)
	}
	if x := v.Member("turn"); x != nil {
		p.Turn = unit.RadiansPerSecond(x.Real)
	}
	if x := v.Member("dead"); x != nil {
		p.Dead = x.Real
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p JoypadParameters) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *JoypadParameters) faults(path string) (fs diag.Faults) {
	if !(p.Forward >= unit.MetresPerSecond(0.1) && p.Forward <= unit.MetresPerSecond(1.5)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"forward", fmt.Sprint(p.Forward.MetresPerSecond(), " m/s"), "a number from 0.1 to 1.5 m/s"))
	}
	if !(p.Turn >= unit.RadiansPerSecond(0.1) && p.Turn <= unit.RadiansPerSecond(1.5)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"turn", fmt.Sprint(p.Turn.RadiansPerSecond(), " rad/s"), "a number from 0.1 to 1.5 rad/s"))
	}
	if !(p.Dead >= 0 && p.Dead <= 0.5) {
		fs = append(fs, param.Wrong(param.Ranges, path+"dead", p.Dead, "a number from 0 to 0.5"))
	}
	return fs
}

// ChoiceParameters: How commands are chosen.
type ChoiceParameters struct {
	// A command that is older counts as none.
	// A number from 0.05 to 1 s; 0.25 s by default.
	Patience unit.Time
}

// DefaultChoiceParameters gives the defaults; what has none is zero.
func DefaultChoiceParameters() ChoiceParameters {
	var p ChoiceParameters
	p.Patience = unit.Seconds(0.25)
	return p
}

// set takes a value that has been checked.
func (p *ChoiceParameters) set(v *param.Value) {
	if x := v.Member("patience"); x != nil {
		p.Patience = unit.Seconds(x.Real)
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p ChoiceParameters) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *ChoiceParameters) faults(path string) (fs diag.Faults) {
	if !(p.Patience >= unit.Seconds(0.05) && p.Patience <= unit.Seconds(1)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"patience", fmt.Sprint(p.Patience.Seconds(), " s"), "a number from 0.05 to 1 s"))
	}
	return fs
}

// DrivingParameters: How a person in the wheelchair is driven.
type DrivingParameters struct {
	// The most that it drives.
	// A number from 0.05 to 2 m/s; 0.9 m/s by default.
	Forward unit.Speed
	// A number from 0.05 to 2 m/s; 0.3 m/s by default.
	Backward unit.Speed
	// A number from 0.1 to 2 rad/s; 0.8 rad/s by default.
	Turn unit.AngularSpeed
	// From what the wheels measure until a command that is made of it is obeyed.
	// A number from 0 to 0.5 s; 0.06 s by default.
	Delay unit.Time
	// Of the wheels behind a command.
	// A number from 0 to 1 s; 0.12 s by default.
	Lag unit.Time
}

// DefaultDrivingParameters gives the defaults; what has none is zero.
func DefaultDrivingParameters() DrivingParameters {
	var p DrivingParameters
	p.Forward = unit.MetresPerSecond(0.9)
	p.Backward = unit.MetresPerSecond(0.3)
	p.Turn = unit.RadiansPerSecond(0.8)
	p.Delay = unit.Seconds(0.06)
	p.Lag = unit.Seconds(0.12)
	return p
}

// set takes a value that has been checked.
func (p *DrivingParameters) set(v *param.Value) {
	if x := v.Member("forward"); x != nil {
		p.Forward = unit.MetresPerSecond(x.Real)
	}
	if x := v.Member("backward"); x != nil {
		p.Backward = unit.MetresPerSecond(x.Real)
	}
	if x := v.Member("turn"); x != nil {
		p.Turn = unit.RadiansPerSecond(x.Real)
	}
	if x := v.Member("delay"); x != nil {
		p.Delay = unit.Seconds(x.Real)
	}
	if x := v.Member("lag"); x != nil {
		p.Lag = unit.Seconds(x.Real)
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p DrivingParameters) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *DrivingParameters) faults(path string) (fs diag.Faults) {
	if !(p.Forward >= unit.MetresPerSecond(0.05) && p.Forward <= unit.MetresPerSecond(2)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"forward", fmt.Sprint(p.Forward.MetresPerSecond(), " m/s"), "a number from 0.05 to 2 m/s"))
	}
	if !(p.Backward >= unit.MetresPerSecond(0.05) && p.Backward <= unit.MetresPerSecond(2)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"backward", fmt.Sprint(p.Backward.MetresPerSecond(), " m/s"), "a number from 0.05 to 2 m/s"))
	}
	if !(p.Turn >= unit.RadiansPerSecond(0.1) && p.Turn <= unit.RadiansPerSecond(2)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"turn", fmt.Sprint(p.Turn.RadiansPerSecond(), " rad/s"), "a number from 0.1 to 2 rad/s"))
	}
	if !(p.Delay >= unit.Seconds(0) && p.Delay <= unit.Seconds(0.5)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"delay", fmt.Sprint(p.Delay.Seconds(), " s"), "a number from 0 to 0.5 s"))
	}
	if !(p.Lag >= unit.Seconds(0) && p.Lag <= unit.Seconds(1)) {
		fs = append(fs, param.Wrong(param.Ranges, path+"lag", fmt.Sprint(p.Lag.Seconds(), " s"), "a number from 0 to 1 s"))
	}
	return fs
}

// ReadJoypadParameters reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadJoypadParameters(n param.Notation, file string, text []byte) (JoypadParameters, diag.Faults) {
	v, faults := param.Read(JoypadParametersType(), n, file, text)
	if len(faults) > 0 {
		return JoypadParameters{}, faults
	}
	return JoypadParametersOf(&v), nil
}

// JoypadParametersOf takes a value that has been checked against JoypadParametersType.
func JoypadParametersOf(v *param.Value) (x JoypadParameters) {
	x.set(v)
	return x
}

// JoypadParametersType describes JoypadParameters.
func JoypadParametersType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Joypad-Parameters", Doc: "How fast a joypad's stick drives at its end.", Members: []param.Member{
		{Name: "forward", Type: &param.Type{Kind: param.Real, Unit: "m/s", Reals: &param.RealRange{Min: 0.1, Max: 1.5}}, Doc: "Forward; backward it is half of that, or what is comfortable.", Default: &param.Value{Kind: param.Real, Real: 0.9}},
		{Name: "turn", Type: &param.Type{Kind: param.Real, Unit: "rad/s", Reals: &param.RealRange{Min: 0.1, Max: 1.5}}, Doc: "To the sides.", Default: &param.Value{Kind: param.Real, Real: 0.8}},
		{Name: "dead", Type: &param.Type{Kind: param.Real, Reals: &param.RealRange{Min: 0, Max: 0.5}}, Doc: "Below it a stick counts as not touched.", Default: &param.Value{Kind: param.Real, Real: 0.08}},
	}}
}

// ReadChoiceParameters reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadChoiceParameters(n param.Notation, file string, text []byte) (ChoiceParameters, diag.Faults) {
	v, faults := param.Read(ChoiceParametersType(), n, file, text)
	if len(faults) > 0 {
		return ChoiceParameters{}, faults
	}
	return ChoiceParametersOf(&v), nil
}

// ChoiceParametersOf takes a value that has been checked against ChoiceParametersType.
func ChoiceParametersOf(v *param.Value) (x ChoiceParameters) {
	x.set(v)
	return x
}

// ChoiceParametersType describes ChoiceParameters.
func ChoiceParametersType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Choice-Parameters", Doc: "How commands are chosen.", Members: []param.Member{
		{Name: "patience", Type: &param.Type{Kind: param.Real, Unit: "s", Reals: &param.RealRange{Min: 0.05, Max: 1}}, Doc: "A command that is older counts as none.", Default: &param.Value{Kind: param.Real, Real: 0.25}},
	}}
}

// ReadDrivingParameters reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadDrivingParameters(n param.Notation, file string, text []byte) (DrivingParameters, diag.Faults) {
	v, faults := param.Read(DrivingParametersType(), n, file, text)
	if len(faults) > 0 {
		return DrivingParameters{}, faults
	}
	return DrivingParametersOf(&v), nil
}

// DrivingParametersOf takes a value that has been checked against DrivingParametersType.
func DrivingParametersOf(v *param.Value) (x DrivingParameters) {
	x.set(v)
	return x
}

// DrivingParametersType describes DrivingParameters.
func DrivingParametersType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Driving-Parameters", Doc: "How a person in the wheelchair is driven.", Members: []param.Member{
		{Name: "forward", Type: &param.Type{Kind: param.Real, Name: "Speed", Unit: "m/s", Reals: &param.RealRange{Min: 0.05, Max: 2}}, Doc: "The most that it drives.", Default: &param.Value{Kind: param.Real, Real: 0.9}},
		{Name: "backward", Type: &param.Type{Kind: param.Real, Name: "Speed", Unit: "m/s", Reals: &param.RealRange{Min: 0.05, Max: 2}}, Default: &param.Value{Kind: param.Real, Real: 0.3}},
		{Name: "turn", Type: &param.Type{Kind: param.Real, Unit: "rad/s", Reals: &param.RealRange{Min: 0.1, Max: 2}}, Default: &param.Value{Kind: param.Real, Real: 0.8}},
		{Name: "delay", Type: &param.Type{Kind: param.Real, Unit: "s", Reals: &param.RealRange{Min: 0, Max: 0.5}}, Doc: "From what the wheels measure until a command that is made of it is obeyed.", Default: &param.Value{Kind: param.Real, Real: 0.06}},
		{Name: "lag", Type: &param.Type{Kind: param.Real, Unit: "s", Reals: &param.RealRange{Min: 0, Max: 1}}, Doc: "Of the wheels behind a command.", Default: &param.Value{Kind: param.Real, Real: 0.12}},
	}}
}
