package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Choice is an Alternative: which of its laws is in command, and how a switch fades. At a switch its products go on
// from where they were; the step to what the new law gives decays linearly to nothing.
type Choice struct {
	Law int // in command

	fade     time.Duration
	blends   []blend    // of its products
	laws     [][]*Guard // of each law
	last     float64    // the number of the law, when it was one
	started  bool
	switched bool
	fading   bool
	begins   bool
	left     float64 // of the step
	since    reactor.Time
}

// blend is what a choice keeps of a product.
type blend struct {
	out  float64 // that it gave
	step float64 // at the switch
}

// Between sets a choice up, with the number of its products and the guards of each law.
func (c *Choice) Between(fade time.Duration, products int, laws ...[]*Guard) {
	*c = Choice{fade: fade, blends: make([]blend, products), laws: laws}
}

// Begins says what product k is before a law has given one. SI units.
func (c *Choice) Begins(k int, v float64) { c.blends[k].out = v }

// Pick chooses a law by its number; what is none changes nothing. What the law gave that is no longer in command
// concerns nobody any more: its flags are lowered.
func (c *Choice) Pick(number float64, at reactor.Time) {
	if number == math.Trunc(number) && number >= 0 && number < float64(len(c.laws)) {
		c.last = number
	}
	n := int(c.last)
	if n == c.Law {
		return
	}
	for _, g := range c.laws[c.Law] {
		if g.flagged {
			g.lower(g.last, at)
		}
	}
	c.Law, c.switched = n, c.started
}

// Begin starts a cycle, before its products are given.
func (c *Choice) Begin(at reactor.Time) {
	c.begins = c.switched && c.fade > 0
	if c.switched {
		c.switched, c.fading, c.since = false, c.begins, at
	}
	c.left = 0
	if c.fading {
		c.left = 1 - float64(at-c.since)/float64(c.fade)
		c.fading = c.left > 0
	}
	c.started = true
}

// Blend gives product k for what the law in command gives.
func (c *Choice) Blend(k int, y float64) float64 {
	b := &c.blends[k]
	switch {
	case !c.fading:
		b.out = y
	case c.begins: // exactly where it was
		b.step = b.out - y
	default:
		b.out = float64(c.left*b.step) + y
	}
	return b.out
}

// Set gives product k, which is no quantity and does not fade.
func (c *Choice) Set(k int, y float64) float64 {
	c.blends[k].out = y
	return y
}

// Out is what product k was given last: for laws that track.
func (c *Choice) Out(k int) float64 { return c.blends[k].out }
