package nav

import (
	"time"

	"github.com/sinew-robotics/sinew/math/nav/match"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// Sight is what a steering part knows of its vehicle: its surroundings, as another part has seen them, its motion, and its
// commands. It allocates nothing after it is made.
type Sight struct {
	Near  *steer.Near
	State steer.State
}

// NewSight makes a Sight that knows nothing.
func NewSight(p steer.Params) (*Sight, error) {
	near, err := steer.NewNear(p)
	if err != nil {
		return nil, err
	}
	return &Sight{Near: near}, nil
}

// Move takes odometry. It ignores what it already has, and then reports false.
func (s *Sight) Move(o *Odometry) bool {
	if o == nil || o.Time <= s.State.Since {
		return false
	}
	s.State.Since, s.State.Odometry, s.State.Twist = o.Time, o.Pose, o.Twist
	return true
}

// Take takes another part's observations; nil: nothing new.
func (s *Sight) Take(a *steer.Around) {
	if a != nil {
		s.Near.Take(a)
	}
}

// At returns the state at a time of the program.
func (s *Sight) At(now time.Duration) *steer.State {
	s.State.Time = now.Seconds()
	return &s.State
}

// Eye is the Sight of the part that sees; the other parts' Sights take what it sees as Around.
type Eye struct {
	Sight
	eye   *steer.Eye
	views Views
}

// NewEye makes an Eye that has seen nothing.
func NewEye(p steer.Params) (*Eye, error) {
	eye, err := steer.NewEye(p)
	if err != nil {
		return nil, err
	}
	e := &Eye{Sight: Sight{Near: &eye.Near}, eye: eye}
	e.views.Fresh()
	return e, nil
}

// Move takes odometry. It ignores what it already has, and then reports false.
func (e *Eye) Move(o *Odometry) bool {
	if !e.Sight.Move(o) {
		return false
	}
	_ = e.eye.Move(o.Time, o.Pose) // the eye deals with its own errors
	return true
}

// See takes scans, nil for none, and returns the verdict on each.
func (e *Eye) See(scans *Scans) []match.Verdict {
	if scans == nil {
		return nil
	}
	return e.eye.See(e.views.Take(scans))
}
