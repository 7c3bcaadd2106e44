package cart

import "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"

// LookState counts how often somebody was there.
type LookState struct{ there int }

// Validate finds nothing.
func (s *LookState) Validate() error { return nil }

// Run opens the gate when the store has answered once.
//
//sinew:algorithm look
func (s *LookState) Run(in *LookIn, out *LookOut) error {
	if a := in.Ping.Answer(); a != nil {
		if a.Err != nil {
			return a.Err
		}
		s.there++
		out.Gate, out.SetGate = depot.GateOpen, s.there == 1
	}
	in.Ping.Ask(depot.PingRequest{})
	return nil
}
