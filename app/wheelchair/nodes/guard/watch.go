package guard

// WatchState is what the algorithm of watch keeps from one call to the next. Each Init begins with the zero value.
type WatchState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *WatchState) Validate() error { return nil }

// Run is the algorithm of the thread watch, which is called when something comes on received or scan.
//
// It makes of whatever is wanted the next command, after which the wheelchair can still stop before anything that was
// seen.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm watch
func (s *WatchState) Run(in *WatchIn, out *WatchOut) error {
	if in.Received != nil {
		out.Published, out.SendPublished = *in.Received, true
	}
	out.SendVerdict = true
	return nil
}
