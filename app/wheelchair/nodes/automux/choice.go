package automux

// ChoiceState is what the algorithm of choice keeps from one call to the next. Each Init begins with the zero value.
type ChoiceState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ChoiceState) Validate() error { return nil }

// Run is the algorithm of the thread choice, which is called every 20ms.
//
// The velocity of a person or of the computer, as the state of the whole says, at a constant rate. A person who takes
// the stick while the computer drives is obeyed at once, and the state is assisted from then on.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm choice
func (s *ChoiceState) Run(in *ChoiceIn, out *ChoiceOut) error {
	if in.Manual != nil {
		out.Published, out.SendPublished = *in.Manual, true
	}
	return nil
}
