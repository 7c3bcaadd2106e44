package lua

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/lua"
)

// TestQuick runs the whole bench once, roughly.
func TestQuick(t *testing.T) {
	got := map[string]bool{}
	err := Run(bench.Options{Quick: true}, func(r bench.Result) {
		got[r.Name] = true
		if r.Value < 0 {
			t.Errorf("%+v", r)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"lua/go-lua-go", "lua/gc-step-p50", "lua/gc-step-max", "lua/patterns-half-fragmentation-worst"} {
		if !got[n] {
			t.Errorf("no figure %s", n)
		}
	}
}

// TestNoGoAllocations: while random patterns allocate, Go's own profile shows no allocation with the machine on its stack.
// A thread that Go starts has none.
func TestNoGoAllocations(t *testing.T) {
	rate := runtime.MemProfileRate
	runtime.MemProfileRate = 1
	defer func() { runtime.MemProfileRate = rate }()
	n := 500
	if os.Getenv("SINEW_LONG") != "" {
		n = 50000
	}
	vm, err := lua.New(lua.Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f, err := vm.Load("=patterns", patterns)
	if err == nil {
		err = vm.Start(f, lua.Int(vm.Usage().Size/2), lua.Bool(true))
	}
	var before int64
	for i := 0; err == nil && i < 100+n; i++ {
		if i == 100 {
			before = ofMachine()
		}
		_, err = vm.Step(piece)
	}
	if err != nil {
		t.Fatal(err)
	}
	if before == 0 {
		t.Error("the profile does not see what the machine has allocated to be made")
	}
	if n := ofMachine() - before; n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// ofMachine counts allocations with a function of the machine's package on their stack.
func ofMachine() (n int64) {
	runtime.GC() // the profile is as old as the last but one collection
	runtime.GC()
	records := make([]runtime.MemProfileRecord, 10000)
	have, _ := runtime.MemProfile(records, true)
	for _, r := range records[:have] {
		frames := runtime.CallersFrames(r.Stack())
		for more := true; more; {
			var f runtime.Frame
			if f, more = frames.Next(); strings.Contains(f.Function, "sinew/lang/lua.") {
				n += r.AllocObjects
				break
			}
		}
	}
	return n
}
