package sim

import (
	"fmt"
	"time"
)

// NotFinite is the value with which a simulator panics when a number of its state is not finite, because from
// then on its output is meaningless. Servers of simulated robots end with it.
type NotFinite struct {
	What  string // the quantity: "velocity, rad/s"
	Index int    // index of the number in the quantity
	X     float64
	At    time.Duration // simulated time; negative if unknown
}

// Error says what happened, when, and what to check.
func (e NotFinite) Error() string {
	when := ""
	if e.At >= 0 {
		when = fmt.Sprintf(" after %v of simulated time", e.At)
	}
	return fmt.Sprintf("the simulation has broken down: %s [%d] is %g%s: its masses, gains, forces or step do not fit together, or a check of its inputs is missing",
		e.What, e.Index, e.X, when)
}

// Finite panics with NotFinite if one of xs is not finite. It does not allocate otherwise.
func Finite(what string, at time.Duration, xs []float64) {
	sum := 0.0
	for _, x := range xs {
		sum += x - x
	}
	if sum == 0 {
		return
	}
	for i, x := range xs {
		if x-x != 0 {
			panic(NotFinite{what, i, x, at})
		}
	}
}

// Broken calls f and returns the NotFinite with which it panicked, or nil. Other panics pass through.
func Broken(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case NotFinite:
			err = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}
