package ratpnode

// RatpState is what the algorithm of ratp keeps from one call to the next. Each Init begins with the zero value.
type RatpState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *RatpState) Validate() error { return nil }

// Run is the algorithm of the thread ratp, which is called every 10ms.
//
// The thread that speaks with the Personal Mobility Kit.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm ratp
func (s *RatpState) Run(in *RatpIn, out *RatpOut) error {
	// Out.Commanded commands a device: nothing is sent until you say what.
	out.SendSpeed = true
	out.SendJoystick = true
	return nil
}
