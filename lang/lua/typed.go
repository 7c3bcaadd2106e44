package lua

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// Go functions with typed arguments and results. Types are inspected when a function is registered; a call converts by
// kinds and allocates no Go memory, except for arguments that are Go strings.

// conversion converts between values of Lua and of one Go type, at an address.
type conversion struct {
	kind    kind
	of      *typeInfo
	results []conversion // of an unnamed struct
	offsets []uintptr
	element *conversion // of a slice
	step    uintptr     // from one element to the next, in bytes
}

// maxArgs is the largest number of arguments of a typed function.
const maxArgs = 3

// signature is what a function takes and returns.
type signature struct {
	name   string
	n      int
	args   [maxArgs]conversion
	result conversion
	hint   uint32 // the entry among the globals where the function was last found
}

// conversionOf finds how a type is converted.
func (vm *VM) conversionOf(t reflect.Type, result bool) (conversion, error) {
	for _, info := range vm.types {
		if info.goType == t {
			return conversion{kind: info.kind, of: info}, nil
		}
	}
	if k, ok := scalar(t.Kind()); ok {
		return conversion{kind: k}, nil
	}
	switch {
	case t == reflect.TypeFor[Value]():
		return conversion{kind: kValue}, nil
	case t.Kind() == reflect.String:
		return conversion{kind: kString}, nil
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return conversion{kind: kBytes}, nil
	case t.Kind() == reflect.Slice:
		inner, err := vm.conversionOf(t.Elem(), false)
		if err == nil && inner.kind >= kString {
			err = fmt.Errorf("%s cannot be passed to a script: elements of a slice are numbers, booleans, or of a type that has been described", t)
		}
		return conversion{kind: kSlice, element: &inner, step: t.Elem().Size()}, err
	case result && t.Kind() == reflect.Struct && t.Name() == "":
		c := conversion{kind: kResults}
		for i := range t.NumField() {
			inner, err := vm.conversionOf(t.Field(i).Type, false)
			if err != nil {
				return c, err
			}
			c.results, c.offsets = append(c.results, inner), append(c.offsets, t.Field(i).Offset)
		}
		return c, nil
	}
	do := "use a number, a boolean, a string, a slice of numbers, lua.Value, or a type that has been described"
	if t.Kind() == reflect.Struct || t.Kind() == reflect.Array {
		do = "describe it first (lua.Describe)"
	}
	return conversion{}, fmt.Errorf("%s cannot be passed to a script: %s", t, do)
}

// signatureOf inspects a function; all faults are reported together.
func (vm *VM) signatureOf(name string, result reflect.Type, args ...reflect.Type) (s *signature, err error) {
	s = &signature{name: name, n: len(args)}
	for i, t := range args {
		c, fault := vm.conversionOf(t, false)
		if fault != nil {
			err = errors.Join(err, fmt.Errorf("lua: function %s: argument %d: %w", name, i+1, fault))
		}
		s.args[i] = c
	}
	c, fault := vm.conversionOf(result, true)
	if fault != nil {
		err = errors.Join(err, fmt.Errorf("lua: function %s: result: %w", name, fault))
	}
	s.result = c
	return s, err
}

// decode converts v to the Go value at p, or returns why it cannot.
func (c *conversion) decode(vm *VM, v Value, p unsafe.Pointer) (fault string) {
	switch c.kind {
	case kValue:
		*(*Value)(p) = v
		return ""
	case kString, kBytes:
		if isNumeric(v) {
			v = vm.toText(v)
		}
		switch {
		case v.t != tString:
			return expected
		case c.kind == kString:
			*(*string)(p) = string(vm.text(uint32(v.v)))
		default:
			*(*[]byte)(p) = vm.text(uint32(v.v))
		}
		return ""
	case kSlice:
		return c.decodeSlice(vm, v, p)
	case kStruct, kArray:
		info, owner, at := vm.typed(v)
		if info != c.of || info == nil {
			return expected
		}
		copy(unsafe.Slice((*byte)(p), info.size), vm.bytesOf(owner, at, info.size))
		return ""
	case kHandle:
		info, owner, _ := vm.typed(v)
		if info != c.of || info == nil {
			return expected
		}
		if vm.cells[owner+2].t == 0 {
			return info.name + " has been released"
		}
		*(*uint64)(p) = vm.cells[owner+2].v
		return ""
	case kFloat64:
		if v.t == tFloat {
			*(*float64)(p) = v.num()
			return ""
		}
	}
	if v.t == tString && c.kind != kBool {
		if n, ok := vm.number(v); ok {
			v = n
		}
	}
	return storeScalar(c.kind, unsafe.Slice((*byte)(p), c.size()), v)
}

