package automux

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
)

// ChoiceState is what the algorithm of choice keeps from one call to the next: nothing.
type ChoiceState struct{}

// Validate finds nothing.
func (s *ChoiceState) Validate() error { return nil }

// Run passes on the person's wish, or the computer's if it drives. If a person takes the stick while the computer drives,
// the stick is obeyed at once, and the person drives, assisted, from then on. A source that has not been heard lately wants
// to stand still.
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
