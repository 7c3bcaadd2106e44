package safety

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// JointLimit bounds one joint: position in rad (or m), and its derivatives. J 0 or +Inf: no limit on jerk.
type JointLimit struct{ Lower, Upper, V, A, J float64 }

// JointsConfig describes a [Joints].
type JointsConfig struct {
	Limits []JointLimit
	T      float64 // period, s. 0: motion.Period
	Absurd float64 // rad: a proposal this far from the last command is rejected as a fault. 0: 0.5
	Bad    int     // consecutive rejected proposals that cause an emergency stop. 0: 5
	Lost   int     // consecutive cycles without a proposal for which the motion continues before it stops. 0: 20
}

// Joints is the checker of the direct joint servo path: each joint is kept viable within its own limits by the
// same core as [Checker], and a fault in one stops all joints.
type Joints struct {
	c       JointsConfig
	gates   []gate
	stopped bool
	bad     int
	lost    int

	Count [EStop + 1]int // cycles by verdict
}

// NewJoints returns a limiter that must be Reset before use. It reports all faults of c.
func NewJoints(c JointsConfig) (*Joints, error) {
	if c.T == 0 {
		c.T = motion.Period
	}
	if c.Absurd == 0 {
		c.Absurd = 0.5
	}
	if c.Bad == 0 {
		c.Bad = 5
	}
	if c.Lost == 0 {
		c.Lost = 20
	}
	var errs []error
	if !(c.T > 0) || c.T > 1 || !(c.Absurd > 0) || c.Bad < 1 || c.Lost < 1 {
		errs = append(errs, fmt.Errorf("safety: joints: period %g s, absurd %g rad, bad %d, lost %d: give positive numbers", c.T, c.Absurd, c.Bad, c.Lost))
	}
	k := &Joints{c: c, stopped: true}
	for i, l := range c.Limits {
		if !(l.Lower < l.Upper) {
			errs = append(errs, fmt.Errorf("safety: joint %d may be from %g to %g: give lower < upper", i, l.Lower, l.Upper))
		}
		lim := motion.Limits{V: l.V, A: l.A, J: l.J, AngV: 1, AngA: 1}
		if err := lim.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("safety: joint %d: %w", i, err))
		}
		inf := math.Inf(1)
		k.gates = append(k.gates, gate{
			law:   motion.NewLaw(lim, c.T),
			space: motion.Workspace{Low: spatial.V(l.Lower, -inf, -inf), High: spatial.V(l.Upper, inf, inf)},
		})
	}
	if len(c.Limits) == 0 {
		errs = append(errs, errors.New("safety: no joints: give a limit for each"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return k, nil
}

// Reset puts the command to rest at q, where the robot must be standing, and releases an emergency stop.
// If joints are out of range, all of them are reported and nothing changes.
func (k *Joints) Reset(q []float64) error {
	if len(q) != len(k.gates) {
		return fmt.Errorf("safety: %d joint positions for %d joints", len(q), len(k.gates))
	}
	var errs []error
	for i := range q {
		if !k.gates[i].space.Contains(spatial.V(q[i], 0, 0)) {
			errs = append(errs, fmt.Errorf("safety: cannot start with joint %d at %g, outside %g to %g: move the robot back manually",
				i, q[i], k.c.Limits[i].Lower, k.c.Limits[i].Upper))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i := range q {
		k.gates[i].s = motion.State{P: spatial.V(q[i], 0, 0)}
	}
	k.stopped, k.bad, k.lost = false, 0, 0
	return nil
}

// Stopped reports whether an emergency stop is latched. Before the first Reset it is.
func (k *Joints) Stopped() bool { return k.stopped }

// Stop latches an emergency stop: from the next cycle on, every joint brakes.
func (k *Joints) Stop() { k.stopped = true }

// State returns the commanded position, velocity and acceleration of joint i.
func (k *Joints) State(i int) (q, dq, ddq float64) {
	s := k.gates[i].s
	return s.P.X, s.V.X, s.A.X
}

// Check takes the joint positions proposed for the next cycle and writes those to command to out, which has one
// element per joint and may be next itself.
func (k *Joints) Check(next, out []float64) Verdict {
	k.lost = 0
	if k.stopped {
		return k.brake(EStop, out)
	}
	if !k.sane(next) {
		if k.bad++; k.bad >= k.c.Bad {
			k.stopped = true
			return k.brake(EStop, out)
		}
		return k.brake(Rejected, out)
	}
	k.bad = 0
	verdict := Pass
	for i := range k.gates {
		if !k.gates[i].admit(spatial.V(next[i], 0, 0)) {
			verdict = Limited
		}
	}
	return k.done(verdict, out)
}

// Missing replaces Check in a cycle without a proposal; see [Checker.Missing].
func (k *Joints) Missing(out []float64) Verdict {
	if k.stopped {
		return k.brake(EStop, out)
	}
	if k.lost++; k.lost > k.c.Lost {
		k.stopped = true
		return k.brake(EStop, out)
	}
	for i := range k.gates {
		k.gates[i].coast()
	}
	return k.done(Coasting, out)
}

func (k *Joints) sane(next []float64) bool {
	if len(next) != len(k.gates) {
		return false
	}
	for i, q := range next {
		if !(math.Abs(q-k.gates[i].s.P.X) <= k.c.Absurd) {
			return false
		}
	}
	return true
}

func (k *Joints) brake(v Verdict, out []float64) Verdict {
	for i := range k.gates {
		k.gates[i].brake()
	}
	return k.done(v, out)
}

func (k *Joints) done(v Verdict, out []float64) Verdict {
	for i := range k.gates {
		out[i] = k.gates[i].s.P.X
	}
	k.Count[v]++
	return v
}
