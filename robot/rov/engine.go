package rov

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// engine is the state of a thruster.
type engine struct {
	direction spatial.Vec3
	arm       spatial.Vec3 // torque per N about the centre of gravity
	t         Thruster
	gain      float64
	decay     float64 // share of the difference to the target, per step
	most      float64 // N per step; +Inf for no limit
	asked     float64 // N, as commanded
	force     float64 // N, as produced
}

func newEngines(ts []Thruster, step time.Duration) []engine {
	es := make([]engine, len(ts))
	for i, t := range ts {
		e := engine{direction: t.Direction, arm: t.Position.Cross(t.Direction), t: t, gain: t.Gain, most: math.Inf(1)}
		if e.gain == 0 {
			e.gain = 1
		}
		if t.Lag > 0 {
			e.decay = math.Exp(-step.Seconds() / t.Lag.Seconds())
		}
		if t.Rate > 0 {
			e.most = t.Rate * step.Seconds()
		}
		es[i] = e
	}
	return es
}

func (e *engine) command(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	e.asked = f
}

// Steady returns the force that a thruster produces in the steady state for a command f: nothing in the dead zone, at
// most its maximum, and nothing for NaN and infinite commands. It does not include Gain.
func (t *Thruster) Steady(f float64) float64 {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0), math.Abs(f) < t.DeadZone:
		return 0
	}
	return max(-t.Backward, min(t.Forward, f))
}

// advance moves on by one step and returns the mean of the forces at its beginning and end.
func (e *engine) advance(f *Failure) float64 {
	target := e.t.Steady(e.asked) * e.gain
	if f != nil {
		target = 0
		if f.Kind == Stuck {
			return e.force
		}
	}
	before := e.force
	change := float64((target - before) * (1 - e.decay))
	e.force = before + max(-e.most, min(e.most, change))
	return 0.5 * (before + e.force)
}
