package lua

import (
	_ "embed" // the patterns
	"fmt"
	"runtime"
	"runtime/pprof"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/lua"
)

//go:embed patterns.lua
var patterns string

// pattern is how objects are allocated at random: the live part of the arena, and whether the kinds of objects change
// from phase to phase.
type pattern struct {
	name   string
	live   float64
	shifts bool
}

// piece is how many instructions run between two measurements of the heap.
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

// run measures the heap after every piece. Measurements begin once the pattern has reached its live size.
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
	var before, after runtime.MemStats
	var threads int
	for i := 0; i < settle+n/piece; i++ {
		if i == settle {
			threads = pprof.Lookup("threadcreate").Count()
			runtime.ReadMemStats(&before)
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
	runtime.ReadMemStats(&after)
	u, k := vm.Usage(), 100/float64(max(looks, 1))
	name := "lua/patterns-" + p.name
	emit(bench.Result{Name: name + "-fragmentation-mean", Value: sum * k, Unit: "%"})
	emit(bench.Result{Name: name + "-fragmentation-worst", Value: worst * 100, Unit: "%"})
	emit(bench.Result{Name: name + "-fragmentation-above-20", Value: float64(above) * k, Unit: "%",
		Note: "part of the looks at which a fifth or more of the free memory was not in the largest block"})
	emit(bench.Result{Name: name + "-used-mean", Value: used * k, Unit: "%"})
	emit(bench.Result{Name: name + "-used-most", Value: float64(u.High) / float64(u.Size) * 100, Unit: "%"})
	emit(bench.Result{Name: name + "-go-allocations", Value: float64(after.Mallocs - before.Mallocs), Unit: "allocations",
		Note: fmt.Sprintf("of the whole process, %d threads of Go's own included, which take some eight each; %d instructions, %d allocations in the arena",
			pprof.Lookup("threadcreate").Count()-threads, looks*piece, u.Allocations)})
	return nil
}
