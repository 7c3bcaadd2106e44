package chair

// Health is how the nodes are without which nobody can be driven.
type Health struct {
	Operating bool  // all of them run
	Gone      int32 // how many have ended and are not started again
}
