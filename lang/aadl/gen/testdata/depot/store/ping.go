package store

import (
	"errors"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
)

// PingState is what the algorithm of ping keeps from one call to the next. Each Init begins with the zero value.
type PingState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *PingState) Validate() error { return nil }

// ServePing is the service Ping of the thread ping.
//
// An error that it returns is the caller's. It must neither change nor keep what request points to.
//
//sinew:service ping.ping
func (s *PingState) ServePing(request *depot.PingRequest) (depot.PingReply, error) {
	return depot.PingReply{}, errors.New("the service Ping is not written yet")
}
