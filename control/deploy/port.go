package deploy

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/sinew-robotics/sinew/reactor"
)

// Flow is what a read found.
type Flow uint8

// The kinds of flow: nothing was ever written, nothing was written since the last read, or there is something new.
const (
	NoData Flow = iota
	OldData
	NewData
)

// String returns the flow's name in Orocos.
func (f Flow) String() string { return [...]string{"NoData", "OldData", "NewData"}[min(f, NewData)] }

// Port describes a port. If both ends of a connection name a unit or a frame, it must agree.
type Port struct {
	Unit, Frame, Help string
	Event             bool             // of an input: a value that comes in wakes the component
	Buffer            int              // of an input: how many values can wait; 0 keeps only the latest
	Full              reactor.Overflow // what a full buffer does: DropOldest unless set; StopOnOverflow is an error of the component
}

// MaxBuffer is how many values can wait in a port.
const MaxBuffer = 4096

// end is an end of connections, whatever the type of its values.
type end struct {
	Port
	c    *Component
	name string
	typ  reflect.Type
	late bool // made after the program was built, without a reactor port
}

func (e *end) path() string { return e.c.name + "." + e.name }

func (e *end) at() *end { return e }

// inlet is an input.
type inlet interface {
	at() *end
	trigger() reactor.Trigger // nil if the input was made late
	take()                    // takes in what came over the reactors' own connections
	offer(text []byte) error  // a value as JSON, from an order
	from() *sources
}

// outlet is an output.
type outlet interface {
	at() *end
	effect() reactor.Effect // nil if the output was made late
	join(in inlet) error
	leave(in inlet) bool
	wire(in inlet) (reactor.Connection, error) // joins before the program is built; across threads by a reactor connection
}

// sources holds what an input is connected to and how many values it lost.
type sources struct {
	of     []outlet // connections that the deployer carries
	wired  *end     // the end of a reactor's connection, from another thread
	closed bool     // its values are ignored
	lost   uint64   // values that found no room
	came   uint64
}

// Input is an input of a component: it holds the latest value, or as many as its buffer has room for.
type Input[T any] struct {
	end
	sources
	in     reactor.In[T]
	latest T
	flow   Flow
	ring   []T
	first  int
	n      int
}

// NewInput gives a component an input. Call it in the function that makes the component's body.
func NewInput[T any](c *Component, name string, p Port) *Input[T] {
	i := &Input[T]{end: end{Port: p, c: c, name: name, typ: reflect.TypeFor[T](), late: c.late}, ring: make([]T, min(max(p.Buffer, 0), MaxBuffer))}
	if p.Buffer < 0 || p.Buffer > MaxBuffer {
		c.wrong(fmt.Errorf("input %s: a buffer of %d values: give 0 to %d", name, p.Buffer, MaxBuffer))
	}
	if old := c.input(name); old != nil && c.renewing {
		if x, ok := old.(*Input[T]); ok && x.Unit == p.Unit && x.Frame == p.Frame && x.Event == p.Event && x.Buffer == p.Buffer && x.Full == p.Full {
			return x
		}
		c.wrong(fmt.Errorf("input %s is not as before, a %s: ports stay as the component was created with them", name, described(old.at())))
		return i
	}
	if c.enter(&i.end) {
		c.inputs = append(c.inputs, i)
		if !i.late {
			c.Declare(name, &i.in)
			i.in.Optional()
		}
	}
	return i
}

// described is a port's type with unit and frame, in words.
func described(e *end) string {
	s := reactor.TypeName(e.typ)
	if e.Unit != "" {
		s += " in " + e.Unit
	}
	if e.Frame != "" {
		s += " of frame " + e.Frame
	}
	return s
}

func (i *Input[T]) trigger() reactor.Trigger {
	if i.late {
		return nil
	}
	return &i.in
}

func (i *Input[T]) from() *sources { return &i.sources }

func (i *Input[T]) take() {
	if !i.late && i.in.Present() && !i.closed {
		i.put(i.in.Get())
	}
}

func (i *Input[T]) offer(text []byte) error {
	var v T
	if err := fromJSON(text, &v); err != nil {
		return fmt.Errorf("%s takes %s: %w", i.path(), described(&i.end), err)
	}
	i.put(v)
	return nil
}

// put takes a value.
func (i *Input[T]) put(v T) {
	i.came++
	if i.Event {
		i.c.wake()
	}
	if len(i.ring) == 0 {
		i.latest, i.flow = v, NewData
		return
	}
	if i.n == len(i.ring) {
		i.lost++
		switch i.Full {
		case reactor.DropNewest:
			return
		case reactor.StopOnOverflow:
			i.c.overflow(&i.end)
			return
		}
		i.first, i.n = (i.first+1)%len(i.ring), i.n-1
	}
	i.ring[(i.first+i.n)%len(i.ring)] = v
	i.n++
	i.flow = NewData
}

// Read returns the next value and what it found: from a buffer the oldest value that waits. If nothing new is there it
// returns the last value again, or the zero value if there never was one.
func (i *Input[T]) Read() (T, Flow) {
	if i.n > 0 {
		i.latest = i.ring[i.first]
		i.first, i.n = (i.first+1)%len(i.ring), i.n-1
		return i.latest, NewData
	}
	f := i.flow
	if f == NewData {
		i.flow = OldData
		if len(i.ring) > 0 {
			f = OldData
		}
	}
	return i.latest, f
}

