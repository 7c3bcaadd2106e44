package motion

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Period is the cycle of the xArm's servo mode at its highest rate, 250 Hz, in seconds.
const Period = 0.004

// ServoConfig describes a [Servo].
type ServoConfig struct {
	Limits
	T         float64       // period, s. 0: Period
	Workspace *Workspace    // goals outside it are projected onto it; nil: no bounds
	Tracker   TrackerConfig // how long and how far targets are trusted
	Diverge   float64       // m: a reading this far from every command of the last Lag cycles is divergence. 0: 0.02
	Lag       int           // cycles, at most 64, within which readings follow commands. 0: 16
}

// Status is what a planner does in a cycle.
type Status uint8

// The states of a planner, from the best to the worst.
const (
	Arrived   Status = iota // at rest at the goal
	Following               // on the way, or keeping pace with the target
	Projected               // following the nearest point of the workspace: the target is outside
	Holding                 // the target is old: going to where it was last expected
	Stopping                // no target, or it is too old, or cannot be reached: coming to rest
	Diverged                // the robot does not follow: coming to rest, then moving to its readings
)

func (s Status) String() string {
	names := [...]string{"arrived", "following", "projected", "holding", "stopping", "diverged"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Input is a servo's input in each cycle, besides its target.
type Input struct {
	Reading spatial.Pose // the robot's last measured pose, if Read
	Read    bool
	Speed   float64 // m/s: greatest speed; 0: Limits.V
}

// Servo follows a target with position commands, one each cycle, that keep the limits on speed, acceleration
// and jerk exactly and reach a resting target without overshoot.
//
// It knows where its commanded motion would come to rest in the frame of the target (the stop point) and
// pushes that point toward the target: as hard as the limits allow while the stop point stays short of it,
// and then exactly as hard as needed for the two to meet. Once they have met, following the stop law arrives to the
// bit. On a line this is the time-optimal motion. Target velocity is fed forward by working in the target's frame.
//
// Once a target with a known course ([Servo.Lead]) has been reached, the servo keeps up with it smoothly: see smooth.
//
// Readings never enter the plan, because they are old and a loop closed on them oscillates. They only show whether the
// robot follows; if it does not, the servo comes to rest, moves its command to where the robot is, within the same
// limits, and then resumes.
type Servo struct {
	c     ServoConfig
	law   Law
	track Tracker
	cmd   Command
	trail trail
	lost  lost
	lead  Course  // what is expected of the target in this cycle …
	led   bool    // … if Lead was called
	near  bool    // close to it: smoothly after it …
	haste float64 // … with at least this bandwidth in rad/s

	halt    Halt  // where cmd would come to rest, in the frame of the goal …
	haltOf  State // … valid while this is its state there
	BadRead int   // readings rejected because they were not finite
}

// lost is the stage of a servo's recovery from divergence.
type lost uint8

const (
	follows  lost = iota // the robot follows
	braking              // it does not: come to rest
	yielding             // at rest: go to where the robot is
)

// NewServo returns a servo that rests at the origin; call Reset before use. All faults of c are reported.
func NewServo(c ServoConfig) (*Servo, error) {
	if c.T == 0 {
		c.T = Period
	}
	if c.Diverge == 0 {
		c.Diverge = 0.02
	}
	if c.Lag == 0 {
		c.Lag = 16
	}
	errs := []error{c.Limits.Validate(), c.Tracker.Validate()}
	if c.Workspace != nil {
		errs = append(errs, c.Workspace.Validate())
	}
	if !(c.T > 0) || c.T > 1 {
		errs = append(errs, fmt.Errorf("motion: servo period is %g s: give 0 < T ≤ 1", c.T))
	}
	if !(c.Diverge > 0) || c.Lag < 1 || c.Lag > 64 {
		errs = append(errs, fmt.Errorf("motion: servo diverges at %g m within %d cycles: give a positive length and 1 to 64 cycles", c.Diverge, c.Lag))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s := &Servo{c: c, law: NewLaw(c.Limits, c.T)}
	s.Reset(spatial.Identity())
	return s, nil
}

// Reset puts the command to rest at p and forgets the target.
func (s *Servo) Reset(p spatial.Pose) {
	s.track = NewTracker(s.c.Tracker)
	s.Adopt(At(p))
	s.trail = trail{}
	s.trail.push(p.P)
	s.lost = follows
}

// Adopt makes c the commanded state, after a safety check has replaced the servo's command.
func (s *Servo) Adopt(c Command) { s.cmd = c }

// Command returns the last commanded state.
func (s *Servo) Command() Command { return s.cmd }

// Target hands over a sighting of the target and reports whether it was used; see [Tracker.See].
func (s *Servo) Target(t Sighting) bool { return s.track.See(t) }

// Lead sets the expected course of the target in the coming cycle. The target's age stays that of the last sighting;
// see [Tracker.Lead].
func (s *Servo) Lead(c Course) {
	s.track.Lead(c.P, c.V)
	s.lead, s.led = c, c.P.Finite() && c.V.Finite() && c.A.Finite() && c.J.Finite()
}

// Tracker returns the target's tracker, to read its counters.
func (s *Servo) Tracker() *Tracker { return &s.track }

// Next plans one cycle and returns the pose to command.
func (s *Servo) Next(in Input) (spatial.Pose, Status) {
	now, vel, trust := s.track.Goal()
	s.track.Advance(s.c.T)
	status := Following
	switch trust {
	case NoTarget, Lost:
		status = Stopping
	case Held:
		status = Holding
	}
	if s.c.Workspace != nil && status != Stopping {
		q, ok := s.c.Workspace.Project(now.P)
		switch {
		case !ok:
			status = Stopping
		case q != now.P:
			now.P, vel = q, spatial.Vec3{}
			status = max(status, Projected)
		}
	}
	if s.diverged(in) {
		status = Diverged
		now, vel = in.Reading, spatial.Vec3{}
	}
	s.led = s.led && trust == Live && status == Following
	s.move(now, vel, status, in)
	s.trail.push(s.cmd.P)
	if status == Following && !s.cmd.Moving() && s.cmd.P.Dist(now.P) < s.there() && s.cmd.W == (spatial.Vec3{}) {
		status = Arrived
	}
	return s.cmd.Pose(), status
}

// diverged compares the reading with the commands of the last cycles.
func (s *Servo) diverged(in Input) bool {
	switch {
	case !in.Read:
		return s.lost != follows
	case !in.Reading.Finite():
		s.BadRead++
		return s.lost != follows
	}
	d := s.trail.distance(in.Reading.P, s.c.Lag)
	switch {
	case s.lost == follows && d > s.c.Diverge:
		s.lost = braking
	case s.lost == braking && !s.cmd.Moving():
		s.lost = yielding
	case s.lost == yielding && d < s.c.Diverge/2:
		s.lost = follows
	}
	return s.lost != follows
}

// move advances the command by one cycle toward the goal.
func (s *Servo) move(goal spatial.Pose, vel spatial.Vec3, status Status, in Input) {
	w := spatial.Vec3{}
	top := s.c.V
	if in.Speed > 0 {
		top = min(top, in.Speed)
	}
	yields := s.lost == yielding && in.Read && in.Reading.Finite()
	if yields {
		top = min(top, s.c.V/4)
	}
	if s.near = s.led && s.smooth(top); s.near {
		w = s.cmd.turnTo(goal.R, s.c.Limits, s.c.T)
	} else if status < Stopping || yields {
		w = s.cmd.turnTo(goal.R, s.c.Limits, s.c.T)
		s.approach(goal.P, vel, top)
	} else {
		s.cmd.State = s.law.Stop(s.cmd.State)
	}
	s.cmd.R, s.cmd.W = s.cmd.Turn(w, s.c.Limits, s.c.T)
	s.led = false
}

// approach moves the command's position one cycle toward the point p that moves with velocity vel.
func (s *Servo) approach(p, vel spatial.Vec3, top float64) {
	vel = vel.Limit(0.9 * top)
	rel := State{P: s.cmd.P.Sub(p), V: s.cmd.V.Sub(vel), A: s.cmd.A}
	if rel != s.haltOf {
		s.halt, _ = s.law.Halt(rel, vel, nil)
	}
	a := s.law.push(rel, vel, s.halt, top)
	next := s.law.After(rel, a.accel)
	if next.V.Norm() <= rest && a.accel == (spatial.Vec3{}) {
		next.V = spatial.Vec3{}
	}
	s.halt, s.haltOf = a.halt, next
	now := State{V: next.V.Add(vel), A: next.A}
	now.P = s.cmd.P.Add(now.V.Scale(s.c.T))
	if !s.law.Viable(now, s.c.Workspace) {
		now = s.law.Mix(s.cmd.State, a.accel, s.c.Workspace)
	}
	s.cmd.State = now
	if vel == (spatial.Vec3{}) && now.A == next.A {
		s.haltOf.P = now.P.Sub(p) // the same up to rounding; the next cycle can reuse the halt
	}
}
