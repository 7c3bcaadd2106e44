package deploy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor"
)

// showName is the name under which a machine keeps the function that formats the results of a conversation's line.
const showName = "package.loaded.attach"

const showText = `local print, select = print, select
local function show(...) if select("#", ...) > 0 then print(...) end end
return function(f) show(f()) end`

// binding is what a machine needs to know about a type.
type binding interface {
	// read pushes the input's flow, and the value; into is a userdata to be filled, or nil.
	read(vm *lua.VM, in inlet, into lua.Value) int
	write(vm *lua.VM, out outlet, v lua.Value) error
	get(vm *lua.VM, p property) lua.Value
	from(vm *lua.VM, v lua.Value) (any, error)
	to(vm *lua.VM, v any) lua.Value
}

// bound returns the binding of T. Structs and arrays have a description in the machine; numbers, truth values and texts
// have none.
type bound[T any] struct {
	name string
	desc *lua.Type[T]
}

func (typed[T]) bind(vm *lua.VM, name string) (binding, error) {
	b := &bound[T]{name: name}
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Struct, reflect.Array:
		d, err := lua.Describe[T](vm, name)
		if err != nil {
			return nil, err
		}
		b.desc = &d
	case reflect.Float64, reflect.Int64, reflect.Bool, reflect.String:
	default:
		return nil, fmt.Errorf("type %s: scripts have structs, arrays, float64, int64, bool and string, not %v", name, reflect.TypeFor[T]())
	}
	return b, nil
}

// value makes a value of the script.
func (b *bound[T]) value(vm *lua.VM, v *T) lua.Value {
	switch x := any(v).(type) {
	case *float64:
		return lua.Float(*x)
	case *int64:
		return lua.Int(*x)
	case *bool:
		return lua.Bool(*x)
	case *string:
		return vm.String(*x)
	}
	return b.desc.New(*v)
}

// take reads a value of the script.
func (b *bound[T]) take(vm *lua.VM, l lua.Value, v *T) error {
	ok := false
	switch x := any(v).(type) {
	case *float64:
		if ok = l.Type() == "number"; ok {
			*x, _ = l.AsFloat()
		}
	case *int64:
		if ok = l.Type() == "number"; ok {
			*x, ok = l.AsInt()
		}
	case *bool:
		if ok = l.Type() == "boolean"; ok {
			*x = l.Truth()
		}
	case *string:
		if ok = l.Type() == "string"; ok && !vm.Is(l, *x) {
			*x = vm.Text(l)
		}
	default:
		*v, ok = b.desc.Get(l)
	}
	if !ok {
		return fmt.Errorf("a %s is expected, not a %s", b.name, l.Type())
	}
	return nil
}

func (b *bound[T]) read(vm *lua.VM, in inlet, into lua.Value) int {
	i := in.(*Input[T])
	v, flow := i.Read()
	vm.Push(vm.String(flow.String()))
	switch {
	case into.IsNil():
		vm.Push(b.value(vm, &v))
	case b.desc == nil || !b.desc.Set(into, v):
		vm.Fail("read fills a userdata of the port's type, %s, not a %s", b.name, into.Type())
	default:
		vm.Push(into)
	}
	return 2
}

func (b *bound[T]) write(vm *lua.VM, out outlet, l lua.Value) error {
	o := out.(*Output[T])
	v := o.last // an unchanged text needs no memory
	if err := b.take(vm, l, &v); err != nil {
		return err
	}
	o.Set(v)
	return nil
}

func (b *bound[T]) get(vm *lua.VM, p property) lua.Value { return b.value(vm, &p.(*Property[T]).value) }

func (b *bound[T]) from(vm *lua.VM, l lua.Value) (any, error) {
	var v T
	err := b.take(vm, l, &v)
	return v, err
}

func (b *bound[T]) to(vm *lua.VM, v any) lua.Value {
	x := v.(T)
	return b.value(vm, &x)
}

// offer gives the machine the module sinew and its metatables.
func (s *script) offer() error {
	var err error
	if s.port, err = lua.DescribeHandle[portNumber](s.vm, "Port", nil); err != nil {
		return err
	}
	for _, t := range s.lib.Types {
		b, err := t.ops.bind(s.vm, t.name)
		if err != nil {
			return err
		}
		s.bindings = append(s.bindings, b)
	}
	functions := []struct {
		name string
		f    lua.Function
	}{
		{"sinew.input", s.declareInput}, {"sinew.output", s.declareOutput}, {"sinew.property", s.declareProperty},
		{"sinew.operation", s.declareOperation}, {"sinew.time", s.time}, {"sinew.raise", s.raise}, {"sinew.call", s.call},
		{"sinew.ask", s.ask}, {"sinew.state", s.state}, {"sinew.memory", s.memory}, {"sinew.now", s.nanoseconds},
		{"Port:read", s.read}, {"Port:write", s.write}, {"Port:get", s.get},
	}
	for _, f := range functions {
		if err := s.vm.SetFunction(f.name, f.f); err != nil {
			return err
		}
	}
	if err := s.vm.SetGlobal("sinew.log", s.vm.Global("print")); err != nil {
		return err
	}
	if err := s.vm.SetGlobal("package.loaded.sinew", s.vm.Global("sinew")); err != nil {
		return err
	}
	f, err := s.vm.Load("=attach", showText)
	if err == nil {
		_, err = s.vm.Call(f)
	}
	if err == nil {
		err = s.vm.SetGlobal(showName, s.vm.Result(0))
	}
	return err
}

