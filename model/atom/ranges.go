package atom

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// bounded reports whether v limits a value.
func (v Validity) bounded() bool { return v.Min != 0 || v.Max != 0 }

// Holds reports whether x is within the range, regardless of earlier values.
func (v Validity) Holds(x float64) bool {
	return x == x && (!v.bounded() || v.Min <= x && x <= v.Max)
}

// Nearest returns the valid value nearest to x, which replaces x until there is a valid one.
func (v Validity) Nearest(x float64) float64 {
	if v.bounded() {
		return max(v.Min, min(x, v.Max))
	}
	return x
}

// within reports whether all of v is in w.
func (v Validity) within(w Validity) bool {
	return !w.bounded() || v.bounded() && w.Min <= v.Min && v.Max <= w.Max
}

// text formats a range for people: "-90 deg .. 90 deg".
func (v Validity) text(t unit.Type) string {
	end := func(x float64) string {
		if math.IsInf(x, 0) {
			return ""
		}
		return unit.Format(t, x)
	}
	low, high := end(v.Min), end(v.Max)
	switch {
	case v.Min == v.Max:
		return low
	case low == "":
		return ".. " + high
	case high == "":
		return low + " .."
	}
	return low + " .. " + high
}

// claim is a range on the way along a wire.
type claim struct {
	at   int32 // the port
	link int32 // the link to it, counted from 1; 0: none, it is a law's Need, connected by name
}

// narrow compares the range of a wire's Product with the ranges on the way to its end, which c.claims lists from the end
// back. A promise beyond what is accepted is a fault. If there is no promise, the wire records the range, to be guarded
// while it runs.
func (c *checker) narrow(w *Wire, from *fact) {
	promised, by := c.m.ranges[from.span], w.From
	frozen, narrow, alone := promised.Frozen, Validity{}, int32(0)
	v, begins, constant := c.begins(from, w.From)
	for n := len(c.claims) - 1; n >= 0; n-- {
		at := c.claims[n]
		k, p := c.fact(at.at), c.m.port(at.at)
		taken := &c.m.ranges[k.span]
		if k.is.typ != from.is.typ || len(c.m.faulty) > 0 && c.m.faulty[p.Owner.Def] {
			continue
		}
		given := k.role == ProductRole && c.about[k.owner].kind == Alternative // an Alternative, which checks its own products
		if taken.Frozen > 0 && !given && (frozen == 0 || taken.Frozen < frozen) {
			frozen, narrow.Frozen, alone = taken.Frozen, taken.Frozen, k.span
		}
		switch {
		case constant && taken.Frozen > 0:
			c.exceeds(at, w.From.Path()+" is constant, and "+p.Path()+" takes nothing that stays the same for "+period.Duration(taken.Frozen),
				"leave frozen out: it finds sensors that hang")
		case begins && !taken.Holds(v):
			c.exceeds(at, w.From.Path()+" is "+unit.Format(p.Element.Type, v)+p.beyond(), "change the value or the range")
		case !taken.bounded() || begins && constant || promised.within(*taken):
		case given && !promised.bounded():
		case !promised.bounded():
			promised, by = *taken, p
			narrow.Min, narrow.Max, alone = taken.Min, taken.Max, k.span
		default:
			c.exceeds(at, by.Path()+" is in "+promised.text(p.Element.Type)+p.beyond(),
				"widen the range of "+p.Path()+", or limit the value before it gets there")
			promised, by = *taken, p // later ranges are compared with this one
		}
	}
	c.claims = c.claims[:0]
	if w.narrow = alone; narrow != c.m.ranges[alone] {
		w.narrow = c.m.span(narrow)
	}
}

// begins returns the stated value of a Product, permanent or initial, and whether it is a constant's.
func (c *checker) begins(k *fact, p *Port) (v float64, is, constant bool) {
	of := &c.about[k.owner]
	constant = of.update == Constant
	if of.valued {
		v, is = p.Owner.Values[p.Element.Name]
	}
	if !is && k.begins && (!constant || of.kind == External) {
		v, is = p.Element.Initial, true
	}
	return v, is, constant
}

// beyond ends a sentence about a value outside p's range.
func (p *Port) beyond() string {
	return ", which is not within " + p.Element.Validity.text(p.Element.Type) + ", the range of " + p.Path()
}

// exceeds reports, once per Port, that more is given than is accepted.
func (c *checker) exceeds(at claim, message, hint string) {
	k, p := &c.port[at.at], c.m.port(at.at)
	if k.told&ofRange != 0 {
		return
	}
	place := p.place()
	if at.link != 0 {
		place = c.m.Links[at.link-1].Place
	}
	k.told |= ofRange
	c.fault("range", p.Path(), place, message, hint)
}
