package reactor

import "time"

// Channels is a list of ports, the side of a connection between multiports or banks.
type Channels[T any] []Wire[T]

// Each lists ports as the channels of one side of a connection.
func Each[T any](ports ...Wire[T]) Channels[T] { return ports }

// Concat joins the channels of several ports or banks: bank index outer, channel inner.
func Concat[T any](parts ...Channels[T]) Channels[T] {
	var all Channels[T]
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Interleaved joins the channels of a bank's multiports channel by channel: channel outer, bank inner.
func Interleaved[T any](bank ...Channels[T]) Channels[T] {
	var all Channels[T]
	for ch, more := 0, true; more; ch++ {
		more = false
		for _, b := range bank {
			if ch < len(b) {
				all, more = append(all, b[ch]), true
			}
		}
	}
	return all
}

// Connection is returned by Connect for its options.
type Connection struct {
	one connection // nil for several
	all []connection
}

// each calls f with every connection.
func (c Connection) each(f func(b *connBase)) {
	if c.one != nil {
		f(c.one.base())
	}
	for _, x := range c.all {
		f(x.base())
	}
}

// connBase is the untyped part of a connection.
type connBase struct {
	from, to *portBase
	*way            // its options: Main's defaults until the connection has its own
	source   origin // where it was made
	delayed  bool
	physical bool
	cut      bool // it carries nothing: a mock feeds the receiving port
	remote   bool // it comes from a reactor that runs elsewhere: its values come through Offer
	copied   bool // it must copy although it has no delay
}

// way is the options of a connection that is more than an alias.
type way struct {
	delay time.Duration
	mode  *Mode    // around it
	sends *trigger // its delay line
	bounds
}

func (b *connBase) declaring(what string) {
	if b.from.owner.main.built {
		panic("reactor: " + what + " of the connection from " + pathOf(b.from) + " to " + pathOf(b.to) + ": the program is built already")
	}
}

// own gives the connection options of its own, which may be changed.
func (b *connBase) own() *way {
	if b.way == &b.from.owner.main.straight {
		b.way = &way{}
	}
	return b.way
}

// connection links two ports of one type.
type connection interface {
	base() *connBase
	line() *trigger        // makes the delay line of a delayed or physical connection
	copy(own *cell) func() // the body of the reaction that implements a connection in a mode
}

type conn[T any] struct{ connBase }

func (c *conn[T]) base() *connBase { return &c.connBase }

// Connect connects port from to port to, which then carries the values of from at the same tag, unless After or Physical is
// called on the result.
func Connect[T any](from, to Wire[T]) Connection {
	f, t := &from.port().portBase, &to.port().portBase
	if f.owner == nil || t.owner == nil {
		panic("reactor: Connect on a port that Init has not declared")
	}
	m := f.owner.main
	if m.built {
		panic("reactor: " + pathOf(f) + " is connected to " + pathOf(t) + ": the program is built already")
	}
	c := &conn[T]{connBase{from: f, to: t, way: &m.straight, source: m.caller()}}
	if t.owner.main != m {
		panic("reactor: " + pathOf(f) + " and " + pathOf(t) + " belong to different programs")
	}
	m.checkScope(&c.connBase)
	m.conns = longer[connection](m.conns, c)
	return Connection{one: c}
}

// ConnectThrough connects two ports anywhere in the program. Because a connection must not cross a reactor's border, each
// reactor on the way gets a port of the given name. It returns the last connection, which leads to the port to.
func ConnectThrough[T any](from, to Wire[T], name string) Connection {
	end := func(w Wire[T], inside bool) *Reactor { // the reactor in which a connection ends at a port
		p := &w.port().portBase
		if p.owner == nil {
			panic("reactor: ConnectThrough on a port that Init has not declared")
		}
		if p.input == inside {
			return p.owner
		}
		return p.owner.parent
	}
	out, in := end(from, true), end(to, false)
	var down []*Reactor // from the reactor where the ways meet
	within := func(r *Reactor) bool {
		for at := out; at != nil; at = at.parent {
			if at == r {
				return true
			}
		}
		return false
	}
	for ; in != nil && !within(in); in = in.parent {
		down = append(down, in)
	}
	pass := func(r *Reactor, p Element, w Wire[T]) {
		r.Declare(name, p)
		r.more().passing = append(r.more().passing, p)
		Connect(from, w)
		from = w
	}
	for ; out != nil && out != in; out = out.parent {
		p := &Out[T]{}
		pass(out, p, p)
	}
	for i := len(down) - 1; i >= 0; i-- {
		p := &In[T]{}
		pass(down[i], p, p)
	}
	return Connect(from, to)
}

// ConnectAll connects left to right channel by channel. Surplus channels on either side stay unconnected, which the built
// program reports as a warning.
func ConnectAll[T any](left, right Channels[T]) Connection {
	if len(left) != len(right) && len(left)+len(right) > 0 {
		ps := append(append(Channels[T]{}, left...), right...)
		p := ps[0].port()
		m := p.owner.main
		m.warnAt("width", m.caller(), pathOf(&p.portBase), "give both sides as many channels", "%d channels are connected to %d: the rest stays unconnected",
			len(left), len(right))
	}
	var all Connection
	for i := range min(len(left), len(right)) {
		all.all = append(all.all, Connect(left[i], right[i]).one)
	}
	return all
}

// Broadcast connects left to right, repeating left until every channel of right is connected: Lingua Franca's (left)+.
func Broadcast[T any](left, right Channels[T]) Connection {
	if len(left) == 0 {
		return Connection{}
	}
	if len(right)%len(left) != 0 {
		p := left[0].port()
		m := p.owner.main
		m.warnAt("width", m.caller(), pathOf(&p.portBase), "give the right side a multiple of the left one's channels",
			"%d channels are broadcast to %d: the last round is cut short", len(left), len(right))
	}
	var full Channels[T]
	for i := range right {
		full = append(full, left[i%len(left)])
	}
	return ConnectAll(full, right)
}

// After delays the connection by d; 0 means one microstep.
func (c Connection) After(d time.Duration) Connection {
	c.each(func(b *connBase) {
		b.declaring("After")
		if b.delayed {
			b.from.owner.main.fault("time", pathOf(b.from), "give one delay", "the connection to %s is delayed by %v and by %v", pathOf(b.to), b.delay, d)
		}
		b.delayed, b.own().delay = true, d
		if d < 0 {
			b.from.owner.main.fault("time", pathOf(b.from), "give a delay of 0 or more", "the connection to %s has a negative delay %v", pathOf(b.to), d)
		}
	})
	return c
}

// Physical makes the connection physical: the receiver stamps each value with the physical time at which it
// arrives, plus the delay of After. It is a door: its values are recorded.
func (c Connection) Physical() Connection {
	c.each(func(b *connBase) {
		b.declaring("Physical")
		b.physical = true
	})
	return c
}

// In puts the connection into a mode: it carries values only while the mode is active. A connection to or from a reactor in
// a mode belongs to that mode anyway.
func (c Connection) In(m *Mode) Connection {
	c.each(func(b *connBase) {
		b.declaring("In")
		if m == nil || m.owner == nil {
			b.from.owner.main.fault("undeclared", pathOf(b.from), "name a field of an initialised reactor", "the connection to %s is put into a mode that is not declared", pathOf(b.to))
			return
		}
		b.own().mode = m
		if m.owner != connOwner(b) {
			b.from.owner.main.fault("scope", pathOf(b.from), "name a mode of the reactor that contains the connection",
				"the connection to %s is put into the mode %s of another reactor", pathOf(b.to), m.path())
		}
	})
	return c
}

// checkScope applies Lingua Franca's wiring rule: a connection leads from an input of the containing reactor or an output
// of a contained one to an output of the containing reactor or an input of a contained one.
func (m *Main) checkScope(c *connBase) {
	from, to := c.from.owner, c.to.owner
	if !c.from.input {
		from = from.parent
	}
	if c.to.input {
		to = to.parent
	}
	if from == nil || from != to {
		m.fault("scope", pathOf(c.from), "connect own inputs and contained outputs to own outputs and contained inputs, level by level",
			"cannot be connected to %s: they do not meet in one reactor", pathOf(c.to))
	}
	if c.from == c.to {
		m.fault("scope", pathOf(c.from), "connect it to another port", "is connected to itself")
	}
}
