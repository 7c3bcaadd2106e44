package joycontrol

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/robot/joypad"
)

// ConvertState is what the algorithm of convert keeps from one call to the next: the pressed buttons.
type ConvertState struct{ held joypad.Button }

// Validate finds nothing.
func (s *ConvertState) Validate() error { return nil }

// wishes returns the buttons that request a mode.
func wishes() [4]struct {
	button joypad.Button
	mode   messages.DrivingState
} {
	return [...]struct {
		button joypad.Button
		mode   messages.DrivingState
	}{
		{joypad.Y, messages.DrivingStateNative}, {joypad.B, messages.DrivingStateManual},
		{joypad.A, messages.DrivingStateAssisted}, {joypad.X, messages.DrivingStateAutonomous},
	}
}

// Run turns the left stick into a velocity, and a newly pressed button into a wish for a mode: Y native, B manual, A assisted, X
// autonomous. An unplugged joypad wants nothing.
//
//sinew:algorithm convert
func (s *ConvertState) Run(in *ConvertIn, out *ConvertOut) error {
	j, p := in.Received, &in.Params
	v := nav.Velocity{Time: in.Now.Seconds()}
	if j.Connected {
		v.Twist, v.Wish = chair.Twist(j.Axes[joypad.LeftY], j.Axes[joypad.LeftX], p.Forward.MetresPerSecond(), p.Turn.RadiansPerSecond(), p.Dead)
	}
	out.Published, out.SendPublished = v, true
	for _, w := range wishes() {
		if j.Buttons&w.button != 0 && s.held&w.button == 0 {
			out.Wish, out.SendWish = w.mode, true
		}
	}
	s.held = j.Buttons
	return nil
}
