package lua

// baseCollect is collectgarbage. "step" with a number does at least that many cells of work and at most a bounded amount
// more; without one it does the default step. "due", which Lua does not have, is a step if a cycle is under way or memory
// in use has grown enough for one to begin, and does nothing otherwise.
func baseCollect(vm *VM, n int) int {
	switch what := vm.stringArg(0, n, "collect"); string(what) {
	case "collect":
		vm.fullCycle()
		for n := vm.gc.nPending; n > 0 && vm.gc.nPending > 0 && !vm.gc.finalising; n -= min(n, finalisersAtOnce) {
			vm.callPending()
		}
		vm.Push(Int(0))
	case "stop":
		vm.gc.mode = gcOff
		vm.Push(Int(0))
	case "restart":
		vm.gc.mode = gcFree
		vm.Push(Int(0))
	case "count":
		vm.Push(Float(float64(vm.used) * cellSize / 1024))
	case "due", "step":
		if string(what) == "due" && vm.idle() {
			vm.Push(Bool(false))
			break
		}
		work := vm.intArg(1, n, 0)
		if work <= 0 {
			work = defaultStep
		}
		done := vm.gcWork(int(min(work, 1<<30)))
		vm.debt = -int64(vm.gc.step)
		vm.callPending()
		vm.Push(Bool(done))
	case "isrunning":
		vm.Push(Bool(vm.gc.mode == gcFree))
	case "setpause":
		vm.Push(Int(int64(vm.gc.pauseBy)))
		vm.gc.pauseBy = uint32(max(100, min(vm.intArg(1, n, 0), 1000)))
	case "setstepmul":
		vm.Push(Int(int64(vm.gc.stepBy)))
		vm.gc.stepBy = uint32(max(100, min(vm.intArg(1, n, 0), 10000)))
	case "incremental", "generational":
		vm.Push(vm.String("incremental"))
	default:
		vm.argFault(0, "invalid option '"+string(what)+"'")
	}
	return 1
}

// defaultStep is how much work a manual step does, in cells.
const defaultStep = 1000

// Collecting sets whether the collector works automatically as memory is allocated. Otherwise only Collect, and a script's
// calls of collectgarbage, make it work.
func (vm *VM) Collecting(free bool) {
	vm.gc.mode = gcOff
	if free {
		vm.gc.mode = gcFree
	}
}

// Collect makes the collector work for about the given number of cells of 16 bytes, between calls. It returns how many it
// was, and whether a cycle ended. Due finalisers are called, with a full budget; the error is theirs.
func (vm *VM) Collect(cells int) (work int, done bool, err error) {
	err = vm.enter(func() {
		var left int
		done, left = vm.gcSteps(cells)
		work = cells - left
		vm.debt = -int64(vm.gc.step)
		vm.callPending()
	})
	return work, done, err
}

// CollectDue is Collect if a cycle is under way, enough has been allocated since the last for one to begin, or finalisers are
// to be called. Otherwise it does nothing.
func (vm *VM) CollectDue(cells int) (work int, done bool, err error) {
	if vm.idle() {
		return 0, false, nil
	}
	return vm.Collect(cells)
}

// idle reports whether the collector has nothing to do.
func (vm *VM) idle() bool { return vm.resting() && vm.gc.nPending == 0 }

// Spent returns how many instructions the running activation, or the last one, has used.
func (vm *VM) Spent() int64 { return vm.activation - vm.left + vm.part - vm.budget }
