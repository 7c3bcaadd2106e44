package lua

import "testing"

// TestCollect has a host collect by steps of its own, in a machine that does not collect by itself.
func TestCollect(t *testing.T) {
	vm, err := New(Config{Heap: 256 << 10, Budget: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	vm.Collecting(false)
	if err := vm.Do("=t", "function waste(n) for i = 1, n do local t = {i} end end"); err != nil {
		t.Fatal(err)
	}
	waste := vm.Global("waste")
	for range 200 {
		if _, err := vm.Call(waste, Int(10)); err != nil {
			t.Fatal(err)
		}
	}
	full := vm.Usage().Used
	if s := vm.Spent(); s < 20 || s > 200 {
		t.Errorf("10 rounds have used %d instructions", s)
	}
	steps := 0
	for done := false; !done; steps++ {
		var work int
		if work, done, err = vm.Collect(100); err != nil || work > 100+8192 || work <= 0 {
			t.Fatalf("a step of %d cells: %v", work, err)
		}
	}
	if now := vm.Usage().Used; now > full-200*10*32 || steps < 3 {
		t.Errorf("%d bytes before and %d after %d steps", full, now, steps)
	}
	if n := testing.AllocsPerRun(100, func() {
		_, _ = vm.Call(waste, Int(10))
		_, _, _ = vm.Collect(100)
	}); n != 0 {
		t.Errorf("a call and a step allocate %v times", n)
	}
}

// TestCollectDue: a host's step that is not due does nothing, and those that are due keep up with a script that wastes memory.
func TestCollectDue(t *testing.T) {
	vm, err := New(Config{Heap: 256 << 10})
	if err != nil {
		t.Fatal(err)
	}
	vm.Collecting(false)
	if err := vm.Do("=t", "function waste(n) for i = 1, n do local t = {i} end end"); err != nil {
		t.Fatal(err)
	}
	idle, most := 0, int64(0)
	for range 20000 {
		if _, err := vm.Call(vm.Global("waste"), Int(10)); err != nil {
			t.Fatal(err)
		}
		work, _, err := vm.CollectDue(300)
		if err != nil {
			t.Fatal(err)
		}
		if work == 0 {
			idle++
		}
		most = max(most, vm.Usage().Used)
	}
	if idle < 1000 || idle > 19000 || most > 200<<10 {
		t.Errorf("%d of 20000 steps had nothing to do, and at most %d bytes were in use", idle, most)
	}
}

// TestCollectAsDue has a script collect by steps that are due, with garbage in each cycle, and then without.
func TestCollectAsDue(t *testing.T) {
	vm, err := New(Config{Heap: 256 << 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=t", `collectgarbage("stop")
		finalised = 0
		function wasteful() local t = setmetatable({}, {__gc = function() finalised = finalised + 1 end}) return collectgarbage("due", 200) end
		function frugal() return collectgarbage("due", 200) end`); err != nil {
		t.Fatal(err)
	}
	call := func(name string) (ended bool) {
		t.Helper()
		if _, err := vm.Call(vm.Global(name)); err != nil {
			t.Fatal(err)
		}
		return vm.Result(0).Truth()
	}
	cycles, most := 0, int64(0)
	for i := range 20_000 {
		if call("wasteful") {
			cycles++
		}
		if i == 10_000 {
			most = vm.Usage().High
		}
	}
	if n, _ := vm.Global("finalised").AsInt(); cycles < 10 || n < 15_000 || vm.Usage().High != most {
		t.Errorf("%d cycles, %d finalisers called, at most %d bytes after half of it and %d after all", cycles, n, most, vm.Usage().High)
	}
	for i := 0; !vm.resting() || vm.gc.nPending > 0; i++ { // the cycle under way ends
		if call("frugal"); i > 10_000 {
			t.Fatal("a cycle has not ended in 10000 steps")
		}
	}
	used, begun := vm.used, vm.gc.cycles
	for range 10_000 {
		if call("frugal") {
			t.Fatal("a cycle ended while nothing was allocated")
		}
	}
	if vm.used != used || vm.gc.cycles != begun || vm.gc.state != gcPause {
		t.Errorf("nothing was allocated, and cells in use went from %d to %d, cycles from %d to %d", used, vm.used, begun, vm.gc.cycles)
	}
}
