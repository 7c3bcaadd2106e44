package lua

import (
	"context"
	"fmt"
	"strings"
)

// Do compiles a chunk and runs it to its end. The name is as in Lua: that of a file begins with @.
func (vm *VM) Do(name, text string) error {
	f, err := vm.Load(name, text)
	if err != nil {
		return err
	}
	_, err = vm.Call(f)
	return err
}

// Load compiles a chunk to a function. Faults in the text are an *Error whose Cause is a *syntax.Error.
func (vm *VM) Load(name, text string) (f Value, err error) {
	err = vm.protect(func() {
		var fault error
		if f, fault = vm.load(name, text, ref(vm.globals, tTable)); fault != nil {
			vm.cause = fault
			vm.errv = vm.String(fault.Error())
			panic(errRaise)
		}
		vm.Push(f) // until the caller calls it
	})
	return f, err
}

// LoadCode is like Load, for a chunk that is already compiled.
func (vm *VM) LoadCode(c *Code) (f Value, err error) {
	err = vm.protect(func() {
		f = vm.takeIn(c, ref(vm.globals, tTable))
		vm.Push(f) // until the caller calls it
	})
	return f, err
}

// protect runs Go code that may raise Lua errors.
func (vm *VM) protect(do func()) (err error) {
	defer func() {
		r := recover()
		switch {
		case r == nil:
			return
		case r != any(errRaise): // a panic of the host's Go code: the machine can go on
			if vm.nested == 0 {
				vm.reset()
			}
			panic(r)
		case vm.broken && vm.nested > 0:
			panic(r)
		}
		err = vm.asError()
	}()
	do()
	return nil
}

func (vm *VM) asError() error {
	if e := vm.exit; e != nil {
		vm.exit = nil
		return *e
	}
	e := &Error{Value: vm.errv, Traceback: vm.trace, Where: vm.place, Cause: vm.cause}
	if e.Cause == nil && vm.errv.same(vm.outOfMemory) {
		e.Cause = ErrMemory
	}
	e.Message = vm.errorText(vm.errv)
	vm.errv, vm.trace, vm.place, vm.cause = Nil, "", "", nil
	return e
}

// errorText is the message of an error value.
func (vm *VM) errorText(v Value) string {
	switch v.t {
	case tString, tInt, tFloat:
		return string(vm.appendString(nil, v))
	}
	return fmt.Sprintf("(error object is a %s value)", vm.typeName(v))
}

// Call calls a function and returns the number of results, which Result then gives. Between activations it begins a new
// one, with a full budget. In a Go function it goes on with the running one; the results then stay on the stack until
// Pop takes them or the Go function returns, so they are not collected. An error of the script is returned; one that
// only the host can clear (budget, context, os.exit) is returned by the outermost Call alone and unwinds Go functions on
// its way.
func (vm *VM) Call(f Value, args ...Value) (results int, err error) {
	if vm.nested == 0 && !vm.paused {
		err = vm.outermost(f, args)
	} else {
		err = vm.enter(func() {
			slot := vm.room(vm.top, uint32(len(args))+4)
			vm.cells[slot], vm.cells[slot+1] = f, Nil
			copy(vm.cells[slot+2:], args)
			vm.top = slot + 2 + uint32(len(args))
			vm.callGo(slot, uint32(len(args)))
		})
	}
	if err != nil {
		return 0, err
	}
	return int(vm.results), nil
}

// CallContext is like Call, but the activation ends with an error when ctx is done.
func (vm *VM) CallContext(ctx context.Context, f Value, args ...Value) (results int, err error) {
	outer := vm.context
	vm.context = ctx
	defer func() { vm.context = outer }()
	return vm.Call(f, args...)
}

// enter begins an activation or, in a Go function, goes on with the running one.
func (vm *VM) enter(do func()) error {
	if vm.nested > 0 {
		return vm.nest(do)
	}
	vm.refill()
	vm.trace = ""
	if vm.paused { // above what has paused, which stays as it was
		vm.top = max(vm.base+vm.pauseTop, vm.liveFloor())
		return vm.protect(do)
	}
	vm.top = vm.base
	err := vm.protect(do)
	if err != nil {
		vm.reset()
	}
	return err
}

// nest runs Go code that calls back. An error leaves the stack as it was before.
func (vm *VM) nest(do func()) error {
	top, pc, keep := vm.top-vm.base, vm.pc, vm.errv
	err := vm.protect(func() {
		do()
		keep = vm.errv
	})
	if err != nil {
		vm.top, vm.pc, vm.errv = vm.base+top, pc, keep
	}
	return err
}

// Close ends the machine: it calls the remaining finalisers, newest first, each with a full budget, which gives all
// handles back to the host, and closes the files that scripts have open. Objects that finalisers make are not
// finalised.
func (vm *VM) Close() error {
	if vm.nested > 0 {
		return ErrBusy
	}
	vm.closing = true
	defer func() { vm.closing = false }()
	for vm.gc.nPending+vm.gc.nFinals > 0 {
		_ = vm.enter(vm.finalise) // if os.exit or the budget ends one, the others still have their turn
	}
	for i, f := range vm.files {
		if f != nil {
			f.f.Close()
			vm.files[i] = nil
		}
	}
	return nil
}

