// Package reactor measures the runtime: messages through ports, actions and timers on the Fast clock, and the gain from a
// second worker. The programs are those of the Savina suite as Lingua Franca's runtimes measure them ("Lingua Franca in
// Robotics", and arXiv 2301.02444). Values are nanoseconds of wall time; each is the median of several runs through
// exec.Run.
package reactor

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor"
	run "github.com/sinew-robotics/sinew/reactor/exec"
)

// PeerVariable names the environment variable with the path of a program that runs PingPong in another runtime: its
// argument is the number of round trips, and it prints how many milliseconds they took.
const PeerVariable = "SINEW_PEER_PINGPONG"

// program is one measurement: build makes it with about n messages, and returns the exact number.
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

// Options are the bench's options.
type Options struct {
	bench.Options
	Reactors int // in the largest program of the scale rows; 0 is 100000
}

// Run measures everything and emits for each program the nanoseconds and allocations per event, for PingPong also the
// milliseconds for a million round trips. If reactor-cpp is installed it runs the same programs, in turns with ours. For
// the figures of two workers the peer is the run with one.
func Run(o Options, emit bench.Emit) error {
	runs := 7
	if o.Quick {
		runs = 3
	}
	peer, err := findCPP(o.Options)
	if err != nil {
		return err
	}
	if peer != nil {
		defer peer.Remove()
	}
	for _, p := range programs() {
		n := p.n
		if o.Quick {
			n /= 40
		}
		if o.N > 0 {
			n = o.N
		}
		r, err := p.measure(o.Options, n, runs, peer)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		emit(r)
		allocs, err := p.allocations(n / 10)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		emit(bench.Result{Name: p.name + "_allocs", Value: allocs, Unit: "allocs/event", Note: "once a tenth of the program has run"})
		if p.name == "reactor/pingpong" {
			r.Name, r.Unit, r.Note = "reactor/pingpong_1M", "ms", "" // of a million events, as many as an event has ns
			if err := named(&r, n, runs); err != nil {
				return err
			}
			emit(r)
		}
	}
	if err := scale(o, runs, emit); err != nil {
		return err
	}
	return workers(o.Options, runs, emit)
}

// measure is the median of runs with n messages, and the peer's if there is one, which must have run as many reactions.
func (p program) measure(o bench.Options, n, runs int, peer *cpp) (r bench.Result, err error) {
	var ours, theirs []float64
	events := 0
	for range runs {
		m, messages := p.build(n)
		res, err := measure(o, m, 1)
		if err != nil {
			return r, err
		}
		ours, events = append(ours, float64(res.Elapsed.Nanoseconds())/float64(messages)), messages
		if peer == nil {
			continue
		}
		ns, ran, err := peer.run(p.name, n)
		if err != nil {
			return r, err
		}
		if ran != res.Counters.Reactions {
			return r, fmt.Errorf("reactor-cpp ran %d reactions, ours %d: the two run different programs", ran, res.Counters.Reactions)
		}
		theirs = append(theirs, ns/float64(messages))
	}
	ns := bench.Median(ours)
	r = bench.Result{Name: p.name, Value: ns, Unit: "ns/event",
		Note: fmt.Sprintf("%.3g events/s, %.1f ms for %d", 1e9/ns, ns*float64(events)/1e6, events)}
	if theirs != nil {
		r = r.Against("reactor-cpp", bench.Median(theirs))
	}
	return r, nil
}

// allocations is the number of allocations per event in a program with n messages, after a tenth has run.
func (p program) allocations(n int) (float64, error) {
	tags, _, _, err := p.steps(n, 0)
	if err != nil {
		return 0, err
	}
	rest, messages, mallocs, err := p.steps(n, tags/10)
	return float64(mallocs) / (float64(messages) * float64(rest) / float64(tags)), err
}

// steps runs a program with n messages to its end and returns how many messages it has, and how many tags and allocations
// came after its first tags.
func (p program) steps(n, first int) (tags, messages int, mallocs uint64, err error) {
	m, messages := p.build(n)
	prog, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return 0, 0, 0, err
	}
	prog.Start()
	for range first {
		prog.Step(nil)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for prog.Step(nil) {
		tags++
	}
	runtime.ReadMemStats(&after)
	return tags, messages, after.Mallocs - before.Mallocs, nil
}

// named compares PingPong, which took r for a million round trips, with another runtime if one is named.
func named(r *bench.Result, n, runs int) error {
	path := os.Getenv(PeerVariable)
	if path == "" {
		return nil
	}
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
	*r = r.Against(filepath.Base(path), bench.Median(each))
	return nil
}

// measure runs a program on the Fast clock.
func measure(o bench.Options, m *reactor.Main, workers int) (res run.Result, err error) {
	if err := o.Stopped(); err != nil {
		return res, err
	}
	p, err := reactor.Build(m, reactor.Options{Workers: workers})
	if err != nil {
		return res, err
	}
	return run.Run(o.Until(), p, run.Options{})
}

// workers compares two workers with one: on independent work, and on work that cannot be shared. The runs alternate, so
// that both see the same state of the machine; the figure is the median of the pairs' ratios.
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
			ones, twos = append(ones, one.Elapsed.Seconds()*1e3), append(twos, two.Elapsed.Seconds()*1e3)
			ratios = append(ratios, two.Elapsed.Seconds()/one.Elapsed.Seconds())
		}
		r := bench.Result{Name: c.name, Value: bench.Median(twos), Unit: "ms", Note: c.note}.Against("1 worker", bench.Median(ones))
		r.Ratio = bench.Median(ratios)
		emit(r)
	}
	return nil
}
