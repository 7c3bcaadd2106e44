package joycontrol

// ConvertState is what the algorithm of convert keeps from one call to the next. Each Init begins with the zero
// value.
type ConvertState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ConvertState) Validate() error { return nil }

// Run is the algorithm of the thread convert, which is called when something comes on received.
//
// It makes velocities of what the joypad's driver reads, and of its buttons wishes for another mode.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm convert
func (s *ConvertState) Run(in *ConvertIn, out *ConvertOut) error {
	out.SendPublished = true
	out.SendWish = true
	return nil
}
