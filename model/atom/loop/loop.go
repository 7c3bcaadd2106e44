// Package loop is the model-independent part of the real-time loops that sinew gen writes: guards that keep invalid
// values from being passed on, the state of actuators that must come to rest, and the switch between laws. Its results
// are equal to the bit to those of package project.
package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/reactor"
)

// Halt is a set of actuators that must come to rest, one bit each.
type Halt uint64

// Options say what happens to invalid values.
type Options struct {
	// Hold is how long a value that is not valid may be replaced by its last valid one. Then the actuators that depend on
	// it must come to rest until it is valid again. 0: at once; below 0: never. A value that has never been valid stops
	// them at once in either case.
	Hold time.Duration
	// Alarm, if not nil, is called when a value becomes invalid, and when it becomes valid again, on the thread of the
	// composition, of which there may be several. It must return quickly.
	Alarm func(Event)
}

// Event reports that a guard raises or lowers its flag.
type Event struct {
	At     reactor.Time
	Path   string // of the interface element: "IMU.yaw"
	Why    string // Missing, Range or Frozen
	Raised bool
	Value  float64 // the value that was not passed on, or that is valid again; SI
}

// Why a value is not valid.
const (
	Missing = "missing" // NaN
	Range   = "range"   // outside its range
	Frozen  = "frozen"  // equal to the bit for too long
)

// Drive makes an actuator's device from a driver's method; limits says what keeps its commands within bounds.
func Drive[C, A any](limits string, command func(C) A) reactor.Driven[C, A] {
	return driven[C, A]{limits, command}
}

type driven[C, A any] struct {
	limits  string
	command func(C) A
}

func (d driven[C, A]) Command(c C) A  { return d.command(c) }
func (d driven[C, A]) Limits() string { return d.limits }

// Watch is a loop's view of its guards, and of the actuators that must come to rest.
type Watch struct {
	Late   uint64 // cycles that began late
	Before Halt   // halts from the loops before
	Abroad Halt   // halts from other compositions
	Ended  bool   // the program has ended

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

// Flagged lists the elements whose values are now invalid. It may be called by the loop's reactions, or after the run.
func (w *Watch) Flagged() (paths []string) {
	for _, g := range w.guards {
		if g.flagged {
			paths = append(paths, g.path)
		}
	}
	return paths
}

// here returns the actuators that must come to rest because of flags in this loop.
func (w *Watch) here(at reactor.Time) (h Halt) {
	for _, g := range w.guards {
		if g.flagged && (!g.seen || w.hold >= 0 && time.Duration(at-g.since) >= w.hold) {
			h |= g.halts
		}
	}
	return h
}

// Halts returns all actuators that must come to rest.
func (w *Watch) Halts(at reactor.Time) Halt { return w.Before | w.Abroad | w.here(at) }

// Report sets out when what the loops after this one must know has changed.
func (w *Watch) Report(out *reactor.Out[Halt], at reactor.Time) {
	if h := w.Before | w.here(at); h != w.said {
		w.said = h
		out.Set(h)
	}
}

// Take takes a value that has arrived at a port, and reports whether one has; otherwise the last value stays.
func Take[T any](held *T, port *reactor.In[T]) bool {
	if !port.Present() {
		return false
	}
	*held = port.Get()
	return true
}

// None returns the value that means no value.
func None[T unit.Value]() T { return T(math.NaN()) }
