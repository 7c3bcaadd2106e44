package reactor

import (
	"reflect"
	"strconv"
	"unsafe"
)

// portBase is the part of a port that does not depend on the type of its values. The scheduler sees only this. The
// fields that setting a port touches come last, next to the value. Operations are functions unless an interface demands
// methods, because a method would be compiled again for the ports of every type.
type portBase struct {
	_        [0]func() // so that no comparison is compiled for the ports of every type
	owner    *Reactor
	field    *field
	root     *portBase // where the value is stored: itself, or the port at the far end of delay-free connections
	reader   *cell     // cell of the reactor whose reactions read it
	bits     uint64    // bits of the reactions that have declared it and do not share a bit
	cell     *cell     // cell of the reactor whose reactions set it
	down     span      // reactions it triggers, through all delay-free connections
	far      *far      // where its values go at the end of a tag; usually nil
	id       int32
	writer   int32 // the only reaction that may set it; or several or none
	input    bool
	optional bool
	present  bool

	elsewhere bool // a pointer to the value follows, not the value
}

// far is where a port's value goes at the end of its tag.
type far struct {
	outs  []deliverer
	calls []*trigger // delay lines that begin here and lead to reactions with deadlines
}

// deliverer carries a port's value onward at the end of a tag.
type deliverer interface{ deliver(e *Enclave) }

// Port is the common part of In and Out.
type Port[T any] struct {
	portBase
	value T
}

// portOf converts a port's base to the port. Code where every nanosecond matters does the conversion inline, because
// the call costs half a nanosecond.
func portOf[T any](p *portBase) *Port[T] { return (*Port[T])(unsafe.Pointer(p)) }

// valueOf returns a pointer to a port's value, which follows the part that does not depend on its type.
func valueOf(p *portBase) unsafe.Pointer {
	at := unsafe.Add(unsafe.Pointer(p), unsafe.Offsetof(Port[uint64]{}.value))
	if p.elsewhere {
		return *(*unsafe.Pointer)(at)
	}
	return at
}

func pathOf(p *portBase) string { return p.owner.join(p.field.name) }

// further gives p its own far, which may be changed.
func further(p *portBase) *far {
	if p.far == nil {
		p.far = &far{}
	}
	return p.far
}

// In is an input port for values of type T. A reactor's own reactions read it; only the parent's reactions and
// connections write it.
type In[T any] struct{ Port[T] }

// Optional says that the input need not be connected: it is then absent, and there is no warning.
func (p *In[T]) Optional() { p.optional = true }

// Out is an output port for values of type T.
type Out[T any] struct{ Port[T] }

// Wire is any port for values of type T.
type Wire[T any] interface{ port() *Port[T] }

func (p *Port[T]) port() *Port[T] { return p }

// Present reports whether the port has a value at the current tag. Only a reaction that declared the port with On,
// Uses or Sets may read it, and an Observer during AtTag: anything else panics.
func (p *Port[T]) Present() bool {
	if p.reader.runs&p.bits == 0 {
		checkReader(&p.portBase)
	}
	return p.root.present
}

// Get returns the value at the current tag, or the zero value when the port is absent. The rules of Present apply.
func (p *Port[T]) Get() (v T) {
	if p.reader.runs&p.bits == 0 {
		checkReader(&p.portBase)
	}
	if s := (*Port[T])(unsafe.Pointer(p.root)); s.present {
		v = s.value
	}
	return
}

// Ref returns a pointer to the value at the current tag, which must only be read, or nil when absent. At later tags the
// pointer shows the latest value, even when the port is absent. The rules of Present apply.
func (p *Port[T]) Ref() *T {
	if p.reader.runs&p.bits == 0 {
		checkReader(&p.portBase)
	}
	if s := (*Port[T])(unsafe.Pointer(p.root)); s.present {
		return &s.value
	}
	return nil
}

// Set writes the port at the current tag; a later write at the same tag replaces an earlier one. Only a
// reaction that declared the port with Sets may call it: anything else panics.
func (p *Port[T]) Set(v T) {
	c := p.cell
	if c == nil || c.w.cur != p.writer {
		checkWriter(&p.portBase)
	}
	p.value = v
	if !p.present {
		p.present = true
		c.w.marked(&p.portBase)
	}
}

func checkWriter(p *portBase) {
	if p.cell == nil || p.cell.w.cur < 0 {
		panic("reactor: port " + pathOf(p) + " is set outside of a reaction that declares it with Sets")
	}
	rx := p.cell.w.e.prog.reactions[p.cell.w.cur]
	if !rx.tied(p, sets) {
		panic("reactor: port " + pathOf(p) + " is set by reaction " + rx.path() + ", which does not declare it with Sets")
	}
}

