package project

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/reactor"
)

// element is a value that leaves an Atom or an External, or that an Atom stores, and its valid range.
type element struct {
	at       *float64
	last     float64 // the last valid value
	min, max float64
	watch    bool // check closely: it is flagged, may freeze, or has not been valid yet
	seen     bool // it has been valid once
	absent   bool // the driver has no value
	flagged  bool
	kind     string // why it is flagged
	path     string
	unit     string
	sinks    uint64 // the actuators that depend on it
	frozen   time.Duration
	changed  reactor.Time
	since    reactor.Time
}

func newElement(p *atom.Port, sinks uint64) element {
	return limited(p, p.Element.Validity, p.At(), sinks)
}

// limited makes an element whose value is at a place and limited by v.
func limited(p *atom.Port, v atom.Validity, at *float64, sinks uint64) element {
	e := element{at: at, last: *at, min: v.Min, max: v.Max, watch: true, path: p.Path(), unit: p.Datatype.Type.Symbol(), sinks: sinks, frozen: v.Frozen}
	stored := p.Element.Role == atom.StorageRole
	if v.Min == 0 && v.Max == 0 {
		e.min, e.max = math.Inf(-1), math.Inf(1)
	}
	if !stored { // infinite values are not passed on
		e.min, e.max = max(e.min, -math.MaxFloat64), min(e.max, math.MaxFloat64)
	}
	return e
}

// intake is a value that is checked where it is read, because what a Need or an interface on the way accepts is
// narrower than what the Product promises.
type intake struct {
	element
	from *float64
	v    float64 // the value that is read
}

// admit takes what a running Atom is about to read: an invalid value is replaced by the last valid one.
func (g *guard) admit(all []*intake, at reactor.Time) {
	for _, in := range all {
		in.v = *in.from
		if e := &in.element; in.v >= e.min && in.v <= e.max && !e.watch {
			e.last = in.v
		} else {
			g.judge(e, at)
		}
	}
}

// follow takes what a law that is not in command reads; nothing is flagged.
func (in *intake) follow(at reactor.Time) {
	e := &in.element
	if v := *in.from; v >= e.min && v <= e.max && math.Float64bits(v) != math.Float64bits(e.last) {
		e.last, e.changed = v, at
	}
	in.v = e.last
}

// guard keeps invalid values from being passed on.
type guard struct {
	log    *log
	hold   time.Duration
	count  uint32     // flagged
	total  uint64     // flagged since the start
	all    []*element // of the loop
	news   []Event    // of the tag
	halted uint64     // the actuators that must stop because of flags here
}

// add makes room for the elements of a member.
func (g *guard) add(es []element) {
	for i := range es {
		g.all = append(g.all, &es[i])
	}
}

// vet checks what a member has just produced: an invalid value is replaced by the last valid one.
func (g *guard) vet(es []element, at reactor.Time) {
	for i := range es {
		e := &es[i]
		if v := *e.at; v >= e.min && v <= e.max && !e.watch {
			e.last = v
			continue
		}
		g.judge(e, at)
	}
}

// judge checks one value closely.
func (g *guard) judge(e *element, at reactor.Time) {
	v := *e.at
	kind := ""
	switch {
	case e.absent:
		kind = Missing
	case math.IsNaN(v) || math.IsInf(v, 0) && !(v >= e.min && v <= e.max):
		kind = NaN
	case v < e.min || v > e.max:
		kind = Range
	case e.frozen > 0:
		if !e.seen || math.Float64bits(v) != math.Float64bits(e.last) {
			e.changed = at
		} else if time.Duration(at-e.changed) >= e.frozen {
			kind = Frozen
		}
	}
	if kind != "" {
		switch {
		case !e.flagged:
			e.flagged, e.since = true, at
			g.count++
			g.total++
			g.raise(e, kind, at, v)
		case kind != e.kind: // it stays flagged, for another reason
			g.tell(Event{At: at, Path: e.path, Kind: e.kind, Value: v, Unit: e.unit, Since: e.since})
			g.raise(e, kind, at, v)
		}
		*e.at, e.absent, e.watch = e.last, false, true
		return
	}
	if e.flagged {
		g.lower(e, at, v)
	}
	e.last, e.seen, e.watch = v, true, e.frozen > 0
}

// raise flags e and reports why.
func (g *guard) raise(e *element, kind string, at reactor.Time, v float64) {
	e.kind = kind
	g.tell(Event{At: at, Path: e.path, Kind: kind, Raised: true, Value: v, Unit: e.unit, Since: e.since})
}

// forget lowers the flags of a law that is no longer in command, because its values are no longer used.
func (g *guard) forget(l *law, at reactor.Time) {
	lower := func(e *element) {
		if e.flagged {
			g.lower(e, at, e.last)
		}
	}
	for _, m := range l.members {
		for _, in := range m.intakes {
			lower(&in.element)
		}
		for i := range m.elements {
			lower(&m.elements[i])
		}
	}
	for _, in := range l.intakes {
		lower(&in.element)
	}
}

// lower ends a flag.
func (g *guard) lower(e *element, at reactor.Time, v float64) {
	e.flagged, e.changed = false, at
	g.count--
	g.tell(Event{At: at, Path: e.path, Kind: e.kind, Value: v, Unit: e.unit, Since: e.since})
}

// halts returns the actuators that must stop at a time.
func (g *guard) halts(at reactor.Time) uint64 {
	if g.count == 0 {
		return 0
	}
	var mask uint64
	for _, e := range g.all {
		if e.flagged && (!e.seen || g.hold >= 0 && time.Duration(at-e.since) >= g.hold) {
			mask |= e.sinks
		}
	}
	return mask
}

// tell reports an event, also on the loop's port.
func (g *guard) tell(e Event) {
	if len(g.news) < cap(g.news) {
		g.news = append(g.news, e)
	}
	g.log.add(e)
}
