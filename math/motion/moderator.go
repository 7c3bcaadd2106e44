package motion

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Verdict is a [Moderator]'s judgement of a reading.
type Verdict uint8

// Verdicts, from the best to the worst.
const (
	Fresh     Verdict = iota // a new reading, passed on unchanged
	Repeated                 // the last value again while the robot is moving: repaired
	Broken                   // not finite: repaired
	Standing                 // no new value for longer than the controller's refresh period explains: a stop or collision
	Deviating                // readings are farther from the commands than lag explains: a collision or a push
)

func (v Verdict) String() string {
	names := [...]string{"fresh", "repeated", "broken", "standing", "deviating"}
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}

// ModeratorConfig describes a [Moderator].
type ModeratorConfig struct {
	T        float64 // cycle period, s. 0: Period
	Refresh  float64 // nominal refresh period of the controller's pose registers, s. 0: 0.010
	Patience int     // refresh periods without a new value that are not yet a standstill. 0: 4
	Still    float64 // m: if commands moved less than this since the last new value a repeat is normal. 0: 1e-5
	Deviate  float64 // m: distance to all commands of the last Lag cycles. 0: 0.02
	Lag      int     // cycles, at most 64, within which readings follow commands. 0: 16
}

func (c ModeratorConfig) filled() ModeratorConfig {
	set := func(x *float64, def float64) {
		if *x == 0 {
			*x = def
		}
	}
	set(&c.T, Period)
	set(&c.Refresh, 0.010)
	set(&c.Still, 1e-5)
	set(&c.Deviate, 0.02)
	if c.Patience == 0 {
		c.Patience = 4
	}
	if c.Lag == 0 {
		c.Lag = 16
	}
	return c
}

// Moderator validates the robot's readings. A control box refreshes its pose registers at 100 Hz or less, so a faster
// reader gets the same pose two or three times. The planner of the thesis mistakes that for a standstill and
// accelerates again ("Lingua Franca in Robotics", section 4.1). The moderator replaces a repeated pose by the last
// new one, displaced as the commands have moved since, and still reports a real standstill: repeats that go on longer
// than the refresh period explains while the commands move, or readings that stay behind every recent command.
type Moderator struct {
	c       ModeratorConfig
	raw     spatial.Pose // the last new value as read
	at      Command      // the command when it came
	out     spatial.Pose
	trail   trail
	moved   int // cycles since the last new value in which the commands had moved
	broken  int // readings in a row that were not finite
	started bool

	Repeats int // readings repaired because they repeated
	Bad     int // readings repaired because they were not finite
	Alarms  int // cycles with the verdict Standing or Deviating
}

// NewModerator returns a moderator that has read nothing. All faults of c are reported.
func NewModerator(c ModeratorConfig) (*Moderator, error) {
	c = c.filled()
	var errs []error
	if !(c.T > 0) || !(c.Refresh > 0) {
		errs = append(errs, fmt.Errorf("motion: moderator period %g s, refresh %g s: give positive times", c.T, c.Refresh))
	}
	if !(c.Still > 0) || !(c.Deviate > 0) {
		errs = append(errs, fmt.Errorf("motion: moderator lengths still %g m, deviate %g m: give positive lengths", c.Still, c.Deviate))
	}
	if c.Patience < 1 || c.Lag < 1 || c.Lag > 64 {
		errs = append(errs, fmt.Errorf("motion: moderator patience %d, lag %d: give at least 1, and at most 64 cycles of lag", c.Patience, c.Lag))
	}
	return &Moderator{c: c}, errors.Join(errs...)
}

// Step takes this cycle's reading and the last commanded pose, and returns the pose to use and the verdict.
func (m *Moderator) Step(reading, commanded spatial.Pose) (spatial.Pose, Verdict) {
	finite := reading.Finite() && rotation(reading.R)
	if !commanded.Finite() {
		commanded = m.at.Pose()
	}
	m.trail.push(commanded.P)
	if !m.started {
		if !finite {
			m.Bad++
			return commanded, Broken
		}
		m.started = true
		return m.fresh(reading, commanded), m.judge(reading, Fresh)
	}
	if finite && reading != m.raw {
		return m.fresh(reading, commanded), m.judge(reading, Fresh)
	}
	away := commanded.P.Dist(m.at.P) > m.c.Still || commanded.R.Mul(m.at.R.T()).Log().Norm() > 1e-4
	if away {
		m.moved++
	}
	switch {
	case !finite:
		m.Bad++
		m.broken++
		m.out = m.predict(commanded)
		return m.out, m.judge(m.raw, Broken)
	case away:
		m.broken = 0
		m.Repeats++
		v := m.judge(m.raw, Repeated)
		if v == Repeated {
			m.out = m.predict(commanded)
		} else {
			m.out = m.raw // the robot does stand still: return where
		}
		return m.out, v
	}
	m.out, m.broken = m.raw, 0
	return m.out, m.judge(m.raw, Fresh)
}

func (m *Moderator) fresh(reading, commanded spatial.Pose) spatial.Pose {
	m.raw, m.out, m.moved, m.broken = reading, reading, 0, 0
	m.at = At(commanded)
	return reading
}

// predict displaces the last new value as the commands have moved since.
func (m *Moderator) predict(commanded spatial.Pose) spatial.Pose {
	turned := commanded.R.Mul(m.at.R.T())
	return spatial.Pose{P: m.raw.P.Add(commanded.P.Sub(m.at.P)), R: turned.Mul(m.raw.R)}
}

// judge turns a verdict into an alarm if the robot does not follow.
func (m *Moderator) judge(where spatial.Pose, v Verdict) Verdict {
	limit := float64(m.c.Patience) * m.c.Refresh / m.c.T
	switch {
	case float64(m.moved) > limit, float64(m.broken) > limit:
		v = Standing
	case m.trail.distance(where.P, m.c.Lag) > m.c.Deviate:
		v = Deviating
	default:
		return v
	}
	m.Alarms++
	return v
}
