package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Choice is an Alternative: which of its laws is in command, and how a switch fades.
type Choice struct {
	Fade
	Law int // in command

	laws [][]*Guard // of each law
	last float64    // the number of the law, when it was one
}

// Between sets a choice up, with the number of its products and the guards of each law.
func (c *Choice) Between(fade time.Duration, products int, laws ...[]*Guard) {
	*c = Choice{Fade: NewFade(fade, products), laws: laws}
}

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
	c.Law = n
	c.Switch()
}
