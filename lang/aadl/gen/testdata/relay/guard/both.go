package guard

// BothState is what the algorithm of both keeps from one call to the next. Each Init begins with the zero value.
type BothState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *BothState) Validate() error { return nil }

// Run is the algorithm of the thread both, which is called when there are messages of read and limit that were made
// within 5ms.
//
// It takes what was read, and the limit of about that time.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm both
func (s *BothState) Run(in *BothIn, out *BothOut) error {
	if in.Read != nil {
		out.Pair, out.SendPair = *in.Read, true
	}
	return nil
}
