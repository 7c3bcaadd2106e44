package store

// ShiftFillState is what the algorithm of shift.fill keeps from one call to the next. Each Init begins with the zero
// value.
type ShiftFillState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ShiftFillState) Validate() error { return nil }

// Run is the algorithm of the thread shift.fill, which is called every 10ms.
//
// It fills the store.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm shift.fill
func (s *ShiftFillState) Run(in *ShiftFillIn, out *ShiftFillOut) error {
	if in.LevelIn != nil {
		out.Filled, out.SendFilled = *in.LevelIn, true
	}
	if in.LevelIn != nil {
		out.LevelOut, out.SendLevelOut = *in.LevelIn, true
	}
	return nil
}