// text returns an argument that must be a text.
func (s *script) text(i int, what string) string {
	v := s.vm.Arg(i)
	if v.Type() != "string" {
		s.vm.Fail("argument %d is %s, a text, not a %s", i+1, what, v.Type())
	}
	return s.vm.Text(v)
}

// typeOf returns the type that an argument names.
func (s *script) typeOf(v lua.Value) (Type, binding) {
	name := s.vm.Text(v)
	for i, t := range s.lib.Types {
		if t.name == name && v.Type() == "string" {
			return t, s.bindings[i]
		}
	}
	_, err := s.lib.find(name)
	s.vm.Fail("%s", err)
	return Type{}, nil
}

// options reads the table that describes a port.
func (s *script) options(t lua.Value) (p Port) {
	if t.IsNil() {
		return p
	}
	if t.Type() != "table" {
		s.vm.Fail("a port is described by a table, not a %s", t.Type())
	}
	for k, v := range s.vm.Pairs(t) {
		switch key := s.vm.Text(k); key {
		case "unit":
			p.Unit = s.vm.Text(v)
		case "frame":
			p.Frame = s.vm.Text(v)
		case "help":
			p.Help = s.vm.Text(v)
		case "event":
			p.Event = v.Truth()
		case "buffer":
			n, _ := v.AsInt()
			p.Buffer = int(n)
		case "full":
			p.Full = s.full(s.vm.Text(v))
		default:
			s.vm.Fail("a port has unit, frame, help, event, buffer and full, and no %s", key)
		}
	}
	return p
}

// full reads what happens when a buffer is full.
func (s *script) full(text string) reactor.Overflow {
	for _, o := range []reactor.Overflow{reactor.DropNewest, reactor.DropOldest, reactor.StopOnOverflow} {
		if o.String() == text {
			return o
		}
	}
	s.vm.Fail("full is %v, %v or %v, not %.40q", reactor.DropNewest, reactor.DropOldest, reactor.StopOnOverflow, text)
	return 0
}

// hold makes a handle, with the same number as any other handle of that port or property. Declarations belong in the text
// itself, not in hooks.
func (s *script) hold(p scriptPort) int {
	c := s.c
	if len(c.faults) > 0 {
		err := c.faults[len(c.faults)-1]
		c.faults = c.faults[:len(c.faults)-1]
		s.vm.Fail("%s", err)
	}
	n := slices.IndexFunc(s.ports, func(x scriptPort) bool { return x.in == p.in && x.out == p.out && x.p == p.p })
	if n < 0 {
		n = len(s.ports)
		s.ports = append(s.ports, p)
	}
	s.vm.Push(s.port.New(portNumber(n + 1)))
	return 1
}

// declaring fails when nothing can be declared.
func (s *script) declaring() {
	if s.c.body != nil && !s.c.renewing {
		s.vm.Fail("ports, properties and operations are declared when the text is loaded, not in a hook")
	}
}

func (s *script) declareInput(vm *lua.VM, _ int) int {
	s.declaring()
	name := s.text(0, "the input's name")
	t, b := s.typeOf(vm.Arg(1))
	return s.hold(scriptPort{b: b, in: t.ops.input(s.c, name, s.options(vm.Arg(2)))})
}

func (s *script) declareOutput(vm *lua.VM, _ int) int {
	s.declaring()
	name := s.text(0, "the output's name")
	t, b := s.typeOf(vm.Arg(1))
	return s.hold(scriptPort{b: b, out: t.ops.output(s.c, name, s.options(vm.Arg(2)))})
}

// declareProperty takes a name, the initial value, and a table with type, unit, help, min and max.
func (s *script) declareProperty(vm *lua.VM, _ int) int {
	s.declaring()
	name, start, about := s.text(0, "the property's name"), vm.Arg(1), vm.Arg(2)
	kinds := map[string]string{"boolean": "bool", "string": "string", "number": "float"}
	typ := vm.String(kinds[start.Type()])
	var info reactor.ParamInfo
	if about.Type() == "table" {
		for k, v := range vm.Pairs(about) {
			switch key := vm.Text(k); key {
			case "type":
				typ = v
			case "unit":
				info.Unit = vm.Text(v)
			case "help":
				info.Help = vm.Text(v)
			case "min":
				info.Min, _ = v.AsFloat()
			case "max":
				info.Max, _ = v.AsFloat()
			default:
				vm.Fail("a property has type, unit, help, min and max, and no %s", key)
			}
		}
	}
	t, b := s.typeOf(typ)
	v, err := b.from(vm, start)
	if err != nil {
		vm.Fail("property %s: %s", name, err)
	}
	return s.hold(scriptPort{b: b, p: t.ops.property(s.c, name, v, info)})
}

