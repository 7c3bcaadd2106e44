package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Choice is an Alternative: the law in command, and the fade of a switch.
type Choice struct {
	Fade
	Law int // in command

	laws [][]*Guard // of each law
	last float64    // the last valid number of the law
}

// Between sets up a choice, with the number of its products and the guards of each law.
func (c *Choice) Between(fade time.Duration, products int, laws ...[]*Guard) {
	*c = Choice{Fade: NewFade(fade, products), laws: laws}
}

// Pick chooses a law by its number; an invalid number changes nothing. The flags of the law that is no longer
// in command are lowered, because its values are no longer used.
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