// decodeSlice makes a slice of a list, in Go's memory, or of one of the script's arrays, whose bytes it then shares.
func (c *conversion) decodeSlice(vm *VM, v Value, p unsafe.Pointer) (fault string) {
	list := (*[]byte)(p) // any slice begins like this
	if info, owner, at := vm.typed(v); info != nil {
		if info.kind != kArray || info.fields[0].kind != c.element.kind || info.fields[0].of != c.element.of {
			return expected
		}
		if *list = nil; info.size > 0 {
			*list = unsafe.Slice(&vm.bytesOf(owner, at, info.size)[0], info.count)
		}
		return ""
	}
	if v.t != tTable {
		return expected
	}
	n := uint64(vm.Len(v))
	if *list = nil; n == 0 {
		return ""
	}
	if c.step > 0 && n > uint64(vm.end)*cellSize/uint64(c.step) { // a list can hold one large value many times
		vm.noMemory()
	}
	room := unsafe.Pointer(&make([]uint64, n*uint64(c.step)/8+1)[0]) // of types without pointers
	for i := range n {
		w := vm.getInt(uint32(v.v), int64(i)+1)
		switch fault := c.element.decode(vm, w, unsafe.Add(room, uintptr(i)*c.step)); fault {
		case "":
		case expected:
			return fmt.Sprintf("element %d: %s expected, got %s", i+1, c.element.wants(), vm.typeName(w))
		default:
			return fmt.Sprintf("element %d: %s", i+1, fault)
		}
	}
	*list = unsafe.Slice((*byte)(room), n)
	return ""
}

// pushSlice pushes a list of the elements of a slice.
func (c *conversion) pushSlice(vm *VM, p unsafe.Pointer) {
	list := *(*[]byte)(p)
	first := unsafe.Pointer(unsafe.SliceData(list))
	t := vm.newTable(uint32(len(list)), 0)
	vm.Push(ref(t, tTable))
	for i := range len(list) {
		c.element.push(vm, unsafe.Add(first, uintptr(i)*c.step))
		vm.top--
		vm.set(t, Int(int64(i)+1), vm.cells[vm.top])
	}
}

// size is how many bytes a scalar has.
func (c *conversion) size() int {
	switch c.kind {
	case kBool, kInt8, kUint8:
		return 1
	case kInt16, kUint16:
		return 2
	case kInt32, kUint32, kFloat32:
		return 4
	}
	return 8
}

// wants is what decode expects.
func (c *conversion) wants() string {
	switch {
	case c.of != nil:
		return c.of.name
	case c.kind == kString || c.kind == kBytes:
		return "string"
	case c.kind == kSlice:
		return "table"
	}
	return scalarName(c.kind)
}

// arg converts an argument of the running Go function.
func (c *conversion) arg(vm *VM, i, n int, p unsafe.Pointer) {
	switch {
	case i >= n && c.kind != kValue:
		vm.argTypeFault(i, n, c.wants())
	default:
		switch fault := c.decode(vm, vm.Arg(i), p); fault {
		case "":
		case expected:
			vm.argTypeFault(i, n, c.wants())
		default:
			vm.argFault(i, fault)
		}
	}
}

