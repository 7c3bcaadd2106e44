package project

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/loop"
)

// choice is an Alternative: it runs after its laws and gives the products of the one in command. Values that are not
// quantities (Boolean, Unsigned) do not fade, and nothing fades if the fade's duration is 0: then laws that track must
// avoid a bump.
type choice struct {
	s        *stage
	selected *float64
	number   float64    // the requested law
	valid    [1]element // number, if valid
	current  int
	fade     loop.Fade
	laws     []law
	outs     []out
}

// law is one of the laws of an Alternative.
type law struct {
	products []*float64 // in the order of the Alternative's
	gives    []*float64 // the same, after checks
	intakes  []*intake  // products of a Molecule that are checked
	trackers []tracker
	members  []*member
}

// tracker is an Atom of a law that can follow along.
type tracker struct {
	atom.Tracker
	*member
}

// out is a product of an Alternative.
type out struct {
	at    *float64
	hard  bool // no quantity
	turns bool // an angle
}

// pick reads which law is to be in command; it runs before the laws.
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
		c.s.forget(&c.laws[c.current], at)
		c.current = n
		c.fade.Switch()
	}
}

// Physics sets the products, and lets the other laws track.
func (c *choice) Physics(dt unit.Time) {
	l, at := &c.laws[c.current], c.s.Tag().Time
	c.s.admit(l.intakes, at)
	c.fade.Begin(at)
	for k, o := range c.outs {
		switch y := *l.gives[k]; {
		case o.hard:
			*o.at = c.fade.Set(k, y)
		case o.turns:
			*o.at = c.fade.Turn(k, y)
		default:
			*o.at = c.fade.Blend(k, y)
		}
	}
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
		*p = c.fade.Out(k)
	}
	at := c.s.Tag().Time
	for _, t := range l.trackers {
		for _, in := range t.intakes {
			in.follow(at)
		}
		t.Track(dt)
	}
	for _, m := range l.members {
		for i := range m.elements {
			if e := &m.elements[i]; !e.flagged && *e.at >= e.min && *e.at <= e.max {
				e.last = *e.at
			}
		}
	}
	for _, in := range l.intakes {
		in.follow(at)
	}
}
