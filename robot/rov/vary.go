package rov

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Spread is the range of Vary's variations.
type Spread struct {
	Parameters float64       // share by which every parameter may differ, 0 to 0.9: 0.5 is ±50 %
	Current    float64       // m/s: greatest mean; its variations are up to a third of it
	Dropouts   float64       // greatest share of time that each sensor is silent
	Silence    time.Duration // greatest mean length of a drop-out; 0 means one second
}

// StudySpread is the spread in the study of the heading example: parameters ±50 %, a current of up to 0.5 m/s, and
// drop-outs of up to a tenth of the time.
func StudySpread() Spread { return Spread{Parameters: 0.5, Current: 0.5, Dropouts: 0.1} }

// Vary returns a world that differs from c in every parameter that the controller cannot know, drawn from c.Seed: mass,
// the three inertias, each added mass, each damping, the gain of each thruster, independently and uniformly; the current
// in direction and size; the drop-outs of each sensor. The volume follows the mass, because vehicles are trimmed before
// they dive.
func (c WorldConfig) Vary(s Spread) WorldConfig {
	from := newSource(c.Seed, forSpread)
	off := func(x *float64) { *x *= 1 + float64(s.Parameters*(2*from.unit()-1)) }
	v := &c.Vehicle
	mass := v.Mass
	off(&v.Mass)
	v.Volume *= v.Mass / mass
	off(&v.Inertia.X)
	off(&v.Inertia.Y)
	off(&v.Inertia.Z)
	for i := range 6 {
		off(&v.Added[i])
		off(&v.Linear[i])
		off(&v.Quadratic[i])
	}
	v.Thrusters = append([]Thruster(nil), v.Thrusters...)
	for i := range v.Thrusters {
		if t := &v.Thrusters[i]; t.Gain == 0 {
			t.Gain = 1
		}
		off(&v.Thrusters[i].Gain)
	}
	direction, size := 2*math.Pi*from.unit(), s.Current*from.unit()
	sin, cos := math.Sincos(direction)
	c.Current.Mean = c.Current.Mean.Add(spatial.V(size*cos, size*sin, 0))
	c.Current.Sigma += float64(s.Current / 3 * from.unit())
	if s.Silence == 0 {
		s.Silence = time.Second
	}
	for _, d := range []*Dropouts{&v.IMU.Dropouts, &v.Loch.Dropouts, &v.Depth.Dropouts, &v.Proximeter.Dropouts, &v.Sonar.Dropouts} {
		share, mean := s.Dropouts*from.unit(), 0.02+float64(from.unit()*max(0, s.Silence.Seconds()-0.02))
		if share > 0 {
			*d = Dropouts{Share: share, Mean: time.Duration(mean * 1e9)}
		}
	}
	return c
}
