package reactor

import (
	"reflect"
	"strings"
	"time"
)

// Immutable is implemented by types whose values, with everything they point to, never change after they are made, such
// as a map of the surroundings or a trajectory. Such values may be shared across time and between threads. The method
// is a promise; it is never called.
type Immutable interface{ Immutable() }

var (
	immutableType = reflect.TypeFor[Immutable]()
	timeType      = reflect.TypeFor[time.Time]() // its pointer leads to a time zone, which never changes
)

// Shares describes the part of a value of type t that an assignment does not copy, such as ".Field of type []int"; it
// is empty if there is none.
func Shares(t reflect.Type) string {
	path, at := shared(t, nil)
	if at == nil {
		return ""
	}
	if path == "" {
		return "a " + at.String()
	}
	return "a " + at.String() + " in " + strings.TrimPrefix(path, ".")
}

func shared(t reflect.Type, inside []reflect.Type) (path string, at reflect.Type) {
	if t == timeType || promises(t) {
		return "", nil
	}
	switch t.Kind() {
	case reflect.Array:
		if t.Len() == 0 {
			return "", nil
		}
		path, at = shared(t.Elem(), inside)
		return "[i]" + path, at
	case reflect.Struct:
		for i := range t.NumField() {
			if path, at = shared(t.Field(i).Type, inside); at != nil {
				return "." + t.Field(i).Name + path, at
			}
		}
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return "", t
	}
	return "", nil
}

// promises reports whether t itself declares that it is immutable. A struct that merely embeds such a type has the
// method too, but promises nothing about its other fields.
func promises(t reflect.Type) bool {
	is := func(t reflect.Type) bool {
		return t.Implements(immutableType) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(immutableType)
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if f := t.Field(i); f.Anonymous && is(f.Type) {
				return false
			}
		}
	}
	return is(t)
}

// cloner returns the Clone method of type T. It returns nil if an assignment copies values of T or there is no such
// method.
func cloner[T any]() func(T) T {
	t := reflect.TypeFor[T]()
	if Shares(t) == "" {
		return nil
	}
	type clones interface{ Clone() T }
	switch {
	case t.Kind() == reflect.Interface:
	case t.Implements(reflect.TypeFor[clones]()) && t.Kind() == reflect.Pointer:
		return func(v T) T {
			if reflect.ValueOf(v).IsNil() {
				return v
			}
			return any(v).(clones).Clone()
		}
	case reflect.PointerTo(t).Implements(reflect.TypeFor[clones]()):
		return func(v T) T { return any(&v).(clones).Clone() }
	}
	return nil
}

// Copy returns a copy of a value that is to wait, by its Clone method if it has one.
func Copy[T any](v *T) T {
	if c, ok := any(v).(interface{ Clone() T }); ok {
		return c.Clone()
	}
	return *v
}

// checkShared applies the rule that a value that waits or goes to another thread must not be shared.
func (p *Program) checkShared() {
	for _, t := range p.triggers {
		if !t.queued() || t.typ == nil || t.copied || t.conn != nil && t.conn.cut {
			continue
		}
		what := Shares(t.typ)
		if what == "" {
			continue
		}
		does := "holds values until they are due"
		if c := t.conn; c != nil {
			does = "carries values from " + pathOf(c.from) + " to another tag"
			if c.from.owner.enclave != c.to.owner.enclave {
				does = "carries values from " + pathOf(c.from) + " to another enclave"
			}
		}
		p.main.faultAt("shared", t.source, t.path(), "send arrays, or give the type a method Clone that returns a copy, or, if nobody ever changes "+
			"its values, a method Immutable()", "%s, and %v has %s, which sender and receiver would share", does, t.typ, what)
	}
}
