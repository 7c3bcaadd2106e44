package lua

import (
	_ "embed" // the patterns
	"fmt"
	"runtime"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/lua"
)

//go:embed patterns.lua
var patterns string

// pattern is how objects are allocated at random: the part of the arena that lives, and whether the kinds of objects
// shift from phase to phase.
type pattern struct {
	name   string
	live   float64
	shifts bool
}

// piece is how many instructions run between two looks at the heap.
const piece = 20000

// allocation runs n instructions of each random allocation pattern in a heap of 1 MiB.
func allocation(o bench.Options, n int, emit bench.Emit) error {
	for _, p := range []pattern{{"quarter", 0.25, false}, {"quarter-shifting", 0.25, true}, {"half", 0.5, false},
		{"half-shifting", 0.5, true}} {
		if err := p.run(o, n, emit); err != nil {
			return fmt.Errorf("bench lua: the allocation pattern %s: %w", p.name, err)
		}
	}
	return nil
}

// run looks at the heap after every piece. What is measured begins once the pattern has measured its objects.
func (p pattern) run(o bench.Options, n int, emit bench.Emit) error {
	vm, err := lua.New(lua.Config{Seed: o.Seed})
	if err != nil {
		return err
	}
	f, err := vm.Load("=patterns", patterns)
	if err != nil {
		return err
	}
	if err := vm.Start(f, lua.Int(int64(p.live*float64(vm.Usage().Size))), lua.Bool(p.shifts)); err != nil {
		return err
	}
	const settle = 100
	sum, worst, used, looks, above := 0.0, 0.0, 0.0, 0, 0
	var before counts
	rate := runtime.MemProfileRate
	runtime.MemProfileRate = 1 // every allocation from here on has its stack
	defer func() { runtime.MemProfileRate = rate }()
	for i := 0; i < settle+n/piece; i++ {
		if i == settle {
			before = allocated()
		}
		if done, err := vm.Step(piece); done || err != nil {
			return fmt.Errorf("it ended: %w", err)
		}
		u := vm.Usage()
		if u.Used > u.Size || u.High > u.Size {
			return fmt.Errorf("%d of %d bytes are in use", u.Used, u.Size)
		}
		if i < settle {
			continue
		}
		looks++
		sum += u.Fragmentation()
		worst = max(worst, u.Fragmentation())
		if u.Fragmentation() >= 0.2 {
			above++
		}
		used += float64(u.Used) / float64(u.Size)
		if looks%1000 == 0 {
			if err := o.Stopped(); err != nil {
				return err
			}
		}
	}
	after := allocated()
	u, k := vm.Usage(), 100/float64(max(looks, 1))
	name := "lua/patterns-" + p.name
	emit(bench.Result{Name: name + "-fragmentation-mean", Value: sum * k, Unit: "%"})
	emit(bench.Result{Name: name + "-fragmentation-worst", Value: worst * 100, Unit: "%"})
	emit(bench.Result{Name: name + "-fragmentation-above-20", Value: float64(above) * k, Unit: "%",
		Note: "part of the looks at which a fifth or more of the free memory was not in the largest block"})
	emit(bench.Result{Name: name + "-used-mean", Value: used * k, Unit: "%"})
	emit(bench.Result{Name: name + "-used-most", Value: float64(u.High) / float64(u.Size) * 100, Unit: "%"})
	emit(bench.Result{Name: name + "-go-allocations", Value: float64(after.machine - before.machine), Unit: "allocations",
		Note: fmt.Sprintf("%d instructions, %d allocations in the arena; the rest of the process, Go's threads first, made %d",
			looks*piece, u.Allocations, after.others-before.others)})
	return nil
}

// counts of allocations in Go's memory: those with the Lua machine on their stack, and all others.
type counts struct{ machine, others int64 }

// allocated asks Go's own profile, which has the stack of every allocation made since its rate is 1. A thread that Go
// starts, as it does when it moves goroutines between processors, takes about eight.
func allocated() counts {
	runtime.GC() // the profile is as old as the last but one collection
	runtime.GC()
	n, _ := runtime.MemProfile(nil, true)
	records := make([]runtime.MemProfileRecord, n+100)
	n, _ = runtime.MemProfile(records, true)
	c := counts{}
	for _, r := range records[:n] {
		if ofMachine(r.Stack()) {
			c.machine += r.AllocObjects
		} else {
			c.others += r.AllocObjects
		}
	}
	return c
}

// ofMachine says whether a function of package lang/lua is among the callers.
func ofMachine(stack []uintptr) bool {
	for frames := runtime.CallersFrames(stack); ; {
		f, more := frames.Next()
		if strings.Contains(f.Function, "/lang/lua.") {
			return true
		}
		if !more {
			return false
		}
	}
}
