package store

import "fmt"

// ShiftCountState keeps nothing.
type ShiftCountState struct{}

// Validate finds nothing.
func (s *ShiftCountState) Validate() error { return nil }

// Run sees that what it is told is what is there.
//
//sinew:algorithm shift.count
func (s *ShiftCountState) Run(in *ShiftCountIn, out *ShiftCountOut) error {
	if in.LevelIn != nil && *in.LevelIn != *in.Boxes-1 {
		return fmt.Errorf("%d boxes were there, and %d are", *in.LevelIn, *in.Boxes)
	}
	return nil
}