// declareOperation takes a name, a list of the types of the arguments, the type of the result or nil, and a function.
func (s *script) declareOperation(vm *lua.VM, _ int) int {
	s.declaring()
	name, list, result, f := s.text(0, "the operation's name"), vm.Arg(1), vm.Arg(2), vm.Arg(3)
	if list.Type() != "table" || f.Type() != "function" {
		vm.Fail("an operation has a name, a list of types, the type of its result or nil, and a function")
	}
	if err := vm.SetGlobal("sinew.operations."+name, f); err != nil {
		vm.Fail("%s", err)
	}
	if s.c.renewing && s.c.body != nil && s.c.operation(name) != nil {
		return 0
	}
	o := &Operation{Name: name}
	var takes []binding
	for i := range vm.Len(list) {
		t, b := s.typeOf(vm.Get(list, lua.Int(int64(i)+1)))
		o.args, o.parse, takes = append(o.args, t.rt), append(o.parse, t.ops.parse), append(takes, b)
	}
	var gives binding
	if !result.IsNil() {
		var t Type
		t, gives = s.typeOf(result)
		o.result = t.rt
	}
	o.call = func(args []any) (any, error) { return s.operate(name, takes, gives, args) }
	if s.c.operate(o); len(s.c.faults) > 0 {
		return s.hold(scriptPort{}) // raises the fault
	}
	return 0
}

// operate calls an operation of the script.
func (s *script) operate(name string, takes []binding, gives binding, args []any) (any, error) {
	values := make([]lua.Value, len(args))
	err := s.vm.Try(func() {
		for i, a := range args {
			values[i] = takes[i].to(s.vm, a)
		}
	})
	if errors.Is(err, lua.ErrBusy) {
		return nil, fmt.Errorf("%s.%s is called while %s itself is in the middle of a call", s.c.name, name, s.c.name)
	}
	if err == nil {
		_, err = s.vm.Call(s.vm.Global("sinew.operations."+name), values...)
		s.flush()
	}
	if err != nil {
		err = s.explain(err)
		s.c.note("operation "+name, err)
		return nil, err
	}
	if gives == nil {
		return nil, nil
	}
	return gives.from(s.vm, s.vm.Result(0))
}

// at returns what the handle in the first argument stands for.
func (s *script) at(vm *lua.VM, what string) scriptPort {
	n, ok := s.port.Get(vm.Arg(0))
	if !ok || n == 0 || int(n) > len(s.ports) {
		vm.Fail("%s is called as p:%s(…), with a port or property p", what, what)
	}
	return s.ports[n-1]
}

func (s *script) read(vm *lua.VM, _ int) int {
	p := s.at(vm, "read")
	s.within()
	if p.in == nil {
		vm.Fail("only an input can be read")
	}
	return p.b.read(vm, p.in, vm.Arg(1))
}

func (s *script) write(vm *lua.VM, _ int) int {
	p := s.at(vm, "write")
	if p.out == nil {
		vm.Fail("only an output can be written")
	}
	s.acting()
	if err := p.b.write(vm, p.out, vm.Arg(1)); err != nil {
		vm.Fail("%s: %s", p.out.at().path(), err)
	}
	return 0
}

// acting fails while the component's text is loaded and the component is not yet alive.
func (s *script) acting() {
	if s.c.body == nil || s.c.renewing {
		s.vm.Fail("this belongs in a hook or an operation: the component is only being made")
	}
}

// within fails while the script's text replaces another, because the other components go on in the meantime.
func (s *script) within() {
	if s.c.renewing {
		s.vm.Fail("this belongs in a hook or an operation: while a text is put in place and checked, the other components go on")
	}
}

func (s *script) get(vm *lua.VM, _ int) int {
	p := s.at(vm, "get")
	if p.p == nil {
		vm.Fail("only a property can be got")
	}
	vm.Push(p.b.get(vm, p.p))
	return 1
}

func (s *script) time(vm *lua.VM, _ int) int {
	vm.Push(lua.Float(float64(s.c.now) / 1e9))
	return 1
}

func (s *script) nanoseconds(vm *lua.VM, _ int) int {
	vm.Push(lua.Int(int64(s.c.now)))
	return 1
}

func (s *script) raise(vm *lua.VM, _ int) int {
	s.acting()
	s.c.raise(s.event(vm.Arg(0)))
	return 0
}

// maxEvents is how many event names a script's component remembers, so that raising these events needs no memory.
const maxEvents = 64

// event returns the name of an event.
func (s *script) event(v lua.Value) string {
	for _, name := range s.names {
		if s.vm.Is(v, name) {
			return name
		}
	}
	name := s.text(0, "an event")
	if len(s.names) < maxEvents {
		s.names = append(s.names, name)
	}
	return name
}

func (s *script) memory(vm *lua.VM, _ int) int {
	u := vm.Usage()
	vm.Push(lua.Int(u.Used))
	vm.Push(lua.Int(u.Size))
	return 2
}
