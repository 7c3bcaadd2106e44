// Package watch measures the cost of watching a running program: `sinew topic hz` of a topic at 100 kHz, and a tag with
// and without a watcher.
package watch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
)

// rate of the topic, in Hz.
const rate = 100_000

// source sets a port at the rate of its timer.
type source struct {
	reactor.Reactor
	Tick reactor.Timer
	Out  reactor.Out[int]
	n    int
}

// build makes a program with a number of sources: each tag sets a port of each.
func build(sources int) (*reactor.Program, error) {
	m := reactor.NewMain("main")
	reactor.Bank("source", sources, func(_ int, name string) *source {
		r := &source{}
		reactor.Init(m, name, r)
		r.Tick.Set(0, time.Second/rate)
		r.Reaction("count").On(&r.Tick).Sets(&r.Out).Do(func() {
			r.n++
			r.Out.Set(r.n)
		})
		return r
	})
	return reactor.Build(m, reactor.Options{})
}

// Run emits the figures.
func Run(o bench.Options, emit bench.Emit) error {
	length, rounds := time.Second, 16 // many short ones, because the machine's state varies by more than what is measured
	if o.Quick {
		length, rounds = 300*time.Millisecond, 1
	}
	if o.N > 0 {
		rounds = o.N
	}
	for _, ports := range []int{1, 40} { // 40 is about a control cycle of the demo
		if err := tags(o, emit, ports); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		name, note string
		drive      func(context.Context, *reactor.Program, *live.Bus, time.Duration) error
	}{
		{"watch/hz_100kHz", "of a core, added by `sinew topic hz`: program, server and client; 100 tags each ms", paced},
		{"watch/hz_100kHz_real", "of a core, the same on the real clock, a tag each 10 us", real},
	} {
		var with, without, diff []float64
		var seen float64
		for range rounds {
			a, _, err := cost(c.drive, length, false)
			if err != nil {
				return err
			}
			b, hz, err := cost(c.drive, length, true)
			if err != nil {
				return err
			}
			with, without, diff, seen = append(with, b), append(without, a), append(diff, b-a), hz
		}
		emit(bench.Result{Name: c.name, Value: bench.Median(diff), Unit: "%", Note: fmt.Sprintf("%s; %.4g %% unwatched, %.4g %% watched; %.6g Hz are seen",
			c.note, bench.Median(without), bench.Median(with), seen)})
	}
	return nil
}

// tags measures a tag at which a number of ports are set.
func tags(o bench.Options, emit bench.Emit, ports int) error {
	n, rounds := 1_000_000/ports, 9
	if o.Quick {
		n, rounds = 20_000/ports, 3
	}
	kinds := []struct {
		name    string
		observe bool
		watch   func(*live.Bus) func()
	}{
		{"bare", false, nil}, {"watch/tag_unwatched", true, nil},
		{"watch/tag_watched", true, func(b *live.Bus) func() { return drained(b, live.Options{}) }},
		{"watch/tag_bare", true, func(b *live.Bus) func() { return drained(b, live.Options{Bare: true}) }},
		{"watch/tag_counted", true, func(b *live.Bus) func() { return b.Rates().Close }},
	}
	took := make([][]float64, len(kinds))
	for range rounds {
		for i, k := range kinds {
			p, err := build(ports)
			if err != nil {
				return err
			}
			b, err := live.New(p)
			if err != nil {
				return err
			}
			if k.observe {
				p.Observe(b)
			}
			end := func() {}
			if k.watch != nil {
				end = k.watch(b)
			}
			p.Start()
			took[i] = append(took[i], step(p, n))
			end()
		}
	}
	bare := bench.Median(took[0])
	for i, k := range kinds[1:] {
		each := bench.Median(took[i+1])
		emit(bench.Result{Name: fmt.Sprintf("%s_%d", k.name, ports), Value: each - bare, Unit: "ns", Note: fmt.Sprintf("added to a tag of %.0f ns that sets as many ports, on the program's thread", bare)})
	}
	return nil
}

// step runs n tags and returns the processor time of one on its thread, in ns.
func step(p *reactor.Program, n int) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := used(ofThread)
	for range n {
		p.Step(nil)
	}
	return float64(used(ofThread)-before) / float64(n)
}

// drained watches everything and takes it, and returns a function that ends that.
func drained(b *live.Bus, o live.Options) func() {
	o.Queue = 64 << 20
	w := b.Watch(o, b.Find("*")...)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if _, _, err := w.Next(context.Background()); err != nil {
				return
			}
		}
	}()
	return func() {
		w.Close()
		<-ended
	}
}

// cost returns the share of a core, in %, that this process uses while a program is driven, and the observed rate.
func cost(drive func(context.Context, *reactor.Program, *live.Bus, time.Duration) error, length time.Duration, watched bool) (share, hz float64, err error) {
	p, err := build(1)
	if err != nil {
		return 0, 0, err
	}
	b, err := live.New(p)
	if err != nil {
		return 0, 0, err
	}
	p.Observe(b)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen := make(chan error, 1)
	if watched {
		stop, err := serve(ctx, b, &hz, seen)
		if err != nil {
			return 0, 0, err
		}
		defer stop()
	}
	runtime.GC()
	before, begun := used(unix.RUSAGE_SELF), time.Now()
	if err := drive(ctx, p, b, length); err != nil {
		return 0, 0, err
	}
	share = float64(used(unix.RUSAGE_SELF)-before) / float64(time.Since(begun)) * 100
	cancel()
	if watched {
		err = <-seen
	}
	return share, hz, err
}

// serve puts a bus behind a server and requests the rate over a connection, as `sinew topic hz` does.
func serve(ctx context.Context, b *live.Bus, hz *float64, seen chan error) (stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &http.Server{Handler: web.Handler(ctx, b, web.About{Program: "watch"}), ReadHeaderTimeout: time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.Serve(l)
	}()
	c, err := web.NewClient("http://"+l.Addr().String(), "", "")
	if err != nil {
		return nil, err
	}
	go func() {
		var wall web.Moments
		lost := uint64(0)
		err := c.Stats(ctx, "hz", []string{"source*.out"}, 100*time.Millisecond, func(_ []web.Listed, s *web.Stats) error {
			wall, lost = wall.Merge(s.Rows[0].Wall), lost+s.Lost
			return nil
		})
		if *hz = 1 / wall.Mean; lost > 0 {
			seen <- fmt.Errorf("%d of %d events were not counted", lost, wall.N)
		} else if errors.Is(err, context.Canceled) {
			seen <- nil
		} else {
			seen <- err
		}
	}()
	for end := time.Now().Add(5 * time.Second); b.Watchers() == 0 && time.Now().Before(end); {
		runtime.Gosched()
	}
	return func() { _ = s.Close(); c.Close(); <-served }, nil
}

// paced runs a millisecond's tags each millisecond.
func paced(_ context.Context, p *reactor.Program, _ *live.Bus, length time.Duration) error {
	p.Start()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	begun := time.Now()
	for done := 0; ; {
		<-tick.C
		passed := min(time.Since(begun), length)
		for ; done < int(passed*rate/time.Second); done++ {
			p.Step(nil)
		}
		if passed == length {
			return nil
		}
	}
}

// real runs the program on the real clock.
func real(ctx context.Context, p *reactor.Program, b *live.Bus, length time.Duration) error {
	_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: length, Started: b.Started})
	return err
}

// used is the processor time of this process or thread.
func used(who int) time.Duration {
	var r unix.Rusage
	if err := unix.Getrusage(who, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
