package wakeup

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// hung is a program whose deadlines pass while an earlier tag occupies the thread.
func hung() (*reactor.Program, error) {
	m := reactor.NewMain("hung")
	r := &struct {
		reactor.Reactor
		Hog, Act reactor.Timer
	}{}
	reactor.Init(m, "r", r)
	const period = 5 * time.Millisecond
	r.Hog.Set(0, period)
	r.Act.Set(100*time.Microsecond, period)
	r.Reaction("hog").On(&r.Hog).Do(func() {
		(&rt.Sleeper{}).SleepUntil(rt.Now() + int64(2*time.Millisecond))
	})
	r.Reaction("act").On(&r.Act).Deadline(time.Millisecond, func() {}).Do(func() {})
	return reactor.Build(m, reactor.Options{})
}

// expired reports how late the watchdog notices deadlines.
func expired(o bench.Options, rounds int, length time.Duration, emit bench.Emit) error {
	var all exec.Lateness
	note := ""
	for range rounds {
		p, err := hung()
		if err != nil {
			return err
		}
		res, err := exec.Run(o.Until(), p, exec.Options{Clock: exec.Real, Timeout: length, Approach: rt.Light,
			Threads: map[string]rt.Options{p.Name: {Priority: o.Priority, Lock: true, LatencyFD: true}}})
		if err != nil {
			return err
		}
		all.Merge(&res.Noticed)
		note = strings.Join(res.Warnings, "; ")
		if err := o.Stopped(); err != nil {
			return err
		}
	}
	us := func(d time.Duration) float64 { return float64(d) / 1e3 }
	note = strings.TrimSpace(fmt.Sprintf("%d deadlines that pass while an earlier tag runs %s", all.N(), note))
	emit(bench.Result{Name: "expired_late_p50", Value: us(all.Quantile(0.5)), Unit: "µs", Note: note})
	emit(bench.Result{Name: "expired_late_p99", Value: us(all.Quantile(0.99)), Unit: "µs", Note: note})
	emit(bench.Result{Name: "expired_late_max", Value: us(all.Max()), Unit: "µs", Note: note})
	return nil
}
