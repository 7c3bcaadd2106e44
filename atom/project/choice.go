package project

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/atom"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/unit"
)

// choice is an Alternative: it stands behind its laws and gives the products of the one in command.
//
// At a switch the products go on from the very value that they had: the step between it and what the new law gives
// decays linearly to nothing in the time Fade, on top of what the new law gives. What is no quantity (Boolean,
// Unsigned) switches at once, and everything does where Fade is 0: then it is for the laws that track to avoid a bump.
type choice struct {
	s        *stage
	selected *float64
	number   float64    // the law asked for
	valid    [1]element // number, when it is one
	current  int
	started  bool
	switched bool
	fading   bool
	since    reactor.Time
	fade     time.Duration
	laws     []law
	outs     []blend
}

// law is one of the laws of an Alternative.
type law struct {
	products []*float64 // in the order of the Alternative's
	trackers []atom.Tracker
	members  []*member
}

// blend is a product of an Alternative.
type blend struct {
	at   *float64
	out  float64 // that it had
	step float64 // at the switch
	hard bool    // no quantity
}

// pick reads which law shall be in command; it stands before the laws.
type pick struct{ c *choice }

// Physics chooses the law.
func (p pick) Physics(unit.Time) {
	c := p.c
	at := c.s.Tag().Time
	c.number = *c.selected
	if c.number != math.Trunc(c.number) && !math.IsNaN(c.number) {
		c.number = -1
	}
	c.s.vet(c.valid[:], at)
	if n := int(c.number); n != c.current {
		for _, m := range c.laws[c.current].members {
			c.s.forget(m.elements, at)
		}
		c.current, c.switched = n, c.started
	}
}

// Physics gives the products, and lets the other laws track.
func (c *choice) Physics(dt unit.Time) {
	at := c.s.Tag().Time
	l := &c.laws[c.current]
	begins := c.switched && c.fade > 0
	if c.switched {
		c.switched, c.fading, c.since = false, begins, at
	}
	left := 0.0
	if c.fading {
		left = 1 - float64(at-c.since)/float64(c.fade)
		c.fading = left > 0
	}
	for k := range c.outs {
		o := &c.outs[k]
		y := *l.products[k]
		switch {
		case o.hard || !c.fading:
			o.out = y
		case begins: // exactly where it was
			o.step = o.out - y
		default:
			o.out = float64(left*o.step) + y
		}
		*o.at = o.out
	}
	c.started = true
	for j := range c.laws {
		if j != c.current {
			c.follow(&c.laws[j], dt)
		}
	}
}

// follow lets a law that is not in command track.
func (c *choice) follow(l *law, dt unit.Time) {
	if len(l.trackers) == 0 {
		return
	}
	for k, p := range l.products {
		*p = c.outs[k].out
	}
	for _, t := range l.trackers {
		t.Track(dt)
	}
	for _, m := range l.members {
		for i := range m.elements {
			if e := &m.elements[i]; !e.flagged && *e.at >= e.min && *e.at <= e.max {
				e.last = *e.at
			}
		}
	}
}
