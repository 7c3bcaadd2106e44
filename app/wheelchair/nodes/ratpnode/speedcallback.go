package ratpnode

// SpeedCallbackState is what the algorithm of speed_callback keeps from one call to the next. Each Init begins with
// the zero value.
type SpeedCallbackState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *SpeedCallbackState) Validate() error { return nil }

// Run is the algorithm of the thread speed_callback, which is called when something comes on received.
//
// A callback that publishes another message in answer to the one that came.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm speed_callback
func (s *SpeedCallbackState) Run(in *SpeedCallbackIn, out *SpeedCallbackOut) error {
	if in.Received != nil {
		out.Published, out.SendPublished = *in.Received, true
	}
	return nil
}
