package scanmerger

import "github.com/sinew-robotics/sinew/control/nav"

// MergingState is what the algorithm of merging keeps from one call to the next: scans that have come and not been sent yet.
type MergingState struct {
	held nav.Scans
}

// Validate finds nothing.
func (s *MergingState) Validate() error { return nil }

// Run sends scans in pairs. If one scanner sends again before the other, its scan goes out alone, because the other scanner is
// silent.
//
//sinew:algorithm merging
func (s *MergingState) Run(in *MergingIn, out *MergingOut) error {
	tell := false
	for i, came := range [...]*nav.Scan{in.Left, in.Right} {
		if came == nil {
			continue
		}
		if s.held[i].N > 0 {
			tell = true
			break
		}
	}
	if tell { // the held scans first
		out.Merged, out.SendMerged = s.held, true
		s.held[0].N, s.held[1].N = 0, 0
	}
	for i, came := range [...]*nav.Scan{in.Left, in.Right} {
		if came != nil {
			s.held[i] = *came
		}
	}
	if s.held[0].N > 0 && s.held[1].N > 0 && !tell {
		out.Merged, out.SendMerged = s.held, true
		s.held[0].N, s.held[1].N = 0, 0
	}
	return nil
}
