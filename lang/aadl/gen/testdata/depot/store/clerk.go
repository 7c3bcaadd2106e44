package store

import (
	"errors"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
)

// ClerkState is what the algorithm of clerk keeps from one call to the next. Each Init begins with the zero value.
type ClerkState struct{}

// Validate reports all that is wrong with the state at the end of Init.
func (s *ClerkState) Validate() error { return nil }

// ServeFetch is the service Fetch of the thread clerk.
//
// It takes boxes out of the store, if there are enough.
//
// An error that it returns is the caller's. It must neither change nor keep what request points to.
//
//sinew:service clerk.fetch
func (s *ClerkState) ServeFetch(request *depot.FetchRequest) (depot.FetchReply, error) {
	return depot.FetchReply{}, errors.New("the service Fetch is not written yet")
}
