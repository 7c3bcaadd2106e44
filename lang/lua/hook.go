package lua

import "context"

// lookEvery is how many instructions run between checks of the context: about half a millisecond.
const lookEvery = 1 << 16

// meter counts instructions. Loops and calls take theirs from budget, which begins with a part of what the activation
// may run; when it is used up the machine checks the context, the bound and a counting hook.
type meter struct {
	budget    int64
	part      int64 // what the budget began with
	left      int64 // what the activation may run, this part included
	bounded   bool
	every     int64 // instructions between calls of the hook; 0 without one
	untilHook int64
	hookDue   bool // run has returned so that the hook can be called
	hooking   bool // the hook runs; its instructions do not count for it
}

// grant begins an activation of n instructions; 0 means no bound.
func (vm *VM) grant(n int64) {
	vm.bounded, vm.left = n > 0, n
	vm.hookDue = false
	vm.nextPart()
}

func (vm *VM) nextPart() {
	n := int64(lookEvery)
	if vm.bounded {
		n = min(n, vm.left)
	}
	if vm.every > 0 && !vm.hooking {
		n = min(n, vm.untilHook)
	}
	vm.part, vm.budget = n, n
}

// charge subtracts what has been used of the part.
func (vm *VM) charge() {
	used := vm.part - vm.budget
	vm.part = vm.budget
	vm.left -= used
	if vm.every > 0 && !vm.hooking {
		vm.untilHook -= used
	}
}

// repeat gives back what an instruction took, because it will run again.
func (vm *VM) repeat() {
	vm.left++
	if vm.every > 0 && !vm.hooking {
		vm.untilHook++
	}
}

// refill gives the running activation its full budget.
func (vm *VM) refill() {
	vm.broken, vm.cause = false, nil
	vm.grant(vm.activation)
}

// exhausted takes over when the part is used up. It reports whether run is to return: to pause, or for the hook.
// Otherwise it raises an error or, in calls from Go that cannot pause, lets the script go on until it can.
func (vm *VM) exhausted() (pause bool) {
	vm.charge()
	if err := vm.cancelled(); err != nil {
		vm.pc++ // the instruction that would be next
		vm.breakOff(err)
	}
	if vm.every > 0 && !vm.hooking && vm.untilHook < 0 {
		vm.hookDue = true
		return true
	}
	if !vm.bounded || vm.left >= 0 {
		vm.nextPart()
		return false
	}
	if vm.pausing {
		vm.paused = vm.nested == 1
		return vm.paused
	}
	vm.pc++
	vm.breakOff(ErrBudget)
	return false
}

// exhaustedHard is exhausted in the middle of an instruction, where nothing can pause and no hook can be called; the
// next loop or call does that.
func (vm *VM) exhaustedHard() {
	vm.charge()
	if err := vm.cancelled(); err != nil {
		vm.breakOff(err)
	}
	switch {
	case vm.every > 0 && !vm.hooking && vm.untilHook < 0 && (!vm.bounded || vm.left >= 0):
	case !vm.bounded || vm.left >= 0:
		vm.nextPart()
	case !vm.pausing:
		vm.breakOff(ErrBudget)
	}
}

// breakOff raises an error that only the host can clear.
func (vm *VM) breakOff(cause error) {
	vm.broken, vm.cause = true, cause
	vm.fail("%s", cause)
}

// cancelled returns the error of a context that is done.
func (vm *VM) cancelled() error {
	for _, c := range [...]context.Context{vm.config.Context, vm.context} {
		if c != nil {
			if err := c.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// hookKey is where the registry keeps the hook.
const hookKey = "hook"

// callHook calls the hook above everything live. An error in it is an error of the interrupted function.
func (vm *VM) callHook() {
	vm.hookDue = false
	vm.untilHook = vm.every
	f := vm.get(vm.registry, vm.String(hookKey))
	vm.hooking = true
	vm.nextPart()
	defer func() {
		vm.charge()
		vm.hooking = false
		vm.nextPart()
	}()
	top := vm.top - vm.base
	slot := vm.room(max(vm.top, vm.liveFloor()), 8)
	vm.cells[slot], vm.cells[slot+2], vm.cells[slot+3] = f, vm.String("count"), Nil
	vm.top = slot + 4
	vm.callGo(slot, 2)
	vm.top = vm.base + top
}

// setHook makes f the hook, called about every n instructions; nil removes it.
func (vm *VM) setHook(f Value, n int64) {
	vm.charge()
	vm.set(vm.registry, vm.String(hookKey), f)
	vm.every, vm.untilHook = n, n
	if f.t == tNil {
		vm.every, vm.untilHook = 0, 0
	}
	vm.nextPart()
}
