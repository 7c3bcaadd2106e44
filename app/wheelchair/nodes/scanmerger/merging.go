package scanmerger

// MergingState is what the algorithm of merging keeps from one call to the next. Each Init begins with the zero
// value.
type MergingState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *MergingState) Validate() error { return nil }

// Run is the algorithm of the thread merging, which is called when something comes on left or right.
//
// It puts scans together that were made at about the same time. Where one scanner is silent the other's are told
// alone.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm merging
func (s *MergingState) Run(in *MergingIn, out *MergingOut) error {
	out.SendMerged = true
	return nil
}
