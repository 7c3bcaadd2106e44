package motion

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Sighting is one observation of a target, in the base frame.
type Sighting struct {
	Pose  spatial.Pose
	Vel   spatial.Vec3 // the target's velocity, m/s, if Moves
	Moves bool         // Vel is given; otherwise it is estimated from successive sightings
	Age   float64      // age of the observation when it is handed over, s
}

// TrackerConfig says how long and how far a target is trusted.
type TrackerConfig struct {
	Fresh     float64 // s: until this age the target is extrapolated along its velocity. 0: 0.1
	Stale     float64 // s: from this age on the target is lost. 0: 0.5
	Jump      float64 // m/s: a sighting off by more than this times the time passed is another target. 0: 1.5
	PosGain   float64 // share of the surprise that corrects the position, (0, 1]. 0: 1
	VelGain   float64 // share of the surprise that corrects the velocity, (0, 1]. 0: 1
	NoRepeats bool    // a sighting equal to the last one, bit for bit, comes from a frozen sensor and is not fresh
}

func (c TrackerConfig) filled() TrackerConfig {
	set := func(x *float64, def float64) {
		if *x == 0 {
			*x = def
		}
	}
	set(&c.Fresh, 0.1)
	set(&c.Stale, 0.5)
	set(&c.Jump, 1.5)
	set(&c.PosGain, 1)
	set(&c.VelGain, 1)
	return c
}

// Validate reports every value out of its range.
func (c TrackerConfig) Validate() error {
	c = c.filled()
	var errs []error
	if !(c.Fresh > 0 && c.Stale >= c.Fresh) {
		errs = append(errs, fmt.Errorf("motion: tracker ages: fresh %g s, stale %g s: give 0 < fresh ≤ stale", c.Fresh, c.Stale))
	}
	if !(c.Jump > 0) {
		errs = append(errs, fmt.Errorf("motion: tracker jump is %g m/s: give a positive speed", c.Jump))
	}
	if !(c.PosGain > 0 && c.PosGain <= 1) || !(c.VelGain > 0 && c.VelGain <= 1) {
		errs = append(errs, fmt.Errorf("motion: tracker gains are %g and %g: give numbers in (0, 1]", c.PosGain, c.VelGain))
	}
	return errors.Join(errs...)
}

// Trust says what may be done with a target, given its age.
type Trust uint8

// Trust in the order of loss.
const (
	NoTarget Trust = iota // none seen yet
	Live                  // follow it along its velocity
	Held                  // ageing: go to where it was last expected, and wait there
	Lost                  // too old to move on
)

// Tracker follows a target through sightings that come rarely, late, twice or not at all. It is an α-β filter
// (position and velocity, gains PosGain and VelGain) over the times the sightings were made.
type Tracker struct {
	c       TrackerConfig
	p, v    spatial.Vec3 // the estimate, as of age seconds ago
	last    spatial.Pose // the last sighting, unfiltered
	r       spatial.Rot
	age     float64
	seen    bool
	Refused int // sightings rejected: not finite, or not a rotation
	Late    int // sightings no newer than one already used
	Repeats int // sightings equal to the one before, with NoRepeats
}

// NewTracker returns a tracker that has seen nothing. The configuration should have passed Validate.
func NewTracker(c TrackerConfig) Tracker { return Tracker{c: c.filled()} }

// See takes a sighting and reports whether it was used.
func (t *Tracker) See(s Sighting) bool {
	if !s.Pose.Finite() || !rotation(s.Pose.R) || (s.Moves && !s.Vel.Finite()) || !(s.Age >= 0) || s.Age > 1e6 || s.Pose.P.Norm() > 1e3 {
		t.Refused++
		return false
	}
	if t.seen && t.c.NoRepeats && s.Pose == t.last {
		t.Repeats++
		return false
	}
	dt := t.age - s.Age
	if t.seen && dt <= 1e-9 {
		t.Late++
		return false
	}
	ahead := t.p.Add(t.v.Scale(dt))
	surprise := s.Pose.P.Sub(ahead)
	switch {
	case s.Moves:
		t.p, t.v = s.Pose.P, s.Vel
	case !t.seen || surprise.Norm() > t.c.Jump*dt || dt > t.c.Stale:
		t.p, t.v = s.Pose.P, spatial.Vec3{}
	default:
		t.p = ahead.Add(surprise.Scale(t.c.PosGain))
		t.v = t.v.Add(surprise.Scale(t.c.VelGain / dt))
	}
	t.last, t.r, t.age, t.seen = s.Pose, s.Pose.R, s.Age, true
	return true
}

// Lead replaces the extrapolation from the last sighting by a better estimate of the target's present position and
// velocity. The target's age stays that of the sighting. Values that are not finite and calls before any sighting
// change nothing.
func (t *Tracker) Lead(p, v spatial.Vec3) {
	if t.seen && p.Finite() && v.Finite() {
		t.p, t.v = p.Sub(v.Scale(t.age)), v
	}
}

// Advance lets dt seconds pass.
func (t *Tracker) Advance(dt float64) {
	if t.seen {
		t.age += dt
	}
}

// Goal returns the estimated present position of the target, its velocity, and how much they can be trusted.
func (t *Tracker) Goal() (p spatial.Pose, v spatial.Vec3, trust Trust) {
	p.R = t.r
	switch {
	case !t.seen:
		return spatial.Identity(), v, NoTarget
	case t.age <= t.c.Fresh:
		p.P, v, trust = t.p.Add(t.v.Scale(t.age)), t.v, Live
	case t.age <= t.c.Stale:
		p.P, trust = t.p.Add(t.v.Scale(t.c.Fresh)), Held
	default:
		p.P, trust = t.p.Add(t.v.Scale(t.c.Fresh)), Lost
	}
	return p, v, trust
}

// rotation reports whether r is a rotation matrix, to 1e-6.
func rotation(r spatial.Rot) bool {
	x, y, z := r.Col(0), r.Col(1), r.Col(2)
	off := x.Cross(y).Sub(z).Norm() + y.Cross(z).Sub(x).Norm() + z.Cross(x).Sub(y).Norm()
	return off < 1e-6 && x.Dot(x) > 0.5
}
