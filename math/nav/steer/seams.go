package steer

import (
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// Near is what scans show around the vehicle, in the frame of odometry: bounded, with what moves foreseen.
type Near struct{ p Params }

// NewNear makes a Near that has seen nothing.
func NewNear(p Params) (*Near, error) {
	p = p.filled()
	return &Near{p}, p.Check()
}

// Move takes odometry at a time in s. What is refused, or taken otherwise than it says, is told.
func (n *Near) Move(t float64, odometry nav.Pose) error { return nil }

// See takes scans, one of each scanner, the same scanner always in the same place of the list; one that has nothing new has
// no ranges. It returns what became of each; the list is valid until the next call.
func (n *Near) See(scans []nav.Scan) []match.Verdict { return nil }

// Guard makes of any wish a command after which the vehicle can still stop.
type Guard struct{ p Params }

// NewGuard makes a guard.
func NewGuard(p Params) (*Guard, error) {
	p = p.filled()
	return &Guard{p}, p.Check()
}

// Check returns the command that is to be sent at at.Time: on the way to the wish within the limits, or of a stop.
func (g *Guard) Check(want nav.Twist, at *State, near *Near) (nav.Twist, Verdict) {
	return nav.Twist{}, Verdict{}
}

// Assist keeps a person's command as far as it is safe.
type Assist struct{ p Params }

// NewAssist makes an Assist.
func NewAssist(p Params) (*Assist, error) {
	p = p.filled()
	return &Assist{p}, p.Check()
}

// Step returns what is to be wanted of a person's wish.
func (a *Assist) Step(want nav.Twist, at *State, near *Near) Command { return Command{} }

// Pilot drives along a path: Follow(path *route.Path) is to come with package route.
type Pilot struct{ p Params }

// NewPilot makes a Pilot without a path.
func NewPilot(p Params) (*Pilot, error) {
	p = p.filled()
	return &Pilot{p}, p.Check()
}

// Step returns what is wanted to get on along the path.
func (p *Pilot) Step(at *State, near *Near) Command { return Command{} }