// finalise calls the finaliser of one object, whether it is in use or not.
func (vm *VM) finalise() {
	n, list := &vm.gc.nPending, vm.gc.pending
	if *n == 0 {
		n, list = &vm.gc.nFinals, vm.gc.finals
	}
	*n--
	r := vm.words[(list+1)*4+*n]
	vm.cells[r].t &^= finalises
	o := ref(r, vm.kind(r))
	vm.Push(o)
	if f := vm.metamethod(o, evGC); vm.callable(f) {
		vm.callFinaliser(f, o)
	}
}

// Pop takes n values from the stack of the running Go function.
func (vm *VM) Pop(n int) {
	if vm.nested > 0 {
		vm.top = max(vm.base, vm.top-uint32(min(max(n, 0), int(vm.top-vm.base))))
	}
}

// Result returns a result of the last Call.
func (vm *VM) Result(i int) Value {
	if i < 0 || i >= int(vm.results) {
		return Nil
	}
	return vm.cells[vm.top-vm.results+uint32(i)]
}

// Global returns a global variable. A name with dots goes through tables: robot.move.
func (vm *VM) Global(name string) Value {
	v := ref(vm.globals, tTable)
	for more := true; more; {
		var part string
		part, name, more = strings.Cut(name, ".")
		if v.t != tTable {
			return Nil
		}
		v = vm.get(uint32(v.v), vm.known(part))
	}
	return v
}

// SetGlobal sets a global variable or, for a name with dots, a field of a table, which is made if it is missing.
func (vm *VM) SetGlobal(name string, v Value) error {
	return vm.protect(func() {
		vm.Push(v)
		t := vm.globals
		for {
			part, rest, more := strings.Cut(name, ".")
			k := vm.String(part)
			if !more {
				vm.set(t, k, v)
				break
			}
			inner := vm.get(t, k)
			if inner.t == tNil {
				inner = vm.NewTable(0, 4)
				vm.set(t, k, inner)
			} else if inner.t != tTable {
				vm.fail("%s is a %s, not a table", part, inner.Type())
			}
			t, name = uint32(inner.v), rest
		}
		vm.top--
	})
}

// SetFunction makes a Go function a global function, a function of a table (robot.move), a method of a described type
// (Pose:norm), or an operator of one (Pose:__add).
func (vm *VM) SetFunction(name string, f Function) error {
	v := vm.register(goFunction{name: name, call: f})
	owner, method, ok := strings.Cut(name, ":")
	if !ok {
		return vm.SetGlobal(name, v)
	}
	for _, info := range vm.types {
		if info.name == owner {
			return vm.protect(func() { vm.setMethod(info, method, v) })
		}
	}
	return fmt.Errorf("lua: %s: there is no type %s: describe it first", name, owner)
}

// setMethod gives a type a method or an operator.
func (vm *VM) setMethod(info *typeInfo, name string, v Value) {
	k, t := vm.String(name), info.names
	for ev, event := range eventNames {
		if name == event {
			switch ev {
			case evIndex, evNewIndex, evGC, evMode, evClose, evName, evMetatable:
				vm.fail("%s of %s cannot be set", name, info.name)
			}
			t = info.meta
		}
	}
	if vm.get(t, k).t == tLight {
		vm.fail("%s has a field '%s'", info.name, name)
	}
	vm.set(t, k, v)
	vm.locate(info)
}

// Text returns the bytes of a string or of a number as Lua writes it.
func (vm *VM) Text(v Value) string {
	switch {
	case v.t == tString:
		return string(vm.text(uint32(v.v)))
	case isNumeric(v):
		return string(vm.appendString(nil, v))
	}
	return ""
}

// Lib is a library: functions under a name, or among the globals for the name "_G".
type Lib struct {
	Name  string
	Funcs []Func
	Setup func(vm *VM, table Value) // adds what is not a function
}

// Func is a function of a library.
type Func struct {
	Name string
	Call Function
	over func(vm *VM, n int) bool
}

// open makes a library's table.
func (vm *VM) open(l Lib) {
	t := vm.globals
	if l.Name != "_G" {
		t = vm.newTable(0, uint32(len(l.Funcs)))
		vm.set(vm.globals, vm.String(l.Name), ref(t, tTable))
	}
	loaded := vm.loaded()
	vm.set(loaded, vm.String(l.Name), ref(t, tTable))
	for _, f := range l.Funcs {
		name := l.Name + "." + f.Name
		if l.Name == "_G" {
			name = f.Name
		}
		v := vm.register(goFunction{name: name, call: f.Call, switches: f.over})
		if !strings.HasPrefix(f.Name, " ") {
			vm.set(t, vm.String(f.Name), v)
		}
	}
	if l.Setup != nil {
		l.Setup(vm, ref(t, tTable))
	}
}

