package deploy

import (
	"reflect"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor"
)

// state returns a component's state in its life cycle.
func (s *script) state(vm *lua.VM, _ int) int {
	s.within()
	c := s.c.d.component(s.text(0, "a component's name"))
	if c == nil {
		vm.Push(lua.Nil)
		return 1
	}
	vm.Push(vm.String(c.life.State().String()))
	return 1
}

// ask gives the deployer an order, with the arguments verb, on, to and text.
func (s *script) ask(vm *lua.VM, n int) int {
	s.acting()
	o := Order{Do: s.text(0, "the order")}
	for i, p := range []*string{&o.On, &o.To, &o.Text} {
		if i+1 < n && !vm.Arg(i+1).IsNil() {
			*p = s.text(i+1, "of the order")
		}
	}
	if err := s.c.Ask(o); err != nil {
		vm.Fail("%s", err)
	}
	return 0
}

// call calls an operation, with the arguments component, operation and arguments.
func (s *script) call(vm *lua.VM, n int) int {
	s.acting()
	name, op := s.text(0, "a component's name"), s.text(1, "an operation's name")
	c := s.c.d.component(name)
	if c == nil {
		vm.Fail("%s", s.c.d.unknown(name))
	}
	o := c.operation(op)
	if o == nil || len(o.args) != n-2 {
		vm.Fail("%s has no operation %s of %d arguments", name, op, n-2)
	}
	args := make([]any, n-2)
	for i, t := range o.args {
		v, err := s.bindingOf(t).from(vm, vm.Arg(i+2))
		if err != nil {
			vm.Fail("%s.%s: argument %d: %s", name, op, i+1, err)
		}
		args[i] = v
	}
	r, err := c.perform(op, args)
	if err != nil {
		vm.Fail("%s.%s: %s", name, op, err)
	}
	if o.result == nil {
		return 0
	}
	vm.Push(s.bindingOf(o.result).to(vm, r))
	return 1
}

// bindingOf returns the binding of a type; it fails if scripts do not know the type.
func (s *script) bindingOf(t reflect.Type) binding {
	for i, x := range s.lib.Types {
		if x.rt == t {
			return s.bindings[i]
		}
	}
	s.vm.Fail("scripts do not know the type %s", reactor.TypeName(t))
	return nil
}
