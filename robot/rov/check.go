package rov

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Check reports everything that is wrong with a vehicle.
func (v *Vehicle) Check() error {
	l := faultList{}
	v.check(&l)
	return errors.Join(l.errs...)
}

// faultList collects faults.
type faultList struct{ errs []error }

func (l *faultList) addf(format string, args ...any) {
	l.errs = append(l.errs, fmt.Errorf("rov: "+format, args...))
}

// between requires a number in [low, high].
func (l *faultList) between(what string, v, low, high float64, unit string) {
	if !(v >= low && v <= high) {
		if unit != "" {
			unit = " " + unit
		}
		l.addf("%s is %g%s: give %g to %g%s", what, v, unit, low, high, unit)
	}
}

func (l *faultList) noise(what string, ns ...Noise) {
	for i, n := range ns {
		l.between(fmt.Sprintf("%s[%d].Sigma", what, i), n.Sigma, 0, 1e6, "")
		l.between(fmt.Sprintf("%s[%d].Max", what, i), n.Max, 0, 1e6, "")
		if n.Sigma > 0 && n.Max > 0 && n.Max < n.Sigma/2 {
			l.addf("%s[%d] is cut at %g, less than half its Sigma of %g: use uniform noise (Sigma 0) of that size", what, i, n.Max, n.Sigma)
		}
	}
}

func (l *faultList) bias(what string, b Bias) {
	l.between(what+".Sigma", b.Sigma, 0, 1e6, "")
	l.between(what+".Walk", b.Walk, 0, 1e6, "")
	l.between(what+".Max", b.Max, 0, 1e6, "")
}

func (l *faultList) sensor(what string, every time.Duration, d Dropouts) {
	l.between(what+".Every", every.Seconds(), 100e-6, 60, "s")
	l.between(what+".Dropouts.Share", d.Share, 0, 0.9, "")
	l.between(what+".Dropouts.Mean", d.Mean.Seconds(), 0, 3600, "s")
}

func (l *faultList) mounting(what string, m Mounting) {
	if !m.Position.Finite() || m.Position.Norm() > 100 {
		l.addf("%s.Mounting.Position is %v: give metres from the centre of gravity, up to 100", what, m.Position)
	}
	for _, a := range []float64{m.Angles.Roll, m.Angles.Pitch, m.Angles.Yaw} {
		l.between(what+".Mounting.Angles", a, -2*math.Pi, 2*math.Pi, "rad")
	}
}

