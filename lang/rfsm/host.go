package rfsm

import "github.com/sinew-robotics/sinew/lang/lua"

// Host implements the module sinew: the program, or the component, in which a script runs. Values are those of the
// calling VM; an error becomes an error of the script.
type Host interface {
	Now() int64 // the program's clock, in nanoseconds
	Log(level, text string)
	Raise(event string) error // an event for listeners to the script
	Read(vm *lua.VM, port string) (v lua.Value, fresh bool, err error)
	Write(vm *lua.VM, port string, v lua.Value) error
}

// host returns the host, or raises an error.
func (l *Library) host(what string) Host {
	if l.cfg.Host == nil {
		l.vm.Fail("sinew.%s: this script runs in no program that has one", what)
	}
	return l.cfg.Host
}

func (l *Library) now(vm *lua.VM, _ int) int {
	vm.Push(lua.Int(l.host("now").Now()))
	return 1
}

func (l *Library) log(vm *lua.VM, _ int) int {
	l.host("log").Log(vm.Text(vm.Arg(0)), vm.Text(vm.Arg(1)))
	return 0
}

func (l *Library) raise(vm *lua.VM, _ int) int {
	if err := l.host("raise").Raise(vm.Text(vm.Arg(0))); err != nil {
		vm.Fail("sinew.raise: %s", err)
	}
	return 0
}

func (l *Library) read(vm *lua.VM, _ int) int {
	v, fresh, err := l.host("read").Read(vm, vm.Text(vm.Arg(0)))
	if err != nil {
		vm.Fail("sinew.read: %s", err)
	}
	vm.Push(v)
	vm.Push(lua.Bool(fresh))
	return 2
}

func (l *Library) write(vm *lua.VM, _ int) int {
	if err := l.host("write").Write(vm, vm.Text(vm.Arg(0)), vm.Arg(1)); err != nil {
		vm.Fail("sinew.write: %s", err)
	}
	return 0
}
