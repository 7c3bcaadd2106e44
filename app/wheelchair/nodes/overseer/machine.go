package overseer

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// MachineState is what the algorithm of machine keeps from one call to the next: the nodes' last messages, and their times.
type MachineState struct {
	driving, verdict nav.Driving
	told             float64 // s, when the guard was last heard
	kit              float64 // s, when the kit was last heard
	faults           nav.Fault
	pressed          bool // the kit has made an emergency stop
	health           chair.Health
	known            bool        // health is known; if nobody reports it, every change is allowed
	last, next       nav.Driving // the last report, and the candidate for the next
	when             float64     // s, when the last report was made
	since            float64     // s, since when next has been the same
}

// Validate finds nothing.
func (s *MachineState) Validate() error { return nil }

// Times in s: silence of guard or kit until it is reported; how long something must hold before it is reported, so that words
// do not flicker; and from one report to the next if nothing changes.
const (
	patience = 0.3
	holds    = 0.2
	beat     = 0.5
)

// Run changes who drives, as requested on the page or by a button and allowed by the guards of the changes, and reports what
// the wheelchair is doing. An emergency stop precedes all simultaneous requests, and stays until it is released.
//
//sinew:algorithm machine
func (s *MachineState) Run(in *MachineIn, out *MachineOut) error {
	now, state := in.Now.Seconds(), *in.StateData
	stop := s.listen(now, in) || in.Stop
	if in.Health != nil {
		s.health, s.known = *in.Health, true
	}
	next := state
	for _, wish := range [...]*messages.DrivingState{in.Wish, in.Button} {
		switch {
		case wish == nil:
		case *wish == messages.DrivingStateHalted:
			stop = true
		case s.may(state, *wish, wish == in.Wish):
			next = *wish
		}
	}
	if stop || s.health.Gone > 0 && rank(next) > 0 {
		next = messages.DrivingStateHalted
	}
	out.StateData, out.SetStateData = next, next != state
	if in.Driving != nil {
		s.driving = *in.Driving
	}
	if in.Verdict != nil {
		s.verdict, s.told = *in.Verdict, now
	}
	s.report(now, state, out)
	return nil
}

// rank orders the states by how many nodes take part in driving: none in native and after an emergency stop.
func rank(s messages.DrivingState) int {
	switch s {
	case messages.DrivingStateManual:
		return 1
	case messages.DrivingStateAssisted:
		return 2
	case messages.DrivingStateAutonomous:
		return 3
	}
	return 0
}

// may is the guard of a change. Giving the nodes more of the work requires all of them; giving them less is always allowed.
// Only the page releases an emergency stop, and then a person drives: past the computer if a node has ended for good.
func (s *MachineState) may(from, to messages.DrivingState, page bool) bool {
	if from == messages.DrivingStateHalted {
		if s.health.Gone > 0 {
			return page && to == messages.DrivingStateNative
		}
		if !page || to != messages.DrivingStateManual {
			return false
		}
	}
	return !s.known || s.health.Operating || rank(to) <= rank(from)
}

// Of the kit's faults: an emergency stop was made, by the program or at the kit; and a fault that does not prevent driving.
const (
	emergency = 1 << 1
	battery   = 1 << 4
)

// listen takes the kit's message, and reports whether the kit has just made an emergency stop, which applies to the whole
// system.
func (s *MachineState) listen(now float64, in *MachineIn) bool {
	k := in.Kit
	if k == nil || k.Mute {
		return false
	}
	s.kit, s.faults = now, 0
	if k.Faults&^uint16(battery) != 0 {
		s.faults = nav.KitFault
	}
	was := s.pressed
	s.pressed = k.Faults&emergency != 0
	return s.pressed && !was
}

// report reports what the system is doing: what drives it, unless the guard holds it back.
func (s *MachineState) report(now float64, state messages.DrivingState, out *MachineOut) {
	r := nav.Driving{Doing: s.verdict.Doing, Reason: s.verdict.Reason, Clear: s.verdict.Clear, Fault: s.faults}
	switch state {
	case messages.DrivingStateHalted:
		r.Doing, r.Reason = steer.Resting, steer.Free // nobody drives, so the guard's view of the way means nothing
	case messages.DrivingStateAutonomous:
		r.Left, r.Blocked = s.driving.Left, s.driving.Blocked
		r.Fault |= s.driving.Fault
		if r.Doing == steer.Following || r.Doing == steer.Resting {
			r.Doing, r.Reason = s.driving.Doing, s.driving.Reason
		}
	}
	switch {
	case s.health.Gone > 0:
		r.Fault |= nav.NodeGone
	case s.known && !s.health.Operating:
		r.Fault |= nav.NodeDown
	}
	if now-s.told > patience {
		r.Fault |= nav.NoCommand
	}
	if now-s.kit > patience {
		r.Fault |= nav.KitMute
	}
	if !same(&r, &s.next) {
		s.next, s.since = r, now
	}
	// Report an emergency stop and a new fault at once.
	urgent := r.Doing == steer.Stopping || r.Fault&^s.last.Fault != 0
	if changed := !same(&r, &s.last); changed && (urgent || now-s.since >= holds) || now-s.when >= beat {
		s.last, s.when = r, now
		out.Report, out.SendReport = r, true
	}
}

// same reports whether two reports have the same words.
func same(a, b *nav.Driving) bool {
	return a.Doing == b.Doing && a.Reason == b.Reason && a.Fault == b.Fault
}
