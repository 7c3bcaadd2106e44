// Package gripper simulates the grippers of a Franka at their own ports: the hand and the vacuum gripper. Hand and Cup
// are the devices, without a clock or sockets, stepped by their caller; Server puts one behind its maker's protocol,
// so that libfranka's Gripper and VacuumGripper move it.
//
// The devices answer as libfranka documents it. The maker does not publish the rest, which is our choice: states every
// 10 ms, a command that ends the one before as Aborted, the speed of homing, how the hand and its objects give way and
// slip, and the behaviour of the pump.
package gripper

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Cycle is the duration of a device's step, ms.
const Cycle = 10

const dt = Cycle * 1e-3 // s

// The hand: Franka's data sheet states the stroke, 80 mm, the top speed, 50 mm/s per finger, and the greatest force.
const (
	widest      = 0.08 // m
	fastest     = 0.1  // m/s, of the width
	mostForce   = 140  // N
	homingSpeed = 0.05 // m/s
	firmness    = 2e5  // N/m, of objects and fingers
	rub         = 0.5  // coefficient of friction between them
	warm        = 30   // °C
)

// Hand is the Franka Hand. It is homed from the start. It is not safe for concurrent use.
type Hand struct {
	state  franka.HandState
	object float64 // width of the object between the fingers, m; 0 without one
	force  float64 // that the fingers press with, N
	broken bool

	running bool
	command franka.GripperRequest
}

// NewHand returns an open hand with nothing between its fingers.
func NewHand() *Hand {
	return &Hand{state: franka.HandState{Width: widest, MaxWidth: widest, Temperature: warm}}
}

// Kind implements Device: franka.Hand.
func (h *Hand) Kind() franka.Gripper { return franka.Hand }

// Do begins a command instead of the running one. done is true if s is already the answer; otherwise Step returns it
// later.
func (h *Hand) Do(q *franka.GripperRequest) (s franka.GripperStatus, done bool) {
	h.running = false
	switch q.Kind {
	case franka.GripperStop:
		h.release()
		return franka.GripperSuccess, true
	case franka.GripperMove, franka.GripperGrasp:
		if !(q.Width >= 0 && q.Width <= h.state.MaxWidth) || !(q.Speed > 0) || math.IsInf(q.Speed, 1) {
			return franka.GripperFail, true
		}
		if q.Kind == franka.GripperGrasp && (!(q.Force > 0 && q.Force <= mostForce) || !(q.Inner >= 0) || !(q.Outer >= 0)) {
			return franka.GripperFail, true
		}
	}
	if h.broken {
		return franka.GripperFail, true
	}
	h.release()
	h.running, h.command = true, *q
	return 0, false
}

// release removes the force of the fingers.
func (h *Hand) release() {
	h.force, h.state.Grasped = 0, false
	if h.held() {
		h.state.Width = h.object
	}
}

// held reports whether the fingers touch the object between them.
func (h *Hand) held() bool { return h.object > 0 && h.state.Width <= h.object }

// Step advances by a cycle. done is true if this ended the running command, with s.
func (h *Hand) Step() (s franka.GripperStatus, done bool) {
	h.state.ID += Cycle
	if !h.running {
		if h.force > 0 && !h.held() { // the object is gone: the fingers close
			h.state.Grasped = false
			h.state.Width = max(0, h.state.Width-fastest*dt)
		}
		return 0, false
	}
	if h.broken {
		return h.end(franka.GripperFail)
	}
	q := &h.command
	step := min(q.Speed, fastest) * dt
	switch q.Kind {
	case franka.GripperHoming:
		h.state.Width = min(widest, h.state.Width+homingSpeed*dt)
		if h.state.Width == widest {
			h.state.MaxWidth = widest
			return h.end(franka.GripperSuccess)
		}
	case franka.GripperMove:
		if h.close(q.Width, step) && h.state.Width > q.Width {
			return h.end(franka.GripperUnsuccessful)
		}
		if h.state.Width < q.Width {
			h.state.Width = min(q.Width, h.state.Width+step)
		}
		if h.state.Width == q.Width {
			return h.end(franka.GripperSuccess)
		}
	case franka.GripperGrasp:
		touched := h.close(0, step)
		if !touched && h.state.Width > 0 {
			return 0, false
		}
		h.force = q.Force
		if touched {
			h.state.Width = max(0, h.object-h.force/firmness)
		}
		if w := h.state.Width; w > q.Width-q.Inner && w < q.Width+q.Outer {
			h.state.Grasped = true
			return h.end(franka.GripperSuccess)
		}
		return h.end(franka.GripperUnsuccessful)
	}
	return 0, false
}

// close moves the fingers together by at most a step, to a width or to the object, and reports whether the object
// stops them.
func (h *Hand) close(to, step float64) (touched bool) {
	if h.state.Width > to {
		stop := to
		if h.object > to && h.state.Width >= h.object {
			stop = h.object
		}
		h.state.Width = max(stop, h.state.Width-step)
	}
	return h.held()
}

func (h *Hand) end(s franka.GripperStatus) (franka.GripperStatus, bool) {
	h.running = false
	return s, true
}

// State returns the hand's state.
func (h *Hand) State() franka.HandState { return h.state }

// Append appends the state's datagram.
func (h *Hand) Append(dst []byte) []byte { return franka.AppendHandState(dst, h.state) }

// Scene returns the hand.
func (h *Hand) Scene() Scene { return h }

// Object puts something of a width, m, between the fingers; 0 takes away what is there.
func (h *Hand) Object(width float64) error {
	if !(width >= 0) || width > h.state.Width {
		return fmt.Errorf("the fingers are %.4f m apart: give an object's width from 0 to that", h.state.Width)
	}
	h.object = width
	return nil
}

// Pull pulls at the object between the fingers with a force; more than their friction holds takes it out.
func (h *Hand) Pull(force float64) error {
	switch {
	case !(force >= 0) || math.IsInf(force, 1):
		return errors.New("a force in N")
	case h.object == 0:
		return errors.New("there is nothing between the fingers")
	case force > 2*rub*h.force:
		h.object = 0
	}
	return nil
}

// Break makes every command fail until the hand is mended.
func (h *Hand) Break(broken bool) { h.broken = broken }

// String describes the hand's state.
func (h *Hand) String() string {
	s := fmt.Sprintf("hand: %.4f m open", h.state.Width)
	switch {
	case h.broken:
		s += ", broken"
	case h.state.Grasped:
		s += fmt.Sprintf(", has grasped an object of %.4f m with %.0f N", h.object, h.force)
	case h.object > 0:
		s += fmt.Sprintf(", an object of %.4f m between its fingers", h.object)
	}
	return s
}
