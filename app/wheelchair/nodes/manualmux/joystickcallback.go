package manualmux

// JoystickCallbackState is what the algorithm of joystick_callback keeps from one call to the next. Each Init begins
// with the zero value.
type JoystickCallbackState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *JoystickCallbackState) Validate() error { return nil }

// Run is the algorithm of the thread joystick_callback, which is called when something comes on received.
//
// A callback for the messages of a topic: what came last is there for the other threads of the node.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm joystick_callback
func (s *JoystickCallbackState) Run(in *JoystickCallbackIn, out *JoystickCallbackOut) error {
	if in.Received != nil {
		out.Latest, out.SendLatest = *in.Received, true
	}
	return nil
}
