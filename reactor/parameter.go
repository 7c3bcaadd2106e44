package reactor

// ParamInfo describes a parameter to those who tune it.
type ParamInfo struct {
	Unit     string // "" for none
	Help     string
	Min, Max float64 // of a number; both 0 for any
}

// Parameter is a value that may be changed while the program runs. A change comes through a door like any physical
// action: it takes effect at a tag, is recorded, and may trigger reactions. Whoever offers a value keeps it within
// the range; the reactor only holds it.
type Parameter[T any] struct{ PhysicalAction[T] }

func (p *Parameter[T]) declare(r *Reactor, name string) {
	p.PhysicalAction.declare(r, name)
	p.t.param = &ParamInfo{}
}

// Define sets the value at the start and the description. It belongs in the constructor.
func (p *Parameter[T]) Define(value T, info ParamInfo) {
	p.q.value = value
	p.t.param = &info
}

// Get returns the value at the current tag.
func (p *Parameter[T]) Get() T { return p.q.value }