// push pushes the Go value at p.
func (c *conversion) push(vm *VM, p unsafe.Pointer) (n int) {
	switch c.kind {
	case kValue:
		vm.Push(*(*Value)(p))
	case kString:
		vm.Push(vm.String(*(*string)(p)))
	case kBytes:
		vm.Push(vm.intern(*(*[]byte)(p)))
	case kSlice:
		c.pushSlice(vm, p)
	case kStruct, kArray:
		r := vm.newTyped(c.of)
		c.of.put(vm.bytesOf(r, 0, c.of.size), p)
		vm.Push(ref(r, tUser))
	case kHandle:
		vm.Push(vm.newHandle(c.of, *(*uint64)(p)))
	case kResults:
		for i := range c.results {
			c.results[i].push(vm, unsafe.Add(p, c.offsets[i]))
		}
		return len(c.results)
	default:
		vm.Push(loadScalar(c.kind, unsafe.Slice((*byte)(p), c.size())))
	}
	return 1
}

// finish pushes a function's result, or raises its error.
func (s *signature) finish(vm *VM, p unsafe.Pointer, err error) int {
	if err == nil {
		return s.result.push(vm, p)
	}
	var inner *Error
	if errors.As(err, &inner) { // it already says where
		vm.failValue(vm.String(err.Error()))
	}
	vm.fail("%s", err)
	return 0
}

// Func0 makes a Go function available to scripts, under a name as in SetFunction. Arguments and results are numbers,
// booleans, strings, values, described types, and slices of numbers and such types, which are lists to the script; an
// argument may also be an array. The result may be struct{} for none, or an unnamed struct, whose fields become several
// results. Numbers are checked, not truncated; a string that spells a number passes as one, as with Lua's own functions. A
// []byte is the script's string itself, and a slice of an array the array itself: they are read only and valid until the
// call ends. An error becomes an error of the script.
func Func0[R any](vm *VM, name string, f func() (R, error)) error {
	s, err := vm.signatureOf(name, reflect.TypeFor[R]())
	if err != nil {
		return err
	}
	return vm.SetFunction(name, func(vm *VM, _ int) int {
		r, err := f()
		return s.finish(vm, unsafe.Pointer(&r), err)
	})
}

// Func1 is Func0 with one argument.
func Func1[A, R any](vm *VM, name string, f func(A) (R, error)) error {
	s, err := vm.signatureOf(name, reflect.TypeFor[R](), reflect.TypeFor[A]())
	if err != nil {
		return err
	}
	return vm.SetFunction(name, func(vm *VM, n int) int {
		var a A
		s.args[0].arg(vm, 0, n, unsafe.Pointer(&a))
		r, err := f(a)
		return s.finish(vm, unsafe.Pointer(&r), err)
	})
}

// Func2 is Func0 with two arguments.
func Func2[A, B, R any](vm *VM, name string, f func(A, B) (R, error)) error {
	s, err := vm.signatureOf(name, reflect.TypeFor[R](), reflect.TypeFor[A](), reflect.TypeFor[B]())
	if err != nil {
		return err
	}
	return vm.SetFunction(name, func(vm *VM, n int) int {
		var a A
		var b B
		s.args[0].arg(vm, 0, n, unsafe.Pointer(&a))
		s.args[1].arg(vm, 1, n, unsafe.Pointer(&b))
		r, err := f(a, b)
		return s.finish(vm, unsafe.Pointer(&r), err)
	})
}

// Func3 is Func0 with three arguments.
func Func3[A, B, C, R any](vm *VM, name string, f func(A, B, C) (R, error)) error {
	s, err := vm.signatureOf(name, reflect.TypeFor[R](), reflect.TypeFor[A](), reflect.TypeFor[B](), reflect.TypeFor[C]())
	if err != nil {
		return err
	}
	return vm.SetFunction(name, func(vm *VM, n int) int {
		var a A
		var b B
		var c C
		s.args[0].arg(vm, 0, n, unsafe.Pointer(&a))
		s.args[1].arg(vm, 1, n, unsafe.Pointer(&b))
		s.args[2].arg(vm, 2, n, unsafe.Pointer(&c))
		r, err := f(a, b, c)
		return s.finish(vm, unsafe.Pointer(&r), err)
	})
}

