package reference

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Options are the bench's options.
type Options struct {
	bench.Options
	For time.Duration // length of each run on the real clock; 0 for 5 s
	Out string        // folder for a recording of the Autoware system, instead of measurements; "" for none
}

// native is the amount of work in the models and the published figures: counting the primes up to it.
const native = 4096

// publishedWork is the time of one call of that work where ROS 2's figures were measured.
const publishedWork = 4600 * time.Microsecond

// published are ROS 2's figures: branch gh-pages of ros-realtime/reference-system, reports humble/2023-09-17, runs of 5 s
// with Fast DDS, in ms. Their executor called prioritized groups the nodes as our model does.
var published = []struct {
	executor           string
	avg, max, drops, p float64
}{
	{"singlethreaded", 35.1, 45.5, 0, 2.50}, {"static singlethreaded", 33.9, 45.1, 0, 2.83}, {"multithreaded", 22.8, 52.7, 0, 0.23},
	{"prioritized", 24.5, 26.7, 0, 0.023}, {"callback groups", 25.2, 29.9, 0, 0.020},
}

const prioritized = 3 // in published

// targets are the limits that iRobot's benchmark sets itself, for a Raspberry Pi 3: processor in per cent, memory in MiB.
var targets = map[string]struct{ cpu, rss float64 }{"sierra-nevada": {15, 10}, "mont-blanc": {20, 20}}

// Run measures all systems on the real clock: the Autoware reference system with its own work, with as long work as in the
// published figures, without work, and as fast as possible; then iRobot's graphs.
func Run(o Options, emit bench.Emit) error {
	length := o.For
	if length == 0 {
		length = 5 * time.Second
	}
	again := again
	if o.Quick {
		length, again = min(length, 1500*time.Millisecond), again/4
	}
	if o.Out != "" {
		return record(o, length, emit)
	}
	c, limit, reached := calibrate()
	emit(bench.Result{Name: "reference-system/crunch", Value: c.Seconds() * 1e3, Unit: "ms", Note: "the work of a node, c: the primes up to 4096"})
	var rows [][]string
	for _, r := range []struct {
		name  string
		c     time.Duration
		limit uint64
	}{{"autoware", c, native}, {"autoware_4.6ms", reached, limit}} {
		row, err := hotPath(o, r.name, [2]time.Duration{length, min(length, again)}, r.c, r.limit, emit)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		rows = append(rows, row)
	}
	if err := throughput(o, emit); err != nil {
		return err
	}
	if err := idle(o, min(length, again), emit); err != nil {
		return err
	}
	for _, model := range []string{"sierra-nevada", "mont-blanc"} {
		if err := graphOf(o, model, min(length, again), emit); err != nil {
			return fmt.Errorf("%s: %w", model, err)
		}
	}
	table(o.Log, rows)
	return nil
}

// again is the length of runs that only check that the order is the same.
const again = 2 * time.Second

// ran is a run that has ended.
type ran struct {
	exec.Result
	figures map[string]float64
	order   string
	cpu     float64 // per cent of a core
}

// grace is how long after its end a run may make up for being late, so that a busy machine runs the same reactions as an
// idle one.
const grace = 30 * time.Second

// measure runs a system.
func measure(o Options, p Params, clock exec.Clock, length time.Duration) (r ran, err error) {
	if err := o.Stopped(); err != nil {
		return r, err
	}
	i, err := Load(p.Model)
	if err != nil {
		return r, err
	}
	s, err := newSystem(i, p, run.Order{Real: clock == exec.Real, Priority: o.Priority})
	if err != nil {
		return r, err
	}
	e := exec.Options{Clock: clock, Timeout: length, Grace: grace}
	if clock == exec.Real {
		s.instance.Exec(&e)
	}
	before := used()
	r.Result, err = exec.Run(o.Until(), s.instance.Program, e)
	r.figures, r.order = s.measure(), sum(s.orders)
	if err == nil {
		err = o.Stopped()
	}
	r.cpu = 100 * float64(used()-before) / float64(r.Elapsed)
	return r, err
}

