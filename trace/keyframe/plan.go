package keyframe

import (
	"reflect"
	"strings"
	"sync"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace"
)

// handling is the way in which values of a type are saved.
type handling uint8

const (
	copied  handling = iota // bytes and pointers alike
	parts                   // field by field or element by element, because some of them are not copied
	mapping                 // what a map's pointer points at
	saved                   // by its own methods
	ignored                 // not at all
)

// plan describes a type.
type plan struct {
	t        reflect.Type
	size     uintptr
	how      handling
	pointers bool   // it holds pointers of any kind, so that a copy must be typed
	refs     []ref  // where it leads to other memory
	fields   []part // of parts
}

// part is a piece of a value that is handled separately.
type part struct {
	off  uintptr
	plan *plan
}

// ref is a place in a value that leads to other memory.
type ref struct {
	off  uintptr
	kind reflect.Kind // Pointer, Slice, Map, Interface; Array for repeated values
	t    reflect.Type // the type pointed to, of the elements, or of the map or interface
	n    int          // Array
	plan *plan        // of t, once it was needed
}

// plans are the plans of types, and of the contents of maps.
type plans struct{ types, maps map[reflect.Type]*plan }

var (
	saver     = reflect.TypeFor[Saver]()
	stateless = reflect.TypeFor[Stateless]()

	// outside are types that must not be copied: locks, and data that other threads may be writing.
	outside = []reflect.Type{reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex](), reflect.TypeFor[sync.Cond](),
		reflect.TypeFor[sync.Pool](), reflect.TypeFor[sync.WaitGroup](), reflect.TypeFor[sync.Map](), reflect.TypeFor[rt.Mutex](),
		reflect.TypeFor[rt.Waiter](), reflect.TypeFor[trace.Writer](), reflect.TypeFor[trace.Reader]()}

	// foreign are packages whose structs represent something outside the program.
	foreign = map[string]bool{"bufio": true, "context": true, "internal/abi": true, "internal/poll": true, "log": true,
		"log/slog": true, "net": true, "net/http": true, "os": true, "os/exec": true, "reflect": true, "runtime": true,
		"syscall": true, "testing": true}
)

func isOutside(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for _, o := range outside {
		if t == o {
			return true
		}
	}
	switch t.PkgPath() {
	case "time":
		return t.Name() != "Time" && t.Name() != "Month"
	case "crypto/tls":
		return true
	}
	return foreign[t.PkgPath()]
}

// of returns the plan of a type.
func (ps *plans) of(t reflect.Type) *plan {
	if p := ps.types[t]; p != nil {
		return p
	}
	p := &plan{t: t, size: t.Size()}
	ps.types[t] = p
	ptr := reflect.PointerTo(t)
	switch {
	case isOutside(t) || t.Kind() != reflect.Interface && ptr.Implements(stateless):
		p.how = ignored
	case t.Kind() != reflect.Interface && ptr.Implements(saver):
		p.how = saved
	default:
		ps.look(p)
	}
	return p
}

// look fills in the plan of a type that is neither a Saver nor Stateless.
func (ps *plans) look(p *plan) {
	switch t := p.t; t.Kind() {
	case reflect.Pointer, reflect.Slice:
		p.pointers = true
		p.refs = []ref{{kind: t.Kind(), t: t.Elem()}}
	case reflect.Map, reflect.Interface:
		p.pointers = true
		p.refs = []ref{{kind: t.Kind(), t: t}}
	case reflect.String, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		p.pointers = true
	case reflect.Array:
		e := ps.of(t.Elem())
		p.pointers = e.pointers
		switch {
		case e.how != copied:
			p.how = parts
			for i := range t.Len() {
				p.fields = append(p.fields, part{uintptr(i) * e.size, e})
			}
		case len(e.refs) > 0:
			p.refs = []ref{{kind: reflect.Array, t: t.Elem(), n: t.Len(), plan: e}}
		}
	case reflect.Struct:
		ps.lookStruct(p)
	}
}

func (ps *plans) lookStruct(p *plan) {
	if target, off, ok := atomicPointer(p.t); ok {
		p.pointers = true
		p.refs = []ref{{off: off, kind: reflect.Pointer, t: target}}
		return
	}
	for i := range p.t.NumField() {
		f := p.t.Field(i)
		x := ps.of(f.Type)
		p.pointers = p.pointers || x.pointers
		if x.how != copied {
			p.how = parts
		}
		p.fields = append(p.fields, part{f.Offset, x})
		for _, r := range x.refs {
			r.off += f.Offset
			p.refs = append(p.refs, r)
		}
	}
	if p.how == parts {
		p.refs = nil
	} else {
		p.fields = nil
	}
}

// atomicPointer returns the target type of an atomic.Pointer, and the offset of the pointer in it.
func atomicPointer(t reflect.Type) (target reflect.Type, off uintptr, ok bool) {
	if t.PkgPath() != "sync/atomic" || !strings.HasPrefix(t.Name(), "Pointer[") {
		return nil, 0, false
	}
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Type.Kind() == reflect.Array && f.Type.Elem().Kind() == reflect.Pointer:
			target = f.Type.Elem().Elem()
		case f.Type.Kind() == reflect.UnsafePointer:
			off, ok = f.Offset, true
		}
	}
	return target, off, ok && target != nil
}

// mapOf returns the plan of the memory behind a map's pointer.
func (ps *plans) mapOf(t reflect.Type) *plan {
	p := ps.maps[t]
	if p == nil {
		p = &plan{t: t, how: mapping}
		ps.maps[t] = p
	}
	return p
}
