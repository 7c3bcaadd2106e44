// Package lua measures the Lua machine and compares it with Debian's lua5.1 and lua5.4, in processor time: the same
// programs in the same run, one after another.
package lua

import (
	"bufio"
	_ "embed" // the programs
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/lua"
)

//go:embed programs.lua
var programs string

// figures maps a program to nanoseconds per round.
type figures map[string]float64

// names of the programs in the order of the report.
var names = []string{"fib", "field", "method", "table", "resume"}

// Run measures the programs, then what has no peer: calls between Go and Lua, steps of the collector, states, and
// patterns of allocation. With a number of instructions it only runs the patterns.
func Run(o bench.Options, emit bench.Emit) error {
	if o.N > 0 {
		return allocation(o, o.N, emit)
	}
	word := ""
	if o.Quick {
		word = "quick"
	}
	ours, err := own(word)
	if err != nil {
		return err
	}
	product := map[string]float64{}
	for _, version := range []string{"lua5.1", "lua5.4"} {
		if err := o.Stopped(); err != nil {
			return err
		}
		theirs, err := peer(version, word)
		if err != nil {
			if o.Log != nil {
				fmt.Fprintf(o.Log, "without %s: %v\n", version, err)
			}
			continue
		}
		product[version] = 1
		for _, n := range names {
			r := bench.Result{Name: "lua/" + n + "-vs-" + version, Value: ours[n], Unit: "ns"}.Against(version, theirs[n])
			product[version] *= r.Ratio
			emit(r)
		}
		emit(bench.Result{Name: "lua/mean-vs-" + version, Value: math.Pow(product[version], 1/float64(len(names))), Unit: "×",
			Note: "geometric mean of the ratios"})
	}
	if len(product) == 0 {
		for _, n := range names {
			emit(bench.Result{Name: "lua/" + n, Value: ours[n], Unit: "ns"})
		}
	}
	if err := border(o, emit); err != nil {
		return err
	}
	if err := collector(o, emit); err != nil {
		return err
	}
	if err := states(emit); err != nil {
		return err
	}
	n := 20_000_000
	if o.Quick {
		n = 1_000_000
	}
	return allocation(o, n, emit)
}

// states measures saving and restoring a heap of 1 MiB that is in use, in processor time.
func states(emit bench.Emit) error {
	vm, err := lua.New(lua.Config{})
	if err != nil {
		return err
	}
	if err := vm.Do("=states", "live = {} while collectgarbage('count') < 900 do live[#live + 1] = {'s' .. #live} end"); err != nil {
		return err
	}
	state, err := vm.Save(nil)
	if err != nil {
		return err
	}
	const n = 50
	start := processor()
	for range n {
		if state, err = vm.Save(state[:0]); err != nil {
			return err
		}
	}
	saved := processor()
	for range n {
		if err := vm.Restore(state); err != nil {
			return err
		}
	}
	emit(bench.Result{Name: "lua/save-1MiB", Value: float64((saved - start).Microseconds()) / n, Unit: "µs"})
	emit(bench.Result{Name: "lua/restore-1MiB", Value: float64((processor() - saved).Microseconds()) / n, Unit: "µs"})
	return nil
}

// processor is the processor time of this process.
func processor() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func own(word string) (figures, error) {
	var out strings.Builder
	vm, err := lua.New(lua.Config{Heap: 8 << 20, Stdout: func(b []byte) { out.Write(b) }, Now: func() (int64, int64) {
		t := processor()
		return int64(t / time.Second), int64(t % time.Second)
	}})
	if err != nil {
		return nil, err
	}
	f, err := vm.Load("=programs", programs)
	if err != nil {
		return nil, err
	}
	if _, err := vm.Call(f, vm.String(word)); err != nil {
		return nil, err
	}
	return parse(out.String())
}

func peer(version, word string) (figures, error) {
	path, err := exec.LookPath(version)
	if err != nil {
		return nil, fmt.Errorf("%w: `make deps` installs it", err)
	}
	dir, err := os.MkdirTemp("", "sinew-lua-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "programs.lua")
	if err := os.WriteFile(file, []byte(programs), 0o600); err != nil {
		return nil, err
	}
	out, err := child.Output(exec.Command(path, file, word))
	if err != nil {
		return nil, err
	}
	return parse(string(out))
}

func parse(text string) (figures, error) {
	f := figures{}
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		name, number, _ := strings.Cut(s.Text(), " ")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("bench lua: the line %q: %w", s.Text(), err)
		}
		f[name] = v
	}
	for _, n := range names {
		if _, ok := f[n]; !ok {
			return nil, fmt.Errorf("bench lua: no figure of %s", n)
		}
	}
	return f, nil
}

