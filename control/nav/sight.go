package nav

import (
	"time"

	"github.com/sinew-robotics/sinew/math/nav/match"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// Sight is what a part that steers knows of its vehicle: what is around it, how it moves, and what it was told to do. It
// allocates nothing once it is made.
type Sight struct {
	Near  *steer.Near
	State steer.State
	views Views
}

// NewSight makes a Sight that knows nothing.
func NewSight(p steer.Params) (*Sight, error) {
	near, err := steer.NewNear(p)
	if err != nil {
		return nil, err
	}
	s := &Sight{Near: near}
	s.views.Fresh()
	return s, nil
}

// Move takes odometry. What it has had already it leaves alone.
func (s *Sight) Move(o *Odometry) {
	if o == nil || o.Time <= s.State.Since {
		return
	}
	s.State.Since, s.State.Odometry, s.State.Twist = o.Time, o.Pose, o.Twist
	_ = s.Near.Move(o.Time, o.Pose) // what it finds wrong it acts on itself
}

// See takes scans; nil is none. It returns what became of each.
func (s *Sight) See(scans *Scans) []match.Verdict {
	if scans == nil {
		return nil
	}
	return s.Near.See(s.views.Take(scans))
}

// At returns the state at a time of the program's.
func (s *Sight) At(now time.Duration) *steer.State {
	s.State.Time = now.Seconds()
	return &s.State
}
