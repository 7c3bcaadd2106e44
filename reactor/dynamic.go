package reactor

import (
	"reflect"
	"unsafe"
)

// Dynamic is an output port for values of a type known only at run time, such as those of a recorded topic.
// Reactor.Declare declares it.
type Dynamic struct {
	portBase
	at    unsafe.Pointer // of the value, where other ports store theirs
	value any            // pointer to the value
	typ   reflect.Type
}

// NewDynamic returns a port for values of type t.
func NewDynamic(t reflect.Type) *Dynamic {
	v := reflect.New(t)
	return &Dynamic{portBase{elsewhere: true}, v.UnsafePointer(), v.Interface(), t}
}

func (p *Dynamic) declare(r *Reactor, f *field) {
	p.owner, p.field = r, &field{name: f.name, values: p.typ}
	p.root, p.writer = &p.portBase, none
	p.cell, p.reader = r.cell, r.cell
	if r.parent != nil {
		p.reader = r.parent.cell
	}
	r.claims(f, "port")
	r.main.ports = longer(r.main.ports, &p.portBase)
}

// Write sets the port at the current tag: set gets a pointer to the last value, of the port's type. Only a
// reaction that declared the port with Sets may call it: anything else panics.
func (p *Dynamic) Write(set func(v unsafe.Pointer)) {
	c := p.cell
	if c == nil || c.w.cur != p.writer {
		checkWriter(&p.portBase)
	}
	set(p.at)
	if !p.present {
		p.present = true
		c.w.marked(&p.portBase)
	}
}

// RecordedTag is the key of a struct tag, on the first field of an unnamed struct, that gives the type's name in a
// recording.
const RecordedTag = "recorded"

// TypeName names a type for people. A type made from a recording, which has no name in Go, has the recording's name.
func TypeName(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.Name() == "" && t.NumField() > 0 {
		if name, ok := t.Field(0).Tag.Lookup(RecordedTag); ok {
			return name
		}
	}
	return t.String()
}
