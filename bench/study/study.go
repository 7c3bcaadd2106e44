// Package study measures how a study of the main program speeds up with its worker processes.
package study

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/engine"
	"github.com/sinew-robotics/sinew/tool/study/queue"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// Run emits the figures. N is the number of runs, 24 if zero; each simulates 10 s. worker is the command of a worker
// process of the programs.
func Run(o bench.Options, worker []string, emit bench.Emit) error {
	runs, length := 24, 10*time.Second
	if o.N > 0 {
		runs = o.N
	}
	if o.Quick {
		runs, length = min(runs, 2), time.Second
	}
	dir, err := os.MkdirTemp("", "sinew-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bencher{dir: dir, runs: runs, length: length, seed: o.Seed, worker: worker, until: o.Until()}
	if b.version, err = study.Version(); err != nil {
		return err
	}
	n := max(2, runtime.NumCPU())
	one, first, err := b.time(1)
	if err != nil {
		return err
	}
	many, second, err := b.time(n)
	if err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return fmt.Errorf("the outcomes with %d workers differ from those with one", n)
	}
	what := fmt.Sprintf("%d runs of %v", runs, length)
	rate := func(wall float64) float64 { return float64(runs) * length.Seconds() / wall }
	emit(bench.Result{Name: "study_1_worker", Value: rate(one), Unit: "x real time", Note: what})
	emit(bench.Result{Name: fmt.Sprintf("study_%d_workers", n), Value: rate(many), Unit: "x real time", Note: what})
	emit(bench.Result{Name: "study_speed_up", Value: one / many, Unit: "x", Note: fmt.Sprintf("%d workers against one", n)})
	emit(bench.Result{Name: "study_efficiency", Value: one / many / float64(n) * 100, Unit: "%", Note: "of as many times as there are workers"})
	return nil
}

type bencher struct {
	dir     string
	runs    int
	length  time.Duration
	seed    uint64
	worker  []string
	version string
	until   context.Context
}

// time runs the study with n workers; it returns the seconds that it took and the outcomes in words.
func (b *bencher) time(n int) (wall float64, outcomes []byte, err error) {
	s, err := scenario.Parse("bench.yaml", fmt.Appendf(nil, "program: demo\nfor: %v\nseeds: %d..%d\nrecord: none\n",
		b.length, b.seed, b.seed+uint64(b.runs)-1))
	if err != nil {
		return 0, nil, err
	}
	dir := filepath.Join(b.dir, fmt.Sprint(n))
	sum, err := queue.Run(b.until, s, []run.Spec{lemon.Spec{}},
		queue.Options{Workers: n, Worker: b.worker, Folder: dir, Version: b.version, Server: engine.Serve})
	if err != nil {
		return 0, nil, err
	}
	if sum.Passed != b.runs {
		return 0, nil, fmt.Errorf("%d of %d runs passed", sum.Passed, b.runs)
	}
	c, err := queue.Open(dir)
	if err != nil {
		return 0, nil, err
	}
	defer c.Close()
	rows, err := c.Rows()
	for _, r := range rows {
		outcomes = fmt.Appendf(outcomes, "%d %s %v\n", r.Run.N, r.Outcome.Hash, r.Outcome.Figures["cycles"])
	}
	return sum.Seconds, outcomes, err
}