// hotPath runs the Autoware system twice on the real clock, emits the first run's figures, and reports whether the same
// reactions ran in the same order as in logical time.
func hotPath(o Options, name string, lengths [2]time.Duration, c time.Duration, limit uint64, emit bench.Emit) (row []string, err error) {
	var r ran
	same, orders := true, ""
	for i, length := range lengths {
		x, err := measure(o, Params{Model: "autoware", Limit: limit}, exec.Real, length)
		if err != nil {
			return nil, err
		}
		logical, err := measure(o, Params{Model: "autoware"}, exec.Fast, length) // the work does not change the order
		if err != nil {
			return nil, err
		}
		same = same && x.order == logical.order
		orders += fmt.Sprintf("%s and %s in %v; ", x.order, logical.order, length)
		if i == 0 {
			r = x
		}
	}
	ms := c.Seconds() * 1e3
	f := r.figures
	bar := 4*ms + 1
	ros := published[prioritized]
	figure := func(what, unit string, v, theirs float64, note string) {
		result := bench.Result{Name: "reference-system/" + name + "/" + what, Value: v, Unit: unit, Note: note}
		if limit != native {
			result = result.Against("ROS 2 humble, "+ros.executor+" executor", theirs)
		}
		emit(result)
	}
	emit(bench.Result{Name: "reference-system/" + name + "/hot_path_min", Value: f["hot_path_min_ms"], Unit: "ms", Note: fmt.Sprintf("c = %.2f ms; 4c + 1 ms = %.2f ms", ms, bar)})
	figure("hot_path_avg", "ms", f["hot_path_avg_ms"], ros.avg, "")
	figure("hot_path_max", "ms", f["hot_path_max_ms"], ros.max, fmt.Sprintf("bar %.2f ms", bar))
	emit(bench.Result{Name: "reference-system/" + name + "/hot_path_sd", Value: f["hot_path_sd_ms"], Unit: "ms"})
	figure("hot_path_drops", "messages", f["hot_path_drops"], ros.drops, fmt.Sprintf("%.0f samples", f["hot_path_samples"]))
	emit(bench.Result{Name: "reference-system/" + name + "/front_without_estimate", Value: f["front_without_estimate"], Unit: "messages", Note: "of the front lidar that led to no estimate"})
	figure("planner_period_sd", "ms", f["planner_period_sd_ms"], ros.p, fmt.Sprintf("period %.3f ms", f["planner_period_ms"]))
	emit(bench.Result{Name: "reference-system/" + name + "/cpu", Value: r.cpu, Unit: "%", Note: "of one core"})
	emit(bench.Result{Name: "reference-system/" + name + "/same_order", Value: truth(same), Unit: "bool",
		Note: "of reactions on the real clock and in logical time: " + orders[:len(orders)-2]})
	return []string{fmt.Sprintf("Sinew, c = %.2f ms", ms), cell(f["hot_path_avg_ms"]), cell(f["hot_path_max_ms"]), cell(f["hot_path_drops"]), cell(f["planner_period_sd_ms"])}, nil
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// throughput runs the Autoware system without work as fast as possible, which is what periods of 0 mean elsewhere.
func throughput(o Options, emit bench.Emit) error {
	logical := 300 * time.Second
	if o.Quick {
		logical = 30 * time.Second
	}
	r, err := measure(o, Params{Model: "autoware"}, exec.Fast, logical)
	if err != nil {
		return fmt.Errorf("throughput: %w", err)
	}
	samples := logical.Seconds() * 10 // of a lidar
	emit(bench.Result{Name: "reference-system/autoware/throughput", Value: samples / r.Elapsed.Seconds(), Unit: "samples/s",
		Note: fmt.Sprintf("of the front lidar through the whole system without work, on one thread; %.0f reactions/s", float64(r.Counters.Reactions)/r.Elapsed.Seconds())})
	return nil
}

// idle runs the Autoware system without work on the real clock, which leaves the runtime's own cost.
func idle(o Options, length time.Duration, emit bench.Emit) error {
	r, err := measure(o, Params{Model: "autoware"}, exec.Real, length)
	if err != nil {
		return fmt.Errorf("without work: %w", err)
	}
	emit(bench.Result{Name: "reference-system/autoware/cpu_without_work", Value: r.cpu, Unit: "%", Note: "of one core"})
	return nil
}

// graphOf runs one of iRobot's graphs.
func graphOf(o Options, model string, length time.Duration, emit bench.Emit) error {
	p := Params{Model: model}
	debug.FreeOSMemory() // memory left by other systems must not be included
	r, err := measure(o, p, exec.Real, length)
	if err != nil {
		return err
	}
	mib := resident()
	logical, err := measure(o, p, exec.Fast, length)
	if err != nil {
		return err
	}
	f, t := r.figures, targets[model]
	figure := func(what, unit string, v float64, note string) bench.Result {
		return bench.Result{Name: "reference-system/" + model + "/" + what, Value: v, Unit: unit, Note: note}
	}
	const limit = "iRobot's limit"
	emit(figure("late", "%", f["late_percent"], fmt.Sprintf("of %.0f messages", f["messages"])).Against(limit, 1.9))
	emit(figure("too_late", "%", f["too_late_percent"], "").Against(limit, 0.1))
	emit(figure("lost", "messages", f["lost"], "").Against(limit, 0))
	emit(figure("latency_avg", "ms", f["latency_avg_ms"], ""))
	emit(figure("latency_max", "ms", f["latency_max_ms"], ""))
	emit(figure("cpu", "%", r.cpu, "of one core, theirs of a Raspberry Pi 3").Against(limit, t.cpu))
	if !math.IsNaN(mib) {
		emit(figure("rss", "MiB", mib, "of the whole bench").Against(limit, t.rss))
	}
	emit(figure("same_order", "bool", truth(r.order == logical.order), fmt.Sprintf("of reactions on the real clock (%s) and in logical time (%s)", r.order, logical.order)))
	return nil
}

// record records the Autoware system into a run folder.
func record(o Options, length time.Duration, emit bench.Emit) error {
	out, err := run.Do(o.Until(), Spec{}, run.Options{Order: run.Order{Real: true, Priority: o.Priority, Params: &Params{Model: "autoware", Limit: native}},
		For: length, Out: folder.Place{Dir: o.Out}, Trace: []string{"*"}})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(out.Figures)) {
		emit(bench.Result{Name: "reference-system/recorded/" + name, Value: out.Figures[name], Unit: "as named"})
	}
	return nil
}

