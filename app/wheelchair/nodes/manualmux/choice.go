package manualmux

import "github.com/sinew-robotics/sinew/control/nav"

// ChoiceState is what the algorithm of choice keeps from one call to the next: nothing.
type ChoiceState struct{}

// Validate finds nothing.
func (s *ChoiceState) Validate() error { return nil }

// Run passes on a person's wish: from the joypad, otherwise from the stick on board. If neither is moved, or has been heard
// lately, nobody wants anything.
//
//sinew:algorithm choice
func (s *ChoiceState) Run(in *ChoiceIn, out *ChoiceOut) error {
	now := in.Now.Seconds()
	out.Published, out.SendPublished = nav.Velocity{Time: now}, true
	for _, v := range [...]*nav.Velocity{in.Joypad, in.Joystick} {
		if v != nil && v.Wish && now-v.Time <= in.Params.Patience.Seconds() {
			out.Published.Twist, out.Published.Wish = v.Twist, true
			break
		}
	}
	return nil
}
