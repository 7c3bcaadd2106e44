package overseer

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
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
	pressed          bool // the kit has made an emergency stop
	health           chair.Health
	known            bool        // health is: where nobody tells it, every change is allowed
	last, next       nav.Driving // what was reported last, and what may be next
	when             float64     // s, when the last report was made
	since            float64     // s, since when it has been next
}

// Validate finds nothing.
func (s *MachineState) Validate() error { return nil }

// Times in s: without a word from guard or kit until that is reported; for which something holds before it is, so that words do
// not flicker; and from one report to the next where nothing changes.
const (
	patience = 0.3
	holds    = 0.2
	beat     = 0.5
)

// Run changes who drives, as the page or a button asks and the guards of the changes allow, and reports what the wheelchair is
// about. An emergency stop goes before all else that is asked at the same time, and stays until it is released.
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

// rank orders the states by how many nodes have to do with what drives: in native and after an emergency stop none.
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

// may is the guard of a change. Leaving more of the work to the nodes takes all of them; less may be left to them at any time.
// Only the page releases an emergency stop, and a person drives then: past the computer where a node has ended for good.
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

// Of the kit's faults: an emergency stop has been made, by the program or at the kit; and what does not keep it from driving.
const (
	emergency = 1 << 1
	battery   = 1 << 4
)

// listen hears the kit, and tells whether it has just made an emergency stop, which is one for all.
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

// report says what the whole is about: what drives it, unless the guard holds it back.
func (s *MachineState) report(now float64, state messages.DrivingState, out *MachineOut) {
	r := nav.Driving{Doing: s.verdict.Doing, Reason: s.verdict.Reason, Clear: s.verdict.Clear, Fault: s.faults}
	switch state {
	case messages.DrivingStateHalted:
		r.Doing, r.Reason = steer.Resting, steer.Free // nobody drives: what the guard thinks of the way says nothing
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
	// An emergency stop and a new fault are told at once.
	urgent := r.Doing == steer.Stopping || r.Fault&^s.last.Fault != 0
	if changed := !same(&r, &s.last); changed && (urgent || now-s.since >= holds) || now-s.when >= beat {
		s.last, s.when = r, now
		out.Report, out.SendReport = r, true
	}
}

// same tells whether two reports are in the same words.
func same(a, b *nav.Driving) bool {
	return a.Doing == b.Doing && a.Reason == b.Reason && a.Fault == b.Fault
}
