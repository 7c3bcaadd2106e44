// Package wakeup measures how late a periodic thread wakes, compared with C's cyclictest (Debian's rt-tests) and a C loop
// with the same system calls. Rounds alternate, so that each figure and its peer's come from the same minute on the same
// machine; a figure is the median of the rounds' quantiles, in µs.
package wakeup

import (
	_ "embed" // the C loop's source
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

//go:embed peer/loop.c
var loopSource []byte

// series is one way to wake up at one rate, and the results of its rounds.
type series struct {
	name     string
	approach rt.Approach
	waiter   bool // by a Waiter, which other threads could wake
	garbage  bool // with a goroutine that makes 50 MB/s of garbage over 32 MB of live heap
	noTune   bool // with Go's default number of Ps and pace of collection
	p50, p99 []float64
	p999     []float64
	note     string
}

// peer is a C program that measures itself.
type peer struct {
	name     string
	run      func(period time.Duration, loops int) ([]float64, error)
	remove   func() // removes what was made for it; may be nil
	p50, p99 []float64
}

// rate is the measurement at one period.
type rate struct {
	name   string
	period time.Duration
	series []*series
	peers  []*peer
}

// Run measures at 1 kHz and 2 kHz. N is the number of rounds, 9 by default: many short ones, so that the median ignores
// those in which the machine itself stood still. If a peer is missing, figures have no ratio and the log says so.
func Run(o bench.Options, emit bench.Emit) error {
	log := o.Log
	if log == nil {
		log = io.Discard
	}
	rounds, length := 9, 2*time.Second
	if o.Quick {
		rounds, length = 1, 100*time.Millisecond
	}
	if o.N > 0 {
		rounds = o.N
	}
	rates := []*rate{
		{name: "wakeup_1khz", period: time.Millisecond, series: append(quiet(), loud()...), peers: findPeers(o.Priority, log)},
		{name: "wakeup_2khz", period: time.Millisecond / 2, series: quiet(), peers: findPeers(o.Priority, log)},
	}
	for _, r := range rates {
		for _, p := range r.peers {
			if p.remove != nil {
				defer p.remove()
			}
		}
	}
	for i := range rounds {
		fmt.Fprintf(log, "round %d of %d, load %s\n", i+1, rounds, Load())
		for _, r := range rates {
			if err := o.Stopped(); err != nil {
				return err
			}
			if err := r.round(length, o.Priority, log); err != nil {
				return err
			}
		}
	}
	for _, r := range rates {
		r.emit(emit)
	}
	return expired(o, rounds, length, emit)
}

// quiet are the loops measured in a process that does nothing else, loud those with a garbage maker.
func quiet() []*series {
	return []*series{
		{name: "sleep", approach: rt.Light},
		{name: "spin", approach: rt.Spin},
		{name: "deep", approach: rt.Deep},
		{name: "wait", approach: rt.Light, waiter: true},
	}
}

func loud() []*series {
	return []*series{
		{name: "garbage_sleep", approach: rt.Light, garbage: true},
		{name: "garbage_spin", approach: rt.Spin, garbage: true},
		{name: "garbage_untuned", approach: rt.Deep, garbage: true, noTune: true},
	}
}

// round runs every peer and every series once, peers first.
func (r *rate) round(length time.Duration, priority int, log io.Writer) error {
	loops := int(length / r.period)
	for _, p := range r.peers {
		late, err := p.run(r.period, loops)
		if err != nil {
			return err
		}
		p.p50 = append(p.p50, bench.Quantile(late, 0.5))
		p.p99 = append(p.p99, bench.Quantile(late, 0.99))
		fmt.Fprintf(log, "  %s %-16s p50 %7.2f p99 %8.2f µs\n", r.name, p.name, last(p.p50), last(p.p99))
	}
	for _, s := range r.series {
		late, report := s.measure(r.period, loops, priority)
		s.p50 = append(s.p50, bench.Quantile(late, 0.5))
		s.p99 = append(s.p99, bench.Quantile(late, 0.99))
		s.p999 = append(s.p999, bench.Quantile(late, 0.999))
		if !report.OK() {
			s.note = strings.TrimSpace(s.note + " " + strings.Join(report.Warnings(), "; "))
		}
		fmt.Fprintf(log, "  %s %-16s p50 %7.2f p99 %8.2f p99.9 %8.2f µs %s\n", r.name, s.name,
			last(s.p50), last(s.p99), last(s.p999), s.note)
	}
	return nil
}

func last(xs []float64) float64 { return xs[len(xs)-1] }

// emit emits the medians, with those of the first peer there is.
func (r *rate) emit(emit bench.Emit) {
	for _, p := range r.peers {
		emit(bench.Result{Name: r.name + "_" + p.name + "_p50", Value: bench.Median(slices.Clone(p.p50)), Unit: "µs"})
		emit(bench.Result{Name: r.name + "_" + p.name + "_p99", Value: bench.Median(slices.Clone(p.p99)), Unit: "µs"})
	}
	for _, s := range r.series {
		p50 := bench.Result{Name: r.name + "_" + s.name + "_p50", Value: bench.Median(s.p50), Unit: "µs", Note: s.note}
		p99 := bench.Result{Name: r.name + "_" + s.name + "_p99", Value: bench.Median(s.p99), Unit: "µs", Note: s.note}
		if len(r.peers) > 0 {
			p := r.peers[0]
			p50 = p50.Against(p.name, bench.Median(slices.Clone(p.p50)))
			p99 = p99.Against(p.name, bench.Median(slices.Clone(p.p99)))
		}
		emit(p50)
		emit(p99)
		emit(bench.Result{Name: r.name + "_" + s.name + "_p99.9", Value: bench.Median(s.p999), Unit: "µs"})
	}
}

// measure runs the loop on a thread of its own and returns its lateness in µs.
func (s *series) measure(period time.Duration, loops, priority int) (late []float64, report rt.Report) {
	undo := func() {}
	if !s.noTune {
		undo = rt.Tune(rt.Tuning{})
	}
	defer undo()
	stop := func() string { return "" }
	if s.garbage {
		stop = makeGarbage()
	}
	report = OnThread(priority, 0, func(t *rt.Thread) { late = s.loop(t, period, loops) })
	s.note = stop()
	return late, report
}

// OnThread runs f on a punctual thread of its own, and returns what the system refused for that. budget is how long f runs
// without a wait; 0 is a millisecond.
func OnThread(priority int, budget time.Duration, f func(*rt.Thread)) (report rt.Report) {
	runtime.GC() // earlier garbage is not f's
	done := make(chan struct{})
	go func() {
		defer close(done)
		var thread *rt.Thread
		report, thread = rt.Setup(rt.Options{Priority: priority, Budget: budget, Lock: true, LatencyFD: true, Nice: -20})
		defer thread.Release()
		f(thread)
	}()
	<-done
	return report
}

func (s *series) loop(t *rt.Thread, period time.Duration, loops int) []float64 {
	late := make([]float64, loops)
	sleeper, waiter := rt.Sleeper{Approach: s.approach, Thread: t}, rt.NewWaiter(s.approach)
	waiter.Thread = t
	next := rt.Now()
	for i := range late {
		next += int64(period)
		var now int64
		if s.waiter {
			now, _ = waiter.WaitUntil(next)
		} else {
			now = sleeper.SleepUntil(next)
		}
		late[i] = float64(now-next) / 1000
	}
	return late
}

// makeGarbage keeps 32 MB alive and replaces 50 MB of it per second, until stop, which returns the amount.
func makeGarbage() (stop func() string) {
	const block, live, perMs = 1 << 10, 32 << 10, 50
	heap := make([]*[block]byte, live)
	for i := range heap {
		heap[i] = new([block]byte)
	}
	quit, done := make(chan struct{}), make(chan int)
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	start := rt.Now()
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		made := 0
		for {
			select {
			case <-quit:
				done <- made
				return
			case <-tick.C:
			}
			for due := int((rt.Now() - start) / 1e6 * perMs); made < due; made++ {
				heap[made*7919%live] = new([block]byte)
			}
		}
	}()
	return func() string {
		close(quit)
		made := <-done
		seconds := float64(rt.Now()-start) / 1e9
		var after runtime.MemStats
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(heap)
		return fmt.Sprintf("%.0f MB/s, %d collections in %.1f s", float64(made*block)/1e6/seconds, after.NumGC-before.NumGC, seconds)
	}
}

// Load is the machine's load average, or nothing.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

var errNoFigures = errors.New("printed no figures")
