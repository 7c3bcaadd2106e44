package automux

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
)

// ChoiceState is what the algorithm of choice keeps from one call to the next: nothing.
type ChoiceState struct{}

// Validate finds nothing.
func (s *ChoiceState) Validate() error { return nil }

// Run passes on what the person wants, or the computer where it drives. A person who takes the stick then is obeyed at once,
// and drives, assisted, from then on. What has not been heard lately wants to stand.
//
//sinew:algorithm choice
func (s *ChoiceState) Run(in *ChoiceIn, out *ChoiceOut) error {
	now, state := in.Now.Seconds(), *in.StateData
	from := in.Manual
	person := from != nil && from.Wish && now-from.Time <= in.Params.Patience.Seconds()
	if state == messages.DrivingStateAutonomous {
		if person {
			out.StateData, out.SetStateData = messages.DrivingStateAssisted, true
		} else {
			from = in.Autonomous
		}
	}
	out.Published, out.SendPublished = nav.Velocity{Time: now}, true
	if from != nil && now-from.Time <= in.Params.Patience.Seconds() {
		out.Published.Twist, out.Published.Wish = from.Twist, from.Wish
	}
	return nil
}
