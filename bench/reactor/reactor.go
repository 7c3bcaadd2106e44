// Package reactor measures the runtime: messages through ports, actions and timers on the Fast clock, and what a
// second worker brings. The programs are those of the Savina suite as Lingua Franca's runtimes measure them
// ("Lingua Franca in Robotics", and arXiv 2301.02444). Values are nanoseconds of wall time; each is the median of
// several runs through exec.Run.
package reactor

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor"
	run "github.com/sinew-robotics/sinew/reactor/exec"
)

// PeerVariable names the environment variable with the path of a program that runs PingPong in another runtime: it
// gets the number of round trips as its argument and prints the milliseconds it took.
const PeerVariable = "SINEW_PEER_PINGPONG"

// program is one measurement: build makes it with about n messages, and says how many there will be exactly.
type program struct {
	name  string
	n     int // for a full run
	build func(n int) (m *reactor.Main, messages int)
}

// programs lists the single-worker measurements.
func programs() []program {
	return []program{
		{"reactor/pingpong", 1_000_000, pingPong},
		{"reactor/counting", 1_000_000, counting},
		{"reactor/threadring", 5_000_000, threadRing},
		{"reactor/forkjoin", 20_000 * 120, forkJoin},
		{"reactor/timers", 1_000_000, timers},
	}
}

// Options are the bench's.
type Options struct {
	bench.Options
	Reactors int // of the largest program of the scale rows, 0 for 100000
}

// Run measures everything and emits for each program the nanoseconds and allocations per event, for PingPong also the
// milliseconds for a million round trips. The figures for two workers have the run with one as their peer.
func Run(o Options, emit bench.Emit) error {
	runs := 7
	if o.Quick {
		runs = 3
	}
	for _, p := range programs() {
		n := p.n
		if o.Quick {
			n /= 40
		}
		if o.N > 0 {
			n = o.N
		}
		var each []float64
		events := 0
		for range runs {
			m, messages := p.build(n)
			d, err := measure(o.Options, m, 1)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			each, events = append(each, float64(d.Nanoseconds())/float64(messages)), messages
		}
		ns := bench.Median(each)
		emit(bench.Result{Name: p.name, Value: ns, Unit: "ns/event",
			Note: fmt.Sprintf("%.3g events/s, %.1f ms for %d", 1e9/ns, ns*float64(events)/1e6, events)})
		allocs, err := allocations(p.build(n / 10))
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		emit(bench.Result{Name: p.name + "_allocs", Value: allocs, Unit: "allocs/event", Note: "once the program has run for 100 tags"})
		if p.name == "reactor/pingpong" {
			if err := perMillion(n, ns, runs, emit); err != nil {
				return err
			}
		}
	}
	if err := scale(o, runs, emit); err != nil {
		return err
	}
	return workers(o.Options, runs, emit)
}

// allocations are those of an event in a program that has run for a while.
func allocations(m *reactor.Main, messages int) (float64, error) {
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return 0, err
	}
	p.Start()
	for range 100 {
		p.Step(nil)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for p.Step(nil) {
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(messages), nil
}

// perMillion reports PingPong in milliseconds per million round trips, beside another runtime when one is named.
func perMillion(n int, ns float64, runs int, emit bench.Emit) error {
	r := bench.Result{Name: "reactor/pingpong_1M", Value: ns, Unit: "ms"}
	if path := os.Getenv(PeerVariable); path != "" {
		var each []float64
		for range runs {
			out, err := child.Output(exec.Command(path, strconv.Itoa(n)))
			if err != nil {
				return fmt.Errorf("%s=%s: %w", PeerVariable, path, err)
			}
			ms, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
			if err != nil {
				return fmt.Errorf("%s=%s: it should print milliseconds: %w", PeerVariable, path, err)
			}
			each = append(each, ms/float64(n)*1e6)
		}
		r = r.Against(path[strings.LastIndexByte(path, '/')+1:], bench.Median(each))
	}
	emit(r)
	return nil
}

// measure runs a program on the Fast clock.
func measure(o bench.Options, m *reactor.Main, workers int) (time.Duration, error) {
	if err := o.Stopped(); err != nil {
		return 0, err
	}
	p, err := reactor.Build(m, reactor.Options{Workers: workers})
	if err != nil {
		return 0, err
	}
	res, err := run.Run(o.Until(), p, run.Options{})
	return res.Elapsed, err
}

// workers compares two workers with one: on independent work, and where there is nothing to share out. The runs
// alternate, so that both see the same machine; the ratio of a pair is taken, then the median.
func workers(o bench.Options, runs int, emit bench.Emit) error {
	tags, trips := 400, 1_000_000
	if o.Quick {
		tags, trips = 40, 50_000
	}
	for _, c := range []struct {
		name  string
		build func() *reactor.Main
		note  string
	}{
		{"reactor/workers2", func() *reactor.Main { return independent(8, tags) }, "8 reactions of 50 µs; peer/value is the speed-up"},
		{"reactor/pingpong_2workers", func() *reactor.Main { m, _ := pingPong(trips); return m }, "nothing to share out"},
	} {
		var ones, twos, ratios []float64
		for range runs {
			one, err := measure(o, c.build(), 1)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			two, err := measure(o, c.build(), 2)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			ones, twos = append(ones, one.Seconds()*1e3), append(twos, two.Seconds()*1e3)
			ratios = append(ratios, two.Seconds()/one.Seconds())
		}
		r := bench.Result{Name: c.name, Value: bench.Median(twos), Unit: "ms", Note: c.note}.Against("1 worker", bench.Median(ones))
		r.Ratio = bench.Median(ratios)
		emit(r)
	}
	return nil
}
