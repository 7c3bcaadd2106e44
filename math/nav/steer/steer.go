// Package steer drives a vehicle along a path and keeps it clear of obstacles that its scanners see. A Near holds the obstacles
// and walkers around it. A Pilot follows a path of package route; an Assist follows a person's command as far as it is safe.
// All wishes go through a Guard, which turns a wish into the next command, within the limits of comfort, after which the
// vehicle can still stop before it touches anything.
//
//	eye.Move(t, odometry)                       with each odometry
//	eye.See(scans)                              with each scan
//	near.Take(&eye.Around)                      where another part steers than that which sees
//	want := pilot.Step(&state, near).Twist      every 50 ms; or assist.Step, or a program's own
//	twist, verdict := guard.Check(want, &state, near)   every Params.Period, with the last want
//	state.Sent.Add(t, twist)                    and the twist goes to the vehicle
//
// All of them predict where the vehicle will be when a command takes effect, from the commands already sent. Nothing here reads
// a clock, draws random numbers or allocates after New; the work of a step is bounded.
package steer

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Response describes a vehicle's response to commands.
type Response struct {
	Delay float64 // s, from the odometry for a command until the command takes effect
	Lag   float64 // s, first-order lag of the wheels behind a command
}

// Params describe a vehicle. Outline and Period are required.
type Params struct {
	Outline  nav.Outline
	Limits   nav.Limits // for all commands except emergency stops; zero for nav.Comfort
	Hard     nav.Limits // for emergency stops, only Accel, Alpha, Jerk and Angular; zero for 2.5 m/s², 4 rad/s², 25 m/s³, 40 rad/s³
	Response Response   // zero for a wheelchair on its kit: 0.03 s and 0.12 s
	Period   float64    // s, from one Check of the Guard to the next
	Scanners int        // number of scanners; 0 for 2
}

func (p Params) filled() Params {
	if p.Limits == (nav.Limits{}) {
		p.Limits = nav.Comfort()
	}
	if p.Hard == (nav.Limits{}) {
		p.Hard = p.Limits
		p.Hard.Accel, p.Hard.Alpha, p.Hard.Jerk, p.Hard.Angular = 2.5, 4, 25, 40
	}
	if p.Response == (Response{}) {
		p.Response = Response{Delay: 0.03, Lag: 0.12}
	}
	if p.Scanners == 0 {
		p.Scanners = 2
	}
	return p
}

// Check reports every fault of the parameters.
func (p *Params) Check() error {
	var errs []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("steer: "+format, args...))
		}
	}
	q := p.filled()
	wrong(len(p.Outline) < 3 || len(p.Outline) > 32, "an outline of %d corners: give 3 to 32, counterclockwise", len(p.Outline))
	if len(p.Outline) >= 3 {
		inner, outer := p.Outline.Radii()
		wrong(!(inner > 0.02 && outer < 2.5), "an outline between %g and %g m from BASE: give a convex one around BASE, counterclockwise, more than 0.02 and less than 2.5 m", inner, outer)
	}
	wrong(!(p.Period >= 0.002 && p.Period <= 0.1), "Period is %g s: give 0.002 to 0.1", p.Period)
	wrong(!(q.Response.Delay >= 0 && q.Response.Delay <= 0.5), "Delay is %g s: give 0 to 0.5", q.Response.Delay)
	wrong(!(q.Response.Lag >= 0 && q.Response.Lag <= 1), "Lag is %g s: give 0 to 1", q.Response.Lag)
	wrong(q.Scanners < 1 || q.Scanners > 8, "%d scanners: give 1 to 8", q.Scanners)
	for _, l := range []nav.Limits{q.Limits, q.Hard} {
		errs = append(errs, l.Check())
	}
	return errors.Join(errs...)
}

// State is the state of the vehicle when a command is made.
type State struct {
	Time     float64   // s, now
	Odometry nav.Pose  // of BASE at Since, in the frame of odometry
	Twist    nav.Twist // measured, at Since
	Since    float64   // s, time of odometry and twist
	Pose     nav.Pose  // of BASE in MAP at Since; only a Pilot needs it
	Doubt    float64   // m, standard deviation of Pose; +Inf if it is not known
	Sent     Sent      // the commands so far
}

// Sent remembers the newest commands that went to the vehicle, in the order of their times.
type Sent struct {
	n  int
	at [remembered]struct {
		t     float64
		twist nav.Twist
	}
}

// remembered is the number of remembered commands, enough for delays of half a second.
const remembered = 32

// Add remembers a command sent at t, in s. It ignores a command that is not later than the last.
func (s *Sent) Add(t float64, twist nav.Twist) {
	if s.n > 0 && !(t > s.last().t) {
		return
	}
	s.at[s.n%remembered].t, s.at[s.n%remembered].twist = t, twist
	s.n++
}

func (s *Sent) last() struct {
	t     float64
	twist nav.Twist
} {
	return s.at[(s.n-1)%remembered]
}

// Last returns the newest command and its time, zero if there is none.
func (s *Sent) Last() (t float64, twist nav.Twist) {
	if s.n == 0 {
		return 0, nav.Twist{}
	}
	e := s.last()
	return e.t, e.twist
}

// Doing is what a command does.
type Doing uint8

// What a vehicle does.
const (
	Resting   Doing = iota // nothing is wanted
	Following              // it drives as told
	Slowing                // slower than told
	Avoiding               // off the path or the wish, around something
	Waiting                // it stands, or stops, and goes on when it can
	Stopping               // at once, harder than comfort allows
	Arrived                // at the end of its path
)

// String returns the name of the activity.
func (d Doing) String() string {
	names := [...]string{"resting", "following", "slowing", "avoiding", "waiting", "stopping", "arrived"}
	if int(d) < len(names) {
		return names[d]
	}
	return fmt.Sprintf("doing %d", uint8(d))
}

// Reason is why a vehicle does not do what was wanted.
type Reason uint8

// The reasons.
const (
	Free       Reason = iota // nothing is in the way
	Narrow                   // there is little room
	Obstacle                 // something is in the way
	Moving                   // a walker is where the vehicle would go
	Blind                    // the place has not been seen recently
	Silent                   // there has been no scan for a long time
	Odometry                 // odometry is missing, old, or not finite
	Lost                     // the place on the map is not known
	OffPath                  // the vehicle is too far from its path
	Unordinary               // the wish is not finite
)

// String returns the reason in words.
func (r Reason) String() string {
	words := [...]string{"nothing is in the way", "there is little room", "something is in the way", "somebody is in the way",
		"part of what is around was not seen lately", "the scanners are silent", "odometry is missing or makes no sense",
		"the place on the map is not known", "the vehicle is too far from its path", "the wish is not a number"}
	if int(r) < len(words) {
		return words[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// Command is the wish of a Pilot or an Assist, for a Guard to check.
type Command struct {
	nav.Twist
	Doing
	Reason
	Left    float64 // m, rest of the path
	Blocked float64 // s, how long there has been no progress
}

// Verdict is a Guard's treatment of a wish.
type Verdict struct {
	Doing          // Following if the wish passed; Slowing, Waiting or Stopping if it did not
	Reason         // why it did not
	Clear  float64 // m, from the outline to the nearest obstacle now; at most 1
}
