package wakeup

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// canary is what a thread of ordinary priority has seen.
type canary struct {
	n    int
	late int // later than 10 ms
	max  int64
}

// canaryPeriod is how often a canary wants to run.
const canaryPeriod = 5 * time.Millisecond

// canaries starts a thread on each of the processors; stop ends them.
func canaries(cores []int) (stop func(), all []canary) {
	all = make([]canary, len(cores))
	var quit atomic.Bool
	var done sync.WaitGroup
	for i, c := range cores {
		done.Go(func() {
			_ = onThread(func() error { return all[i].sing(c, &quit) })
		})
	}
	return func() {
		quit.Store(true)
		done.Wait()
	}, all
}

// onThread runs f with the goroutine locked to its thread.
func onThread(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return f()
}

// Said is what a program of the soak prints, as JSON, when it ends.
type Said struct {
	Tags   uint64  `json:"tags"`
	P50    float64 `json:"p50_us"`
	P99    float64 `json:"p99_us"`
	Max    float64 `json:"max_us"`
	Lapses uint64  `json:"lapses"` // how often its priority was taken back
	GCs    uint32  `json:"collections"`
}

func (s Said) String() string {
	return fmt.Sprintf("%d tags, max %.3g ms, %d collections, priority taken back %d times", s.Tags, s.Max/1000, s.GCs, s.Lapses)
}

// loop is a control loop of 1 kHz with some arithmetic in each cycle.
type loop struct {
	reactor.Reactor
	Cycle reactor.Timer

	x float64
}

// Program is one of the soak's control programs: 1 kHz on the real clock with a priority, and a goroutine that makes
// garbage.
func Program(ctx context.Context, d time.Duration, priority int) (Said, error) {
	main := reactor.NewMain("program")
	l := &loop{}
	reactor.Init(main, "loop", l)
	l.Cycle.Set(0, time.Millisecond)
	l.Reaction("cycle").On(&l.Cycle).Do(func() {
		for range 2000 {
			l.x = l.x*0.99 + 1
		}
	})
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		return Said{}, err
	}
	defer makeGarbage()()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: d,
		Started: func(int64) { debug.SetGCPercent(1) }, // whatever the result of the run
		Threads: map[string]rt.Options{p.Name: {Priority: priority, LatencyFD: true, Lock: true}}})
	runtime.ReadMemStats(&after)
	us := func(d time.Duration) float64 { return float64(d) / 1000 }
	return Said{Tags: res.Lateness.N(), P50: us(res.Lateness.Quantile(0.5)), P99: us(res.Lateness.Quantile(0.99)),
		Max: us(res.Lateness.Max()), Lapses: rt.Lapses(), GCs: after.NumGC - before.NumGC}, err
}
