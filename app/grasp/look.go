package grasp

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Events lists the events that the coordinator raises; e_error, e_error@… and e_done@… come from
// the chart.
func Events() []string {
	return []string{
		"e_reached",            // the tool is where it was sent
		"e_contact",            // something touches the tool as it descends
		"e_bottom",             // the tool has descended as far as it may without contact
		"e_biased",             // the sensor's offset has been measured
		"e_gripped", "e_empty", // the gripper has caught something, or closed on nothing
		"e_open",             // the gripper is open
		"e_slip",             // the gripper has lost what it held
		"e_timeout",          // the time that the chart has set is up
		"e_estop", "e_fault", // the box has stopped: by its button, or with another error
		"e_lost", "e_halted", // the box does not answer, the safety check has stopped the arm
		"e_ready", "e_reset", // the arm takes commands again, a person wants to go on
		"e_sensor_bad",          // the force-torque sensor is implausible
		"e_sensor_ok",           // … again
		"e_gripper_bad",         // the gripper's readings are implausible
		"e_gripper_ok",          // … again
		"e_mem_low", "e_mem_ok", // scripts are running out of memory, and have enough again
	}
}

const (
	touches   = 2      // consecutive cycles of contact needed
	leastGrip = 0.006  // m: thinner means nothing is held
	wideGrip  = 0.003  // m: an open gripper is this near to the commanded width
	slipWay   = 0.004  // m: fingers that move this far have lost what they held
	catches   = 3      // readings of the gripper
	losses    = 6      // readings without a grip
	oddities  = 3      // implausible readings
	evens     = 10     // plausible readings, after implausible ones
	jump      = 0.0045 // m between two readings: the fingers are slower than that
)

// look raises events for what has changed.
func (r *Coordinator) look() {
	s := &r.seen
	s.reading, s.felt = r.Reading.Get(), r.Felt.Get()
	if x := r.State.Ref(); x != nil {
		s.state = *x
	}
	r.lookArm()
	if s.ready {
		r.lookMotion()
	}
	if s.felt.Good != s.good {
		s.good = s.felt.Good
		r.raise(choose(s.good, "e_sensor_ok", "e_sensor_bad"))
	}
	if s.felt.Known && !s.biased {
		s.biased = true
		r.raise("e_biased")
	}
	if s.reading.Fingers != s.count {
		r.lookHand()
	}
	if r.alarm > 0 && r.Elapsed() >= r.alarm {
		r.alarm = 0
		r.raise("e_timeout")
	}
	r.lookMemory()
}

func choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// lookArm raises events when the arm stops taking commands, and when it takes them again.
func (r *Coordinator) lookArm() {
	s := &r.seen
	d := &s.reading
	stopped := s.state.Stopped && s.state.Number > 0 && d.Epoch == s.epoch
	ready := d.Ready && d.Fault != xarm.FaultLost && !stopped
	switch {
	case ready == s.ready:
	case ready:
		if d.Epoch != s.epoch {
			s.epoch, s.ready = d.Epoch, true
			s.state.Stopped = false
			r.raise("e_ready")
		}
	default:
		s.ready = false
		switch {
		case d.Error == uint8(xarm.ErrorEmergencyStop):
			r.raise("e_estop")
		case d.Error != 0:
			r.raise("e_fault")
		case d.Fault != xarm.FaultNone:
			r.raise("e_lost")
		default:
			r.raise("e_halted")
		}
	}
}

// lookMotion raises events for the progress of the motion.
func (r *Coordinator) lookMotion() {
	s := &r.seen
	if s.state.Number == r.wish.Number && s.state.Reached && s.reached != r.wish.Number {
		s.reached = r.wish.Number
		r.raise("e_reached")
	}
	if r.wish.Way != Descend || s.contact || r.Elapsed() < r.wished+settled {
		return
	}
	if s.touching++; s.felt.Force.Z < r.p.Contact {
		s.touching = 0
	}
	switch {
	case s.touching >= touches:
		s.contact = true
		r.raise("e_contact")
	case s.state.P.Z <= -r.p.Below+2e-4:
		s.contact = true
		r.raise("e_bottom")
	}
}

// lookHand raises events for a new reading of the gripper.
func (r *Coordinator) lookHand() {
	s := &r.seen
	last, width := s.held, s.reading.Width
	s.count = s.reading.Fingers
	if possible := width > -0.006 && width < 0.09 && math.Abs(width-r.widths(width)) < jump; possible {
		s.odd, s.even = 0, s.even+1
	} else {
		s.odd, s.even = s.odd+1, 0
	}
	switch {
	case s.sound && s.odd >= oddities:
		s.sound = false
		r.raise("e_gripper_bad")
	case !s.sound && s.even >= evens:
		s.sound = true
		r.raise("e_gripper_ok")
	}
	if !s.sound || s.odd > 0 || s.count < s.hands+2 || r.hand == (Hand{}) {
		return
	}
	if s.reading.Grip == 2 {
		s.caught = max(s.caught, 0) + 1
	} else {
		s.caught = min(s.caught, 0) - 1
	}
	closing := r.hand.Force > 0 && r.hand.Width == 0
	switch {
	case closing && !s.gripped && s.caught >= catches && width > leastGrip:
		s.gripped, s.held = true, width
		r.raise("e_gripped")
	case closing && !s.gripped && s.reading.Grip == 0 && width < leastGrip && !s.open:
		s.open = true // already raised
		r.raise("e_empty")
	case closing && s.gripped && !s.slip && (width < last-slipWay || s.caught <= -losses):
		s.slip = true
		r.raise("e_slip")
	case !closing && !s.open && width > r.hand.Width-wideGrip && s.reading.Grip == 0:
		s.open = true
		r.raise("e_open")
	}
}

// widths returns the width of the previous reading, and keeps this one.
func (r *Coordinator) widths(now float64) float64 {
	was := r.width
	if r.width = now; r.seen.count <= 1 {
		return now
	}
	return was
}

// lookMemory raises an event when little memory is left, before it is used up.
func (r *Coordinator) lookMemory() {
	if r.litter {
		_, _ = r.vm.Call(r.vm.Global("trouble.litter"))
	}
	u := r.vm.Usage()
	free := u.Size - u.Used
	switch s := &r.seen; {
	case !s.low && free < r.p.Low:
		s.low = true
		r.raise("e_mem_low")
	case s.low && free > r.p.Low*5/4:
		s.low = false
		r.raise("e_mem_ok")
	}
}
