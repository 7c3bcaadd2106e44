package guard

// KeepState is what the algorithm of keep keeps from one call to the next. Each Init begins with the zero value.
type KeepState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *KeepState) Validate() error { return nil }

// Run is the algorithm of the thread keep, which is called when something comes on received.
//
// It keeps what was read.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm keep
func (s *KeepState) Run(in *KeepIn, out *KeepOut) error {
	if in.Received != nil {
		out.Latest, out.SendLatest = *in.Received, true
	}
	return nil
}
