package reactor

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Element is what a reactor can have as a field: a port, multiport, timer, action, mode, sensor or actuator.
type Element interface {
	declare(r *Reactor, f *field)
	declared() bool
}

// field describes an element; all reactors of a kind share it.
type field struct {
	name    string
	typ     reflect.Type // of the element itself
	at      uintptr      // its offset in the struct
	values  reflect.Type // ports only
	claimed bool         // every reactor of the kind uses the name
}

// kind describes a type of reactors.
type kind struct {
	typ    reflect.Type
	fields []field
	known  bool // a reactor of the kind has been declared without a fault
	plain  bool // it cannot hold an element that is not a field
}

func (p *portBase) declared() bool       { return p.owner != nil }
func (m *multi[P]) declared() bool       { return m.owner != nil }
func (t *Timer) declared() bool          { return t.t != nil }
func (m *Mode) declared() bool           { return m.owner != nil }
func (a *Actuator[C, A]) declared() bool { return a.d.owner != nil }
func (s *Sensor[A]) declared() bool      { return s.d.owner != nil }

// Declare declares e, which is not a field of the reactor's struct, under a name. It is for reactors whose ports are
// known only at run time. What e points to must be reachable from the struct. Declare belongs in the constructor, after
// Init, once for each element. Dots in the name lead to parts, as in gains.kp.
func (r *Reactor) Declare(name string, e Element) {
	switch {
	case r.main == nil:
		panic("reactor: " + name + " is declared in a reactor that Init has not made")
	case r.main.built:
		panic("reactor: " + r.join(name) + " is declared after the program was built")
	}
	for part := range strings.SplitSeq(name, ".") {
		if !validName(part) {
			r.main.fault("name", r.join(name), "use letters, digits, '_' and a bank index like [3]", "%q is not a name", name)
			break
		}
	}
	e.declare(r, &field{name: name})
}

var (
	reactorType = reflect.TypeFor[Reactor]()
	elementType = reflect.TypeFor[Element]()
)

// kindOf returns the description of a type of reactors.
func (m *Main) kindOf(t reflect.Type) *kind {
	k := m.kinds[t]
	if k == nil {
		k = &kind{typ: t}
		k.list(t, 0)
		k.plain = k.isPlain(t, 0, true, false)
		m.kinds[t] = k
	}
	return k
}

// list finds the fields of a struct at an offset.
func (k *kind) list(t reflect.Type, at uintptr) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Type == reactorType:
		case f.Anonymous && f.Type.Kind() == reflect.Struct && !isElement(f.Type):
			k.list(f.Type, at+f.Offset)
		default:
			k.add(spelling.Snake(f.Name), f.Type, at+f.Offset)
		}
	}
}

