package store

import "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"

// PingState keeps nothing.
type PingState struct{}

// Validate finds nothing.
func (s *PingState) Validate() error { return nil }

// ServePing says that somebody is there.
//
//sinew:service ping.ping
func (s *PingState) ServePing(*depot.PingRequest) (depot.PingReply, error) {
	return depot.PingReply{}, nil
}
