package overseer

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// MachineState is what the algorithm of machine keeps from one call to the next: what the nodes have said last, and when.
type MachineState struct {
	driving, verdict nav.Driving
	told             float64 // s, when the guard was heard last
	kit              float64 // s, when the kit was
	faults           nav.Fault
	last             nav.Driving
	when             float64 // s, when the last report was made
}

// Validate finds nothing.
func (s *MachineState) Validate() error { return nil }

// Times in s: without a word from guard or kit until that is reported, and from one report to the next where nothing changes.
const (
	patience = 0.3
	beat     = 0.5
)

// Run changes who drives, as the page or a button asks, and reports what the wheelchair is about.
//
//sinew:algorithm machine
func (s *MachineState) Run(in *MachineIn, out *MachineOut) error {
	now, state := in.Now.Seconds(), *in.StateData
	for _, wish := range [...]*messages.DrivingState{in.Wish, in.Button} {
		if wish != nil && *wish != state {
			out.StateData, out.SetStateData = *wish, true
		}
	}
	if in.Driving != nil {
		s.driving = *in.Driving
	}
	if in.Verdict != nil {
		s.verdict, s.told = *in.Verdict, now
	}
	if k := in.Kit; k != nil && !k.Mute {
		s.kit, s.faults = now, 0
		if k.Faults&^uint16(battery) != 0 {
			s.faults = nav.KitFault
		}
	}
	s.report(now, state, out)
	return nil
}

// battery is the kit's fault that does not keep it from driving.
const battery = 1 << 4

// report says what the whole is about: what drives it, unless the guard holds it back.
func (s *MachineState) report(now float64, state messages.DrivingState, out *MachineOut) {
	r := nav.Driving{Doing: s.verdict.Doing, Reason: s.verdict.Reason, Clear: s.verdict.Clear, Fault: s.faults}
	if state == messages.DrivingStateAutonomous {
		r.Left, r.Blocked = s.driving.Left, s.driving.Blocked
		r.Fault |= s.driving.Fault
		if r.Doing == steer.Following || r.Doing == steer.Resting {
			r.Doing, r.Reason = s.driving.Doing, s.driving.Reason
		}
	}
	if now-s.told > patience {
		r.Fault |= nav.NoCommand
	}
	if now-s.kit > patience {
		r.Fault |= nav.KitMute
	}
	changed := r.Doing != s.last.Doing || r.Reason != s.last.Reason || r.Fault != s.last.Fault
	if changed || now-s.when >= beat {
		s.last, s.when = r, now
		out.Report, out.SendReport = r, true
	}
}
