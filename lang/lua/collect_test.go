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
