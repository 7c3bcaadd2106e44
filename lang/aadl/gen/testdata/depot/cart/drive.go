package cart

import (
	"errors"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
)

// What people are told instead of a weight.
const (
	shut    depot.Boxes = -1
	refused depot.Boxes = -2
	late    depot.Boxes = -3
)

// DriveState keeps nothing.
type DriveState struct{}

// Validate finds nothing.
func (s *DriveState) Validate() error { return nil }

// Run fetches what is ordered, has what is left weighed, and tells the weight.
//
//sinew:algorithm drive
func (s *DriveState) Run(in *DriveIn, out *DriveOut) error {
	tell := func(n depot.Boxes) { out.Told, out.SendTold = n, true }
	switch {
	case in.Order == nil:
	case *in.Gate == depot.GateClosed:
		tell(shut)
	case !in.Fetch.Ask(depot.FetchRequest{Wanted: *in.Order}):
		tell(late)
	}
	if a := in.Fetch.Answer(); a != nil {
		if a.Err != nil {
			tell(refused)
		} else {
			in.Weigh.Ask(depot.WeighRequest{Boxes: a.Value.Left})
		}
	}
	if a := in.Weigh.Answer(); a != nil {
		switch {
		case errors.Is(a.Err, access.ErrTimeout):
			tell(late)
		case a.Err != nil:
			return a.Err
		default:
			tell(depot.Boxes(a.Value.Weight))
		}
	}
	return nil
}
