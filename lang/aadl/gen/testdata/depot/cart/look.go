package cart

// LookState is what the algorithm of look keeps from one call to the next. Each Init begins with the zero value.
type LookState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *LookState) Validate() error { return nil }

// Run is the algorithm of the thread look, which is called every 7ms.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm look
func (s *LookState) Run(in *LookIn, out *LookOut) error {
	return nil
}