// loaded is the table of libraries by name.
func (vm *VM) loaded() uint32 {
	k := vm.String("loaded")
	if v := vm.get(vm.registry, k); v.t == tTable {
		return uint32(v.v)
	}
	t := vm.newTable(0, 8)
	vm.set(vm.registry, k, ref(t, tTable))
	return t
}

// function returns the number of a registered Go function.
func (vm *VM) function(name string) Value {
	v, ok := vm.findFunction(name)
	if !ok {
		panic("lua: no function " + name)
	}
	return v
}

func (vm *VM) findFunction(name string) (Value, bool) {
	for i := range vm.functions {
		if vm.functions[i].name == name {
			return Value{v: uint64(i), t: tGo}, true
		}
	}
	return Nil, false
}

// invoke calls f with arguments from a Go function and returns the first result.
func (vm *VM) invoke(f Value, args ...Value) Value {
	top := vm.top - vm.base
	slot := vm.room(vm.top, uint32(len(args))+4)
	vm.cells[slot] = f
	copy(vm.cells[slot+2:], args)
	vm.cells[slot+1] = Nil
	vm.top = slot + 2 + uint32(len(args))
	vm.callGo(slot, uint32(len(args)))
	v := Nil
	if vm.results > 0 {
		v = vm.cells[vm.top-vm.results]
	}
	vm.top = vm.base + top
	return v
}

// callFinaliser calls a finaliser; its errors are warnings.
func (vm *VM) callFinaliser(f, o Value) {
	keep, kept := vm.errv, vm.trace
	top, pc, results := vm.top-vm.base, vm.pc, vm.results
	vm.top = max(vm.top, vm.liveFloor())
	failed := true
	defer func() {
		if r := recover(); r != nil && r != any(errRaise) {
			panic(r)
		}
		vm.top, vm.pc, vm.results = vm.base+top, pc, results
		if vm.broken {
			panic(errRaise)
		}
		if failed && vm.warning {
			vm.warn([]byte("error in __gc (" + vm.errorText(vm.errv) + ")"))
		}
		vm.errv, vm.trace = keep, kept
	}()
	vm.invoke(f, o)
	failed = false
}

// lessThan, indexed, assign and lenOf are Lua's operations for Go functions, metamethods included.

func (vm *VM) lessThan(a, b Value) bool {
	if isNumeric(a) && isNumeric(b) || a.t == tString && b.t == tString {
		yes, _ := vm.less(false, a, b)
		return yes
	}
	if f := vm.binaryMeta(a, b, evLt); f.t != tNil {
		return vm.invoke(f, a, b).Truth()
	}
	vm.less(false, a, b)
	return false
}

// indexed is o[k].
func (vm *VM) indexed(o, k Value) (v Value) {
	for range maxChain {
		f := Nil
		if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
			var hint uint32
			vm.userIndex(o, k, &hint, &v)
			return v
		}
		if o.t == tTable {
			if v := vm.get(uint32(o.v), k); v.t != tNil {
				return v
			}
			if f = vm.metamethod(o, evIndex); f.t == tNil {
				return Nil
			}
		} else if f = vm.metamethod(o, evIndex); f.t == tNil {
			vm.indexFault(o, k)
		}
		if f.t != tTable && vm.callable(f) {
			return vm.invoke(f, o, k)
		}
		o = f
	}
	vm.fail("'__index' chain too long; possible loop")
	return Nil
}

// assign is o[k] = v.
func (vm *VM) assign(o, k, v Value) {
	for range maxChain {
		f := Nil
		if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
			var hint uint32
			vm.userSet(o, k, v, &hint)
			return
		}
		if o.t == tTable {
			if m := vm.meta(uint32(o.v)); m != 0 && vm.get(uint32(o.v), k).t == tNil {
				f = vm.metaField(m, evNewIndex)
			}
			if f.t == tNil {
				vm.checkKey(k)
				vm.set(uint32(o.v), k, v)
				return
			}
		} else if f = vm.metamethod(o, evNewIndex); f.t == tNil {
			vm.indexFault(o, k)
		}
		if f.t != tTable && vm.callable(f) {
			vm.invoke(f, o, k, v)
			return
		}
		o = f
	}
	vm.fail("'__newindex' chain too long; possible loop")
}

// lenOf is #o as an integer.
func (vm *VM) lenOf(o Value) int64 {
	if f := vm.metamethod(o, evLen); o.t != tString && f.t != tNil {
		i, ok := vm.invoke(f, o).AsInt()
		if !ok {
			vm.fail("object length is not an integer")
		}
		return i
	}
	var v Value
	if o.t != tTable && o.t != tString {
		vm.typeFault(o, "get length of")
	}
	vm.lengthOf(o, &v)
	return int64(v.v)
}

// SetArgs sets the global arg: the script at 0, its arguments from 1 on.
func (vm *VM) SetArgs(script string, args []string) error {
	return vm.protect(func() {
		t := vm.newTable(uint32(len(args)), 1)
		vm.set(vm.globals, vm.String("arg"), ref(t, tTable))
		vm.set(t, Int(0), vm.String(script))
		for i, a := range args {
			vm.set(t, Int(int64(i)+1), vm.String(a))
		}
	})
}
