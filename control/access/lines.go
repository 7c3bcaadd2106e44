package access

import "github.com/sinew-robotics/sinew/reactor"

// Lines are one side of an access: a pair of ports for each thread that asks through it.
type Lines[U, D any] struct {
	up       reactor.Channels[U]
	down     reactor.Channels[D]
	upLate   bool // requests arrive one microstep later
	downLate bool
	link     *link
}

// link leads to the owner of data through everything in between.
type link struct {
	to    *link
	owner any
}

// Part returns n of the lines, from index i on.
func (l Lines[U, D]) Part(i, n int) Lines[U, D] {
	l.up, l.down = l.up[i:i+n], l.down[i:i+n]
	return l
}

// Join connects one side with the other, line by line. Call it in the constructor of the component that
// contains both.
func Join[U, D any](asks, gives Lines[U, D]) {
	up, down := reactor.ConnectAll(asks.up, gives.up), reactor.ConnectAll(gives.down, asks.down)
	if gives.upLate {
		up.After(0)
	}
	if gives.downLate {
		down.After(0)
	}
	if asks.link != nil {
		asks.link.to = gives.link
	}
}

// Asks is the side of a component whose contents ask for something outside.
type Asks[U, D any] struct {
	Up   reactor.MultiOut[U]
	Down reactor.MultiIn[D]
	link link
}

// Init declares the ports in their reactor, for n threads.
func (a *Asks[U, D]) Init(r *reactor.Reactor, up, down string, n int) {
	r.Declare(up, &a.Up)
	r.Declare(down, &a.Down)
	a.Up.Resize(n)
	a.Down.Resize(n)
	for i := range n {
		a.Down.At(i).Optional()
	}
}

// Lines returns its connections.
func (a *Asks[U, D]) Lines() Lines[U, D] {
	return Lines[U, D]{up: a.Up.Channels(), down: a.Down.Channels(), link: &a.link}
}

// Gives is the side of a component whose contents others ask for.
type Gives[U, D any] struct {
	Up   reactor.MultiIn[U]
	Down reactor.MultiOut[D]
	link link
}

// Init declares the ports in their reactor, for n threads.
func (g *Gives[U, D]) Init(r *reactor.Reactor, up, down string, n int) {
	r.Declare(up, &g.Up)
	r.Declare(down, &g.Down)
	g.Up.Resize(n)
	g.Down.Resize(n)
	for i := range n {
		g.Up.At(i).Optional()
	}
}

// Lines returns its connections.
func (g *Gives[U, D]) Lines() Lines[U, D] {
	return Lines[U, D]{up: g.Up.Channels(), down: g.Down.Channels(), link: &g.link}
}
