package access

import "github.com/sinew-robotics/sinew/reactor"

// Write is a value that a thread writes to shared data.
type Write[T any] struct{ Value T }

// Clone copies a write that waits, with the Clone method of the data's type if it has one.
func (w Write[T]) Clone() Write[T] { return Write[T]{reactor.Copy(&w.Value)} }

// Change says that shared data have changed. It orders readers after the owner within a tag.
type Change struct{}

// Cell owns data that several threads share.
//
//	in   up      writes, by thread
//	out  down    notices of a change, by thread
//	out  value   the present value, for observers
//	out  unseen  how many values in all were overwritten at the tag at which they were written
type Cell[T any] struct {
	reactor.Reactor
	Value  reactor.Out[T]
	Unseen reactor.Out[uint64]
	Gives[Write[T], Change]
	value  T
	unseen uint64
}

// NewCell makes shared data for a number of threads. They start as the zero value.
func NewCell[T any](parent reactor.Parent, name string, threads int) *Cell[T] {
	c := &Cell[T]{}
	reactor.Init(parent, name, c)
	c.Up.Resize(threads)
	c.Down.Resize(threads)
	for i := range threads {
		c.Up.At(i).Optional()
	}
	c.link.owner = &c.value
	c.Reaction("set").On(&c.Up).Sets(&c.Down, &c.Value, &c.Unseen).Do(c.set)
	return c
}

// Lines returns its connections.
func (c *Cell[T]) Lines() Lines[Write[T], Change] {
	l := c.Gives.Lines()
	l.upLate = true
	return l
}

func (c *Cell[T]) set() {
	writes := uint64(0)
	for i := range c.Up.Width() {
		if w := c.Up.At(i).Ref(); w != nil {
			c.value = w.Value
			writes++
		}
	}
	if c.Value.Set(c.value); writes > 1 {
		c.unseen += writes - 1
		c.Unseen.Set(c.unseen)
	}
	for i := range c.Down.Width() {
		c.Down.At(i).Set(Change{})
	}
}

// Data are shared data as a thread sees them.
type Data[T any] struct {
	Write  reactor.Out[Write[T]]
	Change reactor.In[Change]
	link   link
	at     *T
}

// Init declares the ports in the thread's reactor.
func (d *Data[T]) Init(r *reactor.Reactor, name string) {
	r.Declare(name+"_set", &d.Write)
	r.Declare(name+"_change", &d.Change)
	d.Change.Optional()
}

// Lines returns its connections.
func (d *Data[T]) Lines() Lines[Write[T], Change] {
	return Lines[Write[T], Change]{up: reactor.Each[Write[T]](&d.Write), down: reactor.Each[Change](&d.Change), link: &d.link}
}

// Get points to the data as they were when the tag began. Only a reaction that has declared Change with On or Uses may call it; in
// any other, which could run at the same time as the owner, it panics. The caller must neither change the data nor keep the pointer.
func (d *Data[T]) Get() *T {
	d.Change.Present()
	if d.at == nil {
		d.at = d.find()
	}
	return d.at
}

// find follows the connections to the owner. Without one, the data are zero forever.
func (d *Data[T]) find() *T {
	for l := &d.link; l != nil; l = l.to {
		if at, ok := l.owner.(*T); ok {
			return at
		}
	}
	return new(T)
}

// Set gives the data another value, one microstep later. Only a reaction that has declared Write with Sets may call it.
func (d *Data[T]) Set(v T) { d.Write.Set(Write[T]{v}) }