// calibrate measures the models' work, and finds the work that takes as long as in the published runs.
func calibrate() (c time.Duration, limit uint64, reached time.Duration) {
	took := func(limit uint64) time.Duration {
		best := time.Hour
		for range 9 {
			begun := time.Now()
			if crunch(limit) < 0 {
				return 0
			}
			best = min(best, time.Since(begun))
		}
		return best
	}
	c, limit = took(native), native
	reached = c
	for range 6 { // the work grows with about the square of the limit
		if d := math.Abs(float64(reached-publishedWork)) / float64(publishedWork); d < 0.01 {
			break
		}
		limit = uint64(float64(limit) * math.Sqrt(float64(publishedWork)/float64(reached)))
		reached = took(limit)
	}
	return c, limit, reached
}

// table compares the published figures with ours.
func table(w io.Writer, ours [][]string) {
	if w == nil {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nhot path of the Autoware reference system\tavg ms\tmax ms\tdrops\tplanner period sd ms")
	for _, row := range ours {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	for _, p := range published {
		fmt.Fprintf(t, "ROS 2 humble, %s, c about 4.6 ms\t%s\t%s\t%s\t%s\n", p.executor, cell(p.avg), cell(p.max), cell(p.drops), cell(p.p))
	}
	_ = t.Flush() // remarks for people
}

func cell(v float64) string { return fmt.Sprintf("%.4g", v) }

// used is the processor time of this process.
func used() time.Duration {
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// resident is the memory of this process in MiB; NaN if the system does not report it.
func resident() float64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return math.NaN()
	}
	var size, pages float64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		return math.NaN()
	}
	return pages * float64(os.Getpagesize()) / (1 << 20)
}
