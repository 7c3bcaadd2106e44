package manualmux

// ChoiceState is what the algorithm of choice keeps from one call to the next. Each Init begins with the zero value.
type ChoiceState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ChoiceState) Validate() error { return nil }

// Run is the algorithm of the thread choice, which is called every 20ms.
//
// Of two ways to drive by hand that which is used, at a constant rate. The joypad goes before the stick on board.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm choice
func (s *ChoiceState) Run(in *ChoiceIn, out *ChoiceOut) error {
	if in.Joypad != nil {
		out.Published, out.SendPublished = *in.Joypad, true
	}
	return nil
}
