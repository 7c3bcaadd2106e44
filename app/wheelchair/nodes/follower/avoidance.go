package follower

// AvoidanceState is what the algorithm of avoidance keeps from one call to the next. Each Init begins with the zero
// value.
type AvoidanceState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *AvoidanceState) Validate() error { return nil }

// Run is the algorithm of the thread avoidance, which is called when something comes on received or scan.
//
// In the state assisted it keeps a person's velocity as far as the latest scan shows that it is safe; otherwise it
// passes it on.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm avoidance
func (s *AvoidanceState) Run(in *AvoidanceIn, out *AvoidanceOut) error {
	if in.Received != nil {
		out.Published, out.SendPublished = *in.Received, true
	}
	return nil
}
