package coordination

import (
	"context"
	_ "embed" // the script
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed script/cyclic.lua
var cyclicScript string

// intervals between wake-ups.
var intervals = [...]time.Duration{500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond}

// The ways to wake up. "One sleep" and "two" are the same system calls in C and in Go: clock_nanosleep until the deadline,
// or until 100 µs before it and then for the rest, as in rt.Light.
const (
	theirs      = "cyclictest"
	cOne        = "C, one sleep"
	cTwo        = "C, two sleeps"
	goOne       = "Go, one sleep"
	goTwo       = "Go, two sleeps"
	goSpin      = "Go, sleep then spin"
	luaFree     = "Lua, collector free"
	luaOff      = "Lua, collector off"
	luaStepping = "Lua, collector controlled"
)

// cell contains the ways for one interval.
type cell struct {
	interval time.Duration
	ways     []*way
}

// cyclictest is the seed's first experiment.
func (x *experiments) cyclictest() error {
	x.Part("Cyclictest", "How late a thread wakes from a sleep until an absolute time. C is rt-tests' cyclictest, which counts whole "+
		"microseconds and cuts off the rest, and a loop of our own by the same system calls as the loop in Go (reactor/exec/rt). The Lua "+
		"loop is a script of package lang/lua on the same thread as the Go loop with two sleeps; it asks for the time once more after the sleep, "+
		"and makes a table each cycle. Free: the collector runs as memory is allocated. Off: it is stopped. Controlled: it is stopped, and makes "+
		"a step in each cycle after the time was taken. A ratio of averages is the median of the rounds' ratios, each of two ways in the same round, "+
		"with its quartiles and range; a ratio of p99 is that of the samples of all rounds together. Over the intervals: the median over all rounds "+
		"of all intervals, and the p99s' sums.")
	rounds, length := x.short(wakingFor)
	x.Text("%d rounds of %v, less at short intervals and more at long ones.", rounds, length)
	loop, err := wakeup.BuildLoop()
	if err != nil {
		x.Text("Without our own loop in C: %v.", err)
		x.Say("%v", err)
	} else {
		defer loop.Remove()
	}
	for _, l := range x.idleAndLoaded() {
		var cells []cell
		for _, i := range intervals {
			if x.o.tiny && i != time.Millisecond {
				continue
			}
			ways, err := x.underFor(l, fmt.Sprintf("cyclictest %v", i), x.wakings(loop, i, share(i, length), err == nil), rounds)
			if err != nil {
				return err
			}
			cells = append(cells, cell{i, ways})
		}
		x.wakeTable(l, cells)
		x.wakeSums(l, cells)
		for _, c := range cells {
			if c.interval == time.Millisecond {
				x.Plot(histogram(fmt.Sprintf("lateness at 1000 µs, %s", l.name), c.ways, 0))
				x.samples("cyclictest-"+l.name+".csv", c.ways, []string{""})
			}
		}
		x.Plot(worstByInterval(l, cells))
	}
	x.Table(seedCyclictest())
	x.Table(seedRatios())
	return nil
}

// share is how long a round takes at one interval, if the mean over all is length. It grows with the root of the interval,
// so that neither the longest interval gets too few samples nor the shortest one too little time.
func share(interval, length time.Duration) time.Duration {
	sum := 0.0
	for _, i := range intervals {
		sum += math.Sqrt(float64(i))
	}
	return time.Duration(float64(length) * float64(len(intervals)) * math.Sqrt(float64(interval)) / sum)
}

// wakings are the ways for one interval.
func (x *experiments) wakings(loop wakeup.Loop, interval, length time.Duration, built bool) []*way {
	n := max(int(length/interval), 2)
	one := func(late []float64, err error) ([][]float64, error) { return [][]float64{late}, err }
	ways := []*way{{name: theirs, measure: func(ctx context.Context) ([][]float64, error) {
		return one(wakeup.Cyclictest(ctx, x.o.Priority, interval, n))
	}}}
	if built {
		for _, w := range []struct {
			name string
			nap  time.Duration
		}{{cOne, 0}, {cTwo, rt.Light.Light}} {
			ways = append(ways, &way{name: w.name, measure: func(ctx context.Context) ([][]float64, error) {
				return one(loop.Lateness(ctx, x.o.Priority, interval, w.nap, n))
			}})
		}
	}
	for _, w := range []struct {
		name     string
		approach rt.Approach
	}{{goOne, rt.Deep}, {goTwo, rt.Light}, {goSpin, rt.Spin}} {
		ways = append(ways, &way{name: w.name, measure: func(context.Context) ([][]float64, error) {
			return one(x.goCycles(w.approach, interval, n), nil)
		}})
	}
	for _, w := range []struct{ name, collector string }{{luaFree, "free"}, {luaOff, "off"}, {luaStepping, "controlled"}} {
		ways = append(ways, &way{name: w.name, measure: func(context.Context) ([][]float64, error) {
			return one(x.luaCycles(w.collector, interval, n))
		}})
	}
	return ways
}

// goCycles is the loop in Go.
func (x *experiments) goCycles(a rt.Approach, interval time.Duration, n int) []float64 {
	defer rt.Tune(rt.Tuning{})()
	late := make([]float64, n)
	x.warn(wakeup.OnThread(x.o.Priority, 0, func(t *rt.Thread) {
		s := rt.Sleeper{Approach: a, Thread: t}
		due := rt.Now()
		for i := range late {
			due += int64(interval)
			late[i] = float64(s.SleepUntil(due)-due) / 1000
		}
	}).Warnings())
	return late
}

// luaCycles is the loop in Lua.
func (x *experiments) luaCycles(collector string, interval time.Duration, n int) (late []float64, err error) {
	late = make([]float64, 0, n)
	vm, err := lua.New(lua.Config{Heap: int64(1<<20 + 512*n)}) // enough to keep the collector off
	if err != nil {
		return nil, err
	}
	s := rt.Sleeper{Approach: rt.Light}
	for name, f := range map[string]lua.Function{
		"sleep": func(vm *lua.VM, _ int) int {
			due, _ := vm.Arg(0).AsInt()
			s.SleepUntil(due)
			return 0
		},
		"now": func(vm *lua.VM, _ int) int {
			vm.Push(lua.Int(rt.Now()))
			return 1
		},
		"keep": func(vm *lua.VM, _ int) int {
			ns, _ := vm.Arg(0).AsInt()
			late = append(late, float64(ns)/1000)
			return 0
		},
	} {
		if err := vm.SetFunction(name, f); err != nil {
			return nil, err
		}
	}
	if err := vm.Do("@cyclic.lua", cyclicScript); err != nil {
		return nil, err
	}
	cycles, mode := vm.Global("cycles"), lua.Nil
	if err := vm.Try(func() { mode = vm.String(collector) }); err != nil {
		return nil, err
	}
	defer rt.Tune(rt.Tuning{})()
	x.warn(wakeup.OnThread(x.o.Priority, 0, func(t *rt.Thread) {
		s.Thread = t
		_, err = vm.Call(cycles, mode, lua.Int(rt.Now()), lua.Int(int64(interval)), lua.Int(int64(n)))
	}).Warnings())
	return late, err
}

// wakeTable writes a table like the seed's, with more columns, and a figure for each cell.
func (x *experiments) wakeTable(l load, cells []cell) {
	t := book.Table{Name: "cyclictest_" + l.name, Caption: "Lateness in µs, " + l.name + " (" + l.says + ")",
		Columns: withVersus("way", "interval", "average", "p50", "p99", "worst")}
	for _, c := range cells {
		for _, w := range c.ways {
			s, p99 := w.stats(0), w.p99(0)
			r := bench.Result{Name: fmt.Sprintf("coordination/cyclictest/%s/%d/%s", l.name, c.interval.Microseconds(), slug(w.name)), Value: s.avg, Unit: "µs",
				Note: fmt.Sprintf("average; p50 %.3g, p99 %.3g, worst %.4g", s.p50, p99, s.worst)}
			var v versus
			if base := named(c.ways, peerOf(w.name)); base != nil && base != w {
				v = beside(w, base, 0)
				r = v.against(r, base.stats(0).avg)
			}
			t.Add(report.Neutral, append([]any{w.name, fmt.Sprint(c.interval), s.avg, s.p50, p99, s.worst}, v.cells()...)...)
			x.Figure(r)
		}
	}
	x.Table(t)
}

// peerOf is the way in C that sleeps with the same calls.
func peerOf(name string) string {
	switch name {
	case goOne:
		return cOne
	case goTwo, goSpin, luaFree, luaOff, luaStepping:
		return cTwo
	}
	return theirs
}

func ratio(a, b float64) string {
	if b == 0 {
		return "–"
	}
	return book.Number(a / b)
}

// wakeSums compares over all intervals, like the seed's second table does for the worst cases, and measures the bars.
func (x *experiments) wakeSums(l load, cells []cell) {
	t := book.Table{Name: "cyclictest_sums_" + l.name, Caption: "Means over the intervals in µs, and ratios to C, " + l.name,
		Columns: withVersus("way", "average", "p50", "p99", "worst", "worst / C", "worst / cyclictest")}
	first, measured := mean(cells, theirs)
	for _, name := range []string{theirs, cOne, cTwo, goOne, goTwo, goSpin, luaFree, luaOff, luaStepping} {
		s, ok := mean(cells, name)
		if !ok {
			continue
		}
		worst, worstOfAll := "–", "–"
		if measured {
			worstOfAll = ratio(s.worst, first.worst)
		}
		var v versus
		if b, peer := mean(cells, peerOf(name)); peer && peerOf(name) != name {
			worst = ratio(s.worst, b.worst)
			for _, c := range cells {
				v.join(beside(named(c.ways, name), named(c.ways, peerOf(name)), 0))
			}
		}
		t.Add(report.Neutral, append([]any{name, s.avg, s.p50, s.p99, s.worst, worst, worstOfAll}, v.cells()...)...)
		x.wakeBars(l, name, s, v)
	}
	x.Table(t)
}

// mean is the mean of a way over the intervals; ok says that it was measured at every one.
func mean(cells []cell, name string) (s stats, ok bool) {
	n := float64(len(cells))
	for _, c := range cells {
		w := named(c.ways, name)
		if w == nil {
			return s, false
		}
		of := w.stats(0)
		s.avg, s.p50, s.p99, s.worst = s.avg+of.avg/n, s.p50+of.p50/n, s.p99+w.p99(0)/n, s.worst+of.worst/n
	}
	return s, len(cells) > 0
}

// wakeBars compares one way with the bars.
func (x *experiments) wakeBars(l load, name string, s stats, v versus) {
	id, what := "cyclictest/"+l.name+"/"+slug(name), fmt.Sprintf("cyclictest %s: %s / %s", l.name, name, peerOf(name))
	switch name {
	case goSpin:
		x.bar("cyclictest/"+l.name+"/spin-p50", "cyclictest "+l.name+": "+name+", median", s.p50, 1, "µs")
	case goOne, goTwo:
		x.versusBars(id, what, v, 1.13, 1.13)
	case luaFree, luaOff, luaStepping:
		x.versusBars(id, what, v, 1.2, 1.2)
	}
}

// worstByInterval draws the worst cases.
func worstByInterval(l load, cells []cell) plot.Plot {
	p := plot.Plot{Title: "p99 and worst by interval, " + l.name, XLabel: "interval, µs", YLabel: "µs", LogX: true, LogY: true}
	for k, name := range []string{theirs, cTwo, goTwo, luaFree, luaOff, luaStepping} {
		p99, worst := plot.Series{Name: name + ", p99", Colour: k + 1}, plot.Series{Name: name + ", worst", Colour: k + 1, Faint: true}
		for _, c := range cells {
			if w := named(c.ways, name); w != nil {
				s, at := w.stats(0), float64(c.interval.Microseconds())
				p99.X, p99.Y, worst.X, worst.Y = append(p99.X, at), append(p99.Y, w.p99(0)), append(worst.X, at), append(worst.Y, s.worst)
			}
		}
		p.Series = append(p.Series, p99, worst)
	}
	return p
}
