package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Fade is the bumpless transfer of an Alternative: at a switch its products continue from their last values, and the
// difference to the new law's values decays linearly to zero.
type Fade struct {
	over     time.Duration
	blends   []blend // of its products
	started  bool
	switched bool
	fading   bool
	begins   bool
	left     float64 // share of the step that remains
	since    reactor.Time
}

// blend is a product's state in a fade.
type blend struct {
	out  float64 // last output
	step float64 // at the switch
}

// NewFade makes a fade of a duration for a number of products; with duration 0 everything switches at once.
func NewFade(over time.Duration, products int) Fade {
	return Fade{over: over, blends: make([]blend, products)}
}

// Begins sets product k's value before a law has given one, in SI units.
func (f *Fade) Begins(k int, v float64) { f.blends[k].out = v }

// Switch puts another law in command from the next cycle on; before the first cycle nothing fades.
func (f *Fade) Switch() { f.switched = f.started }

// Begin starts a cycle, before its products are given.
func (f *Fade) Begin(at reactor.Time) {
	f.begins = f.switched && f.over > 0
	if f.switched {
		f.switched, f.fading, f.since = false, f.begins, at
	}
	f.left = 0
	if f.fading {
		f.left = 1 - float64(at-f.since)/float64(f.over)
		f.fading = f.left > 0
	}
	f.started = true
}

// Blend returns product k, given the value of the law in command.
func (f *Fade) Blend(k int, y float64) float64 {
	b := &f.blends[k]
	switch {
	case !f.fading:
		b.out = y
	case f.begins: // exactly the last output
		b.step = b.out - y
	default:
		b.out = float64(f.left*b.step) + y
	}
	return b.out
}

// Turn returns product k, an angle, given the value of the law in command: the step decays the short way round. Values in
// ±π fade in ±π.
func (f *Fade) Turn(k int, y float64) float64 {
	b := &f.blends[k]
	switch {
	case !f.fading:
		b.out = y
	case f.begins:
		b.step = math.Remainder(b.out-y, 2*math.Pi)
	default:
		if b.out = float64(f.left*b.step) + y; math.Abs(y) <= math.Pi && math.Abs(b.out) > math.Pi {
			b.out = math.Remainder(b.out, 2*math.Pi)
		}
	}
	return b.out
}

// Set returns product k, which is no quantity and does not fade.
func (f *Fade) Set(k int, y float64) float64 {
	f.blends[k].out = y
	return y
}

// Out returns the last value of product k, for laws that track.
func (f *Fade) Out(k int) float64 { return f.blends[k].out }
