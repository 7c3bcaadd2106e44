package lua

import "iter"

// Hosts' access to tables. Metamethods are not called. A function that makes something raises a Lua error when memory
// runs out: call it in a Go function, or in Try.

// Try runs Go code that makes values between calls, and returns the Lua error that it raises.
func (vm *VM) Try(do func()) error {
	if vm.nested > 0 {
		return ErrBusy
	}
	return vm.protect(do)
}

// NewTable makes a table with room for a list and for other fields, in numbers of elements.
func (vm *VM) NewTable(list, fields int) Value {
	return ref(vm.newTable(uint32(max(list, 0)), uint32(max(fields, 0))), tTable)
}

// Set stores a value in a table. The key must be neither nil nor NaN.
func (vm *VM) Set(t, k, v Value) {
	if t.t != tTable {
		vm.indexFault(t, k)
	}
	vm.checkKey(k)
	vm.set(uint32(t.v), k, v)
}

// Get returns what a table holds under a key, or nil if t is not a table. It allocates nothing.
func (vm *VM) Get(t, k Value) Value {
	if t.t != tTable {
		return Nil
	}
	return vm.get(uint32(t.v), k)
}

// Len returns the length of the list in a table, or 0 if t is not a table. It allocates nothing.
func (vm *VM) Len(t Value) int {
	if t.t != tTable {
		return 0
	}
	return int(vm.length(uint32(t.v)))
}

// Pairs iterates over a table in the order of pairs. It allocates nothing; the table must not change meanwhile.
func (vm *VM) Pairs(t Value) iter.Seq2[Value, Value] {
	return func(yield func(k, v Value) bool) {
		k, hint, more := Nil, uint32(0), t.t == tTable
		for more {
			var v Value
			if k, v, hint, more = vm.next(uint32(t.v), k, hint); k.t == tNil || !yield(k, v) {
				return
			}
		}
	}
}

// Is reports whether a value is this string. It allocates nothing.
func (vm *VM) Is(v Value, s string) bool { return v.t == tString && string(vm.text(uint32(v.v))) == s }
