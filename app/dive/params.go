package dive

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// Params are what a run is made from again: the model's text and what was changed of it, and the simulated
// surroundings. DefaultParams gives those of the paper's experiment.
type Params struct {
	Model string        `yaml:"model" json:"-"`       // text of an .atoms.yaml file; "" is the heading example as written in Go
	File  string        `yaml:"file" json:"file"`     // the model's name in messages
	Texts Words         `yaml:"texts" json:"-"`       // what the model includes, by name
	Set   Words         `yaml:"set" json:"set"`       // what the operator sets, with units: {psi_des: 30 deg}; what is not there is as the model says, or psi_des: 75 deg
	At    time.Duration `yaml:"at" json:"at"`         // when; 0: as the model says, or 1s
	K1    float64       `yaml:"k1" json:"k1"`         // Hz, the constants called K1; 0: as the model has them
	K2    float64       `yaml:"k2" json:"k2"`         // Hz², the constants called K2; 0: as the model has them
	T1    time.Duration `yaml:"t1" json:"t1"`         // period of composition C1; 0: as the model has it
	T2    time.Duration `yaml:"t2" json:"t2"`         // period of composition C2; 0: as the model has it
	Value Words         `yaml:"values" json:"values"` // other constants, with units: {ExpertiseYawControl.r_des: 1 deg/s}
	Cores int           `yaml:"cores" json:"cores"`   // that the plan may use; 0: as the model says, or one
	Times Times         `yaml:"times" json:"times"`   // measured worst computation times, by the names of Atoms
	Wake  time.Duration `yaml:"wake" json:"wake"`     // on the real clock: how long before a cycle of the first composition its thread is roused, so that the cycle finds it awake; 0: not
	Hold  time.Duration `yaml:"hold" json:"hold"`     // how long a value may be flagged before the thrusters are told to stop

	Vehicle   string        `yaml:"vehicle" json:"vehicle"`             // jack-like or bluerov2-heavy; "": as the model says, or jack-like
	Noise     string        `yaml:"noise" json:"noise"`                 // none, typical or paper
	Current   float64       `yaml:"current" json:"current"`             // m/s, of the water
	Bearing   float64       `yaml:"bearing" json:"bearing"`             // deg, whither the current flows; 0 is north
	Dropouts  float64       `yaml:"dropouts" json:"dropouts"`           // share of time in which a sensor gives nothing
	Gap       time.Duration `yaml:"gap" json:"gap"`                     // mean length of such a time
	Vary      bool          `yaml:"vary" json:"vary"`                   // the plant is off as in a case of the study, drawn from the seed
	MassScale float64       `yaml:"mass_factor" json:"mass_factor"`     // the plant's mass and inertia, added ones included, over the law's
	DragScale float64       `yaml:"drag_factor" json:"drag_factor"`     // the plant's damping over the law's
	Thrust    float64       `yaml:"thrust_factor" json:"thrust_factor"` // what thrusters give over what they are asked for
}

// Words are texts by name.
type Words map[string]string

// Times are durations by name.
type Times map[string]time.Duration

// DefaultParams are those of the paper's experiment (section V-D): T1 = 25 ms and T2 = 50 ms, K1 = 10 Hz, K2 = 10 Hz²,
// set-point and gains as the model states them, and the paper's noise.
func DefaultParams() Params {
	return Params{File: "heading", Hold: 500 * time.Millisecond,
		Noise: "paper", Gap: time.Second, MassScale: 1, DragScale: 1, Thrust: 1}
}

// latest is when an order can be given at the latest.
const latest = 24 * time.Hour

// Validate reports all faults at once.
func (p *Params) Validate() error {
	var errs []error
	check := func(ok bool, key, format string, args ...any) {
		if !ok {
			errs = append(errs, errors.New("parameters: "+key+" is "+fmt.Sprintf(format, args...)))
		}
	}
	between := func(key string, v, low, high float64) {
		check(v >= low && v <= high, key, "%g: give %g to %g", v, low, high)
	}
	check(p.At >= 0 && p.At < latest, "at", "%v: give a time above 0s", p.At)
	between("k1", p.K1, 0, 1e4)
	between("k2", p.K2, 0, 1e6)
	for key, t := range map[string]time.Duration{"t1": p.T1, "t2": p.T2} {
		check(t == 0 || t >= time.Millisecond && t <= 10*time.Second, key, "%v: give 1ms to 10s, or 0s for the model's", t)
	}
	check(p.Cores >= 0 && p.Cores <= 256, "cores", "%d: give 1 to 256, or 0 for the model's", p.Cores)
	check(p.Wake >= 0 && p.Wake <= time.Millisecond, "wake", "%v: give 0s to 1ms", p.Wake)
	check(p.Hold >= 0 && p.Hold <= time.Minute, "hold", "%v: give 0s to 1m", p.Hold)
	if _, err := rov.Named(p.Vehicle); err != nil && p.Vehicle != "" {
		errs = append(errs, fmt.Errorf("parameters: vehicle: %w", err))
	}
	check(slices.Contains(rov.NoiseLevels(), p.Noise), "noise", "%q: give %s", p.Noise, strings.Join(rov.NoiseLevels(), ", "))
	between("current", p.Current, 0, 3)
	between("bearing", p.Bearing, -360, 360)
	between("dropouts", p.Dropouts, 0, 0.9)
	check(p.Gap > 0 && p.Gap <= time.Minute, "gap", "%v: give more than 0s, up to 1m", p.Gap)
	between("mass_factor", p.MassScale, 0.2, 5)
	between("drag_factor", p.DragScale, 0.1, 10)
	between("thrust_factor", p.Thrust, 0, 2)
	for name, t := range p.Times {
		check(t >= 0, "times: "+name, "%v: give a time from 0s", t)
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// craftOf is the vehicle as the law knows it, with its sensors.
func (p *Params) craftOf() (rov.Vehicle, error) {
	v, err := rov.Named(p.Vehicle)
	if err == nil {
		v, err = v.WithNoise(p.Noise)
	}
	if err == nil && p.Dropouts > 0 {
		v = v.WithDropouts(rov.Dropouts{Share: p.Dropouts, Mean: p.Gap})
	}
	return v, err
}

// plant is the vehicle as it is: what the law does not know is in it.
func (p *Params) plant() (rov.Vehicle, error) {
	v, err := p.craftOf()
	if err != nil {
		return v, err
	}
	v.Mass *= p.MassScale
	v.Volume *= p.MassScale // it floats as before
	v.Inertia = v.Inertia.Scale(p.MassScale)
	for i := range v.Added {
		v.Added[i] *= p.MassScale
		v.Linear[i] *= p.DragScale
		v.Quadratic[i] *= p.DragScale
	}
	v.Thrusters = slices.Clone(v.Thrusters)
	for i := range v.Thrusters {
		g := v.Thrusters[i].Gain
		if g == 0 {
			g = 1
		}
		v.Thrusters[i].Gain = g * p.Thrust
	}
	return v, nil
}

// world is the simulated surroundings.
func (p *Params) world(seed uint64) (rov.WorldConfig, error) {
	v, err := p.plant()
	to := p.Bearing * math.Pi / 180
	c := rov.WorldConfig{Vehicle: v, Seed: seed,
		Current: rov.Current{Mean: spatial.V(p.Current*math.Cos(to), p.Current*math.Sin(to), 0)}}
	if p.Vary {
		c = c.Vary(rov.StudySpread())
	}
	return c, err
}
