package lua

// baseCollect is collectgarbage. Step with a number does at least that many cells of work and at most a bounded amount
// more; without one it does the default step.
func baseCollect(vm *VM, n int) int {
	switch what := string(vm.stringArg(0, n, "collect")); what {
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
	case "step":
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
		vm.argFault(0, "invalid option '"+what+"'")
	}
	return 1
}

// defaultStep is how much work a manual step does, in cells.
const defaultStep = 1000