// check reports what is wrong with a vehicle, including numbers that would lead to a division by zero. A vehicle that
// passes can still be too stiff for a step; AdvanceTo then says so.
func (v *Vehicle) check(l *faultList) {
	l.between("Vehicle.Mass", v.Mass, 0.1, 1e6, "kg")
	l.between("Vehicle.Volume", v.Volume, 1e-6, 1e4, "m³")
	for i, x := range []float64{v.Inertia.X, v.Inertia.Y, v.Inertia.Z} {
		l.between(fmt.Sprintf("Vehicle.Inertia.%c", "XYZ"[i]), x, 1e-4, 1e9, "kg·m²")
	}
	if !v.Buoyant.Finite() || v.Buoyant.Norm() > 100 {
		l.addf("Vehicle.Buoyant is %v: give metres from the centre of gravity, up to 100", v.Buoyant)
	}
	for i, axis := range [6]string{"surge", "sway", "heave", "roll", "pitch", "yaw"} {
		l.between("Vehicle.Added of "+axis, v.Added[i], 0, 1e9, "")
		l.between("Vehicle.Linear of "+axis, v.Linear[i], 0, 1e9, "")
		l.between("Vehicle.Quadratic of "+axis, v.Quadratic[i], 0, 1e9, "")
	}
	if len(v.Thrusters) > MaxThrusters {
		l.addf("Vehicle.Thrusters are %d: at most %d", len(v.Thrusters), MaxThrusters)
	}
	for i := range v.Thrusters {
		v.Thrusters[i].check(l, i)
	}
	l.sensor("Vehicle.IMU", v.IMU.Every, v.IMU.Dropouts)
	l.mounting("Vehicle.IMU", v.IMU.Mounting)
	l.noise("Vehicle.IMU.Attitude", v.IMU.Attitude[:]...)
	l.noise("Vehicle.IMU.Rate", v.IMU.Rate[:]...)
	l.noise("Vehicle.IMU.Force", v.IMU.Force[:]...)
	l.bias("Vehicle.IMU.RateBias", v.IMU.RateBias)
	l.bias("Vehicle.IMU.ForceBias", v.IMU.ForceBias)
	l.bias("Vehicle.IMU.YawBias", v.IMU.YawBias)
	l.sensor("Vehicle.Loch", v.Loch.Every, v.Loch.Dropouts)
	l.mounting("Vehicle.Loch", v.Loch.Mounting)
	l.noise("Vehicle.Loch.Speed", v.Loch.Speed[:]...)
	l.noise("Vehicle.Loch.Beam", v.Loch.Beam)
	l.bias("Vehicle.Loch.Bias", v.Loch.Bias)
	if v.Loch.Beams {
		l.between("Vehicle.Loch.BeamTilt", v.Loch.BeamTilt, 0.05, 1.4, "rad")
	}
	l.sensor("Vehicle.Depth", v.Depth.Every, v.Depth.Dropouts)
	l.mounting("Vehicle.Depth", Mounting{Position: v.Depth.Position})
	l.noise("Vehicle.Depth.Noise", v.Depth.Noise)
	l.bias("Vehicle.Depth.Bias", v.Depth.Bias)
	if p := &v.Proximeter; p.Every != 0 {
		l.sensor("Vehicle.Proximeter", p.Every, p.Dropouts)
		l.mounting("Vehicle.Proximeter", p.Mounting)
		l.between("Vehicle.Proximeter.Max", p.Max, 0.1, 1e4, "m")
		l.noise("Vehicle.Proximeter.Noise", p.Noise)
		l.bias("Vehicle.Proximeter.Bias", p.Bias)
	}
	if s := &v.Sonar; s.Every != 0 {
		l.sensor("Vehicle.Sonar", s.Every, s.Dropouts)
		l.mounting("Vehicle.Sonar", s.Mounting)
		l.between("Vehicle.Sonar.Beams", float64(s.Beams), 1, MaxBeams, "")
		l.between("Vehicle.Sonar.Span", s.Span, 0, 2*math.Pi, "rad")
		l.between("Vehicle.Sonar.Max", s.Max, 0.1, 1e4, "m")
		l.noise("Vehicle.Sonar.Noise", s.Noise)
	}
}

// MaxThrusters is the greatest number of a vehicle's thrusters.
const MaxThrusters = 16

func (t *Thruster) check(l *faultList, i int) {
	what := fmt.Sprintf("Vehicle.Thrusters[%d]", i)
	if t.Name != "" {
		what += " (" + t.Name + ")"
	}
	if !t.Position.Finite() || t.Position.Norm() > 100 {
		l.addf("%s.Position is %v: give metres from the centre of gravity, up to 100", what, t.Position)
	}
	l.between("the length of "+what+".Direction", t.Direction.Norm(), 0.999, 1.001, "")
	l.between(what+".Forward", t.Forward, 0, 1e6, "N")
	l.between(what+".Backward", t.Backward, 0, 1e6, "N")
	l.between(what+".DeadZone", t.DeadZone, 0, 1e6, "N")
	l.between(what+".Lag", t.Lag.Seconds(), 0, 60, "s")
	l.between(what+".Rate", t.Rate, 0, 1e9, "N/s")
	l.between(what+".Gain", t.Gain, 0, 10, "")
}

func normOf(q spatial.Quat) float64 {
	return math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
}

func normal(q spatial.Quat) spatial.Quat {
	s := 1 / normOf(q)
	return spatial.Quat{W: q.W * s, X: q.X * s, Y: q.Y * s, Z: q.Z * s}
}
