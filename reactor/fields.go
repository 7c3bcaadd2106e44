package reactor

import (
	"reflect"
	"strconv"
	"unsafe"
)

// Element is what a reactor can have as a field: a port, multiport, timer, action, mode, sensor or actuator.
type Element interface {
	declare(r *Reactor, name string)
	declared() bool
}

func (p *portBase) declared() bool          { return p.owner != nil }
func (m *multi[P]) declared() bool          { return m.owner != nil }
func (t *Timer) declared() bool             { return t.t != nil }
func (a *Action[T]) declared() bool         { return a.t != nil }
func (a *PhysicalAction[T]) declared() bool { return a.t != nil }
func (m *Mode) declared() bool              { return m.owner != nil }
func (a *Actuator[C, A]) declared() bool    { return a.d.owner != nil }
func (s *Sensor[A]) declared() bool         { return s.d.owner != nil }

// Declare declares e, which is no field of the reactor's struct, under a name: for reactors whose ports are known at
// run time only. What e points at must be reachable from the struct. It belongs in the constructor, after Init; each
// element is declared once.
func (r *Reactor) Declare(name string, e Element) {
	switch {
	case r.main == nil:
		panic("reactor: " + name + " is declared in a reactor that Init has not made")
	case r.main.built:
		panic("reactor: " + r.join(name) + " is declared after the program was built")
	}
	if !validName(name) {
		r.main.fault("name", r.join(name), "use letters, digits, '_' and a bank index like [3]", "%q is not a name", name)
	}
	e.declare(r, name)
}

var (
	reactorType = reflect.TypeFor[Reactor]()
	elementType = reflect.TypeFor[Element]()
)

func (r *Reactor) declareFields(v reflect.Value) {
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		switch {
		case f.Type == reactorType:
		case f.Anonymous && f.Type.Kind() == reflect.Struct && !reflect.PointerTo(f.Type).Implements(elementType):
			r.declareFields(field)
		default:
			declareField(r, snake(f.Name), field)
		}
	}
}

// element returns what a field holds if it is an Element.
func element(field reflect.Value) (Element, bool) {
	el, ok := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Interface().(Element)
	return el, ok
}

func declareField(r *Reactor, name string, field reflect.Value) {
	if el, ok := element(field); ok {
		el.declare(r, name)
		return
	}
	if field.Kind() == reflect.Array && holds(field.Type().Elem()) {
		for i := range field.Len() {
			declareField(r, name+"["+strconv.Itoa(i)+"]", field.Index(i))
		}
	}
}

// holds reports whether values of type t have an Element in them.
func holds(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(elementType) {
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

// checkFields looks for ports, timers and the like in a reactor's struct that nobody has declared: their use would end
// in a nil pointer.
func (p *Program) checkFields() {
	for _, r := range p.main.reactors {
		if r.self != nil {
			p.undeclared(r, "", reflect.ValueOf(r.self).Elem())
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
	if reflect.PointerTo(t).Implements(elementType) {
		if el, _ := element(v); !el.declared() {
			p.main.faultAt("undeclared", r.source, r.join(snake(path)), "make it a field of the reactor's struct or of one that is embedded, or call Declare",
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
	case reflect.Pointer: // an embedded pointer: Go promotes what it leads to as well
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
	f, ok := reflect.TypeOf(r.self).Elem().FieldByName(name)
	return ok && f.Anonymous && f.Type == t
}
