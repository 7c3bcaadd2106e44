package guard

import (
	"errors"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
)

// WatchState counts reports.
type WatchState struct {
	limit relay.Warmth // 0: none
	n     uint32
}

// Validate finds nothing.
func (s *WatchState) Validate() error { return nil }

// Run reports a warmth above the limit, and heats below it.
//
//sinew:algorithm watch
func (s *WatchState) Run(in *WatchIn, out *WatchOut) error {
	if in.Limit != nil {
		s.limit = *in.Limit
	}
	if in.Warmth == nil {
		return nil
	}
	if *in.Warmth > 100 {
		return errors.New("it burns")
	}
	s.n++
	out.Report.Number, out.Report.Level, out.SendReport = s.n, relay.LevelLow, true
	out.Report.Rows[1][2] = *in.Warmth
	if s.limit > 0 && *in.Warmth > s.limit {
		out.Report.Level, out.SendAlarm = relay.LevelTooHigh, true
	} else {
		out.Heat, out.SendHeat = 1, true
	}
	return nil
}
