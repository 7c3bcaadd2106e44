package store

// ShiftCountState is what the algorithm of shift.count keeps from one call to the next. Each Init begins with the
// zero value.
type ShiftCountState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ShiftCountState) Validate() error { return nil }

// Run is the algorithm of the thread shift.count, which is called every 10ms.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm shift.count
func (s *ShiftCountState) Run(in *ShiftCountIn, out *ShiftCountOut) error {
	if in.LevelIn != nil {
		out.LevelOut, out.SendLevelOut = *in.LevelIn, true
	}
	return nil
}
