// Package demo measures the main program as a whole: the cost of recording, the speed of a replay, and a long run.
package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Run emits the figures. N is the length of the long run in seconds of robot time, 600 if zero.
func Run(o bench.Options, emit bench.Emit) error {
	length, rounds, soak := 20*time.Second, 3, 600*time.Second
	if o.N > 0 {
		soak = time.Duration(o.N) * time.Second
	}
	if o.Quick {
		length, rounds, soak = time.Second, 1, 4*time.Second
	}
	dir, err := os.MkdirTemp("", "sinew-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := tracing(o, emit, dir, length, rounds); err != nil {
		return err
	}
	return long(o, emit, soak)
}

func once(b bench.Options, o run.Options) (*lemon.Summary, error) {
	o.Seed = b.Seed
	out, err := run.Do(b.Until(), lemon.Spec{}, o)
	if err != nil {
		return nil, err
	}
	return out.Value.(*lemon.Summary), nil
}

// tracing compares runs with nothing recorded and with every port of the program recorded.
func tracing(o bench.Options, emit bench.Emit, dir string, length time.Duration, rounds int) error {
	var bare, full, replayed, blind []float64
	for i := range rounds {
		if err := o.Stopped(); err != nil {
			return err
		}
		a, err := once(o, run.Options{For: length})
		if err != nil {
			return err
		}
		out := filepath.Join(dir, fmt.Sprint(i))
		b, err := once(o, run.Options{For: length, Out: folder.Place{Dir: out}, Trace: []string{"*"}})
		if err != nil {
			return err
		}
		if a.OutputHash != b.OutputHash {
			return fmt.Errorf("recording changes the program: output hash %s without, %s with", a.OutputHash, b.OutputHash)
		}
		bare = append(bare, a.WallSeconds/float64(a.Cycles))
		full = append(full, b.WallSeconds/float64(b.Cycles))
		begun := time.Now()
		r, err := run.Replay(o.Until(), []run.Spec{lemon.Spec{}}, out)
		if err != nil {
			return err
		}
		if !r.Same() {
			return fmt.Errorf("a replay differs: recorded %s, replayed %s", r.Recorded, r.Hash)
		}
		replayed = append(replayed, length.Seconds()/time.Since(begun).Seconds())
		begun = time.Now()
		if r, err = run.Replay(o.Until(), []run.Spec{lemon.Spec{}}, out, "vision"); err != nil {
			return err
		}
		if !r.Same() {
			return fmt.Errorf("a replay without the camera's enclave differs: recorded %s, replayed %s", r.Recorded, r.Hash)
		}
		blind = append(blind, length.Seconds()/time.Since(begun).Seconds())
	}
	cost := bench.Median(full) - bench.Median(bare)
	emit(bench.Result{Name: "demo_cycle", Value: bench.Median(bare) * 1e6, Unit: "us", Note: "a control cycle with its share of simulator and pictures, lock-step"})
	emit(bench.Result{Name: "tracing_all_ports", Value: cost / 4e-3 * 100, Unit: "% of 4 ms", Note: "recording every port, on the control thread and beside it"})
	emit(bench.Result{Name: "replay_speed", Value: bench.Median(replayed), Unit: "x real time", Note: "with the pictures rendered again"})
	emit(bench.Result{Name: "replay_speed_without_images", Value: bench.Median(blind), Unit: "x real time", Note: "control enclave alone, what the camera's sent taken from the recording; reading it included"})
	return nil
}

// long runs the program for a while and notes its memory at the end of each tenth.
func long(o bench.Options, emit bench.Emit, length time.Duration) error {
	w := &watcher{every: length / 10}
	sum, err := once(o, run.Options{For: length, Tap: w.tap})
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "soak_limit_violations", Value: float64(sum.Violations), Unit: "cycles", Note: fmt.Sprintf("%v simulated", length)})
	emit(bench.Result{Name: "soak_deadline_misses", Value: float64(sum.DeadlineMisses), Unit: "misses"})
	emit(bench.Result{Name: "soak_tracking_rms", Value: *sum.TrackingRMS, Unit: "mm"})
	emit(bench.Result{Name: "soak_heap_slope", Value: w.slope(), Unit: "KiB/min", Note: "live heap, second half of the run"})
	emit(bench.Result{Name: "soak_speed", Value: sum.Seconds / sum.WallSeconds, Unit: "x real time"})
	return nil
}
