package store

// ShiftFillState keeps nothing.
type ShiftFillState struct{}

// Validate finds nothing.
func (s *ShiftFillState) Validate() error { return nil }

// Run puts a box into the store, and says how many there were.
//
//sinew:algorithm shift.fill
func (s *ShiftFillState) Run(in *ShiftFillIn, out *ShiftFillOut) error {
	out.Boxes, out.SetBoxes = *in.Boxes+1, true
	out.Filled, out.SendFilled = *in.Boxes, true
	out.LevelOut, out.SendLevelOut = *in.Boxes, true
	return nil
}
