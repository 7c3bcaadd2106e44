// Package loop is the model-independent part of the real-time loops that sinew gen writes: guards that keep invalid
// values from being passed on, the state of actuators that must come to rest, and the switch between laws. It gives the
// same bits as package project.
package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/reactor"
)

// Halt is a set of actuators that must come to rest, a bit each.
type Halt uint64

// Options say what happens when values are not valid.
type Options struct {
	// Hold is how long a value that is not valid may be replaced by its last valid one. Then the actuators that depend on
	// it are told to come to rest, until it is valid again. 0: at once, and what has never been valid stops them at once
	// anyway; below 0: never.
	Hold time.Duration
	// Alarm, where it is set, is told when a value is no longer valid, and when it is again: on the thread of the
	// composition, of which there may be several. It must return soon.
	Alarm func(Event)
}

// Event is that a guard raises its flag, or lowers it.
type Event struct {
	At     reactor.Time
	Path   string // of the interface element: "IMU.yaw"
	Why    string // Missing, Range or Frozen
	Raised bool
	Value  float64 // that was not passed on, or that is valid again; SI
}

// Why a value is not valid.
const (
	Missing = "missing" // it is no number
	Range   = "range"   // it is not what it may be
	Frozen  = "frozen"  // it has stayed the same to the bit for too long
)

// Drive makes an actuator's device of a driver's method; limits says what keeps its commands within bounds.
func Drive[C, A any](limits string, command func(C) A) reactor.Driven[C, A] {
	return driven[C, A]{limits, command}
}

type driven[C, A any] struct {
	limits  string
	command func(C) A
}

func (d driven[C, A]) Command(c C) A  { return d.command(c) }
func (d driven[C, A]) Limits() string { return d.limits }

// Watch is what a loop knows of its guards, and of the actuators that must come to rest.
type Watch struct {
	Late   uint64 // cycles that began late
	Before Halt   // what the loops before know
	Abroad Halt   // what other compositions know
	Ended  bool   // the program has

	guards []*Guard
	hold   time.Duration
	said   Halt
}

// Over sets the guards that are watched.
func (w *Watch) Over(o Options, guards ...*Guard) {
	w.hold, w.guards = o.Hold, guards
	for _, g := range guards {
		g.alarm = o.Alarm
	}
}

// Flagged lists the elements whose values are not valid now: to be asked by the loop's reactions, or after the run.
func (w *Watch) Flagged() (paths []string) {
	for _, g := range w.guards {
		if g.flagged {
			paths = append(paths, g.path)
		}
	}
	return paths
}

// here are the actuators that must come to rest for what is flagged in this loop.
func (w *Watch) here(at reactor.Time) (h Halt) {
	for _, g := range w.guards {
		if g.flagged && (!g.seen || w.hold >= 0 && time.Duration(at-g.since) >= w.hold) {
			h |= g.halts
		}
	}
	return h
}

// Halts are all actuators that must come to rest.
func (w *Watch) Halts(at reactor.Time) Halt { return w.Before | w.Abroad | w.here(at) }

// Report sets what the loops after this one must know when it has changed.
func (w *Watch) Report(out *reactor.Out[Halt], at reactor.Time) {
	if h := w.Before | w.here(at); h != w.said {
		w.said = h
		out.Set(h)
	}
}

// Take takes what has arrived at a port, and reports whether something has: the last value holds.
func Take[T any](held *T, port *reactor.In[T]) bool {
	if !port.Present() {
		return false
	}
	*held = port.Get()
	return true
}

// None is the value that stands for no value.
func None[T unit.Value]() T { return T(math.NaN()) }
