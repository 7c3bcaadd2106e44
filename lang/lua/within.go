package lua

import "errors"

// Calls that a host makes on behalf of others: an error in such a call ends only that call.

// CallWithin is Call with a budget of at most n instructions; 0 means what the activation has left. It returns every
// error, with a traceback, in a Go function too, including those that Call lets pass; Final reports those after which the
// activation cannot go on.
func (vm *VM) CallWithin(n int64, f Value, args ...Value) (results int, err error) {
	if vm.nested == 0 {
		whole := vm.activation
		if n > 0 && (whole == 0 || n < whole) {
			vm.activation = n
		}
		results, err = vm.Call(f, args...)
		vm.activation = whole
		return results, err
	}
	vm.charge()
	outer, pausing, traced, trace, place := vm.meter, vm.pausing, vm.traced, vm.trace, vm.place
	narrow := n > 0 && (!vm.bounded || n < vm.left)
	if narrow {
		vm.grant(n)
	}
	vm.pausing, vm.traced, vm.trace, vm.place = false, vm.nested, "", ""
	results, err = vm.shield(f, args)
	vm.charge()
	if narrow {
		used := n - vm.left
		vm.bounded, vm.left = outer.bounded, outer.left-used
		if !outer.bounded {
			vm.left = 0
		}
	}
	vm.nextPart()
	vm.pausing, vm.traced, vm.trace, vm.place = pausing, traced, trace, place
	return results, err
}

// shield calls f and returns any error that it raises; the stack is then as before.
func (vm *VM) shield(f Value, args []Value) (results int, err error) {
	top, pc, keep := vm.top-vm.base, vm.pc, vm.errv
	defer func() {
		r := recover()
		switch {
		case r == nil:
			return
		case r != any(errRaise):
			panic(r)
		}
		err = vm.asError()
		vm.broken = false
		vm.top, vm.pc, vm.errv = vm.base+top, pc, keep
	}()
	slot := vm.room(vm.top, uint32(len(args))+4)
	vm.cells[slot], vm.cells[slot+1] = f, Nil
	copy(vm.cells[slot+2:], args)
	vm.top = slot + 2 + uint32(len(args))
	vm.callGo(slot, uint32(len(args)))
	return int(vm.results), nil
}

// Final reports whether an error that CallWithin returned in a Go function ends the activation: the script has called
// os.exit, the context is done, or the activation itself has no instructions left. Pass such an error on.
func (vm *VM) Final(err error) bool {
	var exit Exit
	return errors.As(err, &exit) || vm.cancelled() != nil || vm.bounded && vm.left <= 0
}

// Pass raises, in a Go function, an error that CallWithin returned.
func (vm *VM) Pass(err error) {
	var fault *Error
	switch exit := (Exit{}); {
	case errors.As(err, &exit):
		vm.exit, vm.broken = &exit, true
		vm.fail("os.exit")
	case vm.cancelled() != nil:
		vm.breakOff(vm.cancelled())
	case errors.Is(err, ErrBudget):
		vm.breakOff(ErrBudget)
	case errors.Is(err, ErrMemory):
		vm.failValue(vm.outOfMemory)
	case errors.As(err, &fault):
		vm.failValue(vm.String(fault.Message))
	}
	vm.fail("%s", err)
}
