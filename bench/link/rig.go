package link

import (
	"fmt"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// rig is a simulated robot that gets its commands directly.
type rig struct {
	*box.Robot
	cmd franka.Command
}

// newRig powers on a Panda that speaks protocol 5.
func newRig(seed uint64) (*rig, error) {
	r, err := box.New(box.Config{Seed: seed})
	return &rig{Robot: r}, err
}

// move begins a motion; then the state waits for its first command.
func (r *rig) move(g franka.MotionGenerator) error {
	d := franka.DefaultDeviation
	if s := r.Move(franka.MoveRequest{Controller: franka.JointImpedance, Generator: g, Path: d, Goal: d}); s != franka.MotionStarted {
		return fmt.Errorf("the simulated robot does not move: %v", s)
	}
	for range 10 {
		if r.State().Mode == franka.ModeMove {
			return nil
		}
		r.Step(nil)
	}
	return fmt.Errorf("the simulated robot does not begin to move: mode %v", r.State().Mode)
}

// answer passes c to the robot for the state that waits.
func (r *rig) answer(c *franka.Command) {
	c.ID = r.State().ID
	r.Step(c)
}
