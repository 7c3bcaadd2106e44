package overseer

// MachineState is what the algorithm of machine keeps from one call to the next. Each Init begins with the zero
// value.
type MachineState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *MachineState) Validate() error { return nil }

// Run is the algorithm of the thread machine, which is called every 20ms.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm machine
func (s *MachineState) Run(in *MachineIn, out *MachineOut) error {
	if in.Driving != nil {
		out.Report, out.SendReport = *in.Driving, true
	}
	return nil
}