// border measures a call from Go into Lua, which calls Go, and back.
func border(o bench.Options, emit bench.Emit) error {
	vm, err := lua.New(lua.Config{})
	if err != nil {
		return err
	}
	if err := vm.SetFunction("twice", func(vm *lua.VM, _ int) int {
		x, _ := vm.Arg(0).AsInt()
		vm.Push(lua.Int(2 * x))
		return 1
	}); err != nil {
		return err
	}
	if err := vm.Do("=border", "function enter(x) return twice(x) + 1 end"); err != nil {
		return err
	}
	f, n := vm.Global("enter"), 1000000
	if o.Quick {
		n = 1000
	}
	best := math.Inf(1)
	for range 5 {
		start := processor()
		for i := range n {
			if _, err := vm.Call(f, lua.Int(int64(i))); err != nil {
				return err
			}
		}
		best = min(best, float64(processor()-start)/float64(n))
	}
	emit(bench.Result{Name: "lua/go-lua-go", Value: best, Unit: "ns"})
	return nil
}

// live fills 1 MiB with objects of all kinds and makes garbage between steps of the collector.
const live = `collectgarbage("stop")
	live, keys = {}, {}
	local both = {__gc = function(o) o.x = nil end}
	weak, ephemerons = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
	while collectgarbage("count") < 1024 do
		local n = #live + 1
		live[n] = {x = n, name = "n" .. n % 100, f = function() return live end}
		if n % 2 == 0 then weak[n], weak["k" .. n % 500] = live[n], live[n] end
		if n % 3 == 0 then ephemerons[live[n]] = {n} end
		if n % 8 == 0 then setmetatable(live[n], both) end
		if n % 40 == 0 then live[n].co = coroutine.wrap(function(...) while true do coroutine.yield(...) end end) live[n].co(n) end
	end
	local at = 0
	function churn()
		for i = 1, 20 do local t = {i} weak[i] = t ephemerons[t] = t end
		at = at % #live + 1
		if live[at].co then live[at].co({}) end
		setmetatable({x = at}, both)
		live[at] = {x = at, name = live[at].name, co = live[at].co, f = live[at].f}
	end
	function step() collectgarbage("step") end`

// steps runs n default steps of the collector in a heap of 2 MiB and notes the duration of each if it is less than
// before. The machine does the same each time, so the least of several runs is the duration of an uninterrupted step.
func steps(n int, times []float64) (lua.Usage, error) {
	vm, err := lua.New(lua.Config{Heap: 2 << 20})
	if err != nil {
		return lua.Usage{}, err
	}
	if err := vm.Do("=live", live); err != nil {
		return lua.Usage{}, err
	}
	churn, step := vm.Global("churn"), vm.Global("step")
	for i := range n {
		if _, err := vm.Call(churn); err != nil {
			return lua.Usage{}, err
		}
		start := time.Now()
		if _, err := vm.Call(step); err != nil {
			return lua.Usage{}, err
		}
		times[i] = min(times[i], float64(time.Since(start).Nanoseconds())/1000)
	}
	return vm.Usage(), nil
}

// collector measures steps of the collector with 1 MiB live.
func collector(o bench.Options, emit bench.Emit) error {
	n, runs := 20000, 7
	if o.Quick {
		n, runs = 500, 2
	}
	times := make([]float64, n)
	for i := range times {
		times[i] = math.Inf(1)
	}
	var u lua.Usage
	for range runs {
		var err error
		if u, err = steps(n, times); err != nil {
			return err
		}
	}
	if at := slices.Index(times, slices.Max(times)); o.Log != nil {
		fmt.Fprintf(o.Log, "the longest step of the collector is number %d\n", at)
	}
	slices.Sort(times)
	for _, p := range []struct {
		name string
		at   float64
	}{{"p50", 0.5}, {"p99", 0.99}, {"max", 1}} {
		emit(bench.Result{Name: "lua/gc-step-" + p.name, Value: times[int(p.at*float64(n-1))], Unit: "µs",
			Note: fmt.Sprintf("each step the least of %d runs", runs)})
	}
	emit(bench.Result{Name: "lua/fragmentation", Value: u.Fragmentation() * 100, Unit: "%"})
	return nil
}
