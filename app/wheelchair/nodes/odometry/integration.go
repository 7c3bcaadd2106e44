package odometry

// IntegrationState is what the algorithm of integration keeps from one call to the next. Each Init begins with the
// zero value.
type IntegrationState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *IntegrationState) Validate() error { return nil }

// Run is the algorithm of the thread integration, which is called every 20ms.
//
// It integrates the speed into a pose.
//
// An error that it returns brings the node into its state Error; nothing is sent then.
//
//sinew:algorithm integration
func (s *IntegrationState) Run(in *IntegrationIn, out *IntegrationOut) error {
	return nil
}