func (k *kind) add(name string, t reflect.Type, at uintptr) {
	if isElement(t) {
		k.fields = append(k.fields, field{name: name, typ: t, at: at})
		return
	}
	if t.Kind() == reflect.Array && holds(t.Elem()) {
		for i := range t.Len() {
			k.add(name+"["+strconv.Itoa(i)+"]", t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	}
}

// isPlain reports whether all elements that checkFields would inspect in a value of type t, at an offset of the kind's
// struct, are fields.
func (k *kind) isPlain(t reflect.Type, at uintptr, outermost, embedded bool) bool {
	if t == reactorType || t == reflect.TypeFor[Main]() {
		return true
	}
	if isElement(t) {
		return slices.ContainsFunc(k.fields, func(f field) bool { return f.at == at && f.typ == t })
	}
	switch t.Kind() {
	case reflect.Pointer:
		return !t.Implements(elementType) && !(embedded && t.Elem().Kind() == reflect.Struct && holds(t.Elem()))
	case reflect.Slice:
		return !holds(t.Elem()) && !t.Elem().Implements(elementType)
	case reflect.Array:
		if !holds(t.Elem()) && !t.Elem().Implements(elementType) {
			return true
		}
		for i := range t.Len() {
			if !k.isPlain(t.Elem(), at+uintptr(i)*t.Elem().Size(), false, false) {
				return false
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Type == reactorType && !outermost || !k.isPlain(f.Type, at+f.Offset, outermost && f.Anonymous, f.Anonymous) {
				return false
			}
		}
	}
	return true
}

// declareFields declares the elements of r's struct.
func (r *Reactor) declareFields(k *kind) {
	m := r.main
	r.kind, m.here = k, r.source
	faults := len(m.faults)
	for i := range k.fields {
		f := &k.fields[i]
		el, _ := reflect.NewAt(f.typ, unsafe.Add(r.self, f.at)).Interface().(Element)
		el.declare(r, f)
	}
	m.here = 0
	if !k.known && len(m.faults) == faults { // from now on the kind uses the names
		names := map[string]string{}
		maps.Copy(names, r.names)
		for _, b := range r.banks {
			for i := range b.last + 1 {
				names[b.base+"["+strconv.Itoa(i)+"]"] = b.as
			}
		}
		k.known, m.taken[k] = true, names
		if x := r.more(); x.mode == nil && x.modes == nil && x.devices == nil {
			r.extras = &m.bare
		} else {
			x.names, x.banks = nil, nil
		}
		for i := range k.fields {
			k.fields[i].claimed = true
		}
	}
}

func isElement(t reflect.Type) bool { return reflect.PointerTo(t).Implements(elementType) }

// element returns the contents of a field if it is an Element.
func element(field reflect.Value) (Element, bool) {
	el, ok := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Interface().(Element)
	return el, ok
}

// value is a pointer to r's struct.
func (r *Reactor) value() any { return reflect.NewAt(r.kind.typ, r.self).Interface() }

// holds reports whether values of type t have an Element in them.
func holds(t reflect.Type) bool {
	if isElement(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return holds(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if t != reactorType && holds(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// checkFields looks for undeclared ports, timers and other elements in a reactor's struct: using one would dereference
// a nil pointer.
func (p *Program) checkFields() {
	for _, r := range p.main.reactors {
		if r.kind != nil && !r.kind.plain {
			p.undeclared(r, "", reflect.ValueOf(r.value()).Elem())
		}
	}
}

func (p *Program) undeclared(r *Reactor, path string, v reflect.Value) {
	t := v.Type()
	if t.Kind() == reflect.Pointer && !v.IsNil() && t.Implements(elementType) {
		v, t = v.Elem(), t.Elem()
	}
	if t == reactorType || t == reflect.TypeFor[Main]() {
		return
	}
	if isElement(t) {
		if el, _ := element(v); !el.declared() {
			p.main.faultAt("undeclared", r.source, r.join(spelling.Snake(path)), "make it a field of the reactor's struct or of one that is embedded, or call Declare",
				"%s holds a %v that is not declared", path, t)
		}
		return
	}
	switch t.Kind() {
	case reflect.Array, reflect.Slice:
		if !holds(t.Elem()) && !t.Elem().Implements(elementType) {
			return
		}
		for i := range v.Len() {
			p.undeclared(r, path+"["+strconv.Itoa(i)+"]", v.Index(i))
		}
	case reflect.Struct:
		if anotherReactor(r, v) {
			return
		}
		for i := range t.NumField() {
			name := t.Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			p.undeclared(r, name, v.Field(i))
		}
	case reflect.Pointer: // an embedded pointer: Go promotes the fields it leads to as well
		if e := t.Elem(); path != "" && e.Kind() == reflect.Struct && embeds(r, path, t) && holds(e) && !v.IsNil() {
			p.undeclared(r, path, v.Elem())
		}
	}
}

// anotherReactor reports whether a struct that r's struct holds is a reactor of its own.
func anotherReactor(r *Reactor, v reflect.Value) bool {
	for i := range v.NumField() {
		if v.Type().Field(i).Type == reactorType {
			return v.Field(i).UnsafeAddr() != uintptr(unsafe.Pointer(r))
		}
	}
	return false
}

// embeds reports whether the reactor's struct embeds a pointer of type t under that name.
func embeds(r *Reactor, name string, t reflect.Type) bool {
	f, ok := r.kind.typ.FieldByName(name)
	return ok && f.Anonymous && f.Type == t
}
