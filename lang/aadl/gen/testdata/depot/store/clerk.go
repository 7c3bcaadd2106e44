package store

import (
	"fmt"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
)

// room is how many boxes the clerk has at first.
const room = 10

// ClerkState counts the boxes that were given away.
type ClerkState struct{ given depot.Boxes }

// Validate finds nothing.
func (s *ClerkState) Validate() error { return nil }

// ServeFetch gives boxes away as long as there are enough.
//
//sinew:service clerk.fetch
func (s *ClerkState) ServeFetch(request *depot.FetchRequest) (depot.FetchReply, error) {
	if s.given+request.Wanted > room {
		return depot.FetchReply{}, fmt.Errorf("there are %d boxes, not %d", room-s.given, request.Wanted)
	}
	s.given += request.Wanted
	return depot.FetchReply{Left: room - s.given}, nil
}
