package guard

// ReplyState is empty.
type ReplyState struct{}

// Validate finds nothing.
func (s *ReplyState) Validate() error { return nil }

// Run passes on what was read, and tells an alarm by a value of its own.
//
//sinew:algorithm reply
func (s *ReplyState) Run(in *ReplyIn, out *ReplyOut) error {
	if in.Received != nil {
		out.Published, out.SendPublished = *in.Received, true
	}
	if in.Alarm {
		out.Published, out.SendPublished = -1, true
	}
	return nil
}
