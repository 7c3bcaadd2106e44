package nav

import (
	"time"

	"github.com/sinew-robotics/sinew/math/nav/match"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// Sight is what a part that steers knows of its vehicle: what is around it, as another part has seen it, how it moves, and what
// it was told to do. It allocates nothing once it is made.
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

// Move takes odometry. What it has had already it leaves alone, and reports false.
func (s *Sight) Move(o *Odometry) bool {
	if o == nil || o.Time <= s.State.Since {
		return false
	}
	s.State.Since, s.State.Odometry, s.State.Twist = o.Time, o.Pose, o.Twist
	return true
}

// Take takes what another part has seen; nil is nothing new.
func (s *Sight) Take(a *steer.Around) {
	if a != nil {
		s.Near.Take(a)
	}
}

// At returns the state at a time of the program's.
func (s *Sight) At(now time.Duration) *steer.State {
	s.State.Time = now.Seconds()
	return &s.State
}

// Eye is the Sight of the part that sees: of all others too, if it tells them what is Around.
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

// Move takes odometry. What it has had already it leaves alone, and reports false.
func (e *Eye) Move(o *Odometry) bool {
	if !e.Sight.Move(o) {
		return false
	}
	_ = e.eye.Move(o.Time, o.Pose) // what it finds wrong it acts on itself
	return true
}

// See takes scans; nil is none. It returns what became of each.
func (e *Eye) See(scans *Scans) []match.Verdict {
	if scans == nil {
		return nil
	}
	return e.eye.See(e.views.Take(scans))
}
