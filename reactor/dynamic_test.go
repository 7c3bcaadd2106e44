package reactor

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// dynamicSource has a port of a type that is known at run time only.
type dynamicSource struct {
	Reactor
	Tick Timer
	port *Dynamic
}

func buildDynamic(t *testing.T, typ reflect.Type, sets bool, body func(*Dynamic)) *Program {
	t.Helper()
	m := NewMain("m")
	s := &dynamicSource{port: NewDynamic(typ)}
	Init(m, "s", s)
	s.Declare("value", s.port)
	s.Tick.Set(0, 1)
	d := s.Reaction("set").On(&s.Tick)
	if sets {
		d = d.Sets(s.port)
	}
	d.Do(func() { body(s.port) })
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// seen notes the values of the only port.
type seen struct {
	p   *Program
	all []string
}

func (s *seen) AtTag(_ *Enclave, r Record) {
	for _, id := range r.Ports {
		s.all = append(s.all, *(*string)(s.p.Ports()[id].Value))
	}
}

func TestADynamicPortCarriesValues(t *testing.T) {
	n := 0
	p := buildDynamic(t, reflect.TypeFor[string](), true, func(d *Dynamic) {
		if n++; n != 2 {
			d.Write(func(v unsafe.Pointer) { *(*string)(v) += "x" })
		}
	})
	s := &seen{p: p}
	p.Observe(s)
	p.Run(Tag{Time: 2})
	if got := strings.Join(s.all, " "); got != "x xx" {
		t.Errorf("the values are %q", got)
	}
	if i := p.Ports()[0]; i.Path != "s.value" || i.Type != reflect.TypeFor[string]() || len(i.Writers) != 1 || i.Writers[0] != "s.set" {
		t.Errorf("the port is %+v", i)
	}
}

func TestADynamicPortIsDeclared(t *testing.T) {
	p := buildDynamic(t, reflect.TypeFor[int](), false, func(d *Dynamic) { d.Write(func(unsafe.Pointer) {}) })
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "s.value") {
			t.Errorf("a write that is not declared: %v", r)
		}
	}()
	p.Run(Tag{Time: 1})
}

func TestTypeName(t *testing.T) {
	made := reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeFor[int](), Tag: `recorded:"arm.Pose"`}})
	for typ, want := range map[reflect.Type]string{made: "arm.Pose", reflect.TypeFor[int](): "int", reflect.TypeFor[Tag](): "reactor.Tag",
		reflect.TypeFor[struct{ X int }](): "struct { X int }", reflect.TypeFor[struct{}](): "struct {}"} {
		if got := TypeName(typ); got != want {
			t.Errorf("%v is called %s, want %s", typ, got, want)
		}
	}
}
