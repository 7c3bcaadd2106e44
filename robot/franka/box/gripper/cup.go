package gripper

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// The vacuum gripper pumps until the vacuum has the requested value, and again when it has dropped.
const (
	deepest  = 800.0 // mbar, that the pump reaches on a sealing part
	open     = 60.0  // mbar, without a part
	present  = 200.0 // mbar, from which on there is considered to be a part
	band     = 50.0  // mbar, below the set-point, at which it pumps again
	inRange  = 100.0 // mbar, below the set-point, at which the vacuum is no longer in range
	pumping  = 0.15  // s, time constant
	venting  = 0.05  // s, when it drops or has lost the part
	leak     = 20.0  // mbar/s, leak
	detached = 20.0  // mbar, at which the part has come off
	area     = 2e-3  // m², of the cup
)

// Cup is the vacuum gripper. It is not safe for concurrent use.
type Cup struct {
	state  franka.PumpState
	vacuum float64 // mbar
	goal   float64 // mbar; 0 for none
	pumps  bool
	part   bool // on the cup
	broken bool

	running bool
	command franka.GripperRequest
	left    int64 // ms, duration of the command
}

// NewCup returns a cup at rest, without a part.
func NewCup() *Cup { return &Cup{} }

// Kind implements Device: franka.Pump.
func (c *Cup) Kind() franka.Gripper { return franka.Pump }

// Do begins a command instead of the running one; see Hand.Do.
func (c *Cup) Do(q *franka.GripperRequest) (s franka.GripperStatus, done bool) {
	if c.running && q.Kind == franka.GripperStop {
		c.goal, c.pumps = 0, false
	}
	c.running = false
	switch {
	case q.Kind == franka.GripperStop:
		return franka.GripperSuccess, true
	case c.broken || q.Timeout < 0 || q.Kind == franka.GripperVacuum && (q.Vacuum == 0 || q.Profile > 3):
		return franka.GripperFail, true
	case q.Kind == franka.GripperVacuum:
		c.goal, c.state.Detached = min(10*float64(q.Vacuum), deepest-band), false
	default:
		c.goal = 0
	}
	c.running, c.command, c.left = true, *q, q.Timeout
	return 0, false
}

// Step advances by a cycle; see Hand.Step.
func (c *Cup) Step() (s franka.GripperStatus, done bool) {
	c.state.ID += Cycle
	c.pump()
	c.show()
	if !c.running {
		return 0, false
	}
	over := c.command.Kind == franka.GripperVacuum && c.state.InRange && c.state.Present
	if c.command.Kind == franka.GripperDropOff && c.vacuum < detached {
		over, c.part, c.state.Detached = true, false, true
	}
	switch {
	case c.broken:
		c.running = false
		return franka.GripperFail, true
	case over:
		c.running = false
		return franka.GripperSuccess, true
	case c.left <= 0:
		c.running, c.goal = false, 0
		return franka.GripperUnsuccessful, true
	}
	c.left -= Cycle
	return 0, false
}

// pump advances the vacuum.
func (c *Cup) pump() {
	switch {
	case c.goal == 0 || c.broken || c.vacuum >= c.goal:
		c.pumps = false
	case c.vacuum < c.goal-band:
		c.pumps = true
	}
	towards := func(x, constant float64) { c.vacuum += (x - c.vacuum) * (1 - math.Exp(-dt/constant)) }
	dropping := c.running && c.command.Kind == franka.GripperDropOff
	switch {
	case dropping:
		towards(0, venting)
	case c.pumps && c.part:
		towards(deepest, pumping)
	case c.pumps:
		towards(open, venting)
	case c.part:
		c.vacuum = max(0, c.vacuum-leak*dt)
	default:
		towards(0, venting)
	}
}

func (c *Cup) show() {
	s := &c.state
	s.Vacuum, s.Power, s.Status = int32(math.Round(c.vacuum)), 0, 0
	if c.pumps {
		s.Power = 100
	}
	if c.broken {
		s.Status = 3
	}
	s.InRange = c.goal > 0 && c.vacuum >= c.goal-inRange
	s.Present = c.vacuum >= present
}

// State returns the gripper's state.
func (c *Cup) State() franka.PumpState { return c.state }

// Append appends the state's datagram.
func (c *Cup) Append(dst []byte) []byte { return franka.AppendPumpState(dst, c.state) }

// Scene returns the gripper.
func (c *Cup) Scene() Scene { return c }

// Object puts a part on the cup, whatever its width; 0 takes it off.
func (c *Cup) Object(width float64) error {
	if !(width >= 0) || math.IsInf(width, 1) {
		return errors.New("0 for no part, anything above for one")
	}
	c.part = width > 0
	return nil
}

// Pull pulls at the part with a force; more than the vacuum holds takes it off.
func (c *Cup) Pull(force float64) error {
	switch {
	case !(force >= 0) || math.IsInf(force, 1):
		return errors.New("a force in N")
	case !c.part:
		return errors.New("there is no part on the cup")
	case force > c.vacuum*100*area:
		c.part = false
	}
	return nil
}

// Break makes every command fail until the gripper is mended.
func (c *Cup) Break(broken bool) { c.broken = broken }

// String describes the gripper's state.
func (c *Cup) String() string {
	s := fmt.Sprintf("vacuum gripper: %.0f mbar", c.vacuum)
	if c.part {
		s += ", a part on the cup"
	}
	if c.broken {
		s += ", broken"
	}
	return s
}