// declarePort makes p a port of r with values of f's type.
func declarePort(p *portBase, r *Reactor, f *field, input bool) {
	if p.owner != nil {
		r.main.fault("duplicate", r.join(f.name), "declare every port once", "this port has been declared as %s", pathOf(p))
		return
	}
	p.owner, p.field, p.input = r, f, input
	p.root = p
	p.writer = none
	inside, outside := r.cell, (*cell)(nil)
	if r.parent != nil {
		outside = r.parent.cell
	}
	if p.cell, p.reader = inside, outside; input {
		p.cell, p.reader = outside, inside
	}
	if p.reader == nil { // an output of the main reactor: only an Observer reads it
		p.reader = inside
	}
	r.claims(f, "port")
	r.main.ports = longer(r.main.ports, p)
}

func (p *In[T]) declare(r *Reactor, f *field)  { declarePort(&p.portBase, r, holding[T](f), true) }
func (p *Out[T]) declare(r *Reactor, f *field) { declarePort(&p.portBase, r, holding[T](f), false) }

// holding notes in f that its values are of type T.
func holding[T any](f *field) *field {
	if f.values == nil {
		f.values = reflect.TypeFor[T]()
	}
	return f
}

// multi is a multiport: channels of equal type under one name.
type multi[P any] struct {
	ch    []*P
	owner *Reactor
	name  string
	used  bool // in a reaction's declaration: the width is final
}

func (m *multi[P]) declare(r *Reactor, f *field) { m.owner, m.name = r, f.name }

func (m *multi[P]) resize(n int, enter func(p *P, name string)) {
	if m.owner == nil {
		panic("reactor: a multiport is sized before Init")
	}
	if m.used && n != len(m.ch) || n < len(m.ch) {
		m.owner.main.fault("width", m.owner.join(m.name), "call Resize once, before the reactions are declared",
			"the multiport with %d channels in use is resized to %d", len(m.ch), n)
		return
	}
	for i := len(m.ch); i < n; i++ {
		p := new(P)
		enter(p, m.name+"["+strconv.Itoa(i)+"]")
		m.ch = append(m.ch, p)
	}
}

// Width returns the number of channels.
func (m *multi[P]) Width() int { return len(m.ch) }

// At returns channel i.
func (m *multi[P]) At(i int) *P { return m.ch[i] }

// MultiIn is an input with several channels. Resize it in the constructor.
type MultiIn[T any] struct{ multi[In[T]] }

// MultiOut is an output with several channels. Resize it in the constructor.
type MultiOut[T any] struct{ multi[Out[T]] }

// Resize gives the multiport n channels.
func (m *MultiIn[T]) Resize(n int) {
	m.resize(n, func(p *In[T], name string) { p.declare(m.owner, &field{name: name}) })
}

// Resize gives the multiport n channels.
func (m *MultiOut[T]) Resize(n int) {
	m.resize(n, func(p *Out[T], name string) { p.declare(m.owner, &field{name: name}) })
}

// Channels lists the channels in order.
func (m *MultiIn[T]) Channels() Channels[T] {
	var cs Channels[T]
	for _, p := range m.ch {
		cs = append(cs, p)
	}
	return cs
}

// Channels lists the channels in order.
func (m *MultiOut[T]) Channels() Channels[T] {
	var cs Channels[T]
	for _, p := range m.ch {
		cs = append(cs, p)
	}
	return cs
}

// bases lists the channels without their type; from now on the width is final.
func (m *MultiIn[T]) bases() []*portBase {
	m.used = true
	var bs []*portBase
	for _, p := range m.ch {
		bs = append(bs, &p.portBase)
	}
	return bs
}

// bases lists the channels without their type; from now on the width is final.
func (m *MultiOut[T]) bases() []*portBase {
	m.used = true
	var bs []*portBase
	for _, p := range m.ch {
		bs = append(bs, &p.portBase)
	}
	return bs
}

func (m *MultiIn[T]) triggered(rx *reaction)   { triggeredByAll(m.bases(), rx) }
func (m *MultiIn[T]) usedIn(rx *reaction)      { usedAllIn(m.bases(), rx) }
func (m *MultiIn[T]) affectedBy(rx *reaction)  { allAffectedBy(m.bases(), rx) }
func (m *MultiOut[T]) triggered(rx *reaction)  { triggeredByAll(m.bases(), rx) }
func (m *MultiOut[T]) usedIn(rx *reaction)     { usedAllIn(m.bases(), rx) }
func (m *MultiOut[T]) affectedBy(rx *reaction) { allAffectedBy(m.bases(), rx) }

func triggeredByAll(ps []*portBase, rx *reaction) {
	for _, p := range ps {
		p.triggered(rx)
	}
}

func usedAllIn(ps []*portBase, rx *reaction) {
	for _, p := range ps {
		p.usedIn(rx)
	}
}

func allAffectedBy(ps []*portBase, rx *reaction) {
	for _, p := range ps {
		p.affectedBy(rx)
	}
}
