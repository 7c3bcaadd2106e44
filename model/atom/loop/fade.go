package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Fade is the bumpless transfer of an Alternative: at a switch its products go on from where they were, and the step to
// what the new law gives decays linearly to nothing, on top of what that gives.
type Fade struct {
	over     time.Duration
	blends   []blend // of its products
	started  bool
	switched bool
	fading   bool
	begins   bool
	left     float64 // of the step
	since    reactor.Time
}

// blend is what a fade keeps of a product.
type blend struct {
	out  float64 // that it gave
	step float64 // at the switch
}

// NewFade makes a fade over a time for a number of products; over 0 everything switches at once.
func NewFade(over time.Duration, products int) Fade {
	return Fade{over: over, blends: make([]blend, products)}
}

// Begins says what product k is before a law has given one. SI units.
func (f *Fade) Begins(k int, v float64) { f.blends[k].out = v }

// Switch says that another law is in command from the next cycle on; before the first one nothing fades.
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

// Blend gives product k for what the law in command gives.
func (f *Fade) Blend(k int, y float64) float64 {
	b := &f.blends[k]
	switch {
	case !f.fading:
		b.out = y
	case f.begins: // exactly where it was
		b.step = b.out - y
	default:
		b.out = float64(f.left*b.step) + y
	}
	return b.out
}

// Turn gives product k, an angle, for what the law in command gives: the step decays the short way round. What a law gives
// in ±π fades in ±π.
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

// Set gives product k, which is no quantity and does not fade.
func (f *Fade) Set(k int, y float64) float64 {
	f.blends[k].out = y
	return y
}

// Out is what product k was given last: for laws that track.
func (f *Fade) Out(k int) float64 { return f.blends[k].out }