// Waiting returns how many values of a buffer have not been read.
func (i *Input[T]) Waiting() int { return i.n }

// Output is an output of a component.
type Output[T any] struct {
	end
	out  reactor.Out[T]
	to   []*Input[T]
	last T
	owed bool // the reactor's port is not set yet
}

// MaxReaders is how many inputs an output can lead to within its thread.
const MaxReaders = 64

// NewOutput gives a component an output. Call it in the function that makes the component's body.
func NewOutput[T any](c *Component, name string, p Port) *Output[T] {
	o := &Output[T]{end: end{Port: p, c: c, name: name, typ: reflect.TypeFor[T](), late: c.late}, to: make([]*Input[T], 0, MaxReaders)}
	if old := c.output(name); old != nil && c.renewing {
		if x, ok := old.(*Output[T]); ok && x.Unit == p.Unit && x.Frame == p.Frame {
			return x
		}
		c.wrong(fmt.Errorf("output %s is not as before, a %s: ports stay as the component was created with them", name, described(old.at())))
		return o
	}
	if c.enter(&o.end) {
		c.outputs = append(c.outputs, o)
		if !o.late {
			c.Declare(name, &o.out)
		}
	}
	return o
}

// Set writes a value. Only the component itself may call it, in its hooks and operations. In an operation that another
// component calls, readers get the value at once, but the reactor's port is set only in the component's own turn.
func (o *Output[T]) Set(v T) {
	o.last = v
	if o.c.active {
		o.set()
	} else {
		o.owed, o.c.owes = true, true
	}
	for _, in := range o.to {
		in.put(v)
	}
}

// set sets the reactor's port, or notes the value if there is none.
func (o *Output[T]) set() {
	if o.late {
		o.c.written(o.name, o.last)
		return
	}
	o.out.Set(o.last)
}

// settle sets the port to what was written during another component's turn.
func (o *Output[T]) settle() {
	if o.owed {
		o.owed = false
		o.set()
	}
}

func (o *Output[T]) effect() reactor.Effect {
	if o.late {
		return nil
	}
	return &o.out
}

// fits returns why two ports cannot be connected, nil if they can.
func fits(o, i *end) error {
	switch {
	case o.typ != i.typ, o.Unit != i.Unit && o.Unit != "" && i.Unit != "", o.Frame != i.Frame && o.Frame != "" && i.Frame != "":
		return fmt.Errorf("%s gives %s, and %s takes %s: connect ports of one type, unit and frame", o.path(), described(o), i.path(), described(i))
	}
	return nil
}

func (o *Output[T]) join(in inlet) error {
	i, ok := in.(*Input[T])
	if err := fits(&o.end, in.at()); err != nil || !ok {
		return err
	}
	switch err := sole(i); {
	case slices.Contains(o.to, i):
		return fmt.Errorf("%s is connected to %s already", o.path(), i.path())
	case err != nil:
		return err
	case len(o.to) == cap(o.to):
		return fmt.Errorf("%s leads to %d inputs, and there is no room for more", o.path(), len(o.to))
	}
	o.to = append(o.to, i)
	i.of = append(i.of, o)
	return nil
}

// sole returns why an input cannot take one more output: the input keeps only the latest value, and an output writes it
// already.
func sole(in inlet) error {
	i, s := in.at(), in.from()
	if i.Buffer > 0 || i.Event || !s.fed() {
		return nil
	}
	return fmt.Errorf("%s keeps the latest value and %s writes it already: disconnect that, or give the port a buffer", i.path(), s.name())
}

// fed reports whether values come in.
func (s *sources) fed() bool { return len(s.of) > 0 || s.wired != nil && !s.closed }

// name returns the name of the first source.
func (s *sources) name() string {
	if len(s.of) > 0 {
		return s.of[0].at().path()
	}
	return s.wired.path()
}

func (o *Output[T]) leave(in inlet) bool {
	i, ok := in.(*Input[T])
	k := -1
	if ok {
		k = slices.Index(o.to, i)
	}
	if k < 0 {
		return false
	}
	o.to = slices.Delete(o.to, k, k+1)
	i.of = slices.DeleteFunc(i.of, func(x outlet) bool { return x == outlet(o) })
	return true
}

func (o *Output[T]) wire(in inlet) (reactor.Connection, error) {
	i, ok := in.(*Input[T])
	if err := fits(&o.end, in.at()); err != nil || !ok {
		return reactor.Connection{}, err
	}
	if o.c.d == i.c.d {
		err := o.join(in)
		if err == nil {
			reactor.Carries(&o.out, &i.in, !o.c.d.before(o.c, i.c))
		}
		return reactor.Connection{}, err
	}
	if i.wired != nil || len(i.of) > 0 {
		return reactor.Connection{}, fmt.Errorf("%s is connected to %s already: an input takes one connection from another thread, and then no other", i.path(), i.sources.name())
	}
	i.wired = &o.end
	out, into := &reactor.Out[T]{}, &reactor.In[T]{} // at the borders of the two threads
	name := o.c.name + "_" + o.name + "_to_" + i.c.name + "_" + i.end.name
	o.c.d.border(name, out)
	i.c.d.border(name, into)
	reactor.Connect(&o.out, out)
	reactor.Connect(into, &i.in)
	return reactor.Connect(out, into), nil
}