// function finds the global function.
func (s *signature) function(vm *VM) Value {
	h := &vm.cells[vm.globals+2]
	if s.hint < h.t {
		at := uint32(h.v) + 1 + 2*s.hint
		if k := vm.cells[at]; k.t == tString && string(vm.text(uint32(k.v))) == s.name && vm.callable(vm.cells[at+1]) {
			return vm.cells[at+1]
		}
	}
	f := vm.Global(s.name)
	if !vm.callable(f) {
		vm.fail("there is no global function %s", s.name)
	}
	if e := vm.entry(vm.globals, vm.known(s.name)); e >= 0 {
		s.hint = uint32(e)
	}
	return f
}

// invoke calls the global function of a signature.
func (s *signature) invoke(vm *VM, args *[maxArgs]unsafe.Pointer, result unsafe.Pointer) error {
	return vm.enter(func() {
		slot := vm.room(vm.top, maxArgs+4)
		vm.cells[slot], vm.cells[slot+1] = s.function(vm), Nil
		vm.top = slot + 2
		for i := range s.n {
			s.args[i].push(vm, args[i])
		}
		vm.callGo(slot, uint32(s.n))
		first, n := vm.top-vm.results, int(vm.results)
		if s.result.kind != kResults {
			s.take(vm, &s.result, 0, first, n, result)
		}
		for i := range s.result.results {
			s.take(vm, &s.result.results[i], i, first, n, unsafe.Add(result, s.result.offsets[i]))
		}
		vm.top = first
	})
}

// take converts a result.
func (s *signature) take(vm *VM, c *conversion, i int, first uint32, n int, p unsafe.Pointer) {
	v := Nil
	if i < n {
		v = vm.cells[first+uint32(i)]
	}
	fault := c.decode(vm, v, p)
	if fault == expected {
		got := "no value"
		if i < n {
			got = vm.typeName(v)
		}
		fault = c.wants() + " expected, got " + got
	}
	if fault != "" {
		vm.failValue(vm.String(fmt.Sprintf("bad result #%d of '%s' (%s)", i+1, s.name, strings.TrimSpace(fault))))
	}
}

// Bind0 returns a Go function that calls a global function of a script. That is looked up at each call, so it may be
// replaced. Arguments and results are as with Func0, except that a []byte result is valid until the next call. Called
// from a Go function, it goes on with the running activation, as Call does.
func Bind0[R any](vm *VM, name string) (func() (R, error), error) {
	s, err := vm.signatureOf(name, reflect.TypeFor[R]())
	return func() (r R, err error) {
		err = s.invoke(vm, &[maxArgs]unsafe.Pointer{}, unsafe.Pointer(&r))
		return r, err
	}, err
}

// Bind1 is Bind0 with one argument.
func Bind1[A, R any](vm *VM, name string) (func(A) (R, error), error) {
	s, err := vm.signatureOf(name, reflect.TypeFor[R](), reflect.TypeFor[A]())
	return func(a A) (r R, err error) {
		err = s.invoke(vm, &[maxArgs]unsafe.Pointer{unsafe.Pointer(&a)}, unsafe.Pointer(&r))
		return r, err
	}, err
}

// Bind2 is Bind0 with two arguments.
func Bind2[A, B, R any](vm *VM, name string) (func(A, B) (R, error), error) {
	s, err := vm.signatureOf(name, reflect.TypeFor[R](), reflect.TypeFor[A](), reflect.TypeFor[B]())
	return func(a A, b B) (r R, err error) {
		err = s.invoke(vm, &[maxArgs]unsafe.Pointer{unsafe.Pointer(&a), unsafe.Pointer(&b)}, unsafe.Pointer(&r))
		return r, err
	}, err
}
