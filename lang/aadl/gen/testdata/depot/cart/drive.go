package cart

// DriveState is what the algorithm of drive keeps from one call to the next. Each Init begins with the zero value.
type DriveState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *DriveState) Validate() error { return nil }

// Run is the algorithm of the thread drive, which is called when something comes on order.
//
// It fetches what is ordered, and has it weighed.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm drive
func (s *DriveState) Run(in *DriveIn, out *DriveOut) error {
	if in.Order != nil {
		out.Told, out.SendTold = *in.Order, true
	}
	return nil
}
